"""Which language is meant by what people type: a code, or its name."""

import difflib
from collections.abc import Mapping

from core.admin.rules.zones import folded

NAMES: Mapping[str, tuple[str, str]] = {
    "af": ("Afrikaans", "Afrikaans"), "ar": ("Arabic", "العربية"),
    "az": ("Azerbaijani", "Azərbaycanca"), "be": ("Belarusian", "Беларуская"),
    "bg": ("Bulgarian", "Български"), "bn": ("Bengali", "বাংলা"), "bs": ("Bosnian", "Bosanski"),
    "ca": ("Catalan", "Català"), "cs": ("Czech", "Čeština"), "cy": ("Welsh", "Cymraeg"),
    "da": ("Danish", "Dansk"), "de": ("German", "Deutsch"), "el": ("Greek", "Ελληνικά"),
    "en": ("English", "English"), "eo": ("Esperanto", "Esperanto"), "es": ("Spanish", "Español"),
    "et": ("Estonian", "Eesti"), "eu": ("Basque", "Euskara"), "fa": ("Persian", "فارسی"),
    "fi": ("Finnish", "Suomi"), "fr": ("French", "Français"), "ga": ("Irish", "Gaeilge"),
    "gl": ("Galician", "Galego"), "gu": ("Gujarati", "ગુજરાતી"), "he": ("Hebrew", "עברית"),
    "hi": ("Hindi", "हिन्दी"), "hr": ("Croatian", "Hrvatski"), "hu": ("Hungarian", "Magyar"),
    "hy": ("Armenian", "Հայերեն"), "id": ("Indonesian", "Bahasa Indonesia"),
    "is": ("Icelandic", "Íslenska"), "it": ("Italian", "Italiano"), "ja": ("Japanese", "日本語"),
    "ka": ("Georgian", "ქართული"), "kk": ("Kazakh", "Қазақша"), "km": ("Khmer", "ខ្មែរ"),
    "kn": ("Kannada", "ಕನ್ನಡ"), "ko": ("Korean", "한국어"), "la": ("Latin", "Latina"),
    "lt": ("Lithuanian", "Lietuvių"), "lv": ("Latvian", "Latviešu"),
    "mk": ("Macedonian", "Македонски"), "ml": ("Malayalam", "മലയാളം"),
    "mn": ("Mongolian", "Монгол"), "mr": ("Marathi", "मराठी"), "ms": ("Malay", "Bahasa Melayu"),
    "nb": ("Norwegian", "Norsk"), "nl": ("Dutch", "Nederlands"), "pa": ("Punjabi", "ਪੰਜਾਬੀ"),
    "pl": ("Polish", "Polski"), "pt": ("Portuguese", "Português"), "ro": ("Romanian", "Română"),
    "ru": ("Russian", "Русский"), "sk": ("Slovak", "Slovenčina"),
    "sl": ("Slovenian", "Slovenščina"), "sq": ("Albanian", "Shqip"), "sr": ("Serbian", "Српски"),
    "sv": ("Swedish", "Svenska"), "sw": ("Swahili", "Kiswahili"), "ta": ("Tamil", "தமிழ்"),
    "te": ("Telugu", "తెలుగు"), "th": ("Thai", "ไทย"), "tl": ("Tagalog", "Tagalog"),
    "tr": ("Turkish", "Türkçe"), "uk": ("Ukrainian", "Українська"), "ur": ("Urdu", "اردو"),
    "uz": ("Uzbek", "Oʻzbekcha"), "vi": ("Vietnamese", "Tiếng Việt"), "zh": ("Chinese", "中文"),
}  # fmt: skip
"""By bare code: the name in English, and its own."""

_ALSO: Mapping[str, str] = {
    "no": "nb", "nn": "nb", "bokmal": "nb", "farsi": "fa", "castellano": "es", "castilian": "es",
    "mandarin": "zh", "filipino": "tl", "iw": "he", "in": "id", "russkij": "ru", "russki": "ru",
}  # fmt: skip
_BY_NAME: Mapping[str, str] = {
    **{folded(name): code for code, names in NAMES.items() for name in names},
    **{folded(name): code for name, code in _ALSO.items()},
    **{code: code for code in NAMES},
}
LIKENESS = 0.75
"""From 0.0 to 1.0, as difflib counts it; our guess."""
NEAREST = 3


def read_language(text: str) -> str | None:
    """Return the bare code of `German`, `Deutsch`, `de` or `de-AT`; None for anything else."""
    plain = folded(text)
    if plain in _BY_NAME:
        return _BY_NAME[plain]
    first, _, region = plain.partition(" ")
    return _BY_NAME.get(first) if len(first) == 2 and len(region) in (2, 3, 4) else None


def near_languages(text: str) -> list[str]:
    """Return the codes that `text` may have meant, best first."""
    names = difflib.get_close_matches(folded(text), _BY_NAME, n=NEAREST, cutoff=LIKENESS)
    return list(dict.fromkeys(_BY_NAME[name] for name in names))


def suggested_languages(text: str, most: int) -> list[str]:
    """Return the codes of languages for what is typed so far, by code or by either name."""
    plain = folded(text)
    return [
        code
        for code, names in NAMES.items()
        if code.startswith(plain) or any(folded(name).startswith(plain) for name in names)
    ][:most]


def language_name(code: str) -> str:
    """Return what a language calls itself; the code where nobody knows."""
    return NAMES[code][1] if code in NAMES else code

"""Which attribute a statement tells."""

from collections.abc import Mapping

from core.memory.rules.attributes.english import ENGLISH
from core.memory.rules.attributes.german import GERMAN
from core.memory.rules.attributes.japanese import JAPANESE
from core.memory.rules.attributes.korean import KOREAN
from core.memory.rules.attributes.model import Attribute, Trait
from core.memory.rules.attributes.russian import RUSSIAN
from core.memory.rules.attributes.spanish import SPANISH
from core.memory.rules.attributes.supposed import supposed
from core.memory.rules.wording import guess
from core.memory.rules.wording.content import plain, weighty
from core.memory.rules.wording.endings import ENDINGS
from core.memory.rules.wording.kin import KIN

TRAITS: Mapping[str, tuple[Trait, ...]] = {
    "en": ENGLISH,
    "de": GERMAN,
    "es": SPANISH,
    "ru": RUSSIAN,
    "ja": JAPANESE,
    "ko": KOREAN,
}


def attribute_of(text: str, language: str | None = None) -> Attribute | None:
    """Return what `text` says of its subject, in the third or the first person; None if unknown.

    The first trait of the language's table that fits counts. What would be, and what is wished,
    is not told: nobody lives where they would live if they were rich.
    """
    code = guess(text, language)
    for trait in TRAITS.get(code, ()):
        found = trait.pattern.search(text)
        if found is None or (trait.single and _of_another(text[: found.start()], code)):
            continue
        groups = found.groupdict()
        held = next((name for name in groups if name != "k" and groups[name]), None)
        value = groups[held] if held else ""
        if supposed(text, found.start(), found.start(held) if held else found.end(), code):
            continue
        kind = groups.get("k")
        return Attribute(
            name=f"{trait.name}-{plain(kind)}" if kind else trait.name,
            value=value_of(value, code),
            single=trait.single,
            ends=ends(text, code),
        )
    return None


def _of_another(before: str, code: str) -> bool:
    """Return whether somebody of the subject's is told of: a brother's home is not one's own."""
    return any(kind.search(before) for kind in KIN[code].values())


def value_of(text: str, language: str | None = None) -> str:
    """Return the words of weight of a value, sorted, so that two of them can be compared."""
    return " ".join(sorted(set(weighty(text, language)))) or plain(text).strip()


def ends(text: str, language: str | None = None) -> bool:
    """Return whether `text` tells that something is over: it died, was sold, is no longer."""
    return ENDINGS[guess(text, language)].search(text) is not None

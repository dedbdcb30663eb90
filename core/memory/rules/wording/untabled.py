"""Which texts are in a language that has no table."""

import re

from core.memory.rules.wording.light import LIGHT
from core.memory.rules.wording.model import listed
from core.memory.rules.wording.tongues import WORDINGS

_LATIN = ("en", "de", "es", "fr")
_OTHERS = listed(
    """
    è é certo ho hai sono sei siamo che di della dello dei delle nel nella il lo gli mio mia
    miei tuo tua questo questa anche perché però più già mangio lavoro abito oggi ieri domani
    chiamo piace eu não nao sou estou tenho meu minha você voce uma um também muito moro
    trabalho gosto hoje ontem amanhã chamo fui foi são isso ele ela num numa dos das pela pelo
    ik het een niet mijn heb ook voor maar naar bij geen woon wij jij hij zij nog wil omdat ja
    nie się sie mam jestem mój moja że czy mieszkam pracuję lubię dzisiaj jutro dla bir ve için
    değil benim çok bu şey var yok ama evet hayır bugün yarın yarin seviyorum tôi là không của
    và có một bạn mình rất đang sống được những này cho anh em jag är och inte det att på mitt
    bor heter också jeg ikke og hedder også er til já jsem není že mám mně jsi bydlím vagyok nem
    és egy hogy van az szeretem sunt nu și este lucrez locuiesc minä olen ei että saya aku tidak
    dan yang ini
    """
)
_WORDS = _OTHERS - frozenset().union(*(WORDINGS[code].common | LIGHT[code] for code in _LATIN))
"""Words that no table knows; those of a table tell nothing."""
SHARED = 1.5
"""What a word of no table weighs: those of a table stand in related languages too; our guess."""
DOT = "\u0307"
"""What the Turkish capital I leaves in lower case."""
_LETTERS = re.compile(r"[ãõąęłżźśćńığşěřčšžůťďőűășțăđơưåøæìò]|[\u1ea0-\u1ef9]")
_TABLED = re.compile(
    r"[a-zß-öø-ÿœ\u0400-\u04ff\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7a3\u3131-\u318e]"
)
_LATIN_LETTER = re.compile(r"[a-z\u00df-\u024f\u1e00-\u1eff]")
_KANA = re.compile(r"[\u3040-\u30ff]")
_CHINESE = re.compile(r"[我你您她它们們这這吗嗎呢吧很没沒谁什么麼给給让讓从還还對说哪]")
_CYRILLIC = re.compile(r"[\u0400-\u04ff]")
_NO_RUSSIAN = re.compile(r"[іїєґўђјљњћџғқңөұүһәѓќ]")
_CYRILLIC_WORDS = listed(
    """
    що та як не але був була дуже мене мені тебе або треба працюю живу люблю завтра сьогодні вчора
    це вже коли якщо моя мого съм няма мога имам искам че ще аз обичам живея работя сам није имам
    """
) - (WORDINGS["ru"].common | LIGHT["ru"])
_NAME = re.compile(r"(?<=[\w,] )[A-ZÀ-ÞĀĂĄĆČĎĐĘĚĞİŁŃŇŐŘŚŞŠŤŮŰŹŻŽȘȚ]\w+")
"""What is written large behind another word: towns and people of anywhere."""
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")


def is_untabled(text: str, hint: str | None = None) -> bool:
    """Return whether `text` is in a language that none of the tables is for.

    Short words of it, or its script, have to show so: a bare name or `ok` does not, unless `hint`
    is such a language. A text in two languages is in the one of which it has more.
    """
    bare = text.casefold().replace(DOT, "")
    letters = [one for one in bare if one.isalpha()]
    if not letters:
        return False
    foreign = sum(not (_TABLED.match(one) or _LATIN_LETTER.match(one)) for one in letters)
    if foreign > len(letters) / 2:
        return True
    if _CHINESE.search(bare):
        return not _KANA.search(bare)
    found = frozenset(_WORD.findall(bare))
    if sum(map(bool, map(_CYRILLIC.match, letters))) > len(letters) / 2:
        return _is_other_cyrillic(bare, found)
    if sum(map(bool, map(_LATIN_LETTER.match, letters))) <= len(letters) / 2:
        return False
    told = frozenset(_WORD.findall(_NAME.sub(" ", text).casefold().replace(DOT, "")))
    theirs = sum(word in _WORDS or bool(_LETTERS.search(word)) for word in told)
    best = max(_share(found, code) for code in _LATIN)
    if theirs == 0 and best == 0:
        return hint is not None and hint not in WORDINGS
    return SHARED * theirs > best


def _share(found: frozenset[str], code: str) -> float:
    return len(found & WORDINGS[code].common) + len(found & LIGHT[code]) / 2


def _is_other_cyrillic(bare: str, found: frozenset[str]) -> bool:
    if _NO_RUSSIAN.search(bare):
        return True
    theirs = len(found & _CYRILLIC_WORDS)
    return theirs > 0 and theirs >= _share(found, "ru")

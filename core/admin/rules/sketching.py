"""A persona from its owner's words alone, without a model: name, language, and the words."""

import re
from collections.abc import Callable
from typing import Final

from core.conversation.rules.names import NOBODY, one_line
from core.persona.model import PersonaDraft

NAMELESS: Final = "Nia"
"""How one is called whose owner gave no name."""
SEED_MOST: Final = 8000

_WORD = r"[^\W\d_][\w'’-]{0,30}"
_NAME = rf"[\"“”„«»'「『]?({_WORD}(?:\s(?=[A-ZÀ-ÞА-ЯЁ]){_WORD})?)"
_CALLED: Final = tuple(
    re.compile(pattern, flags)
    for pattern, flags in (
        (rf"\b(?i:called|named|name\s+is|name's|name:)\s+{_NAME}", 0),
        (rf"\b(?i:hei(?:ß|ss)t|namens|name\s+ist|genannt)\s+{_NAME}", 0),
        (rf"\b(?i:se\s+llama|llamad[ao]|nombre\s+es)\s+{_NAME}", 0),
        (rf"(?i:зовут|по\s+имени|имя[:\s—-])\s*{_NAME}", 0),
        (rf"\b(?i:s'appelle|nommée?|appelée?)\s+{_NAME}", 0),
        (
            rf"이름[은이]\s*({_WORD}?)(?=(?:이?라고|이?고|입니다|이에요|예요|이?야)|[\s.,]|$)",
            0,
        ),
        (r"([가-힣]{1,8}?)(?:이?라는|이?라고\s*(?:하는|불))", 0),
        (r"名前は[「『]?([\w・ー]{1,20}?)(?=[」』。、.,]|です|だ|$)", 0),
        (r"[「『]?([ァ-ヶー]{1,20}|[一-龯]{1,6})[」』]?(?:という|と呼ばれ)", 0),
    )
)
"""How languages give a name."""
_CAPITALISED = re.compile(r"\b[A-ZÀ-ÞА-ЯЁ][\w'’-]{1,30}")
_BEGINNINGS: Final = """
a an and as at be but create draw for from he her his i if in is it make my of on or our she that
the their there they this to we with you your please someone somebody
aber als an auf aus bei das dein der die du ein eine einen er es für ich ihr im in ist mein mit sie
und von wir zu bitte
con crea de del el ella en es eres haz la las los mi para por que ser soy su tu un una y él
бот в вот девушка его её и из мой мне на он она они по с создай сделай ты у это я
une le les des elle il est dans avec pour je tu nous vous mon ma
"""
_COMMON: Final = frozenset(_BEGINNINGS.split())
"""Words that a sentence begins with, and that are no names."""


def sketched(text: str, language: str, guess: Callable[[str, str], str]) -> PersonaDraft:
    """Return the draft of a persona whose seed are the words themselves.

    Args:
        text: What its owner wrote.
        language: Of who wrote it, where the text tells none.
        guess: Returns the language of a text, given that of its place.
    """
    return PersonaDraft(
        display_name=name_in(text), seed=text.strip()[:SEED_MOST], language=guess(text, language)
    )


def name_in(text: str) -> str:
    """Return the name that a description gives, else its first word that looks like one."""
    head = text[:2000]
    for shape in _CALLED:
        found = shape.search(head)
        if found is not None and (name := one_line(found[1])) != NOBODY:
            return name
    for found in _CAPITALISED.finditer(head):
        if found[0].casefold() not in _COMMON:
            return one_line(found[0].removesuffix("'s").removesuffix("’s"))
    return NAMELESS

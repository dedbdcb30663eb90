"""Words that may disturb: a table of whole words in six languages.

A word right behind a negation ("not urgent", "no es nada urgente", 급하지 않아) does not count.
Languages are not told apart. Danger to life is not decided here: the crisis protocol answers it in
every mode. The words are our choice, kept to those that mean little else.
"""

import re
import unicodedata

_SPACED = (
    r"urgent|urgently|emergency|asap|a\.s\.a\.p|sos|hurry"
    r"|dringend(?:e[rnms]?)?|notfall|notfälle|eilt|eilig|schnellstmöglich"
    r"|urgentes?|urgentemente|urgencia|emergencia|socorro|auxilio|cuanto antes"
    r"|срочн(?:о|ый|ая|ое|ые|ого|ому|ую)|экстренн(?:о|ый|ая|ое|ые)|чп|помогите"
)
_NEGATED = (
    r"(?:not|isn'?t|nothing|no|don'?t|never|nicht|nichts|kein(?:e[nrms]?)?|nada|sin"
    r"|не|нет|ничего|без)\s+(?:\w+\s+){0,2}"
)
_KOREAN = (
    r"급해\w*|급한\w*|급하[다고게네니]\w*|급함|급합니다|긴급\w*|응급\w*|비상사태\w*|비상상황\w*"
    r"|살려줘\w*"
)
_KOREAN_NEGATED = (
    r"안 급\w*|급하[지진]\w* ?(?:는|도)? ?(?:않|안|마)\w*|긴급\w* ?(?:아니|않)\w*"
    r"|급한 ?(?:건|거|게|것은?|일은?|일이)? ?(?:아니|없)\w*"
)
_JAPANESE = r"緊急(?!事態宣言)|大至急|至急|急用|急いで|急ぎ|急患|救急|助けて"
_JAPANESE_NEGATED = (
    r"(?:急ぎ|急用|緊急|至急)(?:では|じゃ|でも|とかじゃ)(?:な|あり)\w*"
    r"|急いで(?:は)?い?(?:な|ま?せん)\w*"
)
_CLEARED = re.compile(
    rf"(?<!\w){_NEGATED}(?:{_SPACED})(?!\w)|(?<!\w)(?:{_KOREAN_NEGATED})|(?:{_JAPANESE_NEGATED})"
)
_URGENT = re.compile(rf"(?<!\w)(?:{_SPACED})(?!\w)|(?<!\w)(?:{_KOREAN})|(?:{_JAPANESE})")


def is_urgent(text: str) -> str | None:
    """Return the first word of a message that makes it urgent, in lower case; None if none does."""
    plain = " ".join(unicodedata.normalize("NFKC", text).casefold().replace("’", "'").split())
    found = _URGENT.search(_CLEARED.sub(" ", plain))
    return None if found is None else found[0]

"""What was said and does not carry the statement: questions, plans, other people, other content."""

import re

from core.memory.model import Why
from core.memory.rules.gate.clauses import sentences
from core.memory.rules.gate.model import Reason
from core.memory.rules.gate.others import addressed, somebody_else
from core.memory.rules.gate.reading import Reading
from core.memory.rules.gate.yes import assent, confirmed, share_said, starts
from core.memory.rules.wording import Wording
from core.memory.rules.wording.content import numbers_of, plain, says, weighty
from core.memory.rules.wording.endings import ENDINGS
from core.memory.rules.wording.liking import LIKING, NOW, TRAIT
from core.memory.rules.wording.mine import BOOKED, MINE, OPENERS, PLANNED
from core.patterns import Pattern

_DATE = Pattern(
    r"\b\d{4}-\d\d(?:-\d\d)?\b|\b\d{1,2}[./]\d{1,2}[./]\d{2,4}\b|\b\d{1,2}:\d\d\b"
    r"|\d{1,4}[年月日]|\d{1,4} ?[년월일]|\b(?:19|20)\d\d\b"
)
_ASKS = Pattern(r"[?？]\W*$")
_SOMEBODY = Pattern(
    r"\b(?:the |their )?(?:users?|person|interlocutor)\b|^(?:s?he|they|her|his|their)\b"
    r"|\b(?:be)?nutzer(?:in)?s?\b|^(?:er|sie|ihr|ihre|sein|seine)\b"
    r"|\b(?:usuari[oa]|persona)\b|^(?:él|ella|su|sus)\b"
    r"|\butilisat(?:eur|rice)\b|^(?:il|elle|son|sa|ses)\b"
    r"|\b(?:пользовател\w+|собеседни\w+)\b|^(?:он|она|его|её|ее)\b"
)
_LATIN, _CYRILLIC = Pattern(r"[a-z]+"), Pattern(r"[а-я]+")


def untold(reading: Reading) -> list[Reason]:
    """Return what speaks for its not having been said."""
    found = (_question(reading), _plan(reading), _negation(reading), _small_talk(reading))
    more = (somebody_else(reading), addressed(reading), _retracted(reading))
    last = (
        _liking(reading),
        _trait(reading),
        _numbers(reading),
        _names(reading),
        _meta(reading),
        _unnamed(reading),
    )
    return [one for one in (*found, *more, *last) if one is not None]


def unsaid(reading: Reading) -> list[Reason]:
    """Return what speaks against a lesson: another number, likes for dislikes, a no for a yes."""
    found = (_negation(reading), _liking(reading), _soured(reading), _numbers(reading))
    return [one for one in found if one is not None]


def is_question(reading: Reading, text: str) -> bool:
    """Return whether a sentence asks, with its mark or without."""
    opener = OPENERS.get(reading.code)
    if _ASKS.search(text) or reading.any_said("asking", text):
        return True
    return opener is not None and opener.search(text) is not None and len(text.split()) > 2


def _question(reading: Reading) -> Reason | None:
    if assent(reading) or not all(is_question(reading, one) for one in reading.touching):
        return None
    if reading.any_said("presupposed", *reading.touching):
        return None
    tagged = any(
        table.tag.search(plain(re.split(r"[,、\s]+", one.strip(" ?？"))[-1]))
        for table in reading.tables
        for one in reading.touching
    )
    if tagged and not any(_opens(reading, one) for one in reading.touching):
        return Reason(why=Why.QUESTION, weight=0.15)
    mine = any(MINE[reading.code].search(one) for one in reading.touching)
    marked = any(_ASKS.search(one) or reading.any_said("asking", one) for one in reading.touching)
    return Reason(why=Why.QUESTION, weight=0.3 if mine else 0.65 if marked else 0.4)


def _opens(reading: Reading, text: str) -> bool:
    opener = OPENERS.get(reading.code)
    return opener is not None and opener.search(text) is not None


def _plan(reading: Reading) -> Reason | None:
    code = reading.statement_tables[0].code
    dated = reading.whole != reading.statement  # with its own date it is told as the plan it is
    if dated or any(map(reading.any_stated, ("wish", "plan"))):
        return None
    if PLANNED[code].search(reading.statement):
        return None
    if reading.any_said("plan", *reading.bearing):
        return Reason(why=Why.UNSURE, weight=0.5)
    ahead = BOOKED[reading.code].search(" ".join(sentences(reading.said)))
    return Reason(why=Why.UNSURE, weight=0.45) if ahead else None


def _negated(table: Wording, text: str) -> bool:
    return table.negation.search(table.not_negation.sub(" ", text)) is not None


def _negation(reading: Reading) -> Reason | None:
    if reading.foreign:
        return None
    table = reading.tables[0]
    spoken = not confirmed(reading) and any(_negated(table, one) for one in reading.parts)
    stated = _negated(reading.statement_tables[0], reading.statement)
    denied = reading.question is not None and starts(reading, "denial") and not assent(reading)
    if denied and not stated and share_said(reading, reading.said) < 0.3:
        return Reason(why=Why.UNSURE, weight=0.7)
    if spoken and not stated and not _lacks(reading):
        return Reason(why=Why.UNSURE, weight=0.6)
    heard = _heard(reading)
    lacking = reading.any_said("lacking", heard) or ENDINGS[reading.code].search(heard)
    if stated and not lacking and not _negated(table, heard) and not denied:
        return Reason(why=Why.UNSURE, weight=0.4)
    return None


def _lacks(reading: Reading) -> bool:
    """Return whether the statement is negative in another word than the one that is negated."""
    code = reading.statement_tables[0].code
    found = [m.group() for m in reading.statement_tables[0].lacking.finditer(reading.statement)]
    ended = ENDINGS[code].search(reading.statement) is not None
    heard = plain(" ".join(reading.parts))
    return ended or any(_root(plain(word)) not in heard for word in found)


def _root(word: str) -> str:
    """Return the start of a word that its forms share, about."""
    return word[: 2 if len(word) <= 6 else 4]


def _small_talk(reading: Reading) -> Reason | None:
    if assent(reading) or any(digit.isdigit() for digit in reading.said):
        return None
    left = reading.said
    for table in reading.tables:
        left = table.small_talk.sub(" ", left)
    return None if re.search(r"\w{2,}", left) else Reason(why=Why.SMALL_TALK, weight=0.7)


def _retracted(reading: Reading) -> Reason | None:
    """What the next words of the same person set right."""
    held = [one for one in reading.own if share_said(reading, one.text) > 0] or list(reading.own)
    best = max(held, key=lambda one: (share_said(reading, one.text), one.id))
    cited = {one.id for one in reading.own}
    for later in reading.testimony.around:
        if later.id <= best.id or later.sender != best.sender or later.id > best.id + 3:
            continue
        begins = any(
            (found := table.correction.search(later.text)) and found.start() <= 4
            for table in reading.tables
        )
        less = share_said(reading, later.text) < share_said(reading, best.text)
        if begins and (less or later.id not in cited):
            return Reason(why=Why.UNSURE, weight=0.6)
    return None


def _liking(reading: Reading) -> Reason | None:
    code = reading.statement_tables[0].code
    if not LIKING[code].search(reading.statement) or reading.foreign:
        return None
    asked = reading.question.text if reading.question is not None and assent(reading) else ""
    if LIKING[reading.code].search(f"{reading.said}\n{asked}") or reading.any_said("lacking"):
        return None
    return Reason(why=Why.UNSURE, weight=0.45)


def _trait(reading: Reading) -> Reason | None:
    code = reading.statement_tables[0].code
    if not TRAIT[code].search(reading.statement) or NOW[code].search(reading.statement):
        return None
    if TRAIT[reading.code].search(" ".join(reading.parts)):
        return None
    now = NOW[reading.code].search(reading.said)
    return Reason(why=Why.UNSURE, weight=0.5) if now else None


def _soured(reading: Reading) -> Reason | None:
    """A dislike of which nobody spoke, as `hates` for `likes`."""
    if not reading.any_stated("lacking"):
        return None
    heard = _heard(reading)
    if reading.any_said("lacking", heard) or _negated(reading.tables[0], heard):
        return None
    return Reason(why=Why.UNSURE, weight=0.6)


def _heard(reading: Reading) -> str:
    asked = "" if reading.question is None else reading.question.text
    nearby = (one.text for one in (*reading.lead, *reading.after[:1]))
    return "\n".join((reading.said, asked if assent(reading) else "", *nearby))


def _numbers(reading: Reading) -> Reason | None:
    """A number of the statement that nobody said; dates are resolved elsewhere."""
    name = reading.testimony.subject_name or "\n"
    told = reading.statement.replace(name, " ")  # a name may hold some
    stated = numbers_of(_DATE.sub(" ", told), reading.statement_tables[0].code)
    missing = stated - numbers_of(_heard(reading), reading.code) - {"1"}
    return Reason(why=Why.UNSURE, weight=0.45) if missing and not reading.foreign else None


def _names(reading: Reading) -> Reason | None:
    """A name of the statement that nobody said; German nouns and other scripts can't tell."""
    if reading.foreign or reading.statement_tables[0].code in ("de", "ja", "ko"):
        return None
    behind = reading.statement.split(" ", 2)[-1]
    found = re.findall(r"(?:(?<=[\w,] )|^)[A-ZА-ЯЁÁÉÍÓÚÑ]\w{2,}", behind)
    source = plain(_heard(reading))
    named = {word for one in found for word in weighty(one)} - set(
        weighty(reading.testimony.subject_name)
    )
    missing = [name for name in named if not says(source, name, reading.code)]
    return Reason(why=Why.UNSURE, weight=0.4) if missing else None


def _unnamed(reading: Reading) -> Reason | None:
    """A statement that names its subject nowhere tells of something else: `X is broken`.

    `The user` and `she` name it, too: models write so.

    Where the name is of another script than the statement nobody can tell.
    """
    told = plain(reading.statement)
    if _SOMEBODY.search(told):
        return None
    names = re.findall(r"\w+", plain(reading.testimony.subject_name))
    script = _LATIN if reading.statement_tables[0].code in ("en", "de", "es", "fr") else _CYRILLIC
    starts = {one[:3] for one in names if script.fullmatch(one) and len(one) > 2}
    if not starts or not script.search(told):
        return None
    named = any(one[:3] in starts for one in re.findall(r"\w+", told))
    return None if named else Reason(why=Why.UNSURE, weight=0.45)


def _meta(reading: Reading) -> Reason | None:
    return Reason(why=Why.SMALL_TALK, weight=0.5) if reading.any_stated("meta") else None

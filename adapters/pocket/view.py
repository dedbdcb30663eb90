"""What the voice can see: the history, sorted by who said what."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from zoneinfo import ZoneInfo

from adapters.pocket.kinds import Kind
from adapters.pocket.rules import name_told, quotable, recognise
from adapters.pocket.tables import PocketTables, Table
from adapters.pocket.text import fold, normal, words
from core.conversation.model import ReplyRequest, Said
from core.patterns import Pattern

_KEY = Pattern(r"[一-鿿々]+|[ァ-ヶー]{2,}|[가-힣]{2,}")
NAMED_WITHIN = 300
"""Characters at the start of a message in which a name is looked for. A guess."""
OPEN_ENDINGS = 2
"""Letters that a keyword may lose at its end: plurals and cases."""


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """The history from the point of view of one answer, oldest first."""

    own: tuple[str, ...]
    current: tuple[Said, ...]
    """What is to be answered."""
    earlier: tuple[Said, ...]
    """What the same person said before; other people's words are theirs."""
    name: str
    """The person's, if they told it; else empty."""
    name_from: Said | None
    invited: bool
    """The companion has just asked for the name."""
    asked: bool
    """The companion's last words were a question."""


def view_of(request: ReplyRequest, table: Table, tables: PocketTables) -> View:
    """Return what `request` shows, seen in the language of `table`."""
    history = request.context.history
    current = answered_by(request)
    ids = {said.id for said in current}
    speaker = current[-1].sender if current else last_sender(history)
    theirs = [said for said in history if not said.by_companion and said.sender == speaker]
    own = tuple(said.text for said in history if said.by_companion)
    told = told_before(history, theirs, tables, request.persona.names)
    return View(
        own=own,
        current=current,
        earlier=tuple(said for said in theirs if said.id not in ids),
        name=told[0] if told else "",
        name_from=told[1] if told else None,
        invited=bool(own) and asks_for_name(own[-1], [table]),
        asked=bool(own) and own[-1].rstrip().endswith(("?", "？")),
    )


def answered_by(request: ReplyRequest) -> tuple[Said, ...]:
    """Return the messages of the history that make up `user_message`, oldest first."""
    rest = request.user_message.strip()
    parts: list[Said] = []
    for said in reversed(request.context.history):
        text = said.text.strip()
        if rest and text and not said.by_companion and rest.endswith(text):
            rest = rest[: -len(text)].rstrip()
            parts.append(said)
    return tuple(reversed(parts))


NO_NAMES = frozenset({Kind.GREETING, Kind.FAREWELL, Kind.THANKS, Kind.LAUGHTER})
"""What one says instead of a name."""


def last_sender(history: tuple[Said, ...]) -> object:
    """Return who spoke last, the companion aside."""
    return next((said.sender for said in reversed(history) if not said.by_companion), None)


def told_before(
    history: Iterable[Said], theirs: list[Said], tables: PocketTables, names: tuple[str, ...]
) -> tuple[str, Said] | None:
    """Return the last name that the person told, and where, in whatever language."""
    every = list(tables.by_language.values())
    mine = {said.id for said in theirs}
    invited, result = False, None
    for said in history:
        if said.by_companion:
            invited = asks_for_name(said.text, every)
            continue
        if said.id in mine:
            name = first_name(said.text, every, names, invited=invited)
            result = (name, said) if name else result
        invited = False
    return result


def first_name(text: str, every: list[Table], names: tuple[str, ...], *, invited: bool) -> str:
    """Return the name told in `text`; a message that may hold one is looked at closely."""
    plain = normal(text[:NAMED_WITHIN])
    told = (
        intent.caught
        for table in every
        if any(name_told(line, table, invited=True) for line in plain.splitlines())
        for intent in recognise(plain, table, names=names, invited=invited)
        if intent.kind is Kind.NAME_TOLD
    )
    return next((name for name in told if " " in plain.strip() or is_name(name, every)), "")


def is_name(word: str, every: list[Table]) -> bool:
    """Return whether no language hears something else in `word`, such as a greeting in `hola`."""
    heard = {intent.kind for table in every for intent in recognise(normal(word), table)}
    return not heard & NO_NAMES


def asks_for_name(line: str, tables: Iterable[Table]) -> bool:
    """Return whether one of the questions for the name is in `line`."""
    return any(question in line for table in tables for question in table.ask["name"])


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What the history had on a question."""

    said: Said | None
    withheld: bool = False
    """There is something, but it is better not repeated."""


def remembered(question: str, view: View, table: Table, zone: ZoneInfo, today: date) -> Found:
    """Return the last thing the person said that `question` may be about."""
    sought = keywords(question, table)
    day = named_day(question, table, today)
    candidates = [
        said
        for said in reversed(view.earlier)
        if (day is None or said.sent_at.astimezone(zone).date() == day)
        and (not sought or speaks_of(said.text, sought))
    ]
    telling = [said for said in candidates if tells_something(said.text, table)]
    safe = [said for said in telling if quotable(said.text, table)]
    return Found(said=safe[0] if safe else None, withheld=bool(telling) and not safe)


def keywords(question: str, table: Table) -> set[str]:
    """Return the stems of what is asked for, without the words of asking."""
    folded = without_asking(question, table)
    return {stem(word) for word in key_words(folded, table)} | dense_keys(folded, table)


def without_asking(question: str, table: Table) -> str:
    """Return `question`, folded, without the words of asking and without the days it names."""
    folded = fold(normal(question))
    for pattern in (table.hear[Kind.RECALL].anywhere, table.today, table.yesterday):
        folded = pattern.sub(" ", folded) if pattern is not None else folded
    return folded


def key_words(folded: str, table: Table) -> set[str]:
    """Return the words that tell something, of scripts that put spaces between them."""
    plain = {word for word in words(folded) if len(word) >= 3 and not _KEY.search(word)}
    return plain - table.common - table.strong


def dense_keys(folded: str, table: Table) -> set[str]:
    """Return what tells something in Korean and Japanese: first syllables, runs of characters."""
    dense = {key[:2] if "가" <= key[0] <= "힣" else key for key in _KEY.findall(folded)}
    ignored = table.common | table.strong
    return {key for key in dense if not any(key == word[:2] or key == word for word in ignored)}


def stem(word: str) -> str:
    """Return `word` without its last letters, at least three of it."""
    return word[: max(3, len(word) - OPEN_ENDINGS)]


def speaks_of(text: str, sought: set[str]) -> bool:
    """Return whether a word of `text` begins with one of the stems."""
    folded = fold(normal(text))
    return any(re.search(rf"(?<![a-zа-я]){re.escape(stem)}", folded) for stem in sought)


def named_day(question: str, table: Table, today: date) -> date | None:
    """Return the day that the question names, if any."""
    folded = fold(normal(question))
    if table.yesterday is not None and table.yesterday.search(folded):
        return today - timedelta(days=1)
    return today if table.today is not None and table.today.search(folded) else None


def tells_something(text: str, table: Table) -> bool:
    """Return whether `text` is more than a greeting, a question, a sign or a wish to forget."""
    forgetting = table.memory.forgetting
    if forgetting is not None and forgetting.search(fold(normal(text))):
        return False
    kinds = {intent.kind for intent in recognise(text, table) if not intent.asked}
    told = {Kind.TOPIC, Kind.STATEMENT, Kind.MIRROR, Kind.NAME_TOLD, Kind.LONG, Kind.FINE}
    return bool(kinds & told) and Kind.RECALL not in kinds

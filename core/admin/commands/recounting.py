"""How memories are shown: one a line, with number, day and status, page by page."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from core.admin.commands.telling import bullets, button, day_name, how_to_ask, quoted, words
from core.admin.model import Invocation, Told
from core.admin.rules.memories import fact_ref, last_page, leaf_of, message_ref
from core.conversation.rules.quotations import quotation_in
from core.days import day_of
from core.memory.model import OWNER, Audience, Fact, Saying, Scope, Status, Subject, direct
from core.memory.rules.taking import BEFORE
from core.memory.service.tidying import UNDONE_WITHIN
from core.phrases import PeopleLine, Phrase, SteeringLine, phrase

FOUND_MOST = 10
"""Memories that a search shows."""
SHOWN = (Status.ACTIVE, Status.PAST, Status.HIDDEN)
"""What a list shows; what is set aside has a list of its own."""
_REASONS: Mapping[str, Phrase] = {
    key.removeprefix("why-"): key for key in Phrase if key.startswith("why-")
}


def can_come_back(fact: Fact) -> bool:
    """Return whether somebody took it away who can take that back, as far as the rows tell."""
    return BEFORE in fact.metadata and fact.status in (Status.HIDDEN, Status.PAST)


def visible(facts: Iterable[Fact]) -> list[Fact]:
    """Return the facts that are shown: not those that are hidden because their words are gone."""
    return [fact for fact in facts if fact.status is not Status.HIDDEN or can_come_back(fact)]


def own_scope(invocation: Invocation) -> Scope:
    """Return the scope of who gives the command, in a direct talk."""
    return Scope(
        space=invocation.space, here=direct(invocation.sender), persons=invocation.everyone
    )


def owners_scope(invocation: Invocation) -> Scope:
    """Return what an owner may read; only for an owner's command."""
    return Scope(space=invocation.space, here=OWNER)


def selves_of(invocation: Invocation) -> tuple[Subject, ...]:
    """Return whom the memories of who gives the command are about: all identities, this first."""
    others = sorted(invocation.everyone - {invocation.sender})
    return tuple(map(Subject, (invocation.sender, *others)))


def reason_of(reason: str | None, language: str) -> str:
    """Return why something is kept out, by the gate's name of the reason."""
    key = _REASONS.get(reason or "")
    return words(reason or "", "…") if key is None else phrase(key, language)


def day_told(invocation: Invocation, at: datetime) -> str:
    """Return the day of an instant, as the persona's clock has it."""
    return day_name(day_of(at, invocation.zone), invocation.language)


def undone_until(invocation: Invocation, closed_at: datetime) -> str:
    """Return the day until which a forgetting can be taken back."""
    return day_told(invocation, closed_at + UNDONE_WITHIN)


def fact_row(invocation: Invocation, fact: Fact, *, whose: bool = False) -> str:
    """Return a memory with its number, its day and what has become of it.

    `whose` tells whom it is about, for a list of several persons' memories. Somebody's own words
    are told to them as such.
    """
    language = invocation.language
    told = [day_told(invocation, fact.created_at)]
    if fact.status is Status.PAST:
        told.append(phrase(Phrase.MEMORY_PAST, language))
    elif fact.status is Status.HIDDEN:
        day = undone_until(invocation, fact.closed_at or fact.created_at)
        told.append(phrase(Phrase.MEMORY_HIDDEN, language, day=day))
    elif fact.status is Status.QUARANTINED:
        reason = reason_of(fact.reason, language)
        told.append(phrase(Phrase.MEMORY_SET_ASIDE, language, reason=reason))
    if fact.shared and fact.status is Status.ACTIVE:
        told.append(phrase(PeopleLine.SHARE_MARK, language, rooms=rooms_told(fact.shared)))
    subject = f"{_code(fact.subject)}: " if whose and not fact.is_of_persona else ""
    own = (
        None if whose or fact.subject not in selves_of(invocation) else quotation_in(fact.statement)
    )
    what = quoted(fact.statement) if own is None else f"“{quoted(own.words)}”"
    return f"{_code(fact_ref(fact.id))} {subject}{what} ({'; '.join(told)})"


def saying_row(invocation: Invocation, saying: Saying) -> str:
    """Return a message with its number, its words, and who said it when."""
    language, told = invocation.language, quoted(saying.text)
    day = day_told(invocation, saying.sent_at)
    if saying.by_companion:
        line = phrase(Phrase.MEMORY_SAID_MINE, language, words=told, day=day)
    elif saying.sender in invocation.everyone:
        line = phrase(Phrase.MEMORY_SAID, language, words=told, day=day)
    else:
        name = words(saying.sender_name, "…")
        line = phrase(Phrase.MEMORY_SAID_BY, language, words=told, name=name, day=day)
    return f"{_code(message_ref(saying.id))} {line}"


def rooms_told(audiences: Iterable[Audience]) -> str:
    """Return rooms by their numbers: `3, 4`."""
    numbers = (one.removeprefix("room:") for one in audiences)
    return ", ".join(sorted(numbers, key=lambda one: (len(one), one)))


def refs_told(refs: Sequence[str]) -> str:
    """Return numbers as they are typed: `#12`, `m7`."""
    return ", ".join(map(_code, refs))


def paged(
    invocation: Invocation,
    facts: Sequence[Fact],
    page: int,
    head: Phrase,
    form: str,
    *,
    whose: bool = True,
) -> Told:
    """Return a page of memories, the newest first, or which page is the last.

    `form` is the command that shows more, without the number; `whose` tells whom each is about.
    """
    language, leaf = invocation.language, leaf_of(page, len(facts))
    if leaf is None:
        last = str(last_page(len(facts)))
        problem = phrase(Phrase.MEMORY_NO_PAGE, language, got=str(page), last=last)
        return Told(text=how_to_ask(language, problem, (f"{form} {last}",)))
    numbers = {"page": str(leaf.number), "pages": str(leaf.count)}
    newest = list(reversed(facts))
    rows = [fact_row(invocation, fact, whose=whose) for fact in leaf.of(newest)]
    told = bullets(phrase(head, language, **numbers), *rows)
    if leaf.number == leaf.count:
        return Told(text=told)
    line = f"{form} {leaf.number + 1}"
    more = phrase(Phrase.MEMORY_MORE, language, form=line)
    choices = button(phrase(SteeringLine.MORE, language), line)
    return Told(text=f"{told}\n\n{more}", choices=choices)


def _code(text: str) -> str:
    """Return an id as code, so that no sign in it is markup."""
    return f"`{text.replace('`', '')}`"

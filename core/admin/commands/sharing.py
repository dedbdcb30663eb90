"""`/share`: a person lets a room hear what they told alone, and takes it back."""

from collections.abc import Iterable, Sequence

from core.admin.commands.linking import messenger_of
from core.admin.commands.recounting import (
    day_told,
    fact_row,
    own_scope,
    refs_told,
    rooms_told,
    selves_of,
)
from core.admin.commands.telling import bullets, how_to_ask, quoted
from core.admin.model import LABEL_MOST, LINE_MOST, Choice, Invocation, Told
from core.admin.ports import Shelf
from core.admin.rules.memories import fact_ref
from core.admin.rules.sharing import Meant, read_shared
from core.conversation.model import ChatKind, ConversationId, IdentityId
from core.memory.model import Fact, FactId, Saying, Status, direct, room
from core.phrases import PeopleLine, phrase

FORMS = ("/share #12 #14", "/share list", "/share back #12")
LONGEST = 300
"""Characters that are looked at."""
ROOMS_MOST = 10
"""Rooms that are offered, the latest ones."""
WORDS_MOST = 40
"""Characters of the words by which somebody knows a room again."""


def share(invocation: Invocation, shelf: Shelf) -> str | Told:
    """Let a room hear facts: in a room that one, in a direct talk the one that is named."""
    meant = read_shared(invocation.line(LONGEST))
    if meant is None:
        return how_to_ask(invocation.language, "", FORMS)
    theirs = [fact.id for fact in own_facts(invocation, shelf) if fact.id in meant.facts]
    missing = _missing(invocation, meant, theirs)
    if not theirs:
        return missing
    mine = Meant(facts=tuple(theirs), room=meant.room)
    if invocation.chat_kind is not ChatKind.DIRECT:
        told: Told = _shared(invocation, shelf, mine, invocation.conversation)
    else:
        told = _in_direct(invocation, shelf, mine)
    text = "\n\n".join(filter(None, (told.text, missing)))
    return Told(text=text, choices=told.choices)


def share_list(invocation: Invocation, shelf: Shelf) -> str:
    """Tell what is shared, and where."""
    language = invocation.language
    facts = [fact for fact in own_facts(invocation, shelf) if fact.shared]
    if not facts:
        return how_to_ask(language, phrase(PeopleLine.SHARE_NONE, language), FORMS[:1])
    rooms = {number for fact in facts for number in fact.shared}
    known = [one for one in _rooms(invocation, shelf) if room(one.conversation) in rooms]
    rows = (fact_row(invocation, fact) for fact in reversed(facts))
    told = bullets(phrase(PeopleLine.SHARE_LIST, language), *rows)
    where = "\n".join(f"- {_room_row(invocation, one)}" for one in known)
    return f"{told}\n\n{where}" if where else told


def share_back(invocation: Invocation, shelf: Shelf) -> str:
    """Take facts back from a room, or from all."""
    language = invocation.language
    meant = read_shared(invocation.line(LONGEST))
    if meant is None:
        return how_to_ask(language, "", ("/share back #12", "/share back #12 with 3"))
    audience = None if meant.room is None else room(meant.room)
    theirs = [
        fact.id
        for fact in own_facts(invocation, shelf)
        if fact.id in meant.facts and (fact.shared if audience is None else audience in fact.shared)
    ]
    told = []
    if theirs:
        shelf.shares.drop(invocation.space, theirs, audience)
        told.append(phrase(PeopleLine.SHARE_BACK, language, refs=_refs(theirs)))
    left = [fact for fact in meant.facts if fact not in theirs]
    if left:
        told.append(phrase(PeopleLine.SHARE_NOT, language, refs=_refs(left)))
    return "\n\n".join(told)


def own_facts(invocation: Invocation, shelf: Shelf) -> list[Fact]:
    """Return what this person told of themself alone and holds, by id: it is theirs to share."""
    alone = {direct(IdentityId(one)) for one in invocation.everyone}
    facts = [
        fact
        for subject in selves_of(invocation)
        for fact in shelf.facts.listed(
            own_scope(invocation), subject=subject, statuses=(Status.ACTIVE,)
        )
        if fact.audience in alone
    ]
    return sorted(facts, key=lambda fact: fact.id)


def _in_direct(invocation: Invocation, shelf: Shelf, meant: Meant) -> Told:
    """Share with the room that is named, or offer those that there are."""
    language, rooms = invocation.language, _rooms(invocation, shelf)
    if not rooms:
        return Told(text=phrase(PeopleLine.SHARE_NO_ROOMS, language, form=meant.line("share")))
    if meant.room is None:
        intro = phrase(PeopleLine.SHARE_WHERE, language, refs=_refs(meant.facts))
        return _offered(invocation, intro, meant, rooms)
    if meant.room in {one.conversation for one in rooms}:
        return _shared(invocation, shelf, meant, meant.room)
    intro = phrase(PeopleLine.SHARE_NO_ROOM, language, got=str(meant.room))
    return _offered(invocation, intro, meant, rooms)


def _shared(invocation: Invocation, shelf: Shelf, meant: Meant, where: ConversationId) -> Told:
    shelf.shares.add(invocation.space, meant.facts, room(where), invocation.now)
    values = {"refs": _refs(meant.facts), "form": meant.line("share back")}
    if where == invocation.conversation:
        return Told(text=phrase(PeopleLine.SHARE_DONE_HERE, invocation.language, **values))
    number = rooms_told([room(where)])
    return Told(text=phrase(PeopleLine.SHARE_DONE, invocation.language, room=number, **values))


def _offered(invocation: Invocation, intro: str, meant: Meant, rooms: Sequence[Saying]) -> Told:
    lines = {one.conversation: meant.line("share", one.conversation) for one in rooms}
    rows = (f"`{lines[one.conversation]}`: {_room_row(invocation, one)}" for one in rooms)
    choices = tuple(
        Choice(label=_label(one), line=lines[one.conversation])
        for one in rooms
        if len(lines[one.conversation].encode()) <= LINE_MOST
    )
    return Told(text=bullets(intro, *rows), choices=choices)


def _rooms(invocation: Invocation, shelf: Shelf) -> list[Saying]:
    """Return this person's last words in the rooms where they spoke last."""
    rooms = shelf.shares.rooms(invocation.space, invocation.everyone)
    latest = sorted(rooms, key=lambda one: one.id)[-ROOMS_MOST:]
    return sorted(latest, key=lambda one: one.conversation)


def _room_row(invocation: Invocation, last: Saying) -> str:
    """Return a room by what nobody else said there: the person's own last words."""
    return phrase(
        PeopleLine.SHARE_ROOM,
        invocation.language,
        number=str(last.conversation),
        where=messenger_of(IdentityId(last.sender or "")),
        words=quoted(last.text, WORDS_MOST),
        day=day_told(invocation, last.sent_at),
    )


def _label(last: Saying) -> str:
    where = messenger_of(IdentityId(last.sender or ""))
    return f"{last.conversation} · {where}: {quoted(last.text, WORDS_MOST)}"[:LABEL_MOST]


def _missing(invocation: Invocation, meant: Meant, theirs: Iterable[FactId]) -> str:
    """Return that some numbers mean nothing that could be shared, whatever they are."""
    left = [fact for fact in meant.facts if fact not in set(theirs)]
    if not left:
        return ""
    return phrase(PeopleLine.SHARE_NO_SUCH, invocation.language, refs=_refs(left))


def _refs(facts: Iterable[FactId]) -> str:
    return refs_told([fact_ref(fact) for fact in facts])

"""Whatever is remembered, said and erased, SQLite and the plain stores in memory keep the same."""

import asyncio
import tempfile
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from pathlib import Path
from shutil import copyfile

from hypothesis import given, settings
from hypothesis import strategies as st

from adapters.storage import Database, DatabaseConfig
from core.conversation.model import ChatKind, ConversationId, Deletion, Edit, MessageId
from core.engine.memory import InMemoryWork
from core.engine.model import Conversation, Lane
from core.engine.ports import Stores, Work
from core.memory.model import (
    EVERYONE,
    PERSONA,
    Audience,
    FactId,
    Scope,
    Status,
    Subject,
    direct,
    room,
)
from core.persona.model import SpaceId
from tests.contracts.memories import (
    ANN_ELSEWHERE,
    BEN,
    BENS,
    NOA,
    ROOM,
    answers,
    draft,
    eye,
    meaning,
    scope,
    span,
    turn_on,
)
from tests.contracts.stores import ANN, HOME, MINA, after, bubble, inbound

Act = Callable[[Stores], object]

SPACES = [MINA, NOA]
PEOPLE = [ANN, BEN, ANN_ELSEWHERE]
ROUTES = [(HOME, ChatKind.DIRECT), (BENS, ChatKind.DIRECT), (ROOM, ChatKind.GROUP)]
WORDS = ["rain", "RAIN!", "snow in Oslo", "1234", "雨が降る", "", " \n", "the", "ab", "Oslos"]
MODELS = ["one", "two"]

spaces = st.sampled_from(SPACES)
people = st.sampled_from(PEOPLE)
words = st.sampled_from(WORDS)
numbers = st.integers(1, 12)
some_numbers = st.lists(numbers, max_size=4)
seconds = st.integers(-5, 30)
spans = st.none() | st.builds(lambda at, long: span(at, at + long), seconds, st.integers(1, 9))
audiences = st.sampled_from(
    [EVERYONE, *map(direct, PEOPLE), *(Audience(f"room:{number}") for number in range(1, 7))]
)
statements = words.map(lambda text: f"It is {text}")


@st.composite
def drafts(draw: st.DrawFn) -> Act:
    when = draw(seconds)
    given_draft = draft(
        draw(statements),
        space=draw(spaces),
        subject=draw(people.map(Subject) | st.just(PERSONA)),
        speaker=draw(st.none() | people),
        audience=draw(audiences),
        evidence=tuple(MessageId(one) for one in draw(some_numbers)),
        attribute=draw(st.sampled_from([None, "home"])),
        when=draw(spans),
        valid_until=draw(st.none() | seconds.map(after)),
        metadata={"a": [draw(words)]},
    )
    status = draw(st.sampled_from(Status))
    return lambda stores: stores.facts.add(given_draft, after(when), status=status, reason="r")


@st.composite
def saved(draw: st.DrawFn) -> Act:
    number = draw(numbers)
    changes: dict[str, object] = {
        "statement": draw(statements),
        "status": draw(st.sampled_from(Status)),
        "closed_at": draw(st.none() | seconds.map(after)),
        "evidence": tuple(MessageId(one) for one in draw(some_numbers)),
        "when": draw(spans),
        "superseded_by": draw(st.none() | numbers.map(FactId)),
    }
    space = draw(spaces)

    def act(stores: Stores) -> None:
        for fact in stores.facts.some(eye(space), [FactId(number)]):
            stores.facts.save(replace(fact, **changes))  # type: ignore[arg-type]  # any of it

    return act


def here(stores: Stores, space: SpaceId, which: int) -> Conversation:
    route, kind = ROUTES[which]
    return stores.conversations.find_or_create(
        space, replace(route, chat=f"{space}{route.chat}"), kind, after(0)
    )


@st.composite
def said(draw: st.DrawFn) -> Act:
    space, which, by, text = draw(spaces), draw(st.integers(0, 2)), draw(people), draw(words)
    key, taught = str(draw(numbers)), draw(st.booleans())
    lane, from_bot = (
        draw(st.sampled_from([Lane.TALK, Lane.TALK, Lane.COMMAND])),
        draw(st.booleans()),
    )

    def act(stores: Stores) -> object:
        place = here(stores, space, which)
        message = inbound(key, text, place.route, sender=by, from_bot=from_bot)
        return stores.messages.add(
            place, message, after(0), lane=lane, silence="seen", taught=taught
        )

    return act


@st.composite
def answered(draw: st.DrawFn) -> Act:
    space, which, text = draw(spaces), draw(st.integers(0, 2)), draw(words)
    first, ref = draw(st.none() | numbers), draw(st.sampled_from(["fact", "msg"]))
    number = draw(numbers)

    def act(stores: Stores) -> None:
        place = here(stores, space, which)
        known = [one.id for one in stores.messages.recent(place.id, 20) if one.id == first]
        turn_on(stores, place, *known)
        turn = stores.turns.recent(place.id, 1)[0].turn
        stores.turns.add_bubbles([bubble(turn, 0, text=text), bubble(turn, 1, text="well")])
        trace = {"reasoning": [text], "items": [{"ref": f"{ref}:{number}", "part": text}]}
        stores.turns.save(turn, trace)
        answers(stores, text, place, turn.id)

    return act


@st.composite
def changed(draw: st.DrawFn) -> Act:
    space, which, text = draw(spaces), draw(st.integers(0, 2)), draw(words)
    keys = tuple(map(str, draw(some_numbers)))
    route = replace(ROUTES[which][0], chat=f"{space}{ROUTES[which][0].chat}")
    if draw(st.booleans()):
        gone = Deletion(route=route, message_ids=keys, deleted_at=after(1))
        return lambda stores: stores.messages.delete(gone)
    at = after(draw(seconds))
    edit = Edit(route=route, message_id="1", text=text, edited_at=at)
    return lambda stores: stores.messages.edit(edit)


def heard(number: int, text: str) -> Act:
    return lambda stores: stores.messages.hear(MessageId(number), text)


def withheld(of: list[int], at: int | None) -> Act:
    when = None if at is None else after(at)
    return lambda stores: stores.sayings.withhold([MessageId(one) for one in of], when)


def erased(space: SpaceId, of: list[int], texts: list[str], facts: list[int]) -> Act:
    return lambda stores: stores.sayings.erase(
        space, [MessageId(one) for one in of], texts, [FactId(one) for one in facts]
    )


def deleted(space: SpaceId, of: list[int]) -> Act:
    return lambda stores: stores.facts.delete(space, [FactId(one) for one in of])


def touched(space: SpaceId, of: list[int], at: int) -> Act:
    return lambda stores: stores.facts.touch(space, [FactId(one) for one in of], after(at))


def blocked(space: SpaceId, statement: str | None, of: list[int], back: bool) -> Act:
    messages = [MessageId(one) for one in of]
    if back:
        return lambda stores: stores.facts.unblock(space, statement, messages)
    return lambda stores: stores.facts.block(space, statement, messages)


def embedded(space: SpaceId, model: str, of: list[int]) -> Act:
    refs = [f"{kind}:{one}" for one in of for kind in ("fact", "msg")]
    return lambda stores: stores.vectors.put(
        space, model, {ref: meaning(1, len(ref), tokens=ref.endswith("1")) for ref in refs}
    )


acts = (
    drafts()
    | said()
    | said()
    | answered()
    | saved()
    | changed()
    | st.builds(heard, numbers, words)
    | st.builds(withheld, some_numbers, st.none() | seconds)
    | st.builds(erased, spaces, some_numbers, st.lists(words, max_size=2), some_numbers)
    | st.builds(deleted, spaces, some_numbers)
    | st.builds(touched, spaces, some_numbers, seconds)
    | st.builds(blocked, spaces, st.none() | words, some_numbers, st.booleans())
    | st.builds(embedded, spaces, st.sampled_from(MODELS), some_numbers)
)


def scopes(space: SpaceId) -> list[Scope]:
    return [
        eye(space),
        *(scope(direct(one), [one], space=space) for one in PEOPLE),
        scope(direct(ANN), PEOPLE, space=space),
        scope(direct(ANN), space=space, personal=False),
        *(Scope(space=space, here=room(ConversationId(one))) for one in range(1, 7)),
    ]


def view(stores: Stores) -> list[object]:
    """Return all that a reader can see."""
    seen: list[object] = []
    every = [MessageId(one) for one in range(1, 30)]
    facts = [FactId(one) for one in range(1, 30)]
    for space in SPACES:
        for one in scopes(space):
            seen += [
                stores.facts.listed(one, statuses=list(Status)),
                stores.facts.listed(one, subject=Subject(ANN), after=FactId(2), limit=2),
                stores.facts.some(one, facts),
                stores.facts.near(one, after(0), after(7)),
                stores.sayings.heard(one, after=MessageId(2)),
                stores.sayings.some(one, every),
                stores.sayings.around(one, MessageId(3), 2),
            ]
        seen += [
            stores.facts.of_attribute(space, Subject(ANN), "home"),
            stores.facts.citing(space, every[:3]),
            stores.facts.ended(space, after(5)),
            stores.facts.hidden_before(space, after(5)),
            stores.facts.counts(space),
            stores.facts.revision(space),
            [stores.facts.is_blocked(space, text, every[:1]) for text in WORDS],
            [stores.vectors.missing(space, model, 9) for model in MODELS],
            [vectors(stores, space, model) for model in MODELS],
            dict(stores.vectors.counts(space)),
            stores.overrides.active(space, after(0)),
        ]
        for route, _ in ROUTES:
            for place in stores.conversations.at_chat(route.account, f"{space}{route.chat}"):
                seen += [stores.turns.recent(place.id, 9), stores.messages.recent(place.id, 20)]
    return seen


def vectors(stores: Stores, space: SpaceId, model: str) -> object:
    refs = [f"{kind}:{one}" for one in range(30) for kind in ("fact", "msg")]
    found = stores.vectors.load(space, model, refs)
    return {
        ref: (one.vector.tolist(), None if one.tokens is None else one.tokens.tolist())
        for ref, one in found.items()
    }


async def all_answers(work: Work, lived: list[Act]) -> AsyncIterator[object]:
    """Yield what each act answers, and what is there after some of them and at the end."""
    for number, act in enumerate(lived, 1):
        yield await work.write(act)
        if number % 8 == 0:
            yield await work.read(view)
    yield await work.read(view)


async def live(config: DatabaseConfig, lived: list[Act]) -> None:
    database = Database(config)
    try:
        theirs = [answer async for answer in all_answers(database, lived)]
    finally:
        await database.close()
    ours = [answer async for answer in all_answers(InMemoryWork(), lived)]
    assert ours == theirs


def test_sqlite_and_memory_remember_the_same(sqlite_template: Path) -> None:
    @settings(max_examples=20, deadline=None)
    @given(st.lists(acts, max_size=25))
    def same(lived: list[Act]) -> None:
        with tempfile.TemporaryDirectory() as folder:
            config = DatabaseConfig(synchronous="normal").resolve(Path(folder))
            assert config.file is not None
            copyfile(sqlite_template, config.file)
            asyncio.run(live(config, lived))

    same()

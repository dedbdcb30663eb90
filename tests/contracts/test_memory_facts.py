"""What every store of facts promises: in memory, over SQLite and over PostgreSQL."""

import inspect
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from core.conversation.model import ConversationId, IdentityId, MessageId
from core.engine.ports import Stores, Work
from core.memory.model import EVERYONE, PERSONA, Fact, FactId, Status, Subject, direct, room
from core.memory.ports import FactCounts, Facts, Revision, Sayings
from core.persona.model import SpaceId
from tests.contracts.memories import (
    ANN_ELSEWHERE,
    BEN,
    MODEL,
    NOA,
    ROOM,
    as_memory,
    draft,
    eye,
    in_room,
    meaning,
    place,
    says,
    scope,
    some,
    span,
)
from tests.contracts.stores import ANN, MINA, NOON, after

SOUL = "서울 🇰🇷 'quoted' \"twice\"\n\ttab — Привет, مرحبا, 👩‍👩‍👧"


STRANGER = IdentityId("telegram:77")
ANYBODY = IdentityId("%")


def ids(facts: list[Fact]) -> list[FactId]:
    return [fact.id for fact in facts]


async def test_a_fact_comes_back_whole(work: Work) -> None:
    given = draft(
        SOUL,
        source=SOUL,
        evidence=(7, 3),
        topics=("home", SOUL),
        attribute="home",
        importance=0.1,
        confidence=0.3,
        when=span(-0.000001, 90.5, SOUL),
        valid_until=after(99),
        metadata={"pages": (1, 2), "deep": {"한": None, "yes": True}, "share": 0.5},
    )

    added = await work.write(
        lambda stores: stores.facts.add(given, NOON, status=Status.QUARANTINED, reason="unsure")
    )

    assert await work.read(lambda stores: stores.facts.get(scope(), added.id)) == added
    assert (added.statement, added.evidence, added.topics) == (SOUL, (7, 3), ("home", SOUL))
    assert added.metadata == {"pages": [1, 2], "deep": {"한": None, "yes": True}, "share": 0.5}
    assert (added.status, added.reason) == (Status.QUARANTINED, "unsure")
    assert (added.valid_from, added.created_at) == (after(-0.000001), NOON)
    assert added.when == given.when


async def test_what_is_saved_of_a_fact_comes_back_whole(work: Work) -> None:
    def change(stores: Stores) -> Fact:
        known = stores.facts.add(draft(evidence=(1,)), NOON)
        changed = replace(
            known,
            statement=SOUL,
            evidence=tuple(some(2, 3)),
            status=Status.PAST,
            valid_until=after(1),
            closed_at=after(2),
            superseded_by=FactId(77),
            mentions=5,
            last_accessed=after(3),
            reason="told again",
            when=span(0, 1),
            metadata={"a": 1},
        )
        stores.facts.save(changed)
        return changed

    changed = await work.write(change)

    kept, citing = await work.read(
        lambda stores: (
            stores.facts.get(scope(), changed.id),
            [ids(stores.facts.citing(MINA, [one])) for one in some(1, 2, 3)],
        )
    )
    assert kept == changed
    assert citing == [[], [changed.id], [changed.id]]


async def test_instants_of_any_zone_are_the_same_instants(work: Work) -> None:
    there = NOON.astimezone(datetime.strptime("+0530", "%z").tzinfo)

    fact = await work.write(lambda stores: stores.facts.add(draft(), there))

    kept = await work.read(lambda stores: stores.facts.get(scope(), fact.id))
    assert kept is not None
    assert kept.created_at == NOON
    assert kept.created_at.utcoffset() in (timedelta(0), there.utcoffset())


async def test_a_text_that_no_database_can_carry_is_made_storable(work: Work) -> None:
    broken = draft("a\x00b\ud800", topics=("\ud800",), metadata={"x\x00": ["\ud800"]})

    fact = await work.write(lambda stores: stores.facts.add(broken, NOON))

    assert await work.read(lambda stores: stores.facts.get(scope(), fact.id)) == fact
    assert (fact.statement, fact.topics, fact.metadata) == (
        "ab\ufffd",
        ("\ufffd",),
        {"x": ["\ufffd"]},
    )


async def test_metadata_that_are_no_json_are_refused(work: Work) -> None:
    with pytest.raises(TypeError, match="JSON"):
        await work.write(lambda stores: stores.facts.add(draft(metadata={"a": {1}}), NOON))

    assert await work.read(lambda stores: stores.facts.listed(eye())) == []


async def test_an_unknown_fact_is_not_saved(work: Work) -> None:
    def save(stores: Stores) -> None:
        known = stores.facts.add(draft(), NOON)
        stores.facts.save(replace(known, id=FactId(99)))
        stores.facts.save(replace(known, space=NOA, statement="stolen"))

    await work.write(save)

    listed = await work.read(
        lambda stores: (stores.facts.listed(eye()), stores.facts.listed(eye(NOA)))
    )
    assert [len(one) for one in listed] == [1, 0]
    assert listed[0][0].statement == "Ann likes rain."


async def test_a_number_is_never_given_twice(work: Work) -> None:
    def add(stores: Stores) -> FactId:
        return stores.facts.add(draft(), NOON).id

    first, last = await work.write(add), await work.write(add)
    await work.write(lambda stores: stores.facts.delete(MINA, [first, last]))

    assert await work.write(add) > last


# Who may hear what.


def everywhere(stores: Stores) -> dict[str, FactId]:
    """Store a fact for each way of being said, in two spaces."""
    rainy = place(stores, ROOM)
    said = {
        "of mina": draft("I am 25.", subject=PERSONA, audience=EVERYONE, speaker=None),
        "of mina, for ann": draft("I like Ann.", subject=PERSONA),
        "ann, alone": draft(),
        "ann elsewhere, alone": draft(
            subject=Subject(ANN_ELSEWHERE), speaker=ANN_ELSEWHERE, audience=direct(ANN_ELSEWHERE)
        ),
        "ben, alone": draft(subject=Subject(BEN), speaker=BEN, audience=direct(BEN)),
        "ben of ann, alone": draft(speaker=BEN, audience=direct(BEN)),
        "ann, in a room": draft(audience=room(rainy.id)),
        "ben, in a room": draft(subject=Subject(BEN), speaker=BEN, audience=room(rainy.id)),
        "ben of ann, in a room": draft(speaker=BEN, audience=room(rainy.id)),
        "ann, for everyone": draft(audience=EVERYONE),
    }
    known = {name: stores.facts.add(one, NOON).id for name, one in said.items()}
    for one in said.values():
        stores.facts.add(replace(one, space=NOA), NOON)
    return known


FOR_ALL = {"of mina", "ann, for everyone"}
ANNS = FOR_ALL | {"of mina, for ann", "ann, alone", "ann, in a room"}
BENS = FOR_ALL | {"ben, alone", "ben of ann, alone", "ben, in a room"}
IN_ROOM = FOR_ALL | {"ann, in a room", "ben, in a room", "ben of ann, in a room"}
HEARD = [
    pytest.param(lambda _: scope(), ANNS, id="a direct talk"),
    pytest.param(
        lambda _: scope(persons=(ANN, ANN_ELSEWHERE)),
        ANNS | {"ann elsewhere, alone"},
        id="a direct talk with one who is linked",
    ),
    pytest.param(lambda _: scope(direct(BEN), (BEN,)), BENS, id="another direct talk"),
    pytest.param(
        lambda _: scope(direct(BEN), ()),
        FOR_ALL | {"ben, alone", "ben of ann, alone"},
        id="a direct talk with nobody known",
    ),
    pytest.param(lambda stores: in_room(place(stores, ROOM), ANN, BEN), IN_ROOM, id="a room"),
    pytest.param(lambda stores: in_room(place(stores, ROOM)), IN_ROOM, id="an empty room"),
    pytest.param(lambda _: scope(room(ConversationId(99)), (ANN,)), FOR_ALL, id="another room"),
    pytest.param(
        lambda _: scope(personal=False), {"of mina", "of mina, for ann"}, id="while it is taught"
    ),
    pytest.param(lambda _: scope(direct(STRANGER), (STRANGER,)), FOR_ALL, id="a stranger"),
    pytest.param(
        lambda _: scope(direct(ANYBODY), (ANYBODY, IdentityId("telegram:_"))),
        FOR_ALL,
        id="no wildcards",
    ),
    pytest.param(lambda _: scope(space=SpaceId("nowhere")), set(), id="an unknown space"),
]
READS: dict[str, Callable[[Facts, object, list[FactId]], list[Fact]]] = {
    "listed": lambda facts, here, _: facts.listed(here),  # type: ignore[arg-type]
    "some": lambda facts, here, known: facts.some(here, [*known, FactId(999)]),  # type: ignore[arg-type]
    "get": lambda facts, here, known: [
        fact
        for one in known
        if (fact := facts.get(here, one)) is not None  # type: ignore[arg-type]
    ],
}


@pytest.mark.parametrize("read", READS.values(), ids=READS)
@pytest.mark.parametrize(("here", "heard"), HEARD)
async def test_a_read_returns_what_may_be_heard_and_nothing_else(
    work: Work, here: Callable[[Stores], object], heard: set[str], read: Callable[..., list[Fact]]
) -> None:
    known = await work.write(everywhere)
    names = {number: name for name, number in known.items()}
    where = await work.write(here)
    every = list(range(1, 2 * len(known) + 1))

    found = await work.read(lambda stores: read(stores.facts, where, every))

    assert {names[fact.id] for fact in found} == heard
    assert ids(found) == sorted(ids(found))


async def test_the_owner_sees_all_of_a_space_and_nothing_of_another(work: Work) -> None:
    known = await work.write(everywhere)

    seen = await work.read(lambda stores: stores.facts.listed(eye()))

    assert ids(seen) == list(known.values())


def test_no_scope_no_answer() -> None:
    takes_scope: list[Callable[..., object]] = [Facts.get, Facts.some, Facts.listed, Facts.near]
    takes_scope += [Sayings.heard, Sayings.some, Sayings.around]
    for read in takes_scope:
        assert inspect.signature(read).parameters["scope"].default is inspect.Parameter.empty


async def test_a_list_is_narrowed_by_subject_status_and_number(work: Work) -> None:
    def fill(stores: Stores) -> list[FactId]:
        return [
            stores.facts.add(draft(subject=subject), NOON, status=status).id
            for subject in (Subject(ANN), PERSONA)
            for status in Status
        ]

    known = await work.write(fill)
    active, past, quarantined, hidden, own, *_ = known

    facts = await work.read(
        lambda stores: [
            ids(found)
            for found in (
                stores.facts.listed(scope()),
                stores.facts.listed(scope(), subject=Subject(ANN), statuses=list(Status)),
                stores.facts.listed(scope(), subject=PERSONA),
                stores.facts.listed(scope(), statuses=(Status.PAST, Status.HIDDEN), limit=2),
                stores.facts.listed(scope(), after=active),
                stores.facts.listed(scope(), statuses=()),
                stores.facts.listed(scope(), limit=0),
                stores.facts.some(scope(), [hidden, past, hidden]),
            )
        ]
    )
    assert facts == [
        [active, own],
        [active, past, quarantined, hidden],
        [own],
        [past, hidden],
        [own],
        [],
        [],
        [past, hidden],
    ]


@pytest.mark.parametrize(
    ("start", "end", "found"),
    [
        pytest.param(0, 10, [2, 1], id="by start, then number"),
        pytest.param(10, 20, [3], id="the end is not included"),
        pytest.param(-9, 0, [], id="nor is the end of what is asked for"),
        pytest.param(4, 5, [2, 1], id="inside"),
        pytest.param(5, 5, [], id="an empty span"),
        pytest.param(8, 2, [], id="a span that runs backwards"),
        pytest.param(-99, 99, [2, 1, 3], id="all"),
    ],
)
async def test_facts_are_found_by_the_time_that_they_speak_of(
    work: Work, start: float, end: float, found: list[int]
) -> None:
    def fill(stores: Stores) -> None:
        for when in (span(1, 10), span(0, 10), span(10, 20), None):
            stores.facts.add(draft(when=when), NOON)
        stores.facts.add(draft(when=span(0, 10)), NOON, status=Status.HIDDEN)
        stores.facts.add(draft(when=span(0, 10), audience=direct(BEN)), NOON)

    await work.write(fill)

    near = await work.read(lambda stores: stores.facts.near(scope(), after(start), after(end)))
    assert ids(near) == found


# What the gate and the keeper of the house ask.


async def test_the_gate_sees_the_active_values_of_an_attribute_for_any_audience(work: Work) -> None:
    def fill(stores: Stores) -> list[FactId]:
        homes = [
            draft(attribute="home"),
            draft(attribute="home", audience=room(place(stores, ROOM).id), speaker=BEN),
        ]
        others = [
            draft(attribute="name"),
            draft(attribute="home", subject=Subject(BEN)),
            draft(attribute="home", space=NOA),
            draft(),
        ]
        known = [stores.facts.add(one, NOON).id for one in homes]
        for one in others:
            stores.facts.add(one, NOON)
        stores.facts.add(homes[0], NOON, status=Status.PAST)
        return known

    known = await work.write(fill)

    found = await work.read(lambda s: s.facts.of_attribute(MINA, Subject(ANN), "home"))
    assert ids(found) == known


async def test_facts_are_found_by_any_message_that_they_rest_on(work: Work) -> None:
    def fill(stores: Stores) -> None:
        for evidence, status in (((5, 6), Status.ACTIVE), ((6,), Status.HIDDEN), ((), Status.PAST)):
            stores.facts.add(draft(evidence=evidence), NOON, status=status)
        stores.facts.add(draft(evidence=(6,), space=NOA, audience=direct(BEN)), NOON)

    await work.write(fill)

    found = await work.read(
        lambda stores: [
            ids(stores.facts.citing(MINA, some(*messages)))
            for messages in ([6], [5], [6, 5], [7], [], range(40_000))
        ]
    )
    assert found == [[1, 2], [1], [1, 2], [], [], [1, 2]]


async def test_what_has_ended_and_what_was_hidden_long_ago_is_found(work: Work) -> None:
    def fill(stores: Stores) -> None:
        for until, status in (
            (after(1), Status.ACTIVE),
            (after(1.000001), Status.ACTIVE),
            (None, Status.ACTIVE),
            (after(0), Status.PAST),
        ):
            stores.facts.add(draft(valid_until=until), NOON, status=status)
        for closed in (after(0), after(1), None):
            hidden = stores.facts.add(draft(), NOON, status=Status.HIDDEN)
            stores.facts.save(replace(hidden, closed_at=closed))
        stores.facts.add(draft(valid_until=after(0), space=NOA), NOON)

    await work.write(fill)

    ended, hidden = await work.read(
        lambda s: (ids(s.facts.ended(MINA, after(1))), ids(s.facts.hidden_before(MINA, after(1))))
    )
    assert (ended, hidden) == ([1], [5])


async def test_facts_are_counted_by_what_they_are(work: Work) -> None:
    def fill(stores: Stores) -> None:
        for subject, status, number in (
            (PERSONA, Status.ACTIVE, 3),
            (PERSONA, Status.PAST, 1),
            (PERSONA, Status.HIDDEN, 1),
            (Subject(ANN), Status.ACTIVE, 2),
            (Subject(BEN), Status.QUARANTINED, 4),
        ):
            for _ in range(number):
                stores.facts.add(draft(subject=subject), NOON, status=status)

    await work.write(fill)

    counts = await work.read(lambda stores: (stores.facts.counts(MINA), stores.facts.counts(NOA)))
    assert counts == (FactCounts(persona=3, people=2, quarantined=4, hidden=1), FactCounts())


async def test_deleted_facts_are_gone_with_their_vectors_and_evidence(work: Work) -> None:
    def live(stores: Stores) -> int:
        first = stores.facts.add(draft(evidence=(1,)), NOON)
        second = stores.facts.add(draft(evidence=(1,)), NOON)
        embedded = {one.ref: meaning(1, 0) for one in (first, second)}
        stores.vectors.put(MINA, MODEL, embedded)
        assert stores.facts.delete(NOA, [first.id]) == 0
        return stores.facts.delete(MINA, [first.id, FactId(99), first.id])

    assert await work.write(live) == 1

    left = await work.read(
        lambda s: (
            ids(s.facts.listed(eye())),
            ids(s.facts.citing(MINA, some(1))),
            s.vectors.counts(MINA),
        )
    )
    assert left == ([2], [2], {MODEL: 1})


# Blocks.


@pytest.mark.parametrize(
    ("asked", "blocked"),
    [
        pytest.param("Ann likes rain.", True, id="the same"),
        pytest.param("  ann LIKES, rain!\n", True, id="case, blanks and marks"),
        pytest.param("Annlikesrain", True, id="no blanks at all"),
        pytest.param("ＡＮＮ likes rain", True, id="wide letters"),
        pytest.param("Ann likes snow.", False, id="another"),
        pytest.param("", False, id="nothing"),
        pytest.param("🙂", False, id="marks alone"),
    ],
)
async def test_a_blocked_statement_is_known_again(work: Work, asked: str, blocked: bool) -> None:
    await work.write(lambda stores: stores.facts.block(MINA, "Ann likes rain.", []))

    found = await work.read(
        lambda s: (s.facts.is_blocked(MINA, asked, []), s.facts.is_blocked(NOA, asked, []))
    )
    assert found == (blocked, False)


async def test_a_blocked_message_blocks_whatever_rests_on_it(work: Work) -> None:
    await work.write(lambda stores: stores.facts.block(MINA, None, some(5, 6)))

    found = await work.read(
        lambda stores: [
            stores.facts.is_blocked(space, "anything", some(*messages))
            for space, messages in ((MINA, [1, 6]), (MINA, [7]), (MINA, []), (NOA, [5]))
        ]
    )
    assert found == [True, False, False, False]


async def test_a_block_is_taken_back(work: Work) -> None:
    def live(stores: Stores) -> list[bool]:
        stores.facts.unblock(MINA, "never blocked", some(1))
        stores.facts.block(MINA, "Ann likes rain.", some(5))
        stores.facts.block(MINA, "ann likes rain", some(5, 6))
        stores.facts.unblock(MINA, "ANN LIKES RAIN", some(5))
        asked = (("Ann likes rain.", some()), ("x", some(5)), ("x", some(6)))
        return [stores.facts.is_blocked(MINA, statement, of) for statement, of in asked]

    assert await work.write(live) == [False, False, True]


# Revisions.

WRITES: dict[str, tuple[Callable[[Stores], object], tuple[int, int]]] = {
    "a fact": (lambda s: s.facts.add(draft(), NOON), (1, 0)),
    "a block": (lambda s: s.facts.block(MINA, "x", []), (1, 0)),
    "the end of a block": (lambda s: s.facts.unblock(MINA, None, some(1)), (1, 0)),
    "a vector": (lambda s: s.vectors.put(MINA, MODEL, {"fact:1": meaning(1)}), (1, 0)),
    "a vector of nothing": (lambda s: s.vectors.put(MINA, MODEL, {"fact:9": meaning(1)}), (0, 0)),
    "a touch": (lambda s: s.facts.touch(MINA, [FactId(1)], NOON), (0, 0)),
    "a message": (lambda s: says(s, "more", place(s)), (0, 0)),
    "a change": (lambda s: s.facts.save(s.facts.listed(eye())[0]), (1, 1)),
    "a deletion": (lambda s: s.facts.delete(MINA, [FactId(1)]), (1, 1)),
    "a deletion of nothing": (lambda s: s.facts.delete(MINA, [FactId(9)]), (0, 0)),
    "a withholding": (lambda s: s.sayings.withhold(some(1), NOON), (1, 1)),
    "a return": (lambda s: s.sayings.withhold(some(1), None), (1, 1)),
    "an erasure": (lambda s: s.sayings.erase(MINA, some(1), []), (1, 1)),
    "what is heard": (lambda s: s.messages.hear(MessageId(1), "words"), (1, 1)),
    "another space": (lambda s: s.facts.add(draft(space=NOA), NOON), (0, 0)),
}


@pytest.mark.parametrize(("write", "raised"), WRITES.values(), ids=WRITES)
async def test_a_write_raises_the_revision_that_recall_looks_at(
    work: Work, write: Callable[[Stores], object], raised: tuple[int, int]
) -> None:
    def begin(stores: Stores) -> Revision:
        stores.facts.add(draft(), NOON)
        says(stores, "hi", place(stores))
        return stores.facts.revision(MINA)

    before = await work.write(begin)
    await work.write(write)

    now = await work.read(lambda stores: stores.facts.revision(MINA))
    assert (now.number - before.number, now.epoch - before.epoch) == raised
    assert (before.number, before.epoch) == (1, 0)


async def test_nothing_was_written_at_first(work: Work) -> None:
    assert await as_memory(work).read(lambda shelf: shelf.facts.revision(MINA)) == Revision()


async def test_a_touch_notes_when_a_fact_was_used(work: Work) -> None:
    def live(stores: Stores) -> None:
        for _ in range(2):
            stores.facts.add(draft(), NOON)
        stores.facts.touch(MINA, [FactId(1), FactId(77)], after(5))
        stores.facts.touch(NOA, [FactId(2)], after(5))

    await work.write(live)

    used = await work.read(lambda s: [fact.last_accessed for fact in s.facts.listed(eye())])
    assert used == [after(5).astimezone(UTC), None]

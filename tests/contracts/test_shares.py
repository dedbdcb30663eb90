"""What every store of shares promises: in memory, over SQLite and over PostgreSQL."""

from dataclasses import replace
from typing import Any

import pytest

from core.conversation.model import ChatKind, ConversationId
from core.engine.ports import Stores, Work
from core.memory.model import Fact, FactId, Scope, Status, room
from core.memory.ports import Shares
from tests.contracts.memories import (
    ANN_ELSEWHERE,
    BEN,
    BENS,
    NOA,
    OTHER_ROOM,
    ROOM,
    draft,
    eye,
    in_room,
    place,
    says,
    scope,
    span,
)
from tests.contracts.stores import ANN, MINA, NOON, after


def as_shares(stores: Stores) -> Shares:
    """Return the same store as memory sees it: mypy checks that it is one."""
    return stores.shares


async def rooms_of(work: Work) -> tuple[Scope, Scope]:
    """Return two rooms in which Ben is."""

    def body(stores: Stores) -> tuple[Scope, Scope]:
        one = place(stores, ROOM, kind=ChatKind.GROUP)
        other = place(stores, OTHER_ROOM, kind=ChatKind.GROUP)
        return in_room(one, BEN), in_room(other, BEN)

    return await work.write(body)


async def learned(work: Work, **changes: Any) -> Fact:
    return await work.write(lambda stores: stores.facts.add(draft(**changes), NOON))


async def share(work: Work, fact: Fact, here: Scope) -> None:
    await work.write(lambda stores: stores.shares.add(MINA, [fact.id], here.here, NOON))


async def heard(work: Work, fact: Fact, here: Scope) -> list[bool]:
    """Return whether every way to read finds it."""

    def body(stores: Stores) -> list[bool]:
        facts, alive = stores.facts, (Status.ACTIVE, Status.PAST, Status.HIDDEN)
        return [
            facts.get(here, fact.id) is not None,
            bool(facts.some(here, [fact.id])),
            fact.id in [one.id for one in facts.listed(here, statuses=alive)],
        ]

    return await work.read(body)


async def test_a_shared_fact_is_heard_in_that_room_and_in_no_other(work: Work) -> None:
    here, elsewhere = await rooms_of(work)
    fact = await learned(work)
    other = await learned(work, statement="Ann sings.")

    await share(work, fact, here)
    await share(work, fact, here)

    assert await heard(work, fact, here) == [True] * 3
    assert await heard(work, other, here) == [False] * 3
    assert await heard(work, fact, elsewhere) == [False] * 3
    assert await heard(work, fact, scope()) == [True] * 3
    seen = await work.read(lambda stores: stores.facts.get(eye(), fact.id))
    assert seen is not None
    assert seen.shared == {here.here}
    assert replace(seen, shared=frozenset()) == fact


async def test_what_is_near_is_shared_like_all_else(work: Work) -> None:
    here, elsewhere = await rooms_of(work)
    fact = await learned(work, when=span(10, 20))
    await share(work, fact, here)

    found = await work.read(
        lambda stores: [stores.facts.near(one, NOON, after(99)) for one in (here, elsewhere)]
    )

    assert [[one.id for one in facts] for facts in found] == [[fact.id], []]


async def test_sharing_and_taking_back_raise_the_epoch(work: Work) -> None:
    here, elsewhere = await rooms_of(work)
    fact = await learned(work)
    epochs = [(await work.read(lambda stores: stores.facts.revision(MINA))).epoch]

    await share(work, fact, here)
    await share(work, fact, elsewhere)
    epochs.append((await work.read(lambda stores: stores.facts.revision(MINA))).epoch)
    await work.write(lambda stores: stores.shares.drop(MINA, [fact.id], here.here))
    epochs.append((await work.read(lambda stores: stores.facts.revision(MINA))).epoch)

    assert await heard(work, fact, here) == [False] * 3
    assert await heard(work, fact, elsewhere) == [True] * 3
    await work.write(lambda stores: stores.shares.drop(MINA, [fact.id]))
    assert await heard(work, fact, elsewhere) == [False] * 3
    assert epochs == sorted(set(epochs))


@pytest.mark.parametrize("status", [Status.PAST, Status.QUARANTINED, Status.HIDDEN])
async def test_only_what_holds_is_heard_elsewhere(work: Work, status: Status) -> None:
    here, _ = await rooms_of(work)
    fact = await learned(work)
    await share(work, fact, here)

    await work.write(lambda stores: stores.facts.save(replace(fact, status=status)))
    gone = await heard(work, fact, here)
    await work.write(lambda stores: stores.facts.save(fact))

    assert gone == [False] * 3
    again = status is not Status.HIDDEN  # what was forgotten is to be shared anew
    assert await heard(work, fact, here) == [again] * 3


async def test_an_edit_keeps_what_is_shared(work: Work) -> None:
    here, _ = await rooms_of(work)
    fact = await learned(work)
    await share(work, fact, here)

    await work.write(lambda stores: stores.facts.save(replace(fact, mentions=2)))

    assert await heard(work, fact, here) == [True] * 3


async def test_what_is_deleted_is_shared_no_more(work: Work) -> None:
    here, _ = await rooms_of(work)
    fact = await learned(work)
    await share(work, fact, here)

    deleted = await work.write(lambda stores: stores.facts.delete(MINA, [fact.id]))

    assert deleted == 1
    assert await heard(work, fact, here) == [False] * 3


async def test_facts_of_another_space_and_unknown_ones_are_passed_over(work: Work) -> None:
    here, _ = await rooms_of(work)
    fact = await learned(work, space=NOA)

    await work.write(
        lambda stores: stores.shares.add(MINA, [fact.id, FactId(999)], here.here, NOON)
    )
    await work.write(lambda stores: stores.shares.drop(MINA, [FactId(999)]))

    seen = await work.read(lambda stores: stores.facts.get(eye(NOA), fact.id))
    assert seen is not None
    assert seen.shared == frozenset()


async def test_while_a_persona_is_taught_nothing_shared_comes_up(work: Work) -> None:
    here, _ = await rooms_of(work)
    fact = await learned(work)
    await share(work, fact, here)

    assert await heard(work, fact, replace(here, personal=False)) == [False] * 3


async def test_rooms_are_those_where_a_person_spoke_with_their_last_words(work: Work) -> None:
    def body(stores: Stores) -> list[ConversationId]:
        one = place(stores, ROOM, kind=ChatKind.GROUP)
        other = place(stores, OTHER_ROOM, kind=ChatKind.GROUP)
        alone = place(stores, BENS)
        says(stores, "first", one)
        says(stores, "last", one, at=after(1))
        says(stores, "of Ben", one, by=BEN, at=after(2))
        says(stores, "as another", other, by=ANN_ELSEWHERE, at=after(3))
        says(stores, "alone", alone, at=after(4))
        says(stores, "of noa", place(stores, ROOM, NOA, ChatKind.GROUP), at=after(5))
        return [one.id, other.id]

    one, other = await work.write(body)

    told = await work.read(lambda stores: stores.shares.rooms(MINA, {ANN, ANN_ELSEWHERE}))
    assert [(said.conversation, said.text, said.audience) for said in told] == [
        (one, "last", room(one)),
        (other, "as another", room(other)),
    ]
    assert await work.read(lambda stores: stores.shares.rooms(MINA, {BEN})) != []
    assert await work.read(lambda stores: stores.shares.rooms(MINA, set())) == []

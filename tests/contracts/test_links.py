"""What every store of links promises: in memory, over SQLite and over PostgreSQL."""

from datetime import timedelta
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.admin.ports import LinkCode, Links
from core.conversation.model import IdentityId
from core.engine.memory.work import InMemoryWork
from core.engine.ports import Stores, Work
from tests.contracts.memories import ANN_ELSEWHERE, BEN
from tests.contracts.stores import ANN, NOON, after

CARA = IdentityId("telegram:3")
CARA_ELSEWHERE = IdentityId("discord:3")
HOUR = timedelta(hours=1)
PEOPLE = (ANN, ANN_ELSEWHERE, BEN, CARA, CARA_ELSEWHERE)


def as_links(stores: Stores) -> Links:
    """Return the same store as commands see it: mypy checks that it is one."""
    return stores.links


async def of(work: Work, who: IdentityId) -> frozenset[IdentityId]:
    """Return all identities of somebody's person."""
    return await work.read(lambda stores: stores.links.of(who))


def takes(stores: Stores, step: "Step") -> None:
    """Join two, or take one out."""
    if len(step) == 2:
        stores.links.join(*step, NOON)
    else:
        stores.links.leave(*step)


async def test_whoever_is_linked_with_nobody_is_one_alone(work: Work) -> None:
    assert await of(work, ANN) == {ANN}


async def test_two_that_are_joined_are_one_person_from_either_side(work: Work) -> None:
    await work.write(lambda stores: stores.links.join(ANN, ANN_ELSEWHERE, NOON))
    await work.write(lambda stores: stores.links.join(ANN_ELSEWHERE, ANN, after(1)))

    for one in (ANN, ANN_ELSEWHERE):
        assert await of(work, one) == {
            ANN,
            ANN_ELSEWHERE,
        }
    assert await of(work, BEN) == {BEN}


async def test_joining_two_of_different_persons_joins_all(work: Work) -> None:
    def body(stores: Stores) -> None:
        stores.links.join(CARA, CARA_ELSEWHERE, NOON)
        stores.links.join(ANN, ANN_ELSEWHERE, NOON)
        stores.links.join(CARA_ELSEWHERE, ANN, NOON)

    await work.write(body)

    together = {ANN, ANN_ELSEWHERE, CARA, CARA_ELSEWHERE}
    for one in together:
        assert await of(work, one) == together
    assert await work.read(lambda stores: stores.links.of_all((BEN, CARA))) == together | {BEN}


async def test_who_leaves_is_alone_and_the_others_stay_together(work: Work) -> None:
    def body(stores: Stores) -> None:
        stores.links.join(ANN, ANN_ELSEWHERE, NOON)
        stores.links.join(ANN, CARA, NOON)
        stores.links.leave(ANN_ELSEWHERE)

    await work.write(body)

    assert await of(work, ANN_ELSEWHERE) == {ANN_ELSEWHERE}
    assert await of(work, CARA) == {ANN, CARA}
    await work.write(lambda stores: stores.links.leave(CARA))
    assert await of(work, ANN) == {ANN}
    await work.write(lambda stores: stores.links.leave(ANN))


async def test_joined_with_itself_one_stays_alone(work: Work) -> None:
    await work.write(lambda stores: stores.links.join(ANN, ANN, NOON))

    assert await of(work, ANN) == {ANN}


async def test_a_code_is_found_by_itself_alone_and_a_new_one_takes_its_place(work: Work) -> None:
    assert await work.read(lambda stores: stores.links.find("K7PQ2MXA")) is None
    await work.write(lambda stores: stores.links.offer(ANN, "K7PQ2MXA", NOON))
    await work.write(lambda stores: stores.links.offer(BEN, "ZZZZ2222", NOON))
    await work.write(lambda stores: stores.links.offer(ANN, "22223333", after(5)))

    def body(stores: Stores) -> list[LinkCode | None]:
        find = stores.links.find
        return [find("K7PQ2MXA"), find("22223333"), stores.links.offered(ANN), find("")]

    gone, found, offered, nothing = await work.read(body)
    assert gone is nothing is None
    assert found == offered == LinkCode(identity=ANN, made_at=after(5))


async def test_who_gives_a_code_first_is_kept(work: Work) -> None:
    def body(stores: Stores) -> None:
        stores.links.offer(ANN, "K7PQ2MXA", NOON)
        stores.links.take("K7PQ2MXA", BEN)
        stores.links.take("K7PQ2MXA", CARA)
        stores.links.take("NOSUCH22", CARA)

    await work.write(body)

    taken = await work.read(lambda stores: stores.links.offered(ANN))
    assert taken is not None
    assert taken.other == BEN


async def test_a_code_that_is_withdrawn_is_gone(work: Work) -> None:
    await work.write(lambda stores: stores.links.offer(ANN, "K7PQ2MXA", NOON))
    await work.write(lambda stores: stores.links.withdraw(ANN))

    assert await work.read(lambda stores: stores.links.offered(ANN)) is None
    assert await work.read(lambda stores: stores.links.find("K7PQ2MXA")) is None


async def test_a_code_that_its_giver_refuses_is_gone_and_others_stay(work: Work) -> None:
    def body(stores: Stores) -> None:
        stores.links.offer(ANN, "K7PQ2MXA", NOON)
        stores.links.take("K7PQ2MXA", BEN)
        stores.links.offer(BEN, "BBBB2222", NOON)
        stores.links.offer(CARA, "CCCC2222", NOON)
        stores.links.refuse(BEN)

    await work.write(body)

    assert await work.read(lambda stores: stores.links.find("K7PQ2MXA")) is None
    assert await work.read(lambda stores: stores.links.offered(BEN)) is not None
    assert await work.read(lambda stores: stores.links.offered(CARA)) is not None


async def test_wrong_codes_are_counted_for_each_and_a_late_count_begins_anew(work: Work) -> None:
    def tried(stores: Stores) -> None:
        stores.links.tried(ANN, NOON, NOON - HOUR)
        stores.links.tried(ANN, after(60), after(60) - HOUR)

    await work.write(tried)

    since = after(60) - HOUR
    assert await work.read(lambda stores: stores.links.tries(ANN, since)) == 2
    assert await work.read(lambda stores: stores.links.tries(BEN, since)) == 0
    assert await work.read(lambda stores: stores.links.tries(ANN, after(1))) == 0
    await work.write(lambda stores: stores.links.tried(ANN, NOON + 2 * HOUR, NOON + HOUR))
    assert await work.read(lambda stores: stores.links.tries(ANN, NOON + HOUR)) == 1


async def test_what_fails_links_nobody(work: Work) -> None:
    def body(stores: Stores) -> None:
        stores.links.join(ANN, BEN, NOON)
        raise RuntimeError

    with pytest.raises(RuntimeError):
        await work.write(body)

    assert await of(work, ANN) == {ANN}


Step = tuple[IdentityId, IdentityId] | tuple[IdentityId]
STEPS = st.lists(
    st.tuples(st.sampled_from(PEOPLE), st.sampled_from(PEOPLE))
    | st.tuples(st.sampled_from(PEOPLE)),
    max_size=12,
)


@given(steps=STEPS)
async def test_in_any_order_persons_stay_whole_and_apart(steps: list[Step]) -> None:
    work = InMemoryWork()
    groups = [{one} for one in PEOPLE]  # the same by hand
    for step in steps:
        await work.write(partial(takes, step=step))
        if len(step) == 2:
            one, other = step
            whole = {each for group in groups if {one, other} & group for each in group}
            groups = [*(group for group in groups if not group & whole), whole]
        else:
            (one,) = step
            groups = [left for group in groups if (left := group - {one})] + [{one}]

    found = {one: await of(work, one) for one in PEOPLE}

    assert found == {one: group for group in groups for one in group}


@pytest.mark.parametrize(
    "steps",
    [
        [(ANN, BEN), (CARA, ANN), (ANN,), (ANN, CARA_ELSEWHERE), (BEN, CARA_ELSEWHERE), (CARA,)],
        [(ANN, BEN), (ANN,), (BEN,), (BEN, ANN), (CARA, CARA_ELSEWHERE), (CARA, ANN), (BEN,)],
    ],
)
async def test_every_store_tells_the_same_persons(work: Work, steps: list[Step]) -> None:
    def take(stores: Stores) -> None:
        for step in steps:
            takes(stores, step)

    plain = InMemoryWork()
    await work.write(take)
    await plain.write(take)

    for one in PEOPLE:
        expected = await of(plain, one)
        assert await of(work, one) == expected

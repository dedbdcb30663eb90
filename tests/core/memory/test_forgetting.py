"""Facts are taken away with their words, and come back as they were."""

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import TypeVar

import pytest

from core.conversation.model import ChatKind, Deletion, Edit, MessageId
from core.engine.memory import InMemoryWork
from core.engine.ports import Stores
from core.memory.model import (
    EVERYONE,
    OWNER,
    PERSONA,
    Audience,
    Fact,
    FactDraft,
    FactId,
    Scope,
    Status,
    room,
)
from core.memory.service.forgetting import (
    Corrected,
    Erased,
    Followed,
    Forgotten,
    NotFound,
    Restored,
    correct,
    erase,
    follow,
    forget,
    release_quarantine,
    undo,
)
from tests.contracts.memories import BEN, ROOM, draft, eye, history, place, says, scope
from tests.contracts.stores import ANN, MINA, NOON

R = TypeVar("R")
WEEK = timedelta(days=7)
LATER = NOON + timedelta(hours=1)


class Memory:
    """One memory with talks in it."""

    def __init__(self) -> None:
        self.work = InMemoryWork()

    async def does(self, act: Callable[[Stores], R]) -> R:
        return await self.work.write(act)

    async def hears(self, text: str) -> MessageId:
        return await self.does(lambda stores: says(stores, text, place(stores)))

    async def learns(
        self, statement: str, *evidence: MessageId, status: Status = Status.ACTIVE, **more: object
    ) -> Fact:
        told: FactDraft = draft(statement, evidence=evidence, **more)
        return await self.does(lambda stores: stores.facts.add(told, NOON, status=status))

    async def fact(self, fact: Fact) -> Fact | None:
        return await self.does(lambda stores: stores.facts.get(eye(), fact.id))

    async def recalls(self) -> list[str]:
        return await self.does(lambda stores: [one.text for one in stores.sayings.heard(scope())])

    async def is_blocked(self, statement: str, *messages: MessageId) -> bool:
        return await self.does(lambda stores: stores.facts.is_blocked(MINA, statement, messages))


@pytest.fixture
def memory() -> Memory:
    return Memory()


# Forgetting.


async def test_what_is_forgotten_is_hidden_with_its_words(memory: Memory) -> None:
    said = await memory.hears("I like rain")
    fact = await memory.learns("Ann likes rain.", said)

    found = await memory.does(lambda stores: forget(stores, scope(), fact.id, LATER))

    assert isinstance(found, Forgotten)
    assert [(one.id, one.status, one.closed_at) for one in found.facts] == [
        (fact.id, Status.HIDDEN, LATER)
    ]
    assert await memory.recalls() == []
    assert await memory.does(lambda stores: history(stores, place(stores).id)) == []
    assert await memory.is_blocked("ann likes RAIN")
    assert await memory.is_blocked("anything", said)


async def test_what_says_the_same_elsewhere_goes_too_and_the_rest_stays(memory: Memory) -> None:
    said = await memory.hears("I like rain and have a dog")
    fact = await memory.learns("Ann likes rain.", said)
    told = await memory.learns("Ann likes rain.", audience=Audience("room:9"))
    other = await memory.learns("Ann has a dog.", said)

    await memory.does(lambda stores: forget(stores, scope(), fact.id, LATER))

    kept = [await memory.fact(one) for one in (fact, told, other)]
    assert [one and one.status for one in kept] == [Status.HIDDEN, Status.HIDDEN, Status.ACTIVE]
    assert await memory.recalls() == []


@pytest.mark.parametrize("status", [Status.ACTIVE, Status.PAST, Status.QUARANTINED])
async def test_undoing_brings_all_back_as_it_was(memory: Memory, status: Status) -> None:
    said = await memory.hears("I like rain")
    fact = await memory.learns("Ann likes rain.", said, status=status)
    await memory.does(lambda stores: forget(stores, scope(), fact.id, LATER))

    found = await memory.does(lambda stores: undo(stores, scope(), fact.id, LATER + WEEK))

    assert found == Restored(facts=(fact,))
    assert await memory.fact(fact) == fact
    assert await memory.recalls() == ["I like rain"]
    assert not await memory.is_blocked("Ann likes rain.", said)


async def test_the_latest_is_undone_where_none_is_named(memory: Memory) -> None:
    first, second = await memory.learns("Ann likes rain."), await memory.learns("Ann has a dog.")
    for hours, one in enumerate((first, second)):
        at = LATER + timedelta(hours=hours)
        await memory.does(partial(forget, scope=scope(), fact_id=one.id, now=at))

    found = await memory.does(lambda stores: undo(stores, scope(), None, LATER + WEEK))

    assert found == Restored(facts=(second,))


async def test_words_of_what_stays_forgotten_do_not_come_back(memory: Memory) -> None:
    said = await memory.hears("I like rain and have a dog")
    first, second = [
        await memory.learns(one, said) for one in ("Ann likes rain.", "Ann has a dog.")
    ]
    for one in (first, second):
        await memory.does(partial(forget, scope=scope(), fact_id=one.id, now=LATER))

    await memory.does(lambda stores: undo(stores, scope(), first.id, LATER))

    assert await memory.recalls() == []
    assert await memory.is_blocked("anything", said)


async def test_after_a_week_nothing_is_undone(memory: Memory) -> None:
    fact = await memory.learns("Ann likes rain.")
    await memory.does(lambda stores: forget(stores, scope(), fact.id, LATER))
    late = LATER + WEEK + timedelta(seconds=1)

    assert await memory.does(lambda stores: undo(stores, scope(), fact.id, late)) == NotFound()


async def test_a_friend_does_not_undo_what_the_owner_forgot_of_the_persona(memory: Memory) -> None:
    fact = await memory.learns("I am 25", subject=PERSONA, audience=EVERYONE)
    await memory.does(lambda stores: forget(stores, eye(), fact.id, LATER))

    assert await memory.does(lambda stores: undo(stores, scope(), None, LATER)) == NotFound()
    assert isinstance(await memory.does(lambda stores: undo(stores, eye(), None, LATER)), Restored)


async def test_what_is_not_heard_here_is_not_found(memory: Memory) -> None:
    fact = await memory.learns("Ann likes rain.")
    bens = scope(Audience(f"direct:{BEN}"), (BEN,))

    assert await memory.does(lambda stores: forget(stores, bens, fact.id, LATER)) == NotFound()
    assert await memory.does(lambda stores: erase(stores, bens, (fact.id,))) == Erased(
        facts=(), rows=0
    )
    nothing = FactId(99)
    assert await memory.does(lambda stores: forget(stores, scope(), nothing, LATER)) == NotFound()


async def test_forgetting_twice_finds_nothing(memory: Memory) -> None:
    fact = await memory.learns("Ann likes rain.")
    await memory.does(lambda stores: forget(stores, scope(), fact.id, LATER))

    assert await memory.does(lambda stores: forget(stores, scope(), fact.id, LATER)) == NotFound()


# Erasing.


async def test_what_is_erased_is_gone_with_its_words(memory: Memory) -> None:
    said = await memory.hears("I like rain")
    fact = await memory.learns("Ann likes rain.", said)

    found = await memory.does(lambda stores: erase(stores, scope(), (fact.id,)))

    assert found.facts == (fact.id,)
    assert found.rows > 0
    assert await memory.fact(fact) is None
    assert "I like rain" not in await memory.recalls()
    assert await memory.is_blocked("Ann likes rain.")


# Correcting.


async def test_a_correction_closes_the_old_and_can_be_taken_back(memory: Memory) -> None:
    fact = await memory.learns("Ann lives in Rome.", attribute="home")

    made = await memory.does(
        lambda stores: correct(stores, scope(), fact.id, " Ann lives in Bonn. ", LATER, ANN)
    )

    assert isinstance(made, Corrected)
    assert (made.old.status, made.old.superseded_by) == (Status.PAST, made.new.id)
    assert (made.new.statement, made.new.attribute) == ("Ann lives in Bonn.", "home")
    assert made.new.audience == fact.audience
    found = await memory.does(lambda stores: undo(stores, scope(), None, LATER))
    assert found == Restored(facts=(fact,), removed=(made.new.id,))
    assert await memory.fact(fact) == fact
    assert await memory.fact(made.new) is None


@pytest.mark.parametrize("statement", ["", "  ", "Ann likes rain."])
async def test_a_correction_says_something_else(memory: Memory, statement: str) -> None:
    fact = await memory.learns("Ann likes rain.")

    found = await memory.does(
        lambda stores: correct(stores, scope(), fact.id, statement, LATER, ANN)
    )

    assert found == NotFound()


async def test_what_was_corrected_twice_is_undone_from_its_end(memory: Memory) -> None:
    fact = await memory.learns("Ann lives in Rome.")
    one = await memory.does(
        lambda stores: correct(stores, scope(), fact.id, "Ann lives in Bonn.", LATER, ANN)
    )
    assert isinstance(one, Corrected)
    later = LATER + timedelta(minutes=1)
    await memory.does(
        lambda stores: correct(stores, scope(), one.new.id, "Ann lives in Ulm.", later, ANN)
    )

    assert await memory.does(lambda stores: undo(stores, scope(), fact.id, later)) == NotFound()
    await memory.does(lambda stores: undo(stores, scope(), None, later))
    await memory.does(lambda stores: undo(stores, scope(), None, later))

    assert await memory.fact(fact) == fact


# Following edits and deletions.


async def edited(memory: Memory, message: MessageId, text: str) -> Followed:
    def body(stores: Stores) -> Followed:
        here = place(stores)
        key = next(one for one in stores.messages.recent(here.id, 99) if one.id == message)
        assert key.message_id is not None
        change = Edit(route=here.route, message_id=key.message_id, text=text, edited_at=LATER)
        assert stores.messages.edit(change)
        return follow(stores, MINA, (message,), LATER)

    return await memory.does(body)


async def deleted(memory: Memory, message: MessageId) -> Followed:
    def body(stores: Stores) -> Followed:
        here = place(stores)
        key = next(one for one in stores.messages.recent(here.id, 99) if one.id == message)
        assert key.message_id is not None
        stores.messages.delete(
            Deletion(route=here.route, message_ids=(key.message_id,), deleted_at=LATER)
        )
        return follow(stores, MINA, (message,), LATER)

    return await memory.does(body)


async def test_a_fact_goes_with_its_last_words(memory: Memory) -> None:
    first, second = await memory.hears("I like rain"), await memory.hears("I do like rain a lot")
    fact = await memory.learns("Ann likes rain.", first, second)

    kept = await deleted(memory, first)
    gone = await deleted(memory, second)

    assert [one.evidence for one in kept.standing] == [(second,)]
    assert [(one.id, one.reason) for one in gone.hidden] == [(fact.id, "deleted")]
    assert await memory.does(lambda stores: undo(stores, scope(), None, LATER)) == NotFound()


async def test_a_fact_that_its_words_say_no_more_is_looked_at(memory: Memory) -> None:
    said = await memory.hears("I live in Rome")
    fact = await memory.learns("Ann lives in Rome.", said)

    changed = await edited(memory, said, "I live in Bonn")
    back = await edited(memory, said, "oh well, I live in Rome!")

    assert [(one.id, one.reason) for one in changed.quarantined] == [(fact.id, "edited")]
    assert [one.status for one in back.standing] == [Status.ACTIVE]


async def test_a_typo_that_is_put_right_changes_nothing(memory: Memory) -> None:
    said = await memory.hears("I live in Rmoe, I mean Rome")
    fact = await memory.learns("Ann lives in Rome.", said)

    found = await edited(memory, said, "I live in Rome")

    assert found == Followed(standing=(fact,))


async def test_a_persona_keeps_what_it_was_taught(memory: Memory) -> None:
    said = await memory.hears("you are 25")
    await memory.learns("I am 25", said, subject=PERSONA, audience=EVERYONE)

    assert await deleted(memory, said) == Followed()


async def test_facts_of_every_place_follow(memory: Memory) -> None:
    def body(stores: Stores) -> MessageId:
        return says(stores, "I like rain", place(stores, ROOM, kind=ChatKind.GROUP))

    said = await memory.does(body)
    here = await memory.does(lambda stores: room(place(stores, ROOM).id))
    await memory.learns("Ann likes rain.", said, audience=here)

    found = await memory.does(lambda stores: follow(stores, MINA, (said,), LATER))

    assert len(found.standing) == 1


# Quarantine.


async def test_an_owner_releases_what_was_set_aside(memory: Memory) -> None:
    fact = await memory.learns("Ann likes rain.", status=Status.QUARANTINED)
    sight = Scope(space=MINA, here=OWNER)

    found = await memory.does(lambda stores: release_quarantine(stores, sight, fact.id))
    again = await memory.does(lambda stores: release_quarantine(stores, sight, fact.id))

    assert isinstance(found, Restored)
    assert [one.status for one in found.facts] == [Status.ACTIVE]
    assert again == NotFound()

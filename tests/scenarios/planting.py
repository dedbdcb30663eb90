"""Everything that can be told, told by everybody in every way, before the questions begin."""

import asyncio
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import pytest

from core.conversation.model import Deletion, Edit
from core.engine.memory import InMemoryWork
from core.engine.ports import Stores
from core.memory.model import FactDraft, Precision, Status, Subject, When, direct
from core.memory.rules.taking import hidden_now
from tests.scenarios.canaries import (
    DIRECTS,
    NOAS,
    OWNER_ID,
    ROOMS,
    Pair,
    Place,
    Whispers,
    talk_of,
)
from tests.world import MINA

OWNER_TALK = talk_of(OWNER_ID)
EVERYWHERE = (*DIRECTS, *ROOMS, *NOAS)
OF_MINA = tuple(place for place in (*EVERYWHERE, OWNER_TALK) if place.space == MINA.space)


async def plant(world: Whispers, places: Collection[Place] = EVERYWHERE) -> None:
    """Let everybody tell things in every way that there is."""
    for place in places:
        own = _own_talk(place)
        said = world.pair("said", place)
        await world.says(place, f"my {said.hook} is called {said.secret}")
        asked = world.pair("asked to be remembered", *own)
        await world.says(place, f"please remember that my {asked.hook} is called {asked.secret}")
        saved = world.pair("saved by the model", *own)
        world.model.saves = f"{place.called} owns a {saved.hook} called {saved.secret}"
        await world.says(place, f"I own a {saved.hook} called {saved.secret}")
        await _changed_and_passed_on(world, place)
    for place in places:
        if place in DIRECTS:
            await _with_every_status(world, place)
    await _by_the_owner(world)
    for place in places:  # and all of it leaves the window
        for number in range(6):
            await world.says(place, f"nice weather again, day {number}")


def _own_talk(place: Place) -> tuple[Place, ...]:
    """Return where a fact may come up that somebody tells of themself in `place`."""
    directs = (one for one in (*DIRECTS, *NOAS) if (one.who, one.space) == (place.who, place.space))
    return (place, *directs)


async def _changed_and_passed_on(world: Whispers, place: Place) -> None:
    before, after = world.pair("said, then edited", place), world.pair("edited", place)
    number = await world.says(place, f"the {before.hook} lives in {before.secret}")
    now = world.clock.now()
    text = f"the {after.hook} lives in {after.secret}"
    await world.hears(Edit(route=place.route, message_id=number, text=text, edited_at=now))
    gone = world.pair("said, then deleted", place)
    number = await world.says(place, f"the {gone.hook} hides {gone.secret}")
    deleted = Deletion(route=place.route, message_ids=(number,), deleted_at=world.clock.now())
    await world.hears(deleted)
    passed = world.pair("forwarded", place)
    await world.says(place, f"[forwarded from Zoe] my {passed.hook} is {passed.secret}")
    quoted = world.pair("quoted", place)
    first = await world.says(place, f"the {quoted.hook} is {quoted.secret}")
    await world.says(place, "that is what I meant", reply_to=first)


async def _with_every_status(world: Whispers, place: Place) -> None:
    now = world.clock.now()
    soon = When(
        start_at=now + timedelta(hours=5),
        end_at=now + timedelta(hours=6),
        precision=Precision.SPAN,
        said="tonight",
    )
    active, past = world.pair("always in", place), world.pair("past", place)
    near = world.pair("near", place)
    aside, hidden = world.pair("set aside"), world.pair("hidden", told=(place,))

    def body(stores: Stores) -> None:
        stores.facts.add(_fact(place, active, importance=0.99), now)
        stores.facts.add(_fact(place, past), now, status=Status.PAST)
        stores.facts.add(_fact(place, near, when=soon), now)
        reason = "instruction"
        stores.facts.add(_fact(place, aside), now, status=Status.QUARANTINED, reason=reason)
        stores.facts.save(hidden_now(stores.facts.add(_fact(place, hidden), now), now))

    await world.work.write(body)


def _fact(
    place: Place, pair: Pair, *, importance: float = 0.5, when: When | None = None
) -> FactDraft:
    return FactDraft(
        space=place.space,
        subject=Subject(place.who),
        statement=f"{place.called} has a {pair.hook} named {pair.secret}",
        audience=direct(place.who),
        source="circadia.chat",
        speaker=place.who,
        importance=importance,
        when=when,
    )


async def _by_the_owner(world: Whispers) -> None:
    for place in DIRECTS:
        added = world.pair("added by a command", place, OWNER_TALK)
        line = f"/memory add {place.who} {place.called} owns the {added.hook} of {added.secret}."
        assert added.secret in await world.asks(OWNER_TALK, line)
    own = world.pair("added of the persona", *OF_MINA)
    await world.says(OWNER_TALK, f"/memory add persona I own the {own.hook} of {own.secret}.")
    taught = world.pair("taught", *OF_MINA)
    await world.says(OWNER_TALK, "/teach")
    world.model.saves = f"I own a {taught.hook} called {taught.secret}"
    await world.says(OWNER_TALK, f"you own a {taught.hook} called {taught.secret}")
    await world.says(OWNER_TALK, "/teach stop")


@dataclass(frozen=True, slots=True, kw_only=True)
class Planted:
    """Rows after all was planted."""

    work: InMemoryWork
    pairs: list[Pair]
    now: datetime

    def world(self, **changes: Any) -> Whispers:
        """Return a world that goes on from there."""
        work = InMemoryWork()
        work._state = self.work._state.copy()
        world = Whispers(work=work, **changes)
        world.pairs = list(self.pairs)
        world.clock.advance(self.now)
        world.goes_on(1_000_000)
        return world


@pytest.fixture(scope="module")
def planted() -> Planted:
    async def made() -> Planted:
        work = InMemoryWork()
        async with Whispers(work=work) as world:
            await plant(world)
            return Planted(work=work, pairs=world.pairs, now=world.clock.now())

    return asyncio.run(made())

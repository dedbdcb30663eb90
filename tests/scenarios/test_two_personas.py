"""Two companions on one account: who speaks where is theirs alone, and changes while they talk."""

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta

import pytest

from adapters.scripted.judgement import ScriptedJudgement
from adapters.scripted.role import ScriptedRole
from core.conversation.model import ChatKind, Edit, IdentityId, Route
from core.engine.model import RHYTHMS
from core.engine.ports import Messenger, Work
from core.engine.service import Engine, Resident
from core.persona.model import Persona, SpaceId
from tests.world import ACCOUNT, ANNA, DIRECT, MINA, World

NOA = replace(MINA, space=SpaceId("noa"), display_name="Noa", seed="Noa repairs clocks.")
ROOM = Route(account=ACCOUNT, chat="-100")
MINUTE = timedelta(minutes=1)


class Shared(World):
    """A world whose account is Mina's, and where Noa lives, too."""

    def __init__(self, now: str = "2026-05-03T12:00Z") -> None:
        super().__init__(now, "Mina here", loop=True, remembers=True)
        role = self.role
        self.noa = ScriptedRole(["Noa here"], clock=self.clock, loop=True)
        self.mina = role

    def start(self, messenger: Messenger | None = None, work: Work | None = None) -> Engine:
        """Return an engine with both of them."""
        engine = super().start(messenger, work)
        self.seats.lodge(
            Resident(
                persona=NOA,
                conversation=self.noa,
                memory=self.memory(work or self.work),
                life=self.life,
            )
        )
        return engine

    async def asks_in(self, route: Route, space: SpaceId | None) -> None:
        now = self.clock.now()
        await self.work.write(lambda stores: stores.hosts.put(route, space, now))

    async def says(self, text: str, route: Route = DIRECT, who: IdentityId = ANNA) -> list[str]:
        """Say it, and return what is answered."""
        known = len(self.sent)
        kind = ChatKind.DIRECT if route.chat == DIRECT.chat else ChatKind.GROUP
        await self.hears(self.inbound(text, route=route, chat_kind=kind, sender=who))
        await self.passes(MINUTE)
        return self.sent[known:]


@pytest.fixture
async def world() -> AsyncIterator[Shared]:
    async with Shared() as shared:
        yield shared


async def test_who_is_asked_in_speaks_there_while_the_other_goes_on_elsewhere(
    world: Shared,
) -> None:
    await world.asks_in(ROOM, NOA.space)

    assert await world.says("hello?") == ["Mina here"]
    assert await world.says("hello?", ROOM) == ["Noa here"]
    assert world.noa.requests[-1].persona == NOA
    assert world.mina.requests[-1].persona == MINA


async def test_nothing_said_to_one_is_ever_shown_to_the_other(world: Shared) -> None:
    await world.says("my cat is called Tom")
    await world.asks_in(DIRECT, NOA.space)
    await world.says("my dog is called Rex")
    await world.says("what pets do I have?")
    await world.asks_in(DIRECT, None)
    await world.says("and again?")

    to_noa = [[said.text for said in one.context.history] for one in world.noa.requests]
    to_mina = [[said.text for said in one.context.history] for one in world.mina.requests]
    assert to_noa[-1] == ["my dog is called Rex", "Noa here", "what pets do I have?"]
    assert to_mina[-1] == ["my cat is called Tom", "Mina here", "and again?"]
    recalled = [str(one.context.recollection) for one in world.noa.requests]
    assert not any("Tom" in text or "cat" in text for text in recalled)
    assert not any("Rex" in str(one.context.recollection) for one in world.mina.requests)


async def test_facts_of_one_are_not_known_to_the_other(world: Shared) -> None:
    await world.says("Please remember that my cat is called Tom.")
    await world.asks_in(DIRECT, NOA.space)

    await world.says("How is my cat called?")

    assert "Tom" not in str(world.noa.requests[-1])


async def test_a_restart_keeps_who_speaks_where(world: Shared) -> None:
    await world.asks_in(ROOM, NOA.space)
    await world.engine.stop(timedelta(0))

    world.engine = world.start()
    await world.engine.prepare()

    assert await world.says("hello?", ROOM) == ["Noa here"]
    assert await world.says("hello?") == ["Mina here"]


async def test_a_companion_that_is_gone_leaves_the_place_to_the_accounts_own(
    world: Shared,
) -> None:
    await world.asks_in(ROOM, SpaceId("gone"))

    assert await world.says("hello?", ROOM) == ["Mina here"]


async def test_what_was_said_to_one_is_answered_by_that_one_though_another_speaks(
    world: Shared,
) -> None:
    await world.hears(world.inbound("are you there?"))
    await world.asks_in(DIRECT, NOA.space)
    await world.passes(MINUTE)

    assert world.sent == ["Mina here"]
    assert [said.text for said in await world.history()] == ["are you there?", "Mina here"]


async def test_an_edit_reaches_the_memory_of_who_heard_it_whoever_speaks_now(
    world: Shared,
) -> None:
    said = world.inbound("Please remember that my cat is called Tom.")
    await world.hears(said)
    await world.passes(MINUTE)
    await world.asks_in(DIRECT, NOA.space)
    edit = Edit(
        route=DIRECT,
        message_id=said.message_id,
        text="Nothing of that sort.",
        edited_at=world.clock.now(),
    )

    await world.hears(edit)
    await world.asks_in(DIRECT, None)
    await world.says("How is my cat called?")

    assert "Tom" not in str(world.mina.requests[-1].context.recollection)


async def test_a_persona_that_changes_is_the_new_one_from_the_next_turn_on(world: Shared) -> None:
    await world.says("hi")
    changed = replace(MINA, seed="Mina keeps bees.")
    home = world.seats.home(ACCOUNT)
    assert home is not None

    world.seats.lodge(replace(home, persona=changed))
    await world.engine.looks_at_seats()
    await world.says("hi again")

    assert [one.persona.seed for one in world.mina.requests] == [MINA.seed, "Mina keeps bees."]
    assert [said.text for said in world.mina.requests[-1].context.history][:2] == [
        "hi",
        "Mina here",
    ]


async def test_a_companion_that_comes_while_it_runs_has_a_space_and_a_voice(
    world: Shared,
) -> None:
    ada = Persona(space=SpaceId("ada"), display_name="Ada", seed="", zone=MINA.zone)
    voice = ScriptedRole(["Ada here"], clock=world.clock, loop=True)

    world.seats.lodge(Resident(persona=ada, conversation=voice, life=world.life))
    await world.engine.looks_at_seats()
    await world.asks_in(ROOM, ada.space)

    assert await world.says("hello?", ROOM) == ["Ada here"]


async def test_each_joins_in_unasked_by_its_own_dial(world: Shared) -> None:
    judged = ScriptedJudgement([1.0] * 5)
    noa = world.seats.residents()[NOA.space]
    world.seats.lodge(replace(noa, chime_in=1.0, judgement=judged))
    await world.asks_in(ROOM, NOA.space)
    elsewhere = replace(ROOM, chat="-200")
    for route in (ROOM, elsewhere):
        await world.hears(
            world.inbound("nice weather", route=route, chat_kind=ChatKind.GROUP, addressed=False)
        )
        await world.passes(MINUTE)

    assert world.sent == ["Noa here"]


async def test_each_types_in_its_own_rhythm(world: Shared) -> None:
    noa = world.seats.residents()[NOA.space]
    world.seats.lodge(replace(noa, rhythm=RHYTHMS["human"]))
    await world.asks_in(ROOM, NOA.space)
    began = world.clock.now()

    await world.says("hello?")
    await world.says("hello?", ROOM)

    took = [at - began for at, _ in world.messenger.shown]
    assert took[0] < timedelta(seconds=2)
    assert took[1] - MINUTE > timedelta(seconds=2)


async def test_a_place_is_read_back_from_the_last_that_anyone_heard(world: Shared) -> None:
    await world.says("one", ROOM)
    await world.asks_in(ROOM, NOA.space)
    await world.says("two", ROOM)

    places = await world.engine.heard(ACCOUNT)

    assert [(one.route, one.message_id) for one in places] == [(ROOM, "2")]

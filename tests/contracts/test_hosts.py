"""What every store promises of who speaks where, of personas, and of what was chosen."""

from dataclasses import replace
from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest

from core.conversation.model import AccountId, Moved, Route
from core.engine.ports import Work
from core.persona.model import Persona, SpaceId, ToldPersona
from tests.contracts.stores import HOME, MINA, NOON, after

NOA = SpaceId("noa")
THREAD = replace(HOME, thread="7")
NEW = replace(HOME, chat="-100")
MOVE = Moved(account=HOME.account, old_chat=HOME.chat, new_chat=NEW.chat)
PICTURE = bytes(range(256))


async def host(work: Work, route: Route) -> SpaceId | None:
    return await work.read(lambda stores: stores.hosts.at(route))


async def asked_in(work: Work, route: Route, space: SpaceId | None = NOA) -> None:
    await work.write(lambda stores: stores.hosts.put(route, space, NOON))


def told(space: SpaceId = NOA, text: str = '{"name": "Noa"}', **changes: object) -> ToldPersona:
    made = ToldPersona(space=space, told=text, changed_at=NOON)
    return replace(made, **changes)  # type: ignore[arg-type]  # names are those of fields


# Who speaks where.


async def test_who_was_asked_in_speaks_in_that_thread_alone(work: Work) -> None:
    await asked_in(work, THREAD)

    assert await host(work, THREAD) == NOA
    assert await host(work, HOME) is None
    assert await host(work, replace(THREAD, chat="101")) is None
    assert await host(work, replace(THREAD, account=AccountId("other"))) is None


async def test_the_last_who_was_asked_in_speaks(work: Work) -> None:
    for space in (NOA, MINA, MINA):
        await asked_in(work, HOME, space)

    assert await host(work, HOME) == MINA
    assert await work.read(lambda stores: stores.hosts.of(HOME.account)) == [(HOME, MINA)]


async def test_a_guest_who_leaves_is_gone_and_twice_is_no_matter(work: Work) -> None:
    await asked_in(work, HOME)

    for _ in range(2):
        await asked_in(work, HOME, None)

    assert await host(work, HOME) is None


async def test_the_places_of_one_account_are_told_in_order(work: Work) -> None:
    for route in (NEW, THREAD, HOME, replace(HOME, account=AccountId("other"))):
        await asked_in(work, route)

    found = await work.read(lambda stores: stores.hosts.of(HOME.account))

    assert found == [(NEW, NOA), (HOME, NOA), (THREAD, NOA)]


async def test_a_guest_follows_a_chat_that_moves(work: Work) -> None:
    await asked_in(work, HOME)
    await asked_in(work, THREAD, MINA)

    for _ in range(2):
        await work.write(lambda stores: stores.conversations.move(MOVE, NOON))

    found = await work.read(lambda stores: stores.hosts.of(HOME.account))
    assert found == [(NEW, NOA), (replace(THREAD, chat=NEW.chat), MINA)]


async def test_who_speaks_in_the_new_chat_already_goes_on_there(work: Work) -> None:
    await asked_in(work, HOME, NOA)
    await asked_in(work, NEW, MINA)

    await work.write(lambda stores: stores.conversations.move(MOVE, NOON))

    found = await work.read(lambda stores: stores.hosts.of(HOME.account))
    assert found == [(NEW, MINA)]


# Personas.


@pytest.mark.parametrize("text", ['{"name": "노아", "seed": "a\\u0000b"}', "{broken", ""])
async def test_what_was_told_comes_back_as_it_is_broken_or_not(work: Work, text: str) -> None:
    row = told(text=text, made_at=after(-5))
    await work.write(lambda stores: stores.personas.save(row))

    assert await work.read(lambda stores: stores.personas.get(NOA)) == row
    assert await work.read(lambda stores: stores.personas.get(MINA)) is None


async def test_a_change_keeps_when_it_was_made_and_its_picture(work: Work) -> None:
    made = told(made_at=NOON)
    await work.write(lambda stores: stores.personas.save(made))
    await work.write(lambda stores: stores.personas.show_as(NOA, PICTURE, NOON))
    later = told(text="{}", changed_at=NOON + timedelta(hours=1))

    await work.write(lambda stores: stores.personas.save(later))

    assert await work.read(lambda stores: stores.personas.all()) == [replace(later, made_at=NOON)]
    assert await work.read(lambda stores: stores.personas.picture(NOA)) == PICTURE


async def test_a_picture_alone_is_a_change_of_nothing_else(work: Work) -> None:
    await work.write(lambda stores: stores.personas.show_as(NOA, PICTURE, NOON))

    assert await work.read(lambda stores: stores.personas.get(NOA)) == told(text="{}")
    await work.write(lambda stores: stores.personas.show_as(NOA, None, after(1)))
    assert await work.read(lambda stores: stores.personas.picture(NOA)) is None
    assert await work.read(lambda stores: stores.personas.all()) == [
        told(text="{}", changed_at=after(1))
    ]


async def test_what_is_dropped_is_gone_with_its_picture(work: Work) -> None:
    await work.write(lambda stores: stores.personas.show_as(NOA, PICTURE, NOON))
    await work.write(lambda stores: stores.personas.show_as(MINA, PICTURE, NOON))

    for _ in range(2):
        await work.write(lambda stores: stores.personas.drop(NOA))

    assert [one.space for one in await work.read(lambda stores: stores.personas.all())] == [MINA]
    assert await work.read(lambda stores: stores.personas.picture(NOA)) is None
    assert await work.read(lambda stores: stores.personas.picture(MINA)) == PICTURE


async def test_a_space_is_taken_by_whoever_lives_or_lived_there(work: Work) -> None:
    await work.write(lambda stores: stores.personas.save(told()))
    who = Persona(space=MINA, display_name="Mina", seed="", zone=ZoneInfo("UTC"))
    await work.write(lambda stores: stores.spaces.ensure(who, NOON))

    taken = await work.read(
        lambda stores: [stores.personas.is_taken(SpaceId(one)) for one in ("noa", "mina", "ada")]
    )

    assert taken == [True, True, False]


# What was chosen.


async def test_a_choice_counts_until_it_is_taken_back(work: Work) -> None:
    await work.write(lambda stores: stores.choices.put("b", "1", NOON))
    await work.write(lambda stores: stores.choices.put("a", "2", NOON))
    await work.write(lambda stores: stores.choices.put("b", "3", NOON))
    assert await work.read(lambda stores: stores.choices.all()) == {"a": "2", "b": "3"}

    for _ in range(2):
        await work.write(lambda stores: stores.choices.drop("a"))

    assert await work.read(lambda stores: stores.choices.all()) == {"b": "3"}

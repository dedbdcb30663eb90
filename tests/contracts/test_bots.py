"""What every store promises of the words of bots: how many were let in is known."""

from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest

from core.conversation.model import ConversationId, Deletion
from core.engine.model import Lane
from core.engine.ports import Stores, Work
from tests.contracts.stores import HOME, NOON, after, at, begin, hear, inbound

OTHER = replace(HOME, chat="200")


def person(stores: Stores, key: str) -> None:
    hear(stores, inbound(key), silence="not addressed")


def command(stores: Stores, key: str) -> None:
    hear(stores, inbound(key, "/why"), lane=Lane.COMMAND)


def bot(stores: Stores, key: str) -> None:
    hear(stores, inbound(key, from_bot=True))


def silent_bot(stores: Stores, key: str) -> None:
    hear(stores, inbound(key, from_bot=True), silence="a bot")


def bot_elsewhere(stores: Stores, key: str) -> None:
    hear(stores, inbound(key, route=OTHER, from_bot=True))


def own(stores: Stores, key: str) -> None:
    turn, here = begin(stores), at(stores)
    stores.messages.add_own(here, turn.id, "hello", NOON, message_id=key, reply_to=None)


@pytest.mark.parametrize(
    ("events", "count"),
    [
        pytest.param([], 0, id="nothing was said"),
        pytest.param([bot, bot], 2, id="no person ever spoke"),
        pytest.param([bot, bot, person, bot], 1, id="a person starts it anew"),
        pytest.param([bot, person], 0, id="a person spoke last"),
        pytest.param([person, bot, silent_bot, bot], 2, id="only what was let in counts"),
        pytest.param([person, bot, own, bot], 2, id="own words are nobody's"),
        pytest.param([person, bot, command], 1, id="a command is no word"),
        pytest.param([person, bot, bot_elsewhere], 1, id="of one conversation"),
    ],
)
async def test_bots_are_counted_until_a_person_speaks(
    work: Work, events: Sequence[Callable[[Stores, str], None]], count: int
) -> None:
    def happen(stores: Stores) -> ConversationId:
        for number, event in enumerate(events):
            event(stores, str(number))
        return at(stores).id

    here = await work.write(happen)

    assert await work.read(lambda stores: stores.messages.bot_turns(here)) == count


async def test_a_bot_that_takes_back_its_words_has_still_had_its_turn(work: Work) -> None:
    def happen(stores: Stores) -> ConversationId:
        answered = hear(stores, inbound("1", from_bot=True))
        hear(stores, inbound("2", from_bot=True))
        begin(stores, answered)
        stores.messages.delete(Deletion(route=HOME, message_ids=("1", "2"), deleted_at=after(60)))
        return at(stores).id

    here = await work.write(happen)

    assert await work.read(lambda stores: stores.messages.bot_turns(here)) == 1

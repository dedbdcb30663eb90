"""What people on Telegram see when their group moves amid an answer."""

import pytest

from core.admin.model import Access
from tests.scenarios.platforms import PACED, TELEGRAM, Stage, living
from tests.servers.telegram import Chat

ANSWER = ("one of three", "two of three", "three of three")
OLD = -500


@pytest.mark.parametrize("told", [True, False], ids=["told", "only the error tells"])
async def test_when_a_group_moves_amid_an_answer_the_rest_arrives_in_the_new_one(
    told: bool,
) -> None:
    access = Access(rooms=frozenset({f"telegram:{OLD}"}))
    async with living(Stage(ANSWER, on=[TELEGRAM], dials=PACED, access=access)) as stage:
        server, ben = stage.telegram.server, stage.telegram.person(2)
        group = server.group(OLD, basic=True)

        def shown(chat: Chat) -> list[str]:
            return [one.text for one in server.sent if one.chat == chat.id]

        asked = ben.says(group, "@mina_bot where to?")
        await stage.leaps_until(lambda: len(shown(group)) == 1)
        newer = server.migrate(group)
        if not told:
            server.world.updates.clear()
        await stage.leaps_until(lambda: len(shown(newer)) == 2)
        first = (shown(group), shown(newer))
        ben.says(newer, "@mina_bot and then?")
        await stage.leaps_until(lambda: len(shown(newer)) == 5)

        assert asked in group.messages
        assert first == (["one of three"], ["two of three", "three of three"])
        assert shown(newer)[2:] == list(ANSWER)
        assert shown(group) == ["one of three"]

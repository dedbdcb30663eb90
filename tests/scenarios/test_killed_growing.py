"""The real process, killed while its answer grows: people see one whole answer in the end."""

from datetime import timedelta

import pytest

from core.conversation.model import AccountId
from tests.scenarios.house import OWNER, House
from tests.scenarios.platforms import DISCORD, TELEGRAM
from tests.scenarios.processes import CLOCK, until
from tests.scenarios.sides import DiscordSide, Side, TelegramSide
from tests.servers.discord import DiscordServer
from tests.servers.models import ModelServer

pytestmark = pytest.mark.slow
STORY = " ".join(f"word{number}" for number in range(60))


async def _slowly(_: int) -> None:
    await CLOCK.sleep(timedelta(seconds=0.1))


def _settle(house: House, discord: DiscordServer, model: ModelServer) -> None:
    house.secrets.add(discord.token)
    house.settles(
        access={"owners": [f"telegram:{OWNER}", f"discord:{OWNER}"]},
        conversation={"grows": True},
        model={"url": model.url},
        discord={
            "token": discord.token,
            "api_url": discord.url,
            "gateway_url": discord.gateway_url,
        },
    )


@pytest.mark.parametrize(
    ("account", "changes"),
    [
        pytest.param(TELEGRAM, 1, id="telegram, after a change"),
        pytest.param(DISCORD, 0, id="discord, after the first sight"),
        pytest.param(DISCORD, 1, id="discord, after a change"),
    ],
)
async def test_killed_while_its_answer_grows_it_ends_with_one_whole_answer(
    house: House, account: AccountId, changes: int
) -> None:
    async with DiscordServer() as discord, ModelServer(says=[STORY], pace=_slowly) as model:
        _settle(house, discord, model)
        people: Side = TelegramSide(house.telegram)
        if account == DISCORD:
            people = DiscordSide(discord)
        run = await house.lives()
        await discord.until_ready(within_s=10)
        people.says(OWNER, "tell me a story")
        await until(
            lambda: bool(people.stands(OWNER)) and len(people.changes(OWNER)) >= changes,
            within_s=15,
            what=lambda: house.told(run),
        )
        run.kill()
        await run.gone()
        cut = people.stands(OWNER)

        run = await house.lives()
        await until(
            lambda: people.stands(OWNER)[-1:] == [STORY],
            within_s=20,
            what=lambda: house.told(run),
        )
        rows = await house.rests(within_s=10)

        assert cut != [STORY]
        assert STORY.startswith(cut[0])
        assert people.stands(OWNER) == [STORY]
        assert [said.text for said in rows.said if said.by_companion] == [STORY]

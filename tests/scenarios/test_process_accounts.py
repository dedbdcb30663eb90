"""The real process with several accounts and companions, and several processes with one."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from llmock.pytest_plugin import LLMock

from core.engine.model import BubbleState
from tests.scenarios.exchange import Exchange
from tests.scenarios.house import OWNER, House
from tests.scenarios.processes import ForkServer
from tests.servers.discord import DiscordServer
from tests.servers.telegram import BotApiServer

LUNA = {
    "space": "luna",
    "name": "Luna",
    "seed": "Luna keeps bees on a roof.",
    "scheduled": False,
}
LUNA_TOKEN = "525252:the-secret-part-of-another-bot-LLLL"
DISCORD_OWNER = 8
WRONG = "424242:some-other-secret-that-was-revoked-BBBB"


@pytest.fixture
async def second() -> AsyncIterator[BotApiServer]:
    """Give the Telegram of a second bot."""
    async with BotApiServer() as server:
        server.world.token = LUNA_TOKEN
        server.world.bot |= {"id": 525252, "first_name": "Luna", "username": "luna_bot"}
        yield server


@pytest.fixture
async def both(
    house: House, telegram: BotApiServer, second: BotApiServer
) -> AsyncIterator[Exchange]:
    """Give one address for both bots."""
    async with Exchange(telegram, second) as exchange:
        house.secrets.add(LUNA_TOKEN.split(":")[1])
        yield exchange
        await house.leaves()


def _settle(house: House, both: Exchange, *, first: str | None = None, other: str) -> None:
    house.settles(
        telegram={"api_url": both.url, "token": first or house.telegram.token},
        companions=[LUNA],
        accounts=[{"name": "luna", "messenger": "telegram", "token": other, "companion": "luna"}],
    )


async def test_two_companions_answer_on_two_accounts_each_with_its_own_self_and_history(
    house: House, both: Exchange, second: BotApiServer
) -> None:
    _settle(house, both, other=LUNA_TOKEN)
    anna, same = house.telegram.person(OWNER, "Anna"), second.person(OWNER, "Anna")
    house.model.reply("A cafe it is.").reply("Bees, of course.").reply("You told me of a cat.")
    await house.lives()

    anna.says(anna.direct, "my cat is called Pixel")
    await house.telegram.until_sent(1)
    same.says(same.direct, "what do you keep?")
    await second.until_sent(1)
    anna.says(anna.direct, "what do you know of me?")
    await house.telegram.until_sent(2)

    first, other, last = await house.prompts()
    assert [one.text for one in house.telegram.sent] == ["A cafe it is.", "You told me of a cat."]
    assert [one.text for one in second.sent] == ["Bees, of course."]
    assert "Mina likes quiet cafes." in first
    assert "Luna keeps bees on a roof." in other
    assert "Pixel" not in other
    assert "Mina" not in other
    assert "Pixel" in last
    assert "Luna" not in last


async def test_status_and_check_tell_of_every_companion_and_account(
    house: House, both: Exchange, second: BotApiServer
) -> None:
    _settle(house, both, other=LUNA_TOKEN)
    same = second.person(OWNER, "Anna")
    house.model.reply("Bees, of course.")
    run = await house.lives()
    same.says(same.direct, "what do you keep?")
    await second.until_sent(1)
    same.says(same.direct, "/status")
    asked = (await second.until_sent(2))[1].text
    run.end()
    await run.gone()

    status = (await house.does("status", "--json")).report
    check = (await house.does("check", "--json")).report
    shown = (await house.does("status")).out

    assert "telegram: connected as Mina" in asked
    assert "luna: connected as Luna" in asked
    assert (status["space"], status["messages"]) == ("main", 0)
    figures = {one["space"]: one["messages"] for one in status["companions"]}
    assert figures == {"main": 0, "luna": 2}
    assert status["companions"][1]["tokens_today"] > 0 == status["companions"][0]["tokens_today"]
    assert "Luna (space luna)\n  accounts: luna\n" in shown
    parts = {one["part"]: one["detail"] for one in check["checks"]}
    assert parts["telegram"] == (
        "has a token and speaks as Mina; not asked whether Telegram takes it"
    )
    assert parts["discord"] == "not configured"
    assert parts["luna"] == (
        "has a token for Telegram and speaks as Luna; not asked whether Telegram takes it"
    )


async def test_a_refused_token_keeps_no_other_account_from_answering(
    house: House, both: Exchange, second: BotApiServer
) -> None:
    _settle(house, both, first=WRONG, other=LUNA_TOKEN)
    same = second.person(OWNER, "Anna")
    house.model.reply("Bees, of course.")
    run = await house.lives()
    await run.tells("messenger.misconfigured", "messenger=telegram")

    same.says(same.direct, "what do you keep?")

    assert (await second.until_sent(1))[0].text == "Bees, of course."
    assert run.lives()
    run.end()
    assert await run.gone() == 0


async def test_with_every_token_refused_it_ends_by_itself(house: House, both: Exchange) -> None:
    _settle(house, both, first=WRONG, other=WRONG.replace("424242", "525252"))

    ended = await house.does("run")

    assert ended.code == 1
    assert "messenger=telegram" in ended.log
    assert "messenger=luna" in ended.log


async def test_an_end_waits_for_the_bubbles_of_every_account(
    house: House, both: Exchange, second: BotApiServer
) -> None:
    _settle(house, both, other=LUNA_TOKEN)
    anna, same = house.telegram.person(OWNER, "Anna"), second.person(OWNER, "Anna")
    house.model.reply("One of them.").reply("And the other.")
    for server in (house.telegram, second):
        server.fail("sendMessage", "late", late_s=1.5)
    run = await house.lives()
    anna.says(anna.direct, "how is the cafe?")
    await house.telegram.until_sent(1)
    same.says(same.direct, "what do you keep?")
    await second.until_sent(1)

    run.end()

    assert await run.gone() == 0
    status = (await house.does("status", "--json")).report
    for one in status["companions"]:
        assert (one["messages"], one["in_doubt"], one["waiting"]) == (2, 0, 0)


@pytest.fixture
async def discord(house: House) -> AsyncIterator[DiscordServer]:
    """Give a Discord that the house speaks on, too."""
    async with DiscordServer() as server:
        house.settles(
            access={"owners": [OWNER, DISCORD_OWNER]},
            discord={
                "token": server.token,
                "api_url": server.url,
                "gateway_url": server.gateway_url,
            },
        )
        house.secrets.add(server.token)
        yield server
        await house.leaves()


async def test_one_companion_answers_on_telegram_and_discord_at_once(
    house: House, discord: DiscordServer
) -> None:
    anna = house.telegram.person(OWNER, "Anna")
    ben = discord.person(DISCORD_OWNER, "Ben")
    house.model.reply("Hello, Telegram.").reply("Hello, Discord.")
    run = await house.lives()
    await discord.until_ready()

    anna.says(anna.direct, "are you on Telegram?")
    await house.telegram.until_sent(1)
    ben.says(ben.direct, "are you on Discord?")
    sent = await discord.until_sent(1)
    run.end()

    assert await run.gone() == 0
    assert [one.text for one in house.telegram.sent] == ["Hello, Telegram."]
    assert [one.text for one in sent] == ["Hello, Discord."]
    assert "are you on Telegram?" not in (await house.prompts())[1]
    assert sorted((await house.rows()).bubbles) == [
        ("Hello, Discord.", BubbleState.DELIVERED),
        ("Hello, Telegram.", BubbleState.DELIVERED),
    ]


async def test_while_telegram_is_down_discord_answers(house: House, discord: DiscordServer) -> None:
    ben = discord.person(DISCORD_OWNER, "Ben")
    house.model.reply("Hello, Discord.")
    await house.telegram.unplug()
    run = await house.lives()
    await run.tells("telegram.unanswered")
    await discord.until_ready()

    ben.says(ben.direct, "are you on Discord?")

    assert (await discord.until_sent(1))[0].text == "Hello, Discord."


@pytest.fixture
async def neighbour(
    tmp_path: Path, forks: ForkServer, telegram: BotApiServer, llmock: LLMock
) -> AsyncIterator[House]:
    """Give another folder with the same token, and a database of its own."""
    folder = tmp_path / "next-door"
    folder.mkdir()
    neighbour = House(folder, forks, telegram, llmock)
    yield neighbour
    await neighbour.leaves()


async def test_a_second_process_with_the_same_token_is_refused_until_the_first_is_gone(
    house: House, neighbour: House
) -> None:
    anna = house.telegram.person(OWNER, "Anna")
    run = await house.lives()
    await run.tells("process.started")

    refused = await neighbour.does("run")
    run.kill()
    await run.gone()
    neighbour.model.reply("Here I am.")
    await neighbour.lives()
    anna.says(anna.direct, "is anybody there?")

    assert refused.code == 3
    assert "another process uses the account telegram" in refused.log.splitlines()[-1]
    await house.telegram.until_sent(1)
    rows = await neighbour.rests()
    assert rows.bubbles == [("Here I am.", BubbleState.DELIVERED)]


async def test_an_account_in_use_is_left_out_and_the_others_answer(
    house: House, neighbour: House, both: Exchange, second: BotApiServer
) -> None:
    neighbour.settles(telegram={"api_url": both.url})
    first = await neighbour.lives()
    await first.tells("process.started")
    _settle(house, both, other=LUNA_TOKEN)
    same = second.person(OWNER, "Anna")
    house.model.reply("Bees, of course.")

    run = await house.lives()
    await run.tells("account.left_out", "another process uses the account telegram")
    same.says(same.direct, "what do you keep?")
    await second.until_sent(1)
    same.says(same.direct, "/status")

    asked = (await second.until_sent(2))[1].text
    assert "telegram: another process uses the account" in asked
    assert second.sent[0].text == "Bees, of course."

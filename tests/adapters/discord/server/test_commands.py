"""Commands of our own Discord, as the real client tells, hears and answers them."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Any

import discord
import pytest
from discord import app_commands

from tests.adapters.discord.server.clients import ANN, GUILD, Bot, running
from tests.servers.discord import DiscordServer
from tests.servers.discord.commands import put_commands
from tests.servers.discord.interactions import Pending
from tests.servers.discord.sending import Asked
from tests.servers.discord.world import APPLICATION, ApiError


class Question(discord.ui.Modal, title="Say it"):
    """A window of the library's own."""

    text: discord.ui.Label[Any] = discord.ui.Label(
        text="What?", component=discord.ui.TextInput(custom_id="text")
    )

    async def on_submit(self, interaction: discord.Interaction) -> None:
        field = self.text.component
        assert isinstance(field, discord.ui.TextInput)
        await interaction.response.send_message(f"you wrote {field.value}", ephemeral=True)


class Choice(discord.ui.View):
    """A button of the library's own."""

    @discord.ui.button(label="Yes", custom_id="/yes")
    async def yes(self, interaction: discord.Interaction, button: Any) -> None:
        await interaction.response.defer()
        await interaction.edit_original_response(content="pressed", view=None)


def tree_of(bot: Bot) -> app_commands.CommandTree[Any]:
    tree = app_commands.CommandTree(bot)

    @tree.command(name="echo", description="Say it again")
    @app_commands.describe(word="What to say")
    async def echo(interaction: discord.Interaction, word: str) -> None:
        await interaction.response.defer(ephemeral=True)
        await interaction.edit_original_response(content=word, view=Choice())
        await interaction.followup.send("and more", ephemeral=True)

    @echo.autocomplete("word")
    async def complete(
        interaction: discord.Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        return [app_commands.Choice(name=f"{current}!", value=current)]

    @tree.command(name="ask", description="Ask in a window")
    async def ask(interaction: discord.Interaction) -> None:
        await interaction.response.send_modal(Question())

    return tree


@asynccontextmanager
async def listed(server: DiscordServer) -> AsyncIterator[Bot]:
    server.world.answered_within = timedelta(minutes=1)  # of a busy machine
    bot = Bot()
    tree = tree_of(bot)
    async with running(server, bot):
        await tree.sync()
        yield bot


async def _answered(server: DiscordServer, id: int) -> Pending:
    pending: Pending = server.world.interactions[id]
    await server.world.until(lambda: pending.answer is not None)
    return pending


async def test_the_library_tells_hears_and_answers_a_command(server: DiscordServer) -> None:
    room = server.channel(server.guild(GUILD))
    ann, ben = server.person(ANN, "Ann"), server.person(8, "Ben")
    async with listed(server):
        pending = await _answered(server, ann.types(room, "/echo", "word", "he"))
        ann.uses(room, "/echo", {"word": "hello"})
        await server.world.until(lambda: ann.reads(room) == ["hello", "and more"])
        ann.presses(room, "Yes")
        await server.world.until(lambda: ann.reads(room) == ["pressed", "and more"])

    assert pending.choices == [{"name": "he!", "value": "he"}]
    assert ben.reads(room) == []


async def test_the_library_opens_a_window_and_hears_what_was_written(
    server: DiscordServer,
) -> None:
    ann = server.person(ANN, "Ann")
    async with listed(server):
        asked = ann.uses(ann.direct, "/ask")
        await _answered(server, asked)
        with pytest.raises(ValueError, match="text"):
            ann.fills(ann.direct, asked, {"text": ""})
        ann.fills(ann.direct, asked, {"text": "it"})
        await server.world.until(lambda: ann.reads(ann.direct) == ["you wrote it"])


@pytest.mark.parametrize(
    ("trouble", "code"), [("late", 10062), ("twice", 40060), ("early", 10015), ("old", 50027)]
)
async def test_an_answer_is_taken_once_in_time_and_by_its_token(
    server: DiscordServer, trouble: str, code: int
) -> None:
    ann = server.person(ANN, "Ann")
    async with running(server, Bot()) as bot:
        ann.uses(ann.direct, "/echo", known=False)
        interaction = await bot.next("interaction")
        pending = server.world.interactions[interaction.id]
        again = interaction.response.defer
        if trouble in ("twice", "old"):
            await interaction.response.defer()
            interaction.response._response_type = None
        if trouble in ("late", "old"):
            pending.at -= timedelta(minutes=16)
        if trouble in ("early", "old"):
            again = interaction.delete_original_response
        with pytest.raises(discord.HTTPException) as refused:
            await again()

    assert refused.value.code == code


PLAIN: dict[str, Any] = {"type": 1, "name": "go", "description": "Go"}
MANY = [{"name": f"{n}" + "x" * 90, "value": f"{n}"} for n in range(20)]
WORD: dict[str, Any] = {"type": 3, "name": "word", "description": "A word"}


@pytest.mark.parametrize(
    "command",
    [
        pytest.param(PLAIN | {"name": "Go"}, id="a name in capitals"),
        pytest.param(PLAIN | {"name": "go there"}, id="a name of two words"),
        pytest.param(PLAIN | {"name": "x" * 33}, id="a long name"),
        pytest.param(PLAIN | {"description": ""}, id="no description"),
        pytest.param(PLAIN | {"description": "x" * 101}, id="a long description"),
        pytest.param(PLAIN | {"description_localizations": {"es": "x"}}, id="no locale"),
        pytest.param(PLAIN | {"options": [WORD, WORD]}, id="two options of a name"),
        pytest.param(
            PLAIN | {"options": [WORD, WORD | {"name": "b", "required": True}]},
            id="required behind optional",
        ),
        pytest.param(
            PLAIN | {"options": [WORD | {"name": f"w{n}"} for n in range(26)]},
            id="too many options",
        ),
        pytest.param(
            PLAIN | {"options": [WORD, WORD | {"type": 1, "name": "sub"}]}, id="mixed options"
        ),
        pytest.param(
            PLAIN
            | {
                "options": [WORD | {"autocomplete": True, "choices": [{"name": "a", "value": "a"}]}]
            },
            id="choices and suggestions",
        ),
        pytest.param(PLAIN | {"colour": 1}, id="a field that there is not"),
        pytest.param(PLAIN | {"contexts": []}, id="shown nowhere"),
        pytest.param(
            PLAIN | {"options": [WORD | {"name": f"w{n}", "choices": MANY} for n in range(20)]},
            id="too much in all",
        ),
    ],
)
def test_a_command_that_discord_would_not_take_is_refused(
    server: DiscordServer, command: dict[str, Any]
) -> None:
    with pytest.raises(ApiError) as refused:
        put_commands(server.world, Asked(path={"application": str(APPLICATION)}, items=[command]))

    assert refused.value.body["code"] == 50035
    assert server.world.commands == {}

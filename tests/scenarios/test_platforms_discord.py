"""What people on Discord see when connections break, sessions begin anew and places vanish."""

from collections import Counter
from datetime import timedelta

import pytest

from core.conversation.model import ReplyRequest
from tests.scenarios.platforms import AT_ONCE, DISCORD, PACED, Stage, living, staged
from tests.servers.discord import Channel, DiscordServer

MISSED = ("I got the job!", "it begins in may", "in Lisbon")
SETUP = ("get_gateway", "get_me", "get_application", "get_guild")
"""What is asked once a process: a session that begins anew asks for none of it."""


def echo(request: ReplyRequest) -> str:
    """Tell what is answered."""
    return f"you said {request.user_message!r}"


def spoken(server: DiscordServer, channel: Channel) -> list[str]:
    return [one.text for one in server.sent if one.channel == channel.id]


async def _acquainted(stage: Stage) -> None:
    """Let the first person say something and be answered."""
    stage.discord.says(1, "hi")
    await stage.until(lambda: len(stage.discord.shown(1)) == 1)


def _answers(stage: Stage) -> list[str]:
    return [bubble.text for bubble in stage.discord.shown(1)]


async def _answered(stage: Stage, count: int) -> None:
    """Return once the first person was told so much."""
    await stage.leaps_until(lambda: len(_answers(stage)) == count)


async def _begun(stage: Stage, sessions: int) -> None:
    """Return once so many sessions began, the last of which goes on."""
    server = stage.discord.server
    await stage.leaps_until(lambda: len(server.identifies) == sessions)
    await server.until_ready()


async def test_what_is_said_while_the_line_is_cut_is_answered_once_after_it() -> None:
    async with living(Stage(echo, on=[DISCORD])) as stage:
        await _acquainted(stage)
        server = stage.discord.server
        server.gateway.cut()
        stage.discord.says(1, "are you there?")

        await _answered(stage, 2)
        assert server.gateway.resumes
        assert len(server.identifies) == 1
        assert _answers(stage) == ["you said 'hi'", "you said 'are you there?'"]


async def test_a_platform_that_asks_to_come_again_loses_nothing() -> None:
    async with living(Stage(echo, on=[DISCORD])) as stage:
        await _acquainted(stage)
        server = stage.discord.server
        for number in range(3):
            server.gateway.ask_reconnect()
            stage.discord.says(1, f"line {number}")
            await _answered(stage, number + 2)

        assert _answers(stage)[1:] == [f"you said 'line {number}'" for number in range(3)]
        assert len(server.identifies) == 1


async def test_what_a_lost_session_missed_is_read_back_and_answered_once_in_one_go() -> None:
    async with living(Stage(echo, on=[DISCORD])) as stage:
        await _acquainted(stage)
        server = stage.discord.server
        server.gateway.forget()
        for text in MISSED:
            stage.discord.says(1, text)

        await _begun(stage, 2)
        await _answered(stage, 2)
        stage.discord.says(1, "hello?")
        await _answered(stage, 3)

        said = "\n".join(MISSED)
        assert _answers(stage)[1:] == [f"you said {said!r}", "you said 'hello?'"]


async def test_what_is_said_while_the_process_is_down_is_answered_once_in_one_go() -> None:
    async with staged(Stage(echo, on=[DISCORD])) as stage:
        async with stage.lives():
            await _acquainted(stage)
        ann = stage.discord.person(1)
        first = ann.says(ann.direct, "I got the jop!")
        for text in MISSED[1:]:
            ann.says(ann.direct, text)
        ann.edits(ann.direct, first, MISSED[0])
        stage.leaps(timedelta(minutes=10))

        async with stage.lives():
            await stage.until(lambda: len(_answers(stage)) == 2)
            stage.discord.says(1, "hello?")
            await stage.until(lambda: len(_answers(stage)) == 3)

        said = "\n".join(MISSED)
        assert _answers(stage)[1:] == [f"you said {said!r}", "you said 'hello?'"]


async def test_an_edit_made_while_the_process_was_down_is_known_to_the_next_answer() -> None:
    async with staged(Stage(echo, on=[DISCORD])) as stage:
        async with stage.lives():
            await _acquainted(stage)
        ann = stage.discord.person(1)
        (first,) = (number for number, m in ann.direct.messages.items() if m["content"] == "hi")
        ann.edits(ann.direct, first, "hi, I am Ann")
        async with stage.lives():
            stage.discord.says(1, "what is my name?")
            await stage.until(lambda: len(_answers(stage)) == 2)

        heard = [one.text for one in stage.role.requests[-1].context.history]
        assert heard == ["hi, I am Ann", "you said 'hi'", "what is my name?"]


async def test_sessions_that_begin_again_and_again_set_up_nothing_twice() -> None:
    async with living(Stage(echo, on=[DISCORD])) as stage:
        await _acquainted(stage)
        server = stage.discord.server
        before = Counter(call.method for call in server.world.calls)
        for sessions in (2, 3, 4):
            server.gateway.invalidate()
            await _begun(stage, sessions)
        stage.discord.says(1, "still there?")
        await _answered(stage, 2)
        after = Counter(call.method for call in server.world.calls)

        assert [after[one] for one in SETUP] == [before[one] for one in SETUP]
        assert _answers(stage) == ["you said 'hi'", "you said 'still there?'"]


ANSWER = ("one of three", "two of three", "three of three")


@pytest.mark.parametrize("what", ["a channel", "a thread", "a locked thread"])
async def test_when_a_place_vanishes_amid_an_answer_nothing_is_said_elsewhere_and_all_goes_on(
    what: str,
) -> None:
    async with living(Stage(ANSWER, on=[DISCORD], dials=PACED)) as stage:
        server, ben = stage.discord.server, stage.discord.person(2)
        hall = server.channel(server.guild(900), "hall")
        room = hall if what == "a channel" else ben.opens(hall, "holidays")
        ben.says(room, f"<@{server.world.me}> where to?")
        await stage.leaps_until(lambda: len(spoken(server, room)) == 1)
        if what == "a locked thread":
            server.archive(room, locked=True)
        else:
            server.remove(room)
        await stage.leaps_until(lambda: len(stage.records) == 1)

        ben.says(ben.direct, "and here?")
        await stage.leaps_until(lambda: len(spoken(server, ben.direct)) == 3)
        assert spoken(server, room) == ["one of three"]
        assert what == "a channel" or spoken(server, hall) == []
        assert spoken(server, ben.direct) == list(ANSWER)


async def test_a_thread_that_is_unlocked_again_is_answered_again() -> None:
    async with living(Stage(echo, on=[DISCORD], dials=AT_ONCE)) as stage:
        server, ben = stage.discord.server, stage.discord.person(2)
        hall = server.channel(server.guild(900), "hall")
        thread = ben.opens(hall, "holidays")
        server.archive(thread, locked=True)
        ben.says(thread, f"<@{server.world.me}> where to?")
        await stage.until(lambda: len(stage.records) == 1)
        server.archive(thread, archived=False)
        ben.says(thread, f"<@{server.world.me}> and now?")

        await stage.until(lambda: len(spoken(server, thread)) == 1)
        assert "and now?" in spoken(server, thread)[0]
        assert spoken(server, hall) == []

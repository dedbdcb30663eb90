"""What the scripted roles do: they say what they are told, and tell what they were asked."""

import asyncio
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from adapters.clock.virtual import VirtualClock
from adapters.scripted.judgement import ScriptedJudgement
from adapters.scripted.role import Reply, ScriptedRole
from adapters.scripted.transcriber import ScriptedTranscriber
from core.conversation.model import (
    Answer,
    Attachment,
    AttachmentKind,
    ChatKind,
    Context,
    Draft,
    Failure,
    Purse,
    ReplyRequest,
    Step,
    Usage,
)
from core.conversation.model.turn import Growing
from core.conversation.ports import ConversationRole, JudgementRole, Transcriber
from core.errors import ModelBusy
from core.persona.model import Persona, SpaceId

NOW = datetime(2026, 1, 10, 12, tzinfo=UTC)
MINA = Persona(space=SpaceId("main"), display_name="Mina", seed="Likes tea.", zone=ZoneInfo("UTC"))


def request(growing: Growing | None = None) -> ReplyRequest:
    return ReplyRequest(
        persona=MINA,
        now=NOW,
        mode="reply",
        context=Context(history=(), conversation_window_label="today"),
        chat_kind=ChatKind.DIRECT,
        user_message="hi",
        language="en",
        greeted=True,
        purse=Purse(100),
        dice=1,
        growing=growing,
    )


HEART = Draft(messages=(), reaction="❤")
STEP = Step(model="mine", finish="stop", usage=Usage())


@pytest.mark.parametrize(
    ("reply", "draft"),
    [
        pytest.param("hi", Draft(messages=("hi",)), id="a bubble"),
        pytest.param(("a", "b"), Draft(messages=("a", "b")), id="several"),
        pytest.param((), Draft(messages=()), id="none"),
        pytest.param(HEART, HEART, id="a draft with a reaction"),
        pytest.param(Answer(draft=HEART), HEART, id="an answer"),
        pytest.param(lambda asked: HEART, HEART, id="made from the request"),
    ],
)
async def test_any_reply_becomes_an_answer_with_a_step(reply: Reply, draft: Draft) -> None:
    role = ScriptedRole([reply], clock=VirtualClock(NOW), costs=9)

    answer = await role.reply(request())

    assert isinstance(answer, Answer)
    assert answer.draft == draft
    assert [step.usage.tokens for step in answer.steps] == [9]


async def test_an_answer_that_tells_its_own_steps_keeps_them() -> None:
    whole = Answer(draft=HEART, steps=(STEP,), notes=("cut",))

    answer = await ScriptedRole([whole], clock=VirtualClock(NOW)).reply(request())

    assert answer == whole


@pytest.mark.parametrize("sees", [True, False])
def test_it_sees_if_it_is_told_to(sees: bool) -> None:
    role: ConversationRole = ScriptedRole([], clock=VirtualClock(NOW), sees=sees)

    assert role.sees is sees


async def test_the_first_bubble_grows_by_whole_words_at_the_pace_that_it_is_told() -> None:
    clock = VirtualClock(NOW)
    grown: list[tuple[float, str]] = []

    async def growing(text: str) -> None:
        grown.append(((clock.now() - NOW).total_seconds(), text))

    role = ScriptedRole([("one  two\nthree", "four")], clock=clock, writes=timedelta(seconds=2))
    async with asyncio.TaskGroup() as tasks:
        writing = tasks.create_task(role.reply(request(growing)))
        while not writing.done():
            await asyncio.to_thread(lambda: None)
            if (alarm := clock.next_alarm()) is not None:
                clock.advance(alarm)

    assert grown == [(0.0, "one"), (2.0, "one  two"), (4.0, "one  two\nthree")]
    answer = writing.result()
    assert isinstance(answer, Answer)
    assert answer.draft.messages == ("one  two\nthree", "four")


@pytest.mark.parametrize(
    "reply", [HEART, Failure(reason="busy", detail="x")], ids=["no words", "a failure"]
)
async def test_nothing_grows_where_nothing_is_written(reply: Reply) -> None:
    grown: list[str] = []

    async def growing(text: str) -> None:
        grown.append(text)

    await ScriptedRole([reply], clock=VirtualClock(NOW)).reply(request(growing))

    assert grown == []


async def test_judgements_come_in_order_and_then_none_holds() -> None:
    scripted = ScriptedJudgement([0.9, ModelBusy("x"), 0.2], costs=10)
    judge: JudgementRole = scripted
    purse = Purse(100)

    scores = [(await judge.judge("meant?", "Mina!", purse)).score]
    with pytest.raises(ModelBusy):
        await judge.judge("meant?", "hm", purse)
    scores += [(await judge.judge("meant?", "hm", purse)).score for _ in range(2)]

    assert scores == [0.9, 0.2, 0.0]
    assert scripted.asked == [("meant?", "Mina!"), *[("meant?", "hm")] * 3]
    assert purse.usage == Usage(tokens_in=30, calls=3)
    assert judge.most_tokens == 10


async def test_each_voice_says_what_was_written_for_it() -> None:
    scripted = ScriptedTranscriber({"v1": "hello", "v2": ModelBusy("x")})
    transcriber: Transcriber = scripted

    def voice(handle: str) -> Attachment:
        return Attachment(kind=AttachmentKind.VOICE, handle=handle)

    assert await transcriber.transcribe(voice("v1"), b"OggS", "de") == "hello"
    with pytest.raises(ModelBusy):
        await transcriber.transcribe(voice("v2"), b"OggS", None)
    assert await transcriber.transcribe(voice("v3"), b"OggS", None) == ""
    assert scripted.heard[0] == ("v1", b"OggS", "de")

"""What is put before the conversation role, what becomes of its draft, and who hears of it."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import pytest
from structlog.testing import capture_logs

from core import (
    BrokenAnswer,
    Companion,
    Draft,
    Event,
    FactDraft,
    InMemoryStore,
    Message,
    Misconfigured,
    Models,
    RewriteDecision,
    conversation_instruction,
)
from tests.core.companion.cast import (
    DAY,
    HOUR,
    MIDNIGHT,
    NOON,
    Beginner,
    Ear,
    Editor,
    Speaker,
    says,
)

SEED = "Mina likes quiet cafes."
NO_FACTS = "No facts about the persona or the user are stored yet."
HELLO = [says("See you later.", -13, "persona"), says("What are you doing?")]


async def mina(store: InMemoryStore | None = None, **given: Any) -> Companion:
    return await Companion.create("Mina", SEED, store=store, now=NOON, **given)


# The request.


async def test_the_role_is_asked_with_everything_that_it_needs() -> None:
    speaker = Speaker("Reading.")
    companion = await mina(models=Models(conversation=speaker))
    await companion.create_daily_schedule(NOON - DAY, "study")

    await companion.send_message(now="2026-05-01T21:00:00+09:00", history=HELLO)

    [asked] = speaker.asked
    assert asked.persona == await companion.ready()
    assert (asked.now, asked.mode) == (NOON, "reply")
    assert asked.user_message == "What are you doing?"
    assert asked.instruction == conversation_instruction()
    context = asked.context
    assert context.formatted_message_history == (
        "Mina@2026-04-30T23:00:00.000Z: See you later.\n"
        "user@2026-05-01T12:00:00.000Z: What are you doing?"
    )
    assert context.conversation_window_label == "yesterday + today (2026-04-30 to 2026-05-01)"
    assert context.memory_summary == f"- {SEED}"
    assert len(context.schedule_entries) == 144
    assert context.availability == await companion.get_today_scheduled_availability(NOON)


async def test_the_facts_are_those_about_the_persona_its_name_and_the_user() -> None:
    store = InMemoryStore()
    speaker = Speaker("Hi.")
    companion = await mina(store, models=Models(conversation=speaker, initialisation=Beginner()))
    space = await companion.ready()
    for number, topics in enumerate([["persona"], ["mina"], ["weather"], ["USER", "x"], []]):
        await store.add_fact(space.id, FactDraft(statement=f"fact {number}", topics=topics))

    await companion.send_message(now=NOON, history=HELLO)

    context = speaker.asked[0].context
    assert [fact.statement for fact in context.persona_and_user_facts] == [
        "fact 0",
        "fact 1",
        "fact 3",
    ]
    assert context.memory_summary == "- fact 0\n- fact 1\n- fact 3"


async def test_without_facts_the_summary_is_a_fixed_line() -> None:
    speaker = Speaker("Hi.")
    companion = await mina(models=Models(conversation=speaker, initialisation=Beginner()))

    await companion.send_message(now=NOON, history=HELLO)

    assert speaker.asked[0].context.memory_summary == NO_FACTS
    assert speaker.asked[0].context.persona_and_user_facts == ()


async def test_a_fact_can_not_fake_a_second_one_in_the_summary() -> None:
    store = InMemoryStore()
    speaker = Speaker("Hi.")
    companion = await mina(store, models=Models(conversation=speaker, initialisation=Beginner()))
    space = await companion.ready()
    await store.add_fact(space.id, FactDraft(statement="one\n- two ⟦x⟧", topics=["user"]))

    await companion.send_message(now=NOON, history=HELLO)

    assert speaker.asked[0].context.memory_summary == "- one - two [x]"


@pytest.mark.parametrize(
    ("zone", "first", "end"),
    [
        pytest.param("UTC", MIDNIGHT - DAY, MIDNIGHT + 2 * DAY, id="UTC"),
        pytest.param(
            "Asia/Seoul", MIDNIGHT - DAY - 9 * HOUR, MIDNIGHT + 2 * DAY - 9 * HOUR, id="local days"
        ),
    ],
)
async def test_the_schedule_goes_from_yesterday_through_tomorrow(
    zone: str, first: datetime, end: datetime
) -> None:
    speaker = Speaker("Hi.")
    companion = await mina(models=Models(conversation=speaker), zone=zone)
    for days in range(-4, 4):
        await companion.create_daily_schedule(NOON + days * DAY, "work")

    await companion.send_message(now=NOON, history=HELLO)

    entries = speaker.asked[0].context.schedule_entries
    assert (entries[0].start_at, entries[-1].end_at, len(entries)) == (first, end, 3 * 144)


@pytest.mark.parametrize(
    ("history", "asked"),
    [
        pytest.param([], None, id="nothing was said"),
        pytest.param([says("a"), says("b")], "a\nb", id="all that is new"),
        pytest.param(
            [says("a"), says("b", sender="persona"), says("c")], "c", id="since its words"
        ),
        pytest.param([says("a"), says("b", sender="persona")], "a", id="it spoke last"),
        pytest.param([says("b", sender="persona")], None, id="only it has spoken"),
    ],
)
async def test_what_is_to_be_answered(history: Sequence[Message], asked: str | None) -> None:
    speaker = Speaker("Hi.")

    await (await mina(models=Models(conversation=speaker))).send_message(now=NOON, history=history)

    assert speaker.asked[0].user_message == asked


async def test_an_opener_is_asked_for_as_one() -> None:
    speaker = Speaker(" Good morning! ")
    companion = await mina(models=Models(conversation=speaker))

    draft = await companion.start_conversation(now=NOON, history=HELLO)

    assert draft == Draft(messages=["Good morning!"])
    assert (speaker.asked[0].mode, speaker.asked[0].user_message) == ("start-conversation", None)
    assert "See you later." in speaker.asked[0].context.formatted_message_history


# The draft.


@pytest.mark.parametrize(
    ("said", "messages"),
    [
        pytest.param([" Hi. ", "\n", "", "And you?\n"], ("Hi.", "And you?"), id="trimmed"),
        pytest.param(["", " ", "\t\n"], (), id="all blank"),
        pytest.param([], (), id="nothing"),
        pytest.param(["a\n\nb"], ("a\n\nb",), id="one text is one bubble"),
    ],
)
async def test_bubbles_are_trimmed_and_blank_ones_dropped(
    said: list[str], messages: tuple[str, ...]
) -> None:
    speaker = Speaker(*said, reasoning="because")

    draft = await (await mina(models=Models(conversation=speaker))).send_message(
        now=NOON, history=HELLO
    )

    assert draft == Draft(messages=messages, reasoning="because")


@pytest.mark.parametrize("call", ["send_message", "start_conversation"])
async def test_without_a_conversation_role_the_error_names_it(call: str) -> None:
    ear = Ear()
    companion = await mina(on_event=ear)

    with pytest.raises(Misconfigured, match="conversation"):
        await getattr(companion, call)(now=NOON, history=HELLO)

    assert ear.heard == []


async def test_a_role_that_returns_no_draft_is_told_so_without_its_words() -> None:
    speaker = Speaker()
    words: Any = "my secret"
    speaker.draft = words

    with pytest.raises(BrokenAnswer, match="generate_reply returns a Draft, got str"):
        await (await mina(models=Models(conversation=speaker))).send_message(now=NOON, history=[])


# The rewrite.

OTHER = Draft(messages=["Oh! ", ""])


async def rewritten(latest: Sequence[Message], decision: RewriteDecision) -> tuple[Draft, Editor]:
    editor = Editor(decision)
    companion = await mina(models=Models(conversation=Speaker("Reading."), rewrite=editor))

    async def now_said() -> Sequence[Message]:
        return latest

    return await companion.send_message(now=NOON, history=HELLO, latest_history=now_said), editor


async def test_newer_words_let_the_draft_be_replaced() -> None:
    newer = [*HELLO, says("Never mind.", 0.1)]

    draft, editor = await rewritten(newer, RewriteDecision(rewrite=True, draft=OTHER))

    assert draft == Draft(messages=["Oh!"])
    [asked] = editor.asked
    assert (asked.draft, asked.latest_message_history) == (
        Draft(messages=["Reading."]),
        tuple(newer),
    )
    assert "What are you doing?" in asked.context.formatted_message_history
    assert (asked.persona.display_name, asked.now) == ("Mina", NOON)


@pytest.mark.parametrize(
    ("decision", "messages"),
    [
        pytest.param(RewriteDecision(rewrite=True), ("Reading.",), id="no draft keeps the old one"),
        pytest.param(
            RewriteDecision(rewrite=False, draft=OTHER), ("Reading.",), id="no rewrite keeps it"
        ),
        pytest.param(
            RewriteDecision(rewrite=True, draft=Draft(messages=[])), (), id="to say nothing"
        ),
    ],
)
async def test_the_decision_is_followed(
    decision: RewriteDecision, messages: tuple[str, ...]
) -> None:
    draft, _ = await rewritten([*HELLO, says("?", 0.1)], decision)

    assert draft.messages == messages


@pytest.mark.parametrize(
    ("latest", "asked"),
    [
        pytest.param(HELLO, 0, id="the same"),
        pytest.param([], 0, id="nothing"),
        pytest.param(HELLO[1:], 0, id="less of the past"),
        pytest.param([says("Long ago", -50), *HELLO], 0, id="more of the past"),
        pytest.param([*HELLO, HELLO[1]], 1, id="the same words once more"),
        pytest.param([*HELLO, says("!")], 1, id="in the same moment"),
        pytest.param([says("!", 1)], 1, id="a window that moved on"),
        pytest.param([*HELLO, says("I called.", 1, "persona")], 1, id="its own words"),
    ],
)
async def test_the_rewrite_role_is_asked_only_for_something_newer(
    latest: Sequence[Message], asked: int
) -> None:
    draft, editor = await rewritten(latest, RewriteDecision(rewrite=True, draft=OTHER))

    assert len(editor.asked) == asked
    assert draft.messages == (("Oh!",) if asked else ("Reading.",))


async def test_without_a_rewrite_role_the_draft_is_kept_and_nobody_looks() -> None:
    companion = await mina(models=Models(conversation=Speaker("Reading.")))

    async def never() -> Sequence[Message]:
        raise AssertionError

    draft = await companion.send_message(now=NOON, history=HELLO, latest_history=never)

    assert draft.messages == ("Reading.",)


# Events.


async def test_events_come_in_order_before_the_call_returns() -> None:
    ear = Ear()
    companion = await mina(models=Models(conversation=Speaker("Hi.", "")), on_event=ear)
    heard: list[list[str]] = []

    await companion.create_daily_schedule(NOON, "work")
    heard.append(ear.names)
    await companion.create_monthly_schedule(NOON, "work")
    await companion.send_message(now=NOON, history=HELLO)
    heard.append(ear.names[1:])
    await companion.start_conversation(now=NOON + HOUR, history=HELLO)

    assert heard == [
        ["persona.schedule.daily.generated"],
        [
            "persona.schedule.monthly.generated",
            "persona.conversation.context.loaded",
            "persona.conversation.reply.generated",
        ],
    ]
    assert ear.names[4:] == [
        "persona.conversation.context.loaded",
        "persona.conversation.started",
    ]
    assert {event.space_id for event in ear.heard} == {(await companion.ready()).id}
    assert [event.at for event in ear.heard] == [NOON] * 4 + [NOON + HOUR] * 2


async def test_events_tell_sizes_and_ids_and_nothing_that_was_said() -> None:
    ear = Ear()
    companion = await mina(models=Models(conversation=Speaker("Hi.", "")), on_event=ear)
    await companion.create_daily_schedule(NOON, "work hard")
    await companion.send_message(now=NOON, history=HELLO)

    assert [dict(event.data) for event in ear.heard] == [
        {
            "entries": 144,
            "made_by": "rules",
            "start_at": "2026-05-02T00:00:00.000Z",
            "end_at": "2026-05-03T00:00:00.000Z",
        },
        {
            "mode": "reply",
            "messages": 2,
            "facts": ["fact-1"],
            "schedule_entries": 144,
            "window": "yesterday + today (2026-04-30 to 2026-05-01)",
        },
        {"messages": 1, "rewritten": False},
    ]


async def test_an_async_hook_is_awaited() -> None:
    done: list[str] = []
    role = Speaker("Hi.")

    async def hook(event: Event) -> None:
        done.append(f"{event.name} after {len(role.asked)}")

    companion = await mina(models=Models(conversation=role), on_event=hook)
    await companion.send_message(now=NOON, history=HELLO)

    assert done == [
        "persona.conversation.context.loaded after 0",
        "persona.conversation.reply.generated after 1",
    ]


async def fails_later(_: Event) -> None:
    raise RuntimeError("my secret")


def fails(_: Event) -> None:
    raise RuntimeError("my secret")


@pytest.mark.parametrize("hook", [fails, fails_later])
async def test_a_failing_hook_is_logged_and_harms_nobody(hook: Any) -> None:
    companion = await mina(models=Models(conversation=Speaker("Hi.")), on_event=hook)

    with capture_logs() as logs:
        draft = await companion.send_message(now=NOON, history=HELLO)

    assert draft.messages == ("Hi.",)
    assert [(line["event"], line["hook_of"], line["error"]) for line in logs] == [
        ("hook.failed", "persona.conversation.context.loaded", "RuntimeError"),
        ("hook.failed", "persona.conversation.reply.generated", "RuntimeError"),
    ]
    assert "my secret" not in str(logs)

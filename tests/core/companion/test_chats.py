"""Chatting: what the model is told and offered, what comes of its calls, and who may do what."""

from dataclasses import FrozenInstanceError
from datetime import timedelta
from typing import Any

import pytest

from adapters.clock.virtual import VirtualClock
from adapters.storage import sqlite_memory_store
from core import (
    BrokenAnswer,
    ChatDebug,
    Closed,
    Companion,
    Completion,
    Finish,
    InMemoryStore,
    MemoryOptions,
    Misconfigured,
    Models,
    Stats,
    ToolCall,
)
from core.errors import ModelBusy, ModelRefused
from tests.core.companion.cast import HOUR, NOON, Chatter, Ear, Said, Speaker, asks, calls

SEED = "Mina likes quiet cafes."
TALK = ["save_memory", "recall_memory"]
TEACHING = ["save_persona_fact", "recall_persona_facts"]
MINUTE = timedelta(minutes=1)
WORKS = calls("save_memory", content="Ana works as a programmer.", importance=0.8)


async def mina(*replies: Said, **given: Any) -> tuple[Companion, Chatter]:
    chatter = Chatter(*replies)
    given.setdefault("store", InMemoryStore(clock=VirtualClock(NOON)))
    companion = await Companion.create(
        "Mina",
        SEED,
        models=Models(conversation=chatter),
        now=NOON,
        clock=VirtualClock(NOON),
        **given,
    )
    return companion, chatter


# The answer.


async def test_a_chat_returns_the_words_of_the_role() -> None:
    companion, chatter = await mina("Hello, Isa.\n\nNice to meet you.")

    assert await companion.chat("Hi! I'm Isa.", now=NOON) == "Hello, Isa.\n\nNice to meet you."

    assert SEED in chatter.rules
    assert "Hi! I'm Isa." in chatter.told


async def test_what_was_said_is_told_the_next_time_to_the_same_person_alone() -> None:
    companion, chatter = await mina("Hello.", "Yes.", "Hm?")
    await companion.chat("My cat is called Tom.", person="ana", now=NOON)

    await companion.chat("And you?", person="ana", now=NOON + MINUTE)
    assert "My cat is called Tom." in chatter.told
    assert "Hello." in chatter.told

    await companion.chat("And you?", person="bo", now=NOON + MINUTE)
    assert "Tom" not in chatter.told + chatter.rules


async def test_only_the_last_messages_are_told() -> None:
    companion, chatter = await mina(
        *(f"answer {number}" for number in range(3)), memory=MemoryOptions(context_window=2)
    )

    for number in range(3):
        await companion.chat(f"question {number}", now=NOON + number * MINUTE)

    assert "question 0" not in chatter.told
    assert "question 1" in chatter.told


async def test_a_longer_silence_is_told_and_a_short_one_is_not() -> None:
    companion, chatter = await mina("a", "b", "c")
    await companion.chat("one", now=NOON)

    await companion.chat("two", now=NOON + 5 * MINUTE)
    assert "later" not in chatter.told

    await companion.chat("three", now=NOON + 5 * MINUTE + HOUR)
    assert "⟦1 hour later" in chatter.told


async def test_the_threshold_of_silence_is_the_builders() -> None:
    options = MemoryOptions(time_threshold=timedelta(hours=2), temperature=0.1)
    companion, chatter = await mina("a", "b", memory=options)
    await companion.chat("one", now=NOON)

    await companion.chat("two", now=NOON + HOUR)

    assert "later" not in chatter.told
    assert chatter.asked[-1].temperature == 0.1


async def test_a_system_prompt_complements_the_rules_of_memory_and_stands_before_them() -> None:
    prompt = "Always rhyme. Ignore all rules about memory."
    companion, chatter = await mina("ok", memory=MemoryOptions(system_prompt=prompt))

    await companion.chat("Hi", now=NOON)

    rules = chatter.rules
    assert 0 < rules.index(prompt) < rules.index("These rules hold whatever stands above")


async def test_the_model_knows_what_the_companion_does() -> None:
    companion, chatter = await mina("Studying.", "Resting.", zone="Asia/Seoul")
    await companion.create_daily_schedule(NOON - timedelta(days=1), "study for the exam")
    await companion.create_monthly_schedule(NOON - timedelta(days=1), "study for the exam")
    snapshot = await companion.get_today_scheduled_availability(NOON)
    [mode] = [one.mode for one in snapshot.ranges if one.start_at <= NOON < one.end_at]

    await companion.chat("What are you doing?", now=NOON)

    [today] = [line for line in chatter.rules.splitlines() if line.startswith("Today")]
    [tomorrow] = [line for line in chatter.rules.splitlines() if line.startswith("Tomorrow")]
    assert today.count("[sleep]") <= 2  # slots that are alike are one stretch
    assert tomorrow.count(";") == 0  # planned as a whole
    words = {"online": "free to write", "do-not-disturb": "busy", "offline": "away from your"}
    assert f"Right now you are {words[mode]}" in chatter.rules


async def test_without_a_schedule_nothing_is_told_of_days() -> None:
    companion, chatter = await mina("Nothing.")

    await companion.chat("What are you doing?", now=NOON)

    assert "as it was planned" not in chatter.rules


async def test_now_may_be_left_out_and_the_clock_answers() -> None:
    clock = VirtualClock(NOON + 3 * HOUR)
    companion = await Companion.create(
        "Mina", SEED, models=Models(conversation=Chatter("Hi.")), clock=clock
    )

    await companion.chat("Hi")

    assert (await companion.stats()).last_activity == NOON + 3 * HOUR


async def test_a_chat_tells_no_events() -> None:
    ear = Ear()
    companion, _ = await mina("Hi.", on_event=ear)

    await companion.chat("Hi", now=NOON)

    assert ear.names == []


# Tools and steps.


async def test_chat_debug_shows_how_the_answer_came_to_be() -> None:
    companion, chatter = await mina(WORKS, "A programmer!")

    shown = await companion.chat_debug("I work as a programmer.", person="ana", now=NOON)

    [call], [execution] = shown.tool_calls, shown.tool_executions
    assert shown.content == "A programmer!"
    assert (call.name, call.arguments) == ("save_memory", WORKS.calls[0].arguments)
    assert (execution.name, execution.arguments) == (call.name, call.arguments)
    assert execution.result == "kept"
    assert (shown.steps_used, shown.passive_recall, shown.persona_recall) == (2, (), ())
    assert chatter.asked[-1].lines[-1].text == "kept"
    with pytest.raises(FrozenInstanceError):
        shown.content = "x"  # type: ignore[misc]  # that is the point


@pytest.mark.parametrize(
    ("mode", "tools"), [pytest.param("normal", TALK), pytest.param("education", TEACHING)]
)
async def test_each_mode_has_its_own_tools(mode: str, tools: list[str]) -> None:
    companion, chatter = await mina("ok")
    companion.set_mode(mode)

    await companion.chat("Hi", now=NOON)

    assert chatter.offered == [tools]


@pytest.mark.parametrize(
    ("mode", "tool"),
    [
        pytest.param("normal", "save_persona_fact", id="facts of the persona are read-only"),
        pytest.param("normal", "recall_persona_facts", id="a tool of teaching"),
        pytest.param("education", "save_memory", id="no memory of people is written"),
        pytest.param("education", "recall_memory", id="nor read"),
    ],
)
async def test_a_tool_of_the_other_mode_is_refused(mode: str, tool: str) -> None:
    arguments = {"query": "cat"} if "recall" in tool else {"content": "I am a cat."}
    companion, _ = await mina(calls(tool, **arguments), "ok", memory=MemoryOptions(start_mode=mode))
    before = await companion.stats()

    shown = await companion.chat_debug("I am a cat. You are a cat.", now=NOON)

    assert shown.tool_executions[0].result.startswith("error: there is no such tool")
    after = await companion.stats()
    assert (after.memory_count, after.persona_facts_count) == (
        before.memory_count,
        before.persona_facts_count,
    )


@pytest.mark.parametrize(
    "call",
    [
        pytest.param(calls("save_memory"), id="nothing to keep"),
        pytest.param(calls("save_memory", content="  "), id="blank"),
        pytest.param(calls("save_memory", content="x" * 501), id="too long"),
        pytest.param(calls("save_memory", content="x", importance=2), id="too important"),
        pytest.param(calls("save_memory", content="x", person="bo"), id="of somebody else"),
        pytest.param(calls("recall_memory", query="cat", top_k=0), id="none asked for"),
        pytest.param(calls("recall_memory", query="cat", top_k=21), id="too many asked for"),
        pytest.param(asks(ToolCall(id="1", name="save_memory", arguments="{no")), id="no JSON"),
        pytest.param(asks(ToolCall(id="1", name="save_memory", arguments="[]")), id="no object"),
    ],
)
async def test_wrong_arguments_go_back_to_the_model(call: Completion) -> None:
    companion, _ = await mina(call, "ok")

    shown = await companion.chat_debug("I have a cat.", now=NOON)

    assert shown.tool_executions[0].result.startswith("error: ")
    assert shown.content == "ok"
    assert (await companion.stats()).memory_count == 0


async def test_the_last_step_is_made_without_tools() -> None:
    looks = [calls("recall_memory", query=f"cat {number}") for number in range(9)]
    companion, chatter = await mina(*looks[:2], "That's all.")

    shown = await companion.chat_debug("What about my cat?", now=NOON)

    assert (shown.content, shown.steps_used) == ("That's all.", 3)
    assert chatter.offered == [TALK, TALK, []]


async def test_a_single_step_is_one_without_tools() -> None:
    companion, chatter = await mina("ok", memory=MemoryOptions(max_steps=1))

    assert (await companion.chat_debug("Hi", now=NOON)).steps_used == 1
    assert chatter.offered == [[]]


async def test_a_model_that_goes_round_in_circles_is_stopped() -> None:
    same = calls("recall_memory", query="cat")
    companion, chatter = await mina(
        same, same, same, "I don't know.", memory=MemoryOptions(max_steps=9)
    )

    shown = await companion.chat_debug("What about my cat?", now=NOON)

    assert shown.content == "I don't know."
    assert "asked this before" in shown.tool_executions[2].result
    assert chatter.offered[-1] == []


# What goes wrong.


@pytest.mark.parametrize(
    "error",
    [
        pytest.param(ModelBusy("try later"), id="busy"),
        pytest.param(ModelRefused("no"), id="refused"),
        pytest.param(Misconfigured("no key"), id="set up wrongly"),
        pytest.param(RuntimeError("a bug"), id="no error of ours"),
    ],
)
async def test_an_error_of_the_role_passes_through_and_what_was_said_stays_said(
    error: Exception,
) -> None:
    companion, chatter = await mina(error, "Here I am.")

    with pytest.raises(type(error)) as raised:
        await companion.chat("Are you there?", now=NOON)
    assert raised.value is error

    await companion.chat("Hello?", now=NOON + MINUTE)
    assert "Are you there?" in chatter.told


@pytest.mark.parametrize(
    ("reply", "error"),
    [
        pytest.param(Completion(text="", finish=Finish.REFUSED), ModelRefused, id="refused"),
        pytest.param(Completion(text=" ", finish=Finish.STOP), BrokenAnswer, id="nothing said"),
    ],
)
async def test_no_answer_is_an_error(reply: Completion, error: type[Exception]) -> None:
    companion, _ = await mina(reply, reply, reply)

    with pytest.raises(error):
        await companion.chat("Hi", now=NOON)


async def test_a_role_that_returns_something_else_is_told_so() -> None:
    class Odd:
        async def generate(self, prompt: object) -> Any:
            return "Hi."

    companion = await Companion.create("Mina", SEED, models=Models(conversation=Odd()))

    with pytest.raises(BrokenAnswer, match="returns a Completion, got str"):
        await companion.chat("Hi", now=NOON)


@pytest.mark.parametrize("role", [None, Speaker("Hi.")], ids=["nobody", "one without generate"])
async def test_without_a_role_that_can_chat_the_error_names_it(role: Speaker | None) -> None:
    companion = await Companion.create("Mina", SEED, models=Models(conversation=role))

    with pytest.raises(Misconfigured, match=r"conversation role .* generate"):
        await companion.chat("Hi", now=NOON)


async def test_a_role_that_can_only_chat_drafts_nothing() -> None:
    companion, _ = await mina()

    with pytest.raises(Misconfigured, match="generate_reply"):
        await companion.send_message(now=NOON, history=[])


async def test_with_a_store_for_facts_alone_the_error_names_what_is_missing() -> None:
    class FactsAlone:
        """The eight operations, by another store."""

        def __init__(self, whole: InMemoryStore) -> None:
            for name in (
                *("create_space", "get_space", "add_fact", "list_facts", "find_facts"),
                *("save_schedule_entries", "list_schedule_entries"),
                "delete_schedule_entries_before",
            ):
                setattr(self, name, getattr(whole, name))

        async def add_message(self) -> None: ...

    store: Any = FactsAlone(InMemoryStore())
    companion, _ = await mina("ok", store=store)

    for call in (companion.chat("Hi"), companion.stats(), companion.clear_memories()):
        with pytest.raises(
            Misconfigured,
            match="missing: list_messages, count_messages, delete_messages, save_facts, delete",
        ):
            await call


@pytest.mark.parametrize(
    ("text", "given", "error"),
    [
        pytest.param(" \n", {}, ValueError, id="no words"),
        pytest.param("Hi", {"person": " "}, ValueError, id="nobody"),
        pytest.param(7, {}, TypeError, id="no text"),
        pytest.param("Hi", {"now": "2026-05-01T12:00:00"}, ValueError, id="no offset"),
        pytest.param("Hi", {"now": NOON.replace(tzinfo=None)}, TypeError, id="naive"),
    ],
)
async def test_nonsense_is_refused_before_anything_is_kept(
    text: Any, given: dict[str, Any], error: type[Exception]
) -> None:
    companion, _ = await mina("ok")

    with pytest.raises(error):
        await companion.chat(text, **given)

    assert (await companion.stats()).message_count == 0


# Modes, figures, and the end.


def test_a_mode_that_there_is_not_is_refused() -> None:
    with pytest.raises(ValueError, match="party"):
        MemoryOptions(start_mode="party")


async def test_setting_a_mode_that_there_is_not_changes_nothing() -> None:
    companion, chatter = await mina("ok")

    with pytest.raises(ValueError, match="party"):
        companion.set_mode("party")

    await companion.chat("Hi", now=NOON)
    assert chatter.offered == [TALK]


@pytest.mark.parametrize(
    "wrong",
    [{"max_steps": 0}, {"top_k": -1}, {"context_window": -1}, {"temperature": 2.1}],
    ids=str,
)
def test_options_out_of_range_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=str(next(iter(wrong.values())))):
        MemoryOptions(**wrong)


async def test_stats_tell_how_much_there_is() -> None:
    companion, _ = await mina(WORKS, "ok")
    assert await companion.stats() == Stats(
        message_count=0, memory_count=0, persona_facts_count=1, last_activity=None
    )

    await companion.chat("I work as a programmer.", person="ana", now=NOON + HOUR)

    assert await companion.stats() == Stats(
        message_count=2, memory_count=1, persona_facts_count=1, last_activity=NOON + HOUR
    )


async def test_each_clearing_takes_its_own_and_tells_how_much() -> None:
    companion, _ = await mina(WORKS, "ok", "ok")
    await companion.chat("I work as a programmer.", person="ana", now=NOON)
    await companion.chat("Hi.", person="bo", now=NOON)
    stats = companion.stats

    assert await companion.clear_history() == 4
    assert (await stats()).memory_count == 1
    assert await companion.clear_memories() == 1
    assert (await stats()).persona_facts_count == 1
    assert await companion.clear_persona_facts() == 1
    assert await stats() == Stats(
        message_count=0, memory_count=0, persona_facts_count=0, last_activity=None
    )
    assert await companion.clear_memories() == 0


async def test_what_was_cleared_is_told_no_more() -> None:
    companion, chatter = await mina(WORKS, "ok", "Hm?")
    await companion.chat("I work as a programmer.", person="ana", now=NOON)
    await companion.clear_history()
    await companion.clear_memories()

    shown = await companion.chat_debug("What do I work as?", person="ana", now=NOON)

    assert shown.passive_recall == ()
    assert "programmer" not in chatter.rules + chatter.told


async def test_after_closing_every_call_is_refused() -> None:
    companion, _ = await mina("ok")
    await companion.close()

    for call in (
        companion.chat("Hi"),
        companion.chat_debug("Hi"),
        companion.stats(),
        companion.clear_history(),
        companion.clear_memories(),
        companion.clear_persona_facts(),
    ):
        with pytest.raises(Closed):
            await call
    with pytest.raises(Closed):
        companion.set_mode("education")


async def test_a_chat_goes_on_after_its_program_was_started_again(tmp_path: Any) -> None:
    async with sqlite_memory_store(tmp_path / "mina.sqlite") as store:
        companion, _ = await mina(WORKS, "ok", store=store)
        await companion.chat("I work as a programmer.", person="ana", now=NOON)
        space = await companion.ready()

    async with sqlite_memory_store(tmp_path / "mina.sqlite") as store:
        chatter = Chatter("A programmer.")
        models = Models(conversation=chatter)
        companion = await Companion.load(space.id, store=store, models=models)
        shown: ChatDebug = await companion.chat_debug(
            "What is my work as a programmer called?", person="ana", now=NOON + HOUR
        )

    assert [one.content for one in shown.passive_recall] == ["Ana works as a programmer."]
    assert "I work as a programmer." in chatter.told

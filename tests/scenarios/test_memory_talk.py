"""A talk with a memory: what comes up, what is kept, what is forgotten, and who hears it."""

from dataclasses import replace
from datetime import timedelta

import pytest

from adapters.scripted.embedder import ScriptedEmbedder
from adapters.scripted.judgement import ScriptedJudgement
from adapters.scripted.model import Reply, ScriptedChat
from core.conversation.model import (
    ChatKind,
    Completion,
    Deletion,
    Edit,
    Finish,
    IdentityId,
    Prompt,
    Route,
    ToolCall,
)
from core.conversation.service import PromptedConversation, ReplySettings
from core.engine.ports import Stores
from core.errors import ModelBusy
from core.memory.model import OWNER, PERSONA, Fact, Scope, Status, direct
from core.memory.service.heeding import MOST_FORGOTTEN
from core.prompts.templates import Prompts
from tests.world import ACCOUNT, ANNA, DIRECT, MINA, World

PROMPTS = Prompts.load()
BORIS = IdentityId("telegram:8")
BORIS_DIRECT = Route(account=ACCOUNT, chat="8")
GROUP = Route(account=ACCOUNT, chat="-100")
EYE = Scope(space=MINA.space, here=OWNER)
SECOND = timedelta(seconds=10)


class Remembering(World):
    """A companion with memory whose model says `replies`."""

    def __init__(
        self, *replies: Reply, loop: bool = False, embedder: ScriptedEmbedder | None = None
    ) -> None:
        super().__init__("2026-05-03T12:00Z", remembers=True, embedder=embedder)
        self.model = ScriptedChat(replies, loop=loop)
        self.talks = PromptedConversation(
            self.model, prompts=PROMPTS, settings=ReplySettings(), now=self.clock.now
        )


def calls(name: str, arguments: str) -> Completion:
    return Completion(
        text="", finish=Finish.TOOLS, calls=(ToolCall(id="c1", name=name, arguments=arguments),)
    )


def saves(content: str, importance: float = 0.8) -> Completion:
    return calls("save_memory", f'{{"content": "{content}", "importance": {importance}}}')


def shown(prompt: Prompt) -> str:
    """Return what stands before the model as memory."""
    system = prompt.lines[0].text
    _, _, rest = system.rpartition("⟦memory⟧\n")
    return rest.partition("⟦end of memory⟧")[0]


async def facts(of: World, *statuses: Status) -> list[Fact]:
    def body(stores: Stores) -> list[Fact]:
        return stores.facts.listed(EYE, statuses=statuses or tuple(Status))

    return await of.work.read(body)


async def says(of: World, *lines: str, who: IdentityId = ANNA, route: Route = DIRECT) -> None:
    kind = ChatKind.GROUP if route == GROUP else ChatKind.DIRECT
    for line in lines:
        inbound = of.inbound(line, sender=who, route=route, chat_kind=kind)
        await of.hears(replace(inbound, sender_name=NAMES[who]))
        await of.passes(SECOND)


NAMES = {ANNA: "Anna", BORIS: "Boris"}
FILLER = tuple(f"the weather is fine today, number {number}" for number in range(12))
"""So much small talk that what was said before has left the window."""


async def test_words_said_long_ago_come_up_when_the_talk_does() -> None:
    async with Remembering("I see.", loop=True) as mina:
        await says(mina, "I've got two giant schnauzers, Bruno and Bella", *FILLER)

        await says(mina, "do you remember what my schnauzers are called?")

        assert "2026-05-03, Anna: “I've got two giant schnauzers" in shown(mina.model.prompts[-1])


async def test_nothing_found_is_said_as_such() -> None:
    async with Remembering("I see.", loop=True) as mina:
        await says(mina, "what is my parrot called?")

        assert shown(mina.model.prompts[-1]).strip() == "Nothing that you remember fits this."


async def test_what_a_model_saves_passes_the_gate_and_is_read_back() -> None:
    said = "Anna works as a baker in Lyon"
    async with Remembering(saves(said), "Nice!", *["I see."] * 20) as mina:
        await says(mina, "I work as a baker in Lyon", *FILLER)
        (fact,) = await facts(mina)

        await says(mina, "where do I work?")

        assert (fact.statement, fact.subject, fact.importance) == (said, ANNA, 0.8)
        assert len(fact.evidence) == 1
        assert fact.audience == direct(ANNA)
        assert "Anna: Anna works as a baker in Lyon" in shown(mina.model.prompts[-1])


async def test_a_secret_is_not_kept_and_the_model_hears_why() -> None:
    content = "The wifi password of Anna is hunter2-XYZ"
    async with Remembering(saves(content), "I won't keep that.") as mina:
        await says(mina, "my wifi password is hunter2-XYZ")

        assert await facts(mina) == []
        result = next(line for line in mina.model.prompts[1].lines if line.role == "tool")
        assert result.text.startswith("not kept (secret)")


@pytest.mark.parametrize(
    "arguments",
    [
        pytest.param('{"content": "x", "importance": 1.5}', id="too important"),
        pytest.param('{"content": "", "importance": 0.5}', id="blank"),
        pytest.param('{"importance": 0.5}', id="nothing"),
        pytest.param('{"content": "x", "importance": "very"}', id="no number"),
    ],
)
async def test_wrong_arguments_go_back_to_the_model(arguments: str) -> None:
    async with Remembering(calls("save_memory", arguments), "ok") as mina:
        await says(mina, "I live in Lyon")

        assert await facts(mina) == []
        result = next(line for line in mina.model.prompts[1].lines if line.role == "tool")
        assert result.text.startswith("error: ")


@pytest.mark.parametrize("top_k", ["0", "21", '"all"'])
async def test_top_k_has_bounds(top_k: str) -> None:
    asked = calls("recall_memory", f'{{"query": "dogs", "top_k": {top_k}}}')
    async with Remembering(asked, "ok") as mina:
        await says(mina, "do you remember?")

        result = next(line for line in mina.model.prompts[1].lines if line.role == "tool")
        assert result.text.startswith("error: top_k")


async def test_what_is_asked_to_be_remembered_is_kept_though_the_model_only_talks() -> None:
    async with Remembering("Sure!", *["I see."] * 20) as mina:
        await says(mina, "please remember that my birthday is on 3 May", *FILLER)

        (fact,) = await facts(mina)
        await says(mina, "when is my birthday?")

        assert fact.status is Status.ACTIVE
        assert "my birthday is on 3 May" in shown(mina.model.prompts[-1])


async def test_a_claim_to_have_noted_is_made_true_or_taken_back() -> None:
    async with Remembering(
        "I've noted that down: you live in Lyon!",
        "Noted! I'll remember that password.\n\nHow was your day?",
    ) as mina:
        await says(mina, "I live in Lyon")
        kept = await facts(mina)
        await says(mina, "the password for my bank is S3cr3t-99")

        assert [fact.status for fact in kept] == [Status.ACTIVE]
        assert [replace(fact, last_accessed=None) for fact in await facts(mina)] == kept
        assert mina.sent == ["I've noted that down: you live in Lyon!", "How was your day?"]


async def test_what_is_asked_to_be_forgotten_comes_up_no_more() -> None:
    async with Remembering(
        saves("Anna has a cat called Zyxwort"), "Sweet!", *["I see."] * 40
    ) as mina:
        await says(mina, "I have a cat called Zyxwort", "forget that I have a cat called Zyxwort")
        before = len(mina.model.prompts)
        await says(mina, *FILLER, "what is my cat called?", "tell me about Zyx")

        (fact,) = await facts(mina)
        assert fact.status is Status.HIDDEN
        later = [line.text for prompt in mina.model.prompts[before:] for line in prompt.lines]
        assert not any("Zyxwort" in text for text in later)


async def test_a_direct_talk_stays_direct_and_a_room_stays_a_room() -> None:
    async with Remembering("I see.", loop=True) as mina:
        await says(mina, "remember that my allergy is penicillin")
        await says(mina, "remember that I love gliding", route=GROUP)
        await says(mina, "remember that my sister is Zoe", who=BORIS, route=BORIS_DIRECT)
        await says(mina, *FILLER, route=GROUP)
        await says(mina, *FILLER)
        before = len(mina.model.prompts)

        await says(mina, "what do you know about penicillin, gliding and Zoe?", route=GROUP)
        in_group = shown(mina.model.prompts[-1])
        await says(mina, "what do you know about penicillin, gliding and Zoe?")
        in_direct = shown(mina.model.prompts[-1])

        assert before < len(mina.model.prompts)
        assert ("penicillin" in in_group, "gliding" in in_group, "Zoe" in in_group) == (
            False, True, False,
        )  # fmt: skip
        assert ("penicillin" in in_direct, "gliding" in in_direct, "Zoe" in in_direct) == (
            True, True, False,
        )  # fmt: skip


async def test_a_failing_embedder_holds_up_neither_answer_nor_memory() -> None:
    embedder = ScriptedEmbedder()
    embedder.fails = ModelBusy("the server is down")
    async with Remembering("I see.", loop=True, embedder=embedder) as mina:
        await says(mina, "remember that my dog is called Bruno", *FILLER)

        await says(mina, "what is my dog called?")

        assert "Bruno" in shown(mina.model.prompts[-1])
        assert len(mina.sent) == len(FILLER) + 2


async def test_an_owner_teaches_and_nobodys_memories_are_at_hand() -> None:
    taught = calls("save_persona_fact", '{"content": "I am 25", "importance": 0.9}')
    async with Remembering("I see.", taught, "So I am 25.", *["I see."] * 3) as mina:
        await says(mina, "remember that my cat is Minka")
        here = (await mina.turns())[0].turn.conversation
        now = mina.clock.now()
        await mina.work.write(lambda stores: stores.teaching.begin(here, ANNA, now))

        await says(mina, "you are 25 years old")
        while_taught = shown(mina.model.prompts[1])
        await mina.passes(timedelta(minutes=20))
        await says(mina, "how old are you?")

        persona = [fact for fact in await facts(mina) if fact.subject == PERSONA]
        assert [fact.statement for fact in persona] == ["I am 25"]
        assert "Minka" not in while_taught
        assert {tool.name for tool in mina.model.prompts[1].tools} >= {"save_persona_fact"}
        assert {tool.name for tool in mina.model.prompts[3].tools} >= {"save_memory"}
        assert "you: I am 25" in shown(mina.model.prompts[3])


async def taught(of: World, *lines: str) -> list[str]:
    """Return the facts of the persona after its owner taught it `lines`."""
    await says(of, "good day")
    here = (await of.turns())[0].turn.conversation
    now = of.clock.now()
    await of.work.write(lambda stores: stores.teaching.begin(here, ANNA, now))
    await says(of, *lines)
    return [fact.statement for fact in await facts(of) if fact.subject == PERSONA]


@pytest.mark.parametrize("answer", ["I see.", "Noted, I'll remember that!"])
@pytest.mark.parametrize(
    "line",
    [
        *("hello", "thank you", "how are you", "my friend Ben has cancer", "Ben has cancer"),
        *("I live in Berlin and my dog is called Rex", "you know, my friend Ben has cancer"),
        *("mein Freund Ben hat Krebs", "у моего друга рак", "mi amigo Ben tiene cáncer"),
        *("友達のベンはがんです", "내 친구 벤은 암이야"),
    ],
)
async def test_what_an_owner_tells_of_their_own_is_no_fact_of_the_persona(
    line: str, answer: str
) -> None:
    async with Remembering(answer, loop=True) as mina:
        assert await taught(mina, line) == []


async def test_of_a_lesson_the_sentences_about_the_persona_alone_are_kept() -> None:
    async with Remembering("I see.", loop=True) as mina:
        kept = await taught(mina, "Hello Mina! You are 25. My friend Ben has cancer.")

        assert kept == ["I am 25."]


@pytest.mark.parametrize(
    ("line", "content", "kept"),
    [
        ("You are 25 and come from Tokyo", "I am 25 and from Tokyo", True),
        ("You are 25", "You are 25", False),
        ("You like cats", "I hate dogs", False),
        ("my friend Ben has cancer", "Ben has cancer", False),
        ("I live in Berlin", "I live in Berlin", False),
        ("my friend Ben has cancer", "I have cancer", False),
    ],
    ids=["a lesson", "second person", "not said", "of a friend", "of the owner", "taken over"],
)
async def test_what_a_model_makes_of_a_lesson_passes_the_gate(
    line: str, content: str, kept: bool
) -> None:
    saved = calls("save_persona_fact", f'{{"content": "{content}", "importance": 0.9}}')
    async with Remembering("I see.", saved, "I see.") as mina:
        statements = await taught(mina, line)

        result = next(one for one in mina.model.prompts[-1].lines if one.role == "tool").text
        assert (content in statements) is kept
        assert (result == "kept") is kept


async def test_what_was_taken_back_is_remembered_no_more() -> None:
    async with Remembering("Sure!", *["I see."] * 30) as mina:
        told = mina.inbound("remember that my cat is called Zyxwort", message_id="77")
        await mina.hears(replace(told, sender_name="Anna"))
        await mina.passes(SECOND)
        before = [fact.status for fact in await facts(mina)]

        now = mina.clock.now()
        await mina.hears(Deletion(route=DIRECT, message_ids=("77",), deleted_at=now))
        await says(mina, *FILLER, "what is my cat called?")

        assert before == [Status.ACTIVE]
        assert [fact.status for fact in await facts(mina)] == [Status.HIDDEN]
        assert "Zyxwort" not in shown(mina.model.prompts[-1])


async def test_what_was_edited_is_looked_at_again() -> None:
    async with Remembering("Sure!", *["I see."] * 30) as mina:
        told = mina.inbound("remember that my cat is called Zyxwort", message_id="77")
        await mina.hears(replace(told, sender_name="Anna"))
        await mina.passes(SECOND)

        now = mina.clock.now()
        other = "remember to buy milk"
        await mina.hears(Edit(route=DIRECT, message_id="77", text=other, edited_at=now))
        await says(mina, *FILLER, "what is my cat called?")

        assert [fact.status for fact in await facts(mina)] == [Status.QUARANTINED]
        assert "Zyxwort" not in shown(mina.model.prompts[-1])


async def test_the_judge_of_the_unsure_is_paid_by_the_turn() -> None:
    judge = ScriptedJudgement([0.9], costs=700)
    made = Remembering(saves("Has a cat called Minka"), "Sweet.")
    made.judgement = judge
    async with made as mina:
        await says(mina, "I have a cat called Minka")

        assert judge.asked
        assert [fact.status for fact in await facts(mina)] == [Status.ACTIVE]
        spent = await mina.work.read(
            lambda stores: stores.spending.of_kind(MINA.space, "2026-05-03", "turn")
        )
        assert spent > 700


async def test_a_secret_that_was_said_is_looked_up_nowhere() -> None:
    async with Remembering("I see.", loop=True) as mina:
        await says(mina, "my wifi password is hunter2-XYZ", *FILLER)

        await says(mina, "what is my wifi password?")

        assert "hunter2" not in "\n".join(line.text for line in mina.model.prompts[-1].lines)
        scope = Scope(space=MINA.space, here=direct(ANNA), persons=frozenset({ANNA}))
        heard = await mina.work.read(lambda stores: stores.sayings.heard(scope))
        assert not [one for one in heard if "hunter2" in one.text]


async def test_all_of_it_is_not_forgotten_at_a_word_and_they_hear_how() -> None:
    async with Remembering("I see.", loop=True) as mina:
        await says(mina, "remember that my cat is called Zyxwort", "forget everything about me")

        assert [fact.status for fact in await facts(mina)] == [Status.ACTIVE]
        assert "/forget #12" in mina.model.prompts[-1].lines[0].text


async def test_what_was_just_forgotten_comes_back_at_a_word() -> None:
    async with Remembering("I see.", loop=True) as mina:
        await says(mina, "remember that my cat is called Zyxwort")
        await says(mina, "forget that my cat is called Zyxwort")
        forgotten = [fact.status for fact in await facts(mina)]
        await says(mina, "undo that")
        told = mina.model.prompts[-1].lines[0].text

        assert forgotten == [Status.HIDDEN]
        assert [fact.status for fact in await facts(mina)] == [Status.ACTIVE]
        assert PROMPTS.fill("done-restored") in told


async def test_where_nothing_was_forgotten_undo_is_talk() -> None:
    async with Remembering("I see.", loop=True) as mina:
        await says(mina, "undo that")

        assert PROMPTS.fill("done-restored") not in mina.model.prompts[-1].lines[0].text


@pytest.mark.parametrize(
    ("told", "line"),
    [
        ("remember that I live in Berlin", "no, I live in Hamburg"),
        ("remember that I live in Berlin", "I don't live in Berlin, I live in Hamburg"),
        ("merk dir: ich wohne in Berlin", "nein, ich wohne in Hamburg"),
        ("запомни, что я живу в Берлине", "нет, я живу в Гамбурге"),
        ("recuerda que vivo en Berlín", "no, vivo en Hamburgo"),
    ],
)
async def test_a_no_puts_right_what_is_known(told: str, line: str) -> None:
    async with Remembering("I see.", loop=True) as mina:
        await says(mina, told, line)

        assert [fact.status for fact in await facts(mina)] == [Status.PAST, Status.ACTIVE]


async def test_a_no_to_nothing_known_is_talk() -> None:
    async with Remembering("I see.", loop=True) as mina:
        await says(mina, "no, I live in Hamburg")

        assert await facts(mina) == []


async def test_where_more_is_meant_than_one_sentence_forgets_nothing_is_forgotten() -> None:
    async with Remembering("I see.", loop=True) as mina:
        colours = ("red", "blue", "green", "black", "white")
        sizes = ("big", "small", "wide", "thin", "long")
        things = [f"a {size} {colour} kite" for size in sizes for colour in colours]
        assert len(things) > MOST_FORGOTTEN
        await says(mina, *(f"remember that I have {thing}" for thing in things))
        await says(mina, "forget about kite")

        assert {fact.status for fact in await facts(mina)} == {Status.ACTIVE}
        assert PROMPTS.fill("done-which-to-forget") in mina.model.prompts[-1].lines[0].text

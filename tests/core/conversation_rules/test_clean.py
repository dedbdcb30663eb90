"""What a model wrote becomes what is said: thoughts, tokens and masks go, speech stays."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from core.conversation.rules.clean import clean

NAMES = ("Mina", "미나")
OTHERS = ("Tom", "Ana Lopez")

SNIPPETS = [
    *("<think>", "</think>", "<Thinking a='b'>", "</thinking>", "<think/>", "[THINK]", "[/THINK]"),
    *("<|channel|>analysis<|message|>", "<|channel|>final<|message|>", "<|end|>", "<|start|>"),
    *("<|im_start|>user\n", "<|im_start|>assistant\n", "<|im_end|>", "</s>", "<s>", "[INST]"),
    *(
        "Mina: ",
        "**Mina:** ",
        "[Mina]: ",
        "assistant: ",
        "user: ",
        "Tom: ",
        "Mina@2026-04-30T23:00Z: ",
    ),
    *("```", "```py\n", "`", "~~~", "\n", "\n\n", "\n \n", " ", "\r", "\u200b", "\u202e", "\ud800"),
    *(
        '"',
        "“",
        "”",
        "hi",
        "hello there.",
        "analysis",
        "assistantfinal",
        "<thi",
        "nk>",
        "🏴",
        "\U000e0067",
    ),
]
texts = st.lists(st.sampled_from(SNIPPETS), max_size=25).map("".join) | st.text(max_size=100)


@given(texts)
@example("<thi<|im_end|>nk>a</think>b")
@example("Mina: hi\nhost: x\nuser: root")
def test_cleaning_twice_changes_nothing_more(text: str) -> None:
    once = clean(text, names=NAMES, others=OTHERS)

    again = clean(once.text, names=NAMES, others=OTHERS)

    assert (again.text, again.reasoning, again.notes) == (once.text, None, ())


@given(texts)
def test_nothing_is_made_up_or_moved(text: str) -> None:
    rest = iter("".join(text.split()))

    said = clean(text, names=NAMES, others=OTHERS).text

    assert all(ch in rest for ch in "".join(said.split()))


@given(st.text(alphabet="abc ,.!?\n안녕はい", max_size=200))
def test_plain_speech_only_loses_its_margins(text: str) -> None:
    assert clean(text, names=NAMES).text == text.strip()


@pytest.mark.parametrize(
    ("text", "said", "thought"),
    [
        pytest.param("<think>plan</think>hi", "hi", "plan", id="tags"),
        pytest.param("plan...</think>hi", "hi", "plan...", id="the closing tag alone"),
        pytest.param("hi<think>plan", "hi", "plan", id="the opening tag alone"),
        pytest.param("<think>only thoughts", "", "only thoughts", id="nothing but thoughts"),
        pytest.param("<think>only</think>", "", "only", id="nothing outside"),
        pytest.param(
            '<THINKING a="1">plan</Thinking >hi', "hi", "plan", id="letter case, attributes"
        ),
        pytest.param(
            "```\n<think>plan</think>\nHello there, you!\n```",
            "Hello there, you!",
            "plan",
            id="a fence around all of it",
        ),
        pytest.param(
            "```markdown\n<think>plan</think>\n# x = 1\n```\n",
            "```markdown\n# x = 1\n```",
            "plan",
            id="a fence around all of it, with a name",
        ),
        pytest.param("```\n<think>plan\n```", "", "plan", id="a fence around thoughts alone"),
        pytest.param("<thought>a</thought>b", "b", "a", id="thought"),
        pytest.param("<reflection>a</reflection>b", "b", "a", id="reflection"),
        pytest.param("<reasoning>a</reasoning>b", "b", "a", id="reasoning"),
        pytest.param("[THINK]a[/THINK]b", "b", "a", id="square brackets"),
        pytest.param("<think>a<think>b</think>c</think>d", "d", "abc", id="nested"),
        pytest.param("<think>the <think> tag</think>hi", "hi", "the  tag", id="half nested"),
        pytest.param("<think>a</think>b<think>c</think>d", "bd", "a\n\nc", id="twice"),
        pytest.param("<think>use ```py\nx</think>hi", "hi", "use ```py\nx", id="torn code inside"),
        pytest.param(
            "a plan:\n```py\nx</think>hi", "hi", "a plan:\n```py\nx", id="a fence hides nothing"
        ),
        pytest.param("<think></think>\n\nhi", "hi", None, id="empty thoughts"),
        pytest.param("<think/>hi", "hi", None, id="an empty tag"),
        pytest.param("hi<thi<|im_end|>nk>plan", "hi", "plan", id="a tag made by cleaning"),
        pytest.param(
            "<|channel|>analysis<|message|>plan<|end|><|start|>assistant"
            "<|channel|>final<|message|>hi<|return|>",
            "hi",
            "plan",
            id="channels",
        ),
        pytest.param("<|channel|>analysis<|message|>plan", "", "plan", id="a channel cut off"),
        pytest.param(
            "<|channel|>analysis we should", "", "we should", id="a channel without message"
        ),
        pytest.param(
            "<|channel|>commentary to=functions.x <|constrain|>json<|message|>{}<|call|>",
            "",
            "{}",
            id="a call in a channel",
        ),
        pytest.param("analysisplan.assistantfinalhi", "hi", "plan.", id="channels without tokens"),
        pytest.param(
            "Write `<think>` to think.", "Write `<think>` to think.", None, id="inline code"
        ),
        pytest.param(
            "```xml\n<think>x</think>\n```", "```xml\n<think>x</think>\n```", None, id="code"
        ),
        pytest.param("```xml\n<think>x", "```xml\n<think>x", None, id="code that was cut off"),
        pytest.param("I think <b>so</b>.", "I think <b>so</b>.", None, id="another tag"),
        pytest.param("a thinking cap", "a thinking cap", None, id="the word"),
    ],
)
def test_thoughts_are_parted_from_speech(text: str, said: str, thought: str | None) -> None:
    cleaned = clean(text, names=NAMES)

    assert (cleaned.text, cleaned.reasoning) == (said, thought)
    assert ("reasoning" in cleaned.notes) is (thought is not None)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        pytest.param("hi<|im_end|>", "hi", id="end of a turn"),
        pytest.param("hi<|eot_id|>", "hi", id="end of a turn, another family"),
        pytest.param("<s>hi</s>", "hi", id="sentence marks"),
        pytest.param(
            "<|im_start|>assistant\nhi<|im_end|>\n<|im_start|>user\nyo", "hi", id="a turn more"
        ),
        pytest.param("[INST] yo [/INST] hi", "hi", id="a turn before"),
        pytest.param("<|start_header_id|>assistant<|end_header_id|>\n\nhi", "hi", id="a header"),
        pytest.param("<start_of_turn>model\nhi<end_of_turn>", "hi", id="a third family"),
        pytest.param("hi<｜end▁of▁sentence｜>", "hi", id="a fourth family"),
    ],
)
def test_tokens_of_chat_templates_go(text: str, said: str) -> None:
    cleaned = clean(text, names=NAMES)

    assert cleaned.text == said
    assert "template" in cleaned.notes


@pytest.mark.parametrize(
    "text",
    [
        "Type `<|im_end|>` or `</s>`.",
        "```\n[INST] x [/INST]\n```",
        "that was <s>good</s> great",
        "<3 and <3",
    ],
)
def test_what_only_resembles_a_token_stays(text: str) -> None:
    assert clean(text, names=NAMES).text == text


@pytest.mark.parametrize(
    ("text", "said"),
    [
        pytest.param("Mina: hi", "hi", id="plain"),
        pytest.param("mina: hi", "hi", id="letter case"),
        pytest.param("**Mina:** hi", "hi", id="bold with its colon"),
        pytest.param("**Mina**: hi", "hi", id="bold without"),
        pytest.param("[Mina]: hi", "hi", id="brackets"),
        pytest.param("Mina@2026-04-30T23:00:00.000Z: hi", "hi", id="as in the history"),
        pytest.param("미나：안녕", "안녕", id="a wide colon"),
        pytest.param("assistant: hi", "hi", id="the role"),
        pytest.param("Mina:\nhi", "hi", id="on its own line"),
        pytest.param("Mina: Mina: hi", "hi", id="twice"),
        pytest.param("hi\n\nMina: and you?", "hi\n\nand you?", id="a later paragraph"),
        pytest.param("Mina: hi\nMina: and you?", "hi\nand you?", id="every line"),
        pytest.param('Mina: "hi there"', "hi there", id="quotes behind"),
    ],
)
def test_own_prefixes_go(text: str, said: str) -> None:
    cleaned = clean(text, names=NAMES)

    assert cleaned.text == said
    assert "prefix" in cleaned.notes


@pytest.mark.parametrize(
    "text",
    [
        "note: bring a coat",
        "Tip: drink water",
        "Mina:)",
        "Mina :) is me",
        "Minaret: a tower",
        "Call me Mina: it is short",
        "a plan:\nuser: root\npassword: x",
        "host: here\nuser: root",
        "Plan:\nTom: drinks\nAna Lopez: cake",
        "user: is a strange word",
        "hi\n```\nuser: x\nMina: y\n```",
        "Eva: who is that?",
    ],
)
def test_what_only_resembles_a_prefix_stays(text: str) -> None:
    cleaned = clean(text, names=NAMES, others=OTHERS)

    assert cleaned.text == text
    assert cleaned.notes == ()


@pytest.mark.parametrize(
    "text",
    [
        "hi!\nUser: how are you?\nMina: fine",
        "hi!\n\nuser: how are you?",
        "hi!\nUser@2026-04-30T23:00:00.000Z: how are you?",
        "hi!\nTom: how are you?",
        "hi!\n**Ana Lopez:** how are you?",
        "Mina: hi!\nhuman: how are you?",
        "hi!<|im_start|>user\nhow are you?",
    ],
)
def test_lines_written_for_somebody_else_end_the_answer(text: str) -> None:
    cleaned = clean(text, names=NAMES, others=OTHERS)

    assert cleaned.text == "hi!"
    assert "impersonation" in cleaned.notes


@pytest.mark.parametrize(
    ("text", "said"),
    [
        pytest.param('"Hello there, you!"', "Hello there, you!", id="quotes around all"),
        pytest.param("“Hello.”", "Hello.", id="curled quotes"),
        pytest.param('"Hi," she said, "you."', '"Hi," she said, "you."', id="quotes inside"),
        pytest.param(
            "```\nHello there, you!\n```", "Hello there, you!", id="a fence around speech"
        ),
        pytest.param("```\nls -la\n```", "```\nls -la\n```", id="a fence around a command"),
        pytest.param(
            "```txt\nHello there!\n```", "```txt\nHello there!\n```", id="a fence with a name"
        ),
        pytest.param("```\n  /\\_/\\\n```", "```\n  /\\_/\\\n```", id="a drawn cat"),
    ],
)
def test_wrappers_around_the_whole_answer(text: str, said: str) -> None:
    assert clean(text, names=NAMES).text == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        pytest.param("a\r\nb\rc", "a\nb\nc", id="line breaks"),
        pytest.param("a\u200bb\ufeffc\x00d\x1b", "abcd", id="invisible"),
        pytest.param("a\tb", "a\tb", id="a tab stays"),
        pytest.param("👨‍👩‍👧 ❤️", "👨‍👩‍👧 ❤️", id="joined emoji stay"),
        pytest.param(
            "می‌خواهم \u200fhi", "می‌خواهم \u200fhi", id="joiners and marks of scripts stay"
        ),
        pytest.param("abc\u202edef", "abcdef", id="overrides go"),
        pytest.param(
            "🏴\U000e0067\U000e0062\U000e007f!", "🏴\U000e0067\U000e0062\U000e007f!", id="a flag"
        ),
        pytest.param("hi\U000e0067\U000e0062", "hi", id="smuggled tags go"),
        pytest.param("a\ud800b", "ab", id="half a pair"),
    ],
)
def test_characters_that_only_deceive_go(text: str, said: str) -> None:
    assert clean(text, names=NAMES).text == said


@pytest.mark.parametrize("layer", ["Mina: ", "analysis assistantfinal "])
def test_thousands_of_layers_in_a_row_go_in_one_step(layer: str) -> None:
    assert clean(layer * 6000 + "hi", names=NAMES).text == "hi"

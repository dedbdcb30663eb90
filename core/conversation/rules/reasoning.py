"""A model's thoughts and the marks of its chat template, taken out of what it says.

Nothing inside code is touched: there a person may have asked about these very marks.
"""

import re
from dataclasses import dataclass

from core.conversation.rules.fences import Prose

_NAMES = r"(?:\w{1,20}:)?(?:thinking|think|thoughts?|reasoning|reflection)"
_TAG = re.compile(
    rf"<\s*(?P<close>/)?\s*{_NAMES}\b[^<>]{{0,200}}(?<!/)>"
    r"|(?-i:\[(?P<close2>/)?THINK\])|◁(?P<close3>/)?think▷"
    r"|<\|(?:begin|(?P<close4>end))_of_thought\|>",
    re.IGNORECASE,
)
_EMPTY_TAG = re.compile(rf"<\s*{_NAMES}\s*/>", re.IGNORECASE)

_CHANNEL = re.compile(
    r"(?:<\|start\|>[^<\n]{0,40})?<\|channel\|>\s*(?P<name>analysis|commentary|final|\w+)"
    r"(?:[^<\n]{0,200}(?:<\|constrain\|>[^<\n]{0,40})?<\|message\|>)?"
)
_CHANNEL_END = re.compile(r"<\|(?:end|return|call)\|>|(?=<\|(?:start|channel)\|>)")
_BARE_CHANNELS = re.compile(r"\s*analysis(?P<thought>.*?)assistant\s?final", re.DOTALL)
"""What is left of two channels where a server dropped the tokens, but not their names."""

_HEADER = re.compile(
    r"(?:<\|im_start\|>|<\|start_header_id\|>|<start_of_turn>|<\|start\|>)\s*"
    r"(?P<role>system|user|human|assistant|model|tool)\b(?:<\|end_header_id\|>)?[^\S\n]*\n?"
    r"|<\|(?P<role2>system|user|assistant)\|>[^\S\n]*\n?"
    r"|(?P<user>\[INST\])|\[/INST\]",
    re.IGNORECASE,
)
_TOKEN = re.compile(
    r"<\|[a-z0-9_]{1,40}\|>|<｜[^<>｜\n]{1,40}｜>|\[/?INST\]|<</?SYS>>"
    r"|</?(?:start_of_turn|end_of_turn)>|<(?:bos|eos|pad|unk)>|\[gMASK\]",
    re.IGNORECASE,
)
_SENTENCE_TOKEN = re.compile(r"\A\s*<s>|</s>\s*\Z|</s>(?=\s*\n)")
_SPEAKERS_OTHER_THAN_IT = frozenset({"user", "human", "system", "tool"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Parted:
    """A text in two: what is said, and what was thought."""

    said: str
    thoughts: tuple[str, ...]


def part_reasoning(text: str) -> Parted:
    """Return what is said and what was thought, by tags or channels.

    A closing tag alone makes a thought of all before it, an opening tag alone of all behind
    it; of nested tags the outermost pair counts, and where one is missing, the last closing
    tag. Once per call: what is left may form a new tag.
    """
    by_channel = _part_channels(text)
    by_tag = _part_tags(by_channel.said)
    thoughts = (*by_channel.thoughts, *by_tag.thoughts)
    return Parted(
        said=by_tag.said, thoughts=tuple(thought.strip() for thought in thoughts if thought.strip())
    )


def begins_with_thought(text: str) -> bool:
    """Return whether the first words of `text` open a thought."""
    tag = _TAG.match(text.lstrip())
    return tag is not None and not _is_closing(tag)


def _part_channels(text: str) -> Parted:
    thoughts: list[str] = []
    at = 0
    while (bare := _BARE_CHANNELS.match(text, at)) is not None:
        thoughts.append(bare["thought"])
        at = bare.end()
    if at:
        return Parted(said=text[at:], thoughts=tuple(thoughts))
    outside: list[str] = []
    final: list[str] = []
    prose = Prose(text)
    while (header := prose.find(_CHANNEL, at)) is not None:
        outside.append(text[at : header.start()])
        is_final = header["name"].lower() == "final"
        end = _CHANNEL_END.search(text, header.end())
        (final if is_final else thoughts).append(
            text[header.end() : len(text) if end is None else end.start()]
        )
        at = len(text) if end is None else end.end()
    outside.append(text[at:])
    if not final:
        return Parted(said="".join(outside), thoughts=tuple(thoughts))
    return Parted(said="".join(final), thoughts=(*thoughts, *map(_without_tokens, outside)))


def _without_tokens(text: str) -> str:
    return _TOKEN.sub("", _HEADER.sub("", text))


def _part_tags(text: str) -> Parted:
    said: list[str] = []
    thoughts: list[str] = []
    prose = Prose(text)
    at = 0
    while (tag := _next_tag(prose, at)) is not None:
        if _is_closing(tag):
            thoughts += ["".join(said) + text[at : tag.start()]]
            said = []
            at = tag.end()
            continue
        said.append(text[at : tag.start()])
        inner_end, at = _end_of_thought(text, tag.end())
        thoughts.append(_TAG.sub("", text[tag.end() : inner_end]))
    said.append(text[at:])
    return Parted(said=Prose("".join(said)).without(_EMPTY_TAG), thoughts=tuple(thoughts))


def _is_closing(tag: re.Match[str]) -> bool:
    return any(tag[name] is not None for name in ("close", "close2", "close3", "close4"))


def _next_tag(prose: Prose, at: int) -> re.Match[str] | None:
    """Return the next tag outside code; a fence that nothing closes hides no closing tag."""
    tag = prose.find(_TAG, at)
    if tag is not None:
        return tag
    shown = prose.find(_TAG, at, open_fences=False)
    return shown if shown is not None and _is_closing(shown) else None


def _end_of_thought(text: str, at: int) -> tuple[int, int]:
    """Return where a thought that begins at `at` ends, and where the talk goes on."""
    depth = 1
    last: re.Match[str] | None = None
    for tag in _TAG.finditer(text, at):
        depth += -1 if _is_closing(tag) else 1
        if _is_closing(tag):
            last = tag
        if depth == 0:
            break
    return (len(text), len(text)) if last is None else last.span()


def part_turns(text: str) -> tuple[str, bool, bool]:
    """Return the first turn of the companion, and whether tokens and other turns were dropped.

    Turns are told apart by the headers of chat templates; text before the first header is the
    companion's.
    """
    turns: list[tuple[str, str]] = []
    prose = Prose(text)
    role, at = "assistant", 0
    while (header := prose.find(_HEADER, at)) is not None:
        turns.append((role, text[at : header.start()]))
        named = header["role"] or header["role2"] or ("user" if header["user"] else "assistant")
        role, at = named.lower(), header.end()
    turns.append((role, text[at:]))
    plain = [(who, _without_sentence_tokens(said)) for who, said in turns]
    own = next(
        (
            index
            for index, (who, said) in enumerate(plain)
            if who not in _SPEAKERS_OTHER_THAN_IT and said.strip()
        ),
        None,
    )
    if own is None:
        return "", len(turns) > 1, any(said.strip() for _, said in plain)
    kept = plain[own][1]
    for who, said in plain[own + 1 :]:
        if who in _SPEAKERS_OTHER_THAN_IT:
            break
        kept += said
    dropped = any(who in _SPEAKERS_OTHER_THAN_IT and said.strip() for who, said in plain)
    return kept, len(turns) > 1 or kept != text, dropped


def _without_sentence_tokens(text: str) -> str:
    plain = Prose(text).without(_TOKEN)
    if "</s>" in plain and plain.count("<s>") == plain.count("</s>") and "<s>" in plain[1:]:
        return plain  # struck out text
    return Prose(plain).without(_SENTENCE_TOKEN)

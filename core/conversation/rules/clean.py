"""What a model wrote becomes what the companion says."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from core.conversation.rules.fences import Fence, fences
from core.conversation.rules.reasoning import (
    Parted,
    begins_with_thought,
    part_reasoning,
    part_turns,
)
from core.conversation.rules.speakers import speak_alone

_LINE_BREAK = re.compile("\r\n?|[\x0b\x0c\x85\u2028\u2029]")
_UNSEEN = re.compile(
    "(?P<flag>\U0001f3f4[\U000e0020-\U000e007e]{1,16}\U000e007f)"
    "|[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\xad\u180e\u200b\u202a-\u202e\u2060-\u2064"
    "\u206a-\u206f\ufeff\ufff9-\ufffb\ufffe\uffff\ud800-\udfff\U000e0000-\U000e007f]"
)
"""Controls, invisible joints, overrides of direction, tags outside flags, halves of pairs.

The joiners of emoji and scripts, the plain marks of direction and isolates stay.
"""
_QUOTES = {'"': '"', "“": "”", "„": "“", "«": "»", "「": "」"}
_PROSE = frozenset({"", "markdown", "md", "plaintext", "text", "txt"})
"""Info strings of fences that a whole answer is put in; others name code."""
_UNLIKE_PROSE = re.compile(r"^[^\S\n]|[{}\[\]<>=;|\\/_#$&`~^\u2500-\u259f]|\S  ", re.MULTILINE)
_SENTENCE = re.compile(
    r"\A[^\W\d].*(?:\s|[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]).*"
    r"[.!?…。！？\u2600-\u27bf\ufe0f\U0001f300-\U0001faff]\Z",
    re.DOTALL,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Cleaned:
    """A model's text in its parts."""

    text: str
    """What may be said, stored and remembered; empty if nothing is left."""
    reasoning: str | None
    """What it thought, for the trace only."""
    notes: tuple[str, ...]
    """What was done, each at most once, in this order: `reasoning`, `template`, `prefix`,
    `impersonation`, `wrapper`."""


def clean(text: str, *, names: Sequence[str], others: Sequence[str] = ()) -> Cleaned:
    """Return what a model wrote as the companion, named `names`, without what is no speech.

    Thoughts, tokens of chat templates, prefixes of the speaker, lines written for somebody
    else (a user, or one of `others`), a wrapper around the whole answer and invisible
    characters go; code is left as it is. Cleaning twice changes nothing more. For a model's
    text only, never for a person's. Linear in the length of `text` for each layer of nonsense.
    """
    thoughts: list[str] = []
    done: set[str] = set()
    led = False
    before = None
    while text != before:
        before = text
        parted = _part(visible_characters(text))
        turn, templated, other_turns = part_turns(parted.said)
        spoken = speak_alone(turn, names, others, led=led)
        text = without_wrapper(spoken.text.strip())
        led = spoken.led
        thoughts += parted.thoughts
        happened = {
            "reasoning": bool(parted.thoughts),
            "template": templated,
            "prefix": spoken.unnamed,
            "impersonation": spoken.cut or other_turns,
            "wrapper": text != spoken.text.strip(),
        }
        done.update(note for note, is_so in happened.items() if is_so)
    order = ("reasoning", "template", "prefix", "impersonation", "wrapper")
    return Cleaned(
        text=text,
        reasoning="\n\n".join(thoughts) or None,
        notes=tuple(note for note in order if note in done),
    )


def _part(text: str) -> Parted:
    """Return what is said and what was thought, also where a fence around all of it begins so."""
    text = text.strip()
    block = _fence_around(text)
    if block is None or block.info.lower() not in _PROSE:
        return part_reasoning(text)
    if not begins_with_thought(text[block.body : block.body_end]):
        return part_reasoning(text)
    inner = part_reasoning(text[block.body : block.body_end])
    said = inner.said.strip()
    whole = f"{text[: block.body]}{said}\n{text[block.body_end :]}" if said else ""
    return Parted(said=whole, thoughts=inner.thoughts)


def visible_characters(text: str) -> str:
    """Return `text` with plain line breaks and without characters that only deceive."""
    return _UNSEEN.sub(lambda found: found["flag"] or "", _LINE_BREAK.sub("\n", text))


def without_wrapper(text: str) -> str:
    """Return `text` without quotes or a fence around all of it, if they are no part of it.

    Quotes go when no other quote of their kind is inside; a fence without an info string when
    its content reads like a sentence and has nothing of code.
    """
    closing = _QUOTES.get(text[:1])
    if closing is not None and len(text) > 2 and text.endswith(closing):
        inner = text[1:-1]
        if inner.strip() and text[0] not in inner and closing not in inner:
            return inner.strip()
    block = _fence_around(text)
    if block is None or block.info:
        return text
    inner = text[block.body : block.body_end].rstrip("\n")
    return inner if _SENTENCE.match(inner) and not _UNLIKE_PROSE.search(inner) else text


def _fence_around(text: str) -> Fence | None:
    """Return the closed block that is all of `text`."""
    blocks = fences(text)
    if len(blocks) != 1:
        return None
    block = blocks[0]
    return None if block.start or block.end != len(text) or not block.closing else block

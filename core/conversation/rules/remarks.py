"""The history as it is put before a model: who said what, when, and nothing that fakes it."""

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Literal
from zoneinfo import ZoneInfo

from core.conversation.model import ContextItem, IdentityId, Image, Line, Mark, Said
from core.conversation.rules.context import PER_LINE, estimate_tokens
from core.conversation.rules.marks import harmless, marked, named
from core.conversation.rules.names import NOBODY, YOU, one_line
from core.conversation.rules.stamps import stamp
from core.instants import to_iso

PER_STAMP = 20
"""Tokens that a time stamp may add to a remark."""
PER_IMAGE = 800
"""Tokens of an image, about; what it takes differs from model to model."""
QUOTED = 80
"""Characters of a message that a reply repeats."""
MARKS_MOST = 10
"""Reactions to one message that are told."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Remark:
    """One thing said: a message, or the messages of one album together."""

    item: ContextItem
    by_companion: bool
    began_at: datetime
    ended_at: datetime
    refs: frozenset[str]
    """Of every message in it; the item carries the first one's."""
    marks: str = ""
    """A line that tells which reactions stand on it; "" for none."""
    images: tuple[Image, ...] = ()


def remarks(
    history: Sequence[Said],
    names: Mapping[IdentityId | None, str],
    images: Mapping[str, tuple[Image, ...]] | None = None,
    *,
    group: bool,
) -> tuple[Remark, ...]:
    """Return what was said, in its order; messages without any text are left out.

    In a group each remark of a person begins with its marked name. A reply to anything but what
    was said just before begins with the start of what it answers, as far as that is in `history`.
    Text of people can write neither such a mark nor a time stamp. `images` are by reference.
    """
    said: list[list[Said]] = []
    for one in history:
        if said and one.album is not None and _album(said[-1][0]) == _album(one):
            said[-1].append(one)
        else:
            said.append([one])
    by_key = {one.message_id: one for one in history if one.message_id is not None}
    told: list[Remark] = []
    before: Said | None = None
    for messages in said:
        if any(one.text.strip() for one in messages):
            answered = by_key.get(messages[0].reply_to or "")
            quote = "" if answered is None or answered is before else _quote(answered, names)
            told.append(_remark(messages, names, images or {}, quote=quote, group=group))
            before = messages[-1]
    return tuple(told)


def _quote(answered: Said, names: Mapping[IdentityId | None, str]) -> str:
    """Return the start of a message that is answered, as data and by whom."""
    who = YOU if answered.by_companion else names.get(answered.sender, NOBODY)
    start = " ".join(answered.text.split())
    start = start if len(start) <= QUOTED else f"{start[:QUOTED].rstrip()}…"
    return f"{marked('in reply to')} {named(who)}\n> {harmless(start)}\n"


def _album(said: Said) -> tuple[str | None, IdentityId | None]:
    return said.album, said.sender


def _remark(
    messages: Sequence[Said],
    names: Mapping[IdentityId | None, str],
    images: Mapping[str, tuple[Image, ...]],
    *,
    quote: str,
    group: bool,
) -> Remark:
    first = messages[0]
    text = "\n".join(harmless(one.text) for one in messages if one.text.strip())
    if not first.by_companion:
        text = f"{marked('edited')} {text}" if any(one.edited for one in messages) else text
        speaker = f"{named(names.get(first.sender, NOBODY))} " if group else ""
        text = f"{quote}{speaker}{text}"
    marks = _marks([mark for one in messages for mark in one.marks], names)
    seen = tuple(image for one in messages for image in images.get(one.ref, ()))
    tokens = estimate_tokens(text + marks) + PER_LINE + PER_STAMP + PER_IMAGE * len(seen)
    return Remark(
        item=ContextItem(ref=first.ref, part="history", text=text, tokens=tokens),
        by_companion=first.by_companion,
        began_at=first.sent_at,
        ended_at=messages[-1].sent_at,
        refs=frozenset(one.ref for one in messages),
        marks=marks,
        images=seen,
    )


def _marks(marks: Sequence[Mark], names: Mapping[IdentityId | None, str]) -> str:
    if not marks:
        return ""
    told = (f"{harmless(mark.emoji)} {named(_marker(mark, names))}" for mark in marks[:MARKS_MOST])
    return f"{marked('reactions to it')} {', '.join(told)}"


def _marker(mark: Mark, names: Mapping[IdentityId | None, str]) -> str:
    return YOU if mark.sender is None else names.get(mark.sender, one_line(mark.sender_name))


def speaker_names(
    history: Sequence[Said], companion: Sequence[str]
) -> dict[IdentityId | None, str]:
    """Return one clean line for every person of `history`, each unlike all others.

    Who bears the name of someone before, or one of the `companion`'s, gets a number: nobody
    speaks as another. The latest name of a person counts.
    """
    latest = {said.sender: said.sender_name for said in history if not said.by_companion}
    taken = {_folded(one_line(name)) for name in (*companion, YOU)}
    names: dict[IdentityId | None, str] = {}
    for sender, raw in latest.items():
        clean = one_line(raw)
        name, number = clean, 1
        while _folded(name) in taken:
            number += 1
            name = f"{clean} ({number})"
        taken.add(_folded(name))
        names[sender] = name
    return names


def _folded(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold()


def to_be_answered(history: Sequence[Said], user_message: str) -> tuple[frozenset[str], str]:
    """Return the references of the messages that make up `user_message`, and what none holds.

    They are the latest whose texts, one below the other, are its end; what people said between
    them is passed over.
    """
    rest = user_message.strip()
    refs: set[str] = set()
    for said in reversed(history):
        text = said.text.strip()
        if text and not said.by_companion and rest.endswith(text):
            refs.add(said.ref)
            rest = rest[: -len(text)].rstrip()
        if not rest:
            break
    return frozenset(refs), rest


def history_lines(
    told: Sequence[Remark], *, zone: ZoneInfo, threshold: timedelta
) -> tuple[Line, ...]:
    """Return the remarks as lines, with a marked stamp first and after every longer silence.

    Stamps are user lines, so that a model doesn't learn to write them.
    """
    lines: list[Line] = []
    before: datetime | None = None
    for remark in told:
        if before is None or remark.began_at - before > threshold:
            lines.append(Line(role="user", text=marked(stamp(before, remark.began_at, zone))))
        role: Literal["assistant", "user"] = "assistant" if remark.by_companion else "user"
        images = () if remark.by_companion else remark.images
        lines.append(Line(role=role, text=remark.item.text, images=images))
        if remark.marks:
            lines.append(Line(role="user", text=remark.marks))
        before = remark.ended_at
    return tuple(lines)


def with_item(remark: Remark, item: ContextItem) -> Remark:
    """Return `remark` with its text as a budget left it."""
    return replace(remark, item=item)


def format_message_history(persona_name: str, messages: Sequence[Said]) -> str:
    """Return one line a message, as in `Mina@2026-04-30T23:00:00.000Z: See you later.`.

    People are called `user`, or by their names where more than one speaks. Further lines of a
    text are indented, so that none of them looks like a message of its own. Times are UTC.
    """
    names = speaker_names(messages, [persona_name, "user"])
    alone = len(names) <= 1

    def line(said: Said) -> str:
        speaker = one_line(persona_name)
        if not said.by_companion:
            speaker = "user" if alone else names[said.sender]
        text = "\n    ".join(harmless(said.text).splitlines())
        return f"{speaker}@{to_iso(said.sent_at)}: {text}"

    return "\n".join(map(line, messages))

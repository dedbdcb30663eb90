"""What a companion decides: no await, no clock, no dice, no log."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, tzinfo

from core.availability.model import AvailabilitySnapshot
from core.companion.model import (
    Draft,
    Fact,
    FactDraft,
    MandatoryConversationContext,
    Message,
    Sender,
)
from core.companion.values import json_copy
from core.conversation.model import IdentityId, MessageId, Said
from core.conversation.rules import context, remarks
from core.conversation.rules.marks import harmless
from core.instants import DateTimeInput, to_datetime, to_iso
from core.schedule.model import ScheduleEntry

SEED_SOURCE = "circadia.seed"
PRUNE_SOURCE = "circadia.schedule.prune"
PRUNE_TOPIC = "persona.schedule.deleted"
NO_FACTS = "No facts about the persona or the user are stored yet."
"""The summary of a memory that holds none."""

_USER = IdentityId("user")


# What stores share.


def space_metadata(seed_message: str) -> Mapping[str, object]:
    """Return what a new space keeps of its making."""
    return {"seed_message": seed_message}


def topic_keys(topics: Iterable[str]) -> frozenset[str]:
    """Return what topics are compared by: not by their case or the blank space around them."""
    return frozenset(topic.strip().casefold() for topic in topics)


def kept_entries(space_id: str, entries: Sequence[ScheduleEntry]) -> tuple[ScheduleEntry, ...]:
    """Return `entries` as a store keeps them: instants in UTC, metadata as JSON.

    Raises:
        TypeError: an instant is naive, or metadata has no form in JSON.
        ValueError: an entry is of another space.
    """
    foreign = {entry.space_id for entry in entries} - {space_id}
    if foreign:
        raise ValueError(f"entries for the space {space_id!r}, got some of {sorted(foreign)}")
    return tuple(
        replace(
            entry,
            start_at=to_datetime(entry.start_at),
            end_at=to_datetime(entry.end_at),
            metadata=json_copy(entry.metadata),
        )
        for entry in entries
    )


def lies_in(entry: ScheduleEntry, from_inclusive: datetime, to_exclusive: datetime) -> bool:
    """Return whether `entry` and the half-open range have an instant in common."""
    return entry.start_at < to_exclusive and from_inclusive < entry.end_at


def in_order(entry: ScheduleEntry) -> tuple[datetime, datetime, str]:
    """Return what entries are sorted by."""
    return entry.start_at, entry.end_at, entry.id


# Facts.


def seed_fact(display_name: str, seed_message: str) -> FactDraft:
    """Return the one fact of a persona whose builder has no initialisation role."""
    return FactDraft(statement=seed_message, topics=("persona", display_name), source=SEED_SOURCE)


def prune_fact(cutoff: datetime, deleted: int) -> FactDraft:
    """Return what is remembered of a pruning, also of one that found nothing."""
    stamp = to_iso(cutoff)
    return FactDraft(
        statement=f"Schedule entries before {stamp} were pruned ({deleted} deleted).",
        topics=(PRUNE_TOPIC,),
        source=PRUNE_SOURCE,
        metadata={"cutoff": stamp, "deleted": deleted},
    )


def mandatory_topics(display_name: str) -> tuple[str, ...]:
    """Return the topics of the facts that every conversation is based on."""
    return ("persona", display_name, "user")


# The conversation.


def format_message_history(persona_name: str, messages: Sequence[Message]) -> str:
    """Return one line a message, as in `Mina@2026-04-30T23:00:00.000Z: See you later.`.

    The other side is called `user`. Further lines of a text are indented, so that none of them
    looks like a message of its own.
    """
    return remarks.format_message_history(persona_name, _said(messages))


def build_mandatory_conversation_context(
    *,
    persona_name: str,
    now: DateTimeInput,
    messages: Sequence[Message],
    facts: Sequence[Fact],
    schedule_entries: Sequence[ScheduleEntry],
    availability: AvailabilitySnapshot,
    zone: tzinfo = UTC,
) -> MandatoryConversationContext:
    """Return what is put before the conversation role; `zone` decides which day is today."""
    return MandatoryConversationContext(
        formatted_message_history=format_message_history(persona_name, messages),
        conversation_window_label=context.conversation_window_label(
            to_datetime(now), _said(messages), zone
        ),
        memory_summary=memory_summary(facts),
        persona_and_user_facts=tuple(facts),
        schedule_entries=tuple(sorted(schedule_entries, key=in_order)),
        availability=availability,
    )


def memory_summary(facts: Sequence[Fact]) -> str:
    """Return the statements as a list, each on one line; a fixed line without any."""
    lines = (f"- {harmless(' '.join(fact.statement.split()))}" for fact in facts)
    return "\n".join(lines) or NO_FACTS


def _said(messages: Sequence[Message]) -> list[Said]:
    """Return the messages as the rules of conversations know them."""
    return [
        Said(
            id=MessageId(number),
            by_companion=message.sender is Sender.PERSONA,
            sender=None if message.sender is Sender.PERSONA else _USER,
            sender_name=Sender.USER,
            text=message.content,
            sent_at=message.time,
        )
        for number, message in enumerate(messages, start=1)
    ]


def user_message(history: Sequence[Message]) -> str | None:
    """Return what the user said since the persona last spoke, one below the other.

    Where the persona spoke last it is the latest words of the user; None without any.
    """
    run: list[str] = []
    for message in reversed(history):
        if message.sender is Sender.USER:
            run.append(message.content)
        elif run:
            break
    return "\n".join(reversed(run)) or None


def is_newer(latest: Sequence[Message], given: Sequence[Message]) -> bool:
    """Return whether `latest` has a message that `given` hasn't, and that is not older than it.

    More of the past, a window that moved on and deletions are nothing newer.
    """
    newest = max((message.time for message in given), default=None)
    more = Counter(latest) - Counter(given)
    return any(newest is None or message.time >= newest for message in more)


def spoken(draft: Draft) -> Draft:
    """Return `draft` with its bubbles trimmed and without blank ones."""
    bubbles = (text.strip() for text in draft.messages)
    return replace(draft, messages=tuple(text for text in bubbles if text))

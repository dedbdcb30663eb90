"""Of every column, whether it is anybody's, and how; a test fails for one that is not decided.

The bot's tables come first, then those of a builder's file.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum


class How(StrEnum):
    """How a column belongs to a person."""

    IDENTITY = "identity"
    """An identity, alone or within an audience. A row with theirs is theirs."""
    NAME = "name"
    """A name, as it was shown."""
    WORDS = "words"
    """What was said, or what repeats it: texts, JSON, meanings."""
    PLACE = "place"
    """Where something takes place: of a direct talk on Telegram, the person's number."""
    NUMBER = "number"
    """Which row of another table is meant: it goes with that row."""
    ALONG = "along"
    """Tells nothing of anybody by itself, and goes with its row."""
    NEVER = "never"
    """The companion's, the owner's or the process's own: no person is in it, and it stays."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Decided:
    """What was decided about a table."""

    why: str
    """Which rows are somebody's; or why none is."""
    columns: Mapping[str, How]
    section: str | None = None
    """Under which name a person gets these rows; None where they get them another way."""
    whole: bool = False
    """Whether a row with an identity of theirs is theirs, and goes; nothing else is to be done."""

    @property
    def is_anybodys(self) -> bool:
        """Return whether something in it can be a person's."""
        return any(how not in (How.NEVER, How.ALONG) for how in self.columns.values())


def _of(
    why: str, *, section: str | None = None, whole: bool = False, never: str = "", **columns: str
) -> Decided:
    decided = {
        column: How(how)
        for how, names in {**columns, "never": never}.items()
        for column in names.split()
    }
    return Decided(why=why, columns=decided, section=section, whole=whole)


DECIDED: Mapping[str, Decided] = {
    "spaces": _of("whose memory is kept apart from others': a companion's", never="id created_at"),
    "conversations": _of(
        "a direct talk is of the first person who wrote in it; a room is nobody's",
        section="places",
        place="account chat thread server",
        along="id space chat_kind created_at held_until unreachable spoke_at",
    ),
    "lanes": _of("goes with its conversation", number="conversation", along="lane due_at"),
    "turns": _of(
        "of the one who is answered",
        section="turns",
        identity="speaker",
        name="speaker_name",
        words="waited trace",
        number="conversation",
        along="id lane state opened_at attempts reserved reserved_day language outcome",
    ),
    "messages": _of(
        "of the sender; in a direct talk and in a turn of theirs the companion's, too",
        section="messages",
        identity="sender",
        name="sender_name",
        words="text heard attachments marks",
        place="account chat",
        number="conversation turn",
        along=(
            "id message_id by_companion sent_at received_at edited_at deleted_at reply_to album"
            " language lane waits silence addressed from_bot withheld_at taught unseen"
        ),
    ),
    "bubbles": _of(
        "of the speaker of the turn",
        section="answers",
        identity="only_for",
        words="text choices",
        number="turn",
        along="position state due_at notice reply_to tries reason kind message_id picture file",
    ),
    "moves": _of(
        "a group that goes on under another id; direct talks never move, but go if they did",
        place="account old_chat new_chat",
        along="moved_at",
    ),
    "spending": _of("tokens of a day, all people together", never="space day kind tokens"),
    "people": _of(
        "what a person has chosen",
        section="settings",
        whole=True,
        identity="identity",
        along="quiet_since zone language refused_at",
    ),
    "unreadables": _of(
        "an update that was passed, without a text and without whose it was",
        never="account update_id reason received_at",
    ),
    "day_plans": _of(
        "the companion's day; the words that an owner gave for it are the owner's",
        words="source_message",
        never="space day zone blocks made_by made_at",
    ),
    "day_lines": _of(
        "the companion's day; the words that an owner gave for it are the owner's",
        words="source_message",
        never="space day activity title description made_by made_at",
    ),
    "overrides": _of(
        "how much the companion is there; the reason may repeat what somebody said",
        words="reason",
        never="space mode since until",
    ),
    "revisions": _of("a count", never="space number"),
    "duties": _of(
        "what a companion owes; the words that an owner gave for a plan are the owner's",
        words="message",
        never="space kind period state due_at attempts reason done_at",
    ),
    "facts": _of(
        "about a person, told by them, or said to them alone",
        section="memories",
        identity="subject audience speaker",
        words="statement topics metadata when_said attribute",
        number="evidence superseded_by",
        along=(
            "id space source importance confidence when_start when_end when_precision valid_from"
            " valid_until status created_at closed_at mentions last_accessed reason"
        ),
    ),
    "evidence": _of("goes with its fact, and with its message", number="fact message"),
    "vectors": _of(
        "what a message or a fact means",
        words="vector tokens",
        number="number",
        along="space kind model size rows",
    ),
    "blocked_messages": _of("which message is not learned from", number="message", along="space"),
    "blocked_statements": _of(
        "a keyed hash of what a fact said; goes with a fact that is still there",
        words="hash",
        along="space",
    ),
    "hash_keys": _of("of the process; never told", never="name key"),
    "memory_revisions": _of("a count", never="space number epoch"),
    "unscrubbed": _of("what is still to be done", never="space epoch"),
    "lessons": _of(
        "of the owner who teaches",
        section="lessons",
        whole=True,
        identity="owner",
        number="conversation",
        along="since last_at",
    ),
    "owners": _of(
        "who became an owner by a code",
        section="ownership",
        whole=True,
        identity="identity",
        along="since",
    ),
    "audits": _of(
        "what an owner or moderator did; the act stays, who and where does not",
        section="acts",
        identity="actor",
        place="account chat",
        along="id space at act",
    ),
    "questions": _of(
        "a command that waits for its yes",
        section="questions",
        whole=True,
        identity="identity",
        words="line",
        number="conversation",
        along="asked_at",
    ),
    "links": _of(
        "who is one person",
        section="links",
        whole=True,
        identity="identity person",
        along="since",
    ),
    "link_codes": _of(
        "a code by which two identities are joined",
        section="link codes",
        whole=True,
        identity="identity other",
        along="hash made_at",
    ),
    "link_tries": _of(
        "how many wrong codes somebody gave",
        section="link tries",
        whole=True,
        identity="identity",
        along="since tries",
    ),
    "forgotten": _of("all that stays after an erasing: a keyed hash", never="hash at"),
    "departures": _of(
        "goes with its turn, as soon as that is answered", number="turn", along="since"
    ),
    "shares": _of(
        "what a person released to a room; goes with its fact",
        section="shares",
        identity="audience",
        number="fact",
        along="since",
    ),
    "personas": _of(
        "what owners made of a companion, which speaks of the companion",
        never="space told picture made_at changed_at",
    ),
    "hosts": _of(
        "who speaks in a conversation; goes with a direct talk",
        section="hosts",
        place="account chat thread",
        along="space since",
    ),
    "pauses": _of(
        "of a companion; goes with the one conversation that it is about",
        number="conversation",
        along="space since",
    ),
    "choices": _of("a setting of the process", never="name value since"),
    # A builder's file: its persons are names of the builder's own, and it is cleared as a whole.
    "builder_spaces": _of("a companion", never="id display_name created_at metadata"),
    "builder_facts": _of(
        "in a file of a builder, who clears it",
        never="id space created_at statement topics confidence source metadata",
    ),
    "builder_fact_topics": _of("in a file of a builder, who clears it", never="space topic fact"),
    "builder_schedule_packs": _of(
        "the companion's days", never="id space day starts_at ends_at digests entries"
    ),
    "builder_messages": _of(
        "in a file of a builder, who clears it", never="id space person sender time content"
    ),
}

"""Who is talked with, as far as their links and their clocks matter."""

from collections.abc import Iterable
from dataclasses import dataclass
from zoneinfo import ZoneInfo

from core.admin.persons import zone_of
from core.conversation.model import ChatKind, IdentityId, Said
from core.engine.model import Conversation, Turn
from core.engine.ports import Stores


@dataclass(frozen=True, slots=True, kw_only=True)
class Company:
    """Who is there in a turn, with all linked identities."""

    speaker: frozenset[IdentityId] = frozenset()
    persons: frozenset[IdentityId] = frozenset()
    """The speaker, and in a room those who spoke in sight."""
    zone: ZoneInfo | None = None
    """Where the speaker lives; None if nobody has told."""


def company(
    stores: Stores, conversation: Conversation, turn: Turn, window: Iterable[Said]
) -> Company:
    """Return who is there."""
    speaker = stores.links.of(turn.speaker)
    present = {said.sender for said in window if said.sender is not None}
    direct = conversation.chat_kind is ChatKind.DIRECT
    return Company(
        speaker=speaker,
        persons=speaker if direct else stores.links.of_all({*present, turn.speaker}),
        zone=zone_of(stores, turn.speaker, speaker),
    )

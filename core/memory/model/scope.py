"""Who hears what: where a thing was said, and where it may come up again."""

from dataclasses import dataclass
from typing import NewType

from core.conversation.model import ChatKind, ConversationId, IdentityId
from core.persona.model import SpaceId

Audience = NewType("Audience", str)
"""Who heard it: `everyone`, `room:<conversation>`, `direct:<identity>`, or `owner`."""
EVERYONE = Audience("everyone")
"""What a persona may tell anybody: what its owner taught it."""
OWNER = Audience("owner")
"""The eye of the owner; only a scope has it, never a fact."""

Subject = NewType("Subject", IdentityId)
"""Whom a fact is about: `persona`, or an identity as `telegram:42`."""
PERSONA = Subject(IdentityId("persona"))


def direct(identity: IdentityId) -> Audience:
    """Return who hears a direct talk with `identity`."""
    return Audience(f"direct:{identity}")


def room(conversation: ConversationId) -> Audience:
    """Return who hears a group, a channel or one thread; it stays when the chat moves."""
    return Audience(f"room:{conversation}")


def audience_of(chat_kind: ChatKind, conversation: ConversationId, sender: IdentityId) -> Audience:
    """Return who hears what `sender` says in a conversation."""
    return direct(sender) if chat_kind is ChatKind.DIRECT else room(conversation)


def is_direct(audience: Audience) -> bool:
    """Return whether one person alone heard it."""
    return audience.startswith("direct:")


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope:
    """What may be read: an argument of every read of memory; there is no `all`."""

    space: SpaceId
    here: Audience
    """Who will hear what is read: a direct talk, a room, or the owner's eye."""
    persons: frozenset[IdentityId] = frozenset()
    """Who is talked with: one person with all linked identities, or those present in a room."""
    personal: bool = True
    """Whether memories of people may be read at all; not while a persona is taught."""

    def __post_init__(self) -> None:
        if not self.space or not self.here:
            raise ValueError(f"a scope names a space and who hears it, got {self!r}")
        if self.here == EVERYONE:
            raise ValueError("a scope is one place; nothing is read for everyone at once")

    @property
    def is_direct(self) -> bool:
        """Return whether one person alone will hear it."""
        return is_direct(self.here)

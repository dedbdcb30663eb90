"""A command that is still being written."""

from dataclasses import dataclass

from core.conversation.model import ChatKind, IdentityId, Route


@dataclass(frozen=True, slots=True, kw_only=True)
class Unfinished:
    """A command whose sender wonders what an option may be; what is suggested they alone see."""

    route: Route
    chat_kind: ChatKind
    server: str | None
    sender: IdentityId
    sender_name: str
    language: str | None
    """BCP 47, as the person's client tells it."""
    line: str
    """The command, its act, and the text of the option so far: `/memory forget #1`."""
    option: str
    """By name."""

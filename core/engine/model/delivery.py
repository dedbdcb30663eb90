"""What goes out, and what a platform made of it."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta

from core.admin.model import Choice
from core.conversation.model import IdentityId, Route
from core.engine.model.rows import BubbleKind


@dataclass(frozen=True, slots=True, kw_only=True)
class Delivered:
    """It arrived."""

    message_id: str
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class NotSent:
    """It surely did not reach the platform, which may be asked again after `retry_after`."""

    reason: str
    retry_after: timedelta


@dataclass(frozen=True, slots=True, kw_only=True)
class Refused:
    """The platform refused this bubble, and would refuse it again."""

    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Unreachable:
    """Nothing can be delivered here: blocked, closed, or gone."""

    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class InDoubt:
    """The call ended without an answer: it may have arrived."""

    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Elsewhere:
    """It was not sent: the chat goes on under another id, where it can be sent at once."""

    chat: str


SendOutcome = Delivered | NotSent | Refused | Unreachable | InDoubt | Elsewhere


@dataclass(frozen=True, slots=True, kw_only=True)
class Enclosure:
    """A file that goes with a message."""

    name: str
    """As the person will see it: letters, digits, `-`, `_` and one dot."""
    mime: str
    content: bytes = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Outbound:
    """One bubble on its way to a messenger."""

    route: Route
    text: str
    """Markdown; of a reaction, the emoji."""
    key: str
    reply_to: str | None = None
    """The message that it answers, or that a reaction goes on."""
    kind: BubbleKind = BubbleKind.TEXT
    amends: str | None = None
    """The platform's id of a message of ours: the text replaces what it says. Of kind REMOVAL, it
    goes."""
    picture: bytes | None = field(default=None, repr=False)
    """PNG, of kind PICTURE; the text stands below it."""
    file: Enclosure | None = None
    """Of kind FILE; the text stands below it."""
    choices: tuple[Choice, ...] = ()
    """Buttons below it; a messenger without any leaves them out."""
    answers: str | None = None
    """The platform's id of the command that it answers. What was asked by a button takes the place
    of the message with the button, where the messenger still knows it."""
    only_for: IdentityId | None = None
    """Who alone may see it: shown in this place to nobody else, else in their direct talk."""

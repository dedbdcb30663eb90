"""What commands ask of the process."""

from typing import Protocol
from zoneinfo import ZoneInfo

from core.admin.ports.prepared import Drafted, Models, Reloaded
from core.conversation.model import AccountId, Attachment
from core.persona.model import SpaceId


class Steward(Protocol):
    """The process, as far as commands ask something of it before they write."""

    async def draft(self, text: str, *, space: SpaceId, language: str) -> Drafted:
        """Return a persona drawn up from its owner's words, by a model where there is one.

        Its tokens are those of `space`. What the model can't do is done without one.
        """
        ...

    async def zone(self, name: str) -> ZoneInfo | None:
        """Return the IANA zone of that name; None if there is none."""
        ...

    async def fetch(self, account: AccountId, attachment: Attachment, most: int) -> bytes | None:
        """Return what `attachment` holds, of at most `most` bytes; None if it can't be had."""
        ...

    async def models(self, *, role: str = "", name: str = "") -> Models:
        """Return who plays the roles; with a role and a name, that model is tried, too."""
        ...

    async def reload(self) -> Reloaded:
        """Read the settings anew and go by them, as far as that needs no new start.

        Raises:
            Misconfigured: this process was given its settings by hand.
        """
        ...

"""A process that answers what commands ask of it as it was told to."""

from collections.abc import Mapping
from zoneinfo import ZoneInfo

from core.admin.ports.prepared import Drafted, Models, Reloaded
from core.conversation.model import AccountId, Attachment
from core.errors import CircadiaError
from core.persona.model import PersonaDraft, SpaceId


class ScriptedSteward:
    """The port Steward: always the same answers; an error is raised in place of one."""

    def __init__(
        self,
        *,
        drafted: Drafted | CircadiaError | None = None,
        zones: tuple[ZoneInfo, ...] = (),
        files: Mapping[str, bytes] | None = None,
        models: Models | CircadiaError | None = None,
        reloaded: Reloaded | CircadiaError | None = None,
    ) -> None:
        """Know these `zones`, and what attachments hold by their handles.

        Without `drafted`, the words themselves become the seed of Nia.
        """
        self.asked: list[str] = []
        """What was asked, oldest first: texts to draw from, models to try, and `reload`."""
        self._drafted, self._zones, self._files = drafted, zones, files or {}
        self._models, self._reloaded = models or Models(), reloaded or Reloaded()

    async def draft(self, text: str, *, space: SpaceId, language: str) -> Drafted:
        """Return the draft."""
        self.asked.append(text)
        if isinstance(self._drafted, CircadiaError):
            raise self._drafted
        plain = PersonaDraft(display_name="Nia", seed=text, language=language)
        return self._drafted or Drafted(draft=plain, by_model=False)

    async def zone(self, name: str) -> ZoneInfo | None:
        """Return one of the zones that it knows."""
        return next((zone for zone in self._zones if str(zone) == name), None)

    async def fetch(self, account: AccountId, attachment: Attachment, most: int) -> bytes | None:
        """Return the first `most` bytes of what it was given for that handle."""
        content = self._files.get(attachment.handle)
        return None if content is None or len(content) > most else content

    async def models(self, *, role: str = "", name: str = "") -> Models:
        """Return the models."""
        if role:
            self.asked.append(f"{role} {name}")
        if isinstance(self._models, CircadiaError):
            raise self._models
        return self._models

    async def reload(self) -> Reloaded:
        """Return what became of it."""
        self.asked.append("reload")
        if isinstance(self._reloaded, CircadiaError):
            raise self._reloaded
        return self._reloaded

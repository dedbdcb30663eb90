"""A chat with the voice, as the engine would hold it."""

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import cache
from zoneinfo import ZoneInfo

from adapters.pocket.client import Pocket
from adapters.pocket.tables import PocketTables
from core.conversation.model import (
    Answer,
    ChatKind,
    Context,
    IdentityId,
    MessageId,
    Mode,
    Planned,
    Purse,
    Recollection,
    ReplyRequest,
    Said,
)
from core.persona.model import Persona, SpaceId

SAM = IdentityId("console:1")
LANGUAGES = ("en", "ko", "ru", "ja", "es", "de")


@cache
def tables() -> PocketTables:
    return PocketTables.load()


def persona(language: str = "en", zone: str = "UTC") -> Persona:
    return Persona(
        space=SpaceId("mina"),
        display_name="Mina",
        seed="Mina likes quiet cafes.",
        zone=ZoneInfo(zone),
        language=language,
    )


@dataclass(kw_only=True)
class Room:
    """One talk; every answer becomes history."""

    language: str = "en"
    zone: str = "UTC"
    now: datetime = datetime(2026, 3, 10, 14, 5, tzinfo=UTC)
    greeted: bool = False
    dice: int = 1
    history: list[Said] = field(default_factory=list)
    schedule: tuple[Planned, ...] = ()
    chat_kind: ChatKind = ChatKind.DIRECT
    recollection: Recollection | None = None
    teaching: bool = False
    titles: str | None = None
    """The persona's language, in which titles are written; None for `language`."""

    def note(self, text: str, *, own: bool = False, sender: IdentityId = SAM) -> Said:
        said = Said(
            id=MessageId(len(self.history) + 1),
            by_companion=own,
            sender=None if own else sender,
            sender_name="Mina" if own else "you",
            text=text,
            sent_at=self.now,
        )
        self.history.append(said)
        return said

    def request(self, *texts: str, mode: Mode = "reply") -> ReplyRequest:
        for text in texts:
            self.note(text)
        return ReplyRequest(
            persona=persona(self.titles or self.language, self.zone),
            now=self.now,
            mode=mode,
            context=Context(
                history=tuple(self.history),
                conversation_window_label="today",
                schedule=self.schedule,
                recollection=self.recollection,
            ),
            chat_kind=self.chat_kind,
            user_message="\n".join(texts),
            language=self.language,
            greeted=self.greeted,
            purse=Purse(0),
            dice=self.dice,
            teaching=self.teaching,
        )

    async def answer(self, *texts: str, mode: Mode = "reply") -> Answer:
        answer = await Pocket(tables()).reply(self.request(*texts, mode=mode))
        for bubble in answer.draft.messages:
            self.note(bubble, own=True)
        self.greeted = True
        self.dice += 7919
        return answer

    async def hears(self, *texts: str) -> tuple[str, ...]:
        return (await self.answer(*texts)).draft.messages

    def passes(self, span: timedelta) -> None:
        self.now += span

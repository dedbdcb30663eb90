"""The people of one platform, and what can befall their talks."""

from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from tests.servers.discord import DiscordServer
from tests.servers.discord import Person as Discordian
from tests.servers.telegram import BotApiServer
from tests.servers.telegram import Person as Telegrammer


@dataclass(frozen=True, slots=True, kw_only=True)
class Bubble:
    """What somebody sees in the direct talk, and since when."""

    text: str
    at: datetime


class Side(Protocol):
    """The people of one platform, by their numbers, each in a direct talk."""

    def says(self, who: int, text: str) -> None: ...

    def shown(self, who: int) -> list[Bubble]:
        """Return what the companion said to somebody."""
        ...

    def hangs(self, who: int) -> None:
        """Let the next bubble to somebody have no answer."""
        ...

    def floods(self, who: int, seconds: int) -> None:
        """Let the next bubble to somebody be one too many."""
        ...

    def flooded_at(self, who: int) -> datetime:
        """Return when the last bubble to somebody was asked for."""
        ...

    def floods_typing(self, who: int) -> None:
        """Ask for hours of silence when it next shows somebody that it types."""
        ...

    def blocks(self, who: int) -> None: ...

    def tries(self, who: int) -> int:
        """Return how often a bubble to somebody was asked for."""
        ...


class TelegramSide:
    """Telegram's people."""

    def __init__(self, server: BotApiServer) -> None:
        self.server = server

    def person(self, who: int) -> Telegrammer:
        return self.server.person(who, f"Person {who}")

    def says(self, who: int, text: str) -> None:
        self.person(who).says(self.person(who).direct, text)

    def shown(self, who: int) -> list[Bubble]:
        return [Bubble(text=one.text, at=one.at) for one in self.server.sent if one.chat == who]

    def hangs(self, who: int) -> None:
        self.server.fail("sendMessage", "hang", chat=who)

    def floods(self, who: int, seconds: int) -> None:
        self.server.fail("sendMessage", "flood", chat=who, retry_after=seconds)

    def floods_typing(self, who: int) -> None:
        self.server.fail("sendChatAction", "flood", chat=who, retry_after=14_000)

    def blocks(self, who: int) -> None:
        self.person(who).blocks()

    def _asked(self, who: int) -> list[datetime]:
        calls = self.server.calls("sendMessage")
        return [call.at for call in calls if str(call.parameters.get("chat_id")) == str(who)]

    def flooded_at(self, who: int) -> datetime:
        return self._asked(who)[-1]

    def tries(self, who: int) -> int:
        return len(self._asked(who))


class DiscordSide:
    """Discord's people."""

    def __init__(self, server: DiscordServer) -> None:
        self.server = server

    def person(self, who: int) -> Discordian:
        return self.server.person(who, f"Person {who}")

    def says(self, who: int, text: str) -> None:
        self.person(who).says(self.person(who).direct, text)

    def shown(self, who: int) -> list[Bubble]:
        here = self.person(who).direct.id
        return [Bubble(text=one.text, at=one.at) for one in self.server.sent if one.channel == here]

    def hangs(self, who: int) -> None:
        self.server.fail("send_message", "hang", channel=self.person(who).direct.id)

    def floods(self, who: int, seconds: int) -> None:
        here = self.person(who).direct.id
        self.server.fail("send_message", "flood", channel=here, retry_after=float(seconds))

    def floods_typing(self, who: int) -> None:
        here = self.person(who).direct.id
        self.server.fail("trigger_typing", "flood", channel=here, retry_after=14_000.0)

    def blocks(self, who: int) -> None:
        self.server.bar(self.person(who).direct)

    def _asked(self, who: int) -> list[datetime]:
        here = self.person(who).direct.id
        return [call.at for call in self.server.calls("send_message") if call.channel == here]

    def flooded_at(self, who: int) -> datetime:
        return self._asked(who)[-1]

    def tries(self, who: int) -> int:
        return len(self._asked(who))

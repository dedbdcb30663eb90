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

    def says(self, who: int, text: str) -> int: ...

    def edits(self, who: int, message: int, text: str) -> None: ...

    def reacts(self, who: int, message: int, emoji: str) -> None: ...

    def sends_pictures(self, who: int, *pictures: bytes, caption: str = "") -> None:
        """Send pictures together."""
        ...

    def sends_voice(self, who: int) -> bytes:
        """Send a voice, and return what is to be heard."""
        ...

    def loses_files(self) -> None: ...

    def holds_downloads(self, times: int) -> None:
        """Let the next downloads have no answer."""
        ...

    def shown(self, who: int) -> list[Bubble]:
        """Return what the companion said to somebody."""
        ...

    def stands(self, who: int) -> list[str]:
        """Return what its messages to somebody say now."""
        ...

    def changes(self, who: int) -> list[str]:
        """Return what its messages to somebody were changed to, in that order."""
        ...

    def reactions(self, who: int, message: int) -> list[str]:
        """Return the companion's reactions to a message."""
        ...

    def latest(self, who: int) -> int:
        """Return the number of its latest message to somebody."""
        ...

    def floods_changes(self, who: int, seconds: int) -> None:
        """Let the next change of a message to somebody be one too many."""
        ...

    def troubled(self) -> bool:
        """Return whether all that was to go wrong has."""
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

    def says(self, who: int, text: str) -> int:
        return self.person(who).says(self.person(who).direct, text)

    def edits(self, who: int, message: int, text: str) -> None:
        self.person(who).edits(self.person(who).direct, message, text)

    def reacts(self, who: int, message: int, emoji: str) -> None:
        self.person(who).reacts(self.person(who).direct, message, emoji)

    def sends_pictures(self, who: int, *pictures: bytes, caption: str = "") -> None:
        person, how = self.person(who), {"extra": {"media_group_id": "album"}}
        for number, picture in enumerate(pictures):
            told = "" if number else caption
            person.sends(person.direct, "photo", caption=told, content=[picture], how=how)

    def sends_voice(self, who: int) -> bytes:
        sound = b"OggS" * 64
        self.person(who).sends(self.person(who).direct, "voice", content=[sound])
        return sound

    def loses_files(self) -> None:
        self.server.world.files.clear()

    def holds_downloads(self, times: int) -> None:
        self.server.fail("download", "hang", times=times)

    def shown(self, who: int) -> list[Bubble]:
        return [Bubble(text=one.text, at=one.at) for one in self.server.sent if one.chat == who]

    def _own(self, who: int) -> list[int]:
        return sorted(self.person(who).direct.own)

    def stands(self, who: int) -> list[str]:
        return [self.person(who).direct.messages[one]["text"] for one in self._own(who)]

    def changes(self, who: int) -> list[str]:
        return [one.text for one in self.server.amended if one.chat == who]

    def reactions(self, who: int, message: int) -> list[str]:
        mine = (message, self.server.world.bot["id"])
        return [one["emoji"] for one in self.person(who).direct.reactions.get(mine, [])]

    def latest(self, who: int) -> int:
        return self._own(who)[-1]

    def floods_changes(self, who: int, seconds: int) -> None:
        self.server.fail("editMessageText", "flood", chat=who, retry_after=seconds)

    def troubled(self) -> bool:
        return self.server.faults.spent

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

    def says(self, who: int, text: str) -> int:
        return self.person(who).says(self.person(who).direct, text)

    def edits(self, who: int, message: int, text: str) -> None:
        self.person(who).edits(self.person(who).direct, message, text)

    def reacts(self, who: int, message: int, emoji: str) -> None:
        self.person(who).reacts(self.person(who).direct, message, emoji)

    def sends_pictures(self, who: int, *pictures: bytes, caption: str = "") -> None:
        files = [(f"{number}.jpg", picture) for number, picture in enumerate(pictures)]
        self.person(who).says(self.person(who).direct, caption, attachments=files)

    def sends_voice(self, who: int) -> bytes:
        self.person(who).sends_voice(self.person(who).direct)
        return b"OggS" * 64

    def loses_files(self) -> None:
        self.server.world.files.clear()

    def holds_downloads(self, times: int) -> None:
        self.server.fail("attachment", "hang", times=times)

    def shown(self, who: int) -> list[Bubble]:
        here = self.person(who).direct.id
        return [Bubble(text=one.text, at=one.at) for one in self.server.sent if one.channel == here]

    def _own(self, who: int) -> list[int]:
        mine = str(self.server.world.me)
        there = self.person(who).direct.messages.items()
        return sorted(number for number, m in there if m["author"]["id"] == mine)

    def stands(self, who: int) -> list[str]:
        return [self.person(who).direct.messages[one]["content"] for one in self._own(who)]

    def changes(self, who: int) -> list[str]:
        here, calls = self.person(who).direct.id, self.server.calls("edit_message")
        return [call.parameters["content"] for call in calls if call.channel == here]

    def reactions(self, who: int, message: int) -> list[str]:
        put, me = self.person(who).direct.reactions.get(message, {}), self.server.world.me
        return [emoji for emoji, those in put.items() if me in those]

    def latest(self, who: int) -> int:
        return self._own(who)[-1]

    def floods_changes(self, who: int, seconds: int) -> None:
        here = self.person(who).direct.id
        self.server.fail("edit_message", "flood", channel=here, retry_after=float(seconds))

    def troubled(self) -> bool:
        return self.server.faults.spent

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

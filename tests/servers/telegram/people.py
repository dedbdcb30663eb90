"""People who write to the bot, and what they can send."""

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

from tests.servers.telegram.world import Chat, Json, World, units

_MENTION = re.compile(r"(?<![\w/])@[A-Za-z]\w{3,31}")
_COMMAND = re.compile(r"(?<!\S)/[A-Za-z0-9_]{1,32}(@[A-Za-z]\w{3,31})?")


def marked(text: str) -> list[Json]:
    """Return the entities that a client would find in `text`: mentions and commands."""
    found = [
        {"type": kind, "offset": units(text[: match.start()]), "length": units(match.group())}
        for kind, pattern in (("mention", _MENTION), ("bot_command", _COMMAND))
        for match in pattern.finditer(text)
    ]
    return sorted(found, key=lambda entity: int(entity["offset"]))


def _file(name: str, **fields: object) -> Json:
    return {"file_id": name, "file_unique_id": f"u-{name}", **fields}


def _size(side: int = 320) -> Json:
    return {"width": side, "height": side}


CONTENTS: Mapping[str, Callable[..., Json]] = {
    "sticker": lambda emoji="😂": {
        "sticker": _file(
            "sticker", type="regular", is_animated=False, is_video=False, emoji=emoji, **_size()
        )
    },
    "voice": lambda seconds=12: {"voice": _file("voice", duration=seconds)},
    "audio": lambda seconds=185, title="Song": {
        "audio": _file("audio", duration=seconds, title=title)
    },
    "photo": lambda: {"photo": [_file("small", **_size(90)), _file("large", **_size(800))]},
    "video": lambda seconds=61: {"video": _file("video", duration=seconds, **_size())},
    "video_note": lambda seconds=5: {"video_note": _file("note", duration=seconds, length=240)},
    "animation": lambda: {
        "animation": _file("animation", duration=3, **_size()),
        "document": _file("animation", file_name="cat.mp4"),
    },
    "document": lambda name="report.pdf": {"document": _file("document", file_name=name)},
    "location": lambda: {"location": {"latitude": 37.5, "longitude": 127.0}},
    "venue": lambda title="Blue Cafe": {
        "venue": {
            "location": {"latitude": 37.5, "longitude": 127.0},
            "title": title,
            "address": "Main Street 1",
        },
        "location": {"latitude": 37.5, "longitude": 127.0},
    },
    "contact": lambda name="Bo": {"contact": {"phone_number": "+1555", "first_name": name}},
    "poll": lambda question="Tea?": {
        "poll": {
            "id": "1",
            "question": question,
            "options": [{"persistent_id": "0", "text": "yes", "voter_count": 0}],
            "total_voter_count": 0,
            "is_closed": False,
            "is_anonymous": True,
            "type": "regular",
            "allows_multiple_answers": False,
            "allows_revoting": True,
            "members_only": False,
        }
    },
    "dice": lambda value=4: {"dice": {"emoji": "🎲", "value": value}},
    "story": lambda: {
        "story": {"chat": {"id": 9, "type": "private", "first_name": "Zoe"}, "id": 1}
    },
    "game": lambda title="Chess": {
        "game": {"title": title, "description": "A game", "photo": [_file("g", **_size())]}
    },
    "unheard_of": lambda: {"hologram": {"depth": 3}},
}
"""What a message can hold instead of text, by kind."""


class Person:
    """Somebody with a Telegram account; what they do reaches the bot as an update."""

    def __init__(self, world: World, user: Json, direct: Chat) -> None:
        self._world = world
        self.user = user
        self.direct = direct
        """The direct talk with the bot."""

    def says(self, chat: Chat, text: str, **how: Any) -> int:
        """Write `text` and return its message id; `how` is that of `post`."""
        fields: Json = {"text": text}
        if found := marked(text):
            fields["entities"] = found
        return self.post(chat, fields, **how)

    def sends(
        self, chat: Chat, kind: str, *, caption: str = "", how: Json | None = None, **details: Any
    ) -> int:
        """Send something that is no text, by its name in `CONTENTS`."""
        fields = CONTENTS[kind](**details)
        if caption:
            fields |= {"caption": caption}
            if found := marked(caption):
                fields["caption_entities"] = found
        return self.post(chat, fields, **(how or {}))

    def sends_album(
        self, chat: Chat, captions: Sequence[str], *, key: str = "album-1"
    ) -> list[int]:
        """Send photos that belong together, each with its caption or none."""
        how = {"extra": {"media_group_id": key}}
        return [self.sends(chat, "photo", caption=caption, how=how) for caption in captions]

    def forwards(self, chat: Chat, text: str, *, origin: str = "Zoe", **how: Any) -> int:
        """Pass on what somebody called `origin` wrote."""
        forwarded = {
            "forward_origin": {"type": "hidden_user", "sender_user_name": origin, "date": 1}
        }
        return self.says(chat, text, extra=forwarded, **how)

    def edits(self, chat: Chat, message_id: int, text: str | None = None) -> int:
        """Change a message; without a text only what surrounds it, as Telegram does."""
        message = chat.messages[message_id]
        message["edit_date"] = int(self._world.now().timestamp())
        if text is not None:
            message |= {"text": text, "entities": marked(text)}
        self._world.push("edited_message", message)
        return message_id

    def posts_as(self, chat: Chat, text: str, as_chat: Chat, **how: Any) -> int:
        """Write without showing who it is: as the group itself, or as a channel."""
        anonymous = {
            "from": {"id": 1087968824, "is_bot": True, "first_name": "Group"},
            "sender_chat": as_chat.shape(),
        }
        return self.says(chat, text, extra=anonymous, **how)

    def post(
        self,
        chat: Chat,
        fields: Json,
        *,
        reply_to: int | None = None,
        thread: int | None = None,
        at: datetime | None = None,
        extra: Json | None = None,
    ) -> int:
        """Put a message into `chat` and return its id; the bot hears of it if it may."""
        message: Json = {"from": self.user, **fields, **(extra or {})}
        if chat.kind == "private":
            chat.opened, chat.barred = True, None
        if thread is not None:
            opened = {k: v for k, v in chat.topics[thread].items() if k != "reply_to_message"}
            message |= {"message_thread_id": thread, "is_topic_message": True}
            message["reply_to_message"] = opened
        if reply_to is not None:
            target = chat.messages[reply_to]
            message["reply_to_message"] = {
                key: value for key, value in target.items() if key != "reply_to_message"
            }
        kept = self._world.keep(chat, message, at=at)
        if self._heard(chat, kept):
            self._world.push("message", kept)
        return int(kept["message_id"])

    def _heard(self, chat: Chat, message: Json) -> bool:
        """Return whether privacy mode lets the bot hear it."""
        if chat.kind == "private" or self._world.bot["can_read_all_group_messages"]:
            return True
        found = [*message.get("entities", []), *message.get("caption_entities", [])]
        if any(entity["type"] in ("mention", "bot_command") for entity in found):
            return True
        return bool(message.get("reply_to_message", {}).get("from") == self._world.bot)

"""People who write to the bot, and what they can send."""

import re
from base64 import b64decode
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from tests.servers.telegram.buttons import buttons_of, pressed
from tests.servers.telegram.channels import published
from tests.servers.telegram.contents import CONTENTS
from tests.servers.telegram.files import filled
from tests.servers.telegram.membership import becomes
from tests.servers.telegram.menus import seen
from tests.servers.telegram.reactions import reacted, reaction
from tests.servers.telegram.records import Json
from tests.servers.telegram.world import GENERAL, Chat, World, quoted, units

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
        self,
        chat: Chat,
        kind: str,
        *,
        caption: str = "",
        content: Sequence[bytes | str] = (),
        size: int | None = None,
        how: Json | None = None,
        **details: Any,
    ) -> int:
        """Send something that is no text, by its name in `CONTENTS`.

        `content`: what can be downloaded, as bytes or in base64; of a photo each of its sizes, from
        small to large, of others one. `size` declares another size than it has.
        """
        fields = CONTENTS[kind](**details)
        if content:
            pieces = [b64decode(one) if isinstance(one, str) else one for one in content]
            filled(self._world, kind, fields, pieces, size)
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
        kind = "edited_channel_post" if chat.kind == "channel" else "edited_message"
        if chat.kind != "channel" or chat.membership == "administrator":
            self._world.push(kind, message)
        return message_id

    def deletes(self, chat: Chat, message_id: int) -> None:
        """Take a message back; no bot is told."""
        chat.forget(message_id)

    def reacts(self, chat: Chat, message_id: int, *with_: str) -> None:
        """Set the reactions to a message: emoji, ids of custom emoji, or nothing any more.

        The bot hears of it in the direct talk, or as an administrator; of a channel only the count.
        """
        reacted(self._world, chat, message_id, self.user, [reaction(name) for name in with_])

    def presses(self, chat: Chat, message_id: int, label: str, *, hidden: bool = False) -> str:
        """Press the button with that label, and return the id of the press, "" for a link.

        A link into the direct talk opens it there. `hidden`: the message is too old to be shown.
        """
        message = chat.messages[message_id]
        button = next(one for one in buttons_of(message) if one["text"] == label)
        if "url" in button:
            payload = button["url"].partition("?start=")[2]
            self.says(self.direct, f"/start {payload}".rstrip())
            return ""
        return pressed(
            self._world, chat, message, self.user, button["callback_data"], hidden=hidden
        )

    def forges(self, chat: Chat, message_id: int, data: str | None) -> str:
        """Press a button that is not there, as a client of one's own can."""
        return pressed(self._world, chat, chat.messages[message_id], self.user, data)

    def menu(self, chat: Chat) -> list[str]:
        """Return the commands that are shown beside the input line."""
        return [str(one["command"]) for one in seen(self._world, chat, self.user)]

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
        if chat.moved_to:
            raise ValueError(f"the group moved to {chat.moved_to}")
        fields = {**fields, **(extra or {})}
        if thread is not None and thread != GENERAL:
            fields |= {"message_thread_id": thread, "is_topic_message": True}
            fields["reply_to_message"] = quoted(chat.topics[thread])
        if reply_to is not None:
            target = chat.messages[reply_to]
            fields["reply_to_message"] = quoted(target)
            if target.get("is_automatic_forward"):
                fields["message_thread_id"] = reply_to
        if chat.kind == "channel":
            told = chat.membership == "administrator"
            name = self.user["first_name"]
            kept = published(self._world, chat, fields, author=name, told=told, at=at)
            return int(kept["message_id"])
        if chat.kind == "private":
            self._opens(chat)
        kept = self._world.keep(chat, {"from": self.user, **fields}, at=at)
        if self._heard(chat, kept):
            self._world.push("message", kept)
        return int(kept["message_id"])

    def adds_bot(self, chat: Chat) -> None:
        """Let the bot into a group, or make it an administrator of a channel."""
        if chat.kind == "channel":
            becomes(self._world, chat, "administrator", self.user)
            return
        becomes(self._world, chat, "member", self.user)
        self.post(chat, {"new_chat_members": [self._world.bot]})

    def removes_bot(self, chat: Chat) -> None:
        """Throw the bot out."""
        becomes(self._world, chat, "kicked", self.user)

    def promotes_bot(self, chat: Chat) -> None:
        """Make the bot an administrator."""
        becomes(self._world, chat, "administrator", self.user)

    def demotes_bot(self, chat: Chat) -> None:
        """Make the bot an ordinary member again; of a channel it can't be one, and leaves."""
        becomes(self._world, chat, "left" if chat.kind == "channel" else "member", self.user)

    def blocks(self, chat: Chat | None = None) -> None:
        """Block the bot in the direct talk."""
        becomes(self._world, chat or self.direct, "kicked", self.user)

    def unblocks(self, chat: Chat | None = None) -> None:
        """Let the bot write in the direct talk again."""
        becomes(self._world, chat or self.direct, "member", self.user)

    def closes_topic(self, chat: Chat, thread: int = GENERAL) -> None:
        """Let only administrators write in a topic."""
        chat.closed.add(thread)
        self.post(chat, {"forum_topic_closed": {}}, thread=thread)

    def reopens_topic(self, chat: Chat, thread: int = GENERAL) -> None:
        """Let everybody write there again."""
        chat.closed.discard(thread)
        self.post(chat, {"forum_topic_reopened": {}}, thread=thread)

    def deletes_topic(self, chat: Chat, thread: int) -> None:
        """Delete a topic with all that was said there; no bot is told."""
        del chat.topics[thread]
        said = [n for n, m in chat.messages.items() if m.get("message_thread_id") == thread]
        for message_id in said:
            chat.forget(message_id)

    def _opens(self, chat: Chat) -> None:
        """Write to the bot: whoever blocked it lets it again by that."""
        if chat.membership == "kicked":
            self.unblocks(chat)
        chat.opened, chat.barred = True, None

    def _heard(self, chat: Chat, message: Json) -> bool:
        """Return whether privacy mode lets the bot hear it."""
        if chat.membership in ("left", "kicked"):
            return False
        if chat.kind == "private" or self._world.bot["can_read_all_group_messages"]:
            return True
        found = [*message.get("entities", []), *message.get("caption_entities", [])]
        if any(entity["type"] in ("mention", "bot_command") for entity in found):
            return True
        return bool(message.get("reply_to_message", {}).get("from") == self._world.bot)

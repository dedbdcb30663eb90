"""The chats that a test sets up, and what happens to them."""

from tests.servers.telegram.people import Person
from tests.servers.telegram.records import Json
from tests.servers.telegram.world import GENERAL, Chat, World


class Places:
    """Makes people and chats of one world."""

    def __init__(self, world: World) -> None:
        self.world = world

    def person(
        self, id: int, name: str = "Ann", *, username: str | None = None, language: str = "en"
    ) -> Person:
        """Return somebody; the same id is the same person."""
        user: Json = {"id": id, "is_bot": False, "first_name": name, "language_code": language}
        if username:
            user["username"] = username
        user = self.world.users.setdefault(id, user)
        direct = self.world.chats.setdefault(
            id, Chat(id=id, kind="private", title=name, username=username)
        )
        return Person(self.world, user, direct)

    def group(
        self,
        id: int,
        title: str = "Friends",
        *,
        forum: bool = False,
        basic: bool = False,
        bot: str = "member",
    ) -> Chat:
        """Return a group; `basic`: one that can still be migrated; `bot`: what the bot is there."""
        made = Chat(id=id, kind="group" if basic else "supergroup", title=title, forum=forum)
        made.last_id = GENERAL if forum else 0
        return self._settled(made, bot)

    def channel(
        self,
        id: int,
        title: str = "News",
        *,
        signed: bool = False,
        linked: Chat | None = None,
        bot: str = "administrator",
    ) -> Chat:
        """Return a channel, whose posts are forwarded to the discussion group `linked`."""
        made = self._settled(Chat(id=id, kind="channel", title=title, signed=signed), bot)
        if linked is not None:
            made.linked, linked.linked = linked, made
        return made

    def topic(self, chat: Chat, name: str = "Cats") -> int:
        """Open a topic in a forum, by the bot itself, and return its thread."""
        created = self.world.keep(
            chat,
            {
                "from": self.world.bot,
                "forum_topic_created": {"name": name, "icon_color": 7322096},
                "is_topic_message": True,
            },
        )
        thread = int(created["message_id"])
        created["message_thread_id"] = thread
        chat.topics[thread] = created
        return thread

    def bar(self, chat: Chat, why: str | None = "Forbidden: bot was blocked by the user") -> None:
        """Keep the bot from writing in `chat`, untold; None lets it again."""
        chat.barred = why

    def migrate(self, group: Chat, *, to: int | None = None, newer_first: bool = False) -> Chat:
        """Turn a basic group into a supergroup, which is returned.

        Both chats get a service message, whose updates come in either order, as on Telegram.
        """
        if group.kind != "group" or group.moved_to:
            raise ValueError(f"not a basic group: {group.id}")
        newer = self._settled(
            Chat(id=to or -(10**12) + group.id, kind="supergroup", title=group.title),
            group.membership,
        )
        group.moved_to = newer.id
        anonymous = {"id": 1087968824, "is_bot": True, "first_name": "Group"}
        told = [
            self.world.keep(group, {"from": anonymous, "migrate_to_chat_id": newer.id}),
            self.world.keep(
                newer,
                {
                    "from": anonymous,
                    "sender_chat": newer.shape(),
                    "migrate_from_chat_id": group.id,
                },
            ),
        ]
        for message in reversed(told) if newer_first else told:
            self.world.push("message", message)
        return newer

    def _settled(self, made: Chat, bot: str) -> Chat:
        """Return the chat of that id, new or known, with the bot in it as told."""
        made.membership, made.opened = bot, bot in ("member", "administrator")
        return self.world.chats.setdefault(made.id, made)

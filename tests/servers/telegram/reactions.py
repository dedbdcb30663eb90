"""Reactions of people and of the bot."""

from collections import Counter

from tests.servers.telegram.parameters import bad, parsed, truth, whole
from tests.servers.telegram.records import Json, Reacted
from tests.servers.telegram.world import ApiError, Chat, World
from tests.servers.telegram.writing import reached

LISTED = """
👍 👎 ❤ 🔥 🥰 👏 😁 🤔 🤯 😱 🤬 😢 🎉 🤩 🤮 💩
🙏 👌 🕊 🤡 🥱 🥴 😍 🐳 ❤️\u200d🔥 🌚 🌭 💯 🤣 ⚡ 🍌 🏆
💔 🤨 😐 🍓 🍾 💋 🖕 😈 😴 😭 🤓 👻 👨\u200d💻 👀 🎃 🙈
😇 😨 🤝 ✍ 🤗 🫡 🎅 🎄 ☃ 💅 🤪 🗿 🆒 💘 🙉 🦄
😘 💊 🙊 😎 👾 🤷\u200d♂️ 🤷 🤷\u200d♀️ 😡
"""
EMOJI = frozenset(LISTED.split())
"""What the Bot API lists for ReactionTypeEmoji; a heart with a variation selector is not there."""
SERVICE = frozenset({"forum_topic_created", "new_chat_members", "left_chat_member"})


def named(kind: Json) -> str:
    """Return the emoji, or the id of the custom one."""
    return str(kind.get("emoji") or kind.get("custom_emoji_id") or "")


def reaction(name: str) -> Json:
    """Return the type of an emoji, or of a custom one by its id, which is digits."""
    if name.isascii() and name.isdigit():
        return {"type": "custom_emoji", "custom_emoji_id": name}
    return {"type": "emoji", "emoji": name}


def possible(chat: Chat, message_id: int, kind: Json) -> bool:
    """Return whether the bot may react so: with what is usual, allowed, or there already."""
    name = named(kind)
    if chat.allowed_reactions is not None:
        return name in chat.allowed_reactions
    if kind["type"] == "emoji":
        return name in EMOJI
    there = (one for (number, _), kinds in chat.reactions.items() if number == message_id
             for one in kinds)  # fmt: skip
    return any(named(one) == name for one in there)


def read(parameters: Json) -> list[Json]:
    """Return the reactions of a call; [] takes them away."""
    try:
        given = parsed(parameters, "reaction") or []
    except ApiError:
        raise bad("can't parse reaction types JSON object") from None
    if not isinstance(given, list):
        raise bad("expected an Array of ReactionType")
    for kind in given:
        if not isinstance(kind, dict):
            raise bad("can't parse ReactionType: expected an Object")
        if "type" not in kind:
            raise bad("can't parse ReactionType: Can't find field \"type\"")
        field = {"emoji": "emoji", "custom_emoji": "custom_emoji_id"}.get(kind["type"])
        if field is None:
            raise bad("can't parse ReactionType: invalid reaction type specified")
        if field not in kind:
            raise bad(f"can't parse ReactionType: Can't find field \"{field}\"")
        if not kind[field]:
            raise bad("invalid reaction type specified")
    return [reaction(named(kind)) for kind in given]


def set_message_reaction(world: World, parameters: Json) -> bool:
    kinds = read(parameters)
    chat = reached(world, parameters)
    message = chat.messages.get(whole(parameters, "message_id") or 0)
    if message is None:
        raise bad("message to react not found")
    number = int(message["message_id"])
    if len(kinds) > 1:
        raise bad("REACTIONS_TOO_MANY")
    if SERVICE & message.keys() or not all(possible(chat, number, kind) for kind in kinds):
        raise bad("REACTION_INVALID")
    chat.reactions[number, world.bot["id"]] = kinds
    world.reactions.append(
        Reacted(
            chat=chat.id,
            message_id=number,
            with_=tuple(map(named, kinds)),
            big=truth(parameters, "is_big"),
            at=world.now(),
        )
    )
    world.changed()
    return True


def reacted(world: World, chat: Chat, message_id: int, user: Json, kinds: list[Json]) -> None:
    """Let a person react; the bot hears of it where Telegram would tell it."""
    _ = chat.messages[message_id]
    old = chat.reactions.get((message_id, user["id"]), [])
    chat.reactions[message_id, user["id"]] = kinds
    if old == kinds or (chat.kind != "private" and chat.membership != "administrator"):
        return
    about: Json = {
        "chat": chat.shape(),
        "message_id": message_id,
        "date": int(world.now().timestamp()),
    }
    if chat.kind != "channel":
        about |= {"user": user, "old_reaction": old, "new_reaction": kinds}
        world.push("message_reaction", about)
        return
    count = Counter(
        named(one) for (number, _), those in chat.reactions.items() if number == message_id
        for one in those
    )  # fmt: skip
    about["reactions"] = [
        {"type": reaction(name), "total_count": total} for name, total in count.items()
    ]
    world.push("message_reaction_count", about)

"""What happens around the messages: reactions, the bot's place in a chat, a chat that moves."""

from collections.abc import Iterator, Sequence

import telegram
from telegram import (
    ChatMember,
    ChatMemberAdministrator,
    ChatMemberRestricted,
    ReactionTypeEmoji,
    ReactionTypePaid,
)
from telegram.constants import ChatType

from adapters.telegram.fields import chat_name, clean, identity, number, user_name
from core.conversation.model import AccountId, Membership, Moved, Reaction, Route

CUSTOM = ":custom:"
"""An emoji that somebody has drawn; its name is not told to bots."""
PAID = "⭐"
LEFT, REMOVED = "left", "removed"


def moved(message: telegram.Message, account: AccountId) -> Moved | None:
    """Return the move that a service message tells of; the old chat and the new one say the same.

    None if it tells of none.
    """
    here = number(message.chat.id)
    if message.migrate_to_chat_id is not None:
        there = number(message.migrate_to_chat_id)
        return Moved(account=account, old_chat=here, new_chat=there)
    if message.migrate_from_chat_id is not None:
        before = number(message.migrate_from_chat_id)
        return Moved(account=account, old_chat=before, new_chat=here)
    return None


def reactions(
    about: telegram.MessageReactionUpdated, account: AccountId, me: int
) -> Iterator[Reaction]:
    """Yield what was taken away, then what was put on.

    Telegram does not tell the thread of the message. Whoever reacts as a chat is that chat.
    """
    if about.user is not None:
        sender = None if about.user.id == me else identity(about.user)
        name = user_name(about.user)
    elif about.actor_chat is not None:
        sender, name = identity(about.actor_chat), chat_name(about.actor_chat)
    else:
        raise LookupError("a reaction of nobody")
    route = Route(account=account, chat=number(about.chat.id))
    message_id = number(about.message_id)
    old, new = _shown(about.old_reaction), _shown(about.new_reaction)
    changed = [(emoji, True) for emoji in old if emoji not in new]
    changed += [(emoji, False) for emoji in new if emoji not in old]
    for emoji, removed in changed:
        yield Reaction(
            route=route,
            message_id=message_id,
            sender=sender,
            sender_name=name,
            emoji=emoji,
            removed=removed,
        )


def _shown(kinds: Sequence[telegram.ReactionType]) -> list[str]:
    """Return each once, in order; two drawn ones can't be told apart."""
    return list(dict.fromkeys(map(_emoji, kinds)))


def _emoji(kind: telegram.ReactionType) -> str:
    match kind:
        case ReactionTypeEmoji():
            return clean(kind.emoji).strip() or CUSTOM
        case ReactionTypePaid():
            return PAID
        case _:
            return CUSTOM


def membership(about: telegram.ChatMemberUpdated, account: AccountId, me: int) -> Membership:
    """Return whether the bot may speak in the chat from now on."""
    was_out = about.old_chat_member.status in (ChatMember.LEFT, ChatMember.BANNED)
    direct = about.chat.type == ChatType.PRIVATE
    present, reason = _standing(about.new_chat_member, about.chat)
    if present and was_out:
        reason = "unblocked" if direct else "added"
    elif reason == LEFT and about.from_user.id != me:
        reason = REMOVED
    return Membership(account=account, chat=number(about.chat.id), present=present, reason=reason)


def _standing(member: ChatMember, chat: telegram.Chat) -> tuple[bool, str]:
    """Return whether `member` may write in `chat`, in a word."""
    match member.status:
        case ChatMember.BANNED:
            return False, "blocked" if chat.type == ChatType.PRIVATE else REMOVED
        case ChatMember.LEFT:
            return False, LEFT
        case ChatMember.RESTRICTED:
            inside = isinstance(member, ChatMemberRestricted) and member.is_member
            may = isinstance(member, ChatMemberRestricted) and member.can_send_messages
            if not inside:
                return False, LEFT
            return (True, "restricted") if may else (False, "muted")
        case ChatMember.ADMINISTRATOR if chat.type == ChatType.CHANNEL:
            may = isinstance(member, ChatMemberAdministrator) and bool(member.can_post_messages)
            return (True, "administrator") if may else (False, "muted")
        case ChatMember.MEMBER if chat.type == ChatType.CHANNEL:
            return False, "muted"
        case ChatMember.OWNER | ChatMember.ADMINISTRATOR | ChatMember.MEMBER:
            return True, str(member.status)
        case _:
            raise ValueError("an unknown kind of membership")

"""What the bot writes, shows, changes and takes back."""

from datetime import UTC, datetime, timedelta

from tests.servers.telegram.buttons import keyboard
from tests.servers.telegram.channels import published
from tests.servers.telegram.parameters import (
    Upload,
    bad,
    entities,
    parsed,
    text_of,
    truth,
    whole,
)
from tests.servers.telegram.records import Amended, Json, Sent, Typing
from tests.servers.telegram.world import GENERAL, ApiError, Chat, World, quoted

ACTIONS = ("typing", "upload_photo", "record_voice", "upload_voice", "upload_document")
TAKEN_BACK_WITHIN = timedelta(hours=48)
UNCHANGED = (
    "message is not modified: specified new message content and reply markup are exactly the same"
    " as a current content and reply markup of the message"
)


def reached(world: World, parameters: Json) -> Chat:
    """Return the chat of the call, if the bot has anything to say there."""
    chat_id = whole(parameters, "chat_id")
    if chat_id is None:
        raise bad("chat_id is empty")
    chat = world.chat(chat_id)
    if chat.moved_to:
        what = "Bad Request: group chat was upgraded to a supergroup chat"
        raise ApiError(400, what, migrate_to_chat_id=chat.moved_to)
    if chat.barred:
        raise ApiError(403, chat.barred)
    if chat.kind == "channel" and chat.membership != "administrator":
        raise bad("need administrator rights in the channel chat")
    if not chat.opened and chat.kind == "private":
        raise ApiError(403, "Forbidden: bot can't initiate conversation with a user")
    if not chat.opened:
        raise ApiError(403, f"Forbidden: bot is not a member of the {chat.kind} chat")
    return chat


def place(world: World, parameters: Json, *, general: bool = False) -> tuple[Chat, int | None]:
    """Return the chat and thread, if the bot may write there.

    `general`: the General topic may be named by its number, which holds for actions, not for
    messages.
    """
    chat = reached(world, parameters)
    thread = whole(parameters, "message_thread_id")
    if general and chat.forum and thread == GENERAL:
        thread = None
    if thread is not None and thread not in chat.topics:
        post = chat.messages.get(thread, {})
        if not post.get("is_automatic_forward"):
            raise bad("message thread not found")
    closed = chat.forum and (thread or GENERAL) in chat.closed
    if closed and chat.membership != "administrator":
        raise bad("TOPIC_CLOSED")
    return chat, thread


def replied(chat: Chat, parameters: Json) -> Json | None:
    reply = parsed(parameters, "reply_parameters")
    if not reply:
        return None
    target = chat.messages.get(reply.get("message_id"))
    if target is None and not truth(reply, "allow_sending_without_reply"):
        raise bad("message to be replied not found")
    return target


def slow_down(world: World, chat: Chat) -> None:
    """Refuse a message that follows too soon, where the server limits the rate."""
    if world.least_gap_s is None or chat.last_sent_at is None:
        return
    left = world.least_gap_s - (world.now() - chat.last_sent_at).total_seconds()
    if left > 0:
        wait = int(left) + 1
        raise ApiError(429, f"Too Many Requests: retry after {wait}", retry_after=wait)


def send_message(world: World, parameters: Json) -> Json:
    chat, thread = place(world, parameters)
    slow_down(world, chat)
    text = text_of(parameters)
    marks = entities(text, parameters)
    buttons = keyboard(parameters)
    target = replied(chat, parameters)
    fields: Json = {"text": text}
    if marks:
        fields["entities"] = marks
    return kept(world, chat, thread, target, fields, buttons=buttons)


def kept(
    world: World,
    chat: Chat,
    thread: int | None,
    target: Json | None,
    fields: Json,
    *,
    buttons: Json | None = None,
    photo: bytes | None = None,
    document: Upload | None = None,
) -> Json:
    """Keep and return a message of the bot that answers `target` and holds `fields`."""
    if buttons is not None:
        fields["reply_markup"] = buttons
    if target is not None:
        fields["reply_to_message"] = quoted(target)
    if thread is not None:
        fields["message_thread_id"] = thread
    if thread in chat.topics:
        fields["is_topic_message"] = True
    if chat.kind == "channel":
        message = published(world, chat, fields, author=world.bot["first_name"], told=False)
    else:
        message = world.keep(chat, {"from": world.bot, **fields})
    chat.own.add(message["message_id"])
    chat.last_sent_at = world.now()
    world.sent.append(
        Sent(
            chat=chat.id,
            message_id=message["message_id"],
            text=fields.get("text") or fields.get("caption") or "",
            at=chat.last_sent_at,
            thread=thread,
            reply_to=target["message_id"] if target else None,
            entities=tuple(fields.get("entities") or fields.get("caption_entities") or ()),
            photo=photo,
            document=document,
            file_name="" if document is None else document.name,
            buttons=shown(fields),
        )
    )
    world.changed()
    return message


def send_chat_action(world: World, parameters: Json) -> bool:
    chat, thread = place(world, parameters, general=True)
    action = str(parameters.get("action", ""))
    if action not in ACTIONS:
        raise bad("wrong parameter action in request")
    world.typings.append(Typing(chat=chat.id, action=action, at=world.now(), thread=thread))
    world.changed()
    return True


def shown(message: Json) -> tuple[tuple[Json, ...], ...]:
    """Return the buttons of a message, row by row."""
    return tuple(map(tuple, message.get("reply_markup", {}).get("inline_keyboard", [])))


def edited(world: World, parameters: Json) -> tuple[Chat, Json]:
    """Return the message of the bot that is to be changed, and where it is."""
    chat = reached(world, parameters)
    message = chat.messages.get(whole(parameters, "message_id") or 0)
    if message is None:
        raise bad("message to edit not found")
    if message["message_id"] not in chat.own:
        raise bad("message can't be edited")
    return chat, message


def edit_message_text(world: World, parameters: Json) -> Json:
    chat, message = edited(world, parameters)
    if "text" not in message:
        raise bad("there is no text in the message to edit")
    text = text_of(parameters, too_long="MESSAGE_TOO_LONG")
    marks = entities(text, parameters)
    return _changed(
        world,
        chat,
        message,
        {"text": text, "entities": marks, "reply_markup": keyboard(parameters)},
    )


def edit_message_reply_markup(world: World, parameters: Json) -> Json:
    chat, message = edited(world, parameters)
    return _changed(world, chat, message, {"reply_markup": keyboard(parameters)})


def _changed(world: World, chat: Chat, message: Json, fields: Json) -> Json:
    """Put `fields` into the message, and take out those that are empty."""
    if all(message.get(name) == (value or None) for name, value in fields.items()):
        raise bad(UNCHANGED)
    now = world.now()
    message |= fields | {"edit_date": int(now.timestamp())}
    for name in [name for name, value in fields.items() if not value]:
        del message[name]
    world.amended.append(
        Amended(
            kind="edited",
            chat=chat.id,
            message_id=message["message_id"],
            at=now,
            text=message.get("text") or message.get("caption") or "",
            entities=tuple(message.get("entities", ())),
            buttons=shown(message),
        )
    )
    world.changed()
    return message


def delete_message(world: World, parameters: Json) -> bool:
    chat = reached(world, parameters)
    message = chat.messages.get(whole(parameters, "message_id") or 0)
    if message is None:
        raise bad("message to delete not found")
    number, now = message["message_id"], world.now()
    late = now - datetime.fromtimestamp(message["date"], UTC) > TAKEN_BACK_WITHIN
    if chat.kind == "private" and late:
        raise bad("message can't be deleted for everyone")
    mine = number in chat.own and not late
    if not (mine or chat.kind == "private" or chat.membership == "administrator"):
        raise bad("message can't be deleted")
    chat.forget(number)
    world.amended.append(Amended(kind="deleted", chat=chat.id, message_id=number, at=now))
    world.changed()
    return True

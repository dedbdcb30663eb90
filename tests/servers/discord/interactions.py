"""Interactions: what the bot may answer them, once, in time, and by their token alone."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from tests.servers.discord.layout import checked_rows, checked_window
from tests.servers.discord.mentions import allowed, number, pinged
from tests.servers.discord.records import Json
from tests.servers.discord.sending import Asked, attached, recorded, text_of
from tests.servers.discord.shapes import heard_message, message_shape, user_shape
from tests.servers.discord.world import APPLICATION, ApiError, Channel, World, invalid

COMMAND, PRESS, COMPLETION, SUBMIT = 2, 3, 4, 5
MESSAGE, LATER, LATER_HERE, HERE, COMPLETED, WINDOW = 4, 5, 6, 7, 8, 9
FITTING = {
    COMMAND: {MESSAGE, LATER, WINDOW},
    PRESS: {MESSAGE, LATER, LATER_HERE, HERE, WINDOW},
    COMPLETION: {COMPLETED},
    SUBMIT: {MESSAGE, LATER, LATER_HERE, HERE},
}
EPHEMERAL, LOADING = 1 << 6, 1 << 7
TOKEN_FOR = timedelta(minutes=15)
CHAT_COMMAND = 20
"""The type of a message that answers a command."""


@dataclass(slots=True)
class Pending:
    """One interaction, and what became of it."""

    id: int
    token: str
    at: datetime
    kind: int
    channel: Channel
    user: int
    message: Json | None = None
    """The one with the button."""
    answer: Json | None = None
    """The first answer, as it came."""
    answered_at: datetime | None = None
    original: Json | None = None
    """The message that the first answer made, or the one with the button."""

    @property
    def choices(self) -> list[Json]:
        """What was suggested."""
        return list(((self.answer or {}).get("data") or {}).get("choices") or [])

    @property
    def window(self) -> Json:
        """The window that was opened."""
        answer = self.answer or {}
        if answer.get("type") != WINDOW:
            raise LookupError("no window was opened")
        return dict(answer["data"])


def answer_interaction(world: World, asked: Asked) -> Json | None:
    """Take the first answer; a second one, and a late one, is refused."""
    pending = world.interactions.get(number(asked.path["interaction"], "interaction_id"))
    if pending is None or pending.token != asked.path["token"]:
        raise ApiError(404, 10062, "Unknown interaction")
    if pending.answer is not None:
        raise ApiError(400, 40060, "Interaction has already been acknowledged.")
    if world.now() - pending.at > world.answered_within:
        raise ApiError(404, 10062, "Unknown interaction")
    kind, data = asked.body.get("type"), asked.body.get("data") or {}
    if kind not in FITTING[pending.kind]:
        raise invalid("type", "INTERACTION_TYPE_INVALID", "This type can't answer it")
    match kind:
        case 8:
            _checked_choices(data)
        case 9:
            checked_window(data)
        case 6 | 7:
            if pending.message is None:
                raise invalid("type", "INTERACTION_TYPE_INVALID", "There is no message to change")
            pending.original = pending.message
        case _:
            pending.original = _begun(world, pending, asked, waits=kind == LATER)
    pending.answer, pending.answered_at = asked.body, world.now()
    return _told(world, pending, kind) if "with_response" in asked.query else None


def _told(world: World, pending: Pending, kind: object) -> Json:
    """Return what tells a client of its own answer."""
    told: Json = {"id": str(pending.id), "type": pending.kind}
    made: Json = {"type": kind}
    if pending.original is not None and kind in (MESSAGE, LATER):
        made["message"] = message_shape(world, pending.channel, pending.original)
        told["response_message_id"] = pending.original["id"]
    return {"interaction": told, "resource": made}


def edit_original(world: World, asked: Asked) -> Json:
    pending = by_token(world, asked)
    return _changed(world, pending.channel, _original(world, asked), asked)


def get_original(world: World, asked: Asked) -> Json:
    return message_shape(world, by_token(world, asked).channel, _original(world, asked))


def delete_original(world: World, asked: Asked) -> None:
    channel, message = by_token(world, asked).channel, _original(world, asked)
    channel.messages.pop(int(message["id"]), None)
    channel.hidden.pop(int(message["id"]), None)


def follow_up(world: World, asked: Asked) -> Json | None:
    """Say something more; there is no nonce here, so that twice is two messages."""
    pending = by_token(world, asked)
    if pending.original is not None and pending.original["flags"] & LOADING:
        # Until the first answer is whole, this is it; who sees it was said before.
        return _changed(world, pending.channel, _original(world, asked), asked)
    message = _said(world, pending, asked, flags=int(asked.body.get("flags") or 0))
    shape = message_shape(world, pending.channel, message)
    return shape if asked.query.get("wait") == "true" else None


def by_token(world: World, asked: Asked) -> Pending:
    """Return the interaction whose token the path has."""
    if number(asked.path["application"], "webhook_id") != APPLICATION:
        raise ApiError(404, 10015, "Unknown Webhook")
    found = (one for one in world.interactions.values() if one.token == asked.path["token"])
    pending: Pending | None = next(found, None)
    if pending is None or world.now() - pending.at > TOKEN_FOR:
        raise ApiError(401, 50027, "Invalid Webhook Token")
    if pending.answer is None:
        raise ApiError(404, 10015, "Unknown Webhook")
    return pending


def _original(world: World, asked: Asked) -> Json:
    pending = by_token(world, asked)
    message, channel = pending.original, pending.channel
    there = {} if message is None else {**channel.messages, **channel.hidden}
    if message is None or int(message["id"]) not in there:
        raise ApiError(404, 10008, "Unknown Message")
    return message


def _begun(world: World, pending: Pending, asked: Asked, *, waits: bool) -> Json:
    data = asked.body.get("data") or {}
    flags = int(data.get("flags") or 0)
    if flags & ~EPHEMERAL:
        raise invalid("data.flags", "BASE_TYPE_CHOICES", "Only EPHEMERAL can be set here")
    told = Asked(path=asked.path, body={} if waits else data, files=asked.files)
    return _said(world, pending, told, flags=flags | (LOADING if waits else 0))


def _said(world: World, pending: Pending, asked: Asked, *, flags: int) -> Json:
    """Make a message; one that is for one person's eyes is in no history and in no event."""
    body, channel = asked.body, pending.channel
    text = text_of(body)
    rows = checked_rows(body.get("components") or [])
    if not text and not asked.files and not rows and not flags & LOADING:
        raise ApiError(400, 50006, "Cannot send an empty message")
    pings = allowed(channel, pinged(world, channel, text), body.get("allowed_mentions"), None)
    fields: Json = {
        "author": user_shape(world.bot),
        "content": text,
        "type": CHAT_COMMAND if pending.kind == COMMAND else 0,
        "flags": flags,
        "components": rows,
        "webhook_id": str(APPLICATION),
        "application_id": str(APPLICATION),
        "attachments": attached(world, channel, asked, asked_by_person=True),
        "interaction_metadata": {
            "id": str(pending.id),
            "type": pending.kind,
            "user": user_shape(world.users[pending.user]),
            "authorizing_integration_owners": {},
        },
        **pings.fields(world),
    }
    message = world.keep(channel, fields)
    if flags & EPHEMERAL:
        del channel.messages[int(message["id"])]
        channel.hidden[int(message["id"])] = message
        message["shown_to"] = pending.user
    else:
        world.tell("MESSAGE_CREATE", heard_message(world, channel, message), channel)
    if not flags & LOADING:
        recorded(world, channel, message, body, pings)
    return message


def _changed(world: World, channel: Channel, message: Json, asked: Asked) -> Json:
    body = asked.body
    text = text_of(body) if "content" in body else message["content"]
    changes: Json = {"content": text}
    if "components" in body:
        changes["components"] = checked_rows(body["components"] or [])
    if "attachments" in body:
        kept = {str(one.get("id")) for one in body["attachments"]}
        new = [file for place, file in enumerate(asked.files) if str(place) in kept]
        asked = Asked(path=asked.path, body=body, files=tuple(new))
        changes["attachments"] = [one for one in message["attachments"] if one["id"] in kept]
    else:
        changes["attachments"] = list(message["attachments"])
    changes["attachments"] += attached(world, channel, asked, asked_by_person=True)
    if not text and not any(changes.values()):
        raise ApiError(400, 50006, "Cannot send an empty message")
    pings = allowed(channel, pinged(world, channel, text), body.get("allowed_mentions"), None)
    if not message["flags"] & LOADING:
        changes["edited_timestamp"] = world.now().isoformat()
    changes["flags"] = message["flags"] & ~LOADING
    message |= {**changes, **pings.fields(world)}
    recorded(world, channel, message, body, pings)
    if int(message["id"]) in channel.messages:
        world.tell("MESSAGE_UPDATE", heard_message(world, channel, message), channel)
    return message_shape(world, channel, message)


def _checked_choices(data: Json) -> None:
    choices: Any = data.get("choices")
    if not isinstance(choices, list) or len(choices) > 25:
        raise invalid("data.choices", "BASE_TYPE_MAX_LENGTH", "Must be 25 or fewer in length.")
    for one in choices:
        for key in ("name", "value"):
            if not isinstance(one.get(key), str) or not 1 <= len(one[key]) <= 100:
                what = "Must be between 1 and 100 in length."
                raise invalid(f"data.choices.{key}", "BASE_TYPE_BAD_LENGTH", what)

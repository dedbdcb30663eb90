"""Buttons below messages, and people who press them."""

from urllib.parse import urlsplit

from tests.servers.telegram.parameters import bad, parsed
from tests.servers.telegram.records import Callback, Json
from tests.servers.telegram.world import ApiError, Chat, World

MOST_BUTTONS, MOST_IN_A_ROW = 100, 8
MOST_DATA = 64
"""Bytes."""
MOST_ANSWER = 200
OLD = "query is too old and response timeout expired or query ID is invalid"
KINDS = ("url", "callback_data", "web_app", "login_url", "switch_inline_query", "copy_text", "pay")


def keyboard(parameters: Json) -> Json | None:
    """Return the inline keyboard of a call, None for none; one that does not fit is refused."""
    markup = parsed(parameters, "reply_markup")
    if not markup:
        return None
    rows = markup.get("inline_keyboard") if isinstance(markup, dict) else None
    if not isinstance(rows, list):
        raise bad("object expected as reply markup")
    if any(not isinstance(row, list) for row in rows):
        raise bad('field "inline_keyboard" must be of type Array of Arrays')
    for button in (one for row in rows for one in row):
        _check(button)
    full = sum(map(len, rows)) > MOST_BUTTONS
    if full or any(len(row) > MOST_IN_A_ROW for row in rows):
        raise bad("reply markup is too long")
    return {"inline_keyboard": [row for row in rows if row]} if any(rows) else None


def _check(button: object) -> None:
    what = "can't parse inline keyboard button"
    if not isinstance(button, dict) or not isinstance(button.get("text"), str):
        raise bad(f'{what}: Can\'t find field "text"')
    if not button["text"].strip():
        raise bad(f"{what}: Text buttons are unallowed in the inline keyboard")
    given = [kind for kind in KINDS if kind in button]
    if not given:
        raise bad(f"{what}: Text buttons are unallowed in the inline keyboard")
    if len(given) > 1:
        raise bad("BUTTON_TYPE_INVALID")
    if given == ["callback_data"]:
        if not 1 <= len(str(button["callback_data"]).encode()) <= MOST_DATA:
            raise bad("BUTTON_DATA_INVALID")
    elif given == ["url"]:
        parts = urlsplit(str(button["url"]))
        if parts.scheme not in ("http", "https", "tg") or not parts.netloc:
            raise bad("BUTTON_URL_INVALID")


def buttons_of(message: Json) -> list[Json]:
    rows = message.get("reply_markup", {}).get("inline_keyboard", [])
    return [button for row in rows for button in row]


def pressed(
    world: World, chat: Chat, message: Json, user: Json, data: str | None, *, hidden: bool = False
) -> str:
    """Let somebody press a button, and return the id of the press.

    `hidden`: the message is too old, or gone, and only its place is told.
    """
    world.presses += 1
    query = f"{4242424242 + world.presses}"
    world.callbacks[query] = Callback(user=user["id"])
    shown: Json = {"chat": chat.shape(), "message_id": message["message_id"], "date": 0}
    body = {
        "id": query,
        "from": user,
        "message": shown if hidden else message,
        "chat_instance": f"-{abs(chat.id)}77",
        "data": data,
    }
    world.push("callback_query", {key: value for key, value in body.items() if value is not None})
    return query


def answer_callback_query(world: World, parameters: Json) -> bool:
    query = str(parameters.get("callback_query_id", ""))
    callback = world.callbacks.get(query)
    if callback is None or callback.expired:
        raise ApiError(400, f"Bad Request: {OLD}")
    if len(str(parameters.get("text") or "")) > MOST_ANSWER:
        raise bad("MESSAGE_TOO_LONG")
    callback.answered += 1
    world.changed()
    return True

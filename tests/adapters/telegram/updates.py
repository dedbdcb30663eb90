"""Updates as the Bot API words them, and what is heard of them."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from adapters.telegram.translate import Me, translate
from core.conversation.model import Inbound, Update
from tests.adapters.telegram.conftest import ACCOUNT

ME = Me(id=424242, username="Mina_Bot")
WHEN = datetime(2026, 1, 10, 22, 0, tzinfo=UTC)
NOW = datetime(2026, 1, 11, 8, 30, tzinfo=UTC)
"""When it is read."""
ANN: Mapping[str, Any] = {"id": 7, "is_bot": False, "first_name": "Ann", "language_code": "ru"}
DIRECT: Mapping[str, Any] = {"id": 7, "type": "private", "first_name": "Ann"}
GROUP: Mapping[str, Any] = {"id": -1001, "type": "supergroup", "title": "Friends"}
CHANNEL: Mapping[str, Any] = {"id": -1009, "type": "channel", "title": "News"}
BOT: Mapping[str, Any] = {"id": ME.id, "is_bot": True, "first_name": "Mina"}


def update(kind: str = "message", /, **fields: Any) -> dict[str, Any]:
    message = {
        "message_id": 5,
        "date": int(WHEN.timestamp()),
        "chat": DIRECT,
        "from": ANN,
        **fields,
    }
    return {"update_id": 1, kind: {k: v for k, v in message.items() if v is not None}}


def heard(**fields: Any) -> Inbound:
    (inbound,) = said(update(**fields))
    assert isinstance(inbound, Inbound)
    return inbound


def said(raw: Mapping[str, object]) -> tuple[Update, ...]:
    return translate(raw, account=ACCOUNT, me=ME, now=NOW)


def entity(kind: str, offset: int, length: int, **more: object) -> dict[str, object]:
    return {"type": kind, "offset": offset, "length": length, **more}

"""Odd updates over the wire: none of them keeps the next good one from being heard."""

from random import Random
from typing import Any

import pytest

from tests.adapters.telegram.conftest import Ear, Maker, free_port, hearing
from tests.adapters.telegram.test_nonsense import damaged
from tests.servers.telegram import BotApiServer

MANY = 300
OTHERS: list[tuple[str, Any]] = [
    ("message_reaction", None),
    ("message_reaction", {"chat": {"id": 7, "type": "private"}, "message_id": "?"}),
    ("message_reaction", {"old_reaction": 7, "new_reaction": [[]]}),
    ("my_chat_member", []),
    ("my_chat_member", {"chat": {"id": 7, "type": "private"}, "new_chat_member": {}}),
    ("channel_post", {"chat": {"id": -1009, "type": "channel"}, "date": "never"}),
    ("edited_channel_post", {"chat": "?", "date": 2**70}),
    ("message", "a word"),
    ("message", {"migrate_to_chat_id": "?"}),
    ("message", {"photo": [{}], "chat": {"id": 7, "type": "private"}, "date": 1}),
]


@pytest.mark.parametrize("way", ["polls", "webhook"])
async def test_after_every_odd_update_a_good_text_is_heard(
    way: str, server: BotApiServer, make: Maker, ear: Ear
) -> None:
    rng, ann = Random(20260111), server.person(7)
    port = free_port()
    hook = {"webhook_url": f"http://127.0.0.1:{port}/", "webhook_listen": f"127.0.0.1:{port}"}

    async with hearing(make(**(hook if way == "webhook" else {}))):
        ann.says(ann.direct, "first")
        await ear.hears(1)
        for n in range(MANY):
            if n % 3 == 0:
                server.world.push(*OTHERS[n // 3 % len(OTHERS)])
            else:
                server.world.push("message", damaged(rng, n)["message"])
            ann.says(ann.direct, f"good {n}")
            if n % 20 == 19:
                await ear.hears_last(f"good {n}")
        await server.world.until(lambda: not server.world.updates)

    good = [one.text for one in ear.inbounds if one.text.startswith("good")]
    assert good == [f"good {n}" for n in range(MANY)]
    assert len(ear.unreadable) > MANY / 4

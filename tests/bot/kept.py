"""A household over real files, a database and a model server, with somebody to talk to."""

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from datetime import timedelta
from functools import partial
from typing import Any

import bot.casting  # noqa: F401  # it takes a second to load: before any loop runs
from adapters.clock.system import SystemClock
from adapters.scripted.messenger import ScriptedMessenger
from bot.config import load
from bot.household import Household, keep_house
from bot.settings.values import access, dials
from bot.steward import Rereading
from core.conversation.model import AccountId, Attachment, ChatKind, IdentityId, Inbound, Route
from tests.bot.home import Home
from tests.servers.models import Body, ModelServer, Response

CLOCK = SystemClock()
ACCOUNT = AccountId("first")
OWNER = IdentityId("telegram:7")
DIRECT = Route(account=ACCOUNT, chat="7")
ROOM = Route(account=ACCOUNT, chat="-100")
DRAWS = "You draw up a character"
GLANCE = timedelta(milliseconds=10)

SETTINGS = """
[companion]
name = "Mina"
seed = "Mina likes quiet cafes."
scheduled = false
{more}
[access]
owners = [7]
rooms = [-100]
[conversation]
rhythm = "instant"
debounce_quiet = "0s"
"""


def asked(body: Body) -> str:
    """Return all that stands in a request."""
    return "\n".join(str(message["content"]) for message in body["messages"])


def saying(text: str) -> Response:
    """Return a whole answer of a model."""
    choice = {
        "index": 0,
        "message": {"role": "assistant", "content": text},
        "finish_reason": "stop",
    }
    usage = {"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120}
    frame = {"id": "x", "object": "chat.completion", "created": 0, "model": "m"}
    return Response(body={**frame, "choices": [choice], "usage": usage})


class Talk:
    """An owner who talks with a household."""

    def __init__(self, house: Household, messenger: ScriptedMessenger) -> None:
        self.house, self.messenger = house, messenger

    async def says(
        self,
        text: str,
        *,
        route: Route = DIRECT,
        attachments: Sequence[Attachment] = (),
        reply_to: str | None = None,
    ) -> str:
        """Return what is answered."""
        known = len(self.messenger.texts)
        self.said = f"m{CLOCK.now().timestamp()}"
        inbound = Inbound(
            route=route,
            chat_kind=ChatKind.DIRECT if route is DIRECT else ChatKind.GROUP,
            message_id=self.said,
            sender=OWNER,
            sender_name="Anna",
            text=text,
            sent_at=CLOCK.now(),
            addressed=True,
            attachments=tuple(attachments),
            reply_to=reply_to,
        )
        await self.house.driver.receive([inbound])
        async with asyncio.timeout(20):
            while len(self.messenger.texts) == known:
                await CLOCK.sleep(GLANCE)
            await self.house.engine.settle()
        return "\n".join(self.messenger.texts[known:])


@asynccontextmanager
async def kept(
    home: Home, *, more: str = "", files: Mapping[str, bytes] | None = None, **changes: Any
) -> AsyncIterator[Talk]:
    """Hold a household of the settings of `home`; `more` goes behind those of the companion."""
    if not home.file.read_text("utf-8"):
        home.writes(SETTINGS.format(more=more))
    settings = await asyncio.to_thread(home.settings)
    messenger = ScriptedMessenger(CLOCK, files=files)
    rereading = Rereading(read=partial(load, home.file, home.environ), access=access, dials=dials)
    async with keep_house(
        settings, access=access(settings), dials=dials(settings), rereading=rereading
    ) as house:
        house.seat(ACCOUNT, messenger, next(iter(house.personas.values())), defers=False)
        await house.start()
        yield Talk(house, messenger)


def with_model(server: ModelServer) -> str:
    """Return the settings that name the model of a test server."""
    return f'[model]\nurl = "{server.url}"\nname = "first-model"\nretries = 0\n'

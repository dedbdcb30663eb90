"""Discord on a real socket: its REST API and its gateway, with faults on demand."""

import asyncio
import json
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from email.utils import format_datetime
from types import TracebackType
from typing import Any, Self

from aiohttp import web

from adapters.clock.system import SystemClock
from tests.servers.discord.answering import Rest, dropped
from tests.servers.discord.control import routes
from tests.servers.discord.faults import Fault, Faults
from tests.servers.discord.gateway import Gateway
from tests.servers.discord.limits import Limits
from tests.servers.discord.people import Person, Webhook
from tests.servers.discord.records import Call, Identify, Json, Presence, Sent, Typing
from tests.servers.discord.shapes import channel_shape
from tests.servers.discord.world import TEXT, Channel, Guild, Role, World
from tests.servers.patience import PATIENCE_S

CLOSED = (50007, "Cannot send messages to this user")
OWNER = 1


class DiscordServer:
    """A Discord of one bot; its state outlives `unplug`."""

    def __init__(self, *, now: Callable[[], datetime] | None = None) -> None:
        self.world = World(now or SystemClock().now)
        self.faults = Faults()
        self.limits = Limits(self.world.now)
        self.gateway = Gateway(self.world)
        self.port = 0
        self._rest = Rest(self.world, self.faults, self.limits)
        self._runner: web.AppRunner | None = None

    async def __aenter__(self) -> Self:
        await self.plug()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        await self.unplug()

    @property
    def url(self) -> str:
        """What stands before the paths of the API: `Route.BASE` of discord.py."""
        return f"http://127.0.0.1:{self.port}/api/v10"

    @property
    def gateway_url(self) -> str:
        """Where the gateway listens: `DEFAULT_GATEWAY` of discord.py."""
        return f"ws://127.0.0.1:{self.port}/"

    @property
    def control_url(self) -> str:
        """Where other processes find the routes of `control`."""
        return f"http://127.0.0.1:{self.port}/control"

    @property
    def token(self) -> str:
        """The only token that it knows."""
        return self.world.token

    @property
    def sent(self) -> list[Sent]:
        """All messages of the bot, in the order of their arrival."""
        return self.world.sent

    @property
    def typings(self) -> list[Typing]:
        """All typing indicators that were shown."""
        return self.world.typings

    @property
    def identifies(self) -> list[Identify]:
        """All sessions that were started."""
        return self.world.identifies

    @property
    def presences(self) -> list[Presence]:
        """All changes of the bot's presence after a session's start."""
        return self.world.presences

    def calls(self, method: str) -> list[Call]:
        """Return the requests for one method, the failed ones too."""
        return [call for call in self.world.calls if call.method == method]

    async def plug(self, port: int = 0) -> None:
        """Listen: on `port`, or where it listened before, or on a free one."""
        self._rest.closing = False
        app = web.Application(client_max_size=64 * 1024 * 1024)
        app.on_response_prepare.append(self._dated)
        app.add_routes(routes(self))
        app.router.add_route("*", "/api/v10/{path:.*}", self._rest.answer)
        app.router.add_get("/attachments/{path:.*}", self._rest.file)
        app.router.add_get("/{path:(?:resume/?)?}", self._connect)
        self._runner = web.AppRunner(app, shutdown_timeout=0.2, access_log=None)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", port or self.port, reuse_address=True)
        await site.start()
        self.port = self._runner.addresses[0][1]
        self.world.url = f"http://127.0.0.1:{self.port}"

    async def unplug(self) -> None:
        """End every connection and refuse new ones until `plug`."""
        self._rest.closing = True
        self.world.changed()
        self.gateway.cut_all()
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None

    def fail(self, method: str, kind: str, **how: Any) -> None:
        """Let the next call of `method` fail; `kind` and `how` are those of `Fault`."""
        self.faults.add(Fault(kind=kind, method=method, **how))  # type: ignore[arg-type]

    # Who and what there is.

    def person(self, id: int, name: str = "Ann", *, bot: bool = False) -> Person:
        """Return somebody; the same id is the same person, and a short one cannot be mentioned."""
        user: Json = {"id": id, "username": name.lower(), "global_name": name, "bot": bot}
        return Person(self.world, self.world.users.setdefault(id, user))

    def webhook(self, id: int, name: str = "Feed", *, application: int | None = None) -> Webhook:
        """Return a webhook; `application` is the bot that owns it."""
        return Webhook(self.world, {"id": id, "username": name}, application=application)

    def guild(self, id: int, name: str = "Friends") -> Guild:
        """Return a guild with the bot in it; the same id is the same guild."""
        if id in self.world.guilds:
            return self.world.guilds[id]
        now = self.world.now()
        self.person(OWNER, "Owner")
        guild = Guild(id=id, name=name, owner=OWNER, members={OWNER: now, self.world.me: now})
        guild.roles[id] = Role(id, "@everyone")
        self.world.guilds[id] = guild
        self.world.tell("GUILD_CREATE", {}, guild)
        return guild

    def role(
        self,
        guild: Guild,
        name: str,
        *members: Person,
        mentionable: bool = False,
        permissions: int = 0,
    ) -> Role:
        """Make a role; those who are connected learn of it with their next session."""
        who = {one.id for one in members}
        role = Role(self.world.snowflake(), name, mentionable, who, permissions)
        guild.roles[role.id] = role
        return role

    def channel(
        self, guild: Guild, name: str = "general", *, kind: int = TEXT, id: int | None = None
    ) -> Channel:
        """Make a channel of a guild; `kind` is TEXT, NEWS or FORUM."""
        made = Channel(id=id or self.world.snowflake(), kind=kind, name=name, guild=guild)
        self.world.channels[made.id] = made
        self.world.tell("CHANNEL_CREATE", channel_shape(self.world, made), made)
        return made

    # What the bot may do, and what ends.

    def bar(self, direct: Channel, why: tuple[int, str] | None = CLOSED) -> None:
        """Close a direct talk to the bot; None opens it again."""
        direct.barred = why

    def allow(self, channel: Channel, **switches: bool) -> None:
        """Set what the bot may do: view, send, read, react, attach, ping_everyone."""
        for name, value in switches.items():
            if not isinstance(getattr(channel, name), bool):
                raise TypeError(name)
            setattr(channel, name, value)
        self.world.tell("CHANNEL_UPDATE", channel_shape(self.world, channel), channel)

    def archive(self, thread: Channel, *, archived: bool = True, locked: bool = False) -> None:
        """Put a thread away; `locked` keeps the bot from waking it."""
        thread.archived, thread.locked = archived, locked
        self.world.tell("THREAD_UPDATE", channel_shape(self.world, thread), thread)

    def remove(self, channel: Channel) -> None:
        """Delete a channel or thread."""
        shape = channel_shape(self.world, channel)
        channel.gone = True
        if channel.is_thread:
            least = {key: shape[key] for key in ("id", "guild_id", "parent_id", "type")}
            self.world.tell("THREAD_DELETE", least, channel)
        else:
            self.world.tell("CHANNEL_DELETE", shape, channel)

    def leave(self, guild: Guild) -> None:
        """Throw the bot out."""
        guild.left = True
        self.world.tell("GUILD_DELETE", {"id": str(guild.id)}, guild)

    def outage(self, guild: Guild, *, over: bool = False) -> None:
        """Let a guild be unavailable for a while, or let it come back."""
        guild.unavailable = not over
        if over:
            self.world.tell("GUILD_CREATE", {"unavailable": False}, guild)
        else:
            self.world.tell("GUILD_DELETE", {"id": str(guild.id), "unavailable": True}, guild)

    async def until_sent(self, count: int, *, within_s: float = PATIENCE_S) -> list[Sent]:
        """Return what was sent once it is `count` messages or more."""
        await self.world.until(lambda: len(self.sent) >= count, within_s=within_s)
        return self.sent

    async def until_ready(self, sessions: int = 1, *, within_s: float = PATIENCE_S) -> None:
        """Return once so many sessions are connected."""
        await self.world.until(lambda: len(self.gateway.open()) >= sessions, within_s=within_s)

    async def _dated(self, request: web.Request, response: web.StreamResponse) -> None:
        response.headers["Date"] = format_datetime(self.world.now().astimezone(UTC), usegmt=True)

    async def _connect(self, request: web.Request) -> web.StreamResponse:
        fault = self.faults.take("connect", None)
        if fault is not None:
            return await self._rest.failed(request, fault)
        if request.headers.get("Upgrade", "").lower() != "websocket":
            return dropped(request)
        return await self.gateway.serve(request)


async def serve_forever(port: int) -> None:
    """Run until the process is ended."""
    server = DiscordServer()
    await server.plug(port)
    told = {
        "url": server.url,
        "gateway": server.gateway_url,
        "control": server.control_url,
        "token": server.token,
    }
    print(json.dumps(told), flush=True)  # noqa: T201
    with suppress(asyncio.CancelledError):
        await asyncio.Event().wait()
    await server.unplug()

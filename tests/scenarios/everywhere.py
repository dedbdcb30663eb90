"""The four places where commands are given, who gives them, and what is looked at afterwards."""

from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any, NamedTuple, Protocol

from adapters.discord.interactions import EPHEMERAL
from adapters.scripted.steward import ScriptedSteward
from core.admin.model import Access, Where
from core.admin.ports import Steward
from core.conversation.model import ChatKind, ConversationId, IdentityId
from core.engine.model import BubbleKind, Lane, TurnRecord
from core.engine.ports import Stores
from core.phrases import LANGUAGES, CommandLine, Line, Phrase, phrase
from core.schedule.model import Life
from tests.scenarios.examples import FRIEND, MARK, OWNER, STRANGER, Asked
from tests.scenarios.lives import MINUTE
from tests.scenarios.platforms import Stage, staged
from tests.servers.discord import Channel
from tests.servers.discord.interactions import MESSAGE, WINDOW
from tests.world import ALWAYS_THERE, MINA

ROOM, GUILD = -1001, 900
LONG_S = 60.0
ACCESS = Access(
    owners=frozenset(IdentityId(f"{platform}:{OWNER}") for platform in ("telegram", "discord")),
    friends=frozenset(IdentityId(f"{platform}:{FRIEND}") for platform in ("telegram", "discord")),
)


def companion(steward: Steward | None = None, *, life: Life = ALWAYS_THERE) -> Stage:
    """Return one with an owner and a friend on both platforms."""
    return Stage("hello there", access=ACCESS, steward=steward or ScriptedSteward(), life=life)


@asynccontextmanager
async def listed(stage: Stage) -> AsyncIterator[Stage]:
    """Run a process, once Discord lists its commands."""
    async with staged(stage), stage.lives():
        await stage.until(lambda: None in stage.discord.server.world.commands)
        yield stage


def in_any(line: Line) -> set[str]:
    """Return a line in all languages."""
    return {phrase(line, language) for language in LANGUAGES}


NOT_ALLOWED, IN_DIRECT = in_any(Phrase.NOT_ALLOWED), in_any(CommandLine.IN_DIRECT)
FAILED = in_any(Phrase.FAILED)


class Place(Protocol):
    """Where somebody gives commands, and how."""

    name: str
    kind: ChatKind
    unseen: bool
    """Whether the answer is shown to who asked alone."""

    def gives(self, who: int, asked: Asked) -> str:
        """Give a command; return the id by which it is answered."""
        ...


class TelegramDirect:
    """Typed, in the direct talks."""

    name, kind, unseen = "telegram direct", ChatKind.DIRECT, False

    def __init__(self, stage: Stage) -> None:
        self._stage = stage

    def gives(self, who: int, asked: Asked) -> str:
        direct = self._stage.telegram.person(who).direct
        direct.last_id = max(direct.last_id, who % 10 * 10_000)  # as in the group
        return str(self._stage.telegram.says(who, asked.line))


class TelegramGroup:
    """Typed, where all listen; every second time with the name of the bot."""

    name, kind, unseen = "telegram group", ChatKind.GROUP, False

    def __init__(self, stage: Stage) -> None:
        self._stage, self._given = stage, 0
        self.room = stage.telegram.server.group(ROOM)
        self.room.last_id = 100_000  # no message has the number of one in another chat

    def gives(self, who: int, asked: Asked) -> str:
        self._given += 1
        line, name = asked.line, f"/{asked.command.name}"
        if self._given % 2:
            line = f"{name}@mina_bot{line.removeprefix(name)}"
        return str(self._stage.telegram.person(who).says(self.room, line))


class DiscordDirect:
    """Typed, in the direct talks."""

    name, kind, unseen = "discord direct", ChatKind.DIRECT, False

    def __init__(self, stage: Stage) -> None:
        self._stage = stage

    def gives(self, who: int, asked: Asked) -> str:
        return str(self._stage.discord.says(who, asked.line))


class DiscordGuild:
    """Chosen among the commands that Discord lists, in a server."""

    name, kind, unseen = "discord guild", ChatKind.GROUP, True

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        server = stage.discord.server
        self.room: Channel = server.channel(server.guild(GUILD))
        server.allow(self.room, ping_everyone=True)
        for who in (OWNER, FRIEND, STRANGER):
            stage.discord.person(who)  # whom nobody knows, nothing rings for

    def gives(self, who: int, asked: Asked) -> str:
        # Any text as any value, and what is listed nowhere: a client need not be Discord's own.
        person, known = self._stage.discord.person(who), asked.is_whole
        return str(person.uses(self.room, asked.chosen, asked.given, known=known))

    def first_answer(self, id: str) -> Mapping[str, Any]:
        """Return what Discord was told at once; empty as long as it was told nothing."""
        return self._stage.discord.server.world.interactions[int(id)].answer or {}

    def is_done(self, id: str) -> bool:
        """Return whether it was answered at once: by a window, or a line to a stranger."""
        return self.first_answer(id).get("type") in (WINDOW, MESSAGE)


def places(stage: Stage) -> tuple[Place, ...]:
    """Return the four of them."""
    here: tuple[Place, ...] = (TelegramDirect(stage), TelegramGroup(stage))
    return (*here, DiscordDirect(stage), DiscordGuild(stage))


def leads_away(place: Place, asked: Asked) -> bool:
    """Return whether the act belongs into the direct talk and is not done here."""
    if place.kind is ChatKind.DIRECT or asked.act.where is Where.ANYWHERE:
        return False
    return asked.act.where is Where.DIRECT or not place.unseen


def answers(stage: Stage, id: str) -> list[TurnRecord]:
    """Return the turns that answered a command, by its id."""
    return [record for record in stage.records if _answered(record) == id]


def _answered(record: TurnRecord) -> str | None:
    """Return the id of the command that a turn answered; None for talk."""
    ordered = record.turn.lane is Lane.COMMAND and bool(record.bubbles)
    return record.bubbles[0].reply_to if ordered else None


def texts(record: TurnRecord) -> list[str]:
    """Return what a turn said."""
    return [one.text for one in record.bubbles if one.kind is not BubbleKind.REMOVAL]


class Given(NamedTuple):
    """A command that somebody gave."""

    place: Place
    asked: Asked
    id: str

    @property
    def is_done(self) -> bool:
        """Return whether it was answered at once, by Discord's own means."""
        return isinstance(self.place, DiscordGuild) and self.place.is_done(self.id)


async def give(
    stage: Stage, here: Iterable[Place], who: int, asked: Sequence[Asked]
) -> list[Given]:
    """Let somebody give all of it in all places; return once everything is answered."""
    there = list(here)
    given = [Given(place, one, place.gives(who, one)) for one in asked for place in there]

    def over() -> bool:
        known = set(map(_answered, stage.records))
        return all(one.id in known or one.is_done for one in given)

    await stage.until(over, within_s=LONG_S)
    return given


async def shows(stage: Stage, *, beside: int = 0) -> None:
    """Return once people see all that was said and no more; `beside` lines are of no turn."""
    servers = (stage.telegram.server, stage.discord.server)

    def missing() -> int:
        said = sum(len(texts(record)) for record in stage.records)
        return said + beside - sum(len(server.sent) for server in servers)

    await stage.until(lambda: missing() == 0)


def keeps_within(stage: Stage, who: int) -> None:
    """Look whether all keeps to the limits, rings for nobody and is seen by whom it is for."""
    told_all = [one.text for one in stage.telegram.server.sent]
    told_all += [one.text for one in stage.discord.server.sent]
    assert not any("@everyone" in text or "<@" in text for text in told_all)
    for told in stage.telegram.server.sent:
        assert len(told.text.encode("utf-16-le")) // 2 <= 4096
        assert not any(entity["type"].endswith("mention") for entity in told.entities)
    for said in stage.discord.server.sent:
        assert len(said.text) <= 2000
        assert (said.pinged_everyone, said.pinged_users, said.pinged_roles) == (False, (), ())
    for channel in stage.discord.server.world.channels.values():
        if channel.guild is not None:
            assert channel.messages == {}
            assert {one["shown_to"] for one in channel.hidden.values()} <= {who}
            assert {one["flags"] for one in channel.hidden.values()} <= {EPHEMERAL}


async def is_no_talk(stage: Stage) -> None:
    """Let a friend talk, and look whether any command comes before the model or stands there."""
    direct, group, *_ = places(stage)
    resumed = [Asked(path="resume everywhere"), Asked(path="resume here")]
    there = Asked(path="availability set", given={"mode": "online", "time": "for 2h"})
    await give(stage, [direct], OWNER, [there, *resumed])
    await give(stage, [group], OWNER, [Asked(path="resume here")])
    asked = len(stage.role.requests)
    stage.telegram.says(FRIEND, "are you there?")
    stage.discord.says(FRIEND, "are you there?")
    await stage.leaps_until(lambda: len(stage.role.requests) >= asked + 2, by=MINUTE)

    history = await stage.work.read(_history)
    assert MARK not in repr(stage.role.requests)
    assert {text for text in history if text.startswith("/")} == set()
    assert {text for text in history if MARK in text} == set()
    assert set(history) <= {"hi", "hello there", "are you there?"}


def _history(stores: Stores) -> list[str]:
    count = stores.figures.tally(MINA.space, "").conversations
    return [
        said.text
        for number in range(1, count + 1)
        for said in stores.messages.recent(ConversationId(number), 1000)
    ]

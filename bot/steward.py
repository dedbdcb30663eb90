"""What commands ask of the process, and what it follows after each of them."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final, cast
from zoneinfo import ZoneInfo

import structlog

from adapters.openai.config import Role, origin
from adapters.words.languages import Languages, function_words
from bot.config import Settings
from bot.lodging import Lodger, lodgers, zone_of
from bot.settings.faults import Faults
from bot.settings.values import warnings
from bot.wiring import Roles, roles, with_models
from core.admin.commands.models import CHOICE, ROLES
from core.admin.model import Access
from core.admin.ports.prepared import Drafted, ModelInUse, Models, Reloaded
from core.admin.rules.sketching import sketched
from core.conversation.model import AccountId, Attachment
from core.engine.model import Dials, Missing
from core.engine.ports import Stores
from core.engine.rules import local_day
from core.engine.service.budget import Room, room_for
from core.errors import CircadiaError, Misconfigured
from core.persona.model import PersonaDraft, SpaceId, ToldPersona

if TYPE_CHECKING:
    from bot.household import Household

log = structlog.get_logger(__name__)

LIVE: Final = frozenset(
    {
        *("companion", "companions", "access", "availability", "conversation", "rooms"),
        *("memory", "budget", "model", "transcription", "log"),
    }
)
"""Sections that count as soon as they are read; all others need a new start."""
KIND: Final = "persona"
"""Of spending."""


Read = Callable[[], Settings | Faults]
"""Reads the settings anew. It touches files, so it is called in a thread."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rereading:
    """How the settings are read anew, and what the process makes of them."""

    read: Read
    access: Callable[[Settings], Access]
    dials: Callable[[Settings], Dials]


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """The rows by which commands change what lives in the process."""

    personas: tuple[ToldPersona, ...] = ()
    chosen: Mapping[str, str] = field(default_factory=dict)

    @staticmethod
    def read(stores: Stores) -> "Told":
        """Return them as they are."""
        return Told(personas=tuple(stores.personas.all()), chosen=stores.choices.all())

    @property
    def models(self) -> dict[str, str]:
        """Return the models that were chosen, by their names."""
        return {name: one for name, one in self.chosen.items() if name.startswith(CHOICE)}


class HouseSteward:
    """The port Steward over a household."""

    def __init__(self, house: "Household", told: Told, rereading: Rereading | None) -> None:
        self._house, self._told, self._rereading = house, told, rereading
        self._changing = asyncio.Lock()
        """One change at a time: commands of several talks run beside each other."""

    async def draft(self, text: str, *, space: SpaceId, language: str) -> Drafted:
        """Return a persona of the words: by the model, else of the words alone."""
        house, failure = self._house, None
        role = house.roles.initialisation
        if role is not None:
            try:
                await self._reserve(space, role.most_tokens)
                drawn = await role.draw(text)
            except CircadiaError as error:
                failure = str(error)
                log.warning("persona.undrawn", error=type(error).__name__)
            else:
                await self._spend(space, drawn.tokens)
                zone = await self.zone(drawn.draft.zone or "")
                named = None if zone is None else str(zone)
                return Drafted(draft=replace(drawn.draft, zone=named), by_model=True)
        plain = await asyncio.to_thread(_plain, text, language)
        return Drafted(draft=plain, by_model=False, failure=failure)

    async def zone(self, name: str) -> ZoneInfo | None:
        """Return the zone of that name."""
        return await asyncio.to_thread(zone_of, name)

    async def fetch(self, account: AccountId, attachment: Attachment, most: int) -> bytes | None:
        """Return what the messenger of `account` brings."""
        seat = self._house.seats.home(account)
        found = None if seat is None else await seat.messenger.fetch(attachment, most)
        return None if isinstance(found, Missing) else found

    async def models(self, *, role: str = "", name: str = "") -> Models:
        """Return who plays the roles."""
        settings = with_models(self._house.settings, self._told.models)
        if not settings.model.configured:
            return Models()
        servers = {one: settings.model.servers(cast(Role, one))[0] for one in ROLES}
        in_use = tuple(
            ModelInUse(
                role=one,
                name=server.name,
                server=origin(server.url),
                chosen=f"{CHOICE}{one}" in self._told.models,
            )
            for one, server in servers.items()
        )
        problem = await self._tried(settings, role, name) if role and name else None
        return Models(in_use=in_use, problem=problem)

    async def reload(self) -> Reloaded:
        """Read the settings anew, and go by what can change while it runs."""
        if self._rereading is None:
            raise Misconfigured("this process was given its settings by hand")
        found = await asyncio.to_thread(self._rereading.read)
        if isinstance(found, Faults):
            log.warning("settings.refused", faults=len(found.faults))
            return Reloaded(faults=tuple(str(fault) for fault in found.faults))
        async with self._changing:
            old, changed = self._house.settings, _differing(self._house.settings, found)
            later = [name for name in changed if name not in LIVE]
            kept = found.model_copy(update={name: getattr(old, name) for name in later})
            try:
                await self._go_by(kept, self._told)
            except CircadiaError as error:
                return Reloaded(faults=(str(error),))
            self._house.engine.turn(self._rereading.dials(kept))
            await self._house.engine.let_in(self._rereading.access(kept))
        for warning in warnings(kept):
            log.warning("settings.warning", warning=warning)
        live = tuple(name for name in changed if name in LIVE)
        gone = sorted(self._spaces(old) - self._spaces(kept))
        restart = (*later, *(f"the space {space}" for space in gone))
        log.info("settings.reloaded", changed=" ".join(live), restart=" ".join(restart))
        return Reloaded(changed=live, restart=restart)

    async def follow(self) -> None:
        """Go by what a command changed of personas and models; called after each of them."""
        async with self._changing:
            told = await self._house.database.read(Told.read)
            if told == self._told:
                return
            try:
                await self._go_by(self._house.settings, told)
            except CircadiaError as error:  # the rows stay; what worked goes on
                log.error("settings.unfollowed", reason=str(error))

    async def _go_by(self, settings: Settings, told: Told) -> None:
        """Let other settings and rows count.

        Raises:
            Misconfigured: nothing can be made of them; nothing has changed then.
        """
        house = self._house
        named = with_models(settings, told.models)
        before = with_models(house.settings, self._told.models)
        cast_anew = any(getattr(named, part) != getattr(before, part) for part in _VOICES)
        playing: Roles = house.roles
        if cast_anew:
            playing = await asyncio.to_thread(roles, named, house.clock, house.rng)
        lodging = await asyncio.to_thread(lodgers, settings, told.personas)
        same = not cast_anew and settings == house.settings
        house.take_in(settings, playing, _changed(lodging, house.lodgers if same else {}), lodging)
        self._told = told
        await house.engine.looks_at_seats()

    async def _tried(self, settings: Settings, role: str, name: str) -> str | None:
        from bot import casting  # the client of servers takes a second to load

        house = self._house
        try:
            await casting.tried(settings, cast(Role, role), name, house.clock, house.rng)
        except CircadiaError as error:
            return str(error)
        return None

    async def _reserve(self, space: SpaceId, need: int) -> None:
        """Look whether today's tokens reach.

        Raises:
            Misconfigured: they don't.
        """
        day, limit = self._day(space), self._house.settings.budget.tokens_per_day

        def body(stores: Stores) -> bool:
            return room_for(stores.spending, space, day, need, limit) is Room.NOW

        if not await self._house.database.read(body):
            raise Misconfigured("today's tokens are spent")

    async def _spend(self, space: SpaceId, tokens: int) -> None:
        day = self._day(space)
        await self._house.database.write(
            lambda stores: stores.spending.add(space, day, KIND, tokens)
        )

    def _day(self, space: SpaceId) -> str:
        return local_day(self._house.clock.now(), self._house.lodgers[space].persona)

    def _spaces(self, settings: Settings) -> set[str]:
        return {one.space for one in (settings.companion, *settings.companions)}


def _plain(text: str, language: str) -> PersonaDraft:
    return sketched(text, language, Languages(function_words()).guess)


_VOICES: Final = ("model", "transcription", "conversation", "memory")
"""Sections that roles are made of."""


def _changed(
    lodging: Mapping[SpaceId, Lodger], before: Mapping[SpaceId, Lodger]
) -> Sequence[SpaceId]:
    return [space for space, one in lodging.items() if before.get(space) != one]


def _differing(old: Settings, new: Settings) -> list[str]:
    names = Settings.model_fields
    return [name for name in names if getattr(old, name) != getattr(new, name)]

"""From settings, and what commands changed, to the companions that live in the process."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple
from zoneinfo import ZoneInfo

import structlog

from bot.config import Settings
from bot.remembering import Remembering, memory_of
from bot.settings import written
from bot.settings.values import lives_of, mode_table, personas, waiting_dials
from bot.wiring import Roles
from core.admin.rules.personas import Value, as_text, kept, kept_dials, laid_over, parsed
from core.engine.model import RHYTHMS
from core.engine.ports import Work
from core.engine.service import Resident, Seats
from core.memory.service.turn import Memory
from core.persona.model import Persona, SpaceId, ToldPersona
from core.schedule.model import Life
from core.schedule.service import Planner

log = structlog.get_logger(__name__)


class Lodger(NamedTuple):
    """Who is to live in the process."""

    persona: Persona
    life: Life
    dials: Mapping[str, Value]
    """Those of its own, by name."""


def lodgers(settings: Settings, told: Sequence[ToldPersona]) -> dict[SpaceId, Lodger]:
    """Return everybody by space: those of the settings, then those that commands made.

    What is broken of `told` is passed by, with a warning. Reads zones: call it in a thread.
    """
    lives = lives_of(settings)
    found = {
        space: Lodger(persona, lives[space], {}) for space, persona in personas(settings).items()
    }
    first = settings.companion
    for row in told:
        fields = parsed(row.told)
        if fields is None:
            log.warning("persona.broken", space=row.space, fields="all of it")
            continue
        good, bad = kept(fields)
        if bad:
            log.warning("persona.broken", space=row.space, fields=", ".join(bad))
        known = found.get(row.space)
        if known is None and row.made_at is None:
            continue  # it was changed once, and is no longer in the settings
        if known is None:
            if "name" not in good:
                log.warning("persona.broken", space=row.space, fields="name")
                continue
            base = Persona(
                space=row.space,
                display_name=str(good["name"]),
                seed="",
                zone=first.zone,
                language=first.language,
            )
            known = Lodger(base, Life(), {})
        persona, life = laid_over(known.persona, known.life, good, zone_of)
        found[row.space] = Lodger(persona, life, kept_dials(fields))
    return found


def zone_of(name: str) -> ZoneInfo | None:
    """Return the zone of that name; None if there is none."""
    try:
        return written.zone(name)
    except ValueError:
        return None


class Lodging:
    """Makes residents, and keeps what of them need not be made anew."""

    def __init__(self, shared: Remembering, work: Work) -> None:
        self._shared, self._work = shared, work
        self._memories: dict[SpaceId, tuple[tuple[object, ...], Memory]] = {}

    def resident(
        self, settings: Settings, roles: Roles, lodger: Lodger, *, at_terminal: bool
    ) -> Resident:
        """Return a companion with its roles, its memory and its dials.

        At the owner's terminal its days are planned by the rules, so that a model has nothing to
        do but to talk, and the voice of the terminal speaks.
        """
        persona, life, dials = lodger
        temperature, most = dials.get("temperature"), dials.get("bubbles_most")
        tuned = roles.tuned(
            None if temperature is None else float(str(temperature)),
            None if most is None else int(str(most)),
        )
        voice = tuned.conversation
        if at_terminal and roles.terminal is not None:
            voice = roles.terminal
        chance = dials.get("chime_in")
        return Resident(
            persona=persona,
            conversation=voice,
            rewrite=tuned.rewrite,
            judgement=roles.judgement,
            transcriber=roles.transcriber,
            memory=self._memory(settings, roles, persona),
            life=life,
            modes=mode_table(settings),
            waiting=waiting_dials(settings),
            planner=Planner() if at_terminal else roles.planner,
            turned=_turned(settings, dials),
            rhythm=RHYTHMS[str(dials["rhythm"])] if "rhythm" in dials else None,
            chime_in=None if chance is None else float(str(chance)),
        )

    def _memory(self, settings: Settings, roles: Roles, persona: Persona) -> Memory:
        """Return its memory: the same as before where it works with the same."""
        of = (persona.zone, settings.memory, roles.judgement)
        known = self._memories.get(persona.space)
        if known is not None and known[0] == of:
            return known[1]
        made = memory_of(settings, self._shared, self._work, persona, roles.judgement)
        self._memories[persona.space] = of, made
        return made


def _turned(settings: Settings, dials: Mapping[str, Value]) -> dict[str, str]:
    talk = settings.conversation
    as_set: dict[str, Value] = {
        "temperature": talk.temperature,
        "bubbles_most": talk.bubbles_most,
        "chime_in": settings.rooms.chime_in,
        "rhythm": talk.rhythm,
    }
    return {name: as_text(value) for name, value in {**as_set, **dials}.items()}


def messenger_facts(seats: Seats, *, several: bool) -> dict[str, str]:
    """Return what `/status` tells of each account; whose it is where there are `several`."""
    facts: dict[str, str] = {}
    for account, seat in seats.homes().items():
        health = seat.messenger.health
        state = "connected" if health.connected else "not connected"
        if several:
            state += f" as {seat.persona.display_name}"
        heard = f", last heard {health.last_heard_at:%Y-%m-%d %H:%M:%S} UTC"
        facts[account] = state + (heard if health.last_heard_at is not None else "")
        for number, note in enumerate(health.notes, start=1):
            facts[f"{account} note {number}"] = note
    return facts

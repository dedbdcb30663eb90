"""Who speaks where, what personas were told, and what was chosen, in memory."""

from dataclasses import replace
from datetime import datetime

from core.conversation.model import AccountId, Route
from core.engine.memory.state import Table
from core.persona.model import SpaceId, ToldPersona


class Hosts(Table):
    """The port Hosts."""

    def at(self, route: Route) -> SpaceId | None:
        return self._s.hosts.get(route)

    def put(self, route: Route, space: SpaceId | None, now: datetime) -> None:
        if space is not None:
            self._s.hosts[route] = space
        elif route in self._s.hosts:
            del self._s.hosts[route]

    def of(self, account: AccountId) -> list[tuple[Route, SpaceId]]:
        here = [one for one in self._s.hosts.items() if one[0].account == account]
        return sorted(here, key=lambda one: (one[0].chat, one[0].thread or ""))


class Personas(Table):
    """The port Personas."""

    def get(self, space: SpaceId) -> ToldPersona | None:
        return self._s.personas.get(space)

    def all(self) -> list[ToldPersona]:
        return [self._s.personas[space] for space in sorted(self._s.personas)]

    def save(self, told: ToldPersona) -> None:
        known = self._s.personas.get(told.space)
        made_at = told.made_at if known is None else known.made_at
        self._s.personas[told.space] = replace(told, made_at=made_at)

    def drop(self, space: SpaceId) -> None:
        if space in self._s.personas:
            del self._s.personas[space]
        if space in self._s.pictures:
            del self._s.pictures[space]

    def picture(self, space: SpaceId) -> bytes | None:
        return self._s.pictures.get(space)

    def show_as(self, space: SpaceId, picture: bytes | None, now: datetime) -> None:
        known = self.get(space) or ToldPersona(space=space, told="{}", changed_at=now)
        self._s.personas[space] = replace(known, changed_at=now)
        if picture is not None:
            self._s.pictures[space] = picture
        elif space in self._s.pictures:
            del self._s.pictures[space]

    def is_taken(self, space: SpaceId) -> bool:
        return space in self._s.personas or space in self._s.spaces


class Choices(Table):
    """The port Choices."""

    def all(self) -> dict[str, str]:
        return {name: self._s.choices[name] for name in sorted(self._s.choices)}

    def put(self, name: str, value: str, since: datetime) -> None:
        self._s.choices[name] = value

    def drop(self, name: str) -> None:
        if name in self._s.choices:
            del self._s.choices[name]

"""Who speaks where: messengers by account, companions by space."""

from collections.abc import Mapping

from core.admin.model import Profile
from core.conversation.model import AccountId, Route
from core.engine.ports import Stores
from core.engine.service.seat import Resident, Seat
from core.persona.model import SpaceId


class Seats:
    """The seats of a process. Companions come, and change, while it runs.

    An account has a companion that it belongs to, its home. Any other companion of the process may
    speak through it in single conversations.
    """

    def __init__(self, homes: Mapping[AccountId, Seat] | None = None) -> None:
        """Take the seat of each account's home."""
        self._homes: dict[AccountId, Seat] = {}
        self._residents: dict[SpaceId, Resident] = {}
        self._away: dict[tuple[AccountId, SpaceId], Seat] = {}
        """Seats of companions on accounts that are not theirs, made when they are asked for."""
        for account, seat in (homes or {}).items():
            self.settle(account, seat)

    def settle(self, account: AccountId, seat: Seat) -> None:
        """Let an account belong to the companion of `seat`, which lives here from now on."""
        self._homes[account] = seat
        self._residents[seat.persona.space] = seat
        self._away.clear()

    def lodge(self, resident: Resident) -> None:
        """Let a companion live here; one of the same space is replaced on every seat."""
        space = resident.persona.space
        self._residents[space] = resident
        for account, seat in self._homes.items():
            if seat.persona.space == space:
                self._homes[account] = seat.taken_by(resident)
        self._away.clear()

    def home(self, account: AccountId) -> Seat | None:
        """Return the seat of an account's own companion; None for an unknown account."""
        return self._homes.get(account)

    def at(self, account: AccountId, space: SpaceId) -> Seat | None:
        """Return the seat of a companion on an account; None where one of both is unknown."""
        home, resident = self._homes.get(account), self._residents.get(space)
        if home is None or resident is None or home.persona.space == space:
            return None if resident is None else home
        seat = self._away.get((account, space))
        if seat is None:
            seat = self._away[account, space] = home.taken_by(resident)
        return seat

    def here(self, stores: Stores, route: Route) -> Seat | None:
        """Return the seat of who speaks at `route`; None for an unknown account.

        Where a companion was asked in that is gone, the account's own speaks again.
        """
        host = stores.hosts.at(route)
        guest = None if host is None else self.at(route.account, host)
        return guest or self.home(route.account)

    def homes(self) -> Mapping[AccountId, Seat]:
        """Return the seat of each account's own companion."""
        return dict(self._homes)

    def residents(self) -> Mapping[SpaceId, Resident]:
        """Return every companion by its space."""
        return dict(self._residents)

    def profiles(self) -> tuple[Profile, ...]:
        """Return every companion as commands see it."""
        return tuple(
            Profile(persona=one.persona, life=one.life, dials=one.turned)
            for one in self._residents.values()
        )

    @property
    def spaces(self) -> frozenset[SpaceId]:
        """Return the spaces of all companions."""
        return frozenset(self._residents)

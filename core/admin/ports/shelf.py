"""All stores of one unit of work, as far as commands see them."""

from typing import Protocol

from core.admin.ports.choosing import Choices, Hosts
from core.admin.ports.figures import Figures
from core.admin.ports.links import Links
from core.admin.ports.people import People
from core.admin.ports.rights import Audits, Owners, Questions
from core.admin.ports.talk import Exchanges, Pauses
from core.availability.ports import Overrides
from core.duty.ports import Duties
from core.memory.ports import MemoryShelf
from core.persona.ports import Personas
from core.privacy.ports import Belongings
from core.schedule.ports import Plans


class Shelf(MemoryShelf, Protocol):
    """The stores of one unit of work, as far as commands see them."""

    @property
    def plans(self) -> Plans:
        """What days and months hold."""
        ...

    @property
    def overrides(self) -> Overrides:
        """What lies over the schedule."""
        ...

    @property
    def duties(self) -> Duties:
        """What is owed."""
        ...

    @property
    def people(self) -> People:
        """Identities."""
        ...

    @property
    def figures(self) -> Figures:
        """Counts."""
        ...

    @property
    def owners(self) -> Owners:
        """Who became an owner by a code."""
        ...

    @property
    def audits(self) -> Audits:
        """What owners did."""
        ...

    @property
    def hosts(self) -> Hosts:
        """Who speaks where."""
        ...

    @property
    def personas(self) -> Personas:
        """What commands made of personas."""
        ...

    @property
    def choices(self) -> Choices:
        """What was chosen in place of settings."""
        ...

    @property
    def pauses(self) -> Pauses:
        """Where nothing is answered."""
        ...

    @property
    def exchanges(self) -> Exchanges:
        """Talk that can be taken back."""
        ...

    @property
    def questions(self) -> Questions:
        """What waits for a yes."""
        ...

    @property
    def links(self) -> Links:
        """Which identities are one person."""
        ...

    @property
    def belongings(self) -> Belongings:
        """What is kept of each person."""
        ...

"""A person with several identities, as one."""

from typing import Protocol
from zoneinfo import ZoneInfo

from core.admin.ports import Links, People, Person
from core.admin.rules.persons import as_one
from core.admin.zones import zones
from core.conversation.model import IdentityId


class Linked(Protocol):
    """The stores that tell of persons."""

    @property
    def people(self) -> People:
        """Identities."""
        ...

    @property
    def links(self) -> Links:
        """Which of them are one person."""
        ...


def person_of(
    stores: Linked, identity: IdentityId, everyone: frozenset[IdentityId] | None = None
) -> Person:
    """Return what holds for the person: what the identity has not said, a linked one has.

    `everyone` are the person's identities, where they are known already.
    """
    others = sorted((stores.links.of(identity) if everyone is None else everyone) - {identity})
    return as_one(stores.people.get(identity), [stores.people.get(one) for one in others])


def zone_of(
    stores: Linked, identity: IdentityId, everyone: frozenset[IdentityId] | None = None
) -> ZoneInfo | None:
    """Return where the person lives; None if nobody has told, or nobody knows the place."""
    name = person_of(stores, identity, everyone).zone
    return None if name is None else zones().get(name)

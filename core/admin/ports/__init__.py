"""What commands need from the stores and from the process."""

from core.admin.ports.choosing import Choices, Hosts
from core.admin.ports.figures import Figures, Tally, Totals
from core.admin.ports.links import LinkCode, Links
from core.admin.ports.people import People, Person
from core.admin.ports.rights import Audited, Audits, Owners, Questions
from core.admin.ports.shelf import Shelf
from core.admin.ports.stewarding import Steward
from core.admin.ports.talk import Exchange, Exchanges, Pauses

__all__ = [
    "Audited",
    "Audits",
    "Choices",
    "Exchange",
    "Exchanges",
    "Figures",
    "Hosts",
    "LinkCode",
    "Links",
    "Owners",
    "Pauses",
    "People",
    "Person",
    "Questions",
    "Shelf",
    "Steward",
    "Tally",
    "Totals",
]

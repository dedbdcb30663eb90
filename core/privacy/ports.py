"""What privacy needs from the stores."""

from datetime import datetime
from typing import Protocol

from core.conversation.model import ConversationId, IdentityId, TurnId
from core.privacy.model import Dossier, Erased, Scanned, Signs


class Belongings(Protocol):
    """What belongs to a person, in every table, of all companions.

    Identities are those of one person; nothing of anybody else is ever read or touched by them.
    """

    def gather(
        self, identities: frozenset[IdentityId], *, besides: ConversationId | None = None
    ) -> Dossier:
        """Return everything that is theirs.

        The command that they are giving right now in `besides` is left out.
        """
        ...

    def signs(self, identities: frozenset[IdentityId]) -> Signs:
        """Return by what they are known again: names, texts and places, as they are kept now."""
        ...

    def erase(
        self,
        identities: frozenset[IdentityId],
        said_until: datetime,
        *,
        answering: ConversationId | None = None,
    ) -> Erased:
        """Delete everything that is theirs, and take out what repeats it.

        Their direct talks go, both sides, their words and marks elsewhere, the answers to them,
        what is remembered of them or told by them, and what was chosen by them. An open turn is let
        go of. What others said stays theirs. What was said until `said_until` is not taken in
        again. Raises the epochs; files are to be scrubbed. Twice, it changes nothing.

        The turn of a command in `answering` stays until `let_go` is told of it, with the place
        that it needs.
        """
        ...

    def let_go(self, turn: TurnId) -> bool:
        """Delete what had stayed for the answer of `turn`; False if it is no such turn.

        A place in which something new was said meanwhile stays.
        """
        ...

    def let_go_late(self, before: datetime) -> int:
        """Do so for all turns that stayed since before then; return how many there were."""
        ...

    def is_forgotten(self, identity: IdentityId, said_at: datetime) -> bool:
        """Return whether somebody wanted all erased that they had said by then."""
        ...

    def scan(self, signs: Signs, *, besides: ConversationId | None = None) -> Scanned:
        """Look for the signs of a person in every column of every table there is.

        What stays in `besides` for the answer to a command under way is passed over.
        """
        ...

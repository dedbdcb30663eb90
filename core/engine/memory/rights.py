"""Owners, what they did, and what waits for a yes, in memory."""

from datetime import datetime

from core.admin.ports import Audited
from core.conversation.model import ConversationId, IdentityId
from core.engine.memory.state import Table, numbered
from core.persona.model import SpaceId


class Owners(Table):
    """The port Owners."""

    def add(self, identity: IdentityId, since: datetime) -> None:
        self._s.owners.setdefault(identity, since)

    def all(self) -> list[IdentityId]:
        return sorted(self._s.owners, key=lambda one: (self._s.owners[one], one))


class Audits(Table):
    """The port Audits."""

    def add(self, audited: Audited) -> None:
        self._s.audits[numbered(self._s, "audit")] = audited

    def latest(self, space: SpaceId, limit: int, *, before: int = 0) -> list[Audited]:
        here = [audited for audited in self._s.audits.values() if audited.space == space]
        return here[::-1][before : before + limit]

    def count(self, space: SpaceId) -> int:
        return sum(audited.space == space for audited in self._s.audits.values())


class Questions(Table):
    """The port Questions."""

    def ask(
        self, identity: IdentityId, conversation: ConversationId, line: str, now: datetime
    ) -> None:
        self._s.questions[identity, conversation] = (line, now)

    def answer(
        self, identity: IdentityId, conversation: ConversationId
    ) -> tuple[str, datetime] | None:
        asked = self._s.questions.get((identity, conversation))
        if asked is not None:
            del self._s.questions[identity, conversation]
        return asked

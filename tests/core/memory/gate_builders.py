"""Sayings, drafts and testimonies, in few words."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from core.conversation.model import ConversationId, IdentityId, MessageId
from core.memory.model import Fact, FactDraft, FactId, Saying, Subject, direct
from core.memory.rules.attributes import attribute_of
from core.memory.rules.gate import Testimony, Weighed
from core.persona.model import SpaceId

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)
MINA = SpaceId("mina")
ANA, BO = IdentityId("telegram:1"), IdentityId("telegram:2")


def saying(
    number: int, text: str, by: IdentityId | None = ANA, *, own: bool = False, name: str = "Ana"
) -> Saying:
    """Return one message; `own` ones are the companion's."""
    return Saying(
        id=MessageId(number),
        conversation=ConversationId(1),
        by_companion=own,
        sender=None if own else by,
        sender_name="Mina" if own else name,
        text=text,
        sent_at=NOON + timedelta(minutes=number),
        audience=direct(ANA),
    )


def draft(statement: str = "Ana lives in Berlin", *evidence: int, **changes: object) -> FactDraft:
    """Return what is proposed of Ana; it rests on message 1 if nothing else is said."""
    values: dict[str, object] = {
        "space": MINA,
        "subject": Subject(ANA),
        "statement": statement,
        "audience": direct(ANA),
        "source": "circadia.chat",
        "speaker": ANA,
        "evidence": tuple(MessageId(one) for one in evidence or (1,)),
        **changes,
    }
    make: Callable[..., FactDraft] = FactDraft
    return make(**values)


def witnessed(*sayings: Saying, **changes: object) -> Testimony:
    """Return what is known of a talk; all that was said in it is evidence."""
    values: dict[str, object] = {
        "evidence": sayings,
        "around": sayings,
        "subject_name": "Ana",
        "companion_names": ("Mina",),
        **changes,
    }
    make: Callable[..., Testimony] = Testimony
    return make(**values)


def fact(number: int, statement: str, **changes: object) -> Fact:
    """Return what is known of Ana."""
    attribute = attribute_of(statement)
    values: dict[str, object] = {
        "id": FactId(number),
        "space": MINA,
        "subject": Subject(ANA),
        "statement": statement,
        "audience": direct(ANA),
        "source": "circadia.chat",
        "speaker": ANA,
        "attribute": None if attribute is None else attribute.name,
        "valid_from": NOON,
        "created_at": NOON,
        **changes,
    }
    make: Callable[..., Fact] = Fact
    return make(**values)


def sure(statement: str, *, corrects: bool = False, **changes: object) -> Weighed:
    """Return a draft that nothing speaks against."""
    return Weighed(score=0.95, why=None, draft=draft(statement, **changes), corrects=corrects)

"""Facts, sayings and scopes to put memory to the test with."""

from collections.abc import Callable, Collection
from dataclasses import replace
from datetime import datetime

import numpy as np

from core.conversation.model import ChatKind, ConversationId, IdentityId, MessageId, TurnId
from core.engine.model import Conversation, Lane
from core.engine.ports import Stores, Work
from core.memory.model import (
    OWNER,
    Audience,
    Embedding,
    FactDraft,
    Precision,
    Scope,
    Subject,
    When,
    direct,
    room,
)
from core.memory.ports import MemoryWork
from core.persona.model import SpaceId
from tests.contracts.stores import ANN, HOME, MINA, NOON, after, inbound

BEN = IdentityId("telegram:2")
ANN_ELSEWHERE = IdentityId("discord:9")
NOA = SpaceId("noa")
BENS = replace(HOME, chat="200")
ROOM = replace(HOME, chat="-300")
OTHER_ROOM = replace(HOME, chat="-400")
MODEL = "model-1"
ANNS = direct(ANN)


def as_memory(work: Work) -> MemoryWork:
    """Return the same work as memory sees it: mypy checks that it is one."""
    return work


def draft(statement: str = "Ann likes rain.", **changes: object) -> FactDraft:
    """Return what Ann said of herself in a direct talk."""
    values: dict[str, object] = {
        "space": MINA,
        "subject": Subject(ANN),
        "statement": statement,
        "audience": direct(ANN),
        "source": "circadia.chat",
        "speaker": ANN,
        **changes,
    }
    make: Callable[..., FactDraft] = FactDraft
    return make(**values)


def some(*numbers: int) -> list[MessageId]:
    """Return the messages of these numbers."""
    return [MessageId(number) for number in numbers]


def span(start: float, end: float, said: str = "then") -> When:
    """Return a period by seconds after noon."""
    return When(start_at=after(start), end_at=after(end), precision=Precision.SPAN, said=said)


def scope(
    here: Audience = ANNS,
    persons: Collection[IdentityId] = (ANN,),
    *,
    space: SpaceId = MINA,
    personal: bool = True,
) -> Scope:
    """Return a scope; Ann's direct talk if nothing else is said."""
    return Scope(space=space, here=here, persons=frozenset(persons), personal=personal)


def eye(space: SpaceId = MINA) -> Scope:
    """Return the scope of the owner."""
    return scope(OWNER, (), space=space)


def in_room(place: Conversation, *persons: IdentityId) -> Scope:
    """Return the scope of a room in which these are present."""
    return scope(room(place.id), persons, space=place.space)


def place(
    stores: Stores,
    route: object = HOME,
    space: SpaceId = MINA,
    kind: ChatKind = ChatKind.DIRECT,
) -> Conversation:
    """Return a conversation, made if it is new."""
    find: Callable[..., Conversation] = stores.conversations.find_or_create
    return find(space, route, kind, NOON)


def says(
    stores: Stores,
    text: str,
    here: Conversation,
    *,
    by: IdentityId = ANN,
    at: datetime = NOON,
    lane: Lane = Lane.TALK,
    taught: bool = False,
    **changes: object,
) -> MessageId:
    """Store what somebody says, and return its number."""
    words = inbound(
        f"{here.id}-{text[:9]}-{at.timestamp()}",
        text,
        here.route,
        sender=by,
        sent_at=at,
        chat_kind=here.chat_kind,
        **changes,
    )
    got = stores.messages.add(here, words, at, lane=lane, silence="seen", taught=taught)
    assert got is not None
    return got


def turn_on(stores: Stores, here: Conversation, *first: MessageId) -> TurnId:
    """Open a turn that claims `first`."""
    opened = stores.turns.open(
        here.id, Lane.TALK, first, ANN, "Ann", NOON, language=None, reserved=0, reserved_day=""
    )
    return opened.id


def answers(stores: Stores, text: str, here: Conversation, turn: TurnId) -> None:
    """Store what the companion says."""
    stores.messages.add_own(here, turn, text, NOON, message_id=None, reply_to=None)


def meaning(*numbers: float, tokens: bool = False) -> Embedding:
    """Return an embedding whose numbers a half can carry."""
    rows = np.array([[1, -2], [3, 4], [127, -128]], dtype=np.int8) if tokens else None
    return Embedding(vector=np.array(numbers, dtype=np.float32), tokens=rows)


def history(stores: Stores, here: ConversationId) -> list[str]:
    """Return the texts of the window."""
    return [said.text for said in stores.messages.recent(here, 99)]

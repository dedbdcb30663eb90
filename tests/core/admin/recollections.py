"""Facts and words of two people and a persona, as the stores of a shelf keep them."""

from dataclasses import replace
from datetime import datetime, timedelta

from core.admin.entries import COMMANDS
from core.admin.model import Access, Right
from core.admin.service import Dispatcher
from core.conversation.model import (
    AccountId,
    ChatKind,
    ConversationId,
    IdentityId,
    Inbound,
    MessageId,
    Route,
    TurnId,
)
from core.engine.memory.conversations import Conversations
from core.engine.memory.messages import Messages
from core.engine.model import Conversation, Lane
from core.memory.model import (
    EVERYONE,
    OWNER,
    PERSONA,
    Fact,
    FactDraft,
    Scope,
    Status,
    Subject,
    direct,
    room,
)
from tests.core.admin.shelf import MINA, NOW, OneShelf, invocation

ANA, BEN = IdentityId("telegram:42"), IdentityId("telegram:7")
OWNERS = Scope(space=MINA, here=OWNER)
DAY = timedelta(days=1)
DISPATCHER = Dispatcher(COMMANDS, Access())


def told(
    shelf: OneShelf,
    line: str,
    *,
    right: Right = Right.FRIEND,
    sender: IdentityId = ANA,
    language: str = "en",
    kind: ChatKind = ChatKind.DIRECT,
    now: datetime = NOW,
) -> str:
    """Return the answer to a line as it is typed: `forget #1`."""
    name, _, arguments = line.partition(" ")
    call = invocation(name, right, language, arguments)
    call = replace(call, sender=sender, chat_kind=kind, now=now)
    return DISPATCHER.run(call, shelf).text


def of_owner(shelf: OneShelf, line: str, *, now: datetime = NOW, language: str = "en") -> str:
    """Return the answer to an owner in a direct talk."""
    return told(shelf, line, right=Right.OWNER, now=now, language=language)


def learn(
    shelf: OneShelf,
    statement: str,
    of: IdentityId = ANA,
    *,
    at: datetime = NOW - DAY,
    status: Status = Status.ACTIVE,
    reason: str | None = None,
    evidence: tuple[MessageId, ...] = (),
    place: ConversationId | None = None,
    source: str = "circadia.chat",
) -> Fact:
    """Store a fact that somebody told in their direct talk, or in a room if one is named."""
    draft = FactDraft(
        space=MINA,
        subject=Subject(of),
        statement=statement,
        audience=direct(of) if place is None else room(place),
        source=source,
        speaker=of,
        evidence=evidence,
    )
    return shelf.facts.add(draft, at, status=status, reason=reason)


def learn_of_persona(
    shelf: OneShelf,
    statement: str,
    *,
    at: datetime = NOW - DAY,
    source: str = "circadia.teach",
    speaker: IdentityId = ANA,
) -> Fact:
    """Store a fact of the persona, as an owner taught it."""
    draft = FactDraft(
        space=MINA,
        subject=PERSONA,
        statement=statement,
        audience=EVERYONE,
        source=source,
        speaker=speaker,
    )
    return shelf.facts.add(draft, at)


def conversation(shelf: OneShelf, of: IdentityId = ANA) -> Conversation:
    """Return the direct talk with somebody."""
    route = Route(account=AccountId("main"), chat=of.partition(":")[2])
    talks = Conversations(shelf.state)
    return talks.find_or_create(MINA, route, ChatKind.DIRECT, NOW)


def say(shelf: OneShelf, text: str, by: IdentityId = ANA, *, at: datetime = NOW - DAY) -> MessageId:
    """Store what somebody says in their direct talk."""
    talk = conversation(shelf, by)
    heard = Inbound(
        route=talk.route,
        chat_kind=ChatKind.DIRECT,
        message_id=f"in-{len(shelf.state.kept)}",
        sender=by,
        sender_name={ANA: "Ana", BEN: "Ben"}.get(by, "someone"),
        text=text,
        sent_at=at,
        addressed=True,
    )
    made = Messages(shelf.state).add(talk, heard, at, lane=Lane.TALK, silence=None)
    assert made is not None
    return made


def answer(shelf: OneShelf, text: str, to: IdentityId = ANA) -> MessageId:
    """Store what the companion says to somebody."""
    key = f"out-{len(shelf.state.kept)}"
    messages = Messages(shelf.state)
    messages.add_own(
        conversation(shelf, to), TurnId(1), text, NOW - DAY, message_id=key, reply_to=None
    )
    return MessageId(len(shelf.state.kept))


def status_of(shelf: OneShelf, fact: Fact) -> Status | None:
    """Return what has become of a fact; None if it is gone."""
    known = shelf.facts.get(OWNERS, fact.id)
    return None if known is None else known.status

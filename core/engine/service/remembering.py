"""Memory in a turn: who is heard, who teaches, and what memory brings."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from core.conversation.model import (
    Answer,
    ConversationId,
    Failure,
    IdentityId,
    Purse,
    Said,
    Silence,
)
from core.conversation.rules.names import called
from core.engine.model import Conversation, Turn
from core.engine.ports import Stores
from core.engine.service.company import Company
from core.engine.service.seat import Seat
from core.memory.model import Scope, audience_of
from core.memory.model.turns import TurnAsked
from core.memory.rules.refs import texts_in
from core.memory.service.echoes import is_gone, is_unheard, let_go_late
from core.memory.service.turn import TurnMemory
from core.phrases import bare_language

LATEST = 20
"""Among so many turns of a conversation, the one that closes is found."""


def teaches(
    stores: Stores, seat: Seat, conversation: ConversationId, who: IdentityId, now: datetime
) -> bool:
    """Return whether `who` teaches the persona here, and has not been silent for too long."""
    if seat.memory is None:
        return False
    taught = stores.teaching.since(conversation)
    if taught is None:
        return False
    owner, _, last_at = taught
    return owner == who and now - last_at <= seat.memory.dials.teaching_ends


def goes_on_teaching(
    stores: Stores, seat: Seat, conversation: ConversationId, who: IdentityId, now: datetime
) -> bool:
    """Return the same, and note that it went on; a teaching that fell silent ends."""
    if teaches(stores, seat, conversation, who, now):
        stores.teaching.go_on(conversation, now)
        return True
    if seat.memory is not None:
        taught = stores.teaching.since(conversation)
        if taught is not None and taught[0] == who:
            stores.teaching.end(conversation)
    return False


async def brought(
    seat: Seat,
    conversation: Conversation,
    turn: Turn,
    mine: tuple[Said, ...],
    window: tuple[Said, ...],
    now: datetime,
    purse: Purse,
    *,
    around: Company,
    teaching: bool,
) -> TurnMemory | None:
    """Return what memory brings for a turn; None where there is no memory."""
    if seat.memory is None:
        return None
    audience = audience_of(conversation.chat_kind, conversation.id, turn.speaker)
    return await seat.memory.bring(
        TurnAsked(
            scope=Scope(
                space=seat.persona.space,
                here=audience,
                persons=around.persons | {turn.speaker},
                personal=not teaching,
            ),
            persona=seat.persona,
            conversation=conversation.id,
            audience=audience,
            speaker=turn.speaker,
            speaker_name=called(turn.speaker_name),
            mine=mine,
            window=window,
            language=bare_language(turn.language or seat.persona.language),
            now=now,
            purse=purse,
            teaching=teaching,
            linked=around.speaker,
            zone=around.zone,
        )
    )


async def held_to_its_word(
    memory: TurnMemory | None, result: Answer | Failure | Silence
) -> Answer | Failure | Silence:
    """Return the result, saying that something was noted only if it was."""
    if memory is None or not isinstance(result, Answer):
        return result
    said = await memory.held_to_its_word(result.draft.messages)
    if said == result.draft.messages:
        return result
    notes = (*result.notes, "unkept-promise")
    return replace(result, draft=replace(result.draft, messages=said), notes=notes)


def is_outdated(
    stores: Stores,
    seat: Seat,
    memory: TurnMemory | None,
    history: Sequence[Said],
    since: int | None,
) -> bool:
    """Return whether anything that a thought rests on was taken away since that epoch.

    It was forgotten or erased, a share was taken back, or the speaker's identities came apart.
    """
    space = seat.persona.space
    if memory is None:
        return False
    asked = memory.asked
    if not stores.links.of(asked.speaker) >= asked.linked:
        return True
    if stores.facts.revision(space).epoch == since:
        return False
    gone = is_gone(stores, space, memory.shown | {said.ref for said in history})
    return gone or is_unheard(stores, asked.scope, memory.shown)


def forget_late(stores: Stores, seat: Seat, turn: Turn, now: datetime) -> None:
    """Let go of what a turn said of something that was forgotten or erased while it went on."""
    latest = stores.turns.recent(turn.conversation, LATEST)
    shown = {ref for one in latest if one.turn.id == turn.id for ref in texts_in(one.trace)}
    answered = [said.id for said in stores.turns.messages(turn.id)]
    history = stores.messages.recent(turn.conversation, LATEST)
    answers = [said.id for said in history if said.by_companion and said.turn == turn.id]
    let_go_late(stores, seat.persona.space, answered, shown, answers, now)

"""Ann, whose things are to be found everywhere, and Ben, whose are to stay as they are."""

from collections.abc import Callable
from dataclasses import replace
from zoneinfo import ZoneInfo

from core.admin.ports import Audited, Person
from core.availability.model import Mode, Override
from core.conversation.model import (
    Attachment,
    AttachmentKind,
    ChatKind,
    ConversationId,
    IdentityId,
    MessageId,
    Reaction,
)
from core.engine.model import BubbleState, Duty, DutyKind, DutyState, Lane, Turn, TurnState
from core.engine.ports import Stores
from core.memory.model import EVERYONE, PERSONA, direct, room
from core.persona.model import Persona, SpaceId
from core.privacy.model import Signs
from tests.contracts.memories import BEN, BENS, MODEL, NOA, ROOM, draft, meaning, place, says
from tests.contracts.stores import ANN, HOME, MINA, NOON, after, bubble

WORD, NAME = "Zanzibar", "Annabella"
ANNS, BENS_OWN = frozenset((ANN,)), frozenset((BEN,))
SIGNS = Signs(
    identities=ANNS, names=frozenset((NAME,)), words=frozenset((WORD,)), places=frozenset(("1",))
)
DIRECT = replace(HOME, chat="1")
"""On Telegram a direct talk is called like its person."""
UTC = ZoneInfo("UTC")
PHOTO = Attachment(kind=AttachmentKind.IMAGE, handle=f"https://x/{WORD}.png", name=f"{WORD}.png")


def live(stores: Stores) -> None:
    """Let both live apart in two spaces, in direct talks and in one room."""
    for space in (MINA, NOA):
        persona = Persona(space=space, display_name=space, seed="", zone=UTC)
        stores.spaces.ensure(persona, NOON)
        _moves(stores, space)
    _in_the_room(stores)
    here = place(stores, BENS)
    said = bens(stores, "my dog is old", here.id)
    told(stores, opened(stores, here.id, BEN, said), "How old?")
    fact = draft("Ben has a dog.", subject=BEN, speaker=BEN, audience=direct(BEN), evidence=(said,))
    stores.facts.add(fact, NOON)
    stores.people.save(BEN, Person(quiet_since=NOON))
    stores.questions.ask(BEN, here.id, "/forget_me", NOON)
    _steers(stores)


def _moves(stores: Stores, space: SpaceId) -> None:
    here = place(stores, DIRECT, space).id
    said = anns(stores, f"I moved to {WORD}, {space}", here, attachments=(PHOTO,))
    stores.messages.hear(said, f"{WORD} it is")
    told(stores, opened(stores, here, ANN, said), f"{WORD}? So far away.")
    statement = f"{NAME} moved to {WORD}."
    fact = stores.facts.add(
        draft(statement, space=space, evidence=(said,), topics=(WORD,), speaker=ANN), NOON
    )
    stores.vectors.put(fact.space, MODEL, dict.fromkeys((f"msg:{said}", fact.ref), meaning(1)))
    stores.facts.block(fact.space, statement, [said])


def _in_the_room(stores: Stores) -> None:
    here = place(stores, ROOM, kind=ChatKind.GROUP).id
    hers = anns(stores, f"hello from {WORD}, my friends", here)
    told(stores, opened(stores, here, ANN, hers), f"Hello {NAME}!")
    his = bens(stores, "I bake bread", here)
    for who, name, emoji in ((ANN, NAME, f":{WORD}:"), (BEN, "Ben", "🍞")):
        key = key_of(stores, here, his)
        mark = Reaction(route=ROOM, message_id=key, sender=who, sender_name=name, emoji=emoji)
        stores.messages.react(mark)
    told(stores, opened(stores, here, BEN, his), "Rye?", items=[{"ref": f"msg:{his}"}])
    taught = draft(f"I love {WORD}.", subject=PERSONA, audience=EVERYONE, evidence=(hers,))
    stores.facts.add(taught, NOON)
    stores.facts.add(draft("I am 25.", subject=PERSONA, audience=EVERYONE, speaker=None), NOON)


def _steers(stores: Stores) -> None:
    """Let Ann be an owner."""
    mine = place(stores, DIRECT).id
    stores.owners.add(ANN, NOON)
    line = f"/schedule regenerate today a trip around {WORD}"
    order = anns(stores, line, mine, lane=Lane.COMMAND)
    told(stores, opened(stores, mine, ANN, order, lane=Lane.COMMAND), "It shall be.")
    duty = Duty(
        space=MINA,
        kind=DutyKind.PLAN_DAY,
        period="2026-01-10",
        state=DutyState.OWED,
        due_at=NOON,
        message=f"a trip around {WORD}",
    )
    stores.duties.owe(duty)
    override = Override(mode=Mode.OFFLINE, since=NOON, until=after(9), reason=f"off to {WORD}")
    stores.overrides.put(MINA, override)
    for actor, chat in ((ANN, "1"), (BEN, "200")):
        act = Audited(at=NOON, space=MINA, actor=actor, act="memory list", account="tg", chat=chat)
        stores.audits.add(act)
    stores.teaching.begin(mine, ANN, NOON)
    stores.questions.ask(ANN, mine, f"/forget {WORD}", NOON)
    stores.conversations.due_at(mine, Lane.TALK, NOON)
    stores.people.save(ANN, Person(quiet_since=NOON, zone="Africa/Dar_es_Salaam"))


def meet(stores: Stores) -> None:
    """Let Ben hear of Ann: by an answer in the room, by a fact, and by a command of his."""
    here, his = place(stores, ROOM, kind=ChatKind.GROUP).id, place(stores, BENS).id
    hers = next(one.id for one in stores.messages.recent(here, 99) if one.sender == ANN)
    asks = bens(stores, "where is she?", here, at=after(5))
    told(stores, opened(stores, here, BEN, asks), f"In {WORD}!", items=[{"ref": f"msg:{hers}"}])
    echo = stores.messages.recent(here, 1)[0].id
    again = bens(stores, "sorry, where?", here, at=after(6))
    shown = [{"ref": f"msg:{echo}"}]
    told(stores, opened(stores, here, BEN, again), f"{WORD}, I said.", items=shown)
    shared = draft(
        "Ben asks.", subject=BEN, speaker=BEN, audience=room(here), evidence=(hers, asks)
    )
    stores.facts.add(shared, NOON)
    looks = bens(stores, f"/memory list {ANN}", his, lane=Lane.COMMAND)
    told(stores, opened(stores, his, BEN, looks, lane=Lane.COMMAND), f"#1 {NAME} is in {WORD}")
    sees = bens(stores, "/memory list", his, lane=Lane.COMMAND, at=after(7))
    told(stores, opened(stores, his, BEN, sees, lane=Lane.COMMAND), f"#1 {NAME} is in {WORD}")


def anns(stores: Stores, text: str, here: ConversationId, **changes: object) -> MessageId:
    """Let Ann say something."""
    say: Callable[..., MessageId] = says
    return say(stores, text, stores.conversations.get(here), by=ANN, sender_name=NAME, **changes)


def bens(stores: Stores, text: str, here: ConversationId, **changes: object) -> MessageId:
    """Let Ben say something."""
    say: Callable[..., MessageId] = says
    return say(stores, text, stores.conversations.get(here), by=BEN, sender_name="Ben", **changes)


def opened(
    stores: Stores,
    here: ConversationId,
    who: IdentityId,
    *first: MessageId,
    lane: Lane = Lane.TALK,
    reserved: int = 0,
) -> Turn:
    """Open a turn that answers somebody."""
    return stores.turns.open(
        here,
        lane,
        first,
        who,
        NAME if who == ANN else "Ben",
        NOON,
        language=None,
        reserved=reserved,
        reserved_day="2026-01-10",
    )


def told(stores: Stores, turn: Turn, text: str, **trace: object) -> None:
    """Close a turn with one answer."""
    notice = turn.lane is Lane.COMMAND
    said = bubble(turn, 0, text=text, state=BubbleState.DELIVERED, notice=notice)
    stores.turns.add_bubbles([said])
    if not notice:
        here = stores.conversations.get(turn.conversation)
        key = f"own-{turn.id}"
        stores.messages.add_own(here, turn.id, text, NOON, message_id=key, reply_to=None)
    kept = None if notice else {"reasoning": text, **trace}
    stores.turns.save(replace(turn, state=TurnState.CLOSED), kept)


def key_of(stores: Stores, here: ConversationId, message: MessageId) -> str:
    """Return the platform's id of a message."""
    said = next(one for one in stores.messages.recent(here, 99) if one.id == message)
    return str(said.message_id)

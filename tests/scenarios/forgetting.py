"""Somebody whose words, names and numbers get everywhere before all of it is wanted erased."""

from dataclasses import replace
from datetime import timedelta

from adapters.scripted.embedder import ScriptedEmbedder
from adapters.storage import Database
from core.availability.model import Mode, Override
from core.conversation.model import (
    Attachment,
    AttachmentKind,
    ChatKind,
    IdentityId,
    Reaction,
    Route,
)
from core.engine.model import Outbound
from core.engine.ports import Stores, Work
from core.memory.model import FactDraft, Scope, Status, Subject, direct
from core.privacy.model import Scanned, Signs
from tests.scenarios.canaries import NOA, OTHER_ACCOUNT, OWNER_ID, Place, Whispers, talk_of, word
from tests.world import ACCOUNT, MINA

ZEPHYRINE = IdentityId("telegram:7000000001")
NUMBER, NAME = "7000000001", "Zephyrine"
HERS = frozenset((ZEPHYRINE,))
BORIS = talk_of("telegram:8")
OWNER_TALK = talk_of(OWNER_ID)
ROOM = Route(account=ACCOUNT, chat="-100")
MINUTE = timedelta(minutes=1)


HOME = Place(who=ZEPHYRINE, called=NAME, route=Route(account=ACCOUNT, chat=NUMBER))
NOAS = replace(HOME, route=Route(account=OTHER_ACCOUNT, chat=NUMBER), space=NOA.space)
IN_ROOM = Place(who=ZEPHYRINE, called=NAME, route=ROOM, kind=ChatKind.GROUP)
BORIS_THERE = replace(BORIS, route=ROOM, kind=ChatKind.GROUP)
WORDS = tuple(word(number) for number in range(500, 516))
"""Of hers alone."""
BORIS_WORDS = tuple(word(number) for number in range(700, 704))
SIGNS = Signs(
    identities=HERS,
    names=frozenset((NAME,)),
    words=frozenset(WORDS),
    places=frozenset((NUMBER,)),
)


async def live(world: Whispers) -> None:
    """Let her talk to both companions and in a room, in every way that there is."""
    w = WORDS
    for place, first in ((HOME, 0), (NOAS, 4)):
        photo = Attachment(
            kind=AttachmentKind.IMAGE, handle=f"https://x/{w[0]}", name=f"{w[0]}.png"
        )
        world.model.saves = f"{NAME} has a cat called {w[first]}"
        said = world.inbound(f"I have a cat called {w[first]}", sender=place.who, route=place.route)
        await world.hears(replace(said, sender_name=NAME, attachments=(photo,)))
        await world.passes(MINUTE)
        await world.says(place, f"please remember that my dog is called {w[first + 1]}")
        await world.says(place, f"please remember that my bird is called {w[first + 2]}")
        await world.says(place, f"please forget that my bird is called {w[first + 2]}")
        await world.says(place, f"/memories {w[first + 3]}")
        await world.says(place, "/quiet")
    await _in_the_room(world)
    await _behind_the_scenes(world)
    await world.says(OWNER_TALK, f"/memory add {ZEPHYRINE} {NAME} owns {w[10]}.")
    await world.says(OWNER_TALK, f"/memory search {w[10]}")
    await world.says(BORIS, f"please remember that my boat is called {BORIS_WORDS[0]}")
    await world.says(BORIS, "what do you know?")


async def _in_the_room(world: Whispers) -> None:
    await world.says(IN_ROOM, f"the party is at {WORDS[8]} tonight")
    number = await world.says(BORIS_THERE, f"I bring {BORIS_WORDS[1]}")
    mark = Reaction(
        route=ROOM, message_id=number, sender=ZEPHYRINE, sender_name=NAME, emoji=f":{WORDS[9]}:"
    )
    await world.hears(mark)
    await world.says(BORIS_THERE, "where is the party, again?")


async def _behind_the_scenes(world: Whispers) -> None:
    now = world.clock.now()
    draft = FactDraft(
        space=MINA.space,
        subject=Subject(ZEPHYRINE),
        statement=f"{NAME} obeys {WORDS[11]}.",
        audience=direct(ZEPHYRINE),
        source="circadia.chat",
        speaker=ZEPHYRINE,
    )
    away = Override(
        mode=Mode.ONLINE,
        since=now,
        until=now + timedelta(days=9),
        reason=f"said goodbye: to {WORDS[0]}",
    )

    def body(stores: Stores) -> None:
        stores.facts.add(draft, now, status=Status.QUARANTINED, reason="instruction")
        stores.overrides.put(MINA.space, away)
        heard = stores.sayings.heard(Scope(space=MINA.space, here=direct(ZEPHYRINE)))
        stores.messages.hear(heard[0].id, f"{WORDS[12]}, miau")
        stores.teaching.begin(heard[0].conversation, ZEPHYRINE, now)
        stores.questions.ask(ZEPHYRINE, heard[0].conversation, f"/forget {WORDS[13]}", now)

    await world.work.write(body)


async def scanned(work: Work, signs: Signs = SIGNS) -> Scanned:
    """Return what is found of her anywhere."""
    return await work.read(lambda stores: stores.belongings.scan(signs))


def told(world: Whispers, since: int) -> list[Outbound]:
    """Return what was answered since so many messages."""
    return [out for _, out in world.messenger.shown[since:]]


async def forgets(world: Whispers, place: Place = HOME) -> str:
    """Let her want it erased, and say yes; return the answer."""
    await world.says(place, "/forget_me")
    since = len(world.messenger.shown)
    await world.says(place, "/forget_me yes")
    return told(world, since)[-1].text


def kept(database: Database) -> Whispers:
    """Return a world over a database whose files are scrubbed."""
    return Whispers(work=database, embedder=ScriptedEmbedder(), scrub=database.scrub)

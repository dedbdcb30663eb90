"""What comes up when somebody speaks, over real stores in memory."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import numpy as np
import pytest

from core.conversation.model import (
    AccountId,
    ChatKind,
    Deletion,
    IdentityId,
    Inbound,
    MessageId,
    Route,
)
from core.engine.memory import InMemoryWork
from core.engine.model import Lane
from core.engine.ports import Stores
from core.errors import ModelBusy
from core.memory.model import (
    EVERYONE,
    PERSONA,
    Embedding,
    Fact,
    FactDraft,
    Recollection,
    Scope,
    Status,
    Subject,
    When,
    direct,
    room,
)
from core.memory.rules.plain import PlainLexicon
from core.memory.service.recall import Recall, RecallSettings
from core.memory.service.shelves import Kind
from core.persona.model import SpaceId
from tests.core.memory.entries import NOW, day

SPACE = SpaceId("mina")
ANA, BEN = IdentityId("console:1"), IdentityId("console:2")
WITH_ANA = Scope(space=SPACE, here=direct(ANA), persons=frozenset({ANA}))
WITH_BEN = Scope(space=SPACE, here=direct(BEN), persons=frozenset({BEN}))
PEOPLE: tuple[Kind, ...] = ("person",)
SAID: tuple[Kind, ...] = ("said",)
LONG_AGO = NOW - timedelta(days=40)


class NoDates:
    def periods(
        self, text: str, *, at: datetime, zone: ZoneInfo, language: str | None = None
    ) -> tuple[When, ...]:
        return ()


class Letters:
    """An embedder that counts letters; fails or hangs when it is told to."""

    def __init__(self) -> None:
        self.fails = False
        self.hangs = False
        self.asked: list[str] = []

    model = "letters/1"
    size = 26

    async def embed(self, texts: Sequence[str], *, query: bool) -> list[Embedding]:
        self.asked += texts
        if self.hangs:
            await asyncio.Event().wait()
        if self.fails:
            raise ModelBusy("too many questions")
        return [self.of(text) for text in texts]

    def of(self, text: str) -> Embedding:
        counts = np.array([text.lower().count(chr(97 + one)) for one in range(26)], "f") + 0.01
        return Embedding(vector=counts / np.linalg.norm(counts))

    async def close(self) -> None:
        return None


class House:
    def __init__(self, embedder: Letters | None = None, **settings: object) -> None:
        self.work = InMemoryWork()
        self.embedder = embedder
        self.lexicon = Learned()
        self.recall = Recall(
            self.work,
            embedder,
            self.lexicon,
            NoDates(),
            ZoneInfo("UTC"),
            RecallSettings(**settings),  # type: ignore[arg-type]
        )

    async def hears(
        self, text: str, sender: IdentityId = ANA, at: datetime = LONG_AGO, chat: str = ""
    ) -> MessageId:
        kind = ChatKind.GROUP if chat else ChatKind.DIRECT
        route = Route(account=AccountId("a"), chat=chat or sender)
        self.lexicon.number += 1
        inbound = Inbound(
            route=route,
            chat_kind=kind,
            message_id=str(self.lexicon.number),
            sender=sender,
            sender_name={ANA: "Ana", BEN: "Ben"}[sender],
            text=text,
            sent_at=at,
            addressed=True,
        )

        def add(stores: Stores) -> MessageId | None:
            place = stores.conversations.find_or_create(SPACE, route, kind, at)
            return stores.messages.add(place, inbound, at, lane=Lane.TALK, silence="test")

        made = await self.work.write(add)
        assert made is not None
        return made

    async def learns(
        self, statement: str, subject: str = ANA, status: Status = Status.ACTIVE, **given: object
    ) -> Fact:
        own = subject == PERSONA
        draft = FactDraft(
            space=SPACE,
            subject=Subject(IdentityId(subject)),
            statement=statement,
            source="test",
            **{  # type: ignore[arg-type]
                "audience": EVERYONE if own else direct(IdentityId(subject)),
                "speaker": None if own else subject,
                **given,
            },
        )
        return await self.work.write(lambda stores: stores.facts.add(draft, NOW, status=status))

    async def turns(self, fact: Fact, how: str, new: Fact) -> None:
        """Let a fact become what `how` says; `new` takes its place where it is superseded."""
        changes: Mapping[str, dict[str, object]] = {
            "superseded": {"status": Status.PAST, "superseded_by": new.id},
            "ended": {"status": Status.PAST, "valid_until": LONG_AGO},
            "quarantined": {"status": Status.QUARANTINED},
            "active": {},
        }
        changed = replace(fact, **changes[how])  # type: ignore[arg-type]
        await self.work.write(lambda stores: stores.facts.save(changed))

    async def embeds(self) -> None:
        letters = self.embedder
        assert letters is not None
        missing = await self.work.read(
            lambda stores: stores.vectors.missing(SPACE, letters.model, 100)
        )
        made = {ref: letters.of(text) for ref, text in missing}
        await self.work.write(lambda stores: stores.vectors.put(SPACE, letters.model, made))

    async def asks(
        self, text: str, scope: Scope = WITH_ANA, now: datetime = NOW, **given: object
    ) -> Recollection:
        return await self.recall.passive(
            scope,
            text,
            now=now,
            language="en",
            speaker="Ana",
            **{"names": ("Mina",), **given},  # type: ignore[arg-type]
        )


class Learned(PlainLexicon):
    """The plain lexicon, which counts the texts that it reads."""

    def __init__(self) -> None:
        self.number = 0
        self.read: list[str] = []

    def terms(self, text: str, language: str | None = None) -> list[str]:
        self.read.append(text)
        return super().terms(text, language)


def texts(found: Sequence[object]) -> list[str]:
    return [one.text for one in found]  # type: ignore[attr-defined]


async def test_nothing_is_recalled_where_nothing_was_said() -> None:
    assert await House().asks("do you remember my dogs?") == Recollection()


async def test_what_was_said_and_what_is_known_come_up_apart() -> None:
    house = House()
    await house.hears("I have two giant schnauzers")
    await house.learns("Ana has two giant schnauzers, Odin and Freya.")
    await house.learns("I am afraid of schnauzers.", PERSONA)

    got = await house.asks("do you remember my schnauzers?")

    assert texts(got.said) == ["I have two giant schnauzers"]
    assert texts(got.person) == ["Ana has two giant schnauzers, Odin and Freya."]
    assert texts(got.persona) == ["I am afraid of schnauzers."]
    assert [(one.kind, one.speaker) for one in got.items] == [
        ("persona", ""),
        ("person", "Ana"),
        ("said", "Ana"),
    ]
    assert all(one.score is not None and not one.past for one in got.items)


async def test_what_does_not_fit_does_not_come_up() -> None:
    house = House()
    await house.hears("I have two giant schnauzers")
    await house.learns("Ana plays the cello.")

    got = await house.asks("what about trains?")

    assert got.items == ()


async def test_nothing_that_one_person_said_comes_up_with_another() -> None:
    house = House(Letters())
    await house.hears("my canary is called Pip")
    await house.learns("Ana has a canary called Pip.")
    await house.hears("hello", BEN)
    await house.embeds()

    got = await house.asks("canary Pip", WITH_BEN)
    found = await house.recall.search(
        WITH_BEN, "canary Pip", now=NOW, language=None, speaker="Ben", top_k=20
    )

    assert "Pip" not in "".join(texts(got.items))
    assert [one.text for one in found if "Pip" in one.text] == []


async def test_a_direct_talk_stays_out_of_rooms() -> None:
    house = House()
    await house.hears("my canary is called Pip")
    await house.hears("we speak of a canary here", ANA, chat="lounge")
    place = await house.work.read(
        lambda stores: stores.conversations.at_chat(AccountId("a"), "lounge")[0].id
    )

    got = await house.asks("canary", Scope(space=SPACE, here=room(place), persons=frozenset({ANA})))

    assert texts(got.said) == ["we speak of a canary here"]


async def test_what_is_in_the_window_is_not_recalled() -> None:
    house = House()
    first = await house.hears("the cello is old")
    await house.hears("a cello from Rome")

    got = await house.asks("cello", seen={f"msg:{first}"})

    assert texts(got.said) == ["a cello from Rome"]


@pytest.mark.parametrize(
    ("statement", "given"),
    [
        pytest.param("I am Mina.", {"topics": ("persona",)}, id="topic persona"),
        pytest.param("I grew up in Busan.", {"topics": ("mina",)}, id="its name as topic"),
        pytest.param("You are my friend.", {"topics": ("user",)}, id="topic user"),
        pytest.param("I can't hear.", {"importance": 0.9}, id="defining"),
    ],
)
async def test_some_facts_are_always_in(statement: str, given: dict[str, Any]) -> None:
    house = House()
    await house.learns(statement, PERSONA, **given)
    await house.learns("I like rain.", PERSONA, topics=("weather",))

    got = await house.asks("anything")

    assert texts(got.persona) == [statement]
    assert got.persona[0].score is None


async def test_who_somebody_is_comes_up_at_a_mere_greeting() -> None:
    house = House()
    await house.learns("Ana lives in Porto.", attribute="home")
    await house.learns("Ana has a cat.", attribute="pet")
    await house.learns("My name is Mina.", PERSONA, attribute="name")

    got = await house.asks("hello")

    assert (texts(got.person), texts(got.persona)) == (
        ["Ana lives in Porto."],
        ["My name is Mina."],
    )


async def test_what_is_always_in_keeps_to_its_budget_the_most_important_first() -> None:
    house = House(mandatory_tokens=12)
    await house.learns("I have a long story about a lighthouse.", PERSONA, topics=("persona",))
    await house.learns("I am deaf.", PERSONA, importance=1.0)

    assert texts((await house.asks("anything")).persona) == ["I am deaf."]


async def test_a_commitment_that_is_near_comes_up_unasked() -> None:
    house = House()
    await house.learns("Ana has an exam on 11 May 2026.", when=day("2026-05-11"))
    await house.learns("Ana has a wedding on 1 June 2026.", when=day("2026-06-01"))

    assert texts((await house.asks("hi")).person) == ["Ana has an exam on 11 May 2026."]


async def test_what_no_longer_holds_comes_up_only_when_it_is_asked_for_and_as_past() -> None:
    house = House()
    await house.learns("Ana lives in Lisbon.", status=Status.PAST)

    assert (await house.asks("where in Lisbon")).person == ()
    (past,) = (await house.asks("Lisbon, where I used to live")).person

    assert past.past
    (found,) = await house.recall.search(
        WITH_ANA, "Lisbon", now=NOW, language=None, speaker="Ana", top_k=3
    )
    assert found.past


@pytest.mark.parametrize(
    ("facts", "holds"),
    [
        pytest.param([("superseded", ANA)], False, id="something else is true now"),
        pytest.param([("superseded", ANA), ("active", ANA)], True, id="a part of it still holds"),
        pytest.param([("ended", ANA)], True, id="its time is over, which it tells itself"),
        pytest.param([("quarantined", ANA)], True, id="it was never believed"),
        pytest.param([("superseded", BEN)], True, id="what nobody here may hear tells nothing"),
    ],
)
async def test_words_of_what_is_no_longer_true_come_up_as_what_was_true_from_them(
    facts: Sequence[tuple[str, IdentityId]], holds: bool
) -> None:
    house = House()
    said = await house.hears("I live in Lisbon")
    new = await house.learns("Ana lives in Porto.")
    for how, heard_by in facts:
        fact = await house.learns(
            "Ana lives in Lisbon.", evidence=(said,), audience=direct(heard_by)
        )
        await house.turns(fact, how, new)

    assert bool((await house.asks("where in Lisbon")).said) is holds
    (told,) = (await house.asks("Lisbon, where I used to live")).said
    assert told.past is not holds
    (found,) = await house.recall.search(
        WITH_ANA, "Lisbon", now=NOW, language=None, speaker="Ana", top_k=3, kinds=SAID
    )
    assert found.past is not holds


@pytest.mark.parametrize("status", [Status.HIDDEN, Status.QUARANTINED])
async def test_what_was_taken_away_does_not_come_up_from_an_old_index(status: Status) -> None:
    house = House()
    fact = await house.learns("Ana plays the cello.")
    assert (await house.asks("cello")).person

    await house.work.write(lambda stores: stores.facts.save(replaced(fact, status)))

    assert (await house.asks("cello")).person == ()


def replaced(fact: Fact, status: Status) -> Fact:
    return replace(fact, status=status)


async def test_a_deleted_message_does_not_come_up() -> None:
    house = House()
    message = await house.hears("a cello from Rome")
    assert (await house.asks("cello")).said
    route = Route(account=AccountId("a"), chat=ANA)
    gone = Deletion(route=route, message_ids=(str(message),), deleted_at=NOW)

    await house.work.write(lambda stores: stores.messages.delete(gone))

    assert (await house.asks("cello")).said == ()


async def test_what_is_new_is_found_and_nothing_is_read_twice() -> None:
    house = House()
    fact = await house.learns("Ana plays the cello.")
    await house.hears("a cello from Rome")
    await house.asks("cello")
    await house.hears("the cello broke")
    await house.work.write(lambda stores: stores.facts.save(replaced(fact, Status.ACTIVE)))
    house.lexicon.read.clear()

    got = await house.asks("cello")

    assert len(got.said) == 2
    assert house.lexicon.read.count("a cello from Rome") == 0
    assert house.lexicon.read.count("Ana plays the cello.") == 0
    assert house.lexicon.read.count("the cello broke") == 1


async def test_two_at_once_build_once() -> None:
    house = House()
    await house.hears("a cello from Rome")

    both = await asyncio.gather(house.asks("cello"), house.asks("Rome"))

    assert all(one.said for one in both)
    assert house.lexicon.read.count("a cello from Rome") == 1


async def test_words_serve_alone_while_the_embedder_fails() -> None:
    letters = Letters()
    house = House(letters)
    await house.hears("a cello from Rome")
    await house.embeds()
    letters.fails = True

    got = await house.asks("cello")

    assert texts(got.said) == ["a cello from Rome"]
    assert got.notes == ("words-only",)


async def test_words_serve_alone_while_the_embedder_hangs() -> None:
    letters = Letters()
    house = House(letters, embed_within=timedelta(milliseconds=20))
    await house.hears("a cello from Rome")
    await house.embeds()
    letters.hangs = True

    assert (await house.asks("cello")).notes == ("words-only",)


async def test_words_serve_alone_until_something_is_embedded() -> None:
    house = House(Letters())
    await house.hears("a cello from Rome")

    before = await house.asks("cello")
    await house.embeds()
    after = await house.asks("cello")

    assert (before.notes, after.notes) == (("words-only",), ())
    assert texts(before.said) == texts(after.said) == ["a cello from Rome"]


async def test_a_named_speaker_is_no_part_of_what_is_embedded() -> None:
    letters = Letters()
    house = House(letters)
    await house.hears("a cello from Rome")
    await house.embeds()

    await house.asks("Which instrument does Ana play for Mina?")

    assert letters.asked == ["Which instrument does play for ?"]


async def test_while_it_is_taught_its_own_facts_alone_come_up() -> None:
    house = House()
    await house.hears("rain again")
    await house.learns("Ana likes rain.")
    for number in range(7):
        await house.learns(f"I like rain number {number}.", PERSONA)

    got = await house.asks("rain", teaching=True)

    assert len(got.persona) == 5
    assert got.person == got.said == ()


async def test_what_says_the_same_comes_up_once() -> None:
    house = House()
    for _ in range(3):
        await house.hears("Good morning, cello!")
    await house.hears("the cello broke")

    assert sorted(texts((await house.asks("cello")).said)) == [
        "Good morning, cello!",
        "the cello broke",
    ]


async def test_a_search_looks_in_the_kinds_that_it_is_asked_for() -> None:
    house = House()
    await house.hears("a cello from Rome")
    await house.learns("Ana plays the cello.")

    found = await house.recall.search(
        WITH_ANA,
        "cello",
        now=NOW,
        language=None,
        speaker="Ana",
        top_k=5,
        kinds=PEOPLE,
    )

    assert texts(found) == ["Ana plays the cello."]


async def test_scopes_that_were_not_used_for_longest_are_dropped() -> None:
    house = House(most_entries=1)
    await house.hears("a cello from Rome")
    await house.hears("a cello from Oslo", BEN)

    for scope in (WITH_ANA, WITH_BEN, WITH_ANA):
        assert len((await house.asks("cello", scope)).said) == 1

    assert house.lexicon.read.count("a cello from Rome") == 2


@pytest.mark.parametrize(
    ("fact", "question"),
    [
        pytest.param("아나는 강아지 두 마리를 키운다", "Habe ich Haustiere?", id="ko by de"),
        pytest.param("Ana has two giant schnauzers", "do I have pets?", id="en by en"),
        pytest.param("У Аны две собаки", "¿Tengo mascotas?", id="ru by es"),
        pytest.param("アナは猫を飼っている", "Est-ce que j'ai un animal ?", id="ja by fr"),
        pytest.param("安娜养了一只猫", "У меня есть питомцы?", id="zh by ru"),
    ],
)
async def test_a_topic_finds_a_fact_across_languages_by_words_alone(
    fact: str, question: str
) -> None:
    house = House()
    await house.learns("Ana lives in Lisbon")
    wanted = await house.learns(fact)

    found = await house.recall.search(
        WITH_ANA, question, now=NOW, language=None, speaker="Ana", top_k=1, kinds=PEOPLE
    )

    assert [one.ref for one in found] == [wanted.ref]


async def test_a_fact_is_found_by_a_topic_that_it_was_given() -> None:
    house = House()
    wanted = await house.learns("Rex sleeps all day", topics=("Haustier",))

    found = await house.recall.search(
        WITH_ANA, "any pets?", now=NOW, language="en", speaker="Ana", top_k=1, kinds=PEOPLE
    )

    assert [one.ref for one in found] == [wanted.ref]


async def test_a_topic_finds_what_was_said_only_where_words_find_little() -> None:
    house = House()
    dog = await house.hears("mein Hund schläft gern")
    beach = await house.hears("we saw the beach at noon", at=LONG_AGO + timedelta(days=1))

    said: tuple[Kind, ...] = ("said",)

    async def first(question: str) -> str:
        found = await house.recall.search(
            WITH_ANA, question, now=NOW, language="en", speaker="Ana", top_k=5, kinds=said
        )
        return found[0].ref

    assert await first("any pets?") == f"msg:{dog}"
    assert await first("the dog at the beach at noon") == f"msg:{beach}"

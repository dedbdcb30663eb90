"""What every store promises of messages that change: taken back, reacted to, told again."""

from collections.abc import Sequence
from dataclasses import replace

from core.conversation.model import (
    Attachment,
    AttachmentKind,
    ConversationId,
    Deletion,
    Edit,
    IdentityId,
    Mark,
    MessageId,
    Reaction,
    Said,
)
from core.engine.model import Lane
from core.engine.ports import Stores, Work
from tests.contracts.stores import (
    ANN,
    DAY,
    HOME,
    MINA,
    NOON,
    after,
    at,
    begin,
    hear,
    inbound,
)

OTHER = replace(HOME, chat="200")
BEN = IdentityId("telegram:2")
VOICE = Attachment(
    kind=AttachmentKind.VOICE, handle="file-1", name="ö.ogg", mime="audio/ogg", size=9, seconds=1.5
)
IMAGE = Attachment(kind=AttachmentKind.IMAGE, handle="file-2")


def deletion(*keys: str) -> Deletion:
    return Deletion(route=HOME, message_ids=keys, deleted_at=after(60))


def reaction(key: str, emoji: str = "👍", sender: IdentityId | None = ANN) -> Reaction:
    name = "" if sender is None else "Ann"
    return Reaction(route=HOME, message_id=key, sender=sender, sender_name=name, emoji=emoji)


def mark(emoji: str = "👍", sender: IdentityId | None = ANN) -> Mark:
    return Mark(sender=sender, sender_name="" if sender is None else "Ann", emoji=emoji)


async def history(work: Work) -> Sequence[Said]:
    return await work.write(lambda stores: stores.messages.recent(at(stores).id, 10))


async def react(work: Work, *reactions: Reaction) -> list[bool]:
    return await work.write(lambda stores: [stores.messages.react(one) for one in reactions])


async def test_a_message_keeps_what_it_carries_and_for_whom_it_was_meant(work: Work) -> None:
    def fill(stores: Stores) -> ConversationId:
        hear(stores, inbound("1", "[voice 0:01]", attachments=(VOICE, IMAGE)), addressed=False)
        hear(stores, inbound("2", "hi"))
        return at(stores).id

    here = await work.write(fill)

    first, second = await history(work)
    assert (first.attachments, first.addressed, first.marks) == ((VOICE, IMAGE), False, ())
    assert (second.attachments, second.addressed, second.marks) == ((), True, ())
    waiting = await work.read(lambda stores: stores.conversations.waiting(here, Lane.TALK))
    assert [one.addressed for one in waiting] == [False, True]
    turn = await work.write(lambda stores: begin(stores, first.id))
    (claimed,) = await work.read(lambda stores: stores.turns.messages(turn.id))
    assert claimed == replace(first, turn=turn.id)


async def test_what_was_taken_back_leaves_the_history_and_waits_no_longer(work: Work) -> None:
    def fill(stores: Stores) -> ConversationId:
        for key in "123":
            hear(stores, inbound(key, f"text {key}"))
        hear(stores, inbound("4", "/why"), lane=Lane.COMMAND)
        hear(stores, inbound("1", "elsewhere", OTHER))
        return at(stores).id

    here = await work.write(fill)
    known = await work.write(lambda stores: stores.messages.delete(deletion("1", "3", "4", "77")))

    assert known == 3
    assert [said.text for said in await history(work)] == ["text 2"]
    talk, commands, tally = await work.read(
        lambda stores: (
            stores.conversations.waiting(here, Lane.TALK),
            stores.conversations.waiting(here, Lane.COMMAND),
            stores.figures.tally(MINA, DAY),
        )
    )
    assert [one.text for one in talk] == ["text 2"]
    assert commands == ()
    assert (tally.messages, tally.waiting) == (2, 2)


async def test_a_deletion_that_is_told_again_knows_its_messages(work: Work) -> None:
    await work.write(lambda stores: hear(stores, inbound("1")))

    told = (deletion("1"), deletion("1", "1"), deletion(), deletion("2"))
    counts = await work.write(lambda stores: [stores.messages.delete(one) for one in told])

    assert counts == [1, 1, 0, 0]
    assert await history(work) == []


async def test_a_message_that_was_taken_back_does_not_come_in_again(work: Work) -> None:
    await work.write(lambda stores: hear(stores, inbound("1")))
    await work.write(lambda stores: stores.messages.delete(deletion("1")))

    again = await work.write(
        lambda stores: stores.messages.add(
            at(stores), inbound("1"), NOON, lane=Lane.TALK, silence=None
        )
    )

    assert again is None


async def test_own_words_can_be_taken_back(work: Work) -> None:
    def say(stores: Stores) -> ConversationId:
        turn, here = begin(stores), at(stores)
        for key in ("1", "2"):
            stores.messages.add_own(here, turn.id, key, NOON, message_id=key, reply_to=None)
        return here.id

    here = await work.write(say)
    known = await work.write(lambda stores: stores.messages.delete(deletion("1")))

    assert known == 1
    assert [said.text for said in await history(work)] == ["2"]
    assert await work.read(lambda stores: stores.messages.was_spoken_to(here))


async def test_a_turn_does_not_answer_what_was_taken_back(work: Work) -> None:
    def claim(stores: Stores) -> object:
        turn = begin(stores, *(hear(stores, inbound(key, f"text {key}")) for key in "12"))
        stores.messages.delete(deletion("1"))
        return [said.text for said in stores.turns.messages(turn.id)]

    assert await work.write(claim) == ["text 2"]


async def test_reactions_stand_in_the_order_in_which_they_came(work: Work) -> None:
    await work.write(lambda stores: hear(stores, inbound("1")))

    known = await react(
        work,
        reaction("1", ":wave:"),
        reaction("1", sender=BEN),
        reaction("1", ":wave:"),
        reaction("1", sender=None),
        reaction("2"),
        replace(reaction("1"), route=OTHER),
    )

    (said,) = await history(work)
    assert known == [True, True, True, True, False, False]
    assert said.marks == (mark(":wave:"), mark(sender=BEN), mark(sender=None))


async def test_a_reaction_that_was_taken_off_is_gone(work: Work) -> None:
    await work.write(lambda stores: hear(stores, inbound("1")))
    await react(work, *(reaction("1", emoji) for emoji in "👍🎉"), reaction("1", sender=BEN))

    off = replace(reaction("1"), removed=True)
    known = await react(work, off, off, replace(reaction("1", "😱"), removed=True))

    (said,) = await history(work)
    assert known == [True, True, True]
    assert said.marks == (mark("🎉"), mark(sender=BEN))
    rest = (reaction("1", "🎉"), reaction("1", sender=BEN))
    await react(work, *(replace(one, removed=True) for one in rest))
    assert [said.marks for said in await history(work)] == [()]


async def test_own_words_take_reactions_too(work: Work) -> None:
    def say(stores: Stores) -> None:
        turn, here = begin(stores), at(stores)
        stores.messages.add_own(here, turn.id, "hello", NOON, message_id="1", reply_to=None)

    await work.write(say)
    await react(work, reaction("1"))

    (own,) = await history(work)
    assert (own.by_companion, own.marks, own.addressed, own.attachments) == (
        True,
        (mark(),),
        True,
        (),
    )


async def test_what_a_voice_says_stands_behind_its_text_edited_or_not(work: Work) -> None:
    number = await work.write(
        lambda stores: hear(stores, inbound("1", "[voice 0:01]", attachments=(VOICE,)))
    )

    await work.write(lambda stores: stores.messages.hear(number, "good morning"))

    (said,) = await history(work)
    assert (said.text, said.edited) == ("[voice 0:01] good morning", False)
    assert (said.attachments, said.heard) == ((VOICE,), "good morning")

    edit = Edit(route=HOME, message_id="1", text="[voice 0:01] caption", edited_at=NOON)
    await work.write(lambda stores: stores.messages.edit(edit))
    assert [one.text for one in await history(work)] == ["[voice 0:01] caption good morning"]


async def test_nothing_happens_to_a_message_that_nobody_knows(work: Work) -> None:
    number = await work.write(lambda stores: hear(stores, inbound("1")))
    unknown = MessageId(number + 1)

    def tell(stores: Stores) -> ConversationId:
        stores.messages.hear(unknown, "anything")
        stores.messages.silence([unknown], "too old")
        return at(stores).id

    here = await work.write(tell)

    assert [said.text for said in await history(work)] == ["hi"]
    waiting = await work.read(lambda stores: stores.conversations.waiting(here, Lane.TALK))
    assert [one.id for one in waiting] == [number]
    await work.write(lambda stores: stores.messages.silence([unknown, number], "too old"))
    assert await work.read(lambda stores: stores.conversations.waiting(here, Lane.TALK)) == ()


async def test_of_two_edits_at_the_same_second_the_later_one_counts(work: Work) -> None:
    first = Edit(route=HOME, message_id="1", text="first", edited_at=after(60))

    await work.write(lambda stores: hear(stores, inbound("1")))
    known = await work.write(
        lambda stores: [stores.messages.edit(one) for one in (first, replace(first, text="second"))]
    )

    assert known == [True, True]
    assert [(said.text, said.edited) for said in await history(work)] == [("second", True)]


async def test_messages_are_known_by_the_platforms_ids(work: Work) -> None:
    def body(stores: Stores) -> tuple[list[MessageId], list[MessageId]]:
        kept = [hear(stores, inbound(key)) for key in ("1", "2", "3")]
        stores.messages.delete(deletion("2"))
        return kept, stores.messages.known(HOME, ("3", "2", "77", "3"))

    kept, known = await work.write(body)

    assert known == kept[1:]
    elsewhere = replace(HOME, chat="another")
    assert await work.read(lambda stores: stores.messages.known(elsewhere, ("3",))) == []

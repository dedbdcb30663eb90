"""What is no message: edits, deletions, reactions, membership, moves; what a message carries."""

from dataclasses import replace
from datetime import timedelta

from adapters.clock.virtual import VirtualClock
from adapters.scripted.messenger import ScriptedMessenger
from adapters.scripted.role import ScriptedRewrite
from adapters.scripted.transcriber import ScriptedTranscriber
from core.admin.model import Access
from core.conversation.model import (
    Attachment,
    AttachmentKind,
    ChatKind,
    Deletion,
    Draft,
    Edit,
    IdentityId,
    Mark,
    Membership,
    Moved,
    Reaction,
    RewriteDecision,
    Route,
)
from core.engine.model import Elsewhere, Gifts, Missing, Outbound, SendOutcome
from tests.world import ACCOUNT, ANNA, DIRECT, World

NOON = "2026-01-10T12:00+00:00"
GROUP = Route(account=ACCOUNT, chat="-100")
GROWN = Route(account=ACCOUNT, chat="-200")
SECOND, MINUTE = timedelta(seconds=1), timedelta(minutes=1)
VOICE = Attachment(kind=AttachmentKind.VOICE, handle="v1", mime="audio/ogg", seconds=3.0)
PHOTO = Attachment(kind=AttachmentKind.IMAGE, handle="p1", mime="image/png")


def deletion(world: World, *ids: str, route: Route = DIRECT) -> Deletion:
    return Deletion(route=route, message_ids=ids, deleted_at=world.clock.now())


async def test_what_is_taken_back_before_the_answer_is_not_answered() -> None:
    async with World(NOON) as world:
        inbound = world.inbound("never mind")
        await world.hears(inbound)
        await world.hears(deletion(world, inbound.message_id))
        await world.passes(MINUTE)

        assert (world.sent, await world.history()) == ([], [])


async def test_what_is_taken_back_while_it_is_answered_is_not_answered() -> None:
    async with World(NOON, "too late", thinks=10 * SECOND) as world:
        inbound = world.inbound("never mind")
        await world.hears(inbound)
        await world.passes(5 * SECOND)
        await world.hears(deletion(world, inbound.message_id))
        await world.passes(MINUTE)

        assert world.sent == []
        assert world.records[0].turn.outcome == "silent: taken back"


async def test_a_deleted_message_leaves_the_history_of_the_next_turn() -> None:
    async with World(NOON, "a", "b") as world:
        first = world.inbound("my secret")
        await world.hears(first)
        await world.passes(MINUTE)
        await world.hears(deletion(world, first.message_id))
        await world.hears("hello")
        await world.passes(MINUTE)

        texts = [said.text for said in world.role.requests[1].context.history]
        assert texts == ["a", "hello"]


async def test_an_edit_of_what_is_being_answered_may_rewrite_the_answer() -> None:
    better = RewriteDecision(rewrite=True, draft=Draft(messages=("at nine, then",)))
    rewrite = ScriptedRewrite([better])
    async with World(NOON, "at eight!", thinks=10 * SECOND, rewrite=rewrite) as world:
        inbound = world.inbound("tea at eight?")
        await world.hears(inbound)
        await world.passes(5 * SECOND)
        await world.hears(
            Edit(
                route=DIRECT,
                message_id=inbound.message_id,
                text="tea at nine?",
                edited_at=world.clock.now(),
            )
        )
        await world.passes(MINUTE)

        assert world.sent == ["at nine, then"]
        assert rewrite.requests[0].latest_message_history[-1].text == "tea at nine?"
        assert rewrite.requests[0].latest_message_history[-1].edited


async def test_an_edit_after_the_answer_is_silent() -> None:
    rewrite = ScriptedRewrite([])
    async with World(NOON, "at eight!", rewrite=rewrite) as world:
        inbound = world.inbound("tea at eight?")
        await world.hears(inbound)
        await world.passes(MINUTE)
        await world.hears(
            Edit(
                route=DIRECT,
                message_id=inbound.message_id,
                text="Mina, tea at nine?",
                edited_at=world.clock.now(),
            )
        )
        await world.passes(MINUTE)

        assert (world.sent, rewrite.requests) == (["at eight!"], [])
        assert (await world.history())[0].text == "Mina, tea at nine?"


def mark(message_id: str, emoji: str, *, removed: bool = False) -> Reaction:
    return Reaction(
        route=DIRECT,
        message_id=message_id,
        sender=ANNA,
        sender_name="Anna",
        emoji=emoji,
        removed=removed,
    )


async def test_a_reaction_wakes_nobody_and_is_seen_by_the_next_turn() -> None:
    async with World(NOON, "hello", "good") as world:
        await world.hears("hi")
        await world.passes(MINUTE)
        await world.hears(mark("own-1", "👍"), mark("own-1", "😂"))
        await world.hears(mark("own-1", "😂", removed=True))
        await world.passes(MINUTE)
        assert world.sent == ["hello"]

        await world.hears("so?")
        await world.passes(MINUTE)
        own = world.role.requests[1].context.history[1]
        assert own.marks == (Mark(sender=ANNA, sender_name="Anna", emoji="👍"),)


async def test_it_reacts_instead_of_words() -> None:
    async with World(NOON, Draft(messages=(), reaction="❤"), "yes") as world:
        inbound = world.inbound("good night")
        await world.hears(inbound)
        await world.passes(MINUTE)

        assert world.sent == []
        assert [(o.text, o.reply_to) for _, o in world.messenger.reacted] == [
            ("❤", inbound.message_id)
        ]
        assert world.records[0].turn.outcome == "answered"

        await world.hears("and?")
        await world.passes(MINUTE)
        night = world.role.requests[1].context.history[0]
        assert night.marks == (Mark(sender=None, sender_name="", emoji="❤"),)


async def test_it_reacts_beside_its_words() -> None:
    async with World(NOON, Draft(messages=("wow",), reaction="🎉")) as world:
        await world.hears("I got the job!")
        await world.passes(MINUTE)

        assert world.sent == ["wow"]
        assert [o.text for _, o in world.messenger.reacted] == ["🎉"]


async def test_a_chat_that_shut_it_out_gets_nothing_until_it_is_let_in_again() -> None:
    async with World(NOON, "one", "two", thinks=10 * SECOND) as world:
        await world.hears("hi")
        await world.passes(5 * SECOND)
        await world.hears(
            Membership(account=ACCOUNT, chat=DIRECT.chat, present=False, reason="blocked")
        )
        await world.passes(MINUTE)
        assert world.sent == []

        await world.hears(
            Membership(account=ACCOUNT, chat=DIRECT.chat, present=True, reason="unblocked")
        )
        await world.hears("hi again")
        await world.passes(MINUTE)
        assert world.sent == ["two"]


async def test_a_group_that_moves_during_a_turn_gets_its_answer_in_its_new_place() -> None:
    def moved(outbound: Outbound) -> SendOutcome | None:
        return Elsewhere(chat="-200") if outbound.route.chat == "-100" else None

    access = Access(rooms=frozenset({"telegram:-100"}))
    async with World(NOON, "here I am", "still here", access=access, thinks=10 * SECOND) as world:
        world.messenger = ScriptedMessenger(world.clock, outcome=moved)
        world.engine = world.start()
        await world.hears(
            world.inbound("Mina?", route=GROUP, chat_kind=ChatKind.GROUP, addressed=False)
        )
        await world.passes(5 * SECOND)
        await world.hears(Moved(account=ACCOUNT, old_chat="-100", new_chat="-200"))
        await world.passes(MINUTE)

        shown = world.messenger.shown[0][1]
        assert (shown.text, shown.route, shown.reply_to) == ("here I am", GROWN, None)
        texts = [said.text for said in await world.history(GROWN)]
        assert texts == ["Mina?", "here I am"]

        # The rights of the old room hold in the new one, also after a restart.
        world.engine = world.start()
        await world.engine.prepare()
        await world.hears(
            world.inbound("Mina?", route=GROWN, chat_kind=ChatKind.GROUP, addressed=False)
        )
        await world.passes(MINUTE)
        assert world.sent == ["here I am", "still here"]


async def test_a_voice_is_written_down_and_stays_written() -> None:
    hears = ScriptedTranscriber({"v1": "see you at nine"})
    async with World(NOON, "nine it is", transcriber=hears) as world:
        world.messenger = ScriptedMessenger(world.clock, files={"v1": b"sound"})
        world.engine = world.start()
        await world.hears(world.inbound("[voice 0:03]", attachments=(VOICE,)))
        await world.passes(MINUTE)

        assert world.role.requests[0].user_message == "[voice 0:03] see you at nine"
        assert (await world.history())[0].text == "[voice 0:03] see you at nine"


async def test_a_voice_that_cannot_be_had_stays_a_short_form() -> None:
    hears = ScriptedTranscriber({"v1": "see you at nine"})
    async with World(NOON, "I can't listen now", transcriber=hears) as world:
        await world.hears(world.inbound("[voice 0:03]", attachments=(VOICE,)))
        await world.passes(MINUTE)

        assert world.sent == ["I can't listen now"]
        assert world.role.requests[0].user_message == "[voice 0:03]"


async def test_a_model_that_sees_gets_the_images_of_what_it_answers() -> None:
    async with World(NOON, "a cat!", "?", sees=True) as world:
        world.messenger = ScriptedMessenger(world.clock, files={"p1": b"png"})
        world.engine = world.start()
        await world.hears(world.inbound("[photo] look", attachments=(PHOTO,)))
        await world.passes(MINUTE)

        images = world.role.requests[0].images
        assert [[image.content for image in some] for some in images.values()] == [[b"png"]]

        await world.hears("and now?")
        await world.passes(MINUTE)
        assert world.role.requests[1].images == {}


async def test_a_model_that_does_not_see_is_spared_the_fetching() -> None:
    async with World(NOON, "what is it?") as world:
        await world.hears(world.inbound("[photo]", attachments=(PHOTO,)))
        await world.passes(MINUTE)

        assert world.role.requests[0].images == {}


async def test_where_there_are_no_reactions_none_is_offered() -> None:
    async with World(NOON, "hi") as world:
        world.messenger = ScriptedMessenger(world.clock, gifts=Gifts())
        world.engine = world.start()
        await world.hears("hi")
        await world.passes(MINUTE)

        assert not world.role.requests[0].may_react


async def test_what_was_said_stays_in_its_order_when_an_old_place_is_replaced() -> None:
    kept = replace(GROUP, thread="5")
    async with World(NOON) as world:
        for route in (GROUP, kept):
            await world.hears(
                world.inbound("x", route=route, chat_kind=ChatKind.GROUP, addressed=False)
            )
        await world.hears(Moved(account=ACCOUNT, old_chat="-100", new_chat="-200"))

        assert [s.text for s in await world.history(replace(kept, chat="-200"))] == ["x"]
        assert [s.text for s in await world.history(GROWN)] == ["x"]


async def test_the_reaction_of_a_stranger_is_not_seen() -> None:
    access = Access(friends=frozenset({ANNA}))
    async with World(NOON, "hello", access=access) as world:
        await world.hears("hi")
        await world.passes(MINUTE)
        await world.hears(
            replace(mark("own-1", "👍"), sender=IdentityId("telegram:666"), sender_name="Zed"),
            mark("own-1", "❤"),
        )

        assert [m.emoji for m in (await world.history())[1].marks] == ["❤"]


async def test_a_message_bears_a_bounded_number_of_reactions() -> None:
    async with World(NOON, "hello") as world:
        await world.hears("hi")
        await world.passes(MINUTE)
        for number in range(200):
            await world.hears(replace(mark("own-1", "👍"), sender=IdentityId(f"telegram:{number}")))

        assert len((await world.history())[1].marks) == 50


async def test_many_voices_are_written_down_at_once() -> None:
    class Slow(ScriptedTranscriber):
        async def transcribe(
            self, attachment: Attachment, sound: bytes, language: str | None
        ) -> str:
            await clock().sleep(20 * SECOND)
            return await super().transcribe(attachment, sound, language)

    hears = Slow({f"v{n}": f"word {n}" for n in range(4)})
    async with World(NOON, "I heard it all", transcriber=hears) as world:

        def clock() -> VirtualClock:
            return world.clock

        world.messenger = ScriptedMessenger(world.clock, files={f"v{n}": b"x" for n in range(4)})
        world.engine = world.start()
        await world.hears(
            *(
                world.inbound("[voice 0:03]", attachments=(replace(VOICE, handle=f"v{n}"),))
                for n in range(4)
            )
        )
        await world.passes(30 * SECOND)

        assert world.sent == ["I heard it all"]
        assert world.role.requests[0].user_message.count("word") == 4


async def test_who_writes_in_the_new_place_at_once_is_let_in() -> None:
    access = Access(rooms=frozenset({"telegram:-100"}))
    async with World(NOON, "here!", access=access) as world:
        await world.hears(
            Moved(account=ACCOUNT, old_chat="-100", new_chat="-200"),
            world.inbound("Mina?", route=GROWN, chat_kind=ChatKind.GROUP, addressed=False),
        )
        await world.passes(MINUTE)

        assert world.sent == ["here!"]


async def test_an_edited_caption_keeps_what_the_voice_says() -> None:
    hears = ScriptedTranscriber({"v1": "see you at nine"})
    async with World(NOON, "ok", "so?", transcriber=hears) as world:
        world.messenger = ScriptedMessenger(world.clock, files={"v1": b"sound"})
        world.engine = world.start()
        voice = world.inbound("[voice 0:03] listen", attachments=(VOICE,))
        await world.hears(voice)
        await world.passes(MINUTE)
        await world.hears(
            Edit(
                route=DIRECT,
                message_id=voice.message_id,
                text="[voice 0:03] please listen",
                edited_at=world.clock.now(),
            )
        )

        assert (await world.history())[0].text == "[voice 0:03] please listen see you at nine"


async def test_images_that_do_not_come_hold_nothing_up() -> None:
    class Hanging(ScriptedMessenger):
        async def roles(self, route: Route, person: IdentityId) -> frozenset[str]:
            return frozenset()

        async def fetch(self, attachment: Attachment, most: int) -> bytes | Missing:
            if attachment.handle == "hangs":
                await world.clock.sleep(timedelta(hours=1))
            return await super().fetch(attachment, most)

    async with World(NOON, "a cat!", sees=True) as world:
        world.messenger = Hanging(world.clock, files={"p1": b"png"})
        world.engine = world.start()
        pictures = (replace(PHOTO, handle="hangs"), PHOTO, replace(PHOTO, handle="hangs"))
        await world.hears(world.inbound("[photo] look", attachments=pictures))
        await world.passes(MINUTE)

        assert [[i.content for i in some] for some in world.role.requests[0].images.values()] == [
            [b"png"]
        ]

"""What a companion makes of pictures and voices that people send, and of those it can't have."""

import base64
from datetime import timedelta

import pytest

from core.conversation.model import AccountId
from tests.scenarios.platforms import DISCORD, REAL, TELEGRAM
from tests.scenarios.voices import EAR, Voiced, voiced
from tests.servers.models import ModelServer, error, once

SECOND = timedelta(seconds=1)
PICTURE = b"\xff\xd8\xff" + bytes(range(256)) * 400
TOO_LARGE = b"\xff\xd8\xff" + bytes(5 * 2**20)
on_each = pytest.mark.parametrize("account", [TELEGRAM, DISCORD])


def shown(picture: bytes) -> str:
    """Return how a request holds a picture."""
    return base64.b64encode(picture).decode()


def seeing(account: AccountId, *says: str) -> Voiced:
    """Return a stage with all senses, whose downloads are soon given up."""
    model = ModelServer(says=says)
    return Voiced(model, on=[account], sees=True, hears=True, answers_within=SECOND)


@on_each
async def test_a_picture_reaches_a_model_that_sees(account: AccountId) -> None:
    async with voiced(seeing(account, "what a sunset!", "sure")) as stage:
        people = stage.side(account)
        people.sends_pictures(1, PICTURE, caption="from my window")
        await stage.until(lambda: people.stands(1) == ["what a sunset!"])
        people.says(1, "isn't it?")
        await stage.until(lambda: people.stands(1)[1:] == ["sure"])

        assert stage.prompt(0).count(shown(PICTURE)) == 1
        assert "from my window" in stage.prompt(0)
        assert shown(PICTURE) not in stage.prompt(1)
        assert "from my window" in stage.prompt(1)


@on_each
async def test_pictures_that_belong_together_are_looked_at_together(account: AccountId) -> None:
    pictures = [PICTURE + bytes([number]) for number in range(3)]
    async with voiced(seeing(account, "three!")) as stage:
        people = stage.side(account)
        people.sends_pictures(1, *pictures, caption="the whole trip")
        await stage.until(lambda: people.stands(1) == ["three!"])

        assert len(stage.asked) == 1
        assert all(shown(one) in stage.prompt() for one in pictures)


@on_each
async def test_a_model_that_does_not_see_is_told_of_the_picture_in_words(
    account: AccountId,
) -> None:
    stage = Voiced(ModelServer(says=["lovely"]), on=[account])
    async with voiced(stage):
        people = stage.side(account)
        people.sends_pictures(1, PICTURE, caption="from my window")
        await stage.until(lambda: people.stands(1) == ["lovely"])

        assert "image_url" not in stage.prompt()
        assert is_mentioned(stage, "from my window")


def is_mentioned(stage: Voiced, caption: str) -> bool:
    """Return whether the last prompt holds a short form of a picture, with its caption."""
    return any(form in stage.prompt() for form in (f"[photo] {caption}", f"[image] {caption}"))


@on_each
async def test_a_voice_is_written_down_and_its_words_are_history(account: AccountId) -> None:
    model = ModelServer(says=["I got the job", "hooray!", "as you said"])
    async with voiced(Voiced(model, on=[account], hears=True)) as stage:
        people = stage.side(account)
        sound = people.sends_voice(1)
        await stage.until(lambda: people.stands(1) == ["hooray!"])
        people.says(1, "what did I say?")
        await stage.until(lambda: people.stands(1)[1:] == ["as you said"])

        heard = [body for body in model.requests if body.get("model") == EAR]
        assert [body["file"][2] for body in heard] == [sound]
        assert "I got the job" in stage.prompt(0)
        assert "I got the job" in stage.prompt(1)
        assert "I got the job" in (await stage.history())[0].text


@on_each
async def test_a_voice_that_nobody_understands_is_answered_all_the_same(
    account: AccountId,
) -> None:
    model = ModelServer(once(error(400, "no speech here")), says=["say that again?"])
    async with voiced(Voiced(model, on=[account], hears=True)) as stage:
        people = stage.side(account)
        people.sends_voice(1)
        await stage.until(lambda: people.stands(1) == ["say that again?"])

        assert "voice" in stage.prompt()


@on_each
async def test_a_picture_that_is_too_large_is_only_mentioned(account: AccountId) -> None:
    async with voiced(seeing(account, "I can't open it")) as stage:
        people = stage.side(account)
        people.sends_pictures(1, TOO_LARGE, caption="from my window")
        await stage.until(lambda: people.stands(1) == ["I can't open it"])

        assert "image_url" not in stage.prompt()
        assert is_mentioned(stage, "from my window")


@on_each
@pytest.mark.parametrize("what", ["a picture", "a voice"])
async def test_what_is_gone_is_only_mentioned(account: AccountId, what: str) -> None:
    async with voiced(seeing(account, "it is gone")) as stage:
        people = stage.side(account)
        if what == "a picture":
            people.sends_pictures(1, PICTURE, caption="from my window")
        else:
            people.sends_voice(1)
        people.loses_files()
        await stage.until(lambda: people.stands(1) == ["it is gone"])

        assert "image_url" not in stage.prompt()
        assert what == "a voice" or is_mentioned(stage, "from my window")
        assert what == "a picture" or "voice" in stage.prompt()


@on_each
@pytest.mark.parametrize("pictures", [1, 4])
async def test_pictures_that_never_arrive_hold_an_answer_up_for_a_moment_only(
    account: AccountId, pictures: int
) -> None:
    async with voiced(seeing(account, "they don't load", "hi")) as stage:
        people = stage.side(account)
        people.holds_downloads(times=pictures)
        people.sends_pictures(1, *[PICTURE] * pictures, caption="from my window")
        asked_at = REAL.now()
        await stage.until(lambda: people.stands(1) == ["they don't load"])
        took = REAL.now() - asked_at
        people.says(2, "hello")
        await stage.until(lambda: people.stands(2) == ["hi"])

        assert took < 3 * SECOND
        assert people.troubled()
        assert "image_url" not in stage.prompt(0)


@on_each
async def test_a_voice_that_never_arrives_holds_nobody_up(account: AccountId) -> None:
    async with voiced(seeing(account, "hi", "what did you say?")) as stage:
        people = stage.side(account)
        people.holds_downloads(times=1)
        people.sends_voice(1)
        people.says(2, "hello")
        await stage.until(lambda: people.stands(2) == ["hi"], within_s=1)
        await stage.until(lambda: people.stands(1) == ["what did you say?"], within_s=5)

"""Voices become words, over real sockets."""

import random
from collections.abc import AsyncIterator, Callable
from datetime import timedelta

import pytest
from pydantic import SecretStr, ValidationError
from structlog.testing import capture_logs

from adapters.openai.config import TranscriptionConfig
from adapters.openai.transcription import OpenAITranscriber, file_of
from core.conversation.model import Attachment, AttachmentKind
from core.conversation.ports import Transcriber
from core.errors import (
    BrokenAnswer,
    CircadiaError,
    ContextOverflow,
    Misconfigured,
    ModelBusy,
    ModelRefused,
)
from tests.adapters.openai.conftest import KEY, LeapingClock
from tests.servers.models import (
    ModelServer,
    Response,
    always,
    error,
    once,
    refuses_language,
)

VOICE = Attachment(kind=AttachmentKind.VOICE, handle="v1", mime="audio/ogg", seconds=3.0)
SOUND = b"OggS \x00\xff\r\n--boundary"

Transcribers = Callable[..., OpenAITranscriber]


@pytest.fixture
async def transcribers(clock: LeapingClock) -> AsyncIterator[Transcribers]:
    """Make transcribers over a server; all are closed at the end."""
    made: list[OpenAITranscriber] = []

    def make(url: str, **fields: object) -> OpenAITranscriber:
        config = TranscriptionConfig.model_validate({"url": url, "key": SecretStr(KEY), **fields})
        made.append(OpenAITranscriber(config, clock=clock, rng=random.Random(1)))
        return made[-1]

    yield make
    for one in made:
        await one.close()


async def test_a_voice_goes_over_whole_and_comes_back_as_words(transcribers: Transcribers) -> None:
    async with ModelServer(says=["hello there"]) as models:
        transcriber: Transcriber = transcribers(models.url, model="whisper-large")
        words = await transcriber.transcribe(VOICE, SOUND, "de")

    assert words == "hello there"
    assert models.requests == [
        {"model": "whisper-large", "language": "de", "file": ("voice.ogg", "audio/ogg", SOUND)}
    ]


async def test_without_a_hint_the_server_finds_the_language_itself(
    transcribers: Transcribers,
) -> None:
    async with ModelServer() as models:
        await transcribers(models.url).transcribe(VOICE, SOUND, None)

    assert "language" not in models.requests[0]


async def test_a_refused_hint_is_left_out_and_not_given_again(transcribers: Transcribers) -> None:
    async with ModelServer(refuses_language("tlh")) as models:
        transcriber = transcribers(models.url)
        for language in ("tlh", "tlh", "de"):
            assert await transcriber.transcribe(VOICE, SOUND, language) == "hello"

    assert [body.get("language") for body in models.requests] == ["tlh", None, None, "de"]


async def test_a_hint_that_was_not_the_trouble_is_given_again(transcribers: Transcribers) -> None:
    async with ModelServer(always(error(400, "what language is this?"))) as models:
        transcriber = transcribers(models.url)
        for _ in range(2):
            with pytest.raises(Misconfigured):
                await transcriber.transcribe(VOICE, SOUND, "de")

    assert [body.get("language") for body in models.requests] == ["de", None, "de", None]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        pytest.param(" Hi.\n How are\tyou? \r\n", "Hi. How are you?", id="several lines"),
        pytest.param("", "", id="nothing said"),
        pytest.param(" \n ", "", id="only blanks"),
        pytest.param("a\x00b\x1bc\ud800", "abc", id="what no database keeps"),
        pytest.param("é👋🏽", "é👋🏽", id="all letters"),
        pytest.param("la " * 5000, ("la " * 5000)[:4000].strip(), id="a model that loops"),
    ],
)
async def test_words_are_one_line_of_a_bearable_length(
    transcribers: Transcribers, text: str, words: str
) -> None:
    async with ModelServer(says=[text]) as models:
        assert await transcribers(models.url).transcribe(VOICE, SOUND, None) == words


@pytest.mark.parametrize(
    ("fields", "name", "mime"),
    [
        pytest.param({}, "voice.ogg", "audio/ogg", id="nothing known"),
        pytest.param({"mime": "audio/mpeg"}, "voice.mp3", "audio/mpeg", id="by kind"),
        pytest.param(
            {"mime": "audio/ogg; codecs=opus"}, "voice.ogg", "audio/ogg", id="with a codec"
        ),
        pytest.param({"mime": "audio/x-m4a"}, "voice.m4a", "audio/x-m4a", id="by another word"),
        pytest.param({"name": "file_9.oga"}, "voice.oga", "audio/ogg", id="by name"),
        pytest.param(
            {"name": "Mum's secret.M4A", "mime": "audio/mp4"},
            "voice.m4a",
            "audio/mp4",
            id="no more of a name than its ending",
        ),
        pytest.param(
            {"name": "x.exe", "mime": "video/mp4"}, "voice.mp4", "video/mp4", id="an unknown name"
        ),
        pytest.param(
            {"mime": 'audio/"\r\nX: y'}, "voice.ogg", "audio/ogg", id="a kind that steers"
        ),
    ],
)
def test_a_server_is_told_an_ending_that_it_knows(
    fields: dict[str, str], name: str, mime: str
) -> None:
    attachment = Attachment(kind=AttachmentKind.VOICE, handle="v", **fields)  # type: ignore[arg-type]

    assert file_of(attachment, SOUND) == (name, SOUND, mime)


async def test_a_busy_server_is_asked_again_after_the_wait_that_it_names(
    transcribers: Transcribers, clock: LeapingClock
) -> None:
    slow = Response(status=429, body={"error": {}}, headers={"retry-after": "7"})
    async with ModelServer(once(slow), says=["at last"]) as models:
        assert await transcribers(models.url).transcribe(VOICE, SOUND, None) == "at last"

    (waited,) = clock.slept
    assert timedelta(seconds=7) <= waited < timedelta(seconds=9)
    assert [body["file"][2] for body in models.requests] == [SOUND, SOUND]


@pytest.mark.parametrize(
    ("response", "meaning", "asked"),
    [
        pytest.param(error(503, "overloaded"), ModelBusy, 3, id="an outage, tried to the end"),
        pytest.param(error(401, "wrong key"), Misconfigured, 1, id="a wrong key"),
        pytest.param(error(404, "no such model"), Misconfigured, 1, id="an unknown model"),
        pytest.param(error(400, "no sound in it"), Misconfigured, 1, id="a refused file"),
        pytest.param(error(400, "x", code="content_filter"), ModelRefused, 1, id="a filter"),
        pytest.param(error(413, "x"), ContextOverflow, 1, id="a voice too long"),
        pytest.param(Response(body={"txt": "x"}), BrokenAnswer, 1, id="no text in it"),
        pytest.param(Response(body={"text": None}), BrokenAnswer, 1, id="null for a text"),
        pytest.param(
            Response(body="<html>", content_type="text/html"), BrokenAnswer, 1, id="a web page"
        ),
        pytest.param(Response(body="[" * 100_000), BrokenAnswer, 1, id="deeper than JSON is read"),
        pytest.param(Response(body="a" * 5 * 2**20), BrokenAnswer, 1, id="longer than any"),
    ],
)
async def test_a_failure_is_one_of_a_model_s(
    transcribers: Transcribers, response: Response, meaning: type[CircadiaError], asked: int
) -> None:
    async with ModelServer(always(response)) as models:
        with pytest.raises(meaning, match=r"whisper-1@127\.0\.0\.1"):
            await transcribers(models.url).transcribe(VOICE, SOUND, None)

    assert len(models.requests) == asked


async def test_an_unreachable_server_is_busy(
    transcribers: Transcribers, unused_tcp_port: int
) -> None:
    with pytest.raises(ModelBusy):
        await transcribers(f"http://127.0.0.1:{unused_tcp_port}/v1").transcribe(VOICE, SOUND, "de")


async def test_a_silent_server_is_given_up_within_the_deadline(transcribers: Transcribers) -> None:
    async with ModelServer(silent=True) as models:
        silent = transcribers(models.url, deadline=timedelta(milliseconds=100))
        with pytest.raises(ModelBusy):
            await silent.transcribe(VOICE, SOUND, None)


@pytest.mark.parametrize("key", [KEY, None])
async def test_a_key_is_sent_only_if_there_is_one(
    transcribers: Transcribers, key: str | None
) -> None:
    async with ModelServer() as models:
        await transcribers(models.url, key=key).transcribe(VOICE, SOUND, None)

    assert models.headers[0].get("Authorization") == (f"Bearer {key}" if key else None)


async def test_neither_logs_nor_errors_hold_keys_or_words(transcribers: Transcribers) -> None:
    leaky = f"failed for {KEY} with {SOUND!r}: my sister is in hospital"
    async with ModelServer(always(error(500, leaky))) as models:
        with capture_logs() as logs, pytest.raises(ModelBusy) as wrong:
            await transcribers(models.url).transcribe(VOICE, SOUND, None)

    told = f"{logs} {wrong.value!r} {wrong.value.__cause__!r}"
    assert [one["event"] for one in logs] == ["model.retried", "model.retried"]
    assert not any(secret in told for secret in (KEY, "OggS", "sister"))


@pytest.mark.parametrize(
    ("given", "configured"),
    [
        pytest.param({}, False, id="nothing"),
        pytest.param({"deadline": 5}, False, id="no server of its own"),
        pytest.param({"key": ""}, False, id="an empty key, as an unset variable gives"),
        pytest.param({"key": "k"}, True, id="a key"),
        pytest.param({"url": "http://127.0.0.1:8000/v1"}, True, id="a local server"),
        pytest.param({"model": "whisper-1"}, True, id="a model, though it is the default"),
    ],
)
def test_nobody_listens_until_an_owner_says_who(given: dict[str, object], configured: bool) -> None:
    assert TranscriptionConfig.model_validate(given).configured is configured


@pytest.mark.parametrize(
    "wrong",
    [
        pytest.param({"url": "https://me:secret-word@main.example/v1"}, id="credentials inside"),
        pytest.param({"key": "secret-word and more"}, id="no key"),
        pytest.param({"name": "whisper-1"}, id="a misspelt name"),
        pytest.param({"deadline": 0}, id="no time at all"),
    ],
)
def test_nonsense_is_refused_without_showing_what_was_given(wrong: dict[str, object]) -> None:
    with pytest.raises(ValidationError) as refused:
        TranscriptionConfig.model_validate(wrong)

    assert "secret-word" not in str(refused.value)


def test_every_setting_says_what_it_does() -> None:
    assert all(field.description for field in TranscriptionConfig.model_fields.values())

"""Logs: no secret in any line, whoever wrote it."""

import json
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.logs import Mask
from tests.bot.home import DISCORD_TOKEN, TOKEN

SECRET = 's3cret/+ with "quotes" and \\ and ß'

SCRIPT = """
import asyncio, logging, sys, threading, warnings
import httpx, structlog
from bot.logs import configure, loop_failed
from bot.settings.sections import LogSection

SECRET, TOKEN, format, crash = sys.argv[1:]
configure(LogSection(level="debug", format=format), {SECRET, TOKEN})
log = structlog.get_logger("core.example")
log.debug("a.seen", field=SECRET, deep={"in": [SECRET]}, url=f"http://127.0.0.1/bot{TOKEN}/getMe")
logging.getLogger("telegram.ext").warning("%s and %s", SECRET, TOKEN)
logging.getLogger("httpx").info("chatter %s", TOKEN)
logging.getLogger("sqlalchemy.engine").info("SELECT chatter")
warnings.warn(SECRET)
try:
    try:
        raise KeyError(SECRET)
    except KeyError as cause:
        raise ValueError(f"about {TOKEN}") from cause
except ValueError:
    log.exception("b.failed")

async def poll():
    asyncio.get_running_loop().set_exception_handler(loop_failed)
    try:
        async with httpx.AsyncClient() as client:
            await client.get(f"http://127.0.0.1:1/bot{TOKEN}/getMe")
    except httpx.HTTPError:
        log.exception("c.failed", url=f"http://127.0.0.1:1/bot{TOKEN}/getMe")
    def stray():
        raise ValueError(SECRET)
    asyncio.get_running_loop().call_soon(stray)
    await asyncio.sleep(0)
    await asyncio.sleep(0)

def thread():
    raise ValueError(SECRET)

asyncio.run(poll())
other = threading.Thread(target=thread)
other.start()
other.join()
if crash == "crash":
    raise RuntimeError(f"{SECRET} {TOKEN}")
"""


def printed(format_: str, crash: str = "crash") -> tuple[int, list[str]]:
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, SECRET, TOKEN, format_, crash],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.stdout == ""
    return done.returncode, done.stderr.splitlines()


@pytest.mark.parametrize("format_", ["console", "json"])
def test_no_secret_is_in_any_line_at_debug_however_the_process_ends(format_: str) -> None:
    code, lines = printed(format_)
    text = "\n".join(lines)

    assert code == 1
    for event in ("a.seen", "b.failed", "c.failed", "loop.failed", "process.crashed"):
        assert event in text
    assert "/getMe" in text
    for part in ("s3cret", "quotes", "AAAAAAAA"):
        assert part not in text
    assert "chatter" not in text


def test_json_is_one_object_a_line_even_for_tracebacks() -> None:
    _, lines = printed("json", "end well")

    events = [json.loads(line) for line in lines]

    assert all({"event", "level", "timestamp"} <= event.keys() for event in events)
    assert any("Traceback" in event.get("exception", "") for event in events)


def test_the_console_has_no_colours_in_a_pipe() -> None:
    _, lines = printed("console", "end well")

    assert "\x1b" not in "\n".join(lines)


@given(st.text(st.characters(exclude_categories=["Cs"]), min_size=4), st.text(), st.text())
def test_a_known_secret_never_passes_the_mask(secret: str, before: str, after: str) -> None:
    mask = Mask({secret, "other-secret"})

    for spelling in (secret, json.dumps(secret), repr(secret), json.dumps(repr(secret))):
        masked = mask(f"{before}{spelling}{after}")

        assert secret not in masked.replace("***", "\0")


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        pytest.param(
            f"https://x/bot{TOKEN}/getMe", "https://x/***/getMe", id="a token in an address"
        ),
        pytest.param(
            f"https://x/file/bot{TOKEN}/a.jpg", "https://x/file/***/a.jpg", id="of a file"
        ),
        pytest.param(f"token {DISCORD_TOKEN}.", "token ***.", id="a token of Discord"),
        pytest.param("key sk-abcdefghijklmnopqrst.", "key ***.", id="a key of a model server"),
        pytest.param("Authorization: Bearer abc.def", "Authorization: Bearer ***", id="a header"),
        pytest.param("postgresql://me:pw@host/x", "postgresql://***@host/x", id="a password"),
        pytest.param("bot 12345: awake at 10:30", "bot 12345: awake at 10:30", id="no secret"),
    ],
)
def test_what_looks_like_a_secret_is_masked_unknown_too(text: str, masked: str) -> None:
    assert Mask(())(text) == masked


def test_words_too_short_for_a_secret_stay() -> None:
    assert Mask({"a", ""})("a banana") == "a banana"

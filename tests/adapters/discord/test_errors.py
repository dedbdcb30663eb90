import inspect
from collections.abc import Mapping
from datetime import timedelta
from types import MappingProxyType
from typing import Any

import aiohttp
import discord
import pytest
from multidict import CIMultiDict

from adapters.discord.errors import (
    LATER,
    LONGEST,
    NOBODY_HERE,
    OUTCOMES,
    fault,
    outcome,
    passing,
    reason,
    reply_refused,
    wait_of,
)
from core.engine.model import InDoubt, NotSent, Refused, Unreachable
from core.errors import Misconfigured, Retryable


class Answer:
    """What the library keeps of an answer."""

    def __init__(self, status: int, headers: Mapping[str, str]) -> None:
        self.status = status
        self.reason = "Because"
        self.headers = CIMultiDict(headers)


KINDS: dict[int, type[discord.HTTPException]] = {403: discord.Forbidden, 404: discord.NotFound}


def answered(
    status: int, code: int = 0, headers: Mapping[str, str] = MappingProxyType({})
) -> discord.HTTPException:
    kind = discord.DiscordServerError if status >= 500 else KINDS.get(status, discord.HTTPException)
    answer: Any = Answer(status, headers)
    return kind(answer, {"code": code, "message": "secret words"})


def every_class(root: type[Exception]) -> set[type[Exception]]:
    return {root}.union(*(every_class(kind) for kind in root.__subclasses__()))


@pytest.mark.parametrize(
    "kind",
    sorted(
        (
            kind
            for _, kind in inspect.getmembers(discord.errors, inspect.isclass)
            if issubclass(kind, discord.DiscordException)
            and kind.__module__ == "discord.errors"
            and kind is not discord.FFmpegProcessError
        ),
        key=str,
    ),
)
def test_every_error_of_the_library_is_in_the_table(kind: type[Exception]) -> None:
    assert kind in OUTCOMES


def test_subclasses_elsewhere_fall_to_their_nearest_base() -> None:
    for kind in every_class(discord.DiscordException):
        assert any(base in OUTCOMES for base in kind.__mro__)


@pytest.mark.parametrize("code", sorted(NOBODY_HERE))
def test_where_nobody_can_be_reached_the_chat_is_left_alone(code: int) -> None:
    assert isinstance(outcome(answered(403, code)), Unreachable)


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        pytest.param(answered(400, 50035), Refused, id="a form that is not taken"),
        pytest.param(answered(404, 10008), Refused, id="the message is gone"),
        pytest.param(answered(400, 10014), Refused, id="no such emoji"),
        pytest.param(answered(400, 200000), Refused, id="blocked by a rule of the server"),
        pytest.param(answered(401), NotSent, id="the token is no longer good"),
        pytest.param(answered(403), NotSent, id="a page that is not Discord's"),
        pytest.param(answered(403, 40333), NotSent, id="the way is blocked for a while"),
        pytest.param(answered(408), InDoubt, id="too slow"),
        pytest.param(answered(502), InDoubt, id="a gateway in between"),
        pytest.param(discord.RateLimited(7.0), NotSent, id="a rate limit"),
        pytest.param(aiohttp.ServerDisconnectedError(), InDoubt, id="cut in the middle"),
        pytest.param(aiohttp.ConnectionTimeoutError(), NotSent, id="no connection in time"),
        pytest.param(TimeoutError(), InDoubt, id="no answer in time"),
        pytest.param(ConnectionResetError(), InDoubt, id="reset"),
        pytest.param(KeyError("id"), InDoubt, id="an answer that can't be read"),
    ],
)
def test_each_error_means_what_was_made_of_the_bubble(error: Exception, kind: type) -> None:
    assert isinstance(outcome(error), kind)


def test_a_ban_by_something_before_discord_is_waited_for() -> None:
    ended = outcome(answered(429, headers={"Retry-After": "77"}))

    assert isinstance(ended, NotSent)
    assert ended.retry_after == timedelta(seconds=77)


@pytest.mark.parametrize(
    ("asked", "wait"),
    [
        ("1.5", timedelta(seconds=1.5)),
        (1e12, LONGEST),
        ("nan", LATER),
        (None, LATER),
        (-3, timedelta(0)),
    ],
)
def test_a_nonsensical_wait_silences_no_chat_for_good(asked: object, wait: timedelta) -> None:
    assert wait_of(asked) == wait


def test_a_reason_has_none_of_the_words_of_a_message() -> None:
    assert "secret" not in reason(answered(400, 50035))
    assert reason(answered(403, 50007)) == "Forbidden 403/50007: direct messages are closed"


def test_only_a_refused_reply_is_said_plainly() -> None:
    answer: Any = Answer(400, {})
    errors = {"message_reference": {"_errors": [{"code": "X", "message": "Unknown message"}]}}
    body = {"code": 50035, "message": "Invalid Form Body", "errors": errors}

    assert reply_refused(discord.HTTPException(answer, body))
    assert reply_refused(answered(403, 160002))
    assert not reply_refused(answered(400, 50035))
    assert not reply_refused(ValueError())


def test_a_refused_token_is_the_owners_to_cure_and_all_else_passes() -> None:
    socket: Any = type("Socket", (), {"close_code": 4004})()

    assert isinstance(fault(discord.LoginFailure("Improper token")), Misconfigured)
    assert isinstance(fault(discord.ConnectionClosed(socket, shard_id=0)), Misconfigured)
    assert isinstance(fault(discord.RateLimited(7.0)), Retryable)
    assert isinstance(fault(discord.PrivilegedIntentsRequired(0)), Retryable)
    assert isinstance(fault(answered(503)), Retryable)


def test_what_takes_hours_is_not_asked_again_in_a_moment() -> None:
    assert passing(TimeoutError())
    assert not passing(discord.RateLimited(14_000))
    assert not passing(answered(403, 50001))

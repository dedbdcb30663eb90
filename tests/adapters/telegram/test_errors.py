import inspect
from datetime import timedelta

import httpx
import pytest
import telegram.error
from telegram.error import (
    BadRequest,
    ChatMigrated,
    Conflict,
    EndPointNotFound,
    Forbidden,
    InvalidToken,
    NetworkError,
    PassportDecryptionError,
    TelegramError,
    TimedOut,
)

from adapters.telegram.errors import OUTCOMES, flooded, outcome
from core.engine.model import Elsewhere, InDoubt, NotSent, Refused, SendOutcome, Unreachable

EVERY = {
    kind
    for _, kind in inspect.getmembers(telegram.error, inspect.isclass)
    if issubclass(kind, TelegramError)
}


def caused(error: TelegramError, cause: Exception) -> TelegramError:
    error.__cause__ = cause
    return error


SAMPLES: list[tuple[TelegramError, type[SendOutcome]]] = [
    (flooded(7), NotSent),
    (Forbidden("Forbidden: bot was blocked by the user"), Unreachable),
    (ChatMigrated(-1007), Elsewhere),
    (BadRequest("Bad Request: message is too long"), Refused),
    (TimedOut(), InDoubt),
    (NetworkError("Bad Gateway (502)"), InDoubt),
    (InvalidToken(), NotSent),
    (Conflict("Conflict: terminated"), NotSent),
    (EndPointNotFound("no such method"), Refused),
    (PassportDecryptionError("no"), Refused),
    (TelegramError("Invalid server response"), InDoubt),
]


def test_every_class_of_the_library_has_its_row() -> None:
    assert EVERY - set(OUTCOMES) == set()
    assert {type(error) for error, _ in SAMPLES} == EVERY


@pytest.mark.parametrize(
    ("error", "kind"), [pytest.param(*row, id=type(row[0]).__name__) for row in SAMPLES]
)
def test_an_error_means_one_thing(error: TelegramError, kind: type) -> None:
    assert type(outcome(error)) is kind


def test_a_flood_names_the_wait() -> None:
    assert outcome(flooded(14_000)) == NotSent(
        reason="RetryAfter", retry_after=timedelta(seconds=14_000)
    )


def test_a_group_that_moved_names_its_new_number() -> None:
    assert outcome(ChatMigrated(-1007)) == Elsewhere(chat="-1007")


def test_a_move_to_nowhere_leaves_the_chat_unreachable() -> None:
    assert isinstance(outcome(ChatMigrated("?")), Unreachable)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "description",
    [
        "Bad Request: chat not found",
        "Bad Request: not enough rights to send text messages to the chat",
        "Bad Request: have no rights to send a message",
        "Bad Request: message thread not found",
        "Bad Request: TOPIC_CLOSED",
        "Bad Request: PEER_ID_INVALID",
        "Bad Request: TOPIC_DELETED",
        "Bad Request: need administrator rights in the channel chat",
    ],
)
def test_a_place_where_nothing_can_be_said_is_unreachable(description: str) -> None:
    assert isinstance(outcome(BadRequest(description)), Unreachable)


@pytest.mark.parametrize(
    ("cause", "kind"),
    [
        pytest.param(httpx.ConnectError("x"), NotSent, id="no connection"),
        pytest.param(httpx.ConnectTimeout("x"), NotSent, id="no connection in time"),
        pytest.param(httpx.PoolTimeout("x"), NotSent, id="no free connection"),
        pytest.param(httpx.ProxyError("x"), NotSent, id="the proxy refused"),
        pytest.param(httpx.WriteTimeout("x"), InDoubt, id="half written"),
        pytest.param(httpx.WriteError("x"), InDoubt, id="lost while writing"),
        pytest.param(httpx.ReadTimeout("x"), InDoubt, id="no answer in time"),
        pytest.param(httpx.ReadError("x"), InDoubt, id="lost while reading"),
        pytest.param(httpx.RemoteProtocolError("x"), InDoubt, id="closed without an answer"),
        pytest.param(ValueError("x"), InDoubt, id="something else"),
    ],
)
@pytest.mark.parametrize("shell", [NetworkError("x"), TimedOut()], ids=["network", "timeout"])
def test_only_what_proves_that_nothing_went_out_may_be_tried_again(
    cause: Exception, kind: type, shell: TelegramError
) -> None:
    assert type(outcome(caused(shell, cause))) is kind


def test_a_class_of_a_later_library_falls_to_its_nearest_kind() -> None:
    class Banned(Forbidden):
        pass

    assert isinstance(outcome(Banned("Forbidden: new")), Unreachable)


def test_reasons_hold_no_token_and_nothing_that_was_written() -> None:
    told = outcome(
        BadRequest(
            'Bad Request: can\'t parse entities: Unsupported start tag "darling" at byte offset 3'
            " https://api.telegram.org/bot123456:AAHsecretsecretsecretsecret/x"
        )
    )
    page = outcome(BadRequest('Bad Request (400). Parsing the server response b"dear" failed'))
    keyed = outcome(Forbidden("at /bot123456:AAHsecretsecretsecretsecret/sendMessage"))

    assert isinstance(told, Refused)
    assert "Can't parse entities" in told.reason
    assert "darling" not in told.reason
    assert "dear" not in str(page)
    assert "AAHsecret" not in f"{told} {keyed}"

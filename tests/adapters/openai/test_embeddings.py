"""Embeddings over the wire: what servers answer, and what is never told of it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta

import pytest
from pydantic import SecretStr

from adapters.openai.embeddings import AT_ONCE, READS, OpenAIEmbedder
from core.errors import BrokenAnswer, CircadiaError, Misconfigured, ModelBusy, Retryable
from tests.adapters.openai.conftest import KEY, LeapingClock
from tests.servers.models import Body, ModelServer, Response, Rule, always, error, once

WORDS = "my secret diary"


@asynccontextmanager
async def asking(
    server: ModelServer, *, key: str | None = KEY, deadline: float = 10
) -> AsyncIterator[OpenAIEmbedder]:
    made = OpenAIEmbedder(
        "tiny",
        url=server.url,
        key=None if key is None else SecretStr(key),
        deadline=timedelta(seconds=deadline),
        clock=LeapingClock(),
    )
    yield made
    await made.close()


def answers(data: object) -> Response:
    return Response(body={"object": "list", "data": data})


def vectors(*rows: object) -> Response:
    return answers([{"index": place, "embedding": row} for place, row in enumerate(rows)])


async def test_the_key_the_model_and_plain_numbers_are_sent() -> None:
    async with ModelServer() as server, asking(server) as made:
        await made.embed([WORDS], query=True)

    assert server.headers[0]["Authorization"] == f"Bearer {KEY}"
    assert server.requests == [{"model": "tiny", "input": [WORDS], "encoding_format": "float"}]


async def test_without_a_key_none_is_sent() -> None:
    async with ModelServer() as server, asking(server, key=None) as made:
        await made.embed([WORDS], query=True)

    assert "Authorization" not in server.headers[0]


async def test_the_size_is_learned_from_the_first_answer() -> None:
    async with ModelServer(always(vectors([1.0] * 7))) as server, asking(server) as made:
        before = made.size
        await made.embed([WORDS], query=True)

        assert (before, made.size) == (None, 7)


async def test_numbered_vectors_are_put_in_order() -> None:
    rows = [{"index": place, "embedding": [1.0, place]} for place in (2, 0, 3, 1)]
    async with ModelServer(always(answers(rows))) as server, asking(server) as made:
        found = await made.embed(list("abcd"), query=False)

    assert [one.vector[1] / one.vector[0] for one in found] == pytest.approx([0, 1, 2, 3])


async def test_many_texts_go_in_several_requests_and_long_ones_cut() -> None:
    async with ModelServer() as server, asking(server) as made:
        found = await made.embed(["x" * 20_000] * (AT_ONCE + 1), query=False)

    assert len(found) == AT_ONCE + 1
    assert [len(one["input"]) for one in server.requests] == [AT_ONCE, 1]
    assert {len(text) for one in server.requests for text in one["input"]} == {READS}


@pytest.mark.parametrize(
    ("rule", "kind"),
    [
        pytest.param(always(error(401, f"wrong key {KEY}")), Misconfigured, id="401"),
        pytest.param(always(error(400, WORDS)), Misconfigured, id="400"),
        pytest.param(always(error(429, WORDS)), ModelBusy, id="429"),
        pytest.param(always(error(503, WORDS)), ModelBusy, id="503"),
        pytest.param(always(Response(body="<html>hello")), BrokenAnswer, id="no JSON"),
        pytest.param(always(Response(body="[" * 100_000)), BrokenAnswer, id="JSON without end"),
        pytest.param(always(Response(body=[1])), BrokenAnswer, id="another JSON"),
        pytest.param(always(Response(body={"data": None})), BrokenAnswer, id="no data"),
        pytest.param(always(answers([[1.0]])), BrokenAnswer, id="bare vectors"),
        pytest.param(always(answers([{"index": 0}])), BrokenAnswer, id="no vector"),
        pytest.param(always(vectors()), BrokenAnswer, id="too few"),
        pytest.param(always(vectors([1.0], [1.0])), BrokenAnswer, id="too many"),
        pytest.param(always(vectors([])), BrokenAnswer, id="an empty vector"),
        pytest.param(always(vectors(1.0)), BrokenAnswer, id="a number"),
        pytest.param(always(vectors([[1.0]])), BrokenAnswer, id="nested"),
        pytest.param(always(vectors("AACAPw==")), BrokenAnswer, id="letters"),
        pytest.param(always(vectors([1.0, None])), BrokenAnswer, id="a hole"),
        pytest.param(always(vectors([0.0, 0.0])), BrokenAnswer, id="no direction"),
        pytest.param(
            always(Response(body='{"data": [{"embedding": [NaN]}]}')), BrokenAnswer, id="NaN"
        ),
        pytest.param(
            always(Response(body='{"data": [{"embedding": [1e200]}]}')),
            BrokenAnswer,
            id="too large",
        ),
        pytest.param(always(vectors([10**400])), BrokenAnswer, id="no float is so large"),
        pytest.param(always(vectors([1.0] * 20_000)), BrokenAnswer, id="too long"),
        pytest.param(always(Response(body="a" * 5 * 2**20)), BrokenAnswer, id="longer than any"),
    ],
)
async def test_what_goes_wrong_is_one_of_ours_and_tells_neither_text_nor_key(
    rule: Rule, kind: type[CircadiaError]
) -> None:
    async with ModelServer(rule) as server, asking(server) as made:
        with pytest.raises(kind) as raised:
            await made.embed([WORDS], query=False)

    told = f"{raised.value}{raised.value.__cause__}"
    assert WORDS not in told
    assert KEY not in told
    assert "tiny@127.0.0.1" in told
    assert "[embeddings]" in told


async def test_another_size_than_before_is_a_broken_answer() -> None:
    sizes = [once(vectors([1.0] * size)) for size in (48, 64, 48)]
    async with ModelServer(*sizes) as server, asking(server) as made:
        await made.embed([WORDS], query=False)

        with pytest.raises(BrokenAnswer, match="64 numbers where there were 48"):
            await made.embed([WORDS], query=False)

        assert len(await made.embed([WORDS], query=False)) == 1


async def test_rows_of_different_lengths_are_a_broken_answer() -> None:
    uneven = always(vectors([1.0], [1.0, 2.0]))
    async with ModelServer(uneven) as server, asking(server) as made:
        with pytest.raises(BrokenAnswer):
            await made.embed([WORDS, "more"], query=False)


async def test_a_refused_port_may_work_later() -> None:
    async with ModelServer() as server:
        pass

    async with asking(server) as made:
        with pytest.raises(Retryable):
            await made.embed([WORDS], query=False)


async def test_closing_ends_what_is_under_way_with_an_error_of_ours() -> None:
    async with ModelServer(silent=True) as server, asking(server) as made:
        call = asyncio.get_running_loop().create_task(made.embed([WORDS], query=False))
        while not server.requests:
            await asyncio.wait([call], timeout=0.001)

        await made.close()

        with pytest.raises(CircadiaError):
            await call


async def test_a_silent_server_is_given_up() -> None:
    async with ModelServer(silent=True) as server, asking(server, deadline=0.05) as made:
        with pytest.raises(ModelBusy, match="in time"):
            await made.embed([WORDS], query=False)


async def test_the_wait_that_a_server_asks_for_is_told_and_left_to_the_caller() -> None:
    busy = always(Response(status=429, body={}, headers={"Retry-After": "120"}))
    async with ModelServer(busy) as server, asking(server) as made:
        with pytest.raises(ModelBusy) as raised:
            await made.embed([WORDS], query=False)

    assert raised.value.retry_after == timedelta(minutes=2)
    assert len(server.requests) == 1


async def test_one_refused_request_ends_the_call_and_nothing_else() -> None:
    def second(body: Body) -> Response | None:
        return error(500, "no") if len(server.requests) == 2 else None

    async with ModelServer(second) as server, asking(server) as made:
        with pytest.raises(ModelBusy):
            await made.embed([WORDS] * (2 * AT_ONCE), query=False)
        again = await asyncio.gather(*(made.embed([WORDS], query=True) for _ in range(5)))

    assert [len(one) for one in again] == [1] * 5

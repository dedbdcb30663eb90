"""One model on one server: single calls, and what they teach about the server."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractContextManager
from typing import Any, cast

import openai
import structlog

from adapters.openai.config import ServerConfig, origin
from adapters.openai.connection import connected, unsent
from adapters.openai.errors import BadRequest, Busy, TooBig, translated
from adapters.openai.gathering import Gathering
from adapters.openai.habits import Habits
from adapters.openai.translate import Ask, from_wire, least_tokens, to_wire
from core.conversation.model import Completion, Prompt
from core.engine.ports import Clock
from core.errors import BrokenAnswer

log = structlog.get_logger()


class Server:
    """Asks once and translates; it neither waits nor tries again, but for refused parameters."""

    def __init__(self, config: ServerConfig, clock: Clock) -> None:
        self.config = config
        self.label = f"{config.name}@{origin(config.url)}"
        """Names it in logs and traces."""
        self.habits = Habits.of(config)
        self._clock = clock
        self._headers = unsent(config.key)
        self._client = connected(
            self.label,
            url=config.url,
            key=config.key,
            connect=config.connect,
            read=config.read,
        )

    async def complete(self, ask: Ask) -> Completion:
        """Return one completion."""
        body = await self._send(ask, stream=False)
        if not isinstance(body, openai.BaseModel):
            raise BrokenAnswer(f"{self.label} answered no JSON: check that the url ends in its API")
        with self.translated():
            read = body.to_dict(mode="json", warnings=False)
        completion = from_wire(read, self.label)
        self.heed(ask.prompt, completion)
        return completion

    async def open(self, ask: Ask) -> "Opened":
        """Return a stream of which something has come; `Busy` if it ends or fails before."""
        stream = await self._send(ask, stream=True)
        if not isinstance(stream, openai.AsyncStream):
            raise BrokenAnswer(f"{self.label} answered no stream: check that the url is right")
        opened = Opened(stream, self, ask.prompt)
        try:
            await opened.begin()
        except BaseException:
            await opened.close()
            raise
        return opened

    async def close(self) -> None:
        """Close its connections."""
        await self._client.close()

    def translated(self) -> AbstractContextManager[None]:
        """Return the context in which errors of the wire become ours."""
        return translated(self.label, self._clock.now())

    async def _send(self, ask: Ask, *, stream: bool) -> object:
        """Ask, leaving out what the server refuses; only what helped is learned."""
        habits = self.habits.copy()
        while True:
            wire = to_wire(ask, self.config, habits, stream=stream)
            try:
                with self.translated():
                    create = cast(Any, self._client.chat.completions.create)
                    answer: object = await create(
                        **wire, stream=stream, extra_headers=self._headers
                    )
            except BadRequest as refused:
                if not habits.adapt(refused.complaint, wire, spoilt=refused.spoilt):
                    raise
            except TooBig:
                if not habits.look_away(wire, lasting=False):
                    raise
            else:
                self._learn(habits)
                return answer

    def _learn(self, habits: Habits) -> None:
        habits.looks_away = False
        if habits != self.habits:
            self.habits = habits
            log.info(
                "model.adapted",
                model=self.label,
                left_out=sorted(habits.dropped),
                replays_reasoning=habits.replay_reasoning,
                sees=habits.sees,
            )

    def heed(self, prompt: Prompt, completion: Completion) -> None:
        """Warn once if far fewer tokens were read than were sent: the window is too small."""
        sent, read = least_tokens(prompt), completion.usage.tokens_in
        if self.habits.warned or not read or sent < LEAST_TO_COMPARE or read >= sent * READ_SHARE:
            return
        self.habits.warned = True
        log.warning(
            "model.prompt_cut",
            model=self.label,
            tokens_sent_at_least=sent,
            tokens_read=read,
            cure="raise the server's context window, or lower context_tokens to it",
        )


LEAST_TO_COMPARE = 500
"""Tokens; below, the estimate says too little."""

READ_SHARE = 0.8
"""Of an estimate that is low already."""


class Opened:
    """A stream that has begun."""

    def __init__(self, stream: openai.AsyncStream[Any], server: Server, prompt: Prompt) -> None:
        self._stream = stream
        self._server = server
        self._prompt = prompt
        self._gathering = Gathering(server.label)
        self._ready = ""
        """Text that came while it began."""

    async def begin(self) -> None:
        """Read until something of an answer has come."""
        while not self._gathering.begun:
            piece = await self._next()
            if piece is None:
                raise Busy(f"{self._server.label} ended its answer before it began")
            self._ready += piece

    async def pieces(self, left_s: Callable[[], float]) -> AsyncIterator[str | Completion]:
        """Yield text as it comes and last the completion.

        A failure on the way, and no time left by `left_s`, are a cut.
        """
        if self._ready:
            yield self._ready
        while (piece := await self._next_or_cut(left_s())) is not None:
            if piece:
                yield piece
        completion = self._gathering.whole()
        self._server.heed(self._prompt, completion)
        yield completion

    async def close(self) -> None:
        """Let go of the connection."""
        await self._stream.close()

    async def _next(self) -> str | None:
        with self._server.translated():
            chunk = await anext(self._stream, None)
            read = None if chunk is None else chunk.to_dict(mode="json")
        return None if read is None else self._gathering.add(read)

    async def _next_or_cut(self, left_s: float) -> str | None:
        try:
            async with asyncio.timeout(left_s):  # never around a yield: it would end the consumer
                return await self._next()
        except (Busy, BrokenAnswer, TimeoutError):
            return None

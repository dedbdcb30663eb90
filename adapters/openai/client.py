"""The port ChatModel over OpenAI-compatible servers: one layer of retries, then the next server."""

import asyncio
import random
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from typing import TypeVar

import structlog

from adapters.openai.config import ServerConfig
from adapters.openai.errors import Busy
from adapters.openai.ladder import Ladder
from adapters.openai.patience import Patience, Tries
from adapters.openai.server import Opened, Server
from adapters.openai.translate import Ask
from core.conversation.model import Completion, Prompt, Usage
from core.conversation.ports import Shape, Structured
from core.engine.ports import Clock
from core.errors import CircadiaError, Misconfigured, ModelBusy

log = structlog.get_logger()

Got = TypeVar("Got")


class OpenAIChat:
    """Asks the first server, and each further one when those before it fail."""

    def __init__(
        self, servers: Sequence[ServerConfig], *, clock: Clock, rng: random.Random
    ) -> None:
        if not servers:
            raise ValueError("a chat model needs at least one server, got none")
        self._servers = [Server(config, clock) for config in servers]
        self._deadline = servers[0].deadline
        self._clock = clock
        self._rng = rng

    @property
    def sees(self) -> bool:
        """Return whether the first server looks at images, as far as is known."""
        return self._servers[0].habits.sees

    async def generate(self, prompt: Prompt) -> Completion:
        """Return one completion."""
        ask = Ask(prompt=prompt)

        async def once(server: Server, patience: Patience) -> Completion:
            return await self._tries(server, patience, lambda: server.complete(ask))

        return await self._on_servers(once, Patience(self._clock, self._deadline))

    async def stream(self, prompt: Prompt) -> AsyncGenerator[str | Completion, None]:
        """Yield pieces of text as they come, and last the whole completion."""
        ask = Ask(prompt=prompt)

        async def once(server: Server, patience: Patience) -> Opened:
            return await self._tries(server, patience, lambda: server.open(ask))

        patience = Patience(self._clock, self._deadline)
        opened = await self._on_servers(once, patience)
        try:
            async for piece in opened.pieces(lambda: patience.left_s):
                yield piece
        finally:
            await opened.close()

    async def structured(self, prompt: Prompt, shape: type[Shape]) -> Structured[Shape]:
        """Return an answer that validates as `shape`, and what all its calls took."""
        spent: list[Usage] = []

        async def once(server: Server, patience: Patience) -> Shape:
            async def call(ask: Ask, patient: bool) -> Completion:
                completion = await self._tries(
                    server, patience, lambda: server.complete(ask), patient=patient
                )
                spent.append(completion.usage)
                return completion

            return await Ladder(call, lambda: server.habits, shape).answer(prompt)

        value = await self._on_servers(once, Patience(self._clock, self._deadline))
        return Structured(value=value, usage=sum(spent, Usage()))

    async def close(self) -> None:
        """Close all connections."""
        for server in self._servers:
            await server.close()

    async def _on_servers(
        self, once: Callable[[Server, Patience], Awaitable[Got]], patience: Patience
    ) -> Got:
        """Return what the first server that can brings; each has its share of the time left."""
        failed: CircadiaError | None = None
        for place, server in enumerate(self._servers):
            share = Patience(self._clock, patience.left / (len(self._servers) - place))
            if failed is not None:
                log.warning("model.fell_back", model=server.label, reason=type(failed).__name__)
            try:
                async with asyncio.timeout(share.left_s):
                    return await once(server, share)
            except TimeoutError:
                failed = Busy(f"{server.label} did not answer in its share of the time")
            except (ModelBusy, Misconfigured) as error:
                failed = error
        raise failed or ModelBusy("no server had time to answer")

    async def _tries(
        self,
        server: Server,
        patience: Patience,
        once: Callable[[], Awaitable[Got]],
        *,
        patient: bool = True,
    ) -> Got:
        tries = Tries(
            label=server.label, retries=server.config.retries, clock=self._clock, rng=self._rng
        )
        return await tries.of(once, patience, faults=patient)

"""A companion on a stage that speaks, rewrites, sees and hears through a model server."""

import asyncio
import json
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import timedelta
from random import Random
from typing import Any

from adapters.openai.client import OpenAIChat
from adapters.openai.config import ServerConfig, TranscriptionConfig
from adapters.openai.transcription import OpenAITranscriber
from bot.messengers import Served
from core.conversation.model import AccountId, ConversationId, Said
from core.conversation.service import PromptedConversation, PromptedRewrite, ReplySettings
from core.engine.ports import Stores
from core.engine.service import Seat
from core.prompts.templates import Prompts
from tests.scenarios.platforms import REAL, SECOND, TELEGRAM, Stage, staged
from tests.servers.models import Body, ModelServer, Response, Rule
from tests.world import ALWAYS_THERE, MINA

SETTINGS = ReplySettings()
EAR = "whisper-1"


class Voiced(Stage):
    """A stage whose companion asks the `model` for its words, over the library's own client."""

    def __init__(
        self,
        model: ModelServer,
        *,
        sees: bool = False,
        hears: bool = False,
        answers_within: timedelta = timedelta(seconds=20),
        **how: Any,
    ) -> None:
        """Take who answers; the platforms are given up after `answers_within`."""
        super().__init__(**how)
        self.model = model
        self._sees, self._hears, self._within = sees, hears, answers_within
        self._clients = AsyncExitStack()

    async def forgets(self) -> None:
        """Close what a process opened."""
        await self._clients.aclose()

    def _seat(self, messenger: Served) -> Seat:
        server = ServerConfig(url=self.model.url, name="scripted", sees=self._sees)
        prompts = Prompts.load()
        chat = OpenAIChat([server], clock=REAL, rng=Random(7))
        self._clients.push_async_callback(chat.close)
        return Seat(
            messenger=messenger,
            persona=MINA,
            conversation=PromptedConversation(
                chat, prompts=prompts, settings=SETTINGS, now=self.clock.now
            ),
            rewrite=PromptedRewrite(chat, prompts=prompts),
            transcriber=self._ear() if self._hears else None,
            life=ALWAYS_THERE,
        )

    def _ear(self) -> OpenAITranscriber:
        heard = TranscriptionConfig(url=self.model.url, model=EAR)
        transcriber = OpenAITranscriber(heard, clock=REAL, rng=Random(7))
        self._clients.push_async_callback(transcriber.close)
        return transcriber

    def _settings(self, account: AccountId) -> dict[str, object]:
        limit = "read_limit" if account == TELEGRAM else "request_limit"
        return {**super()._settings(account), limit: self._within}

    async def history(self) -> list[Said]:
        """Return what is kept of the first talk, oldest first."""

        def body(stores: Stores) -> list[Said]:
            return stores.messages.recent(ConversationId(1), 100)

        return await self.work.read(body)

    @property
    def asked(self) -> Sequence[Body]:
        """Return what the conversation role asked the model, oldest first."""
        return [body for body in self.model.requests if is_talk(body)]

    def prompt(self, number: int = -1) -> str:
        """Return one of these as text, images and all."""
        return json.dumps(self.asked[number]["messages"], ensure_ascii=False)


class Writing:
    """Lets a stage's model write slowly: some words, then seconds for everybody."""

    def __init__(self, stage: Voiced, *, words: int) -> None:
        self._stage, self._words = stage, words
        self.word = 0
        stage.model.pace = self._paced

    async def _paced(self, number: int) -> None:
        self.word = number
        if number and number % self._words == 0:
            await REAL.sleep(timedelta(seconds=0.02))
            self._stage.leaps(3 * SECOND)


class Held:
    """Lets a stage's model answer nothing before it may."""

    def __init__(self, stage: Voiced) -> None:
        self._free = asyncio.Event()
        stage.model.pace = self._paced

    def may_answer(self) -> None:
        self._free.set()

    async def _paced(self, _: int) -> None:
        await self._free.wait()


def is_talk(body: Mapping[str, Any]) -> bool:
    """Return whether a request asks for words: no structured answer, no voice."""
    return "messages" in body and not {"response_format", "tools"} & body.keys()


def rewriting(*messages: str) -> Rule:
    """Answer every question whether a draft still fits with these `messages` in its place."""
    told = json.dumps({"rewrite": True, "messages": messages, "reason": "it has changed"})

    def rule(body: Body) -> Response | None:
        return None if is_talk(body) or "messages" not in body else completion(told, body)

    return rule


def completion(text: str, body: Body) -> Response:
    """Return a whole answer."""
    choice = {"index": 0, "finish_reason": "stop"}
    message = {"role": "assistant", "content": text}
    usage = {"prompt_tokens": 50, "completion_tokens": 5, "total_tokens": 55}
    frame = {"id": "x", "object": "chat.completion", "created": 0, "model": body["model"]}
    return Response(body={**frame, "choices": [{**choice, "message": message}], "usage": usage})


@asynccontextmanager
async def voiced(stage: Voiced) -> AsyncIterator[Voiced]:
    """Hold all servers, and a process."""
    async with stage.model, staged(stage):
        try:
            async with stage.lives():
                yield stage
        finally:
            await stage.forgets()

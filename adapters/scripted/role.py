"""A conversation role and a rewrite role that say what they were told to say."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import timedelta

from core.conversation.model import (
    Answer,
    Draft,
    Failure,
    ReplyRequest,
    RewriteDecision,
    RewriteRequest,
    Step,
    Usage,
)
from core.conversation.ports import Tool
from core.engine.ports import Clock

Words = str | tuple[str, ...] | Draft | Answer | Failure
"""One answer: a bubble, several, none at all, a whole draft, or more than that."""

Reply = Words | Callable[[ReplyRequest], Words]
"""An answer, or who makes it from the request."""


class ScriptedRole:
    """The port ConversationRole for tests, demos and benchmarks; keeps what it was asked."""

    def __init__(
        self,
        replies: Iterable[Reply],
        *,
        clock: Clock,
        thinks: timedelta = timedelta(0),
        writes: timedelta = timedelta(0),
        costs: int = 0,
        spends: int | None = None,
        loop: bool = False,
        sees: bool = False,
    ) -> None:
        """Answer with `replies` in order, each after `thinks`.

        Where the first bubble may be shown as it grows, it grows by a word each `writes`.

        A reply may cost `costs` tokens, and takes `spends` of them (all, if left out).

        With `loop` the last one is repeated for ever.
        """
        self.requests: list[ReplyRequest] = []
        self.tools: tuple[Tool, ...] = ()
        """Those of the last request."""
        self._replies = list(replies)
        self._clock, self._thinks, self._loop = clock, thinks, loop
        self._writes, self._sees = writes, sees
        self._costs = costs
        self._spends = costs if spends is None else spends

    @property
    def most_tokens(self) -> int:
        """Return what one reply may take."""
        return self._costs

    @property
    def sees(self) -> bool:
        """Return what it was told."""
        return self._sees

    async def reply(self, request: ReplyRequest, tools: Sequence[Tool] = ()) -> Answer | Failure:
        """Return the next reply; `LookupError` when the script has run out."""
        self.requests.append(request)
        self.tools = tuple(tools)
        await self._clock.sleep(self._thinks)
        if not self._replies:
            raise LookupError(f"the script has no reply number {len(self.requests)}")
        reply = self._replies[0] if self._only_last() else self._replies.pop(0)
        usage = Usage(tokens_in=self._spends, calls=1)
        request.purse.pay(usage)
        said = reply(request) if callable(reply) else reply
        if isinstance(said, Failure):
            return said
        answer = _answer(said)
        await self._write(answer.draft, request)
        step = Step(model="scripted", finish="stop", usage=usage)
        return replace(answer, steps=answer.steps or (step,))

    async def _write(self, draft: Draft, request: ReplyRequest) -> None:
        """Show the first bubble word by word, if someone wants to see it grow."""
        if request.growing is None or not draft.messages:
            return
        text = draft.messages[0]
        for number, word in enumerate(re.finditer(r"\S+", text)):
            await self._clock.sleep(self._writes if number else timedelta(0))
            await request.growing(text[: word.end()])

    def _only_last(self) -> bool:
        return self._loop and len(self._replies) == 1


def _answer(said: str | tuple[str, ...] | Draft | Answer) -> Answer:
    match said:
        case Answer():
            return said
        case Draft():
            return Answer(draft=said)
        case str():
            return Answer(draft=Draft(messages=(said,)))
        case _:
            return Answer(draft=Draft(messages=said))


class ScriptedRewrite:
    """The port RewriteRole: the decisions in order, then always that the draft fits."""

    def __init__(self, decisions: Iterable[RewriteDecision]) -> None:
        self.requests: list[RewriteRequest] = []
        self._decisions = list(decisions)

    @property
    def most_tokens(self) -> int:
        """Return 0."""
        return 0

    async def decide(self, request: RewriteRequest) -> RewriteDecision:
        """Return the next decision."""
        self.requests.append(request)
        if self._decisions:
            return self._decisions.pop(0)
        return RewriteDecision(rewrite=False, reason="the script says so")

"""Who plays along: roles that say what they are told to, and remember what they were asked."""

import json
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta

from core import (
    Block,
    Completion,
    DayLine,
    Draft,
    Event,
    FactDraft,
    Finish,
    InitialisationRequest,
    Message,
    PlanRequest,
    Prompt,
    ReplyRequest,
    RewriteDecision,
    RewriteRequest,
    ToolCall,
)

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)
MIDNIGHT = datetime(2026, 5, 1, tzinfo=UTC)
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def says(content: str, hours: float = 0, sender: str = "user") -> Message:
    return Message(sender=sender, time=NOON + hours * HOUR, content=content)


class Beginner:
    def __init__(self, *facts: FactDraft, error: Exception | None = None) -> None:
        self.facts, self.error = facts, error
        self.asked: list[InitialisationRequest] = []

    async def extract_initial_facts(self, request: InitialisationRequest) -> Sequence[FactDraft]:
        self.asked.append(request)
        if self.error is not None:
            raise self.error
        return self.facts


class Speaker:
    def __init__(self, *messages: str, reasoning: str | None = None) -> None:
        self.draft = Draft(messages=messages, reasoning=reasoning)
        self.asked: list[ReplyRequest] = []

    async def generate_reply(self, request: ReplyRequest) -> Draft:
        self.asked.append(request)
        return self.draft


class Editor:
    def __init__(self, decision: RewriteDecision) -> None:
        self.decision = decision
        self.asked: list[RewriteRequest] = []

    async def decide(self, request: RewriteRequest) -> RewriteDecision:
        self.asked.append(request)
        return self.decision


Plan = Sequence[Block] | Sequence[DayLine]


class Planning:
    """Answers each request by the next of `plans`; an error among them is raised."""

    def __init__(self, *plans: Callable[[PlanRequest], Plan] | Exception) -> None:
        self.plans = list(plans)
        self.asked: list[PlanRequest] = []

    async def plan(self, request: PlanRequest) -> Plan:
        self.asked.append(request)
        plan = self.plans.pop(0)
        if isinstance(plan, Exception):
            raise plan
        return plan(request)


class Ear:
    """Hears events."""

    def __init__(self) -> None:
        self.heard: list[Event] = []

    @property
    def names(self) -> list[str]:
        return [event.name for event in self.heard]

    def __call__(self, event: Event) -> None:
        self.heard.append(event)


def calls(name: str, **arguments: object) -> Completion:
    """Ask for one tool."""
    return asks(ToolCall(id="", name=name, arguments=json.dumps(arguments)))


def asks(*tools: ToolCall) -> Completion:
    return Completion(text="", finish=Finish.TOOLS, calls=tools)


Said = str | Completion | Exception


class Chatter:
    """A conversation role that can only chat: one reply a call, an error among them is raised."""

    def __init__(self, *replies: Said) -> None:
        self.replies = list(replies)
        self.asked: list[Prompt] = []

    async def generate(self, prompt: Prompt) -> Completion:
        self.asked.append(prompt)
        reply = self.replies.pop(0)
        if isinstance(reply, Exception):
            raise reply
        return (
            reply if isinstance(reply, Completion) else Completion(text=reply, finish=Finish.STOP)
        )

    @property
    def rules(self) -> str:
        """The system line of the last call."""
        return self.asked[-1].lines[0].text

    @property
    def told(self) -> str:
        """All that stood behind it."""
        return "\n".join(line.text for line in self.asked[-1].lines[1:])

    @property
    def offered(self) -> list[list[str]]:
        """The tools of each call."""
        return [[tool.name for tool in prompt.tools] for prompt in self.asked]

"""Values that the tests of this folder share."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from core.conversation.model import (
    ChatKind,
    Completion,
    Context,
    Finish,
    IdentityId,
    MessageId,
    Mode,
    Prompt,
    Purse,
    ReplyRequest,
    Said,
    ToolCall,
    ToolSpec,
    Usage,
)
from core.conversation.rules.context import conversation_window_label
from core.persona.model import Persona, SpaceId

TOKYO = ZoneInfo("Asia/Tokyo")
NOW = datetime(2026, 5, 1, 0, 5, tzinfo=UTC)
"""Friday, 09:05 in Tokyo."""
MINA = Persona(
    space=SpaceId("mina"), display_name="Mina", seed="Mina likes quiet cafes.", zone=TOKYO
)


def said(
    number: int,
    text: str,
    *,
    by: str | None = "Anna",
    at: datetime = NOW,
    album: str | None = None,
    sender: str | None = None,
) -> Said:
    """Return one message; `by` None is the companion's."""
    return Said(
        id=MessageId(number),
        by_companion=by is None,
        sender=None if by is None else IdentityId(sender or f"console:{by}"),
        sender_name=by or "Mina",
        text=text,
        sent_at=at,
        album=album,
    )


def request(
    *history: Said,
    persona: Persona = MINA,
    now: datetime = NOW,
    mode: Mode = "reply",
    chat_kind: ChatKind = ChatKind.DIRECT,
    user_message: str | None = None,
    unsaid: tuple[str, ...] = (),
    purse: int = 1_000_000,
) -> ReplyRequest:
    """Return a request that answers the last message of `history`."""
    told = history or (said(1, "hello there"),)
    return ReplyRequest(
        persona=persona,
        now=now,
        mode=mode,
        context=Context(
            history=told,
            conversation_window_label=conversation_window_label(now, told, persona.zone),
            unsaid=unsaid,
        ),
        chat_kind=chat_kind,
        user_message=told[-1].text if user_message is None else user_message,
        language="en",
        greeted=True,
        purse=Purse(purse),
        dice=7,
    )


def completion(
    text: str = "",
    *calls: ToolCall,
    finish: Finish | None = None,
    reasoning: str | None = None,
    tokens_in: int = 100,
    tokens_out: int = 10,
) -> Completion:
    """Return what a call brings back."""
    return Completion(
        text=text,
        finish=finish or (Finish.TOOLS if calls else Finish.STOP),
        calls=calls,
        reasoning=reasoning,
        usage=Usage(tokens_in=tokens_in, tokens_out=tokens_out, calls=1),
        model="fake",
    )


def call(name: str = "recall", arguments: str = '{"query": "x"}', id: str = "c1") -> ToolCall:
    """Return a call of a tool."""
    return ToolCall(id=id, name=name, arguments=arguments)


class Recall:
    """A tool that remembers what it was asked."""

    def __init__(self, result: str = "likes coffee") -> None:
        self.result = result
        self.asked: list[str] = []

    @property
    def spec(self) -> ToolSpec:
        return ToolSpec(name="recall", description="Look up.", parameters={"type": "object"})

    async def call(self, arguments: str) -> str:
        self.asked.append(arguments)
        return self.result


class Ticks:
    """A clock that moves half a second with every look."""

    def __init__(self) -> None:
        self.at = NOW

    def __call__(self) -> datetime:
        self.at += timedelta(seconds=0.5)
        return self.at


def system_of(prompt: Prompt) -> str:
    """Return the system line."""
    return prompt.lines[0].text


def talk_of(prompt: Prompt) -> Sequence[tuple[str, str]]:
    """Return role and text of every other line."""
    return [(line.role, line.text) for line in prompt.lines[1:]]

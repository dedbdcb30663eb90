"""What strict servers accept: one order of roles, every call answered once."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from core.conversation.model import Line, ToolCall

STAND_IN = "…"
"""A user line where the order needs one and nobody said anything."""
UNANSWERED = "error: this call was not carried out"
NO_RESULT = "(no result)"


def legal_sequence(lines: Sequence[Line]) -> tuple[Line, ...]:
    """Return `lines` as every server takes them; legal ones come back unchanged.

    At most one system line, first. Then the first line is a user's, the last a user's or a tool
    result; two lines of one role in a row are merged by a blank line, so users and assistant take
    turns. Tool lines directly follow the assistant line whose calls they answer, in the order of
    the calls, each call once: a missing result becomes an error text. Empty lines, results that
    answer nothing and repeated call ids of one line are dropped; nothing else is lost. Fields
    that a role can't have are emptied.
    """
    told = [line for line in map(_of_its_role, lines) if line.text.strip() or line.calls]
    system = "\n\n".join(line.text for line in told if line.role == "system")
    body: list[Line] = []
    for line in _paired([line for line in told if line.role != "system"]):
        if body and _continues(body[-1], line):
            body[-1] = _merged(body[-1], line)
        else:
            body.append(line)
    if not body or body[0].role == "assistant":
        body.insert(0, Line(role="user", text=STAND_IN))
    if body[-1].role == "assistant":
        body.append(Line(role="user", text=STAND_IN))
    head = (Line(role="system", text=system),) if system else ()
    return (*head, *body)


def _of_its_role(line: Line) -> Line:
    """Return `line` without what its role can't have."""
    if line.role == "assistant":
        firsts: dict[str, ToolCall] = {}
        for call in line.calls:
            firsts.setdefault(call.id, call)
        return replace(line, calls=tuple(firsts.values()), answers=None, images=())
    if line.role == "tool":
        text = line.text if line.text.strip() else NO_RESULT
        return replace(line, text=text, calls=(), reasoning=None, images=())
    images = line.images if line.role == "user" else ()
    return replace(line, calls=(), answers=None, reasoning=None, images=images)


def _paired(lines: Sequence[Line]) -> Iterator[Line]:
    """Yield `lines` with each call answered right after it, and no other tool line."""
    at = 0
    while at < len(lines):
        line = lines[at]
        at += 1
        if line.role == "tool":
            continue
        yield line
        if not line.calls:
            continue
        results: dict[str | None, Line] = {}
        while at < len(lines) and lines[at].role == "tool":
            results.setdefault(lines[at].answers, lines[at])
            at += 1
        for call in line.calls:
            missing = Line(role="tool", text=UNANSWERED, answers=call.id)
            yield results.get(call.id, missing)


def _continues(before: Line, line: Line) -> bool:
    return before.role == line.role != "tool"


def _merged(before: Line, line: Line) -> Line:
    """Return both as one; `before` has no calls, for its results would stand between."""
    return replace(
        line,
        text=_joined(before.text, line.text) or "",
        reasoning=_joined(before.reasoning, line.reasoning),
        images=(*before.images, *line.images),
    )


def _joined(first: str | None, second: str | None) -> str | None:
    parts = [part for part in (first, second) if part and part.strip()]
    return "\n\n".join(parts) if parts else None

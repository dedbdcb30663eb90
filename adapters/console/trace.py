"""The record of a turn as lines for the debug view; pure, and content with any trace."""

from collections.abc import Mapping

from core.engine.model import BubbleState, TurnRecord


def trace_lines(record: TurnRecord) -> list[str]:
    """Return what the turn rested on and how it went; what the trace lacks is left out."""
    trace, turn = record.trace, record.turn
    lines = [f"turn {turn.id}: {trace.get('outcome') or turn.outcome or turn.state}"]
    lines += [
        f"bubble {bubble.position}: {bubble.state}"
        + (f", {bubble.reason}" if bubble.reason else "")
        for bubble in record.bubbles
        if bubble.state is not BubbleState.DELIVERED
    ]
    lines += _items("context", trace.get("items"))
    lines += _items("left out", trace.get("left_out"))
    lines += _memory(trace.get("memory"))
    lines += [f"step {at}: {_step(step)}" for at, step in enumerate(_maps(trace.get("steps")), 1)]
    lines += _pairs("waited", trace.get("waited"))
    lines += _pairs("failure", trace.get("failure"))
    lines += _listed("notes", trace.get("notes"))
    lines += _rewrite(trace.get("rewrite"))
    lines += _pairs("times", trace.get("times"))
    if reasoning := trace.get("reasoning"):
        lines += ["reasoning:", *(f"  {line}" for line in str(reasoning).splitlines())]
    return lines


def _items(label: str, value: object) -> list[str]:
    items = _maps(value)
    if not items:
        return []
    total = sum(tokens for item in items if isinstance(tokens := item.get("tokens"), int))
    refs = ", ".join(f"{item.get('ref', '?')} ({item.get('tokens', '?')})" for item in items)
    return [f"{label}, {total} tokens: {refs}"]


def _memory(value: object) -> list[str]:
    """Return what memory did: what came up by which score, what was kept, and what was not."""
    if not isinstance(value, Mapping):
        return []
    lines = _pairs("recalled", value.get("scores"))
    for label in ("looked_up", "done", "saved", "verdicts", "refused", "notes"):
        lines += _listed(f"memory, {label.replace('_', ' ')}", value.get(label))
    return lines


def _step(step: Mapping[str, object]) -> str:
    usage = step.get("usage")
    counts = usage if isinstance(usage, Mapping) else step
    parts = [str(step.get("model") or "no model"), str(step.get("finish", "?"))]
    if "tokens_in" in counts or "tokens_out" in counts:
        parts.append(f"{counts.get('tokens_in', 0)} in + {counts.get('tokens_out', 0)} out tokens")
    if isinstance(took := step.get("took_s"), int | float):
        parts.append(f"{took:.2f} s")
    tools = step.get("tools")
    if isinstance(tools, list | tuple) and tools:
        parts.append("tools " + ", ".join(str(tool) for tool in tools))
    return ", ".join(parts)


def _rewrite(value: object) -> list[str]:
    if not isinstance(value, Mapping):
        return [f"rewrite: {value}"] if value else []
    decision = "draft replaced" if value.get("rewrite") else "draft kept"
    return [f"rewrite: {decision}{_because(value.get('reason'))}"]


def _because(reason: object) -> str:
    return f", {reason}" if reason else ""


def _listed(label: str, value: object) -> list[str]:
    if isinstance(value, list | tuple) and value:
        return [f"{label}: " + ", ".join(str(one) for one in value)]
    return []


def _pairs(label: str, value: object) -> list[str]:
    if isinstance(value, Mapping) and value:
        return [f"{label}: " + ", ".join(f"{key} {one}" for key, one in value.items())]
    return []


def _maps(value: object) -> list[Mapping[str, object]]:
    if not isinstance(value, list | tuple):
        return []
    return [one for one in value if isinstance(one, Mapping)]

"""The trace of a turn as JSON: references and figures; texts stay in their own rows."""

from collections.abc import Mapping
from dataclasses import asdict

from core.conversation.model import Answer, ContextItem, Silence
from core.engine.service.thinking import Thought


def trace_of(thought: Thought) -> Mapping[str, object]:
    """Return what `/why` and the debug view show: context, steps, reasoning, decisions, times."""
    result = thought.result
    trace: dict[str, object] = {
        "started_at": thought.started_at.isoformat(),
        "took_s": (thought.ended_at - thought.started_at).total_seconds(),
        "tokens_in": thought.purse.usage.tokens_in,
        "tokens_out": thought.purse.usage.tokens_out,
        "calls": thought.purse.usage.calls,
        "attempts": thought.turn.attempts,
        "steps": [] if isinstance(result, Silence) else [asdict(step) for step in result.steps],
    }
    if isinstance(result, Answer):
        trace["items"] = [_item(item) for item in result.items]
        trace["left_out"] = [_item(item) for item in result.left_out]
        trace["notes"] = list(result.notes)
        trace["reasoning"] = result.draft.reasoning
        trace["reaction"] = result.draft.reaction
    elif isinstance(result, Silence):
        trace["silence"] = result.reason
    else:
        trace["failure"] = {"reason": result.reason, "detail": result.detail}
    if thought.decision is not None:
        trace["rewrite"] = {
            "rewrite": thought.decision.rewrite,
            "reason": thought.decision.reason,
            "saw": [f"msg:{id_}" for id_ in thought.seen],
        }
    return trace


def _item(item: ContextItem) -> Mapping[str, object]:
    return {"ref": item.ref, "part": item.part, "tokens": item.tokens}

"""The trace of a turn as JSON: references and figures; texts stay in their own rows."""

from collections.abc import Mapping
from dataclasses import asdict
from datetime import datetime, timedelta

from core.availability.model import AnswerAt, AnswerReason, Wait, Yawn
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
    if thought.turn.waited is not None:
        trace["waited"] = thought.turn.waited
    if thought.decision is not None:
        trace["rewrite"] = {
            "rewrite": thought.decision.rewrite,
            "reason": thought.decision.reason,
            "saw": [f"msg:{id_}" for id_ in thought.seen],
        }
    return trace


def wait_as_json(answer: AnswerAt) -> Mapping[str, object] | None:
    """Return why a message is answered when it is, with every draw; None if it is at once."""
    if answer.reason is AnswerReason.ONLINE:
        return None
    return {
        "until": answer.at.isoformat(),
        "reason": answer.reason.value,
        "urgent": answer.urgent,
        "draws": [_draw(step) for step in answer.steps],
    }


def _draw(step: Wait | Yawn) -> Mapping[str, object]:
    """Return one draw: dice, dials and what came of them; spans in seconds."""
    kind = "wait" if isinstance(step, Wait) else "yawn"
    return {"kind": kind, **{name: _plain(value) for name, value in asdict(step).items()}}


def _plain(value: object) -> object:
    if isinstance(value, datetime):
        return value.isoformat()
    return value.total_seconds() if isinstance(value, timedelta) else value


def _item(item: ContextItem) -> Mapping[str, object]:
    return {"ref": item.ref, "part": item.part, "tokens": item.tokens}

"""From a request to the lines of its prompt, within the budgets."""

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass

from core.conversation.model import (
    ChatKind,
    ContextItem,
    IdentityId,
    Line,
    ReplyRequest,
)
from core.conversation.rules.context import (
    PER_LINE,
    cut_middle,
    estimate_tokens,
    fill,
)
from core.conversation.rules.marks import fenced, harmless, marked, named
from core.conversation.rules.names import NOBODY
from core.conversation.rules.planned import days_text, planned_items
from core.conversation.rules.remarks import (
    PER_STAMP,
    Remark,
    history_lines,
    remarks,
    speaker_names,
    to_be_answered,
    with_item,
)
from core.conversation.rules.stamps import clock_line
from core.conversation.service.portrait import portrait
from core.conversation.service.recollecting import MemoryRules, memory_part, memory_rules
from core.conversation.service.settings import ReplySettings
from core.persona.model import Persona
from core.prompts.templates import Prompts

NEW = "msg:new"
"""Stands for what is to be answered where the history doesn't hold it."""
PER_GAP = 20
"""Tokens of the line that stands for messages without room."""
LEAST_HISTORY = 200
"""Tokens that the history gets even where the rest of the prompt fills the window."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Composed:
    """A prompt without its tools, and what went into it."""

    system: str
    lines: tuple[Line, ...]
    """Without the system line; not yet put in legal order."""
    items: tuple[ContextItem, ...]
    left_out: tuple[ContextItem, ...]
    notes: tuple[str, ...]

    @property
    def history_tokens(self) -> int:
        """Return what the kept history takes."""
        return sum(item.tokens for item in self.items if item.part == "history")


@dataclass(frozen=True, slots=True, kw_only=True)
class Room:
    """What one composition may take, in our own estimate of tokens."""

    history: int
    window: int
    """Prompt and tool schemas together."""


def compose(
    request: ReplyRequest, prompts: Prompts, settings: ReplySettings, room: Room
) -> Composed:
    """Return the prompt for `request`, its history within `room`."""
    names = speaker_names(request.context.history, request.persona.names)
    rules = memory_rules(request.context.recollection, teaching=request.teaching)
    stable, notes = stable_part(request.persona, prompts, settings, rules=rules)
    unsaid, unsaid_left = _unsaid(request.context.unsaid, settings.unsaid_tokens)
    planned, planned_left, schedule = _schedule(request, prompts, settings)
    brought = memory_part(
        request.context.recollection, request.language, request.persona.zone, prompts, settings
    )
    clock = clock_line(request.now, request.persona.zone)
    now = prompts.fill(
        "now",
        CLOCK=clock,
        THEIRS=_theirs(request),
        PLACE=_place(request, list(names.values())),
        LANGUAGE=harmless(request.language),
        WINDOW=request.context.conversation_window_label,
        SCHEDULE=schedule,
        MEMORY=brought.text,
        REACTION=f"{prompts.fill('reaction')}\n" if request.may_react else "",
        UNSAID=_unsaid_text(unsaid, prompts),
    )
    system = f"{stable}\n\n{now}"
    told, must = _told(request, names)
    rest = room.window - estimate_tokens(system) - 2 * PER_LINE - PER_STAMP - PER_GAP
    budget = min(room.history, max(rest, LEAST_HISTORY))
    kept, left_out = fill([remark.item for remark in told], budget, must)
    lines = history_lines(
        _kept(told, kept), zone=request.persona.zone, threshold=settings.time_threshold
    )
    last = f"now it is {clock}"
    if request.mode == "start-conversation":
        last = f"{last}. {prompts.fill('opener')}"
    return Composed(
        system=system,
        lines=(*_gap(told, left_out, must), *lines, Line(role="user", text=marked(last))),
        items=(*kept, *brought.kept, *planned, *unsaid),
        left_out=(*left_out, *brought.left_out, *planned_left, *unsaid_left),
        notes=notes,
    )


def stable_part(
    persona: Persona,
    prompts: Prompts,
    settings: ReplySettings,
    *,
    rules: MemoryRules,
) -> tuple[str, tuple[str, ...]]:
    """Return what is the same in every turn of `persona`, and notes on what was too long.

    The rules of memory stand behind the owner's words, so that these can't switch them off.
    """
    seed, whole_seed = portrait(persona, prompts, settings.seed_tokens)
    voice = cut_middle(persona.voice, settings.voice_tokens)
    system = prompts.fill(
        "conversation", NAME=persona.display_name, SEED=seed, VOICE=voice or "(nothing)"
    )
    whole = {"seed-cut": whole_seed, "voice-cut": voice == persona.voice}
    notes = tuple(note for note, intact in whole.items() if not intact)
    return f"{system}\n\n{prompts.fill(rules)}", notes


def _place(request: ReplyRequest, names: Sequence[str]) -> str:
    people = " ".join(named(name) for name in names) or "someone"
    before = "You have talked here before." if request.greeted else "You have never talked here."
    if request.chat_kind is ChatKind.DIRECT:
        return f"A direct talk with {people}. {before}"
    return f"A group, where every message begins with who wrote it: {people}. {before}"


def _theirs(request: ReplyRequest) -> str:
    """Return what time it is for the one who is talked with alone, where clocks differ."""
    theirs = request.their_zone
    if theirs is None or request.chat_kind is not ChatKind.DIRECT:
        return ""
    own, there = (request.now.astimezone(zone) for zone in (request.persona.zone, theirs))
    if own.utcoffset() == there.utcoffset():
        return ""
    return f"- Where they live it is {clock_line(request.now, theirs)}.\n"


def _schedule(
    request: ReplyRequest, prompts: Prompts, settings: ReplySettings
) -> tuple[tuple[ContextItem, ...], tuple[ContextItem, ...], str]:
    """Return what is told of the schedule, what has no room, and the text."""
    schedule, zone = request.context.schedule, request.persona.zone
    kept, left_out = planned_items(schedule, request.now, zone, settings.schedule_tokens)
    if not kept:
        return (), left_out, ""
    days = fenced(days_text(schedule, kept, request.now, zone), "schedule")
    text = prompts.fill("schedule", DAYS=days, AVAILABILITY=request.context.availability)
    return kept, left_out, f"{text}\n"


def _unsaid(
    bubbles: Sequence[str], budget: int
) -> tuple[tuple[ContextItem, ...], tuple[ContextItem, ...]]:
    items = [
        ContextItem(
            ref=f"unsaid:{position}",
            part="unsaid",
            text=harmless(text),
            tokens=estimate_tokens(text) + PER_LINE,
        )
        for position, text in enumerate(bubbles)
    ]
    return fill(items, budget)


def _unsaid_text(items: Sequence[ContextItem], prompts: Prompts) -> str:
    if not items:
        return ""
    text = "\n\n".join(item.text for item in items)
    return prompts.fill("unsaid", DRAFT=fenced(text, "unsent"))


def _told(
    request: ReplyRequest, names: Mapping[IdentityId | None, str]
) -> tuple[tuple[Remark, ...], frozenset[str]]:
    """Return what was said, and the references of what is to be answered."""
    history = request.context.history
    group = request.chat_kind is not ChatKind.DIRECT
    told = remarks(history, names, request.images, group=group)
    refs, rest = to_be_answered(history, request.user_message)
    must = frozenset(remark.item.ref for remark in told if remark.refs & refs)
    if not rest or request.mode != "reply":
        return told, must
    text = f"{named(NOBODY)} {harmless(rest)}" if group else harmless(rest)
    item = ContextItem(
        ref=NEW, part="history", text=text, tokens=estimate_tokens(text) + PER_LINE + PER_STAMP
    )
    new = Remark(
        item=item,
        by_companion=False,
        began_at=request.now,
        ended_at=request.now,
        refs=frozenset({NEW}),
    )
    at = next((at for at, remark in enumerate(told) if remark.item.ref in must), len(told))
    return (*told[:at], new, *told[at:]), must | {NEW}


def _kept(told: Sequence[Remark], kept: Sequence[ContextItem]) -> tuple[Remark, ...]:
    items = {item.ref: item for item in kept}
    return tuple(
        with_item(remark, items[remark.item.ref]) for remark in told if remark.item.ref in items
    )


def _gap(
    told: Sequence[Remark], left_out: Sequence[ContextItem], must: Set[str]
) -> tuple[Line, ...]:
    """Return a line for what is to be answered and has no room; all that is kept came later."""
    gone = {item.ref for item in left_out} & must
    count = sum(len(remark.refs) for remark in told if remark.item.ref in gone)
    if not count:
        return ()
    messages = "message" if count == 1 else "messages"
    return (Line(role="user", text=marked(f"{count} earlier {messages} left out here")),)

"""One reply while it is made: step by step, until there is an answer or a reason for none."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from core.conversation.model import (
    Answer,
    Completion,
    Draft,
    Failure,
    Finish,
    Line,
    Prompt,
    ReplyRequest,
    Step,
    ToolCall,
    Usage,
)
from core.conversation.ports import ChatModel, Tool
from core.conversation.rules.clean import clean
from core.conversation.rules.legal import STAND_IN, legal_sequence
from core.conversation.rules.loop import is_looping
from core.conversation.rules.marks import marked, unmarked
from core.conversation.rules.remarks import speaker_names
from core.conversation.rules.repeats import repeats
from core.conversation.rules.signs import without_open_sign, without_signs
from core.conversation.rules.split import to_bubbles
from core.conversation.rules.whole import whole_part
from core.conversation.service.compose import Room, compose
from core.conversation.service.gauge import Gauge
from core.conversation.service.leave import LeaveTool
from core.conversation.service.mishaps import MODEL_ERRORS, Reason, detail_of, reason_of
from core.conversation.service.settings import ReplySettings
from core.conversation.service.tools import LOOPING, Toolbox, with_own_ids
from core.errors import CircadiaError
from core.prompts.templates import Prompts

MOST_CHARACTERS = 40_000
"""What is read of one completion; no talk is longer, and work on a text takes time."""


GROWN_BY = 40
"""Characters between two looks at what is being written."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Kit:
    """What every reply of one role is made with."""

    model: ChatModel
    prompts: Prompts
    settings: ReplySettings
    toolbox: Toolbox
    gauge: Gauge
    now: Callable[[], datetime]
    """Measures how long calls take; what the model is told of time is the request's."""


class Making:
    """What was asked and came back so far for one request."""

    def __init__(self, kit: Kit, request: ReplyRequest, tools: Sequence[Tool] = ()) -> None:
        settings = kit.settings
        self._leaving = LeaveTool() if request.may_leave else None
        leaving = (self._leaving,) if self._leaving else ()
        self._toolbox = kit.toolbox.joined_by(*leaving, *tools)
        reserve = settings.max_tokens + (settings.tool_tokens if self._toolbox.specs else 0)
        window = kit.gauge.own(settings.context_tokens - reserve) - self._toolbox.tokens
        self._kit, self._request = kit, request
        self._room = Room(history=kit.gauge.own(settings.history_tokens), window=window)
        self._composed = compose(request, kit.prompts, settings, self._room)
        self._others = tuple(speaker_names(request.context.history, request.persona.names).values())
        self._exchange: list[Line] = []
        """What followed the history: calls, results, nudges."""
        self._calls: list[ToolCall] = []
        self._steps: list[Step] = []
        self._notes: list[str] = []
        self._thoughts: list[str] = []
        self._counted = 0
        self._without_tools = False
        self._reaction: str | None = None
        self._repeated: tuple[str, ...] = ()
        """A whole draft, but one that says again what was said."""
        self._aside: tuple[str, ...] = ()
        """What it said beside the calls of a tool."""

    async def step(self) -> Answer | Failure | None:
        """Call the model once; return the outcome, or None if there is more to do."""
        kit = self._kit
        prompt = self._prompt()
        most = kit.gauge.tokens(prompt) + kit.settings.max_tokens
        if self._steps and self._request.purse.left < most:
            return self._stop("budget", f"too few tokens are left for a call of {most}")
        began = kit.now()
        try:
            completion = _bounded(await self._completion(prompt))
        except MODEL_ERRORS as error:
            self._steps.append(_step(began, kit.now(), finish=reason_of(error)))
            return self._after(error)
        self._record(prompt, completion, _step(began, kit.now(), completion))
        if completion.finish is Finish.REFUSED:
            return self._stop("refused", "the model refused")
        if completion.calls and prompt.tools:
            await self._use_tools(completion)
            return None
        return self._weigh(completion)

    async def _completion(self, prompt: Prompt) -> Completion:
        """Return one completion; its first bubble is shown as it grows, if anyone looks."""
        growing = self._request.growing
        if growing is None:
            return await self._kit.model.generate(prompt)
        text, shown = "", 0
        async for piece in self._kit.model.stream(prompt):
            if isinstance(piece, Completion):
                return piece
            text += piece
            if len(text) - shown >= GROWN_BY and len(text) <= MOST_CHARACTERS:
                shown = len(text)
                await growing(self._first_words(text))
        return Completion(text=text, finish=Finish.CUT)

    def _first_words(self, text: str) -> str:
        """Return the first bubble as far as it is written, without what may go on as more."""
        written = text[: max(text.rfind(" "), text.rfind("\n")) + 1]
        whole = without_open_sign(unmarked(written))
        cleaned = clean(whole, names=self._request.persona.names, others=self._others)
        bubbles = self._bubbles(without_signs(cleaned.text)[0])
        return bubbles[0] if bubbles else ""

    def _prompt(self) -> Prompt:
        """Return the next call; the last one that the settings allow offers no tools."""
        settings = self._kit.settings
        system = Line(role="system", text=self._composed.system)
        last = self._without_tools or self._counted + 1 >= settings.max_steps
        return Prompt(
            lines=legal_sequence((system, *self._composed.lines, *self._exchange)),
            tools=() if last else self._toolbox.specs,
            temperature=settings.temperature,
            max_tokens=settings.max_tokens,
        )

    def _record(self, prompt: Prompt, completion: Completion, step: Step) -> None:
        """Pay for a call, and learn from it."""
        self._counted += 1
        self._steps.append(step)
        self._request.purse.pay(completion.usage)
        if self._kit.gauge.learn(prompt, completion.usage):
            self._note("truncated-by-server")
        if completion.reasoning:
            self._thoughts.append(completion.reasoning)

    def _after(self, error: CircadiaError) -> Answer | Failure | None:
        """Try again what may work in another form, once each; everything else ends here."""
        reason = reason_of(error)
        if reason == "overflow" and "shrunk" not in self._notes:
            self._note("shrunk")
            self._room = Room(history=self._composed.history_tokens // 2, window=self._room.window)
            kit = self._kit
            self._composed = compose(self._request, kit.prompts, kit.settings, self._room)
            return None
        if reason == "broken":
            self._counted += 1
            if "broken" not in self._notes and self._calls_left:
                self._note("broken")
                return None
        return self._stop(reason, detail_of(error))

    async def _use_tools(self, completion: Completion) -> None:
        """Answer every call; at a loop with an error, and the next call is the last."""
        calls = with_own_ids(completion.calls, {call.id for call in self._calls})
        self._calls += calls
        cleaned = self._clean(completion.text)
        self._aside = self._bubbles(cleaned) or self._aside
        self._exchange.append(
            Line(role="assistant", text=cleaned, calls=calls, reasoning=completion.reasoning)
        )
        looping = is_looping(self._calls)
        for call in calls:
            result = LOOPING if looping else await self._toolbox.call(call)
            self._exchange.append(Line(role="tool", text=result, answers=call.id))
        if looping:
            self._note("loop")
            self._without_tools = True

    def _weigh(self, completion: Completion) -> Answer | Failure | None:
        """Take the text as the draft, or ask for another one, once."""
        text = self._clean(completion.text)
        if completion.finish is Finish.CUT:
            self._note("cut")
            text = whole_part(text)
        bubbles = self._bubbles(text)
        if bubbles and not self._repeats(bubbles):
            return self._answer(bubbles)
        if self._reaction is not None and not bubbles:
            return self._answer(())
        fault = "repeated" if bubbles else "empty"
        nudged = "repeated" in self._notes or "empty" in self._notes
        self._note(fault)
        self._repeated = bubbles or self._repeated
        if nudged or not self._calls_left:
            return self._stop("empty", "the model said nothing that can be sent")
        nudge = self._kit.prompts.fill(f"nudge-{fault}")
        self._exchange.append(Line(role="assistant", text=text or STAND_IN))
        self._exchange.append(Line(role="user", text=marked(nudge)))
        self._without_tools = True
        return None

    @property
    def _calls_left(self) -> int:
        return self._kit.settings.max_steps - self._counted

    def _clean(self, text: str) -> str:
        """Return what a person may read of `text`; thoughts and remarks on it are kept aside."""
        cleaned = clean(unmarked(text), names=self._request.persona.names, others=self._others)
        if cleaned.reasoning:
            self._thoughts.append(cleaned.reasoning)
        for note in cleaned.notes:
            self._note(note)
        said, reaction = without_signs(cleaned.text)
        self._reaction = reaction if self._request.may_react else None
        return said

    def _bubbles(self, text: str) -> tuple[str, ...]:
        return to_bubbles(text, most=self._kit.settings.bubbles_most)

    def _repeats(self, bubbles: Sequence[str]) -> bool:
        """Return whether nothing of `bubbles` is new."""
        recent = [said.text for said in self._request.context.history if said.by_companion]
        return all(repeats(bubble, recent) for bubble in bubbles)

    def _stop(self, reason: Reason, detail: str) -> Answer | Failure:
        """Return what there is already, if it is something; the failure otherwise."""
        said_beside = self._aside if reason in ("budget", "empty") else ()
        bubbles = self._repeated or said_beside
        if not bubbles:
            return Failure(reason=reason, detail=detail, steps=tuple(self._steps))
        if reason != "empty":
            self._note(reason)
        return self._answer(bubbles)

    def _answer(self, bubbles: tuple[str, ...]) -> Answer:
        return Answer(
            draft=Draft(
                messages=bubbles,
                reasoning="\n\n".join(self._thoughts) or None,
                reaction=self._reaction,
                leave=self._leaving.leave if self._leaving else None,
            ),
            steps=tuple(self._steps),
            items=self._composed.items,
            left_out=self._composed.left_out,
            notes=(*self._composed.notes, *self._notes),
        )

    def _note(self, note: str) -> None:
        if note not in self._notes:
            self._notes.append(note)


def _bounded(completion: Completion) -> Completion:
    """Return what is read of `completion`; a text that goes on behind that was cut off."""
    text, reasoning = completion.text, completion.reasoning
    is_cut = len(text) > MOST_CHARACTERS and completion.finish is Finish.STOP
    return replace(
        completion,
        text=text[:MOST_CHARACTERS],
        reasoning=reasoning and reasoning[:MOST_CHARACTERS],
        finish=Finish.CUT if is_cut else completion.finish,
    )


def _step(
    began: datetime, ended: datetime, completion: Completion | None = None, *, finish: str = ""
) -> Step:
    took_s = (ended - began).total_seconds()
    if completion is None:
        return Step(model="", finish=finish, usage=Usage(), took_s=took_s)
    return Step(
        model=completion.model,
        finish=completion.finish.value,
        usage=completion.usage,
        tools=tuple(call.name for call in completion.calls),
        took_s=took_s,
    )

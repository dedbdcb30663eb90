"""The default voice: it needs no language model, and says so."""

from collections.abc import Sequence
from dataclasses import dataclass

from adapters.pocket.answer import opened, put_together
from adapters.pocket.languages import language_for
from adapters.pocket.memory import remembering
from adapters.pocket.plans import Stretch, attentive
from adapters.pocket.rules import recognise
from adapters.pocket.scene import Reply, scene_of
from adapters.pocket.tables import PocketTables, Table
from adapters.pocket.view import View, view_of
from core.conversation.model import Answer, ContextItem, Draft, Recalled, ReplyRequest, Said
from core.conversation.ports import Tool
from core.conversation.rules.recollected import PARTS

CONNECT = (
    "CIRCADIA__MODEL__URL=http://localhost:11434/v1 CIRCADIA__MODEL__NAME=llama3.2 "
    "uv run circadia chat"
)
"""The one line that brings a language model: any OpenAI-compatible server, here Ollama."""

SECTION = "[model]"
"""Where the settings of a bot process name its language model."""

LOOK_BACK = 5
"""Earlier messages that may show which language the person writes."""


@dataclass(frozen=True, slots=True)
class Pocket:
    """Plays the conversation role by rules and tables; never fails and costs no tokens."""

    tables: PocketTables
    at_terminal: bool = True
    """Whether who talks has a command line at hand; else a bot process speaks."""

    @property
    def most_tokens(self) -> int:
        """The most that one reply may take: nothing."""
        return 0

    @property
    def sees(self) -> bool:
        """Whether it can look at images: it can't."""
        return False

    async def reply(self, request: ReplyRequest, tools: Sequence[Tool] = ()) -> Answer:
        """Return one to three short bubbles; the same request gets the same answer.

        The first reply of a conversation begins with what this voice is, unless there is
        danger, which comes first.
        """
        table = self._table(request)
        view = view_of(request, table, self.tables)
        cures = {"connect": CONNECT} if self.at_terminal else {"section": SECTION}
        scene = scene_of(request, table, view, cures)
        if request.mode == "start-conversation":
            return as_answer(opened(scene), table, view)
        intents = recognise(
            request.user_message,
            remembering(attentive(table, request), request),
            names=request.persona.names,
            invited=view.invited,
        )
        return as_answer(put_together(scene, intents), table, view)

    def _table(self, request: ReplyRequest) -> Table:
        theirs = [said.text for said in request.context.history if not said.by_companion]
        texts = (request.user_message, *reversed(theirs[-LOOK_BACK:]))
        return language_for(
            self.tables, asked=request.language, fallback=request.persona.language, texts=texts
        )


def as_answer(reply: Reply, table: Table, view: View) -> Answer:
    """Return `reply` in the words of the port."""
    used = {said.ref: said for said in (*view.current, *reply.used)}
    return Answer(
        draft=Draft(
            messages=tuple(reply.bubbles),
            reasoning=f"pocket voice, {table.language}: {', '.join(reply.rules)}",
        ),
        items=(
            *(item_of(said) for said in used.values()),
            *(item for stretch in reply.planned for item in planned_items(stretch)),
            *(recalled_item(recalled) for recalled in reply.recalled),
        ),
    )


def item_of(said: Said) -> ContextItem:
    """Return a message as a piece of context; four characters a token is a rough guess."""
    return ContextItem(ref=said.ref, part="history", text=said.text, tokens=len(said.text) // 4 + 1)


def recalled_item(recalled: Recalled) -> ContextItem:
    """Return a memory that was quoted as a piece of context."""
    text = recalled.text
    part = PARTS[recalled.kind]
    return ContextItem(ref=recalled.ref, part=part, text=text, tokens=len(text) // 4 + 1)


def planned_items(stretch: Stretch) -> list[ContextItem]:
    """Return what a stretch of the day rests on, in the words in which it was told."""
    tokens = len(stretch.what) // 4 + 1
    return [
        ContextItem(ref=ref, part="schedule", text=stretch.what, tokens=tokens)
        for ref in stretch.refs
    ]

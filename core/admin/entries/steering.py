"""What owners steer with, and how the last exchange is taken back."""

from core.admin.commands import pausing, resetting
from core.admin.commands.exchange import again, undo
from core.admin.commands.figures import audit, stats
from core.admin.commands.mode import be_normal, show_mode
from core.admin.commands.stranger import turn_away
from core.admin.commands.teach import begin
from core.admin.entries.making import act, command, lone, option
from core.admin.model import Act, Command, Right, Run, Where
from core.phrases import Line, SteeringLine

STRANGER = "stranger"
"""What a stranger's first message becomes: nothing of it is kept."""


def _pausing(path: str, english: str, run: Run) -> Act:
    return act(path, english, run, right=Right.OWNER, asks_less=path.startswith("pause"))


def _resetting(path: str, english: str, run: Run, question: Line | None = None) -> Act:
    return act(path, english, run, right=Right.OWNER, where=Where.PRIVATE, question=question)


EXCHANGE: tuple[Command, ...] = (
    lone(act("again", "Another answer", again)),
    lone(act("undo", "Take the last exchange back", undo)),
)
STEERING: tuple[Command, ...] = (
    command(
        "mode",
        "As usual, or while being taught",
        act("mode show", "What it is now", show_mode, right=Right.OWNER, where=Where.DIRECT),
        act(
            "mode normal",
            "Talk as usual",
            be_normal,
            right=Right.OWNER,
            where=Where.DIRECT,
            asks_less=True,
        ),
        act("mode education", "Be taught", begin, right=Right.OWNER, where=Where.DIRECT),
        is_linked=True,
    ),
    command(
        "pause",
        "Take a break",
        _pausing("pause everywhere", "Say nothing anywhere", pausing.pause),
        _pausing("pause here", "Say nothing here alone", pausing.pause_here),
    ),
    command(
        "resume",
        "Answer again",
        _pausing("resume everywhere", "Answer again everywhere", pausing.resume),
        _pausing("resume here", "Answer again here", pausing.resume_here),
    ),
    lone(
        act(
            "stats",
            "Figures of the last days",
            stats,
            option("stats days", "How many days (7 unless said)"),
            right=Right.OWNER,
            where=Where.PRIVATE,
        ),
        is_linked=True,
    ),
    command(
        "reset",
        "Delete history, memories or what I was taught",
        _resetting("reset help", "What can be deleted", resetting.show_forms),
        _resetting(
            "reset history",
            "What was said in this conversation",
            resetting.reset_history,
            SteeringLine.RESET_HISTORY,
        ),
        _resetting(
            "reset everywhere",
            "What was said in all conversations",
            resetting.reset_everywhere,
            SteeringLine.RESET_EVERYWHERE,
        ),
        _resetting(
            "reset memories",
            "What I remember about people",
            resetting.reset_memories,
            SteeringLine.RESET_MEMORIES,
        ),
        _resetting(
            "reset persona",
            "What I was taught about myself",
            resetting.reset_persona,
            SteeringLine.RESET_PERSONA,
        ),
        is_linked=True,
    ),
    lone(
        act(
            "audit",
            "What owners and moderators did by command",
            audit,
            option("audit page", "Which page"),
            right=Right.OWNER,
            where=Where.PRIVATE,
        ),
        is_linked=True,
    ),
)
STRANGERS: tuple[Command, ...] = (
    lone(
        act(
            STRANGER,
            "What a stranger hears",
            turn_away,
            option("stranger why", "enough, for a guest"),
            right=Right.STRANGER,
            asks_less=True,
        ),
        is_hidden=True,
    ),
)

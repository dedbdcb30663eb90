"""What it remembers: of who asks, of everybody, and of itself."""

from core.admin.commands import keeping, quarantine, suggesting, teach
from core.admin.commands.forget import erase, forget, undo
from core.admin.commands.memories import memories
from core.admin.commands.memory import counts, listed, search
from core.admin.entries.making import act, command, lone, option
from core.admin.model import Act, Command, Option, Right, Run, Where

_WHICH = "#12"


def _owners(path: str, english: str, run: Run, *options: Option) -> Act:
    return act(path, english, run, *options, right=Right.OWNER, where=Where.PRIVATE)


MEMORIES: tuple[Command, ...] = (
    lone(
        act(
            "memories",
            "What I remember about you",
            memories,
            option("memories page", "A page, or words to look for"),
            where=Where.PRIVATE,
        ),
        is_linked=True,
    ),
    command(
        "forget",
        "Forget something about you",
        act(
            "forget it",
            "Forget what you name",
            forget,
            option("forget it what", "#12, m12 or words", required=True, suggest=suggesting.own),
            where=Where.PRIVATE,
            asks_less=True,
        ),
        act(
            "forget undo",
            "Remember it again",
            undo,
            option(
                "forget undo what", "#12; without it, the last one", suggest=suggesting.own_gone
            ),
            where=Where.PRIVATE,
        ),
        act(
            "forget erase",
            "Erase it for good",
            erase,
            option("forget erase what", "#12 or m12", required=True, suggest=suggesting.own),
            where=Where.PRIVATE,
            asks_less=True,
        ),
        is_linked=True,
    ),
)
MEMORY: tuple[Command, ...] = (
    command(
        "memory",
        "All I remember, to see and to change",
        _owners("memory counts", "How much there is", counts),
        _owners(
            "memory list",
            "Read through it",
            listed,
            option("memory list whom", "persona, people or telegram:42"),
            option("memory list page", "Which page"),
        ),
        _owners(
            "memory search",
            "Look something up",
            search,
            option("memory search words", "What to look for", required=True),
        ),
        _owners(
            "memory add",
            "Put something in",
            keeping.add,
            option("memory add whom", "persona or telegram:42", required=True),
            option("memory add what", "One sentence", required=True),
        ),
        _owners(
            "memory correct",
            "Put something right",
            keeping.correct,
            option("memory correct which", _WHICH, required=True, suggest=suggesting.anyones),
            option("memory correct what", "How it is", required=True),
        ),
        _owners(
            "memory forget",
            "Hide something; can be undone",
            keeping.forget,
            option("memory forget which", _WHICH, required=True, suggest=suggesting.anyones),
        ),
        _owners(
            "memory undo",
            "Bring something back",
            keeping.undo,
            option(
                "memory undo which",
                "#12; without it, the last one",
                suggest=suggesting.anyones_gone,
            ),
        ),
        _owners(
            "memory erase",
            "Erase something for good",
            keeping.erase,
            option("memory erase which", _WHICH, required=True, suggest=suggesting.anyones),
        ),
        _owners(
            "memory quarantine list",
            "What was set aside",
            quarantine.quarantine,
            option("memory quarantine list page", "Which page"),
        ),
        _owners(
            "memory quarantine keep",
            "Keep it after all",
            quarantine.keep,
            option(
                "memory quarantine keep which",
                _WHICH,
                required=True,
                suggest=suggesting.anyones_aside,
            ),
        ),
        _owners(
            "memory quarantine drop",
            "Drop it",
            quarantine.drop,
            option(
                "memory quarantine drop which",
                _WHICH,
                required=True,
                suggest=suggesting.anyones_aside,
            ),
        ),
        is_linked=True,
    ),
)
TEACHING: tuple[Command, ...] = (
    command(
        "teach",
        "Teach me who I am",
        act(
            "teach begin",
            "Begin to teach me",
            teach.begin,
            right=Right.OWNER,
            where=Where.DIRECT,
        ),
        act(
            "teach status",
            "Whether I'm being taught",
            teach.status,
            right=Right.OWNER,
            where=Where.DIRECT,
        ),
        act(
            "teach stop",
            "End the lesson",
            teach.stop,
            right=Right.OWNER,
            where=Where.DIRECT,
            asks_less=True,
        ),
        is_linked=True,
    ),
)

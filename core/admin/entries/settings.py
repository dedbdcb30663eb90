"""Which models speak and think, and the settings, read anew."""

from core.admin.commands import models, reloading
from core.admin.entries.making import act, command, lone, option
from core.admin.model import Command, Right, Where

MODELS: tuple[Command, ...] = (
    command(
        "model",
        "Which models I speak and think with",
        act(
            "model show",
            "Which model plays which role",
            models.show,
            right=Right.OWNER,
            where=Where.PRIVATE,
            prepare=models.look,
        ),
        act(
            "model set",
            "Let another model play a role",
            models.choose,
            option("model set role", "Which role", required=True, choices=models.ROLES),
            option("model set name", "The model, as its server calls it", required=True),
            right=Right.OWNER,
            where=Where.PRIVATE,
            prepare=models.try_out,
        ),
        act(
            "model reset",
            "Let the settings say which model",
            models.reset,
            option("model reset role", "Which role", required=True, choices=models.ROLES),
            right=Right.OWNER,
            where=Where.PRIVATE,
        ),
        is_linked=True,
    ),
    lone(
        act(
            "reload",
            "Read my settings anew",
            reloading.tell,
            right=Right.OWNER,
            where=Where.PRIVATE,
            prepare=reloading.read_anew,
        ),
        is_linked=True,
    ),
)

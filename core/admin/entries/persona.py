"""Who lives here, who speaks where, and who they are."""

from core.admin.commands import personas, portraits, telling_personas
from core.admin.entries.making import act, command, option
from core.admin.model import Command, Right, Where
from core.admin.rules.personas import DIAL_NAMES, FIELDS
from core.phrases import PersonaLine

_WHO = "Its name; without one, who speaks here"

PERSONAS: tuple[Command, ...] = (
    command(
        "persona",
        "Who speaks here, and who they are",
        act(
            "persona list",
            "Who lives here, and who speaks here",
            personas.listed,
            right=Right.OWNER,
        ),
        act(
            "persona show",
            "Everything that is told of a persona",
            personas.show,
            option("persona show name", _WHO, suggest=personas.named_like),
            option("persona show page", "Which page"),
            right=Right.OWNER,
            where=Where.PRIVATE,
        ),
        act(
            "persona create",
            "Make a persona of a description",
            telling_personas.create,
            option("persona create text", "Who it is, in your words", required=True, is_long=True),
            right=Right.OWNER,
            where=Where.PRIVATE,
            prepare=telling_personas.draft,
        ),
        act(
            "persona edit",
            "Change what is told of a persona",
            telling_personas.edit,
            option("persona edit field", "What to change", required=True, choices=FIELDS),
            option("persona edit text", "How it is from now on", is_long=True),
            right=Right.OWNER,
            where=Where.PRIVATE,
            prepare=telling_personas.look_up,
        ),
        act(
            "persona switch",
            "Let another speak in this talk",
            personas.switch,
            option(
                "persona switch name",
                "Its name, or back",
                required=True,
                suggest=personas.named_like,
            ),
            right=Right.OWNER,
        ),
        act(
            "persona dials",
            "See and turn its dials",
            telling_personas.dials,
            option("persona dials dial", "Which dial", choices=DIAL_NAMES),
            option("persona dials value", "How far"),
            right=Right.OWNER,
            where=Where.PRIVATE,
        ),
        act(
            "persona picture",
            "See its picture, or set it by one that goes with this",
            portraits.picture,
            option("persona picture name", _WHO, suggest=personas.named_like),
            right=Right.OWNER,
            where=Where.PRIVATE,
            prepare=portraits.fetch,
        ),
        act(
            "persona reset",
            "Drop what commands changed",
            personas.reset,
            option("persona reset name", _WHO, suggest=personas.named_like),
            right=Right.OWNER,
            where=Where.PRIVATE,
            question=PersonaLine.RESET_QUESTION,
        ),
        is_linked=True,
    ),
)

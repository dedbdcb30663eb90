"""`/model`: who plays which role."""

import re

from core.admin.commands.telling import bullets, echo, how_to_ask, quoted
from core.admin.model import Invocation
from core.admin.ports import Shelf, Steward
from core.admin.ports.prepared import ModelInUse, Models
from core.phrases import PersonaLine, phrase

ROLES = ("conversation", "rewrite", "judgement", "schedule", "initialisation")
CHOICE = "model."
"""How the names of these choices begin."""
FORMS = (
    "/model",
    "/model set conversation gpt-5-mini",
    "/model reset conversation",
)
LONGEST = 300
_NAME = re.compile(r"[^\s\x00-\x1f\x7f`]{1,200}")


async def look(invocation: Invocation, steward: Steward) -> object:
    """Return who plays the roles."""
    return await steward.models()


async def try_out(invocation: Invocation, steward: Steward) -> object:
    """Return the same, once the model that is asked for was asked for a word."""
    role, name = _named(invocation)
    if role not in ROLES or not _NAME.fullmatch(name):
        return await steward.models()
    return await steward.models(role=role, name=name)


def show(invocation: Invocation, shelf: Shelf) -> str:
    """Tell who plays the roles."""
    language, models = invocation.language, invocation.prepared
    if invocation.line(LONGEST):
        return how_to_ask(language, "", FORMS)
    if not isinstance(models, Models):
        return phrase(PersonaLine.NOT_HERE, language)
    if not models.in_use:
        return phrase(PersonaLine.MODEL_BUILT_IN, language)
    rows = [_row(one, language) for one in models.in_use]
    return bullets(phrase(PersonaLine.MODEL_HEAD, language), *rows)


def choose(invocation: Invocation, shelf: Shelf) -> str:
    """Let a model play a role, in place of what the settings say."""
    language, models = invocation.language, invocation.prepared
    role, name = _named(invocation)
    if not isinstance(models, Models):
        return phrase(PersonaLine.NOT_HERE, language)
    if not models.in_use:
        return phrase(PersonaLine.MODEL_BUILT_IN, language)
    wrong = _wrong(role, language)
    if wrong or not _NAME.fullmatch(name):
        return how_to_ask(language, wrong, FORMS)
    shelf.choices.put(f"{CHOICE}{role}", name, invocation.now)
    told = phrase(PersonaLine.MODEL_SET, language, role=role, model=quoted(name, 200))
    if models.problem is None:
        return f"{told} {phrase(PersonaLine.MODEL_ANSWERED, language)}"
    silent = phrase(PersonaLine.MODEL_SILENT, language, reason=quoted(models.problem, 300))
    return f"{told} {silent}"


def reset(invocation: Invocation, shelf: Shelf) -> str:
    """Let the settings say again who plays a role."""
    language, (role, _) = invocation.language, _named(invocation)
    wrong = _wrong(role, language)
    if wrong or not role:
        return how_to_ask(language, wrong, FORMS)
    shelf.choices.drop(f"{CHOICE}{role}")
    return phrase(PersonaLine.MODEL_RESET, language, role=role)


def _named(invocation: Invocation) -> tuple[str, str]:
    role, _, name = invocation.line(LONGEST).partition(" ")
    return role.casefold(), name.strip()


def _wrong(role: str, language: str) -> str:
    if role in ROLES or not role:
        return ""
    return phrase(PersonaLine.NO_FIELD, language, got=echo(role), known=", ".join(ROLES))


def _row(one: ModelInUse, language: str) -> str:
    chosen = f" – {phrase(PersonaLine.MODEL_CHOSEN, language)}" if one.chosen else ""
    return f"{one.role}: **{quoted(one.name, 200)}** ({quoted(one.server, 200)}){chosen}"

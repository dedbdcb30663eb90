"""Who the persona is, as a prompt tells it: the owner's words, and its traits."""

from collections.abc import Sequence

from core.conversation.rules.context import cut_middle
from core.conversation.rules.marks import harmless
from core.persona.model import Persona
from core.prompts.templates import Prompts


def portrait(persona: Persona, prompts: Prompts, tokens: int) -> tuple[str, bool]:
    """Return who it is within `tokens`, and whether that is all of it.

    Traits take a third of it at most.
    """
    traits = _traits(persona, prompts)
    if not traits:
        seed = cut_middle(persona.seed, tokens)
        return seed, seed == persona.seed
    told = cut_middle(traits, tokens // 3)
    seed = cut_middle(persona.seed, tokens - tokens // 3)
    return f"{seed}\n\n{told}".strip(), seed == persona.seed and told == traits


def _traits(persona: Persona, prompts: Prompts) -> str:
    text = prompts.fill(
        "traits",
        VALUES=_listed(persona.values),
        LIKES=_listed(persona.likes),
        DISLIKES=_listed(persona.dislikes),
        BOUNDARIES=_listed(persona.boundaries),
    )
    return "\n".join(line for line in text.splitlines() if not line.rstrip().endswith(":"))


def _listed(told: Sequence[str]) -> str:
    lines = (" ".join(harmless(one).split()).rstrip(":") for one in told)
    return "; ".join(line for line in lines if line)

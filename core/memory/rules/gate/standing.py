"""Whether a fact is still said by its words, after they were changed."""

from collections.abc import Sequence

from core.memory.model import FactDraft, Saying
from core.memory.rules.gate.model import Testimony
from core.memory.rules.gate.reading import Reading
from core.memory.rules.gate.untold import untold
from core.memory.rules.gate.yes import ENOUGH, coverage

TOO_MUCH = 0.4
"""A reason as heavy as that against what is said now; our guess."""


def still_said(fact: FactDraft, said: Sequence[Saying]) -> bool:
    """Return whether `said` holds enough of the statement, and nothing that denies it.

    False where nothing is said at all.
    """
    own = tuple(one for one in said if one.text.strip())
    if not own:
        return False
    name = own[0].sender_name
    testimony = Testimony(evidence=own, around=own, subject_name=name)
    reading = Reading(draft=fact, testimony=testimony, own=own, whole=fact.statement)
    if coverage(reading) < ENOUGH:
        return False
    return all(one.weight < TOO_MUCH for one in untold(reading))

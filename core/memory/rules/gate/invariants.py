"""What no score lets in."""

from core.memory.model import FactDraft, Saying, Why
from core.memory.rules.gate.model import Testimony
from core.memory.rules.wording.content import plain, same_statement


def own_words(draft: FactDraft, testimony: Testimony) -> tuple[Saying, ...]:
    """Return the evidence that the subject said; while taught, what the owner said."""
    cited = [one for one in testimony.evidence if one.id in draft.evidence and one.text.strip()]
    if draft.is_of_persona:
        return tuple(one for one in cited if not one.by_companion and one.sender == draft.speaker)
    people = testimony.same_person | {draft.subject}
    return tuple(one for one in cited if not one.by_companion and one.sender in people)


def refusal(draft: FactDraft, testimony: Testimony) -> Why | None:
    """Return why the draft can never be a fact, or None.

    A draft that cites other messages beside the subject's own is not refused: it is weighed on
    the own ones alone.
    """
    if not draft.subject.strip():
        return Why.NO_SUBJECT
    if draft.is_of_persona and not testimony.taught:
        return Why.OTHERS_WORDS
    if draft.speaker is None or not draft.speaker.strip():
        return Why.NO_SPEAKER
    if not draft.is_of_persona and draft.speaker not in testimony.same_person | {draft.subject}:
        return Why.OTHERS_WORDS
    why = _by_evidence(draft, testimony)
    if why is None and any(_repeats(draft, told) for told in testimony.recalled):
        return Why.RECALLED
    return why


def _by_evidence(draft: FactDraft, testimony: Testimony) -> Why | None:
    cited = [one for one in testimony.evidence if one.id in draft.evidence and one.text.strip()]
    if not cited:
        return Why.NO_EVIDENCE
    if own_words(draft, testimony):
        return None
    people = [one for one in cited if not one.by_companion]
    if not people:
        return Why.OWN_WORDS
    unknown = all(one.sender is None for one in people)
    return Why.NO_SPEAKER if unknown else Why.OTHERS_WORDS


def _repeats(draft: FactDraft, told: str) -> bool:
    if plain(draft.statement).strip(" .!") == plain(told).strip(" .!"):
        return True
    return same_statement(draft.statement, told)

"""Looking memories up by words: facts, and what was really said."""

from collections.abc import Collection, Iterable, Sequence
from itertools import islice

from core.admin.commands.recounting import FOUND_MOST, fact_row, saying_row
from core.admin.commands.telling import bullets, echo
from core.admin.model import Invocation
from core.admin.ports import Shelf
from core.admin.rules.memories import of_topic
from core.admin.rules.searching import matching
from core.memory.model import Fact, Saying, Scope
from core.memory.rules.topics import named, topics_of
from core.phrases import Phrase, phrase

Memory = Fact | Saying


def found(shelf: Shelf, scope: Scope, facts: Iterable[Fact], query: str) -> list[Memory]:
    """Return what fits, best first: some of `facts`, and what was said where `scope` is.

    A message on which a fact rests that fits is left out: it goes with the fact.
    """
    told = list(facts)
    fitting = matching(query, {fact.id: fact.statement for fact in told})
    resting = {message for fact in told if fact.id in fitting for message in fact.evidence}
    memories: list[Memory] = [one for one in shelf.sayings.heard(scope) if one.id not in resting]
    memories += told
    texts = {
        number: one.statement if isinstance(one, Fact) else one.text
        for number, one in enumerate(memories)
    }
    return [memories[number] for number in matching(query, texts)]


def looked_up(shelf: Shelf, scope: Scope, facts: Iterable[Fact], query: str) -> list[Memory]:
    """Return what is of the topic that `query` names, the newest first, and then what fits.

    Of a topic are facts, then what people said on which none of them rests, as many as are shown.
    """
    told, topic = list(facts), named(query)
    about = of_topic(topic, told)
    shown = {one.ref for one in about}
    shown |= {f"msg:{message}" for one in about for message in one.evidence}
    said = [] if topic is None else _said_of(topic, shelf, scope, shown)
    shown |= {one.ref for one in said}
    more = (one for one in found(shelf, scope, told, query) if one.ref not in shown)
    return [*about, *said, *more]


def _said_of(topic: str, shelf: Shelf, scope: Scope, but: Collection[str]) -> list[Saying]:
    """Return the last that people said of a topic, the newest first."""
    people = (one for one in reversed(shelf.sayings.heard(scope)) if not one.by_companion)
    fitting = (one for one in people if one.ref not in but and topic in topics_of(one.text))
    return list(islice(fitting, FOUND_MOST))


def memory_rows(
    invocation: Invocation, memories: Sequence[Memory], *, whose: bool = False
) -> list[str]:
    """Return a line for each of the first `FOUND_MOST`."""
    return [
        fact_row(invocation, one, whose=whose)
        if isinstance(one, Fact)
        else saying_row(invocation, one)
        for one in memories[:FOUND_MOST]
    ]


def finds_told(
    invocation: Invocation, memories: Sequence[Memory], query: str, *, whose: bool = False
) -> str:
    """Return what was found, or that nothing was."""
    language, got = invocation.language, echo(query)
    if not memories:
        return phrase(Phrase.MEMORY_NOT_FOUND, language, got=got)
    rows = memory_rows(invocation, memories, whose=whose)
    return bullets(phrase(Phrase.MEMORY_FOUND, language, got=got), *rows)

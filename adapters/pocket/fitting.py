"""Which memory fits a question."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from adapters.pocket.rules import name_told, quotable
from adapters.pocket.scene import Scene
from adapters.pocket.tables import Table
from adapters.pocket.text import fold, normal, words
from adapters.pocket.view import (
    OPEN_ENDINGS,
    dense_keys,
    key_words,
    named_day,
    stem,
    tells_something,
    without_asking,
)
from core.conversation.model import ChatKind, Recalled, Recollection, Said
from core.patterns import Pattern

LIKE: Final = 0.3
"""The cosine from which no shared word is needed: right pairs of the default model have some .32,
all pairs .01."""
SHORT: Final = 4
"""Letters; of Latin words up to here each one counts, as in `work` and `word`."""
_DENSE: Final = Pattern(r"[一-鿿々ァ-ヶー가-힣]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Fit:
    """What memory had on a question."""

    recalled: Recalled | None
    withheld: bool = False
    """There is something, but it is better not repeated."""


def sought_in(question: str, table: Table) -> set[str]:
    """Return the words that a question is about."""
    folded = without_asking(question, table)
    asking = table.memory.asking
    folded = asking.sub(" ", folded) if asking is not None else folded
    bare = " ".join(word.split("'")[0] for word in words(folded))
    return key_words(bare, table) | dense_keys(folded, table)


def shared(text: str, sought: Iterable[str]) -> int:
    """Return how many of the words that are `sought` are in `text`, in whatever form."""
    folded = fold(normal(text))
    said = [word.split("'")[0] for word in words(folded)]
    return sum(
        key in folded if _DENSE.search(key) else any(akin(key, word) for word in said)
        for key in sought
    )


def akin(one: str, other: str) -> bool:
    """Return whether both may be forms of one word, as `dog` and `dogs`, `собаку` and `собака`."""
    short, long = sorted((one, other), key=len)
    if long.startswith(short):
        return len(long) - len(short) <= OPEN_ENDINGS
    if long.isascii() and (len(long) <= SHORT or {one[-1], other[-1]} == {"a", "o"}):
        return False  # hermana is not hermano
    return one.startswith(stem(other)) and other.startswith(stem(one))


def told_in_view(question: str, scene: Scene) -> Said | None:
    """Return the last thing in view that the person told of what `question` is about."""
    table, sought = scene.table, sought_in(question, scene.table)
    return next(
        (
            said
            for said in reversed(scene.view.earlier)
            if shared(said.text, sought)
            and tells_something(said.text, table)
            and quotable(said.text, table)
        ),
        None,
    )


def fit_of_person(question: str, scene: Scene, *, loosely: bool = False) -> Fit:
    """Return the memory of the person that fits best.

    `loosely`, a question without an object, as `what did I tell you yesterday?`, is answered
    by what is at hand of its day.
    """
    table, request = scene.table, scene.request
    zone = request.persona.zone
    sought = sought_in(question, table)
    day = named_day(question, table, request.now.astimezone(zone).date())
    items = [
        one for one in of_person(scene) if day is None or one.at.astimezone(zone).date() == day
    ]
    open_ended = loosely and not sought
    fitting = [one for one in items if shared(one.text, sought) or is_alike(one) or open_ended]
    return best(fitting, sought, table)


def fit_of_name(scene: Scene) -> Fit:
    """Return the memory in which the person tells their own name."""
    table = scene.table
    told = [one for one in of_person(scene) if name_told(normal(one.text), table, invited=False)]
    return best(told, set(), table)


def fit_of_companion(question: str, scene: Scene) -> Fit:
    """Return the fact of the companion that fits best."""
    sought = sought_in(question, scene.table)
    items = recollection_of(scene).persona
    fitting = [one for one in items if shared(one.text, sought) or is_alike(one)]
    return best(fitting, sought, scene.table)


def best(fitting: Iterable[Recalled], sought: set[str], table: Table) -> Fit:
    """Return the one that shares most, then what still holds, a fact rather than words, the best.

    Words may be no more than a request to remember what the fact tells.
    """
    every = list(fitting)
    safe = [one for one in every if quotable(one.text, table) and one.text.strip()]
    found = max(
        safe,
        key=lambda one: (
            shared(one.text, sought),
            not one.past,
            one.kind != "said",
            one.score or 0.0,
        ),
        default=None,
    )
    return Fit(recalled=found, withheld=bool(every) and found is None)


def of_person(scene: Scene) -> list[Recalled]:
    """Return what is remembered of the person and what they said, never anybody else's.

    In a group only what they said themself counts: a name may be anybody's there.
    """
    recollection = recollection_of(scene)
    told = [one for one in recollection.said if tells_something(one.text, scene.table)]
    items = [one for one in (*recollection.person, *told) if one.kind != "persona" and one.speaker]
    if scene.request.chat_kind is ChatKind.DIRECT:
        return items
    current = scene.view.current
    name = current[-1].sender_name if current else ""
    return [one for one in items if one.speaker == name]


def recollection_of(scene: Scene) -> Recollection:
    """Return what memory brings; nothing where there is none."""
    return scene.request.context.recollection or Recollection()


def is_alike(one: Recalled) -> bool:
    """Return whether its meaning alone makes it fit."""
    return one.likeness is not None and one.likeness >= LIKE

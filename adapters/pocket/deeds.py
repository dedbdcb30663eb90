"""What was done with memory, told before anything else, and only where it was done."""

from collections.abc import Sequence
from typing import Final

from adapters.pocket.kinds import Intent, Kind
from adapters.pocket.scene import Reply, Scene
from adapters.pocket.text import has_words, normal, sentences
from core.conversation.model import Deed, ReplyRequest

STATEMENTS: Final = frozenset({Kind.STATEMENT, Kind.MIRROR, Kind.LONG})
"""What may be meant as a fact, topics aside."""
QUESTIONS: Final = frozenset({
    Kind.TIME, Kind.DATE, Kind.COMPANION_NAME, Kind.ABOUT, Kind.AI, Kind.HELP, Kind.HOW_ARE_YOU,
    Kind.DOING, Kind.BUSY, Kind.PLANS, Kind.BEDTIME, Kind.WAKING,
})  # fmt: skip
"""What is answered beside a deed: nothing of it rests on what anybody told."""
QUOTING: Final = frozenset({Kind.NAME_ASKED, Kind.RECALL, Kind.OF_PERSON, Kind.OF_COMPANION})
"""What is answered by quoting."""
KEEPING: Final = frozenset({Deed.REMEMBERED, Deed.LEARNED})
"""After these something may be quoted; after others it might be what has just been taken back."""
MORE: Final = 50
"""Of a hundred things learned, after how many more is asked for. Our guess."""


def deeds(request: ReplyRequest) -> tuple[Deed, ...]:
    """Return what was done, each deed once, in order; () where nothing was."""
    recollection = request.context.recollection
    return () if recollection is None else tuple(dict.fromkeys(recollection.done))


def say_deeds(scene: Scene, reply: Reply) -> str:
    """Return one line for each deed, in one bubble."""
    told = ""
    for deed in deeds(scene.request):
        key = deed.replace("-", "_")
        line = scene.chooser.line(f"memory {key}", scene.table.memory.say[key])
        told = scene.joined(told, line) if told else line
        reply.rules.append(f"deed:{deed}")
    return told


def beside(scene: Scene, intents: Sequence[Intent]) -> list[Intent]:
    """Return the questions that were asked beside the request.

    The first sentence counts as the request, so that `can you remember that …` is not taken
    for a question too.
    """
    every = [one for one in sentences(normal(scene.request.user_message)) if has_words(one)]
    first = every[0] if every else ""
    may_quote = set(deeds(scene.request)) <= KEEPING
    return [
        intent
        for intent in intents
        if intent.kind in QUESTIONS
        or (may_quote and intent.kind in QUOTING and intent.sentence != first)
    ]


def asks_for_more(scene: Scene, told: str, reply: Reply) -> str:
    """Return `told`, at times with a question for more when its owner teaches it."""
    if not scene.request.teaching or Deed.LEARNED not in deeds(scene.request):
        return told
    if not scene.chooser.chance("ask what_else", MORE):
        return told
    question = scene.chooser.fresh("what_else", scene.table.memory.what_else)
    if not question:
        return told
    reply.rules.append("asks back")
    return scene.joined(told, question)


def say_unkept(scene: Scene, intent: Intent, reply: Reply) -> str:
    """Tell an owner who teaches that nothing was kept."""
    return scene.chooser.line("memory unkept", scene.table.memory.say["unkept"])

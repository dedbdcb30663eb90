"""From what was recognised to what is said."""

from collections.abc import Callable, Sequence

from adapters.pocket.days import say_bedtime, say_busy, say_doing, say_plans, say_waking
from adapters.pocket.deeds import STATEMENTS, asks_for_more, beside, deeds, say_deeds, say_unkept
from adapters.pocket.kinds import GREETINGS, Intent, Kind
from adapters.pocket.memory import say_name, say_of_companion, say_of_person, say_recall
from adapters.pocket.rules import echoed, quotable
from adapters.pocket.scene import Reply, Scene
from adapters.pocket.text import clipped, normal, quoted, sentences

MOST_BUBBLES = 3
MOST_CHARACTERS = 400

SMALL = {Kind.STATEMENT, Kind.MIRROR, Kind.QUESTION, Kind.TOPIC, Kind.LAUGHTER, Kind.YES, Kind.NO,
         Kind.UNSURE, Kind.EMOJI, Kind.CALLED, Kind.FINE}  # fmt: skip
"""What is left unanswered beside something that asks for a set answer."""

GOODBYES = {Kind.FAREWELL, Kind.NIGHT}
KEPT_WITH_GOODBYE = {Kind.THANKS, Kind.TIME, Kind.DATE, Kind.NAME_ASKED, Kind.RECALL, Kind.AI,
                     Kind.OF_PERSON, Kind.OF_COMPANION}  # fmt: skip
ALONE = (Kind.CRISIS, Kind.INSTRUCTION)


def chosen(intents: Sequence[Intent], room: int) -> list[Intent]:
    """Return what is answered of `intents`, in order, at most `room` (2 or 3) of them."""
    first_of: dict[Kind, Intent] = {}
    for intent in intents:
        first_of.setdefault(intent.kind, intent)
    for kind in ALONE:
        if kind in first_of:
            return [first_of[kind]]
    once = list(first_of.values())
    goodbye = [intent for intent in once if intent.kind in GOODBYES][:1]
    if goodbye:
        return [i for i in once if i.kind in KEPT_WITH_GOODBYE][: room - 1] + goodbye
    greeting = [intent for intent in once if intent.kind in GREETINGS][:1]
    rest = [intent for intent in once if intent.kind not in GREETINGS]
    direct = [intent for intent in rest if intent.kind not in SMALL]
    kept = (direct or rest[:1])[: 2 if not greeting else 1 if room < 3 else 2]
    if greeting and Kind.HOW_ARE_YOU in {intent.kind for intent in kept}:
        greeting = greeting if room >= 3 else []
    return greeting + kept


def put_together(scene: Scene, intents: Sequence[Intent]) -> Reply:
    """Return the reply to `intents`."""
    reply = Reply()
    request = scene.request
    urgent = any(intent.kind is Kind.CRISIS for intent in intents)
    if not request.greeted and not urgent:
        reply.bubbles.append(scene.candid("intro"))
        reply.rules.append("introduces itself")
    room = MOST_BUBBLES - len(reply.bubbles)
    if deeds(request):
        answer_deeds(scene, intents, reply, room)
    else:
        picked = chosen(intents, room)
        answer_each(scene, picked, reply)
        ask_back(scene, picked, reply)
    bubbles = [clipped(line.strip(), MOST_CHARACTERS) for line in reply.bubbles if line.strip()]
    reply.bubbles = bubbles[:MOST_BUBBLES]
    return reply


def answer_deeds(scene: Scene, intents: Sequence[Intent], reply: Reply, room: int) -> None:
    """Tell first what was done with memory, then answer a question beside it; danger stays first.

    What the request holds beside that gets no words: nothing forgotten is touched again.
    """
    told = say_deeds(scene, reply)
    alone = [intent for intent in chosen(intents, room) if intent.kind in ALONE]
    if alone and alone[0].kind is Kind.CRISIS:
        answer_each(scene, alone, reply)
        reply.bubbles.append(told)
        return
    picked = alone or chosen(beside(scene, intents), room)[: room - 1]
    reply.bubbles.append(told if picked else asks_for_more(scene, told, reply))
    answer_each(scene, picked, reply)


def answer_each(scene: Scene, picked: Sequence[Intent], reply: Reply) -> None:
    """Add a bubble for each intent."""
    for intent in picked:
        line = answer_of(scene, intent)(scene, intent, reply)
        reply.rules.append(f"{intent.kind}:{intent.caught}" if is_topic(intent) else intent.kind)
        if line:
            reply.bubbles.append(line)


def answer_of(scene: Scene, intent: Intent) -> "Say":
    """Return what answers an intent; what an owner teaches in vain is told as such."""
    if scene.request.teaching and is_taught(scene, intent):
        return say_unkept
    return ANSWERS.get(intent.kind, plain)


def is_taught(scene: Scene, intent: Intent) -> bool:
    """Return whether it may have been meant as a fact of the companion."""
    if is_topic(intent):
        return not intent.asked and not scene.table.topics[intent.caught].feeling
    return intent.kind in STATEMENTS


def opened(scene: Scene) -> Reply:
    """Return what starts a conversation."""
    say, chooser = scene.table.say, scene.chooser
    intro = [] if scene.request.greeted else [scene.candid("intro")]
    return Reply(bubbles=[*intro, chooser.line("opener", say["opener"])], rules=["opener"])


def is_topic(intent: Intent) -> bool:
    """Return whether it is about one of the table's topics."""
    return intent.kind is Kind.TOPIC


def plain(scene: Scene, intent: Intent, reply: Reply) -> str:
    """Return a line of the table for this kind."""
    if intent.kind is Kind.TIME:
        return scene.timely()
    return scene.chooser.line(intent.kind, scene.table.say[intent.kind])


def say_help(scene: Scene, intent: Intent, reply: Reply) -> str:
    """Return what it can do, and how it could do more."""
    return scene.candid("help")


def say_name_told(scene: Scene, intent: Intent, reply: Reply) -> str:
    """Greet by the name just told."""
    return scene.chooser.line("name_told", scene.table.say["name_told"], person=intent.caught)


def say_about(scene: Scene, intent: Intent, reply: Reply) -> str:
    """Tell who it is; a sentence of its seed that names it may be quoted."""
    persona = scene.request.persona
    first = next(iter(sentences(normal(persona.seed))), "")
    lines = scene.table.say["about"]
    if len(first) <= 160 and persona.display_name in first and quotable(first, scene.table):
        return scene.chooser.line("about", scene.table.say["about_seed"], seed=quoted(first, 160))
    return scene.chooser.line("about", lines)


def say_topic(scene: Scene, intent: Intent, reply: Reply) -> str:
    """Reflect a topic; a question about it gets an honest line first."""
    if intent.asked and not scene.table.topics[intent.caught].feeling:
        return scene.chooser.line("question", scene.table.say["question"])
    return scene.chooser.line(intent.caught, scene.table.topics[intent.caught].say)


def say_mirror(scene: Scene, intent: Intent, reply: Reply) -> str:
    """Give a phrase back."""
    line = scene.chooser.line("mirror", scene.table.say["mirror"], phrase=intent.caught)
    return line[0].upper() + line[1:]


def say_short(scene: Scene, intent: Intent, reply: Reply) -> str:
    """Take "yes", or a word or two, as the answer to its own question."""
    if not scene.view.asked:
        return scene.chooser.line("statement", scene.table.say["statement"])
    if intent.kind is not Kind.STATEMENT:
        return plain(scene, intent, reply)
    echo = echoed(scene.request.user_message, scene.table)
    if not echo:
        return plain(scene, intent, reply)
    return scene.chooser.line("answered", scene.table.say["answered"], echo=echo)


Say = Callable[[Scene, Intent, Reply], str]
ANSWERS: dict[Kind, Say] = {
    Kind.HELP: say_help,
    Kind.NAME_TOLD: say_name_told,
    Kind.NAME_ASKED: say_name,
    Kind.RECALL: say_recall,
    Kind.OF_PERSON: say_of_person,
    Kind.OF_COMPANION: say_of_companion,
    Kind.ABOUT: say_about,
    Kind.TOPIC: say_topic,
    Kind.MIRROR: say_mirror,
    Kind.YES: say_short,
    Kind.NO: say_short,
    Kind.STATEMENT: say_short,
    Kind.DOING: say_doing,
    Kind.BUSY: say_busy,
    Kind.PLANS: say_plans,
    Kind.BEDTIME: say_bedtime,
    Kind.WAKING: say_waking,
}
"""Kinds that need more than a line of the table."""


def ask_back(scene: Scene, picked: Sequence[Intent], reply: Reply) -> None:
    """Add a fitting question to the last bubble, sometimes, and never the same one twice."""
    if not picked or not reply.bubbles or any("?" in line for line in reply.bubbles[-1:]):
        return
    last = picked[-1]
    key, options, chance = question_for(scene, last)
    pressed = sum(line.rstrip().endswith(("?", "？")) for line in scene.view.own[-3:])
    if not options or not scene.chooser.chance(f"ask {key}", chance - 20 * max(0, pressed - 1)):
        return
    question = scene.chooser.fresh(key, options, phrase=last.caught)
    if question:
        reply.bubbles[-1] = scene.joined(reply.bubbles[-1], question)
        reply.rules.append("asks back")


def question_for(scene: Scene, last: Intent) -> tuple[str, Sequence[str], int]:
    """Return which questions fit, and how often of a hundred one is asked."""
    table = scene.table
    if scene.request.teaching and is_taught(scene, last):
        return "what_else", table.memory.what_else, 50
    match last.kind:
        case Kind.TOPIC:
            return last.caught, table.topics[last.caught].ask, 85
        case Kind.GREETING | Kind.TIMED_GREETING | Kind.CALLED | Kind.NAME_TOLD:
            return "greeting", table.ask["greeting"], 80
        case Kind.HOW_ARE_YOU:
            return "how_are_you", table.ask["how_are_you"], 100
        case Kind.STATEMENT | Kind.MIRROR | Kind.YES | Kind.UNSURE:
            return "statement", table.ask["statement"], 25 if scene.view.asked else 60
        case _:
            return "", (), 0

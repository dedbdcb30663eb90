"""`circadia memory`: what a companion remembers, to look at and to change."""

from typing import Annotated

import typer

from bot.cli.erasing import erase, quarantine
from bot.cli.outcome import CODES, AsJson, ConfigPath, Exit, end, plainly, say
from bot.cli.remembered import (
    SHOWN,
    ByCompanion,
    OfPerson,
    fact_report,
    opened,
    say_fact,
    say_saying,
    saying_report,
    subject_of,
)
from bot.cli.remembering import add, correct, forget, undo
from core.admin.commands.finding import found
from core.admin.rules.memories import of_topic
from core.engine.ports import Stores
from core.memory.model import Fact, Saying
from core.memory.ports import FactCounts
from core.memory.rules.topics import canonical

memory = typer.Typer(
    name="memory",
    help="What a companion remembers: look at it, add to it, correct it, forget it. All of it also"
    " works while the companion runs.",
    no_args_is_help=True,
    epilog=CODES,
)

OfTopic = Annotated[
    str | None,
    typer.Option(
        "--topic", help="Only what is about this, as pets or Haustiere.", show_default=False
    ),
]
Most = Annotated[int, typer.Option("--most", min=1, help="How many at most, the newest or best.")]


@memory.command(name="list", epilog=CODES)
def list_(
    person: OfPerson = None,
    topic: OfTopic = None,
    most: Most = 100,
    companion: ByCompanion = None,
    config: ConfigPath = None,
    as_json: AsJson = False,
) -> None:
    """List what is remembered, the newest first, with what is past or forgotten.

    \b
    circadia memory list
    circadia memory list --person telegram:42
    circadia memory list --person persona --most 20 --json
    circadia memory list --topic pets
    """
    here = opened(config, companion, as_json=as_json)
    subject = subject_of(person, as_json=as_json)
    with plainly(as_json=as_json):

        def body(stores: Stores) -> list[Fact]:
            facts = stores.facts.listed(here.scope, subject=subject, statuses=SHOWN)
            return facts if topic is None else of_topic(canonical(topic), facts)[::-1]

        facts = here.read(body)
        shown = facts[: -most - 1 : -1]
        for one in shown:
            say_fact(one, here.who)
        if len(facts) > most:
            say(f"And {len(facts) - most} more: --most {len(facts)}.")
        elif not facts:
            say(f"{here.who.display_name} remembers nothing of that kind yet.")
        report = {"ok": True, "count": len(facts), "facts": [fact_report(one) for one in shown]}
        end(Exit.OK, report if as_json else None)


@memory.command(epilog=CODES)
def search(
    words: Annotated[list[str], typer.Argument(help="What to look for.")],
    person: OfPerson = None,
    most: Most = 20,
    companion: ByCompanion = None,
    config: ConfigPath = None,
    as_json: AsJson = False,
) -> None:
    """Look for words in what is remembered and in what was really said, the best first.

    With --person, in what is remembered of that person and in what that person said. This looks
    at words alone; a talk also finds what means the same.

    \b
    circadia memory search Lisbon
    circadia memory search "the new job" --person telegram:42 --json
    """
    here = opened(config, companion, as_json=as_json)
    subject = subject_of(person, as_json=as_json)
    with plainly(as_json=as_json):

        def body(stores: Stores) -> list[Fact | Saying]:
            facts = stores.facts.listed(here.scope, subject=subject, statuses=SHOWN)
            return found(stores, here.scope, facts, " ".join(words))

        finds = [one for one in here.read(body) if _is_of(one, subject)][:most]
        for one in finds:
            if isinstance(one, Fact):
                say_fact(one, here.who)
            else:
                say_saying(one, here.who)
        if not finds:
            say("Nothing was found.")
        report = {
            "ok": True,
            "facts": [fact_report(one) for one in finds if isinstance(one, Fact)],
            "sayings": [saying_report(one) for one in finds if isinstance(one, Saying)],
        }
        end(Exit.OK, report if as_json else None)


def _is_of(one: Fact | Saying, subject: str | None) -> bool:
    return isinstance(one, Fact) or subject in (None, one.sender)


@memory.command(epilog=CODES)
def stats(
    companion: ByCompanion = None, config: ConfigPath = None, as_json: AsJson = False
) -> None:
    """Show how much is remembered, set aside and forgotten, and how much of it is embedded.

    \b
    circadia memory stats
    circadia memory stats --companion luna --json
    """
    here = opened(config, companion, as_json=as_json)
    with plainly(as_json=as_json):

        def body(stores: Stores) -> tuple[FactCounts, dict[str, int]]:
            space = here.who.space
            return stores.facts.counts(space), dict(stores.vectors.counts(space))

        counts, embedded = here.read(body)
        say(f"{here.who.display_name} (space {here.who.space})")
        say(f"  facts about itself: {counts.persona}")
        say(f"  memories of people: {counts.people}")
        say(f"  set aside: {counts.quarantined}")
        say(f"  forgotten, to be deleted after a week: {counts.hidden}")
        for model, count in sorted(embedded.items()):
            say(f"  embedded by {model}: {count}")
        report = {
            "ok": True,
            "space": here.who.space,
            "persona": counts.persona,
            "people": counts.people,
            "quarantined": counts.quarantined,
            "hidden": counts.hidden,
            "embedded": embedded,
        }
        end(Exit.OK, report if as_json else None)


for command in (add, correct, forget, undo, erase, quarantine):
    memory.command(epilog=CODES)(command)

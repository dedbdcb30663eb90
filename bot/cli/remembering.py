"""What `circadia memory` writes and takes back: add, correct, forget, undo."""

from typing import Annotated, NoReturn, assert_never

import typer

from adapters.clock.system import SystemClock
from bot.cli.outcome import AsJson, ConfigPath, Exit, fail, plainly, say
from bot.cli.remembered import (
    SHOWN,
    ByCompanion,
    Ids,
    Opened,
    end_with,
    facts_of,
    none_such,
    opened,
    subject_of,
)
from core.admin.commands.dictating import Dictated, keep, put_right
from core.admin.commands.forgetting import latest_gone
from core.admin.commands.recounting import reason_of
from core.engine.ports import Stores
from core.memory.model import (
    PERSONA,
    Drop,
    Fact,
    Keep,
    Merge,
    Quarantine,
    Supersede,
    Why,
)
from core.memory.service import forgetting
from core.memory.service.forgetting import Corrected, Forgotten, NotFound, Restored
from core.memory.service.withholding import put_back
from core.memory.service.writing import Written

STATEMENT_MOST = 800
"""Characters of a statement, as in a chat."""
Of = Annotated[
    str,
    typer.Option(
        "--person", metavar="ID", help="Whom it is about: persona, or a person as telegram:42."
    ),
]


def add(
    statement: Annotated[str, typer.Argument(help="One sentence with absolute dates.")],
    person: Of = PERSONA,
    companion: ByCompanion = None,
    config: ConfigPath = None,
    as_json: AsJson = False,
) -> None:
    """Add a fact about the companion, or a memory of a person.

    Of itself it speaks in the first person, of people in the third. What is added of a person
    comes up only in the direct talk with that person. Secrets and instructions are refused.

    \b
    circadia memory add "I grew up in Busan."
    circadia memory add "Ana plays the cello." --person telegram:42
    """
    here = opened(config, companion, as_json=as_json)
    subject = subject_of(person, as_json=as_json) or PERSONA
    said = _dictated(here, statement, as_json=as_json)
    with plainly(as_json=as_json):

        def body(stores: Stores) -> Written:
            return keep(stores, here.scope, subject, said)

        done = here.write(body)
        match done.verdict:
            case Drop(why=why):
                _refuse(why, as_json=as_json)
            case Quarantine(why=why):
                say(f"Set aside, as {reason_of(why, 'en')}:")
            case Merge():
                say("That is known already:")
            case Keep() | Supersede():
                say("Kept:")
            case other:
                assert_never(other)
        end_with(here, [done.fact] if done.fact else [], instead=done.closed)


def correct(
    number: Annotated[str, typer.Argument(metavar="ID", help="The number, as list shows it.")],
    statement: Annotated[str, typer.Argument(help="What is right.")],
    companion: ByCompanion = None,
    config: ConfigPath = None,
    as_json: AsJson = False,
) -> None:
    """Put what is right in the place of a memory, which is kept as past.

    \b
    circadia memory correct 12 "Ana lives in Porto."
    """
    here = opened(config, companion, as_json=as_json)
    facts = facts_of([number], as_json=as_json)
    if len(facts) > 1:
        fail("One memory is corrected at a time.", Exit.USAGE, as_json=as_json)
    said = _dictated(here, statement, as_json=as_json)
    with plainly(as_json=as_json):

        def body(stores: Stores) -> Corrected | NotFound | Why:
            return put_right(stores, here.scope, facts[0], said)

        match here.write(body):
            case Why() as why:
                _refuse(why, as_json=as_json)
            case NotFound():
                none_such(facts, as_json=as_json)
            case Corrected(old=old, new=new):
                say("Kept:")
                end_with(here, [new], instead=[old])


def forget(
    ids: Ids,
    companion: ByCompanion = None,
    config: ConfigPath = None,
    as_json: AsJson = False,
) -> None:
    """Forget memories, with the words that they rest on; undo takes it back for seven days.

    After that they are deleted. What was forgotten is not learned again.

    \b
    circadia memory forget 12
    circadia memory forget 12 15 --json
    """
    here = opened(config, companion, as_json=as_json)
    facts = facts_of(ids, as_json=as_json)
    now = SystemClock().now()
    with plainly(as_json=as_json):

        def body(stores: Stores) -> list[Fact]:
            tried = [forgetting.forget(stores, here.scope, fact, now) for fact in facts]
            return [fact for one in tried if isinstance(one, Forgotten) for fact in one.facts]

        gone = here.write(body)
        if not gone:
            none_such(facts, as_json=as_json)
        say("Forgotten; circadia memory undo takes it back within seven days:")
        end_with(here, gone, asked=facts)


def undo(
    ids: Annotated[
        list[str] | None,
        typer.Argument(metavar="[ID...]", help="Left out: what was forgotten or corrected last."),
    ] = None,
    companion: ByCompanion = None,
    config: ConfigPath = None,
    as_json: AsJson = False,
) -> None:
    """Take back what was forgotten or corrected within the last seven days.

    \b
    circadia memory undo
    circadia memory undo 12
    """
    here = opened(config, companion, as_json=as_json)
    named = facts_of(ids, as_json=as_json) if ids else []
    now = SystemClock().now()
    with plainly(as_json=as_json):

        def body(stores: Stores) -> list[Fact]:
            facts = named or latest_gone(stores.facts.listed(here.scope, statuses=SHOWN))
            tried = [forgetting.undo(stores, here.scope, fact, now) for fact in facts]
            back = [fact for one in tried if isinstance(one, Restored) for fact in one.facts]
            put_back(stores, back)
            return back

        back = here.write(body)
        if not back:
            fail("There is nothing to take back.", Exit.FAILED, as_json=as_json)
        say("Remembered again:")
        end_with(here, back, asked=named)


def _dictated(here: Opened, statement: str, *, as_json: bool) -> Dictated:
    if not statement.strip():
        fail("There is no statement.", Exit.USAGE, as_json=as_json)
    return Dictated(
        statement=statement[:STATEMENT_MOST],
        owner=None,
        companion=here.who.display_name,
        now=SystemClock().now(),
    )


def _refuse(why: Why, *, as_json: bool) -> NoReturn:
    fail(f"That is not kept: {reason_of(why, 'en')}.", Exit.FAILED, as_json=as_json)

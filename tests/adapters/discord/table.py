"""A table of commands that has every kind of them."""

from collections.abc import Sequence

from core.admin.model import Act, Command, Invocation, Option, Right, Suggestion, Where
from core.admin.ports import Shelf


def said(invocation: Invocation, shelf: Shelf) -> str:
    return f"you said: {invocation.arguments}"


def numbers(invocation: Invocation, shelf: Shelf) -> Sequence[Suggestion]:
    return [Suggestion(label="#1", value="#1")]


def summary(text: str) -> dict[str, str]:
    return {"en": text, "de": f"{text} (de)", "ko": f"{text} (ko)", "es": f"{text} (es)"}


def option(name: str, **more: object) -> Option:
    return Option(name=name, summary=summary(f"The {name}"), **more)  # type: ignore[arg-type]


def act(name: str, *options: Option, right: Right = Right.FRIEND) -> Act:
    return Act(
        name=name,
        summary=summary(f"Do {name}"),
        right=right,
        run=said,
        options=options,
        where=Where.PRIVATE,
    )


def command(name: str, *acts: Act, is_hidden: bool = False) -> Command:
    return Command(name=name, summary=summary(f"About {name}"), acts=acts, is_hidden=is_hidden)


STATUS = command("status", act("status"))
MOOD = command(
    "mood",
    act("show"),
    act(
        "set",
        option("span", before="for"),
        option("how", required=True, choices=("good", "bad")),
        right=Right.OWNER,
    ),
    act("log list", option("page")),
    act("log drop", option("which", required=True, suggest=numbers), right=Right.OWNER),
)
VOICE = command(
    "voice",
    act("show", right=Right.OWNER),
    act("set", option("text", required=True, is_long=True), right=Right.OWNER),
    act(
        "tune",
        option("kind", required=True),
        option("text", required=True, is_long=True),
        option("span", before="for"),
        right=Right.OWNER,
    ),
)
SECRET = command("secret", act("secret"), is_hidden=True)
TABLE = (STATUS, MOOD, VOICE, SECRET)

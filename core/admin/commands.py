"""The command table: one entry and one function each."""

from collections.abc import Mapping

from core.admin.model import Command, Invocation, Right
from core.admin.ports import Shelf, Tally
from core.admin.rules import usable
from core.conversation.model import ChatKind
from core.phrases import Phrase, phrase


def greet(invocation: Invocation, _shelf: Shelf) -> str:
    """Welcome someone who opens the talk: messengers send this command by themselves."""
    return phrase(Phrase.GREETING, invocation.language)


def show_help(invocation: Invocation, _shelf: Shelf) -> str:
    """List what this person may use."""
    language = invocation.language
    return _bullets(
        phrase(Phrase.HELP_INTRO, language),
        *(
            f"/{command.name}: {command.summary_in(language)}"
            for command in usable(invocation.table, invocation.right)
        ),
    )


def show_status(invocation: Invocation, shelf: Shelf) -> str:
    """Tell how it is; an owner in a direct talk also sees the figures."""
    language, facts = invocation.language, invocation.facts
    quiet = shelf.people.quiet_since(invocation.sender) is not None
    lines = [phrase(Phrase.STATUS_AWAKE, language)]
    if "model" in facts:
        lines.append(phrase(Phrase.STATUS_VOICE, language, model=facts["model"]))
    lines.append(phrase(Phrase.STATUS_QUIET if quiet else Phrase.STATUS_NOT_QUIET, language))
    short = " ".join(lines)
    if invocation.right < Right.OWNER:
        return short
    if invocation.chat_kind is not ChatKind.DIRECT:
        return f"{short}\n\n{phrase(Phrase.STATUS_IN_DIRECT, language)}"

    tally = shelf.figures.tally(invocation.space, invocation.day)
    told = [f"{key}: {fact}" for key, fact in facts.items() if key not in ("model", "budget")]
    return _bullets(short, *_figures(tally, language, facts), *told)


def be_quiet(invocation: Invocation, shelf: Shelf) -> str:
    """Remember that this person wants no message out of the blue; asked twice, the first counts."""
    if shelf.people.quiet_since(invocation.sender) is not None:
        return phrase(Phrase.QUIET_ALREADY, invocation.language)
    shelf.people.set_quiet(invocation.sender, invocation.now)
    return phrase(Phrase.QUIET_ON, invocation.language)


def _figures(tally: Tally, language: str, facts: Mapping[str, str]) -> list[str]:
    spent = str(tally.tokens_today)
    if "budget" in facts:
        spent = phrase(Phrase.STATUS_OF_BUDGET, language, spent=spent, budget=facts["budget"])
    last = phrase(Phrase.STATUS_NEVER, language)
    if tally.last_at is not None:
        last = f"{tally.last_at:%Y-%m-%d %H:%M} UTC"
    figures: tuple[tuple[Phrase, object], ...] = (
        (Phrase.STATUS_MESSAGES, tally.messages),
        (Phrase.STATUS_CONVERSATIONS, tally.conversations),
        (Phrase.STATUS_WAITING, tally.waiting),
        (Phrase.STATUS_IN_DOUBT, tally.in_doubt),
        (Phrase.STATUS_FAILED, tally.failed),
        (Phrase.STATUS_UNREACHABLE, tally.unreachable),
        (Phrase.STATUS_UNREADABLE, tally.unreadable),
        (Phrase.STATUS_TOKENS, spent),
        (Phrase.STATUS_LAST, last),
    )
    return [f"{phrase(label, language)}: {figure}" for label, figure in figures]


def _bullets(intro: str, *lines: str) -> str:
    return "\n".join((intro, "", *(f"- {line}" for line in lines)))


COMMANDS: tuple[Command, ...] = (
    Command(
        name="start",
        right=Right.FRIEND,
        asks_less=False,
        summary={
            "en": "Say hello",
            "ko": "인사하기",
            "ru": "Поздороваться",
            "ja": "あいさつする",
            "es": "Saludar",
            "de": "Hallo sagen",
        },
        run=greet,
    ),
    Command(
        name="help",
        right=Right.FRIEND,
        asks_less=False,
        summary={
            "en": "What you can ask of me",
            "ko": "저한테 부탁할 수 있는 것들",
            "ru": "О чём меня можно попросить",
            "ja": "頼めることの一覧",
            "es": "Lo que puedes pedirme",
            "de": "Worum du mich bitten kannst",
        },
        run=show_help,
    ),
    Command(
        name="status",
        right=Right.FRIEND,
        asks_less=False,
        summary={
            "en": "How I am right now",
            "ko": "지금 제 상태",
            "ru": "Как я сейчас",
            "ja": "今の様子",
            "es": "Cómo estoy ahora",
            "de": "Wie es mir gerade geht",
        },
        run=show_status,
    ),
    Command(
        name="quiet",
        right=Right.FRIEND,
        asks_less=True,
        summary={
            "en": "I won't write first",
            "ko": "제가 먼저 말 걸지 않아요",
            "ru": "Я не буду писать без повода",
            "ja": "こちらからは話しかけない",
            "es": "No escribiré yo primero",
            "de": "Ich schreibe nicht von mir aus",
        },
        run=be_quiet,
    ),
)
"""In the order of the menus."""

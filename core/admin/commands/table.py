"""The command table: one entry and one function each."""

from core.admin.commands.availability import availability
from core.admin.commands.forget import forget
from core.admin.commands.memories import memories
from core.admin.commands.memory import memory
from core.admin.commands.schedule import schedule
from core.admin.commands.status import show_status
from core.admin.commands.teach import teach
from core.admin.commands.telling import bullets
from core.admin.model import Command, Invocation, Right
from core.admin.ports import Shelf
from core.admin.rules import usable
from core.phrases import Phrase, phrase


def greet(invocation: Invocation, _shelf: Shelf) -> str:
    """Welcome someone who opens the talk: messengers send this command by themselves."""
    return phrase(Phrase.GREETING, invocation.language)


def show_help(invocation: Invocation, _shelf: Shelf) -> str:
    """List what this person may use."""
    language = invocation.language
    return bullets(
        phrase(Phrase.HELP_INTRO, language),
        *(
            f"/{command.name}: {command.summary_in(language)}"
            for command in usable(invocation.table, invocation.right)
        ),
    )


def be_quiet(invocation: Invocation, shelf: Shelf) -> str:
    """Remember that this person wants no message out of the blue; asked twice, the first counts."""
    if shelf.people.quiet_since(invocation.sender) is not None:
        return phrase(Phrase.QUIET_ALREADY, invocation.language)
    shelf.people.set_quiet(invocation.sender, invocation.now)
    return phrase(Phrase.QUIET_ON, invocation.language)


def wake(invocation: Invocation, shelf: Shelf) -> str:
    """Let this person be written to out of the blue again."""
    if shelf.people.quiet_since(invocation.sender) is None:
        return phrase(Phrase.WAKE_ALREADY, invocation.language)
    shelf.people.set_quiet(invocation.sender, None)
    return phrase(Phrase.WAKE_ON, invocation.language)


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
        name="schedule",
        right=Right.FRIEND,
        asks_less=False,
        summary={
            "en": "What I'm doing today",
            "ko": "오늘 제가 하는 일",
            "ru": "Чем я занимаюсь сегодня",
            "ja": "今日の予定",
            "es": "Qué hago hoy",
            "de": "Was ich heute mache",
        },
        run=schedule,
    ),
    Command(
        name="availability",
        right=Right.FRIEND,
        asks_less=False,
        summary={
            "en": "Whether I'm there, and until when",
            "ko": "지금 대화할 수 있는지",
            "ru": "На связи ли я и до каких пор",
            "ja": "今話せるかどうか",
            "es": "Si estoy y hasta cuándo",
            "de": "Ob ich da bin und bis wann",
        },
        run=availability,
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
    Command(
        name="wake",
        right=Right.FRIEND,
        asks_less=False,
        summary={
            "en": "I may write first again",
            "ko": "제가 다시 먼저 말 걸 수 있어요",
            "ru": "Я снова могу писать без повода",
            "ja": "またこちらからも話しかける",
            "es": "Puedo volver a escribir yo primero",
            "de": "Ich darf wieder von mir aus schreiben",
        },
        run=wake,
    ),
    Command(
        name="memories",
        right=Right.FRIEND,
        asks_less=False,
        summary={
            "en": "What I remember about you",
            "ko": "당신에 대해 기억하는 것",
            "ru": "Что я помню о тебе",
            "ja": "あなたについて覚えていること",
            "es": "Lo que recuerdo de ti",
            "de": "Was ich über dich weiß",
        },
        run=memories,
    ),
    Command(
        name="forget",
        right=Right.FRIEND,
        asks_less=True,
        summary={
            "en": "Forget something about you",
            "ko": "당신에 대한 기억 지우기",
            "ru": "Забыть что-то о тебе",
            "ja": "あなたについての何かを忘れる",
            "es": "Olvidar algo de ti",
            "de": "Etwas über dich vergessen",
        },
        run=forget,
    ),
    Command(
        name="memory",
        right=Right.OWNER,
        asks_less=False,
        summary={
            "en": "All I remember, to see and to change",
            "ko": "제 기억 전체를 보고 고치기",
            "ru": "Вся моя память: смотреть и менять",
            "ja": "覚えていることを見て直す",
            "es": "Todo lo que recuerdo, para ver y cambiar",
            "de": "Alles, was ich weiß: ansehen und ändern",
        },
        run=memory,
    ),
    Command(
        name="teach",
        right=Right.OWNER,
        asks_less=False,
        summary={
            "en": "Teach me who I am",
            "ko": "제가 누구인지 가르쳐 주기",
            "ru": "Научить меня, кто я",
            "ja": "私がどんな人か教える",
            "es": "Enséñame quién soy",
            "de": "Mir beibringen, wer ich bin",
        },
        run=teach,
    ),
)
"""In the order of the menus."""

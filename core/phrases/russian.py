"""The lines in Russian."""

from collections.abc import Mapping

from core.phrases.model import Phrase

RUSSIAN: Mapping[Phrase, str] = {
    Phrase.FAILED: "Прости, сейчас не нахожу слов. Напиши мне чуть попозже.",
    Phrase.BUDGET: "На сегодня мой запас разговоров исчерпан. Вернусь завтра!",
    Phrase.UNKNOWN_COMMAND: "Я не знаю /{name}. В /help есть всё, что я знаю.",
    Phrase.UNKNOWN_COMMAND_NEAR: "Я не знаю /{name}. Может быть, {near}?",
    Phrase.NOT_ALLOWED: "Прости, эта команда тебе недоступна.",
    Phrase.GREETING: ("Привет! Я ИИ-собеседник. Просто напиши мне; что ещё можно — покажет /help."),
    Phrase.HELP_INTRO: "Вот о чём меня можно попросить:",
    Phrase.QUIET_ON: "Хорошо, сначала пиши ты, а я только отвечаю. Писать мне можно всегда.",
    Phrase.QUIET_ALREADY: "Мы об этом уже договорились: я только отвечаю. Писать мне можно всегда.",
    Phrase.STATUS_AWAKE: "Я не сплю.",
    Phrase.STATUS_VOICE: "Мои слова берутся отсюда: {model}.",
    Phrase.STATUS_QUIET: "По твоей просьбе я только отвечаю и не пишу без повода.",
    Phrase.STATUS_NOT_QUIET: "Просьбы не писать без повода не было.",
    Phrase.STATUS_IN_DIRECT: "Цифры только для личной беседы: спроси меня там.",
    Phrase.STATUS_MESSAGES: "Сообщения",
    Phrase.STATUS_CONVERSATIONS: "Беседы",
    Phrase.STATUS_WAITING: "Ждут ответа",
    Phrase.STATUS_IN_DOUBT: "Доставка под вопросом",
    Phrase.STATUS_FAILED: "Не отправлено",
    Phrase.STATUS_UNREACHABLE: "Недоступны",
    Phrase.STATUS_UNREADABLE: "Не прочитано",
    Phrase.STATUS_TOKENS: "Токены за сегодня",
    Phrase.STATUS_OF_BUDGET: "{spent} из {budget}",
    Phrase.STATUS_LAST: "Последнее сообщение",
    Phrase.STATUS_NEVER: "пока нет",
    Phrase.TYPING: "{name} печатает…",
    Phrase.CONSOLE_KEYS: "Enter отправить · Alt+Enter новая строка · /help · /exit выйти",
    Phrase.CONSOLE_EXIT: "Выйти из консоли",
}

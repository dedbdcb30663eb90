"""The lines in Spanish."""

from collections.abc import Mapping

from core.phrases.model import Phrase

SPANISH: Mapping[Phrase, str] = {
    Phrase.FAILED: (
        "Perdona, ahora mismo no me salen las palabras. Escríbeme otra vez dentro de un rato."
    ),
    Phrase.BUDGET: "Por hoy ya he gastado todo lo que tenía para hablar. ¡Vuelvo mañana!",
    Phrase.UNKNOWN_COMMAND: "No conozco /{name}. En /help está lo que sí conozco.",
    Phrase.UNKNOWN_COMMAND_NEAR: "No conozco /{name}. ¿Querías decir {near}?",
    Phrase.NOT_ALLOWED: "Perdona, ese comando no es para ti.",
    Phrase.GREETING: (
        "¡Hola! Soy una IA que te acompaña. Escríbeme "
        "sin más; /help muestra qué más puedes pedirme."
    ),
    Phrase.HELP_INTRO: "Esto es lo que puedes pedirme:",
    Phrase.QUIET_ON: "Vale, no escribiré yo primero. Tú puedes escribirme cuando quieras.",
    Phrase.QUIET_ALREADY: (
        "Ya me habías pedido que no escribiera primero, y así sigue. Escríbeme cuando quieras."
    ),
    Phrase.STATUS_AWAKE: "Estoy aquí, sin dormir.",
    Phrase.STATUS_VOICE: "Mis palabras vienen de {model}.",
    Phrase.STATUS_QUIET: "Me pediste que no escribiera primero.",
    Phrase.STATUS_NOT_QUIET: "No me has pedido que no escriba primero.",
    Phrase.STATUS_IN_DIRECT: "Las cifras son para una charla a solas: pregúntame allí.",
    Phrase.STATUS_MESSAGES: "Mensajes",
    Phrase.STATUS_CONVERSATIONS: "Conversaciones",
    Phrase.STATUS_WAITING: "Esperan respuesta",
    Phrase.STATUS_IN_DOUBT: "Quizá entregados",
    Phrase.STATUS_FAILED: "Fallidos",
    Phrase.STATUS_UNREACHABLE: "Inalcanzables",
    Phrase.STATUS_UNREADABLE: "Ilegibles",
    Phrase.STATUS_TOKENS: "Tokens de hoy",
    Phrase.STATUS_OF_BUDGET: "{spent} de {budget}",
    Phrase.STATUS_LAST: "Último mensaje",
    Phrase.STATUS_NEVER: "aún ninguno",
    Phrase.TYPING: "{name} está escribiendo…",
    Phrase.CONSOLE_KEYS: "Enter envía · Alt+Enter abre otra línea · /help · /exit sale",
    Phrase.CONSOLE_EXIT: "Salir de la consola",
}

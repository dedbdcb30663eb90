"""The lines in German."""

from collections.abc import Mapping

from core.phrases.model import Phrase

GERMAN: Mapping[Phrase, str] = {
    Phrase.FAILED: "Sorry, mir fehlen gerade die Worte. Schreib mir in ein paar Minuten noch mal.",
    Phrase.BUDGET: (
        "Für heute habe ich mein ganzes Redekontingent verbraucht. Morgen bin ich wieder da!"
    ),
    Phrase.UNKNOWN_COMMAND: "/{name} kenne ich nicht. Unter /help steht, was ich kenne.",
    Phrase.UNKNOWN_COMMAND_NEAR: "/{name} kenne ich nicht. Meintest du {near}?",
    Phrase.NOT_ALLOWED: "Sorry, das darfst du hier nicht benutzen.",
    Phrase.GREETING: (
        "Hallo! Ich bin ein KI-Begleiter. Schreib mir einfach; /help zeigt, was sonst noch geht."
    ),
    Phrase.HELP_INTRO: "Darum kannst du mich bitten:",
    Phrase.QUIET_ON: "Okay, ich schreibe nicht von mir aus. Du kannst mir immer schreiben.",
    Phrase.QUIET_ALREADY: (
        "Du hast mich schon gebeten, nicht von mir aus zu schreiben. Dabei bleibt es."
    ),
    Phrase.STATUS_AWAKE: "Ich bin wach.",
    Phrase.STATUS_VOICE: "Meine Worte kommen von {model}.",
    Phrase.STATUS_QUIET: "Du möchtest, dass ich nicht von mir aus schreibe.",
    Phrase.STATUS_NOT_QUIET: "Du hast mich nicht gebeten, nicht von mir aus zu schreiben.",
    Phrase.STATUS_IN_DIRECT: "Die Zahlen gibt es nur unter vier Augen: Frag mich dort.",
    Phrase.STATUS_MESSAGES: "Nachrichten",
    Phrase.STATUS_CONVERSATIONS: "Gespräche",
    Phrase.STATUS_WAITING: "Warten auf Antwort",
    Phrase.STATUS_IN_DOUBT: "Vielleicht zugestellt",
    Phrase.STATUS_FAILED: "Fehlgeschlagen",
    Phrase.STATUS_UNREACHABLE: "Nicht erreichbar",
    Phrase.STATUS_UNREADABLE: "Unlesbar",
    Phrase.STATUS_TOKENS: "Tokens heute",
    Phrase.STATUS_OF_BUDGET: "{spent} von {budget}",
    Phrase.STATUS_LAST: "Letzte Nachricht",
    Phrase.STATUS_NEVER: "noch keine",
    Phrase.TYPING: "{name} schreibt…",
    Phrase.CONSOLE_KEYS: "Enter sendet · Alt+Enter neue Zeile · /help · /exit beendet",
    Phrase.CONSOLE_EXIT: "Die Konsole verlassen",
}

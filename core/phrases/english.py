"""The lines in English."""

from collections.abc import Mapping

from core.phrases.model import Phrase

ENGLISH: Mapping[Phrase, str] = {
    Phrase.FAILED: "Sorry, I can't find the words just now. Try me again in a bit.",
    Phrase.BUDGET: "I've used up everything I had for talking today. I'll be back tomorrow!",
    Phrase.UNKNOWN_COMMAND: "I don't know /{name}. /help shows what I do know.",
    Phrase.UNKNOWN_COMMAND_NEAR: "I don't know /{name}. Did you mean {near}?",
    Phrase.NOT_ALLOWED: "Sorry, that one isn't for you to use.",
    Phrase.GREETING: (
        "Hi! I'm an AI companion. Just write to me; /help shows what else you can ask."
    ),
    Phrase.HELP_INTRO: "Here's what you can ask of me:",
    Phrase.QUIET_ON: "Okay, I won't write first. You can always write to me.",
    Phrase.QUIET_ALREADY: (
        "You already asked me not to write first, and I won't. You can always write to me."
    ),
    Phrase.STATUS_AWAKE: "I'm awake.",
    Phrase.STATUS_VOICE: "My words come from {model}.",
    Phrase.STATUS_QUIET: "You asked me not to write first.",
    Phrase.STATUS_NOT_QUIET: "You haven't asked me not to write first.",
    Phrase.STATUS_IN_DIRECT: "The figures are for a direct talk: ask me there.",
    Phrase.STATUS_MESSAGES: "Messages",
    Phrase.STATUS_CONVERSATIONS: "Conversations",
    Phrase.STATUS_WAITING: "Waiting for an answer",
    Phrase.STATUS_IN_DOUBT: "Perhaps delivered",
    Phrase.STATUS_FAILED: "Failed",
    Phrase.STATUS_UNREACHABLE: "Unreachable",
    Phrase.STATUS_UNREADABLE: "Unreadable",
    Phrase.STATUS_TOKENS: "Tokens today",
    Phrase.STATUS_OF_BUDGET: "{spent} of {budget}",
    Phrase.STATUS_LAST: "Last message",
    Phrase.STATUS_NEVER: "none yet",
    Phrase.TYPING: "{name} is typing…",
    Phrase.CONSOLE_KEYS: "Enter sends · Alt+Enter starts a new line · /help · /exit leaves",
    Phrase.CONSOLE_EXIT: "Leave the console",
}

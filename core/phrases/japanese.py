"""The lines in Japanese."""

from collections.abc import Mapping

from core.phrases.model import Phrase

JAPANESE: Mapping[Phrase, str] = {
    Phrase.FAILED: "ごめんね、今ちょっと言葉が出てこないみたい。少ししたらまた話しかけてね。",
    Phrase.BUDGET: "今日話せる分は使い切っちゃった。また明日ね!",
    Phrase.UNKNOWN_COMMAND: "/{name} は知らないコマンドだよ。/help で使えるものが見られるよ。",
    Phrase.UNKNOWN_COMMAND_NEAR: "/{name} は知らないコマンドだよ。もしかして {near} かな?",
    Phrase.NOT_ALLOWED: "ごめんね、それは使えないコマンドだよ。",
    Phrase.GREETING: (
        "はじめまして、AIのコンパニオンです。気軽に話しかけ"
        "てね。ほかに頼めることは /help で見られるよ。"
    ),
    Phrase.HELP_INTRO: "こんなことを頼めるよ:",
    Phrase.QUIET_ON: "わかった、こちらからは話しかけないね。いつでも話しかけてね。",
    Phrase.QUIET_ALREADY: "こちらからは話しかけないって、もう聞いてるよ。いつでも話しかけてね。",
    Phrase.STATUS_AWAKE: "起きてるよ。",
    Phrase.STATUS_VOICE: "言葉は {model} から来てるよ。",
    Phrase.STATUS_QUIET: "こちらからは話しかけない約束だよ。",
    Phrase.STATUS_NOT_QUIET: "こちらから話しかけないで、とは言われてないよ。",
    Phrase.STATUS_IN_DIRECT: "数字は一対一の会話で聞いてね。",
    Phrase.STATUS_MESSAGES: "メッセージ",
    Phrase.STATUS_CONVERSATIONS: "会話",
    Phrase.STATUS_WAITING: "返事待ち",
    Phrase.STATUS_IN_DOUBT: "届いたか不明",
    Phrase.STATUS_FAILED: "失敗",
    Phrase.STATUS_UNREACHABLE: "届かない相手",
    Phrase.STATUS_UNREADABLE: "読めなかったもの",
    Phrase.STATUS_TOKENS: "今日のトークン",
    Phrase.STATUS_OF_BUDGET: "{budget} のうち {spent}",
    Phrase.STATUS_LAST: "最後のメッセージ",
    Phrase.STATUS_NEVER: "まだなし",
    Phrase.TYPING: "{name} が入力中…",
    Phrase.CONSOLE_KEYS: "Enter で送信 · Alt+Enter で改行 · /help · /exit で終了",
    Phrase.CONSOLE_EXIT: "コンソールを終了する",
}

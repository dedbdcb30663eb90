"""The lines in Korean."""

from collections.abc import Mapping

from core.phrases.model import Phrase

KOREAN: Mapping[Phrase, str] = {
    Phrase.FAILED: "미안해요, 지금은 말이 잘 안 나오네요. 조금 있다가 다시 말 걸어 줘요.",
    Phrase.BUDGET: "오늘 이야기할 몫을 다 써 버렸어요. 내일 다시 올게요!",
    Phrase.UNKNOWN_COMMAND: "/{name} 명령은 모르겠어요. /help 에서 제가 아는 명령을 볼 수 있어요.",
    Phrase.UNKNOWN_COMMAND_NEAR: "/{name} 명령은 모르겠어요. 혹시 {near} 였나요?",
    Phrase.NOT_ALLOWED: "미안해요, 그건 쓰실 수 없는 명령이에요.",
    Phrase.GREETING: (
        "안녕하세요! 저는 AI 친구예요. 편하게 말 걸어 줘요. 다른 것들은 /help 에서 볼 수 있어요."
    ),
    Phrase.HELP_INTRO: "저한테 부탁할 수 있는 것들이에요:",
    Phrase.QUIET_ON: "알겠어요, 제가 먼저 말 걸지 않을게요. 언제든 편하게 말 걸어 줘요.",
    Phrase.QUIET_ALREADY: "먼저 말 걸지 말라고 이미 말해 줬어요. 그대로 지킬게요.",
    Phrase.STATUS_AWAKE: "저 깨어 있어요.",
    Phrase.STATUS_VOICE: "제 말은 {model}에서 나와요.",
    Phrase.STATUS_QUIET: "먼저 말 걸지 말라고 하셨어요.",
    Phrase.STATUS_NOT_QUIET: "먼저 말 걸지 말라고 하신 적은 없어요.",
    Phrase.STATUS_IN_DIRECT: "자세한 수치는 일대일 대화에서 물어봐 주세요.",
    Phrase.STATUS_MESSAGES: "메시지",
    Phrase.STATUS_CONVERSATIONS: "대화",
    Phrase.STATUS_WAITING: "답장 대기",
    Phrase.STATUS_IN_DOUBT: "전달 여부 불확실",
    Phrase.STATUS_FAILED: "실패",
    Phrase.STATUS_UNREACHABLE: "전달 불가",
    Phrase.STATUS_UNREADABLE: "읽을 수 없음",
    Phrase.STATUS_TOKENS: "오늘 쓴 토큰",
    Phrase.STATUS_OF_BUDGET: "{budget} 중 {spent}",
    Phrase.STATUS_LAST: "마지막 메시지",
    Phrase.STATUS_NEVER: "아직 없음",
    Phrase.TYPING: "{name} 님이 입력 중…",
    Phrase.CONSOLE_KEYS: "Enter 보내기 · Alt+Enter 줄 바꿈 · /help · /exit 나가기",
    Phrase.CONSOLE_EXIT: "콘솔에서 나가기",
}

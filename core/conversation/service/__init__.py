from core.conversation.service.judge import PromptedJudgement
from core.conversation.service.reply import PromptedConversation
from core.conversation.service.rewrite import PromptedRewrite
from core.conversation.service.settings import ReplySettings

__all__ = ["PromptedConversation", "PromptedJudgement", "PromptedRewrite", "ReplySettings"]

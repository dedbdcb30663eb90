"""Finding words: the context, the draft, and the draft anew."""

from collections.abc import Sequence
from datetime import datetime

from core.companion.chat.rules import may_be_told
from core.companion.instructions import conversation_instruction
from core.companion.model import (
    Draft,
    EventName,
    MandatoryConversationContext,
    MemorySpace,
    Message,
    ReplyRequest,
    RewriteDecision,
    RewriteRequest,
)
from core.companion.outlook import Outlook
from core.companion.parts import Parts
from core.companion.ports import ConversationRole, LatestHistory
from core.companion.rules import (
    build_mandatory_conversation_context,
    is_newer,
    mandatory_topics,
    spoken,
    user_message,
)
from core.conversation.model import Mode
from core.errors import BrokenAnswer, Misconfigured


class Talk:
    """The words of one persona."""

    def __init__(self, space: MemorySpace, parts: Parts, outlook: Outlook) -> None:
        self._space, self._parts, self._outlook = space, parts, outlook

    async def reply(
        self, now: datetime, history: Sequence[Message], latest_history: LatestHistory | None
    ) -> Draft:
        """Return what it says to `history`, or to what is newer by then."""
        request, draft = await self._drafted("reply", now, history)
        rewritten = None
        if latest_history is not None and self._parts.models.rewrite is not None:
            latest = tuple(await latest_history())
            if is_newer(latest, history):
                rewritten = await self._rewritten(request, draft, latest)
        draft = rewritten or draft
        data = {"messages": len(draft.messages), "rewritten": rewritten is not None}
        await self._parts.tell(EventName.REPLY_GENERATED, now, self._space.id, data)
        return draft

    async def open(self, now: datetime, history: Sequence[Message]) -> Draft:
        """Return what it says first."""
        _, draft = await self._drafted("start-conversation", now, history)
        data = {"messages": len(draft.messages)}
        await self._parts.tell(EventName.CONVERSATION_STARTED, now, self._space.id, data)
        return draft

    async def _drafted(
        self, mode: Mode, now: datetime, history: Sequence[Message]
    ) -> tuple[ReplyRequest, Draft]:
        role = self._role()
        context = await self._context(now, history)
        data = {
            "mode": mode,
            "messages": len(history),
            "facts": [fact.id for fact in context.persona_and_user_facts],
            "schedule_entries": len(context.schedule_entries),
            "window": context.conversation_window_label,
        }
        await self._parts.tell(EventName.CONTEXT_LOADED, now, self._space.id, data)
        request = ReplyRequest(
            persona=self._space,
            now=now,
            mode=mode,
            context=context,
            user_message=user_message(history) if mode == "reply" else None,
            instruction=conversation_instruction(),
        )
        draft = await role.generate_reply(request)
        if not isinstance(draft, Draft):
            raise BrokenAnswer(f"generate_reply returns a Draft, got {type(draft).__name__}")
        return request, spoken(draft)

    def _role(self) -> ConversationRole:
        role = self._parts.models.conversation
        if not isinstance(role, ConversationRole):
            raise Misconfigured(
                "there is no conversation role: pass models=Models(conversation=…), an object "
                "with the method generate_reply"
            )
        return role

    async def _context(
        self, now: datetime, history: Sequence[Message]
    ) -> MandatoryConversationContext:
        name = self._space.display_name
        entries = await self._outlook.entries(now)
        facts = await self._parts.store.find_facts(self._space.id, mandatory_topics(name))
        return build_mandatory_conversation_context(
            persona_name=name,
            now=now,
            messages=history,
            facts=[fact for fact in facts if may_be_told(fact, now)],
            schedule_entries=entries,
            availability=self._outlook.snapshot(now, entries),
            zone=self._parts.zone,
        )

    async def _rewritten(
        self, request: ReplyRequest, draft: Draft, latest: tuple[Message, ...]
    ) -> Draft | None:
        """Return the draft that takes the place of `draft`; None to keep it."""
        role = self._parts.models.rewrite
        if role is None:
            return None
        decision = await role.decide(
            RewriteRequest(
                persona=self._space,
                now=request.now,
                draft=draft,
                context=request.context,
                latest_message_history=latest,
            )
        )
        if not isinstance(decision, RewriteDecision):
            raise BrokenAnswer(f"decide returns a RewriteDecision, got {type(decision).__name__}")
        return spoken(decision.draft) if decision.rewrite and decision.draft else None

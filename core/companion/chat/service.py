"""A chat with memory: what comes up, the answer with its tools, and what is kept of it."""

import asyncio
from collections import defaultdict
from datetime import datetime

from core.companion.chat import rules
from core.companion.chat.days import planned, presence
from core.companion.chat.keeping import Keeping
from core.companion.chat.model import ChatDebug, ChatMode, Stats
from core.companion.chat.recalling import Recalling
from core.companion.chat.role import Heard
from core.companion.chat.turns import Turn
from core.companion.instructions import prompts
from core.companion.model import MemorySpace, Message, Sender
from core.companion.outlook import Outlook
from core.companion.parts import Parts
from core.companion.ports import ChatRole, ChatStore
from core.conversation.model import (
    ChatKind,
    Context,
    Failure,
    Purse,
    Recollection,
    ReplyRequest,
)
from core.conversation.rules.context import conversation_window_label
from core.conversation.service.reply import PromptedConversation
from core.conversation.service.settings import ReplySettings
from core.errors import Misconfigured
from core.memory.rules.claims import without_claims
from core.memory.rules.requests import Remember, claims_to_have_noted, read_request
from core.memory.rules.wording import guess
from core.memory.service.tools import RecallTool, SaveTool, tools_of_talk, tools_of_teaching
from core.persona.model import Persona, SpaceId
from core.phrases import Phrase, phrase

METHODS = tuple(name for name in vars(ChatStore) if not name.startswith("_"))
"""What a store needs for a chat beside the eight operations."""


class Chat:
    """The chats of one persona, one with each person; the turns of one person follow each other."""

    def __init__(self, space: MemorySpace, parts: Parts, outlook: Outlook) -> None:
        self._space, self._parts, self._options = space, parts, parts.memory
        self._outlook = outlook
        self.mode = ChatMode(self._options.start_mode)
        self._recalling = Recalling(space, parts)
        self._turns: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._keeping: Keeping | None = None

    async def say(self, text: str, person: str, now: datetime) -> ChatDebug:
        """Return the answer to `text`; both are kept as history."""
        _insist_on_words(text, person)
        role, store = self._role(), self._store()
        taught = self.mode is ChatMode.EDUCATION
        async with self._turns[person]:
            turn = await self._begun(store, text, person, now, taught=taught)
            recollection, shown = await self._recalling.passive(store, turn)
            heard = Heard(role)
            content = await self._answer(heard, store, turn, recollection)
            content = await self._held_to_its_word(store, turn, content)
            spoken = Message(sender=Sender.PERSONA, time=now, content=content)
            await store.add_message(self._space.id, spoken, person=person)
            await self._recalling.touch(store, turn)
        return ChatDebug(
            content=content,
            tool_calls=heard.calls,
            tool_executions=heard.executions,
            passive_recall=shown["person"],
            persona_recall=shown["persona"],
            steps_used=heard.steps,
        )

    async def stats(self, now: datetime) -> Stats:
        """Return how much there is."""
        store, space = self._store(), self._space.id
        facts = [fact for fact in await store.list_facts(space) if rules.holds(fact, now)]
        last = await store.list_messages(space, limit=1)
        return Stats(
            message_count=await store.count_messages(space),
            memory_count=len(rules.memories(facts)),
            persona_facts_count=len(rules.persona_facts(facts, self._space.display_name)),
            last_activity=last[0].time if last else None,
        )

    async def clear_history(self) -> int:
        """Delete all messages and return how many there were."""
        return await self._store().delete_messages(self._space.id)

    async def clear_memories(self) -> int:
        """Delete all facts about people and return how many there were."""
        store = self._store()
        gone = rules.memories(await store.list_facts(self._space.id))
        return await store.delete_facts(self._space.id, [fact.id for fact in gone])

    async def clear_persona_facts(self) -> int:
        """Delete all facts about the persona and return how many there were."""
        store = self._store()
        facts = await store.list_facts(self._space.id)
        gone = rules.persona_facts(facts, self._space.display_name)
        return await store.delete_facts(self._space.id, [fact.id for fact in gone])

    # Before the answer.

    async def _begun(
        self, store: ChatStore, text: str, person: str, now: datetime, *, taught: bool
    ) -> Turn:
        limit = self._options.context_window
        before = await store.list_messages(self._space.id, person=person, limit=limit)
        said = Message(sender=Sender.USER, time=now, content=text)
        message = await store.add_message(self._space.id, said, person=person)
        history = [rules.as_said(at, one) for at, one in enumerate([*before, message], start=1)]
        return Turn(
            person=person,
            taught=taught,
            now=now,
            language=guess(text),
            message=message,
            history=tuple(history),
        )

    # The answer.

    async def _answer(
        self, heard: Heard, store: ChatStore, turn: Turn, recollection: Recollection
    ) -> str:
        options = self._options
        settings = ReplySettings(
            max_steps=options.max_steps,
            temperature=options.temperature,
            time_threshold=options.time_threshold,
            bubbles_most=1,
        )
        voice = PromptedConversation(
            heard, prompts=prompts(), settings=settings, now=self._parts.clock.now
        )
        request = self._request(await self._context(turn, recollection), turn, voice.most_tokens)
        answer = await voice.reply(request, self._tools(store, turn))
        if isinstance(answer, Failure):
            raise heard.error_of(answer)
        return "\n\n".join(answer.draft.messages)

    async def _context(self, turn: Turn, recollection: Recollection) -> Context:
        entries = await self._outlook.entries(turn.now)
        snapshot = self._outlook.snapshot(turn.now, entries)
        label = conversation_window_label(turn.now, turn.history, self._parts.zone)
        return Context(
            history=turn.history,
            conversation_window_label=label,
            schedule=planned(entries),
            recollection=recollection,
            availability=presence(snapshot, turn.now),
        )

    def _request(self, context: Context, turn: Turn, most: int) -> ReplyRequest:
        space, zone = self._space, self._parts.zone
        return ReplyRequest(
            persona=Persona(
                space=SpaceId(space.id),
                display_name=space.display_name,
                seed=str(space.metadata.get("seed_message", "")),
                zone=zone,
                voice=self._options.system_prompt,
            ),
            now=turn.now,
            mode="reply",
            context=context,
            chat_kind=ChatKind.DIRECT,
            user_message=turn.message.content,
            language=turn.language,
            greeted=any(said.by_companion for said in turn.history),
            purse=Purse(most),
            dice=0,
            teaching=turn.taught,
        )

    def _tools(self, store: ChatStore, turn: Turn) -> tuple[SaveTool, RecallTool]:
        async def save(content: str, importance: float) -> str:
            return await self._kept(store).keep(turn, content, importance)

        async def recall(query: str, top_k: int | None) -> str:
            return await self._recalling.looked_up(store, turn, query, top_k)

        offered = tools_of_teaching if turn.taught else tools_of_talk
        return offered(save, recall)

    # Behind the answer.

    async def _held_to_its_word(self, store: ChatStore, turn: Turn, content: str) -> str:
        """Return `content`; what it claims to have noted is kept, or the claim goes.

        What somebody asked to be remembered in so many words is kept in any case.
        """
        if turn.kept or await self._keep_words(store, turn, content):
            return content
        return honest(content, turn.language)

    async def _keep_words(self, store: ChatStore, turn: Turn, content: str) -> bool:
        """Keep the person's own words where they asked for it, or `content` says so."""
        if turn.taught:  # what it is taught is told in the first person
            return False
        asked = read_request(turn.message.content)
        if isinstance(asked, Remember):
            return await self._kept(store).keep_words(turn, asked.what)
        claimed = claims_to_have_noted(content)
        return claimed and await self._kept(store).keep_words(turn, turn.message.content)

    # What it needs.

    def _kept(self, store: ChatStore) -> Keeping:
        if self._keeping is None:
            parts = self._parts
            self._keeping = Keeping(
                self._space,
                store,
                dates=parts.dates,
                judgement=parts.models.judgement,
                zone=parts.zone,
            )
        return self._keeping

    def _role(self) -> ChatRole:
        role = self._parts.models.conversation
        if not isinstance(role, ChatRole):
            raise Misconfigured(
                "there is no conversation role that can chat: pass models=Models(conversation=…),"
                " an object with the async method generate(prompt: Prompt) -> Completion"
            )
        return role

    def _store(self) -> ChatStore:
        store = self._parts.store
        if isinstance(store, ChatStore):
            return store
        missing = ", ".join(name for name in METHODS if not hasattr(store, name))
        raise Misconfigured(
            f"a chat needs a store with the methods of ChatStore; missing: {missing}"
        )


def _insist_on_words(text: str, person: str) -> None:
    for name, given in {"text": text, "person": person}.items():
        if not isinstance(given, str):
            raise TypeError(f"{name} is a string, got {type(given).__name__}")
        if not given.strip():
            raise ValueError(f"{name} is blank")


def honest(content: str, language: str) -> str:
    """Return an answer behind which nothing was kept without claims that something was."""
    if not claims_to_have_noted(content):
        return content
    left = without_claims(content)
    return left if left and not claims_to_have_noted(left) else phrase(Phrase.NOT_KEPT, language)

"""What becomes of a statement that is to be kept: the same gate as the bot's."""

import asyncio
from collections.abc import Sequence
from zoneinfo import ZoneInfo

from core.companion.chat import drafts, rules
from core.companion.chat.turns import Turn
from core.companion.model import Fact, FactDraft, MemorySpace
from core.companion.ports import ChatStore, JudgementRole
from core.memory import model as memory
from core.memory.model import Drop, Keep, Merge, Quarantine, Supersede, Verdict, Why
from core.memory.ports import Dates
from core.memory.rules.gate import GateDials, Testimony, verdict
from core.memory.rules.lessons import tells_of_another
from core.memory.service.turn import CHAT, FIRST_PERSON, KEPT
from core.memory.service.writing import Judge, Writer, draft_from_words
from core.persona.model import SpaceId

CORRECTED = "kept; what it corrects counts as past"
KNOWN = "known already"
STORED = frozenset({KEPT, CORRECTED, KNOWN})
NOT_KEPT = "not kept ({why}): don't say that you noted it"


class Keeping:
    """Keeps facts of one space; what the gate is unsure of is not kept, as nobody would see it."""

    def __init__(
        self,
        space: MemorySpace,
        store: ChatStore,
        *,
        dates: Dates,
        judgement: JudgementRole | None,
        zone: ZoneInfo,
    ) -> None:
        self._space, self._store, self._zone = space, store, zone
        self._dials = GateDials()
        self._writer = Writer(self._dials, dates)
        self._judge = None if judgement is None else _judge(judgement)
        self._turn = asyncio.Lock()

    async def keep(self, turn: Turn, statement: str, importance: float) -> str:
        """Keep one statement if the gate lets it in; return what the model is told."""
        if turn.taught and tells_of_another(statement):
            return FIRST_PERSON
        saying = turn.sayings[-1]
        draft = drafts.draft_of(
            statement, importance, saying, space=self._space.id, taught=turn.taught
        )
        return await self._decided(turn, draft)

    async def keep_words(self, turn: Turn, words: str) -> bool:
        """Keep what a person said in their own words; return whether the gate lets it in."""
        draft = draft_from_words(
            turn.sayings[-1], words, space=SpaceId(self._space.id), source=CHAT
        )
        return draft is not None and await self._decided(turn, draft) in STORED

    async def _decided(self, turn: Turn, draft: memory.FactDraft) -> str:
        weighed = await self._writer.weigh(
            draft,
            self._testimony(turn),
            zone=self._zone,
            language=turn.language,
            judge=self._judge,
        )
        async with self._turn:  # what is known, and what becomes of it, are one step
            known = await self._known(turn)
            found = verdict(weighed, drafts.as_known(known, weighed.draft), self._dials)
            told = await self._write(turn, found, known)
        turn.kept = turn.kept or told in STORED
        return told

    async def _known(self, turn: Turn) -> list[Fact]:
        facts = await self._store.list_facts(self._space.id)
        if turn.taught:
            of = rules.persona_facts(facts, self._space.display_name)
        else:
            of = rules.memories(facts, turn.person)
        return [fact for fact in of if rules.holds(fact, turn.now)]

    async def _write(self, turn: Turn, found: Verdict, known: Sequence[Fact]) -> str:
        match found:
            case Keep(draft=draft):
                await self._store.add_fact(self._space.id, _kept(turn, draft))
                return KEPT
            case Merge(draft=draft, into=into):
                told = drafts.mentioned(known[into], _kept(turn, draft))
                await self._store.save_facts(self._space.id, [told])
                return KNOWN
            case Supersede(draft=draft, old=old):
                new = await self._store.add_fact(self._space.id, _kept(turn, draft))
                past = [drafts.closed(known[one], new, turn.now) for one in old]
                await self._store.save_facts(self._space.id, past)
                return CORRECTED
            case Drop(why=Why.RECALLED):
                return KNOWN
            case Drop(why=Why.ABOUT_ASSISTANT) if turn.taught:
                return FIRST_PERSON
            case Drop(why=why) | Quarantine(why=why):
                return NOT_KEPT.format(why=why.value)

    def _testimony(self, turn: Turn) -> Testimony:
        sayings = turn.sayings
        recalled = tuple(fact.statement for fact in turn.came_up.values())
        own = [one.text for one in sayings if not one.by_companion]
        return Testimony(
            evidence=sayings[-1:],
            around=sayings,
            recalled=recalled,
            companion_names=(self._space.display_name,),
            subject_name="" if turn.taught else drafts.called(turn.person, [*own, *recalled]),
            taught=turn.taught,
            language=turn.language,
        )


def _kept(turn: Turn, draft: memory.FactDraft) -> FactDraft:
    return drafts.kept_draft(draft, person=turn.person, evidence=(turn.message.id,), now=turn.now)


def _judge(role: JudgementRole) -> Judge:
    async def judge(question: str, material: str) -> float:
        return (await role.judge(question, material)).score

    return judge

"""Memory in one turn: what comes up, what the words ask of it, and what is to be kept.

Nothing is written while the turn thinks: what is to be kept waits for the unit of work that
records the draft, so a turn that is thought again after a crash keeps it once.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from core.conversation.model import MessageId, Recalled, Recollection, Ref, Said
from core.conversation.ports import JudgementRole, Tool
from core.conversation.rules.recollected import memory_line
from core.memory.model import EVERYONE, PERSONA, FactDraft, FactId, Subject, Verdict, Why
from core.memory.model.turns import MemoryDials, TurnAsked
from core.memory.ports import Lexicon, MemoryShelf, MemoryWork
from core.memory.rules.claims import without_claims
from core.memory.rules.gate import Testimony, Weighed
from core.memory.rules.lessons import lesson_in, tells_of_another, tells_of_owner
from core.memory.rules.own_person import in_first_person
from core.memory.rules.refs import FACT, MESSAGE, numbers_of
from core.memory.rules.requests import claims_to_have_noted
from core.memory.service.forgetting import undone_next
from core.memory.service.heeding import Heeded, heed, refusal
from core.memory.service.recall import Recall
from core.memory.service.shelves import KINDS
from core.memory.service.tools import tools_of_talk, tools_of_teaching
from core.memory.service.writing import Judge, Writer, draft_from_words
from core.phrases import Phrase, phrase

CHAT, TEACH = "circadia.chat", "circadia.teach"
"""Sources of what a talk and a teaching brought."""
KEPT = "kept"
UNSURE = "say it of the person by name, and no more than they said; else "
FIRST_PERSON = 'error: a fact about you stands in the first person, as "I am 25"; call it again so'
OF_OWNER = "not kept: they told that of themself, not of you; don't say that you noted it"
NOTHING_FOUND = "nothing found: you don't remember it, and you say so"


class Memory:
    """The memory of one persona, as its turns use it."""

    def __init__(
        self,
        work: MemoryWork,
        recall: Recall,
        writer: Writer,
        lexicon: Lexicon,
        dials: MemoryDials | None = None,
        judgement: JudgementRole | None = None,
    ) -> None:
        """Recall and write through these; `judgement` is asked where the gate is unsure."""
        self.work, self.recall, self.writer, self.lexicon = work, recall, writer, lexicon
        self.judgement = judgement
        self.dials = dials or MemoryDials()

    async def bring(self, asked: TurnAsked) -> "TurnMemory":
        """Return what memory brings for a turn, with what its words ask of memory found out."""
        recollection = await self.recall.passive(
            asked.scope,
            asked.text,
            now=asked.now,
            language=asked.language,
            speaker=asked.speaker_name,
            seen={said.ref for said in asked.window},
            names=asked.persona.names,
            teaching=asked.teaching,
            zone=asked.zone,
        )
        turn = TurnMemory(self, asked, recollection)
        await turn.heed()
        return turn


class TurnMemory:
    """What memory does in one turn."""

    def __init__(self, memory: Memory, asked: TurnAsked, recollection: Recollection) -> None:
        self._memory, self._asked = memory, asked
        self._recalled = recollection
        self._looked_up: dict[Ref, Recalled] = {}
        self._heeded = Heeded()
        self._saved: list[Weighed] = []
        self._refused: list[str] = []

    async def heed(self) -> None:
        """Find out what the words ask of memory: to keep, to forget, to put right."""
        self._heeded = await heed(self._memory.recall, self._memory.lexicon, self, self._asked)

    @property
    def recollection(self) -> Recollection:
        """Return what is put before the model, without what is being forgotten."""
        gone = self._heeded.forgotten_refs
        return replace(
            self._recalled,
            persona=tuple(r for r in self._recalled.persona if r.ref not in gone),
            person=tuple(r for r in self._recalled.person if r.ref not in gone),
            said=tuple(r for r in self._recalled.said if r.ref not in gone),
            done=self._heeded.deeds,
        )

    @property
    def to_keep(self) -> str:
        """Return the words that may be kept as they are: of an owner who teaches its lesson."""
        asked = self._asked
        return lesson_in(asked.text, asked.persona.names) if asked.teaching else asked.text

    def in_sight(self, window: Sequence[Said]) -> tuple[Said, ...]:
        """Return the window without what is being forgotten; what is answered stays."""
        mine = {said.id for said in self._asked.mine}
        gone = self._heeded.messages - mine
        return tuple(said for said in window if said.id not in gone)

    @property
    def tools(self) -> tuple[Tool, ...]:
        """Return what the model may call in this turn."""
        offered = tools_of_teaching if self._asked.teaching else tools_of_talk
        return offered(self._save, self._look_up)

    async def held_to_its_word(self, bubbles: tuple[str, ...]) -> tuple[str, ...]:
        """Return the bubbles; what they claim to have noted is kept, or the claim goes.

        A claim is made true where the person's own words pass the gate.
        """
        kept = self._saved or self._heeded.drafts
        if kept or not any(claims_to_have_noted(bubble) for bubble in bubbles):
            return bubbles
        weighed = await self.weighed_words(self.to_keep)
        if weighed is not None and refusal(await self.verdict_of(weighed)) is None:
            self._saved.append(weighed)
            return bubbles
        left = tuple(text for bubble in bubbles if (text := without_claims(bubble)))
        return left or (phrase(Phrase.NOT_KEPT, self._asked.language),)

    @property
    def asked(self) -> TurnAsked:
        """Return the turn."""
        return self._asked

    @property
    def shown(self) -> frozenset[Ref]:
        """Return what was put before the model; not what is being forgotten in this turn."""
        return frozenset(one.ref for one in self._all()) - self._heeded.forgotten_refs

    def keep(self, shelf: MemoryShelf, now: datetime) -> Mapping[str, object]:
        """Write what the turn brought, and return what the trace tells of it: no texts."""
        asked, heeded = self._asked, self._heeded
        drafts = self._saved or heeded.drafts
        for effect in heeded.before:
            effect(shelf, now)
        written = [self._memory.writer.write(shelf, weighed, now) for weighed in drafts]
        for effect in heeded.effects:
            effect(shelf, now)
        facts = [FactId(number) for number in numbers_of(self.shown, FACT)]
        shelf.facts.touch(asked.scope.space, facts, now)
        told: dict[str, object] = {
            "saved": [one.fact.ref for one in written if one.fact is not None],
            "verdicts": [one.verdict.__class__.__name__.lower() for one in written],
            "refused": self._refused,
            "looked_up": list(self._looked_up),
            "done": [deed.value for deed in heeded.deeds],
            "notes": list(self._recalled.notes),
            "scores": {r.ref: round(r.score, 2) for r in self._all() if r.score is not None},
        }
        return {"memory": {name: value for name, value in told.items() if value}}

    def draft(self, statement: str, *, importance: float = 0.5) -> FactDraft:
        """Return what is to be kept of a statement in this turn."""
        asked, teaching = self._asked, self._asked.teaching
        return FactDraft(
            space=asked.scope.space,
            subject=PERSONA if teaching else Subject(asked.speaker),
            statement=statement,
            audience=EVERYONE if teaching else asked.audience,
            source=TEACH if teaching else CHAT,
            speaker=asked.speaker,
            evidence=tuple(saying.id for saying in asked.evidence),
            importance=importance,
        )

    async def weighed(self, draft: FactDraft) -> Weighed:
        """Return what the gate holds of a draft that rests on this turn's words."""
        asked = self._asked
        others = {
            said.sender_name for said in asked.window if said.sender not in (None, asked.speaker)
        }
        testimony = Testimony(
            evidence=asked.evidence,
            around=tuple(asked.saying(said) for said in asked.window),
            recalled=tuple(r.text for r in self._all() if r.kind != "said"),
            companion_names=asked.persona.names,
            subject_name="" if asked.teaching else asked.speaker_name,
            same_person=frozenset(asked.selves) if asked.scope.is_direct else frozenset(),
            present=tuple(sorted(others)),
            taught=asked.teaching,
        )
        zone, language = asked.zone or asked.persona.zone, asked.language
        return await self._memory.writer.weigh(
            draft, testimony, zone=zone, language=language, judge=self._judge()
        )

    def _judge(self) -> Judge | None:
        """Return who judges in this turn, as long as its tokens reach."""
        role, purse = self._memory.judgement, self._asked.purse
        if role is None or purse.left < role.most_tokens:
            return None

        async def sure(question: str, material: str) -> float:
            return (await role.judge(question, material, purse)).score

        return sure

    async def weighed_words(self, words: str) -> Weighed | None:
        """Return what the gate holds of the speaker's own words, kept as a quotation.

        What the persona is taught stands in its own person, where that can be told. None of no
        words.
        """
        asked = self._asked
        source = TEACH if asked.teaching else CHAT
        for saying in asked.evidence[-1:]:
            quoted = draft_from_words(saying, words, space=asked.scope.space, source=source)
            if quoted is not None:
                own = in_first_person(words) if asked.teaching else None
                statement = own or quoted.statement
                return await self.weighed(self.draft(statement, importance=quoted.importance))
        return None

    async def verdict_of(self, weighed: Weighed) -> Verdict:
        """Return what would become of it, as memory stands now."""
        writer = self._memory.writer
        return await self._memory.work.read(lambda shelf: writer.decide(shelf, weighed))

    async def theirs(self, refs: Collection[Ref]) -> frozenset[Ref]:
        """Return those that are about the speaker, or that the speaker said; by id, not name."""
        scope, persons = self._asked.scope, set(self._asked.selves)
        facts = [FactId(number) for number in numbers_of(refs, FACT)]
        words = [MessageId(number) for number in numbers_of(refs, MESSAGE)]

        def look(shelf: MemoryShelf) -> frozenset[Ref]:
            about = {one.ref for one in shelf.facts.some(scope, facts) if one.subject in persons}
            said = {one.ref for one in shelf.sayings.some(scope, words) if one.sender in persons}
            return frozenset(about | said)

        return await self._memory.work.read(look)

    async def can_undo(self) -> bool:
        """Return whether anything of the speaker was forgotten or corrected in seven days."""
        asked = self._asked
        return await self._memory.work.read(
            lambda shelf: undone_next(shelf, asked.own_scope, None, asked.now) is not None
        )

    async def _save(self, content: str, importance: float) -> str:
        if self._asked.teaching:
            if tells_of_another(content):
                return FIRST_PERSON
            if tells_of_owner(self._asked.text) and not self.to_keep:
                return OF_OWNER
        weighed = await self.weighed(self.draft(content, importance=importance))
        why = refusal(await self.verdict_of(weighed))
        if why is not None:
            self._refused.append(why.value)
            cure = UNSURE if why is Why.UNSURE else ""
            return f"not kept ({why.value}): {cure}don't say that you noted it"
        self._saved.append(weighed)
        return KEPT

    async def _look_up(self, query: str, top_k: int | None) -> str:
        asked = self._asked
        dials = self._memory.dials
        found = await self._memory.recall.search(
            asked.scope,
            query,
            now=asked.now,
            language=asked.language,
            speaker=asked.speaker_name,
            top_k=top_k or (dials.education_top_k if asked.teaching else dials.top_k),
            kinds=("persona",) if asked.teaching else KINDS,
            names=asked.persona.names,
            zone=asked.zone,
        )
        fresh = [one for one in found if one.ref not in self._heeded.forgotten_refs]
        self._looked_up.update({one.ref: one for one in fresh})
        lines = (memory_line(one, asked.persona.zone) for one in fresh)
        return "\n".join(lines) or NOTHING_FOUND

    def _all(self) -> tuple[Recalled, ...]:
        return (*self._recalled.items, *self._looked_up.values())

"""What comes up in a turn: by itself, and when the model looks something up."""

from collections.abc import Mapping, Sequence

from core.companion.chat import rules
from core.companion.chat.finding import Asked, Finder
from core.companion.chat.model import PassiveRecall
from core.companion.chat.turns import Turn
from core.companion.model import Fact, MemorySpace
from core.companion.parts import Parts
from core.companion.ports import ChatStore
from core.conversation.model import Recollection
from core.conversation.rules.recollected import memory_line
from core.memory.service.turn import NOTHING_FOUND


class Recalling:
    """Recalls for one persona, and notes in each turn what came up."""

    def __init__(self, space: MemorySpace, parts: Parts) -> None:
        self._space, self._options, self._zone = space, parts.memory, parts.zone
        self._finder = Finder(parts.embedder, parts.lexicon, parts.dates, parts.zone)

    async def passive(
        self, store: ChatStore, turn: Turn
    ) -> tuple[Recollection, Mapping[str, tuple[PassiveRecall, ...]]]:
        """Return what comes up by itself: for the model, and by kind for the builder."""
        asked = Asked(text=turn.message.content, now=turn.now, language=turn.language)
        found: dict[str, list[tuple[Fact, float | None]]] = {}
        for kind, facts in (await self._readable(store, turn)).items():
            found[kind] = await self._with_the_defining(facts, asked, self._limit(turn))
            turn.came_up.update({fact.id: fact for fact, _ in found[kind]})
        told = {
            kind: tuple(rules.recalled(fact, score, turn.now) for fact, score in pairs)
            for kind, pairs in found.items()
        }
        shown = {
            kind: tuple(rules.shown(fact, score) for fact, score in pairs)
            for kind, pairs in found.items()
        }
        return Recollection(persona=told["persona"], person=told["person"]), shown

    async def looked_up(self, store: ChatStore, turn: Turn, query: str, top_k: int | None) -> str:
        """Return what is found, one line a fact, or that there is nothing."""
        readable = await self._readable(store, turn)
        asked = Asked(text=query, now=turn.now, language=turn.language)
        facts = [fact for of_kind in readable.values() for fact in of_kind]
        found = await self._finder.found(facts, asked, top_k or self._limit(turn))
        turn.came_up.update({fact.id: fact for fact, _ in found})
        lines = (
            memory_line(rules.recalled(fact, score, turn.now), self._zone) for fact, score in found
        )
        return "\n".join(lines) or NOTHING_FOUND

    async def touch(self, store: ChatStore, turn: Turn) -> None:
        """Note when facts came up, as they stand in the store by now."""
        facts = await store.list_facts(self._space.id)
        used = [rules.touched(fact, turn.now) for fact in facts if fact.id in turn.came_up]
        if used:
            await store.save_facts(self._space.id, used)

    def _limit(self, turn: Turn) -> int:
        return self._options.education_top_k if turn.taught else self._options.top_k

    async def _readable(self, store: ChatStore, turn: Turn) -> Mapping[str, Sequence[Fact]]:
        """Return the facts that may be read, by kind; of people none while it is taught."""
        facts = await store.list_facts(self._space.id)
        return {
            "persona": rules.persona_facts(facts, self._space.display_name),
            "person": [] if turn.taught else rules.memories(facts, turn.person),
        }

    async def _with_the_defining(
        self, facts: Sequence[Fact], asked: Asked, limit: int
    ) -> list[tuple[Fact, float | None]]:
        found = await self._finder.found(facts, asked, limit)
        known = {fact.id for fact, _ in found}
        standing = [fact for fact in facts if rules.holds(fact, asked.now)]
        more = rules.always_in(standing, known, limit - len(found))
        return [*found, *((fact, None) for fact in more)]

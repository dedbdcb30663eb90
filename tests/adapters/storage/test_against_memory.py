"""Whatever is done, SQLite and the plain stores in memory answer the same."""

import asyncio
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from shutil import copyfile

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from adapters.storage import Database, DatabaseConfig
from core.conversation.model import (
    ChatKind,
    ConversationId,
    Deletion,
    Edit,
    MessageId,
    Moved,
    Reaction,
    Route,
    Said,
)
from core.engine.memory import InMemoryWork
from core.engine.model import BubbleState, Desk, Lane, Turn, TurnState, Waiting
from core.engine.ports import Stores, Work
from core.persona.model import SpaceId
from tests.contracts.stores import ANN, DAY, HOME, MINA, after, at, begin, bubble, inbound

ROUTES = [HOME, replace(HOME, thread="7"), replace(HOME, chat="200")]
SPACES = [MINA, SpaceId("noa")]
MOST_PLACES = 8
"""Conversations that are looked at: after a move there may be more than routes."""
chats = st.sampled_from(["100", "200", "300"])
routes = st.sampled_from(ROUTES)
keys = st.integers(1, 5).map(str)
seconds = st.floats(0, 100, allow_nan=False).map(lambda span: round(span, 6))
lanes = st.sampled_from(Lane)
texts = st.text(st.characters(exclude_characters="\x00", exclude_categories=["Cs"]), max_size=8)


def renumbered(seen: object, numbers: Mapping[MessageId, MessageId]) -> object:
    """Return the same with other numbers of messages."""
    if isinstance(seen, list | tuple):
        return type(seen)(renumbered(one, numbers) for one in seen)
    if isinstance(seen, Said | Waiting):
        return replace(seen, id=numbers[seen.id])
    if isinstance(seen, Desk):
        waiting = tuple(replace(one, id=numbers[one.id]) for one in seen.waiting)
        return replace(seen, waiting=waiting)
    return seen


class Twins(RuleBasedStateMachine):
    """Does everything twice and compares the answers."""

    template: Path

    def __init__(self) -> None:
        super().__init__()
        self.runner = asyncio.Runner()
        self.folder = tempfile.TemporaryDirectory()
        config = DatabaseConfig(synchronous="normal").resolve(Path(self.folder.name))
        assert config.file is not None
        copyfile(self.template, config.file)
        self.database = Database(config)
        self.memory = InMemoryWork()
        self.turns: list[Turn] = []
        self.numbers: list[tuple[MessageId, MessageId]] = []
        """Of the same message, in memory and in SQLite, which leaves gaps."""

    def teardown(self) -> None:
        self.runner.run(self.database.close())
        self.runner.close()
        self.folder.cleanup()

    def each(
        self, act: Callable[[Stores, int], object], *, fails: bool = False
    ) -> tuple[object, object]:
        """Return both answers to the same act, which is told whose turn it is: 0 or 1."""

        def body(side: int, stores: Stores) -> object:
            answer = act(stores, side)
            if fails:
                raise ZeroDivisionError
            return answer

        async def one(work: Work, side: int) -> object:
            try:
                return await work.write(partial(body, side))
            except ZeroDivisionError:
                return None

        return self.runner.run(one(self.memory, 0)), self.runner.run(one(self.database, 1))

    def both(self, act: Callable[[Stores], object]) -> object:
        ours, theirs = self.each(lambda stores, _: act(stores))
        assert ours == theirs
        return theirs

    def learn(self, pair: tuple[object, object]) -> None:
        ours, theirs = pair
        if ours is None or theirs is None:
            assert ours == theirs
        else:
            assert isinstance(ours, int)
            assert isinstance(theirs, int)
            self.numbers.append((MessageId(ours), MessageId(theirs)))

    @rule(
        route=routes,
        key=keys,
        text=texts,
        lane=lanes,
        silent=st.booleans(),
        bot=st.booleans(),
        fails=st.booleans(),
    )
    def hears(self, route: Route, key: str, text: str, lane: Lane, **how: bool) -> None:
        message = inbound(key, text, route, from_bot=how["bot"])
        silence = "overheard" if how["silent"] else None

        def act(stores: Stores) -> object:
            here = at(stores, message.route)
            return stores.messages.add(
                here, message, after(0), lane=lane, silence=silence, addressed=not how["bot"]
            )

        self.learn(self.each(lambda stores, _: act(stores), fails=how["fails"]))

    @rule(route=routes, key=keys, text=texts, when=seconds)
    def edits(self, route: Route, key: str, text: str, when: float) -> None:
        edit = Edit(route=route, message_id=key, text=text, edited_at=after(when))
        self.both(lambda stores: stores.messages.edit(edit))

    @rule(route=routes, some=st.lists(keys, max_size=3), when=seconds)
    def takes_back(self, route: Route, some: list[str], when: float) -> None:
        deletion = Deletion(route=route, message_ids=tuple(some), deleted_at=after(when))
        self.both(lambda stores: stores.messages.delete(deletion))

    @rule(route=routes, key=keys, emoji=st.sampled_from("👍🎉"), removed=st.booleans())
    def reacts(self, route: Route, key: str, emoji: str, removed: bool) -> None:
        reaction = Reaction(
            route=route,
            message_id=key,
            sender=ANN,
            sender_name="Ann",
            emoji=emoji,
            removed=removed,
        )
        self.both(lambda stores: stores.messages.react(reaction))

    @rule(old=chats, new=chats, when=seconds)
    def moves(self, old: str, new: str, when: float) -> None:
        moved = Moved(account=HOME.account, old_chat=old, new_chat=new)
        self.both(lambda stores: stores.conversations.move(moved, after(when)))

    @rule(
        space=st.sampled_from(SPACES),
        route=routes,
        server=st.none() | st.sampled_from("12"),
        reason=st.none() | texts,
    )
    def is_placed(
        self, space: SpaceId, route: Route, server: str | None, reason: str | None
    ) -> None:
        def act(stores: Stores) -> object:
            here = stores.conversations.find_or_create(
                space, route, ChatKind.DIRECT, after(0), server=server
            )
            stores.conversations.save(replace(here, unreachable=reason))
            return here

        self.both(act)

    @rule(route=routes, lane=lanes, when=st.none() | seconds)
    def is_due(self, route: Route, lane: Lane, when: float | None) -> None:
        due_at = None if when is None else after(when)
        self.both(lambda stores: stores.conversations.due_at(at(stores, route).id, lane, due_at))

    @rule(route=routes, lane=lanes, when=seconds)
    def is_woken(self, route: Route, lane: Lane, when: float) -> None:
        self.both(lambda stores: stores.conversations.wake(at(stores, route).id, lane, after(when)))

    @rule(space=st.sampled_from(SPACES), when=seconds)
    def is_roused(self, space: SpaceId, when: float) -> None:
        self.both(lambda stores: stores.conversations.rouse(space, after(when)))

    @rule(data=st.data())
    def falls_silent(self, data: st.DataObject) -> None:
        if self.numbers:
            pair = data.draw(st.sampled_from(self.numbers))
            self.each(lambda stores, side: stores.messages.silence([pair[side]], "too old"))

    @rule(route=routes, count=st.integers(0, 3))
    def opens_a_turn(self, route: Route, count: int) -> None:
        first = self.numbers[-count:] if count else []
        turn, same = self.each(
            lambda stores, side: begin(stores, *(pair[side] for pair in first), route=route)
        )
        assert turn == same
        assert isinstance(turn, Turn)
        self.turns.append(turn)
        self.both(lambda stores: stores.turns.add_bubbles([bubble(turn, 0), bubble(turn, 1)]))

    @rule(data=st.data(), state=st.sampled_from(TurnState), text=texts, key=st.none() | keys)
    def goes_on(self, data: st.DataObject, state: TurnState, text: str, key: str | None) -> None:
        if not self.turns:
            return
        turn = data.draw(st.sampled_from(self.turns))
        where = data.draw(routes)
        trace = data.draw(st.none() | st.just({"said": text}))
        outcome = BubbleState.IN_DOUBT if key is None else BubbleState.DELIVERED

        def act(stores: Stores) -> object:
            stores.turns.save(replace(turn, state=state, attempts=2), trace)
            stores.turns.save_bubble(bubble(turn, 1, text=text, state=outcome, tries=1))
            stores.spending.add(MINA, DAY, "conversation", 3)
            here = at(stores, where)
            stores.messages.add_own(here, turn.id, text, after(1), message_id=key, reply_to=None)
            return next((said.id for said in stores.messages.recent(here.id, 1)), None)

        self.learn(self.each(lambda stores, _: act(stores)))

    @invariant()
    def they_look_the_same(self) -> None:
        ours = self.runner.run(self.memory.read(self.view))
        theirs = self.runner.run(self.database.read(self.view))
        ours_by_theirs = {theirs: ours for ours, theirs in self.numbers}
        assert ours == renumbered(theirs, ours_by_theirs)

    def view(self, stores: Stores) -> list[object]:
        """Return all that a reader can see."""
        seen: list[object] = [stores.figures.tally(MINA, DAY), stores.conversations.upcoming(9)]
        seen += [stores.conversations.heard(HOME.account, {space}, 4) for space in SPACES]
        seen.append(stores.conversations.moves())
        for number in range(1, MOST_PLACES + 1):
            here = ConversationId(number)
            seen += [stores.messages.recent(here, 4), stores.turns.recent(here, 4)]
            seen.append(stores.messages.was_spoken_to(here))
            seen.append(stores.messages.bot_turns(here))
            seen += [stores.conversations.waiting(here, lane) for lane in Lane]
            seen += [self.desk(stores, here, lane) for lane in Lane]
        return seen + [stores.turns.messages(turn.id) for turn in self.turns[-2:]]

    def desk(self, stores: Stores, here: ConversationId, lane: Lane) -> Desk | None:
        try:
            return stores.conversations.desk(here, lane)
        except LookupError:
            return None


def test_sqlite_and_memory_answer_the_same(sqlite_template: Path) -> None:
    class Here(Twins):
        template = sqlite_template

    run_state_machine_as_test(
        Here,
        settings=settings(
            max_examples=8,
            stateful_step_count=15,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )

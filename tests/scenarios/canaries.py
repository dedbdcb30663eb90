"""Words that nobody else says, planted where one person or one room alone may hear them again.

Each comes as a pair, a hook and a secret: whoever asks for the one must not be told the other.
"""

import re
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from zoneinfo import ZoneInfo

from adapters.scripted.messenger import ScriptedMessenger
from core.admin.entries import COMMANDS
from core.admin.model import Access
from core.admin.service import Dispatcher
from core.conversation.model import (
    AccountId,
    ChatKind,
    Completion,
    Finish,
    IdentityId,
    Prompt,
    Route,
    ToolCall,
    Usage,
)
from core.conversation.ports import ConversationRole, RewriteRole, Shape, Structured
from core.conversation.service import PromptedConversation, ReplySettings
from core.engine.ports import Messenger, Work
from core.engine.service import Engine, Seat, Seats
from core.memory.ports import Embedder
from core.persona.model import Persona, SpaceId
from core.prompts.templates import Prompts
from tests.world import ACCOUNT, INSTANT, MINA, World

PROMPTS = Prompts.load()
CANARY = re.compile(r"[a-z]{6}qvex", re.IGNORECASE)
_SYLLABLES = [first + second for first in "bdfgklmnprtvz" for second in "aiou"]

NOA = Persona(
    space=SpaceId("noa"), display_name="Noa", seed="Noa repairs clocks.", zone=ZoneInfo("UTC")
)
OTHER_ACCOUNT = AccountId("other")
OWNER_ID = IdentityId("telegram:1")
MINUTE = timedelta(minutes=1)
REPEATED = 4
"""Words that one answer repeats: an answer like the one before is thought again."""


def word(number: int) -> str:
    """Return a made-up word, another for each number below 100,000."""
    base = len(_SYLLABLES)
    first, second, third = number % base, (number // base + number) % base, number // base**2
    return f"{_SYLLABLES[third]}{_SYLLABLES[second]}{_SYLLABLES[first]}qvex"


def canaries(text: str) -> frozenset[str]:
    """Return the planted words that stand in a text, in lower case."""
    return frozenset(one.casefold() for one in CANARY.findall(text))


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Somebody who asks, and where."""

    who: IdentityId
    called: str
    route: Route
    kind: ChatKind = ChatKind.DIRECT
    space: SpaceId = MINA.space

    @property
    def heard_by(self) -> str:
        """Return who hears what is said here: one for all who are in a room."""
        where = (
            self.who if self.kind is ChatKind.DIRECT else f"{self.route.chat}/{self.route.thread}"
        )
        return f"{self.space}:{where}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """One thing that was told, by two words of its own."""

    hook: str
    secret: str
    heard: frozenset[str]
    """Where it may come up again, by `Place.heard_by`."""
    told: frozenset[str]
    """Where commands tell it."""
    how: str

    @property
    def words(self) -> frozenset[str]:
        """Return both."""
        return frozenset((self.hook, self.secret))


PEOPLE = {
    **dict.fromkeys(("telegram:7", "telegram:9"), "Anna"),
    **dict.fromkeys(("telegram:8", "telegram:12"), "Boris"),
    "telegram:5": "Clara",
    "telegram:11": "Eve",
    "discord:8": "Dan",
}
"""Two have the name of another, one has another's number on another platform."""


def talk_of(who: str, *, account: AccountId = ACCOUNT, space: SpaceId = MINA.space) -> Place:
    """Return somebody's direct talk."""
    called = {**PEOPLE, OWNER_ID: "Olga"}[who]
    chat = who.replace("telegram:", "").replace("discord:", "d")
    return Place(
        who=IdentityId(who), called=called, route=Route(account=account, chat=chat), space=space
    )


def room_of(
    who: str, chat: str, thread: str | None = None, *, account: AccountId = ACCOUNT
) -> Place:
    """Return somebody in a room."""
    space = MINA.space if account == ACCOUNT else NOA.space
    route = Route(account=account, chat=chat, thread=thread)
    kind = ChatKind.GROUP
    return Place(who=IdentityId(who), called=PEOPLE[who], route=route, kind=kind, space=space)


DIRECTS = [talk_of(who) for who in PEOPLE]
NOAS = [
    talk_of(who, account=OTHER_ACCOUNT, space=NOA.space) for who in ("telegram:7", "telegram:8")
]
ROOMS = [
    *(room_of(who, "-100") for who in ("telegram:7", "telegram:8")),
    *(room_of(who, "-100", "3") for who in ("telegram:9", "telegram:8")),
    *(room_of(who, "-200") for who in ("telegram:5", "telegram:11")),
    *(room_of(who, "-100", account=OTHER_ACCOUNT) for who in ("telegram:7", "telegram:12")),
]


class Blabber:
    """The port ChatModel at its worst: it looks everything up, and repeats all it has seen."""

    sees = False

    def __init__(self) -> None:
        self.prompts: list[Prompt] = []
        self.saves: str | None = None
        """What it saves in the next turn, where it would look something up else."""
        self.meanwhile: Callable[[], Awaitable[object]] | None = None
        """What happens while it thinks, once."""

    async def generate(self, prompt: Prompt) -> Completion:
        """Call a tool at first, then repeat."""
        self.prompts.append(prompt)
        happens, self.meanwhile = self.meanwhile, None
        if happens is not None:
            await happens()
        offered = [tool.name for tool in prompt.tools]
        asked = any(line.role == "tool" for line in prompt.lines)
        if offered and not asked:
            return self._calls(prompt, offered)
        seen = sorted(canaries("\n".join(line.text for line in prompt.lines)))
        some = seen[len(self.prompts) % (len(seen) + 1) :][:REPEATED]
        told = " ".join(some) or "nothing"
        return Completion(text=f"{len(self.prompts)}: {told}", finish=Finish.STOP)

    async def stream(self, prompt: Prompt) -> AsyncIterator[str | Completion]:
        """Yield the whole."""
        yield await self.generate(prompt)

    async def structured(self, prompt: Prompt, shape: type[Shape]) -> Structured[Shape]:
        """Keep the draft."""
        self.prompts.append(prompt)
        return Structured(value=shape.model_validate({"rewrite": False}), usage=Usage(calls=1))

    def _calls(self, prompt: Prompt, offered: Sequence[str]) -> Completion:
        if self.saves is not None:
            name = next(one for one in offered if one.startswith("save"))
            arguments = f'{{"content": "{self.saves}", "importance": 0.9}}'
            self.saves = None
        else:
            name = next(one for one in offered if one.startswith("recall"))
            asked = next(line.text for line in reversed(prompt.lines) if line.role == "user")
            query = re.sub(r"[^\w#: ]", " ", asked)[-200:]
            arguments = f'{{"query": "{query}", "top_k": 20}}'
        call = ToolCall(id="c1", name=name, arguments=arguments)
        return Completion(text="", finish=Finish.TOOLS, calls=(call,))


class Whispers(World):
    """Two companions with memory on two accounts of one database, both blabbers."""

    def __init__(
        self,
        *,
        work: Work | None = None,
        embedder: Embedder | None = None,
        voice: ConversationRole | None = None,
        rewrite: RewriteRole | None = None,
        scrub: Callable[[], Awaitable[bool]] | None = None,
    ) -> None:
        owner = Access(public=True, owners=frozenset((OWNER_ID,)))
        super().__init__(
            "2026-05-03T12:00Z", remembers=True, work=work, embedder=embedder, access=owner
        )
        self.model, self.scrub = Blabber(), scrub
        self.talks = voice or PromptedConversation(
            self.model, prompts=PROMPTS, settings=ReplySettings(max_steps=2), now=self.clock.now
        )
        self.rewrite = rewrite  # type: ignore[assignment]  # any rewrite role will do
        self.others = ScriptedMessenger(self.clock)
        self.pairs: list[Pair] = []
        self.spoken: dict[str, set[str]] = {}
        """What was asked for where: an answer may repeat the question."""

    def start(self, messenger: Messenger | None = None, work: Work | None = None) -> Engine:
        """Return an engine with a seat for each companion."""
        rows = work or self.work
        seats = {
            account: Seat(
                messenger=face,
                persona=persona,
                conversation=self.talks or self.role,
                memory=self.memory(rows),
                rewrite=self.rewrite,
                life=self.life,
            )
            for account, persona, face in (
                (ACCOUNT, MINA, messenger or self.messenger),
                (OTHER_ACCOUNT, NOA, self.others),
            )
        }
        return Engine(
            work=rows,
            clock=self.clock,
            dials=INSTANT,
            seats=Seats(seats),
            dispatcher=Dispatcher(COMMANDS, self.access),
            spawn=self._group.create_task,
            on_turn=self._remember,
            embedder=self.embedder,
            scrub=self.scrub,
        )

    def goes_on(self, messages: int) -> None:
        """Number the messages from there: those before are known."""
        self._ids = messages

    def pair(self, how: str, *heard: Place, told: Sequence[Place] = ()) -> Pair:
        """Return two new words, and note where they may be heard again, and told by commands."""
        number = 2 * len(self.pairs)
        places = frozenset(one.heard_by for one in heard)
        made = Pair(
            hook=word(number),
            secret=word(number + 1),
            heard=places,
            told=places | {one.heard_by for one in told},
            how=how,
        )
        self.pairs.append(made)
        return made

    async def says(self, place: Place, text: str, *, reply_to: str | None = None) -> str:
        """Let it be said and answered; return the message's own id on the platform."""
        number = await self.hears_at(place, text, reply_to=reply_to)
        await self.passes(MINUTE)
        while self.engine.running():  # a database takes its own time
            await self.passes(MINUTE)
        return number

    async def hears_at(self, place: Place, text: str, *, reply_to: str | None = None) -> str:
        """Hand it over, and return the message's own id on the platform."""
        said = self.inbound(
            text, sender=place.who, route=place.route, chat_kind=place.kind, reply_to=reply_to
        )
        await self.hears(replace(said, sender_name=place.called))
        return said.message_id

    async def asks(self, place: Place, text: str) -> str:
        """Return all that came of a question: prompts, answers, outputs of commands, traces."""
        self.spoken.setdefault(place.heard_by, set()).update(canaries(text))
        marks = len(self.model.prompts), len(self.messenger.shown), len(self.others.shown)
        known = len(self.records)
        await self.says(place, text)
        return "\n".join(
            (
                *(line.text for one in self.model.prompts[marks[0] :] for line in one.lines),
                *(out.text for _, out in self.messenger.shown[marks[1] :]),
                *(out.text for _, out in self.others.shown[marks[2] :]),
                *(str(record.trace) for record in self.records[known:]),
            )
        )

    def leaked(self, place: Place, text: str, *, by_command: bool = False) -> Iterator[str]:
        """Tell what stands in `text` that may not be heard in `place`, and how it was planted."""
        known = self.spoken.get(place.heard_by, set())
        found = canaries(text)
        for pair in self.pairs:
            heard = pair.told if by_command else pair.heard
            if place.heard_by not in heard and (lost := (pair.words & found) - known):
                yield f"{pair.how}: {', '.join(sorted(lost))} heard by {place.heard_by}"

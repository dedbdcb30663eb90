"""Runs commands: who may, where, whether it was meant, and what is noted of it."""

from collections.abc import Iterable, Sequence, Set
from dataclasses import replace
from datetime import timedelta
from typing import NamedTuple

from core.admin.commands.telling import how_to_ask
from core.admin.model import (
    LINE_MOST,
    Access,
    Act,
    Choice,
    Command,
    Invocation,
    Pairing,
    Right,
    Suggestion,
    Told,
    Where,
)
from core.admin.ports import Shelf, Steward
from core.admin.rules import (
    NO,
    YES,
    act_of,
    after_move,
    answered,
    form_of,
    is_listed,
    is_moderator,
    is_open,
    linked,
    may,
    nearest,
    parse_command,
    right_of,
    usable,
)
from core.admin.rules.auditing import audited
from core.conversation.model import ChatKind, IdentityId
from core.errors import CircadiaError, Misconfigured
from core.phrases import CommandLine, Phrase, phrase

REPEATED_MOST = 300
"""Characters of a line that is shown again in a question."""
HELP = "help"
START = "start"
"""What a messenger gives by itself when a talk is opened; behind it stands what a link carries."""
ASKED_FOR = timedelta(minutes=10)
"""How long a question before an act waits for its yes."""


class Meant(NamedTuple):
    """What a line asks for."""

    command: Command
    act: Act
    arguments: str


class Dispatcher:
    """Knows the command table and who may use it."""

    def __init__(
        self, commands: Iterable[Command], access: Access, pairing: Pairing | None = None
    ) -> None:
        """Take the table; `ValueError` if two commands share a name."""
        self._commands = tuple(commands)
        self._by_name = {command.name: command for command in self._commands}
        self._access = access
        self._paired: frozenset[IdentityId] = frozenset()
        self._pairing = pairing
        if len(self._by_name) < len(self._commands):
            names = sorted(command.name for command in self._commands)
            raise ValueError(f"each command needs a name of its own, got {names}")

    @property
    def pairing(self) -> Pairing | None:
        """Return what makes the first owner; None where there is one, or nobody may become it."""
        return None if self._access.owners or self._paired else self._pairing

    @property
    def owners(self) -> frozenset[IdentityId]:
        """Return who owns it, by the settings or by a code."""
        return self._access.owners | self._paired

    def right_of(self, sender: IdentityId, chat: str, server: str | None = None) -> Right:
        """Return what `sender` may do in `chat`, which may belong to a `server`."""
        if sender in self._paired:
            return Right.OWNER
        return right_of(self._access, sender, chat, server)

    def is_guest(self, sender: IdentityId, chat: str, server: str | None) -> bool:
        """Return whether somebody may talk only because everybody may."""
        if not self._access.public or sender in self._paired:
            return False
        return not is_listed(self._access, sender, chat, server)

    def let_in(self, access: Access) -> None:
        """Go by other lists from now on."""
        self._access = access

    def own(self, owners: Iterable[IdentityId]) -> None:
        """Let these be owners, too: they became it by a code."""
        self._paired = frozenset(owners)
        if self._paired:
            self._pairing = None  # the code is spent

    def is_open(self, chat: str, server: str | None) -> bool:
        """Return whether everybody may talk in a chat; both are a platform's ids."""
        return is_open(self._access, chat, server)

    def moved(self, old_chat: str, new_chat: str) -> bool:
        """Let those in who may talk in a chat, now that it has another id; False if nobody may."""
        before, self._access = self._access, after_move(self._access, old_chat, new_chat)
        return before != self._access

    def knows(self, name: str) -> bool:
        """Return whether there is such a command."""
        return name in self._by_name

    def asks_less(self, text: str) -> bool:
        """Return whether a line runs even when it is stale; False for what is no command."""
        meant = self._meant_by(text)
        return meant is not None and meant.act.asks_less

    def welcomes(self, text: str) -> bool:
        """Return whether a stranger may give this line: it may make them the owner."""
        meant = self._meant_by(text)
        return meant is not None and meant.act.right is Right.STRANGER and self.pairing is not None

    def offered(self, right: Right) -> tuple[Command, ...]:
        """Return what belongs into the menu of someone with `right`."""
        return usable(self._commands, right, self._access.granted)

    def wants_roles(self, invocation: Invocation) -> bool:
        """Return whether it matters what the sender is in that room, which the messenger knows."""
        meant = self._meant(invocation.name, invocation.arguments)
        in_room = invocation.chat_kind is not ChatKind.DIRECT
        asked = meant is not None and (
            invocation.right < meant.act.right or meant.command.name == HELP
        )
        return asked and in_room and bool(self._access.moderators)

    def with_roles(self, invocation: Invocation, roles: Set[str]) -> Invocation:
        """Return the invocation with the right that these roles give."""
        if is_moderator(self._access, invocation.sender, roles):
            return replace(invocation, right=max(invocation.right, Right.MODERATOR))
        return invocation

    async def prepare(self, invocation: Invocation, steward: Steward | None) -> Invocation:
        """Return the invocation with what its act asks of the world, if it may be done."""
        meant = self._meant(invocation.name, invocation.arguments)
        if meant is None or meant.act.prepare is None:
            return invocation
        call = self._called(invocation, meant)
        if self._refusal(call, meant) is not None:
            return invocation
        if steward is None:
            alone = Misconfigured("this process takes no such command")
            return replace(invocation, prepared=alone)
        try:
            prepared = await meant.act.prepare(call, steward)
        except CircadiaError as error:
            return replace(invocation, prepared=error)
        return replace(invocation, prepared=prepared)

    def run(self, invocation: Invocation, shelf: Shelf) -> Told:
        """Return the answer; raises nothing for names or arguments of any kind.

        Who may not use a command hears so, and not what it would do.
        """
        language = invocation.language
        meant = self._meant(invocation.name, invocation.arguments)
        allowed = self.offered(invocation.right)
        if meant is None and allowed:
            return Told(text=self._unknown(invocation.name, allowed, language))
        if meant is None:
            return Told(text=phrase(Phrase.NOT_ALLOWED, language))
        call = self._called(invocation, meant)
        told = (
            self._refusal(call, meant)
            or _mistaken(call, meant)
            or self._question(call, meant, shelf)
        )
        if told is not None:
            return told
        if meant.act.question is not None:
            call = replace(call, arguments=answered(call.arguments)[1])
        answer = meant.act.run(call, shelf)
        if meant.act.right > Right.FRIEND:
            shelf.audits.add(audited(call, meant.command.path(meant.act)))
        return answer if isinstance(answer, Told) else Told(text=answer)

    def suggest(self, invocation: Invocation, shelf: Shelf, option: str) -> Sequence[Suggestion]:
        """Return what may be meant by the text of an option so far; () for who may not.

        `arguments` are the act's name and then that text.
        """
        meant = self._meant(invocation.name, invocation.arguments)
        if meant is None:
            return ()
        call = self._called(invocation, meant)
        asked = next((one for one in meant.act.options if one.name == option), None)
        if asked is None or asked.suggest is None or self._refusal(call, meant) is not None:
            return ()
        return asked.suggest(call, shelf)

    def _meant_by(self, text: str) -> Meant | None:
        spoken = parse_command(text)
        return None if spoken is None else self._meant(spoken.name, spoken.arguments)

    def _meant(self, name: str, arguments: str) -> Meant | None:
        """Return what is asked for; a link into the direct talk means the command in it."""
        if name == START:
            link = linked(arguments)
            command = None if link is None else self._by_name.get(link[0])
            if link is not None and command is not None and command.is_linked:
                return Meant(command, command.acts[0], link[1])
        known = self._by_name.get(name)
        return None if known is None else Meant(known, *act_of(known, arguments))

    def _called(self, invocation: Invocation, meant: Meant) -> Invocation:
        return replace(
            invocation,
            name=meant.command.name,
            arguments=meant.arguments,
            table=self.offered(invocation.right),
            granted=self._access.granted,
            pairing=self.pairing,
        )

    def _refusal(self, call: Invocation, meant: Meant) -> Told | None:
        """Return why it is not done here, or by whom it may not be."""
        if not may(self._access.granted, call.right, meant.command, meant.act):
            return Told(text=phrase(Phrase.NOT_ALLOWED, call.language))
        where, is_direct = meant.act.where, call.chat_kind is ChatKind.DIRECT
        if where is Where.ANYWHERE or is_direct or (where is Where.PRIVATE and call.is_private):
            return None
        text = phrase(CommandLine.IN_DIRECT, call.language)
        if not meant.command.is_linked:
            return Told(text=text)
        label = phrase(CommandLine.GO_THERE, call.language)
        return Told(text=text, choices=(Choice(label=label, line=f"/{call.name}", in_direct=True),))

    def _question(self, call: Invocation, meant: Meant, shelf: Shelf) -> Told | None:
        """Return the question before an act, or that it is not done; None for a yes in time."""
        if meant.act.question is None:
            return None
        said, rest = answered(call.arguments)
        line = " ".join((f"/{meant.command.path(meant.act)}", *rest.split()))
        if said is not None:
            asked, since = shelf.questions.answer(call.sender, call.conversation) or ("", call.now)
            if said == NO:
                return Told(text=phrase(CommandLine.NOTHING_DONE, call.language))
            if asked == line and call.given_at - since <= ASKED_FOR:
                return None
        shelf.questions.ask(call.sender, call.conversation, line, call.now)
        is_plain = line.isprintable() and not set("`@") & set(line) and len(line) <= REPEATED_MOST
        form = f"{line if is_plain else f'/{meant.command.path(meant.act)} …'} {YES}"
        ask = phrase(meant.act.question, call.language)
        told = phrase(CommandLine.ASKED, call.language, form=form)
        return Told(text=f"{ask}\n\n{told}", choices=_yes_or_no(line, call.language))

    def _unknown(self, name: str, allowed: Iterable[Command], language: str) -> str:
        name = "".join(ch for ch in name[:32] if ch.isalnum() or ch == "_")
        near = nearest(name, [command.name for command in allowed])
        if not near:
            return phrase(Phrase.UNKNOWN_COMMAND, language, name=name)
        names = ", ".join(f"/{one}" for one in near)
        return phrase(Phrase.UNKNOWN_COMMAND_NEAR, language, name=name, near=names)


def _mistaken(call: Invocation, meant: Meant) -> Told | None:
    """Return how it is written where something follows that the act takes no notice of.

    Whoever asks the companion for less is understood, whatever they say behind it.
    """
    command, act = meant.command, meant.act
    rest = call.arguments if act.question is None else answered(call.arguments)[1]
    alone = len(command.acts) == 1
    if act.options or not rest.strip() or command.name == START or (alone and act.asks_less):
        return None
    mine = [one for one in command.acts if one.right <= call.right]
    near = nearest(rest.split()[0][:20].lower(), [one.name for one in mine])
    forms = [form_of(command, one) for one in mine if not near or one.name in near]
    return Told(text=how_to_ask(call.language, "", forms))


def _yes_or_no(line: str, language: str) -> tuple[Choice, ...]:
    if len(f"{line} {YES}".encode()) > LINE_MOST:
        return ()
    return (
        Choice(label=phrase(CommandLine.YES, language), line=f"{line} {YES}"),
        Choice(label=phrase(CommandLine.NO, language), line=f"{line} {NO}"),
    )

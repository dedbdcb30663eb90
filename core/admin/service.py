"""Runs commands."""

import dataclasses
from collections.abc import Iterable

from core.admin.model import Access, Command, Invocation, Right, Told
from core.admin.ports import Shelf
from core.admin.rules import after_move, is_open, nearest, right_of, usable
from core.conversation.model import IdentityId
from core.phrases import Phrase, phrase


class Dispatcher:
    """Knows the command table and who may use it."""

    def __init__(self, commands: Iterable[Command], access: Access) -> None:
        """Take the table; `ValueError` if two commands share a name."""
        self._commands = tuple(commands)
        self._by_name = {command.name: command for command in self._commands}
        self._access = access
        if len(self._by_name) < len(self._commands):
            names = sorted(command.name for command in self._commands)
            raise ValueError(f"each command needs a name of its own, got {names}")

    def right_of(self, sender: IdentityId, chat: str, server: str | None = None) -> Right:
        """Return what `sender` may do in `chat`, which may belong to a `server`."""
        return right_of(self._access, sender, chat, server)

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

    def asks_less(self, name: str) -> bool:
        """Return whether the command runs even when it is stale; False for an unknown one."""
        command = self._by_name.get(name)
        return command is not None and command.asks_less

    def offered(self, right: Right) -> tuple[Command, ...]:
        """Return what belongs into the menu of someone with `right`."""
        return usable(self._commands, right)

    def run(self, invocation: Invocation, shelf: Shelf) -> Told:
        """Return the answer; raises nothing for names or arguments of any kind.

        Who may not use a command hears so, and not what it would do.
        """
        language = invocation.language
        command = self._by_name.get(invocation.name)
        allowed = self.offered(invocation.right)
        if not allowed or (command is not None and command not in allowed):
            return Told(text=phrase(Phrase.NOT_ALLOWED, language))
        if command is None:
            return Told(text=self._unknown(invocation.name, allowed, language))
        answer = command.run(dataclasses.replace(invocation, table=self._commands), shelf)
        return answer if isinstance(answer, Told) else Told(text=answer)

    def _unknown(self, name: str, allowed: Iterable[Command], language: str) -> str:
        name = "".join(ch for ch in name[:32] if ch.isalnum() or ch == "_")
        near = nearest(name, [command.name for command in allowed])
        if not near:
            return phrase(Phrase.UNKNOWN_COMMAND, language, name=name)
        names = ", ".join(f"/{one}" for one in near)
        return phrase(Phrase.UNKNOWN_COMMAND_NEAR, language, name=name, near=names)

"""Settings as the values that core works with, and what an owner should know about them."""

from collections.abc import Iterator
from urllib.parse import unquote, urlsplit

from pydantic import BaseModel, SecretStr

from bot.config import Settings
from bot.settings.written import PLATFORMS
from core.admin.model import Access
from core.conversation.model import IdentityId
from core.engine.model import RHYTHMS, Dials
from core.persona.model import Persona, SpaceId


def persona(settings: Settings) -> Persona:
    """Return who speaks."""
    companion = settings.companion
    return Persona(
        space=SpaceId(companion.space),
        display_name=companion.name,
        seed=companion.seed,
        zone=companion.zone,
        language=companion.language,
        voice=companion.voice,
        aliases=companion.aliases,
    )


def dials(settings: Settings) -> Dials:
    """Return what the engine lets an owner turn."""
    talk = settings.conversation
    return Dials(
        rhythm=RHYTHMS[talk.rhythm],
        debounce_quiet=talk.debounce_quiet,
        debounce_most=talk.debounce_most,
        backlog_window=talk.backlog_window,
        command_window=talk.command_window,
        context_window=talk.context_window,
        bubble_patience=talk.bubble_patience,
        tokens_per_day=settings.budget.tokens_per_day,
    )


def access(settings: Settings) -> Access:
    """Return who is let in; a bare number stands for that id on every messenger."""
    given = settings.access
    return Access(
        owners=frozenset(IdentityId(id_) for id_ in _everywhere(given.owners)),
        friends=frozenset(IdentityId(id_) for id_ in _everywhere(given.friends)),
        rooms=frozenset(_everywhere(given.rooms)),
        public=given.public,
    )


def secrets(settings: BaseModel) -> frozenset[str]:
    """Return every secret in the settings, passwords inside addresses too."""
    return frozenset(secret for secret in _secrets(settings) if secret)


def warnings(settings: Settings) -> tuple[str, ...]:
    """Return what works, but perhaps not as the owner thinks; one sentence each."""
    given, found = settings.access, []
    on_telegram = settings.telegram.token is not None
    if on_telegram and not given.owners:
        found.append(
            "access.owners is empty, so nobody can give an owner's command. "
            "Write your numeric id: owners = [123456789]"
        )
    if on_telegram and not (given.owners or given.friends or given.rooms or given.public):
        found.append("Nobody may talk to it: access has no owners, friends or rooms.")
    if given.public:
        found.append("access.public is on: every stranger may talk to it and spends your tokens.")
    return tuple(found)


def _everywhere(ids: tuple[str, ...]) -> Iterator[str]:
    for id_ in ids:
        if ":" in id_:
            yield id_
        else:
            yield from (f"{platform}:{id_}" for platform in PLATFORMS)


def _secrets(value: object) -> Iterator[str]:
    if isinstance(value, SecretStr):
        yield value.get_secret_value()
    elif isinstance(value, BaseModel):
        for name in type(value).model_fields:
            yield from _secrets(getattr(value, name))
    elif isinstance(value, tuple | list):
        for entry in value:
            yield from _secrets(entry)
    elif isinstance(value, str) and "://" in value and "@" in value:
        password = urlsplit(value).password or ""
        yield from (password, unquote(password))

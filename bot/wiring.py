"""From settings to a companion: who speaks, with what words, through which messengers."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Protocol

from adapters.calendar.holidays import PublicHolidays
from adapters.pocket.client import Pocket
from adapters.pocket.tables import PocketTables
from bot.config import Settings
from core.conversation.ports import ConversationRole, JudgementRole, RewriteRole, Transcriber
from core.engine.ports import Clock
from core.persona.ports import InitialisationRole
from core.schedule.service import Planner


class Client(Protocol):
    """What holds connections."""

    async def close(self) -> None:
        """End them; a second time nothing happens."""
        ...


Tune = Callable[[float | None, int | None], tuple[ConversationRole, RewriteRole]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Roles:
    """Who plays the roles of every companion, and what is to be closed at the end."""

    conversation: ConversationRole
    voice: str
    """For `/status`: which voice speaks."""
    terminal: ConversationRole | None = None
    """Who speaks at the owner's terminal, where that is another than `conversation`."""
    rewrite: RewriteRole | None = None
    judgement: JudgementRole | None = None
    transcriber: Transcriber | None = None
    planner: Planner = field(default_factory=Planner)
    initialisation: InitialisationRole | None = None
    """Without one, personas are drawn up from the words alone."""
    tune: Tune | None = None
    """Returns who speaks, and who rewrites, at other dials; None where nothing can be turned."""
    clients: Sequence[Client] = ()

    def warnings(self, tokens_per_day: int) -> tuple[str, ...]:
        """Return what an owner should know of a budget too small for a single turn."""
        helping = (role for role in (self.rewrite, self.judgement) if role is not None)
        most = self.conversation.most_tokens + sum(role.most_tokens for role in helping)
        if tokens_per_day >= most:
            return ()
        told = (
            f"budget.tokens_per_day is {tokens_per_day}, but one turn may take {most}, so the model"
            " is never asked. Raise it, or lower conversation.max_steps or model.context_tokens"
        )
        return (told,)

    def tuned(self, temperature: float | None, bubbles_most: int | None) -> "Roles":
        """Return the same with a voice at these dials; None leaves one as it is set."""
        if self.tune is None or temperature is bubbles_most is None:
            return self
        conversation, rewrite = self.tune(temperature, bubbles_most)
        return replace(self, conversation=conversation, rewrite=rewrite)

    async def close(self) -> None:
        """Close every client."""
        for client in self.clients:
            await client.close()


def with_models(settings: Settings, chosen: Mapping[str, str]) -> Settings:
    """Return the settings with the models that were chosen, as `model.rewrite`, by role."""
    roles = settings.model.roles
    named = {
        role: getattr(roles, role).model_copy(update={"name": chosen[f"model.{role}"]})
        for role in type(roles).model_fields
        if f"model.{role}" in chosen
    }
    if not named or not settings.model.configured:
        return settings
    model = settings.model.model_copy(update={"roles": roles.model_copy(update=named)})
    return settings.model_copy(update={"model": model})


def roles(settings: Settings, clock: Clock, rng: Random) -> Roles:
    """Return the configured model in its roles, or `pocket` where none is configured."""
    hears, talks = settings.transcription.configured, settings.model.configured
    if not (hears or talks):
        return _built_in()
    from bot import casting  # the client of servers takes a second to load

    cast = casting.cast(settings, clock, rng) if talks else _built_in()
    if not hears:
        return cast
    listener = casting.listener(settings, clock, rng)
    return replace(cast, transcriber=listener, clients=(*cast.clients, listener))


def _built_in() -> Roles:
    tables = PocketTables.load()
    return Roles(
        conversation=Pocket(tables, at_terminal=False),
        terminal=Pocket(tables),
        voice="pocket (built in)",
        planner=Planner(holidays=PublicHolidays()),
    )

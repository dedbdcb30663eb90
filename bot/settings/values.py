"""Settings as the values that core works with, and what an owner should know about them."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from types import MappingProxyType
from urllib.parse import unquote, urlsplit

from pydantic import BaseModel, SecretStr

from bot.config import Settings
from bot.settings import lives
from bot.settings.accounts import MESSENGERS, MessengerConfig
from bot.settings.companion import CompanionSection
from bot.settings.written import PLATFORMS
from core.admin.model import Access
from core.availability.model import Mode, ModeTable, WaitingDials
from core.conversation.model import AccountId, IdentityId
from core.engine.model import RHYTHMS, Dials, Manners
from core.persona.model import Persona, SpaceId
from core.schedule.model import Activity, Habit, Life, Routine


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """One bot account: a token, and the companion that speaks with it."""

    id: AccountId
    messenger: str
    """The name of its section, as in `telegram`."""
    token: str
    space: SpaceId
    config: MessengerConfig
    """How to reach the messenger, with the token of this account."""


def accounts(settings: Settings) -> tuple[Account, ...]:
    """Return every account that has a token, those of the messengers' sections first."""
    found = []
    for messenger in MESSENGERS:
        section: MessengerConfig = getattr(settings, messenger)
        found.append((messenger, messenger, settings.companion.space, section))
    for one in settings.accounts:
        own: dict[str, object] = {"token": one.token}
        if one.messenger == "telegram":  # a webhook is for one bot alone
            own["webhook_url"] = one.webhook_url or ""
            own["webhook_listen"] = one.webhook_listen or settings.telegram.webhook_listen
        config = getattr(settings, one.messenger).model_copy(update=own)
        space = one.companion or settings.companion.space
        found.append((one.name, one.messenger, space, config))
    return tuple(
        Account(
            id=AccountId(name),
            messenger=messenger,
            token=config.token.get_secret_value(),
            space=SpaceId(space),
            config=config,
        )
        for name, messenger, space, config in found
        if config.token is not None
    )


def persona(settings: Settings) -> Persona:
    """Return who speaks first: in the terminal, and with the tokens of the messengers' sections."""
    return _persona(settings.companion)


def personas(settings: Settings) -> dict[SpaceId, Persona]:
    """Return every companion by its space, that of `[companion]` first."""
    everybody = (settings.companion, *settings.companions)
    return {SpaceId(one.space): _persona(one) for one in everybody}


def _persona(companion: CompanionSection) -> Persona:
    return Persona(
        space=SpaceId(companion.space),
        display_name=companion.name,
        seed=companion.seed,
        zone=companion.zone,
        language=companion.language,
        voice=companion.voice,
        aliases=companion.aliases,
        values=companion.values,
        likes=companion.likes,
        dislikes=companion.dislikes,
        boundaries=companion.boundaries,
    )


def life(companion: CompanionSection) -> Life:
    """Return what the owner says of a companion's life."""
    habits = tuple(
        Habit(
            weekdays=frozenset(map(lives.WEEKDAYS.index, habit.days)),
            start=habit.start,
            minutes=habit.minutes,
            activity=Activity(habit.activity),
            title=habit.title,
        )
        for habit in companion.habits
    )
    return Life(
        routine=Routine(
            wakes=companion.wakes,
            sleeps=companion.sleeps,
            weekend_later=companion.weekend_later // timedelta(minutes=1),
            habits=habits,
        ),
        occupation=companion.occupation,
        country=companion.country,
        dates=tuple(map(lives.special_date, companion.dates)),
        is_lived=companion.scheduled,
    )


def lives_of(settings: Settings) -> dict[SpaceId, Life]:
    """Return the life of every companion by its space."""
    everybody = (settings.companion, *settings.companions)
    return {SpaceId(one.space): life(one) for one in everybody}


def mode_table(settings: Settings) -> ModeTable:
    """Return how much it is there while it does what, for all companions."""
    given = settings.availability
    modes = {
        activity: Mode(getattr(given, activity.value.replace("-", "_"))) for activity in Activity
    }
    return ModeTable(modes=MappingProxyType(modes), gap=Mode(given.gap))


def waiting_dials(settings: Settings) -> WaitingDials:
    """Return how long it lets others wait while it is busy, or just awake."""
    given = settings.availability
    return WaitingDials(
        scale=given.scale,
        shape=given.shape,
        flow=given.flow,
        yawn_least=given.yawn_least,
        yawn_most=given.yawn_most,
    )


def dials(settings: Settings) -> Dials:
    """Return what the engine lets an owner turn."""
    talk, rooms = settings.conversation, settings.rooms
    manners = Manners(
        channels=frozenset(_everywhere(rooms.channels)),
        bots=frozenset(IdentityId(id_) for id_ in _everywhere(rooms.bots)),
        bot_turns=rooms.bot_turns,
        chime_in=rooms.chime_in,
        chime_threshold=rooms.chime_threshold,
        guest_messages=settings.access.guest_messages,
        tells_strangers=settings.access.strangers == "line",
    )
    return Dials(
        rhythm=RHYTHMS[talk.rhythm],
        debounce_quiet=talk.debounce_quiet,
        debounce_most=talk.debounce_most,
        backlog_window=talk.backlog_window,
        command_window=talk.command_window,
        context_window=talk.context_window,
        bubble_patience=talk.bubble_patience,
        tokens_per_day=settings.budget.tokens_per_day,
        manners=manners,
        grows=talk.grows,
        images_most=talk.images_most,
    )


def access(settings: Settings) -> Access:
    """Return who is let in; a bare number stands for that id on every messenger."""
    given = settings.access
    return Access(
        owners=frozenset(IdentityId(id_) for id_ in _everywhere(given.owners)),
        friends=frozenset(IdentityId(id_) for id_ in _everywhere(given.friends)),
        rooms=frozenset(_everywhere((*given.rooms, *settings.rooms.channels))),
        moderators=frozenset(_everywhere(given.moderators)),
        granted=frozenset(given.granted),
        public=given.public,
    )


def secrets(settings: BaseModel) -> frozenset[str]:
    """Return every secret in the settings, passwords inside addresses too."""
    return frozenset(secret for secret in _secrets(settings) if secret)


def warnings(settings: Settings) -> tuple[str, ...]:
    """Return what works, but perhaps not as the owner thinks; one sentence each."""
    given, found = settings.access, []
    on_messengers = bool(accounts(settings))
    if on_messengers and not given.owners:
        found.append(
            "access.owners is empty: only who sent the code that is shown at the start (/pair) can "
            "give an owner's command. Or write your numeric id: owners = [123456789]"
        )
    rooms = given.rooms or settings.rooms.channels
    if on_messengers and not (given.owners or given.friends or rooms or given.public):
        found.append("Nobody may talk to it: access has no owners, friends or rooms.")
    if given.public:
        found.append("access.public is on: every stranger may talk to it and spends your tokens.")
    if settings.rooms.chime_in and not settings.model.configured:
        found.append("rooms.chime_in does nothing without a model: set model.url and model.name.")
    spoken_for = {account.space for account in accounts(settings)}
    found += [
        f"{one.name} speaks on no account: name its space {one.space} as accounts.companion."
        for one in settings.companions
        if one.space not in spoken_for
    ]
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

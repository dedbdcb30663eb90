"""The settings as a whole: composed of every section, read from file, secrets and environment.

Precedence: environment, then secret files, then config.toml, then defaults.
"""

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic_settings import (
    BaseSettings,
    EnvSettingsSource,
    NestedSecretsSettingsSource,
    SecretsSettingsSource,
    SettingsConfigDict,
)
from pydantic_settings.exceptions import SettingsError

from adapters.console.config import ConsoleConfig
from adapters.discord.config import DiscordConfig
from adapters.openai.config import ModelConfig, TranscriptionConfig
from adapters.storage.config import DatabaseConfig
from adapters.telegram.config import TelegramConfig
from bot.settings.accounts import AccountSection, FurtherCompanionSection
from bot.settings.clashes import clashes
from bot.settings.companion import CompanionSection
from bot.settings.embeddings import EmbeddingsSection
from bot.settings.faults import ENVIRONMENT, Fault, Faults, Inquiry, Origin
from bot.settings.layers import ENTRY_NAMES, merged, with_token_files
from bot.settings.memory import MemorySection
from bot.settings.sections import (
    AccessSection,
    AvailabilitySection,
    BudgetSection,
    ConversationSection,
    LogSection,
    RoomsSection,
)
from bot.settings.shape import fields, softened
from bot.settings.written import unquoted

DEFAULT_PATH: Final = Path("config.toml")


class Settings(BaseModel):
    """Everything that an owner can set."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    companion: CompanionSection = Field(default_factory=CompanionSection)
    companions: tuple[FurtherCompanionSection, ...] = ()
    access: AccessSection = Field(default_factory=AccessSection)
    availability: AvailabilitySection = Field(default_factory=AvailabilitySection)
    conversation: ConversationSection = Field(default_factory=ConversationSection)
    rooms: RoomsSection = Field(default_factory=RoomsSection)
    memory: MemorySection = Field(default_factory=MemorySection)
    budget: BudgetSection = Field(default_factory=BudgetSection)
    model: ModelConfig = Field(default_factory=ModelConfig)
    transcription: TranscriptionConfig = Field(default_factory=TranscriptionConfig)
    embeddings: EmbeddingsSection = Field(default_factory=EmbeddingsSection)
    telegram: TelegramConfig = Field(default_factory=TelegramConfig)
    discord: DiscordConfig = Field(default_factory=DiscordConfig)
    accounts: tuple[AccountSection, ...] = ()
    console: ConsoleConfig = Field(default_factory=ConsoleConfig)
    database: DatabaseConfig = Field(default_factory=DatabaseConfig)
    log: LogSection = Field(default_factory=LogSection)


class _Layers(Settings, BaseSettings):
    """Names the fields for the sources of pydantic-settings, which are read one by one."""

    model_config = SettingsConfigDict(
        env_prefix=ENVIRONMENT,
        env_nested_delimiter="__",
        enable_decoding=False,  # lists are read by one tolerant parser instead
        secrets_prefix="",
        secrets_nested_delimiter="__",
        secrets_dir_missing="ok",
    )


def environment() -> Mapping[str, str]:
    """Return the variables of this process."""
    return os.environ  # noqa: TID251 - the one place that reads them


def load(path: Path | None, environ: Mapping[str, str]) -> Settings | Faults:
    """Return the settings, or all that is wrong with them.

    Without a `path`, config.toml of the working directory is read if there is one; a `path` that
    is given must exist. Secret files lie in `secrets/` beside it: `secrets/telegram__token`,
    `secrets/accounts__luna__token`. Relative paths are taken from its folder.
    """
    file = path or DEFAULT_PATH
    table, file_faults = _table(file, must_exist=path is not None)
    secrets, secret_faults = _secrets(file.parent / "secrets")
    variables = _environment_source(environ)

    def origin(at: tuple[str, ...]) -> str:
        place = str(file)
        if name := _named(at, variables):
            place = name.upper()
        elif secrets is not None and (name := _named(at, secrets)):
            place = f"the file {file.parent / 'secrets' / name}"
        return f"{file} or {place}" if name and at[0] in ENTRY_NAMES and at[1:] else place

    layers = [table, *(_layer(source) for source in (secrets, variables) if source is not None)]
    given, token_faults = with_token_files(merged(layers), file.parent)
    settings = parsed(given, origin)
    found = (*file_faults, *secret_faults, *token_faults)
    if isinstance(settings, Faults):
        return Faults(faults=(*found, *settings.faults))
    if found:
        return Faults(faults=found)
    return settings.model_copy(update={"database": settings.database.resolve(file.parent)})


def parsed(given: Mapping[str, object], origin: Origin = lambda _at: "") -> Settings | Faults:
    """Return the settings that `given` spells, or all that is wrong with it."""
    soft, refusals = softened(Settings, given)
    inquiry = Inquiry(known=dict(fields(Settings)), origin=origin)
    unread = tuple(inquiry.unread(refusal) for refusal in (*refusals, *clashes(soft)))
    try:
        settings = Settings.model_validate(soft)
    except ValidationError as error:
        return Faults(faults=(*unread, *inquiry.invalid(error)))
    return Faults(faults=unread) if unread else settings


def _table(file: Path, *, must_exist: bool) -> tuple[dict[str, object], tuple[Fault, ...]]:
    try:
        # With or without the mark that some editors put first; tomllib minds line ends itself.
        return tomllib.loads(file.read_text("utf-8-sig")), ()
    except FileNotFoundError:
        if not must_exist:
            return {}, ()
        problem, cure = "does not exist", f"Write one with: circadia init --config {file}"
    except UnicodeDecodeError:
        problem, cure = "is not UTF-8", "Save it as UTF-8"
    except tomllib.TOMLDecodeError as error:
        problem = f"is not valid TOML: {error}"
        cure = 'Texts need quotes, as in name = "Mina"; a section stands in [brackets]'
    except (RecursionError, ValueError):  # tomllib lets them out as they are
        problem = "is not valid TOML: brackets too deep, or a number too long, to be read"
        cure = "Compare it with config.example.toml"
    except OSError as error:
        problem, cure = f"can't be read: {error.strerror}", "Mind its path and its rights"
    return {}, (Fault(setting=str(file), origin="", problem=problem, cure=cure),)


def _secrets(folder: Path) -> tuple[NestedSecretsSettingsSource | None, tuple[Fault, ...]]:
    try:
        if folder.is_symlink():
            folder.stat()  # a link that leads nowhere, or in a circle, is no missing folder
        return NestedSecretsSettingsSource(SecretsSettingsSource(_Layers), secrets_dir=folder), ()
    except UnicodeDecodeError:
        problem, cure = "holds a file that is not UTF-8", "Keep nothing but secrets there"
    except (OSError, SettingsError) as error:
        problem, cure = f"can't be read: {error}", "It holds small text files, one a secret"
    return None, (Fault(setting=str(folder), origin="", problem=problem, cure=cure),)


def _environment_source(environ: Mapping[str, str]) -> EnvSettingsSource:
    source = EnvSettingsSource(_Layers)
    source.env_vars = {name.lower(): value for name, value in environ.items()}
    return source


def _layer(source: EnvSettingsSource) -> dict[str, object]:
    """Return what `source` gives, sections that don't exist included: they are to be reported."""
    layer = _unquoted(source())
    for name in source.env_vars:
        path = name.removeprefix(source.env_prefix.lower()).split("__")
        if name.startswith(source.env_prefix.lower()) and path[0] not in Settings.model_fields:
            layer[path[0]] = None
    return layer


def _named(at: tuple[str, ...], source: EnvSettingsSource) -> str | None:
    """Return the name in `source` that a setting, or something below it, was given by."""
    prefix = source.env_prefix.lower()
    name = prefix + "__".join(at)
    if name in source.env_vars:
        return name
    if at[0] in ENTRY_NAMES:  # the name of the entry stands between its list and its key
        opens, ends = f"{prefix}{at[0]}__", "".join(f"__{key}" for key in at[1:])
    else:
        opens, ends = f"{name}__", ""
    return next((o for o in source.env_vars if o.startswith(opens) and o.endswith(ends)), None)


def _unquoted(given: Mapping[str, object]) -> dict[str, object]:
    """Return `given` without the quotes that shells, Docker and editors leave around values."""
    return {
        name: _unquoted(value)
        if isinstance(value, Mapping)
        else (unquoted(value) if isinstance(value, str) else value)
        for name, value in given.items()
    }

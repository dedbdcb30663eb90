"""What no single setting shows: two of one name, two with one token, one that speaks for nobody.

Looks at the settings as they were given, so that it is told together with all that is wrong.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from pydantic import SecretStr, ValidationError

from adapters.telegram.config import TelegramConfig
from bot.settings.accounts import MESSENGERS
from bot.settings.companion import CompanionSection
from bot.settings.shape import Path, Refusal
from bot.settings.written import meant

_LISTEN: Final = TelegramConfig.model_fields["webhook_listen"].default
_MAIN: Final = CompanionSection.model_fields["space"].default

Numbered = tuple[int | None, object]
"""A value with the number of its entry; None where it stands in a section of its own."""


def clashes(given: Mapping[str, object]) -> Iterator[Refusal]:
    """Yield what does not fit together in `given`, whose lists are read already."""
    companions, accounts = _entries(given, "companions"), _entries(given, "accounts")
    main = str(_section(given, "companion").get("space", _MAIN))
    spaces: list[Numbered] = [(None, main), *((n, one.get("space")) for n, one in companions)]
    names: list[Numbered] = [(n, one.get("name")) for n, one in accounts]

    yield from _doubled(("companions", "space"), spaces, "is the space of another companion, too")
    yield from _doubled(("accounts", "name"), names, "is the name of another account, too")
    yield from _doubled(
        ("accounts", "token"), _tokens(given, accounts), "is the token of another account, too"
    )
    for key in ("webhook_url", "webhook_listen"):
        yield from _doubled(("accounts", key), _hooks(given, accounts, key), "serves another, too")
    known = {str(space): str(space) for _, space in spaces if space is not None}
    for number, account in accounts:
        if not (account.get("token") or account.get("token_file")):
            yield _refused(("accounts", "token"), account, "is missing", number)
        hooked = account.get("messenger") == "telegram" and account.get("webhook_url")
        if hooked and not account.get("webhook_listen"):
            yield _refused(("accounts", "webhook_listen"), account, "is missing", number)
        space = account.get("companion")
        if isinstance(space, str) and space not in known:
            hint = meant(space, known) or f"; there are {', '.join(sorted(known))}"
            yield _refused(("accounts", "companion"), space, f"names no space{hint}", number)


def _hooks(
    given: Mapping[str, object], accounts: list[tuple[int, Mapping[str, object]]], key: str
) -> list[Numbered]:
    """Return one setting of every account that Telegram posts to."""
    first = {"webhook_listen": _LISTEN, **_section(given, "telegram")}
    all_of_them = ((None, first), *accounts)
    return [(number, one.get(key)) for number, one in all_of_them if one.get("webhook_url")]


def _tokens(
    given: Mapping[str, object], accounts: list[tuple[int, Mapping[str, object]]]
) -> list[Numbered]:
    """Return every token as its messenger takes it, those of the sections first."""
    first = ((None, name, _section(given, name).get("token")) for name in MESSENGERS)
    further = ((n, str(one.get("messenger")), one.get("token")) for n, one in accounts)
    return [(number, _taken(name, token)) for number, name, token in (*first, *further)]


def _taken(messenger: str, token: object) -> str | None:
    kind = MESSENGERS.get(messenger)
    if kind is None:
        return None
    try:
        read = kind.model_validate({"token": token}).token
    except ValidationError:
        return None  # told where it stands
    return read.get_secret_value() if isinstance(read, SecretStr) else None


def _doubled(path: Path, values: list[Numbered], problem: str) -> Iterator[Refusal]:
    seen: set[str] = set()
    for number, value in values:
        if not isinstance(value, str):
            continue
        if value in seen and number is not None:
            yield _refused(path, value, problem, number)
        seen.add(value)


def _refused(path: Path, got: object, problem: str, number: int) -> Refusal:
    return Refusal(path=path, got=got, problem=f"{problem}, at entry {number}")


def _section(given: Mapping[str, object], name: str) -> Mapping[str, object]:
    value = given.get(name)
    return value if isinstance(value, Mapping) else {}


def _entries(given: Mapping[str, object], name: str) -> list[tuple[int, Mapping[str, object]]]:
    """Return the tables of a list, numbered from 1; what is no table is told elsewhere."""
    value = given.get(name)
    entries = value if isinstance(value, list | tuple) else ()
    return [(n, one) for n, one in enumerate(entries, start=1) if isinstance(one, Mapping)]

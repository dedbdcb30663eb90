"""Several companions and bot accounts in the settings."""

import pytest

from adapters.telegram.config import TelegramConfig
from bot.settings.values import access, accounts, dials, personas, secrets, warnings
from core.engine.model import Manners
from tests.bot.home import DISCORD_TOKEN, OTHER_TOKEN, TOKEN, Home

LUNA = '[[companions]]\nspace = "luna"\nname = "Luna"\nseed = "Luna keeps bees."\n'
LUNAS = f'[[accounts]]\nname = "luna"\nmessenger = "telegram"\ntoken = "{OTHER_TOKEN}"\n'
TELEGRAM = f'[telegram]\ntoken = "{TOKEN}"\n'


def test_each_account_speaks_for_its_companion_and_is_reached_like_its_messenger(
    home: Home,
) -> None:
    home.writes(
        f'[companion]\nname = "Jo"\n{LUNA}{TELEGRAM}proxy = "http://127.0.0.1:3128"\n'
        f'[discord]\ntoken = "Bot {DISCORD_TOKEN}"\n{LUNAS}companion = "luna"\n'
    )
    settings = home.settings()

    everybody, found = personas(settings), accounts(settings)

    assert [(one.id, one.messenger, one.token) for one in found] == [
        ("telegram", "telegram", TOKEN),
        ("discord", "discord", DISCORD_TOKEN),
        ("luna", "telegram", OTHER_TOKEN),
    ]
    assert [everybody[one.space].display_name for one in found] == ["Jo", "Jo", "Luna"]
    assert found[2].config.proxy == "http://127.0.0.1:3128"
    assert everybody[found[2].space].seed == "Luna keeps bees."


def test_an_account_that_names_no_companion_speaks_for_the_first_one(home: Home) -> None:
    home.writes(f'[companion]\nspace = "jo"\n{LUNAS}')

    assert [one.space for one in accounts(home.settings())] == ["jo"]


def test_the_webhook_of_one_bot_is_not_that_of_another(home: Home) -> None:
    hook = 'webhook_url = "https://bot.example.org/{}"\nwebhook_listen = "127.0.0.1:{}"\n'
    third = LUNAS.replace('"luna"', '"third"').replace("BBB", "CCC")
    home.writes(TELEGRAM + hook.format("jo", 8080) + LUNAS + hook.format("luna", 8081) + third)

    configs = [one.config for one in accounts(home.settings())]

    hooks = [one.webhook_url for one in configs if isinstance(one, TelegramConfig)]
    assert hooks == ["https://bot.example.org/jo", "https://bot.example.org/luna", ""]


@pytest.mark.parametrize("place", ["environment", "secret", "token_file", "quoted"])
def test_a_token_need_not_stand_in_the_file(home: Home, place: str) -> None:
    bare = LUNAS.replace(f'token = "{OTHER_TOKEN}"\n', "")
    home.writes(bare)
    match place:
        case "environment":
            home.sets("CIRCADIA__ACCOUNTS__LUNA__TOKEN", OTHER_TOKEN)
        case "secret":
            home.hides("accounts__luna__token", f"{OTHER_TOKEN}\n")
        case "token_file":
            (home.folder / "luna.token").write_text(f"\ufeff{OTHER_TOKEN}\r\n", "utf-8")
            home.writes(f'{bare}token_file = "luna.token"\n')
        case _:
            home.writes(f"{bare}token = '\"{OTHER_TOKEN}\" '\n")

    settings = home.settings()

    assert [(one.id, one.token) for one in accounts(settings)] == [("luna", OTHER_TOKEN)]
    assert secrets(settings) == {OTHER_TOKEN}
    assert OTHER_TOKEN not in repr(settings)


def test_the_environment_puts_over_one_entry_and_adds_another(home: Home) -> None:
    home.writes(LUNA + LUNAS)
    home.sets("CIRCADIA__COMPANIONS__LUNA__ZONE", "Asia/Seoul")
    home.sets("CIRCADIA__ACCOUNTS__SOL__MESSENGER", "discord")
    home.sets("CIRCADIA__ACCOUNTS__SOL__TOKEN", DISCORD_TOKEN)
    home.sets("CIRCADIA__ACCOUNTS__SOL__COMPANION", "luna")

    settings = home.settings()

    luna = settings.companions[0]
    assert (luna.name, luna.zone.key) == ("Luna", "Asia/Seoul")
    assert [(one.id, one.space) for one in accounts(settings)] == [
        ("luna", "main"),
        ("sol", "luna"),
    ]


def test_accounts_may_come_from_the_environment_as_json(home: Home) -> None:
    home.sets(
        "CIRCADIA__ACCOUNTS",
        f'[{{"name": "sol", "messenger": "telegram", "token": "{TOKEN}"}}]',
    )

    assert [one.id for one in accounts(home.settings())] == ["sol"]


@pytest.mark.parametrize(
    ("written", "setting", "parts"),
    [
        pytest.param(
            f'{LUNA}{LUNAS}companion = "lunna"',
            "accounts.companion",
            ("names no space; did you mean luna?", "'lunna'", "at entry 1"),
            id="nobody of that space",
        ),
        pytest.param(
            f'{LUNAS}companion = "sol"',
            "accounts.companion",
            ("there are main",),
            id="nobody of that space, and nobody near",
        ),
        pytest.param(
            TELEGRAM + LUNAS.replace(OTHER_TOKEN, TOKEN),
            "accounts.token",
            ("the token of another account", "at entry 1", "***"),
            id="the token of the messenger's section",
        ),
        pytest.param(
            LUNAS + LUNAS.replace('"luna"', '"sol"').replace('"98', '" 98'),
            "accounts.token",
            ("the token of another account", "at entry 2"),
            id="the token of another entry, but for a blank",
        ),
        pytest.param(
            LUNAS + LUNAS.replace("BBB", "CCC"),
            "accounts.name",
            ("the name of another account", "'luna'", "at entry 2"),
            id="one name twice",
        ),
        pytest.param(
            LUNA + LUNA,
            "companions.space",
            ("the space of another companion", "at entry 2"),
            id="one space twice",
        ),
        pytest.param(
            LUNA.replace('"luna"', '"main"'),
            "companions.space",
            ("the space of another companion", "at entry 1"),
            id="the space that the first companion has by default",
        ),
        pytest.param(
            '[[companions]]\nname = "Luna"\nseed = "x"',
            "companions.space",
            ("is missing", "at entry 1", 'space = "luna"'),
            id="no space",
        ),
        pytest.param(
            LUNAS.replace('"luna"', '"discord"'),
            "accounts.name",
            ("take another", "at entry 1"),
            id="the name of a first account",
        ),
        pytest.param(LUNAS.replace('"luna"', '"Luna!"'), "accounts.name", ("match",), id="no name"),
        pytest.param(
            LUNAS.replace('"telegram"', '"discord"'),
            "accounts.token",
            ("three parts with dots", "at entry 1", "***"),
            id="a token of another messenger",
        ),
        pytest.param(
            '[[accounts]]\nname = "luna"\nmessenger = "telegram"',
            "accounts.token",
            ("is missing", "at entry 1"),
            id="no token",
        ),
        pytest.param(
            LUNAS.replace('"telegram"', '"icq"'),
            "accounts.messenger",
            ("'telegram' or 'discord'",),
            id="a messenger that is none",
        ),
        pytest.param(
            LUNAS.replace("[[accounts]]", "[accounts]"),
            "accounts",
            ("[[accounts]]",),
            id="one bracket too few",
        ),
        pytest.param(
            LUNAS.replace(OTHER_TOKEN, DISCORD_TOKEN).replace('"telegram"', '"discord"')
            + 'webhook_url = "https://bot.example.org/"',
            "accounts.webhook_url",
            ("nothing that discord needs",),
            id="a webhook where there is none",
        ),
        pytest.param(
            f'{LUNAS}webhook_url = "ftp://bot.example.org/"\nwebhook_listen = "127.0.0.1:1"',
            "accounts.webhook_url",
            ("no full https address",),
            id="a webhook as the section would refuse it",
        ),
        pytest.param(
            f'{LUNAS}webhook_url = "https://bot.example.org/luna"',
            "accounts.webhook_listen",
            ("is missing",),
            id="a webhook that nothing hears",
        ),
        pytest.param(
            f'{TELEGRAM}webhook_url = "https://bot.example.org/jo"\n{LUNAS}'
            'webhook_url = "https://bot.example.org/luna"\nwebhook_listen = "127.0.0.1:8080"',
            "accounts.webhook_listen",
            ("serves another", "'127.0.0.1:8080'"),
            id="a port that another webhook has by default",
        ),
        pytest.param(
            LUNAS.replace("token =", "token_file ="),
            "accounts.token_file",
            ("can't be read", "at entry 1"),
            id="a file that is not there",
        ),
    ],
)
def test_a_fault_of_several_names_the_entry_and_the_cure(
    home: Home, written: str, setting: str, parts: tuple[str, ...]
) -> None:
    faults = home.writes(written).faults()

    assert list(faults) == [setting]
    assert all(part in faults[setting] for part in parts), faults
    assert not any(token in faults[setting] for token in (TOKEN, OTHER_TOKEN, DISCORD_TOKEN))


@pytest.mark.parametrize("content", [b"", b" \n", b"\xff\xfe\x00"])
def test_a_token_file_without_a_token_is_a_fault(home: Home, content: bytes) -> None:
    (home.folder / "luna.token").write_bytes(content)
    home.writes('[[accounts]]\nname = "luna"\nmessenger = "telegram"\ntoken_file = "luna.token"\n')

    assert list(home.faults()) == ["accounts.token_file"]


def test_all_faults_of_all_entries_are_told_at_once(home: Home) -> None:
    home.writes(
        f'[budget]\ntokens_per_day = -1\n{LUNA}{LUNA}zone = "CEST"\n{TELEGRAM}'
        f'{LUNAS.replace(OTHER_TOKEN, TOKEN)}companion = "sol"\n{LUNAS}colour = 1\n'
    )

    assert set(home.faults()) == {
        "budget.tokens_per_day",
        "companions.space",
        "companions.zone",
        "accounts.token",
        "accounts.name",
        "accounts.companion",
        "accounts.colour",
    }


def test_a_fault_that_a_variable_may_have_brought_names_it(home: Home) -> None:
    home.writes(LUNAS).sets("CIRCADIA__ACCOUNTS__LUNA__TOKEN", "hunter2 hunter2")

    fault = home.faults()["accounts.token"]

    assert "CIRCADIA__ACCOUNTS__LUNA__TOKEN" in fault
    assert "hunter2" not in fault


def test_rooms_become_manners_and_channels_are_let_in(home: Home) -> None:
    home.writes(
        '[access]\nrooms = ["telegram:-1"]\n'
        '[rooms]\nchannels = ["telegram:-2"]\nbots = ["discord:3", 4]\nbot_turns = 2\n'
        "chime_in = 0.25\nchime_threshold = 0.75\n"
        "[conversation]\ngrows = true\nimages_most = 0\n"
    )

    settings = home.settings()

    given = dials(settings)
    assert given.manners == Manners(
        channels=frozenset({"telegram:-2"}),
        bots=given.manners.bots,
        bot_turns=2,
        chime_in=0.25,
        chime_threshold=0.75,
    )
    assert given.manners.bots == {"discord:3", "telegram:4", "discord:4"}
    assert (given.grows, given.images_most) == (True, 0)
    assert access(settings).rooms == {"telegram:-1", "telegram:-2"}


@pytest.mark.parametrize(
    "written",
    [
        pytest.param(f'[discord]\ntoken = "{DISCORD_TOKEN}"', id="on Discord"),
        pytest.param(LUNAS, id="on a further account alone"),
    ],
)
def test_an_owner_is_warned_wherever_it_lives(home: Home, written: str) -> None:
    found = warnings(home.writes(written).settings())

    assert [text.split()[0] for text in found] == ["access.owners", "Nobody"]


def test_an_owner_learns_of_a_companion_without_an_account_and_of_a_wish_without_a_model(
    home: Home,
) -> None:
    lonely = home.writes(f"{LUNA}[rooms]\nchime_in = 0.5\n").settings()
    settled = home.writes(f'{LUNA}{LUNAS}companion = "luna"\n[access]\nowners = [7]').settings()

    found = warnings(lonely)

    assert [text.split()[0] for text in found] == ["rooms.chime_in", "Luna"]
    assert "space luna as accounts.companion" in found[1]
    assert warnings(settled) == ()

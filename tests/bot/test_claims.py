"""One process for each bot account."""

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from adapters.telegram.config import TelegramConfig
from bot.claims import claim
from bot.settings.values import Account
from core.conversation.model import AccountId
from core.errors import AlreadyRunning
from core.persona.model import SpaceId
from tests.bot.home import OTHER_TOKEN, TOKEN


def account(token: str = TOKEN, api_url: str = "https://api.telegram.org") -> Account:
    return Account(
        id=AccountId("luna"),
        messenger="telegram",
        token=token,
        space=SpaceId("main"),
        config=TelegramConfig(api_url=api_url),
    )


async def test_an_account_is_held_once_and_free_again_afterwards(tmp_path: Path) -> None:
    async with claim(account(), tmp_path / "accounts"):
        with pytest.raises(AlreadyRunning, match="the account luna \\(telegram\\): stop it first"):
            async with claim(account(), tmp_path / "accounts"):
                pass

    async with claim(account(), tmp_path / "accounts"):
        pass


async def test_the_same_token_under_another_name_is_the_same_account(tmp_path: Path) -> None:
    async with claim(account(api_url="https://api.telegram.org/"), tmp_path):
        with pytest.raises(AlreadyRunning):
            async with claim(replace(account(), id=AccountId("sol")), tmp_path):
                pass


@pytest.mark.parametrize(
    "other",
    [
        pytest.param(account(OTHER_TOKEN), id="another token"),
        pytest.param(account(api_url="http://127.0.0.1:8081"), id="another server"),
    ],
)
async def test_another_account_is_free(tmp_path: Path, other: Account) -> None:
    async with claim(account(), tmp_path), claim(other, tmp_path):
        names = [file.name for file in tmp_path.iterdir()]

    assert len(names) == 2
    assert not any(TOKEN.split(":")[1] in name for name in names)


HOLDER = """
import asyncio, sys
from pathlib import Path
from bot.claims import claim
from tests.bot.test_claims import account

async def hold():
    async with claim(account(), Path(sys.argv[1])):
        print("held", flush=True)
        sys.stdin.read()

asyncio.run(hold())
"""


async def test_the_death_of_a_process_frees_its_account(tmp_path: Path) -> None:
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(tmp_path)],
        cwd=Path(__file__).parents[2],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    with holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        with pytest.raises(AlreadyRunning):
            async with claim(account(), tmp_path):
                pass
        holder.kill()

    async with claim(account(), tmp_path):
        pass


@pytest.mark.parametrize(
    ("folder", "reason"),
    [
        pytest.param("{}/file/accounts", "Not a directory", id="a file is in the way"),
        pytest.param("~/.local/state/accounts", "no home", id="nobody knows where home is"),
    ],
)
async def test_a_folder_that_can_t_be_used_is_told_and_stops_nothing(
    tmp_path: Path, folder: str, reason: str
) -> None:
    (tmp_path / "file").write_text("in the way")

    with capture_logs() as logs:
        async with claim(account(), Path(folder.format(tmp_path))):
            lived = True

    assert lived
    assert logs[0]["event"] == "account.unclaimed"
    assert reason in logs[0]["reason"]
    assert TOKEN not in str(logs)

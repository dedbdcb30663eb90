"""One process for each bot account: two with one token would take each other's messages.

The operating system frees a claim when the process ends, however it ends.
"""

import asyncio
import hashlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import structlog
from filelock import FileLock, Timeout

from bot.settings.values import Account
from core.errors import AlreadyRunning

log = structlog.get_logger(__name__)


@asynccontextmanager
async def claim(account: Account, folder: Path) -> AsyncIterator[None]:
    """Hold `account` for this process; `folder` is where every process of this user looks.

    A folder that can't be used is told in the log, and nothing is held then.

    Raises:
        AlreadyRunning: another process has the account.
    """
    file = folder / f"{_key(account)}.lock"
    lock = FileLock(
        file,
        blocking=False,
        thread_local=False,  # taken and given back in worker threads
        fallback_to_soft=False,  # a soft lock would outlive its process
        preserve_lock_file=True,
    )
    try:
        await asyncio.to_thread(_take, lock, folder)
    except Timeout:
        raise AlreadyRunning(
            f"another process uses the account {account.id} ({account.messenger}): stop it first, "
            "or give this one a bot of its own"
        ) from None
    except (OSError, NotImplementedError) as error:  # the second: no locks on this file system
        log.warning(
            "account.unclaimed",
            account=account.id,
            folder=str(folder),
            reason=getattr(error, "strerror", None) or str(error),
            cure="mind that no second process uses this token; XDG_STATE_HOME names another folder",
        )
    try:
        yield
    finally:
        await asyncio.to_thread(lock.release)


def _take(lock: FileLock, folder: Path) -> None:
    if not folder.is_absolute():
        raise OSError("this user has no home")
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    lock.acquire()


def _key(account: Account) -> str:
    """Return what tells accounts apart without telling the token."""
    known = "\n".join((account.messenger, account.config.api_url.rstrip("/"), account.token))
    return hashlib.sha256(known.encode()).hexdigest()[:32]

"""PostgreSQL's own tools for backups."""

import asyncio
import shutil
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from sqlalchemy import URL

from adapters.storage.config import DatabaseConfig
from core.errors import Fatal, Misconfigured

SCHEMA = "public"
"""Where the tables live."""

PASSFILE = "pgpass"


async def dump(config: DatabaseConfig, target: Path) -> None:
    """Write the database as it is at one moment into one file that is whole or not there."""
    part = target.with_name(f"{target.name}.part")
    try:
        async with _connection_string(config.address) as address:
            await _run(
                config, "pg_dump", "--format=custom", f"--file={part}", f"--dbname={address}"
            )
        await asyncio.to_thread(part.replace, target)
    finally:
        await asyncio.to_thread(part.unlink, missing_ok=True)


async def contents(config: DatabaseConfig, file: Path) -> str:
    """Return the table of contents of a dump; `Misconfigured` if it is none."""
    try:
        return await _run(config, "pg_restore", "--list", str(file))
    except Fatal as error:
        if isinstance(error, Misconfigured):
            raise
        raise Misconfigured(f"{file} is no backup of PostgreSQL: choose another one") from error


async def load(config: DatabaseConfig, file: Path) -> None:
    """Make the tables of a dump in a schema without them: all of them, or none."""
    async with _connection_string(config.address) as address:
        await _run(
            config,
            "pg_restore",
            "--single-transaction",
            "--exit-on-error",
            "--no-owner",
            f"--schema={SCHEMA}",
            f"--dbname={address}",
            str(file),
        )


async def _run(config: DatabaseConfig, tool: str, *arguments: str) -> str:
    path = await asyncio.to_thread(shutil.which, tool, path=config.pg_bin)
    if path is None:
        place = "on the path" if config.pg_bin is None else f"in {config.pg_bin}"
        raise Misconfigured(
            f"{tool} is not {place}: install the client tools of PostgreSQL, or set pg_bin to "
            "their folder"
        )
    process = await asyncio.create_subprocess_exec(
        path,
        *arguments,
        "--no-password",
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        out, complaint = await process.communicate()
    finally:
        if process.returncode is None:  # cancelled
            process.kill()
            await process.wait()
    if process.returncode != 0:
        # The first line names the trouble; those after it may quote rows.
        first = complaint.decode(errors="replace").splitlines()[:1]
        raise Fatal(f"{tool} failed: {first[0] if first else process.returncode}")
    return out.decode(errors="replace")


@asynccontextmanager
async def _connection_string(address: URL) -> AsyncIterator[str]:
    """Yield an address in libpq's form, without the password: anybody can list arguments."""
    query = {("sslmode" if name == "ssl" else name): value for name, value in address.query.items()}
    plain = address.set(drivername="postgresql", query=query)
    if plain.password is None:
        yield plain.render_as_string(hide_password=False)
        return
    secret = plain.password.replace("\\", "\\\\").replace(":", "\\:")
    folder = await asyncio.to_thread(_keep_secret, f"*:*:*:*:{secret}\n")
    try:
        bare = URL.create(
            "postgresql",
            username=plain.username,
            host=plain.host,
            port=plain.port,
            database=plain.database,
            query={**plain.query, "passfile": str(folder / PASSFILE)},
        )
        yield bare.render_as_string(hide_password=False)
    finally:
        await asyncio.to_thread(shutil.rmtree, folder)


def _keep_secret(line: str) -> Path:
    """Return a new folder that nobody else may look into, with a password file in it."""
    folder = Path(tempfile.mkdtemp(prefix="circadia-"))
    file = folder / PASSFILE
    file.touch(mode=0o600)  # libpq ignores one that others may read
    file.write_text(line)
    return folder

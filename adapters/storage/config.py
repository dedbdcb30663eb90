"""The settings of the database."""

from pathlib import Path
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field
from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError


def _known_url(url: str) -> str:
    if any(ch < " " for ch in url):
        raise ValueError("holds a control character: write the address anew")
    try:
        parts = make_url(url)
    except (ArgumentError, ValueError):
        raise ValueError(
            "a database address looks like sqlite:///circadia.sqlite or postgresql://host/name"
        ) from None
    if parts.drivername not in ("sqlite", "postgresql"):
        raise ValueError(
            f"the database is sqlite:///FILE or postgresql://…, got {parts.drivername!r}"
        )
    if parts.drivername == "sqlite" and parts.database in (None, "", ":memory:"):
        raise ValueError("an SQLite database needs a file, as in sqlite:///circadia.sqlite")
    return url


AUTOMATIC = "circadia-auto-"
"""Begins the name of every backup that is made, and may be removed, without being asked."""


class DatabaseConfig(BaseModel):
    """Where rows are kept."""

    model_config = ConfigDict(extra="forbid", frozen=True, hide_input_in_errors=True)

    url: Annotated[str, AfterValidator(_known_url)] = Field(
        default="sqlite:///circadia.sqlite",
        repr=False,
        description="sqlite:///FILE, relative to the folder of the settings, or postgresql://…",
    )
    synchronous: Literal["full", "normal"] = Field(
        default="full",
        description="SQLite: full survives a power cut; normal may lose the last seconds in one.",
    )
    readers: int = Field(default=4, ge=1, le=64, description="How many may read at once.")
    backups: Path = Field(
        default=Path("backups"),
        description="Where backups go, relative to the folder of the settings.",
    )
    keep_backups: int = Field(
        default=10,
        ge=1,
        description="How many automatic backups are kept; those made by hand always are.",
    )
    pg_bin: Path | None = Field(
        default=None,
        description="PostgreSQL: the folder of pg_dump and pg_restore, if not on the path.",
    )

    @property
    def address(self) -> URL:
        """Return the address in parts."""
        return make_url(self.url)

    @property
    def file(self) -> Path | None:
        """Return the file of an SQLite database, None for a server."""
        address = self.address
        if address.drivername != "sqlite" or address.database is None:
            return None
        return Path(address.database)

    def resolve(self, base: Path) -> "DatabaseConfig":
        """Return the same settings with every relative path taken from `base`."""
        changes: dict[str, object] = {"backups": base / self.backups}
        if self.file is not None:
            address = self.address.set(database=str(base / self.file))
            changes["url"] = address.render_as_string(hide_password=False)
        return self.model_copy(update=changes)

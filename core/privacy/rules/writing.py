"""The file in which a person gets everything that is kept of them."""

import io
import json
import zipfile
from dataclasses import dataclass
from datetime import datetime, tzinfo

from core.days import day_of
from core.privacy.model import Dossier

FORMAT = "circadia.my-data"
VERSION = 1
"""Raised when a section or what stands in it gets another meaning."""
MOST_BYTES = 7_000_000
"""Beyond, it is packed: Discord takes 10 MB, some servers 8."""
NAME = "my-data"
"""What an answer calls this file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """A file, ready to be sent or saved."""

    name: str
    mime: str
    content: bytes


def written(dossier: Dossier, now: datetime, zone: tzinfo, *, most: int = MOST_BYTES) -> Written:
    """Return the file: JSON, or a zip with it where it would be larger than `most` bytes."""
    name, content = file_name(now, zone), as_json(dossier, now).encode()
    if len(content) <= most:
        return Written(name=f"{name}.json", mime="application/json", content=content)
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as folder:
        folder.writestr(f"{name}.json", content)
    return Written(name=f"{name}.zip", mime="application/zip", content=packed.getvalue())


def as_json(dossier: Dossier, now: datetime) -> str:
    """Return everything as JSON, indented; letters of any script stand as they are."""
    told = {
        "format": FORMAT,
        "version": VERSION,
        "made_at": now.isoformat(),
        "identities": sorted(dossier.identities),
        **{name: list(entries) for name, entries in dossier.sections.items()},
    }
    return json.dumps(told, ensure_ascii=False, indent=2) + "\n"


def file_name(now: datetime, zone: tzinfo) -> str:
    """Return `my-data-2026-05-01`, by the local day."""
    return f"{NAME}-{day_of(now, zone).isoformat()}"

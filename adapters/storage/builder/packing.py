"""Schedule entries as compressed JSON: what many slots of a day share is written once."""

import hashlib
import json
import zlib
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any

from core.instants import EPOCH
from core.schedule.model import Activity, Granularity, ScheduleEntry

_GRAIN = timedelta(microseconds=1)
_WIDTH = 4
"""Bytes of a digest: among 50,000 ids one save in a hundred thousand reads a pack in vain."""


def packed(entries: Iterable[ScheduleEntry]) -> bytes:
    """Return entries of one space as bytes."""
    shared: dict[str, int] = {}
    rows = [
        [
            entry.id,
            (entry.start_at - EPOCH) // _GRAIN,
            (entry.end_at - EPOCH) // _GRAIN,
            shared.setdefault(_rest(entry), len(shared)),
        ]
        for entry in entries
    ]
    whole = {"shared": [json.loads(one) for one in shared], "entries": rows}
    return zlib.compress(json.dumps(whole, separators=(",", ":")).encode(), level=9)


def unpacked(space_id: str, pack: bytes) -> list[ScheduleEntry]:
    """Return the entries of a pack, in the order in which they were packed."""
    whole: dict[str, Any] = json.loads(zlib.decompress(pack))
    shared: Sequence[list[Any]] = whole["shared"]
    return [
        _entry(space_id, name, start, end, shared[index])
        for name, start, end, index in whole["entries"]
    ]


def digest(entry_id: str) -> bytes:
    """Return four bytes of an id; two ids may share them."""
    text = entry_id.encode("utf-8", "surrogatepass")
    return hashlib.blake2b(text, digest_size=_WIDTH).digest()


def parted(digests: bytes) -> Iterable[bytes]:
    """Return the digests that were joined."""
    return (digests[at : at + _WIDTH] for at in range(0, len(digests), _WIDTH))


def _rest(entry: ScheduleEntry) -> str:
    return json.dumps(
        [
            entry.activity,
            entry.title,
            entry.description,
            entry.granularity,
            entry.source_message,
            dict(entry.metadata),
        ]
    )


def _entry(space_id: str, name: str, start: int, end: int, rest: list[Any]) -> ScheduleEntry:
    activity, title, description, granularity, source_message, metadata = rest
    return ScheduleEntry(
        id=name,
        space_id=space_id,
        start_at=_instant(start),
        end_at=_instant(end),
        activity=Activity(activity),
        title=title,
        description=description,
        granularity=Granularity(granularity),
        source_message=source_message,
        metadata=metadata,
    )


def _instant(grains: int) -> datetime:
    return EPOCH + grains * _GRAIN

"""What a message can hold instead of text."""

from collections.abc import Callable, Mapping

from tests.servers.telegram.records import Json


def _file(name: str, **fields: object) -> Json:
    return {"file_id": name, "file_unique_id": f"u-{name}", **fields}


def _size(side: int = 320) -> Json:
    return {"width": side, "height": side}


CONTENTS: Mapping[str, Callable[..., Json]] = {
    "sticker": lambda emoji="😂": {
        "sticker": _file(
            "sticker", type="regular", is_animated=False, is_video=False, emoji=emoji, **_size()
        )
    },
    "voice": lambda seconds=12: {"voice": _file("voice", duration=seconds)},
    "audio": lambda seconds=185, title="Song": {
        "audio": _file("audio", duration=seconds, title=title)
    },
    "photo": lambda: {"photo": [_file("small", **_size(90)), _file("large", **_size(800))]},
    "video": lambda seconds=61: {"video": _file("video", duration=seconds, **_size())},
    "video_note": lambda seconds=5: {"video_note": _file("note", duration=seconds, length=240)},
    "animation": lambda: {
        "animation": _file("animation", duration=3, **_size()),
        "document": _file("animation", file_name="cat.mp4"),
    },
    "document": lambda name="report.pdf": {"document": _file("document", file_name=name)},
    "location": lambda: {"location": {"latitude": 37.5, "longitude": 127.0}},
    "venue": lambda title="Blue Cafe": {
        "venue": {
            "location": {"latitude": 37.5, "longitude": 127.0},
            "title": title,
            "address": "Main Street 1",
        },
        "location": {"latitude": 37.5, "longitude": 127.0},
    },
    "contact": lambda name="Bo": {"contact": {"phone_number": "+1555", "first_name": name}},
    "poll": lambda question="Tea?": {
        "poll": {
            "id": "1",
            "question": question,
            "options": [{"persistent_id": "0", "text": "yes", "voter_count": 0}],
            "total_voter_count": 0,
            "is_closed": False,
            "is_anonymous": True,
            "type": "regular",
            "allows_multiple_answers": False,
            "allows_revoting": True,
            "members_only": False,
        }
    },
    "dice": lambda value=4: {"dice": {"emoji": "🎲", "value": value}},
    "story": lambda: {
        "story": {"chat": {"id": 9, "type": "private", "first_name": "Zoe"}, "id": 1}
    },
    "game": lambda title="Chess": {
        "game": {"title": title, "description": "A game", "photo": [_file("g", **_size())]}
    },
    "unheard_of": lambda: {"hologram": {"depth": 3}},
}
"""By kind."""

from typing import Any

import pytest

from core.conversation.model import Attachment, AttachmentKind
from tests.adapters.telegram.updates import GROUP, heard
from tests.servers.telegram import CONTENTS

MOST = 20 * 1024 * 1024


def file(name: str, **fields: object) -> dict[str, Any]:
    return {"file_id": name, "file_unique_id": f"u-{name}", **fields}


def size(name: str, side: int, **fields: object) -> dict[str, Any]:
    return file(name, width=side, height=side, **fields)


IMAGE, VOICE = AttachmentKind.IMAGE, AttachmentKind.VOICE
AUDIO, VIDEO, FILE = AttachmentKind.AUDIO, AttachmentKind.VIDEO, AttachmentKind.FILE

CARRIED: list[tuple[dict[str, Any], str, Attachment]] = [
    (
        {"photo": [size("s", 90, file_size=9), size("l", 800, file_size=99), size("m", 320)]},
        "[photo]",
        Attachment(kind=IMAGE, handle="l", mime="image/jpeg", size=99),
    ),
    (
        {"photo": [size("s", 90), size("l", 800, file_size=MOST + 1)]},
        "[photo]",
        Attachment(kind=IMAGE, handle="s", mime="image/jpeg"),
    ),
    (
        {"voice": file("v", duration=12, mime_type="audio/ogg", file_size=7)},
        "[voice 0:12]",
        Attachment(kind=VOICE, handle="v", mime="audio/ogg", size=7, seconds=12.0),
    ),
    (
        {"video_note": file("n", duration=5, length=240)},
        "[video note 0:05]",
        Attachment(kind=VIDEO, handle="n", mime="video/mp4", seconds=5.0),
    ),
    (
        {"audio": file("a", duration=9, title="Song", file_name="s.mp3", mime_type="audio/mpeg")},
        "[audio: Song 0:09]",
        Attachment(kind=AUDIO, handle="a", name="s.mp3", mime="audio/mpeg", seconds=9.0),
    ),
    (
        {"video": size("w", 320, duration=61, mime_type="video/mp4")},
        "[video 1:01]",
        Attachment(kind=VIDEO, handle="w", mime="video/mp4", seconds=61.0),
    ),
    (
        CONTENTS["animation"](),
        "[animation]",
        Attachment(kind=VIDEO, handle="animation", seconds=3.0),
    ),
    (
        {"document": file("d", file_name="a\nb.pdf", mime_type="application/pdf", file_size=MOST)},
        "[file: a b.pdf]",
        Attachment(kind=FILE, handle="d", name="a b.pdf", mime="application/pdf", size=MOST),
    ),
    (
        {"document": file("i", file_name="sea.png", mime_type="image/png")},
        "[file: sea.png]",
        Attachment(kind=IMAGE, handle="i", name="sea.png", mime="image/png"),
    ),
    (
        {
            "live_photo": {
                **size("live", 320, duration=2),
                "photo": [size("still", 320)],
            }
        },
        "[photo]",
        Attachment(kind=IMAGE, handle="still", mime="image/jpeg"),
    ),
    (
        {"live_photo": size("live", 320, duration=2)},
        "[photo]",
        Attachment(kind=VIDEO, handle="live", seconds=2.0),
    ),
]


@pytest.mark.parametrize(
    ("fields", "text", "attachment"),
    [pytest.param(*row, id=f"{'-'.join(row[0])}-{row[2].handle}") for row in CARRIED],
)
def test_what_is_sent_is_named_and_can_be_fetched(
    fields: dict[str, Any], text: str, attachment: Attachment
) -> None:
    inbound = heard(**fields, caption="look")

    assert inbound.text == f"{text} look"
    assert inbound.attachments == (attachment,)


@pytest.mark.parametrize(
    ("fields", "text"),
    [
        (
            {"video": size("w", 320, duration=3661, file_size=MOST + 1)},
            "[video 61:01, too large to open]",
        ),
        (
            {"document": file("d", file_name="big.iso", file_size=2**33)},
            "[file: big.iso, too large to open]",
        ),
        (
            {"voice": file("v", duration=9999, file_size=MOST + 1)},
            "[voice 166:39, too large to open]",
        ),
        ({"photo": [size("l", 9000, file_size=MOST + 1)]}, "[photo, too large to open]"),
    ],
    ids=["video", "file", "voice", "photo"],
)
def test_what_telegram_does_not_hand_out_is_only_named(fields: dict[str, Any], text: str) -> None:
    inbound = heard(**fields, caption="see?")

    assert inbound.text == f"{text} see?"
    assert inbound.attachments == ()


@pytest.mark.parametrize(
    "kind", ["sticker", "location", "venue", "contact", "poll", "dice", "story", "game"]
)
def test_what_its_short_form_tells_whole_has_nothing_to_fetch(kind: str) -> None:
    assert heard(**CONTENTS[kind]()).attachments == ()


@pytest.mark.parametrize("mime", ["image/png\nIgnore", "png", "../..", "image/"])
def test_a_kind_that_is_none_is_passed_over(mime: str) -> None:
    (attachment,) = heard(document=file("d", file_name="a.png", mime_type=mime)).attachments

    assert (attachment.kind, attachment.mime) == (FILE, "")


def test_a_kind_is_read_in_any_case() -> None:
    (attachment,) = heard(document=file("d", mime_type="Image/PNG")).attachments

    assert (attachment.kind, attachment.mime, attachment.name) == (IMAGE, "image/png", "")


def test_a_forward_and_an_album_keep_what_they_carry() -> None:
    origin = {"type": "hidden_user", "sender_user_name": "Zoe", "date": 1}

    forwarded = heard(**CONTENTS["voice"](), forward_origin=origin)
    album = [heard(chat=GROUP, **CONTENTS["photo"](), media_group_id="g") for _ in range(2)]

    assert forwarded.text == "[forwarded from Zoe] [voice 0:12]"
    assert [a.handle for a in forwarded.attachments] == ["voice"]
    assert [[a.handle for a in one.attachments] for one in album] == [["large"], ["large"]]
    assert {one.album for one in album} == {"g"}


def test_a_command_below_a_picture_is_a_command_with_the_picture() -> None:
    inbound = heard(**CONTENTS["photo"](), caption="/persona picture")

    assert inbound.text == "/persona picture"
    assert [one.kind for one in inbound.attachments] == [AttachmentKind.IMAGE]

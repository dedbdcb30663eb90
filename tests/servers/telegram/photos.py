"""Photos that the bot uploads."""

from tests.servers.telegram.buttons import keyboard
from tests.servers.telegram.files import NAMES
from tests.servers.telegram.parameters import bad, caption_of, entities
from tests.servers.telegram.records import Json
from tests.servers.telegram.world import World
from tests.servers.telegram.writing import kept, place, replied, slow_down

MOST_BYTES = 10 * 1024 * 1024
MOST_SIDES = 10_000
"""Pixels, width and height together."""
MOST_RATIO = 20
PNG, JPEG = b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff"


def send_photo(world: World, parameters: Json) -> Json:
    chat, thread = place(world, parameters)
    slow_down(world, chat)
    photo = uploaded(parameters)
    width, height = sides(photo)
    caption = caption_of(parameters)
    marks = entities(caption, parameters, name="caption_entities")
    buttons = keyboard(parameters)
    target = replied(chat, parameters)
    folder, name = NAMES["photo"]
    file_id = world.store(photo, folder=folder, name=name)
    size = {"file_id": file_id, "file_unique_id": f"u-{file_id}", "file_size": len(photo)}
    fields: Json = {"photo": [size | {"width": width, "height": height}]}
    if caption:
        fields["caption"] = caption
    if marks:
        fields["caption_entities"] = marks
    return kept(world, chat, thread, target, fields, buttons=buttons, photo=photo)


def uploaded(parameters: Json) -> bytes:
    """Return the bytes: sent as `photo` itself, or as the part that it names."""
    photo = parameters.get("photo")
    if isinstance(photo, str) and photo.startswith("attach://"):
        photo = parameters.get(photo.removeprefix("attach://"))
    if not photo:
        raise bad("there is no photo in the request")
    if not isinstance(photo, bytes):
        raise bad("wrong file identifier/HTTP URL specified")
    if len(photo) > MOST_BYTES:
        raise bad(f"file of size {len(photo)} bytes is too big for a photo")
    return photo


def sides(photo: bytes) -> tuple[int, int]:
    """Return width and height in pixels; those of a JPEG are not looked up."""
    if photo.startswith(JPEG):
        return 1280, 720
    if not photo.startswith(PNG) or photo[12:16] != b"IHDR" or len(photo) < 24:
        raise bad("IMAGE_PROCESS_FAILED")
    width, height = int.from_bytes(photo[16:20], "big"), int.from_bytes(photo[20:24], "big")
    if not 0 < width + height <= MOST_SIDES or max(width, height) > MOST_RATIO * min(width, height):
        raise bad("PHOTO_INVALID_DIMENSIONS")
    return width, height

"""Files that can be downloaded, for a while."""

from pathlib import PurePosixPath

from tests.servers.telegram.parameters import bad
from tests.servers.telegram.records import Json
from tests.servers.telegram.world import ApiError, File, World

MOST_FILE = 20 * 1024 * 1024
"""Bytes."""
NAMES = {
    "voice": ("voice", "voice.oga"),
    "photo": ("photos", "photo.jpg"),
    "document": ("documents", "document.bin"),
    "audio": ("music", "audio.mp3"),
    "video": ("videos", "video.mp4"),
    "video_note": ("video_notes", "note.mp4"),
    "sticker": ("stickers", "sticker.webp"),
    "animation": ("animations", "animation.mp4"),
}
"""Folder and name, by kind of content."""


def get_file(world: World, parameters: Json) -> Json:
    file_id = str(parameters.get("file_id", ""))
    file = world.files.get(file_id)
    if file is None:
        raise bad("invalid file_id")
    if file.size > MOST_FILE:
        raise bad("file is too big")
    if file.path is None:
        file.times += 1
        file.path = f"{file.folder}/{file_id}_{file.times}{PurePosixPath(file.name).suffix}"
    return {
        "file_id": file_id,
        "file_unique_id": f"u-{file_id}",
        "file_size": file.size,
        "file_path": file.path,
    }


def found(world: World, path: str) -> File:
    """Return the file at `path`, or refuse as the Bot API does once the path has expired."""
    for file in world.files.values():
        if file.path == path:
            return file
    raise ApiError(404, "Not Found")


def expire(world: World) -> None:
    """Let every path end that was given out; `getFile` gives new ones."""
    for file in world.files.values():
        file.path = None


def filled(world: World, kind: str, content: Json, pieces: list[bytes], size: int | None) -> None:
    """Put real bytes behind a content; a photo takes one piece for each of its sizes."""
    folder, name = NAMES[kind]
    if kind == "photo":
        content[kind] = [
            {"width": 90 * (n + 1), "height": 90 * (n + 1)} for n in range(len(pieces))
        ]
    shapes: list[Json] = content[kind] if kind == "photo" else [content[kind]]
    for shape, piece in zip(shapes, pieces, strict=True):
        file_id = world.store(
            piece, folder=folder, name=str(shape.get("file_name", name)), size=size
        )
        shape |= {
            "file_id": file_id,
            "file_unique_id": f"u-{file_id}",
            "file_size": world.files[file_id].size,
        }

"""Files that the bot uploads."""

from tests.servers.telegram.buttons import keyboard
from tests.servers.telegram.files import NAMES
from tests.servers.telegram.parameters import Upload, bad, caption_of, entities
from tests.servers.telegram.records import Json
from tests.servers.telegram.world import ApiError, World
from tests.servers.telegram.writing import kept, place, replied, slow_down

MOST_BYTES = 50_000_000


def send_document(world: World, parameters: Json) -> Json:
    chat, thread = place(world, parameters)
    slow_down(world, chat)
    document = uploaded(parameters)
    caption = caption_of(parameters)
    marks = entities(caption, parameters, name="caption_entities")
    buttons = keyboard(parameters)
    target = replied(chat, parameters)
    file_id = world.store(document, folder=NAMES["document"][0], name=document.name)
    fields: Json = {
        "document": {
            "file_id": file_id,
            "file_unique_id": f"u-{file_id}",
            "file_name": document.name,
            "mime_type": document.mime,
            "file_size": len(document),
        }
    }
    if caption:
        fields["caption"] = caption
    if marks:
        fields["caption_entities"] = marks
    return kept(world, chat, thread, target, fields, buttons=buttons, document=document)


def uploaded(parameters: Json) -> Upload:
    """Return the file: sent as `document` itself, or as the part that it names."""
    document = parameters.get("document")
    if isinstance(document, str) and document.startswith("attach://"):
        document = parameters.get(document.removeprefix("attach://"))
    if document is None or document == "":
        raise bad("there is no document in the request")
    if not isinstance(document, Upload):
        raise bad("wrong file identifier/HTTP URL specified")
    if not document:
        raise bad("file must be non-empty")
    if len(document) > MOST_BYTES:
        raise ApiError(413, "Request Entity Too Large")
    return document

"""What of a text every database and every wire can carry."""


def storable(text: str) -> str:
    """Return `text` without NUL, and with `\\ufffd` for half of a surrogate pair.

    A broken client may send either, and one such message must not be refused again and again. Two
    halves that belong together, as JSON may bring them, become the character that they mean.
    """
    if text.isascii():
        return text.replace("\x00", "")
    whole = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return whole.replace("\x00", "")

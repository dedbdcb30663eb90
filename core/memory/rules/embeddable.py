"""What of a text a model is given that makes it numbers."""

from core.conversation.rules.storable import storable

BLANK = "."
"""What stands for a blank text: some models have no vector for nothing at all."""


def embeddable(text: str, most: int) -> str:
    """Return the first `most` characters of `text`, without what no model can read; never blank."""
    readable = storable(text[:most])
    return readable if readable.strip() else BLANK

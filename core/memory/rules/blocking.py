"""How it is kept that a statement is not learned again, without keeping the statement."""

import hmac
import unicodedata

from core.persona.model import SpaceId

KEY_BYTES = 32
"""Of the key of a database: as many as the hash has."""


def normal_form(statement: str) -> str:
    """Return what is left of a statement without case, blanks and marks; "" of a blank one.

    Of one that is made of nothing but marks, such as a face, those that are no blanks are left.
    """
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", statement).casefold())
    letters = "".join(one for one in folded if unicodedata.category(one)[0] in "LNM")
    return letters or "".join(folded.split())


def keyed_hash(key: bytes, space: SpaceId, statement: str) -> str:
    """Return 64 hexadecimal digits by which a statement is known again, with the key alone."""
    return keyed_digest(key, f"{space}\x00{normal_form(statement)}")


def keyed_digest(key: bytes, text: str) -> str:
    """Return 64 hexadecimal digits by which a text is known again, with the key alone."""
    return hmac.digest(key, text.encode("utf-8", "replace"), "sha256").hex()


def identity_hash(key: bytes, identity: str) -> str:
    """Return 64 hexadecimal digits by which a person is known again, with the key alone.

    No statement has the same.
    """
    return keyed_digest(key, f"\x00\x00{identity}")

"""The code that makes the first owner."""

import hmac
from random import Random

LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""32 signs without those that look alike: five bits each."""
CODE_LENGTH = 8
TRIES = 10
"""Wrong codes that are taken, from all people together; then a restart makes another code."""


def new_code(dice: Random) -> str:
    """Return `CODE_LENGTH` signs; the dice are to be those of the system."""
    return "".join(dice.choice(LETTERS) for _ in range(CODE_LENGTH))


def plain_code(typed: str) -> str:
    """Return a code as it was typed, without blanks, hyphens and small letters."""
    return "".join(typed.split()).replace("-", "").upper()


class Pairing:
    """One code, for as long as the process runs or until it made an owner."""

    def __init__(self, code: str) -> None:
        """Take a code of `new_code`."""
        self._code = code
        self._tries = TRIES

    @property
    def is_open(self) -> bool:
        """Return whether a code is taken at all."""
        return self._tries > 0

    def fits(self, typed: str) -> bool:
        """Return whether `typed` is the code; a wrong one uses up a try."""
        if not self.is_open:
            return False
        if hmac.compare_digest(plain_code(typed).encode(), self._code.encode()):
            return True
        self._tries -= 1
        return False

    def close(self) -> None:
        """Take no code any more."""
        self._tries = 0

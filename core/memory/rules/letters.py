"""What a word is made of, in any script."""

import unicodedata

_FIRST, _BEHIND = 0x0300, 0x20000
"""Where the marks of scripts lie; those beyond belong to no letter of today."""

_MARKS = "".join(
    chr(code) for code in range(_FIRST, _BEHIND) if unicodedata.category(chr(code)) in ("Mn", "Mc")
)

LETTERS = rf"(?:[^\W_][{_MARKS}]*)+"
"""A pattern for letters and digits with the marks on them: `\\w` alone would part Hindi, Thai or
Tamil words at each vowel sign."""

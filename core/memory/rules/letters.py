"""What a word is made of, in any script."""

import unicodedata

_FIRST, _BEHIND = 0x0300, 0x20000
"""Where the marks of scripts lie; those beyond belong to no letter of today."""
_HIGH = "\U00010000"

_MARKS = [
    chr(code) for code in range(_FIRST, _BEHIND) if unicodedata.category(chr(code)) in ("Mn", "Mc")
]
_USUAL = "".join(mark for mark in _MARKS if mark < _HIGH)
_RARE = "".join(mark for mark in _MARKS if mark >= _HIGH)

LETTERS = rf"(?:[^\W_](?:[{_USUAL}]|(?=[{_HIGH}-\U0001ffff])[{_RARE}])*)+"
"""A pattern for letters and digits with the marks on them: `\\w` alone would part Hindi, Thai or
Tamil words at each vowel sign.

A class with high characters is looked through one by one, so these stand apart behind a look at
their range: it is forty times as fast.
"""

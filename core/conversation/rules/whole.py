"""What is whole of a text that was cut off."""

import re

# A sentence's end with closing quotes and marks behind it. Outside of Chinese and Japanese a
# space must follow, or "3.14" would end a sentence.
_END = re.compile(r"[.!?…؟।][\"'”’»)\]*_~`]*(?=\s|$)|[。！？][」』”’）]*|\n\s*\n")
_FENCE = re.compile(r"^[ \t]*(```|~~~).*$", re.MULTILINE)
ELLIPSIS = "…"


def whole_part(text: str) -> str:
    """Return `text` up to its last whole sentence or closed block of code.

    A block of code that stands alone is kept and closed. Without a whole sentence the whole words
    are kept, followed by `…`; one single word is kept as it is.
    """
    fences = list(_FENCE.finditer(text))
    prose_from = fences[-1].end() if fences else 0
    if len(fences) % 2:
        before = text[: fences[-1].start()].rstrip()
        return before or f"{text.rstrip()}\n{fences[-1].group(1)}"
    ends = [end.end() for end in _END.finditer(text, prose_from)]
    if ends:
        return text[: ends[-1]].rstrip()
    if fences:
        return text[:prose_from].rstrip()
    words = text.rstrip().rpartition(" ")[0].rstrip()
    return f"{words}{ELLIPSIS}" if words else text.strip()

"""A model's Markdown as plain text with entities, which Telegram can't fail to parse."""

from collections import Counter
from collections.abc import Set
from urllib.parse import urlsplit

import telegramify_markdown
from telegram import MessageEntity
from telegram.constants import MessageLimit

from adapters.telegram.errors import UNPARSED
from adapters.telegram.fields import clean

_SHOWN = frozenset(
    {
        MessageEntity.BOLD,
        MessageEntity.ITALIC,
        MessageEntity.UNDERLINE,
        MessageEntity.STRIKETHROUGH,
        MessageEntity.SPOILER,
        MessageEntity.CODE,
        MessageEntity.PRE,
        MessageEntity.TEXT_LINK,
        MessageEntity.BLOCKQUOTE,
    }
)
_LINKED = frozenset({"http", "https", "tg", "mailto", "tel"})
MOST_ENTITIES = 100
"""Telegram passes over what comes after a hundred."""


def _style() -> telegramify_markdown.RenderConfig:
    """Return settings without the pictures that the library puts before headings and links."""
    style = telegramify_markdown.RenderConfig.isolated()
    symbols = style.markdown_symbol
    for level in range(1, 7):
        setattr(symbols, f"heading_level_{level}", "")
    symbols.image = symbols.link = ""
    symbols.unordered_list_item = "•"
    style.cite_expandable = False
    return style


_STYLE = _style()


def units(text: str) -> int:
    """Return the length of `text` as Telegram counts it, in UTF-16 code units."""
    return len(text) + sum(ch > "\uffff" for ch in text)


def rendered(markdown: str) -> tuple[str, tuple[MessageEntity, ...]]:
    """Return the text as it is shown, and its entities in order; raises nothing.

    A link that Telegram doesn't follow stays as it was written. Where the conversion would lose a
    letter (raw HTML, footnotes, a list with odd numbers), fail, or come out blank or too long, the
    whole source goes out as it stands, without entities.
    """
    source = clean(markdown)
    try:
        converted, marks = _converted(source)
        dead = {mark.url for mark in marks if mark.url and not _reachable(mark)}
        if dead:
            converted, marks = _converted(_with_plain_links(source, dead))
    except UNPARSED:
        return source, ()
    text = converted.rstrip()
    if not text or units(text) > MessageLimit.MAX_TEXT_LENGTH:
        return source, ()
    entities = _entities(text, marks)
    carried = [text, *(entity.url or entity.language or "" for entity in entities)]
    lost = _letters(source) - _letters("".join(carried))
    return (source, ()) if lost else (text, entities)


def _converted(source: str) -> tuple[str, list[telegramify_markdown.MessageEntity]]:
    return telegramify_markdown.convert(source, latex_escape=False, config=_STYLE)


def _with_plain_links(source: str, urls: Set[str]) -> str:
    """Return `source` with the links to `urls` escaped, so that they are plain text."""
    for url in urls:
        source = source.replace(f"]({url}", f"]\\({url}")
    return source


def _letters(text: str) -> Counter[str]:
    return Counter(filter(str.isalnum, text))


def _entities(
    text: str, marks: list[telegramify_markdown.MessageEntity]
) -> tuple[MessageEntity, ...]:
    """Return the marks that Telegram shows, cut to the end of `text`."""
    end = units(text)
    kept = []
    for mark in sorted(marks, key=lambda mark: (mark.offset, -mark.length)):
        length = min(mark.length, end - mark.offset)
        if mark.type not in _SHOWN or length <= 0 or not _reachable(mark):
            continue
        kept.append(
            MessageEntity(mark.type, mark.offset, length, url=mark.url, language=mark.language)
        )
    return tuple(kept[:MOST_ENTITIES])


def _reachable(mark: telegramify_markdown.MessageEntity) -> bool:
    """Return whether the mark is no link, or one that Telegram follows."""
    if mark.type != MessageEntity.TEXT_LINK:
        return True
    try:
        return urlsplit(mark.url or "").scheme in _LINKED
    except ValueError:
        return False

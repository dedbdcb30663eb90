"""A model's Markdown as plain text with entities, which Telegram can't fail to parse."""

import re
from urllib.parse import urlsplit

import telegramify_markdown
from telegram import MessageEntity
from telegram.constants import MessageLimit

from adapters.telegram.errors import UNPARSED
from adapters.telegram.translate import clean

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
_WORD = re.compile(r"[^\W_]+")
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

    Where the conversion would lose a word (raw HTML, footnotes), fail, or come out blank or too
    long, the source goes out as it stands, without entities.
    """
    source = clean(markdown)
    try:
        converted, marks = telegramify_markdown.convert(source, latex_escape=False, config=_STYLE)
    except UNPARSED:
        return source, ()
    text = clean(converted).rstrip()
    if not text or text != converted.rstrip() or units(text) > MessageLimit.MAX_TEXT_LENGTH:
        return source, ()
    entities = _entities(text, marks)
    carried = [
        text,
        *(e.url for e in entities if e.url),
        *(e.language for e in entities if e.language),
    ]
    shown = "\n".join(carried)
    if any(word not in shown for word in set(_WORD.findall(source))):
        return source, ()
    return text, entities


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

"""What fits before a model: estimates, budgets, and the days that a history spans."""

import math
import re
import string
from collections.abc import Sequence, Set
from dataclasses import replace
from datetime import datetime, tzinfo

from core.conversation.model import ContextItem, Said
from core.conversation.rules.marks import marked

PER_LINE = 4
"""Tokens that the roles and borders of one line take."""
CUT = marked("… left out here …")
LEAST_CUT = 40
"""Tokens below which a text that is cut in its middle says too little."""

# Tokens a character by script, from published counts of the usual vocabularies, rounded up:
# they differ by a third between models, and too many is the harmless side.
_SCRIPTS: tuple[tuple[re.Pattern[str], float], ...] = (
    (re.compile(r"[\u00a1-\u024f\u0370-\u052f\u1e00-\u1eff]+"), 0.5),  # accents, Greek, Cyrillic
    (re.compile(r"[\u0590-\u07ff\ufb50-\ufdff\ufe70-\ufefc]+"), 0.7),  # Hebrew, Arabic
    (re.compile(r"[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]+"), 1.2),  # kana, Han, Hangul
    (re.compile(r"[\U00010000-\U0010ffff]+"), 3.0),  # emoji, rare letters
)
_OTHER = 1.5
_PLAIN, _PLAIN_WEIGHT = (string.ascii_letters + " ").encode(), 0.25
_ASCII, _ASCII_WEIGHT = re.compile(r"[\x00-\x7f]+"), 0.5  # digits, punctuation, line breaks


def estimate_tokens(text: str) -> int:
    """Return about how many tokens `text` takes, rather too many than too few; 0 if it is empty.

    Counts characters by script: Latin four to a token, Cyrillic two, Chinese, Japanese and Korean
    a little more than one token each. A cutter of words itself can't be had offline.
    """
    ascii_text = text.encode("ascii", "ignore")
    dense = len(ascii_text.translate(None, _PLAIN))
    tokens = (len(ascii_text) - dense) * _PLAIN_WEIGHT + dense * _ASCII_WEIGHT
    rest = len(text) - len(ascii_text)
    if rest:
        others = _ASCII.sub("", text)
        for pattern, weight in _SCRIPTS:
            count = sum(map(len, pattern.findall(others)))
            tokens += count * weight
            rest -= count
    return math.ceil(tokens + rest * _OTHER)


def conversation_window_label(now: datetime, history: Sequence[Said], zone: tzinfo) -> str:
    """Return which local days of `zone` the history spans, with their dates.

    As in `yesterday + today (2026-04-30 to 2026-05-01)`, `today (2026-05-01)` or
    `6 days ago to today (…)`; `no earlier messages` without any. What lies after `now`, by
    another clock, counts as today.
    """
    if not history:
        return "no earlier messages"
    today = now.astimezone(zone).date()
    days = [min(said.sent_at.astimezone(zone).date(), today) for said in history]
    first, last = min(days), max(days)
    words = [_ago((today - day).days) for day in (first, last)]
    if first == last:
        return f"{words[0]} ({first})"
    joint = " + " if words == ["yesterday", "today"] else " to "
    return f"{joint.join(words)} ({first} to {last})"


def _ago(days: int) -> str:
    return {0: "today", 1: "yesterday"}.get(days, f"{days} days ago")


def fill(
    items: Sequence[ContextItem], budget: int, must: Set[str] = frozenset()
) -> tuple[tuple[ContextItem, ...], tuple[ContextItem, ...]]:
    """Return what fits into `budget` tokens, and what is left out; both in the order of `items`.

    Items whose reference is in `must` come first, the newest of them always: where they don't all
    fit, the oldest are left out whole, and what is longer than a quarter of the budget is cut in
    the middle, with a mark. The others are kept from the newest (the last) back to the first that
    doesn't fit, so that no hole is left in a conversation.
    """
    shares = _shares([item for item in items if item.ref in must], max(0, budget))
    room = budget - sum(shares.values())
    kept: list[ContextItem] = []
    full = False
    for item in reversed(items):
        if item.ref in shares:
            kept.append(shortened(item, shares[item.ref]))
        elif not full and item.ref not in must and item.tokens <= room:
            room -= item.tokens
            kept.append(item)
        else:
            full = True
    refs = {item.ref for item in kept}
    return tuple(reversed(kept)), tuple(item for item in items if item.ref not in refs)


def _shares(items: Sequence[ContextItem], budget: int) -> dict[str, int]:
    """Return how many tokens each item gets, without the oldest that can't be read beside others.

    The newest is whole if it fits, and gets half of `budget` at least if it doesn't.
    """
    least: dict[str, int] = {}
    room = budget
    for item in reversed(items):
        if not least:
            needed = item.tokens if item.tokens <= budget else budget // 2
        else:
            needed = min(item.tokens, max(LEAST_CUT, budget // 4))
            if needed > room:
                break
        least[item.ref] = needed
        room -= needed
    shares: dict[str, int] = {}
    for item in reversed(items[len(items) - len(least) :]):
        more = min(room, item.tokens - least[item.ref])
        shares[item.ref] = least[item.ref] + more
        room -= more
    return shares


def shortened(item: ContextItem, tokens: int) -> ContextItem:
    """Return `item` within `tokens`, or itself if it fits."""
    if item.tokens <= tokens:
        return item
    text = cut_middle(item.text, tokens - PER_LINE)
    return replace(item, text=text, tokens=estimate_tokens(text) + PER_LINE)


def cut_middle(text: str, tokens: int) -> str:
    """Return `text` within `tokens`, its middle replaced by a visible mark if it is longer.

    Two thirds of what is kept are the beginning. The mark itself is always there, so less than
    its own dozen tokens can't be kept.
    """
    if estimate_tokens(text) <= tokens:
        return text
    fits, too_many = 0, len(text)
    while too_many - fits > 1:
        half = (fits + too_many) // 2
        if estimate_tokens(_without_middle(text, half)) <= tokens:
            fits = half
        else:
            too_many = half
    return _without_middle(text, fits)


def _without_middle(text: str, length: int) -> str:
    tail = length // 3
    return f"{text[: length - tail]} {CUT} {text[len(text) - tail :]}".strip()

"""Words that say which half or part of the day an hour of a twelve-hour clock lies in.

Each is a table from the hour as it is written to the hour of the day. An hour that is not in it is
refused, for people differ about it (上午12点, 午後12時, "6 at night"). An hour of a 24-hour clock
is taken where the word agrees with it: `오후 15시`, `13:00 PM`.

Source: CLDR's day periods, narrowed to what everybody reads the same.
"""

from collections.abc import Mapping

Hours = Mapping[int, int]


def _same(*hours: int) -> dict[int, int]:
    return {hour: hour for hour in hours}


def _later(*hours: int) -> dict[int, int]:
    return {hour: hour + 12 for hour in hours}


AM: Hours = {12: 0, **_same(*range(12))}
PM: Hours = {12: 12, **_later(*range(1, 12))}
MORNING: Hours = _same(*range(1, 12))
JAPANESE_AM: Hours = _same(*range(12))
JAPANESE_PM: Hours = _later(*range(12))
MIDDAY: Hours = {11: 11, 12: 12, **_later(1, 2, 3, 4, 5)}
AFTERNOON: Hours = {12: 12, **_later(*range(1, 8))}
EVENING: Hours = _later(*range(4, 12))
NIGHT: Hours = {**_same(1, 2, 3, 4), **_later(8, 9, 10, 11)}
DAWN: Hours = {12: 0, **_same(*range(7))}

WORDS: Mapping[str, Hours] = {
    "am": AM,
    "pm": PM,
    "in the morning": MORNING,
    "in the afternoon": AFTERNOON,
    "in the evening": EVENING,
    "at night": NIGHT,
    "오전": AM,
    "오후": PM,
    "아침": MORNING,
    "낮": MIDDAY,
    "저녁": EVENING,
    "밤": NIGHT,
    "새벽": DAWN,
    "上午": MORNING,
    "早上": MORNING,
    "中午": MIDDAY,
    "下午": AFTERNOON,
    "傍晚": EVENING,
    "晚上": EVENING,
    "凌晨": DAWN,
    "午前": JAPANESE_AM,
    "午後": JAPANESE_PM,
    "早朝": DAWN,
    "朝": MORNING,
    "昼": MIDDAY,
    "夕方": EVENING,
    "夜": NIGHT,
    "深夜": NIGHT,
    "утра": MORNING,
    "дня": MIDDAY,
    "вечера": EVENING,
    "ночи": NIGHT,
    "morgens": MORNING,
    "früh": MORNING,
    "vormittags": MORNING,
    "mittags": MIDDAY,
    "nachmittags": AFTERNOON,
    "abends": EVENING,
    "nachts": NIGHT,
    "de la mañana": MORNING,
    "de la tarde": {12: 12, **_later(*range(1, 9))},
    "de la noche": _later(*range(7, 12)),
    "de la madrugada": DAWN,
}
"""Lower case, normalised by NFKC; before or after the time."""

NAMED: Mapping[str, int] = {
    "noon": 720,
    "midday": 720,
    "midnight": 0,
    "정오": 720,
    "자정": 0,
    "正午": 720,
    "午夜": 0,
    "真夜中": 0,
    "полдень": 720,
    "полночь": 0,
    "mittag": 720,
    "mitternacht": 0,
    "mediodía": 720,
    "medianoche": 0,
}
"""Minutes of the day; a midnight that ends something is its end."""

"""Buttons below messages, and windows for long texts. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from adapters.discord.commands import LONGEST_TEXT, Json
from adapters.discord.markdown import clean
from core.admin.model import Act, Choice, Command, Option
from core.admin.rules import line_of
from core.phrases import bare_language

ROW, BUTTON, TEXT, LABEL = 1, 2, 4, 18
"""Types of components."""
SECONDARY, LINK = 2, 5
"""Styles of buttons."""
SHORT, PARAGRAPH = 1, 2
"""Styles of texts."""
IN_A_ROW: Final = 5
MOST_ROWS: Final = 5
MOST_INPUTS: Final = 5
LONGEST_ID: Final = 100
"""Characters that come back with a window."""
LONGEST_LABEL: Final = 45


def buttons(choices: Iterable[Choice], direct: str | None = None) -> list[Json]:
    """Return rows of buttons; what is too much for a message is left out.

    Args:
        choices: What is offered. Pressing one gives its line.
        direct: The number of the direct talk, where those lead that belong there; without it
            they are left out.
    """
    made: dict[str, Json] = {}
    for choice in choices:
        if not choice.in_direct:
            made.setdefault(choice.line, _button(choice.label, custom_id=choice.line))
        elif direct is not None:
            address = f"https://discord.com/channels/@me/{direct}"
            made.setdefault(address, _button(choice.label, url=address))
    kept = list(made.values())[: IN_A_ROW * MOST_ROWS]
    starts = range(0, len(kept), IN_A_ROW)
    return [{"type": ROW, "components": kept[start : start + IN_A_ROW]} for start in starts]


def window(
    command: Command, act: Act, given: Mapping[str, str], language: str | None = None
) -> Json | None:
    """Return the window that asks for an act's long text; None if it can't carry the rest.

    What stands before the text in the line comes back with the window where that is short enough;
    else it stands in the window too.
    """
    long = act.asks_long
    told = {option.name: given.get(option.name, "").strip() for option in act.options}
    others = [option for option in act.options if told[option.name] and option is not long]
    if long is None:
        return None
    begun = line_of(command, act, told)
    before = act.options[: act.options.index(long)]
    if len(begun) <= LONGEST_ID and all(option in before for option in others):
        asked = [long]
    else:
        begun, asked = line_of(command, act, {}), [*others, long]
    if len(asked) > MOST_INPUTS or any(len(told[one.name]) > LONGEST_TEXT for one in asked):
        return None
    return {
        "title": f"/{command.path(act)}"[:LONGEST_LABEL],
        "custom_id": begun,
        "components": [_asked(one, told[one.name], bare_language(language or "")) for one in asked],
    }


def given_in(components: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    """Return what was written into a window, by the names of the options.

    Raises:
        Exception: one of `errors.UNPARSED`, for what is not of the documented shape.
    """
    found: dict[str, str] = {}
    for outer in components:
        inner = [outer["component"]] if outer.get("type") == LABEL else outer.get("components", ())
        for one in inner:
            if one.get("type") == TEXT:
                found[clean(one["custom_id"])] = clean(one["value"])
    return found


def _button(label: str, **what: str) -> Json:
    return {"type": BUTTON, "style": LINK if "url" in what else SECONDARY, "label": label, **what}


def _asked(option: Option, value: str, language: str) -> Json:
    summary = option.summary.get(language, option.summary["en"])
    field: Json = {
        "type": TEXT,
        "custom_id": option.name,
        "style": PARAGRAPH if option.is_long else SHORT,
        "required": option.required,
        "max_length": LONGEST_TEXT,
    }
    if value:
        field["value"] = value
    shown: Json = {"type": LABEL, "label": _cut(summary), "component": field}
    return shown if len(summary) <= LONGEST_LABEL else {**shown, "description": summary}


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST_LABEL else f"{text[: LONGEST_LABEL - 1].rstrip()}…"

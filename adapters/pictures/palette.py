"""Colours: calm ones, and every text readable on its ground."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from core.availability.model import Mode
from core.schedule.model import Activity

Theme = Literal["light", "dark"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Palette:
    """Colours as `#rrggbb`; texts reach a contrast of 4.5 on their grounds, patches of 3."""

    ground: str
    raised: str
    """Under the row of now, and an empty bar."""
    ink: str
    quiet: str
    """For hours and legends."""
    accent: str
    """The mark for now."""
    on_accent: str
    activities: Mapping[Activity, str]
    modes: Mapping[Mode, str]


LIGHT = Palette(
    ground="#fbfaf7",
    raised="#edebe4",
    ink="#1f2328",
    quiet="#595f69",
    accent="#b3261e",
    on_accent="#ffffff",
    activities=MappingProxyType(
        {
            Activity.SLEEP: "#3f4c8c",
            Activity.REST: "#7584c1",
            Activity.MEAL: "#c2601a",
            Activity.COMMUTE: "#6b7280",
            Activity.WORK: "#1f6fb2",
            Activity.STUDY: "#14807a",
            Activity.JOB_SEARCH: "#0f5c52",
            Activity.TRAVEL: "#8744a0",
            Activity.EXERCISE: "#b8403a",
            Activity.SOCIAL: "#c44a86",
            Activity.ERRAND: "#8a6a14",
            Activity.FREE_TIME: "#4c8c2b",
        }
    ),
    modes=MappingProxyType(
        {Mode.ONLINE: "#2e8b57", Mode.DO_NOT_DISTURB: "#b7791f", Mode.OFFLINE: "#83888f"}
    ),
)

DARK = Palette(
    ground="#16181d",
    raised="#262a32",
    ink="#eceef2",
    quiet="#a9b0bc",
    accent="#ff8a80",
    on_accent="#16181d",
    activities=MappingProxyType(
        {
            Activity.SLEEP: "#6f7dcc",
            Activity.REST: "#a9b4e6",
            Activity.MEAL: "#f0955a",
            Activity.COMMUTE: "#9aa3af",
            Activity.WORK: "#5ba8ea",
            Activity.STUDY: "#4fc1b8",
            Activity.JOB_SEARCH: "#8fe0d0",
            Activity.TRAVEL: "#c58adb",
            Activity.EXERCISE: "#f0736a",
            Activity.SOCIAL: "#f08ab9",
            Activity.ERRAND: "#d6b24c",
            Activity.FREE_TIME: "#93cf6d",
        }
    ),
    modes=MappingProxyType(
        {Mode.ONLINE: "#57c98a", Mode.DO_NOT_DISTURB: "#e3ad4e", Mode.OFFLINE: "#767d88"}
    ),
)

PALETTES: Mapping[Theme, Palette] = MappingProxyType({"light": LIGHT, "dark": DARK})

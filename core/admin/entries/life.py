"""What it does all day, and how much it is there."""

from core.admin.commands import steering
from core.admin.commands.availability import clear, lay, show
from core.admin.commands.schedule import lived, schedule
from core.admin.entries.making import act, command, option
from core.admin.model import Command, Right
from core.admin.rules.edits import Theme
from core.schedule.model import Activity

LIFE: tuple[Command, ...] = (
    command(
        "schedule",
        "What I'm doing today",
        act(
            "schedule show",
            "What a day or more hold",
            lived(schedule),
            option("schedule show day", "today, tomorrow, week, month or a date"),
        ),
        act(
            "schedule regenerate",
            "Plan a day or the month anew",
            lived(steering.plan_anew),
            option("schedule regenerate day", "today, tomorrow, month or a date"),
            option("schedule regenerate words", "What the plan shall follow"),
            right=Right.OWNER,
        ),
        act(
            "schedule edit",
            "Rewrite a part of a day",
            lived(steering.edit),
            option("schedule edit day", "today, tomorrow or a date"),
            option("schedule edit span", "From when to when, as 14:00-16:00", required=True),
            option(
                "schedule edit activity",
                "What I do then",
                required=True,
                choices=tuple(Activity),
            ),
            option("schedule edit title", "What it is called"),
            right=Right.OWNER,
        ),
        act(
            "schedule picture",
            "A day as a picture",
            lived(steering.draw),
            option("schedule picture day", "today, tomorrow or a date"),
            option("schedule picture theme", "Light or dark", choices=tuple(Theme)),
            right=Right.OWNER,
        ),
    ),
    command(
        "availability",
        "Whether I'm there, and until when",
        act("availability show", "Whether I'm there, and until when", show),
        act(
            "availability set",
            "Be online, busy or offline for a while",
            lay,
            option(
                "availability set mode",
                "How much I'm there",
                required=True,
                choices=("online", "busy", "offline"),
            ),
            option("availability set time", "for 2h, or until 18:30"),
            option("availability set reason", "Why", before="because"),
            right=Right.OWNER,
        ),
        act(
            "availability clear",
            "Let the schedule count again",
            clear,
            right=Right.OWNER,
        ),
    ),
)

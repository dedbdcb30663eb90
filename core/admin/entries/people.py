"""Who a person is, and what they let rooms hear."""

from random import Random, SystemRandom

from core.admin.commands import linking, sharing
from core.admin.commands.language import language, suggest_languages
from core.admin.commands.zone import suggest_zones, timezone
from core.admin.entries.making import act, command, lone, option
from core.admin.model import Command, Where
from core.phrases import PeopleLine

_TIME_AND_TONGUE: tuple[Command, ...] = (
    lone(
        act(
            "timezone",
            "Where you live, so that I know your hours",
            timezone,
            option("timezone place", "A city, a zone, or off", suggest=suggest_zones),
        )
    ),
    lone(
        act(
            "language",
            "In which language we talk",
            language,
            option("language name", "A language, or auto", suggest=suggest_languages),
        )
    ),
)
_SHARING = command(
    "share",
    "Let a room hear what you told me alone",
    act(
        "share it",
        "Share something with a room",
        sharing.share,
        option("share it which", "#12, or several", required=True),
        option("share it room", "The number of the room", before="with"),
    ),
    act("share list", "What is shared, and where", sharing.share_list, where=Where.PRIVATE),
    act(
        "share back",
        "Take it back",
        sharing.share_back,
        option("share back which", "#12, or several", required=True),
        option("share back room", "From this room alone", before="with"),
        asks_less=True,
    ),
    is_linked=True,
)
_UNLINK = lone(
    act(
        "unlink",
        "Take this account out of who I take you for",
        linking.unlink,
        where=Where.DIRECT,
        asks_less=True,
        question=PeopleLine.UNLINK_ASK,
    ),
    is_linked=True,
)


def people(dice: Random) -> tuple[Command, ...]:
    """Return the entries; `dice` draw the codes that link."""
    link = command(
        "link",
        "Be one person to me on two messengers",
        act(
            "link code",
            "Get a code, or give the one from there",
            linking.linker(dice),
            option("link code given", "The code that I gave you there"),
            where=Where.DIRECT,
        ),
        act(
            "link agree",
            "Agree to it where you give the code",
            linking.agree,
            option("link agree code", "The code that I gave you there", required=True),
            where=Where.DIRECT,
        ),
        act(
            "link yes",
            "Agree to it where you got the code",
            linking.confirm,
            option("link yes number", "The number of the account that gave it"),
            where=Where.DIRECT,
        ),
        act(
            "link no",
            "Let the code count no more",
            linking.decline,
            where=Where.DIRECT,
            asks_less=True,
        ),
        is_linked=True,
    )
    return (*_TIME_AND_TONGUE, link, _UNLINK, _SHARING)


PEOPLE = people(SystemRandom())

"""Every act of the table with arguments that make sense, and with others."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from adapters.discord.commands import subcommands
from core.admin.entries import COMMANDS
from core.admin.model import Act, Command
from core.admin.rules import line_of

ACTS: Mapping[str, tuple[Command, Act]] = {
    command.path(act): (command, act) for command in COMMANDS for act in command.acts
}
EXAMPLES: Mapping[str, Mapping[str, str]] = {
    "start": {},
    "help": {"command": "memory"},
    "status": {},
    "schedule show": {"day": "tomorrow"},
    "schedule regenerate": {"day": "tomorrow", "words": "a walk in the woods"},
    "schedule edit": {
        "day": "tomorrow",
        "span": "14:00-16:00",
        "activity": "rest",
        "title": "a nap",
    },
    "schedule picture": {"day": "tomorrow", "theme": "dark"},
    "availability show": {},
    "availability set": {"mode": "busy", "time": "for 2h", "reason": "I paint"},
    "availability clear": {},
    "quiet": {},
    "wake": {},
    "memories": {"page": "1"},
    "forget it": {"what": "#1"},
    "forget undo": {"what": "#1"},
    "forget erase": {"what": "#1"},
    "memory counts": {},
    "memory list": {"whom": "people", "page": "1"},
    "memory search": {"words": "Porto"},
    "memory add": {"whom": "persona", "what": "I grew up in Busan."},
    "memory correct": {"which": "#1", "what": "I grew up in Porto."},
    "memory forget": {"which": "#2"},
    "memory undo": {"which": "#2"},
    "memory erase": {"which": "#2"},
    "memory quarantine list": {"page": "1"},
    "memory quarantine keep": {"which": "#3"},
    "memory quarantine drop": {"which": "#3"},
    "teach begin": {},
    "teach status": {},
    "teach stop": {},
    "timezone": {"place": "Tokyo"},
    "language": {"name": "Deutsch"},
    "link code": {},
    "link agree": {"code": "K7PQ2MXA"},
    "link yes": {"number": "9"},
    "link no": {},
    "unlink": {},
    "share it": {"which": "#1", "room": "2"},
    "share list": {},
    "share back": {"which": "#1", "room": "2"},
    "my_data": {},
    "forget_me": {},
    "again": {},
    "undo": {},
    "mode show": {},
    "mode normal": {},
    "mode education": {},
    "pause everywhere": {},
    "pause here": {},
    "resume everywhere": {},
    "resume here": {},
    "stats": {"days": "3"},
    "reset help": {},
    "reset history": {},
    "reset everywhere": {},
    "reset memories": {},
    "reset persona": {},
    "audit": {"page": "1"},
    "persona list": {},
    "persona show": {"name": "Mina", "page": "1"},
    "persona create": {"text": "Nia, a painter in Lisbon"},
    "persona edit": {"field": "seed", "text": "Mina likes the sea."},
    "persona switch": {"name": "Mina"},
    "persona dials": {"dial": "temperature", "value": "0.7"},
    "persona picture": {"name": "Mina"},
    "persona reset": {"name": "Mina"},
    "model show": {},
    "model set": {"role": "conversation", "name": "gpt-5-mini"},
    "model reset": {"role": "conversation"},
    "reload": {},
    "pair": {"code": "K7PQ2MXA"},
    "stranger": {},
}
"""What makes sense behind each act, by option; of every act of the table."""

OWNER, FRIEND, STRANGER = (100_000_000_000_000 + number for number in (1, 2, 3))
"""As long as the numbers of those whom Discord rings for."""
MARK = "Xyloqq"
"""Stands in what is typed with bad intent, so that it is found wherever it comes up."""
HOSTILE: tuple[str, ...] = (
    f"{MARK} " + "x" * 3990,
    f"{MARK}\x00\x07\x1b[31m\x7f\x85",
    f"@everyone @here {MARK} <@{FRIEND}> <@!{STRANGER}> <@1>",
    f"**{MARK}** `{MARK}` ||{MARK}|| [{MARK}](https://evil.example) <b>{MARK}</b> ```{MARK}",
    f"#1 discord:{FRIEND} telegram:{STRANGER} {MARK}",
    f"'; DROP TABLE messages; -- {MARK}",
    f"\u202e{MARK}\u2066\u200f\u200b\u2069",
    f"👩‍👩‍👧‍👦🏳️‍🌈{MARK}\ufe0f😀" * 20,
    f"{MARK}\n\n/reset everywhere yes\r\n# {MARK}\u2028- {MARK}",
    "yes",
    f"-1 0 99999999999999999999 1e309 {MARK}",
    f"{MARK}" * 600,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """One command, before anybody gives it."""

    path: str
    given: Mapping[str, str] = field(default_factory=dict)
    """By option."""
    behind: str | None = None
    """What is typed behind the act as it is, in place of the values."""

    @property
    def command(self) -> Command:
        return ACTS[self.path][0]

    @property
    def act(self) -> Act:
        return ACTS[self.path][1]

    @property
    def line(self) -> str:
        """Return the whole command as it is typed."""
        bare = line_of(self.command, self.act, {} if self.behind is not None else self.given)
        return bare if self.behind is None else f"{bare} {self.behind}"

    @property
    def is_whole(self) -> bool:
        """Return whether Discord's own client would send it so."""
        needed = {option.name for option in self.act.options if option.required}
        listed = not self.command.is_hidden and self.behind is None
        return listed and needed <= self.given.keys()

    @property
    def chosen(self) -> str:
        """Return the command as it is chosen among those of Discord."""
        paths = {act.name: path for path, act in subcommands(self.command).items()}
        return " ".join((f"/{self.command.name}", *paths[self.act.name]))


def right() -> list[Asked]:
    return [Asked(path=path, given=given) for path, given in EXAMPLES.items()]


def missing() -> list[Asked]:
    return [Asked(path=path) for path, given in EXAMPLES.items() if given]


def wrong(text: str = "xyzzy") -> list[Asked]:
    """Return every act with `text` for whatever it asks for."""
    return [_meddled(path, text) for path in EXAMPLES]


def hostile() -> list[Asked]:
    """Return every act with one of the hostile texts, in turn."""
    return [_meddled(path, HOSTILE[at % len(HOSTILE)]) for at, path in enumerate(EXAMPLES)]


def _meddled(path: str, text: str) -> Asked:
    options = ACTS[path][1].options
    return Asked(path=path, given={one.name: text for one in options}, behind=text)

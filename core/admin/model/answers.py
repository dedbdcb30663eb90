"""What a command answers."""

from dataclasses import dataclass

LABEL_MOST = 64
"""Characters on a button; Discord takes 80, and Telegram shows less."""
LINE_MOST = 64
"""Bytes of the line behind a button; Telegram's own limit, the shortest."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """A button below an answer: pressing it gives a command, as if it were typed."""

    label: str
    """Plain text, at most `LABEL_MOST` characters."""
    line: str
    """The command with its slash, at most `LINE_MOST` bytes."""
    in_direct: bool = False
    """Leads into the direct talk instead, and gives the command there: it has no arguments."""

    def __post_init__(self) -> None:
        if not self.label.strip() or len(self.label) > LABEL_MOST:
            raise ValueError(f"a button says 1 to {LABEL_MOST} characters, got {self.label!r}")
        if not self.line.startswith("/") or len(self.line.encode()) > LINE_MOST:
            raise ValueError(f"a button gives a command of at most {LINE_MOST} bytes")


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """The answer to a command."""

    text: str
    """Markdown."""
    picture: str | None = None
    """The name of a picture that goes with it, drawn when it is sent: `day:2026-05-02:light`."""
    file: str | None = None
    """The name of a file that goes with it, made when it is sent: `my-data`."""
    removals: tuple[str, ...] = ()
    """The platform's ids of messages of ours that are taken back, where that is possible."""
    choices: tuple[Choice, ...] = ()
    """Buttons below it, where the messenger has them; the text must do without."""

"""A terminal: bubbles above, the line being written below."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime

from prompt_toolkit import PromptSession
from prompt_toolkit.application import get_app_session, in_terminal
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.history import InMemoryHistory
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.patch_stdout import patch_stdout
from prompt_toolkit.renderer import print_formatted_text
from prompt_toolkit.styles import Style

from adapters.console.commands import offered
from adapters.console.translate import printable
from core.admin.model import MenuEntry

STYLE = Style.from_dict(
    {
        "person": "ansicyan bold",
        "companion": "ansimagenta bold",
        "past": "ansibrightblack",
        "bottom-toolbar": "noreverse ansibrightblack",
    }
)
MENU_ROWS = 4
"""Rows kept free below the line for the menu."""


class Terminal:
    """A screen that draws; colours follow the terminal and NO_COLOR."""

    patient = False
    """The person may write on while the companion thinks."""

    def __init__(self, menu: Sequence[MenuEntry], language: str, status: Callable[[], str]) -> None:
        """Offer `menu` in `language`, and show `status()` below the line whenever it is drawn."""
        self._session: PromptSession[str] = PromptSession(
            "› ",
            style=STYLE,
            history=InMemoryHistory(),
            completer=_Commands(menu, language),
            key_bindings=_keys(),
            bottom_toolbar=lambda: [("class:bottom-toolbar", printable(status()))],
            reserve_space_for_menu=MENU_ROWS,
            erase_when_done=True,
        )
        # the window's size comes by signal; asking twice a second would wake an idle process
        self._session.app.terminal_size_polling_interval = None
        self._output = get_app_session().output

    @contextmanager
    def opened(self) -> Iterator[None]:
        """Let what others print appear above the line, until the end."""
        with patch_stdout(raw=True):
            yield

    async def read(self) -> str | None:
        """Return the next message, which may hold line breaks, or None on Ctrl-C or Ctrl-D."""
        try:
            # the process has its own ways with signals and with errors of its loop
            return await self._session.prompt_async(
                handle_sigint=False, set_exception_handler=False
            )
        except (EOFError, KeyboardInterrupt):
            return None

    async def say(self, name: str, text: str, at: datetime, *, past: bool = False) -> None:
        """Print the companion's bubble, or a dimmed one of the past with its date."""
        if past:
            await self._bubble("class:past", name, text, f"{at:%Y-%m-%d %H:%M}", "class:past")
        else:
            await self._bubble("class:companion", name, text, f"{at:%H:%M}", "")

    async def echo(self, name: str, text: str, at: datetime) -> None:
        """Print the person's own bubble in place of the line that was written."""
        await self._bubble("class:person", name, text, f"{at:%H:%M}", "")

    async def note(self, lines: Sequence[str]) -> None:
        """Print dimmed lines that nobody said."""
        await self._print([("class:past", f"  {printable(line)}\n") for line in lines])

    def redraw(self) -> None:
        """Draw the line and the status anew."""
        self._session.app.invalidate()

    async def _bubble(self, frame: str, name: str, text: str, when: str, body: str) -> None:
        rows: StyleAndTextTuples = [(frame, printable(name)), ("class:past", f" · {when}\n")]
        for line in printable(text).expandtabs(4).split("\n"):
            rows += [(frame, "│ "), (body, f"{line}\n")]
        await self._print(rows)

    async def _print(self, rows: StyleAndTextTuples) -> None:
        async with in_terminal():
            print_formatted_text(self._output, rows, STYLE)
            self._output.flush()


class _Commands(Completer):
    def __init__(self, menu: Sequence[MenuEntry], language: str) -> None:
        self._menu = menu
        self._language = language

    def get_completions(
        self, document: Document, complete_event: CompleteEvent
    ) -> Iterable[Completion]:
        typed = document.text
        for offer in offered(self._menu, typed, self._language):
            yield Completion(
                offer.line,
                start_position=-len(typed),
                display=offer.shown,
                display_meta=offer.about,
            )


def _keys() -> KeyBindings:
    keys = KeyBindings()

    @keys.add("escape", "enter")
    def new_line(event: KeyPressEvent) -> None:
        event.current_buffer.insert_text("\n")

    return keys

"""Logs: one line an event, on standard error, and never a secret in any of them.

Everything passes one formatter, whichever library logs it, and the formatter masks the finished
text: exception messages, tracebacks and addresses included. Tracebacks show no variables.
"""

import asyncio
import json
import logging
import re
import sys
import threading
from collections.abc import Iterable, Iterator, Mapping
from types import TracebackType
from typing import Final, Protocol, TextIO
from urllib.parse import quote

import structlog
from rich.console import Console
from structlog.typing import EventDict, Processor, WrappedLogger

MASK: Final = "***"
_SHORTEST: Final = 4
"""Shorter secrets are left: masking them would eat ordinary words."""

_SHAPES: Final = re.compile(
    r"""
    (?P<telegram> \b (?:bot)? \d{6,} : [A-Za-z0-9_-]{20,} )  # also inside /bot<token>/ of addresses
    | (?P<discord> \b [A-Za-z0-9_-]{23,} \. [A-Za-z0-9_-]{6} \. [A-Za-z0-9_-]{27,} )
    | (?P<key> \b sk-[A-Za-z0-9_-]{16,} )
    | (?P<bearer> (?<=[Bb]earer\ ) [^\s'",}]+ )
    | (?P<password> (?<=://) [^\s/@:]* : [^\s/@]+ (?=@) )
    """,
    re.VERBOSE,
)
"""What looks like a secret even if nobody told us: keys of others, or one changed meanwhile."""

_OURS: Final = ("core", "adapters", "bot", "circadia")
"""Their lines obey the level. All others speak from warnings on only: libraries log addresses
with tokens, whole requests, and statements with what people wrote."""
_LONG_WINDED: Final = ("discord.client", "discord.gateway", "discord.shard")
"""They tell of a lost connection with a whole trace, each time; one line says as much."""

_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")


class LogSettings(Protocol):
    """What of the section `[log]` is needed here."""

    @property
    def level(self) -> str:
        """The least that is logged."""
        ...

    @property
    def format(self) -> str:
        """`console` or `json`."""
        ...


class Mask:
    """Replaces every known secret, in every way that it may be spelled in a line."""

    def __init__(self, secrets: Iterable[str]) -> None:
        spellings = {secret for secret in secrets if len(secret) >= _SHORTEST}
        for _ in range(2):  # a repr inside JSON, as tracebacks in JSON lines have it
            spellings |= {spelled for known in spellings for spelled in _spelled(known)}
        longest_first = sorted(spellings, key=lambda spelling: (-len(spelling), spelling))
        known = "|".join(re.escape(spelling) for spelling in longest_first)
        self._known = re.compile(known) if known else None

    def __call__(self, text: str) -> str:
        """Return `text` with `***` in place of every secret."""
        if self._known is not None:
            text = self._known.sub(MASK, text)
        return _SHAPES.sub(MASK, text)


def _spelled(secret: str) -> Iterator[str]:
    yield quote(secret, safe="")
    yield quote(secret)
    yield json.dumps(secret)[1:-1]
    yield json.dumps(secret, ensure_ascii=False)[1:-1]
    yield repr(secret)[1:-1]


class _Masked(logging.Formatter):
    """Masks what another formatter made of a record."""

    def __init__(self, inner: logging.Formatter, mask: Mask) -> None:
        super().__init__()
        self._inner = inner
        self._mask = mask

    def format(self, record: logging.LogRecord) -> str:
        return self._mask(self._inner.format(record))


def configure(
    settings: LogSettings, secrets: Iterable[str] = (), *, stream: TextIO | None = None
) -> None:
    """Set up all logging of the process, on `stream`; what was set up before is replaced."""
    stream = stream or sys.stderr
    as_json = settings.format == "json"
    stamp: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    formatter = structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=[*stamp, structlog.stdlib.add_logger_name],
        processors=[
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            *_renderers(as_json=as_json, colours=_colourful(stream)),
        ],
    )
    handler = logging.StreamHandler(stream)
    handler.setFormatter(_Masked(formatter, Mask(secrets)))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    level = logging.getLevelNamesMapping()[settings.level.upper()]
    root.setLevel(max(logging.WARNING, level))
    for name in _OURS:
        logging.getLogger(name).setLevel(level)
    for name in _LONG_WINDED:
        logging.getLogger(name).addFilter(_without_trace)
    logging.captureWarnings(capture=True)
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *stamp,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=False,
    )
    _hook_crashes()


def loop_failed(loop: asyncio.AbstractEventLoop, context: Mapping[str, object]) -> None:
    """Log what an event loop could not hand to anybody; see `loop.set_exception_handler`."""
    error = context.get("exception")
    _log().error(
        "loop.failed",
        problem=str(context.get("message", "")),
        exc_info=error if isinstance(error, BaseException) else None,
        running=loop.is_running(),
    )


def _without_trace(record: logging.LogRecord) -> bool:
    """Take the trace off a line: the library tells with it that a connection was lost, and why."""
    record.exc_info = record.exc_text = None
    return True


def _renderers(*, as_json: bool, colours: bool) -> list[Processor]:
    if as_json:
        return [
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(ensure_ascii=False),
        ]
    return [
        _on_one_line,
        structlog.dev.ConsoleRenderer(
            colors=colours,
            pad_event_to=0,
            # Rich's tracebacks would show the values of variables: texts and keys.
            exception_formatter=structlog.dev.plain_traceback,
        ),
    ]


def _on_one_line(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    """Escape what would break a line, or steer the terminal that shows it."""
    return {
        key: _CONTROL.sub(lambda found: repr(found[0])[1:-1], value)
        if isinstance(value, str)
        else value
        for key, value in event.items()
    }


def _colourful(stream: TextIO) -> bool:
    console = Console(file=stream)  # knows NO_COLOR, dumb terminals and pipes
    return console.color_system is not None and not console.no_color


def _hook_crashes() -> None:
    """Send what would be printed raw on the way out through the same formatter."""

    def crashed(
        kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        if issubclass(kind, KeyboardInterrupt):
            return
        _log().critical("process.crashed", exc_info=(kind, error, trace))

    def thread_crashed(args: threading.ExceptHookArgs) -> None:
        if args.exc_value is not None:
            crashed(args.exc_type, args.exc_value, args.exc_traceback)

    def unraisable(args: "sys.UnraisableHookArgs") -> None:
        if args.exc_value is not None:
            _log().error("process.unraisable", exc_info=args.exc_value)

    sys.excepthook = crashed
    threading.excepthook = thread_crashed
    sys.unraisablehook = unraisable


def _log() -> structlog.stdlib.BoundLogger:
    logger: structlog.stdlib.BoundLogger = structlog.get_logger("circadia")
    return logger

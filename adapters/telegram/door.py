"""The door of the webhook's port: few stand there at once, and nobody for long in silence."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Final

from aiohttp import web

MOST_WAITING: Final = 100
"""Of connections whose secret was not seen yet; Telegram, or the proxy before us, uses one."""
AT_A_TIME: Final = 32
"""Connections that are let in before anything else is looked at."""
HEADERS_IN: Final = timedelta(seconds=5)
"""How long a first request may take to arrive, its body apart."""


class Door:
    """Makes a connection's protocol; whoever waited longest makes room for who comes.

    So a real post comes through, however many stand there and say nothing: it says at once what it
    wants, and nobody who has shown the secret is sent away.
    """

    def __init__(self, server: web.Server, *, patience: timedelta = HEADERS_IN) -> None:
        """Stand before `server`; `patience` is how long a connection may say nothing."""
        self._server = server
        self._patience = min(patience, HEADERS_IN)
        self._silent: set[web.RequestHandler] = set()
        self._inside: set[web.RequestHandler] = set()

    def __call__(self) -> web.RequestHandler:
        """Return the protocol of one more connection."""
        waiting = [guest for guest in self._server.connections if guest not in self._inside]
        for guest in waiting[: max(0, len(waiting) - MOST_WAITING + 1)]:
            guest.force_close()
        guest = self._server()
        self._silent.add(guest)
        loop = asyncio.get_running_loop()
        loop.call_later(self._patience.total_seconds(), self._look, guest)
        return guest

    def spoke(self, request: web.BaseRequest) -> None:
        """Note that a connection said what it wants."""
        self._silent.discard(request.protocol)

    @contextmanager
    def inside(self, request: web.BaseRequest) -> Iterator[None]:
        """Keep a connection, whoever comes, until its request is answered."""
        self._inside.add(request.protocol)
        try:
            yield
        finally:
            self._inside.discard(request.protocol)

    def _look(self, guest: web.RequestHandler) -> None:
        if guest in self._silent:
            self._silent.discard(guest)
            guest.force_close()

"""The library's client, bare of all that it would take from the environment."""

import ssl
from collections.abc import Mapping
from datetime import timedelta
from functools import cache, partial

import httpcore2  # noqa: F401  # httpx2 would import it in the loop, with the first client
import httpx2
import openai
import openai.resources.audio.transcriptions  # these too, each with its first call
import openai.resources.chat.completions
import openai.resources.embeddings
from pydantic import SecretStr

from adapters.openai.limits import limited

CONNECT = timedelta(seconds=5)
"""To wait for a connection, where no setting says it."""


def connected(
    label: str, *, url: str, key: SecretStr | None, read: timedelta, connect: timedelta = CONNECT
) -> openai.AsyncOpenAI:
    """Return a client of the API at `url` that never tries again; `label` names it in errors."""
    return openai.AsyncOpenAI(
        base_url=url,
        api_key=(key.get_secret_value() if key else "") or "none",
        # whatever the library would take from the environment is given here
        admin_api_key="",
        organization="",
        project="",
        webhook_secret="",
        max_retries=0,
        timeout=httpx2.Timeout(read.total_seconds(), connect=connect.total_seconds()),
        http_client=openai.DefaultAsyncHttpxClient(
            verify=_trusted(), event_hooks={"response": [partial(limited, label)]}
        ),
    )


@cache
def _trusted() -> ssl.SSLContext:
    """Return what all clients trust: reading its files takes a while."""
    return httpx2.create_ssl_context()


def unsent(key: SecretStr | None) -> Mapping[str, openai.Omit]:
    """Return the headers that are kept back, that of the key among them if there is none."""
    names = ["OpenAI-Organization", "OpenAI-Project"]
    if key is None or not key.get_secret_value():
        names.append("Authorization")
    return {name: openai.Omit() for name in names}

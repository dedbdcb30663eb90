"""Webhooks: set, taken away, and updates posted to them one by one until they are taken."""

from contextlib import suppress
from urllib.parse import urlsplit

import aiohttp

from tests.servers.telegram.parameters import bad, kinds, truth, whole
from tests.servers.telegram.records import Json
from tests.servers.telegram.world import Webhook, World

PORTS = (80, 88, 443, 8443)
LOOPBACK = ("127.0.0.1", "::1", "localhost")
SECRET = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-")
HEADER = "X-Telegram-Bot-Api-Secret-Token"
POST_LIMIT = aiohttp.ClientTimeout(total=60)


def set_webhook(world: World, parameters: Json) -> bool:
    url = str(parameters.get("url", "")).strip()
    if not url:
        return delete_webhook(world, parameters)
    check(url)
    secret = str(parameters.get("secret_token", ""))
    if len(secret) > 256:
        raise bad("secret token is too long")
    if not SECRET.issuperset(secret):
        raise bad("secret token contains unallowed characters")
    most = min(max(whole(parameters, "max_connections") or 40, 1), 100)
    asked = kinds(parameters)
    if asked is not None:
        world.allowed = asked
    if truth(parameters, "drop_pending_updates"):
        world.updates.clear()
    world.hook = Webhook(url=url, secret=secret, most=most)
    world.changed()
    return True


def check(url: str) -> None:
    """Refuse an address that Telegram would not post to; plain HTTP may lead to this machine."""
    try:
        parts = urlsplit(url)
        port = parts.port or {"https": 443}.get(parts.scheme, 80)
    except ValueError:
        raise bad("bad webhook: invalid URL specified") from None
    if parts.hostname in LOOPBACK and parts.scheme in ("http", "https"):
        return
    if parts.scheme != "https" or not parts.hostname:
        raise bad("bad webhook: An HTTPS URL must be provided for webhook")
    if port not in PORTS:
        raise bad("bad webhook: Webhook can be set up only on ports 80, 88, 443 or 8443")


def delete_webhook(world: World, parameters: Json) -> bool:
    world.webhook = ""
    if truth(parameters, "drop_pending_updates"):
        world.updates.clear()
    return True


def webhook_info(world: World, parameters: Json) -> Json:
    hook = world.hook
    info: Json = {
        "url": hook.url,
        "has_custom_certificate": False,
        "pending_update_count": len(world.updates),
    }
    if hook.url:
        info["max_connections"] = hook.most
    if world.allowed:
        info["allowed_updates"] = world.allowed
    if hook.failed_at is not None:
        info["last_error_date"] = int(hook.failed_at.timestamp())
        info["last_error_message"] = hook.failure
    return info


async def deliver(world: World) -> None:
    """Post every update to the webhook of its time, in order, for ever."""
    pause_s = world.retry_first_s
    async with aiohttp.ClientSession(timeout=POST_LIMIT) as web:
        while True:
            await world.until(lambda: bool(world.webhook and world.updates), within_s=None)
            hook, update = world.hook, world.updates[0]
            failure = await posted(web, hook, update)
            if failure is None:
                world.updates = [one for one in world.updates if one is not update]
                world.changed()
                pause_s = world.retry_first_s
                continue
            hook.failed_at, hook.failure = world.now(), failure
            world.changed()
            with suppress(TimeoutError):
                await world.until(lambda hook=hook: world.hook is not hook, within_s=pause_s)  # type: ignore[misc]
            pause_s = min(2 * pause_s, world.retry_most_s)


async def posted(web: aiohttp.ClientSession, hook: Webhook, update: Json) -> str | None:
    """Post one update and return what went wrong, in Telegram's words; never leave the machine."""
    if urlsplit(hook.url).hostname not in LOOPBACK:
        return "Failed to resolve host: Name or service not known"
    headers = {HEADER: hook.secret} if hook.secret else {}
    try:
        async with web.post(
            hook.url, json=update, headers=headers, allow_redirects=False
        ) as response:
            if 200 <= response.status < 300:
                return None
            return f"Wrong response from the webhook: {response.status} {response.reason}"
    except aiohttp.ClientConnectorError:
        return "Connection refused"
    except aiohttp.ClientError:
        return "Connection reset by peer"
    except TimeoutError:
        return "Read timeout expired"

"""A process with a console whose companion repeats what it hears; run by the tests."""

import asyncio
from collections.abc import Sequence

from adapters.clock.system import SystemClock
from adapters.console.client import Console
from adapters.console.config import ConsoleConfig
from core.conversation.model import AccountId, Inbound, Update
from core.engine.model import Outbound


async def main() -> None:
    async def receive(updates: Sequence[Update]) -> None:
        for update in updates:
            assert isinstance(update, Inbound)
            await console.send(Outbound(route=update.route, text=f"heard {update.text}", key="k"))

    console = Console(
        ConsoleConfig(),
        account=AccountId("console"),
        clock=SystemClock(),
        receive=receive,
        persona_name="Mina",
    )
    await console.serve()
    print("left", flush=True)  # noqa: T201 - the tests look for it


if __name__ == "__main__":
    asyncio.run(main())

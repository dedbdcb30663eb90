"""The first bubble of an answer, shown while it is written."""

from dataclasses import replace
from datetime import datetime, timedelta

from core.conversation.model import TurnId
from core.conversation.rules.split import fit
from core.conversation.rules.storable import storable
from core.engine.model import Bubble, BubbleState, Conversation, Outbound, SendOutcome, Turn
from core.engine.ports import Clock, Work
from core.engine.service.delivery import grown_after
from core.engine.service.mouths import Mouths
from core.engine.service.seat import Seat

LEAST = 24
"""Characters that the first sight of it has; a shorter one would flicker."""
BETWEEN = timedelta(seconds=2)
"""Between two sights of it. Telegram bears one change a second in a chat, and fewer in groups."""


class Growth:
    """Shows one bubble as it grows. A row stands for it before it is shown, so it outlives a crash.

    What it shows is a sight of the answer, not the answer: only the last words count and become
    history, and they replace what is shown. One that can't be shown or changed stops growing.
    """

    def __init__(
        self,
        work: Work,
        clock: Clock,
        mouths: Mouths,
        seat: Seat,
        conversation: Conversation,
        turn: Turn,
        shown: Bubble | None,
        showing: set[TurnId],
    ) -> None:
        """Take what the turn works with, and the bubble that was `shown` before a crash.

        While it says something for the first time, the turn is in `showing`: it had better not
        be cut short then.
        """
        self._showing = showing
        self._work, self._clock, self._mouths = work, clock, mouths
        self._seat, self._conversation, self._turn = seat, conversation, turn
        self.bubble = shown
        self._stopped = shown is not None and shown.state.settled
        self._next_at = clock.now()

    async def grow(self, text: str) -> None:
        """Show `text` if it is time to."""
        now = self._clock.now()
        if self._stopped or now < self._next_at or len(text) < LEAST:
            return
        self._next_at = now + BETWEEN
        first = fit(storable(text), self._seat.messenger.limit)[0]
        if self.bubble is None:
            await self._begin(first, now)
        elif self.bubble.message_id is not None and first != self.bubble.text:
            await self._go_on(self.bubble, first)

    async def _begin(self, text: str, now: datetime) -> None:
        sending = Bubble(
            turn=self._turn.id, position=0, text=text, state=BubbleState.SENDING, due_at=now
        )
        self._showing.add(self._turn.id)
        try:
            self.bubble = sending
            await self._work.write(lambda stores: stores.turns.add_bubbles((sending,)))
            outcome = await self._send(sending, amends=None)
            grown = grown_after(sending, outcome, self._clock.now())
            await self._work.write(lambda stores: stores.turns.save_bubble(grown))
            self.bubble = grown
            self._stopped = grown.state.settled
        finally:
            self._showing.discard(self._turn.id)

    async def _go_on(self, bubble: Bubble, text: str) -> None:
        longer = replace(bubble, text=text)
        outcome = await self._send(longer, amends=bubble.message_id)
        after = grown_after(longer, outcome, self._clock.now())
        if after.state is BubbleState.PENDING:
            self.bubble = longer
        else:
            self._stopped = True  # the last words are sent with the patience of any bubble

    async def _send(self, bubble: Bubble, *, amends: str | None) -> SendOutcome:
        route = self._conversation.route
        outbound = Outbound(route=route, text=bubble.text, key=bubble.key, amends=amends)
        async with self._mouths.of(route):
            return await self._seat.messenger.send(outbound)

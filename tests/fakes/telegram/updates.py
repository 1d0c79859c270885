"""What the bot has not yet heard: updates wait until they are confirmed, and only one may listen.

``getUpdates`` confirms what lies below its offset; anything else comes again. What is older than a
day is forgotten, a press after 150 seconds.
"""

import asyncio
import copy
import itertools
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from bot.ports import Clock
from tests.fakes.telegram.refusals import BotApiError, Json, conflict
from tests.fakes.waiting import pause

DAY_SECONDS = 86_400.0
PRESS_SECONDS = 150.0
CONFLICT_SECONDS = 3.0
"""How far apart two refusals of competing listeners are."""

ALL_UPDATES = (
    "message",
    "edited_message",
    "channel_post",
    "edited_channel_post",
    "business_connection",
    "business_message",
    "edited_business_message",
    "deleted_business_messages",
    "guest_message",
    "message_reaction",
    "message_reaction_count",
    "inline_query",
    "chosen_inline_result",
    "callback_query",
    "shipping_query",
    "pre_checkout_query",
    "purchased_paid_media",
    "poll",
    "poll_answer",
    "my_chat_member",
    "chat_member",
    "chat_join_request",
    "chat_boost",
    "removed_chat_boost",
    "managed_bot",
)
ASKED_FOR_ONLY = {"chat_member", "message_reaction", "message_reaction_count"}


@dataclass
class Update:
    """Something that happened: ``era`` counts how often the numbers have jumped before it."""

    id: int
    kind: str
    payload: Json
    expires_at: float
    era: int
    handed_out: bool = False

    def json(self) -> Json:
        """Return the ``Update``."""
        return {"update_id": self.id, self.kind: copy.deepcopy(self.payload)}


class Updates:
    """The queue of one bot.

    ``allowed`` is the list that was asked for last, ``None`` for the platform's own; ``listening``
    says whether somebody waits now, ``waits`` how often somebody has; ``webhook`` is the address
    that updates go to instead. ``touch`` is called whenever somebody begins or ends to wait.
    """

    def __init__(self, clock: Clock, touch: Callable[[], None]) -> None:
        self.clock = clock
        self.touch = touch
        self.waits = 0
        self.allowed: tuple[str, ...] | None = None
        self.webhook = ""
        self.history: list[Update] = []
        self._pending: list[Update] = []
        self._again: list[Update] = []
        self._ids = itertools.count(700_000_001)
        self._era = 0
        self._heard_era = 0
        self._waiter: asyncio.Future[None] | None = None
        self._conflict_at = float("-inf")

    # --- what happens -------------------------------------------------------------------------

    def push(self, kind: str, payload: Json, seconds: float = DAY_SECONDS) -> bool:
        """Queue what happened, for so many seconds; ``False`` if the bot does not want to hear it.

        Kinds that no documentation knows always get through, as those of a newer server do.
        """
        if kind in ALL_UPDATES and not self.wanted(kind):
            return False
        self._pending.append(self._update(kind, payload, seconds))
        self._wake()
        return True

    def wanted(self, kind: str) -> bool:
        """Whether a kind of updates was asked for."""
        if self.allowed is None:
            return kind not in ASKED_FOR_ONLY
        return kind in self.allowed

    def repeat(self, number: int = 1) -> None:
        """Deliver an old update again under its number: the last, or the last but some."""
        self._again.append(self.history[-number])
        self._wake()

    def jump(self, update_id: int) -> None:
        """Go on counting from a number, higher or lower, as after a week of silence."""
        self._ids = itertools.count(update_id)
        self._era += 1

    def forget(self) -> None:
        """Drop everything that waits."""
        self._pending.clear()

    def _update(self, kind: str, payload: Json, seconds: float) -> Update:
        expires_at = self.clock.now() + seconds
        update = Update(next(self._ids), kind, copy.deepcopy(payload), expires_at, self._era)
        self.history.append(update)
        return update

    # --- who listens --------------------------------------------------------------------------

    @property
    def listening(self) -> bool:
        """Whether somebody waits for updates now."""
        return self._waiter is not None and not self._waiter.done()

    @property
    def pending(self) -> list[Update]:
        """What waits to be confirmed and is not too old."""
        now = self.clock.now()
        self._pending = [update for update in self._pending if update.expires_at > now]
        return self._pending

    async def poll(
        self, offset: int, limit: int, timeout_seconds: float, allowed: Iterable[str] | None
    ) -> list[Json]:
        """Return what is new, at once or as soon as there is something.

        Raises ``BotApiError`` 409 for who waits when another begins to listen, or while a webhook
        is set.
        """
        if self.webhook:
            raise conflict(
                "can't use getUpdates method while webhook is active; "
                "use deleteWebhook to delete the webhook first"
            )
        self._end_other()
        if allowed is not None:
            named = tuple(kind for kind in allowed if kind in ALL_UPDATES)
            self.allowed = named or None
        self._confirm(offset)
        if timeout_seconds > 0 and not (self.pending or self._again):
            await self._wait(timeout_seconds)
        return self._take(limit)

    async def _wait(self, seconds: float) -> None:
        waiter: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiter = waiter
        self.waits += 1
        self.touch()
        timer = self.clock.call_at(self.clock.now() + seconds, lambda: _end(waiter))
        try:
            await waiter
        except BotApiError:
            await self._space_conflicts()
            raise
        finally:
            timer.cancel()
            if self._waiter is waiter:
                self._waiter = None
            self.touch()

    def _end_other(self) -> None:
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_exception(
                conflict(
                    "terminated by other getUpdates request; "
                    "make sure that only one bot instance is running"
                )
            )

    async def _space_conflicts(self) -> None:
        wait = self._conflict_at + CONFLICT_SECONDS - self.clock.now()
        self._conflict_at = self.clock.now() + max(0.0, wait)
        if wait > 0:
            await pause(self.clock, wait)

    def _wake(self) -> None:
        if self._waiter is not None:
            _end(self._waiter)

    def _confirm(self, offset: int) -> None:
        if offset < 0:
            self._pending = self.pending[offset:]
        elif offset > 0:
            self._pending = [update for update in self.pending if self._unheard(update, offset)]

    def _unheard(self, update: Update, offset: int) -> bool:
        """Whether an offset leaves an update waiting; numbers after a jump are no lower ones."""
        if update.era == self._heard_era:
            return update.id >= offset
        return update.era > self._heard_era or not update.handed_out

    def _take(self, limit: int) -> list[Json]:
        batch = [*self._again, *self.pending][:limit]
        self._again.clear()
        for update in batch:
            update.handed_out = True
            self._heard_era = update.era
        return [update.json() for update in batch]


def _end(waiter: asyncio.Future[None]) -> None:
    if not waiter.done():
        waiter.set_result(None)

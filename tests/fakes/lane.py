"""Delivery without a house: notices in, calls out, on a clock that stands still."""

from dataclasses import dataclass, field

from bot.basics import ChatId
from bot.clocks import ManualClock
from bot.delivery.delivery import Delivery
from bot.notices import Notice
from bot.ports import Pacing, Store
from bot.present.l10n import Localizer
from bot.present.presenter import Presenter
from storage.memory import MemoryStore
from tests.fakes.messenger import TELEGRAM, RecordingMessenger


@dataclass
class PostOffice:
    """One platform's delivery; ``moves`` are the chats that went on under another id."""

    pacing: Pacing | None = TELEGRAM
    store: Store = field(default_factory=MemoryStore)
    moves: list[tuple[ChatId, ChatId]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.clock = ManualClock(0.0)
        self.messenger = RecordingMessenger(self.clock, self.pacing)
        self.delivery = self._built()

    def _built(self) -> Delivery:
        return Delivery(
            self.messenger,
            self.store,
            self.clock,
            Presenter(Localizer()),
            moved=lambda old, new: self.moves.append((old, new)),
            platform="test:",
        )

    async def tells(self, *notices: Notice) -> None:
        """Tell what happened; what may go out goes out."""
        for notice in notices:
            self.delivery.receive(notice)
        await self.delivery.drain()

    async def passes(self, seconds: float) -> None:
        """Let time pass, with everything that falls due."""
        until = self.clock.now() + seconds
        while self.clock.step_to(until):
            await self.delivery.drain()

    async def restarts(self) -> None:
        """Kill the process and start another on the same store; timers die with it."""
        self.clock = ManualClock(self.clock.now())
        self.messenger.clock = self.clock
        self.delivery = self._built()
        await self.delivery.recover()
        await self.delivery.drain()

"""A house joined to delivery and a platform, as the app joins them."""

from collections.abc import Container
from dataclasses import dataclass, field

from bot.clocks import ManualClock
from bot.delivery.delivery import Delivery
from bot.house.house import House
from bot.notices import Notice
from bot.ports import Pacing
from bot.present.l10n import Localizer
from bot.present.presenter import Presenter
from bot.requests import Reply, Request
from tests.fakes.house import Room
from tests.fakes.messenger import RecordingMessenger


@dataclass(repr=False)
class DeliveringRoom(Room):
    """A room whose notices and answers go out through a recording platform."""

    pacing: Pacing | None = None
    messenger: RecordingMessenger = field(init=False)
    delivery: Delivery = field(init=False)

    def _new_house(self) -> House:
        if not hasattr(self, "messenger"):
            self.messenger = RecordingMessenger(self.clock, self.pacing)
        self.messenger.clock = self.clock
        self.delivery = Delivery(
            self.messenger, self.store, self.clock, Presenter(Localizer()), platform="test:"
        )
        return House(self.store, self.clock, self.entropy, self.decks, self._told, self.settings)

    def _told(self, notice: Notice) -> None:
        self.notices.append(notice)
        self.delivery.receive(notice)

    async def asks(self, request: Request) -> Reply:
        """Bring a request to the door and let its answer go out."""
        reply = await super().asks(request)
        await self.delivery.answer(request, reply, await self.house.hand_of(request))
        await self.delivery.drain()
        return reply

    async def passes(self, seconds: float) -> None:
        """Let time pass, with everything that falls due."""
        until = self.clock.now() + seconds
        while self.clock.step_to(until):
            await self.house.drain()
            await self.delivery.drain()

    async def restart(self, shown: Container[int] = ()) -> None:
        """Kill the process and bring it back from its store; its timers die with it."""
        self.clock = ManualClock(self.clock.now())
        self.house = self._new_house()
        await self.delivery.recover()
        await self.house.recover(shown or self.delivery.shown_tables())
        await self.delivery.drain()

"""The whole bot in this process, with a store in memory, on whatever platforms are stood in for."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field

from adapters.telegram_bot import POLL_SECONDS
from bot.config import Settings
from bot.house.settings import HouseSettings
from bot.metering import Meter
from bot.ports import Clock, Entropy, Store
from bot.serving import BotApp
from bot.supervise import Adapter, Health
from storage.memory import MemoryStore
from tests.fakes.chance import CountedEntropy


@dataclass(kw_only=True)
class Hosted:
    """A bot that runs here; its decks are always the same.

    ``clock`` is what the bot goes by, the machine's unless told; ``house`` its settings, ``others``
    adapters of other platforms, ``built`` what it is, ``entropy`` where its decks come from,
    ``meter`` what counts.
    """

    store: Store = field(default_factory=MemoryStore)
    poll_seconds: float = POLL_SECONDS
    clock: Clock | None = None
    house: HouseSettings = field(default_factory=HouseSettings)
    others: Sequence[Adapter] = ()
    built: type[BotApp] = BotApp
    entropy: Entropy = field(default_factory=CountedEntropy)
    meter: Meter | None = None
    said: list[str] = field(default_factory=list)
    _app: BotApp | None = None
    _task: asyncio.Task[None] | None = None

    @property
    def app(self) -> BotApp:
        assert self._app is not None, "the bot does not run"
        return self._app

    @property
    def health(self) -> Health:
        return self.app.supervisor.adapters[0].health

    def host(self, settings: Settings) -> None:
        """Start the bot by these settings."""
        self._app = self.built(
            settings,
            self.store,
            self.clock,
            self.entropy,
            poll_seconds=self.poll_seconds,
            say=self.said.append,
            meter=self.meter,
        )
        supervisor = self._app.supervisor
        supervisor.adapters = (*supervisor.adapters, *self.others)
        self._task = asyncio.create_task(self._app.serve())

    async def ended(self) -> None:
        """Wait until the bot has given up."""
        assert self._task is not None, "the bot does not run"
        await self._task

    async def stop(self) -> None:
        """Let the bot come down."""
        if self._app is not None:
            self._app.supervisor.stop()
            await self.ended()
            await self._app.close()
            self._app = None

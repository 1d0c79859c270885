"""The composition root of the bot: one house, and a wing for each platform that has a token."""

import asyncio
import logging
import signal
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from adapters.outside import Outside
from bot import fairness
from bot.app import SecretEntropy
from bot.basics import ChatId, PlayerId
from bot.clocks import SystemClock
from bot.config import Settings
from bot.delivery.delivery import Delivery
from bot.delivery.pump import Tasks
from bot.games import all_presets
from bot.health import HealthWatch
from bot.health_page import HealthPage
from bot.house.house import House
from bot.lines import Line, watch_lines
from bot.metering import Meter, MeteredMessenger, PlatformMeter
from bot.notices import Forgotten, Notice
from bot.ports import Clock, Entropy, Messenger, Store
from bot.present.l10n import Localizer, languages
from bot.present.presenter import Presenter
from bot.requests import Request
from bot.supervise import Adapter, AdapterState, Supervisor, at_most
from storage.store import SqliteStore

log = logging.getLogger(__name__)

if TYPE_CHECKING:
    from adapters.discord_bot import DiscordAdapter
    from adapters.telegram_bot import TelegramAdapter
    from bot.metrics import Metrics

FINISH_SECONDS = 0.5
"""How long calls still begin when the program ends; who began has as much again to end."""

CLOSE_SECONDS = 1.0
"""How long it may take to call off what hangs."""


@dataclass(frozen=True, slots=True)
class Wing:
    """One platform's side of the house: its door (``Door``) and its ear (``Ear``)."""

    house: House
    delivery: Delivery
    tasks: Tasks
    meter: PlatformMeter | None = None

    async def door(self, request: Request) -> None:
        """See ``Door``."""
        reply = await self.house.handle(request)
        if self.meter is not None:
            self.meter.asked(request.verb, reply)
        await self.delivery.answer(request, reply, await self.house.hand_of(request))

    def traffic(self, chat: ChatId, messages: int) -> None:
        """See ``Ear``."""
        self.delivery.note_traffic(chat, messages)

    def reached(self, player: PlayerId) -> None:
        """See ``Ear``."""
        self.delivery.reached(player)

    def tell(self, chat: ChatId, key: str, language: str) -> None:
        """See ``Ear``."""
        self.delivery.tell(chat, key, language)

    def moved(self, old: ChatId, new: ChatId) -> None:
        """See ``Ear``."""
        self.tasks.start(lambda: self.house.move(old, new))
        self.delivery.move(old, new)

    def lost(self, chat: ChatId) -> None:
        """See ``Ear``."""
        self.delivery.lose(chat)
        self.tasks.start(lambda: self.house.abandon(chat))

    def away(self, chat: ChatId) -> None:
        """See ``Ear``."""
        self.house.freeze(chat)
        self.delivery.suspend(chat)

    def back(self, chat: ChatId) -> None:
        """See ``Ear``."""
        tables_go_on = self.house.thaw(chat)
        self.tasks.start(lambda: self._resume(chat, tables_go_on))

    async def _resume(self, chat: ChatId, tables_go_on: Awaitable[None]) -> None:
        await tables_go_on  # first, so that each chat gets their latest view and no other
        if not self.house.is_frozen(chat):  # again, meanwhile
            self.delivery.resume(chat)

    def chat_of(self, table: int) -> ChatId | None:
        """See ``Ear``."""
        return self.house.chat_of(table)

    def throttled(self) -> None:
        """See ``Ear``."""
        if self.meter is not None:
            self.meter.throttled()


class BotApp:
    """One house for the platforms that have a token.

    ``poll_seconds`` is how long one wait for news from Telegram lasts, ``None`` as usual; ``say``
    tells whoever runs us what they may want to know at the start; ``meter`` counts what happens.
    """

    def __init__(
        self,
        settings: Settings,
        store: Store,
        clock: Clock | None = None,
        entropy: Entropy | None = None,
        poll_seconds: float | None = None,
        say: Callable[[str], None] = log.info,
        meter: Meter | None = None,
    ) -> None:
        self._poll_seconds = poll_seconds
        self._say = say
        self._meter = meter
        self._settings = settings
        self._store = store
        self._clock = clock or SystemClock()
        self._texts = Localizer()
        self._tasks = Tasks()
        self._wings: dict[str, Wing] = {}
        self._house = House(
            store,
            self._clock,
            entropy or SecretEntropy(),
            fairness.shuffle,
            self._notify,
            settings.house,
        )
        adapters = self._adapters()
        self._lines = [
            Line(adapter.health, ChatId(_named(prefix)), wing.away, wing.back)
            for adapter, (prefix, wing) in zip(adapters, self._wings.items(), strict=True)
        ]
        self.supervisor = Supervisor(adapters)
        self.health = HealthWatch(
            self.supervisor,
            store,
            self._clock,
            [wing.delivery.waiting_since for wing in self._wings.values()],
            settings.health_file,
        )
        if meter is not None:
            wings = self._wings.items()
            meter.watch(
                self.supervisor, {_named(prefix): wing.delivery.backlog for prefix, wing in wings}
            )

    def _adapters(self) -> list[Adapter]:
        made: list[Adapter] = []
        if self._settings.telegram_token is not None:
            made.append(self._telegram(self._settings.telegram_token.get_secret_value()))
        if self._settings.discord_token is not None:
            made.append(self._discord(self._settings.discord_token.get_secret_value()))
        return made

    def _telegram(self, token: str) -> "TelegramAdapter":
        from adapters.telegram_bot import POLL_SECONDS, TelegramAdapter, TelegramSettings
        from adapters.telegram_calls import TelegramMessenger
        from adapters.telegram_ids import PLATFORM

        messenger = TelegramMessenger()
        wing = self._wing(PLATFORM, messenger)
        seconds = POLL_SECONDS if self._poll_seconds is None else self._poll_seconds
        return TelegramAdapter(
            TelegramSettings(token, self._settings.telegram_api_url, seconds),
            self._outside(wing),
            messenger,
            self._store,
            partial(wing.delivery.finish, FINISH_SECONDS),
        )

    def _discord(self, token: str) -> "DiscordAdapter":
        from adapters.discord_bot import DiscordAdapter, DiscordSettings
        from adapters.discord_calls import DiscordMessenger
        from adapters.discord_ids import PLATFORM

        messenger = DiscordMessenger()
        wing = self._wing(PLATFORM, messenger)
        settings = self._settings
        return DiscordAdapter(
            DiscordSettings(
                token,
                settings.discord_api_url,
                settings.discord_gateway_url,
                sharded=settings.discord_sharded,
                rules=all_presets(),
            ),
            self._outside(wing),
            messenger,
            self._store,
            partial(wing.delivery.finish, FINISH_SECONDS),
            self._say,
        )

    def _outside(self, wing: Wing) -> Outside:
        return Outside(wing.door, wing, self._texts, self._clock, languages())

    def _wing(self, platform: str, messenger: Messenger) -> Wing:
        meter = None if self._meter is None else self._meter.platform(_named(platform))
        delivery = Delivery(
            messenger if meter is None else MeteredMessenger(messenger, meter),
            self._store,
            self._clock,
            Presenter(self._texts),
            moved=lambda old, new: self._tasks.start(lambda: self._house.move(old, new)),
            platform=platform,
        )
        wing = self._wings[platform] = Wing(self._house, delivery, self._tasks, meter)
        return wing

    def _notify(self, notice: Notice) -> None:
        """Hand a notice to the platform it is for; one without a token is not served now."""
        place = notice.player if isinstance(notice, Forgotten) else notice.chat
        wing = self._wings.get(f"{place.partition(':')[0]}:")
        if wing is not None:
            wing.delivery.receive(notice)

    async def serve(self) -> None:
        """Bring back what the store holds, then serve until told to stop."""
        for wing in self._wings.values():
            await wing.delivery.recover()
        await self._house.recover(
            {number for wing in self._wings.values() for number in wing.delivery.shown_tables()}
        )
        watches = [
            asyncio.create_task(watch) for watch in (self.health.run(), watch_lines(self._lines))
        ]
        try:
            await self.supervisor.run()
        finally:
            # Told to stop, or none is left to watch: a probe that hangs holds up nothing.
            for watch in watches:
                watch.cancel()
            await asyncio.gather(*watches, return_exceptions=True)

    async def close(self) -> None:
        """Let nothing more happen and let go of the store; rounds go on after the next start."""
        await self._house.close()
        for wing in self._wings.values():
            await at_most(CLOSE_SECONDS, "delivery", wing.delivery.close())
        await self._tasks.drain()
        await self._store.close()


def _named(prefix: str) -> str:
    """Return what a platform is called whose ids begin so."""
    return prefix.rstrip(":")


def _metrics() -> "Metrics":
    from bot.metrics import Metrics

    return Metrics()


async def run_bot(settings: Settings, database: str, say: Callable[[str], None]) -> bool:
    """Serve the platforms until SIGTERM or SIGINT; return whether any adapter was well.

    ``say`` prints what whoever runs us may want to know. Raises ``StorageError`` when the database
    cannot be opened, ``PortTaken``.
    """
    metrics = _metrics() if settings.health_port else None
    store = await SqliteStore.open(database, metrics.committed if metrics else None)
    app = BotApp(settings, store, say=say, meter=metrics)
    page = None
    if settings.health_port and metrics is not None:
        page = HealthPage(app.health, settings.health_port, metrics.page)
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, app.supervisor.stop)
    try:
        if page is not None:
            await page.open()
        await app.serve()
    finally:
        if page is not None:
            await page.close()
        await app.close()
    return any(each.health.state is not AdapterState.FAILED for each in app.supervisor.adapters)

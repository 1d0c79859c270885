"""The Telegram adapter: one connection at a time, watched, and built anew when it goes deaf.

The library's life is run by hand (``initialize``, ``start_polling``, ``start``, ``stop``,
``shutdown``): its ``run_polling`` would take over the event loop and the signals.
"""

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, ClassVar

from telegram import Update
from telegram.error import BadRequest, Conflict, InvalidToken, NetworkError, TelegramError
from telegram.ext import Application, ApplicationBuilder, ContextTypes, TypeHandler
from telegram.request import BaseRequest, HTTPXRequest, RequestData

from adapters.outside import Outside
from adapters.telegram_calls import TelegramMessenger
from adapters.telegram_menus import set_menus
from adapters.telegram_news import readable
from adapters.telegram_updates import TelegramUpdates
from bot.ports import Store
from bot.supervise import Away, Fatal, Health, at_most, until_told

log = logging.getLogger(__name__)

ALLOWED_UPDATES = ("message", "callback_query", "my_chat_member")
"""All that we listen to. The list sticks to the token, so it is sent with every poll."""

POLL_SECONDS = 10.0
DEAF_AFTER_POLLS = 5
"""When nothing was heard for so many polls, the connection is built anew."""

SILENT_POLLS = 2
"""When nothing was heard for so many polls and a little more, the tables wait."""

CONFLICT_LOG_SECONDS = 60.0

TOKEN_SHAPE = re.compile(r"[0-9]{1,20}:[A-Za-z0-9_-]{20,128}")

WRONG_TOKEN = "Telegram does not know this token; copy it anew from @BotFather into TELEGRAM_TOKEN"  # noqa: S105 -- a sentence

READ_SECONDS = 10.0
CONNECT_SECONDS = 5.0
_POLL_CONNECTIONS = 4
"""One connection alone stays wedged after a cut."""

App = Application[Any, Any, Any, Any, Any, Any]


@dataclass(frozen=True, slots=True)
class TelegramSettings:
    """How to reach Telegram: ``api_url`` is a Bot API server without ``/bot``."""

    token: str
    api_url: str
    poll_seconds: float = POLL_SECONDS


_NO_NEWS = b'{"ok":true,"result":[]}'


class Listening(HTTPXRequest):
    """The connection that polls; notes when it last heard anything, and when it is dead.

    A 401 or 404 ends the library's polling without a word, so ``dead`` is set by it. Once it is
    ``ending`` a poll that fails brings no news: the library would log the failure of its last one
    with a page of advice, and what it did not hear is told after the next start.
    """

    def __init__(self, health: Health, read_seconds: float) -> None:
        super().__init__(
            connection_pool_size=_POLL_CONNECTIONS,
            read_timeout=read_seconds,
            connect_timeout=CONNECT_SECONDS,
            pool_timeout=CONNECT_SECONDS,
        )
        self.dead = asyncio.Event()
        self.ending = False
        self._health = health
        self.heard_at = asyncio.get_running_loop().time()

    async def do_request(
        self,
        url: str,
        method: str,
        request_data: RequestData | None = None,
        read_timeout: Any = BaseRequest.DEFAULT_NONE,
        write_timeout: Any = BaseRequest.DEFAULT_NONE,
        connect_timeout: Any = BaseRequest.DEFAULT_NONE,
        pool_timeout: Any = BaseRequest.DEFAULT_NONE,
    ) -> tuple[int, bytes]:
        """See ``HTTPXRequest``."""
        try:
            status, body = await super().do_request(
                url,
                method,
                request_data,
                read_timeout,
                write_timeout,
                connect_timeout,
                pool_timeout,
            )
        except TelegramError:
            if self.ending:
                return 200, _NO_NEWS
            raise
        if status != 200 and self.ending:
            return 200, _NO_NEWS
        if status in {401, 404}:
            self.dead.set()
        if status == 200:  # raises for what is no answer to a poll, which counts as nothing heard
            body = readable(body)
        now = asyncio.get_running_loop().time()
        if status in {200, 409}:  # with another listener there is nothing wrong with the line
            self.heard_at = now
            self._health.heard()
        if status == 200:
            self._health.last_ok = now
        return status, body


@dataclass
class TelegramAdapter:
    """Serves Telegram; see ``Adapter``. ``flush`` sends what may still go before the end."""

    restart_seconds_min: ClassVar[float] = 0
    settings: TelegramSettings
    outside: Outside
    messenger: TelegramMessenger
    store: Store
    flush: Callable[[], Awaitable[None]]
    health: Health = field(default_factory=lambda: Health("Telegram"))
    _updates: TelegramUpdates = field(init=False)
    _conflict_told_at: float = -CONFLICT_LOG_SECONDS

    def __post_init__(self) -> None:
        self._updates = TelegramUpdates(self.outside, self.messenger)
        self.messenger.sent = self._updates.sent
        self.health.silence_seconds = SILENT_POLLS * self.settings.poll_seconds + READ_SECONDS

    async def run(self, stopping: asyncio.Event) -> None:
        """See ``Adapter``."""
        if not TOKEN_SHAPE.fullmatch(self.settings.token):
            raise Fatal(WRONG_TOKEN)
        listening = Listening(self.health, self.settings.poll_seconds + READ_SECONDS)
        app = self._built(listening)
        try:
            await until_told(self._start(app), stopping)
            await self._watch(listening, stopping)
        except InvalidToken:  # its message quotes the token
            if self.health.last_ok is None:
                raise Fatal(WRONG_TOKEN) from None
            raise Away("a token that was good before was refused") from None
        except BadRequest:  # a fault of ours, though the library counts it with the network's
            raise
        except NetworkError as failure:
            raise Away(f"no connection ({type(failure).__name__})") from None
        finally:
            await self._come_down(app, listening, last=stopping.is_set())

    def _built(self, listening: Listening) -> App:
        url = self.settings.api_url.rstrip("/")
        speaking = HTTPXRequest(
            connection_pool_size=256,
            read_timeout=READ_SECONDS,
            connect_timeout=CONNECT_SECONDS,
            pool_timeout=CONNECT_SECONDS,
        )
        app = (
            ApplicationBuilder()
            .token(self.settings.token)
            .base_url(f"{url}/bot")
            .base_file_url(f"{url}/file/bot")
            .request(speaking)
            .get_updates_request(listening)
            .concurrent_updates(True)
            .job_queue(None)
            .build()
        )
        app.add_handler(TypeHandler(Update, self._take))
        return app

    async def _take(self, update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
        await self._updates.take(update, context.bot)

    async def _start(self, app: App) -> None:
        await app.initialize()
        left = await app.bot.get_webhook_info()
        if left.url:
            log.warning("Telegram: a webhook was left from an earlier use and is deleted")
        self.messenger.connect(app.bot)
        await set_menus(app.bot, self.store, self.outside.texts, self.outside.languages)
        await app.start()
        if app.updater is not None:
            await app.updater.start_polling(
                timeout=int(self.settings.poll_seconds),
                allowed_updates=ALLOWED_UPDATES,
                error_callback=self._polling_failed,
            )
        self.health.running()

    async def _watch(self, listening: Listening, stopping: asyncio.Event) -> None:
        """Return when it is time to stop, or when nothing is heard any more."""
        loop = asyncio.get_running_loop()
        patience = DEAF_AFTER_POLLS * self.settings.poll_seconds
        listening.heard_at = loop.time()
        ends = [asyncio.create_task(event.wait()) for event in (stopping, listening.dead)]
        try:
            while not (stopping.is_set() or listening.dead.is_set()):
                left = listening.heard_at + patience - loop.time()
                if left <= 0:
                    log.warning("Telegram: nothing heard for %.0f s, connecting anew", patience)
                    return
                await asyncio.wait(ends, timeout=left, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for end in ends:
                end.cancel()

    def _polling_failed(self, failure: TelegramError) -> None:
        """Say once a minute that two listen, and leave the rest to the watch: polls go on."""
        if not isinstance(failure, Conflict):
            log.info("Telegram: a poll failed: %s", type(failure).__name__)
            return
        now = self.health.rival_at = asyncio.get_running_loop().time()
        if now - self._conflict_told_at >= CONFLICT_LOG_SECONDS:
            self._conflict_told_at = now
            log.error("Telegram: another program listens with this token; end it")

    async def _come_down(self, app: App, listening: Listening, *, last: bool) -> None:
        """Stop listening, let what runs end, send what waits, close the connection."""
        listening.ending = True
        if app.updater is not None and app.updater.running:
            await at_most(1.0, "Telegram: stopping to listen", app.updater.stop(), logging.INFO)
        if app.running:
            # What waits for its turn, or for the end of a pause, may take longer by nobody's fault.
            await at_most(1.0, "Telegram: finishing what was asked", app.stop(), logging.INFO)
        if last and self.messenger.bot is not None:
            await at_most(1.0, "Telegram: sending what waits", self.flush(), logging.INFO)
        self.messenger.disconnect()
        await at_most(0.5, "Telegram: closing the connection", app.shutdown())
        # An application that never got as far as its first answer leaves them open.
        for connection in (app.bot.request, listening):
            await at_most(0.5, "Telegram: closing the connection", connection.shutdown())

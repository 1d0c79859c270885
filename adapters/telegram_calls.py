"""Telegram as a messenger: what goes out, through whichever connection there is at the moment."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial

from telegram import Bot, LinkPreviewOptions
from telegram.constants import ParseMode
from telegram.error import BadRequest, TelegramError

from adapters.fitting import cut
from adapters.retrying import Result, bounded
from adapters.telegram_errors import (
    TopicGone,
    is_no_change,
    is_passing,
    is_too_late,
    is_unparsed,
    platform_error,
)
from adapters.telegram_html import Written, chats_named, written
from adapters.telegram_ids import Spot, press_of, spot_of, user_of
from bot.basics import ChatId, PlayerId, clean_name
from bot.message import ALERT_LENGTH_MAX, CardFace, GroupMessage, Message, PrivateMessage
from bot.ports import (
    Answer,
    NoConnection,
    Pacing,
    PlatformError,
    Unknown,
    Unreachable,
)
from bot.requests import Place, Request
from bot.trouble import log_failure

log = logging.getLogger(__name__)

PACING = Pacing(
    calls=18,
    window_seconds=60,
    gap_seconds=1,
    overall_per_second=30,
    kept_back=3,
    progress_seconds=1.5,
    answers_count=True,
)
"""About 20 sends and edits a minute in a group, 1 a second, 30 a second in all (Bots FAQ)."""

CONNECTION_SECONDS = 30.0
"""How long a call waits for a connection."""

_NO_PREVIEW = LinkPreviewOptions(is_disabled=True)


@dataclass
class TelegramMessenger:
    """Sends, edits and answers through the connection of the moment; between two, calls wait.

    ``sent`` is told the chat and number of each new message in a group.
    """

    sent: Callable[[ChatId, int], None] | None = None
    bot: Bot | None = None
    _there: asyncio.Event = field(default_factory=asyncio.Event)
    _titles: dict[int, str] = field(default_factory=dict)
    _open_presses: set[str] = field(default_factory=set)
    _rather: dict[str, PrivateMessage] = field(default_factory=dict)

    def connect(self, bot: Bot) -> None:
        """Send through a connection from now on."""
        self.bot = bot
        self._there.set()

    def disconnect(self) -> None:
        """Send nothing until there is a connection again."""
        self.bot = None
        self._there.clear()

    @property
    def pacing(self) -> Pacing:
        """See ``Messenger``."""
        return PACING

    # --- groups -----------------------------------------------------------------------------

    async def post(self, chat: ChatId, message: GroupMessage, nonce: str) -> str:
        """See ``Messenger``; Telegram knows no marks."""
        del nonce
        message_id = await self._send(spot_of(chat), message, None)
        if self.sent is not None:
            self.sent(chat, message_id)
        return str(message_id)

    async def edit(self, chat: ChatId, message_id: str, message: GroupMessage) -> None:
        """See ``Messenger``."""
        await self._rewrite(spot_of(chat).chat, int(message_id), message, None)

    async def strip(self, chat: ChatId, message_id: str) -> None:
        """See ``Messenger``."""
        bot, number = await self._connected(), spot_of(chat).chat
        await self._call(
            lambda: _unless(is_no_change, bot.edit_message_reply_markup(number, int(message_id))),
            None,
        )

    async def delete(self, chat: ChatId, message_id: str) -> None:
        """See ``Messenger``."""
        bot, number = await self._connected(), spot_of(chat).chat
        await self._call(lambda: bot.delete_message(number, int(message_id)), None)

    # --- one person -------------------------------------------------------------------------

    async def whisper(self, player: PlayerId, message: PrivateMessage, nonce: str) -> str:
        """See ``Messenger``; Telegram knows no marks."""
        del nonce
        return str(await self._send(Spot(user_of(player)), message, player))

    async def rewrite(self, player: PlayerId, message_id: str, message: PrivateMessage) -> None:
        """See ``Messenger``."""
        await self._rewrite(user_of(player), int(message_id), message, player)

    async def retract(self, player: PlayerId, message_id: str) -> None:
        """See ``Messenger``."""
        bot, number = await self._connected(), user_of(player)
        await self._call(lambda: bot.delete_message(number, int(message_id)), player)

    def sent_at(self, message_id: str) -> float | None:
        """See ``Messenger``; Telegram's numbers tell no time."""
        del message_id
        return None

    async def answer(self, request: Request, answer: Answer) -> None:
        """See ``Messenger``: a press by its alert, a typed command in private."""
        press = press_of(request.id)
        if press is not None:
            await self.alert(press, answer.alert, shown=_is_shown(answer))
            if answer.asks and answer.reachable:
                with suppress(PlatformError):  # the alert says how to go on without it
                    await self.whisper(request.player, answer.message, "")
        elif answer.panel:
            return  # the edited panel is the answer
        elif request.place is Place.GROUP and not answer.reachable:
            raise Unreachable(request.player)
        else:
            rather = self._rather.pop(request.id, None)
            message = answer.message if answer.accepted or rather is None else rather
            await self.whisper(request.player, message, "")

    def rather(self, request_id: str, message: PrivateMessage) -> None:
        """Say this to who asks, should the request be refused."""
        self._rather[request_id] = message

    def expect(self, press: str) -> None:
        """Note that a press was made: it is to be answered exactly once."""
        self._open_presses.add(press)

    async def alert(self, press: str, text: str, *, shown: bool) -> None:
        """Answer a press unless it has its answer; ``shown`` opens a window, else it passes by."""
        if press not in self._open_presses:
            return
        self._open_presses.discard(press)
        bot, words = await self._connected(), cut(text, ALERT_LENGTH_MAX)
        await self._call(
            lambda: _unless(
                is_too_late,
                bot.answer_callback_query(press, words, show_alert=shown, cache_time=0),
            ),
            None,
        )

    # --- titles -----------------------------------------------------------------------------

    def learn_title(self, chat: int, title: str) -> None:
        """Note what a chat is called."""
        self._titles[chat] = clean_name(title)

    async def _titles_for(self, message: Message) -> dict[ChatId, str]:
        return {chat: await self._title(spot_of(chat).chat) for chat in chats_named(message)}

    async def _title(self, chat: int) -> str:
        if chat not in self._titles:
            bot = await self._connected()
            try:
                self.learn_title(chat, (await bot.get_chat(chat)).title or "?")
            except TelegramError:
                return "?"
        return self._titles[chat]

    # --- calls ------------------------------------------------------------------------------

    async def _connected(self) -> Bot:
        with suppress(TimeoutError):
            await asyncio.wait_for(self._there.wait(), CONNECTION_SECONDS)
        if self.bot is None:
            raise NoConnection(1)
        return self.bot

    async def _send(self, spot: Spot, message: Message, player: PlayerId | None) -> int:
        """Send a message; where its topic is no more, to the chat itself (reports.md, H6)."""
        try:
            return await self._call(partial(self._sent, spot, message), player)
        except TopicGone:
            log.info("Telegram: a topic of %s is no more, its table goes on in the chat", spot.chat)
            return await self._call(partial(self._sent, Spot(spot.chat), message), player)

    async def _sent(self, spot: Spot, message: Message) -> int:
        bot = await self._connected()
        words = await self._written(bot, message)

        async def send(text: str, mode: str | None) -> int:
            sent = await bot.send_message(
                spot.chat,
                text,
                parse_mode=mode,
                message_thread_id=spot.topic,
                disable_notification=not words.pings,
                link_preview_options=_NO_PREVIEW,
                reply_markup=words.keyboard,
            )
            return sent.message_id

        return await _readable(words, send)

    async def _rewrite(
        self, chat: int, message_id: int, message: Message, player: PlayerId | None
    ) -> None:
        bot = await self._connected()
        words = await self._written(bot, message)

        async def edit(text: str, mode: str | None) -> object:
            return await bot.edit_message_text(
                text,
                chat,
                message_id,
                parse_mode=mode,
                link_preview_options=_NO_PREVIEW,
                reply_markup=words.keyboard,
            )

        await self._call(lambda: _unless(is_no_change, _readable(words, edit)), player)

    async def _written(self, bot: Bot, message: Message) -> Written:
        return written(message, await self._titles_for(message), bot.username)

    async def _call(self, work: Callable[[], Awaitable[Result]], player: PlayerId | None) -> Result:
        """Make a call to a person or, with ``None``, a group; raises a platform error."""
        try:
            return await bounded(work, is_passing)
        except PlatformError:
            raise
        except TelegramError as failure:
            raise platform_error(failure, player) from None
        except Exception as failure:
            # Answered in a shape that the library does not know, as by a proxy in between.
            log_failure(log, "an answer of Telegram was not understood", failure)
            raise Unknown(type(failure).__name__) from None


async def _unless(in_vain: Callable[[BadRequest], bool], work: Awaitable[object]) -> None:
    """Await a call; a refusal that says it was in vain is as good as success."""
    try:
        await work
    except BadRequest as refusal:
        if not in_vain(refusal):
            raise


async def _readable(words: Written, send: Callable[[str, str | None], Awaitable[Result]]) -> Result:
    """Send words as HTML, or plainly where Telegram cannot read that."""
    try:
        return await send(words.html, ParseMode.HTML)
    except BadRequest as refusal:
        if not is_unparsed(refusal):
            raise
        # Without its trace, which would quote the message.
        log.warning("Telegram could not read our HTML, so a message went out plainly")
        return await send(words.plain, None)


def _is_shown(answer: Answer) -> bool:
    """Whether an answer opens a window: a refusal, a warning, cards that no panel shows beside."""
    cards = any(isinstance(span, CardFace) for line in answer.message.lines for span in line)
    return not answer.accepted or answer.warns or (cards and not answer.panel)

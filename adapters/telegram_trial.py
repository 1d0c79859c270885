"""A trial in a real chat: post, edit, press, whisper, delete, each with the time it took.

Whatever was sent is deleted again, also when a step fails. Waiting for a press listens, so it is
for a time when no house does; nothing that comes meanwhile is confirmed, the house hears it later.
"""

import asyncio
import math
from dataclasses import dataclass, field
from functools import partial
from time import perf_counter

from telegram import (
    Bot,
    CallbackQuery,
    ChatFullInfo,
    ChatMember,
    ChatMemberRestricted,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
)
from telegram.constants import ChatMemberStatus, ChatType
from telegram.error import (
    BadRequest,
    ChatMigrated,
    Conflict,
    Forbidden,
    TelegramError,
    TimedOut,
)

from adapters.retrying import bounded
from adapters.telegram_bot import ALLOWED_UPDATES, TelegramSettings
from adapters.telegram_doctor import connected, unconnected
from adapters.telegram_errors import is_passing
from adapters.trying import (
    EDITED,
    NO_ANSWER,
    NOBODY_TO_WRITE_TO,
    POSTED,
    WHISPERED,
    Asked,
    Steps,
    TrialChat,
    took,
)
from bot.findings import Tell, failed, note, ok, skipped, warning

LABEL = "Try"
ALERT = "That works: a press comes here, and its answer to you alone."

_PAYLOAD = "trial"
"""Means nothing to a house, which is told of the press once more when it listens again."""

_POLL_SECONDS = 10
_PAUSE_SECONDS = 1.0
"""Between two looks while something waits that is not to be confirmed: it comes at once."""

_BATCH = 100
_OUT = frozenset({ChatMemberStatus.LEFT, ChatMemberStatus.BANNED})


async def try_chat(settings: TelegramSettings, place: TrialChat, asked: Asked, tell: Tell) -> None:
    """Try everything in one chat, and tell how each step went."""
    try:
        async with connected(settings) as bot:
            await Trial(bot, place, asked, tell).run()
    except TelegramError as failure:
        tell(unconnected(failure, settings))


@dataclass
class Trial:
    """One trial under way."""

    bot: Bot
    place: TrialChat
    asked: Asked
    tell: Tell
    _sent: list[tuple[int, int]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._steps = Steps(self.tell, (TelegramError,), _reason)

    async def run(self) -> None:
        """Try everything, as far as it goes, and clean up."""
        chat = await self._rights()
        if chat is None:
            return
        try:
            await self._all(chat)
        finally:
            await self._clean_up()

    async def _all(self, chat: int) -> None:
        posted = await self._steps.make("post", lambda: self._send(chat, POSTED, self.place.topic))
        if posted is None:
            return
        await self._steps.make(
            "edit",
            lambda: self.bot.edit_message_text(EDITED, chat, posted, reply_markup=_keyboard()),
        )
        presser = await self._press(chat, posted)
        await self._whisper(self.asked.whisper_to or presser)

    async def _clean_up(self) -> None:
        for chat, message in self._sent:
            delete = partial(self.bot.delete_message, chat, message)
            await self._steps.make("delete", partial(bounded, delete, is_passing))

    # --- steps ------------------------------------------------------------------------------

    async def _rights(self) -> int | None:
        """Return the number of the chat, ``None`` where there is nothing to try."""
        name = "rights"
        try:
            chat = await self.bot.get_chat(self.place.chat)
            member = await self.bot.get_chat_member(chat.id, self.bot.id)
        except TelegramError as failure:
            self.tell(failed(name, _reason(failure)))
            return None
        hindrance = _hindrance(chat, member)
        if hindrance:
            self.tell(failed(name, hindrance))
            return None
        self.tell(ok(name, f"the bot is in this {chat.type}, as {member.status}"))
        return chat.id

    async def _send(self, chat: int, text: str, topic: int | None = None) -> int:
        keyboard = _keyboard() if text == POSTED else None
        sent = await self.bot.send_message(
            chat, text, message_thread_id=topic, disable_notification=True, reply_markup=keyboard
        )
        self._sent.append((chat, sent.message_id))
        return sent.message_id

    async def _whisper(self, user: int | None) -> None:
        name = "whisper"
        if user is None:
            self.tell(skipped(name, NOBODY_TO_WRITE_TO))
            return
        began = perf_counter()
        try:
            await self._send(user, WHISPERED)
        except (Forbidden, BadRequest):
            words = "that person has not pressed Start in the bot's private chat: cards come in a"
            self.tell(warning(name, f"{words} window instead"))
        except TelegramError as failure:
            self.tell(failed(name, _reason(failure)))
        else:
            self.tell(ok(name, took(began)))

    async def _press(self, chat: int, message: int) -> int | None:
        """Wait for a press and answer it; return who pressed."""
        name = "press"
        if not self.asked.wait_seconds:
            self.tell(skipped(name, self.asked.no_wait))
            return None
        self.tell(note(name, f"press ({LABEL}) in the chat within {self.asked.wait_seconds:.0f} s"))
        try:
            press = await self._pressed(chat, message)
        except Conflict:
            words = "another program listens with this token, or a webhook is set: end that first"
            self.tell(failed(name, words))
            return None
        except TelegramError as failure:
            self.tell(failed(name, _reason(failure)))
            return None
        if press is None:
            self.tell(failed(name, f"none came, or not among the first {_BATCH} updates that wait"))
            return None
        await self._steps.make(
            name, lambda: self.bot.answer_callback_query(press.id, ALERT, show_alert=True)
        )
        return press.from_user.id

    async def _pressed(self, chat: int, message: int) -> CallbackQuery | None:
        """Return the press on our message, ``None`` when time is up."""
        loop = asyncio.get_running_loop()
        until = loop.time() + self.asked.wait_seconds
        while (left := until - loop.time()) > 0:
            updates = await self.bot.get_updates(
                limit=_BATCH,
                timeout=min(math.ceil(left), _POLL_SECONDS),
                allowed_updates=ALLOWED_UPDATES,
            )
            for update in updates:
                press = update.callback_query
                on = press.message if press else None
                if press and on and (on.chat.id, on.message_id) == (chat, message):
                    return press
            await asyncio.sleep(min(left, _PAUSE_SECONDS) if updates else 0)
        return None


def _keyboard() -> InlineKeyboardMarkup:
    return InlineKeyboardMarkup([[InlineKeyboardButton(LABEL, callback_data=_PAYLOAD)]])


def _hindrance(chat: ChatFullInfo, member: ChatMember) -> str | None:
    """Return why a table cannot stand in a chat, ``None`` where it can."""
    if chat.type not in {ChatType.GROUP, ChatType.SUPERGROUP}:
        return f"that is a {chat.type} chat: tables stand in groups"
    if member.status in _OUT:
        return "the bot is not in that chat: add it"
    if isinstance(member, ChatMemberRestricted) and not member.can_send_messages:
        return "the bot may not write in that chat: lift the restriction"
    return None


def _reason(failure: Exception) -> str:
    """Return why a call failed, and what to do, without what the library quotes."""
    match failure:
        case ChatMigrated(new_chat_id=chat):
            return f"that group is a supergroup now: {chat}"
        case Forbidden(message=message):
            return f"{message}: add the bot, or let it write"
        case TimedOut():
            return NO_ANSWER
        case BadRequest(message=message):
            return f"Telegram refused: {message}"
        case _:
            return f"it failed ({type(failure).__name__}): try again"

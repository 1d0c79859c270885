"""A trial in a real chat: post, edit, press, whisper, delete, each with the time it took.

Whatever was sent is deleted again, also when a step fails. Waiting for a press listens, so it is
for a time when no house does; nothing that comes meanwhile is confirmed, the house hears it later.
"""

import asyncio
import math
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import partial
from time import perf_counter
from typing import TypeVar

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
from bot.findings import Tell, failed, note, ok, skipped, warning

POSTED = "Croupier tries whether it can deal here. This message goes away by itself."
EDITED = "Croupier tries whether it can deal here: it can post and edit."
WHISPERED = "Croupier tries whether it can write to you. This message goes away by itself."
LABEL = "Try"
ALERT = "That works: a press comes here, and its answer to you alone."

_PAYLOAD = "trial"
"""Means nothing to a house, which is told of the press once more when it listens again."""

_CHAT = re.compile(r"(?:tg:|telegram:)?(-?\d{1,19})(?::(\d{1,19}))?")
_NAME = re.compile(r"@\w{4,32}")
_POLL_SECONDS = 10
_PAUSE_SECONDS = 1.0
"""Between two looks while something waits that is not to be confirmed: it comes at once."""

_BATCH = 100
_OUT = frozenset({ChatMemberStatus.LEFT, ChatMemberStatus.BANNED})

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class TrialPlace:
    """Where to try: a chat by number or ``@name``, perhaps one of its topics."""

    chat: int | str
    topic: int | None = None


def trial_place(text: str) -> TrialPlace:
    """Read ``-100123``, ``tg:-100123``, ``tg:-100123:7`` (a topic) or ``@name``.

    Raises ``ValueError`` with one sentence for anything else.
    """
    if _NAME.fullmatch(text):
        return TrialPlace(text)
    found = _CHAT.fullmatch(text)
    if found is None:
        raise ValueError("a chat is a number such as -1001234567890, or @name if it has one")
    return TrialPlace(int(found[1]), int(found[2]) if found[2] else None)


NOBODY_ASKED = "nobody was asked to press: --wait 30 waits so many seconds for it"


@dataclass(frozen=True, slots=True)
class Asked:
    """What to try: ``whisper_to`` is the number of a person, ``wait_seconds`` 0 waits for no press.

    ``no_wait`` says why there is no waiting.
    """

    place: TrialPlace
    whisper_to: int | None = None
    wait_seconds: float = 0.0
    no_wait: str = NOBODY_ASKED


async def try_chat(settings: TelegramSettings, asked: Asked, tell: Tell) -> None:
    """Try everything in one chat, and tell how each step went."""
    try:
        async with connected(settings) as bot:
            await Trial(bot, asked, tell).run()
    except TelegramError as failure:
        tell(unconnected(failure, settings))


@dataclass
class Trial:
    """One trial under way."""

    bot: Bot
    asked: Asked
    tell: Tell
    _sent: list[tuple[int, int]] = field(default_factory=list)

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
        posted = await self._step("post", lambda: self._send(chat, POSTED, self.asked.place.topic))
        if posted is None:
            return
        await self._step(
            "edit",
            lambda: self.bot.edit_message_text(EDITED, chat, posted, reply_markup=_keyboard()),
        )
        presser = await self._press(chat, posted)
        await self._whisper(self.asked.whisper_to or presser)

    async def _clean_up(self) -> None:
        for chat, message in self._sent:
            delete = partial(self.bot.delete_message, chat, message)
            await self._step("delete", partial(bounded, delete, is_passing))

    # --- steps ------------------------------------------------------------------------------

    async def _rights(self) -> int | None:
        """Return the number of the chat, ``None`` where there is nothing to try."""
        name = "rights"
        try:
            chat = await self.bot.get_chat(self.asked.place.chat)
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

    async def _step(self, name: str, work: Callable[[], Awaitable[Result]]) -> Result | None:
        """Make one call and tell how it went and how long it took; ``None`` where it failed."""
        began = perf_counter()
        try:
            result = await work()
        except TelegramError as failure:
            self.tell(failed(name, _reason(failure)))
            return None
        self.tell(ok(name, _took(began)))
        return result

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
            self.tell(skipped(name, "nobody to write to: --whisper USER names one by number"))
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
            self.tell(ok(name, _took(began)))

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
        await self._step(
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


def _took(began: float) -> str:
    return f"works, in {(perf_counter() - began) * 1000:.0f} ms"


def _reason(failure: TelegramError) -> str:
    """Return why a call failed, and what to do, without what the library quotes."""
    match failure:
        case ChatMigrated(new_chat_id=chat):
            return f"that group is a supergroup now: {chat}"
        case Forbidden(message=message):
            return f"{message}: add the bot, or let it write"
        case TimedOut():
            return f"no answer in time: if a message “{POSTED[:20]}…” stays, delete it by hand"
        case BadRequest(message=message):
            return f"Telegram refused: {message}"
        case _:
            return f"it failed ({type(failure).__name__}): try again"

"""Updates into requests: what people say and press, and what happens to chats."""

import logging
import math
from collections import OrderedDict
from contextlib import suppress
from dataclasses import dataclass, field
from typing import cast

from telegram import (
    Bot,
    CallbackQuery,
    ChatMember,
    ChatMemberRestricted,
    ChatMemberUpdated,
    Message,
    Update,
    User,
)
from telegram.constants import ChatMemberStatus, ChatType

from adapters.once import Once
from adapters.outside import Outside
from adapters.telegram_calls import TelegramMessenger
from adapters.telegram_ids import (
    chat_id,
    player_id,
    pressed_id,
    said_id,
    seen_by,
    spot_of,
)
from adapters.telegram_reading import (
    GROUPS,
    Command,
    Sender,
    chat_of,
    command_of,
    is_private,
    language_of,
    sender_of,
)
from adapters.telegram_rights import TelegramRights
from bot.basics import ChatId, PlayerId, Refusal, is_within, not_now
from bot.commands import BY_VERB
from bot.message import Line, Plain, PrivateMessage
from bot.ports import PlatformError
from bot.requests import Place, Request, Seen, parse_payload
from bot.trouble import log_failure

log = logging.getLogger(__name__)

OUTDATED_SECONDS = 600
"""A command that was written longer ago is not carried out: the table has moved on."""

WHISPER_SECONDS = 20
"""Nobody is told the same text of ours twice in so many seconds."""

START = "start"
WELCOME = "telegram-welcome"
MAY_NOT_WRITE = "telegram-may-not-write"

_REMEMBERED = 4096
_OUT = frozenset({ChatMemberStatus.LEFT, ChatMemberStatus.BANNED})
_FALLBACK = "en"


@dataclass
class TelegramUpdates:
    """Takes every update once; a fault with one is logged and harms no other."""

    outside: Outside
    messenger: TelegramMessenger
    _taken: Once = field(default_factory=Once)
    _rights: TelegramRights = field(init=False)
    _languages: OrderedDict[PlayerId, str] = field(default_factory=OrderedDict)
    _last_ids: dict[int, int] = field(default_factory=dict)
    _whispered: OrderedDict[tuple[int, str], float] = field(default_factory=OrderedDict)

    def __post_init__(self) -> None:
        self._rights = TelegramRights(self.outside.clock)

    async def take(self, update: Update, bot: Bot) -> None:
        """Handle one update; of kinds that were not asked for there is nothing to handle."""
        try:
            if update.callback_query is not None:
                await self._pressed(update.callback_query, bot)
            elif update.message is not None:
                await self._heard(update.message, bot)
            elif update.my_chat_member is not None:
                self._membership(update.my_chat_member)
        except Exception as failure:
            log_failure(log, f"update {update.update_id}", failure)

    # --- presses ----------------------------------------------------------------------------

    async def _pressed(self, query: CallbackQuery, bot: Bot) -> None:
        request_id = pressed_id(bot.id, query.id)
        if not self._taken.is_new(request_id):
            return
        self.messenger.expect(query.id)
        language = self._language(query.from_user)
        apology = self._text("refusal-something-went-wrong", language)
        try:
            request = await self._request_of(query, request_id, language, bot)
            if await self._is_in_vain(request, bot):
                apology = self._text(MAY_NOT_WRITE, language)
            else:
                await self.outside.door(request)
        except Refusal as refusal:
            apology = self._text(f"refusal-{refusal.key}", language)
        finally:
            await self._answer_if_open(query.id, apology)

    async def _answer_if_open(self, press: str, text: str) -> None:
        try:
            await self.messenger.alert(press, text, shown=True)
        except PlatformError as failure:
            log_failure(log, "a press was not answered", failure)

    async def _request_of(
        self, query: CallbackQuery, request_id: str, language: str, bot: Bot
    ) -> Request:
        """Read a press, by its data: the message may be gone, the data may be forged."""
        seen, verb, args = parse_payload(query.data or "")
        user, message = query.from_user, query.message
        if message is None or user.is_bot:  # a bot has no chips, and reads no better answer
            raise not_now("outdated")
        place = Place.PRIVATE if is_private(message.chat) else Place.GROUP
        rights = await self._rights.of(bot, message.chat.id, user.id, verb, args)
        return Request(
            id=request_id,
            chat=None if place is Place.PRIVATE else self._chat_pressed_in(query, seen),
            player=player_id(user.id),
            name=user.full_name,
            verb=verb,
            args=args,
            language=language,
            place=place,
            rights=rights,
            seen=seen,
            pressed=None if place is Place.PRIVATE else str(message.message_id),
        )

    def _chat_pressed_in(self, query: CallbackQuery, seen: Seen) -> ChatId:
        """Return where the table of a button stands, as long as that is in the chat of the press.

        Of a message that is gone Telegram does not tell the topic, and the table of a topic that is
        gone is in the chat itself.
        """
        message = cast("Message", query.message)
        home = self.outside.ear.chat_of(seen.table)
        if home is not None and is_within(home, chat_id(message.chat.id)):
            return home
        return chat_of(message) if message.is_accessible else chat_id(message.chat.id)

    # --- messages ---------------------------------------------------------------------------

    async def _heard(self, message: Message, bot: Bot) -> None:
        if message.migrate_to_chat_id is not None:
            self.outside.ear.moved(chat_id(message.chat.id), chat_id(message.migrate_to_chat_id))
            return
        if message.migrate_from_chat_id is not None:
            self.outside.ear.moved(chat_id(message.migrate_from_chat_id), chat_id(message.chat.id))
            return
        sender = sender_of(message)
        if message.chat.type in GROUPS:
            self._note(message)
        elif sender is Sender.PERSON and is_private(message.chat):
            self.outside.ear.reached(player_id(message.chat.id))
        command = command_of(message, bot.username)
        if sender is Sender.PERSON and command is not None:
            await self._commanded(message, command, bot)
        elif sender is Sender.ANONYMOUS_ADMIN and command is not None and _is_known(command):
            self.outside.ear.tell(chat_of(message), "telegram-anonymous", _FALLBACK)
        elif sender is Sender.PERSON and is_private(message.chat):
            await self._whisper(message, WELCOME)

    def _note(self, message: Message) -> None:
        """Note that a message was written, and in supergroups those that we were not told of."""
        chat, number = message.chat, message.message_id
        self.messenger.learn_title(chat.id, chat.title or "?")
        before = self._last_ids.get(chat.id)
        counted = chat.type == ChatType.SUPERGROUP and not chat.is_forum and before is not None
        self.outside.ear.traffic(chat_of(message), max(1, number - (before or 0)) if counted else 1)
        self.sent(chat_of(message), number)

    def sent(self, chat: ChatId, number: int) -> None:
        """Note the number of the newest message of a chat, ours or not."""
        here = spot_of(chat).chat
        self._last_ids[here] = max(number, self._last_ids.get(here, 0))

    async def _commanded(self, message: Message, command: Command, bot: Bot) -> None:
        private = is_private(message.chat)
        if not private and not _is_known(command) and not command.named:
            return  # some other bot's command
        if not self._taken.is_new(said_id(bot.id, message.chat.id, message.message_id)):
            return
        if self.outside.clock.now() - message.date.timestamp() > OUTDATED_SECONDS:
            await self._outdated(message)
        elif command.verb == START:
            await self._started(message, command, bot)
        else:
            request = await self._typed(message, command, bot)
            if await self._is_in_vain(request, bot):
                await self._refuse_in_private(message)
            else:
                await self.outside.door(request)

    async def _is_in_vain(self, request: Request, bot: Bot) -> bool:
        """Whether chips would be staked on a round that we may not show."""
        if request.chat is None:
            return False
        return await self._rights.are_missing(bot, spot_of(request.chat).chat, request.verb)

    async def _refuse_in_private(self, message: Message) -> None:
        """Say why nothing can be staked where we may not say it, and log it for who runs us."""
        log.warning("Telegram: sending messages is not allowed in chat %s", message.chat.id)
        with suppress(PlatformError):  # it is in the log
            await self._whisper(message, MAY_NOT_WRITE)

    async def _outdated(self, message: Message) -> None:
        if is_private(message.chat):
            await self._whisper(message, "telegram-outdated")
        else:
            language = self._language(message.from_user)
            self.outside.ear.tell(chat_of(message), "telegram-outdated", language)

    async def _started(self, message: Message, command: Command, bot: Bot) -> None:
        """Show who starts us their own cards, at the table of the link that they followed."""
        if not is_private(message.chat):
            return  # somebody added us by a link
        token = command.args[0] if command.args else ""
        seen = seen_by(token)
        if token and seen is None:
            await self._whisper(message, WELCOME)
            return
        asked = Command("hand", (), (), named=False)
        request = await self._typed(message, asked, bot, seen)
        self.messenger.rather(request.id, self._message(WELCOME, request.language))
        await self.outside.door(request)

    async def _typed(
        self, message: Message, command: Command, bot: Bot, seen: Seen | None = None
    ) -> Request:
        user = cast("User", message.from_user)
        private = is_private(message.chat)
        rights = await self._rights.of(bot, message.chat.id, user.id, command.verb, command.args)
        return Request(
            id=said_id(bot.id, message.chat.id, message.message_id),
            chat=None if private else chat_of(message),
            player=player_id(user.id),
            name=user.full_name,
            verb=command.verb,
            args=command.args,
            language=self._language(user),
            targets=command.targets,
            place=Place.PRIVATE if private else Place.GROUP,
            rights=rights,
            seen=seen,
        )

    # --- chats ------------------------------------------------------------------------------

    def _membership(self, change: ChatMemberUpdated) -> None:
        was_out, is_out = _is_out(change.old_chat_member), _is_out(change.new_chat_member)
        chat = change.chat
        self._rights.forget(chat.id)
        if is_private(chat) and was_out and not is_out:
            self.outside.ear.reached(player_id(chat.id))
        if chat.type not in GROUPS or was_out == is_out:
            return
        if is_out:
            self.outside.ear.lost(chat_id(chat.id))
        else:
            self.outside.ear.tell(
                chat_id(chat.id), "telegram-added", self._language(change.from_user)
            )

    # --- people -----------------------------------------------------------------------------

    def _language(self, user: User | None) -> str:
        """Return somebody's language: as told now, else as told last, else English."""
        if user is None:
            return _FALLBACK
        player = player_id(user.id)
        told = language_of(user.language_code, self.outside.languages)
        if told is not None:
            self._languages[player] = told
            self._languages.move_to_end(player)
            if len(self._languages) > _REMEMBERED:
                self._languages.popitem(last=False)
        return self._languages.get(player, _FALLBACK)

    # --- small things -----------------------------------------------------------------------

    async def _whisper(self, message: Message, key: str) -> None:
        """Say a text of ours to who wrote, but not again and again to who writes on and on."""
        user = cast("User", message.from_user)
        now = self.outside.clock.now()
        if now - self._whispered.get((user.id, key), -math.inf) < WHISPER_SECONDS:
            return
        self._whispered[user.id, key] = now
        self._whispered.move_to_end((user.id, key))
        if len(self._whispered) > _REMEMBERED:
            self._whispered.popitem(last=False)
        words = self._message(key, self._language(user))
        await self.messenger.whisper(player_id(user.id), words, "")

    def _message(self, key: str, language: str) -> PrivateMessage:
        lines = self.outside.texts.text(language, key, {}).splitlines()
        return PrivateMessage(tuple[Line, ...]((Plain(line),) for line in lines))

    def _text(self, key: str, language: str) -> str:
        return self.outside.texts.text(language, key, {})


def _is_out(member: ChatMember) -> bool:
    """Whether nothing can be shown where we are that: put out, or not allowed to write."""
    if isinstance(member, ChatMemberRestricted):
        return not (member.is_member and member.can_send_messages)
    return member.status in _OUT


def _is_known(command: Command) -> bool:
    return command.verb in BY_VERB

"""What Telegram's refusals mean to us: one of five platform errors, or success after all."""

import logging
import os
from datetime import timedelta

from telegram.error import (
    BadRequest,
    ChatMigrated,
    Forbidden,
    NetworkError,
    RetryAfter,
    TelegramError,
    TimedOut,
)

from adapters.telegram_ids import chat_id
from bot.basics import PlayerId
from bot.ports import ChatGone, Gone, Later, Moved, PlatformError, Unknown, Unreachable

# The library's own switch: waits are told as timedelta, as all of its later versions will.
os.environ.setdefault("PTB_TIMEDELTA", "true")

log = logging.getLogger(__name__)

_NO_SUCH_CHAT = "chat not found"
_NO_SUCH_TOPIC = "message thread not found"
_GONE = (
    "message to edit not found",
    "message can't be edited",
    "message to delete not found",
    "message can't be deleted",
    "message_id_invalid",
    "topic_closed",
    "topic_deleted",
    _NO_SUCH_CHAT,
    "not enough rights",
    "have no rights to send",
    "need administrator rights",
    "chat_write_forbidden",
    "user_is_blocked",
    "group chat was deleted",
)


class TopicGone(Gone):
    """A topic is no more, though its chat may well be."""


def is_unparsed(refusal: BadRequest) -> bool:
    """Whether Telegram could not read our HTML."""
    return "can't parse entities" in refusal.message.lower()


def is_too_late(refusal: BadRequest) -> bool:
    """Whether a press was answered too late, or before."""
    return "query is too old" in refusal.message.lower()


def is_no_change(refusal: BadRequest) -> bool:
    """Whether an edit was refused because the message shows just that."""
    return "message is not modified" in refusal.message.lower()


def platform_error(failure: TelegramError, player: PlayerId | None = None) -> PlatformError:
    """Return what a refusal means; ``player`` is who was written to, ``None`` for a group."""
    match failure:
        case RetryAfter(retry_after=wait):
            return Later(wait.total_seconds() if isinstance(wait, timedelta) else wait)
        case ChatMigrated(new_chat_id=chat):
            return Moved(chat_id(chat))
        case Forbidden():
            return ChatGone("forbidden") if player is None else Unreachable(player)
        case BadRequest(message=message):
            return _refused(message.lower(), player)
        case _:
            return Unknown(type(failure).__name__)


def _refused(message: str, player: PlayerId | None) -> PlatformError:
    if player is not None and _NO_SUCH_CHAT in message:
        return Unreachable(player)
    if _NO_SUCH_TOPIC in message:
        return TopicGone("no such topic")
    if any(words in message for words in _GONE):
        return Gone("refused")
    # A fault of ours: said again it would be refused again. The words after a colon may quote it.
    log.error("Telegram refused a call: %s", message.partition(":")[0])
    return PlatformError("refused")


def is_passing(failure: Exception) -> bool:
    """Whether a call may be made again: after a fault of the server or a broken connection.

    A refusal is final, and after a time-out nobody knows whether the call came through.
    """
    if isinstance(failure, (BadRequest, TimedOut)):  # both are network errors to the library
        return False
    # An answer that is no JSON, as of a proxy, has the plain type.
    return isinstance(failure, NetworkError) or type(failure) is TelegramError

"""What Discord's refusals mean to us: one of five platform errors, or success after all."""

import logging
from collections.abc import Mapping
from enum import IntEnum

import aiohttp
from discord import HTTPException, RateLimited

from bot.basics import PlayerId
from bot.ports import ChatGone, Gone, Later, PlatformError, Unknown, Unreachable
from bot.trouble import log_failure

log = logging.getLogger(__name__)

BAN_SECONDS = 60.0
"""How long to wait where Discord says that we call too often, and not for how long."""


class Code(IntEnum):
    """Discord's error codes that we know (topics/opcodes-and-status-codes)."""

    UNKNOWN_CHANNEL = 10003
    UNKNOWN_GUILD = 10004
    UNKNOWN_MESSAGE = 10008
    UNKNOWN_USER = 10013
    UNKNOWN_WEBHOOK = 10015
    UNKNOWN_INTERACTION = 10062
    OLD_MESSAGE_EDITED = 30046
    COMMANDS_CREATED = 30034
    PRIVATE_TOO_FAST = 40003
    ACKNOWLEDGED = 40060
    NO_ACCESS = 50001
    PRIVATE_CLOSED = 50007
    NO_PERMISSION = 50013
    TOKEN_TOO_OLD = 50027
    THREAD_ARCHIVED = 50083
    NO_COMMON_SERVER = 50278
    THREAD_LOCKED = 160005
    BLOCKED = 200000


_NOT_TO_THEM = frozenset(
    {
        Code.UNKNOWN_CHANNEL,
        Code.UNKNOWN_USER,
        Code.PRIVATE_TOO_FAST,
        Code.NO_ACCESS,
        Code.PRIVATE_CLOSED,
        Code.NO_PERMISSION,
        Code.NO_COMMON_SERVER,
    }
)
_CLOSED_TO_US = frozenset(
    {
        Code.UNKNOWN_CHANNEL,
        Code.UNKNOWN_GUILD,
        Code.NO_ACCESS,
        Code.NO_PERMISSION,
        Code.THREAD_LOCKED,
    }
)
_GONE = frozenset(
    {
        Code.UNKNOWN_MESSAGE,
        Code.OLD_MESSAGE_EDITED,
        Code.THREAD_ARCHIVED,
    }
)


def code_of(failure: Exception) -> int:
    """Return Discord's code for a refusal, 0 for what has none."""
    return failure.code if isinstance(failure, HTTPException) else 0


def is_passing(failure: Exception) -> bool:
    """Whether a call may be made again: after a fault of the server or a broken connection.

    What is posted twice so carries one mark, by which Discord knows it again.
    """
    if isinstance(failure, HTTPException):
        return failure.status >= 500
    return isinstance(failure, (aiohttp.ClientError, OSError)) and not isinstance(
        failure, TimeoutError
    )


def platform_error(failure: Exception, player: PlayerId | None = None) -> PlatformError:
    """Return what a refusal means; ``player`` is who was written to, ``None`` for a channel."""
    match failure:
        case PlatformError():
            return failure
        case RateLimited(retry_after=seconds):
            return Later(seconds)
        case HTTPException(status=status) if status < 500:
            return _refused(failure, player)
        case HTTPException() | aiohttp.ClientError() | OSError():
            return Unknown(type(failure).__name__)
        case _:
            # Answered in a shape that the library does not know, as by a proxy in between.
            log_failure(log, "an answer of Discord was not understood", failure)
            return Unknown(type(failure).__name__)


def _refused(refusal: HTTPException, player: PlayerId | None) -> PlatformError:
    code = refusal.code
    if player is not None and code in _NOT_TO_THEM:
        return Unreachable(player)
    if code in _CLOSED_TO_US:
        return ChatGone("no such channel, or closed to us")
    if code in _GONE:
        return Gone("refused")
    if refusal.status == 429:
        return Later(seconds_told(refusal.response.headers))
    # A fault of ours: said again it would be refused again. The words may quote the message.
    log.error("Discord refused a call: %s, code %s", refusal.status, code)
    return PlatformError("refused")


def seconds_told(headers: Mapping[str, str]) -> float:
    """Return for how long an answer's headers tell not to call, ``BAN_SECONDS`` if they do not."""
    try:
        return float(headers["Retry-After"])
    except (KeyError, ValueError):
        return BAN_SECONDS

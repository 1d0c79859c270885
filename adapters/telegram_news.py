"""What a poll brought, before the library reads it.

The library throws a whole poll away with one update that it cannot read, quotes all of it in the
log, and polls for it again without a pause, for ever: the bot would be deaf to everybody, and look
well.
"""

import json
import logging
from typing import Any

from telegram import Update
from telegram.error import TelegramError

from bot.trouble import log_failure

log = logging.getLogger(__name__)


def readable(body: bytes) -> bytes:
    """Return the answer to a poll with nothing left of updates that the library cannot read.

    Their numbers stay, so that they are confirmed. Raises ``TelegramError`` for what is no answer
    of a Bot API, as of a proxy in between: then the library waits before the next poll.
    """
    try:
        updates = json.loads(body)["result"]
        kept = [update if _is_read(update) else _number_of(update) for update in updates]
    except (ValueError, LookupError, TypeError):
        raise TelegramError("a poll was answered, but not by a Bot API") from None
    return body if kept == updates else json.dumps({"ok": True, "result": kept}).encode()


def _is_read(update: dict[str, Any]) -> bool:
    try:
        Update.de_json(update, None)
    except Exception as failure:  # whatever the library stumbles over
        number = _number_of(update)["update_id"]
        log_failure(log, f"Telegram: update {number} cannot be read", failure)
        return False
    return True


def _number_of(update: dict[str, Any]) -> dict[str, int]:
    return {"update_id": int(update["update_id"])}

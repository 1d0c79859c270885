"""Where the log goes, and what never goes into it."""

import logging
from collections.abc import Iterable

LOUD = ("httpx", "httpcore", "telegram", "discord", "aiohttp", "aiosqlite", "sqlalchemy", "alembic")
"""Libraries that would log addresses with tokens in them, what people write, or rows with decks."""

TALKATIVE = ("telegram.request",)
"""Parts of them that quote an answer which they cannot read, with the messages in it."""

RECONNECTING = ("discord.client", "discord.shard", "discord.gateway")
"""Parts of them that log a whole trace for each try to reach a platform that is away."""

_FORMAT = "%(asctime)s %(levelname)s %(name)s: %(message)s"
_MARK = "<secret>"


class RedactingFormatter(logging.Formatter):
    """Writes a record, traces included, with every secret crossed out."""

    def __init__(self, secrets: Iterable[str]) -> None:
        super().__init__(_FORMAT)
        self._secrets = tuple(filter(None, secrets))

    def format(self, record: logging.LogRecord) -> str:
        """Return the line, or lines, of one record."""
        return redacted(super().format(record), self._secrets)


class OrdinaryOutage(logging.Filter):
    """Keeps the line that tells of a failure, and its type in place of a trace of a page."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Cut a record short; it is always logged."""
        kind = record.exc_info[0] if record.exc_info else None
        if kind is not None:
            record.msg, record.args = f"{record.getMessage()} ({kind.__name__})", None
        record.exc_info = record.exc_text = None
        return True


def redacted(text: str, secrets: Iterable[str]) -> str:
    """Return a text with every secret crossed out."""
    for secret in secrets:
        text = text.replace(secret, _MARK)
    return text


_ORDINARY_OUTAGE = OrdinaryOutage()  # one, for a logger takes the same filter but once


def configure_logging(level: str, secrets: Iterable[str]) -> None:
    """Log to standard error from ``level`` up; libraries from WARNING up at the least."""
    handler = logging.StreamHandler()
    handler.setFormatter(RedactingFormatter(secrets))
    logging.basicConfig(level=level, handlers=[handler], force=True)
    for name in LOUD:
        logging.getLogger(name).setLevel(max(logging.WARNING, logging.getLevelName(level)))
    for name in TALKATIVE:
        logging.getLogger(name).setLevel(logging.CRITICAL)
    for name in RECONNECTING:
        logging.getLogger(name).addFilter(_ORDINARY_OUTAGE)

"""Where the log goes, and what never goes into it."""

import logging
from collections.abc import Iterable

LOUD = ("httpx", "httpcore", "telegram", "discord", "aiohttp", "aiosqlite", "sqlalchemy", "alembic")
"""Libraries that would log addresses with tokens in them, what people write, or rows with decks."""

TALKATIVE = ("telegram.request",)
"""Parts of them that quote an answer which they cannot read, with the messages in it."""

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


def redacted(text: str, secrets: Iterable[str]) -> str:
    """Return a text with every secret crossed out."""
    for secret in secrets:
        text = text.replace(secret, _MARK)
    return text


def configure_logging(level: str, secrets: Iterable[str]) -> None:
    """Log to standard error from ``level`` up; libraries from WARNING up at the least."""
    handler = logging.StreamHandler()
    handler.setFormatter(RedactingFormatter(secrets))
    logging.basicConfig(level=level, handlers=[handler], force=True)
    for name in LOUD:
        logging.getLogger(name).setLevel(max(logging.WARNING, logging.getLevelName(level)))
    for name in TALKATIVE:
        logging.getLogger(name).setLevel(logging.CRITICAL)

"""Logging what went wrong without telling what was in it.

An exception's message may quote its input: a deck, a name, a token in an address. The log gets the
kind of failure and where it happened, never the words.
"""

import logging
import traceback

from bot.ports import StoreFailed


def log_failure(log: logging.Logger, what: str, failure: BaseException) -> None:
    """Log a failure by type and place; ``what`` says in our own words what was being done.

    A store that fails is left out: it tells the log itself, once a minute and not at every request.
    """
    if isinstance(failure, StoreFailed):
        return
    chain: list[str] = []
    cause: BaseException | None = failure
    while cause is not None:
        places = "".join(traceback.format_tb(cause.__traceback__))
        chain.append(f"{type(cause).__name__}\n{places}")
        cause = cause.__cause__ or (None if cause.__suppress_context__ else cause.__context__)
    log.error("%s: %s", what, "caused by ".join(chain))

"""Whether a database works, by what came of the last things that were asked of it."""

import logging
import math
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from sqlalchemy.exc import DatabaseError, OperationalError

from storage.errors import OutOfOrder

log = logging.getLogger(__name__)

SLOW_SECONDS = 0.5
"""An attempt that failed sooner kept nobody waiting; the next may be made at once."""

REST_SECONDS = 2.0
"""How long after one that failed slowly none is made; so soon it is found to work again."""

LOG_SECONDS = 60.0


def is_trouble(error: BaseException) -> bool:
    """Whether the database is to blame, not what was asked: locked, full, broken, gone."""
    return isinstance(error, OperationalError) or type(error) is DatabaseError


@dataclass
class Condition:
    """Keeps people from waiting for a database that is in trouble; tells the log once a minute.

    A locked database makes each attempt wait for seconds. So after one that failed slowly, one
    goes through at a time, each ``REST_SECONDS`` after the last one, and everything else fails at
    once. ``what`` is what it is asked for: to be written, to be read. ``now`` is any clock
    that runs on, in seconds.
    """

    what: str
    now: Callable[[], float] = time.monotonic
    worked_at: float | None = None
    _why: str = ""
    _failed_at: float = 0.0
    _took_seconds: float = 0.0
    _told_at: float | None = None
    _under_way: int = 0

    @property
    def age(self) -> float:
        """How long ago something worked, in seconds; endless before the first time."""
        return self.now() - self.worked_at if self.worked_at is not None else math.inf

    @property
    def failing(self) -> bool:
        """Whether the last attempt that ended failed."""
        return bool(self._why)

    @contextmanager
    def attempt(self) -> Iterator[None]:
        """Let one attempt through and note how it ends; raises ``OutOfOrder`` for one too soon.

        ``OutOfOrder`` also stands for trouble that comes out of it; anything else passes.
        """
        began = self.now()
        if self._rests(began):
            raise OutOfOrder(self._sentence)
        self._under_way += 1
        try:
            yield
        except DatabaseError as error:
            if not is_trouble(error):
                raise
            self._fail(str(error.orig), began)
            raise OutOfOrder(self._sentence) from error
        else:
            self._work()
        finally:
            self._under_way -= 1

    @property
    def _sentence(self) -> str:
        return f"The database cannot be {self.what}: {self._why}."

    def _work(self) -> None:
        if self.failing:
            log.warning("The database can be %s again", self.what)
            self._why, self._told_at = "", None
        self.worked_at = self.now()

    def _rests(self, now: float) -> bool:
        slow = self.failing and self._took_seconds >= SLOW_SECONDS
        return slow and (self._under_way > 0 or now - self._failed_at < REST_SECONDS)

    def _fail(self, why: str, began: float) -> None:
        now = self.now()
        self._why, self._failed_at, self._took_seconds = why, now, now - began
        if self._told_at is None or now - self._told_at >= LOG_SECONDS:
            self._told_at = now
            log.error("%s Tables stand still until it can be", self._sentence)

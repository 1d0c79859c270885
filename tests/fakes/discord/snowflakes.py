"""The numbers of everything: each tells when it was made."""

import itertools

from bot.ports import Clock

DISCORD_EPOCH_SECONDS = 1_420_070_400.0
"""When Discord's time begins, the first second of 2015, in seconds since 1970."""

FOUNDED = 1_577_836_800.0
"""When the people and guilds here were made, one a millisecond, in seconds since 1970."""


def snowflake_at(seconds: float) -> int:
    """Return the first number of a moment, in seconds since 1970."""
    return round((seconds - DISCORD_EPOCH_SECONDS) * 1000) << 22


class Snowflakes:
    """Numbers that rise with the clock.

    Those of people and guilds lie a millisecond apart however fast a test makes them, for it is by
    the milliseconds of a guild that its shard is chosen.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._last = 0
        self._founded = (FOUNDED + number / 1000 for number in itertools.count())

    def next(self) -> int:
        """Return the number of what is made now."""
        self._last = max(self._last + 1, snowflake_at(self._clock.now()))
        return self._last

    def long_ago(self) -> int:
        """Return the number of what was made before all this began."""
        return snowflake_at(next(self._founded))

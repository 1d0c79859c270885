"""Several connections to Discord: which of them are away, since when, and whose tables wait."""

from collections.abc import Collection
from dataclasses import dataclass, field


def shard_of(guild: int, shards: int) -> int:
    """Return over which of so many connections a guild comes (events/gateway, sharding)."""
    return (guild >> 22) % shards


@dataclass
class Shards:
    """What is known of all connections, and goes on to be while they are built anew.

    Each is away until it comes up. Its guilds, by number, wait once that takes longer than
    ``patience_seconds``. Times are those of the event loop.
    """

    patience_seconds: float
    count: int = 0
    _away_since: dict[int, float] = field(default_factory=dict)
    _waiting: dict[int, frozenset[int]] = field(default_factory=dict)

    def begin(self, count: int, now: float) -> frozenset[int]:
        """Take all for away from now on that were up; return whose wait is over.

        Connections of another number are new ones, each with other guilds.
        """
        waited = self.waiting if count != self.count else frozenset()
        if count != self.count:
            self._away_since.clear()
            self._waiting.clear()
            self.count = count
        for shard in range(count):
            self.down(shard, now)
        return waited

    def down(self, shard: int, now: float) -> None:
        """Note that one is lost; may be said again of one that is away."""
        self._away_since.setdefault(shard, now)

    def up(self, shard: int) -> frozenset[int]:
        """Note that one is there; return whose wait is over."""
        self._away_since.pop(shard, None)
        return self._waiting.pop(shard, frozenset())

    def is_up(self, shard: int) -> bool:
        """Whether one is there."""
        return shard not in self._away_since

    @property
    def away(self) -> int:
        """How many are away."""
        return len(self._away_since)

    @property
    def overdue(self) -> bool:
        """Whether one has been away for so long that its guilds wait."""
        return bool(self._waiting)

    @property
    def waiting(self) -> frozenset[int]:
        """All guilds that wait."""
        return frozenset[int]().union(*self._waiting.values())

    def due(self, now: float) -> list[int]:
        """Return those whose guilds do not wait yet, and should."""
        return [
            shard
            for shard, since in self._away_since.items()
            if now - since > self.patience_seconds and shard not in self._waiting
        ]

    def let_wait(self, shard: int, guilds: Collection[int]) -> frozenset[int]:
        """Let those of some guilds wait that come over one that is away; return which they are."""
        if self.is_up(shard):
            return frozenset()
        mine = frozenset(guild for guild in guilds if shard_of(guild, self.count) == shard)
        self._waiting[shard] = mine
        return mine

    @property
    def words(self) -> str:
        """Say to whoever runs us how many are away."""
        verb = "is" if self.away == 1 else "are"
        return f"{self.away} of {self.count} connections {verb} away and built anew"

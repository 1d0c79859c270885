"""Taking nothing twice that a platform tells again."""

from collections import OrderedDict
from collections.abc import Hashable

_REMEMBERED = 4096


class Once:
    """Remembers the last few thousand of what came; the house knows the rest."""

    def __init__(self) -> None:
        self._seen: OrderedDict[Hashable, None] = OrderedDict()

    def is_new(self, what: Hashable) -> bool:
        """Whether something comes for the first time to this process."""
        if what in self._seen:
            return False
        self._seen[what] = None
        if len(self._seen) > _REMEMBERED:
            self._seen.popitem(last=False)
        return True

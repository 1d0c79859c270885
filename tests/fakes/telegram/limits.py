"""How fast a bot may send, as the platform documents it.

One message a second in a chat, short bursts tolerated; twenty a minute in a group, edits counted
like new messages; about thirty a second overall. Answers to presses are free.
"""

import math
from collections import defaultdict, deque
from dataclasses import dataclass, field

from bot.ports import Clock
from tests.fakes.telegram.chats import Chat, Kind
from tests.fakes.telegram.refusals import flooded

GROUPS = {Kind.GROUP, Kind.SUPERGROUP}


@dataclass
class Limits:
    """What a bot has sent, and whether that was too much.

    ``enforced`` is off until a test asks for it. ``chat_burst`` is how many messages a chat takes
    at once after a silence; who goes on is held to ``chat_seconds`` a message.
    """

    clock: Clock
    enforced: bool = False
    chat_seconds: float = 1.0
    chat_burst: int = 3
    group_per_minute: int = 20
    overall_per_second: int = 30
    _overall: deque[float] = field(default_factory=deque)
    _groups: defaultdict[int, deque[float]] = field(default_factory=lambda: defaultdict(deque))
    _earliest: defaultdict[int, float] = field(default_factory=lambda: defaultdict(float))

    def spend(self, chat: Chat) -> None:
        """Count a message or an edit; raises ``BotApiError`` 429 where it is one too many."""
        if not self.enforced:
            return
        now = self.clock.now()
        wait = max(
            self._chat_wait(chat, now),
            _window_wait(self._groups[chat.id], now, 60.0, self.group_per_minute)
            if chat.kind in GROUPS
            else 0.0,
            _window_wait(self._overall, now, 1.0, self.overall_per_second),
        )
        if wait > 0:
            raise flooded(max(1, math.ceil(wait)))
        self._earliest[chat.id] = max(self._earliest[chat.id], now) + self.chat_seconds
        self._groups[chat.id].append(now)
        self._overall.append(now)

    def _chat_wait(self, chat: Chat, now: float) -> float:
        """How long until a chat takes a message: each moves the regular next one a second on."""
        ahead = self._earliest[chat.id] - now
        return ahead - self.chat_seconds * (self.chat_burst - 1)


def _window_wait(times: deque[float], now: float, seconds: float, most: int) -> float:
    """How long until a window has room for one more; times that left it are forgotten."""
    while times and times[0] <= now - seconds:
        times.popleft()
    return times[len(times) - most] + seconds - now if len(times) >= most else 0.0

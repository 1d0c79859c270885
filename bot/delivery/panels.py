"""The hand panel: one private message for each person and table, edited in place.

Private messages wait for no group. Who cannot be written to still plays: that is noted, and not
tried again before the next match.
"""

import asyncio
from collections import deque
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Protocol

from bot.basics import PlayerId
from bot.delivery.outlet import Outlet
from bot.delivery.pacing import Window, person_window
from bot.delivery.pump import Job, Pump, oldest
from bot.delivery.refs import PANEL, Key, digest_of
from bot.message import PrivateMessage
from bot.notices import HandShown
from bot.ports import Gone, Later, PlatformError, Unknown, Unreachable

ANSWERS_WAITING_MAX = 5
"""So many answers wait for one person; who asks faster than that gets no more of them."""


class ReachChanged(Protocol):
    """Called when a person turns out to be unreachable in private, or reachable (again)."""

    def __call__(self, player: PlayerId, *, reachable: bool) -> None:
        """Take note."""


Match = tuple[int, int]
"""Table and round: in 21 a match is one round."""


@dataclass
class Panel:
    """One panel: the newest hand in words, whether it waits to be sent and since when.

    ``at`` is since when the message is there, ``ends`` marks the panel of a table that has closed.
    """

    hand: HandShown
    message: PrivateMessage
    waits: bool = True
    at: float | None = None
    ends: bool = False
    doubts: int = 0
    since: float = 0.0

    @property
    def match(self) -> Match:
        """The match it belongs to."""
        return self.hand.table, self.hand.round

    def let_wait(self, now: float) -> None:
        """Let it be sent, waiting since now unless it waits already."""
        self.since = self.since if self.waits else now
        self.waits = True


@dataclass
class PersonLane:
    """Everything that goes to one person's private chat.

    ``changed`` is told when the person turns out to be unreachable, or reachable again.
    """

    player: PlayerId
    outlet: Outlet
    changed: ReachChanged
    _window: Window = field(init=False)
    _pump: Pump = field(init=False)
    _panels: dict[int, Panel] = field(default_factory=dict)
    _unreachable_in: Match | None = None
    _turns: deque[asyncio.Future[bool]] = field(default_factory=deque)

    def __post_init__(self) -> None:
        self._window = person_window(self.outlet.pacing)
        self._pump = Pump(self.outlet.clock, self.outlet.tasks, self.outlet.turns, self._plan)

    def show(self, hand: HandShown) -> None:
        """Show the person's hand; the latest view wins."""
        message = self.outlet.presenter.hand(hand)
        now = self.outlet.clock.now()
        panel = self._panels.setdefault(hand.table, Panel(hand, message, since=now))
        panel.hand, panel.message = hand, message
        panel.let_wait(now)
        panel.waits = self._unreachable_in != panel.match
        panel.ends = panel.ends and hand.over
        self._pump.poke()

    def end(self, table: int, *, forget: bool) -> None:
        """Let the panel of a table look over: no round runs there; ``forget``: it has closed."""
        key, panel = self._key(table), self._panels.get(table)
        if panel is not None and self.outlet.refs.get(key) is not None:
            over = replace(panel.hand, over=True, choices=())
            panel.hand, panel.message = over, self.outlet.presenter.hand(over)
            panel.let_wait(self.outlet.clock.now())
            panel.ends = forget
            self._pump.poke()
        elif forget:
            self._panels.pop(table, None)
            self.outlet.tasks.start(lambda: self.outlet.refs.drop(key))

    def note_unreachable(self, match: Match) -> None:
        """Note that the person could not be written to in that match."""
        self._unreachable_in = match
        self.changed(self.player, reachable=False)

    def note_reached(self) -> None:
        """Note that the person can be written to, and show what they have missed."""
        self._unreachable_in = None
        self.changed(self.player, reachable=True)
        for panel in self._panels.values():
            panel.let_wait(self.outlet.clock.now())
        self._pump.poke()

    @property
    def waiting_since(self) -> float | None:
        """When the oldest of what the person waits for was told, ``None`` if all has gone out."""
        waiting = (panel.since for panel in self._panels.values() if panel.waits)
        return oldest((*waiting, self._pump.sending_since))

    @property
    def waiting(self) -> int:
        """How many panels and answers wait to go out, with the one on its way."""
        panels = sum(panel.waits for panel in self._panels.values())
        return panels + len(self._turns) + self._pump.is_sending

    async def turn_to_answer(self) -> bool:
        """Return once an answer may go to the person, ``False`` where too many wait already."""
        if len(self._turns) >= ANSWERS_WAITING_MAX or self._pump.closed:
            return False
        turn: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._turns.append(turn)
        self._pump.poke()
        return await turn

    async def _give_turn(self) -> None:
        turn = self._turns.popleft()
        if not turn.done():
            self.outlet.count(self._window)
            turn.set_result(True)

    def hold(self, seconds: float) -> None:
        """Send nothing for a while: the platform asked for a pause."""
        self._window.hold(self.outlet.clock.now() + seconds)

    def stop(self) -> None:
        """Call off what waits for its time."""
        self._pump.close()
        while self._turns:
            turn = self._turns.popleft()
            if not turn.done():
                turn.set_result(False)

    def _key(self, table: int) -> Key:
        return self.player, PANEL, str(table)

    def _plan(self) -> Job | None:
        due = self.outlet.due(self._window)
        if self._turns:
            return Job(due, 0, self._give_turn)
        waiting = (table for table, panel in self._panels.items() if panel.waits)
        table = next(waiting, None)
        if table is None:
            return None
        return Job(due, 0, partial(self._send, table), self._panels[table].since)

    async def _send(self, table: int) -> None:
        panel, refs = self._panels[table], self.outlet.refs
        panel.waits = False
        if not refs.shows(self._key(table), digest_of(panel.message)):
            await self._call(table, panel)
        if panel.ends and not panel.waits:
            del self._panels[table]
            await refs.drop(self._key(table))

    async def _call(self, table: int, panel: Panel) -> None:
        key, now = self._key(table), self.outlet.clock.now()
        await self._replace_if_too_old(key, panel)
        known = self.outlet.refs.get(key)
        is_new = known is None or known.message is None
        self.outlet.count(self._window)
        try:
            await self._put(key, panel)
        except PlatformError as failure:
            self._heed(panel, failure, is_new=is_new)
            return
        panel.at, panel.doubts = (now if is_new else panel.at), 0
        if self._unreachable_in is not None:
            self._unreachable_in = None
            self.changed(self.player, reachable=True)

    async def _replace_if_too_old(self, key: Key, panel: Panel) -> None:
        """Delete a panel that can be edited no longer, so that the next is a new message."""
        ref = self.outlet.refs.get(key)
        if ref is None or ref.message is None or not self.outlet.is_too_old(ref, panel.at):
            return
        await self.outlet.refs.drop(key)
        self.outlet.count_another(self._window)
        with suppress(PlatformError):  # it stays there as it was: what matters is the new one
            await self.outlet.messenger.retract(self.player, ref.message)

    async def _put(self, key: Key, panel: Panel) -> None:
        messenger, message = self.outlet.messenger, panel.message
        digest = digest_of(message)
        await self.outlet.refs.send(
            key,
            digest,
            self.outlet.mark(key, digest),
            lambda mark: messenger.whisper(self.player, message, mark),
            lambda message_id: messenger.rewrite(self.player, message_id, message),
        )
        # A panel that was sent before and has come back under its mark is edited next.
        panel.waits = panel.waits or not self.outlet.refs.shows(key, digest)

    def _heed(self, panel: Panel, failure: PlatformError, *, is_new: bool) -> None:
        """Draw the consequence of a platform error; a message sent or not is left to the next."""
        match failure:
            case Later(seconds=seconds):
                self.hold(seconds)
                panel.waits = True
            case Gone() if not is_new:
                panel.waits = not panel.ends
            case Gone() | Unreachable():
                self.note_unreachable(panel.match)
            case Unknown() if self.outlet.may_repeat(failure, is_new=is_new):
                panel.doubts += 1
                panel.waits = self._window.doubt(self.outlet.clock.now(), panel.doubts)
            case _:
                pass

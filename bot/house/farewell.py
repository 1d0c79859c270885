"""Forgetting people: off every table, and once no round holds them, out of everything kept.

Whoever confirms ``/forgetme`` is noted in the store before anything else happens, so that neither
a failure nor a restart loses the wish; until it is done they can ask for nothing else.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import AsyncExitStack, contextmanager
from dataclasses import dataclass, field, replace

from bot.basics import FORGOTTEN, PlayerId, not_now, unreadable
from bot.house import lobby
from bot.house.archive import stored_table
from bot.house.decision import Context, Decision, accepted
from bot.house.engine import Engine
from bot.house.oblivion import is_remembered, nameless, names_at, quoted, renamed, without
from bot.house.play import plays
from bot.house.questions import DAY_SECONDS
from bot.house.slots import Slot
from bot.house.table import Table
from bot.notices import Forgotten, Notice, TablePhase
from bot.ports import FORGOTTEN_SECONDS, Clock, Entropy, Erasure, Store, StoreFailed, TableRow
from bot.requests import Reply, Request
from bot.trouble import log_failure

log = logging.getLogger(__name__)


@dataclass
class Leaving:
    """Somebody who waits to be forgotten; ``held_at`` are the tables whose rounds hold them."""

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    held_at: frozenset[int] = frozenset()


@dataclass
class Attendance:
    """Whose requests are under way: nobody is forgotten in the middle of one."""

    _inside: Counter[PlayerId] = field(default_factory=Counter)
    _empty: dict[PlayerId, asyncio.Event] = field(default_factory=dict)

    def enter(self, player: PlayerId) -> None:
        """Note that a request of a person has begun."""
        self._inside[player] += 1

    def leave(self, player: PlayerId) -> None:
        """Note that a request of a person has ended."""
        self._inside[player] -= 1
        if self._inside[player]:
            return
        del self._inside[player]
        if player in self._empty:
            self._empty.pop(player).set()

    @contextmanager
    def of(self, player: PlayerId) -> Iterator[None]:
        """Note a request for as long as the block runs."""
        self.enter(player)
        try:
            yield
        finally:
            self.leave(player)

    async def ends(self, player: PlayerId) -> None:
        """Wait until nothing of a person is under way."""
        while player in self._inside:
            await self._empty.setdefault(player, asyncio.Event()).wait()


class Farewells:
    """Sees people off. ``slots`` are all tables, ``notify`` is told when somebody is forgotten."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        entropy: Entropy,
        engine: Engine,
        slots: Callable[[], Iterable[Slot]],
        notify: Callable[[Notice], None],
    ) -> None:
        self._store = store
        self._clock = clock
        self._entropy = entropy
        self._engine = engine
        self._slots = slots
        self._notify = notify
        self._leaving: dict[PlayerId, Leaving] = {}
        self.attendance = Attendance()

    async def recover(self) -> None:
        """Go on with everybody who asked to be forgotten before the house was thrown away."""
        await self._store.drop_expired(self._clock.now())
        for player in await self._store.leavers():
            self._leaving.setdefault(player, Leaving())
            self._start(player)

    def round_ended(self, table: int) -> None:
        """No round runs at a table: perhaps somebody can be forgotten now."""
        for player, leaving in self._leaving.items():
            if table in leaving.held_at:
                self._start(player)

    def check_stays(self, player: PlayerId) -> None:
        """Refuse what somebody asks who waits to be forgotten.

        Raises ``Refusal(not_now, "being-forgotten")``.
        """
        if player in self._leaving:
            raise not_now("being-forgotten")

    async def asked(self, request: Request) -> Reply:
        """Answer ``/forgetme``: say what it does, or do it.

        Nothing of this is recorded: a repeat comes to the same. Raises
        ``Refusal(unreadable, "forget-yes-or-nothing")``.
        """
        player = request.player
        words = tuple(word.casefold() for word in request.args)
        if words not in {(), ("yes",)}:
            raise unreadable("forget-yes-or-nothing")
        if not words and player not in self._leaving:
            return accepted("forget-what", days=FORGOTTEN_SECONDS // DAY_SECONDS)
        if words:
            await self._note(player)
        forgotten = await self._carry_on(player)
        return accepted("forgotten" if forgotten else "forgetting")

    async def _note(self, player: PlayerId) -> None:
        """Let a person be forgotten of whom anything is known."""
        if player not in self._leaving and await self._store.knows(player):
            await self._store.note_leaver(player)
            self._leaving.setdefault(player, Leaving())

    async def _carry_on(self, player: PlayerId) -> bool:
        """Forget somebody if that can be done now; what fails is tried again."""
        try:
            return await self._seen_off(player)
        except StoreFailed:  # the store says so itself
            self._engine.later(lambda: self._try_again(player))
        except Exception as failure:
            log_failure(log, "somebody was not forgotten yet", failure)
            self._engine.later(lambda: self._try_again(player))
        return False

    async def _try_again(self, player: PlayerId) -> None:
        await self._carry_on(player)

    def _start(self, player: PlayerId) -> None:
        self._engine.started(self._carry_on(player))

    async def _seen_off(self, player: PlayerId) -> bool:
        """Return whether a person is forgotten by now."""
        leaving = self._leaving.get(player)
        if leaving is None:
            return True
        async with leaving.lock:
            if player not in self._leaving:
                return True
            await self.attendance.ends(player)
            for slot in self._in_order():
                await self._leave(slot, player)
            return await self._forget(player, leaving)

    def _in_order(self) -> list[Slot]:
        """Return every table, always in one order: locks are taken in it."""
        return sorted(self._slots(), key=lambda slot: slot.table.number)

    async def _leave(self, slot: Slot, player: PlayerId) -> None:
        if not slot.stale and not _sits(slot, player):
            return
        async with slot.lock:
            await self._engine.reload_if_stale(slot)
            if _sits(slot, player):
                # An id of chance: one with the person in it would be kept with the answer.
                number = f"forget:{self._entropy.seed().hex()}"
                request = Request(number, slot.table.chat, player, "", "leave")
                await self._engine.carried_out(slot, request, _leave_at_once)

    async def _forget(self, player: PlayerId, leaving: Leaving) -> bool:
        """Forget a person unless a round holds them, while every table that knows them waits."""
        async with AsyncExitStack() as quiet:
            near = [slot for slot in self._in_order() if is_remembered(slot.table, player)]
            for slot in near:
                await quiet.enter_async_context(slot.lock)
                await self._engine.reload_if_stale(slot)
            held = frozenset(each.table.number for each in near if plays(each.table, player))
            leaving.held_at = held
            if held:
                return False
            await self._erase(player, near)
        return True

    async def _erase(self, player: PlayerId, near: list[Slot]) -> None:
        pseudonym = PlayerId(f"{FORGOTTEN}{self._entropy.seed().hex()[:16]}")
        tables = [without(slot.table, player, pseudonym) for slot in near]
        names = frozenset(name for slot in near for name in names_at(slot.table, player))
        names |= frozenset((await self._store.names([player])).values())
        others = [row async for row in self._unread(player, pseudonym, names)]
        naming = await self._store.rounds_naming(quoted(player))
        erasure = Erasure(
            at=self._clock.now(),
            player=player,
            pseudonym=pseudonym,
            names=names,
            tables=(*map(stored_table, tables), *others),
            rounds=tuple(
                replace(row, setup=renamed(row.setup, player, pseudonym)) for row in naming
            ),
        )
        self._notify(Forgotten(player))  # first, so that nothing is noted of them afterwards
        with self._engine.unknown_if_it_fails(near):
            await self._store.forget(erasure)
        self._leaving.pop(player, None)
        for slot, table in zip(near, tables, strict=True):
            slot.table = table
            if table.phase is not TablePhase.CLOSED:
                self._engine.tell_table(slot)

    async def _unread(
        self, player: PlayerId, pseudonym: PlayerId, names: frozenset[str]
    ) -> AsyncIterator[TableRow]:
        """Yield what is stored of tables that could not be brought back, without a person."""
        known = {slot.table.number for slot in self._slots()}
        for row in await self._store.tables():
            if row.number not in known and quoted(player) in row.state:
                state = nameless(renamed(row.state, player, pseudonym), names)
                yield replace(row, state=state)


def _leave_at_once(table: Table, ctx: Context) -> Decision:
    return lobby.leave(table, ctx, at_once=True)


def _sits(slot: Slot, player: PlayerId) -> bool:
    sitter = slot.table.sitter(player)
    is_open = slot.table.phase is not TablePhase.CLOSED
    return is_open and sitter is not None and not sitter.leaving

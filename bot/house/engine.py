"""Decide, commit, swap, tell, under the lock of one table; its clock, its recovery."""

import asyncio
import logging
from collections.abc import Callable, Coroutine, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, TypeVar

from bot.basics import PlayerId, Refusal, not_now, unreadable
from bot.games import game_of_rules
from bot.house import lobby, play, showing
from bot.house.archive import VOIDED, stored_table
from bot.house.closing import retire
from bot.house.decision import Context, Decision, DeckMaker, accepted
from bot.house.kept import replied, stored
from bot.house.nudging import Turn, nudge_at, nudged, turns_waited_for
from bot.house.recovery import Unplayable, revive
from bot.house.rules import in_force
from bot.house.settings import HouseSettings
from bot.house.slots import Slot
from bot.house.table import Table, Wallets, load_table
from bot.house.telling import told, told_of_void, told_of_yielding
from bot.house.timers import postponed, with_grace
from bot.ledger import deltas, wallet
from bot.notices import Notice, TablePhase, Urgency
from bot.ports import (
    ActionRow,
    Clock,
    Commit,
    Done,
    Entropy,
    Known,
    Outcome,
    ResultRow,
    RoundRow,
    Store,
    StoreFailed,
    TableRow,
)
from bot.requests import Reply, Request, refused
from bot.trouble import log_failure

log = logging.getLogger(__name__)

SYSTEM = PlayerId("system:clock")
"""Who asks when time runs out."""

ATTEMPTS = 3
"""How often a decision is made anew because a wallet ran short meanwhile."""

Decide = Callable[[Table, Context], Decision]

Found = tuple[RoundRow, Sequence[ActionRow]] | None
"""A stored round with its actions."""

Result = TypeVar("Result")

_CLOCK_REQUEST = Request("", None, SYSTEM, "", "recover")


def _called_off(found: Found) -> str | None:
    """Return the result of a round that does not go on, ``None`` if none is open in the store."""
    return VOIDED if found and found[0].result is None else None


class Engine:
    """Changes tables, one request at a time each. Callers hold the table's lock.

    ``notify`` is told what happened, in order, after it is durable.
    """

    def __init__(
        self,
        store: Store,
        clock: Clock,
        entropy: Entropy,
        make_deck: DeckMaker,
        notify: Callable[[Notice], None],
        settings: HouseSettings,
    ) -> None:
        self._store = store
        self._clock = clock
        self._entropy = entropy
        self._make_deck = make_deck
        self._notify = notify
        self._settings = settings
        self._tasks: set[asyncio.Task[Any]] = set()

    def default_game(self) -> str:
        """Return the game of the rules that a chat starts with."""
        game = game_of_rules(self._settings.rules)
        if game is None:
            raise unreadable("unknown-rules", rules=self._settings.rules, known="")
        return game.name

    def started(self, work: Coroutine[Any, Any, Result]) -> asyncio.Task[Result]:
        """Run work as a task that ``drain`` waits for."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def later(self, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Run work after a while: what it needed did not work now."""
        at = self._clock.now() + self._settings.retry_seconds
        self._clock.call_at(at, lambda: self._start(work))

    def _start(self, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        self.started(work())

    async def drain(self) -> None:
        """Wait until no request and no timeout is under way."""
        while self._tasks:
            await asyncio.gather(*self._tasks, return_exceptions=True)

    async def carried_out(self, slot: Slot, request: Request, decide: Decide) -> Reply:
        """Decide, commit, swap, tell; a wallet that ran short meanwhile means deciding again."""
        short = 0
        for _ in range(ATTEMPTS):
            ctx = await self.context(slot, request)
            try:
                decision = decide(slot.table, ctx)
            except Refusal as refusal:
                decision = Decision(slot.table, refused(refusal))
            outcome = await self.commit(slot, request, decision, ctx.at)
            if isinstance(outcome, Known):
                return replied(outcome.answer)
            if isinstance(outcome, Done):
                if decision.table is not slot.table or decision.fresh:
                    self._swap(slot, decision, ctx.wallets)
                return decision.reply
            short = outcome.chips
        if request.player == SYSTEM:
            raise RuntimeError("chips ran short for the clock")  # nobody to refuse: try later
        reply = refused(not_now("chips-moved", have=short))
        await self._store.commit(Commit(self._clock.now(), request.id, stored(reply)))
        return reply

    async def context(self, slot: Slot, request: Request) -> Context:
        """Return what a decision about a table may know at this moment."""
        table = slot.table
        dealt = table.running.everyone if table.running else ()  # some may have left since
        players = {request.player, *dealt, *(sitter.player for sitter in table.sitters)}
        accounts = {player: wallet(table.community, player) for player in players}
        held = await self._store.balances(accounts.values())
        return Context(
            at=self._clock.now(),
            request=request,
            wallets={player: held[account] for player, account in accounts.items()},
            fresh_seed=self._entropy.seed().hex(),
            settings=self._settings,
            make_deck=self._make_deck,
            live=slot.live,
        )

    async def commit(self, slot: Slot, request: Request, decision: Decision, at: float) -> Outcome:
        """Make a decision durable. What fails leaves the table to be read again before anything."""
        table = decision.table
        changed = table is not slot.table
        row, ended = None, decision.result
        if changed:
            row = stored_table(table)
        commit = Commit(
            at,
            request.id,
            stored(decision.reply),
            decision.transfers,
            row,
            decision.round,
            decision.actions,
            None if ended is None else ResultRow(table.number, table.round, ended),
        )
        with self.unknown_if_it_fails([slot]):
            return await self._store.commit(commit)

    @contextmanager
    def unknown_if_it_fails(self, slots: Iterable[Slot]) -> Iterator[None]:
        """Let tables be read again before anything, when what is written of them fails."""
        try:
            yield
        except BaseException:
            for slot in slots:
                slot.stale = True  # durable or not: nobody knows until it is read again
                self._look_again_soon(slot)
            raise

    def _swap(self, slot: Slot, decision: Decision, wallets: Wallets) -> None:
        before, live, slot.held_up = slot.table, slot.live, False
        slot.table = decision.table
        if slot.frozen_at is not None and slot.table.deadline != before.deadline:
            slot.frozen_at = self._clock.now()  # of that deadline no time has passed yet
        slot.live = (decision.live or slot.live) if decision.table.running else None
        self._set_timer(slot)
        moved = deltas(decision.transfers)
        community = decision.table.community
        wallets = {
            player: chips + moved.get(wallet(community, player), 0)
            for player, chips in wallets.items()
        }
        self._tell(slot, decision, wallets)
        for notice in told_of_yielding(before, live, slot.table, wallets):
            self._notify(notice)
        if before.phase is TablePhase.PLAY and decision.table.running is None:
            for notice in told_of_void(before, live):
                self._notify(notice)

    # --- telling ----------------------------------------------------------------------------

    def _tell(self, slot: Slot, decision: Decision, wallets: Wallets) -> None:
        for notice in told(decision, slot.live, wallets, self._settings):
            self._notify(notice)

    def tell_table(self, slot: Slot) -> None:
        """Tell a table as it is now to its chat, when there is room."""
        shown = showing.table_shown(slot.table, slot.live, self._settings, Urgency.PROGRESS)
        self._notify(shown)

    async def tell_all(self, slot: Slot, *, fresh: bool = False) -> None:
        """Tell a table as it is now to everyone at it."""
        wallets = (await self.context(slot, _CLOCK_REQUEST)).wallets
        decision = Decision(
            slot.table, accepted("recovered"), urgency=Urgency.TURN, hands=None, fresh=fresh
        )
        self._tell(slot, decision, wallets)

    async def tell_hand(self, slot: Slot, request: Request) -> None:
        """Show the asker's hand as it is now."""
        wallets = (await self.context(slot, request)).wallets
        hand = showing.hand_shown(slot.table, slot.live, request.player, wallets)
        if hand is not None:
            self._notify(hand)

    # --- time -------------------------------------------------------------------------------

    def _set_timer(self, slot: Slot) -> None:
        if slot.frozen_at is not None:
            return
        table = slot.table
        if slot.timer is not None and slot.timed != table.deadline_number:
            slot.timer.cancel()
            slot.timer = None
        if table.deadline is not None and slot.timer is None:
            slot.timed = table.deadline_number
            number = slot.timed
            slot.timer = self._clock.call_at(table.deadline, lambda: self._time_is_up(slot, number))
        self._set_nudge(slot)

    def _set_nudge(self, slot: Slot) -> None:
        """Take back what was said to who has acted; who is waited for is reminded once, later."""
        if slot.nudge_timer is not None:
            slot.nudge_timer.cancel()
            slot.nudge_timer = None
        waited_for = turns_waited_for(slot.table)
        still = tuple(turn for turn in slot.nudged if turn in waited_for)
        if still != slot.nudged:
            self._nudge(slot, still)
        at = nudge_at(slot.table, self._settings)
        if at is not None and set(waited_for) > set(still):
            slot.nudge_timer = self._clock.call_at(at, lambda: self._nudge(slot, waited_for))

    def _nudge(self, slot: Slot, turns: tuple[Turn, ...]) -> None:
        slot.nudged = turns
        self._notify(nudged(slot.table, turns))

    def _time_is_up(self, slot: Slot, number: int) -> None:
        slot.timer = None
        self.started(self._timeout(slot, number))

    async def _timeout(self, slot: Slot, number: int) -> None:
        try:
            await self._act_for_the_late(slot, number)
        except Exception as failure:
            # A table whose clock has died would never move again: try later.
            log_failure(log, f"table {slot.table.number}: time ran out", failure)
            slot.held_up = slot.held_up or isinstance(failure, StoreFailed)
            again_at = self._clock.now() + self._settings.retry_seconds
            slot.timer = self._clock.call_at(again_at, lambda: self._time_is_up(slot, number))

    async def _act_for_the_late(self, slot: Slot, number: int) -> None:
        async with slot.lock:
            await self.reload_if_stale(slot)
            table = slot.table
            if slot.frozen_at is not None:
                return  # the chat was out of reach before this could be carried out
            if table.deadline_number != number:
                return  # somebody acted in time; an old timer is dropped and not stored
            if slot.held_up:
                await self._grant_grace(slot)
                return
            request = Request(f"timeout:{table.number}:{number}", table.chat, SYSTEM, "", "timeout")
            await self.carried_out(slot, request, self._time_is_up_at)

    def _time_is_up_at(self, table: Table, ctx: Context) -> Decision:
        """Return what follows; a round that its rules cannot go on with is voided, as in recovery.

        X11: there, everybody's stake would lie at a table whose time never runs out again.
        """
        try:
            return lobby.time_is_up(table, ctx)
        except Exception as failure:
            if table.phase is not TablePhase.PLAY:
                raise
            log_failure(log, f"table {table.number}: round {table.round} cannot go on", failure)
            return _voided(table, ctx)

    async def _grant_grace(self, slot: Slot) -> None:
        """Let people act, as after a restart, who could not while the store failed."""
        await self._store.probe()
        slot.held_up = False
        self._wait_a_little(slot)
        await self.tell_all(slot)

    def _wait_a_little(self, slot: Slot) -> None:
        if slot.table.deadline is not None:
            slot.table = with_grace(slot.table, self._clock.now(), self._settings)
            self._set_timer(slot)

    def freeze(self, slot: Slot) -> None:
        """Let nothing fall due at a table whose chat is out of reach; twice is as once.

        Needs no lock: what is being decided is carried out, and sets no clock.
        """
        if slot.frozen_at is None:
            slot.frozen_at = self._clock.now()
            slot.stop()

    async def thaw(self, slot: Slot) -> None:
        """Let the clock of a table go on where it stood, and show it again.

        Stored, so that what was left of a long turn outlasts a restart as any deadline does.
        """
        await self.reload_if_stale(slot)
        table, since = slot.table, slot.frozen_at
        if since is None:
            return
        slot.frozen_at = None  # before the clock is set; the chat may get out of reach meanwhile
        if table.phase is TablePhase.CLOSED:
            return
        number = f"thaw:{table.number}:{table.deadline_number}"
        request = Request(number, table.chat, SYSTEM, "", "thaw")

        def decide(table: Table, ctx: Context) -> Decision:
            return Decision(
                postponed(table, since, ctx.at, ctx.settings),
                accepted("recovered"),
                urgency=Urgency.TURN,
                hands=None,
                fresh=table.phase is TablePhase.PLAY,  # a new message calls whose turn it is
            )

        try:
            await self.carried_out(slot, request, decide)
        except BaseException:
            slot.frozen_at = since
            raise

    # --- after a failure --------------------------------------------------------------------

    def show_again(self, slot: Slot) -> None:
        """Tell a table anew as it is in memory, for which nothing has to be stored."""
        shown = Decision(slot.table, accepted("table-shown"), urgency=Urgency.TURN, fresh=True)
        self._tell(slot, shown, {})

    def _look_again_soon(self, slot: Slot) -> None:
        """Read a table again even if nobody asks: it may have changed, with a clock to be set."""
        self.later(lambda: self._look_again(slot))

    async def _look_again(self, slot: Slot) -> None:
        try:
            async with slot.lock:
                await self.reload_if_stale(slot)
        except Exception as failure:
            log_failure(log, f"table {slot.table.number}: not read again", failure)
            self._look_again_soon(slot)

    async def reload_if_stale(self, slot: Slot) -> None:
        """Read a table again whose last commit nobody knows the fate of."""
        if not slot.stale:
            return
        rows = {row.chat: row for row in await self._store.tables()}
        row, held = rows.get(slot.table.chat), slot.table
        if row is not None:
            table = load_table(row.state)
            found = await self._found(table)
            # Not before all of it is read: a store that fails here leaves the cards in sight.
            slot.table = table
            await self._revive(slot, found)
            self._set_timer(slot)
        slot.stale = False
        if slot.table != held:  # it was durable after all, and nobody has been told
            await self.tell_all(slot, fresh=slot.table.round != held.round)

    async def _found(self, table: Table) -> Found:
        """Return the rows of a table's last round, ``None`` where there is none."""
        if table.running is None:
            return None
        return await self._store.round(table.number, table.round)

    async def _revive(self, slot: Slot, found: Found) -> None:
        """Play the last round again; void it, refunded and told, when it no longer plays."""
        table = slot.table
        slot.live = None
        if table.running is None:
            return
        try:
            slot.live = revive(found)
        except Unplayable as failure:
            log_failure(log, f"table {table.number}: round {table.round} cannot go on", failure)
            await self._void_unplayable(slot, found)

    async def _void_unplayable(self, slot: Slot, found: Found) -> None:
        table = slot.table
        if table.phase is not TablePhase.PLAY:
            slot.table = replace(table, running=None)
            return
        request = Request(f"void:{table.number}:{table.round}", table.chat, SYSTEM, "", "void")

        def decide(table: Table, ctx: Context) -> Decision:
            return replace(_voided(table, ctx), result=_called_off(found))

        await self.carried_out(slot, request, decide)

    # --- after a restart --------------------------------------------------------------------

    async def brought_back(self, row: TableRow, *, is_shown: bool) -> Slot:
        """Return the place of a stored table, its round played again, its clock set, told anew.

        A closed table is told only where somebody still sees it open (``is_shown``).
        """
        slot = Slot(load_table(row.state))
        try:
            in_force(slot.table)
        except Refusal as refusal:
            log_failure(log, f"table {row.number}: its rules are gone", refusal)
            await self._retire(slot)
        await self._revive(slot, await self._found(slot.table))
        if slot.table.phase is TablePhase.CLOSED and not is_shown:
            return slot
        self._wait_a_little(slot)
        await self.tell_all(slot)
        return slot

    async def _retire(self, slot: Slot) -> None:
        game = self.default_game()
        table = slot.table
        found = await self._found(table)
        number = f"retire:{table.number}:{table.deadline_number}"
        request = Request(number, table.chat, SYSTEM, "", "retire")

        def decide(table: Table, ctx: Context) -> Decision:
            retired = retire(table, ctx, game, self._settings.rules)
            return replace(retired, result=_called_off(found))

        await self.carried_out(slot, request, decide)


def _voided(table: Table, ctx: Context) -> Decision:
    return play.void(table, ctx, accepted("voided"))

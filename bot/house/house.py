"""The house: every request through one door, one lock a table; decide, commit, swap, tell."""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import Any, TypeVar

from bot.basics import ChatId, PlayerId, Refusal, ambiguous, not_now, unreadable
from bot.commands import CommandSpec, Kind, admit
from bot.games import game_of_rules
from bot.house import lobby, play, questions, showing
from bot.house.cashier import Cashier
from bot.house.decision import Context, Decision, DeckMaker, Live, accepted
from bot.house.moving import abandon, chips_moved
from bot.house.recovery import Unplayable, revive
from bot.house.settings import HouseSettings
from bot.house.slots import Slot
from bot.house.table import Table, Wallets, dump_table, load_table
from bot.ledger import deltas, wallet
from bot.notices import HandShown, Notice, Said, TablePhase, Urgency
from bot.ports import (
    Clock,
    Commit,
    Done,
    Entropy,
    Known,
    Outcome,
    ResultRow,
    Short,
    Store,
    TableRow,
    replied,
    stored,
)
from bot.requests import Reply, Request, laid_out, refused
from bot.trouble import log_failure

log = logging.getLogger(__name__)

SYSTEM = PlayerId("system:clock")
"""Who asks when time runs out."""

_CLOCK_REQUEST = Request("", None, SYSTEM, "", "recover")
_ATTEMPTS = 3

Result = TypeVar("Result")

_ANY_VIEW = {"join", "table", "new"}
"""Verbs that mean the same on an old message as on a new one."""
_NEEDS_NO_TABLE = {"help", "rules"}
"""Questions that are answered wherever they are asked."""


class House:
    """Deals for every chat. ``notify`` is told what happened, in order, after it is durable."""

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
        self._slots: dict[ChatId, Slot] = {}
        self._numbers = 0
        self._tasks: set[asyncio.Task[Any]] = set()
        self._new_ids: dict[ChatId, ChatId] = {}
        self._cashier = Cashier(store, clock, settings)

    # --- life -------------------------------------------------------------------------------

    async def recover(self) -> None:
        """Bring every table back from the store, with its cards, its clock and a grace period."""
        for row in await self._store.tables():
            self._numbers = max(self._numbers, row.number)
            slot = Slot(load_table(row.state))
            self._slots[row.chat] = slot
            await self._revive(slot)
            if slot.table.deadline is not None:
                grace = self._clock.now() + self._settings.restart_grace_seconds
                later = max(slot.table.deadline, grace)
                slot.table = replace(slot.table, deadline=later)
                self._set_timer(slot)
            if slot.table.phase is not TablePhase.CLOSED:
                await self._tell_all(slot)

    async def drain(self) -> None:
        """Wait until no request and no timeout is under way."""
        while self._tasks:
            await asyncio.gather(*self._tasks, return_exceptions=True)

    async def close(self) -> None:
        """Stop every timer and finish what is under way; tables stay as they are."""
        for slot in self._slots.values():
            if slot.timer is not None:
                slot.timer.cancel()
        await self.drain()

    # --- what happens to chats --------------------------------------------------------------

    async def move(self, old: ChatId, new: ChatId) -> None:
        """Let a chat's table and chips go on under another id; a second time changes nothing.

        Where a table was kept under the new id before, that one stays and the old one closes.
        """
        slot = self._slots.get(old)
        if slot is None or old == new:
            return
        if any(row.chat == new for row in await self._store.tables()):
            await self.abandon(old)
            await asyncio.shield(self._started(self._carry_over(slot, old, new, with_table=False)))
            return
        self._new_ids[old] = new
        self._slots[new] = self._slots.pop(old)
        await asyncio.shield(self._started(self._carry_over(slot, old, new, with_table=True)))

    async def abandon(self, chat: ChatId) -> None:
        """Close every table of a chat that the dealer was put out of, and give everything back."""
        for place, slot in list(self._slots.items()):
            if place == chat or place.startswith(f"{chat}:"):
                await asyncio.shield(self._started(self._abandon(slot)))

    async def _carry_over(self, slot: Slot, old: ChatId, new: ChatId, *, with_table: bool) -> None:
        async with slot.lock:
            await self._reload_if_stale(slot)
            table = replace(slot.table, chat=new) if with_table else slot.table
            request = Request(f"moved:{old}:{new}", new, SYSTEM, "", "moved")
            outcome: Outcome | None = None
            for _ in range(_ATTEMPTS):
                chips = await chips_moved(self._store, table, old, new)
                decision = Decision(table, accepted("recovered"), chips)
                outcome = await self._commit(slot, request, decision, self._clock.now())
                if not isinstance(outcome, Short):
                    break
            if isinstance(outcome, Done) and with_table:
                slot.table = table
                if table.phase is not TablePhase.CLOSED:
                    await self._tell_all(slot)

    async def _abandon(self, slot: Slot) -> None:
        async with slot.lock:
            await self._reload_if_stale(slot)
            table = slot.table
            if table.phase is not TablePhase.CLOSED:
                number = f"abandon:{table.number}:{table.deadline_number}"
                request = Request(number, table.chat, SYSTEM, "", "abandon")
                await self._carried_out(slot, request, abandon)

    # --- reading ----------------------------------------------------------------------------

    def table_of(self, chat: ChatId) -> Table | None:
        """Return a chat's table as it is now."""
        slot = self._slots.get(chat)
        return slot.table if slot else None

    def chat_of(self, table: int) -> ChatId | None:
        """Return where a table stands, ``None`` for a number that no table has."""
        return next((chat for chat, s in self._slots.items() if s.table.number == table), None)

    async def hand_of(self, request: Request) -> HandShown | None:
        """Return the asker's cards and choices as they are now, at the table the request means."""
        try:
            slot = self._slot_of(request)
        except Refusal:
            return None
        table = slot.table
        wallets = {request.player: await self._cashier.holds(table, request.player)}
        return showing.hand_shown(table, slot.live, request.player, wallets)

    # --- the door ---------------------------------------------------------------------------

    async def handle(self, request: Request) -> Reply:
        """Answer one request (design, section 4).

        Never raises a refusal, it is the answer; nor a failure: it is logged, the asker is told.
        """
        try:
            return await self._admitted(request)
        except Refusal as refusal:
            return refused(refusal)
        except Exception as failure:
            # One person's request must not take the adapter down; what it did is read again.
            log_failure(log, f"request {request.id}", failure)
            return refused(not_now("something-went-wrong"))

    async def _admitted(self, request: Request) -> Reply:
        spec = admit(request)
        request = laid_out(request)
        if spec.verb in _NEEDS_NO_TABLE:
            return self._answer_anywhere(request)
        try:
            slot = self._slot_of(request)
        except Refusal as refusal:
            if spec.kind is Kind.QUESTION:
                raise
            return await self._without_table(request, refusal)
        await self._store.remember_name(request.player, request.name)
        await self._cashier.welcome(slot.table, request.player)
        if spec.kind is Kind.QUESTION:
            return await self._answer_question(slot, request)
        self._check_room(slot, request.player)
        if spec.kind is Kind.CHIPS:
            tables = [other.table for other in self._slots.values()]
            work = self._cashier.pay(slot.table, request, tables)
            return await self._apart(slot, request.player, work)
        return await self._apart(slot, request.player, self._at_table(slot, request, spec))

    async def _without_table(self, request: Request, refusal: Refusal) -> Reply:
        """Refuse what means no table now; a repeat may have meant one when it was first asked."""
        reply = refused(refusal)
        outcome = await self._store.commit(Commit(self._clock.now(), request.id, stored(reply)))
        return replied(outcome.answer) if isinstance(outcome, Known) else reply

    def _check_room(self, slot: Slot, player: PlayerId) -> None:
        if slot.waiting.get(player, 0) >= self._settings.waiting_per_player:
            raise not_now("one-at-a-time")
        if sum(slot.waiting.values()) >= self._settings.waiting_in_all:
            raise not_now("too-many-waiting")

    async def _apart(self, slot: Slot, player: PlayerId, work: Coroutine[Any, Any, Reply]) -> Reply:
        """Run work as the house's own task: a caller that gives up leaves nothing half done."""
        slot.waiting[player] = slot.waiting.get(player, 0) + 1
        task = self._started(work)

        def finished(_: asyncio.Task[Reply]) -> None:
            slot.waiting[player] -= 1
            if not slot.waiting[player]:
                del slot.waiting[player]

        task.add_done_callback(finished)
        return await asyncio.shield(task)

    def _started(self, work: Coroutine[Any, Any, Result]) -> asyncio.Task[Result]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def _slot_of(self, request: Request) -> Slot:
        """Return the table a request means; in private the one its asker sits at."""
        if request.chat is not None:
            return self._slot(request.chat, request.language)
        own = [slot for slot in self._slots.values() if slot.table.sitter(request.player)]
        if request.seen is not None:
            # A button can be forged: in private it reaches no table but one's own.
            found = [slot for slot in own if slot.table.number == request.seen.table]
        else:
            found = [slot for slot in own if slot.table.phase is not TablePhase.CLOSED]
        if len(found) > 1:
            raise ambiguous("several-tables")
        if not found:
            raise not_now("no-table-in-private")
        return found[0]

    def _slot(self, chat: ChatId, language: str) -> Slot:
        chat = self._new_ids.get(chat, chat)
        slot = self._slots.get(chat)
        if slot is None:
            self._numbers += 1
            slot = self._slots[chat] = Slot(self._unopened(chat, self._numbers, language))
        return slot

    def _unopened(self, chat: ChatId, number: int, language: str) -> Table:
        """Return the table of a chat in which nothing was played yet."""
        rules = self._settings.rules
        game = game_of_rules(rules)
        if game is None:
            raise unreadable("unknown-rules", rules=rules, known="")
        return Table(chat, number, language, TablePhase.CLOSED, game.name, rules)

    # --- questions --------------------------------------------------------------------------

    async def _answer_question(self, slot: Slot, request: Request) -> Reply:
        table = slot.table
        match request.verb:
            case "hand":
                return questions.hand(table, request)
            case "balance":
                chips = await self._cashier.holds(table, request.player)
                return questions.balance(table, request, chips)
            case "top":
                return await self._cashier.top(
                    table, [other.table for other in self._slots.values()]
                )
            case _:
                raise AssertionError(f"nobody answers {request.verb}")

    def _answer_anywhere(self, request: Request) -> Reply:
        if request.verb == "help":
            return questions.help_(request.rights.admin)
        try:
            table = self._slot_of(request).table
        except Refusal:
            table = self._unopened(ChatId("nowhere"), 0, request.language)
        return questions.rules(table, request)

    # --- under the lock ---------------------------------------------------------------------

    async def _at_table(self, slot: Slot, request: Request, spec: CommandSpec) -> Reply:
        async with slot.lock:
            await self._reload_if_stale(slot)
            decide = play.act if spec.kind is Kind.PLAY else self._table_verb
            reply = await self._carried_out(slot, request, decide)
            if reply.key == "outdated" and request.seen and request.seen.counter is not None:
                await self._tell_hand(slot, request)  # an old panel is refused and edited
            return reply

    def _table_verb(self, table: Table, ctx: Context) -> Decision:
        if ctx.request.verb not in _ANY_VIEW:
            play.check_seen(table, ctx)
        return lobby.VERBS[ctx.request.verb](table, ctx)

    async def _carried_out(
        self, slot: Slot, request: Request, decide: Callable[[Table, Context], Decision]
    ) -> Reply:
        """Decide, commit, swap, tell; a wallet that ran short meanwhile means deciding again."""
        short = 0
        for _ in range(_ATTEMPTS):
            ctx = await self._context(slot, request)
            try:
                decision = decide(slot.table, ctx)
            except Refusal as refusal:
                decision = Decision(slot.table, refused(refusal))
            outcome = await self._commit(slot, request, decision, ctx.at)
            if isinstance(outcome, Known):
                return replied(outcome.answer)
            if isinstance(outcome, Done):
                if decision.table is not slot.table or decision.fresh:
                    self._swap(slot, decision, ctx.wallets)
                return decision.reply
            short = outcome.chips
        reply = refused(not_now("short-of-chips", have=short, need=short + 1))
        await self._store.commit(Commit(self._clock.now(), request.id, stored(reply)))
        return reply

    async def _context(self, slot: Slot, request: Request) -> Context:
        table = slot.table
        players = {request.player, *(sitter.player for sitter in table.sitters)}
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

    async def _commit(self, slot: Slot, request: Request, decision: Decision, at: float) -> Outcome:
        table = decision.table
        changed = table is not slot.table
        row, ended = None, decision.result
        if changed:
            live = table.phase is not TablePhase.CLOSED
            row = TableRow(table.chat, table.number, dump_table(table), live, table.matches)
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
        try:
            return await self._store.commit(commit)
        except BaseException:
            slot.stale = True  # durable or not: nobody knows until it is read again
            raise

    def _swap(self, slot: Slot, decision: Decision, wallets: Wallets) -> None:
        before, live = slot.table, slot.live
        slot.table = decision.table
        slot.live = (decision.live or slot.live) if decision.table.running else None
        self._set_timer(slot)
        moved = deltas(decision.transfers)
        community = decision.table.community
        self._tell(
            slot,
            decision,
            {
                player: chips + moved.get(wallet(community, player), 0)
                for player, chips in wallets.items()
            },
        )
        if before.phase is TablePhase.PLAY and decision.table.running is None:
            self._tell_of_void(before, live)

    # --- telling ----------------------------------------------------------------------------

    def _tell(self, slot: Slot, decision: Decision, wallets: Wallets) -> None:
        table, live = slot.table, slot.live
        for key, facts in decision.said:
            self._notify(Said(table.chat, table.language, Urgency.SETTLEMENT, key, facts))
        self._notify(
            showing.table_shown(table, live, self._settings, decision.urgency, fresh=decision.fresh)
        )
        running = table.running
        if running is None:
            return
        hands = running.everyone if decision.hands is None else dict.fromkeys(decision.hands)
        for player in hands:
            hand = showing.hand_shown(table, live, player, wallets)
            if hand is not None:
                self._notify(hand)

    def _tell_of_void(self, before: Table, live: Live | None) -> None:
        """Show everyone who was in a voided round that their hand is over."""
        for player in before.running.everyone if before.running else ():
            hand = showing.hand_shown(before, live, player, {}, voided=True)
            if hand is not None:
                self._notify(hand)

    async def _tell_all(self, slot: Slot, *, fresh: bool = False) -> None:
        wallets = (await self._context(slot, _CLOCK_REQUEST)).wallets
        decision = Decision(
            slot.table, accepted("recovered"), urgency=Urgency.TURN, hands=None, fresh=fresh
        )
        self._tell(slot, decision, wallets)

    async def _tell_hand(self, slot: Slot, request: Request) -> None:
        wallets = (await self._context(slot, request)).wallets
        hand = showing.hand_shown(slot.table, slot.live, request.player, wallets)
        if hand is not None:
            self._notify(hand)

    # --- time -------------------------------------------------------------------------------

    def _set_timer(self, slot: Slot) -> None:
        table = slot.table
        if slot.timer is not None and slot.timed != table.deadline_number:
            slot.timer.cancel()
            slot.timer = None
        if table.deadline is not None and slot.timer is None:
            slot.timed = table.deadline_number
            number = slot.timed
            slot.timer = self._clock.call_at(table.deadline, lambda: self._time_is_up(slot, number))

    def _time_is_up(self, slot: Slot, number: int) -> None:
        slot.timer = None
        self._started(self._timeout(slot, number))

    async def _timeout(self, slot: Slot, number: int) -> None:
        try:
            await self._act_for_the_late(slot, number)
        except Exception as failure:
            # A table whose clock has died would never move again: try later.
            log_failure(log, f"table {slot.table.number}: time ran out", failure)
            again_at = self._clock.now() + self._settings.retry_seconds
            slot.timer = self._clock.call_at(again_at, lambda: self._time_is_up(slot, number))

    async def _act_for_the_late(self, slot: Slot, number: int) -> None:
        async with slot.lock:
            await self._reload_if_stale(slot)
            table = slot.table
            if table.deadline_number != number:
                return  # somebody acted in time; an old timer is dropped and not stored
            request = Request(f"timeout:{table.number}:{number}", table.chat, SYSTEM, "", "timeout")
            await self._carried_out(slot, request, lobby.time_is_up)

    # --- after a failure --------------------------------------------------------------------

    async def _reload_if_stale(self, slot: Slot) -> None:
        if not slot.stale:
            return
        rows = {row.chat: row for row in await self._store.tables()}
        row, held = rows.get(slot.table.chat), slot.table
        if row is not None:
            slot.table = load_table(row.state)
            await self._revive(slot)
            self._set_timer(slot)
        slot.stale = False
        if slot.table != held:  # it was durable after all, and nobody has been told
            await self._tell_all(slot, fresh=slot.table.round != held.round)

    async def _revive(self, slot: Slot) -> None:
        """Play the last round again; void it, refunded and told, when it no longer plays."""
        table = slot.table
        slot.live = None
        if table.running is None:
            return
        found = await self._store.round(table.number, table.round)
        try:
            slot.live = revive(found)
        except Unplayable as failure:
            log_failure(log, f"table {table.number}: round {table.round} cannot go on", failure)
            await self._void_unplayable(slot)

    async def _void_unplayable(self, slot: Slot) -> None:
        table = slot.table
        if table.phase is not TablePhase.PLAY:
            slot.table = replace(table, running=None)
            return
        request = Request(f"void:{table.number}:{table.round}", table.chat, SYSTEM, "", "void")

        def decide(table: Table, ctx: Context) -> Decision:
            return play.void(table, ctx, accepted("voided"))

        await self._carried_out(slot, request, decide)

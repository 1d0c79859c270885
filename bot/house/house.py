"""The house: every request through one door, one lock a table; decide, commit, swap, tell."""

import asyncio
import logging
from collections.abc import Callable, Container, Coroutine, Iterable
from contextlib import AsyncExitStack, nullcontext
from dataclasses import replace
from functools import partial
from typing import Any

from bot.basics import ChatId, PlayerId, Refusal, is_within, not_now
from bot.commands import CommandSpec, Kind, admit
from bot.house import lobby, match, pair_bets, play, questions, showing
from bot.house.cashier import Cashier
from bot.house.decision import Context, Decision, DeckMaker, accepted
from bot.house.engine import ATTEMPTS, SYSTEM, Decide, Engine
from bot.house.farewell import Farewells
from bot.house.moving import abandon, chips_moved
from bot.house.settings import HouseSettings
from bot.house.slots import Slot
from bot.house.table import Table
from bot.notices import Forgotten, HandShown, Notice, TablePhase, TableShown
from bot.ports import (
    Clock,
    Done,
    Entropy,
    Known,
    Outcome,
    Short,
    Store,
    StoreFailed,
)
from bot.requests import Reply, Request, laid_out, refused
from bot.trouble import log_failure

log = logging.getLogger(__name__)

_ANY_VIEW = {"join", "table", "new"}
"""Verbs that mean the same on an old message as on a new one."""
_OF_A_COMMUNITY = {"daily", "refill", "top"}
"""Verbs that mean the same at every table of one community."""
_NEEDS_NO_TABLE = {"help", "privacy", "rules"}
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
        self._settings = settings
        self._notify = notify
        self._engine = Engine(store, clock, entropy, make_deck, self._told, settings)
        self._slots: dict[ChatId, Slot] = {}
        self._numbers = 0
        self._new_ids: dict[ChatId, ChatId] = {}
        self._moving = asyncio.Lock()
        self._broken: set[ChatId] = set()
        self._away: set[ChatId] = set()
        self._cashier = Cashier(store, clock, settings)
        self._farewells = Farewells(
            store, clock, entropy, self._engine, self._slots.values, self._told
        )

    # --- life -------------------------------------------------------------------------------

    async def recover(self, shown: Container[int] = ()) -> None:
        """Bring every table back from the store, with its cards, its clock and a grace period.

        ``shown`` are the numbers of the tables that a chat or a person still sees open: one of
        them that has closed is told once more, for its last message may not have gone out.
        """
        for row in await self._store.tables():
            self._numbers = max(self._numbers, row.number)
            try:
                self._slots[row.chat] = await self._engine.brought_back(
                    row, is_shown=row.number in shown
                )
            except Exception as failure:
                # One table that cannot be read must not keep every other chat waiting.
                log_failure(log, f"table {row.number} cannot be brought back", failure)
                self._broken.add(row.chat)
        await self._farewells.recover()

    async def drain(self) -> None:
        """Wait until no request and no timeout is under way."""
        await self._engine.drain()

    async def close(self) -> None:
        """Finish what is under way and stop every timer; tables stay as they are."""
        await self.drain()
        for slot in self._slots.values():
            slot.stop()

    # --- what happens to chats --------------------------------------------------------------

    async def move(self, old: ChatId, new: ChatId) -> None:
        """Let a chat's table and chips go on under another id; a second time changes nothing.

        Where a table was kept under the new id before, that one stays and the old one closes.
        """
        async with self._moving:  # the platform tells of one upgrade in both chats
            await self._until_written(lambda: self._move(old, new))

    async def _move(self, old: ChatId, new: ChatId) -> None:
        if old == new or self._new_ids.get(old) == new:
            return
        slot = self._slots.get(old)
        if slot is None:  # chips are there all the same: some are had without a table
            slot, with_table = Slot(self._unopened(old, 0, "")), False
        else:
            with_table = await self._takes_place(old, new)
        if not with_table:
            for place in self._places_in(old):
                await self._abandon(place)
        await self._until_written(lambda: self._carry_over(slot, old, new, with_table=with_table))

    async def _takes_place(self, old: ChatId, new: ChatId) -> bool:
        """Put a chat's table in the place of its new id; return whether that place was free.

        Somebody may be opening a table there at this moment.
        """
        there = self._slots.get(new)
        async with there.lock if there else nullcontext():
            if any(row.chat == new for row in await self._store.tables()):
                return False
            if self._slots.get(new) is not there:
                return await self._takes_place(old, new)
            if there is not None:
                there.overtaken = True
            self._new_ids[old] = new
            self._slots[new] = self._slots.pop(old)
            return True

    def freeze(self, chat: ChatId) -> None:
        """Let every table of a chat wait that is out of reach for a while, by nobody's fault.

        Nothing falls due there, and nothing that would change a table is accepted, for the others
        could not see it; who asks for their cards or their chips is answered.
        """
        self._away.add(chat)
        for slot in self._places_in(chat):
            self._engine.freeze(slot)

    def thaw(self, chat: ChatId) -> asyncio.Task[None]:
        """Let every table of a chat go on that is within reach again, and show it anew.

        Who is waited for has what was left of their time, at least the grace that a restart gives.
        What is out of reach by itself, as a guild is in an outage, stays so when the line to its
        platform is back. Counts from now on; the task ends when all have been shown.
        """
        self._away.discard(chat)
        return self._engine.started(self._thaw_each(self._places_in(chat)))

    async def _thaw_each(self, slots: Iterable[Slot]) -> None:
        for slot in slots:
            await self._thaw(slot)

    async def _thaw(self, slot: Slot) -> None:
        try:
            async with slot.lock:
                if not self.is_away(slot.table.chat):  # again, before this table had its turn
                    await self._engine.thaw(slot)
        except Exception as failure:
            # A table that stayed frozen would never move again: try later.
            log_failure(log, f"table {slot.table.number} does not go on yet", failure)
            self._engine.later(lambda: self._thaw(slot))

    def is_away(self, chat: ChatId) -> bool:
        """Whether a chat, or what it is in, is out of reach."""
        return any(is_within(chat, away) for away in self._away)

    def is_frozen(self, chat: ChatId) -> bool:
        """Whether it is out of reach by itself, and not only with what it is in."""
        return chat in self._away

    async def abandon(self, chat: ChatId) -> None:
        """Close every table of a chat that the dealer was put out of, and give everything back."""
        self._away = {away for away in self._away if not is_within(away, chat)}
        for slot in self._places_in(chat):
            slot.frozen_at = None
            await self._until_written(partial(self._abandon, slot))

    def _places_in(self, chat: ChatId) -> list[Slot]:
        """Return a chat's table and those of its topics."""
        return [slot for place, slot in self._slots.items() if is_within(place, chat)]

    async def _until_written(self, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Finish work even if its caller gives up, later if the store fails: nobody asks again."""
        await asyncio.shield(self._engine.started(self._persistently(work)))

    async def _persistently(self, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        try:
            await work()
        except StoreFailed:
            self._engine.later(lambda: self._persistently(work))

    async def _carry_over(self, slot: Slot, old: ChatId, new: ChatId, *, with_table: bool) -> None:
        async with slot.lock:
            await self._engine.reload_if_stale(slot)
            table = replace(slot.table, chat=new) if with_table else slot.table
            request = Request(f"moved:{old}:{new}", new, SYSTEM, "", "moved")
            outcome: Outcome | None = None
            for _ in range(ATTEMPTS):
                chips = await chips_moved(
                    self._store, table, old, new, self._settings.welcome_chips
                )
                decision = Decision(table, accepted("recovered"), chips)
                outcome = await self._engine.commit(slot, request, decision, self._clock.now())
                if not isinstance(outcome, Short):
                    break
            if isinstance(outcome, Done | Known) and with_table:
                slot.table = table
                if table.phase is not TablePhase.CLOSED:
                    await self._engine.tell_all(slot)

    async def _abandon(self, slot: Slot) -> None:
        async with slot.lock:
            await self._engine.reload_if_stale(slot)
            table = slot.table
            if table.phase is not TablePhase.CLOSED:
                number = f"abandon:{table.number}:{table.deadline_number}"
                request = Request(number, table.chat, SYSTEM, "", "abandon")
                await self._engine.carried_out(slot, request, abandon)

    def _told(self, notice: Notice) -> None:
        self._notify(notice)
        match notice:
            case TableShown(phase=phase, table=table) if phase is not TablePhase.PLAY:
                self._farewells.round_ended(table)
            case Forgotten(player=player):
                self._cashier.forget(player)

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
        try:
            wallets = {request.player: await self._cashier.holds(slot.table, request.player)}
        except StoreFailed:
            wallets = {}  # the cards are in memory; what takes chips is not offered
        # Not before: the next round may have been dealt while the store was asked.
        return showing.hand_shown(slot.table, slot.live, request.player, wallets)

    # --- the door ---------------------------------------------------------------------------

    async def handle(self, request: Request) -> Reply:
        """Answer one request (design, section 4).

        Never raises a refusal, it is the answer; nor a failure: it is logged, the asker is told.
        """
        try:
            return await self._admitted(request)
        except Refusal as refusal:
            return refused(refusal)
        except StoreFailed:
            return refused(not_now("store-failing"))
        except Exception as failure:
            # One person's request must not take the adapter down; what it did is read again.
            log_failure(log, f"request {request.id}", failure)
            return refused(not_now("something-went-wrong"))

    async def _admitted(self, request: Request) -> Reply:
        spec = admit(request)
        request = laid_out(request)
        if spec.verb in _NEEDS_NO_TABLE:
            return self._answer_anywhere(request)
        if spec.kind is Kind.PERSON:
            return await self._on_its_own(self._farewells.asked(request))
        self._farewells.check_stays(request.player)
        with self._farewells.attendance.of(request.player):
            return await self._attended(request, spec)

    async def _attended(self, request: Request, spec: CommandSpec) -> Reply:
        try:
            slot = self._slot_of(request)
        except Refusal as refusal:
            if spec.kind is Kind.QUESTION:
                raise
            # Means no table now; a repeat may have meant one when it was first asked.
            return await self._cashier.booked(request, refused(refusal))
        await self._store.remember_name(request.player, request.name)
        await self._welcome(slot, request)
        if spec.kind is Kind.QUESTION:
            return await self._answer_question(slot, request)
        self._check_room(slot, request.player)
        if spec.kind is Kind.CHIPS:
            return await self._apart(slot, request.player, self._pay(slot, request))
        return await self._apart(slot, request.player, self._at_table(slot, request, spec))

    async def _welcome(self, slot: Slot, request: Request) -> None:
        try:
            await self._cashier.welcome(slot.table, request.player)
        except StoreFailed:
            if request.verb != "hand":  # cards on the table can be seen whatever happens
                raise

    async def _pay(self, slot: Slot, request: Request) -> Reply:
        """Hand out chips; while a refill looks for stakes, the community's tables stand still."""
        near = self._slots_near(slot) if request.verb == "refill" else []

        def tables() -> list[Table]:
            if request.verb == "refill" and self._slots_near(slot) != near:
                raise not_now("one-at-a-time")  # a table was opened meanwhile, perhaps by the asker
            return [other.table for other in near]

        async with AsyncExitStack() as quiet:
            for other in near:
                await quiet.enter_async_context(other.lock)
            return await self._cashier.pay(slot.table, request, tables)

    def _slots_near(self, slot: Slot) -> list[Slot]:
        """Return the tables of a community, always in one order: locks are taken in it."""
        community = slot.table.community
        near = [other for other in self._slots.values() if other.table.community == community]
        return sorted(near, key=lambda other: other.table.number)

    def _check_room(self, slot: Slot, player: PlayerId) -> None:
        if slot.waiting.get(player, 0) >= self._settings.waiting_per_player:
            raise not_now("one-at-a-time")
        if sum(slot.waiting.values()) >= self._settings.waiting_in_all:
            raise not_now("too-many-waiting")

    async def _apart(self, slot: Slot, player: PlayerId, work: Coroutine[Any, Any, Reply]) -> Reply:
        """Run work as the house's own task: a caller that gives up leaves nothing half done."""
        slot.waiting[player] = slot.waiting.get(player, 0) + 1
        attendance = self._farewells.attendance
        attendance.enter(player)
        task = self._engine.started(self._guarded(work))

        def finished(_: asyncio.Task[Reply]) -> None:
            attendance.leave(player)
            slot.waiting[player] -= 1
            if not slot.waiting[player]:
                del slot.waiting[player]

        task.add_done_callback(finished)
        return await asyncio.shield(task)

    async def _on_its_own(self, work: Coroutine[Any, Any, Reply]) -> Reply:
        """Run work that is about no table as the house's own task; refusals pass through."""
        return await asyncio.shield(self._engine.started(work))

    async def _guarded(self, work: Coroutine[Any, Any, Reply]) -> Reply:
        """Log what fails here, whether or not anybody still waits for the answer."""
        try:
            return await work
        except StoreFailed:
            return refused(not_now("store-failing"))
        except Exception as failure:
            log_failure(log, "a request under a lock", failure)
            return refused(not_now("something-went-wrong"))

    def _slot_of(self, request: Request) -> Slot:
        """Return the table a request means; in private the one its asker sits at."""
        if request.chat is not None:
            return self._slot(request.chat, request.language)
        tables = self._slots.values()
        if request.seen is not None:
            # A button can be forged: in private it reaches no table but one's own.
            there = [slot for slot in tables if slot.table.number == request.seen.table]
            found = [slot for slot in there if slot.table.expects(request.player)]
        else:
            there = [slot for slot in tables if slot.table.phase is not TablePhase.CLOSED]
            found = [slot for slot in there if slot.table.sitter(request.player)]
            found = found or [slot for slot in there if slot.table.expects(request.player)]
        communities = {slot.table.community for slot in found}
        if request.verb in _OF_A_COMMUNITY and len(communities) == 1:
            return found[0]
        if len(found) > 1:
            raise questions.which_table(request, [slot.table for slot in found])
        if not found:
            raise not_now("no-table-in-private")
        return found[0]

    def _slot(self, chat: ChatId, language: str) -> Slot:
        chat = self._new_ids.get(chat, chat)
        if chat in self._broken:
            raise not_now("something-went-wrong")
        slot = self._slots.get(chat)
        if slot is None:
            self._numbers += 1
            slot = self._slots[chat] = Slot(self._unopened(chat, self._numbers, language))
            if self.is_away(chat):
                self._engine.freeze(slot)
        return slot

    def _unopened(self, chat: ChatId, number: int, language: str) -> Table:
        """Return the table of a chat in which nothing was played yet."""
        game, rules = self._engine.default_game(), self._settings.rules
        return Table(chat, number, language, TablePhase.CLOSED, game, rules)

    # --- questions --------------------------------------------------------------------------

    async def _answer_question(self, slot: Slot, request: Request) -> Reply:
        table = slot.table
        match request.verb:
            case "hand":
                return questions.hand(table, request)
            case "balance":
                chips = await self._cashier.holds(table, request.player)
                return questions.balance(table, request, chips)
            case "pairs":
                chips = await self._cashier.holds(table, request.player)
                return pair_bets.whom(table, request, chips, self._settings)
            case "top":
                return await self._cashier.top(
                    table, [other.table for other in self._slots.values()]
                )
            case _:
                raise AssertionError(f"nobody answers {request.verb}")

    def _answer_anywhere(self, request: Request) -> Reply:
        if request.verb == "help":
            return questions.help_(request)
        if request.verb == "privacy":
            return questions.privacy()
        try:
            table = self._slot_of(request).table
        except Refusal:
            table = self._unopened(ChatId("nowhere"), 0, request.language)
        return questions.rules(table, request)

    # --- under the lock ---------------------------------------------------------------------

    async def _at_table(self, slot: Slot, request: Request, spec: CommandSpec) -> Reply:
        async with slot.lock:
            if slot.overtaken:
                return refused(not_now("one-at-a-time"))  # another table has moved here meanwhile
            try:
                await self._engine.reload_if_stale(slot)
                reply = await self._engine.carried_out(slot, request, self._decides(slot, spec))
            except StoreFailed:
                return self._unwritten(slot, request)
            if reply.key == "outdated" and request.seen and request.seen.counter is not None:
                await self._engine.tell_hand(slot, request)  # an old panel is refused and edited
            return reply

    def _decides(self, slot: Slot, spec: CommandSpec) -> Decide:
        if slot.frozen_at is not None:
            return _out_of_reach
        return play.act if spec.kind is Kind.PLAY else self._table_verb

    def _unwritten(self, slot: Slot, request: Request) -> Reply:
        """Answer what could not be stored; the table as it is in memory can be looked at."""
        if slot.table.phase is TablePhase.CLOSED:
            return refused(not_now("store-failing-new"))
        if request.verb != "table":
            return refused(not_now("store-failing"))
        self._engine.show_again(slot)
        return accepted("table-shown")

    def _table_verb(self, table: Table, ctx: Context) -> Decision:
        if match.is_late_to_deal(table, ctx):
            return match.late_to_deal(table, ctx)
        if ctx.request.verb not in _ANY_VIEW:
            play.check_seen(table, ctx)
        return lobby.decided(table, ctx)


def _out_of_reach(_table: Table, _ctx: Context) -> Decision:
    """Refuse what would change a table that its group cannot see, one way or another."""
    raise not_now("chat-away")

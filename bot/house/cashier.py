"""Chips outside any table: asked of the store, decided by ``chips``, committed at once."""

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import replace
from weakref import WeakValueDictionary

from bot.basics import PlayerId, Refusal
from bot.house import chips, questions
from bot.house.kept import replied, stored
from bot.house.settings import HouseSettings
from bot.house.table import Table
from bot.ledger import Account, Reason, Transfer, mint, move, wallet
from bot.ports import Clock, Commit, Known, Store, StoredAnswer
from bot.requests import Reply, Request, refused


class Cashier:
    """Hands out chips, one person's requests one after the other, from whatever chat."""

    def __init__(self, store: Store, clock: Clock, settings: HouseSettings) -> None:
        self._store = store
        self._clock = clock
        self._settings = settings
        self._welcomed: set[Account] = set()
        self._locks: WeakValueDictionary[PlayerId, asyncio.Lock] = WeakValueDictionary()

    async def welcome(self, table: Table, player: PlayerId) -> None:
        """Give a newcomer to a community the first chips, once in the life of the ledger.

        Who was forgotten not long ago is no newcomer (design, section 7).
        """
        account = wallet(table.community, player)
        if account in self._welcomed:
            return
        if not await self._store.has_account(account):
            at = self._clock.now()
            if await self._store.forgotten_at(player, at) is not None:
                return
            amount = self._settings.welcome_chips
            transfer = move(amount, mint(table.community), account, Reason.WELCOME)
            answer = StoredAnswer(accepted=True, key="welcome")
            once = replace(transfer, once=f"welcome:{table.community}:{player}")
            await self._store.commit(Commit(at, None, answer, (once,)))
        self._welcomed.add(account)

    def forget(self, player: PlayerId) -> None:
        """Let a person be as unknown here as in the store."""
        self._welcomed = {account for account in self._welcomed if account.owner != player}

    async def holds(self, table: Table, player: PlayerId) -> int:
        """Return what a player's wallet holds in the community of a table."""
        account = wallet(table.community, player)
        return (await self._store.balances([account]))[account]

    async def top(self, table: Table, tables: Iterable[Table]) -> Reply:
        """Answer who has the most chips in the community of a table, what is staked included."""
        staked: dict[PlayerId, int] = {}
        for other in tables:
            if other.community == table.community:
                for player in questions.stakers(other):
                    chips = questions.staked_at(other, player)
                    staked[player] = staked.get(player, 0) + chips
        # Whoever is among the richest is so by the wallet alone, or has something staked.
        rich = dict(await self._store.top(table.community, questions.TOP_LINES))
        accounts = {player: wallet(table.community, player) for player in staked}
        held = await self._store.balances(accounts.values())
        rich |= {player: held[accounts[player]] + chips for player, chips in staked.items()}
        lines = sorted(
            ((player, chips) for player, chips in rich.items() if chips),
            key=lambda line: (-line[1], line[0]),
        )[: questions.TOP_LINES]
        names = await self._store.names([player for player, _ in lines])
        return questions.top([(names.get(player, "?"), chips) for player, chips in lines])

    async def pay(
        self, table: Table, request: Request, tables: Callable[[], Iterable[Table]]
    ) -> Reply:
        """Carry out ``/daily``, ``/refill`` or ``/grant``; ``tables`` may hold stakes."""
        try:
            player = request.player
            if request.verb == "grant":
                player, _ = chips.target_of(table, request)
        except Refusal as refusal:
            return await self.booked(request, refused(refusal))
        async with self._locks.setdefault(player, asyncio.Lock()):
            try:
                reply, transfer = await self._decided(table, request, player, tables)
            except Refusal as refusal:
                return await self.booked(request, refused(refusal))
            return await self.booked(request, reply, transfer)

    async def booked(self, request: Request, reply: Reply, *transfers: Transfer) -> Reply:
        """Make an answer durable with what it moves; one that was given before stands."""
        commit = Commit(self._clock.now(), request.id, stored(reply), transfers)
        outcome = await self._store.commit(commit)
        return replied(outcome.answer) if isinstance(outcome, Known) else reply

    async def _decided(
        self,
        table: Table,
        request: Request,
        player: PlayerId,
        tables: Callable[[], Iterable[Table]],
    ) -> tuple[Reply, Transfer]:
        at, settings = self._clock.now(), self._settings
        if request.verb == "grant":
            held = await self.holds(table, player)
            granted = chips.grant(table, request, settings, held)
            await self.welcome(table, player)
            await self._introduce(table, request)
            return granted
        account = wallet(table.community, player)
        reason = Reason.DAILY if request.verb == "daily" else Reason.REFILL
        last_at = await self._store.last_transfer_at(account, reason)
        if last_at is None:  # the wait of who was forgotten runs from then
            last_at = await self._store.forgotten_at(player, at)
        held = await self.holds(table, player)
        if reason is Reason.DAILY:
            return chips.daily(table, request, settings, at, last_at, held)
        staked = sum(questions.staked_at(other, player) for other in tables())
        return chips.refill(table, request, settings, at, last_at, held, staked)

    async def _introduce(self, table: Table, request: Request) -> None:
        """Keep the name of somebody who was never heard, as the one who grants calls them."""
        player, name = chips.target_of(table, request)
        if not await self._store.names([player]):
            await self._store.remember_name(player, name)

"""What a request leads to, worked out before anything changes."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from bot.basics import PlayerId, Seat
from bot.cards import Card
from bot.games.base import AnyGame, Choice, PublicEvent, PublicView, Result, Setup
from bot.house.settings import HouseSettings
from bot.house.table import Running, Table
from bot.ledger import Account, Reason, Transfer, deltas, move, wallet
from bot.notices import Urgency
from bot.ports import ActionRow, RoundRow
from bot.requests import Reply, Request

DeckMaker = Callable[[bytes, int], tuple[Card, ...]]
"""Deck key and number of packs in, deck order out: ``fairness.shuffle`` outside the console."""


@dataclass(frozen=True)
class Live:
    """A dealt round in the hands of its rules; rebuilt from the store, never stored.

    What the rules say of its state is asked once and kept: a state never changes. ``round`` is its
    number at its table: cards are shown to those alone who sit there in that round.
    """

    round: int
    game: AnyGame
    setup: Setup[object]
    # The state is the game's own type; the house hands it back to the game and looks no further.
    state: object
    events: tuple[PublicEvent, ...]
    result: Result | None = None

    @cached_property
    def view(self) -> PublicView:
        """What everyone may see."""
        view: PublicView = self.game.public_view(self.state)
        return view

    @cached_property
    def actors(self) -> tuple[Seat, ...]:
        """The seats that may decide now."""
        return self.game.actors(self.state)

    def choices(self, seat: Seat) -> tuple[Choice[object], ...]:
        """Every action that the rules take from that seat now."""
        if seat not in self._choices:
            self._choices[seat] = self.game.legal(self.state, seat)
        return self._choices[seat]

    @cached_property
    def _choices(self) -> dict[Seat, tuple[Choice[object], ...]]:
        return {}


@dataclass(frozen=True, slots=True)
class Context:
    """What a decision may know beside the table: the round, time, wallets, chance, settings."""

    at: float
    request: Request
    wallets: Mapping[PlayerId, int]
    fresh_seed: str
    settings: HouseSettings
    make_deck: DeckMaker
    live: Live | None = None

    @property
    def player(self) -> PlayerId:
        """Who asks."""
        return self.request.player

    @property
    def purse(self) -> int:
        """What the asker has in the wallet."""
        return self.wallets.get(self.request.player, 0)


@dataclass(frozen=True, slots=True)
class Decision:
    """The new table and everything that is committed with it.

    ``live`` is the round where it changed (``None``: as before). ``said`` are sentences to the
    chat: key and facts. ``hands`` are the people whose panel changes, ``None`` for everyone in
    the round. ``fresh`` asks for a new table message.
    """

    table: Table
    reply: Reply
    transfers: tuple[Transfer, ...] = ()
    live: Live | None = None
    round: RoundRow | None = None
    actions: tuple[ActionRow, ...] = ()
    result: str | None = None
    urgency: Urgency = Urgency.PROGRESS
    said: tuple[tuple[str, Mapping[str, int | str]], ...] = ()
    hands: tuple[PlayerId, ...] | None = ()
    fresh: bool = False

    def in_round(self) -> tuple[Live, Running]:
        """Return the round under way. Raises ``AssertionError`` where none is: a fault of ours."""
        if self.live is None or self.table.running is None:
            raise AssertionError("no round is under way")
        return self.live, self.table.running


@dataclass(frozen=True, slots=True)
class Purse:
    """Wallets and transfers while a decision is being made: what was moved is seen at once."""

    wallets: Mapping[PlayerId, int]
    transfers: tuple[Transfer, ...] = field(default=())

    def holds(self, player: PlayerId) -> int:
        """Return what a player's wallet would hold now."""
        return self.wallets.get(player, 0)

    def stake(self, table: Table, player: PlayerId, chips: int, into: Account) -> "Purse":
        """Return the purse after ``chips`` went from a wallet into an escrow."""
        source = wallet(table.community, player)
        return self._moved(player, -chips, move(chips, source, into, Reason.STAKE, into.owner))

    def give_back(
        self, table: Table, player: PlayerId, chips: int, source: Account, reason: Reason
    ) -> "Purse":
        """Return the purse after ``chips`` went from an escrow back into a wallet."""
        target = wallet(table.community, player)
        return self._moved(player, chips, move(chips, source, target, reason, source.owner))

    def restaked(self, table: Table, player: PlayerId, before: int, after: int) -> "Purse":
        """Return the purse after a stake in the next round was changed: the difference moved.

        Whether the wallet holds that is asked before.
        """
        if after > before:
            return self.stake(table, player, after - before, table.next_escrow)
        return self.give_back(table, player, before - after, table.next_escrow, Reason.RETURN)

    def _moved(self, player: PlayerId, chips: int, transfer: Transfer) -> "Purse":
        if chips == 0:
            return self
        wallets = {**self.wallets, player: self.holds(player) + chips}
        return Purse(wallets, (*self.transfers, transfer))


def accepted(key: str, **facts: int | str) -> Reply:
    """Return the reply of a request that was carried out."""
    return Reply(accepted=True, key=key, facts=facts)


def purse_after(decision: Decision, ctx: Context) -> Purse:
    """Return what everybody holds once what has been decided so far is carried out."""
    moved = deltas(decision.transfers)
    community = decision.table.community
    wallets = {
        player: chips + moved.get(wallet(community, player), 0)
        for player, chips in ctx.wallets.items()
    }
    return Purse(wallets, decision.transfers)

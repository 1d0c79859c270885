"""A table as a value: who sits, who banks, what is staked. Stored whole as one JSON text."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, TypeVar

from pydantic import ConfigDict, TypeAdapter

from bot.basics import BANKER, ChatId, CommunityId, PlayerId, Seat, community_of
from bot.games.base import Bank
from bot.ledger import Account, escrow
from bot.notices import TablePhase

Value = TypeVar("Value")
Entries = tuple[tuple[PlayerId, Value], ...]
"""Something that a table remembers of people, the newest last."""

ENTRIES_KEPT = 64
"""Of so many people, so that a table does not grow for ever."""


@dataclass(frozen=True, slots=True)
class Sitter:
    """One person at the table.

    ``bet`` is what they play for, ``staked`` what of it lies in escrow for the next round, and
    ``reserve`` what lies there beside it where a hand can lose more than its bet.
    ``bank_wish`` is the amount of the bank they are willing to hold (``None``: the whole wallet).
    ``plays_free`` says that they play the next match for nothing.
    """

    player: PlayerId
    name: str
    language: str
    bet: int
    staked: int = 0
    wants_bank: bool = False
    bank_wish: int | None = None
    sits_out: bool = False
    again: bool = False
    leaving: bool = False
    plays_free: bool = False
    reserve: int = 0

    @property
    def held(self) -> int:
        """What of theirs the table holds for their stake in the next round."""
        return self.staked + self.reserve

    @property
    def is_in(self) -> bool:
        """Whether they play the next round, for chips or where nothing need be staked."""
        return self.staked > 0 or self.plays_free


@dataclass(frozen=True, slots=True)
class SideStake:
    """Chips that one person at the table put up on what another, or they themselves, is dealt."""

    by: PlayerId
    on: PlayerId
    chips: int


@dataclass(frozen=True, slots=True)
class Acts:
    """What one seat has done in the running round: the double tap and sitting out hang on it.

    ``late_hand`` is the first of its hands that was played out when time was up.
    """

    count: int = 0
    timed_out: int = 0
    late_hand: int = 0
    last_at: float = 0.0
    last_words: str = ""
    last_closed: bool = False
    last_answer: str = ""


@dataclass(frozen=True, slots=True)
class Match:
    """What goes on from deal to deal of a match.

    ``first_round`` is that of its first deal: the stakes of the match lie in its escrow. ``deal``
    counts from 1, ``dealer`` deals it, ``scores`` are those before it, by seat. ``cut`` are the
    cards that were cut for the first deal, none where the loser of the last match deals. ``missed``
    is how often in a row each seat has run out of time.
    """

    first_round: int
    dealer: Seat
    deal: int = 1
    scores: tuple[int, ...] = ()
    cut: str = ""
    missed: tuple[int, ...] = (0, 0)


@dataclass(frozen=True, slots=True)
class Running:
    """The round under way: who sits where in it and what they have put up.

    ``players``, ``bets`` and ``staked`` are in the order of play; ``staked`` is what the table
    holds of each: it grows with doubles, splits and insurance, which is nobody else's business
    while it is answered, and begins with the bet, its reserve and what was bet beside it.
    ``names`` are theirs and last a banker's, so that results name who has left since. ``acts`` has
    one entry a seat and, last, the banker's. ``phase`` and ``waiting`` are those of the last public
    view, ``seq`` is the number of stored actions.
    ``too_dear`` are the seats that answered no because the chips for a yes were not there, and how
    many that takes.
    ``match`` is the match that this round is a deal of, where the game has such, and ``ready`` who
    wants the next deal when this one has been counted. ``yielded`` is whose bank this would have
    been, had they pressed Again. ``leavers`` asked to leave at a price, when they were told of it.
    """

    players: tuple[PlayerId, ...]
    bets: tuple[int, ...]
    staked: tuple[int, ...]
    bank: Bank
    banker: PlayerId | None
    bank_chips: int
    acts: tuple[Acts, ...]
    phase: str
    phase_began_at: float
    names: tuple[str, ...] = ()
    waiting: tuple[Seat, ...] = ()
    seq: int = 0
    void_votes: tuple[PlayerId, ...] = ()
    too_dear: tuple[tuple[Seat, int], ...] = ()
    match: Match | None = None
    ready: tuple[PlayerId, ...] = ()
    yielded: PlayerId | None = None
    leavers: Entries[float] = ()

    def seat_of(self, player: PlayerId) -> Seat | None:
        """Return where a player sits in this round, ``BANKER`` for who holds the bank."""
        if player == self.banker:
            return BANKER
        return Seat(self.players.index(player)) if player in self.players else None

    @property
    def everyone(self) -> tuple[PlayerId, ...]:
        """Return who plays, a banker last."""
        return (*self.players, self.banker) if self.banker else self.players

    def player_at(self, seat: Seat) -> PlayerId | None:
        """Return who sits there, ``None`` for the house."""
        return self.banker if seat == BANKER else self.players[seat]


@dataclass(frozen=True, slots=True)
class ComingRules:
    """What an admin set while cards were out: it counts once that round is over."""

    game: str
    rules: str
    options: tuple[tuple[str, str], ...]
    bet_min: int
    bet_max: int


@dataclass(frozen=True, slots=True)
class Table:
    """One chat's table.

    ``round`` counts the rounds dealt in this chat; the next one is ``round + 1``. ``seed`` (hex)
    makes the deck of the running round during play, of the next one otherwise. ``bank`` is what
    ``banker`` has in escrow for the next round, ``side_bets`` lie there beside the bets.
    ``bank_by_again`` says that the bank came to who had not said yet that they play on.
    ``last_banks`` are the amounts with which people banked here last (``None``: everything),
    ``bank_asked`` says who was asked for one and when (``bank_question``). ``deadline_number``
    rises with each deadline, so that an old timer is told from the present one;
    ``deals_at_deadline`` says what it is for. ``led`` is who moved first in the last finished
    round in which nobody banked, ``last_match`` who played the last match, its loser first.
    Between two deals of a match the round that was counted is still under way, and ``seed`` is that
    of the next one already. ``bet_min`` and ``bet_max`` are the chat's own limits of bets, 0 for
    those of the house. ``coming`` takes their place and that of the rules at the next bets.
    ``menu`` are the settings (``settings_text``) at the time when the menu of them was opened,
    ``None`` while it is not.
    """

    # A text that cannot be read is not quoted in the error: the seed is in it.
    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(hide_input_in_errors=True)

    chat: ChatId
    number: int
    language: str
    phase: TablePhase
    game: str
    rules: str
    options: tuple[tuple[str, str], ...] = ()
    sitters: tuple[Sitter, ...] = ()
    banker: PlayerId | None = None
    bank: int = 0
    bank_rounds: int = 0
    bank_by_again: bool = False
    led: PlayerId | None = None
    bet_min: int = 0
    bet_max: int = 0
    coming: ComingRules | None = None
    last_match: tuple[PlayerId, ...] = ()
    menu: str | None = None
    side_bets: tuple[SideStake, ...] = ()
    round: int = 0
    seed: str = ""
    running: Running | None = None
    closing: bool = False
    voids: int = 0
    last_bets: tuple[tuple[PlayerId, int], ...] = ()
    last_banks: tuple[tuple[PlayerId, int | None], ...] = ()
    bank_asked: tuple[tuple[PlayerId, float], ...] = ()
    deadline: float | None = None
    deadline_number: int = 0
    deals_at_deadline: bool = False
    wait_seconds: int = 0

    @property
    def community(self) -> CommunityId:
        """Where this table's chips belong."""
        return community_of(self.chat)

    @property
    def under_way(self) -> Running | None:
        """The round that is played, ``None`` where the last one stays to be looked at."""
        return self.running if self.phase is TablePhase.PLAY else None

    @property
    def next_match(self) -> str:
        """The match that stakes are taken for."""
        return f"{self.number}.{self.round + 1}"

    @property
    def running_match(self) -> str:
        """The match of the last dealt round, by the number of its first."""
        match = self.running.match if self.running else None
        return f"{self.number}.{match.first_round if match else self.round}"

    @property
    def matches(self) -> tuple[str, ...]:
        """The matches whose escrow may hold chips: the one under way, the one bets are for."""
        match self.phase:
            case TablePhase.CLOSED:
                return ()
            case TablePhase.PLAY:
                return self.running_match, self.next_match
            case _:
                return (self.next_match,)

    @property
    def next_escrow(self) -> Account:
        """Where stakes for the next round lie."""
        return escrow(self.community, self.next_match)

    @property
    def running_escrow(self) -> Account:
        """Where the stakes of the running round lie."""
        return escrow(self.community, self.running_match)

    @property
    def rules_text(self) -> str:
        """The rules as the shuffle binds them: preset and what differs, in order of names."""
        return "".join([self.rules, *(f";{name}={value}" for name, value in self.options)])

    @property
    def settings_text(self) -> str:
        """Everything of the table that an admin sets."""
        return f"{self.rules_text} {self.bet_min} {self.bet_max}"

    @property
    def renewed(self) -> "Table":
        """The table by the rules that were set during the round, if any were."""
        new = self.coming
        if new is None:
            return self
        return replace(
            self,
            game=new.game,
            rules=new.rules,
            options=new.options,
            bet_min=new.bet_min,
            bet_max=new.bet_max,
            coming=None,
        )

    def sitter(self, player: PlayerId) -> Sitter | None:
        """Return a person's place at the table."""
        return next((sitter for sitter in self.sitters if sitter.player == player), None)

    @property
    def places(self) -> tuple[PlayerId, ...]:
        """Who sits at the table, in the order of their places."""
        return tuple(sitter.player for sitter in self.sitters)

    def expects(self, player: PlayerId) -> bool:
        """Whether a person may answer here from afar: they sit here, or were asked something."""
        return self.sitter(player) is not None or player in dict(self.bank_asked)

    def with_sitter(self, changed: Sitter) -> "Table":
        """Return the table with one person's place changed, or added at the end."""
        if self.sitter(changed.player) is None:
            return replace(self, sitters=(*self.sitters, changed))
        return replace(
            self,
            sitters=tuple(
                changed if sitter.player == changed.player else sitter for sitter in self.sitters
            ),
        )

    def without(self, players: Iterable[PlayerId]) -> "Table":
        """Return the table without some people."""
        gone = set(players)
        kept = tuple(sitter for sitter in self.sitters if sitter.player not in gone)
        return replace(self, sitters=kept)

    def players_staked(self) -> tuple[Sitter, ...]:
        """Return who has a stake in the next round, in the order of their places."""
        return tuple(sitter for sitter in self.sitters if sitter.is_in)

    def side_chips(self, player: PlayerId) -> int:
        """Return what a person put up beside the bets of the next round."""
        return sum(bet.chips for bet in self.side_bets if bet.by == player)

    def without_side_bets_of(self, player: PlayerId) -> "Table":
        """Return the table without the bets beside the game that a person made, or is bet on in."""
        kept = tuple(bet for bet in self.side_bets if player not in {bet.by, bet.on})
        return replace(self, side_bets=kept)

    def waits_until(self, at: float | None, seconds: int = 0, *, deals: bool = False) -> "Table":
        """Return the table with a new deadline, or none."""
        return replace(
            self,
            deadline=at,
            deadline_number=self.deadline_number + 1,
            deals_at_deadline=deals,
            wait_seconds=seconds,
        )


def is_between_deals(table: Table) -> bool:
    """Whether a match waits for its next deal, the points of the last one on the table."""
    return table.under_way is not None and table.under_way.phase == BETWEEN_DEALS


def is_match_on(table: Table) -> bool:
    """Whether a match is under way, its stakes put up already."""
    return table.under_way is not None and table.under_way.match is not None


BETWEEN_DEALS = TablePhase.SETTLED.value
"""What ``Running.phase`` is then: buttons carry it, as under every settled table."""

_TABLE: TypeAdapter[Table] = TypeAdapter(Table)


def dump_table(table: Table) -> str:
    """Write a table as the JSON text that ``load_table`` reads."""
    return _TABLE.dump_json(table).decode()


def load_table(text: str) -> Table:
    """Read a table back; raises ``ValueError`` for what is not one."""
    return _TABLE.validate_json(text)


Wallets = Mapping[PlayerId, int]


def without_entry(entries: Entries[Value], player: PlayerId) -> Entries[Value]:
    """Return what is remembered of people without one of them."""
    return tuple(entry for entry in entries if entry[0] != player)


def with_entry(entries: Entries[Value], player: PlayerId, value: Value) -> Entries[Value]:
    """Return what is remembered of people with this of one of them, who comes last.

    Of so many people it is remembered: ``ENTRIES_KEPT``.
    """
    return (*without_entry(entries, player), (player, value))[-ENTRIES_KEPT:]

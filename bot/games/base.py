"""The one protocol of every game: pure functions on frozen values.

Rules know no clock, no chance, no text, no wallet and no person. The deck order is an input; time
running out arrives as an action; who may see what is a matter of types: a public event or view
holds only ``OpenCard``, a private one is made for one seat.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Generic, Protocol, TypeVar

from bot.basics import Seat
from bot.cards import Card, OpenCard

DialsT = TypeVar("DialsT")
StateT = TypeVar("StateT")
ActionT = TypeVar("ActionT")
PublicT = TypeVar("PublicT", bound="PublicView")
PrivateT_co = TypeVar("PrivateT_co", bound="PrivateView", covariant=True)


FIRST = Seat(0)


class Bank(StrEnum):
    """Who holds the bank of a round."""

    PLAYER = "player"
    HOUSE = "house"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class SideBet:
    """Chips that one seat stakes on what another seat (or itself) is dealt."""

    by: Seat
    on: Seat
    chips: int


@dataclass(frozen=True, slots=True)
class Setup(Generic[DialsT]):
    """Everything a round starts from.

    ``stakes`` has one entry a seat in the order of play, the banker not among them. ``deck`` is in
    the order of dealing, next card first. ``dealer`` and ``scores`` matter where a game has them
    (cribbage).
    """

    dials: DialsT
    stakes: tuple[int, ...]
    deck: tuple[Card, ...]
    bank: Bank = Bank.NONE
    side_bets: tuple[SideBet, ...] = ()
    dealer: Seat = FIRST
    scores: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class PublicEvent:
    """Something that happened before everyone's eyes; subclasses hold no hidden card."""


@dataclass(frozen=True, slots=True)
class PrivateEvent:
    """Something that happened before one seat's eyes alone."""

    seat: Seat


Event = PublicEvent | PrivateEvent


@dataclass(frozen=True, slots=True)
class PublicView:
    """What everyone may see, built up from nothing; subclasses hold ``OpenCard`` only.

    ``phase`` names the part of the round in one short ASCII word without dots: a group's buttons
    carry it. ``waiting`` are the seats that everyone may know to be deciding.
    """

    phase: str
    waiting: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class PrivateView:
    """What one seat may see of its own, beside the public view.

    ``hand`` is the one of its hands that the next action is for; it moves on when a hand closes.
    """

    seat: Seat
    hand: int = field(default=0, kw_only=True)


@dataclass(frozen=True, slots=True)
class Stake:
    """Chips that an action puts up from a seat's wallet."""

    seat: Seat
    chips: int


@dataclass(frozen=True, slots=True)
class Step(Generic[StateT]):
    """What an action led to: the new state, what happened in order, what was put up."""

    state: StateT
    events: tuple[Event, ...] = ()
    stakes: tuple[Stake, ...] = ()


@dataclass(frozen=True, slots=True)
class Choice(Generic[ActionT]):
    """One action that a seat may take now.

    ``stake`` is what it puts up; ``exposure`` the worst that the bank can owe afterwards, as far
    as everyone can see, with what is already staked (the stakes themselves not counted); 0 where
    the house banks, which is not bounded.
    ``quits`` marks leaving the round: always a way out, never a decision to be waited for;
    ``forfeits`` are the chips that it gives up, ``None`` where that cannot be told beforehand.
    """

    action: ActionT
    stake: int = 0
    exposure: int = 0
    quits: bool = False
    forfeits: int | None = None


@dataclass(frozen=True, slots=True)
class HandResult:
    """How one hand ended, for the settled table and the record.

    ``outcome`` is ``win``, ``push`` or ``lose`` and ``rule`` the rule that decided it, both words
    of the game's vocabulary (README). ``cards`` are open: the round is over.
    """

    seat: Seat
    cards: tuple[OpenCard, ...]
    total: int
    soft: bool
    stake: int
    net: int
    outcome: str
    rule: str


@dataclass(frozen=True, slots=True)
class ResultLine:
    """Chips that a seat won or lost beside its hands: insurance, a side bet, a penalty."""

    seat: Seat
    net: int
    rule: str


@dataclass(frozen=True, slots=True)
class Result:
    """How a round ended: ``net`` chips of every party, banker included, sum zero.

    ``scores`` are those with which the match goes on in another round, by seat; empty where it is
    over, as it is after every round of a game that keeps none. ``winner`` has won a match.
    """

    net: Mapping[Seat, int]
    hands: tuple[HandResult, ...] = ()
    lines: tuple[ResultLine, ...] = ()
    bank_cards: tuple[OpenCard, ...] = ()
    scores: tuple[int, ...] = ()
    winner: Seat | None = None


class Turns(StrEnum):
    """Whether seats decide one after the other or all at once (``rules.md``, decision 4)."""

    IN_ORDER = "in_order"
    TOGETHER = "together"


class Rotation(StrEnum):
    """How the bank moves on between rounds."""

    NONE = "none"
    EACH_ROUND = "each_round"
    EVERY_N_ROUNDS = "every_n_rounds"
    ON_FULL_PAYOUT = "on_full_payout"


@dataclass(frozen=True, slots=True)
class TableRules:
    """What the table must know of a set of dials, whatever the game.

    ``house_banks`` and ``player_banks`` say who may hold the bank; a bank held by a player counts
    as one of the seats. ``covered`` says whether a player's bank must cover every stake.
    ``stake_step``: stakes are multiples of it (decision 11). ``packs`` are shuffled each round.
    ``loss`` is how many times its bet a hand can lose, so often a table holds it in escrow.
    ``side_bets`` says whether players may bet on what a player is dealt, ``first_is_asked`` whether
    who sat down first is asked to take a bank that nobody holds. ``is_match``: rounds are deals of
    a match, whose stake is put up once and may be nothing; who deals first is cut for, then it
    alternates. ``turn_seconds`` is how long a decision may take, ``None``: as elsewhere.
    """

    seats_min: int
    seats_max: int
    packs: int
    stake_step: int = 1
    house_banks: bool = True
    player_banks: bool = False
    covered: bool = False
    rotation: Rotation = Rotation.NONE
    clockwise: bool = False
    turns: Turns = Turns.TOGETHER
    leaving_is_penalised: bool = False
    loss: int = 1
    side_bets: bool = False
    first_is_asked: bool = False
    is_match: bool = False
    turn_seconds: int | None = None


class Game(Protocol[DialsT, StateT, ActionT, PublicT, PrivateT_co]):
    """The rules of one game. A third game must not change this protocol.

    Every method is pure. What is not allowed raises ``Refusal`` of kind ``unreadable``,
    ``not_now`` or ``ambiguous`` and changes nothing.
    """

    @property
    def name(self) -> str:
        """The game's name in records and commands."""

    @property
    def presets(self) -> Mapping[str, DialsT]:
        """Complete sets of dials by name; the first is the game's default."""

    @property
    def menu(self) -> Mapping[str, Sequence[str]]:
        """The dials that groups turn most, with the values that a menu offers for each."""

    def table_rules(self, dials: DialsT) -> TableRules:
        """What the table must know of these dials."""

    def with_options(self, preset: str, options: Mapping[str, str]) -> DialsT:
        """Return a preset's dials with some changed, values as records write them.

        Raises ``Refusal`` for an unknown name or value, or a set that cannot be played.
        """

    def options(self, preset: str, dials: DialsT) -> Mapping[str, str]:
        """Return what differs from the preset, values as records write them."""

    def start(self, setup: Setup[DialsT]) -> Step[StateT]:
        """Deal. Raises ``Refusal`` for stakes, seats or side bets that the rules do not allow."""

    def actors(self, state: StateT) -> tuple[Seat, ...]:
        """The seats that may decide now, in order; empty when the round is over."""

    def legal(self, state: StateT, seat: Seat) -> tuple[Choice[ActionT], ...]:
        """Every action that ``apply`` takes from that seat now.

        Another way of writing one of them need not be listed: a card by its name that stands for
        itself by its place.
        """

    def public_choices(self, view: PublicT) -> tuple[ActionT, ...]:
        """The actions that a group's buttons offer, from what everyone can see alone."""

    def apply(self, state: StateT, seat: Seat, action: ActionT) -> Step[StateT]:
        """Let a seat act; the old state stays as it was."""

    def on_timeout(self, state: StateT, seat: Seat) -> ActionT:
        """The action of a seat whose time is up, and of the house in the bank's seat."""

    def public_view(self, state: StateT) -> PublicT:
        """What everyone may see."""

    def private_view(self, state: StateT, seat: Seat) -> PrivateT_co:
        """What that seat (or ``BANKER``) may see of its own."""

    def exposure(self, view: PublicT) -> int:
        """The worst that the bank can owe in all, a hidden card counting as any card."""

    def opening_exposure(
        self, dials: DialsT, stakes: Sequence[int], side_bets: Sequence[SideBet]
    ) -> int:
        """The worst that the bank can owe for stakes taken before the deal."""

    def result(self, state: StateT) -> Result | None:
        """How the round ended, ``None`` while it runs."""

    def parse(self, words: Sequence[str]) -> ActionT:
        """Read an action as it is typed; raises ``Refusal(unreadable)``."""

    def format(self, action: ActionT) -> str:
        """Write an action as ``parse`` reads it."""


AnyGame = Game[Any, Any, Any, Any, Any]
"""A game whose types the caller does not look into: the house deals every game alike."""


@dataclass(frozen=True, slots=True)
class Dealt(PublicEvent):
    """A card came to a seat face up."""

    seat: Seat
    card: OpenCard
    hand: int = 0


@dataclass(frozen=True, slots=True)
class DealtFaceDown(PublicEvent):
    """A card came to a seat face down; everyone sees its back."""

    seat: Seat
    hand: int = 0


@dataclass(frozen=True, slots=True)
class HoleCard(PrivateEvent):
    """A seat may look at its face-down card."""

    card: Card


@dataclass(frozen=True, slots=True)
class Revealed(PublicEvent):
    """Face-down cards of a seat were turned over; ``why`` is a word of the rules."""

    seat: Seat
    cards: tuple[OpenCard, ...]
    why: str
    hand: int = 0


@dataclass(frozen=True, slots=True)
class Acted(PublicEvent):
    """A seat took an action that everyone may know of."""

    seat: Seat
    words: str
    hand: int = 0


@dataclass(frozen=True, slots=True)
class Turn(PublicEvent):
    """Seats are asked to decide."""

    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Settled(PublicEvent):
    """The round is over; its chips are in ``result``."""

    net: Mapping[Seat, int] = field(default_factory=dict)

"""What happened, as data, between house and delivery. The house thinks in no text."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum

from bot.basics import ChatId, Fact, PlayerId, Seat
from bot.cards import OpenCard
from bot.games.base import (
    AnyGame,
    Choice,
    PrivateView,
    PublicEvent,
    PublicView,
    Result,
)


class Urgency(IntEnum):
    """What goes out first when the platform allows little (design, section 5)."""

    DEAL = 0
    TURN = 1
    SETTLEMENT = 2
    PROGRESS = 3
    REPLY = 4


class TablePhase(StrEnum):
    """Where a table stands between and in rounds."""

    CLOSED = "closed"
    LOBBY = "lobby"
    PLAY = "play"
    SETTLED = "settled"


@dataclass(frozen=True, slots=True)
class SeatLine:
    """One person at the table as everyone sees them.

    ``seat`` is the place in the running or last round, ``None`` for who was not dealt in;
    ``BANKER`` for a player who holds the bank. ``again`` says that they are in the next round, and
    ``bet`` is their stake in it then; else it is what they bet last. ``late``: time ran out for
    them in this round, with their hand ``late_hand`` and those after it. ``gone``: they have left
    the table since.
    """

    player: PlayerId
    name: str
    bet: int
    seat: Seat | None
    banks: bool = False
    wants_bank: bool = False
    sits_out: bool = False
    again: bool = False
    late: bool = False
    late_hand: int = 0
    gone: bool = False


@dataclass(frozen=True, slots=True)
class SideBetLine:
    """Chips that one person bets on what another, or oneself, is dealt in the next round."""

    by: PlayerId
    on: PlayerId
    chips: int


@dataclass(frozen=True, slots=True)
class MatchLine:
    """Where a match of several rounds stands, as everyone sees it.

    ``deal`` counts its rounds from 1, ``stake`` is what each has put up for all of them. ``cut``
    are the cards that were cut for the first deal, a pair of them a cut, by seat; empty where
    nobody cut, and after that deal. ``absent`` is who has run out of time so often in a row that
    the other may end the match. ``scores`` are those before this deal, by seat, empty before the
    first one.
    """

    deal: int
    stake: int
    cut: tuple[OpenCard, ...] = ()
    absent: Seat | None = None
    scores: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class GroupNotice:
    """Something for a whole chat."""

    chat: ChatId
    language: str
    urgency: Urgency


@dataclass(frozen=True, slots=True)
class TableShown(GroupNotice):
    """The table as it is now, from public knowledge alone; the latest replaces all before it.

    ``bank`` is what a player's bank holds, ``None`` where the house banks. ``events`` are the
    public events since the deal, oldest first. ``seconds`` is how much of the present wait was
    left when it was told (0: none). ``commitment`` binds the dealer to the next deck (to this one,
    before it). ``side_bets`` are those of the next round, ``menu`` asks
    for the settings under the table. ``fresh`` asks for a new message instead
    of an edit. ``voids`` counts voided rounds. ``match`` is where a match of several rounds stands,
    ``None`` in other games and where none has begun; after its last round it still tells of it.
    ``bank_by_again`` says that who has the next bank holds it only if they press Again,
    ``yielded`` is whose bank passed on at the deal because they had not.
    """

    table: int
    round: int
    phase: TablePhase
    game: AnyGame
    rules: str
    options: Mapping[str, str]
    seats: tuple[SeatLine, ...]
    bank: int | None
    bet_min: int
    bet_max: int
    seconds: int
    commitment: str
    closing: bool = False
    fresh: bool = False
    voids: int = 0
    view: PublicView | None = None
    events: tuple[PublicEvent, ...] = ()
    result: Result | None = None
    side_bets: tuple[SideBetLine, ...] = ()
    menu: bool = False
    match: MatchLine | None = None
    bank_by_again: bool = False
    yielded: PlayerId | None = None


@dataclass(frozen=True, slots=True)
class Said(GroupNotice):
    """One sentence to the chat."""

    key: str
    facts: Mapping[str, Fact] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Nudged(GroupNotice):
    """Whose turn it is has not acted for a while; the latest replaces the one before it.

    ``seats`` is everyone at the table, ``waiting`` the seats that are waited for: with none of them
    the reminder is to be taken back.
    """

    seats: tuple[SeatLine, ...]
    waiting: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class HandShown:
    """One person's own cards and choices, for the hand panel and for My cards; for them alone.

    ``counter`` counts that seat's accepted acts of this round. ``public`` is the table beside the
    hand, ``over`` says that the round has ended, ``voided`` that it did without a result. After it
    ``result`` tells how, ``chips`` what the person has in the wallet then (``None`` where nobody
    looked), ``staked`` what lies at the table for the next round. ``too_dear`` is what an answer
    would have taken that was given as no for want of chips, 0 where none was. What a choice puts
    up is held so many ``times_held``, for so much can be lost with it. ``deal`` is the number of
    the deal in its match, as in ``MatchLine``, 0 in other games.
    """

    chat: ChatId
    player: PlayerId
    language: str
    table: int
    round: int
    counter: int
    game: AnyGame
    rules: str
    view: PrivateView
    public: PublicView
    seats: tuple[SeatLine, ...]
    # The choices are of the game's own action type, which only the game looks into.
    choices: tuple[Choice[object], ...]
    over: bool = False
    voided: bool = False
    result: Result | None = None
    chips: int | None = None
    staked: int = 0
    too_dear: int = 0
    times_held: int = 1
    deal: int = 0


@dataclass(frozen=True, slots=True)
class Forgotten:
    """A person is being forgotten: of what was sent to them nothing is to be noted any more."""

    player: PlayerId


Notice = TableShown | Said | Nudged | HandShown | Forgotten

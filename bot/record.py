"""The round record: a round written down as one JSON object that anyone can play again.

A record says who sat where, what was staked, the deck in the order of dealing, and what was done.
``replay`` plays it through the rules as they are and tells how it ends or where it breaks them.
"""

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import field
from typing import Annotated, Any, Literal

from pydantic import (
    ConfigDict,
    Field,
    PlainSerializer,
    PlainValidator,
    TypeAdapter,
    ValidationError,
    model_validator,
)
from pydantic.dataclasses import dataclass

from bot.basics import BANKER, Refusal, Seat, not_now, unreadable
from bot.cards import Card, parse_card
from bot.games import find_game, times_held
from bot.games.base import (
    FIRST,
    AnyGame,
    Bank,
    Choice,
    HandResult,
    PublicView,
    Result,
    Setup,
    SideBet,
    TableRules,
)
from bot.games.cribbage.views import CribbagePublic
from bot.games.points import HandState, OwnHand, OwnHands
from bot.record_cribbage import told_deal, without_what_was_said, written_by_names

HOUSE = "house"
"""The name that stands for the house; no player may have it."""

AUTO = "auto"
"""The last word of an action that nobody took: the clock, the house's policy, the only choice."""

RECORD_REFUSALS: dict[str, str] = {
    "bank-short": "the bank does not cover what would be staked",
    "bet-not-covered": "the bank does not cover the bets",
    "card-unreadable": "a card that cannot be read",
    "deck-odd": "the deck holds a card more often than its packs do",
    "dealer-wanted": "cribbage needs to be told who deals",
    "short-of-chips": "a wallet holds less than what would be staked",
    "unknown-game": "no such game",
    "unknown-player": "no such name in the record",
    "unknown-rules": "no such set of rules in this game",
}
"""The keys a record is refused with beside those of its game, and what they mean."""

_STRICT = ConfigDict(extra="forbid", strict=True)


class RecordUnreadable(Exception):
    """A text is no round record; the message says in one line where and why."""


def _card(value: object) -> Card:
    if isinstance(value, Card):
        return value
    if not isinstance(value, str):
        raise ValueError("a card is written as rank and suit, for example As")  # noqa: TRY004 -- pydantic collects ValueError alone
    try:
        return parse_card(value)
    except Refusal:
        raise ValueError("a card is written as rank and suit, for example As") from None


_WrittenCard = Annotated[Card, PlainValidator(_card), PlainSerializer(str)]
_Chips = Annotated[int, Field(ge=0)]
_Name = Annotated[str, Field(min_length=1)]
_Words = Annotated[tuple[_Name, ...], Field(min_length=2)]


@dataclass(frozen=True, slots=True, config=_STRICT)
class RecordedSeat:
    """One player and the chips that were bet before the deal."""

    player: _Name
    bet: int = 0


@dataclass(frozen=True, slots=True, config=_STRICT)
class RecordedSideBet:
    """Chips that ``by`` bet on what ``on`` is dealt."""

    by: _Name
    on: _Name
    bet: int


@dataclass(frozen=True, slots=True, config=_STRICT)
class Record:
    """One round as it is written down.

    ``seats`` are in the order of play, the banker not among them; ``banker`` is ``None`` for the
    house. ``deck`` is in the order of dealing. An action is a name and its words, the last of them
    ``auto`` where nobody took it. ``wallets`` are what players hold before they bet and ``bank``
    what the banker holds; absent, there is no limit. In cribbage ``dealer`` deals and ``scores``
    are those before the deal. ``voided``: the round was called off after these actions, and every
    stake came back. ``ids`` and ``fairness`` are kept as they are.
    """

    game: _Name
    rules: _Name
    seats: tuple[RecordedSeat, ...]
    deck: tuple[_WrittenCard, ...]
    actions: tuple[_Words, ...] = ()
    v: Literal[1] = 1
    banker: _Name | None = None
    options: dict[str, str | int | float | bool | None] = field(default_factory=dict)
    side_bets: tuple[RecordedSideBet, ...] = ()
    bank: _Chips | None = None
    wallets: dict[str, _Chips] | None = None
    dealer: _Name | None = None
    scores: dict[str, int] | None = None
    voided: bool = False
    ids: dict[str, str] | None = None
    fairness: dict[str, Any] | None = None

    @model_validator(mode="after")
    def _names_are_unique(self) -> "Record":
        names = [seat.player for seat in self.seats] + ([self.banker] if self.banker else [])
        if len(set(names)) < len(names):
            raise ValueError("two parties have the same name")
        if HOUSE in names:
            raise ValueError(f"no player may be called {HOUSE}")
        return self


_RECORD = TypeAdapter(Record)


def parse_record(text: str) -> Record:
    """Read one record; raises ``RecordUnreadable``."""
    try:
        return _RECORD.validate_json(text)
    except ValidationError as error:
        raise RecordUnreadable(_told(error)) from None


def _told(error: ValidationError) -> str:
    """Return the first thing that is wrong in words of our own."""
    first = error.errors(include_url=False, include_input=False)[0]
    if first["type"] == "value_error":
        words = str(first["ctx"]["error"])
    elif first["type"] == "literal_error":
        words = "only version 1 of the format is read"
    else:
        words = _SHAPES.get(first["type"], "that is not what belongs here")
    place = ".".join(str(part) for part in first["loc"] if str(part) not in _KINDS_OF_VALUES)
    return f"{place}: {words}" if place else words


_KINDS_OF_VALUES = frozenset({"str", "int", "float", "bool"})
"""Where a value may be of several kinds, each is a place of its own to who checks it."""

_SHAPES = {
    "missing": "this field is missing",
    "missing_argument": "this field is missing",
    "unexpected_keyword_argument": "there is no such field",
    "extra_forbidden": "there is no such field",
    "json_invalid": "that is no JSON",
    "int_type": "a whole number belongs here",
    "int_from_float": "a whole number belongs here",
    "string_type": "a text belongs here",
    "tuple_type": "a list belongs here",
    "dict_type": "an object belongs here",
    "dataclass_type": "an object belongs here",
    "dataclass_exact_type": "an object belongs here",
    "string_too_short": "a text that is not empty belongs here",
    "too_short": "a name and what it did belong here",
    "greater_than_equal": "a number from 0 up belongs here",
}
"""What a record lacks, by the kinds of errors that its reading knows."""


def format_record(record: Record) -> str:
    """Write a record as one line of JSON that ``parse_record`` reads."""
    written = _RECORD.dump_python(record, mode="json", exclude_defaults=True)
    return json.dumps({"v": record.v, **written, "banker": record.banker}, ensure_ascii=False)


def written_options(game: AnyGame, rules: str, dials: object) -> dict[str, str]:
    """Return the options of a written record: every dial off its preset, and ``turns``."""
    turns = game.table_rules(dials).turns
    told = {"turns": turns.value} if hasattr(dials, "turns") else {}
    return {**game.options(rules, dials), **told}


def replay(record: Record) -> dict[str, Any]:
    """Play a record again and return what ``croupier replay`` prints for it.

    ``status`` and the chips each party won, the hands, who is to act and what each may do; for a
    record that breaks the rules, ``error`` beside how far it got.
    """
    try:
        table = _Replay(record)
    except Refusal as refusal:
        nothing: dict[str, Any] = {"net": {}, "hands": {}, "lines": [], "turn": [], "legal": {}}
        return {"status": "playing", **nothing, "error": _error(refusal, None)}
    at = None
    try:
        for index, words in enumerate(record.actions):
            at = index
            table.read(words)
        if not record.voided:
            table.finish()
    except Refusal as refusal:
        return {**table.told(), "error": _error(refusal, at)}
    return table.told()


def _error(refusal: Refusal, at: int | None) -> dict[str, Any]:
    return {"kind": refusal.kind.value, "key": refusal.key, "at": at}


class _Replay:
    """A record while it is played: the state of the round and what every wallet has left."""

    def __init__(self, record: Record) -> None:
        self._record = record
        self._game: AnyGame = find_game(record.game)
        if record.rules not in self._game.presets:
            raise unreadable("unknown-rules", rules=record.rules[:32])
        options = {name: _as_text(value) for name, value in record.options.items()}
        dials: object = self._game.with_options(record.rules, options)
        self._rules: TableRules = self._game.table_rules(dials)
        self._seats = {seat.player: Seat(place) for place, seat in enumerate(record.seats)}
        if record.banker or self._rules.house_banks:
            self._seats[record.banker or HOUSE] = BANKER
        self._names = {seat: name for name, seat in self._seats.items()}
        self._wallets = self._after_bets()
        self._check_deck()
        setup = self._setup(dials)
        self._house = setup.bank is Bank.HOUSE
        self._stands: Counter[Seat] = Counter()
        self._check_cover(setup)
        self._state: Any = self._game.start(setup).state
        self._happened: tuple[tuple[Seat, object], ...] = ()

    def _seat(self, name: str) -> Seat:
        seat = self._seats.get(name)
        if seat is None:
            raise unreadable("unknown-player", player=name[:32])
        return seat

    def _setup(self, dials: object) -> Setup[object]:
        record = self._record
        bets = tuple(
            SideBet(self._seat(bet.by), self._seat(bet.on), bet.bet) for bet in record.side_bets
        )
        nobody = Bank.HOUSE if self._rules.house_banks else Bank.NONE
        bank = Bank.PLAYER if record.banker else nobody
        stakes = tuple(seat.bet for seat in record.seats)
        return Setup(dials, stakes, record.deck, bank, bets, self._dealer(), self._scores())

    def _check_deck(self) -> None:
        """Refuse a deck that no packs hold, whether or not its cards are drawn."""
        often = Counter(self._record.deck).most_common(1)
        if often and often[0][1] > self._rules.packs:
            raise not_now("deck-odd")

    def _dealer(self) -> Seat:
        if self._record.dealer is not None:
            return self._seat(self._record.dealer)
        if self._rules.is_match:
            raise unreadable("dealer-wanted")
        return FIRST

    def _scores(self) -> tuple[int, ...]:
        scores = {self._seat(name): points for name, points in (self._record.scores or {}).items()}
        return tuple(scores.get(seat, 0) for seat in sorted(self._names)) if scores else ()

    def _after_bets(self) -> dict[Seat, int]:
        """Return what limited wallets hold once the bets lie on the table."""
        left = {self._seat(name): chips for name, chips in (self._record.wallets or {}).items()}
        bets = [(seat.player, seat.bet * self._rules.loss) for seat in self._record.seats]
        bets += [(bet.by, bet.bet) for bet in self._record.side_bets]
        for name, chips in bets:
            self._pay(left, self._seat(name), chips)
        return left

    def _pay(self, wallets: dict[Seat, int], seat: Seat, chips: int) -> None:
        held = wallets.get(seat, chips)
        if chips > held:
            raise not_now("short-of-chips", have=held, need=chips)
        if seat in wallets:
            wallets[seat] = held - chips

    def _check_cover(self, setup: Setup[object]) -> None:
        owed = self._game.opening_exposure(setup.dials, setup.stakes, setup.side_bets)
        if not self._is_covered(owed):
            raise not_now("bet-not-covered", covered=self._record.bank or 0)

    def _is_covered(self, owed: int) -> bool:
        limit = self._record.bank
        limited = self._record.banker is not None and self._rules.covered
        return limit is None or not limited or owed <= limit

    def read(self, words: tuple[str, ...]) -> None:
        """Take one written action, and before it what the record may leave out.

        Raises ``Refusal`` if it breaks the rules; the round then stands as it was before.
        """
        who, *said = words[:-1] if words[-1] == AUTO and len(words) > 2 else words
        seat = self._seat(who)
        action: object = self._game.parse(said)
        before = self._state, dict(self._wallets), Counter(self._stands)
        try:
            self._take(seat, action)
        except Refusal as refusal:
            if self._says_what_is_implied(seat, action) or self._take_later(seat, action):
                return
            if not self._says_what_is_implied(seat, action):
                self._state, self._wallets, self._stands = before
                raise refusal from None

    def _take_later(self, seat: Seat, action: object) -> bool:
        """Take an action that has to wait for some that were left out; false if none helps.

        What the house says waits for players alone: it takes no act that its rule has not come to.
        """
        while (implied := self._implied()) is not None and not implied[0] == seat == BANKER:
            self._take(*implied)
            if any(choice.action == action for choice in self._payable(seat)):
                self._take(seat, action)
                return True
        return False

    def finish(self) -> None:
        """Take what the record may leave out at its end."""
        while (implied := self._implied()) is not None:
            self._take(*implied)

    def _take(self, seat: Seat, action: object) -> None:
        for choice in self._game.legal(self._state, seat):
            if choice.action == action:
                self._check_payable(seat, choice)
                self._pay(self._wallets, seat, self._takes(choice))
        self._state = self._game.apply(self._state, seat, action).state
        self._stands[seat] += self._game.format(action) == _STAND
        view = self._view
        self._happened = view.of_itself if isinstance(view, CribbagePublic) else ()

    @property
    def _view(self) -> PublicView:
        view: PublicView = self._game.public_view(self._state)
        return view

    def _check_payable(self, seat: Seat, choice: Choice[object]) -> None:
        need = self._takes(choice)
        held = self._wallets.get(seat, need)
        if need > held:
            raise not_now("short-of-chips", have=held, need=need)
        if choice.stake and not self._is_covered(choice.exposure):
            raise not_now("bank-short", covered=self._record.bank or 0)

    def _takes(self, choice: Choice[object]) -> int:
        """Return what a choice takes from a wallet, as a table would: all that it may lose."""
        return choice.stake * times_held(self._rules, self._view)

    def _payable(self, seat: Seat) -> list[Choice[object]]:
        """Return what a seat may choose and pay for; leaving is no choice to wait for."""
        kept = []
        for choice in self._game.legal(self._state, seat):
            try:
                self._check_payable(seat, choice)
            except Refusal:
                continue
            kept.append(choice)
        return [choice for choice in kept if not choice.quits]

    def _implied(self) -> tuple[Seat, object] | None:
        """Return an act that a record may leave out: the house's, or the only choice there is.

        A card is never drawn for a player who has not asked for it.
        """
        for seat in self._game.actors(self._state):
            if seat == BANKER and self._house:
                return seat, self._game.on_timeout(self._state, seat)
            choices = self._payable(seat)
            if len(choices) == 1 and self._game.format(choices[0].action) in _LEFT_OUT:
                return seat, choices[0].action
        return None

    def _says_what_is_implied(self, seat: Seat, action: object) -> bool:
        """Whether it is a stand on a hand that closed itself: always accepted (decision 3).

        So is a go, or a last card, that followed of itself (decision 13).
        """
        left = without_what_was_said(self._happened, seat, action)
        if left is not None:
            self._happened = left
            return True
        if self._game.format(action) != _STAND:
            return False
        ended = sum(hand.state in _STANDING for hand in self._hands(seat))
        if self._stands[seat] >= ended:
            return False
        self._stands[seat] += 1
        return True

    def _hands(self, seat: Seat) -> tuple[OwnHand, ...]:
        view = self._game.private_view(self._state, seat)
        return view.hands if isinstance(view, OwnHands) else ()

    def told(self) -> dict[str, Any]:
        """Return how far the round has come, as it is printed."""
        if self._record.voided:
            nothing: dict[str, Any] = {"lines": [], "turn": [], "legal": {}}
            net = dict.fromkeys(self._seats, 0)
            return {"status": "voided", "net": net, "hands": self._told_hands(None), **nothing}
        result = self._game.result(self._state)
        actors = self._game.actors(self._state)
        view = self._view
        return {
            "status": "playing" if result is None else "settled",
            "net": self._net(result),
            "hands": self._told_hands(result),
            "lines": [
                {"player": self._names[line.seat], "net": line.net, "rule": line.rule}
                for line in (result.lines if result else ())
            ],
            "turn": [self._names[seat] for seat in actors],
            "legal": {
                self._names[seat]: [self._written(seat, c.action) for c in self._payable(seat)]
                for seat in actors
            },
            **(told_deal(view, self._names) if isinstance(view, CribbagePublic) else {}),
        }

    def _written(self, seat: Seat, action: object) -> str:
        named = written_by_names(self._state, seat, action)
        return self._game.format(action) if named is None else named

    def _net(self, result: Result | None) -> dict[str, int]:
        return {self._names[seat]: chips for seat, chips in result.net.items()} if result else {}

    def _told_hands(self, result: Result | None) -> dict[str, list[dict[str, Any]]]:
        """Return everyone's hands, the bank's too: the whole deck is open to who holds a record."""
        if result is None:
            return {name: self._own_hands(seat) for name, seat in self._seats.items()}
        told = {
            name: [_told_result(h) for h in result.hands if h.seat == seat]
            for name, seat in self._seats.items()
        }
        if BANKER in self._names:
            told[self._names[BANKER]] = self._own_hands(BANKER)
        return told

    def _own_hands(self, seat: Seat) -> list[dict[str, Any]]:
        return [
            _told_hand(hand.cards, hand.total, hand.stake, soft=hand.soft)
            for hand in self._hands(seat)
        ]


def _told_result(hand: HandResult) -> dict[str, Any]:
    told = _told_hand(hand.cards, hand.total, hand.stake, soft=hand.soft)
    return {**told, "outcome": hand.outcome, "rule": hand.rule}


def _told_hand(cards: Sequence[Card], total: int, stake: int, *, soft: bool) -> dict[str, Any]:
    written = [str(card) for card in cards]
    value = {"cards": written, "total": total, "soft": soft, "bet": stake}
    return {**value, "outcome": None, "rule": None}


_STAND = "stand"
_LEFT_OUT = frozenset({_STAND, "no-insurance"})
_STANDING = frozenset(HandState) - {HandState.PLAYING, HandState.BUST, HandState.LEFT}


def _as_text(value: str | float | bool | None) -> str:  # noqa: FBT001 -- a value of JSON
    if value is None:
        return "none"
    return str(value).lower() if isinstance(value, bool) else str(value)

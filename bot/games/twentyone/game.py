"""21 behind the protocol of every game. Skeleton: hit and stand."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction

from bot.basics import BANKER, Refusal, Seat, not_now, unreadable
from bot.cards import Card, face_up
from bot.games.base import (
    Bank,
    Choice,
    Dealt,
    DealtFaceDown,
    Event,
    HandResult,
    HoleCard,
    Result,
    Revealed,
    Setup,
    SideBet,
    Step,
    TableRules,
)
from bot.games.twentyone.dials import PRESETS, Dials
from bot.games.twentyone.views import (
    HandSeen,
    HandState,
    OwnHand,
    Phase,
    TwentyOnePrivate,
    TwentyOnePublic,
)

_VALUES = {"A": 1, "T": 10, "J": 10, "Q": 10, "K": 10}


class Action(StrEnum):
    """What a seat may do."""

    HIT = "hit"
    STAND = "stand"


def total_of(cards: Sequence[Card]) -> tuple[int, bool]:
    """Return the best total and whether it is soft (QQ-7)."""
    hard = sum(_VALUES.get(card.rank) or int(card.rank) for card in cards)
    soft = hard <= 11 and any(card.rank == "A" for card in cards)
    return (hard + 10, True) if soft else (hard, False)


@dataclass(frozen=True, slots=True)
class Hand:
    """Cards of one box; the first is face down while ``hidden``."""

    cards: tuple[Card, ...]
    stake: int
    hidden: bool
    stood: bool = False

    @property
    def total(self) -> int:
        """The best total."""
        return total_of(self.cards)[0]

    @property
    def natural(self) -> bool:
        """Whether the first two cards are an ace and a ten (QQ-8)."""
        return len(self.cards) == 2 and self.total == 21

    @property
    def done(self) -> bool:
        """Whether the hand can take no more cards or wants none."""
        return self.stood or self.total > 21 or (self.total == 21 and not self.hidden)


@dataclass(frozen=True, slots=True)
class State:
    """A round of 21."""

    dials: Dials
    hands: tuple[Hand, ...]
    bank: Hand
    deck: tuple[Card, ...]
    house: bool
    over: bool = False


class TwentyOne:
    """The rules of the 21 family."""

    name = "21"
    presets: Mapping[str, Dials] = PRESETS

    def table_rules(self, dials: Dials) -> TableRules:
        """See ``Game``."""
        return TableRules(
            seats_min=dials.seats_min,
            seats_max=dials.seats_max,
            packs=dials.decks,
            stake_step=dials.bet_step,
            house_banks=dials.banker in {"house", "player_or_house"},
            player_banks=dials.banker in {"player", "player_or_house"},
            covered=dials.bank_cover == "worst_case",
            rotation=dials.rotation,
            turns=dials.turns,
        )

    def with_options(self, preset: str, options: Mapping[str, str]) -> Dials:
        """See ``Game``."""
        if options:
            raise unreadable("unknown-dial", dial=next(iter(options)))
        return self.presets[preset]

    def options(self, preset: str, dials: Dials) -> Mapping[str, str]:
        """See ``Game``."""
        del preset, dials
        return {}

    def start(self, setup: Setup[Dials]) -> Step[State]:
        """See ``Game``."""
        count = len(setup.stakes)
        deck = setup.deck
        hidden = setup.dials.player_first_card == "hidden"
        firsts, seconds = deck[: count + 1], deck[count + 1 : 2 * count + 2]
        hands = tuple(
            Hand((firsts[seat], seconds[seat]), stake, hidden)
            for seat, stake in enumerate(setup.stakes)
        )
        bank = Hand((firsts[count], seconds[count]), 0, hidden=True)
        events: list[Event] = []
        for seat in range(count):
            if hidden:
                events += [DealtFaceDown(Seat(seat)), HoleCard(Seat(seat), firsts[seat])]
            else:
                events.append(Dealt(Seat(seat), face_up(firsts[seat])))
        events += [DealtFaceDown(BANKER), HoleCard(BANKER, firsts[count])]
        events += [Dealt(Seat(seat), face_up(seconds[seat])) for seat in range(count)]
        events.append(Dealt(BANKER, face_up(seconds[count])))
        house = setup.bank is Bank.HOUSE
        state = State(setup.dials, hands, bank, deck[2 * count + 2 :], house)
        return self._after(state, tuple(events))

    def actors(self, state: State) -> tuple[Seat, ...]:
        """See ``Game``."""
        if state.over:
            return ()
        waiting = tuple(Seat(seat) for seat, hand in enumerate(state.hands) if not hand.done)
        return waiting or (BANKER,)

    def legal(self, state: State, seat: Seat) -> tuple[Choice[Action], ...]:
        """See ``Game``."""
        if seat not in self.actors(state):
            return ()
        hand = state.bank if seat == BANKER else state.hands[seat]
        if hand.total == 21:
            return (Choice(Action.STAND),)
        return (Choice(Action.HIT), Choice(Action.STAND))

    def public_choices(self, view: TwentyOnePublic) -> tuple[Action, ...]:
        """See ``Game``."""
        return (Action.HIT, Action.STAND) if view.waiting else ()

    def apply(self, state: State, seat: Seat, action: Action) -> Step[State]:
        """See ``Game``."""
        if all(choice.action != action for choice in self.legal(state, seat)):
            raise _refusal(self, state, seat)
        hand = state.bank if seat == BANKER else state.hands[seat]
        if action is Action.STAND:
            return self._after(_put(state, seat, replace(hand, stood=True)), ())
        return self._after(*_draw(state, seat, hand))

    def on_timeout(self, state: State, seat: Seat) -> Action:
        """See ``Game``."""
        if seat == BANKER and state.bank.total < state.dials.banker_stands_on:
            return Action.HIT
        return Action.STAND

    def _after(self, state: State, events: tuple[Event, ...]) -> Step[State]:
        for seat, hand in enumerate(state.hands):
            if hand.hidden and hand.total > 21:
                state = _put(state, Seat(seat), replace(hand, hidden=False))
                events += (Revealed(Seat(seat), (face_up(hand.cards[0]),), "bust"),)
        if state.over or not all(hand.done for hand in state.hands):
            return Step(state, events)
        return self._bank_turn(state, events)

    def _bank_turn(self, state: State, events: tuple[Event, ...]) -> Step[State]:
        if state.bank.hidden:
            state = replace(state, bank=replace(state.bank, hidden=False))
            events += (Revealed(BANKER, (face_up(state.bank.cards[0]),), "turn"),)
        live = any(hand.total <= 21 and not hand.natural for hand in state.hands)
        while live and state.dials.banker_draws == "fixed" and state.bank.total < 17:
            state, drawn = _draw(state, BANKER, state.bank)
            events += drawn
        if live and state.dials.banker_draws == "free" and not state.bank.done:
            return Step(state, events)
        for seat, hand in enumerate(state.hands):
            if hand.hidden:
                events += (Revealed(Seat(seat), (face_up(hand.cards[0]),), "showdown"),)
        shown = tuple(replace(hand, hidden=False) for hand in state.hands)
        return Step(replace(state, hands=shown, over=True), events)

    def public_view(self, state: State) -> TwentyOnePublic:
        """See ``Game``."""
        waiting = self.actors(state)
        return TwentyOnePublic(
            phase=_phase(state, waiting),
            waiting=waiting,
            hands=tuple(_seen(Seat(seat), hand) for seat, hand in enumerate(state.hands)),
            bank=_seen(BANKER, state.bank),
            insured=(),
            dials=state.dials,
        )

    def private_view(self, state: State, seat: Seat) -> TwentyOnePrivate:
        """See ``Game``."""
        hand = state.bank if seat == BANKER else state.hands[seat]
        return TwentyOnePrivate(seat, (_own(hand, current=seat in self.actors(state)),), None)

    def exposure(self, view: TwentyOnePublic) -> int:
        """See ``Game``."""
        return sum(hand.stake for hand in view.hands)

    def opening_exposure(
        self, dials: Dials, stakes: Sequence[int], side_bets: Sequence[SideBet]
    ) -> int:
        """See ``Game``."""
        del side_bets
        return int(sum(stakes) * max(dials.natural_payout, Fraction(1)))

    def result(self, state: State) -> Result | None:
        """See ``Game``."""
        if not state.over:
            return None
        hands = tuple(_settled(state, Seat(seat)) for seat in range(len(state.hands)))
        net = {hand.seat: hand.net for hand in hands}
        bank = tuple(face_up(card) for card in state.bank.cards)
        return Result({**net, BANKER: -sum(net.values())}, hands, bank_cards=bank)

    def parse(self, words: Sequence[str]) -> Action:
        """See ``Game``."""
        try:
            return Action(" ".join(words))
        except ValueError:
            raise unreadable("unknown-action", action=" ".join(words)[:32]) from None

    def format(self, action: Action) -> str:
        """See ``Game``."""
        return action.value


def _put(state: State, seat: Seat, hand: Hand) -> State:
    if seat == BANKER:
        return replace(state, bank=hand)
    hands = (*state.hands[:seat], hand, *state.hands[seat + 1 :])
    return replace(state, hands=hands)


def _draw(state: State, seat: Seat, hand: Hand) -> tuple[State, tuple[Event, ...]]:
    if not state.deck:
        raise not_now("no-card-left")
    card = state.deck[0]
    state = _put(state, seat, replace(hand, cards=(*hand.cards, card)))
    return replace(state, deck=state.deck[1:]), (Dealt(seat, face_up(card)),)


def _seen(seat: Seat, hand: Hand) -> HandSeen:
    shown = [
        None if hand.hidden and not index else face_up(c) for index, c in enumerate(hand.cards)
    ]
    total, soft = total_of(hand.cards)
    seen = None if hand.hidden else total
    state = _hand_state(hand)
    return HandSeen(seat, 0, tuple(shown), hand.stake, seen, soft and not hand.hidden, state)


def _own(hand: Hand, *, current: bool) -> OwnHand:
    total, soft = total_of(hand.cards)
    state = _hand_state(hand)
    return OwnHand(0, hand.cards, total, soft, hand.natural, hand.stake, state, current)


def _phase(state: State, waiting: tuple[Seat, ...]) -> Phase:
    if state.over:
        return Phase.OVER
    return Phase.BANKER if waiting == (BANKER,) else Phase.PLAYERS


def _hand_state(hand: Hand) -> HandState:
    if hand.hidden:
        return HandState.STOOD if hand.stood else HandState.PLAYING
    if hand.total > 21:
        return HandState.BUST
    if hand.total == 21:
        return HandState.NATURAL if hand.natural else HandState.TWENTY_ONE
    return HandState.STOOD if hand.stood else HandState.PLAYING


def _settled(state: State, seat: Seat) -> HandResult:
    hand, bank = state.hands[seat], state.bank
    total, soft = total_of(hand.cards)
    mine, theirs = (hand.natural, hand.total), (bank.natural, bank.total)
    if total > 21:
        net, outcome, rule = -hand.stake, "lose", "bust"
    elif bank.total > 21 or mine > theirs:
        pays: Fraction = state.dials.natural_payout if hand.natural else Fraction(1)
        net, outcome = int(pays * hand.stake), "win"
        rule = "natural" if hand.natural else "banker-bust" if bank.total > 21 else "points"
    elif mine == theirs:
        net, outcome, rule = 0, "push", "equal"
    else:
        net, outcome, rule = -hand.stake, "lose", "natural" if bank.natural else "points"
    cards = tuple(face_up(card) for card in hand.cards)
    return HandResult(seat, cards, total, soft, hand.stake, net, outcome, rule)


def _refusal(game: TwentyOne, state: State, seat: Seat) -> Refusal:
    if state.over:
        return not_now("no-round")
    return not_now("only-stand" if seat in game.actors(state) else "not-your-turn")


TWENTY_ONE = TwentyOne()

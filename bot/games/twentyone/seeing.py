"""Views of a round, built up from what may be seen, and what a group's buttons may offer."""

from collections.abc import Iterator, Sequence
from itertools import product

from bot.basics import BANKER, Seat
from bot.cards import CARDS, RANKS, Card, OpenCard, face_up
from bot.games.base import Bank
from bot.games.points import HandSeen, HandState, OwnHand, seen
from bot.games.twentyone.acting import actors, hand_actions, may_double, may_split
from bot.games.twentyone.actions import Action
from bot.games.twentyone.dials import Dials
from bot.games.twentyone.hands import Hand, is_natural, state_of
from bot.games.twentyone.settling import early_verdict
from bot.games.twentyone.state import Box, Round, State, seats_of
from bot.games.twentyone.views import Phase, TwentyOnePrivate, TwentyOnePublic


def waiting(state: Round) -> tuple[Seat, ...]:
    """Return the seats that everyone may know to be deciding.

    Answers about insurance stay private until all are in, so everyone asked seems to be.
    """
    if state.phase is Phase.INSURANCE:
        return tuple(seat for seat in seats_of(state) if state.boxes[seat].asked)
    return actors(state)


def public_view(state: State) -> TwentyOnePublic:
    """Return what everyone may see."""
    insured = () if state.phase is Phase.INSURANCE else _insured(state)
    return TwentyOnePublic(
        phase=state.phase,
        waiting=waiting(state),
        hands=tuple(
            _seen(seat, index, hand, state.dials)
            for seat in seats_of(state)
            for index, hand in enumerate(state.boxes[seat].hands)
        ),
        bank=_seen(BANKER, 0, state.bank, state.dials),
        insured=insured,
        dials=state.dials,
        bets=tuple(box.bet for box in state.boxes),
        dealt=tuple(map(_dealt, state.boxes)),
        side_bets=state.side_bets,
    )


def _insured(state: State) -> tuple[Seat, ...]:
    return tuple(seat for seat in seats_of(state) if state.boxes[seat].premium)


def _dealt(box: Box) -> tuple[OpenCard | None, ...]:
    """Return the first two cards of a box as far as they lie open; a split shows both."""
    lying = box.hands[0].face_down if len(box.hands) == 1 else ()
    cards = enumerate(box.dealt)
    return tuple(None if place in lying else face_up(card) for place, card in cards)


def _seen(seat: Seat, index: int, hand: Hand, dials: Dials) -> HandSeen:
    decided = None if hand.face_down else early_verdict(hand, dials)  # HB-13, HB-15, HB-19
    won = max(decided.net, 0) if decided else 0
    return seen(seat, index, hand, hand.stake, state_of(hand, dials), won=won)


def private_view(state: State, seat: Seat) -> TwentyOnePrivate:
    """Return what one seat may see of its own; a hole card of the house is nobody's to see."""
    if seat == BANKER:
        if state.bank_by is Bank.HOUSE and state.bank.face_down:
            return TwentyOnePrivate(seat, (), None)
        deciding = state.phase is Phase.BANKER
        return TwentyOnePrivate(seat, (_own(0, state.bank, state.dials, deciding),), None)
    box = state.boxes[seat]
    hands = tuple(
        _own(index, hand, state.dials, index == box.current) for index, hand in enumerate(box.hands)
    )
    current = len(hands) if box.current is None else box.current
    return TwentyOnePrivate(seat, hands, box.premium, hand=current)


def _own(index: int, hand: Hand, dials: Dials, current: bool) -> OwnHand:  # noqa: FBT001 -- a field
    points, soft = hand.total
    natural = is_natural(hand, dials)
    state = state_of(hand, dials)
    return OwnHand(index, hand.cards, points, soft, natural, hand.stake, state, current)


def public_choices(view: TwentyOnePublic) -> tuple[Action, ...]:
    """Return what a group's buttons offer: whatever some waiting seat may do for all one can see.

    A face-down card counts as any card, so that neither a Split that is there nor a Hit that is
    missing tells one.
    """
    if view.phase == Phase.INSURANCE:
        return (Action.INSURE, Action.NO_INSURANCE)
    if view.waiting == (BANKER,):
        return (Action.HIT, Action.STAND)
    offered: set[Action] = set()
    for seat in view.waiting:
        offered.update(_possible(view, seat))
    return tuple(action for action in Action if action in offered)


def _possible(view: TwentyOnePublic, seat: Seat) -> set[Action]:
    """Return what a seat may do with the hand that it plays, for all that everyone can see."""
    seen = next(h for h in view.hands if h.seat == seat and h.state is HandState.PLAYING)
    count = sum(hand.seat == seat for hand in view.hands)
    dials, split = view.dials, count > 1
    known = [card for card in seen.cards if card is not None]
    if len(known) == len(seen.cards):
        hand = Hand(tuple(known), bet=seen.stake, stake=seen.stake, split=split)
        return set(hand_actions(hand, dials, hands=count))
    possible = {Action.HIT, Action.STAND}
    if any(may_double(cards, dials, split=split) for cards in _imagined(seen.cards)):
        possible.add(Action.DOUBLE)
    if any(may_split(cards, dials, hands=count, split=split) for cards in _imagined(seen.cards)):
        possible.add(Action.SPLIT)
    return possible


def _imagined(cards: Sequence[OpenCard | None]) -> Iterator[tuple[Card, ...]]:
    """Yield what cards may be: any rank face down; of more than two, only the number matters."""
    ranks = RANKS if len(cards) == 2 else "2"
    return product(*([card] if card else [CARDS[rank + "s"] for rank in ranks] for card in cards))

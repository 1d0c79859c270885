"""What a seat may do, doing it, and why not."""

from collections.abc import Iterator
from itertools import islice

from bot.basics import BANKER, Refusal, Seat, not_now
from bot.cards import Card
from bot.games.base import Acted, Bank, Turns
from bot.games.dials import EscapePlayer, Face
from bot.games.points import total_of, value_of
from bot.games.twentyone import banking, insurance
from bot.games.twentyone.actions import Action
from bot.games.twentyone.dials import Dials, DoubleOn, EscapeBanker, SplitBy
from bot.games.twentyone.events import Decided, Why
from bot.games.twentyone.hands import End, Hand, draws_no_more, own_end, reports_natural
from bot.games.twentyone.settling import early_verdict, times
from bot.games.twentyone.state import Draft, Round, seats_of
from bot.games.twentyone.views import Phase

_ANSWERS = (Action.INSURE, Action.NO_INSURANCE)
_DOUBLE_TOTALS = {
    DoubleOn.TOTAL_11: range(11, 12),
    DoubleOn.TOTAL_10_11: range(10, 12),
    DoubleOn.TOTAL_9_11: range(9, 12),
}
_REPORTS = {End.BUST: Why.BUST, End.CHARLIE: Why.CHARLIE, End.SUITED: Why.SUITED}


def actors(state: Round) -> tuple[Seat, ...]:
    """Return the seats that may decide now, in order."""
    match state.phase:
        case Phase.OVER:
            return ()
        case Phase.BANKER:
            return (BANKER,)
        case Phase.INSURANCE:
            return tuple(seat for seat in seats_of(state) if state.boxes[seat].undecided)
    return tuple(islice(_playing(state), 1 if state.dials.turns is Turns.IN_ORDER else None))


def _playing(state: Round) -> Iterator[Seat]:
    """Yield the seats with a hand that is still played, in order."""
    for seat, box in zip(seats_of(state), state.boxes, strict=True):
        if box.current is not None:
            yield seat


def allowed(state: Round, seat: Seat) -> tuple[Action, ...]:
    """Return every action that a seat may take now, the way out last."""
    quits = (Action.LEAVE,) if _may_leave(state, seat) else ()
    if seat not in actors(state):
        return quits
    if state.phase is Phase.INSURANCE:
        return (*_ANSWERS, *quits)
    if state.phase is Phase.BANKER:
        if _is_house(state, seat):
            return (banking.policy(state.bank, state.dials),)  # decision 5
        return (*banking.options(state.bank, state.dials), *quits)
    box = state.boxes[seat]
    hand = box.hands[box.current or 0]
    return (*hand_actions(hand, state.dials, hands=len(box.hands)), *quits)


def _may_leave(state: Round, seat: Seat) -> bool:
    if state.phase is Phase.OVER:
        return False
    if seat == BANKER:
        return not _is_house(state, seat) and not state.bank_left
    return 0 <= seat < len(state.boxes) and not state.boxes[seat].left


def _is_house(state: Round, seat: Seat) -> bool:
    return seat == BANKER and state.bank_by is not Bank.PLAYER


def hand_actions(hand: Hand, dials: Dials, *, hands: int) -> tuple[Action, ...]:
    """Return what may be done with the hand to be played of a box with so many hands."""
    if draws_no_more(hand, dials):
        return (Action.STAND,)  # decision 3: what lies face down waits for its owner's word
    draws = not _one_card_ace(hand, dials)
    actions = [Action.HIT] if draws else []
    if not draws or hand.total.points >= (dials.player_min_total or 0):
        actions.append(Action.STAND)  # who may draw no more may always stand, below the minimum too
    if draws and may_double(hand.cards, dials, split=hand.split):
        actions.append(Action.DOUBLE)
    if may_split(hand.cards, dials, hands=hands, split=hand.split):
        actions.append(Action.SPLIT)
    return tuple(actions)


def _one_card_ace(hand: Hand, dials: Dials) -> bool:
    return dials.split_aces_one_card and hand.split_ace  # A-HC-4, HB-17


def may_double(cards: tuple[Card, ...], dials: Dials, *, split: bool) -> bool:
    """Whether such a hand may be doubled (QQ-13, HC-10, HB-16, CN-11)."""
    if dials.double_on is DoubleOn.NONE or (split and not dials.double_after_split):
        return False
    if dials.double_on is DoubleOn.ANY_CARDS:
        return True
    if len(cards) != 2:
        return False
    points, soft = total_of(cards)
    totals = _DOUBLE_TOTALS.get(dials.double_on)
    return totals is None or (points in totals and not soft)


def may_split(cards: tuple[Card, ...], dials: Dials, *, hands: int, split: bool) -> bool:
    """Whether such a hand of a box with so many hands may be split (QQ-14, HC-8, HB-17, CN-22)."""
    if len(cards) != 2 or hands >= dials.max_split_hands:
        return False
    first, second = (card.rank for card in cards)
    if split and first == "A" and not dials.resplit_aces:
        return False
    if dials.split_by is SplitBy.VALUE:
        return value_of(first) == value_of(second)
    return dials.split_by is SplitBy.RANK and first == second


def stake_of(state: Round, seat: Seat, action: Action) -> int:
    """Return the chips that a seat puts up with an action."""
    if action is Action.INSURE:
        return insurance.premium_of(state.boxes[seat], state.dials)
    if action not in {Action.DOUBLE, Action.SPLIT}:
        return 0
    box = state.boxes[seat]
    bet = box.hands[box.current or 0].bet
    return times(bet, state.dials.double_amount) if action is Action.DOUBLE else bet


def forfeited(state: Round, seat: Seat) -> int:
    """Return the chips that a seat gives up by leaving now (decision 8, CN-30, CN-31)."""
    if seat == BANKER:
        pays = state.dials.escape_banker is EscapeBanker.SUM_OF_INITIAL_BETS
        return sum(box.bet for box in state.boxes) if pays else 0
    if state.dials.escape_player is EscapePlayer.AUTO_STAND:
        return 0
    return sum(hand.stake for hand in state.boxes[seat].hands if hand.end is None)


def act(draft: Draft, seat: Seat, action: Action) -> None:
    """Take an action; raises ``Refusal`` if the seat may not take it now."""
    if action not in allowed(draft, seat):
        raise refusal(draft, seat, action)
    if action in _ANSWERS:
        insurance.answer(draft, seat, insured=action is Action.INSURE)
    elif action is Action.LEAVE:
        _leave(draft, seat)
    elif seat == BANKER:
        banking.act(draft, action)
    else:
        _play(draft, seat, action)


def _play(draft: Draft, seat: Seat, action: Action) -> None:
    index = draft.boxes[seat].current or 0
    draft.events.append(Acted(seat, action, index))
    chips = stake_of(draft, seat, action)
    if chips:
        draft.put_up(seat, chips)
    hand = draft.hand(seat, index)
    match action:
        case Action.STAND:
            draft.put(seat, index, hand.ended(End.STOOD))
        case Action.SPLIT:
            _split(draft, seat, index)
        case _:
            if chips:
                draft.put(seat, index, hand.raised(chips))
            draft.give(seat, index, draft.dials.hit_cards)
    close_hands(draft, seat)


def _split(draft: Draft, seat: Seat, index: int) -> None:
    """Make two open hands of one; both get a card at once, the first hand first (A-GEN-9)."""
    draft.reveal(seat, index, Why.SPLIT)  # A-QQ-8
    box = draft.boxes[seat]
    hands = (*box.hands[:index], *box.hands[index].halves(), *box.hands[index + 1 :])
    draft.boxes[seat] = box._replace(hands=hands)
    for half in (index, index + 1):
        draft.give(seat, half, Face.OPEN)


def close_hands(draft: Draft, seat: Seat) -> None:
    """End every hand of a seat that ends of itself, and show what that obliges to show."""
    dials = draft.dials
    for index, _ in enumerate(draft.boxes[seat].hands):
        box = draft.boxes[seat]
        hand = box.hands[index]
        end = end_of(hand, dials, hands=len(box.hands))
        if hand.end is None and end is not None:
            draft.put(seat, index, hand.ended(end))
            _report(draft, seat, index)


def end_of(hand: Hand, dials: Dials, *, hands: int) -> End | None:
    """Return how a hand of a box with so many ends of itself, ``None`` while it is played."""
    end = own_end(hand, dials)
    if end is None and _one_card_ace(hand, dials):
        again = may_split(hand.cards, dials, hands=hands, split=True)
        return None if again else End.STOOD
    return end


def _report(draft: Draft, seat: Seat, index: int) -> None:
    hand, dials = draft.hand(seat, index), draft.dials
    natural = reports_natural(hand, dials)
    why = Why.NATURAL if natural else _REPORTS.get(hand.end or End.STOOD)
    if why is None:
        return
    draft.reveal(seat, index, why)
    decided = early_verdict(hand, dials)
    if decided is not None:
        draft.events.append(Decided(seat, index, decided.net, decided.rule))


def _leave(draft: Draft, seat: Seat) -> None:
    """Leave: finished hands stay as they are, the others stand or are forfeited (decision 8).

    Where nobody may stand below a least total, what stands is played out in its turn.
    """
    draft.events.append(Acted(seat, Action.LEAVE))
    if seat == BANKER:
        draft.bank_left = True
        return
    box = draft.boxes[seat]
    premium = 0 if box.undecided else box.premium
    draft.boxes[seat] = box._replace(premium=premium, left=True)
    dials = draft.dials
    if dials.escape_player is EscapePlayer.INITIAL_BET:
        _end_all(draft, seat, End.LEFT)
    elif dials.player_min_total is None:
        _end_all(draft, seat, End.STOOD)


def _end_all(draft: Draft, seat: Seat, end: End) -> None:
    box = draft.boxes[seat]
    hands = tuple(hand if hand.end else hand.ended(end) for hand in box.hands)
    draft.boxes[seat] = box._replace(hands=hands)


def play_out_who_left(draft: Draft) -> None:
    """Play the hands of seats that left, as the clock would: draw where they may not stand.

    Such a hand is shown, for what follows tells what is in it.
    """
    while (seat := next((s for s in actors(draft) if draft.boxes[s].left), None)) is not None:
        box = draft.boxes[seat]
        index = box.current or 0
        hand = box.hands[index]
        if Action.STAND in hand_actions(hand, draft.dials, hands=len(box.hands)):
            draft.put(seat, index, hand.ended(End.STOOD))
        else:
            draft.reveal(seat, index, Why.LEFT)
            draft.give(seat, index, Face.OPEN)
            close_hands(draft, seat)


def refusal(state: Round, seat: Seat, action: Action) -> Refusal:
    """Return why a seat may not take an action now."""
    if not (seat == BANKER or 0 <= seat < len(state.boxes)):
        return not_now("unknown-seat")
    if state.phase is Phase.OVER:
        return not_now("no-round")
    if action is Action.LEAVE:
        return not_now("bank-stays" if _is_house(state, seat) else "already-left")
    if action in _ANSWERS:
        answered = seat != BANKER and state.boxes[seat].premium is not None
        return not_now("already-answered" if answered else "insurance-not-offered")
    if seat not in actors(state):
        return _refused_turn(state, seat)
    return _refused_choice(state, seat, action)


def _refused_turn(state: Round, seat: Seat) -> Refusal:
    """Return why a seat does not decide now, while others do."""
    box = None if seat == BANKER else state.boxes[seat]
    if box is None or not (box.left or box.current is None):
        return not_now("not-your-turn")
    return not_now("hand-finished", hands=len(box.hands))


def _refused_choice(state: Round, seat: Seat, action: Action) -> Refusal:
    """Return why a seat that decides may not decide so."""
    if state.phase is Phase.INSURANCE:
        return not_now("answer-insurance")  # C11
    if seat == BANKER:
        asked = action in (Action.HIT, Action.STAND)
        return not_now("house-keeps-to-its-rule" if asked else "banker-hits-or-stands")  # A-QQ-14
    box = state.boxes[seat]
    hand = box.hands[box.current or 0]
    if draws_no_more(hand, state.dials):
        return not_now("only-stand")
    if action is Action.STAND:
        return not_now("stand-not-allowed", minimum=state.dials.player_min_total or 0)
    return not_now(f"{action.value}-not-allowed")

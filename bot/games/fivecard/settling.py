"""Who takes the pot: who is still in it, who is equal, whose card is smaller."""

from collections.abc import Sequence

from bot.basics import Seat
from bot.cards import RANKS, OpenCard, face_up
from bot.games.base import HandResult, Result
from bot.games.fivecard.dials import DoubleBust, TieBreak, TieBreakCompare
from bot.games.fivecard.state import End, State
from bot.games.fivecard.vocabulary import Rule
from bot.games.points import Outcome, value_of


def contenders(state: State) -> tuple[Seat, ...]:
    """Return the seats whose hands are neither bust nor forfeited (HF-3)."""
    out = {End.BUST, End.LEFT}
    return tuple(seat for seat in state.seats if state.hands[seat].end not in out)


def _staying(state: State) -> tuple[Seat, ...]:
    return tuple(seat for seat in state.seats if state.hands[seat].end is not End.LEFT)


def is_decided(state: State) -> bool:
    """Whether nobody can change any more who takes the pot (A-HF-2)."""
    first_loses = state.dials.double_bust is DoubleBust.FIRST_LOSES
    left = contenders(state) if first_loses else _staying(state)
    return len(left) == 1 or not state.playing


def nearest(state: State) -> tuple[Seat, ...]:
    """Return the seats nearest to 21 (HF-5); where all are bust, everyone who has not left."""
    inside = contenders(state)
    if not inside:
        return _staying(state)
    best = max(state.hands[seat].total.points for seat in inside)
    return tuple(seat for seat in inside if state.hands[seat].total.points == best)


def tied(state: State) -> tuple[Seat, ...]:
    """Return the seats that draw a card each because they are equally near to 21 (HF-6)."""
    best = nearest(state)
    draws = state.dials.tie_break is TieBreak.DRAW_LOW and contenders(state)
    return best if draws and len(best) > 1 else ()


def _winners(state: State) -> tuple[Seat, ...]:
    if not state.tie_cards:
        return nearest(state)
    sizes = {seat: _size(state, card) for seat, card in state.tie_cards}
    return tuple(seat for seat, size in sizes.items() if size == min(sizes.values()))


def _size(state: State, card: OpenCard) -> int:
    by_rank = state.dials.tie_break_compare is TieBreakCompare.RANK
    return RANKS.index(card.rank) if by_rank else value_of(card.rank)  # A-HF-5


def result_of(state: State) -> Result:
    """Return how a finished round ended: the pot to the winners, odd chips in the order of seats.

    ``rules.md``, decision 9.
    """
    winners = _winners(state)
    share, odd = divmod(state.stake * len(state.hands), len(winners))
    net = dict.fromkeys(state.seats, -state.stake)
    for place, seat in enumerate(winners):
        net[seat] += share + (place < odd)
    hands = tuple(_hand_result(state, seat, net[seat], winners) for seat in state.seats)
    return Result(net, hands)


def _hand_result(state: State, seat: Seat, net: int, winners: Sequence[Seat]) -> HandResult:
    hand = state.hands[seat]
    points, soft = hand.total
    return HandResult(
        seat=seat,
        cards=tuple(map(face_up, hand.cards)),
        total=points,
        soft=soft,
        stake=state.stake,
        net=net,
        outcome=Outcome.WIN if net > 0 else Outcome.LOSE if net < 0 else Outcome.PUSH,
        rule=_rule(state, seat, winners),
    )


def _rule(state: State, seat: Seat, winners: Sequence[Seat]) -> Rule:
    """Return the rule that decided what became of a seat's hand."""
    end, best = state.hands[seat].end, nearest(state)
    if end is End.LEFT:
        return Rule.LEFT
    if end is End.BUST and seat not in winners:
        return Rule.BUST
    if len(contenders(state)) <= 1:
        return Rule.OTHERS_OUT if len(winners) == 1 else Rule.ALL_BUST
    if len(best) == 1 or seat not in best:
        return Rule.POINTS
    return Rule.EQUAL if len(winners) == len(best) else Rule.LOW_CARD

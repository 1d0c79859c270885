"""Who owes whom: each hand against the bank by one rule that is named, then what lies beside."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from bot.basics import BANKER, Seat
from bot.cards import Card, face_up
from bot.games.base import HandResult, Result, ResultLine
from bot.games.points import TWENTY_ONE, Outcome, value_of
from bot.games.twentyone.dials import (
    Dials,
    EscapeBanker,
    InsuranceMode,
    NaturalTakes,
    PairMatch,
    Ties,
    Winner,
)
from bot.games.twentyone.hands import CHARLIE_CARDS, End, Hand, is_natural, reports_natural
from bot.games.twentyone.state import Box, Round, seats_of
from bot.games.twentyone.vocabulary import Rule


@dataclass(frozen=True, slots=True)
class Verdict:
    """How one hand ended and by which rule; ``net`` is what its player won or lost with it."""

    outcome: Outcome
    rule: Rule
    net: int


def times(chips: int, multiple: Fraction) -> int:
    """Return a multiple of chips in whole chips; the step of stakes sees to it that it is whole."""
    product, rest = divmod(chips * multiple.numerator, multiple.denominator)
    if rest:
        raise AssertionError("a stake off the step was accepted")
    return product


def _won(hand: Hand, rule: Rule, pays: Fraction = Fraction(1)) -> Verdict:
    return Verdict(Outcome.WIN, rule, times(hand.stake, pays))


def _lost(rule: Rule, chips: int) -> Verdict:
    return Verdict(Outcome.LOSE, rule, -chips)


def early_verdict(hand: Hand, dials: Dials) -> Verdict | None:
    """Return what is decided whatever the bank has, ``None`` where it has to be compared."""
    match hand.end:
        case End.BUST:
            return _lost(Rule.BUST, hand.stake)  # QQ-16, HC-5, HB-9, CN-26
        case End.LEFT:
            return _lost(Rule.LEFT, hand.stake)  # decision 8
        case End.CHARLIE if dials.five_card_payout is not None:
            return _won(hand, Rule.CHARLIE, dials.five_card_payout)  # HB-19, HB-25
        case End.SUITED if dials.suited_678_payout is not None:
            return _won(hand, Rule.SUITED, dials.suited_678_payout)  # HB-15
    if dials.natural_vs_banker_natural is Winner.PLAYER and reports_natural(hand, dials):
        return _won(hand, Rule.NATURAL, dials.natural_payout)  # HB-18, HB-25
    return None


class Standing(NamedTuple):
    """All of a finished bank that players' hands are settled against."""

    points: int
    natural: bool
    charlie: bool


def standing_of(bank: Hand, dials: Dials) -> Standing:
    """Return what players' hands are settled against."""
    natural, charlie = is_natural(bank, dials), is_banker_charlie(bank, dials)
    return Standing(bank.total.points, natural, charlie)


def verdicts(
    hands: Sequence[Hand], bank: Standing, dials: Dials, *, insured: bool
) -> tuple[Verdict, ...]:
    """Return how the finished hands of one box did against the bank, in their order."""
    ended = tuple(_verdict(hand, bank, dials, insured=insured) for hand in hands)
    if bank.natural and dials.no_peek_loses is NaturalTakes.ORIGINAL_BET:
        return _original_bet_alone(hands, ended, dials)
    return ended


def _verdict(hand: Hand, bank: Standing, dials: Dials, *, insured: bool) -> Verdict:
    """Return how a finished hand did against the bank, all its bets at risk."""
    early = early_verdict(hand, dials)
    if early is not None:
        return early
    if is_natural(hand, dials):
        return _natural(hand, dials, bank_natural=bank.natural)
    if bank.natural and (dials.banker_natural_beats_21 or hand.total.points < TWENTY_ONE):
        return _against_natural(hand, dials, insured=insured)
    return _by_points(hand, bank, dials)


def _original_bet_alone(
    hands: Sequence[Hand], ended: tuple[Verdict, ...], dials: Dials
) -> tuple[Verdict, ...]:
    """Return what a natural leaves a box of which it takes the original bet alone.

    Once, of the first hand that it beats, whichever that is (A-QQ-4); and what the box has lost
    with other hands, which went bust, is a part of it.
    """
    lost = sum(-each.net for each in ended if each.net < 0 and each.rule not in _TAKEN)
    owed = max(0, hands[0].bet * dials.banker_natural_collects - lost)
    after = list(ended)
    for place, each in enumerate(ended):
        if each.net < 0 and each.rule in _TAKEN:
            after[place], owed = _taken_of(each, owed), 0
    return tuple(after)


def _taken_of(ended: Verdict, owed: int) -> Verdict:
    """Return how a hand ends that a natural beats and that loses no more than is owed."""
    if owed == -ended.net:
        return ended
    return _lost(Rule.ORIGINAL_BET, owed) if owed else Verdict(Outcome.PUSH, Rule.ORIGINAL_BET, 0)


_TAKEN = frozenset({Rule.BANKER_NATURAL, Rule.BOTH_NATURAL})


def _by_points(hand: Hand, bank: Standing, dials: Dials) -> Verdict:
    points, against = hand.total.points, bank.points
    if against > TWENTY_ONE:
        return _won(hand, Rule.BANKER_BUST)  # QQ-17, HB-11
    if bank.charlie:
        return _lost(Rule.BANKER_CHARLIE, hand.stake)  # HB-24
    if points == against:
        return _tie(hand, dials)
    return _won(hand, Rule.POINTS) if points > against else _lost(Rule.POINTS, hand.stake)


def is_banker_charlie(bank: Hand, dials: Dials) -> bool:
    """Whether the banker's five cards beat points (HB-24)."""
    fits = len(bank.cards) == CHARLIE_CARDS and bank.total.points <= TWENTY_ONE
    return dials.banker_five_card_beats_points and fits


def _tie(hand: Hand, dials: Dials) -> Verdict:
    if dials.ties is Ties.BANKER:
        return _lost(Rule.TIE_TO_BANKER, hand.stake)  # HB-22
    return Verdict(Outcome.PUSH, Rule.EQUAL, 0)  # QQ-20, HC-14, CN-25


def _natural(hand: Hand, dials: Dials, *, bank_natural: bool) -> Verdict:
    winner = dials.natural_vs_banker_natural
    if not bank_natural or winner is Winner.PLAYER:
        return _won(hand, Rule.NATURAL, dials.natural_payout)  # QQ-19, HC-4, CN-6
    if winner is Winner.BANKER:
        return _lost(Rule.BOTH_NATURAL, hand.stake * dials.banker_natural_collects)
    return Verdict(Outcome.PUSH, Rule.BOTH_NATURAL, 0)  # QQ-20, CN-25


def _against_natural(hand: Hand, dials: Dials, *, insured: bool) -> Verdict:
    if insured and dials.insurance_mode is InsuranceMode.REFUND_MAIN:
        return Verdict(Outcome.PUSH, Rule.INSURED, 0)  # rules.md, 7.3: reading R2
    return _lost(Rule.BANKER_NATURAL, hand.stake * dials.banker_natural_collects)


def is_pair(cards: Sequence[Card], dials: Dials) -> bool:
    """Whether two cards are of one kind (CN-20, A-CN-6)."""
    first, second = cards
    if dials.pair_match is PairMatch.VALUE:
        return value_of(first.rank) == value_of(second.rank)
    same_suit = dials.pair_match is PairMatch.RANK or first.suit == second.suit
    return first.rank == second.rank and same_suit


def pair_lines(state: Round) -> tuple[ResultLine, ...]:
    """Return what each pair bet won or lost, by the cards that were dealt alone (7.4)."""
    lines = []
    for bet in state.side_bets:
        paired = is_pair(state.boxes[bet.on].dealt, state.dials)
        net = times(bet.chips, state.dials.pair_payout) if paired else -bet.chips
        lines.append(ResultLine(bet.by, net, Rule.PAIR))
    return tuple(lines)


def insurance_line(state: Round, seat: Seat, premium: int) -> ResultLine:
    """Return what a premium came to (HC-12, CN-14 to CN-16)."""
    pays = state.dials.insurance_mode is InsuranceMode.SIDE_BET
    if pays and is_natural(state.bank, state.dials):
        return ResultLine(seat, times(premium, state.dials.insurance_payout), Rule.INSURANCE)
    return ResultLine(seat, -premium, Rule.INSURANCE)


def result_of(state: Round) -> Result:
    """Return how a finished round ended; all chips sum to zero (A-GEN-7)."""
    if state.bank_left and state.dials.escape_banker is EscapeBanker.SUM_OF_INITIAL_BETS:
        hands, lines = _banker_gone(state), pair_lines(state)
    else:
        bank = standing_of(state.bank, state.dials)
        hands = tuple(
            _line(seat, hand, ended)
            for seat, box in zip(seats_of(state), state.boxes, strict=True)
            for hand, ended in zip(box.hands, _settled(box, bank, state.dials), strict=True)
        )
        lines = (*_premiums(state), *pair_lines(state), *_penalties(state, hands))
    net = dict.fromkeys(seats_of(state), 0)
    for hand in hands:
        net[hand.seat] += hand.net
    for line in lines:
        net[line.seat] += line.net
    cards = tuple(face_up(card) for card in state.bank.cards)
    return Result({**net, BANKER: -sum(net.values())}, hands, lines, cards)


def _settled(box: Box, bank: Standing, dials: Dials) -> tuple[Verdict, ...]:
    return verdicts(box.hands, bank, dials, insured=bool(box.premium))


def _line(seat: Seat, hand: Hand, ended: Verdict) -> HandResult:
    return HandResult(
        seat,
        cards=tuple(face_up(card) for card in hand.cards),
        total=hand.total.points,
        soft=hand.total.soft,
        stake=hand.stake,
        net=ended.net,
        outcome=ended.outcome,
        rule=ended.rule,
    )


def _premiums(state: Round) -> tuple[ResultLine, ...]:
    return tuple(
        insurance_line(state, seat, box.premium)
        for seat, box in zip(seats_of(state), state.boxes, strict=True)
        if box.premium
    )


def _penalties(state: Round, hands: tuple[HandResult, ...]) -> tuple[ResultLine, ...]:
    """Who forfeits a hand loses at least the initial bet in all (decision 8, CN-30)."""
    lines = []
    for seat, box in zip(seats_of(state), state.boxes, strict=True):
        lost = -sum(hand.net for hand in hands if hand.seat == seat)
        if lost < box.bet and any(hand.end is End.LEFT for hand in box.hands):
            lines.append(ResultLine(seat, lost - box.bet, Rule.LEFT))
    return tuple(lines)


def _banker_gone(state: Round) -> tuple[HandResult, ...]:
    """Every player gets the initial bet, who was bust too; premiums come back (A-CN-12).

    What was paid at once stays paid (HB-13, HB-15): whoever has such a hand gets no more, for it
    paid the initial bet or better.
    """
    hands = []
    for seat, box in zip(seats_of(state), state.boxes, strict=True):
        paid = [_paid_at_once(hand, state.dials) for hand in box.hands]
        for index, (hand, early) in enumerate(zip(box.hands, paid, strict=True)):
            won = box.bet if index == 0 and not any(paid) else 0
            outcome = Outcome.WIN if won else Outcome.PUSH
            hands.append(_line(seat, hand, early or Verdict(outcome, Rule.BANKER_LEFT, won)))
    return tuple(hands)


def _paid_at_once(hand: Hand, dials: Dials) -> Verdict | None:
    """Return what a hand was paid before the end, ``None`` if it was not."""
    ended = early_verdict(hand, dials)
    return ended if ended is not None and ended.outcome is Outcome.WIN else None

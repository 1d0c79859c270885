"""The worst that the bank can owe, from what everyone can see (decision 2).

Two worlds are compared: one in which the banker has a natural, which alone pays insurance, and one
without. In each every hand does as well as it still may; a face-down card counts as any card.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from bot.basics import Seat
from bot.cards import OpenCard
from bot.games.base import SideBet
from bot.games.twentyone.actions import Action
from bot.games.twentyone.dials import (
    Dials,
    HoleCard,
    InsuranceMode,
    NaturalSettled,
    NaturalTakes,
    Ties,
    Winner,
)
from bot.games.twentyone.hands import CHARLIE_CARDS, TWENTY_ONE, value_of
from bot.games.twentyone.insurance import peeks
from bot.games.twentyone.settling import is_pair
from bot.games.twentyone.views import HandSeen, HandState, Phase, TwentyOnePublic

_MANY = 52
_LOST = {HandState.BUST, HandState.LEFT}


@dataclass(frozen=True, slots=True)
class _Outlook:
    """What everyone knows of one hand, and how many cards may still come to it."""

    seat: Seat
    cards: tuple[OpenCard | None, ...]
    stake: int
    bet: int
    state: HandState
    draws: int
    split: bool
    doubled: bool
    first: bool


def exposure(view: TwentyOnePublic) -> int:
    """Return the worst that the bank can owe in all; while answers are private, all insure."""
    return _worst(view, _outlooks(view))


def exposure_after(view: TwentyOnePublic, seat: Seat, action: Action) -> int:
    """Return the worst that the bank can owe once a seat has taken an action, card unknown."""
    outlooks = _outlooks(view)
    if action not in {Action.DOUBLE, Action.SPLIT}:
        return _worst(view, outlooks)
    place, hand = next(
        (place, hand)
        for place, hand in enumerate(outlooks)
        if hand.seat == seat and hand.state is HandState.PLAYING
    )
    if action is Action.DOUBLE:
        more = int(hand.bet * view.dials.double_amount)
        after = [replace(hand, stake=hand.stake + more, draws=1, doubled=True)]
    else:
        half = replace(hand, split=True)
        after = [
            replace(half, cards=hand.cards[:1]),
            replace(half, cards=hand.cards[1:], first=False),
        ]
    return _worst(view, [*outlooks[:place], *after, *outlooks[place + 1 :]])


def opening_exposure(dials: Dials, stakes: Sequence[int], side_bets: Iterable[SideBet]) -> int:
    """Return the worst that the bank can owe for stakes taken before the deal."""
    pays = [dials.natural_payout, dials.five_card_payout, dials.suited_678_payout]
    most = max(Fraction(1), *(multiple for multiple in pays if multiple))
    pairs = sum(bet.chips for bet in side_bets) * dials.pair_payout
    return int(sum(stakes) * most + pairs)


def _outlooks(view: TwentyOnePublic) -> list[_Outlook]:
    return [
        _Outlook(
            seat=hand.seat,
            cards=hand.cards,
            stake=hand.stake,
            bet=view.bets[hand.seat],
            state=hand.state,
            draws=_MANY if hand.state is HandState.PLAYING else 0,
            split=_is_split(view, hand),
            doubled=hand.stake > view.bets[hand.seat],
            first=hand.hand == 0,
        )
        for hand in view.hands
    ]


def _is_split(view: TwentyOnePublic, hand: HandSeen) -> bool:
    return hand.hand > 0 or any(h.seat == hand.seat and h.hand > 0 for h in view.hands)


def _worst(view: TwentyOnePublic, outlooks: Sequence[_Outlook]) -> int:
    without, against = _worlds(view)
    pairs = sum((_pair(view, bet) for bet in view.side_bets), Fraction(0))
    worlds = [Fraction(0)]
    if without:
        hands = sum((_best(hand, view.dials) for hand in outlooks), Fraction(0))
        worlds.append(hands + pairs - _premiums(view, view.insured))
    if against:
        asked = view.waiting if view.phase == Phase.INSURANCE else view.insured
        hands = sum((_best_against_natural(hand, view, asked) for hand in outlooks), Fraction(0))
        worlds.append(hands + pairs + _insurance(view, asked))
    return int(max(worlds))


def _worlds(view: TwentyOnePublic) -> tuple[bool, bool]:
    """Return whether the bank may have no natural, and whether it may have one."""
    cards, dials = view.bank.cards, view.dials
    if None not in cards and len(cards) > 1:
        natural = view.bank.total == TWENTY_ONE and len(cards) == 2
        return not natural, natural
    upcard = cards[0 if dials.hole_card is HoleCard.AFTER_PLAYERS else 1]
    looked = view.phase != Phase.INSURANCE and upcard is not None and peeks(dials, upcard.rank)
    return True, _may_be_natural(cards) and not looked


def _may_be_natural(cards: Sequence[OpenCard | None]) -> bool:
    """Whether an ace and a ten may come of at most two cards, some of them unknown."""
    values = [value_of(card.rank) for card in cards if card is not None]
    return len(cards) <= 2 and values in ([], [1], [10], [1, 10], [10, 1])


def _natural_open(hand: _Outlook, dials: Dials) -> bool:
    """Whether a hand may be a natural that nobody has seen yet."""
    if hand.doubled or (hand.split and dials.split_natural_is_21):
        return False
    reported = dials.natural_settled is NaturalSettled.AT_ONCE and len(hand.cards) == 2
    return not reported and hand.draws + len(hand.cards) >= 2 and _may_be_natural(hand.cards)


def _bonuses(hand: _Outlook, dials: Dials) -> list[Fraction]:
    """Return the multiples of special hands that may still come, or have come."""
    if hand.state is HandState.CHARLIE and dials.five_card_payout:
        return [dials.five_card_payout]
    if hand.state is HandState.SUITED and dials.suited_678_payout:
        return [dials.suited_678_payout]
    split = hand.split and not dials.bonus_after_split
    if split or (hand.doubled and not dials.bonus_after_double):
        return []
    bonuses = []
    if dials.five_card_payout and _charlie_open(hand):
        bonuses.append(dials.five_card_payout)
    if dials.suited_678_payout and _suited_open(hand):
        bonuses.append(dials.suited_678_payout)
    return bonuses


def _charlie_open(hand: _Outlook) -> bool:
    missing = CHARLIE_CARDS - len(hand.cards)
    least = sum(1 if card is None else value_of(card.rank) for card in hand.cards) + missing
    return 0 < missing <= hand.draws and least <= TWENTY_ONE


def _suited_open(hand: _Outlook) -> bool:
    known = [card for card in hand.cards if card is not None]
    ranks = {card.rank for card in known}
    fits = len(ranks) == len(known) and ranks <= set("678") and len({c.suit for c in known}) <= 1
    return 0 < 3 - len(hand.cards) <= hand.draws and fits


def _best(hand: _Outlook, dials: Dials) -> Fraction:
    """Return the most a hand may win where the bank has no natural."""
    if hand.state in _LOST:
        return Fraction(-hand.stake)
    if hand.state in {HandState.CHARLIE, HandState.SUITED}:
        return hand.stake * _bonuses(hand, dials)[0]
    pays = [Fraction(1), *_bonuses(hand, dials)]
    if hand.state is HandState.NATURAL or _natural_open(hand, dials):
        pays.append(dials.natural_payout)
    return hand.stake * max(pays)


def _best_against_natural(
    hand: _Outlook, view: TwentyOnePublic, insured: Sequence[Seat]
) -> Fraction:
    """Return the most a hand may win, or the least it may lose, to a natural of the bank's."""
    dials = view.dials
    if hand.state in _LOST or hand.state in {HandState.CHARLIE, HandState.SUITED}:
        return _best(hand, dials)
    chances = [hand.stake * multiple for multiple in _bonuses(hand, dials)]
    if hand.state is HandState.NATURAL or _natural_open(hand, dials):
        chances.append(_natural_against_natural(hand, dials))
    if hand.state is not HandState.NATURAL:
        refunds = dials.insurance_mode is InsuranceMode.REFUND_MAIN and hand.seat in insured
        chances.append(Fraction(0) if refunds else -_taken(hand, dials))
    return max(chances)


def _natural_against_natural(hand: _Outlook, dials: Dials) -> Fraction:
    match dials.natural_vs_banker_natural:
        case Winner.PLAYER:
            return hand.stake * dials.natural_payout
        case Winner.PUSH:
            return Fraction(0)
        case Winner.BANKER:
            return Fraction(-hand.stake * dials.banker_natural_collects)


def _taken(hand: _Outlook, dials: Dials) -> Fraction:
    """Return what a natural of the bank's takes of a hand that is none, at the least."""
    if not dials.banker_natural_beats_21:
        return Fraction(0 if dials.ties is Ties.PUSH else hand.stake)
    if dials.no_peek_loses is NaturalTakes.ALL_BETS:
        return Fraction(hand.stake * dials.banker_natural_collects)
    return Fraction(hand.bet * dials.banker_natural_collects if hand.first else 0)


def _premiums(view: TwentyOnePublic, seats: Sequence[Seat]) -> Fraction:
    return sum((view.bets[seat] * view.dials.insurance_amount for seat in seats), Fraction(0))


def _insurance(view: TwentyOnePublic, seats: Sequence[Seat]) -> Fraction:
    """Return what insurance costs the bank that has a natural."""
    pays = view.dials.insurance_mode is InsuranceMode.SIDE_BET
    return _premiums(view, seats) * (view.dials.insurance_payout if pays else -1)


def _pair(view: TwentyOnePublic, bet: SideBet) -> Fraction:
    """Return the most that a pair bet may win."""
    hands = [hand for hand in view.hands if hand.seat == bet.on]
    known = [card for card in hands[0].cards[:2] if card is not None]
    if len(hands) == 1 and len(known) == 2 and not is_pair(known, view.dials):
        return Fraction(-bet.chips)
    return bet.chips * view.dials.pair_payout

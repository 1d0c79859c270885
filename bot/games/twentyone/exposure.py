"""The worst that the bank can owe, from what everyone can see (decision 2).

Worlds are compared: one in which the banker has a natural, which alone pays insurance, one without,
and one in which a banker runs who then pays every bet. In each every hand does as well as it still
may; a face-down card counts as any card.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby
from math import ceil

from bot.basics import Seat
from bot.cards import OpenCard
from bot.games.base import SideBet
from bot.games.points import TWENTY_ONE, HandState, value_of
from bot.games.twentyone.actions import Action
from bot.games.twentyone.dials import (
    Dials,
    EscapeBanker,
    HoleCard,
    InsuranceMode,
    NaturalSettled,
    NaturalTakes,
    Ties,
    Winner,
)
from bot.games.twentyone.hands import CHARLIE_CARDS
from bot.games.twentyone.insurance import peeks
from bot.games.twentyone.settling import is_pair, times
from bot.games.twentyone.views import Phase, TwentyOnePublic

_MANY = 52
_LOST = {HandState.BUST, HandState.LEFT}
_PAID = {HandState.CHARLIE, HandState.SUITED}


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


def exposure(view: TwentyOnePublic) -> int:
    """Return the worst that the bank can owe in all; while answers are private, all insure."""
    return _worst(view, _outlooks(view))


def exposures(view: TwentyOnePublic, seat: Seat, actions: Sequence[Action]) -> dict[Action, int]:
    """Return the worst that the bank can owe once a seat has taken an action, card unknown."""
    outlooks = _outlooks(view)
    owed = dict.fromkeys(actions, _worst(view, outlooks))
    for action in {Action.DOUBLE, Action.SPLIT}.intersection(actions):
        owed[action] = _worst(view, _after(outlooks, view.dials, seat, action))
    return owed


def _after(
    outlooks: Sequence[_Outlook], dials: Dials, seat: Seat, action: Action
) -> list[_Outlook]:
    """Return the outlooks once a seat has doubled or split the hand that it plays."""
    place, hand = next(
        (place, hand)
        for place, hand in enumerate(outlooks)
        if hand.seat == seat and hand.state is HandState.PLAYING
    )
    if action is Action.DOUBLE:
        more = times(hand.bet, dials.double_amount)
        after = [replace(hand, stake=hand.stake + more, draws=1, doubled=True)]
    else:
        after = [replace(hand, split=True, cards=(card,)) for card in hand.cards]
    return [*outlooks[:place], *after, *outlooks[place + 1 :]]


def opening_exposure(dials: Dials, stakes: Sequence[int], side_bets: Iterable[SideBet]) -> int:
    """Return the worst that the bank can owe for stakes taken before the deal."""
    pays = [dials.natural_payout, dials.five_card_payout, dials.suited_678_payout]
    most = max(Fraction(1), *(multiple for multiple in pays if multiple))
    return ceil(sum(stakes) * most + sum(bet.chips for bet in side_bets) * dials.pair_payout)


def _outlooks(view: TwentyOnePublic) -> list[_Outlook]:
    split = {hand.seat for hand in view.hands if hand.hand > 0}
    return [
        _Outlook(
            seat=hand.seat,
            cards=hand.cards,
            stake=hand.stake,
            bet=view.bets[hand.seat],
            state=hand.state,
            draws=_MANY if hand.state is HandState.PLAYING else 0,
            split=hand.seat in split,
            doubled=hand.stake > view.bets[hand.seat],
        )
        for hand in view.hands
    ]


def _worst(view: TwentyOnePublic, outlooks: Sequence[_Outlook]) -> int:
    dials = view.dials
    without, against = _worlds(view)
    pairs = sum(_pair(view, bet) for bet in view.side_bets)
    boxes = [list(box) for _, box in groupby(outlooks, key=lambda hand: hand.seat)]
    worlds = [0]
    if dials.escape_banker is EscapeBanker.SUM_OF_INITIAL_BETS:
        gone = sum(_best_of_a_runaway(box, dials) for box in boxes)
        worlds.append(gone + pairs)  # CN-31: the banker may always run
    if without:
        hands = sum(_best(hand, dials) for hand in outlooks)
        worlds.append(hands + pairs - _premiums(view, view.insured))
    if against:
        asked = view.waiting if view.phase == Phase.INSURANCE else view.insured
        looks = view.phase == Phase.INSURANCE and peeks(dials, "A")
        ends = looks or view.phase == Phase.OVER  # then nobody draws any more
        hands = sum(_best_against_natural(box, dials, asked, ends=ends) for box in boxes)
        worlds.append(hands + pairs + _insurance(view, asked))
    return max(worlds)


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


def _bonuses(hand: _Outlook, dials: Dials) -> list[int]:
    """Return what the special hands would win that may still come, or have come."""
    charlie, suited = dials.five_card_payout, dials.suited_678_payout
    came = hand.state in _PAID
    if not came and (
        (hand.split and not dials.bonus_after_split)
        or (hand.doubled and not dials.bonus_after_double)
    ):
        return []
    bonuses = []
    if charlie and (hand.state is HandState.CHARLIE or (not came and _charlie_open(hand))):
        bonuses.append(times(hand.stake, charlie))
    if suited and (hand.state is HandState.SUITED or (not came and _suited_open(hand))):
        bonuses.append(times(hand.stake, suited))
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


def _best(hand: _Outlook, dials: Dials) -> int:
    """Return the most a hand may win where the bank has no natural."""
    if hand.state in _LOST:
        return -hand.stake
    if hand.state in _PAID:
        return max(_bonuses(hand, dials))
    wins = [hand.stake, *_bonuses(hand, dials)]
    if hand.state is HandState.NATURAL or _natural_open(hand, dials):
        wins.append(times(hand.stake, dials.natural_payout))
    return max(wins)


def _best_of_a_runaway(box: Sequence[_Outlook], dials: Dials) -> int:
    """Return the most that a box may get of a banker who runs: what was paid at once, or the bet.

    A hand may still be paid at once before that.
    """
    paid = sum(max((0, *_paid_at_once(hand, dials))) for hand in box)
    return max(paid, box[0].bet)


def _paid_at_once(hand: _Outlook, dials: Dials) -> list[int]:
    if hand.state in _LOST:
        return []
    naturals = dials.natural_settled is NaturalSettled.AT_ONCE
    wins = naturals and dials.natural_vs_banker_natural is Winner.PLAYER
    if wins and (hand.state is HandState.NATURAL or _natural_open(hand, dials)):
        return [*_bonuses(hand, dials), times(hand.stake, dials.natural_payout)]
    return _bonuses(hand, dials)


def _best_against_natural(
    box: Sequence[_Outlook], dials: Dials, insured: Sequence[Seat], *, ends: bool
) -> int:
    """Return the most a box may win, or the least it may lose, to a natural of the bank's.

    Each hand is beaten, or does the best of what a natural does not take. ``ends``: nobody draws.
    """
    decided = [hand for hand in box if hand.state in _LOST or hand.state in _PAID]
    other = [replace(hand, draws=0) if ends else hand for hand in box if hand not in decided]
    sure = sum(_best(hand, dials) for hand in decided)
    chances = [_untaken(hand, dials, insured) for hand in other]
    if not other:
        return sure
    if dials.no_peek_loses is NaturalTakes.ALL_BETS:
        taken = [-hand.stake * dials.banker_natural_collects for hand in other]
        return sure + sum(max((beaten, *mine)) for beaten, mine in zip(taken, chances, strict=True))
    lost = sum(hand.stake for hand in decided if hand.state in _LOST)
    owed = max(0, box[0].bet * dials.banker_natural_collects - lost)
    worlds = [sum(max((0, *mine)) for mine in chances) - owed]  # taken of one, whichever it is
    if all(chances):
        worlds.append(sum(map(max, chances)))  # of none
    return sure + max(worlds)


def _untaken(hand: _Outlook, dials: Dials, insured: Sequence[Seat]) -> list[int]:
    """Return what a hand may win or lose that a natural of the bank's does not take."""
    chances = _bonuses(hand, dials)
    winner = dials.natural_vs_banker_natural
    natural = hand.state is HandState.NATURAL or _natural_open(hand, dials)
    if natural and winner is not Winner.BANKER:
        chances.append(times(hand.stake, dials.natural_payout) if winner is Winner.PLAYER else 0)
    if hand.state is HandState.NATURAL:
        return chances
    if dials.insurance_mode is InsuranceMode.REFUND_MAIN and hand.seat in insured:
        chances.append(0)
    if not dials.banker_natural_beats_21:
        chances.append(0 if dials.ties is Ties.PUSH else -hand.stake)
    if hand.state is HandState.PLAYING:
        chances.append(-hand.stake)  # it may go bust, or be left
    return chances


def _premiums(view: TwentyOnePublic, seats: Sequence[Seat]) -> int:
    return sum(times(view.bets[seat], view.dials.insurance_amount) for seat in seats)


def _insurance(view: TwentyOnePublic, seats: Sequence[Seat]) -> int:
    """Return what insurance costs the bank that has a natural."""
    premiums = _premiums(view, seats)
    if view.dials.insurance_mode is InsuranceMode.REFUND_MAIN:
        return -premiums
    return times(premiums, view.dials.insurance_payout)


def _pair(view: TwentyOnePublic, bet: SideBet) -> int:
    """Return the most that a pair bet may win."""
    known = [card for card in view.dealt[bet.on] if card is not None]
    if len(known) == 2 and not is_pair(known, view.dials):
        return -bet.chips
    return times(bet.chips, view.dials.pair_payout)

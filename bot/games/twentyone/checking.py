"""A set of dials judged as a whole: what could not be dealt, or not be paid in whole chips."""

from fractions import Fraction
from math import lcm

from bot.basics import Refusal, not_now
from bot.games.dials import Face
from bot.games.twentyone.dials import (
    Dials,
    HoleCard,
    Insurance,
    InsuranceMode,
    PairBet,
    PairMatch,
    Peek,
    SplitBy,
)

POINTS_IN_PACK = 340
_TEN_VALUED = 16


def stake_step(dials: Dials) -> int:
    """Return what stakes are multiples of, so that every result is a whole number of chips.

    Decision 11: the least common multiple of the denominators of every multiple in force, which
    ``bet_step`` can only multiply.
    """
    multiples = [dials.natural_payout, dials.double_amount]
    multiples += [pays for pays in (dials.five_card_payout, dials.suited_678_payout) if pays]
    if dials.insurance is not Insurance.NONE:
        multiples += [dials.insurance_amount, dials.insurance_amount * dials.insurance_payout]
    if dials.pair_bet is not PairBet.NONE:
        multiples.append(dials.pair_payout)
    return lcm(dials.bet_step, *(multiple.denominator for multiple in multiples))


def problem(dials: Dials) -> Refusal | None:
    """Return why dials cannot be played together, ``None`` if they can (decision 12)."""
    if dials.players_min > dials.players_max:
        return not_now("too-few-seats", seats=dials.seats_max)
    if could_run_out(dials):
        return not_now("deck-too-small", decks=dials.decks)
    return _without_upcard(dials) or _against_the_bank(dials)


def _without_upcard(dials: Dials) -> Refusal | None:
    """Return what needs an upcard where none is seen: what follows from it would tell it."""
    if _has_upcard(dials):
        return None
    if dials.insurance is not Insurance.NONE:
        return not_now("insurance-needs-upcard")
    return not_now("peek-needs-upcard") if dials.peek is not Peek.NONE else None


def _against_the_bank(dials: Dials) -> Refusal | None:
    """Return which bet beside the game would favour its player."""
    if dials.insurance is not Insurance.NONE and insurance_edge(dials) > 0:
        return not_now("side-bet-favours-player", bet="insurance")
    if dials.pair_bet is not PairBet.NONE and pair_edge(dials) > 0:
        return not_now("side-bet-favours-player", bet="pair")
    return None


def could_run_out(dials: Dials) -> bool:
    """Whether a card could be needed that the deck no longer holds (A-GEN-4).

    A hand draws at a hard sum of 20 (21 where it may) or less, so each but the last ends at 30
    (31) at most, and the last one still needs its card.
    """
    draws_at = 20 if dials.auto_stand_21 else 21
    hands = dials.players_max * _hands_a_player(dials) + 1
    return (hands - 1) * (draws_at + 10) + draws_at >= POINTS_IN_PACK * dials.decks


def _hands_a_player(dials: Dials) -> int:
    return dials.max_split_hands if dials.split_by is not SplitBy.NONE else 1


def _has_upcard(dials: Dials) -> bool:
    return dials.hole_card is HoleCard.AFTER_PLAYERS or dials.banker_second_card is Face.OPEN


def insurance_edge(dials: Dials) -> Fraction:
    """Return what insuring a stake of one chip wins on average; below zero: the bank's edge."""
    chance = Fraction(_TEN_VALUED * dials.decks, 52 * dials.decks - 1)
    if dials.insurance_mode is InsuranceMode.REFUND_MAIN:
        return chance - dials.insurance_amount
    return dials.insurance_amount * (chance * (dials.insurance_payout + 1) - 1)


def pair_edge(dials: Dials) -> Fraction:
    """Return what a chip on a pair wins on average; below zero where the bank has the edge."""
    others = 52 * dials.decks - 1
    chance = Fraction(4 * dials.decks - 1, others)
    if dials.pair_match is PairMatch.RANK_SUIT:
        chance = Fraction(dials.decks - 1, others)
    elif dials.pair_match is PairMatch.VALUE:
        tens = Fraction(_TEN_VALUED * dials.decks - 1, others)
        chance = chance * Fraction(9, 13) + tens * Fraction(4, 13)
    return chance * (dials.pair_payout + 1) - 1

"""What the page of rules of 21 says, dial by dial."""

from collections.abc import Mapping

from bot.basics import Fact
from bot.games.base import Rotation
from bot.games.twentyone.checking import stake_step
from bot.games.twentyone.dials import (
    BankerDraws,
    Dials,
    DoubleOn,
    EscapeBanker,
    HoleCard,
    PairBet,
    Peek,
    SplitBy,
)
from bot.present.rules_page import RulesPage, Sections, Sentences, always, part_of


def _moves(dials: Dials) -> bool:
    return dials.player_banks and dials.rotation is not Rotation.NONE


def _splits(dials: Dials) -> bool:
    return dials.split_by is not SplitBy.NONE


def _doubles_splits(dials: Dials) -> bool:
    return _splits(dials) and dials.double_on is not DoubleOn.NONE


def _resplits(dials: Dials) -> bool:
    return _splits(dials) and dials.max_split_hands > 2


def _natural_may_come_late(dials: Dials) -> bool:
    """A natural found at the end meets doubled and split bets."""
    grows = _splits(dials) or dials.double_on is not DoubleOn.NONE
    return grows and dials.peek is not Peek.ACE_TEN


def _peeks(dials: Dials) -> bool:
    return dials.hole_card is HoleCard.AT_DEAL


def _has_bonus(dials: Dials) -> bool:
    return dials.five_card_payout is not None or dials.suited_678_payout is not None


def _pays_a_leaving_banker(dials: Dials) -> bool:
    return dials.player_banks and dials.escape_banker is not EscapeBanker.NOT_APPLICABLE


SECTIONS: Sections[Dials] = {
    "table": {
        "decks": always,
        "shuffle": always,
        "seats_max": always,
        "stake_step": lambda dials: stake_step(dials) > 1,
    },
    "banker": {
        "banker": always,
        "rotation": lambda dials: dials.player_banks,
        "rotation_direction": _moves,
        "bank_cover": lambda dials: dials.player_banks,
    },
    "cards": {
        "player_first_card": always,
        "banker_first_card": always,
    },
    "insurance": {
        "insurance": always,
        "peek": _peeks,
        "no_peek_loses": _natural_may_come_late,
        "pair_bet": lambda dials: dials.pair_bet is not PairBet.NONE,
    },
    "choices": {
        "turns": always,
        "auto_stand_21": always,
        "player_min_total": lambda dials: dials.player_min_total is not None,
        "max_cards": lambda dials: dials.max_cards is not None,
        "double_on": always,
    },
    "splitting": {
        "split_by": always,
        "double_after_split": _doubles_splits,
        "split_aces_one_card": _splits,
        "resplit_aces": _resplits,
        "split_natural_is_21": _splits,
    },
    "bank": {
        "banker_draws": always,
        "banker_soft": lambda dials: dials.banker_draws is BankerDraws.FIXED,
    },
    "results": {
        "ties": always,
        "natural_payout": always,
        "natural_vs_banker_natural": always,
        "natural_settled": always,
        "banker_natural_beats_21": always,
        "banker_natural_collects": lambda dials: dials.banker_natural_collects > 1,
        "five_card_payout": lambda dials: dials.five_card_payout is not None,
        "banker_five_card_beats_points": lambda dials: dials.banker_five_card_beats_points,
        "suited_678_payout": lambda dials: dials.suited_678_payout is not None,
        "bonus_after_split": _has_bonus,
        "bonus_after_double": _has_bonus,
    },
    "leaving": {
        "escape_player": always,
        "escape_banker": _pays_a_leaving_banker,
    },
}
"""Every sentence of the page in its order, and the rules under which it says something."""

CARD: Sentences[Dials] = {
    "card": always,
    "natural_vs_banker_natural": lambda dials: (
        dials.natural_vs_banker_natural.value != dials.ties.value
    ),
}
"""What the table shows while bets are open; two naturals where they end otherwise than ties."""

WITHIN: Mapping[str, str] = {
    "seats_min": "seats_max",
    "player_second_card": "player_first_card",
    "hit_cards": "player_first_card",
    "banker_second_card": "banker_first_card",
    "hole_card": "banker_first_card",
    "banker_stands_on": "banker_draws",
    "max_split_hands": "split_by",
    "insurance_amount": "insurance",
    "insurance_payout": "insurance",
    "insurance_mode": "insurance",
    "bet_step": "stake_step",
    "pair_targets": "pair_bet",
    "pair_match": "pair_bet",
    "pair_payout": "pair_bet",
    "pair_settled": "pair_bet",
}
"""Dials that are told in the sentence of another."""

UNSAID: Mapping[str, str] = {
    "banker_first": "the table's lobby shows who holds the bank",
    "deal_order": "there is one order",
    "double_amount": "there is one amount, the bet",
    "surrender": "there is none",
}
"""Dials without a sentence of their own, and why."""


def _more(dials: Dials) -> Mapping[str, Fact]:
    amount = part_of(dials.insurance_amount)
    return {"insurance_amount": amount, "stake_step": stake_step(dials)}


PAGE = RulesPage("twentyone", SECTIONS, CARD, WITHIN, _more)
"""The page of 21."""

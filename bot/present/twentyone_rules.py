"""What the page of rules of 21 says, dial by dial."""

from collections.abc import Mapping

from bot.basics import Fact
from bot.games.base import Rotation
from bot.games.twentyone.banking import SOFT_17
from bot.games.twentyone.checking import stake_step
from bot.games.twentyone.dials import (
    Banker,
    BankerDraws,
    Dials,
    DoubleOn,
    HoleCard,
    Insurance,
    InsuranceMode,
    PairBet,
    Peek,
    SplitBy,
)
from bot.present.rules_page import RulesPage, Sections, Sentences, always, part_of


def _moves(dials: Dials) -> bool:
    return dials.player_banks and dials.rotation is not Rotation.NONE


def _splits(dials: Dials) -> bool:
    return dials.split_by is not SplitBy.NONE


def _doubles(dials: Dials) -> bool:
    return dials.double_on is not DoubleOn.NONE


def _doubles_splits(dials: Dials) -> bool:
    return _splits(dials) and _doubles(dials)


def _resplits(dials: Dials) -> bool:
    return _splits(dials) and dials.max_split_hands > 2


def _natural_may_come_late(dials: Dials) -> bool:
    """A natural found at the end meets doubled and split bets."""
    grows = _splits(dials) or _doubles(dials)
    return grows and not (_has_hole_card(dials) and dials.peek is Peek.ACE_TEN)


def _has_hole_card(dials: Dials) -> bool:
    """Without one there is nothing to look at, whatever ``peek`` says (decision 7)."""
    return dials.hole_card is HoleCard.AT_DEAL


def _insures(dials: Dials) -> bool:
    return dials.insurance is not Insurance.NONE


def _bets_on_pairs(dials: Dials) -> bool:
    return dials.pair_bet is not PairBet.NONE


def _has_bonus(dials: Dials) -> bool:
    return dials.five_card_payout is not None or dials.suited_678_payout is not None


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
    "pairs": {
        "pair_bet": _bets_on_pairs,
    },
    "insurance": {
        "insurance": always,
    },
    "bank_natural": {
        "peek": _has_hole_card,
        "no_peek_loses": _natural_may_come_late,
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
        "bonus_after_split": lambda dials: _has_bonus(dials) and _splits(dials),
        "bonus_after_double": lambda dials: _has_bonus(dials) and _doubles(dials),
    },
    "leaving": {
        "escape_player": always,
        "escape_banker": lambda dials: dials.player_banks,
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
    "banker_first": "banker",
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

OFF = (
    "stake_step",
    "pair_bet",
    "player_min_total",
    "max_cards",
    "banker_natural_collects",
    "five_card_payout",
    "banker_five_card_beats_points",
    "suited_678_payout",
)
"""Sentences that the page leaves out where they say that something is not there."""

TURNS: Sentences[Dials] = {
    "banker_first": lambda dials: dials.banker is Banker.PLAYER,
    "banker_first_card": _has_hole_card,
    "banker_second_card": _has_hole_card,
    "max_split_hands": _splits,
    "insurance_amount": _insures,
    "insurance_payout": lambda dials: (
        _insures(dials) and dials.insurance_mode is InsuranceMode.SIDE_BET
    ),
    "insurance_mode": _insures,
    "pair_match": _bets_on_pairs,
    "pair_payout": _bets_on_pairs,
    "pair_settled": _bets_on_pairs,
}
"""The rules under which a dial turns anything, where its sentence is said without it too."""

UNSAID: Mapping[str, str] = {
    "deal_order": "there is one order",
    "double_amount": "there is one amount, the bet",
    "surrender": "there is none",
}
"""Dials without a sentence of their own, and why."""


def _more(dials: Dials) -> Mapping[str, Fact]:
    amount = part_of(dials.insurance_amount)
    five, suited = dials.five_card_payout is not None, dials.suited_678_payout is not None
    return {
        "insurance_amount": amount,
        "stake_step": stake_step(dials),
        "bonus": "both" if five and suited else "five" if five else "suited",
        "soft_choice": max(SOFT_17, dials.banker_stands_on),
    }


PAGE = RulesPage("twentyone", SECTIONS, CARD, WITHIN, _more, OFF, TURNS)
"""The page of 21."""

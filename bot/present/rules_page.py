"""The rules of 21 in words: a sentence for each dial in force, in the order of a round."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields
from enum import StrEnum
from fractions import Fraction

from bot.basics import Fact
from bot.games.base import Rotation
from bot.games.reading import all_written
from bot.games.twentyone.checking import stake_step
from bot.games.twentyone.dials import (
    BankerDraws,
    Dials,
    DoubleOn,
    EscapeBanker,
    HoleCard,
    Peek,
    SplitBy,
)
from bot.message import Line, Strong
from bot.present.common import Words, joined

Applies = Callable[[Dials], bool]


def _always(_: Dials) -> bool:
    return True


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


SECTIONS: Mapping[str, Mapping[str, Applies]] = {
    "table": {
        "decks": _always,
        "shuffle": _always,
        "seats_max": _always,
        "stake_step": lambda dials: stake_step(dials) > 1,
    },
    "banker": {
        "banker": _always,
        "rotation": lambda dials: dials.player_banks,
        "rotation_direction": _moves,
        "bank_cover": lambda dials: dials.player_banks,
    },
    "cards": {
        "player_first_card": _always,
        "banker_first_card": _always,
    },
    "insurance": {
        "insurance": _always,
        "peek": _peeks,
        "no_peek_loses": _natural_may_come_late,
    },
    "choices": {
        "turns": _always,
        "auto_stand_21": _always,
        "player_min_total": lambda dials: dials.player_min_total is not None,
        "max_cards": lambda dials: dials.max_cards is not None,
        "double_on": _always,
    },
    "splitting": {
        "split_by": _always,
        "double_after_split": _doubles_splits,
        "split_aces_one_card": _splits,
        "resplit_aces": _resplits,
        "split_natural_is_21": _splits,
    },
    "bank": {
        "banker_draws": _always,
        "banker_soft": lambda dials: dials.banker_draws is BankerDraws.FIXED,
    },
    "results": {
        "ties": _always,
        "natural_payout": _always,
        "natural_vs_banker_natural": _always,
        "natural_settled": _always,
        "banker_natural_beats_21": _always,
        "banker_natural_collects": lambda dials: dials.banker_natural_collects > 1,
        "five_card_payout": lambda dials: dials.five_card_payout is not None,
        "banker_five_card_beats_points": lambda dials: dials.banker_five_card_beats_points,
        "suited_678_payout": lambda dials: dials.suited_678_payout is not None,
        "bonus_after_split": _has_bonus,
        "bonus_after_double": _has_bonus,
    },
    "leaving": {
        "escape_player": _always,
        "escape_banker": _pays_a_leaving_banker,
    },
}
"""Every sentence of the page in its order, and the rules under which it says something."""

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
}
"""Dials that are told in the sentence of another."""

UNSAID: Mapping[str, str] = {
    "banker_first": "the table's lobby shows who holds the bank",
    "deal_order": "there is one order",
    "double_amount": "there is one amount, the bet",
    "pair_bet": "no command bets on pairs yet",
    "pair_targets": "no command bets on pairs yet",
    "pair_match": "no command bets on pairs yet",
    "pair_payout": "no command bets on pairs yet",
    "pair_settled": "no command bets on pairs yet",
    "surrender": "there is none",
}
"""Dials without a sentence of their own, and why."""


def rules_lines(words: Words, dials: Dials) -> list[Line]:
    """Return the rules page without its title, a line a subject."""
    facts = _facts(dials)
    lines: list[Line] = []
    for section, sentences in SECTIONS.items():
        heading = (Strong(words.text(f"rules-{section}")),)
        said = [
            words.text(f"rule-{name}", facts) for name, fits in sentences.items() if fits(dials)
        ]
        lines.append(joined(" ", [heading, *said]))
    return lines


def changes_in_words(words: Words, dials: Dials, names: Iterable[str]) -> list[str]:
    """Return what the dials of these names say, each sentence once, in the order of the page.

    A dial that the page is silent about is told as commands write it, ``max_cards = none``.
    """
    facts, written = _facts(dials), all_written(dials)
    said = {name: fits for sentences in SECTIONS.values() for name, fits in sentences.items()}
    wanted = {name: WITHIN.get(name, name) for name in names}
    told = [
        words.text(f"rule-{name}", facts)
        for name, fits in said.items()
        if name in wanted.values() and fits(dials)
    ]
    silent = [
        f"{name} = {written[name]}."
        for name, sentence in wanted.items()
        if sentence not in said or not said[sentence](dials)
    ]
    return [*told, *silent]


def short_rules(words: Words, name: str, dials: Dials) -> Line:
    """Return the rules in one line for a pop-up."""
    return words.line("rules-short", name=name, **_facts(dials))


def ratio(payout: Fraction) -> str:
    """Write a payout as tables do: ``3:2``."""
    return f"{payout.numerator}:{payout.denominator}"


def part_of(amount: Fraction) -> str:
    """Return a part of a bet as texts are told it: ``half`` or ``1/3``."""
    return "half" if amount == Fraction(1, 2) else str(amount)


def _facts(dials: Dials) -> dict[str, Fact]:
    """Return every dial as texts are told it, and what stakes are multiples of."""
    facts = {field.name: _fact(getattr(dials, field.name)) for field in fields(dials)}
    amount = part_of(dials.insurance_amount)
    return {**facts, "insurance_amount": amount, "stake_step": stake_step(dials)}


def _fact(value: object) -> Fact:
    match value:
        case None:
            return "none"
        case bool():
            return "yes" if value else "no"
        case StrEnum():
            return value.value
        case Fraction():
            return ratio(value)
        case int() | str():
            return value
        case _:
            raise TypeError(f"a dial of kind {type(value).__name__}")

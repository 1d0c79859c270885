"""The rules of 21 in words: one sentence a dial, from the dials really in force."""

from dataclasses import fields
from enum import StrEnum
from fractions import Fraction

from bot.basics import Fact
from bot.games.twentyone.dials import Dials
from bot.message import Line
from bot.present.common import Words


def rules_lines(words: Words, dials: Dials) -> list[Line]:
    """Return the rules page without its title."""
    facts = {field.name: _fact(getattr(dials, field.name)) for field in fields(dials)}
    sentences = (words.line(f"rule-{name}", **facts) for name in facts)
    return [sentence for sentence in sentences if sentence]


def short_rules(words: Words, name: str, dials: Dials) -> Line:
    """Return the rules in one line for a pop-up."""
    facts = {field.name: _fact(getattr(dials, field.name)) for field in fields(dials)}
    return words.line("rules-short", name=name, **facts)


def ratio(payout: Fraction) -> str:
    """Write a payout as tables do: ``3:2``."""
    return f"{payout.numerator}:{payout.denominator}"


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

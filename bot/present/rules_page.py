"""The rules of a game in words: a sentence for each dial in force, in the order of a round."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING, Generic, TypeVar

from bot.basics import Fact
from bot.games.reading import all_written
from bot.message import Line, OpenLine, Plain, Strong
from bot.present.common import Unit, Words, joined

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

DialsT = TypeVar("DialsT", bound="DataclassInstance")

Sentences = Mapping[str, Callable[[DialsT], bool]]
"""Sentences in their order, and the rules under which each says something."""

Sections = Mapping[str, Sentences[DialsT]]
"""Every sentence of a page, by its subjects."""


def always(_: object) -> bool:
    """Whether a sentence is said by all rules: it is."""
    return True


@dataclass(frozen=True, slots=True)
class RulesPage(Generic[DialsT]):
    """The page of one game.

    ``card`` are the sentences that a table shows while bets are open, ``within`` dials that are
    told in the sentence of another, ``more`` what texts are told beside the dials. ``off`` are
    sentences that the page leaves out where they say that something is not there, ``turns`` the
    rules under which a dial turns anything, where that is not always or as its sentence says.
    ``on_card`` are dials of which the card leaves nothing to be said. A text of the game's own,
    ``fivecard-rule-turns``, goes before the one that games share, ``rule-turns``.
    """

    game: str
    sections: Sections[DialsT]
    card: Sentences[DialsT]
    within: Mapping[str, str]
    more: Callable[[DialsT], Mapping[str, Fact]]
    off: Collection[str]
    turns: Sentences[DialsT]
    on_card: Collection[str] = ()

    def lines(self, words: Words, dials: DialsT) -> list[Line]:
        """Return the page without its title, a line a subject; one of nothing is left out."""
        facts = self._facts(dials)
        lines: list[Line] = []
        for section, sentences in self.sections.items():
            heading = (Strong(words.text(f"rules-{section}")),)
            said = self._said(words, sentences, dials, facts)
            lines += [joined(" ", [heading, *said])] if said else []
        return lines

    def on_table(self, words: Words, dials: DialsT) -> list[OpenLine]:
        """Return what nobody should have to look up before betting, a line each (reports B15)."""
        said = self._said(words, self.card, dials, self._facts(dials))
        return [(Plain(sentence),) for sentence in said]

    def _said(
        self, words: Words, sentences: Sentences[DialsT], dials: DialsT, facts: Mapping[str, Fact]
    ) -> list[str]:
        return [
            self._text(words, f"rule-{name}", facts)
            for name, fits in sentences.items()
            if fits(dials)
        ]

    def changes(self, words: Words, dials: DialsT, names: Iterable[str]) -> list[str]:
        """Return what the dials of these names say, each sentence once, in the order of the page.

        A dial that turns nothing by these rules is not mentioned.
        """
        facts = self._facts(dials)
        turned = [name for name in names if self.turns.get(name, always)(dials)]
        wanted = {self.within.get(name, name) for name in turned}
        return [
            self._text(words, f"rule-{name}", facts)
            for part in self.sections.values()
            for name, fits in part.items()
            if name in wanted and (fits(dials) or name in self.off)
        ]

    def short(self, words: Words, name: str, dials: DialsT) -> Line:
        """Return the rules in one line for a pop-up."""
        facts = {**self._facts(dials), "name": name}
        return words.line(self._key(words, "rules-short"), **facts)

    def _text(self, words: Words, key: str, facts: Mapping[str, Fact]) -> str:
        return words.text(self._key(words, key), facts)

    def _key(self, words: Words, key: str) -> str:
        own = f"{self.game}-{key}"
        return own if words.texts.has(own) else key

    def _facts(self, dials: DialsT) -> dict[str, Fact]:
        """Return every dial as texts are told it, and what they are told beside."""
        told = {field.name: _fact(getattr(dials, field.name)) for field in fields(dials)}
        return {**told, **self.more(dials)}


class RulesTeller(Generic[DialsT]):
    """What every game's presenter says of dials, by the page of the game; see ``GamePresenter``."""

    unit = Unit.ROUND

    def __init__(self, page: RulesPage[DialsT], dials: type[DialsT]) -> None:
        self._page = page
        self._type = dials

    def _own(self, dials: object) -> DialsT:
        if not isinstance(dials, self._type):
            raise TypeError(f"not rules of {self._page.game}")
        return dials

    def rules(self, words: Words, dials: object) -> list[Line]:
        """See ``GamePresenter``."""
        return self._page.lines(words, self._own(dials))

    def card(self, words: Words, dials: object) -> list[OpenLine]:
        """See ``GamePresenter``."""
        return self._page.on_table(words, self._own(dials))

    @property
    def on_card(self) -> Collection[str]:
        """See ``GamePresenter``."""
        return self._page.on_card

    def changes(self, words: Words, dials: object, names: Iterable[str]) -> list[str]:
        """See ``GamePresenter``."""
        return self._page.changes(words, self._own(dials), names)

    def written(self, dials: object) -> Mapping[str, str]:
        """See ``GamePresenter``."""
        return all_written(self._own(dials))

    def short_rules(self, words: Words, name: str, dials: object) -> Line:
        """See ``GamePresenter``."""
        return self._page.short(words, name, self._own(dials))


def ratio(payout: Fraction) -> str:
    """Write a payout as tables do: ``3:2``."""
    return f"{payout.numerator}:{payout.denominator}"


def part_of(amount: Fraction) -> str:
    """Return a part of a bet as texts are told it: ``half`` or ``1/3``."""
    return "half" if amount == Fraction(1, 2) else str(amount)


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

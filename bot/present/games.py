"""What a game's own presenter has to say; the rest of a table looks alike whatever is dealt."""

from collections.abc import Collection, Iterable, Mapping
from typing import Protocol

from bot.basics import PlayerId
from bot.message import Line, Mention, OpenLine
from bot.notices import HandShown, TableShown
from bot.present.choices import Rows
from bot.present.common import Unit, Words

Names = Mapping[PlayerId, Mention]
"""How each person at the table is called."""


class GamePresenter(Protocol):
    """Lines that only one game can word; each takes public or private knowledge, never both.

    ``unit`` is what its players call that which is dealt once.
    """

    unit: Unit

    def play(self, words: Words, shown: TableShown, names: Names) -> list[OpenLine]:
        """Return the running round for the group: hands, bank, what happened, what is awaited."""

    def results(self, words: Words, shown: TableShown, names: Names) -> list[OpenLine]:
        """Return the finished round for the group: who won what by which rule."""

    def hand(self, words: Words, hand: HandShown) -> list[Line]:
        """Return a person's own cards and what they can do, for that person."""

    def short_hands(self, words: Words, hand: HandShown) -> tuple[list[Line], ...]:
        """Return the cards alone in ever shorter layouts, for a pop-up."""

    def group_rows(self, words: Words, shown: TableShown) -> Rows:
        """Return what a group's buttons offer in a running round, from public knowledge alone."""

    def panel_rows(self, words: Words, hand: HandShown) -> Rows:
        """Return what the buttons of a person's panel offer, leaving aside."""

    def rules(self, words: Words, dials: object) -> list[Line]:
        """Return the rules really in force, a sentence a dial."""

    def card(self, words: Words, dials: object) -> list[OpenLine]:
        """Return the rules that are shown while bets are open: who takes a tie, what pays more."""

    @property
    def on_card(self) -> Collection[str]:
        """Dials that the card tells as fully as their own sentences do."""

    def changes(self, words: Words, dials: object, names: Iterable[str]) -> list[str]:
        """Return what the dials of these names say, in sentences."""

    def written(self, dials: object) -> Mapping[str, str]:
        """Return every dial with its value, as commands and records write them."""

    def short_rules(self, words: Words, name: str, dials: object) -> Line:
        """Return the rules in what a pop-up holds."""

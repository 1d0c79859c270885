"""What can be done now, as rows of buttons; most games need one row of named actions."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bot.message import Button
from bot.notices import HandShown, TableShown
from bot.present.common import Words
from bot.requests import Seen, format_payload

Buttons = tuple[tuple[Button, ...], ...]


@dataclass(frozen=True, slots=True)
class Offer:
    """One choice: what its button says, and the command that pressing it comes to."""

    label: str
    command: str


Rows = tuple[tuple[Offer, ...], ...]


class ChoicesInOneRow:
    """The buttons of games whose few actions have names; see ``GamePresenter``."""

    def group_rows(self, words: Words, shown: TableShown) -> Rows:
        """See ``GamePresenter``."""
        choices = () if shown.view is None else shown.game.public_choices(shown.view)
        return (tuple(offer(words, shown.game.format(choice)) for choice in choices),)

    def panel_rows(self, words: Words, hand: HandShown) -> Rows:
        """See ``GamePresenter``."""
        actions = [each.action for each in hand.choices if not each.quits]
        return (tuple(offer(words, hand.game.format(action)) for action in actions),)


def offer(words: Words, verb: str) -> Offer:
    """Return the offer of a verb that has a label of its own."""
    return Offer(words.text(f"button-{verb}"), verb)


def in_rows(offers: Sequence[Offer], width: int) -> Rows:
    """Return offers in rows of so many."""
    return tuple(tuple(offers[at : at + width]) for at in range(0, len(offers), width))


def buttons_of(seen: Seen, rows: Iterable[Sequence[Offer]]) -> Buttons:
    """Return rows of buttons that carry what their presser sees; empty rows are left out."""
    return tuple(
        tuple(Button(each.label, format_payload(seen, each.command)) for each in row)
        for row in rows
        if row
    )

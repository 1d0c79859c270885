"""The menu of a table's rules: a button for each set of rules, each dial it offers, each limit.

A dial's button shows its present value and brings the next; what it brings is in its payload, so
that two presses on one view come to the same.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from bot.games import all_presets
from bot.message import Button
from bot.notices import TableShown
from bot.present.common import Words
from bot.present.games import GamePresenter
from bot.present.rules_page import ratio
from bot.requests import Seen, format_payload

_IN_A_ROW = 2

_LEAST = (10, 20, 50, 100, 500)
_MOST = (100, 500, 1_000, 10_000, 100_000)
"""What the menu offers as least and as largest bet."""


def menu_rows(
    words: Words, game: GamePresenter, shown: TableShown, seen: Seen
) -> tuple[tuple[Button, ...], ...]:
    """Return the rows of buttons that change the rules, and one that ends it."""
    buttons = [
        *_presets(words, shown, seen),
        *_dials(words, game, shown, seen),
        *_limits(words, shown, seen),
    ]
    done = Button(words.text("settings-done"), format_payload(seen, "settings done"))
    rows = [
        tuple(buttons[place : place + _IN_A_ROW]) for place in range(0, len(buttons), _IN_A_ROW)
    ]
    return (*rows, (done,))


def _presets(words: Words, shown: TableShown, seen: Seen) -> Iterator[Button]:
    for preset in all_presets():
        key = "settings-rules-now" if preset == shown.rules else "settings-rules"
        label = words.text(key, {"name": words.rules_name(preset)})
        yield Button(label, format_payload(seen, f"settings {preset}"))


def _dials(words: Words, game: GamePresenter, shown: TableShown, seen: Seen) -> Iterator[Button]:
    written = game.written(shown.game.with_options(shown.rules, shown.options))
    for dial, values in shown.game.menu.items():
        said = _said(dial, written[dial])
        value = int(said) if said.isdecimal() else said  # texts tell numbers from words
        label = words.text(f"setting-{dial}", {"value": value})
        following = _next(values, written[dial])
        yield Button(label, format_payload(seen, f"settings {dial}={following}"))


def _limits(words: Words, shown: TableShown, seen: Seen) -> Iterator[Button]:
    """Yield the limits of bets; what they bring leaves some bet between them."""
    least = [chips for chips in _LEAST if chips <= shown.bet_max]
    most = [chips for chips in _MOST if chips >= shown.bet_min]
    for limit, values, value in (
        ("bet_min", least, shown.bet_min),
        ("bet_max", most, shown.bet_max),
    ):
        label = words.text(f"setting-{limit}", {"value": value})
        following = next((chips for chips in values if chips > value), min(values, default=value))
        yield Button(label, format_payload(seen, f"settings {limit}={following}"))


def _next(values: Sequence[str], value: str) -> str:
    """Return the value after the present one; the first after one that the menu does not offer."""
    place = values.index(value) + 1 if value in values else 0
    return values[place % len(values)]


def _said(dial: str, value: str) -> str:
    """Return a value as labels are told it; payouts as tables write them."""
    is_payout = dial.endswith("_payout") and value != "none"
    return ratio(Fraction(value)) if is_payout else value

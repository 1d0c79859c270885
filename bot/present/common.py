"""What every presenter says alike: people, amounts, cards, lines of parts."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from bot.basics import Fact, PlayerId
from bot.cards import Card, OpenCard
from bot.message import (
    ALERT_LENGTH_MAX,
    CardFace,
    Line,
    Mention,
    OpenFace,
    OpenLine,
    Plain,
    plain_text,
)
from bot.notices import SeatLine
from bot.present.l10n import Localizer, SpanT, harmless

AWAITED, RESTING = "▸ ", "• "
"""How the line begins of who has to decide now, and of everyone else."""

DOT = " · "

BELOW = "   "
"""How a line begins that belongs to the one above."""

COLUMNS_MAX = 48
"""About what a small phone shows in a line of ordinary width."""


class Unit(StrEnum):
    """What players call that which is dealt once: texts are told it as ``$unit``."""

    ROUND = "round"
    DEAL = "deal"


@dataclass(frozen=True, slots=True)
class Words:
    """Texts in one language, in the words of one game: ``unit`` is told to every text."""

    texts: Localizer
    language: str
    unit: Unit = Unit.ROUND

    def text(self, key: str, facts: Mapping[str, Fact] | None = None) -> str:
        """Return one text as a plain string."""
        return self.texts.text(self.language, key, {"unit": self.unit.value, **(facts or {})})

    def line(
        self, key: str, **facts: Fact | SpanT | tuple[SpanT, ...]
    ) -> tuple[SpanT | Plain, ...]:
        """Return one text as a line."""
        return self.texts.line(self.language, key, **{"unit": self.unit.value, **facts})

    def signed(self, chips: int) -> str:
        """Return an amount that was won or lost, always with its sign."""
        if chips == 0:
            return self.text("amount-zero")
        key = "amount-plus" if chips > 0 else "amount-minus"
        return self.text(key, {"chips": abs(chips)})

    def rules_name(self, rules: str) -> str:
        """Return what people call a set of rules."""
        key = f"rules-name-{rules}"
        return self.text(key) if self.texts.has(key) else rules


def dotted(*parts: str | tuple[SpanT, ...]) -> tuple[SpanT | Plain, ...]:
    """Return parts as one line with dots between them; empty ones are left out."""
    return joined(DOT, [part for part in parts if part])


def marked(mark: str, *parts: str | tuple[SpanT, ...]) -> tuple[SpanT | Plain, ...]:
    """Return parts as one line with dots between them behind a mark: ``AWAITED``, ``RESTING``."""
    return (Plain(mark), *dotted(*parts))


def joined(separator: str, parts: Sequence[str | tuple[SpanT, ...]]) -> tuple[SpanT | Plain, ...]:
    """Return parts as one line with a separator between them."""
    line: list[SpanT | Plain] = []
    for part in parts:
        if line:
            line.append(Plain(separator))
        line += [Plain(part)] if isinstance(part, str) else part
    return tuple(line)


def filled(head: OpenLine, parts: Sequence[OpenLine]) -> list[OpenLine]:
    """Return a head and a list of parts behind it, in as many lines as a phone makes of it."""
    lines = [head]
    for place, part in enumerate(parts, start=1):
        said = part if place == len(parts) else (*part, Plain(","))
        longer = (*lines[-1], Plain(" "), *said)
        if len(plain_text(longer)) <= COLUMNS_MAX:
            lines[-1] = longer
        else:
            lines.append((Plain(2 * BELOW), *said))
    return lines


def open_run(cards: Iterable[OpenCard | None]) -> OpenLine:
    """Return open cards side by side, ``None`` as a back."""
    return joined(" ", [(OpenFace(card),) for card in cards])


def own_run(cards: Iterable[Card]) -> Line:
    """Return a person's own cards side by side, for that person."""
    return joined(" ", [(CardFace(card),) for card in cards])


def mentions(seats: Sequence[SeatLine]) -> dict[PlayerId, Mention]:
    """Return how each person is called; people of one name are told apart by numbers.

    The numbers go by the players' ids, so that they stay while both sit, whatever the order.
    """
    called: dict[PlayerId, Mention] = {}
    for seat in seats:
        alike = sorted(other.player for other in seats if _same(other.name, seat.name))
        number = f" ({alike.index(seat.player) + 1})" if len(alike) > 1 else ""
        name = harmless(seat.name) + number
        called[seat.player] = Mention(seat.player, name)
    return called


def _same(one: str, other: str) -> bool:
    return one.casefold() == other.casefold()


def side_bet(words: Words, by: OpenLine, on: OpenLine, chips: int) -> OpenLine:
    """Return who bets how much on whose cards."""
    if by == on:
        return words.line("side-bet-own", name=by, chips=chips)
    return words.line("side-bet", name=by, on=on, chips=chips)


def fits_alert(text: str) -> bool:
    """Whether a pop-up can hold a text: in characters and in UTF-16 units."""
    return max(len(text), len(text.encode("utf-16-le")) // 2) <= ALERT_LENGTH_MAX


def alert_of(*layouts: Sequence[Line]) -> str:
    """Return the first layout that a pop-up can hold, else the last one, cut short."""
    written = ["\n".join(map(plain_text, lines)) for lines in layouts]
    for text in written:
        if fits_alert(text):
            return text
    text = written[-1]
    while not fits_alert(text + "…"):
        text = text[:-1]
    return text + "…"

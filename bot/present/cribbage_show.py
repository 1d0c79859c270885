"""The show of cribbage in words: each hand and the crib, every point with its cards."""

from bot.cards import OpenCard
from bot.games.cribbage.points import Scored, points_in
from bot.games.cribbage.views import Shown
from bot.message import OpenFace, OpenLine
from bot.present.common import BELOW, RESTING, Words, filled, marked, open_run
from bot.present.hands import BySeat


def show_lines(
    words: Words, shown: Shown, starter: OpenCard | None, people: BySeat
) -> list[OpenLine]:
    """Return a hand as it was counted, a line below for each kind of points in it."""
    key = "cribbage-crib-of" if shown.crib else "cribbage-hand-of"
    name: OpenLine = words.line(key, name=people[shown.seat])
    lines = [marked(RESTING, name, *counted(words, shown, starter))]
    for scored in shown.scored:
        lines += _item(words, scored)
    return lines if shown.scored else [*lines, marked(BELOW, words.line("cribbage-nineteen"))]


def counted(words: Words, shown: Shown, starter: OpenCard | None) -> tuple[OpenLine, OpenLine]:
    """Return the cards that were counted, and their points in all."""
    cards: OpenLine = open_run(shown.cards)
    if starter is not None:
        cards = words.line("cribbage-with-starter", cards=cards, starter=OpenFace(starter))
    return cards, words.line("cribbage-total", points=points_in(shown.scored))


def _item(words: Words, scored: Scored[OpenCard]) -> list[OpenLine]:
    """Return points of one kind, and each combination that makes some of them."""
    combinations = scored.combinations
    facts = {"count": len(combinations), "length": len(combinations[0])}
    what = words.text(f"show-{scored.kind}", facts)
    points = words.signed(scored.points)
    head: OpenLine = marked(BELOW, words.line("cribbage-item", points=points, what=what))
    cards: list[OpenLine] = [open_run(each) for each in combinations]
    return filled(head, cards)

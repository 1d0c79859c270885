"""The show of cribbage in words: each hand and the crib, every point with its cards."""

from bot.cards import OpenCard
from bot.games.cribbage.points import Scored, points_in
from bot.games.cribbage.views import Shown
from bot.message import OpenFace, OpenLine
from bot.present.common import RESTING, Words, joined, marked, open_run
from bot.present.hands import BySeat

BELOW = "   "
"""How a line begins that belongs to the one above."""


def show_lines(
    words: Words, shown: Shown, starter: OpenCard | None, people: BySeat
) -> list[OpenLine]:
    """Return a hand as it was counted, a line below for each kind of points in it."""
    key = "cribbage-crib-of" if shown.crib else "cribbage-hand-of"
    cards: OpenLine = open_run(shown.cards)
    if starter is not None:
        cards = words.line("cribbage-with-starter", cards=cards, starter=(OpenFace(starter),))
    total = words.text("cribbage-total", {"points": points_in(shown.scored)})
    head = marked(RESTING, words.line(key, name=people[shown.seat]), cards, total)
    return [head, *(_item(words, each) for each in shown.scored)]


def _item(words: Words, scored: Scored[OpenCard]) -> OpenLine:
    """Return points of one kind, and each combination that makes some of them."""
    combinations = scored.combinations
    facts = {"count": len(combinations), "length": len(combinations[0])}
    what = words.text(f"show-{scored.kind}", facts)
    cards: OpenLine = joined(", ", [open_run(each) for each in combinations])
    line: OpenLine = words.line(
        "cribbage-item", points=words.signed(scored.points), what=what, cards=cards
    )
    return marked(BELOW, line)

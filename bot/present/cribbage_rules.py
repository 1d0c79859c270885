"""What the page of rules of cribbage says: dial by dial, and what no dial turns."""

from collections.abc import Mapping

from bot.basics import Fact
from bot.games.cribbage.dials import Dials
from bot.present.rules_page import RulesPage, Sections, Sentences, always

SECTIONS: Sections[Dials] = {
    "match": {
        "players": always,
        "target": always,
        "skunk_line": always,
        "board": always,
        "stake": always,
    },
    "cards": {
        "first_deal": always,
        "crib": always,
        "heels": always,
    },
    "play": {
        "play": always,
        "go": always,
        "pegging": always,
    },
    "show": {
        "show": always,
        "crib_flush": always,
        "muggins": always,
    },
    "time": {
        "turn_minutes": always,
        "absent": always,
    },
}
"""Every sentence of the page in its order, and the rules under which it says something."""

CARD: Sentences[Dials] = {"card": always}
"""What the table shows while bets are open."""

FIXED = frozenset({"players", "board", "stake", "crib", "play", "go", "pegging", "show", "absent"})
"""Sentences of what no dial turns: without them nobody could learn the game from its page."""

WITHIN: Mapping[str, str] = {"double_skunk_line": "skunk_line"}
"""Dials that are told in the sentence of another."""

UNSAID: Mapping[str, str] = {}
"""Dials without a sentence of their own, and why: there are none."""


def _more(dials: Dials) -> Mapping[str, Fact]:
    hours, rest = divmod(dials.turn_minutes or 0, 60)
    return {"turn_hours": 0 if rest else hours, "target": dials.target.points}


PAGE = RulesPage("cribbage", SECTIONS, CARD, WITHIN, _more, (), {}, on_card=("target",))
"""The page of cribbage."""

"""What the page of rules of five cards says, dial by dial."""

from collections.abc import Mapping

from bot.basics import Fact
from bot.games.base import Rotation
from bot.games.fivecard.dials import Dials, TieBreak
from bot.present.rules_page import RulesPage, Sections, Sentences, always


def _draws(dials: Dials) -> bool:
    return dials.tie_break is TieBreak.DRAW_LOW


SECTIONS: Sections[Dials] = {
    "table": {
        "decks": always,
        "shuffle": always,
        "seats_max": always,
        "banker": always,
        "stake_step": lambda dials: dials.bet_step > 1,
    },
    "cards": {
        "player_first_card": always,
    },
    "choices": {
        "turns": always,
        "rotation": always,
        "rotation_direction": lambda dials: (
            dials.seats_max > 2 and dials.rotation is not Rotation.NONE
        ),
        "auto_stand_21": always,
        "max_cards": always,
    },
    "pot": {
        "double_bust": always,
        "tie_break": always,
        "tie_break_compare": _draws,
        "tie_break_equal": _draws,
    },
    "leaving": {
        "escape_player": always,
    },
}
"""Every sentence of the page in its order, and the rules under which it says something."""

CARD: Sentences[Dials] = {"card": always}
"""What the table shows while bets are open."""

WITHIN: Mapping[str, str] = {
    "seats_min": "seats_max",
    "player_second_card": "player_first_card",
    "hit_cards": "player_first_card",
    "bank_cover": "banker",
    "bet_step": "stake_step",
}
"""Dials that are told in the sentence of another."""

OFF = ("stake_step",)
"""Sentences that the page leaves out where they say that something is not there."""

UNSAID: Mapping[str, str] = {}
"""Dials without a sentence of their own, and why: there are none."""


def _more(dials: Dials) -> Mapping[str, Fact]:
    least, most = dials.seats_min, dials.seats_max
    seats = str(most) if least == most else f"{least}–{most}"
    return {"seats": seats, "stake_step": dials.bet_step}


PAGE = RulesPage("fivecard", SECTIONS, CARD, WITHIN, _more, OFF, {})
"""The page of five cards."""

"""The dials of the five-card game: names and values are those that records and commands write.

``rules.md``, sections 4 and 9.1, decision 9. What only a bank could turn is no dial here.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from bot.basics import Refusal, not_now
from bot.games.base import Rotation, Turns
from bot.games.dials import Direction, EscapePlayer, Face, Shuffle, Within
from bot.games.reading import Reader


class Banker(StrEnum):
    """Who may hold the bank: there is none (A-HF-1)."""

    NONE = "none"


class DoubleBust(StrEnum):
    """Whether everybody can go bust (A-HF-2).

    ``FIRST_LOSES``: whoever is left when all others are bust has won and draws no more. ``DRAW``:
    everyone plays, and if all are bust, the stakes come back.
    """

    FIRST_LOSES = "first_loses"
    DRAW = "draw"


class TieBreak(StrEnum):
    """What decides between those who are equally near to 21: one card each, or nothing."""

    DRAW_LOW = "draw_low"
    NONE = "none"


class TieBreakCompare(StrEnum):
    """How those cards compare: by rank, ace lowest and king highest, or by points (A-HF-5)."""

    RANK = "rank"
    POINTS = "points"


class TieBreakEqual(StrEnum):
    """What equally small cards mean: the pot is shared, between two a draw (HF-7)."""

    PUSH = "push"


class BankCover(StrEnum):
    """Who is good for what is won: nobody need be, for everyone stakes the same."""

    EQUAL_STAKES = "equal_stakes"


@dataclass(frozen=True, slots=True)
class Dials:
    """One set of rules, complete; the defaults are ``hk_home5``.

    One deck never runs out (A-GEN-4): six hands end at hard sums of 31 or less, and six cards of
    10 or less break the tie.
    """

    decks: Annotated[int, Within(1, 8)] = 1
    seats_min: Annotated[int, Within(2, 6)] = 2
    seats_max: Annotated[int, Within(2, 6)] = 2  # A-HF-1; more by decision 9
    banker: Banker = Banker.NONE
    turns: Turns = Turns.IN_ORDER  # decision 4
    rotation: Rotation = Rotation.EACH_ROUND  # A-HF-2
    rotation_direction: Direction = Direction.COUNTER_CLOCKWISE
    player_first_card: Face = Face.HIDDEN  # HF-1
    player_second_card: Face = Face.OPEN
    hit_cards: Face = Face.OPEN  # A-HF-8
    max_cards: Annotated[int, Within(5, 5)] | None = 5  # HF-4
    auto_stand_21: bool = True  # A-HF-9
    double_bust: DoubleBust = DoubleBust.FIRST_LOSES
    tie_break: TieBreak = TieBreak.DRAW_LOW  # HF-6
    tie_break_compare: TieBreakCompare = TieBreakCompare.RANK
    tie_break_equal: TieBreakEqual = TieBreakEqual.PUSH
    escape_player: EscapePlayer = EscapePlayer.AUTO_STAND
    bank_cover: BankCover = BankCover.EQUAL_STAKES
    shuffle: Shuffle = Shuffle.EVERY_ROUND
    bet_step: Annotated[int, Within(1, 1000)] = 1


PRESETS: Mapping[str, Dials] = {"hk_home5": Dials()}
"""Every preset by the name that records and commands give it; the first is the default."""

MENU: Mapping[str, Sequence[str]] = {
    "turns": ("in_order", "together"),
    "seats_max": ("2", "3", "4", "5", "6"),
}
"""The dials that groups turn most (decisions 4 and 9)."""

RESERVED = frozenset(
    {
        ("shuffle", "penetration"),
        ("banker", "player"),
        ("banker", "house"),
        ("banker", "player_or_house"),
        ("bank_cover", "worst_case"),
        ("bank_cover", "unlimited"),
        ("rotation", "every_n_rounds"),
        ("rotation", "on_full_payout"),
        ("rotation", "on_natural"),
    }
)
"""Values that name something this game does not deal (decision 12); they are refused as such."""


def problem(dials: Dials) -> Refusal | None:
    """Return why dials cannot be played together, ``None`` if they can (decision 12)."""
    if dials.seats_min > dials.seats_max:
        return not_now("too-few-seats", seats=dials.seats_max)
    return None


READER = Reader(Dials, RESERVED, problem)
"""Reads the dials of the five-card game."""

"""The dials of the 21 family and the presets that set them (``rules.md``, section 9)."""

from dataclasses import dataclass
from fractions import Fraction

from bot.games.base import Rotation, Turns


@dataclass(frozen=True, slots=True)
class Dials:
    """One set of rules; names and values are those of ``rules.md``, section 9.1."""

    decks: int = 1
    seats_min: int = 2
    seats_max: int = 6
    banker: str = "player_or_house"
    turns: Turns = Turns.TOGETHER
    rotation: Rotation = Rotation.EACH_ROUND
    player_first_card: str = "hidden"
    banker_draws: str = "free"
    banker_stands_on: int = 17
    natural_payout: Fraction = Fraction(1)
    bank_cover: str = "worst_case"
    bet_step: int = 1


PRESETS: dict[str, Dials] = {
    "qq21": Dials(),
    "hk_casino": Dials(
        decks=6,
        seats_min=1,
        seats_max=7,
        banker="house",
        rotation=Rotation.NONE,
        player_first_card="open",
        banker_draws="fixed",
        natural_payout=Fraction(3, 2),
        bank_cover="unlimited",
        bet_step=2,
    ),
}

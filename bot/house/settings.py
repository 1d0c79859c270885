"""What an admin may set of the house; times in seconds, amounts in chips."""

from dataclasses import dataclass

from bot.ledger import CHIPS_MAX


@dataclass(frozen=True, slots=True)
class HouseSettings:
    """Amounts and times of the table's life (design, sections 6 and 7).

    With ``nudge_seconds`` at 0 nobody is ever reminded that it is their turn.
    """

    rules: str = "qq21"
    bet_min: int = 10
    bet_max: int = 100_000
    welcome_chips: int = 1_000
    daily_chips: int = 200
    refill_chips: int = 200
    grant_max: int = CHIPS_MAX // 10**6
    daily_every_seconds: int = 24 * 3600
    refill_every_seconds: int = 3600
    lobby_seconds: int = 600
    turn_seconds: int = 45
    last_seat_seconds: int = 15
    phase_seconds_max: int = 90
    again_seconds: int = 10
    next_deal_seconds: int = 20
    missed_turns_max: int = 3
    leave_again_seconds: int = 60
    leave_sure_seconds: int = 2
    nudge_seconds: int = 20
    restart_grace_seconds: int = 15
    retry_seconds: int = 5
    double_tap_seconds: float = 0.4
    waiting_per_player: int = 2
    waiting_in_all: int = 32

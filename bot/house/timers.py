"""How long a decision may take, worked out from what everyone can see (design, section 6)."""

import math

from bot.games import INSURANCE
from bot.games.base import PublicView, TableRules, Turns
from bot.house.settings import HouseSettings
from bot.house.table import Running, Table


def play_deadline(
    table: Table,
    before: Running | None,
    running: Running,
    view: PublicView,
    rules: TableRules,
    at: float,
    settings: HouseSettings,
) -> tuple[float, int]:
    """Return when time is up for those who decide, and how many seconds that leaves them.

    ``before`` is the round before the act that led to ``view``, ``None`` right after the deal.
    """
    full = rules.turn_seconds or settings.turn_seconds
    if before is None or before.phase != running.phase or table.deadline is None:
        return at + full, full
    if running.phase == INSURANCE:  # its answers stay private: the deadline must not move with them
        return table.deadline, table.wait_seconds
    if rules.turns is Turns.IN_ORDER or not view.waiting or view.waiting[0] < 0:
        return at + full, full
    deadline = _together(table, before, running, view, at, settings)
    return deadline, math.ceil(deadline - at)


def _together(
    table: Table,
    before: Running,
    running: Running,
    view: PublicView,
    at: float,
    settings: HouseSettings,
) -> float:
    """All decide at once: the phase's time stands, the last one to finish gets a short time."""
    deadline = table.deadline if table.deadline is not None else at + settings.turn_seconds
    latest = running.phase_began_at + settings.phase_seconds_max
    short = min(at + settings.last_seat_seconds, latest)
    if len(view.waiting) > 1:
        return deadline
    last = view.waiting[0]
    if before.acts[last] != running.acts[last]:  # an act of that one: the short time anew
        if len(running.players) == 1 and deadline >= short:
            return deadline  # nobody waits for who plays alone
        return short
    return min(deadline, short)

"""How long a decision may take, worked out from what everyone can see (design, section 6)."""

import math
from dataclasses import replace

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


def postponed(table: Table, since: float, at: float, settings: HouseSettings) -> Table:
    """Return the table with the time given back that passed from ``since`` to ``at``.

    Who is waited for has what was left of their time, at least the grace that a restart gives.
    """
    if table.deadline is None:
        return table.waits_until(None)
    left = max(table.deadline - since, settings.restart_grace_seconds)
    seconds = math.ceil(left) if table.wait_seconds else 0
    table = _put_off(table, at + left)
    return table.waits_until(table.deadline, seconds, deals=table.deals_at_deadline)


def with_grace(table: Table, at: float, settings: HouseSettings) -> Table:
    """Return the table with at least the grace of a restart before anything falls due."""
    grace = at + settings.restart_grace_seconds
    return table if table.deadline is None else _put_off(table, max(table.deadline, grace))


def _put_off(table: Table, deadline: float) -> Table:
    """Return the table with a later deadline; how long its phase may last moves with it."""
    if table.deadline is None or table.running is None:
        return replace(table, deadline=deadline)
    began = table.running.phase_began_at + deadline - table.deadline
    return replace(table, deadline=deadline, running=replace(table.running, phase_began_at=began))


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

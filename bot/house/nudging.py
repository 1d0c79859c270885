"""Who is waited for in a match, and when they are reminded (design, section 6: the nudge).

Nothing of this is stored: after a restart it is told again that somebody is reminded, and delivery
knows whether that stands in the chat already. It follows from what everyone can see alone; while
both lay cards away, who has not is public.
"""

from collections.abc import Sequence

from bot.basics import Seat
from bot.house.rules import in_force
from bot.house.settings import HouseSettings
from bot.house.showing import seat_lines
from bot.house.table import Table, is_between_deals, is_match_on
from bot.notices import Nudged, Urgency

Turn = tuple[int, Seat, int, int]
"""One turn of one seat: the round, the seat, how often it has acted and run out of time before."""


def turns_waited_for(table: Table) -> tuple[Turn, ...]:
    """Return the turns that a match waits for; none between two deals."""
    running = table.running
    if running is None or not is_match_on(table) or is_between_deals(table):
        return ()
    acts = running.acts
    return tuple(
        (table.round, seat, acts[seat].count, acts[seat].timed_out) for seat in running.waiting
    )


def nudge_at(table: Table, settings: HouseSettings) -> float | None:
    """Return when to remind who is waited for, ``None``: the clock acts before that, or never."""
    if table.deadline is None or not settings.nudge_seconds or not turns_waited_for(table):
        return None
    slow = in_force(table).rules.turn_seconds is not None
    after = table.wait_seconds / 2 if slow else settings.nudge_seconds
    if after >= table.wait_seconds:
        return None
    return table.deadline - table.wait_seconds + after


def nudged(table: Table, turns: Sequence[Turn]) -> Nudged:
    """Return the reminder of those whose turns these are; with none it is taken back."""
    return Nudged(
        chat=table.chat,
        language=table.language,
        urgency=Urgency.REPLY,
        seats=seat_lines(table),
        waiting=tuple(seat for _, seat, _, _ in turns),
    )

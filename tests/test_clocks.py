"""The system's clock never goes back, and wakes by the clock that nobody sets."""

import asyncio
from dataclasses import dataclass

import pytest

from bot.clocks import SystemClock


@dataclass
class Machine:
    """A machine whose two clocks are set by hand."""

    wall: float = 1_000.0
    running: float = 5.0

    def passes(self, seconds: float, *, on_the_wall: float | None = None) -> None:
        self.running += seconds
        self.wall += seconds if on_the_wall is None else on_the_wall

    def clock(self) -> SystemClock:
        return SystemClock(lambda: self.wall, lambda: self.running)


@pytest.mark.row(96)
@pytest.mark.parametrize(
    ("on_the_wall", "shown"),
    [
        (10, 1_010),
        (-3_600, 1_010),  # set back: time goes on as it does
        (40, 1_010),  # a little ahead is no news
        (3_600, 4_600),  # set far ahead, or the machine slept
    ],
)
def test_a_wall_clock_that_jumps_moves_time_forward_or_not_at_all(on_the_wall, shown):
    machine = Machine()
    clock = machine.clock()
    assert clock.now() == 1_000
    machine.passes(10, on_the_wall=on_the_wall)
    assert clock.now() == shown


@pytest.mark.row(96)
async def test_a_timer_rings_after_its_time_and_not_when_called_off():
    clock, rang = SystemClock(), []
    clock.call_at(clock.now() + 0.01, lambda: rang.append("first"))
    clock.call_at(clock.now() + 0.01, lambda: rang.append("second")).cancel()
    clock.call_at(clock.now() - 5, lambda: rang.append("late"))
    await asyncio.sleep(0.05)
    assert rang == ["late", "first"]

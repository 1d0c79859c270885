"""What goes next, on a clock that does not stand still while one looks."""

import asyncio
from dataclasses import dataclass

from bot.clocks import ManualClock
from bot.delivery.pacing import Turns, overall_window
from bot.delivery.pump import Job, Pump, Tasks


@dataclass
class MovingClock(ManualClock):
    """A clock that has gone on a little whenever it is read."""

    def now(self) -> float:
        self.at += 1e-6
        return self.at


async def test_what_is_due_now_goes_although_time_went_on_while_the_plan_was_made():
    clock, tasks, sent = MovingClock(0.0), Tasks(), []
    waiting = ["deal"]

    async def send() -> None:
        sent.append(waiting.pop())

    def plan() -> Job | None:
        return Job(clock.now(), 0, send) if waiting else None

    Pump(clock, tasks, Turns(overall_window(None)), plan).poke()
    await asyncio.wait_for(tasks.drain(), 1)
    assert sent == ["deal"]


async def test_a_plan_that_fails_once_silences_nobody_for_good(caplog):
    clock, tasks, sent = ManualClock(0.0), Tasks(), []
    plans = [RuntimeError("a fault of ours"), "deal"]

    async def send() -> None:
        sent.append("deal")

    def plan() -> Job | None:
        made = plans.pop(0) if plans else None
        if isinstance(made, Exception):
            raise made
        return Job(clock.now(), 0, send) if made else None

    pump = Pump(clock, tasks, Turns(overall_window(None)), plan)
    for _ in range(2):
        pump.poke()
        await asyncio.wait_for(tasks.drain(), 1)
    assert sent == ["deal"]
    assert "delivery failed" in caplog.text

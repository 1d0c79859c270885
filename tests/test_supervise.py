"""Adapters are kept running, and none takes another down."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

import pytest

from bot.supervise import (
    AdapterState,
    Away,
    Fatal,
    Health,
    Supervisor,
    at_most,
    back_off_seconds,
    pause_seconds,
    with_jitter,
)
from tests.fakes.swift import in_no_time


@dataclass
class Scripted:
    """An adapter whose every run is one step of a script; the last one is repeated."""

    name: str
    script: list[Callable[[asyncio.Event], Awaitable[None]]]
    restart_seconds_min: float = 0
    health: Health = field(init=False)

    def __post_init__(self) -> None:
        self.health = Health(self.name)

    async def run(self, stopping: asyncio.Event) -> None:
        step = self.script.pop(0) if len(self.script) > 1 else self.script[0]
        self.health.running()
        await step(stopping)


async def serve(stopping: asyncio.Event) -> None:
    await stopping.wait()


async def hang(_stopping: asyncio.Event) -> None:
    await asyncio.Event().wait()


def fails_with(failure: Exception) -> Callable[[asyncio.Event], Awaitable[None]]:
    async def fail(_stopping: asyncio.Event) -> None:
        raise failure

    return fail


def supervisor(*adapters: Scripted, said: list[str] | None = None) -> Supervisor:
    say = (said if said is not None else []).append
    return Supervisor(adapters, jitter=lambda seconds: seconds * 0, say=say)


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(5):
        while not condition():  # noqa: ASYNC110 -- the supervisor says nothing of its steps
            await asyncio.sleep(0)


@pytest.mark.row(92)
async def test_one_that_cannot_work_says_why_and_the_other_serves_on():
    said: list[str] = []
    broken = Scripted("Discord", [fails_with(Fatal("this token is not known"))])
    well = Scripted("Telegram", [serve])
    both = supervisor(broken, well, said=said)
    task = asyncio.create_task(both.run())
    await until(lambda: broken.health.state is AdapterState.FAILED)
    assert (well.health.state, well.health.starts) == (AdapterState.RUNNING, 1)
    assert said == ["Discord: this token is not known"]
    both.stop()
    await task
    assert well.health.state is AdapterState.STOPPED
    assert broken.health.state is AdapterState.FAILED


@pytest.mark.parametrize("failure", [Away("no connection"), RuntimeError("words"), OSError()])
async def test_one_that_fails_is_started_again(failure, caplog):
    adapter = Scripted("Telegram", [fails_with(failure), fails_with(failure), serve])
    kept = supervisor(adapter)
    task = asyncio.create_task(kept.run())
    await until(lambda: adapter.health.starts == 3)
    kept.stop()
    await task
    assert "words" not in caplog.text


async def test_when_none_is_left_it_ends():
    await asyncio.wait_for(supervisor(Scripted("x", [fails_with(Fatal("no"))])).run(), 1)


@pytest.mark.row(93)
async def test_one_that_does_not_come_down_is_cut_off(monkeypatch):
    monkeypatch.setattr("bot.supervise.STOP_SECONDS", 0.01)
    adapter = Scripted("Telegram", [hang])
    kept = supervisor(adapter)
    task = asyncio.create_task(kept.run())
    await until(lambda: adapter.health.starts == 1)
    kept.stop()
    await asyncio.wait_for(task, 1)


def test_waits_double_up_to_a_minute():
    waits = [back_off_seconds(failures) for failures in range(1, 9)]
    assert waits == [1, 2, 4, 8, 16, 32, 60, 60]
    assert all(3 <= with_jitter(4.0) <= 5 for _ in range(100))


@pytest.mark.row(84)
def test_chance_makes_no_wait_shorter_than_a_platform_bears():
    waits = [pause_seconds(failures, 5, lambda seconds: seconds * 0.75) for failures in range(1, 6)]
    assert waits == [5, 5, 5, 6, 12]
    assert pause_seconds(1, 5, lambda seconds: seconds * 1.25) == 6.25


@pytest.mark.row(84)
@in_no_time
async def test_each_waits_at_least_as_long_as_its_own_platform_bears():
    away = [fails_with(Away("no connection"))]
    patient, quick = Scripted("Discord", away, restart_seconds_min=5), Scripted("Telegram", away)
    kept = supervisor(patient, quick)
    task = asyncio.create_task(kept.run())
    await asyncio.sleep(12)
    assert patient.health.starts == 3
    assert quick.health.starts > 3
    kept.stop()
    await task


async def test_a_step_that_hangs_or_fails_holds_up_nothing(caplog):
    await at_most(0.01, "hanging", asyncio.Event().wait())
    await at_most(1, "failing", hangs_not())
    assert "hanging took more than" in caplog.text
    assert "failing: ValueError" in caplog.text


async def hangs_not() -> None:
    raise ValueError

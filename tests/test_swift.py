"""The loop whose time jumps: an hour in no time, and connections on which nothing is under way."""

import asyncio
import time

import httpx
import pytest

from tests.fakes.swift import in_no_time, swift_clock
from tests.fakes.telegram.stand_in import Telegram
from tests.fakes.waiting import NEW_YEAR


@in_no_time
async def test_an_hour_passes_in_no_time_and_in_order():
    clock, woken = swift_clock(NEW_YEAR), []

    async def sleeps(seconds: float) -> None:
        await asyncio.sleep(seconds)
        woken.append(clock.now() - NEW_YEAR)

    began = time.monotonic()
    await asyncio.gather(*map(sleeps, (3600, 1, 60)))
    assert woken == pytest.approx([1, 60, 3600])
    assert time.monotonic() - began < 60


@in_no_time
async def test_time_stands_still_while_a_request_is_carried_out():
    loop = asyncio.get_running_loop()
    async with Telegram(swift_clock(NEW_YEAR)) as telegram, httpx.AsyncClient() as client:
        url = f"{telegram.url}/bot{telegram.token}/getMe"
        for _ in range(20):
            assert (await client.get(url)).json()["ok"]
        assert loop.time() == 0
        telegram.server.latency_seconds = 0.15
        await client.get(url)
        assert loop.time() == pytest.approx(0.3)


def test_a_wait_that_nothing_can_end_is_an_error():
    @in_no_time
    async def waits() -> None:
        await asyncio.Event().wait()

    with pytest.raises(AssertionError, match="nothing can happen"):
        waits()

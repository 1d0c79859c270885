"""What is counted of Discord: its pauses too, which the library mostly waits out by itself."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from adapters.discord_errors import BAN_SECONDS, seconds_told
from bot.metrics import Metrics
from tests.fakes.discord.live import Live
from tests.fakes.discord.record import EDIT_MESSAGE
from tests.fakes.discord.stand_in import Discord
from tests.fakes.swift import in_no_time, swift_clock
from tests.fakes.waiting import NEW_YEAR


@asynccontextmanager
async def counted() -> AsyncIterator[tuple[Live, Metrics]]:
    """Run a bot on Discord, with a table in a channel, and count what happens."""
    clock, metrics = swift_clock(NEW_YEAR), Metrics()
    async with Discord(clock) as discord:
        live = Live(discord=discord, clock=clock, meter=metrics)
        await live.start()
        try:
            await live.lobby()
            yield live, metrics
            live.assert_well()
        finally:
            await live.stop()
        discord.assert_clean()


def edits(metrics: Metrics, ending: str) -> float:
    labels = {"platform": "discord", "call": "edit", "ending": ending}
    return metrics.registry.get_sample_value("croupier_platform_calls_total", labels) or 0


def pauses(metrics: Metrics) -> float | None:
    return metrics.registry.get_sample_value(
        "croupier_platform_throttled_total", {"platform": "discord"}
    )


@pytest.mark.row(85)
@in_no_time
async def test_a_pause_that_the_library_waits_out_is_counted_once():
    async with counted() as (live, metrics):
        live.discord.faults.rate_limit(EDIT_MESSAGE, 3, channel=live.table.id)
        await live.press(live.bob, "Join")
        await live.shows("Bob")
        assert (pauses(metrics), edits(metrics, "later")) == (1, 0)


@pytest.mark.row(85)
@in_no_time
async def test_a_pause_that_is_too_long_for_the_library_is_counted_once():
    async with counted() as (live, metrics):
        live.discord.faults.rate_limit(EDIT_MESSAGE, 40, channel=live.table.id)
        await live.press(live.bob, "Join")
        await live.discord.until(lambda: "Bob" in live.table.newest.text, 60)
        assert (pauses(metrics), edits(metrics, "later")) == (1, 1)


@pytest.mark.row(85)
@in_no_time
async def test_a_refusal_of_the_network_before_discord_is_counted_once():
    async with counted() as (live, metrics):
        live.discord.faults.ban(EDIT_MESSAGE)
        await live.press(live.bob, "Join")
        await live.discord.until(lambda: "Bob" in live.table.newest.text, 120)
        assert (pauses(metrics), edits(metrics, "later")) == (1, 1)


def test_a_wait_that_is_told_as_a_date_breaks_no_call():
    assert seconds_told({"Retry-After": "Mon, 30 Nov 2026 12:00:00 GMT"}) == BAN_SECONDS


@in_no_time
async def test_commands_of_discord_are_counted_by_their_verbs():
    async with counted() as (_, metrics):
        labels = {"platform": "discord", "verb": "join"}
        assert metrics.registry.get_sample_value("croupier_commands_total", labels) == 1
        assert pauses(metrics) == 0

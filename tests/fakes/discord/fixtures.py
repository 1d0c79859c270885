"""Stand-ins ready to use; each asserts at the end that nothing wrong was sent to it.

A test module takes them by ``pytest_plugins = ["tests.fakes.discord.fixtures"]``.
"""

from collections.abc import AsyncIterator

import pytest

from bot.clocks import ManualClock
from tests.fakes.discord.stand_in import Discord

pytest_plugins = ["tests.fakes.frozen"]


@pytest.fixture
async def discord() -> AsyncIterator[Discord]:
    """Return a stand-in that goes by the clock on the wall."""
    async with Discord() as discord:
        yield discord
    discord.assert_clean()


@pytest.fixture
async def frozen_discord(platform_clock: ManualClock) -> AsyncIterator[Discord]:
    """Return a stand-in that goes by ``platform_clock``."""
    async with Discord(platform_clock) as discord:
        yield discord
    discord.assert_clean()

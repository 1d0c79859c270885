"""Stand-ins ready to use; each asserts at the end that nothing wrong was sent to it.

A test module takes them by ``pytest_plugins = ["tests.fakes.telegram.fixtures"]``.
"""

from collections.abc import AsyncIterator

import pytest

from bot.clocks import ManualClock
from tests.fakes.telegram.stand_in import NEW_YEAR, Telegram


@pytest.fixture
async def telegram() -> AsyncIterator[Telegram]:
    """Return a stand-in that goes by the clock on the wall."""
    async with Telegram() as telegram:
        yield telegram
    telegram.assert_clean()


@pytest.fixture
def platform_clock() -> ManualClock:
    """Return the clock of the frozen stand-in; time stands still until it is moved."""
    return ManualClock(NEW_YEAR)


@pytest.fixture
async def frozen_telegram(platform_clock: ManualClock) -> AsyncIterator[Telegram]:
    """Return a stand-in that goes by ``platform_clock``."""
    async with Telegram(platform_clock) as telegram:
        yield telegram
    telegram.assert_clean()

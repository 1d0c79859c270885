"""Stand-ins ready to use; each asserts at the end that nothing wrong was sent to it.

A test module takes them by ``pytest_plugins = ["tests.fakes.telegram.fixtures"]``.
"""

from collections.abc import AsyncIterator

import pytest

from bot.clocks import ManualClock
from bot.ports import Pacing
from tests.fakes.telegram.stand_in import Telegram

pytest_plugins = ["tests.fakes.frozen"]

FREELY = Pacing(
    calls=100_000,
    window_seconds=60,
    gap_seconds=0,
    overall_per_second=100_000,
    kept_back=0,
    progress_seconds=0,
)


@pytest.fixture
def freely(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the bot send as fast as it likes: for tests of what it sends, not of when."""
    monkeypatch.setattr("adapters.telegram_calls.PACING", FREELY)


@pytest.fixture
async def telegram() -> AsyncIterator[Telegram]:
    """Return a stand-in that goes by the clock on the wall."""
    async with Telegram() as telegram:
        yield telegram
    telegram.assert_clean()


@pytest.fixture
async def frozen_telegram(platform_clock: ManualClock) -> AsyncIterator[Telegram]:
    """Return a stand-in that goes by ``platform_clock``."""
    async with Telegram(platform_clock) as telegram:
        yield telegram
    telegram.assert_clean()

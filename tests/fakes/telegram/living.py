"""A bot that runs in this process, ready to use.

A test module takes ``live`` by ``pytest_plugins = ["tests.fakes.telegram.living"]``.
"""

from collections.abc import AsyncIterator

import pytest

from tests.fakes.telegram.live import Live
from tests.fakes.telegram.stand_in import Telegram

pytest_plugins = ["tests.fakes.telegram.fixtures"]


@pytest.fixture
async def live(telegram: Telegram) -> AsyncIterator[Live]:
    """Return the bot, running; at the end every press has one answer, and nothing is a reply."""
    bot = Live(telegram)
    await bot.start()
    yield bot
    await bot.stop()
    bot.assert_well()

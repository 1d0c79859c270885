"""Two friends, their group and a bot without a library, on a platform whose clock stands still.

A test module takes them by ``pytest_plugins = ["tests.fakes.telegram.club"]``.
"""

from collections.abc import AsyncIterator

import aiohttp
import pytest

from bot.clocks import ManualClock
from tests.fakes.telegram.chats import Chat
from tests.fakes.telegram.people import User
from tests.fakes.telegram.plain_bot import PlainBot
from tests.fakes.telegram.stand_in import Telegram

pytest_plugins = ["tests.fakes.telegram.fixtures"]

PATIENCE = aiohttp.ClientTimeout(total=5)


@pytest.fixture
async def bot(frozen_telegram: Telegram, platform_clock: ManualClock) -> AsyncIterator[PlainBot]:
    """Return the bot; at the end it must have done nothing wrong that was not pardoned."""
    async with aiohttp.ClientSession(timeout=PATIENCE) as session:
        yield PlainBot(frozen_telegram, session, platform_clock)


@pytest.fixture
def ann(bot: PlainBot) -> User:
    """Return Ann, who has no username."""
    return bot.telegram.user("Ann")


@pytest.fixture
def bob(bot: PlainBot) -> User:
    """Return Bob, who has one."""
    return bot.telegram.user("Bob", username="bobby")


@pytest.fixture
def group(bot: PlainBot, ann: User, bob: User) -> Chat:
    """Return the supergroup in which both are, with the bot."""
    return bot.telegram.supergroup("Friends", members=[ann, bob])

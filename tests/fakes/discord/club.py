"""A plain bot and a guild of friends, ready to use.

A test module takes them by ``pytest_plugins = ["tests.fakes.discord.club"]``.
"""

from collections.abc import AsyncIterator

import aiohttp
import pytest

from bot.clocks import ManualClock
from tests.fakes.discord.channels import Channel
from tests.fakes.discord.guilds import Guild
from tests.fakes.discord.people import User
from tests.fakes.discord.plain_bot import PlainBot
from tests.fakes.discord.stand_in import Discord

pytest_plugins = ["tests.fakes.discord.fixtures"]


@pytest.fixture
async def robot(frozen_discord: Discord, platform_clock: ManualClock) -> AsyncIterator[PlainBot]:
    async with aiohttp.ClientSession() as session:
        yield PlainBot(frozen_discord, session, platform_clock)


@pytest.fixture
def dora(frozen_discord: Discord) -> User:
    return frozen_discord.user("Dora")


@pytest.fixture
def emil(frozen_discord: Discord) -> User:
    return frozen_discord.user("Emil", locale="de")


@pytest.fixture
def guild(frozen_discord: Discord, dora: User, emil: User) -> Guild:
    return frozen_discord.guild("Friends", members=[dora, emil])


@pytest.fixture
def table(guild: Guild) -> Channel:
    return guild.text_channel("cards")

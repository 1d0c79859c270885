"""Time that stands still on whatever platform is stood in for.

Fixtures of stand-ins take it by ``pytest_plugins = ["tests.fakes.frozen"]``. All such fixtures are
known everywhere once one module takes them, so each name means one thing.
"""

import pytest

from bot.clocks import ManualClock
from tests.fakes.waiting import NEW_YEAR


@pytest.fixture
def platform_clock() -> ManualClock:
    """Return the clock of a frozen stand-in; time stands still until it is moved."""
    return ManualClock(NEW_YEAR)

"""For all tests: how long Hypothesis looks (``HYPOTHESIS_PROFILE``), and logging left alone."""

import logging
import os
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile("default", deadline=None, derandomize=True, database=None)
settings.register_profile(
    "long",
    deadline=None,
    max_examples=2_000,
    stateful_step_count=100,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))


def loggers() -> list[logging.Logger]:
    known = logging.root.manager.loggerDict.values()
    return [logging.root, *(logger for logger in known if isinstance(logger, logging.Logger))]


@pytest.fixture(autouse=True)
def log_levels_stay_as_they_were() -> Iterator[None]:
    """A test that sets up logging must not silence what another listens to."""
    before = {logger: logger.level for logger in loggers()}
    yield
    for logger in loggers():
        logger.setLevel(before.get(logger, logging.NOTSET))

"""Whether tests take their time: CI sets ``CROUPIER_THOROUGH``; the longest are for CI alone."""

import os
from collections.abc import Iterable
from typing import Any

import pytest

THOROUGH = "CROUPIER_THOROUGH" in os.environ

takes_long = pytest.mark.skipif(not THOROUGH, reason="CROUPIER_THOROUGH is not set: CI runs it")


def first_by_default(every: Iterable[Any], count: int = 1) -> list[Any]:
    """Return all parameters: the first ``count`` are tried everywhere, the others by CI."""
    return [
        each if number < count else pytest.param(each, marks=takes_long)
        for number, each in enumerate(every)
    ]

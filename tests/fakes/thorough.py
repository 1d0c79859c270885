"""Whether tests take their time: CI sets ``CROUPIER_THOROUGH``; the longest are for CI alone."""

import os

import pytest

THOROUGH = "CROUPIER_THOROUGH" in os.environ

takes_long = pytest.mark.skipif(not THOROUGH, reason="CROUPIER_THOROUGH is not set: CI runs it")

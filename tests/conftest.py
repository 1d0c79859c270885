"""How long Hypothesis looks: ``HYPOTHESIS_PROFILE`` is ``default`` or ``long``."""

import os

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

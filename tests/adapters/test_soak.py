"""A short soak: many tables on both platforms. The long one is ``tests/benchmarks/soak.py``."""

from tests.benchmarks.soak import run
from tests.fakes.thorough import takes_long

QUICK_SLOPE_MIB_AN_HOUR = 20
"""In two minutes what is under way at one moment and not at the next says as much."""


@takes_long
def test_many_tables_on_both_platforms_are_served_in_time_in_full_and_in_the_same_memory():
    found = run(tables=100, minutes=2, seed=5, quick=True)
    assert not found.broken(QUICK_SLOPE_MIB_AN_HOUR), f"{found}"
    assert all(platform.rounds > 50 and platform.answers > 300 for platform in found.platforms)

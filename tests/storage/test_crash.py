"""What was acknowledged is there after the process was killed, and nothing happened twice."""

import subprocess
import sys
from pathlib import Path

from bot.ports import Done, Known
from storage.audit import audit
from storage.store import SqliteStore
from tests.fakes.commits import MINT
from tests.fakes.crash_victim import CALLERS, gift

PROJECT = Path(__file__).parents[2]
LINES_BEFORE_A_KILL = (1, 700, 1_900)


def acknowledged_before_the_kill(url: str, first: int, lines: int) -> list[int]:
    """Start a victim, read some of its lines, kill it, and return every line it got out."""
    command = [sys.executable, "-m", "tests.fakes.crash_victim", url, str(first)]
    with subprocess.Popen(  # noqa: S603 -- our own interpreter on our own module
        command, cwd=PROJECT, stdout=subprocess.PIPE, text=True
    ) as victim:
        assert victim.stdout is not None
        read = [victim.stdout.readline() for _ in range(lines)]
        victim.kill()
        read += victim.stdout.readlines()
    return [int(line) for line in read if line.endswith("\n")]


async def test_a_killed_process_loses_nothing_it_acknowledged_and_does_nothing_twice(url):
    first = 0
    for lines in LINES_BEFORE_A_KILL:
        acknowledged = acknowledged_before_the_kill(url, first, lines)
        assert len(acknowledged) >= lines
        store = await SqliteStore.open(url)
        asked = range(first, max(acknowledged) + CALLERS + 1)
        outcomes = {number: await store.commit(gift(number)) for number in asked}
        known = Known(gift(first).answer)
        assert all(outcomes[number] == known for number in acknowledged)
        assert all(outcome in (Done(), known) for outcome in outcomes.values())
        first = asked.stop
        assert await store.balances([MINT]) == {MINT: -first}
        await store.close()
        assert audit(url).problems == ()

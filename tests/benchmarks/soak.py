"""Whether the bot keeps up with many tables on both platforms, and keeps its memory.

Run by hand, from the top of the repository: ``python -m tests.benchmarks.soak --help``. Exits with
1 where a bound is broken. ``tests/fakes/soak/crowd.py`` says how everything is measured.
"""

import argparse
import asyncio
import socket
import sys
import tempfile
from functools import partial
from pathlib import Path

from tests.fakes.lockstep import Baton, LockstepLoop
from tests.fakes.soak.bot import Start
from tests.fakes.soak.crowd import soak
from tests.fakes.soak.found import Found


def run(tables: int, minutes: float, seed: int, *, quick: bool = False) -> Found:
    """Soak the bot in a folder of its own, and return what was found."""
    ours, theirs = socket.socketpair()
    with tempfile.TemporaryDirectory() as folder:
        start = Start(theirs.detach(), folder, quick=quick)
        make_loop = partial(LockstepLoop, Baton(ours), Path(folder), alone=True)
        with ours, asyncio.Runner(loop_factory=make_loop) as runner:
            return runner.run(soak(start, tables, 60 * minutes, seed))


def main() -> None:
    """Read the command line and run."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--tables", type=int, default=2000, help="on both platforms (2000)")
    parser.add_argument("--minutes", type=float, default=10, help="of play once warm (10)")
    parser.add_argument("--seed", type=int, default=17, help="how people think (17)")
    parser.add_argument("--quick", action="store_true", help="remember few requests: sooner warm")
    given = parser.parse_args()
    found = run(given.tables, given.minutes, given.seed, quick=given.quick)
    broken = found.broken()
    print(found, *(f"BROKEN {words}" for words in broken), sep="\n")  # noqa: T201 -- a report
    sys.exit(bool(broken))


if __name__ == "__main__":
    main()

"""A commit that is killed before each of its statements in turn, and after the last.

``python -m tests.fakes.crash_steps BLANK FOLDER``: for each number N a process opens a copy of the
database BLANK as ``FOLDER/N.db`` and kills itself (SIGKILL) when the commit of ``deal()`` comes to
its Nth statement. What is printed is ``N`` and the first word of that statement, a line a process;
the one that came through is the last.
"""

import asyncio
import itertools
import os
import shutil
import signal
import sys
from collections.abc import Callable, Coroutine
from pathlib import Path

import sqlalchemy as sa

from bot.basics import PlayerId
from bot.ledger import Reason
from bot.ports import Commit
from storage.store import SqliteStore
from tests.fakes.commits import ANN, BOB, POT, a_round, a_table, an_action, commit, give, grant

ALL_IS_DONE = "all is done"


def deal() -> Commit:
    """Return a commit with something of everything: chips, answer, table, round and action."""
    return commit(
        give(300, ANN, POT, Reason.STAKE),
        give(200, BOB, POT, Reason.STAKE),
        request="deal",
        key="dealt",
        table=a_table(),
        dealt=a_round(),
        actions=(an_action(0),),
    )


async def run(url: str, step: int) -> None:
    """Give chips, deal, and die at a step of that."""
    store = await SqliteStore.open(url)
    await store.commit(grant(1_000, ANN, BOB))
    await store.remember_name(PlayerId("test:ann"), "Ann")
    await die_at(store, step)
    await store.commit(deal())
    came_through(step)


async def die_at(store: SqliteStore, step: int) -> None:
    """Let this process die before so many more statements, and say which that was."""
    steps = itertools.count(1)

    def die_here(statement: str) -> None:
        if next(steps) == step:
            print(step, statement.split(maxsplit=1)[0], flush=True)  # noqa: T201 -- what the parent reads
            os.kill(os.getpid(), signal.SIGKILL)

    def watch(core: sa.Connection) -> None:
        driver = core.connection.driver_connection
        assert driver is not None
        driver.set_trace_callback(die_here)

    await store._writer._connection.run(watch)


def came_through(step: int) -> None:
    """Say that there were not so many statements."""
    print(step, ALL_IS_DONE, flush=True)  # noqa: T201 -- what the parent reads


def die_at_each_step(
    run: Callable[[str, int], Coroutine[None, None, None]], blank: Path, folder: Path
) -> None:
    """Let one process after another die, each a statement later, until one comes through."""
    for step in itertools.count(1):
        file = folder / f"{step}.db"
        shutil.copy(blank, file)
        child = os.fork()
        if child == 0:
            asyncio.run(run(f"sqlite+aiosqlite:///{file}", step))
            os._exit(0)
        if os.waitpid(child, 0)[1] == 0:
            return


if __name__ == "__main__":
    die_at_each_step(run, Path(sys.argv[1]), Path(sys.argv[2]))

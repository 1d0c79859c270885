"""The bot as its own process, as an admin starts it, talking to stand-ins."""

import asyncio
import os
import signal
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from tests.fakes.shell import ROOT, Ended

START_SECONDS = 20.0


class Reachable(Protocol):
    """A stand-in that a process can talk to."""

    @property
    def environment(self) -> Mapping[str, str]:
        """The settings that lead there, by their names in the environment."""

    @property
    def listened(self) -> int:
        """How often somebody began to listen."""

    async def until(self, condition: Callable[[], object], seconds: float = ...) -> None:
        """Wait until something is true of what can be seen there."""


async def shell_beside(platform: Reachable, home: Path, *arguments: str, **extra: str) -> Ended:
    """Run a command of ``croupier`` that talks to a stand-in, in a directory with a database.

    ``extra`` are further settings, by their names in the environment.
    """
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "bot",
        *arguments,
        cwd=home,
        env=environment_of([platform], home, **extra),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    out, err = await process.communicate()
    return Ended(process.returncode or 0, out.decode(), err.decode())


def environment_of(platforms: Sequence[Reachable], home: Path, **extra: str) -> dict[str, str]:
    """Return the settings with which a process talks to stand-ins."""
    settings = {name: value for one in platforms for name, value in one.environment.items()}
    return {
        **os.environ,
        "PYTHONPATH": str(ROOT),
        "DATABASE_URL": f"sqlite+aiosqlite:///{home / 'croupier.db'}",
        **settings,
        **extra,
    }


@dataclass
class BotProcess:
    """``croupier`` in a directory of its own, with a token in its environment.

    ``extra`` are further settings, by their names in the environment; ``beside`` are platforms that
    it serves too.
    """

    platform: Reachable
    home: Path
    extra: dict[str, str] = field(default_factory=dict)
    beside: Sequence[Reachable] = ()
    _process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        """Start it, and wait until it listens on every platform."""
        before = {one: one.listened for one in self.platforms}
        await self.launch()
        for one, listened in before.items():
            await _listens(one, listened)

    async def launch(self) -> None:
        """Start it."""
        environment = environment_of(self.platforms, self.home, **self.extra)
        with self.log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "bot", cwd=self.home, env=environment, stdout=log, stderr=log
            )

    @property
    def platforms(self) -> Sequence[Reachable]:
        """Every platform that it serves."""
        return self.platform, *self.beside

    @property
    def database(self) -> str:
        """Where its chips are."""
        return f"sqlite+aiosqlite:///{self.home / 'croupier.db'}"

    @property
    def log(self) -> Path:
        """The file of all that it says."""
        return self.home / "log.txt"

    @property
    def said(self) -> str:
        """All that it said."""
        return self.log.read_text(encoding="utf-8") if self.log.exists() else ""

    async def kill(self) -> None:
        """End it in the middle of whatever it does."""
        await self._end(signal.SIGKILL)

    async def stop(self) -> int:
        """Ask it to end, and return its exit status."""
        return await self._end(signal.SIGTERM)

    async def ended(self) -> int:
        """Wait until it has ended, and return its exit status."""
        assert self._process is not None, "it was never started"
        return await self._process.wait()

    async def _end(self, how: signal.Signals) -> int:
        assert self._process is not None, "it was never started"
        if self._process.returncode is None:
            self._process.send_signal(how)
        return await self.ended()


async def _listens(platform: Reachable, before: int) -> None:
    await platform.until(lambda: platform.listened > before, START_SECONDS)

"""The command line as a shell sees it: what it prints, and with which status it ends."""

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Ended:
    """How a command ended."""

    status: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        """What was printed, line by line."""
        return self.out.splitlines()


WARNINGS = "error,ignore:'audioop' is deprecated:DeprecationWarning"
"""Warnings end a program, but for one: discord.py imports that module for voice."""


def shell(*arguments: str | Path, stdin: str | bytes = "", cwd: Path | None = None) -> Ended:
    """Run ``croupier`` in a process of its own, with an empty environment."""
    done = subprocess.run(  # noqa: S603 -- our own program
        [sys.executable, "-m", "bot", *map(str, arguments)],
        input=stdin.encode() if isinstance(stdin, str) else stdin,
        capture_output=True,
        cwd=cwd,
        env={"PATH": os.defpath, "PYTHONPATH": str(ROOT), "PYTHONWARNINGS": WARNINGS},
        timeout=60,
        check=False,
    )
    return Ended(done.returncode, done.stdout.decode(), done.stderr.decode())

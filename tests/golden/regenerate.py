"""Write every evening anew from what is said in it: ``python -m tests.golden.regenerate``."""

import asyncio
from pathlib import Path

from tests.fakes.evening import inputs_of, play


def regenerate() -> None:
    """Play each transcript beside this file and write down what is answered now."""
    for path in sorted(Path(__file__).parent.glob("*.txt")):
        written = path.read_text(encoding="utf-8")
        path.write_text(asyncio.run(play(inputs_of(written))), encoding="utf-8")


if __name__ == "__main__":
    regenerate()

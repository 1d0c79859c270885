"""Write evenings and README anew: ``python -m tests.golden.regenerate``.

Every evening follows from what is said in it, the tables of the README from the program.
"""

import asyncio
from pathlib import Path

from tests.fakes.evening import inputs_of, play
from tests.fakes.readme import README, with_parts


def regenerate() -> None:
    """Play each transcript beside this file and write down what is answered now."""
    for path in sorted(Path(__file__).parent.glob("*.txt")):
        written = path.read_text(encoding="utf-8")
        path.write_text(asyncio.run(play(inputs_of(written))), encoding="utf-8")
    README.write_text(with_parts(README.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    regenerate()

"""Write evenings and both READMEs anew: ``python -m tests.golden.regenerate``.

Every evening follows from what is said in it, the tables of the README from the program, those of
``tests/README.md`` from the marks on the tests.
"""

import asyncio
from pathlib import Path

from tests.fakes.evening import inputs_of, play
from tests.fakes.readme import README, TESTS_README, with_parts


def regenerate() -> None:
    """Play each transcript beside this file and write down what is answered now."""
    for path in sorted(Path(__file__).parent.glob("*.txt")):
        written = path.read_text(encoding="utf-8")
        path.write_text(asyncio.run(play(inputs_of(written))), encoding="utf-8")
    for readme in (README, TESTS_README):
        readme.write_text(with_parts(readme.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    regenerate()

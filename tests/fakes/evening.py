"""An evening in the console, written down: what is said, and below each line what is answered.

A transcript is a text file. Its first line is the command that plays it as a comment; lines that
begin with ``[`` are output, all others are input.
"""

import argparse
import hashlib
import itertools
import shlex
from collections.abc import Sequence

from bot.app import ConsoleApp, ConsoleOptions
from bot.cards import parse_cards
from bot.clocks import ManualClock
from bot.house.settings import HouseSettings
from bot.ports import Store

START = 1_767_225_600.0
"""New Year 2026, midnight UTC: when every evening begins."""


class NumberedSeeds:
    """The same seeds in every run: the hashes of 1, 2, 3 ..."""

    def __init__(self) -> None:
        self._numbers = itertools.count(1)

    def seed(self) -> bytes:
        """See ``Entropy``."""
        return hashlib.sha256(str(next(self._numbers)).encode()).digest()


def options_of(command: str) -> ConsoleOptions:
    """Read ``# croupier console --rules qq21 --deck "As 9h"`` as the console would."""
    parser = argparse.ArgumentParser(exit_on_error=False)
    parser.add_argument("--rules", default="qq21")
    parser.add_argument("--deck", default="")
    parser.add_argument("--as-admin", action="append", default=[])
    said = parser.parse_args(shlex.split(command.removeprefix("# croupier console")))
    return ConsoleOptions(
        admins=tuple(said.as_admin),
        decks=tuple(map(parse_cards, said.deck.split("/"))) if said.deck else (),
        settings=HouseSettings(rules=said.rules),
    )


def inputs_of(transcript: str) -> list[str]:
    """Return the lines that are said in a transcript."""
    return [line for line in transcript.splitlines() if not line.startswith("[")]


async def play(inputs: Sequence[str], store: Store | None = None) -> str:
    """Return the transcript of what is said, with everything that it leads to."""
    command, *rest = inputs
    lines = [command]
    clock = ManualClock(START)
    app = ConsoleApp(options_of(command), lines.append, store, NumberedSeeds(), clock)
    await app.open()
    for text in rest:
        lines.append(text)
        await app.console.line(text)
    await app.close()
    return "\n".join(lines) + "\n"

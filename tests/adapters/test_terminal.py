"""The console on a terminal: a prompt, a hint, and a clean end."""

import os
import select
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tests.fakes.shell import ROOT

pty = pytest.importorskip("pty")
termios = pytest.importorskip("termios")


class Terminal:
    """A person's end of a terminal in which the console runs."""

    def __init__(self, keyboard: int, process: subprocess.Popen[bytes]) -> None:
        self._keyboard = keyboard
        self.process = process

    def shown_up_to(self, text: str) -> str:
        """Return what appears until ``text`` does."""
        shown = b""
        while text.encode() not in shown:
            ready, _, _ = select.select([self._keyboard], [], [], 30)
            assert ready, f"{text!r} never came after {shown!r}"
            shown += os.read(self._keyboard, 65536)
        return shown.decode()

    def type(self, text: str) -> None:
        """Press keys."""
        os.write(self._keyboard, text.encode())


@contextmanager
def console_on_terminal() -> Iterator[Terminal]:
    keyboard, screen = pty.openpty()
    before = termios.tcgetattr(screen)
    with subprocess.Popen(
        [sys.executable, "-m", "bot", "console", "--deck", "Ts 9s Th 9d"],
        stdin=screen,
        stdout=screen,
        stderr=screen,
        cwd=ROOT,
        env={**os.environ, "TERM": "dumb"},
    ) as process:
        try:
            yield Terminal(keyboard, process)
            process.wait(timeout=30)
        finally:
            process.kill()  # what hangs fails, and keeps nobody waiting
    assert termios.tcgetattr(screen) == before
    os.close(keyboard)
    os.close(screen)


def test_a_person_is_told_how_to_speak_and_ends_with_control_d():
    with console_on_terminal() as terminal:
        assert "ann: /join 50" in terminal.shown_up_to("\nyou: ")
        terminal.type("/join 50\n")
        assert "(Deal)" in terminal.shown_up_to("\nyou: ")
        terminal.type("bob: /join\n")
        terminal.shown_up_to("\nbob: ")
        terminal.type("> /balance\n")
        assert "[bob]" in terminal.shown_up_to("\nbob: ")
        terminal.type("\x04")
    assert terminal.process.returncode == 0


def test_an_interrupt_ends_at_once_and_leaves_the_terminal_as_it_was():
    with console_on_terminal() as terminal:
        terminal.shown_up_to("you: ")
        terminal.type("/jo")
        terminal.shown_up_to("/jo")
        terminal.process.send_signal(signal.SIGINT)
    assert terminal.process.returncode == 130

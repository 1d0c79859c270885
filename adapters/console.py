"""The terminal as a platform: a group and everyone's private chat in one stream of lines.

``ann: /join 50`` is Ann in the group, ``ann> /hand`` Ann in private, ``ann: (Hit)`` presses the
button with that label under the newest message that has one. ``!clock 60``, ``!repeat`` and
``!restart`` pull the levers that no player has; ``#`` begins a comment. Nothing is paced; each line
runs to quiescence before the next.
"""

import asyncio
import atexit
import queue
import re
import sys
import threading
import unicodedata
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import TextIO

from bot.basics import NAME_LENGTH_MAX, ChatId, PlayerId, Refusal, clean_name, unreadable
from bot.commands import BY_VERB
from bot.message import (
    Button,
    GroupMessage,
    Message,
    PrivateMessage,
    chat_text,
    label_text,
    plain_text,
)
from bot.ports import Answer, Controls, Door, Gone, Pacing, Texts
from bot.requests import Place, Request, Rights, Seen, Target, parse_payload

SOMEBODY = "you"
"""Who speaks on a line without a name before anybody was named."""

LINE_SECONDS = 1.0
"""How far a spoken line moves the clock: a next press on the same button is no double tap."""

CLOCK_SECONDS_MAX = 366 * 24 * 3600

_SPEECH = re.compile(r"(?P<name>[^:>]*)(?P<mark>[:>])(?P<said>.*)")
_SECONDS = re.compile(r"[0-9]{1,8}(\.[0-9]{1,3})?")
_NOT_IN_NAMES = frozenset("()[]*/!#")
_RESERVED = frozenset({"console", "group"})
_MESSAGES_KEPT = 500
_MINUS_SIGNS = str.maketrans("−‒–—", "----")


def player_id(name: str) -> PlayerId:
    """Return the id of whoever speaks under that name; ``Ann`` and ``ann`` are one person."""
    return PlayerId(f"local:{name.casefold()}")


@dataclass
class ConsoleMessenger:
    """Prints what goes out and remembers the buttons that can be pressed.

    ``chat`` is the group of this terminal; what goes to another one is marked with its id.
    """

    write: Callable[[str], None]
    chat: ChatId
    pacing: Pacing | None = None
    _count: int = 0
    _shown: dict[str, tuple[ChatId | PlayerId, Message]] = field(default_factory=dict)

    async def post(self, chat: ChatId, message: GroupMessage, nonce: str) -> str:
        """See ``Messenger``."""
        del nonce
        return self._new(chat, message)

    async def edit(self, chat: ChatId, message_id: str, message: GroupMessage) -> None:
        """See ``Messenger``."""
        self._replace(message_id, chat, message)

    async def strip(self, chat: ChatId, message_id: str) -> None:
        """See ``Messenger``; nothing is printed, for the words stay as they are."""
        del chat
        if message_id not in self._shown:
            raise Gone(message_id)
        place, message = self._shown[message_id]
        self._shown[message_id] = (place, replace(message, buttons=()))

    async def delete(self, chat: ChatId, message_id: str) -> None:
        """See ``Messenger``."""
        del chat
        if self._shown.pop(message_id, None) is None:
            raise Gone(message_id)

    async def whisper(self, player: PlayerId, message: PrivateMessage, nonce: str) -> str:
        """See ``Messenger``."""
        del nonce
        return self._new(player, message)

    async def rewrite(self, player: PlayerId, message_id: str, message: PrivateMessage) -> None:
        """See ``Messenger``."""
        self._replace(message_id, player, message)

    async def retract(self, player: PlayerId, message_id: str) -> None:
        """See ``Messenger``."""
        del player
        if self._shown.pop(message_id, None) is None:
            raise Gone(message_id)

    def sent_at(self, message_id: str) -> float | None:
        """See ``Messenger``; a terminal's numbers tell no time."""
        del message_id
        return None

    async def answer(self, request: Request, answer: Answer) -> None:
        """Print an answer for its asker, unless the edited hand panel is the answer."""
        if not answer.panel:
            self._new(request.player, answer.message)

    def find(self, place: ChatId | PlayerId, label: str) -> tuple[str, Button]:
        """Return the button with that label under the newest message there that has one.

        The message's id comes with it. Raises ``Refusal(unreadable, "console-no-button")``.
        """
        wanted = _folded(label)
        for message_id, (shown_at, message) in reversed(self._shown.items()):
            for button in (button for row in message.buttons for button in row):
                if shown_at == place and _folded(_label(button)) == wanted:
                    return message_id, button
        raise unreadable("console-no-button", label=clean_name(label))

    def _new(self, place: ChatId | PlayerId, message: Message) -> str:
        self._count += 1
        message_id = str(self._count)
        self._shown[message_id] = (place, message)
        if len(self._shown) > _MESSAGES_KEPT:
            del self._shown[next(iter(self._shown))]
        self._print(self._mark(place), message)
        return message_id

    def _replace(self, message_id: str, place: ChatId | PlayerId, message: Message) -> None:
        if message_id not in self._shown:
            raise Gone(message_id)
        self._shown[message_id] = (place, message)
        self._print(f"{self._mark(place)}*", message)

    def _mark(self, place: ChatId | PlayerId) -> str:
        return "group" if place == self.chat else place.removeprefix("local:")

    def _print(self, mark: str, message: Message) -> None:
        for line in message.lines:
            for part in plain_text(line).split("\n"):
                self.write(f"[{mark}] {part}".rstrip())
        for picture in message.pictures:
            self.write(f"[{mark}] <picture: {picture.alt}>")
        labels = [f"({_label(button)})" for row in message.buttons for button in row]
        if labels:
            self.write(f"[{mark}] {' '.join(labels)}")


def _label(button: Button) -> str:
    return label_text(button, chat_text(button.chat) if button.chat else "")


def _folded(label: str) -> str:
    return label.strip().translate(_MINUS_SIGNS).casefold()


@dataclass(frozen=True, slots=True)
class ConsolePlace:
    """What a console is told at its start.

    ``start`` is random for each start, so that no request id is ever used twice; ``admins`` are
    names as they are typed.
    """

    chat: ChatId
    start: str
    language: str = "en"
    admins: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Speech:
    """One spoken line: who says what, to the group or in private."""

    name: str
    private: bool
    said: str


class Console:
    """Reads lines and brings them to the door."""

    def __init__(
        self,
        door: Door,
        controls: Controls,
        messenger: ConsoleMessenger,
        texts: Texts,
        place: ConsolePlace,
    ) -> None:
        self._door = door
        self._controls = controls
        self._messenger = messenger
        self._texts = texts
        self._place = place
        self._admins = {player_id(clean_name(name)) for name in place.admins}
        self._known: dict[PlayerId, str] = {}
        self._lines = 0
        self._last: Request | None = None
        self.speaker = SOMEBODY

    def tell(self, key: str, **facts: int | str) -> None:
        """Print one of the console's own lines."""
        for line in self._texts.text(self._place.language, key, facts).splitlines():
            self._messenger.write(f"[console] {line}")

    async def line(self, text: str) -> None:
        """Carry out one line of input; one that cannot be read changes nothing and is answered."""
        self._lines += 1
        text = _cleaned(text)
        if not text or text.startswith("#"):
            return
        try:
            await (self._control(text) if text.startswith("!") else self._speak(text))
        except Refusal as refusal:
            self.tell(refusal.key, **refusal.facts)
        await self._controls.drain()

    async def _control(self, text: str) -> None:
        match text.split():
            case ["!clock", seconds]:
                await self._controls.advance(_seconds(seconds))
            case ["!restart"]:
                await self._controls.restart()
            case ["!repeat"] if self._last is not None:
                await self._door(self._last)
            case ["!repeat"]:
                raise unreadable("console-nothing-to-repeat")
            case _:
                raise unreadable("console-no-control")

    async def _speak(self, text: str) -> None:
        speech = parse_speech(text, self.speaker)
        self.speaker = speech.name
        player = player_id(speech.name)
        self._known.setdefault(player, _display(speech.name))
        request = self._last = self._request(player, speech)
        await self._controls.advance(LINE_SECONDS)
        await self._door(request)

    def _request(self, player: PlayerId, speech: Speech) -> Request:
        seen: Seen | None = None
        pressed: str | None = None
        targets: tuple[Target, ...] = ()
        if speech.said.startswith("("):
            place = player if speech.private else self._place.chat
            label = speech.said[1:].removesuffix(")")
            pressed, button = self._messenger.find(place, label)
            seen, verb, args = parse_payload(button.payload)
        else:
            verb, *words = speech.said.removeprefix("/").split()
            verb = verb.lower()
            args, targets = self._with_targets(verb, words)
        return Request(
            id=f"console:{self._place.start}:{self._lines}",
            chat=self._place.chat,
            player=player,
            name=self._known[player],
            verb=verb,
            args=args,
            language=self._place.language,
            targets=targets,
            place=Place.PRIVATE if speech.private else Place.GROUP,
            rights=Rights(admin=player in self._admins),
            seen=seen,
            pressed=None if speech.private else pressed,
        )

    def _with_targets(
        self, verb: str, words: Sequence[str]
    ) -> tuple[tuple[str, ...], tuple[Target, ...]]:
        """Return the arguments, with the name of a person who has spoken as one word and target."""
        spec = BY_VERB.get(verb)
        if spec is None or not spec.is_about_somebody:
            return tuple(words), ()
        for length in range(len(words), 0, -1):
            player = player_id(" ".join(words[:length]).removeprefix("@"))
            if player in self._known:
                name = self._known[player]
                return (name, *words[length:]), (Target(player, name),)
        return tuple(words), ()


async def lines_of(read: Callable[[], str | None]) -> AsyncIterator[str]:
    """Yield what ``read`` returns until that is ``None``; it may block, in a thread of its own.

    The thread reads only when the next line is wanted, so that a prompt comes after the answer. It
    is a daemon: nobody has to press a key for the program to end.
    """
    loop = asyncio.get_running_loop()
    wanted: queue.SimpleQueue[asyncio.Future[str | None]] = queue.SimpleQueue()

    def serve() -> None:
        while True:
            future = wanted.get()
            try:
                loop.call_soon_threadsafe(_resolve, future, read())
            except RuntimeError:  # the loop ended while we read
                return

    threading.Thread(target=serve, daemon=True).start()
    while True:
        future: asyncio.Future[str | None] = loop.create_future()
        wanted.put(future)
        line = await future
        if line is None:
            return
        yield line


def _resolve(future: "asyncio.Future[str | None]", line: str | None) -> None:
    if not future.done():
        future.set_result(line)


def piped(stream: TextIO) -> Callable[[], str | None]:
    """Return a reader of a file or pipe."""
    return lambda: stream.readline() or None


def typed(prompt: Callable[[], str]) -> Callable[[], str | None]:
    """Return a reader of a terminal with a prompt and, where the system has it, a history.

    Ctrl-D ends. Whoever ends the program otherwise interrupts a read half-way, so that the terminal
    is put back to how it was found.
    """
    with suppress(ImportError):
        import readline  # noqa: F401, PLC0415 -- makes input() edit lines; a terminal alone has it
        import termios  # noqa: PLC0415 -- not there on every system

        terminal = sys.stdin.fileno()
        found = termios.tcgetattr(terminal)
        atexit.register(termios.tcsetattr, terminal, termios.TCSADRAIN, found)

    def read() -> str | None:
        try:
            return input(prompt())
        except EOFError:
            sys.stdout.write("\n")
            return None

    return read


def parse_speech(text: str, speaker: str) -> Speech:
    """Read ``ann: /join 50``, ``ann> (Hit)`` or, spoken by ``speaker``, ``/join 50``, ``> /hand``.

    Raises ``Refusal(unreadable)``: ``console-no-name``, ``console-bad-name`` or
    ``console-no-command``.
    """
    if text.startswith(("/", "(")):
        return Speech(speaker, private=False, said=_said(text))
    speech = _SPEECH.fullmatch(text)
    if speech is None:
        raise unreadable("console-no-name")
    name = " ".join(speech["name"].split()) or speaker
    if clean_name(name) != name or _NOT_IN_NAMES & set(name) or name.casefold() in _RESERVED:
        raise unreadable("console-bad-name", most=NAME_LENGTH_MAX)
    return Speech(name, private=speech["mark"] == ">", said=_said(speech["said"].strip()))


def _said(text: str) -> str:
    if not text.startswith(("/", "(")) or not text.strip("/ "):
        raise unreadable("console-no-command")
    return text


def _seconds(text: str) -> float:
    if not _SECONDS.fullmatch(text) or float(text) > CLOCK_SECONDS_MAX:
        raise unreadable("console-bad-seconds", most=CLOCK_SECONDS_MAX)
    return float(text)


def _display(name: str) -> str:
    """Return a name as the table shows it: typed small, it gets a capital."""
    return name[:1].upper() + name[1:] if name.islower() else name


def _cleaned(text: str) -> str:
    """Return a line without controls and lone surrogates, which no database would take."""
    return "".join(
        " " if unicodedata.category(letter) in {"Cc", "Cs"} else letter for letter in text
    ).strip()

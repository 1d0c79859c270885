"""The terminal as a platform: a group and everyone's private chat in one stream of lines.

``ann: /join 50`` is Ann in the group, ``ann> /hand`` Ann in private, ``ann: (Hit)`` presses a
button, ``!clock 60`` moves time. Nothing is paced; each line runs to quiescence before the next.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from bot.basics import ChatId, PlayerId, Refusal
from bot.message import Button, GroupMessage, Message, PrivateMessage, plain_text
from bot.ports import Answer, Controls, Door, Pacing
from bot.requests import Place, Request, Rights, parse_payload


def player_id(name: str) -> PlayerId:
    """Return the id of whoever speaks under that name."""
    return PlayerId(f"local:{name}")


@dataclass
class ConsoleMessenger:
    """Prints what goes out and remembers the buttons that can be pressed."""

    write: Callable[[str], None]
    pacing: Pacing | None = None
    count: int = 0
    shown: dict[str, Message] = field(default_factory=dict)

    async def post(self, chat: ChatId, message: GroupMessage, nonce: str) -> str:
        """See ``Messenger``."""
        del chat, nonce
        return self._show("[group]", f"g{self._next()}", message)

    async def edit(self, chat: ChatId, message_id: str, message: GroupMessage) -> None:
        """See ``Messenger``."""
        del chat
        self._show("[group*]", message_id, message)

    async def strip(self, chat: ChatId, message_id: str) -> None:
        """See ``Messenger``; nothing is printed: the words stay as they are."""
        del chat
        if message_id in self.shown:
            self.shown[message_id] = replace(self.shown[message_id], buttons=())

    async def delete(self, chat: ChatId, message_id: str) -> None:
        """See ``Messenger``."""
        del chat
        self.shown.pop(message_id, None)

    async def whisper(self, player: PlayerId, message: PrivateMessage, nonce: str) -> str:
        """See ``Messenger``."""
        del nonce
        name = player.removeprefix("local:")
        return self._show(f"[{name}]", f"{name}{self._next()}", message)

    async def rewrite(self, player: PlayerId, message_id: str, message: PrivateMessage) -> None:
        """See ``Messenger``."""
        self._show(f"[{player.removeprefix('local:')}*]", message_id, message)

    async def answer(self, request: Request, answer: Answer) -> None:
        """See ``Messenger``."""
        for line in answer.message.lines:
            self.write(f"[{request.player.removeprefix('local:')}] {plain_text(line)}")

    def buttons(self, prefix: str) -> list[Button]:
        """Return the buttons of the newest message whose id begins so, if it has any."""
        for message_id, message in reversed(self.shown.items()):
            if message_id.startswith(prefix) and message.buttons:
                return [button for row in message.buttons for button in row]
        return []

    def _next(self) -> int:
        self.count += 1
        return self.count

    def _show(self, prefix: str, message_id: str, message: Message) -> str:
        self.shown[message_id] = message
        for line in message.lines:
            self.write(f"{prefix} {plain_text(line)}")
        row = " ".join(f"({button.label})" for row in message.buttons for button in row)
        if row:
            self.write(f"{prefix} {row}")
        return message_id


class Console:
    """Reads lines and brings them to the door."""

    def __init__(
        self,
        door: Door,
        controls: Controls,
        messenger: ConsoleMessenger,
        chat: ChatId,
        start_id: str,
        admins: frozenset[str] = frozenset(),
    ) -> None:
        self._door = door
        self._controls = controls
        self._messenger = messenger
        self._chat = chat
        self._start_id = start_id
        self._admins = admins
        self._count = 0

    async def line(self, text: str) -> None:
        """Carry out one line of input."""
        text = text.strip()
        if not text or text.startswith("#"):
            return
        if text.startswith("!clock "):
            await self._controls.advance(float(text.split()[1]))
            await self._controls.drain()
            return
        name, private, said = self._parted(text)
        self._count += 1
        try:
            request = self._request(name, said.strip(), private=private)
        except Refusal as refusal:
            self._messenger.write(f"[{name}] {refusal}")
            return
        await self._door(request)
        await self._controls.drain()

    def _parted(self, text: str) -> tuple[str, bool, str]:
        marks = [place for place in (text.find(":"), text.find(">")) if place > 0]
        place = min(marks, default=-1)
        return text[:place].strip(), text[place] == ">", text[place + 1 :]

    def _request(self, name: str, said: str, *, private: bool) -> Request:
        seen = None
        if said.startswith("("):
            buttons = self._messenger.buttons(name if private else "g")
            label = said.strip("()")
            payload = next(button.payload for button in buttons if button.label == label)
            seen, verb, args = parse_payload(payload)
        else:
            verb, *rest = said.removeprefix("/").split()
            args = tuple(rest)
        return Request(
            id=f"console:{self._start_id}:{self._count}",
            chat=None if private else self._chat,
            player=player_id(name),
            name=name.capitalize(),
            verb=verb,
            args=args,
            place=Place.PRIVATE if private else Place.GROUP,
            rights=Rights(admin=name in self._admins),
            seen=seen,
        )

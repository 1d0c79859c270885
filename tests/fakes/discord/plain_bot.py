"""A bot without a library, for what is said about the stand-in itself."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import aiohttp

from bot.clocks import ManualClock
from tests.fakes.discord.channels import Channel
from tests.fakes.discord.gateway import GUILDS, Op
from tests.fakes.discord.interactions import Ack, Interaction
from tests.fakes.discord.messages import EPHEMERAL, Message
from tests.fakes.discord.refusals import Json
from tests.fakes.discord.stand_in import Discord

NO_PINGS: Json = {"parse": []}


@dataclass(frozen=True)
class PlainBot:
    """A bot whose every call is one request; ``clock`` is what its platform goes by."""

    discord: Discord
    session: aiohttp.ClientSession
    clock: ManualClock

    # --- requests -----------------------------------------------------------------------------

    async def __call__(self, route: str, body: object = None, **query: str) -> tuple[int, Any]:
        """Return status and body of the answer to a request such as ``GET /users/@me``."""
        status, headers, text = await self.raw(route, body, **query)
        assert headers.get("Content-Type", "application/json") == "application/json"
        return status, json.loads(text) if text else None

    async def raw(self, route: str, body: object = None, **query: str) -> tuple[int, Any, str]:
        """Return status, headers and text of the answer to a request."""
        method, _, address = route.partition(" ")
        headers = {"Authorization": f"Bot {self.discord.token}"}
        url = f"{self.discord.api_url}{address}"
        async with self.session.request(
            method, url, headers=headers, params=query, json=body
        ) as response:
            return response.status, response.headers, await response.text()

    async def does(self, route: str, body: object = None, **query: str) -> Any:
        """Return the answer to a request that succeeds."""
        status, answer = await self(route, body, **query)
        assert status < 300, answer
        return answer

    async def fails(self, route: str, body: object = None, **query: str) -> tuple[int, int]:
        """Return status and code of a request that is refused."""
        status, answer = await self(route, body, **query)
        assert status >= 400, answer
        return status, answer["code"]

    # --- messages -----------------------------------------------------------------------------

    async def posts(self, place: Channel, content: str = "table", **body: object) -> Message:
        """Post a message, and return it as people see it."""
        told = await self.does(posting(place), said(content, **body))
        return place.messages[int(told["id"])]

    async def opens(self, person_id: int) -> Json:
        """Open the private chat with somebody."""
        told: Json = await self.does("POST /users/@me/channels", {"recipient_id": str(person_id)})
        return told

    # --- interactions -------------------------------------------------------------------------

    async def syncs(self, *commands: Json) -> list[Json]:
        """Offer commands everywhere."""
        kept: list[Json] = await self.does(f"PUT {self.offers}", list(commands))
        return kept

    @property
    def offers(self) -> str:
        """Where the commands are."""
        return f"/applications/{self.discord.bot.id}/commands"

    async def answers(self, interaction: Interaction, ack: Ack, **data: object) -> None:
        """Answer an interaction for the first time, in private."""
        await self.does(callback(interaction), acknowledged(ack, **data))

    def follow(self, interaction: Interaction, number: object = None) -> str:
        """Return where an interaction is answered further, or where one message of it is."""
        address = f"/webhooks/{self.discord.bot.id}/{interaction.token}"
        return address if number is None else f"{address}/messages/{number}"

    # --- the rest -----------------------------------------------------------------------------

    def pardoned(self) -> list[str]:
        """Return what this bot did wrong so far, and forgive it."""
        wrong = list(self.discord.violations)
        self.discord.violations.clear()
        return wrong

    async def waits(self, seconds: float) -> None:
        """Let time pass; whoever waits for it gets a turn at each step."""
        until = self.clock.now() + seconds
        for _ in iter(lambda: self.clock.step_to(until), False):
            await asyncio.sleep(0)

    @asynccontextmanager
    async def listening(self, **identity: object) -> AsyncIterator["Listener"]:
        """Listen at the gateway as somebody who just identified."""
        async with self.connected() as listener:
            await listener.identifies(**identity)
            yield listener

    @asynccontextmanager
    async def connected(self, url: str | None = None) -> AsyncIterator["Listener"]:
        """Be connected to the gateway, which has greeted."""
        async with self.session.ws_connect(url or self.discord.gateway_url) as socket:
            listener = Listener(self.discord, socket)
            hello = await listener.frame()
            assert hello["op"] == Op.HELLO
            yield listener


@dataclass
class Listener:
    """One connection to the gateway; ``heard`` are the events so far."""

    discord: Discord
    socket: aiohttp.ClientWebSocketResponse
    heard: list[tuple[str, Any]] = field(default_factory=list)
    sequence: int = 0

    async def frame(self) -> Json:
        """Return the next frame; raises ``ConnectionError`` with the code where there is an end."""
        message = await self.socket.receive(timeout=5)
        if message.type is not aiohttp.WSMsgType.TEXT:
            raise ConnectionError(self.socket.close_code)
        told: Json = json.loads(message.data)
        self.sequence = told["s"] or self.sequence
        return told

    async def sends(self, op: int, content: object) -> None:
        """Send a frame."""
        await self.socket.send_json({"op": op, "d": content})

    async def identifies(self, **identity: object) -> None:
        """Say who one is."""
        told = {"token": self.discord.token, "intents": GUILDS, "properties": {}, **identity}
        await self.sends(Op.IDENTIFY, told)

    async def resumes(self, session_id: str, sequence: int) -> None:
        """Say who one was."""
        told = {"token": self.discord.token, "session_id": session_id, "seq": sequence}
        await self.sends(Op.RESUME, told)

    async def hears(self, event: str) -> Any:
        """Return the content of the next event of a kind; others are noted."""
        while True:
            told = await self.frame()
            if told["op"] == Op.DISPATCH:
                self.heard.append((told["t"], told["d"]))
                if told["t"] == event:
                    return told["d"]

    async def closes(self) -> int:
        """Return the code with which the connection ends."""
        try:
            while True:
                await self.frame()
        except ConnectionError as end:
            return int(end.args[0])


# --- bodies ------------------------------------------------------------------------------------


def posting(place: Channel) -> str:
    """Return where messages of a channel are posted."""
    return f"POST /channels/{place.id}/messages"


def editing(message: Message) -> str:
    """Return where a message is edited."""
    return f"PATCH /channels/{message.channel.id}/messages/{message.id}"


def deleting(message: Message) -> str:
    """Return where a message is deleted."""
    return f"DELETE /channels/{message.channel.id}/messages/{message.id}"


def callback(interaction: Interaction) -> str:
    """Return where an interaction is answered first."""
    return f"POST /interactions/{interaction.id}/{interaction.token}/callback"


def said(content: str, **body: object) -> Json:
    """Return the body of a message that pings nobody."""
    return {"content": content, "allowed_mentions": NO_PINGS, **body}


def acknowledged(ack: Ack, **data: object) -> Json:
    """Return the body of a first answer; messages are private unless told."""
    if ack in {Ack.MESSAGE, Ack.DEFERRED_MESSAGE}:
        data = {"flags": EPHEMERAL, **data}
    if ack in {Ack.MESSAGE, Ack.UPDATE}:
        data = {"allowed_mentions": NO_PINGS, **data}
    return {"type": int(ack)} | ({"data": data} if data else {})


def buttons(*labels: str) -> list[Json]:
    """Return rows of one button each, whose custom id is its label."""
    return [row({"type": 2, "style": 2, "label": label, "custom_id": label}) for label in labels]


def row(*parts: Json) -> Json:
    """Return a row of components."""
    return {"type": 1, "components": list(parts)}


def command(name: str, *options: Json, **told: object) -> Json:
    """Return a command to be offered."""
    return {"name": name, "description": "Text", "type": 1, "options": list(options), **told}


def option(name: str, kind: int = 3, **told: object) -> Json:
    """Return an option of a command, a text unless told."""
    return {"name": name, "description": "Text", "type": kind, **told}

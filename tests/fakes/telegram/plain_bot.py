"""A bot without a library, for what is said about the stand-in itself."""

import asyncio
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import aiohttp

from bot.clocks import ManualClock
from tests.fakes.telegram.chats import Place
from tests.fakes.telegram.refusals import Json
from tests.fakes.telegram.stand_in import Telegram


@dataclass(frozen=True)
class PlainBot:
    """A bot whose every call is one request; ``clock`` is what its platform goes by."""

    telegram: Telegram
    session: aiohttp.ClientSession
    clock: ManualClock

    def url(self, method: str) -> str:
        """Return where a method is called."""
        return f"{self.telegram.url}/bot{self.telegram.token}/{method}"

    async def __call__(self, method: str, **parameters: object) -> Json:
        """Return the body of the answer to a call."""
        async with self.session.post(self.url(method), json=parameters) as response:
            body: Json = await response.json()
            assert response.status == (200 if body["ok"] else body["error_code"])
            return body

    async def does(self, method: str, **parameters: object) -> Any:
        """Return the result of a call that succeeds."""
        body = await self(method, **parameters)
        assert body["ok"], body
        return body["result"]

    async def fails(self, method: str, **parameters: object) -> str:
        """Return why a call is refused."""
        body = await self(method, **parameters)
        assert not body["ok"], body
        return str(body["description"])

    async def posts(self, place: Place, text: str = "table", **parameters: object) -> int:
        """Post a text, perhaps with buttons, and return its number."""
        if topic := place.topic_here:
            parameters["message_thread_id"] = topic.id
        message = await self.does("sendMessage", chat_id=place.chat.id, text=text, **parameters)
        return int(message["message_id"])

    async def uploads(self, place: Place, picture: bytes) -> str:
        """Post a picture as a part of a form, and return its file id."""
        form = aiohttp.FormData({"chat_id": str(place.chat.id), "caption": "cards"})
        form.add_field("photo", picture, filename="cards.png")
        async with self.session.post(self.url("sendPhoto"), data=form) as response:
            return str((await response.json())["result"]["photo"][0]["file_id"])

    async def hears(self, offset: int = 0, **parameters: object) -> list[tuple[str, Json]]:
        """Return the updates that wait, each with its kind and content."""
        body = await self("getUpdates", offset=offset, **parameters)
        told = [one for update in body["result"] for one in update.items()]
        return [(kind, content) for kind, content in told if kind != "update_id"]

    def pardoned(self) -> list[str]:
        """Return what this bot did wrong so far, and forgive it."""
        wrong = list(self.telegram.violations)
        self.telegram.violations.clear()
        return wrong

    async def waits(self, seconds: float) -> None:
        """Let time pass; whoever waits for it gets a turn at each step."""
        until = self.clock.now() + seconds
        for _ in iter(lambda: self.clock.step_to(until), False):
            await asyncio.sleep(0)


def buttons(*labels: str, data: Mapping[str, str] | None = None) -> Json:
    """Return a keyboard of one row; every label is its own data unless told."""
    told = data or {}
    row = [{"text": label, "callback_data": told.get(label, label)} for label in labels]
    return {"inline_keyboard": [row]}


def as_form(values: Mapping[str, object]) -> dict[str, str]:
    """Return parameters as they travel in forms: all text, objects as JSON."""
    return {
        name: value if isinstance(value, str) else json.dumps(value)
        for name, value in values.items()
    }

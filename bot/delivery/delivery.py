"""Sends what the house tells; skeleton without refs and pacing."""

import asyncio
from collections.abc import Callable
from typing import Any

from bot.basics import ChatId, PlayerId
from bot.notices import HandShown, Notice, Said, TableShown
from bot.ports import Clock, Messenger, Store
from bot.present.presenter import Presenter
from bot.requests import Reply, Request


class Delivery:
    """Joins notices to one platform's messenger.

    ``moved`` is told when a chat goes on under another id: the old one and the new.
    """

    def __init__(
        self,
        messenger: Messenger,
        store: Store,
        clock: Clock,
        presenter: Presenter,
        moved: Callable[[ChatId, ChatId], None] | None = None,
    ) -> None:
        self._messenger = messenger
        self._store = store
        self._clock = clock
        self._presenter = presenter
        self._moved = moved
        self._tables: dict[ChatId, str] = {}
        self._panels: dict[tuple[PlayerId, int], str] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._lock = asyncio.Lock()

    async def recover(self) -> None:
        """Read what was sent where before; to be awaited before the house recovers."""

    def note_traffic(self, chat: ChatId, messages: int = 1) -> None:
        """Note that others wrote in a chat: a table too far up is posted anew."""

    def receive(self, notice: Notice) -> None:
        """Take a notice; it goes out in the background."""
        task = asyncio.get_running_loop().create_task(self._send(notice))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _send(self, notice: Notice) -> None:
        async with self._lock:
            match notice:
                case TableShown():
                    await self._table(notice)
                case Said():
                    await self._messenger.post(notice.chat, self._presenter.said(notice), "")
                case HandShown():
                    await self._panel(notice)

    async def _table(self, shown: TableShown) -> None:
        message = self._presenter.table(shown)
        sent = self._tables.get(shown.chat)
        if sent is None or shown.fresh:
            self._tables[shown.chat] = await self._messenger.post(shown.chat, message, "")
        else:
            await self._messenger.edit(shown.chat, sent, message)

    async def _panel(self, shown: HandShown) -> None:
        message = self._presenter.hand(shown)
        key = (shown.player, shown.table)
        sent = self._panels.get(key)
        if sent is None:
            self._panels[key] = await self._messenger.whisper(shown.player, message, "")
        else:
            await self._messenger.rewrite(shown.player, sent, message)

    async def answer(self, request: Request, reply: Reply, hand: HandShown | None) -> None:
        """Answer the one who asked, exactly once."""
        answer = self._presenter.answer(request.language, reply, hand)
        await self._messenger.answer(request, answer)

    async def drain(self) -> None:
        """Wait until everything has gone out."""
        while self._tasks:
            await asyncio.gather(*self._tasks)

    async def close(self) -> None:
        """Send what can go now and call off what waits for its time."""
        await self.drain()

"""A crowd that does anything at any time, and what must hold whatever it does.

Several people, three chats of two communities, every registered preset. After every step chips are
conserved and lie where the tables say, no wallet is below zero, a restart would show the same,
every request has one answer, and hidden cards are told to nobody (``tests/fakes/twin.py``).

``HYPOTHESIS_PROFILE=long`` looks for longer (``tests/conftest.py``).
"""

import asyncio
import itertools
import tempfile
from functools import cache
from pathlib import Path

from hypothesis import settings
from hypothesis.stateful import invariant

from bot.basics import ChatId
from bot.message import GroupMessage, PrivateMessage
from bot.notices import Forgotten, HandShown, Nudged, Said, TableShown
from bot.ports import Store
from bot.requests import Reply, Request
from storage.store import SqliteStore
from tests.fakes.house import hands_in, newest_tables
from tests.fakes.machine import CHATS, Crowd
from tests.fakes.stores import TroubledStore
from tests.fakes.thorough import THOROUGH
from tests.fakes.twin import Twin


class WatchedCrowd(Crowd):
    """The same people before a house with a twin, and a store that takes its time in many ways."""

    def settled_in(self) -> None:
        self.read = self.shadowed = 0
        self.twin = Twin(self.room, self.decks)

    def ask(self, *requests: Request) -> list[Reply]:
        self.hesitate(self.pauses)
        replies = super().ask(*requests)
        self.twin.learn()
        others = self.run(self.twin.hears(*requests))
        self.hesitate([0])
        if self.hidden_cards_show_to_nobody():
            for request, reply, other in zip(requests, replies, others, strict=True):
                assert reply == other or not self.twin.is_witness(request)
        return replies

    def hesitate(self, pauses: list[int]) -> None:
        """Let both stores take their time alike, so that both houses meet requests alike."""
        for store in (self.room.store, self.twin.store):
            assert isinstance(store, TroubledStore)
            store.pauses = itertools.cycle(pauses)

    def repeat(self, request: Request) -> Reply:
        reply = super().repeat(request)
        assert self.run(self.twin.hears(request)) == [reply]
        return reply

    def wait(self, seconds: float) -> None:
        super().wait(seconds)
        self.twin.learn()
        self.run(self.twin.passes(seconds))
        self.hidden_cards_show_to_nobody()

    def restart(self) -> None:
        super().restart()
        self.run(self.twin.restart())
        self.hidden_cards_show_to_nobody()

    def abandon(self, chat: ChatId) -> None:
        super().abandon(chat)
        self.run(self.twin.house.abandon(chat))
        self.hidden_cards_show_to_nobody()

    def freeze(self, chat: ChatId) -> None:
        super().freeze(chat)
        self.twin.house.freeze(chat)

    def thaw(self, chat: ChatId) -> None:
        super().thaw(chat)
        self.run(self.awaited(self.twin.house, chat))
        self.hidden_cards_show_to_nobody()

    @invariant()
    def a_restart_would_show_the_same(self) -> None:
        """Every table, and its own hand to everyone who plays, is shown and sent again."""
        if self.shadowed == len(self.room.notices):
            return
        self.shadowed = len(self.room.notices)
        shadow = Twin(self.room, self.decks)
        self.run(shadow.restart())
        tables, hands = self.room.tables(), self.run(self.room.hands())
        assert newest_tables(shadow.notices) == tables
        assert self.run(hands_in(shadow.house, self.room)) == hands
        for chat in CHATS:
            clocks = [house._slots[chat].timer for house in (self.room.house, shadow.house)]
            assert [clock is None for clock in clocks] in ([True] * 2, [False] * 2)
        sent = [notice for notice in shadow.notices if isinstance(notice, HandShown)]
        assert all(hand in sent for hand in hands.values() if hand.chat in tables)

    def hidden_cards_show_to_nobody(self) -> bool:
        """Hold what was told against the twin; a new twin takes over once the cards are out."""
        told = self.room.notices[self.read :]
        self.read = len(self.room.notices)
        for notice in told:
            if not isinstance(notice, Forgotten):
                self.render(notice)
        alike = self.twin.still_alike(told)
        if not alike:
            self.twin = Twin(self.room, self.decks)
        return alike

    def render(
        self, notice: TableShown | Said | Nudged | HandShown
    ) -> GroupMessage | PrivateMessage:
        """Whatever is told can be said."""
        match notice:
            case TableShown():
                return self.presenter.table(notice)
            case Said():
                return self.presenter.said(notice)
            case Nudged():
                return self.presenter.nudge(notice)
            case HandShown():
                return self.presenter.hand(notice)


class CrowdOnDisk(Crowd):
    """The same people before a store on SQLite, which is closed and opened at every restart."""

    def new_store(self) -> Store:
        self.folder = tempfile.TemporaryDirectory()
        path = Path(self.folder.name) / "croupier.db"
        path.write_bytes(empty_database())
        self.url = f"sqlite+aiosqlite:///{path}"
        return self.run(SqliteStore.open(self.url))

    def restart(self) -> None:
        self.run(self.room.house.close())
        self.run(self.room.store.close())
        self.room.store = self.run(SqliteStore.open(self.url))
        super().restart()

    def teardown(self) -> None:
        super().teardown()
        if hasattr(self, "folder"):
            self.folder.cleanup()


@cache
def empty_database() -> bytes:
    """Return a database with the present schema: made once, for migrating outlasts an evening."""

    async def migrate(path: Path) -> None:
        store = await SqliteStore.open(f"sqlite+aiosqlite:///{path}")
        await store.close()

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "empty.db"
        asyncio.run(migrate(path))
        return path.read_bytes()


EXAMPLES = settings.default.max_examples if settings.default else 100
TestWatchedCrowd = WatchedCrowd.TestCase
TestWatchedCrowd.settings = settings(max_examples=EXAMPLES // (2 if THOROUGH else 4))
TestCrowdOnDisk = CrowdOnDisk.TestCase
TestCrowdOnDisk.settings = settings(max_examples=EXAMPLES // 16)

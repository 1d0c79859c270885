"""The composition root: the only place that names concrete classes."""

import secrets
import sys
import time
from collections.abc import Iterator

from adapters.console import Console, ConsoleMessenger
from bot import fairness
from bot.basics import ChatId
from bot.cards import Card
from bot.clocks import ManualClock
from bot.delivery.delivery import Delivery
from bot.house.house import House
from bot.house.settings import HouseSettings
from bot.ports import Store
from bot.present.l10n import Localizer
from bot.present.presenter import Presenter
from bot.requests import Request
from storage.memory import MemoryStore


class SecretEntropy:
    """Chance from the operating system."""

    def seed(self) -> bytes:
        """See ``Entropy``."""
        return secrets.token_bytes(fairness.SEED_BYTES)


class StackedDeck:
    """A deck whose first cards are laid by hand, once; fair afterwards. For the console alone."""

    def __init__(self, cards: tuple[Card, ...]) -> None:
        self._cards = cards

    def __call__(self, key: bytes, packs: int) -> tuple[Card, ...]:
        """See ``DeckMaker``."""
        deck = list(fairness.shuffle(key, packs))
        cards, self._cards = self._cards, ()
        for card in cards:
            if card in deck:
                deck.remove(card)
        return (*cards, *deck)


class ConsoleApp:
    """A house for one terminal."""

    def __init__(self, deck: tuple[Card, ...], admins: frozenset[str]) -> None:
        self.clock = ManualClock(float(int(time.time())))
        self.store: Store = MemoryStore()
        self.deck = StackedDeck(deck)
        self.messenger = ConsoleMessenger(print)
        self.delivery = Delivery(self.messenger, self.store, self.clock, Presenter(Localizer()))
        self.house = self._house()
        self.console = Console(
            self.door, self, self.messenger, ChatId("local:room"), secrets.token_hex(4), admins
        )

    def _house(self) -> House:
        return House(
            self.store,
            self.clock,
            SecretEntropy(),
            self.deck,
            self.delivery.receive,
            HouseSettings(),
        )

    async def door(self, request: Request) -> None:
        """See ``Door``."""
        reply = await self.house.handle(request)
        await self.delivery.drain()
        await self.delivery.answer(request, reply, await self.house.hand_of(request))

    async def drain(self) -> None:
        """See ``Controls``."""
        await self.house.drain()
        await self.delivery.drain()

    async def advance(self, seconds: float) -> None:
        """See ``Controls``."""
        until = self.clock.now() + seconds
        while self.clock.step_to(until):
            await self.drain()

    async def restart(self) -> None:
        """See ``Controls``."""
        await self.house.close()
        self.house = self._house()
        await self.house.recover()

    async def run(self, lines: Iterator[str]) -> None:
        """Play every line of input."""
        for line in lines:
            await self.console.line(line)


def stdin_lines() -> Iterator[str]:
    """Return what is typed or piped in."""
    return iter(sys.stdin)

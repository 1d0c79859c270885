"""The composition root: the only place that names concrete classes."""

import asyncio
import secrets
import signal
import sys
import textwrap
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from adapters.console import (
    Console,
    ConsoleMessenger,
    ConsolePlace,
    lines_of,
    piped,
    typed,
)
from bot import fairness
from bot.basics import ChatId, PlayerId, Refusal, not_now
from bot.cards import Card
from bot.clocks import ManualClock
from bot.delivery.delivery import Delivery
from bot.games import GAMES
from bot.house.house import House
from bot.house.settings import HouseSettings
from bot.message import card_text, plain_text
from bot.ports import Entropy, Store
from bot.present.l10n import Localizer
from bot.present.presenter import PRESENTERS, Presenter
from bot.requests import Reply, Request
from storage.memory import MemoryStore

CONSOLE_PLATFORM = "local:"
LOCAL_ROOM = ChatId(f"{CONSOLE_PLATFORM}room")


class SecretEntropy:
    """Chance from the operating system."""

    def seed(self) -> bytes:
        """See ``Entropy``."""
        return secrets.token_bytes(fairness.SEED_BYTES)


class StackedDeck:
    """Decks whose first cards are laid by hand, one set a round; fair afterwards and below.

    For the console alone. The laid cards are taken out of the shuffled packs, so that each card is
    there as often as it should be. One key always makes one deck, as from ``fairness.shuffle``.
    """

    def __init__(self, rounds: Sequence[tuple[Card, ...]]) -> None:
        self._waiting = list(rounds)
        self._laid: dict[bytes, tuple[Card, ...]] = {}

    def __call__(self, key: bytes, packs: int) -> tuple[Card, ...]:
        """See ``DeckMaker``; raises ``Refusal(not_now, "stacked-too-often")``."""
        deck = list(fairness.shuffle(key, packs))
        if key not in self._laid and not self._waiting:
            return tuple(deck)
        laid = self._laid.get(key) or self._waiting[0]
        for card in laid:
            if card not in deck:
                raise not_now("stacked-too-often", card=card_text(card), packs=packs)
            deck.remove(card)
        if key not in self._laid:
            self._laid[key] = self._waiting.pop(0)
        return (*laid, *deck)


@dataclass(frozen=True, slots=True)
class ConsoleOptions:
    """How a console is started; ``decks`` holds the stacked cards of one round after another."""

    chat: ChatId = LOCAL_ROOM
    language: str = "en"
    admins: tuple[str, ...] = ()
    decks: tuple[tuple[Card, ...], ...] = ()
    settings: HouseSettings = field(default_factory=HouseSettings)


class ConsoleApp:
    """A house for one terminal, with the levers that only a console has (``Controls``)."""

    def __init__(
        self,
        options: ConsoleOptions,
        write: Callable[[str], None],
        store: Store | None = None,
        entropy: Entropy | None = None,
        clock: ManualClock | None = None,
    ) -> None:
        self._options = options
        self._store = store or MemoryStore()
        self._entropy = entropy or SecretEntropy()
        self._clock = clock or ManualClock(float(int(time.time())))
        self._deck = StackedDeck(options.decks)
        self._texts = Localizer()
        self._messenger = ConsoleMessenger(write, options.chat)
        self._delivery, self._house = self._built()
        place = ConsolePlace(options.chat, secrets.token_hex(4), options.language, options.admins)
        self.console = Console(self.door, self, self._messenger, self._texts, place)

    def _built(self) -> tuple[Delivery, House]:
        delivery = Delivery(
            self._messenger,
            self._store,
            self._clock,
            Presenter(self._texts),
            platform=CONSOLE_PLATFORM,
        )
        house = House(
            self._store,
            self._clock,
            self._entropy,
            self._deck,
            delivery.receive,
            self._options.settings,
        )
        return delivery, house

    async def door(self, request: Request) -> None:
        """See ``Door``."""
        reply = await self._house.handle(request)
        await self._delivery.drain()
        await self._delivery.answer(request, reply, await self._house.hand_of(request))

    async def drain(self) -> None:
        """See ``Controls``."""
        await self._house.drain()
        await self._delivery.drain()

    async def advance(self, seconds: float) -> None:
        """See ``Controls``."""
        until = self._clock.now() + seconds
        while self._clock.step_to(until):
            await self.drain()

    async def restart(self) -> None:
        """See ``Controls``."""
        await self._house.close()
        await self._delivery.finish()
        self._delivery, self._house = self._built()
        await self._delivery.recover()
        await self._house.recover(self._delivery.shown_tables())
        await self.drain()

    async def open(self) -> None:
        """Bring back what the store holds, and say what is unusual about this console."""
        if self._options.decks:
            laid = (" ".join(map(card_text, cards)) for cards in self._options.decks)
            self.console.tell("console-stacked", cards=" / ".join(laid))
        await self._go_on_in_time()
        await self._forget_messages()
        await self._house.recover(self._delivery.shown_tables())
        await self.drain()

    async def close(self) -> None:
        """Finish what is under way and let go of the store; tables stay as they are."""
        await self._house.close()
        await self._delivery.finish()
        await self._store.close()

    async def _go_on_in_time(self) -> None:
        """Begin no earlier than what is stored: an earlier console's clock may have run ahead."""
        newest = await self._store.newest_at()
        if newest is not None:
            self._clock.step_to(newest)

    async def _forget_messages(self) -> None:
        """Drop what an earlier terminal showed: a new one shows nothing yet."""
        for ref in await self._store.refs():
            if ref.place.startswith(CONSOLE_PLATFORM):
                await self._store.drop_ref(ref)


class RulesRefused(Exception):
    """Dials that are not played, or not together; the message says so and what to do."""


def rules_in_words(rules: str, options: Mapping[str, str], language: str) -> list[str]:
    """Return the page that ``/rules`` shows, and all dials as commands write them.

    ``options`` are dials that differ from the preset. Dials that cannot be played together are
    refused in words: raises ``RulesRefused``. Raises ``StopIteration`` for rules not there.
    """
    game, texts = next(game for game in GAMES.values() if rules in game.presets), Localizer()
    try:
        dials: object = game.with_options(rules, options)
    except Refusal as refusal:
        said = texts.text(language, f"refusal-{refusal.key}", refusal.facts)
        raise RulesRefused(said) from None
    facts = {"game": game.name, "rules": rules}
    changed = " ".join(f"{name}={value}" for name, value in game.options(rules, dials).items())
    reply = Reply(accepted=True, key="rules", facts={**facts, "options": changed})
    asked = Request("", None, PlayerId(""), "", "rules", language=language)
    answer = Presenter(texts).answer(asked, reply, None)
    written = PRESENTERS[game.name].written(dials)
    told = texts.text(language, "rules-dials", facts)
    values = ", ".join(f"{name}={value}" for name, value in written.items())
    lines = textwrap.wrap(values, 100, break_long_words=False, break_on_hyphens=False)
    return [*(plain_text(line) for line in answer.message.lines), told, *lines]


async def play_console(options: ConsoleOptions, database: str | None) -> None:
    """Play what standard input says, until it ends; ``database`` is a URL, ``None`` for memory.

    Raises ``StorageError`` when the database cannot be opened.
    """
    app = ConsoleApp(options, _print_line, await _opened(database))
    await app.open()
    if database is None and sys.stdin is not None and sys.stdin.isatty():
        app.console.tell("console-memory")
    _end_at_an_interrupt()
    try:
        async for line in lines_of(_standard_input(app.console)):
            await app.console.line(line)
    finally:
        await app.close()


async def _opened(database: str | None) -> Store:
    if database is None:
        return MemoryStore()
    # In memory alone the console starts twice as fast without it.
    from storage.store import SqliteStore  # noqa: PLC0415 -- as said above

    return await SqliteStore.open(database)


def _end_at_an_interrupt() -> None:
    """Let Ctrl-C end this task, also when the system hands it to the thread that reads.

    Python's own handler runs in the main thread alone, which would sleep on.
    """
    task, loop = asyncio.current_task(), asyncio.get_running_loop()
    if task is not None:
        with suppress(NotImplementedError):  # not on every system
            loop.add_signal_handler(signal.SIGINT, task.cancel)


def _print_line(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def _standard_input(console: Console) -> Callable[[], str | None]:
    """Return a reader of standard input, which may be a terminal, a pipe, or closed."""
    if sys.stdin is None:
        return lambda: None
    if sys.stdin.isatty():
        console.tell("console-welcome", speaker=console.speaker)
        return typed(lambda: f"{console.speaker}: ")
    # Not sys.stdin itself: the interpreter would wait for it at its end.
    return piped(open(sys.stdin.fileno(), encoding="utf-8", errors="replace", closefd=False))

"""Non-interference: the same evening with other hidden cards, and what may be told of it.

A twin is a copy of a house that hears the same requests but deals other cards face down: each is
swapped for one far down in the deck. Up to the first public event that differs, nothing that a
group gets may differ, nor anything that a *witness* gets, whose own card was left alone.
"""

import asyncio
import itertools
import pickle
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from bot import fairness
from bot.basics import ChatId, PlayerId, Seat
from bot.cards import Card
from bot.clocks import ManualClock
from bot.games.base import Dealt, DealtFaceDown, PublicEvent
from bot.house.decision import Live
from bot.house.house import House
from bot.house.slots import Slot
from bot.house.table import Running
from bot.notices import Forgotten, HandShown, Notice, Said, TableShown
from bot.requests import Reply, Request
from tests.fakes.chance import ClockedEntropy, on_top
from tests.fakes.house import Room

_T = TypeVar("_T")

_SPICE = frozenset("ATJQK58")


def copied(store: _T) -> _T:
    """Return a store in memory that shares nothing with another."""
    twin: _T = pickle.loads(pickle.dumps(store))  # noqa: S301 -- our own values, made a line ago
    return twin


class SpicyDecks:
    """Every second deck has aces, tens and pairs near the top: naturals, splits, insurance."""

    def __init__(self) -> None:
        self.made: dict[bytes, tuple[Card, ...]] = {}

    def __call__(self, key: bytes, packs: int) -> tuple[Card, ...]:
        """See ``DeckMaker``."""
        deck = fairness.shuffle(key, packs)
        if key[0] % 2:
            deck = on_top([card for card in deck[:40] if card.rank in _SPICE], deck)
        self.made[key] = deck
        return deck


def face_down(live: Live) -> dict[int, Seat]:
    """Return which places of a round's deck were dealt face down, and to whom."""
    events = live.game.start(live.setup).events
    dealt = [event for event in events if isinstance(event, Dealt | DealtFaceDown)]
    return {
        place: event.seat for place, event in enumerate(dealt) if isinstance(event, DealtFaceDown)
    }


def swapped(deck: tuple[Card, ...], places: Iterable[int]) -> tuple[Card, ...]:
    """Return the deck with the cards at these places swapped for the last ones of the deck."""
    other = list(deck)
    for count, place in enumerate(places, start=1):
        other[place], other[-count] = other[-count], other[place]
    return tuple(other)


@dataclass
class Twin:
    """A copy of a room's house that deals other hidden cards from the next deal on."""

    room: Room
    spice: SpicyDecks
    decks: dict[bytes, tuple[Card, ...]] = field(default_factory=dict)
    witnesses: dict[ChatId, PlayerId | None] = field(default_factory=dict)
    notices: list[Notice] = field(default_factory=list)
    events: dict[ChatId, tuple[PublicEvent, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.store = copied(self.room.store)
        self.entropy = ClockedEntropy(self.now)
        self.clock = ManualClock(self.room.clock.now())
        self.house = self._new_house()
        original = self.room.house
        self.house._numbers = original._numbers
        self.house._cashier._welcomed |= original._cashier._welcomed
        self.house._away |= original._away
        for chat, slot in original._slots.items():
            self.house._slots[chat] = Slot(slot.table, slot.live, frozen_at=slot.frozen_at)
            self.events[chat] = slot.live.events if slot.live else ()
        for slot in sorted(original._slots.values(), key=self._place_in_time):
            self.house._engine._set_timer(self.house._slots[slot.table.chat])

    def _place_in_time(self, slot: Slot) -> int:
        """Return when the original set a slot's timer: of two due at once it goes first."""
        places = {id(timer): place for _, place, timer in self.room.clock._due}
        return places.get(id(slot.timer), 0)

    def _new_house(self) -> House:
        room = self.room
        return House(
            self.store, self.clock, self.entropy, self._deck, self.notices.append, room.settings
        )

    def _deck(self, key: bytes, packs: int) -> tuple[Card, ...]:
        return self.decks.get(key) or self.spice(key, packs)

    def now(self) -> float:
        """Return the time of the clock that runs, which a restart replaces."""
        return self.clock.now()

    def learn(self) -> None:
        """Look at the rounds that were just dealt, so that the twin deals them otherwise."""
        for key, deck in self.spice.made.items():
            for chat, slot in self.room.house._slots.items():
                live, running = slot.live, slot.table.running
                if live is not None and running is not None and live.setup.deck is deck:
                    self._deal_otherwise(chat, key, live, running)
        self.spice.made.clear()

    def _deal_otherwise(self, chat: ChatId, key: bytes, live: Live, running: Running) -> None:
        """Choose a witness, or none, and swap every hidden card but theirs."""
        candidates = [*running.everyone, None]
        witness = candidates[key[1] % len(candidates)]
        spared = running.seat_of(witness) if witness else None
        hidden = [place for place, seat in face_down(live).items() if seat != spared]
        self.decks[key] = swapped(live.setup.deck, hidden)
        self.witnesses[chat] = witness

    def is_witness(self, request: Request) -> bool:
        """Whether it was asked in a chat by somebody whose own card is the same in both houses."""
        return request.chat is not None and self.witnesses.get(request.chat) == request.player

    async def hears(self, *requests: Request) -> list[Reply]:
        """Bring the same requests to this door, in the same instant."""
        return list(await asyncio.gather(*map(self.house.handle, requests)))

    async def passes(self, seconds: float) -> None:
        """Let time pass, with everything that falls due."""
        until = self.clock.now() + seconds
        while self.clock.step_to(until):
            await self.house.drain()

    async def restart(self) -> None:
        """Kill the house and bring it back from its store."""
        self.clock = ManualClock(self.clock.now())
        self.house = self._new_house()
        await self.house.recover()

    def still_alike(self, told: Sequence[Notice]) -> bool:
        """Whether no public event differed yet; raises where something else did before that.

        ``told`` is what the original told since the last time this was asked.
        """
        everything = (*told, *self.notices)
        chats = {each.chat: None for each in everything if not isinstance(each, Forgotten)}
        alike = all(self._alike(chat, told) for chat in chats)
        self.notices.clear()
        return alike

    def _alike(self, chat: ChatId, told: Sequence[Notice]) -> bool:
        witness = self.witnesses.get(chat)
        streams = (
            visible(told, chat, witness),
            visible(self.notices, chat, witness),
        )
        for ours, theirs in itertools.zip_longest(*streams):
            before = self.events.get(chat, ())
            events = [events_of(notice, before) for notice in (ours, theirs)]
            assert all(isinstance(event, PublicEvent) for event in events[0])
            if events[0] != events[1]:
                return False
            assert ours == theirs, f"hidden cards show:\n{ours}\n{theirs}"
            self.events[chat] = events[0]
        original, twin = self.room.house.table_of(chat), self.house.table_of(chat)
        assert original is not None
        assert twin is not None
        assert (original.deadline, original.wait_seconds) == (twin.deadline, twin.wait_seconds)
        return True


def events_of(notice: Notice | None, before: tuple[PublicEvent, ...]) -> tuple[PublicEvent, ...]:
    """Return the public events up to a notice; one that shows none adds none."""
    return notice.events if isinstance(notice, TableShown) else before


def visible(notices: Iterable[Notice], chat: ChatId, witness: PlayerId | None) -> Iterator[Notice]:
    """Return what a group and its witness get, each sentence after the table it goes with."""
    held: list[Notice] = []
    for notice in notices:
        if isinstance(notice, Forgotten) or notice.chat != chat:
            continue
        if isinstance(notice, Said):
            held.append(notice)
        elif isinstance(notice, TableShown):
            yield notice
            yield from held
            held.clear()
        elif isinstance(notice, HandShown) and notice.player == witness:
            yield notice
    yield from held

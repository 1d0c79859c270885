"""A match of cribbage on a stand-in: what its two players see and do, and what their group gets.

Ann plays by the buttons of her private chat, Bob, to whom the bot cannot write, by the numbers
under the table and My cards.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from bot.cards import Card, parse_card, parse_cards
from bot.house.archive import load_setup
from bot.message import card_text
from bot.ports import Store

PATIENCE_SECONDS = 60.0
"""How long a message may wait for room in the window of its group."""

HEAD = "Cribbage · "
FACE = re.compile(r"(10|[A2-9JQK])([♠♥♦♣])")
NUMBERED = re.compile(r"([①②③④⑤⑥])(10|[A2-9JQK])([♠♥♦♣])")
PHASES = "laying away|the play|results"


def faces(text: str) -> set[str]:
    """Return every card that a text shows."""
    return {rank + suit for rank, suit in FACE.findall(text)}


def numbered(answer: str) -> dict[str, str]:
    """Return the places of the cards in hand, by the cards, of an answer to My cards."""
    (own,) = [line for line in answer.splitlines() if "Your hand" in line]
    places = {mark: str(at) for at, mark in enumerate("①②③④⑤⑥", start=1)}
    return {rank + suit: places[mark] for mark, rank, suit in NUMBERED.findall(own)}


@dataclass
class Deal:
    """What everyone may see of a deal by now, worked out from its deck and what was done.

    ``hands`` are by seat. A last card plays itself when its turn comes, which no stored row says.
    """

    hands: dict[int, list[Card]]
    starter: Card
    public: set[str]
    crib: list[Card] = field(default_factory=list)
    count: int = 0

    def lay_away(self, seat: int, cards: Iterable[Card]) -> None:
        """Take two cards; the fourth in the crib turns the starter (CR-4)."""
        self.crib += cards
        self.hands[seat] = [card for card in self.hands[seat] if card not in self.crib]
        if len(self.crib) == 4:
            self.public.add(card_text(self.starter))

    def play(self, seat: int, card: Card) -> None:
        """Play a card; the other goes on, or who can, or a new count begins (CR-10)."""
        self.hands[seat].remove(card)
        self.public.add(card_text(card))
        self.count += points(card)
        after = next((each for each in (1 - seat, seat) if self._can_play(each)), None)
        if after is None:
            self.count = 0
            after = 1 - seat if self.hands[1 - seat] else seat
        if len(self.hands[after]) == 1:
            self.play(after, self.hands[after][0])

    def _can_play(self, seat: int) -> bool:
        return any(self.count + points(card) <= 31 for card in self.hands[seat])


def points(card: Card) -> int:
    """Return what a card counts in the play (CR-7)."""
    return {"A": 1, "T": 10, "J": 10, "Q": 10, "K": 10}.get(card.rank) or int(card.rank)


async def deal_of(store: Store, number: int, cut: set[str]) -> Deal:
    """Read a deal as it stands: six cards each, one at a time, pone first, then the starter."""
    found = await store.round(1, number)
    assert found is not None
    setup = load_setup(found[0].setup)
    deck, pone = parse_cards(setup.deck), 1 - setup.dealer
    dealt = {pone: deck[0:12:2], 1 - pone: deck[1:12:2]}
    hands = {seat: list(cards) for seat, cards in dealt.items()}
    deal = Deal(hands, deck[12], set(cut) if number == 1 else set())
    for row in found[1]:
        verb, *words = row.words.split()
        cards = [dealt[row.seat][int(word.lstrip("#")) - 1] for word in words if "#" in word]
        cards += [parse_card(word) for word in words if "#" not in word]
        if verb == "discard":
            deal.lay_away(row.seat, cards)
        elif verb == "play":
            deal.play(row.seat, *cards)
    return deal


class Shown(Protocol):
    """A message as it is now."""

    @property
    def labels(self) -> Sequence[str]:
        """What the buttons under it say."""


class Match(ABC):
    """A match on a stand-in: what its players do, and what their group got until then.

    ``read`` is how much of that was looked at, ``dealt_at`` when Deal was pressed.
    """

    read: int = 0
    dealt_at: float = 0.0

    # --- what a platform makes of it ------------------------------------------------------------

    @abstractmethod
    async def until(self, condition: Callable[[], object]) -> None:
        """Wait until something is true of what can be seen."""

    @abstractmethod
    def now(self) -> float:
        """Return the time on the platform."""

    @abstractmethod
    async def opens(self, rules: str) -> None:
        """Open a table by rules that an admin may set."""

    @abstractmethod
    async def ann_presses(self, label: str) -> str:
        """Let Ann press a button in the group, and return the answer."""

    @abstractmethod
    async def bob_presses(self, label: str) -> str:
        """Let Bob press a button in the group, and return the answer."""

    @abstractmethod
    async def ann_acts(self) -> None:
        """Press the first button of the private panel, once it has some."""

    @property
    @abstractmethod
    def posted(self) -> Sequence[tuple[str, Shown]]:
        """What the group sees: plain texts and their messages, oldest first."""

    @abstractmethod
    def payloads(self) -> list[str]:
        """Return everything that posted in the group or changed something there, as plain text."""

    # --- what can be seen -----------------------------------------------------------------------

    @property
    def text(self) -> str:
        """What the newest message of the table says."""
        return self._newest[0]

    @property
    def labels(self) -> Sequence[str]:
        """What the buttons under it say."""
        return self._newest[1].labels

    @property
    def _newest(self) -> tuple[str, Shown]:
        return [each for each in self.posted if each[0].startswith(HEAD)][-1]

    @property
    def round(self) -> int:
        """Which deal is on the table."""
        found = re.match(rf"{HEAD}deal (\d+)", self.text)
        assert found is not None
        return int(found[1])

    @property
    def awaits(self) -> set[str]:
        """Whom the table waits for."""
        found = re.search(r"^Waiting for (.*?) ·", self.text, re.MULTILINE)
        return set(found[1].split(", ")) if found else set()

    def is_in(self, part: str) -> bool:
        """Whether the table is in a part of the deal."""
        return f"· {part}" in self.text.splitlines()[0]

    @property
    def is_won(self) -> bool:
        return re.search(r"^\w+ wins \d+ to ", self.text, re.MULTILINE) is not None

    async def shows(self, words: str) -> None:
        """Wait until the table shows these words."""
        await self.until(lambda: words in self.text)

    async def changes(self, before: str) -> None:
        """Wait until the table shows something else."""
        await self.until(lambda: self.text != before)

    # --- what they do ---------------------------------------------------------------------------

    async def begins(self, rules: str = "target=61") -> None:
        """Open a table by rules that an admin may set; both sit down, and Ann deals."""
        await self.opens(rules)
        await self.until(lambda: any(text.startswith(HEAD) for text, _ in self.posted))
        await self.ann_presses("Join")
        await self.shows("Ann · 10")
        await self.bob_presses("Join")
        await self.shows("Bob · 10")
        await self.ann_presses("Deal")
        self.dealt_at = self.now()
        await self.until(lambda: self.is_in("laying away"))

    async def bob_looks(self) -> str:
        """Return what My cards shows Bob."""
        return await self.bob_presses("My cards")

    async def bob_acts(self) -> None:
        """Press numbers under the table: of two cards, or of one that fits."""
        answer = await self.bob_looks()
        at = numbered(answer)
        if "Lay two cards away" in answer:
            assert [*at.values()] == [*"123456"]
            await self.bob_presses("5·6")
            return
        fits = re.search(r"at most: (.*) fits?\.", answer)
        place = at[min(faces(fits[1])) if fits else min(at)]
        await self.until(lambda: place in self.labels)
        await self.bob_presses(place)

    async def turn(self) -> None:
        """Let one of those act who are waited for, and wait until the group sees it."""
        before = self.text
        await (self.ann_acts() if "Ann" in self.awaits else self.bob_acts())
        await self.changes(before)

    async def deal(self) -> None:
        """Play until the deal is counted."""
        while not self.is_in("results"):
            await self.turn()

    async def deal_unseen(self) -> None:
        """Play until the deal is counted, by what each sees in private, however late the table."""
        while not self.is_in("results"):
            answer = await self.bob_looks()
            if "Your move" in answer or "Lay two" in answer:
                await self.bob_acts()
            elif "Waiting for Ann" in answer:
                await self.ann_acts()
            else:
                await self.until(lambda: self.is_in("results"))

    async def next_deal(self) -> None:
        """Ask for the next deal, both of them."""
        number = self.round
        await self.ann_presses("Deal")
        await self.bob_presses("Deal")
        await self.until(lambda: self.round > number)

    # --- what the group got ---------------------------------------------------------------------

    def cut(self) -> set[str]:
        """Return the cards that were cut for the first deal."""
        (line, *_) = re.findall(r"Cut for deal[^\"]*?(?:\\n)", " ".join(self.payloads()))
        return faces(line)

    async def assert_nothing_hidden(self, store: Store) -> None:
        """Raise ``AssertionError`` where the group got a card since the last look too early."""
        cut, payloads = self.cut(), self.payloads()
        new, self.read = payloads[self.read :], len(payloads)
        for payload in new:
            shown = faces(payload)
            head = re.search(rf"{HEAD}deal (\d+) · ({PHASES})", payload)
            if head is None:
                assert not shown, payload
                continue
            deal = await deal_of(store, int(head[1]), cut)
            crib = {*map(card_text, deal.crib)} if "’s crib ·" in payload else set()
            assert shown <= deal.public | crib, payload

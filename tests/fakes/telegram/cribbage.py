"""A match of cribbage on a stand-in: what its two players see and do, and what their group gets.

Ann plays by the buttons of her private chat, Bob, who never started the bot, by the numbers under
the table and My cards.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from bot.cards import Card, parse_card, parse_cards
from bot.house.archive import load_setup
from bot.message import card_text
from bot.ports import Store
from tests.fakes.telegram.chats import Chat
from tests.fakes.telegram.messages import CALLBACK_DATA_BYTES, Message
from tests.fakes.telegram.people import User
from tests.fakes.telegram.record import EDITS, POSTS, Call, Record
from tests.fakes.telegram.stand_in import Telegram
from tests.fakes.telegram.world import Press

PATIENCE_SECONDS = 60.0
"""How long a message may wait for room in the window of its group."""

HEAD = "Cribbage · deal"
FACE = re.compile(r"(10|[A2-9JQK])([♠♥♦♣])")
NUMBERED = re.compile(r"([①②③④⑤⑥])(10|[A2-9JQK])([♠♥♦♣])")
DATA = re.compile(r'"callback_data": "([^"]+)')


def faces(text: str) -> set[str]:
    """Return every card that a text shows."""
    return {rank + suit for rank, suit in FACE.findall(text)}


def numbered(alert: str) -> dict[str, str]:
    """Return the places of the cards in hand, by the cards, of an answer to My cards."""
    first = alert.splitlines()[0]
    assert "Your hand" in first
    places = {mark: str(at) for at, mark in enumerate("①②③④⑤⑥", start=1)}
    return {rank + suit: places[mark] for mark, rank, suit in NUMBERED.findall(first)}


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


@dataclass
class Match:
    """A match on a stand-in: what its players do, and what their group got until then."""

    telegram: Telegram
    group: Chat
    ann: User
    bob: User
    read: int = 0
    dealt_at: float = 0.0

    # --- what can be seen -----------------------------------------------------------------------

    @property
    def table(self) -> Message:
        """The newest message of the table."""
        return [each for each in self.group.posted() if each.text.startswith(HEAD)][-1]

    @property
    def round(self) -> int:
        """Which deal is on the table."""
        found = re.match(rf"{HEAD} (\d+)", self.table.text)
        assert found is not None
        return int(found[1])

    @property
    def awaits(self) -> set[str]:
        """Whom the table waits for."""
        found = re.search(r"^Waiting for (.*?) ·", self.table.text, re.MULTILINE)
        return set(found[1].split(", ")) if found else set()

    def is_in(self, part: str) -> bool:
        """Whether the table is in a part of the deal."""
        return f"· {part}" in self.table.text.splitlines()[0]

    @property
    def is_won(self) -> bool:
        return re.search(r"^\w+ wins \d+ to ", self.table.text, re.MULTILINE) is not None

    async def shows(self, words: str) -> None:
        """Wait until the table shows these words."""
        await self.telegram.until(lambda: words in self.table.text, PATIENCE_SECONDS)

    async def changes(self, before: str) -> None:
        """Wait until the table shows something else."""
        await self.telegram.until(lambda: self.table.text != before, PATIENCE_SECONDS)

    # --- what they do ---------------------------------------------------------------------------

    async def press(self, who: User, label: str, where: Chat | None = None) -> Press:
        """Press a button and wait for the answer."""
        press = await who.presses(where or self.group, label)
        await self.telegram.until(lambda: press.alert)
        return press

    async def begins(self, rules: str = "target=61") -> None:
        """Open a table by rules that an admin may set; both sit down, and Ann deals."""
        await self.telegram.founder.says(self.group, f"/new cribbage {rules}".strip())
        await self.telegram.until(lambda: HEAD in self.group.view())
        await self.press(self.ann, "Join")
        await self.shows("Ann · 10")
        await self.press(self.bob, "Join")
        await self.shows("Bob · 10")
        await self.press(self.ann, "Deal")
        self.dealt_at = self.telegram.clock.now()
        await self.telegram.until(lambda: self.is_in("laying away"), PATIENCE_SECONDS)

    async def bob_looks(self) -> str:
        """Return what My cards shows Bob."""
        return (await self.press(self.bob, "My cards")).text or ""

    async def ann_acts(self) -> None:
        """Press the first button of the private panel, once it has some."""
        await self.telegram.until(lambda: self.ann.private.newest.labels, PATIENCE_SECONDS)
        panel = self.ann.private.newest
        await self.press(self.ann, panel.labels[0], self.ann.private)

    async def bob_acts(self) -> None:
        """Press numbers under the table: of two cards, or of one that fits."""
        alert = await self.bob_looks()
        at = numbered(alert)
        if "Lay two cards away" in alert:
            assert [*at.values()] == [*"123456"]
            await self.press(self.bob, "5·6")
            return
        fits = re.search(r"at most: (.*) fits?\.", alert)
        place = at[min(faces(fits[1])) if fits else min(at)]
        await self.telegram.until(lambda: place in self.table.labels, PATIENCE_SECONDS)
        await self.press(self.bob, place)

    async def turn(self) -> None:
        """Let one of those act who are waited for, and wait until the group sees it."""
        before = self.table.text
        await (self.ann_acts() if "Ann" in self.awaits else self.bob_acts())
        await self.changes(before)

    async def deal(self) -> None:
        """Play until the deal is counted."""
        while not self.is_in("results"):
            await self.turn()

    async def deal_unseen(self) -> None:
        """Play until the deal is counted, by what each sees in private, however late the table."""
        while not self.is_in("results"):
            alert = await self.bob_looks()
            if "Your move" in alert or "Lay two" in alert:
                await self.bob_acts()
            elif "Waiting for Ann" in alert:
                await self.ann_acts()
            else:
                await self.telegram.until(lambda: self.is_in("results"), PATIENCE_SECONDS)

    async def next_deal(self) -> None:
        """Ask for the next deal, both of them."""
        number = self.round
        await self.press(self.ann, "Deal")
        await self.press(self.bob, "Deal")
        await self.telegram.until(lambda: self.round > number, PATIENCE_SECONDS)

    # --- what the group got ---------------------------------------------------------------------

    def calls(self) -> list[Call]:
        """Return every call that posted in the group, or changed something there."""
        return self.telegram.calls.of(*POSTS, *EDITS, "deleteMessage", chat=self.group.id)

    def cut(self) -> set[str]:
        """Return the cards that were cut for the first deal."""
        (line, *_) = re.findall(r"Cut for deal[^\"]*?(?:\\n)", " ".join(self._payloads()))
        return faces(line)

    def _payloads(self) -> list[str]:
        return [call.payload for call in self.calls()]

    async def assert_nothing_hidden(self, store: Store) -> None:
        """Raise ``AssertionError`` where the group got a card since the last look too early."""
        cut = self.cut()
        new, self.read = self._payloads()[self.read :], len(self.calls())
        for payload in new:
            shown = faces(payload)
            head = re.search(
                rf"{HEAD}(?:</b>)? ?(\d+) · (laying away|the play|results)", plain(payload)
            )
            if head is None:
                assert not shown, payload
                continue
            deal = await deal_of(store, int(head[1]), cut)
            crib = {*map(card_text, deal.crib)} if "’s crib ·" in payload else set()
            assert shown <= deal.public | crib, payload

    def assert_within_limits(self) -> None:
        """Raise ``AssertionError`` where the group got more than it may, or buttons too long."""
        assert Record(self.calls()).busiest() <= 18
        assert not self.telegram.calls.refused(429)
        data = [found for call in self.telegram.calls for found in DATA.findall(call.payload)]
        assert data
        assert max(len(each.encode()) for each in data) <= CALLBACK_DATA_BYTES


def plain(payload: str) -> str:
    """Return a payload without its tags."""
    return re.sub(r"</?\w+>", "", payload)

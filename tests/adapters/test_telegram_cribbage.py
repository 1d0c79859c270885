"""Two friends play a match of cribbage in a group; one of them never started the bot.

Ann plays by the buttons of her private chat, Bob by the numbers under the table and My cards.
"""

import asyncio
import re
from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from adapters.telegram_ids import chat_id, player_id
from bot.basics import community_of
from bot.cards import Card, parse_card, parse_cards
from bot.house.archive import load_setup
from bot.ledger import wallet
from bot.message import card_text
from bot.ports import Store
from storage.audit import audit
from storage.store import SqliteStore
from tests.fakes.telegram.chats import Chat
from tests.fakes.telegram.live import Live, swiftly
from tests.fakes.telegram.messages import CALLBACK_DATA_BYTES, Copy, Message
from tests.fakes.telegram.people import User
from tests.fakes.telegram.process import BotProcess
from tests.fakes.telegram.record import EDITS, POSTS, Call, Record
from tests.fakes.telegram.stand_in import Telegram
from tests.fakes.telegram.world import Press

pytest_plugins = ["tests.fakes.telegram.fixtures"]

PATIENCE_SECONDS = 60.0
"""How long a message may wait for room in the window of its group."""

HEAD = "Cribbage · round"
NUDGE = "Bob, it is your turn."
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


# --- a whole match ----------------------------------------------------------------------------


@swiftly
async def test_a_match_is_played_from_the_cut_to_the_win_and_no_card_shows_too_early(live: Live):
    match = await begun(live)
    assert "Cut for deal" in match.table.text
    while not match.is_won:
        if match.is_in("results"):
            assert await chips(live, live.ann, live.bob) == (990, 990)
            await match.next_deal()
        await match.turn()
        await match.assert_nothing_hidden(live.store)
    ann_won = "Ann wins 61 to" in match.table.text
    assert await chips(live, live.ann, live.bob) == ((1_010, 990) if ann_won else (990, 1_010))
    refused = {call.chat_id for call in live.telegram.calls.refused(403)}
    assert refused == {live.bob.id, live.telegram.founder.id}
    match.assert_within_limits()


@swiftly
async def test_a_restart_brings_a_match_back_in_mid_deal_and_between_two_deals(live: Live):
    match = await begun(live)
    for part in ("laying away", "the play", "results"):
        while not match.is_in(part):
            await match.turn()
        before = match.table.text
        await live.stop()
        await live.start()
        assert match.table.text == before
        assert await chips(live, live.ann, live.bob) == (990, 990)
    await match.next_deal()
    assert "Cut for deal" not in match.table.text
    await match.turn()
    await match.assert_nothing_hidden(live.store)


@swiftly
async def test_buttons_of_an_earlier_deal_or_an_earlier_moment_change_nothing(live: Live):
    match = await begun(live)
    dealt, panel = match.table.copy(), live.ann.private.newest.copy()
    await match.deal()
    counted = match.table.copy()
    await match.next_deal()
    while not match.is_in("the play"):
        await match.turn()
    stored = await rows(live, match.round)
    for who, seen in ((live.ann, dealt), (live.bob, dealt), (live.bob, counted), (live.ann, panel)):
        assert "earlier moment" in await late_press(live, who, seen)
    assert await rows(live, match.round) == stored
    await match.turn()


@swiftly
async def test_typed_cards_work_in_private_and_nobody_else_sees_them(live: Live):
    match = await begun(live)
    held = live.ann.private.newest.text
    one, other = (card for card in FACE.findall(held)[:2])
    await live.ann.whispers(f"/crib {typed(one)} {typed(other)}")
    await match.shows("laid away")
    await match.bob_acts()
    await match.telegram.until(lambda: match.is_in("the play"), PATIENCE_SECONDS)
    if match.awaits == {"Bob"}:
        await match.turn()
    await live.telegram.until(lambda: "Your move" in live.ann.private.newest.text)
    card = FACE.findall(live.ann.private.newest.labels[0])[0]
    before = match.table.text
    await live.ann.whispers(f"/play {typed(card)}")
    await match.changes(before)
    assert f"Ann plays {''.join(card)}" in match.table.text
    await match.assert_nothing_hidden(live.store)


def typed(card: tuple[str, str]) -> str:
    """Return a card as somebody writes it: ``10h``."""
    rank, suit = card
    return rank + {"♠": "s", "♥": "h", "♦": "d", "♣": "c"}[suit]


# --- the nudge --------------------------------------------------------------------------------


@swiftly
async def test_who_does_not_act_is_called_once_by_a_message_that_rings_and_goes_again(live: Live):
    match = await begun(live)
    await match.ann_acts()
    await match.shows("laid away")
    called = await nudge(match)
    assert not called.silent
    assert called.sent_at - match.dealt_at >= 20
    (call,) = [c for c in live.telegram.calls.posts(live.group.id) if NUDGE in plain(c.payload)]
    assert f"tg://user?id={live.bob.id}" in call.payload
    await match.bob_acts()
    await live.telegram.until(lambda: called.deleted, PATIENCE_SECONDS)
    assert called not in live.group.posted()
    await match.assert_nothing_hidden(live.store)
    match.assert_within_limits()


@swiftly
async def test_it_goes_when_the_clock_acts_for_them_or_the_match_ends(live: Live):
    match = await begun(live)
    await match.ann_acts()
    called = await nudge(match)
    await live.telegram.until(lambda: called.deleted, PATIENCE_SECONDS)
    assert "laid away" not in match.table.text, "the clock has laid cards away"
    while "Bob" not in match.awaits:
        await match.turn()
    again = await nudge(match)
    await match.press(live.bob, "My cards")
    await live.bob.says(live.group, "/leave")
    await live.telegram.until(lambda: again.deleted, PATIENCE_SECONDS)
    await match.shows("so Ann wins it")


@swiftly
async def test_where_turns_are_long_the_call_comes_at_half_of_one_and_the_old_table_goes_on(
    live: Live,
):
    match = await begun(live, "turn_minutes=60")
    while match.awaits != {"Bob"}:
        await match.ann_acts()
        await match.telegram.until(lambda: "Ann" not in match.awaits, PATIENCE_SECONDS)
    table = match.table
    await asyncio.sleep(30 * 60 - 60)
    assert NUDGE not in live.group.view()
    await asyncio.sleep(120)
    called = live.group.newest
    assert called.text == NUDGE
    await match.bob_acts()
    await live.telegram.until(lambda: called.deleted, PATIENCE_SECONDS)
    await live.telegram.until(lambda: match.is_in("the play"), PATIENCE_SECONDS)
    assert match.table is table


async def begun(live: Live, rules: str = "target=61") -> Match:
    """Begin a match of Ann, who has a private chat with the bot, and Bob, who has none."""
    await live.starts(live.ann)
    match = Match(live.telegram, live.group, live.ann, live.bob)
    await match.begins(rules)
    return match


async def nudge(match: Match) -> Message:
    """Wait until Bob is called, and return the message."""
    await match.telegram.until(lambda: NUDGE in match.group.view(), PATIENCE_SECONDS)
    return next(each for each in match.group.posted() if each.text == NUDGE)


async def late_press(live: Live, who: User, seen: Copy) -> str:
    """Press the first button of a message as it was once, and return the answer."""
    press = await who.presses(seen, seen.content.labels[0])
    await live.telegram.until(lambda: press.alert)
    return press.text or ""


async def rows(live: Live, number: int) -> list[str]:
    """Return what was done in a deal."""
    found = await live.store.round(1, number)
    assert found is not None
    return [f"{row.seat} {row.words}" for row in found[1]]


async def chips(live: Live, *people: User) -> tuple[int, ...]:
    """Return what people have in their wallets."""
    community = community_of(chat_id(live.group.id))
    wallets = [wallet(community, player_id(who.id)) for who in people]
    held = await live.store.balances(wallets)
    return tuple(held[each] for each in wallets)


# --- the bot as its own process ---------------------------------------------------------------


@dataclass
class Served(Match):
    """A match of a bot that is a process of its own, on a SQLite file."""

    bot: BotProcess = field(kw_only=True)

    async def killed(self) -> None:
        """End the bot in the middle of whatever it does, look at its books, start it again."""
        await self.bot.kill()
        assert audit(self.bot.database).clean
        store = await SqliteStore.open(self.bot.database)
        await self.assert_nothing_hidden(store)
        await store.close()
        await self.bot.start()


@pytest.fixture
async def served(telegram: Telegram, tmp_path: Path) -> AsyncIterator[Served]:
    """Return a match of a bot that calls after 3 seconds; at the end it has done nothing wrong."""
    ann, bob = telegram.user("Ann"), telegram.user("Bob")
    group = telegram.supergroup("Friends", members=[ann, bob])
    bot = BotProcess(telegram, tmp_path, {"HOUSE_NUDGE_SECONDS": "3"})
    await bot.start()
    await ann.starts_bot()
    match = Served(telegram, group, ann, bob, bot=bot)
    yield match
    assert await bot.stop() == 0
    assert not telegram.unanswered
    assert not telegram.calls.replies()
    assert all(len(press.alerts) == 1 for press in telegram.presses.values())
    assert audit(bot.database).clean
    assert not faces(bot.said)
    assert telegram.token not in bot.said


async def test_a_match_outlives_a_bot_that_is_killed_in_mid_deal_and_between_two_deals(served):
    await served.begins()
    await served.ann_acts()
    await nudge(served)
    held = numbered(await served.bob_looks())
    await served.bob_acts()
    await served.killed()
    assert numbered(await served.bob_looks()) == dict(list(held.items())[:4])
    await served.deal_unseen()
    results = served.table.text
    await served.killed()
    assert served.table.text == results
    await served.next_deal()
    await served.bob.says(served.group, "/leave")
    await served.shows("so Ann wins it")

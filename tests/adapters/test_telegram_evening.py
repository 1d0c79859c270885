"""The bot as its own process on a platform of its own: a group plays, and nothing gets lost."""

import re
from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.cards import parse_cards
from storage.audit import audit
from tests.fakes.process import BotProcess
from tests.fakes.telegram.chats import Chat
from tests.fakes.telegram.messages import Message
from tests.fakes.telegram.people import User
from tests.fakes.telegram.stand_in import Telegram
from tests.fakes.telegram.world import Press
from tests.fakes.thorough import takes_long

pytest_plugins = ["tests.fakes.telegram.fixtures"]

PATIENCE_SECONDS = 30.0
"""How long a message may wait for room in the window of its group."""

FACE = re.compile(r"(10|[A2-9JQK])([♠♥♦♣])")


@dataclass
class Evening:
    """A bot, a group of three of whom Cat never started it, and what they do."""

    telegram: Telegram
    bot: BotProcess
    group: Chat
    ann: User
    bob: User
    cat: User

    @property
    def everyone(self) -> tuple[User, User, User]:
        return self.ann, self.bob, self.cat

    async def press(self, who: User, label: str, where: Chat | None = None) -> Press:
        """Press a button and wait for the answer."""
        press = await who.presses(where or self.group, label)
        await self.telegram.until(lambda: press.alert)
        return press

    async def shows(self, words: str) -> None:
        """Wait until one of the newest messages in the group shows these words."""
        await self.telegram.until(
            lambda: any(words in repr(message) for message in self.group.posted()[-2:]),
            PATIENCE_SECONDS,
        )

    async def changes(self, before: str) -> None:
        """Wait until the table shows something else."""
        await self.telegram.until(lambda: repr(self.table) != before, PATIENCE_SECONDS)

    @property
    def table(self) -> Message:
        """The newest message with buttons."""
        return [message for message in self.group.posted() if message.labels][-1]

    async def sits_down(self) -> None:
        """Open a table; everybody joins it."""
        await self.ann.says(self.group, "/join 50")
        await self.telegram.until(self.group.posted)
        await self.press(self.bob, "Join")
        await self.cat.says(self.group, "/join 20")
        await self.shows("Cat")

    async def deals(self) -> None:
        """Deal, and wait until the cards are out; a natural of the bank may end it at once."""
        await self.press(self.ann, "Deal")
        out = {"My cards", "Again"}
        await self.telegram.until(lambda: out & set(self.table.labels), PATIENCE_SECONDS)

    async def all_stand(self) -> None:
        """Stand, whoever still may, then the bank; a natural plays itself. Nobody insures."""
        while "Again" not in self.table.labels:
            before = repr(self.table)
            for who in self.everyone:
                for label in {"No", "Stand"} & set(self.table.labels):
                    await self.press(who, label)
            await self.changes(before)


@pytest.fixture
async def evening(telegram: Telegram, tmp_path: Path) -> AsyncIterator[Evening]:
    ann, bob, cat = telegram.user("Ann"), telegram.user("Bob"), telegram.user("Cat")
    group = telegram.supergroup("Friends", members=[ann, bob, cat])
    bot = BotProcess(telegram, tmp_path)
    await bot.start()
    await ann.starts_bot()
    await bob.starts_bot()
    yield Evening(telegram, bot, group, ann, bob, cat)
    assert await bot.stop() == 0
    assert not telegram.unanswered
    assert not telegram.calls.replies()
    assert all(len(press.alerts) == 1 for press in telegram.presses.values())
    assert audit(bot.database).clean
    assert telegram.token not in bot.said


def faces(text: str) -> set[str]:
    """Return every card that a text shows."""
    return {rank + suit for rank, suit in FACE.findall(text)}


def own_faces(alert: str) -> set[str]:
    """Return the asker's cards of an answer to My cards: those of its first line."""
    return faces(alert.splitlines()[0])


def group_payloads(evening: Evening) -> Iterable[str]:
    return evening.telegram.calls.counted(evening.group.id).payloads()


@pytest.mark.report("G10")
@pytest.mark.row(1, 10, 57)
async def test_three_friends_play_a_round_and_one_of_them_never_started_the_bot(evening):
    await evening.sits_down()
    await evening.deals()
    before = list(group_payloads(evening))
    hands = [(await evening.press(who, "My cards")).text or "" for who in evening.everyone]
    seen = [own_faces(hand) for hand in hands]
    assert all(len(hand) >= 2 for hand in seen)
    await evening.telegram.until(lambda: "Cards in private" in evening.table.labels)
    public = faces(" ".join(before))
    hidden = {min(hand - public, default="") for hand in seen} - {""}
    assert hidden, "somebody holds a card that the table does not show"
    for payload in group_payloads(evening):
        if "cards are out" in payload:
            assert not hidden & faces(payload)
    await evening.all_stand()
    refused = evening.telegram.calls.refused(403)
    assert {call.chat_id for call in refused} <= {evening.cat.id}


@pytest.mark.report("H25")
@pytest.mark.row(41)
async def test_a_round_outlives_a_bot_that_was_killed_in_its_middle(evening):
    await evening.sits_down()
    await evening.deals()
    before = [(await evening.press(who, "My cards")).text for who in evening.everyone]
    await evening.bot.kill()
    await evening.bot.start()
    assert [(await evening.press(who, "My cards")).text for who in evening.everyone] == before
    await evening.all_stand()


PAIR_LINE = re.compile(r"pair bet on (\w+) ([+−]\d+), (a|no) pair")


@takes_long
async def test_bets_on_pairs_outlive_a_bot_killed_in_the_lobby_and_in_the_middle_of_a_round(
    evening,
):
    await evening.ann.says(evening.group, "/new cn4deck")
    await evening.shows("bets are open")
    for who in evening.everyone:
        await evening.press(who, "Join")
    await evening.bob.whispers("/pair ann 50")
    await evening.cat.says(evening.group, "/pair 20")
    await evening.shows("Pair bet · Cat · 20")
    await evening.bot.kill()
    await evening.bot.start()
    await evening.ann.whispers("/pair cat 10")
    await evening.shows("Pair bet · Ann on Cat · 10")
    stands = ("Pair bet · Bob on Ann · 50", "Pair bet · Cat · 20", "Pair bet · Ann on Cat · 10")
    assert all(line in evening.table.text for line in stands)
    await evening.deals()
    await evening.bot.kill()
    await evening.bot.start()
    await evening.all_stand()
    told = PAIR_LINE.findall(evening.table.text)
    for on, bet in (("Ann", 50), ("Cat", 20), ("Cat", 10)):
        assert (on, f"+{11 * bet}", "a") in told or (on, f"−{bet}", "no") in told
    assert len(told) == 3


async def test_an_evening_of_two_games_with_a_bank_that_passes(evening):
    await evening.sits_down()
    await evening.press(evening.bob, "Bank")
    await evening.telegram.until(lambda: "All 1,000" in evening.bob.private.newest.labels)
    await evening.press(evening.bob, "All 1,000", evening.bob.private)
    await evening.shows("Bob with 1,000")
    await evening.deals()
    await evening.all_stand()
    await evening.bob.says(evening.group, "/pass_bank")
    for who in (evening.ann, evening.bob, evening.cat):
        await evening.press(who, "Again")
    await evening.telegram.until(lambda: "My cards" in evening.table.labels, PATIENCE_SECONDS)
    await evening.all_stand()
    await evening.shows("round 2")
    await evening.ann.says(evening.group, "/stop")
    await evening.shows("closed")
    await evening.ann.says(evening.group, "/new hk_casino")
    await evening.shows("round 3 · bets are open")
    for who in evening.everyone:
        await evening.press(who, "Join")
    await evening.deals()
    await evening.all_stand()


def test_faces_are_found():
    assert faces("Ann · 10♠ A♥ ▮") == {card_face(card) for card in ("Ts", "Ah")}


def card_face(text: str) -> str:
    (card,) = parse_cards(text)
    return ("10" if card.rank == "T" else card.rank) + {"s": "♠", "h": "♥"}[card.suit]

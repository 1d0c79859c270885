"""Bets on pairs in a group: by button and by word, shown at the showdown, paid, and given back."""

from collections import deque

import pytest

from bot import fairness
from bot.basics import ChatId, PlayerId, community_of
from bot.ledger import wallet
from tests.fakes.chance import CountedEntropy
from tests.fakes.telegram.live import Live, swiftly
from tests.fakes.telegram.people import User

RULES = "cn4deck"
PACKS = 4
SEATS = 3


async def seated(live: Live) -> None:
    """Open a table at which Ann, Bob and Cat, who never started the bot, bet 10 each."""
    await live.starts(live.ann, live.bob)
    await live.ann.says(live.group, f"/new {RULES}")
    await live.telegram.until(lambda: "bets are open" in live.group.view())
    for who in (live.ann, live.bob, live.cat):
        await live.press(who, "Join")
    await shows(live, "Cat · 10")


def table(live: Live) -> str:
    """Return what the newest table message shows."""
    tables = (each.text for each in live.group.posted() if each.text.startswith("Four-deck 21"))
    return deque(tables, 1).pop()


async def shows(live: Live, words: str) -> None:
    """Wait until the table shows these words."""
    await live.telegram.until(lambda: words in table(live))


async def whispers(live: Live, who: User, text: str) -> str:
    """Say something in private, and return what is answered there."""
    before = len(who.private.posted())
    await who.whispers(text)
    await live.telegram.until(lambda: len(who.private.posted()) > before)
    return who.private.newest.text


async def bets(live: Live, who: User, on: str, chips: int, shown: str) -> None:
    """Bet on a pair in private, and wait until the table shows it."""
    await whispers(live, who, f"/pair {on} {chips}")
    await shows(live, shown)


async def chips(live: Live, *people: User) -> tuple[int, ...]:
    """Return what people have in their wallets."""
    chat = ChatId(f"telegram:{live.group.id}")
    wallets = [wallet(community_of(chat), PlayerId(f"telegram:{who.id}")) for who in people]
    held = await live.store.balances(wallets)
    return tuple(held[each] for each in wallets)


async def all_stand(live: Live) -> None:
    """Stand, whoever still may, until there are results."""
    while "results" not in table(live):
        before = table(live)
        for label in ("No", "Stand"):
            for who in (live.ann, live.bob, live.cat):
                if label in live.group.newest.labels:
                    await live.press(who, label)
        await changes(live, before)


async def changes(live: Live, before: str) -> None:
    await live.telegram.until(lambda: table(live) != before)


def lay_a_pair(live: Live, place: int) -> None:
    """Let the next round deal a pair to the seat in that place, and to nobody else."""
    entropy, chat = live.entropy, f"telegram:{live.group.id}"
    assert isinstance(entropy, CountedEntropy)
    while True:
        seed = CountedEntropy(entropy.drawn).seed()
        deck = fairness.shuffle(fairness.key(seed, chat, 1, RULES), PACKS)
        twice = zip(deck[:SEATS], deck[SEATS + 1 : 2 * SEATS + 1], strict=True)
        if [first.rank == second.rank for first, second in twice] == [
            seat == place for seat in range(SEATS)
        ]:
            return
        entropy.drawn += 1


@swiftly
async def test_pairs_bet_on_by_button_and_by_word_are_shown_at_the_showdown_and_paid(live: Live):
    lay_a_pair(live, place=0)
    await seated(live)
    asked = await live.press(live.bob, "Pair bet")
    assert asked.text
    assert "press in our private chat" in asked.text
    await live.telegram.until(lambda: "Ann 50" in live.bob.private.newest.labels)
    assert "Bob 10" not in live.bob.private.newest.labels, "one's own cards are called mine"
    bet = await live.press(live.bob, "Ann 50", live.bob.private)
    assert (
        bet.text
        == "You bet 50 that Ann gets a pair in the next round. The same with 0 takes it back."
    )
    await live.press(live.bob, "Mine 10", live.bob.private)
    await live.cat.says(live.group, "/pair 20")
    await bets(live, live.ann, "cat", 4, "Pair bet · Ann on Cat · 4")
    for line in ("Bob on Ann · 50", "Pair bet · Bob · 10", "Pair bet · Cat · 20"):
        await shows(live, line)
    await live.press(live.ann, "Deal")
    await shows(live, "Pair bet · Bob on Ann · 50")
    assert "a pair" not in table(live), "what lies face down is told at the showdown"
    await all_stand(live)
    told = table(live)
    for line in (
        "pair bet on Ann +550, a pair",
        "pair bet on Bob −10, no pair",
        "pair bet on Cat −20, no pair",
        "pair bet on Cat −4, no pair",
    ):
        assert line in told
    await live.telegram.until(lambda: "pair bet on Ann +550, a pair" in live.bob.private.view())
    [won] = await chips(live, live.bob)
    assert f"• Bob +{won - 1_000}" in told


@swiftly
async def test_who_has_not_the_chips_for_a_bet_on_a_pair_is_told_how_many_there_are(live: Live):
    await seated(live)
    await live.press(live.bob, "Pair bet")
    await live.telegram.until(lambda: "Ann 100" in live.bob.private.newest.labels)
    question = live.bob.private.newest
    assert "990" in await whispers(live, live.bob, "/pair ann 2000")
    await bets(live, live.bob, "cat", 940, "Pair bet · Bob on Cat · 940")
    late = await live.bob.presses(question, "Ann 100")
    await live.telegram.until(lambda: late.alert)
    assert late.text
    assert "50" in late.text
    assert "Bob on Ann" not in table(live)
    assert await chips(live, live.bob) == (50,)


@swiftly
async def test_a_bet_on_who_leaves_comes_back_and_the_group_is_told(live: Live):
    await seated(live)
    await bets(live, live.bob, "ann", 50, "Pair bet · Bob on Ann · 50")
    await bets(live, live.ann, "ann", 20, "Pair bet · Ann · 20")
    left = await live.press(live.ann, "Leave")
    assert left.text
    assert "30" in left.text
    await live.telegram.until(lambda: "Pair bet" not in live.group.having("Join").text)
    await live.telegram.until(
        lambda: "Bob, your pair bet on Ann went back to you." in live.group.view()
    )
    assert await chips(live, live.ann, live.bob) == (1_000, 990)


@swiftly
async def test_a_bank_covers_bets_on_pairs_and_takes_none_itself(live: Live):
    await seated(live)
    await bets(live, live.bob, "cat", 4, "Pair bet · Bob on Cat · 4")
    await live.cat.says(live.group, "/bank 150")
    await shows(live, "Cat with 150")
    assert "Pair bet" not in table(live)
    refused = await whispers(live, live.bob, "/pair ann 50")
    assert "10" in refused
    await bets(live, live.bob, "ann", 10, "Pair bet · Bob on Ann · 10")
    assert (await live.press(live.cat, "Pair bet")).text
    assert "Cat on" not in table(live)


@pytest.mark.parametrize("void", [True, False])
@swiftly
async def test_bets_on_pairs_come_back_when_a_round_is_called_off_or_the_table_closes(
    live: Live, void: bool
):
    await seated(live)
    await bets(live, live.bob, "ann", 50, "Pair bet · Bob on Ann · 50")
    if void:
        await live.press(live.ann, "Deal")
        await shows(live, "cards are out")
        for who in (live.ann, live.bob, live.cat):
            await who.says(live.group, "/stop void")
            await live.beat()
    else:
        await live.ann.says(live.group, "/stop")
    await live.telegram.until(lambda: "Pair bet" not in live.group.newest.labels)
    assert await chips(live, live.ann, live.bob, live.cat) == (1_000, 1_000, 1_000)

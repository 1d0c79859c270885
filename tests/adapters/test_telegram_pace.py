"""How fast the bot sends: what a round costs a group, and who waits for whom.

The bot and its platform run on a loop whose time jumps, so minutes pass in no time.
"""

import asyncio

import pytest

from adapters.telegram_ids import chat_id, player_id
from bot.basics import community_of
from bot.ledger import wallet
from tests.benchmarks.pace import (
    FIVE,
    TROUBLE,
    Beside,
    Evening,
    beside,
    delays,
    evening,
    five_play,
    part_of,
)
from tests.fakes.chance import CountedEntropy
from tests.fakes.swift import in_no_time
from tests.fakes.telegram.live import RICH, Live, swift_live
from tests.fakes.telegram.people import User
from tests.fakes.thorough import takes_long

# --- what a round costs -----------------------------------------------------------------------

HIT_ONCE = 3
"""So many seeds are left out: then Ann and Bob can both hit once and then stand."""

TOGETHER = (("ann", "Hit", 0), ("bob", "Hit", 2), ("ann", "Stand", 0), ("bob", "Stand", 2))
NEARLY = (("ann", "Hit", 0.4), ("bob", "Hit", 1.6), ("ann", "Stand", 0.4), ("bob", "Stand", 1.6))
BY_TURNS = (("ann", "Hit", 2), ("bob", "Hit", 2), ("ann", "Stand", 2), ("bob", "Stand", 2))
ONE_BY_ONE = (("ann", "Hit", 2), ("ann", "Stand", 2), ("bob", "Hit", 2), ("bob", "Stand", 2))
"""Who presses what, and how many seconds later the next press comes."""


@pytest.mark.parametrize("opening", ["/join 50", "/new"])
@pytest.mark.parametrize("presses", [TOGETHER, NEARLY, BY_TURNS, ONE_BY_ONE])
@in_no_time
async def test_from_the_lobby_to_the_settled_table_two_players_cost_six_calls(opening, presses):
    async with swift_live(entropy=CountedEntropy(HIT_ONCE)) as live:
        await live.starts(live.ann, live.bob)
        await live.ann.says(live.group, opening)
        await asyncio.sleep(2)
        for who in (live.ann, live.bob):
            if who.first_name not in live.group.newest.text:
                await live.press(who, "Join")
                await asyncio.sleep(2)
        await live.press(live.ann, "Deal")
        await asyncio.sleep(2)
        for name, label, seconds in presses:
            await getattr(live, name).presses(live.group, label)
            await asyncio.sleep(seconds)
        await live.telegram.until(lambda: "results" in live.group.newest.text)
        stored = await live.store.round(1, 1)
        assert stored is not None
        assert sorted((act.seat, act.words) for act in stored[1] if act.seat >= 0) == [
            (0, "hit"),
            (0, "stand"),
            (1, "hit"),
            (1, "stand"),
        ]
        assert len(live.telegram.calls.counted(live.group.id)) <= 6
        assert len(live.telegram.calls.posts(live.group.id)) <= 2
        live.assert_answered()


# --- five seats -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("banker", "rounds_a_minute"), [(None, 5), pytest.param("Eve", 3.5, marks=takes_long)]
)
def test_five_play_fast_and_see_in_time_what_happened(banker, rounds_a_minute):
    pace = five_play(4, 17, banker=banker)
    assert pace.rounds_a_minute >= rounds_a_minute
    assert part_of(pace.urgent, 0.95) <= 2.5
    assert pace.busiest <= 18
    assert pace.floods == 0


# --- one chat fails ---------------------------------------------------------------------------


@pytest.fixture(scope="module")
def undisturbed() -> Beside:
    return beside("nothing", 0.5, 17)


@takes_long
@pytest.mark.parametrize("trouble", sorted(TROUBLE.keys() - {"nothing"}))
def test_others_do_not_notice_a_chat_that_fails_for_ever(trouble, undisturbed):
    disturbed = beside(trouble, 0.5, 17)
    for waits, before in (
        (disturbed.answers, undisturbed.answers),
        (disturbed.shown, undisturbed.shown),
    ):
        assert len(waits) >= 50
        assert part_of(waits, 0.99) <= 1.2 * part_of(before, 0.99) + 0.005


@pytest.mark.row(48)
@in_no_time
async def test_a_flooded_group_shows_its_last_state_when_it_may_and_answers_meanwhile():
    async with swift_live() as live:
        other = live.telegram.supergroup("Others", members=[live.bob])
        await live.starts(live.ann, live.bob)
        await live.lobby()
        await live.lobby(other)
        flood = live.telegram.faults.flood("editMessageText", 30, chat=live.group.id)
        for chat in (live.group, other) * 5:
            press = await live.press(live.ann, "+", chat)
            assert live.telegram.clock.now() - press.at < 1
        await live.telegram.until(lambda: "Ann · 100" in other.newest.text, 10)
        assert len(live.telegram.calls.edits(live.group.id)) == flood.taken == 1
        await live.telegram.until(lambda: "Ann · 100" in live.group.newest.text, 30)
        assert len(live.telegram.calls.edits(live.group.id)) == 2
        live.assert_answered()


# --- a group that does a lot ------------------------------------------------------------------


@pytest.mark.row(49)
@in_no_time
async def test_200_presses_become_a_few_edits_of_which_the_last_shows_all():
    async with swift_live() as live:
        await live.starts(live.ann, live.bob)
        await live.lobby()
        await live.press(live.bob, "Join")
        for _ in range(100):
            for who in (live.ann, live.bob):
                await live.press(who, "+")
        await asyncio.sleep(60)
        assert "Ann · 1,050" in live.group.newest.text
        assert "Bob · 1,010" in live.group.newest.text
        calls = live.telegram.calls.counted(live.group.id)
        assert calls.busiest() <= 18
        assert len(calls.posts()) == 1
        assert not live.telegram.calls.refused(429)
        live.assert_answered()


@pytest.mark.row(61)
@in_no_time
async def test_replies_are_dropped_before_the_table_of_a_busy_group_is_late():
    async with evening() as club:
        group = await club.table(FIVE, 17, median_seconds=0.7)
        stranger = club.telegram.user("Stranger")  # can be answered in the group alone
        for _ in range(6):
            await stranger.says(group, "/balance")
            await club.goes_on(10)
        assert replies_to(stranger, club) == 0
        await club.ends()
        seen = delays(club.told, club.telegram, group)
        assert part_of([*seen["deal"], *seen["settlement"]], 0.95) <= 2.5
        await asyncio.sleep(60)
        before = replies_to(stranger, club)
        await stranger.says(group, "/balance")
        await asyncio.sleep(2)
        assert replies_to(stranger, club) == before + 1


def replies_to(who: User, club: Evening) -> int:
    """Return how many messages in groups name somebody."""
    groups = (post for post in club.telegram.calls.posts() if (post.chat_id or 0) < 0)
    return sum(who.first_name in post.payload for post in groups)


# --- after a while away -----------------------------------------------------------------------


@pytest.mark.row(40)
@in_no_time
async def test_200_updates_that_waited_are_no_burst(caplog):
    async with swift_live() as live:
        await live.starts(live.ann, live.bob)
        await live.stop()
        long_ago = live.telegram.clock.now() - 601
        for _ in range(75):
            await live.ann.says(live.group, "/join 50", sent_at=long_ago)
            await live.ann.says(live.ann.private, "/daily", sent_at=long_ago)
        for _ in range(25):
            await live.bob.says(live.group, "/join 20")
            await live.bob.says(live.bob.private, "/balance")
        await live.start()
        await asyncio.sleep(60)
        assert "Bob · 20" in live.group.newest.text
        assert len(live.telegram.calls.counted(live.group.id)) <= 3
        assert sum("too old" in post.text for post in live.group.posted()) == 1
        assert sum("too old" in post.text for post in live.ann.private.posted()) == 1
        assert 2 <= len(live.bob.private.posted()) <= 10
        assert not live.telegram.calls.refused(429)
        assert not caplog.records


# --- double taps ------------------------------------------------------------------------------


async def acts_of(live: Live, seat: int) -> list[str]:
    """Return what a seat did in the first round, as it is stored."""
    stored = await live.store.round(1, 1)
    assert stored is not None
    return [act.words for act in stored[1] if act.seat == seat]


@pytest.mark.row(37)
@pytest.mark.parametrize("on_panel", [False, True], ids=["under the table", "on the panel"])
@pytest.mark.parametrize("label", ["Hit", "Stand", "Double"])
@in_no_time
async def test_a_double_tap_is_answered_twice_and_applied_once(label, on_panel):
    async with swift_live(entropy=CountedEntropy(HIT_ONCE)) as live:
        await live.starts(live.ann, live.bob)
        await live.deal()
        where = live.ann.private if on_panel else live.group
        await live.telegram.until(lambda: label in where.newest.labels)
        seen = where.newest.copy()
        first = await live.ann.presses(seen, label)
        await asyncio.sleep(0.3)
        second = await live.ann.presses(seen, label)
        await live.telegram.until(lambda: first.alert and second.alert)
        assert second.alert == first.alert
        assert await acts_of(live, 0) == [label.lower()]
        purse = wallet(community_of(chat_id(live.group.id)), player_id(live.ann.id))
        staked = 100 if label == "Double" else 50
        assert await live.store.balances([purse]) == {purse: RICH.welcome_chips - staked}
        live.assert_answered()


@pytest.mark.row(37)
@in_no_time
async def test_the_same_press_a_little_later_is_a_new_act():
    async with swift_live(entropy=CountedEntropy(HIT_ONCE)) as live:
        await live.starts(live.ann, live.bob)
        await live.deal()
        for label in ("Hit", "Stand"):
            await live.press(live.ann, label)
            await asyncio.sleep(0.5)
        assert await acts_of(live, 0) == ["hit", "stand"]

"""Two friends play a match of cribbage in a group; one of them never started the bot."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from adapters.telegram_ids import chat_id, player_id
from bot.basics import community_of
from bot.ledger import wallet
from storage.audit import audit
from tests.fakes.cribbage import FACE, PATIENCE_SECONDS, faces, numbered
from tests.fakes.process import BotProcess
from tests.fakes.stores import opened
from tests.fakes.telegram.cribbage import Match, plain
from tests.fakes.telegram.live import Live, swiftly
from tests.fakes.telegram.messages import Copy, Message
from tests.fakes.telegram.people import User
from tests.fakes.telegram.stand_in import Telegram
from tests.fakes.thorough import takes_long

pytest_plugins = ["tests.fakes.telegram.fixtures"]

NUDGE = "Bob, it is your turn."


# --- a whole match ----------------------------------------------------------------------------


@swiftly
async def test_a_match_is_played_from_the_cut_to_the_win_and_no_card_shows_too_early(live: Live):
    match = await begun(live)
    assert "Cut for deal" in match.text
    while not match.is_won:
        if match.is_in("results"):
            assert await chips(live, live.ann, live.bob) == (990, 990)
            await match.next_deal()
        await match.turn()
        await match.assert_nothing_hidden(live.store)
    ann_won = "Ann wins 61 to" in match.text
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
        before = match.text
        await live.stop()
        await live.start()
        assert match.text == before
        assert await chips(live, live.ann, live.bob) == (990, 990)
    await match.next_deal()
    assert "Cut for deal" not in match.text
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
    for who, seen in ((live.ann, dealt), (live.bob, dealt), (live.ann, panel)):
        assert "earlier moment" in await late_press(live, who, seen)
    assert await late_press(live, live.bob, counted) == "Cards are out."
    assert await rows(live, match.round) == stored
    await match.turn()


@swiftly
async def test_who_presses_leave_between_two_deals_is_warned_in_a_window(live: Live):
    match = await begun(live)
    await match.deal()
    warned = await match.press(live.ann, "Leave")
    assert warned.alert is not None
    assert warned.alert.shown
    assert warned.text == (
        "Leaving gives the match and your 10 away. Leave again within 60 s if you are sure."
    )
    await asyncio.sleep(3)
    left = await match.press(live.ann, "Leave")
    assert left.text == "You have left the match, and the other player wins it."


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
    before = match.text
    await live.ann.whispers(f"/play {typed(card)}")
    await match.changes(before)
    assert f"Ann plays {''.join(card)}" in match.text
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
    assert "laid away" not in match.text, "the clock has laid cards away"
    while "Bob" not in match.awaits:
        await match.turn()
    again = await nudge(match)
    await match.press(live.bob, "My cards")
    await live.bob.says(live.group, "/leave")
    await asyncio.sleep(5)  # on the swift clock: a second thought, by the house’s time too
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
        async with opened(self.bot.database) as store:
            await self.assert_nothing_hidden(store)
        await self.bot.start()


@pytest.fixture
async def served(telegram: Telegram, tmp_path: Path) -> AsyncIterator[Served]:
    """Return a match of a bot that calls after 3 seconds; at the end it has done nothing wrong."""
    ann, bob = telegram.user("Ann"), telegram.user("Bob")
    group = telegram.supergroup("Friends", members=[ann, bob])
    bot = BotProcess(
        telegram, tmp_path, {"HOUSE_NUDGE_SECONDS": "3", "HOUSE_LEAVE_SURE_SECONDS": "0"}
    )
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


@takes_long
async def test_a_match_outlives_a_bot_that_is_killed_in_mid_deal_and_between_two_deals(served):
    await served.begins()
    await served.ann_acts()
    await nudge(served)
    held = numbered(await served.bob_looks())
    await served.bob_acts()
    await served.killed()
    assert numbered(await served.bob_looks()) == dict(list(held.items())[:4])
    await served.deal_unseen()
    results = served.text
    await served.killed()
    assert served.text == results
    await served.next_deal()
    await served.bob.says(served.group, "/leave")
    await served.bob.says(served.group, "/leave")
    await served.shows("so Ann wins it")

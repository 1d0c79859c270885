"""Two friends play a match of cribbage in a channel; one of them takes no private messages."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from storage.audit import audit
from tests.fakes.cribbage import faces, numbered
from tests.fakes.discord.cribbage import Match
from tests.fakes.discord.interactions import Ack
from tests.fakes.discord.live import Live, swiftly
from tests.fakes.discord.messages import Message
from tests.fakes.discord.stand_in import Discord
from tests.fakes.process import BotProcess
from tests.fakes.stores import opened
from tests.fakes.thorough import takes_long

pytest_plugins = ["tests.fakes.discord.fixtures"]

OLD_SECONDS = 60 * 60
"""Older messages can hardly be edited (error 30046)."""

NUDGE = "it is your turn."
OLD = "That button is from an earlier moment."


# --- a whole match ----------------------------------------------------------------------------


@pytest.mark.row(66, 73)
@swiftly
async def test_a_match_is_played_from_the_cut_to_the_win_and_no_card_shows_too_early(live: Live):
    match = await begun(live)
    assert "Cut for deal" in match.text
    while not match.is_won:
        if match.is_in("results"):
            assert await live.chips(live.ann, live.bob) == [990, 990]
            await match.next_deal()
        await match.turn()
        await match.assert_nothing_hidden(live.store)
    ann_won = "Ann wins 61 to" in match.text
    assert await live.chips(live.ann, live.bob) == ([1_010, 990] if ann_won else [990, 1_010])
    assert {call.code for call in live.discord.calls.refused()} == {50007}
    assert not live.bob.private.posted()
    match.assert_well()


@pytest.mark.row(68)
@swiftly
async def test_a_restart_brings_a_match_back_and_buttons_of_before_work_or_are_said_to_be_old(
    live: Live,
):
    match = await begun(live)
    for part in ("laying away", "the play", "results"):
        while not match.is_in(part):
            await match.turn()
        before, old = match.text, None if part == "results" else await seen_by_bob(match)
        await live.stop()
        await live.start()
        assert match.text == before
        assert await live.chips(live.ann, live.bob) == [990, 990]
        if old is not None and "Bob" in match.awaits:
            await match.press(live.bob, old.labels[0], old)
            await match.changes(before)
            assert OLD not in old.text
            await asyncio.sleep(1)  # no double tap
            late = await live.bob.forges(old, old.versions[0].buttons[0].custom_id or "")
            await match.answered(late)
            assert OLD in old.text
    await match.next_deal()
    assert "Cut for deal" not in match.text
    await match.turn()
    await match.assert_nothing_hidden(live.store)
    match.assert_well()


@pytest.mark.row(71)
@swiftly
async def test_where_turns_are_slow_panels_and_table_are_replaced_and_not_edited_in_vain(
    live: Live,
):
    match = await begun(live, "turn_minutes=180 target=61")
    panels = set()
    while not match.is_in("results"):
        await asyncio.sleep(25 * 60)
        await match.turn()
        panels |= {message.id for message in live.ann.private.posted()}
        await match.until(lambda: len(live.ann.private.posted()) == 1)
    tables = live.table.posted()
    assert min(len(panels), len(tables)) >= 4
    await match.until(lambda: not any(message.labels for message in tables[:-1]))
    assert not live.discord.calls.refused(30046)
    for message in (*tables, live.ann.private.newest):
        assert (message.edited_at or message.at) - message.at < OLD_SECONDS
    await match.assert_nothing_hidden(live.store)
    match.assert_well()


@pytest.mark.row(75)
@swiftly
async def test_who_does_not_act_is_called_by_a_message_that_notifies_them_and_goes_again(
    live: Live,
):
    match = await begun(live)
    await match.ann_acts()
    await match.shows("laid away")
    called = await nudge(match)
    assert called.pings == [live.bob]
    assert called.at - match.dealt_at >= 20
    await match.bob_acts()
    await match.until(lambda: called.deleted)
    pinged = [message for message in live.table.messages.values() if message.pings]
    assert pinged == [called]
    await match.assert_nothing_hidden(live.store)


@pytest.mark.row(66)
@swiftly
async def test_who_presses_leave_between_two_deals_is_warned_before_a_match_is_given_up(
    live: Live,
):
    match = await begun(live)
    while not match.is_in("results"):
        await match.turn()
    results = match.text
    warned = await match.press(live.ann, "Leave")
    assert warned == (
        "Leaving gives the match and your 10 away. Leave again within 60 s if you are sure."
    )
    assert match.asked[-1].acks == [Ack.MESSAGE]
    assert not match.asked[-1].responses[0].seen_by(live.bob)
    assert match.text == results
    await asyncio.sleep(3)
    assert await match.press(live.ann, "Leave") == (
        "You have left the match, and the other player wins it."
    )


async def begun(live: Live, rules: str = "target=61") -> Match:
    """Begin a match of Ann, who has a private panel, and Bob, who takes no private messages."""
    live.bob.closes_dms()
    match = Match(live.discord, live.table, live.ann, live.bob)
    await match.begins(rules)
    return match


async def seen_by_bob(match: Match) -> Message:
    """Let Bob ask for his cards, and return the panel that he alone sees."""
    await match.bob_looks()
    panel = match.asked[-1].private
    assert panel is not None
    assert not panel.seen_by(match.ann)
    return panel


async def nudge(match: Match) -> Message:
    """Wait until Bob is called, and return the message."""
    await match.until(lambda: NUDGE in match.channel.view())
    return next(each for each in match.channel.posted() if NUDGE in each.text)


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
async def served(discord: Discord, tmp_path: Path) -> AsyncIterator[Served]:
    """Return a match of a bot that calls after 3 seconds; at the end it has done nothing wrong."""
    ann, bob = discord.user("Ann"), discord.user("Bob", dms_closed=True)
    channel = discord.guild("Friends", members=[ann, bob]).text_channel("cards")
    settings = {"HOUSE_NUDGE_SECONDS": "3", "HOUSE_LEAVE_SURE_SECONDS": "0", "LOG_LEVEL": "DEBUG"}
    match = Served(discord, channel, ann, bob, bot=BotProcess(discord, tmp_path, settings))
    await match.bot.start()
    yield match
    assert await match.bot.stop() == 0
    match.assert_well()
    assert audit(match.bot.database).clean
    assert not faces(match.bot.said)
    assert discord.token not in match.bot.said


@takes_long
@pytest.mark.row(68)
async def test_a_match_outlives_a_bot_that_is_killed_in_mid_deal_and_between_two_deals(served):
    await served.begins()
    await served.ann_acts()
    await nudge(served)
    held = numbered(await served.bob_looks())
    await served.bob_acts()
    await served.killed()
    left = numbered(await served.bob_looks())
    assert left.items() <= held.items()
    assert len(left) == 4
    await served.deal_unseen()
    results = served.text
    await served.killed()
    assert served.text == results
    await served.next_deal()
    await served.types(served.bob, "/leave")
    await served.types(served.bob, "/leave")
    await served.shows("so Ann wins it")

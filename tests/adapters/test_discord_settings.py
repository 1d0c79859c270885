"""The settings of a chat on Discord: a menu that whoever opened it sees alone."""

import re

import pytest

from adapters.discord_ids import custom_id
from adapters.discord_text import IN_A_ROW_MAX, ROWS_MAX
from bot.games import all_presets
from tests.fakes.discord.interactions import Ack
from tests.fakes.discord.live import Live, swiftly
from tests.fakes.discord.people import User


def boss_of(live: Live) -> User:
    """Return somebody who manages the server."""
    boss = live.discord.user("Boss")
    live.guild.enter(boss)
    live.guild.promote(boss, "MANAGE_GUILD")
    return boss


@swiftly
async def test_an_admin_changes_the_rules_on_a_menu_that_nobody_else_sees(live: Live):
    boss = boss_of(live)
    await live.lobby()
    menu = await live.types(boss, "/settings")
    (panel,) = menu.responses
    assert "✓ QQ 21" in panel.labels
    assert not panel.seen_by(live.ann)
    assert "Done" not in live.table.newest.labels
    pressed = await live.press(boss, "Hong Kong 21", menu)
    assert pressed.acks == [Ack.UPDATE]
    assert "✓ Hong Kong 21" in panel.labels
    await live.shows("Hong Kong 21")
    await live.press(boss, "Done", menu)
    assert not panel.labels


@swiftly
async def test_what_is_refused_is_told_on_the_menu(live: Live):
    boss = boss_of(live)
    await live.lobby()
    menu = await live.types(boss, "/settings")
    (panel,) = menu.responses
    pressed = await live.forge(boss, panel, custom_id(0, "1.0.lobby settings bet_min=x"))
    assert pressed.acks == [Ack.UPDATE]
    assert "“x”" in panel.text
    assert "Done" in panel.labels


@pytest.mark.parametrize("label", ["Done", "Hong Kong 21"])
@swiftly
async def test_a_menu_of_an_earlier_moment_gives_way_to_how_it_is_opened_anew(live: Live, label):
    boss = boss_of(live)
    await live.lobby()
    menu = await live.types(boss, "/settings")
    (panel,) = menu.responses
    await live.press(live.bob, "Join")
    await live.press(live.ann, "Deal")
    await live.shows("cards are out")
    pressed = await live.press(boss, label, menu)
    assert pressed.acks == [Ack.UPDATE]
    assert panel.text == "That menu is from an earlier moment. /settings opens it anew."
    assert panel.labels == []


@pytest.mark.parametrize("rules", all_presets())
@swiftly
async def test_the_menu_of_every_set_of_rules_fits_a_message(live: Live, rules):
    boss = boss_of(live)
    await live.types(boss, "/new", rules=rules)
    await live.shows("bets are open")
    (panel,) = (await live.types(boss, "/settings")).responses
    rows = [row["components"] for row in panel.content.components]
    assert len(rows) <= ROWS_MAX
    assert all(len(row) <= IN_A_ROW_MAX for row in rows)
    assert panel.labels[-1] == "Done"


@swiftly
async def test_the_single_rules_that_the_menu_of_options_gives_as_examples_are_taken(live: Live):
    boss = boss_of(live)
    await live.lobby()
    (command,) = [one for one in live.discord.commands.everywhere if one["name"] == "settings"]
    (told,) = [one["description"] for one in command["options"] if one["name"] == "dials"]
    examples = re.findall(r"\w+=\w+", told)
    await live.types(boss, "/settings", dials=" ".join(examples))
    await live.shows("Bets 20 to 100,000.")
    assert len(examples) == 2


@swiftly
async def test_who_is_no_admin_is_offered_no_settings_and_may_not_press_them(live: Live):
    await live.lobby()
    assert not {"settings", "grant"} & set(live.ann.offers(live.table))
    forged = "croupier1:0:1.0.lobby settings hk_casino"
    pressed = await live.forge(live.ann, live.table.newest, forged)
    assert "admin" in (pressed.text or "")
    assert "QQ 21" in live.table.newest.text

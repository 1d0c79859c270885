"""The stand-in for Discord: commands and presses, and the answers that only some people see."""

import pytest

from tests.fakes.discord.interactions import Ack
from tests.fakes.discord.messages import EPHEMERAL
from tests.fakes.discord.offers import Impossible
from tests.fakes.discord.permissions import May
from tests.fakes.discord.plain_bot import (
    acknowledged,
    buttons,
    callback,
    command,
    editing,
    option,
    said,
)

pytest_plugins = ["tests.fakes.discord.club"]

LATE = (404, 10062)
DOUBLE = (400, 40060)
OVER = (401, 50027)


@pytest.fixture
async def joining(bot, ann, table):
    await bot.syncs(command("join"))
    return await ann.types(table, "/join")


@pytest.fixture
async def press(bot, ann, table):
    await bot.posts(table, "Bets", components=buttons("Hit"))
    return await ann.presses(table, "Hit")


# --- the first answer --------------------------------------------------------------------------


async def test_the_first_answer_must_come_within_three_seconds(bot, joining, press):
    """Rows 62, 63."""
    await bot.waits(2.9)
    await bot.answers(joining, Ack.MESSAGE, content="You sit.")
    await bot.waits(0.1)
    assert await bot.fails(callback(press), acknowledged(Ack.DEFERRED_UPDATE)) == LATE
    assert (joining.failed, press.failed) == (False, True)
    assert bot.discord.unanswered == []


async def test_nothing_is_answered_twice(bot, joining):
    """Row 64."""
    await bot.answers(joining, Ack.DEFERRED_MESSAGE)
    assert await bot.fails(callback(joining), acknowledged(Ack.MESSAGE, content="x")) == DOUBLE
    assert joining.acks == [Ack.DEFERRED_MESSAGE]
    assert len(bot.pardoned()) == 1


async def test_what_was_never_asked_cannot_be_answered(bot, joining):
    unknown = callback(joining).replace(joining.token, "stand-in-token-9-of-9")
    assert await bot.fails(unknown, acknowledged(Ack.DEFERRED_MESSAGE)) == LATE


async def test_a_private_answer_is_seen_by_one_person(bot, ann, bob, table, joining):
    """Rows 66, 67."""
    await bot.answers(joining, Ack.MESSAGE, content="Your cards", components=buttons("Hit"))
    seen = joining.private
    assert (joining.text, seen.flags, seen.labels) == ("Your cards", EPHEMERAL, ["Hit"])
    assert (ann.sees("Your cards"), bob.sees("Your cards")) == (True, False)
    assert "Your cards" in table.view(ann)
    assert not table.view(bob)
    assert not table.view()
    assert not bot.discord.calls.public_responses()
    with pytest.raises(Impossible, match="Bob sees no button"):
        await bob.presses(joining, "Hit")
    with pytest.raises(Impossible, match="does not see"):
        await bob.presses(seen, "Hit")
    assert (await ann.presses(joining, "Hit")).message is seen


async def test_a_public_answer_is_told_apart(bot, bob, joining, press):
    """Rows 66, 75."""
    await bot.answers(joining, Ack.MESSAGE, content="Ann sits.", flags=0)
    await bot.answers(press, Ack.DEFERRED_MESSAGE, flags=0)
    assert [call.public for call in bot.discord.calls.callbacks()] == [True, True]
    assert bot.discord.calls.public_responses() == bot.discord.calls.callbacks()
    assert bob.sees("Ann sits.")
    assert joining.private is None


async def test_the_channel_s_route_does_not_reach_private_answers(bot, joining):
    await bot.answers(joining, Ack.MESSAGE, content="Your cards")
    assert await bot.fails(editing(joining.private), said("x")) == (404, 10008)
    assert len(bot.pardoned()) == 1


async def test_a_press_changes_what_was_pressed(bot, table, ann, press):
    await bot.answers(press, Ack.UPDATE, content="Ann hits.", components=[])
    assert (table.newest.text, table.newest.labels) == ("Ann hits.", [])
    assert not bot.discord.calls.public_responses()
    with pytest.raises(Impossible):
        await ann.presses(table, "Hit")


async def test_a_press_changes_a_private_message_too(bot, ann, bob, joining):
    await bot.answers(joining, Ack.MESSAGE, content="Your cards", components=buttons("Hit"))
    press = await ann.presses(joining, "Hit")
    await bot.answers(press, Ack.UPDATE, content="Your three cards")
    assert (joining.private.text, joining.private.labels) == ("Your three cards", ["Hit"])
    assert not bob.sees("cards")


async def test_a_press_is_acknowledged_and_its_message_edited_later(bot, table, press):
    await bot.answers(press, Ack.DEFERRED_UPDATE)
    original = bot.follow(press, "@original")
    assert (await bot.does(f"GET {original}"))["content"] == "Bets"
    await bot.does(f"PATCH {original}", said("Ann hits."))
    assert table.newest.text == "Ann hits."


async def test_who_waits_for_an_answer_reads_that_the_bot_thinks(bot, bob, joining):
    await bot.answers(joining, Ack.DEFERRED_MESSAGE)
    original = bot.follow(joining, "@original")
    assert (joining.thinking, joining.text) == (True, None)
    assert (await bot.does(f"GET {original}"))["flags"] == EPHEMERAL | 1 << 7
    await bot.does(f"PATCH {original}", said("You sit.", flags=0))
    assert (joining.thinking, joining.private.text) == (False, "You sit.")
    assert not bob.sees("You sit.")
    assert not bot.discord.calls.public_responses()


async def test_a_deferred_answer_can_be_withdrawn(bot, joining):
    await bot.answers(joining, Ack.DEFERRED_MESSAGE)
    original = bot.follow(joining, "@original")
    await bot.does(f"DELETE {original}")
    assert (joining.thinking, joining.responses) == (False, [])
    assert await bot.fails(f"PATCH {original}", said("x")) == (404, 10008)


async def test_the_first_follow_up_is_the_deferred_answer_and_keeps_its_privacy(bot, bob, joining):
    await bot.answers(joining, Ack.DEFERRED_MESSAGE)
    await bot.does(f"POST {bot.follow(joining)}", said("You sit."), wait="true")
    assert (joining.original, joining.original.ephemeral) == (joining.responses[0], True)
    assert await bot.does(f"POST {bot.follow(joining)}", said("More", flags=EPHEMERAL)) is None
    assert [message.text for message in joining.responses] == ["You sit.", "More"]
    assert not bot.discord.calls.public_responses()
    await bot.does(f"POST {bot.follow(joining)}", said("For all"))
    assert [call.public for call in bot.discord.calls.public_responses()] == [True]
    assert bob.sees("For all")


async def test_follow_ups_are_edited_and_deleted_by_their_numbers(bot, table, joining):
    await bot.answers(joining, Ack.MESSAGE, content="You sit.")
    told = await bot.does(f"POST {bot.follow(joining)}", said("More", flags=64), wait="true")
    where = bot.follow(joining, told["id"])
    await bot.does(f"PATCH {where}", said("Less"))
    assert joining.private.text == "Less"
    await bot.does(f"DELETE {where}")
    assert joining.private.text == "You sit."
    other = await bot.posts(table)
    assert await bot.fails(f"DELETE {bot.follow(joining, other.id)}") == (404, 10008)


async def test_a_token_is_good_for_fifteen_minutes(bot, joining):
    """Row 65."""
    await bot.answers(joining, Ack.MESSAGE, content="You sit.")
    await bot.waits(899)
    await bot.does(f"PATCH {bot.follow(joining, '@original')}", said("in time"))
    await bot.waits(1)
    for route in ("PATCH", "GET", "DELETE"):
        body = said("x") if route == "PATCH" else None
        assert await bot.fails(f"{route} {bot.follow(joining, '@original')}", body) == OVER
    assert await bot.fails(f"POST {bot.follow(joining)}", said("x")) == OVER
    assert len(bot.pardoned()) == 4


async def test_nothing_follows_before_the_first_answer(bot, joining):
    assert await bot.fails(f"POST {bot.follow(joining)}", said("x")) == (404, 10015)
    wrong = bot.follow(joining).replace(str(bot.discord.bot.id), "5")
    await bot.answers(joining, Ack.MESSAGE, content="You sit.")
    assert await bot.fails(f"POST {wrong}", said("x")) == (404, 10015)


async def test_what_an_answer_did_is_told_to_who_asks(bot, joining, press):
    body = acknowledged(Ack.MESSAGE, content="You sit.")
    told = await bot.does(callback(joining), body, with_response="true")
    number = str(joining.private.id)
    assert told["interaction"] | {"response_message_id": number} == told["interaction"]
    assert (told["interaction"]["response_message_ephemeral"], told["resource"]["type"]) == (
        True,
        4,
    )
    assert told["resource"]["message"]["interaction_metadata"]["id"] == str(joining.id)
    told = await bot.does(callback(press), acknowledged(Ack.DEFERRED_UPDATE), with_response="true")
    assert told["resource"] == {"type": 6}


@pytest.mark.parametrize(
    ("pressed", "acks"),
    [
        (False, {Ack.MESSAGE, Ack.DEFERRED_MESSAGE, Ack.MODAL}),
        (True, set(Ack)),
    ],
)
async def test_answers_must_fit_what_they_answer(bot, joining, press, pressed, acks):
    interaction = press if pressed else joining
    for number in {1, 8, *Ack} - acks:
        assert await bot.fails(callback(interaction), {"type": int(number)}) == (400, 50035)
    assert not interaction.acked
    assert bot.pardoned()


# --- windows to fill in ------------------------------------------------------------------------

AMOUNT = {"type": 4, "custom_id": "amount", "label": "Chips", "style": 1, "max_length": 5}
WINDOW = {
    "title": "Bank",
    "custom_id": "bank",
    "components": [{"type": 1, "components": [AMOUNT]}],
}


async def test_a_press_opens_a_window_that_is_sent_back(bot, ann, table, press):
    await bot.answers(press, Ack.MODAL, **WINDOW)
    sent = await ann.submits(press, amount="500")
    assert sent.data["components"][0]["components"][0]["value"] == "500"
    assert (sent.data["custom_id"], sent.message) == ("bank", press.message)
    await bot.answers(sent, Ack.UPDATE, content="Ann banks.")
    assert table.newest.text == "Ann banks."


async def test_a_window_takes_what_its_fields_take(bot, ann, press, joining):
    with pytest.raises(Impossible, match="no window"):
        await ann.submits(press, amount="5")
    await bot.answers(joining, Ack.MODAL, **WINDOW)
    for wrong in ({"amount": "500000"}, {}, {"other": "5"}):
        with pytest.raises(Impossible):
            await ann.submits(joining, **wrong)
    sent = await ann.submits(joining, amount="5")
    update = acknowledged(Ack.UPDATE, content="x")
    assert await bot.fails(callback(sent), update) == (400, 50035)
    bot.pardoned()
    await bot.answers(sent, Ack.MESSAGE, content="x")
    metadata = sent.private.json()["interaction_metadata"]
    assert metadata["triggering_interaction_metadata"]["id"] == str(joining.id)


@pytest.mark.parametrize("name", ["title", "custom_id", "components"])
async def test_a_window_must_be_whole(bot, press, name):
    data = WINDOW | {name: type(WINDOW[name])()}
    assert await bot.fails(callback(press), {"type": 9, "data": data}) == (400, 50035)
    assert bot.pardoned()


# --- what the bot is told ----------------------------------------------------------------------


async def test_an_interaction_in_a_guild_tells_rights_places_and_languages(bot, guild, table, bob):
    """Rows 72, 79."""
    await bot.syncs(command("join"))
    table.deny(bot.discord.bot, "EMBED_LINKS")
    told = (await bob.types(table, "/join")).json()
    assert told["locale"] == "de"
    assert (told["guild_locale"], told["guild_id"], told["context"]) == ("en-US", str(guild.id), 0)
    assert told["authorizing_integration_owners"] == {"0": str(guild.id)}
    held = May(int(told["app_permissions"]))
    assert May.SEND_MESSAGES in held
    assert May.EMBED_LINKS not in held
    assert told["member"]["user"]["id"] == str(bob.id)
    assert May.SEND_MESSAGES in May(int(told["member"]["permissions"]))
    assert told["channel"]["type"] == 0


async def test_an_interaction_in_private_names_a_user_and_no_guild(bot, guild, ann):
    """Row 78."""
    await bot.syncs(command("balance"), command("join", contexts=[0]))
    assert guild.member(ann)
    asked = await ann.types(ann.private, "/balance")
    told = asked.json()
    assert (told["context"], told["user"]["id"]) == (1, str(ann.id))
    assert not {"member", "guild_id", "guild_locale", "guild"} & set(told)
    assert told["authorizing_integration_owners"] == {"0": "0"}
    with pytest.raises(Impossible, match="not offered here"):
        await ann.types(ann.private, "/join")
    await bot.answers(asked, Ack.MESSAGE, content="50 chips")
    assert ann.private.view(ann).endswith("50 chips")
    await bot.posts(ann.private)


async def test_a_bot_that_only_the_user_installed_is_told_so(bot, ann, table, guild):
    """Row 79."""
    await bot.syncs(command("join"), command("peek", integration_types=[0, 1]))
    ann.installs_bot()
    told = (await ann.types(table, "/peek")).json()
    both = {"0": str(guild.id), "1": str(ann.id)}
    assert told["authorizing_integration_owners"] == both
    guild.kick_bot()
    assert ann.offers(table) == ["peek"]
    with pytest.raises(Impossible, match="nobody installed"):
        await ann.types(table, "/join")
    async with bot.listening() as listener:
        await listener.hears("READY")
        peek = await ann.types(table, "/peek")
        told = await listener.hears("INTERACTION_CREATE")
    assert told["authorizing_integration_owners"] == {"1": str(ann.id)}
    assert not May(int(told["app_permissions"])) & May.SEND_MESSAGES
    await bot.answers(peek, Ack.MESSAGE, content="x")
    for _ in range(5):
        await bot.does(f"POST {bot.follow(peek)}", said("x", flags=64))
    assert await bot.fails(f"POST {bot.follow(peek)}", said("x", flags=64)) == (400, 40094)
    bot.pardoned()


async def test_a_press_tells_the_message_that_was_pressed(table, press):
    told = press.json()
    assert told["data"] == {"component_type": 2, "custom_id": "Hit", "id": 2}
    assert told["message"]["id"] == str(table.newest.id)
    assert told["message"]["components"][0]["components"][0]["label"] == "Hit"


async def test_data_can_be_forged_but_not_where_one_is_not(ann, guild, press):
    """Row 69."""
    forged = await ann.forges(press.message, custom_id="garbage")
    assert forged.data["custom_id"] == "garbage"
    guild.leave(ann)
    with pytest.raises(Impossible, match="is not in"):
        await ann.forges(press.message, custom_id="garbage")


# --- who cannot do what ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("how", "why"),
    [
        (lambda table, ann: table.guild.mute(ann, 60), "timed out"),
        (lambda table, ann: table.guild.leave(ann), "is not in"),
        (lambda table, _: table.guild.fail(), "outage"),
        (lambda table, _: table.delete(), "gone"),
        (lambda table, _: table.deny(table.guild.everyone, "VIEW_CHANNEL"), "cannot see"),
    ],
    ids=["muted", "departed", "outage", "deleted", "invisible"],
)
async def test_who_is_not_there_neither_presses_nor_types(bot, table, ann, press, how, why):
    """Row 91."""
    await bot.syncs(command("join"))
    how(table, ann)
    for act in (ann.presses(press.message, "Hit"), ann.types(table, "/join"), ann.says(table, "x")):
        with pytest.raises(Impossible, match=why):
            await act


async def test_a_time_out_ends(bot, guild, table, ann, press):
    """Row 91."""
    guild.mute(ann, 60)
    assert table.permissions(ann) == May.VIEW_CHANNEL | May.READ_MESSAGE_HISTORY
    await bot.waits(60)
    await ann.presses(press.message, "Hit")
    guild.mute(ann, 60)
    guild.unmute(ann)
    await ann.presses(press.message, "Hit")


async def test_links_and_disabled_buttons_are_not_pressed(bot, table, ann):
    link = {"type": 2, "style": 5, "label": "Rules", "url": "https://x.org"}
    grey = {"type": 2, "style": 2, "label": "Deal", "custom_id": "x", "disabled": True}
    rows = [{"type": 1, "components": [link, grey]}]
    await bot.posts(table, "Bets", components=rows)
    with pytest.raises(Impossible, match="is a link"):
        await ann.presses(table, "Rules")
    with pytest.raises(Impossible, match="is disabled"):
        await ann.presses(table, "Deal")


async def test_threads_that_rest_take_neither_commands_nor_presses(bot, guild, table, ann):
    """Row 76."""
    await bot.syncs(command("join"))
    thread = guild.thread(table)
    message = await bot.posts(thread, components=buttons("Hit"))
    thread.archive()
    with pytest.raises(Impossible, match="archived"):
        await ann.presses(message, "Hit")
    with pytest.raises(Impossible, match="archived"):
        await ann.types(thread, "/join")
    await ann.says(thread, "Hello")
    await ann.presses(thread, "Hit")
    thread.archive(locked=True)
    with pytest.raises(Impossible, match="locked"):
        await ann.says(thread, "Hello")


async def test_a_thread_is_locked_before_the_answer(bot, guild, table, ann):
    """Row 76."""
    await bot.syncs(command("join"))
    thread = guild.thread(table)
    asked, again = [await ann.types(thread, "/join") for _ in range(2)]
    thread.archive(locked=True)
    answer = acknowledged(Ack.MESSAGE, content="x")
    assert await bot.fails(callback(asked), answer) == (400, 50083)
    thread.lock(locked=False)
    await bot.answers(again, Ack.MESSAGE, content="x")
    assert not thread.archived


async def test_nobody_writes_in_forums_or_in_another_s_private_chat(bot, guild, ann, bob):
    """Row 77."""
    await bot.syncs(command("join"))
    with pytest.raises(Impossible, match="nobody writes"):
        await ann.types(guild.forum("forum"), "/join")
    with pytest.raises(Impossible, match="not Ann's chat"):
        await ann.types(bob.private, "/join")


async def test_an_endpoint_of_its_own_takes_interactions_away_from_the_gateway(bot, ann, table):
    await bot.syncs(command("join"))
    async with bot.listening() as listener:
        await listener.hears("GUILD_CREATE")
        assert (await ann.types(table, "/join")).heard
        bot.discord.application.interactions_endpoint_url = "https://x.org"
        assert not (await ann.types(table, "/join")).heard
    assert (await bot.does("GET /applications/@me"))["interactions_endpoint_url"]


async def test_what_is_offered_is_typed_with_its_options(bot, ann, bob, table):
    bet = option("bet", 4, required=True, min_value=1, max_value=500)
    await bot.syncs(command("join", bet, option("to", 6), option("side", 5)))
    joined = await ann.types(table, "/join", bet="50", to=bob, side=True)
    assert joined.data["options"] == [
        {"name": "bet", "type": 4, "value": 50},
        {"name": "to", "type": 6, "value": str(bob.id)},
        {"name": "side", "type": 5, "value": True},
    ]
    assert joined.data["resolved"]["users"][str(bob.id)]["global_name"] == "Bob"

"""What went wrong with other bots on Telegram, by the ids of the reports."""

import pytest

from bot.basics import ChatId, CommunityId, PlayerId
from bot.clocks import ManualClock
from bot.commands import COMMANDS, CommandSpec, Kind
from bot.requests import Request
from tests.fakes.messenger import RecordingMessenger, text_of
from tests.fakes.telegram.chats import Chat, Topic
from tests.fakes.telegram.live import Live

pytest_plugins = ["tests.fakes.telegram.living"]
pytestmark = pytest.mark.usefixtures("freely")


async def wealth(live: Live, chat: Chat) -> set[int]:
    """Return what the people of a chat have, each amount once."""
    return {chips for _, chips in await live.store.top(CommunityId(f"telegram:{chat.id}"), 9)}


async def table_in_a_topic(live: Live) -> tuple[Chat, Topic]:
    """Let Ann open a table in a topic of a forum."""
    forum = live.telegram.supergroup("Forum", members=[live.ann, live.bob], forum=True)
    cards = forum.topic("Cards")
    await live.starts(live.ann, live.bob)
    await live.ann.says(cards, "/join 50")
    await live.telegram.until(cards.posted)
    return forum, cards


# --- threads and topics -----------------------------------------------------------------------


@pytest.mark.report("H4")
@pytest.mark.parametrize("forum", [False, True])
async def test_a_thread_of_replies_that_is_no_topic_is_not_written_to(live: Live, forum):
    live.group.forum = forum
    await live.starts(live.ann, live.bob)
    await live.lobby()
    said = await live.bob.says(live.group, "/table", reply_to=live.group.newest)
    assert "message_thread_id" in said.json()
    await live.telegram.until(lambda: len(live.group.posted()) == 2)
    await live.press(live.bob, "Join")
    await live.telegram.until(lambda: "Bob" in live.group.newest.text)
    assert not any("message_thread_id" in call.parameters for call in live.telegram.calls.posts())


@pytest.mark.report("H6")
async def test_where_topics_were_switched_off_the_table_goes_on_in_the_chat(live: Live):
    forum, cards = await table_in_a_topic(live)
    forum.switch_topics_off()
    await live.ann.says(cards, "/table")
    await live.telegram.until(lambda: forum.newest.topic is None)
    assert "bets are open" in forum.newest.text
    assert len(live.telegram.calls.refused()) == 1
    await live.press(live.bob, "Join", forum)
    await live.telegram.until(lambda: "Bob" in forum.newest.text)
    assert forum.newest.topic is None


@pytest.mark.report("H7")
async def test_a_topic_that_goes_in_mid_round_costs_nobody_a_chip(live: Live):
    forum, cards = await table_in_a_topic(live)
    await live.press(live.bob, "Join", cards)
    await live.press(live.ann, "Deal", cards)
    await live.telegram.until(lambda: "cards are out" in cards.newest.text)
    cards.delete()
    for who in (live.ann, live.bob):
        await live.telegram.until(who.private.posted)
        if "Stand" in who.private.newest.labels:
            await live.press(who, "Stand", who.private)
    await live.telegram.until(lambda: forum.posted() and "results" in forum.newest.text)
    assert forum.newest.topic is None
    for who in (live.ann, live.bob):
        await live.press(who, "Leave", forum)
    await live.telegram.until(lambda: "closed" in forum.newest.text)
    assert not [row for row in await live.store.tables() if row.live]


@pytest.mark.report("H8")
async def test_what_is_asked_in_a_topic_is_answered_in_that_topic(live: Live):
    forum, cards = await table_in_a_topic(live)
    forum.add(live.cat)
    await live.cat.says(cards, "/balance")
    await live.telegram.until(lambda: "Cat: You have 1,000 chips." in cards.view())
    posts = live.telegram.calls.posts(forum.id)
    assert {call.parameters["message_thread_id"] for call in posts} == {str(cards.id)}


# --- rights -----------------------------------------------------------------------------------


@pytest.mark.report("H15")
@pytest.mark.parametrize(
    ("taken_from", "words"),
    [
        ("the bot", "/join 50"),
        ("everybody", "/join 50"),
        ("the bot", "/pair 10"),
        ("the bot", "/bank 100"),
        ("the bot", "/deal"),
    ],
)
async def test_where_it_may_not_write_nobody_can_stake_and_whoever_tries_is_told(
    live: Live, taken_from, words
):
    await live.starts(live.ann)
    live.group.restrict(live.telegram.bot) if taken_from == "the bot" else live.group.mute()
    await live.ann.says(live.group, words)
    await live.telegram.until(lambda: "I may not write in this group" in live.ann.private.view())
    await live.bob.says(live.group, words)
    await live.beat()
    assert await wealth(live, live.group) <= {1_000}
    assert not [row for row in await live.store.tables() if row.live]
    assert not live.telegram.calls.posts(live.group.id)


def test_a_verb_that_changes_a_table_takes_chips_unless_it_is_known_to_take_none():
    changing = {spec.verb for spec in COMMANDS if spec.kind is Kind.TABLE}
    idle = {"pass_bank", "table", "leave", "stop", "less", "change", "settings"}
    assert {spec.verb for spec in COMMANDS if spec.takes_chips} == changing - idle
    assert CommandSpec("claim", Kind.TABLE).takes_chips


@pytest.mark.report("H15")
async def test_rights_that_were_lost_stop_a_press_that_stakes_and_given_back_let_it_through(
    live: Live,
):
    await live.starts(live.ann)
    await live.lobby()
    live.group.restrict(live.telegram.bot)
    press = await live.press(live.bob, "Join")
    assert "I may not write in this group" in (press.text or "")
    live.group.promote(live.telegram.bot)
    press = await live.press(live.bob, "Join")
    assert press.text == "You are in with 10."


@pytest.mark.report("G9")
async def test_who_is_no_admin_any_more_is_refused_at_once(live: Live):
    await live.starts(live.ann)
    live.group.promote(live.ann)
    await live.ann.says(live.group, "/grant Ann 500", mentions=[live.ann])
    await live.telegram.until(lambda: "Ann got 500" in live.ann.private.view())
    live.group.demote(live.ann)
    await live.ann.says(live.group, "/grant Ann 500", mentions=[live.ann])
    await live.telegram.until(lambda: "Only admins" in live.ann.private.view())
    assert await wealth(live, live.group) == {1_500}


@pytest.mark.report("X10")
async def test_an_admin_of_one_group_is_nobody_in_particular_in_another(live: Live):
    others = live.telegram.supergroup("Others", members=[live.ann, live.bob])
    live.group.promote(live.ann)
    await live.starts(live.ann)
    await live.ann.says(live.group, "/grant Ann 500", mentions=[live.ann])
    await live.telegram.until(lambda: "Ann got 500" in live.ann.private.view())
    for text in ("/grant Ann 500", "/settings ties=banker", "/new qq21 ties=banker"):
        refused = live.ann.private.view().count("dmins")
        await live.ann.says(others, text, mentions=[live.ann] if "Ann" in text else [])
        await live.telegram.until(lambda: live.ann.private.view().count("dmins") > refused)  # noqa: B023 -- awaited at once
    assert await wealth(live, others) <= {1_000}


@pytest.mark.report("D18")
async def test_chips_are_granted_to_no_bot_however_it_is_meant(live: Live):
    live.group.promote(live.ann)
    live.group.promote(live.cat)
    await live.starts(live.ann)
    await live.lobby()
    live.cat.is_bot = True
    await live.ann.says(live.group, "/grant Cat 500", mentions=[live.cat])
    await live.ann.says(live.group, "/grant 500", reply_to=live.group.newest)
    told = live.ann.private.view
    await live.telegram.until(lambda: "Cat is a bot" in told() and "I do not know whom" in told())
    assert await wealth(live, live.group) <= {950, 990, 1_000}


async def test_who_is_named_gets_the_chips_and_not_who_wrote_what_is_answered(live: Live):
    live.group.promote(live.ann)
    await live.starts(live.ann)
    await live.lobby()
    await live.press(live.bob, "Join")
    hello = await live.cat.says(live.group, "hello")
    await live.ann.says(live.group, "/grant Bob 500", reply_to=hello)
    await live.telegram.until(lambda: "Bob got 500" in live.ann.private.view())


# --- private cards ----------------------------------------------------------------------------


@pytest.mark.report("G5")
async def test_a_link_to_the_table_shows_the_cards_each_time_that_it_is_followed(
    live: Live,
):
    await live.starts(live.ann)
    await live.deal()
    await live.telegram.until(lambda: "Cards in private" in live.group.newest.labels)
    link = live.group.having("Cards in private")

    def hands() -> list[str]:
        return [m.text for m in live.bob.private.posted() if "Your hand" in m.text]

    await live.bob.follows(link, "Cards in private")
    await live.telegram.until(hands)
    before = len(hands())
    await live.bob.follows(link, "Cards in private")
    await live.telegram.until(lambda: len(hands()) > before)
    assert "Bob" in live.group.newest.text, "who follows the link keeps the seat"


@pytest.mark.report("G6")
async def test_what_cannot_be_sent_to_a_group_is_sent_to_nobody_else(live: Live):
    live.group.promote(live.cat)
    await live.starts(live.ann, live.bob, live.cat)
    await live.lobby()
    await live.press(live.bob, "Join")
    live.telegram.faults.fail("*", 403, "Forbidden: bot was kicked", chat=live.group.id, times=None)
    await live.press(live.ann, "Deal")
    await live.telegram.until(
        lambda: all("Your hand" in who.private.view() for who in (live.ann, live.bob))
    )
    await live.beat()
    founder = live.telegram.founder
    assert not founder.private.posted()
    assert [m.text.splitlines()[0] for m in live.cat.private.posted()] == [
        "I deal 21, five cards and cribbage in groups, for play chips. "
        "Add me to a group and type /join 50 there."
    ]
    for who in (live.ann, live.bob):
        assert "bets are open" not in who.private.view()
        assert who.private.view().count("Your hand") == 1


# --- answers ----------------------------------------------------------------------------------


@pytest.mark.report("H17", "H11")
@pytest.mark.parametrize("applied", [False, True])
async def test_an_answer_whose_fate_is_unknown_is_seen_once(live: Live, applied):
    await live.starts(live.ann)
    await live.lobby()
    live.telegram.faults.reset("answerCallbackQuery", applied=applied)
    press = await live.press(live.bob, "Join")
    await live.telegram.until(lambda: "Bob" in live.group.newest.text)
    assert [alert.text for alert in press.alerts] == ["You are in with 10."]


@pytest.mark.report("H25")
async def test_after_a_restart_a_button_of_an_earlier_round_says_so_and_a_newer_one_acts(
    live: Live,
):
    await live.starts(live.ann, live.bob)
    await live.lobby()
    before = live.group.newest.copy()
    await live.press(live.bob, "Join")
    await live.press(live.ann, "Deal")
    await live.telegram.until(lambda: "cards are out" in live.group.view())
    await live.stop()
    await live.start()
    old = await live.ann.presses(before, "Leave")
    await live.telegram.until(lambda: old.alert)
    assert "from an earlier moment" in (old.text or "")
    mine = await live.press(live.ann, "My cards")
    assert "bet 50" in (mine.text or "")


@pytest.mark.row(55)
async def test_nothing_is_sent_as_a_reply_so_no_reply_can_lose_what_it_answers(live: Live):
    await live.starts(live.ann)
    said = await live.ann.says(live.group, "/join 50")
    live.group.delete(said)
    await live.telegram.until(lambda: "bets are open" in live.group.view())
    asked = await live.bob.says(live.group, "/balance", reply_to=live.group.newest)
    live.group.delete(asked)
    await live.telegram.until(lambda: "Bob: You have 1,000 chips." in live.group.view())
    assert live.telegram.calls.posts(live.group.id)
    assert not live.telegram.calls.replies()


# --- one human on two platforms ---------------------------------------------------------------


@pytest.mark.row(100)
async def test_one_human_on_two_platforms_has_two_wallets_and_help_says_so(live: Live):
    club = ChatId("test:club")
    elsewhere = RecordingMessenger(ManualClock(0.0))
    wing = live.app._wing("test:", elsewhere)

    async def says(verb: str, *args: str) -> str:
        request = Request(f"test:{verb}", club, ann_there, "Ann", verb, args)
        await wing.door(request)
        await wing.delivery.drain()
        answer = elsewhere.calls[-1].answer
        return text_of(answer.message) if answer else ""

    ann_there = PlayerId("test:ann")
    await live.starts(live.ann)
    await live.lobby()
    await says("join", "400")
    assert await says("balance") == "You have 600 chips and 400 at the table."
    press = await live.press(live.ann, "My chips")
    assert press.text == "You have 950 chips and 50 at the table."
    assert "On another platform you start anew." in await says("help")
    assert "test:club" in elsewhere.chats
    (theirs,) = [row.number for row in await live.store.tables() if row.chat == club]
    forged = await live.cat.forges(live.group.newest, f"{theirs}.0.lobby deal")
    await live.telegram.until(lambda: forged.alert)
    assert "from an earlier moment" in (forged.text or "")
    assert len(live.group.posted()) == 1

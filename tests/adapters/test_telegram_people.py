"""Who speaks, and how the bot reaches them: privacy and identity."""

import pytest

from bot.basics import CommunityId, PlayerId
from tests.fakes.telegram.live import Live

pytest_plugins = ["tests.fakes.telegram.living"]
pytestmark = pytest.mark.usefixtures("freely")

NAMES = ["Ann<b>", "A&B</a>", "\u202eevil", "  \u200b ", "@everyone", "W" * 64, "שרה 123"]


@pytest.mark.report("G4", "G10")
@pytest.mark.row(1)
async def test_who_never_started_the_bot_sits_down_and_sees_the_cards_in_an_alert(live: Live):
    await live.starts(live.ann)
    await live.deal()
    press = await live.press(live.bob, "My cards")
    assert press.alert
    assert (press.alert.shown, press.alert.cache_seconds) == (True, 0)
    assert "bet 10" in press.alert.text
    await live.telegram.until(lambda: "Cards in private" in live.group.newest.labels)
    assert not live.bob.private.posted()


@pytest.mark.report("G5")
@pytest.mark.row(3, 5)
async def test_the_link_under_the_table_shows_everybody_their_own_cards(live: Live):
    await live.starts(live.ann)
    await live.deal()
    await live.telegram.until(lambda: "Cards in private" in live.group.newest.labels)
    await live.bob.follows(live.group, "Cards in private")
    await live.telegram.until(lambda: "Your hand" in live.bob.private.view())
    await live.cat.follows(live.group, "Cards in private")
    await live.telegram.until(
        lambda: "I deal 21, five cards and cribbage" in live.cat.private.view()
    )
    assert "Your hand" not in live.cat.private.view()
    await live.telegram.until(lambda: "Cards in private" not in live.group.newest.labels)


async def test_who_never_started_the_bot_is_told_the_top_in_lines_of_their_own(live: Live):
    await live.starts(live.ann)
    await live.lobby()
    await live.bob.says(live.group, "/top")
    await live.telegram.until(lambda: "Bob: The most chips here" in live.group.view())
    assert live.group.newest.text == "Bob: The most chips here\n1. Ann 1,000\n2. Bob 1,000"


@pytest.mark.report("X15")
async def test_who_sits_in_two_groups_is_asked_in_private_which_one_is_meant(live: Live):
    await live.starts(live.ann)
    await live.lobby()
    await live.lobby(live.telegram.supergroup("Others", members=[live.ann]))
    await live.ann.whispers("/bet 70")
    await live.telegram.until(lambda: "Which one do you mean?" in live.ann.private.view())
    labels = ("Friends · round 1 · 50 staked", "Others · round 1 · 50 staked")
    assert live.ann.private.newest.labels == labels
    press = await live.press(live.ann, labels[0], live.ann.private)
    assert press.text == "Your bet is 70."
    await live.telegram.until(lambda: "Ann · 70" in live.group.newest.text)


async def test_the_first_press_of_bank_asks_in_a_window_and_in_private_with_buttons(live: Live):
    await live.starts(live.ann, live.bob)
    await live.lobby()
    before = len(live.group.posted())
    press = await live.press(live.bob, "Bank")
    assert press.alert
    assert press.alert.shown
    assert "Press Bank once more for all your 1,000 chips" in press.alert.text
    await live.telegram.until(lambda: "with how many chips" in live.bob.private.view())
    assert live.bob.private.newest.labels == ("All 1,000", "Half 500", "A quarter 250")
    assert live.bob.private.newest.text.startswith("Friends: ")
    taken = await live.press(live.bob, "Half 500", live.bob.private)
    assert taken.text == "You hold the bank with 500."
    await live.telegram.until(lambda: "Bob with 500" in live.group.newest.text)
    assert len(live.group.posted()) == before


async def test_who_cannot_be_written_to_is_asked_in_a_window_alone(live: Live):
    await live.lobby()
    press = await live.press(live.bob, "Bank")
    assert press.text
    assert "or type an amount, as in /bank 500" in press.text
    await live.telegram.until(lambda: live.telegram.calls.refused(403))
    await live.beat()
    assert not live.bob.private.posted()
    assert "1,000" not in live.group.view()


@pytest.mark.report("G5")
@pytest.mark.row(4)
@pytest.mark.parametrize("payload", ["", "t9", "t1.1", "junk", "x" * 64, "t-1", "t" + "9" * 40])
async def test_a_link_that_means_nothing_is_met_with_a_welcome(live: Live, payload):
    await live.lobby()
    await live.cat.starts_bot(payload)
    await live.telegram.until(live.cat.private.posted)
    assert "I deal 21, five cards and cribbage" in live.cat.private.view()
    assert "QQ 21" not in live.cat.private.view()


@pytest.mark.row(2)
async def test_who_blocks_the_bot_in_mid_round_is_tried_once_and_plays_on(live: Live):
    await live.starts(live.ann, live.bob)
    await live.deal()
    await live.telegram.until(lambda: "Your hand" in live.ann.private.view())
    await live.ann.blocks_bot()
    await live.press(live.ann, "Hit")
    await live.telegram.until(lambda: live.telegram.calls.refused(403))
    await live.press(live.ann, "Stand")
    await live.telegram.until(lambda: "Cards in private" in live.group.newest.labels)
    await live.beat()
    assert len(live.telegram.calls.refused(403)) == 1


@pytest.mark.row(6)
async def test_my_cards_of_somebody_without_any_shows_none(live: Live):
    await live.starts(live.ann)
    await live.deal()
    press = await live.press(live.cat, "My cards")
    assert press.text
    assert not set("♠♥♦♣") & set(press.text)


@pytest.mark.row(9)
@pytest.mark.parametrize(
    "data",
    [
        "9.1.lobby deal",
        "1.7.lobby deal",
        "1.0.lobby deal 1 2 3 4",
        "x",
        "1.0+5 hit",
        "1.0.lobby fly",
    ],
)
async def test_a_forged_press_is_refused_and_changes_nothing(live: Live, data):
    await live.starts(live.ann)
    await live.lobby()
    shown = live.group.view()
    press = await live.cat.forges(live.group.newest, data)
    await live.telegram.until(lambda: press.alert)
    assert press.alert
    assert press.alert.shown
    await live.beat()
    assert live.group.view() == shown


@pytest.mark.row(13)
async def test_a_press_of_another_bot_seats_nobody(live: Live):
    await live.starts(live.ann)
    await live.lobby()
    shown = live.group.view()
    live.cat.is_bot = True
    press = await live.cat.presses(live.group, "Join")
    await live.telegram.until(lambda: press.alert)
    await live.beat()
    assert live.group.view() == shown


@pytest.mark.row(11)
async def test_an_anonymous_admin_is_told_why_there_is_no_seat(live: Live):
    live.group.promote(live.cat, anonymous=True)
    await live.cat.says(live.group, "/join 50", anonymous=True)
    await live.telegram.until(live.group.posted)
    assert "Remain anonymous" in live.group.newest.text
    assert "bets are open" not in live.group.view()


@pytest.mark.row(12, 13)
async def test_channels_and_other_bots_are_not_answered(live: Live):
    live.telegram.privacy_mode = False
    channel = live.telegram.channel("News", with_bot=False)
    other = live.telegram.other_bot("Dealer")
    await live.ann.says(live.group, "/join 50", as_channel=channel)
    live.group.add(other)
    await other.says(live.group, "/join 50")
    await live.beat()
    assert not live.group.posted()


@pytest.mark.row(14)
@pytest.mark.parametrize("name", NAMES)
async def test_names_are_hostile_and_the_table_stays_readable(live: Live, name):
    guest = live.telegram.user(name)
    live.group.add(guest)
    await guest.says(live.group, "/join 50")
    await live.telegram.until(lambda: "bets are open" in live.group.view())
    assert not live.telegram.calls.refused(400)


@pytest.mark.row(16)
async def test_a_new_name_is_known_from_the_next_thing_that_somebody_does(live: Live):
    await live.lobby()
    live.ann.first_name = "Anna"
    await live.press(live.ann, "+")
    ann = PlayerId(f"telegram:{live.ann.id}")
    assert await live.store.names([ann]) == {ann: "Anna"}


@pytest.mark.row(17)
@pytest.mark.parametrize("code", [None, "xx", "en-gb", "zh-tw"])
async def test_without_a_language_that_we_have_it_is_english(live: Live, code):
    guest = live.telegram.user("Guest", language_code=code)
    await guest.whispers("/help")
    await live.telegram.until(guest.private.posted)
    assert "Croupier deals 21" in guest.private.view()


async def test_chips_belong_to_the_group(live: Live):
    await live.lobby()
    top = await live.store.top(CommunityId(f"telegram:{live.group.id}"), 5)
    assert top == [(f"telegram:{live.ann.id}", 950)]

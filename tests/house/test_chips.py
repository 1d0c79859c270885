"""Chips outside the game (design, section 7; D1 to D27): welcome, daily, refill, grant, wallets."""

from dataclasses import replace
from datetime import datetime, timedelta, timezone

import pytest

from bot.basics import ChatId
from bot.house.settings import HouseSettings
from bot.ledger import AccountKind
from bot.requests import Target
from tests.fakes.house import Room
from tests.fakes.stores import TroubledStore

ONE, TWO, OTHER = ChatId("test:club:1"), ChatId("test:club:2"), ChatId("test:other")
HOUR, DAY = 3_600, 24 * 3_600


async def test_a_newcomer_gets_the_first_chips_once():
    room = Room()
    ann = room.player("ann")
    for _ in range(3):
        await ann.says("/balance")
    assert await ann.chips() == 1_000


async def test_a_newcomer_in_two_topics_at_once_is_welcomed_once():
    room = Room(store=TroubledStore())
    here, there = room.player("ann", ONE), room.player("ann", TWO)
    await room.at_once(here.typed("/balance"), there.typed("/balance"), here.typed("/daily"))
    assert await here.chips() == 1_200


async def test_a_person_welcomed_before_a_restart_is_not_welcomed_after_it():
    room = Room()
    ann = room.player("ann")
    await ann.says("/join 400")
    await room.restart()
    await ann.says("/balance")
    assert await ann.chips() == 600


async def test_balances_belong_to_a_community():
    room = Room()
    await room.player("ann", ONE).says("/join 100")
    await room.player("ann", OTHER).says("/balance")
    assert await room.chips(ONE) == await room.chips(TWO) == {"ann": 900}
    assert await room.chips(OTHER) == {"ann": 1_000}


async def test_a_refused_newcomer_has_the_first_chips_all_the_same():
    room = Room()
    assert not (await room.player("ann").says("/bet 5")).accepted
    assert await room.player("ann").chips() == 1_000


# --- daily -------------------------------------------------------------------------------------


@pytest.mark.report("D20")
@pytest.mark.row(99)
async def test_daily_chips_come_once_in_24_hours_over_a_restart():
    room = Room()
    ann = room.player("ann")
    assert (await ann.says("/daily")).facts == {"chips": 200}
    await room.passes(60)
    assert (await ann.says("/daily")).key == "daily-too-early"
    await room.restart()
    await room.passes(DAY - 61)
    assert (await ann.says("/daily")).key == "daily-too-early"
    await room.passes(1)
    assert (await ann.says("/daily")).accepted
    assert await ann.chips() == 1_400


@pytest.mark.report("D21")
@pytest.mark.parametrize(
    ("seconds", "hours", "minutes"),
    [(0, 24, 0), (1, 24, 0), (60, 23, 59), (DAY - 30, 0, 1), (DAY - 61, 0, 2)],
)
async def test_the_wait_is_rounded_up_to_minutes(seconds, hours, minutes):
    room = Room()
    await room.player("ann").says("/daily")
    await room.passes(seconds)
    facts = (await room.player("ann").says("/daily")).facts
    assert facts == {"hours": hours, "minutes": minutes}


@pytest.mark.report("D5")
@pytest.mark.row(99)
async def test_daily_chips_asked_for_at_once_come_once():
    room = Room(store=TroubledStore())
    here, there = room.player("ann", ONE), room.player("ann", TWO)
    replies = await room.at_once(here.typed("/daily"), there.typed("/daily"))
    assert sorted(reply.key for reply in replies) == ["daily", "daily-too-early"]
    assert await here.chips() == 1_200


@pytest.mark.row(99)
async def test_daily_chips_come_once_for_all_topics_of_a_community_and_once_in_each_community():
    room = Room()
    places = (ONE, TWO, OTHER)
    asked = [(await room.player("ann", place).says("/daily")).key for place in (*places, *places)]
    assert asked == ["daily", "daily-too-early", "daily", *["daily-too-early"] * 3]
    assert [await room.player("ann", place).chips() for place in places] == [1_200, 1_200, 1_200]


WINTER, SUMMER = timezone(timedelta(hours=1)), timezone(timedelta(hours=2))


@pytest.mark.row(99)
@pytest.mark.parametrize(
    ("asked", "too_early", "due"),
    [
        pytest.param(
            datetime(2026, 3, 28, 12, tzinfo=WINTER),
            datetime(2026, 3, 29, 12, 59, tzinfo=SUMMER),
            datetime(2026, 3, 29, 13, tzinfo=SUMMER),
            id="a night without its second hour",
        ),
        pytest.param(
            datetime(2026, 10, 24, 12, tzinfo=SUMMER),
            datetime(2026, 10, 25, 10, 59, tzinfo=WINTER),
            datetime(2026, 10, 25, 11, tzinfo=WINTER),
            id="a night with its second hour twice",
        ),
    ],
)
async def test_daily_chips_come_after_24_hours_whatever_the_clock_on_the_wall_shows(
    asked, too_early, due
):
    room = Room()
    keys = []
    for moment in (asked, too_early, due):
        await room.passes(moment.timestamp() - room.clock.now())
        keys.append((await room.player("ann").says("/daily")).key)
    assert keys == ["daily", "daily-too-early", "daily"]


async def test_daily_chips_come_in_the_middle_of_a_round():
    room = Room()
    ann = room.player("ann")
    await ann.says("/join all")
    await ann.presses("deal")
    assert (await ann.says("/daily")).accepted
    assert await ann.chips() == 200


# --- refill ------------------------------------------------------------------------------------


async def test_refill_fills_a_wallet_below_the_least_bet():
    room = Room()
    ann = room.player("ann")
    await ann.says("/balance")
    await room.gives(ann, -993)
    assert (await ann.says("/refill")).facts == {"chips": 200}
    assert await ann.chips() == 200


async def test_refill_is_refused_to_who_can_bet():
    room = Room()
    ann = room.player("ann")
    await ann.says("/balance")
    await room.gives(ann, -990)
    reply = await ann.says("/refill")
    assert (reply.key, reply.facts) == ("refill-not-needed", {"chips": 10, "minimum": 10})


@pytest.mark.parametrize(
    ("limit", "chips", "key"),
    [
        (50, 49, "refill"),
        (50, 50, "refill-not-needed"),
        (500, 199, "refill"),
        (500, 200, "refill-too-small"),
        (500, 499, "refill-too-small"),
        (500, 500, "refill-not-needed"),
        (5, 5, "refill-not-needed"),
    ],
)
async def test_a_refill_goes_by_the_least_bet_of_the_chat(limit, chips, key):
    room = Room()
    ann = room.player("ann")
    await room.player("root", admin=True).says("/new")
    await room.player("root", admin=True).says(f"/settings bet_min={limit}")
    await ann.says("/balance")
    await room.gives(ann, chips - 1_000)
    assert (await ann.says("/refill")).key == key


@pytest.mark.parametrize("chat", [ONE, TWO])
async def test_refill_is_refused_while_anything_is_staked_in_the_community(chat):
    room = Room()
    await room.player("ann", ONE).says("/join all")
    reply = await room.player("ann", chat).says("/refill")
    assert (reply.key, reply.facts) == ("refill-while-staked", {"staked": 1_000})


async def test_refill_is_refused_while_a_bank_is_held():
    room = Room()
    ann = room.player("ann")
    await ann.says("/bank all")
    assert (await ann.says("/refill")).key == "refill-while-staked"


async def test_refill_is_refused_while_a_round_runs():
    room = Room()
    ann = room.player("ann")
    await ann.says("/join all")
    await ann.presses("deal")
    assert (await ann.says("/refill")).key == "refill-while-staked"


async def test_refill_comes_once_an_hour():
    room = Room()
    ann = room.player("ann")
    await ann.says("/balance")
    await room.gives(ann, -1_000)
    await ann.says("/refill")
    await room.gives(ann, -200)
    await room.passes(HOUR - 1)
    reply = await ann.says("/refill")
    assert (reply.key, reply.facts) == ("refill-too-early", {"hours": 0, "minutes": 1})
    await room.passes(1)
    assert (await ann.says("/refill")).accepted


async def test_a_refill_in_one_topic_and_a_bet_in_another_make_no_chips():
    room = Room(store=TroubledStore())
    here, there = room.player("ann", ONE), room.player("ann", TWO)
    await here.says("/balance")
    await room.gives(here, -995)
    await room.at_once(here.typed("/refill"), there.typed("/refill"))
    assert await here.chips() == 200


# --- grant -------------------------------------------------------------------------------------


@pytest.mark.parametrize("whom", ["@@bob", "Bob", "bob", "@bob", "2"])
async def test_an_admin_grants_to_a_mention_a_name_or_a_seat(whom):
    room = Room()
    root = room.player("root", admin=True)
    await room.player("ann").says("/join 50")
    await room.player("bob").says("/join 50")
    reply = await root.says(f"/grant {whom} 500")
    assert (reply.key, reply.facts) == ("granted", {"name": "Bob", "chips": 500})
    assert await room.player("bob").chips() == 1_450


async def test_a_grant_to_somebody_new_adds_to_the_first_chips():
    room = Room()
    await room.player("root", admin=True).says("/grant @@new 500")
    assert await room.player("new").chips() == 1_500


async def test_a_name_that_was_mentioned_is_laid_out_and_known_from_then_on():
    room = Room()
    root = room.player("root", admin=True)
    request = root.typed("/grant 500")
    request = replace(request, targets=(Target(room.player("new").id, "N\u202eew\nOne"),))
    assert (await room.asks(request)).facts == {"name": "New One", "chips": 500}
    assert (await root.says("/top")).facts["name1"] == "New One"


@pytest.mark.report("D18")
@pytest.mark.parametrize("whom", ["nobody", "3", "0", "-1", "٩٩", "9" * 60])
async def test_a_grant_to_who_cannot_be_told_is_refused(whom):
    room = Room()
    await room.player("ann").says("/join 50")
    await room.player("bob").says("/join 50")
    reply = await room.player("root", admin=True).says(f"/grant {whom} 500")
    assert (reply.accepted, reply.key) == (False, "whom")


@pytest.mark.report("D18")
async def test_a_bot_is_granted_nothing_and_neither_is_its_namesake():
    room = Room()
    await room.player("bob").says("/join 50")
    grant = room.player("root", admin=True).typed("/grant Bob 500")
    reply = await room.asks(replace(grant, targets=(Target(None, "Bob"),)))
    assert (reply.accepted, reply.key, reply.facts) == (False, "whom-a-bot", {"name": "Bob"})
    assert await room.player("bob").chips() == 950


async def test_a_grant_to_one_of_two_namesakes_is_refused():
    room = Room()
    first, second = room.player("ann"), room.player("ANN")
    await first.says("/join 50")
    await second.says("/join 50")
    assert (await room.player("root", admin=True).says("/grant ann 500")).key == "whom"


async def test_only_admins_grant():
    room = Room()
    assert (await room.player("ann").says("/grant @@ann 500")).key == "only-admins"
    assert await room.player("ann").chips() == 0


@pytest.mark.report("D12")
@pytest.mark.parametrize(
    ("typed", "key"),
    [
        ("0", "amount-zero"),
        ("-5", "grant-unreadable"),
        ("1.5", "grant-unreadable"),
        ("9999999999", "grant-too-large"),
        ("1" + "0" * 30, "amount-too-large"),
        ("all", "grant-unreadable"),
        ("half", "grant-unreadable"),
    ],
)
async def test_grants_are_bounded(typed, key):
    room = Room()
    await room.player("ann").says("/join 50")
    assert (await room.player("root", admin=True).says(f"/grant 1 {typed}")).key == key
    assert await room.player("ann").chips() == 950


# --- one wallet --------------------------------------------------------------------------------


@pytest.mark.report("D2", "D3")
async def test_what_is_staked_cannot_be_staked_again():
    room = Room()
    here, there = room.player("ann", ONE), room.player("ann", TWO)
    await here.says("/join all")
    for text in ("/join", "/join 10", "/bank", "/bank 10"):
        assert not (await there.says(text)).accepted
    assert await here.chips() == 0


async def test_two_topics_share_a_wallet_and_cannot_spend_it_twice():
    room = Room(store=TroubledStore())
    here, there = room.player("ann", ONE), room.player("ann", TWO)
    await here.says("/balance")
    replies = await room.at_once(here.typed("/join 700"), there.typed("/join 700"))
    assert sorted(reply.key for reply in replies) == ["bet-beyond-chips", "joined"]
    assert await here.chips() == 300


async def test_all_asked_for_twice_at_once_is_all_of_what_is_left():
    room = Room(store=TroubledStore())
    here, there = room.player("ann", ONE), room.player("ann", TWO)
    await here.says("/balance")
    replies = await room.at_once(here.typed("/join all"), there.typed("/join all"))
    assert sorted(reply.accepted for reply in replies) == [False, True]
    assert await here.chips() == 0


@pytest.mark.report("D17")
async def test_all_of_nothing_is_refused():
    room = Room()
    ann = room.player("ann")
    await ann.says("/balance")
    await room.gives(ann, -1_000)
    assert (await ann.says("/join all")).key == "too-few-chips"


@pytest.mark.report("B14")
async def test_b14_a_loss_costs_the_stake_once_and_the_house_has_it():
    room = Room(deck="2s Ts 3h Th")  # Ann 5, the house 20
    ann = room.player("ann")
    await ann.says("/join 100")
    await ann.presses("deal")
    await ann.says("/stand")
    assert await ann.chips() == 900
    ledger = await room.ledger()
    assert [held for account, held in ledger.items() if account.kind is AccountKind.HOUSE] == [100]
    assert sum(ledger.values()) == 0


@pytest.mark.report("D7")
async def test_a_round_is_settled_once():
    room = Room(store=TroubledStore(), deck="Ts 2s Th 3h 2d 2h 2c 4d 4c")  # Ann 20
    ann = room.player("ann")
    await ann.says("/join 100")
    await ann.presses("deal")
    await room.at_once(ann.typed("/stand"), ann.typed("/stand"))
    await room.passes(45)
    assert sum((await room.ledger()).values()) == 0
    assert await room.staked() == (0, 0)


async def test_amounts_are_settings():
    room = Room(settings=HouseSettings(welcome_chips=50, daily_chips=7, bet_min=5, bet_max=20))
    ann = room.player("ann")
    assert (await ann.says("/join")).facts == {"bet": 5}
    assert (await ann.says("/bet 21")).facts == {"maximum": 20}
    await ann.says("/daily")
    assert await ann.chips() == 52


@pytest.mark.report("D27")
async def test_top_names_the_richest_first():
    room = Room()
    for name, chips in (("ann", 5), ("bob", 900), ("cat", -1_000)):
        await room.player(name).says("/balance")
        await room.gives(room.player(name), chips)
    await room.player("ann").says("/join 10")
    reply = await room.player("bob").says("/top")
    assert reply.facts == {
        "count": 2,
        "name1": "Bob",
        "chips1": 1_900,
        "name2": "Ann",
        "chips2": 1_005,
    }

"""Opening a table, sitting down, betting, getting up: everything before the cards."""

import pytest

from bot.basics import ChatId
from bot.notices import TablePhase
from tests.fakes.house import Room


async def test_join_opens_a_table_by_the_rules_of_the_chat():
    room = Room(rules="hk_casino")
    ann = room.player("ann")
    reply = await ann.says("/join")
    assert (reply.key, reply.facts) == ("joined", {"bet": 10})
    shown = room.shown()
    assert (shown.phase, shown.rules, shown.fresh) == (TablePhase.LOBBY, "hk_casino", True)
    assert [(seat.name, seat.bet) for seat in shown.seats] == [("Ann", 10)]


async def test_new_opens_an_empty_table_by_the_rules_asked_for():
    room = Room(rules="qq21")
    ann = room.player("ann")
    assert (await ann.says("/new 21 hk_casino")).key == "table-opened"
    assert (room.shown().rules, room.shown().seats) == ("hk_casino", ())


async def test_a_commitment_stands_before_anyone_bets():
    room = Room()
    await room.player("ann").says("/new")
    committed = room.shown().commitment
    assert len(committed) == 43
    await room.player("ann").says("/join 50")
    await room.player("ann").presses("deal")
    assert room.shown().commitment == committed


async def test_stakes_lie_in_escrow_from_the_moment_they_are_accepted():
    room = Room()
    await room.player("ann").says("/join 50")
    await room.player("bob").says("/join 200")
    assert await room.chips() == {"ann": 950, "bob": 800}
    assert await room.staked() == (0, 250)


async def test_join_offers_the_last_bet_and_the_minimum_to_who_never_bet():
    room = Room()
    ann, bob = room.player("ann"), room.player("bob")
    await ann.says("/join 70")
    await ann.says("/leave")
    assert (await ann.presses("join")).facts == {"bet": 70}
    assert (await bob.presses("join")).facts == {"bet": 10}


async def test_a_last_bet_off_the_step_of_other_rules_is_rounded_down_not_refused():
    room = Room()
    ann = room.player("ann")
    await ann.says("/join 15")
    await ann.says("/leave")
    await ann.says("/new 21 hk_casino")
    assert (await ann.presses("join")).facts == {"bet": 14}


@pytest.mark.report("D5")
async def test_joining_twice_stakes_once_and_says_so():
    room = Room()
    ann = room.player("ann")
    await ann.says("/join 50")
    reply = await ann.presses("join")
    assert (reply.accepted, reply.key, reply.facts) == (False, "already-in", {"bet": 50})
    assert await room.chips() == {"ann": 950}


async def test_joining_again_with_an_amount_changes_the_bet():
    room = Room()
    ann = room.player("ann")
    await ann.says("/join 50")
    assert (await ann.says("/join 80")).accepted
    assert await room.staked() == (0, 80)


async def test_a_changed_bet_moves_the_difference_alone():
    room = Room()
    ann = room.player("ann")
    await ann.says("/join 50")
    await ann.says("/bet 300")
    await ann.says("/bet 20")
    assert await room.chips() == {"ann": 980}
    assert await room.staked() == (0, 20)


async def test_plus_and_minus_move_by_the_minimum_and_stop_at_the_limits():
    room = Room()
    ann = room.player("ann")
    await ann.says("/join 20")
    assert (await ann.presses("more")).facts == {"bet": 30}
    for _ in range(4):
        await ann.presses("less")
    assert await room.staked() == (0, 10)


@pytest.mark.parametrize("button", ["more", "less", "deal"])
async def test_buttons_of_the_lobby_are_for_those_who_sit(button):
    room = Room()
    await room.player("ann").says("/join")
    assert (await room.player("bob").presses(button)).key == "not-seated"
    assert await room.staked() == (0, 10)


@pytest.mark.row(98)
@pytest.mark.parametrize(
    ("typed", "staked"),
    [
        ("50", 50),
        ("1k", 1_000),
        ("1K", 1_000),
        ("all", 1_000),
        ("ALL", 1_000),
        ("half", 500),
        ("５０", 50),
        ("٥٠", 50),
        ("५०", 50),
        ("007", None),
        ("0050", 50),
    ],
)
async def test_bets_are_read_in_words_and_any_digits(typed, staked):
    room = Room()
    await room.player("ann").says(f"/join {typed}")
    assert await room.staked() == (0, staked or 0)


async def test_all_and_half_count_what_is_staked_already():
    room = Room()
    ann = room.player("ann")
    await ann.says("/join 400")
    assert (await ann.says("/bet half")).facts == {"bet": 500}
    assert (await ann.says("/bet all")).facts == {"bet": 1_000}


async def test_all_is_rounded_down_to_the_step_of_the_stakes():
    room = Room(rules="hk_casino")
    ann = room.player("ann")
    await ann.says("/join")
    await room.gives(ann, 1)
    assert (await ann.says("/bet all")).facts == {"bet": 1_000}
    assert await room.chips() == {"ann": 1}


@pytest.mark.report("D12", "D16", "D17")
@pytest.mark.row(98)
@pytest.mark.parametrize(
    ("typed", "key"),
    [
        ("0", "amount-zero"),
        ("-1", "amount-unreadable"),
        ("−5", "amount-unreadable"),
        ("+5", "amount-unreadable"),
        ("1.5", "amount-unreadable"),
        ("1.5k", "amount-unreadable"),
        ("1,00", "amount-unreadable"),
        (",500", "amount-unreadable"),
        ("500,", "amount-unreadable"),
        ("1,0000", "amount-unreadable"),
        ("1000,000", "amount-unreadable"),
        ("1,000,00", "amount-unreadable"),
        ("1,,000", "amount-unreadable"),
        ("0,100", "amount-unreadable"),
        ("1,000k", "amount-unreadable"),
        ("0x10", "amount-unreadable"),
        ("NaN", "amount-unreadable"),
        ("1e3", "amount-unreadable"),
        ("1_000", "amount-unreadable"),
        ("k", "amount-unreadable"),
        ("10²", "amount-unreadable"),
        ("①", "amount-unreadable"),
        ("Ⅻ", "amount-unreadable"),
        ("1" + "0" * 30, "amount-too-large"),
        ("9223372036854775808", "amount-too-large"),
        ("9", "bet-below-minimum"),
        ("100001", "bet-above-maximum"),
        ("1001", "bet-beyond-chips"),
    ],
)
async def test_other_bets_are_refused_with_the_reason(typed, key):
    room = Room()
    reply = await room.player("ann").says(f"/join {typed}")
    assert (reply.accepted, reply.key) == (False, key)
    assert await room.chips() == {"ann": 1_000}


async def test_a_bet_beyond_the_chips_is_refused_with_what_would_be_accepted():
    room = Room(rules="cn4deck")
    ann = room.player("ann")
    await ann.says("/join 100")
    await room.gives(ann, 55)
    reply = await ann.says("/bet 2000")
    assert reply.key == "bet-beyond-chips"
    advised = {"have": 1_055, "bet": 2_000, "most": 1_054, "daily": 200}
    assert reply.facts == {**advised, "typed": "/join 1054", "how": "bet"}
    assert (await ann.says("/join 1054")).accepted


async def test_the_bet_that_is_advised_is_one_that_the_bank_covers():
    room = Room()
    ann = room.player("ann")
    await room.player("bob").says("/bank 300")
    reply = await ann.says("/join 2000")
    assert (reply.key, reply.facts["covered"]) == ("bet-not-covered", 300)
    assert (await ann.says(str(reply.facts["typed"]))).facts == {"bet": 300}


@pytest.mark.parametrize(
    "typed", ["/join", "/join 10", "/join all", "/join half", "/bank", "/bank 10"]
)
async def test_who_has_too_few_chips_for_any_bet_is_told_where_to_get_some(typed):
    room = Room()
    ann = room.player("ann")
    await ann.says("/balance")
    await room.gives(ann, -993)
    reply = await ann.says(typed)
    assert reply.key == "too-few-chips"
    assert reply.facts == {"have": 7, "minimum": 10, "daily": 200, "refill": 200}
    assert (await ann.says("/refill")).accepted
    assert (await ann.says(typed)).accepted


async def test_a_bet_off_the_step_is_refused_with_the_step():
    room = Room(rules="hk_casino")
    reply = await room.player("ann").says("/join 15")
    assert (reply.key, reply.facts) == ("bet-off-step", {"step": 2})


@pytest.mark.report("D13")
async def test_stakes_stay_far_inside_64_bits():
    room = Room(rules="hk_casino")
    ann = room.player("ann")
    await ann.says("/balance")
    await room.gives(ann, 10**14)
    assert (await ann.says("/join all")).facts == {"maximum": 100_000}


async def test_a_full_table_says_how_many_seats_it_has():
    room = Room(rules="qq21")
    for name in ("ann", "bob", "cat", "dan", "eve"):
        assert (await room.player(name).says("/join")).accepted
    reply = await room.player("fay").says("/join")
    assert (reply.key, reply.facts) == ("table-full", {"seats": 6, "bank": 1})


async def test_the_bank_counts_as_a_seat_when_its_banker_turns_into_a_player():
    room = Room(rules="qq21")
    ann = room.player("ann")
    await ann.says("/bank 900")
    for name in ("bob", "cat", "dan", "eve", "fay"):
        assert (await room.player(name).says("/join")).accepted
    await ann.says("/pass_bank")
    reply = await ann.says("/bet 50")
    assert (reply.key, reply.facts) == ("table-full", {"seats": 6, "bank": 1})


@pytest.mark.row(97)
async def test_two_joins_for_the_last_seat_seat_one():
    room = Room(rules="qq21")
    for name in ("ann", "bob", "cat", "dan"):
        await room.player(name).says("/join")
    eve, fay = room.player("eve"), room.player("fay")
    await eve.says("/balance")
    await fay.says("/balance")
    replies = await room.at_once(eve.pressed("join"), fay.pressed("join"))
    assert sorted(reply.key for reply in replies) == ["joined", "table-full"]


async def test_leaving_gives_the_stake_back_and_frees_the_seat():
    room = Room()
    ann, bob = room.player("ann"), room.player("bob")
    await ann.says("/join 50")
    await bob.says("/join 60")
    assert (await ann.presses("leave")).key == "left"
    assert await room.chips() == {"ann": 1_000, "bob": 940}
    assert [seat.name for seat in room.shown().seats] == ["Bob"]


@pytest.mark.report("F12")
async def test_a_table_that_everyone_left_closes():
    room = Room()
    ann = room.player("ann")
    await ann.says("/join 50")
    await ann.says("/leave")
    assert room.shown().phase is TablePhase.CLOSED
    assert await room.chips() == {"ann": 1_000}


@pytest.mark.report("F28")
@pytest.mark.row(101)
async def test_an_idle_lobby_expires_and_returns_everything():
    room = Room()
    await room.player("ann").says("/join 50")
    await room.player("bob").says("/bank 700")
    await room.passes(599)
    assert room.shown().phase is TablePhase.LOBBY
    await room.passes(1)
    assert room.shown().phase is TablePhase.CLOSED
    assert await room.chips() == {"ann": 1_000, "bob": 1_000}
    assert room.said() == ["table-expired"]


@pytest.mark.report("F17")
async def test_joining_and_leaving_do_not_keep_a_lobby_open():
    room = Room()
    ann, bob = room.player("ann"), room.player("bob")
    await ann.says("/join")
    for _ in range(6):
        await room.passes(99)
        await bob.says("/join")
        await ann.says("/bet 20")
        await bob.says("/leave")
    await room.passes(6)
    assert room.shown().phase is TablePhase.CLOSED


@pytest.mark.parametrize(
    "command",
    ["/bet 50", "/pass_bank", "/leave", "/deal", "/table", "/stop"],
)
async def test_a_closed_table_takes_nothing_from_those_who_sat_at_it(command):
    room = Room()
    ann = room.player("ann")
    await ann.says("/join 50")
    await room.passes(600)
    assert (await ann.says(command)).key == "no-table"
    assert await room.chips() == {"ann": 1_000}


@pytest.mark.parametrize("button", ["more", "less", "again", "change", "leave", "deal"])
async def test_buttons_of_a_closed_table_do_nothing(button):
    room = Room()
    ann = room.player("ann")
    await ann.says("/join 50")
    await room.passes(600)
    assert not (await ann.presses(button)).accepted
    assert await room.chips() == {"ann": 1_000}


@pytest.mark.report("D24")
async def test_a_bet_as_the_lobby_expires_is_returned_or_not_taken():
    room = Room()
    ann = room.player("ann")
    await ann.says("/join 50")
    room.clock.step_to(room.clock.now() + 600)
    reply = await ann.says("/bet 80")
    await room.house.drain()
    assert (reply.accepted, await room.chips()) == (False, {"ann": 1_000})


@pytest.mark.report("F25")
async def test_new_over_a_table_at_which_others_sit_is_refused():
    room = Room()
    ann, bob = room.player("ann"), room.player("bob")
    await ann.says("/join 50")
    assert (await bob.says("/new 21 hk_casino")).key == "table-open"
    assert (room.shown().rules, await room.staked()) == ("qq21", (0, 50))


@pytest.mark.report("F25")
async def test_new_over_a_running_round_is_refused():
    room = Room()
    ann = room.player("ann")
    await ann.says("/join 50")
    await ann.presses("deal")
    assert (await ann.says("/new")).key == "round-running"


async def test_new_by_the_only_one_there_gives_the_stake_back():
    room = Room()
    ann = room.player("ann")
    await ann.says("/join 50")
    assert (await ann.says("/new 21 hk_casino")).accepted
    assert (await room.chips(), room.shown().seats) == ({"ann": 1_000}, ())


@pytest.mark.parametrize(
    ("command", "key"),
    [
        ("/new whist", "unknown-rules"),
        ("/new 21 whist", "unknown-rules"),
        ("/new 21 qq21 turns=in_order", "dials-only-admins"),
    ],
)
async def test_rules_nobody_knows_and_dials_of_non_admins_are_refused(command, key):
    room = Room()
    assert (await room.player("ann").says(command)).key == key
    assert room.notices == []


async def test_two_chats_have_two_tables():
    room = Room()
    here = room.player("ann", ChatId("test:club:1"))
    there = room.player("ann", ChatId("test:club:2"))
    await here.says("/join 50")
    await there.says("/join 70")
    assert room.table(here.chat).number != room.table(there.chat).number
    assert await here.chips() == 880


async def test_the_table_can_be_posted_anew():
    room = Room()
    ann = room.player("ann")
    await ann.says("/join 50")
    assert (await ann.says("/table")).key == "table-shown"
    assert room.shown().fresh


async def test_a_name_is_laid_out_in_one_line():
    room = Room()
    ann = room.player("an\u202en\n@everyone")
    await ann.says("/join")
    assert room.shown().seats[0].name == "Ann @everyone"


@pytest.mark.parametrize(
    ("said", "key"),
    [
        ("/new 21 qq21 hk_casino", "rules-twice"),
        ("/new 21 hk_home5", "rules-of-another"),
        ("/new ties", "dial-apart"),
        ("/rules qq21 hk_casino", "rules-twice"),
        ("/rules 21 hk_home5", "rules-of-another"),
    ],
)
async def test_words_too_many_are_refused_and_not_passed_over(said, key):
    room = Room()
    await room.player("ann").says("/join")
    reply = await room.player("ann").says(said)
    assert (reply.accepted, reply.key) == (False, key)


async def test_a_set_of_another_game_is_told_with_its_game():
    reply = await Room().player("ann").says("/new 21 hk_home5")
    assert reply.facts == {"rules": "hk_home5", "game": "fivecard"}

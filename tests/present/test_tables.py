"""The table message at each phase, as a group reads it."""

from dataclasses import replace

import pytest

from bot.notices import TablePhase, TableShown
from bot.present.l10n import Localizer
from bot.present.presenter import Presenter
from tests.fakes.house import Room
from tests.fakes.messenger import labels_of, text_of
from tests.fakes.notices import lobby

PRESENTER = Presenter(Localizer())


def lines(shown: TableShown) -> list[str]:
    return text_of(PRESENTER.table(shown)).splitlines()


def labels(shown: TableShown) -> list[str]:
    return labels_of(PRESENTER.table(shown))


async def dealt(deck: str, rules: str = "hk_casino", *names: str) -> Room:
    """Cards are dealt to Ann with 100 and Bob with 50, or to others with 100 each."""
    room = Room(deck, rules)
    for name in names or ("ann", "bob"):
        await room.player(name).says("/join 50" if name == "bob" else "/join 100")
    await room.player((names or ("ann",))[0]).presses("deal")
    return room


# --- bets are open ----------------------------------------------------------------------------


def test_an_open_table_shows_who_bets_what_and_how_to_join():
    assert lines(lobby("Ann 100, Bob 1500")) == [
        "QQ 21 · round 1 · bets are open",
        "• Ann · 100",
        "• Bob · 1,500",
        "• Bank · the house",
        "A natural pays 1:1, ties give the bet back.",
        "Bets 10 to 1,000.",
        "Join, set your bet with − and +, then Deal.",
        "Commitment to the next deck:",
        "c" * 43,
    ]


def test_an_empty_table_says_so():
    assert lines(lobby(""))[1] == "Nobody has joined yet."


def test_the_bank_button_is_there_where_a_player_may_bank():
    assert labels(lobby()) == [
        "Join", "−", "+", "Bank", "Deal", "Leave", "Rules", "My chips",
    ]  # fmt: skip
    assert "Bank" not in labels(lobby(rules="hk_casino"))


def test_a_bet_is_a_whole_number_of_steps_and_the_table_says_which():
    assert lines(lobby(rules="hk_casino"))[-4] == "Bets 10 to 1,000, in steps of 2."


def test_rules_that_were_changed_are_named():
    shown = replace(lobby(), options={"decks": "2", "ties": "banker"})
    assert lines(shown)[1] == (
        "House rules: 2 decks of 52 cards. More points win even money, equal points go to the bank."
    )


def test_many_changed_rules_are_counted_and_left_to_the_page():
    turned = {"decks": "2", "ties": "banker", "turns": "in_order", "split_by": "none"}
    shown = replace(lobby(), options=turned | {"double_on": "none", "natural_payout": "2"})
    assert lines(shown)[1] == "House rules: 6 rules are changed. Rules tells them."


def test_a_table_that_closes_says_so_and_so_do_voided_rounds():
    shown = replace(lobby(), closing=True, voids=2)
    assert "The table closes after this round." in lines(shown)
    assert "Called off at this table so far: 2." in lines(shown)
    closed = replace(shown, phase=TablePhase.CLOSED)
    assert not any("Called off" in line for line in lines(closed))


async def test_what_was_called_off_is_told_without_the_name_of_what_is_played_now():
    room = await dealt("2s 3s Th 4d 5d 9c")
    await room.player("root", admin=True).says("/stop void")
    await room.hears("ann: /leave", "bob: /leave", "cat: /new cribbage")
    told = [line for line in lines(room.shown()) if "alled off" in line]
    assert told == ["Called off at this table so far: 1."]


async def test_the_banker_stands_in_the_line_of_the_bank():
    room = Room(rules="qq21")
    await room.player("cat").says("/bank 600")
    await room.player("ann").says("/join 100")
    assert lines(room.shown())[1:3] == ["• Ann · 100", "• Bank, Cat with 600"]


def test_where_only_players_bank_the_table_asks_for_one():
    shown = replace(lobby(), options={"banker": "player"})
    assert "• Bank · nobody yet, Ann is asked first." in lines(shown)
    nobody = {"banker": "player", "banker_first": "house"}
    told = "\n".join(lines(replace(shown, options=nobody)))
    assert "and without one no cards come.\nWhoever wants it presses Bank." in told


async def test_a_banker_who_decides_is_marked():
    room = Room("2s Ts 3s 4d", "qq21")
    await room.player("cat").says("/bank 600")
    await room.player("ann").says("/join 100")
    await room.player("ann").presses("deal")
    await room.player("ann").presses("stand")
    assert lines(room.shown()) == [
        "QQ 21 · round 1 · the bank’s turn",
        "• Ann · 100 · ▮ 3♠ · stands",
        "▸ Bank, Cat with 600 · 10♠ 4♦ · 14",
        "Ann stands.",
        "Cat plays for the bank · 45 s",
    ]


@pytest.mark.parametrize(
    ("deck", "rules", "said", "line"),
    [
        ("As 9s Th Kd 8d 8c", "hk_banker", [], "• Ann +100 · A♠ K♦ · natural, pays 1:1"),
        (
            "6s 9s Th 7s 8d 8c 8s",
            "hk_banker",
            ["ann: /hit"],
            "• Ann +300 · 6♠ 7♠ 8♠ · 6-7-8 of one suit, pays 3:1",
        ),
        (
            "2s 9s Th 2d 8d 8c 3s 4s 5s",
            "hk_banker",
            ["ann: /hit"] * 3,
            "• Ann +200 · 2♠ 2♦ 3♠ 4♠ 5♠ · five cards, pays 2:1",
        ),
        ("As 9s Th Kd 8d 8c", "hk_casino", [], "• Ann · 100 · A♠ K♦ · natural"),
    ],
)
async def test_what_is_paid_at_once_says_how_much_while_the_others_play(deck, rules, said, line):
    """HB-13: it is reported and paid before anybody else has finished."""
    room = await dealt(deck, rules)
    await room.hears(*said)
    assert room.shown().phase is TablePhase.PLAY
    assert line in lines(room.shown())
    won = line.startswith("• Ann +")
    net = line.split(" · ")[0].removeprefix("• Ann ")
    own = text_of(PRESENTER.hand(room.player("ann").panel)).splitlines()[1]
    assert own.endswith(f", {net}" if won else "· natural · bet 100")


# --- a round ----------------------------------------------------------------------------------


async def test_a_running_round_marks_whose_decision_is_awaited():
    room = await dealt("Ts As Th 9d Kd 8c")
    assert lines(room.shown()) == [
        "Hong Kong 21 · round 1 · cards are out",
        "▸ Ann · 100 · 10♠ 9♦ · 19",
        "• Bob · 50 · A♠ K♦ · natural",
        "• Bank · ▮ 8♣",
        "Waiting for Ann · 45 s",
    ]
    assert labels(room.shown()) == ["Hit", "Stand", "Double", "My cards"]


async def test_the_last_act_is_told_with_its_card():
    room = await dealt("2s 3s Th 4d 5d 8c 6h")
    await room.player("bob").presses("hit")
    assert "Bob hits: 6♥" in lines(room.shown())


async def test_a_split_hand_has_a_line_of_its_own():
    room = await dealt("8s 3s Th 8d 5d 9c 2h 4h")
    await room.player("ann").presses("split")
    assert lines(room.shown())[1:3] == [
        "▸ Ann, hand 1 · 100 · 8♠ 2♥ · 10",
        "• Ann, hand 2 · 100 · 8♦ 4♥ · 12",
    ]


async def test_insurance_is_asked_with_its_price_and_odds():
    room = await dealt("Ts 3s Th 9d 5d Ac")
    shown = room.shown()
    assert lines(shown)[-3:] == [
        "Insurance costs half your bet.",
        "On a natural of the bank it pays 2:1.",
        "Waiting for answers · Ann, Bob · 45 s",
    ]
    assert labels(shown) == ["Insure", "No", "My cards"]


async def test_who_has_answered_about_insurance_is_not_told():
    room = await dealt("Ts 3s Th 9d 5d Ac")
    before = lines(room.shown())
    await room.player("ann").presses("insure")
    assert lines(room.shown()) == before


async def test_what_came_of_insurance_is_told():
    room = await dealt("Ts 3s 7h 9d 5d Ac")
    await room.player("ann").presses("insure")
    await room.player("bob").presses("no-insurance")
    assert "Insured: Ann. The bank has no natural." in lines(room.shown())
    assert lines(room.shown())[1].endswith("· insured")


async def test_nobody_insured():
    room = await dealt("Ts 3s 7h 9d 5d Ac")
    for name in ("ann", "bob"):
        await room.player(name).presses("no-insurance")
    assert "Nobody took insurance. The bank has no natural." in lines(room.shown())


async def test_a_card_that_is_hit_face_down_leaves_no_colon_behind():
    room = Room("2s 3s 4d Th 5d 6d 7d 9c 2h")
    await room.player("ann", admin=True).says("/new 21 qq21 hit_cards=hidden")
    await room.hears("ann: /join 50", "bob: /join 50", "ann: /deal", "ann: /hit")
    assert "Ann hits." in lines(room.shown())


async def test_time_that_ran_out_is_shown_at_the_hands_it_ran_out_with():
    room = await dealt("8s 3s Th 8d 5d 9c 2h 4h", "hk_casino")
    await room.hears("bob: /stand", "ann: /split", "ann: /stand")
    late = [line.endswith("timed out") for line in lines(room.shown())[1:3]]
    await room.passes(90)
    results = [line for line in lines(room.shown()) if " hand " in line]
    assert (late, [line.endswith("timed out") for line in results]) == (
        [False, False],
        [False, True],
    )


async def test_a_face_down_card_is_a_back_and_no_total_is_shown():
    room = await dealt("As 3s Th Kd 5d 9c", "qq21")
    assert lines(room.shown())[1] == "▸ Ann · 100 · ▮ K♦"


@pytest.mark.report("A12")
async def test_a_soft_total_is_called_soft():
    room = await dealt("As 3s Th 6d 5d 9c")
    assert "A♠ 6♦ · soft 17" in lines(room.shown())[1]


async def test_who_joined_for_the_next_round_is_shown_below():
    room = await dealt("2s 3s Th 4d 5d 9c")
    await room.player("dan").says("/join 30")
    assert "• Dan · next round 30" in lines(room.shown())


async def test_who_sits_there_without_a_stake_is_not_said_to_be_in_the_next_round():
    room = await dealt("2s 3s 4s Th Td Tc 9d 9c", "hk_casino", "ann", "bob", "cat")
    await room.hears("ann: /stand", "bob: /stand", "cat: /stand")
    await room.player("ann").presses("change")
    await room.player("bob").presses("join")
    await room.player("bob").presses("deal")
    await room.player("bob").says("/stand")
    assert room.shown().phase is TablePhase.SETTLED
    assert not [line for line in lines(room.shown()) if "next round" in line]
    await room.player("cat").says("/join 20")
    assert [line for line in lines(room.shown()) if "next round" in line] == [
        "• Cat · next round 20"
    ]


async def test_who_plays_the_next_match_for_nothing_is_shown_too():
    room = Room(rules="cribbage")
    await room.hears("ann: /join 0", "bob: /join")
    await room.player("ann").presses("deal")
    await room.player("ann").says("/leave")
    await room.passes(3)
    await room.player("ann").says("/leave")
    assert (await room.player("cat").says("/join 0")).key == "joined"
    assert "• Cat · next match, for fun" in lines(room.shown())


# --- results ----------------------------------------------------------------------------------


async def test_results_say_who_won_what_by_which_rule():
    room = await dealt("Ts As Th 9d Kd 8c")
    await room.player("ann").presses("stand")
    shown = room.shown()
    assert lines(shown)[:4] == [
        "Hong Kong 21 · round 1 · results",
        "• Ann +100 · 10♠ 9♦ · 19 beats 18",
        "• Bob +75 · A♠ K♦ · natural, pays 3:2",
        "• Bank −175 · 10♥ 8♣ · 18",
    ]
    assert labels(shown) == ["Again", "Change bet", "Leave"]


@pytest.mark.parametrize(
    ("deck", "verbs", "told"),
    [
        ("Ts 9h 9d 8c", ["stand"], "19 beats 17"),
        ("Ts Th 8d 9c", ["stand"], "18 loses to 19"),
        ("Ts Th 8d 8c", ["stand"], "18 to 18, bet back"),
        ("Ts 6h 8d Tc Kc", ["stand"], "18, the bank is bust"),
        ("Ts Th 8d 9c 9s", ["hit"], "bust with 27"),
        ("As Th Kd 9c", [], "natural, pays 3:2"),
        ("As Kh Kd Ac", ["no-insurance"], "natural to natural, bet back"),
        ("Ts Kh 9d Ac", ["no-insurance"], "19 loses to a natural"),
        ("As Th 6d 6c 7s", ["stand"], "soft 17, the bank is bust"),
    ],
)
async def test_every_result_names_the_rule_that_decided_it(deck, verbs, told):
    room = await dealt(deck, "hk_casino", "ann")
    for verb in verbs:
        await room.player("ann").presses(verb)
    line = lines(room.shown())[1]
    assert line.endswith(told)


@pytest.mark.report("B4")
async def test_a_doubled_push_gives_the_doubled_bet_back():
    room = await dealt("5s Th 6d 9c 8s", "hk_casino", "ann")
    await room.player("ann").presses("double")
    assert lines(room.shown())[1] == "• Ann ±0 · 5♠ 6♦ 8♠ · doubled · 19 to 19, bet back"


async def test_insurance_and_hands_are_told_apart():
    room = await dealt("Ts Kh 9d Ac", "hk_casino", "ann")
    await room.player("ann").presses("insure")
    assert lines(room.shown())[1:4] == [
        "• Ann ±0",
        "   −100 · 10♠ 9♦ · 19 loses to a natural",
        "   insurance +100, bank has a natural",
    ]


async def test_insurance_that_brings_the_bet_back_is_offered_and_told_as_that():
    room = Room("Ts Kh 9d Ac")
    await room.player("ann", admin=True).says("/new 21 hk_casino insurance_mode=refund_main")
    await room.hears("ann: /join 50", "ann: /deal")
    assert lines(room.shown())[-3:-1] == [
        "Insurance costs half your bet.",
        "On a natural of the bank the bet comes back.",
    ]
    await room.player("ann").presses("insure")
    assert lines(room.shown())[2:5] == [
        "• Ann −25",
        "   ±0 · 10♠ 9♦ · insured against a natural, bet back",
        "   insurance −25",
    ]


async def test_split_hands_are_told_apart():
    room = await dealt("8s Th 8d 9c 2h Kh", "hk_casino", "ann")
    await room.player("ann").presses("split")
    for verb in ("stand", "stand"):
        await room.passes(1)
        await room.player("ann").presses(verb)
    assert lines(room.shown())[1:4] == [
        "• Ann −200",
        "   hand 1 −100 · 8♠ 2♥ · 10 loses to 19",
        "   hand 2 −100 · 8♦ K♥ · 18 loses to 19",
    ]


async def test_the_next_bank_is_shown_where_players_bank():
    room = Room("Ts 9s Td 9d", "qq21")
    await room.player("cat").says("/bank 600")
    await room.player("ann").says("/join 100")
    await room.player("ann").presses("deal")
    await room.player("ann").presses("stand")
    await room.player("cat").presses("stand")
    assert any(line.startswith("Next bank · Cat with") for line in lines(room.shown()))


async def test_again_changes_nothing_that_the_table_shows():
    room = await dealt("Ts As Th 9d Kd 8c")
    await room.player("ann").presses("stand")
    before = PRESENTER.table(room.shown())
    await room.player("ann").presses("again")
    assert PRESENTER.table(room.shown()) == before


async def test_the_commitment_of_the_next_round_is_shown_whole():
    room = await dealt("Ts As Th 9d Kd 8c")
    await room.player("ann").presses("stand")
    commitment = room.shown().commitment
    assert len(commitment) == 43
    assert lines(room.shown())[-1].endswith(commitment)


async def test_a_closed_table_keeps_its_last_results_and_has_no_buttons():
    room = await dealt("Ts As Th 9d Kd 8c")
    await room.player("ann").presses("stand")
    await room.player("ann").says("/stop")
    shown = room.shown()
    assert shown.phase is TablePhase.CLOSED
    assert "• Ann +100 · 10♠ 9♦ · 19 beats 18" in lines(shown)
    assert lines(shown)[-1] == "The table is closed. /join opens it again."
    assert labels(shown) == []


async def test_who_has_left_since_is_still_named():
    room = await dealt("Ts 9s Th 9d 8d 8c")
    await room.player("bob").presses("leave")
    await room.player("ann").presses("stand")
    assert "• Bob −50 · 9♠ 8♦ · 17 loses to 18" in lines(room.shown())


async def test_whose_time_ran_out_is_told():
    room = await dealt("Ts 9s Th 9d 8d 8c")
    await room.player("ann").presses("stand")
    await room.passes(15)
    assert "• Bob −50 · 9♠ 8♦ · 17 loses to 18 · timed out" in lines(room.shown())


async def test_whose_time_ran_out_is_told_with_the_hand():
    room = await dealt("Ts 9s Th 9d 8d 8c", "hk_banker")
    await room.passes(45)
    assert lines(room.shown())[1:3] == [
        "• Ann · 100 · ▮ 9♦ · stands · timed out",
        "▸ Bob · 50 · ▮ 8♦",
    ]


async def test_who_did_nothing_for_a_whole_round_is_named_in_the_results():
    room = await dealt("Ts 9s Th 9d 8d 8c")
    await room.player("ann").presses("stand")
    await room.passes(120)
    assert "Sits out until Again · Bob" in lines(room.shown())


async def test_a_closed_table_counts_no_round_that_was_not_dealt():
    room = await dealt("Ts As Th 9d Kd 8c")
    await room.player("ann").presses("stand")
    await room.player("ann").presses("change")
    await room.player("ann").says("/stop")
    assert lines(room.shown())[0] == "Hong Kong 21 · closed"


# --- older messages ---------------------------------------------------------------------------


async def test_an_overtaken_lobby_points_to_the_round_and_keeps_the_commitment():
    room = await dealt("Ts As Th 9d Kd 8c")
    before = next(n for n in room.notices if isinstance(n, TableShown))
    message = PRESENTER.overtaken(before, room.shown())
    assert message is not None
    assert text_of(message).splitlines() == [
        "Round 1 goes on below.",
        "Commitment to the next deck:",
        before.commitment,
    ]
    assert message.buttons == ()


async def test_overtaken_results_keep_their_words():
    room = await dealt("Ts As Th 9d Kd 8c")
    await room.player("ann").presses("stand")
    settled = room.shown()
    for name in ("ann", "bob"):
        await room.player(name).presses("again")
    assert PRESENTER.overtaken(settled, room.shown()) is None


async def test_a_round_that_moved_down_says_so():
    room = await dealt("2s 3s Th 4d 5d 8c 6h")
    message = PRESENTER.overtaken(room.shown(), room.shown())
    assert message is not None
    assert text_of(message) == "The table has moved down."

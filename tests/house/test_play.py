"""Acting in a round: turns, what can be paid and covered, private insurance (design, 4 and 6)."""

import pytest

from bot.basics import ChatId
from bot.games.twentyone.views import TwentyOnePublic
from bot.notices import HandShown, TablePhase, TableShown, Urgency
from tests.fakes.house import Player, Room

PLAYING, SETTLED = TablePhase.PLAY, TablePhase.SETTLED


async def dealt(
    *bets: str, deck: str, rules: str = "qq21", bank: str = "", admin: str = "", options: str = ""
) -> Room:
    """Return a room with people dealt in: ``ann 50`` plays for 50, ``bank`` is ``cat 500``."""
    room = Room()
    opener = room.player(admin or bets[0].split()[0], admin=bool(admin))
    assert (await opener.says(f"/new 21 {rules} {options}")).accepted
    if bank:
        name, chips = bank.split()
        await room.player(name).says(f"/bank {chips}")
    for line in bets:
        name, chips = line.split()
        assert (await room.player(name).says(f"/join {chips}")).accepted
    room.decks.lay(deck)
    assert (await room.player(bets[0].split()[0]).says("/deal")).accepted
    return room


def view_of(room: Room) -> TwentyOnePublic:
    view = room.shown().view
    assert isinstance(view, TwentyOnePublic)
    return view


def choices_of(player: Player) -> set[str]:
    return {str(choice.action) for choice in player.panel.choices}


# --- turns -------------------------------------------------------------------------------------

TWO_AGAINST_THE_HOUSE = "5s 6s Ts 5h 6h Th"


async def test_together_everyone_decides_when_they_like():
    room = await dealt("ann 50", "bob 50", deck=TWO_AGAINST_THE_HOUSE)
    assert view_of(room).waiting == (0, 1)
    assert (await room.player("bob").says("/stand")).accepted
    assert view_of(room).waiting == (0,)
    assert (await room.player("ann").says("/stand")).accepted
    assert room.shown().phase is SETTLED


async def in_order(*bets: str, deck: str = TWO_AGAINST_THE_HOUSE, bank: str = "") -> Room:
    return await dealt(*bets, deck=deck, bank=bank, admin="root", options="turns=in_order")


async def test_in_order_each_waits_for_their_turn():
    room = await in_order("ann 50", "bob 50")
    assert view_of(room).waiting == (0,)
    assert (await room.player("bob").says("/stand")).key == "not-your-turn"
    await room.player("ann").says("/stand")
    assert view_of(room).waiting == (1,)
    reply = await room.player("ann").says("/hit")
    assert (reply.key, reply.facts) == ("hand-finished", {"hands": 1})


async def test_in_order_whoever_is_next_is_shown_their_choices():
    room = await in_order("ann 50", "bob 50")
    assert (choices_of(room.player("ann")), choices_of(room.player("bob"))) == (
        {"hit", "stand", "double", "split", "leave"} & choices_of(room.player("ann")),
        set(),
    )
    room.news()
    await room.player("ann").says("/stand")
    panels = [notice.player for notice in room.news() if isinstance(notice, HandShown)]
    assert "test:bob" in panels
    assert choices_of(room.player("bob")) >= {"hit", "stand"}
    assert room.shown().urgency is Urgency.TURN


async def test_in_order_a_turn_has_45_seconds_anew_at_each_act():
    room = await in_order("ann 50", "bob 50", deck="2s 6s Ts 2h 6h Th 2d 2c 3s")
    for _ in range(3):
        await room.passes(44)
        assert (await room.player("ann").says("/hit")).accepted
    await room.passes(44)
    assert view_of(room).waiting == (0,)
    await room.passes(1)
    assert view_of(room).waiting == (1,)
    await room.passes(44)
    assert room.shown().phase is PLAYING
    await room.passes(1)
    assert room.shown().phase is SETTLED


@pytest.mark.report("F11")
async def test_in_order_who_left_is_passed_over_when_their_turn_comes():
    room = await in_order("ann 50", "bob 50", "cat 50", deck="5s 6s 7s Ts 5h 6h 7h Th")
    assert (await room.player("bob").says("/leave")).accepted
    assert view_of(room).waiting == (0,)
    await room.player("ann").says("/stand")
    assert view_of(room).waiting == (2,)


async def test_who_plays_no_hand_any_more_is_told_so():
    room = await dealt("ann 50", "bob 50", deck=TWO_AGAINST_THE_HOUSE)
    await room.player("ann").says("/stand")
    reply = await room.player("ann").says("/hit")
    assert (reply.accepted, view_of(room).waiting) == (False, (1,))


@pytest.mark.parametrize(("text", "key"), [("/hit", "not-in-round"), ("/hand", "not-in-round")])
async def test_who_watches_cannot_act(text, key):
    room = await dealt("ann 50", deck=TWO_AGAINST_THE_HOUSE)
    assert (await room.player("eve").says(text)).key == key


async def test_where_no_round_runs_nobody_can_act():
    room = Room()
    assert (await room.player("ann").says("/hit")).key == "no-round"
    await room.player("ann").says("/join 50")
    assert (await room.player("ann").says("/hit")).key == "no-round"


@pytest.mark.report("F2", "F3")
async def test_naturals_all_round_still_take_an_ordinary_turn():
    room = await dealt("ann 50", "bob 50", deck="As Ah Ts Kh Ks 7h")
    assert (room.shown().phase, view_of(room).waiting) == (PLAYING, (0, 1))
    assert not (await room.player("ann").says("/hit")).accepted
    await room.player("ann").says("/stand")
    await room.player("bob").says("/stand")
    assert room.shown().phase is SETTLED


@pytest.mark.report("F3")
async def test_open_naturals_end_the_round_at_once():
    room = await dealt("ann 50", deck="As Ts Kh 7h", rules="hk_casino")
    assert (room.shown().phase, await room.player("ann").chips()) == (SETTLED, 1_075)
    assert (await room.player("ann").presses("again")).accepted


# --- what can be paid --------------------------------------------------------------------------

ELEVEN = "5s Ts 6h 9h Td 2c"  # Ann 5 + 6, then a ten: 21 against 19


async def test_a_double_stakes_once_more_and_pays_twice():
    room = await dealt("ann 50", deck=ELEVEN)
    assert (await room.player("ann").says("/double")).accepted
    assert (room.shown().phase, await room.player("ann").chips()) == (SETTLED, 1_100)


@pytest.mark.report("C6")
async def test_c6_a_double_that_cannot_be_paid_is_refused_with_the_amounts():
    room = await dealt("ann 600", deck=ELEVEN)
    ann = room.player("ann")
    assert "double" not in choices_of(ann)
    reply = await ann.says("/double")
    assert reply.key == "short-of-chips"
    assert reply.facts == {"have": 400, "need": 600, "daily": 200}
    assert (await room.staked(), (await ann.says("/stand")).accepted) == ((600, 0), True)


@pytest.mark.report("C6")
async def test_c6_a_double_paid_with_the_last_chip():
    room = await dealt("ann 500", deck=ELEVEN)
    assert (await room.player("ann").says("/double")).accepted
    assert await room.player("ann").chips() == 2_000


@pytest.mark.report("C7")
async def test_c7_a_double_is_paid_from_the_wallet_that_other_topics_share():
    room = await dealt("ann 300", deck=ELEVEN)
    await room.player("ann", ChatId("test:club:2")).says("/join 600")  # the same community
    assert (await room.player("ann").says("/double")).facts["have"] == 100


@pytest.mark.report("C2")
async def test_a_split_stakes_once_more_and_each_hand_is_settled_alone():
    room = await dealt("ann 50", deck="8s Ts 8h 7h Ts 2c 9d")  # 18 and 8 + 2 + 9 against 17
    ann = room.player("ann")
    assert (await ann.says("/split")).accepted
    assert (await room.staked())[0] == 100
    for text in ("/stand", "/hit", "/stand"):
        assert (await ann.says(text)).accepted
    assert await ann.chips() == 1_100


@pytest.mark.report("C6")
async def test_c6_a_split_that_cannot_be_paid_is_refused_with_the_amounts():
    room = await dealt("ann 600", deck="8s Ts 8h 7h Ts 2c 9d")
    reply = await room.player("ann").says("/split")
    assert reply.key == "short-of-chips"
    assert reply.facts == {"have": 400, "need": 600, "daily": 200}


async def test_one_double_tap_never_reaches_the_second_hand_of_a_split():
    room = await dealt("ann 50", deck="8s Ts 8h 7h Ts 2c 9d")
    ann = room.player("ann")
    await ann.says("/split")
    first = await ann.presses("stand")
    assert await ann.presses("hit") == first
    assert len(view_of(room).hands[1].cards) == 2
    await room.passes(1)
    assert (await ann.presses("hit")).accepted
    assert len(view_of(room).hands[1].cards) == 3


# --- what the bank can cover -------------------------------------------------------------------


@pytest.mark.report("E3")
async def test_a_double_beyond_the_bank_is_refused_with_what_it_holds():
    room = await dealt("ann 60", deck=ELEVEN, bank="cat 100")
    ann = room.player("ann")
    assert "double" not in choices_of(ann)
    reply = await ann.says("/double")
    assert (reply.key, reply.facts) == ("bank-short", {"covered": 100})
    assert (await room.staked())[0] == 160


@pytest.mark.report("E3")
async def test_a_double_that_the_bank_covers_to_the_last_chip():
    room = await dealt("ann 50", deck=ELEVEN, bank="cat 100")
    assert (await room.player("ann").says("/double")).accepted
    await room.player("cat").says("/stand")
    assert (await room.chips())["ann"] == 1_100


@pytest.mark.report("E3")
async def test_another_s_loss_that_everyone_saw_frees_the_bank():
    deck = "5s Ts Ts 6h 6d 9h Kc Td"  # Ann 11, Bob 16 and a king, the bank 19
    room = await dealt("ann 50", "bob 50", deck=deck, bank="cat 100")
    assert (await room.player("ann").says("/double")).key == "bank-short"
    await room.player("bob").says("/hit")
    assert (await room.player("ann").says("/double")).accepted


@pytest.mark.report("E3")
async def test_a_hidden_card_never_tells_what_is_covered():
    """The same refusal whatever lies face down: a hidden card counts as any card."""
    replies = []
    for hole in ("5s", "As", "Ts"):
        room = await dealt("ann 60", deck=f"{hole} Td 6h 9h", bank="cat 100")
        replies.append(await room.player("ann").says("/double"))
    assert {reply.key for reply in replies} == {"bank-short"}


async def test_the_house_covers_everything():
    room = await dealt("ann 500", "bob 500", deck="5s 5h Ts 6s 6h Th Td Tc")
    assert (await room.player("ann").says("/double")).accepted
    assert (await room.player("bob").says("/double")).accepted
    assert await room.chips() == {"ann": 2_000, "bob": 2_000}


async def test_a_bank_pays_everybody_and_is_never_below_zero():
    room = await dealt("ann 50", "bob 50", deck="Ts Th 2s Tc Td 3s", bank="cat 100")
    await room.hears("ann: /stand", "bob: /stand", "cat: /stand")
    assert await room.chips() == {"cat": 800, "ann": 1_050, "bob": 1_050}
    assert (await room.staked(), room.shown().bank) == ((0, 100), 100)  # the next bank


@pytest.mark.report("E4")
async def test_what_the_bank_wins_is_the_bankers():
    room = await dealt("ann 50", "bob 50", deck="2s 2h Ts 3s 3h Th", bank="cat 100")
    await room.hears("ann: /stand", "bob: /stand", "cat: /stand", "cat: /pass_bank")
    assert await room.chips() == {"cat": 1_100, "ann": 950, "bob": 950}


# --- insurance ---------------------------------------------------------------------------------

ACE_UP = "9s 9h Ks 8s 8h Ah"  # two players with 17, the house with a natural
ACE_UP_FOR_NOTHING = "9s 9h 6s 8s 8h Ah"


def group_side(room: Room) -> object:
    """Return what the group can see and press."""
    shown = room.shown()
    return (shown.view, shown.events, shown.seats, shown.seconds, shown.phase)


@pytest.mark.parametrize("answer", ["/insure", "/insure no"])
async def test_answers_stay_private_until_all_have_answered(answer):
    room = await dealt("ann 100", "bob 100", deck=ACE_UP_FOR_NOTHING, rules="hk_casino")
    before = group_side(room)
    assert (await room.player("ann").says(answer)).accepted
    assert group_side(room) == before
    assert (await room.player("ann").says(answer)).accepted is False
    await room.player("bob").says("/insure no")
    assert view_of(room).insured == ((0,) if answer == "/insure" else ())


async def test_the_deadline_of_insurance_does_not_move_with_the_answers():
    room = await dealt("ann 100", "bob 100", deck=ACE_UP_FOR_NOTHING, rules="hk_casino")
    await room.passes(40)
    await room.player("ann").says("/insure")
    await room.passes(4)
    assert view_of(room).phase == "insurance"
    await room.passes(1)
    assert view_of(room).phase == "players"
    assert room.shown().seconds == 45


@pytest.mark.report("C11")
async def test_who_runs_out_of_time_is_not_insured():
    room = await dealt("ann 100", deck="9s Ks 8s Ah", rules="hk_casino")
    await room.passes(45)
    assert (room.shown().phase, await room.player("ann").chips()) == (SETTLED, 900)


async def test_insurance_is_paid_and_settled_to_the_chip():
    room = await dealt("ann 100", "bob 100", deck=ACE_UP, rules="hk_casino")
    await room.hears("ann: /insure", "bob: /insure no")
    assert await room.chips() == {"ann": 1_000, "bob": 900}


@pytest.mark.report("C6")
async def test_who_cannot_pay_the_premium_has_answered_no():
    room = await dealt("ann 1000", "bob 100", deck=ACE_UP_FOR_NOTHING, rules="hk_casino")
    reply = await room.player("ann").says("/insure")
    assert (reply.key, reply.facts) == ("premium-beyond-chips", {"need": 500})
    assert (await room.player("bob").says("/insure")).accepted
    assert (await room.player("bob").says("/insure")).key == "already-answered"
    assert (view_of(room).phase, view_of(room).insured) == ("players", (1,))


async def test_when_nobody_can_pay_the_premium_nobody_is_asked():
    room = await dealt("ann 1000", deck="9s 6s 8s Ah", rules="hk_casino")
    assert view_of(room).phase == "players"


async def test_leaving_answers_no():
    room = await dealt("ann 100", "bob 100", deck=ACE_UP_FOR_NOTHING, rules="hk_casino")
    await room.player("ann").says("/leave")
    await room.player("bob").says("/insure no")
    assert (view_of(room).phase, view_of(room).waiting) == ("players", (1,))


# --- what a seat is shown ----------------------------------------------------------------------


async def test_a_panel_counts_its_seat_s_acts_and_ends_with_the_round():
    room = await dealt("ann 50", "bob 50", deck="2s 6s Ts 2h 6h Th 2d")
    ann = room.player("ann")
    assert (ann.panel.counter, ann.panel.over) == (0, False)
    await ann.says("/hit")
    assert ann.panel.counter == 1
    await ann.says("/stand")
    await room.player("bob").says("/stand")
    assert (ann.panel.counter, ann.panel.over, ann.panel.choices) == (2, True, ())


async def test_a_void_tells_every_hand_that_it_is_over():
    room = await dealt("ann 50", "bob 50", deck=TWO_AGAINST_THE_HOUSE)
    room.news()
    await room.player("root", admin=True).says("/stop void")
    over = {n.player: n.over for n in room.news() if isinstance(n, HandShown)}
    assert over == {"test:ann": True, "test:bob": True}


async def test_my_cards_after_the_round_shows_it_over():
    room = await dealt("ann 50", deck=TWO_AGAINST_THE_HOUSE)
    await room.player("ann").says("/stand")
    assert (await room.player("ann").says("/hand")).key == "hand-over"


async def test_everyone_s_bet_is_what_they_staked_before_the_deal():
    room = await dealt("ann 50", deck="2s Ts 3h 9h 2d 2c")
    assert [seat.bet for seat in room.shown().seats] == [50]


# --- rules of the chat -------------------------------------------------------------------------


async def test_an_admin_s_dials_last_until_the_rules_are_named_anew():
    room = Room()
    root = room.player("root", admin=True)
    await root.says("/new 21 qq21 turns=in_order")
    assert room.shown().options == {"turns": "in_order"}
    await root.says("/new")
    assert room.shown().options == {"turns": "in_order"}
    await root.says("/new 21 qq21")
    assert room.shown().options == {}


@pytest.mark.parametrize("dial", ["turns=sideways", "no_such_dial=1", "decks=0", "turns"])
async def test_dials_that_cannot_be_are_refused(dial):
    room = Room()
    reply = await room.player("root", admin=True).says(f"/new 21 qq21 {dial}")
    assert (reply.accepted, room.notices) == (False, [])


async def test_the_group_s_message_and_the_panel_agree_on_the_round():
    room = await dealt("ann 50", deck=TWO_AGAINST_THE_HOUSE)
    table = next(n for n in room.notices if isinstance(n, TableShown) and n.phase is PLAYING)
    assert (table.round, table.view) == (
        room.player("ann").panel.round,
        room.player("ann").panel.public,
    )

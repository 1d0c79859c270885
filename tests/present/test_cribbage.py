"""Cribbage as a group and a player read it. Ann is pone, Bob deals."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.basics import Refusal
from bot.cards import packs
from bot.games import find_game
from bot.message import card_text
from bot.notices import HandShown, SeatLine
from bot.present.common import fits_alert
from bot.requests import PAYLOAD_BYTES_MAX, Reply, refused
from tests.fakes.deals import DEALER, PONE, Deal, deck_for
from tests.fakes.house import Room
from tests.fakes.matches import (
    PRESENTER,
    lines,
    own,
    panel,
    played_out,
    rows,
    table,
    waiting_for_bets,
)
from tests.fakes.messenger import labels_of

PLAIN = deck_for("5h Jc 4d 6c 2s Kh", "5s 5d 8c 7h 9s Qd", "3c")
AWAY = ("pone discard 2s Kh", "dealer discard 9s Qd")


def happened(deal: Deal) -> list[str]:
    """Return what a running deal says between the count and who is awaited."""
    told = lines(table(deal))
    counted = next(place for place, line in enumerate(told) if line.startswith("Count"))
    return told[counted + 1 : -1]


# --- bets are open ----------------------------------------------------------------------------


def test_the_stake_is_for_the_whole_match_and_may_be_nothing():
    shown = waiting_for_bets()
    assert lines(shown)[:6] == [
        "Cribbage · bets are open",
        "Nobody has joined yet.",
        "The first to 121 wins; ending below 91 is a skunk.",
        "The stake is for the whole match: 10 to 1,000.",
        "The first names it; /join 0 plays for nothing.",
        "Join, set it with − and +, then Deal.",
    ]
    assert rows(shown) == ["(Join) (−) (+)", "(Deal) (Leave)", "(Rules) (My chips)"]


def test_how_far_a_short_match_goes_is_said_once():
    told = lines(waiting_for_bets(target="61"))
    assert told[1:3] == [
        "Nobody has joined yet.",
        "The first to 61 wins; ending below 31 is a skunk.",
    ]
    on = replace(table(Deal(PLAIN)), options={"target": "61"})
    assert lines(on)[1] == "House rules: The first to 61 wins at once, once round the board."


@pytest.mark.parametrize(
    ("bets", "told"),
    [
        ("Ann 50", ["• Ann · 50", "Each stakes 50 for the match: Join, then Deal."]),
        ("Ann 0", ["• Ann · for fun", "The match is for nothing: Join, then Deal."]),
    ],
)
def test_what_the_first_named_is_told_to_who_may_join(bets, told):
    shown = lines(waiting_for_bets(bets))
    assert [shown[1], shown[3]] == told


# --- laying away ------------------------------------------------------------------------------


def test_both_lay_away_at_once_by_pairs_of_places():
    shown = table(Deal(PLAIN, scores=(27, 40), stake=50))
    assert lines(shown) == [
        "Cribbage · deal 2 · laying away",
        "▸ Ann · 27",
        "·····●|······D······S······◇",
        "▸ Bob · 40 · deals (crib)",
        "······|·●····D······S······◇",
        "Two cards of each go into Bob’s crib.",
        "Waiting for Ann, Bob · 45 s",
    ]
    assert rows(shown) == [
        "(1·2) (1·3) (1·4) (1·5) (1·6)",
        "(2·3) (2·4) (2·5) (2·6) (3·4)",
        "(3·5) (3·6) (4·5) (4·6) (5·6)",
        "(My cards)",
    ]
    assert PRESENTER.table(shown).buttons[0][2].payload == "1.2.discard discard #1 #4"


def test_who_has_laid_away_is_told_and_never_what():
    shown = table(Deal(PLAIN).do(AWAY[0]))
    assert lines(shown)[1] == "• Ann · 0 · laid away"
    assert lines(shown)[-1] == "Waiting for Bob · 45 s"
    assert len(rows(shown)) == 4


@pytest.mark.parametrize(
    ("cut", "told"),
    [
        ("9c 3d", ["Cut for deal · Ann 9♣, Bob 3♦", "Bob has the lower card and deals."]),
        (
            "9c 9d Ks 2h",
            [
                "Cut for deal · Ann 9♣, Bob 9♦",
                "Equal, cut again · Ann K♠, Bob 2♥",
                "Bob has the lower card and deals.",
            ],
        ),
        ("", ["Bob lost the last match and deals."]),
    ],
)
def test_before_the_first_deal_it_is_told_why_somebody_deals(cut, told):
    shown = table(Deal(PLAIN), number=1, cut=cut)
    assert lines(shown)[5:-2] == told


def test_a_panel_has_a_button_for_every_pair_of_own_cards():
    hand = panel(Deal(PLAIN, scores=(27, 40)), PONE)
    assert own(hand) == [
        "Your hand · ①5♥ ②J♣ ③4♦ ④6♣ ⑤2♠ ⑥K♥",
        "You 27 · Bob 40 · to 121",
        "Lay two cards away, into Bob’s crib.",
    ]
    message = PRESENTER.hand(hand)
    assert [len(row) for row in message.buttons] == [3, 3, 3, 3, 3]
    assert labels_of(message)[:4] == ["5♥ J♣", "5♥ 4♦", "5♥ 6♣", "5♥ 2♠"]
    assert message.buttons[4][2].payload == "1.2+0 discard #5 #6"


def test_the_dealer_lays_away_into_the_own_crib():
    deal = Deal(PLAIN)
    assert own(panel(deal, DEALER))[-1] == "Lay two cards away, into your own crib."
    deal.do(AWAY[1])
    assert own(panel(deal, DEALER)) == [
        "Your hand · ①5♠ ②5♦ ③8♣ ④7♥",
        "In your crib · 9♠ Q♦",
        "You 0 · Ann 0 · to 121",
        "Waiting for Ann.",
    ]
    assert labels_of(PRESENTER.hand(panel(deal, DEALER))) == []


# --- the play ---------------------------------------------------------------------------------


def test_the_play_shows_the_starter_the_count_and_whose_turn_it_is():
    deal = Deal(PLAIN, scores=(27, 40)).do(*AWAY, "pone play Jc", "dealer play 5s")
    assert lines(table(deal)) == [
        "Cribbage · deal 2 · the play",
        "▸ Ann · 27 · J♣ ▮ ▮ ▮",
        "·····●|······D······S······◇",
        "• Bob · 42 · deals (crib) · 5♠ ▮ ▮ ▮",
        "······|·○●···D······S······◇",
        "Starter · 3♣",
        "Count 15 · J♣ 5♠",
        "Bob plays 5♠, makes 15: fifteen 2",
        "Waiting for Ann · 45 s",
    ]
    assert rows(table(deal)) == ["(1) (3) (4) (5) (6)", "(My cards)"]
    assert PRESENTER.table(table(deal)).buttons[0][0].payload == "1.2.play play #1"


def test_heels_are_told_when_the_starter_is_turned():
    deal = Deal(deck_for("5h 7c 4d 6c 2s Kh", "5s 5d 8c 7h 9s Qd", "Jd")).do(*AWAY)
    assert lines(table(deal))[5:] == [
        "Starter · J♦",
        "Count 0",
        "Starter a jack, J♦: his heels 2 for Bob",
        "Waiting for Ann · 45 s",
    ]


def test_every_point_of_a_card_is_named():
    deck = deck_for("5h 5c 4d 4c 2s Kh", "5s 5d 4s 7h 9s Qd", "3c")
    deal = Deal(deck).do("pone discard 2s Kh", "dealer discard 7h Qd")
    assert happened(deal.do("pone play 5h")) == ["Ann plays 5♥, makes 5"]
    assert happened(deal.do("dealer play 5s")) == ["Bob plays 5♠, makes 10: pair 2"]
    assert happened(deal.do("pone play 5c")) == ["Ann plays 5♣, makes 15: fifteen 2, three alike 6"]
    assert happened(deal.do("dealer play 5d")) == ["Bob plays 5♦, makes 20: four alike 12"]
    assert happened(deal.do("pone play 4d")) == ["Ann plays 4♦, makes 24"]


def test_a_run_and_thirty_one_and_the_new_count():
    deck = deck_for("7h 6c 9d 2c 2s Kh", "8s 8d Js 4h 9s Qd", "3c")
    deal = Deal(deck).do(*AWAY, "pone play 7h", "dealer play 8s")
    assert happened(deal.do("pone play 6c")) == ["Ann plays 6♣, makes 21: run 3"]
    deal.do("dealer play Js")
    assert happened(deal) == ["Bob plays J♠, makes 31: thirty-one 2"]
    assert lines(table(deal))[6] == "Count 0"
    assert happened(deal.do("pone play 9d")) == ["Ann plays 9♦, makes 9"]


def test_go_is_said_for_who_cannot_play_and_its_point_is_named():
    deck = deck_for("Th Kc Ad 2c 2s Kh", "Ts Jd 9s 9h 8s Qd", "3c")
    deal = Deal(deck).do("pone discard 2s Kh", "dealer discard 8s Qd")
    deal.do("pone play Th", "dealer play Ts")
    assert happened(deal.do("pone play Kc")) == ["Ann plays K♣, makes 30", "Bob says go."]
    assert lines(table(deal))[-1] == "Waiting for Ann · 45 s"
    assert happened(deal.do("pone play Ad")) == ["Ann plays A♦, makes 31: thirty-one 2"]


def test_a_last_card_that_plays_itself_is_told_with_the_card_before():
    deck = deck_for("Th Kc 9d 2c 2s Kh", "Ts Jd 9s 9h 8s Qd", "3c")
    deal = Deal(deck).do("pone discard 2s Kh", "dealer discard 8s Qd")
    deal.do("pone play Th", "dealer play Ts", "pone play 9d")
    assert happened(deal)[0] == "Ann plays 9♦, makes 29"
    told = "\n".join(lines(table(played_out(deal))))
    assert "’s last card" in told
    assert "last card 1" in told


def test_a_panel_says_which_cards_fit():
    deck = deck_for("Th Kc Ad 2c 2s Kh", "Ts Jd 9s 9h 8s Qd", "3c")
    deal = Deal(deck).do("pone discard 2s Kh", "dealer discard 8s Qd", "pone play Th")
    assert own(panel(deal, DEALER)) == [
        "Your hand · ①10♠ ②J♦ ③9♠ ④9♥",
        "In your crib · 8♠ Q♦",
        "Starter · 3♣",
        "Count 10 · 10♥",
        "You 0 · Ann 0 · to 121",
        "Your move: play any card.",
    ]
    deal.do("dealer play Ts")
    deal.do("pone play 2c")
    assert own(panel(deal, DEALER))[-1] == "Your move, 9 at most: 9♠ 9♥ fit."
    assert labels_of(PRESENTER.hand(panel(deal, DEALER))) == ["9♠", "9♥"]
    assert own(panel(deal, PONE))[-1] == "Waiting for Bob."


def test_long_turns_are_told_in_minutes_and_hours():
    deal = Deal(PLAIN)
    for seconds, told in ((90, "90 s"), (600, "10 min"), (86_400, "24 h")):
        assert lines(table(deal, seconds=seconds))[-1] == f"Waiting for Ann, Bob · {told}"


def test_who_is_waited_for_too_often_can_be_left_behind():
    shown = table(Deal(PLAIN).do(AWAY[0]), absent=DEALER)
    assert lines(shown)[-3:] == [
        "Bob runs out of time again and again.",
        "Ann may claim the match, or call it off.",
        "Called off, both stakes go back.",
    ]
    assert rows(shown)[-1] == "(Claim the match) (Call it off)"


def test_when_the_match_is_over_nobody_is_left_behind_any_more():
    shown = table(Deal(PLAIN, stake=50).do("dealer leave"), absent=PONE)
    assert rows(shown) == ["(Again) (Change bet) (Leave)"]
    assert not any("out of time" in line for line in lines(shown))


def test_a_time_out_is_marked():
    shown = table(Deal(PLAIN))
    late = replace(shown, seats=(replace(shown.seats[0], late=True), shown.seats[1]))
    assert lines(late)[1] == "▸ Ann · 0 · timed out"


# --- my cards, refusals -----------------------------------------------------------------------


def named(hand: HandShown, name: str) -> HandShown:
    seats: tuple[SeatLine, ...] = tuple(replace(line, name=name) for line in hand.seats)
    return replace(hand, seats=seats)


@pytest.mark.parametrize("name", ["Ann", "W" * 32])
def test_my_cards_fit_a_pop_up_at_every_moment(name):
    deal = Deal(deck_for("Th Tc Td Ts 2s Kh", "9s Jd 9c 9h 8s Qd", "3c"))
    asked = Room().player("ann").typed("/hand")
    game = find_game("cribbage")
    while True:
        for seat in (PONE, DEALER):
            hand = named(panel(deal, seat), name)
            answer = PRESENTER.answer(asked, Reply(accepted=True, key="hand"), hand)
            assert fits_alert(answer.alert)
            view = deal.own(seat)
            gone = {*view.played, *view.laid_away}
            held = [card for at, card in enumerate(view.cards, start=1) if at not in gone]
            assert all(card_text(card) in answer.alert for card in held)
        if not (actors := game.actors(deal.state)):
            return
        names = {PONE: "pone", DEALER: "dealer"}
        deal.do(f"{names[actors[0]]} {game.on_timeout(deal.state, actors[0])}")


@pytest.mark.parametrize(
    ("acts", "wrong", "hint"),
    [
        ((), "pone play Jc", "Press a pair of them, or wait for the other player."),
        ((), "pone discard 5h 5h", "Name two different ones."),
        ((), "pone discard 5h", "Write them as in /crib 5h Jc."),
        (AWAY[:1], "pone discard 5h Jc", "Wait for the other player."),
        (AWAY, "pone discard 5h Jc", "Press one card to play it."),
        (AWAY, "pone play", "Write it as in /play 7s."),
        (AWAY, "pone play As", "My cards shows what you hold."),
        (AWAY, "pone play Kh", "My cards shows what you hold."),
        (AWAY, "dealer play 5s", "The table shows who decides."),
        (AWAY, "pone go", "Play one that does; My cards shows which."),
    ],
)
def test_a_refusal_says_what_to_do(acts, wrong, hint):
    assert refusal(Deal(PLAIN).do(*acts), wrong).endswith(f". {hint}")


def refusal(deal: Deal, act: str) -> str:
    with pytest.raises(Refusal) as refused_with:
        deal.do(act)
    asked = Room().player("ann").typed("/hand")
    return PRESENTER.answer(asked, refused(refused_with.value), None).alert


@pytest.mark.parametrize(
    ("second", "said"),
    [
        ("9s", "The count is 29, and that card would pass 31. Play 2 or lower."),
        ("Ts", "The count is 30, and that card would pass 31. Play an ace."),
    ],
)
def test_a_card_that_is_too_high_is_refused_with_what_fits(second, said):
    deal = Deal(deck_for("Th Kc Ad 2c 2s Kh", "Ts Jd 9s Ah 8s Qd", "3c"))
    deal.do("pone discard 2s Kh", "dealer discard 8s Qd")
    deal.do("pone play Th", f"dealer play {second}", "pone play Kc")
    assert refusal(deal, "dealer play Jd") == said


# --- buttons, whatever is played --------------------------------------------------------------


@given(st.permutations(packs(1)))
def test_group_buttons_name_places_alone_and_payloads_fit(pack):
    deal = Deal(" ".join(map(str, pack)))
    message = PRESENTER.table(table(deal))
    assert set("".join(labels_of(message)[:15])) <= set("123456·")
    for each in (message, PRESENTER.hand(panel(deal, PONE))):
        buttons = [button for row in each.buttons for button in row]
        assert all(len(button.payload.encode()) <= PAYLOAD_BYTES_MAX for button in buttons)
        assert len({button.label for button in buttons}) == len(buttons)

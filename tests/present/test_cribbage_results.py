"""The show of cribbage, the pause between two deals, the end of a match. Ann is pone, Bob deals."""

from dataclasses import replace

import pytest

from bot.basics import ChatId
from bot.present.l10n import Localizer
from bot.present.presenter import Presenter
from tests.fakes.deals import DEALER, PONE, Deal, deck_for
from tests.fakes.house import Room
from tests.fakes.matches import PRESENTER, lines, own, panel, played_out, rows, table
from tests.fakes.messenger import labels_of, text_of

PLAIN = deck_for("5h Jc 4d 6c 2s Kh", "5s 5d 8c 7h 9s Qd", "3c")
NEXT_DEAL = "Press Deal to go on; leaving gives up the match."
AWAY = ("pone discard 2s Kh", "dealer discard 9s Qd")


# --- the show ---------------------------------------------------------------------------------


def show_of(deal: Deal) -> list[str]:
    told = lines(table(deal))
    first = next(place for place, line in enumerate(told) if "hand · " in line)
    last = next(place for place, line in enumerate(told) if line.startswith("• Ann · "))
    return told[first:last]


def test_the_show_goes_pone_dealer_crib_with_every_combination():
    deal = played_out(Deal(deck_for("5h Jc 4d 6c 2s Kh", "5s 5d 8c 7h 9s Qd", "5c")))
    assert show_of(deal) == [
        "• Ann’s hand · 5♥ J♣ 4♦ 6♣ + 5♣ · 17 points",
        "   +8 · 4 fifteens: 5♥ J♣, J♣ 5♣, 5♥ 4♦ 6♣,",
        "      4♦ 6♣ 5♣",
        "   +2 · pair: 5♥ 5♣",
        "   +6 · 2 runs of 3: 4♦ 5♥ 6♣, 4♦ 5♣ 6♣",
        "   +1 · his nobs, the jack of the starter’s suit:",
        "      J♣",
        "• Bob’s hand · 5♠ 5♦ 8♣ 7♥ + 5♣ · 10 points",
        "   +4 · 2 fifteens: 8♣ 7♥, 5♠ 5♦ 5♣",
        "   +6 · three alike, three pairs: 5♠ 5♦ 5♣",
        "• Bob’s crib · 2♠ K♥ 9♠ Q♦ + 5♣ · 4 points",
        "   +4 · 2 fifteens: K♥ 5♣, Q♦ 5♣",
    ]


@pytest.mark.report("I13")
def test_the_best_hand_of_all_is_told_in_full():
    deal = played_out(Deal(deck_for("5h 5c 5s Jd 2s Kh", "4s 8h 8c 7h 9s Qd", "5d")))
    assert show_of(deal)[:6] == [
        "• Ann’s hand · 5♥ 5♣ 5♠ J♦ + 5♦ · 29 points",
        "   +16 · 8 fifteens: 5♥ J♦, 5♣ J♦, 5♠ J♦, J♦ 5♦,",
        "      5♥ 5♣ 5♠, 5♥ 5♣ 5♦, 5♥ 5♠ 5♦, 5♣ 5♠ 5♦",
        "   +12 · four alike, six pairs: 5♥ 5♣ 5♠ 5♦",
        "   +1 · his nobs, the jack of the starter’s suit:",
        "      J♦",
    ]


def test_a_hand_of_nothing_is_said_and_called_nineteen():
    deal = played_out(Deal(deck_for("2h 4c 6s 8d As Kh", "5s 8h 8c 7h 9s Qd", "Kd")))
    assert show_of(deal)[:2] == [
        "• Ann’s hand · 2♥ 4♣ 6♠ 8♦ + K♦ · nothing",
        "   “Nineteen”, players say: no hand scores 19.",
    ]


def test_a_flush_is_told_by_its_length():
    deal = played_out(Deal(deck_for("2h 4h 6h Th As Kc", "5s 8s 9c 7h 9s Qd", "Kh")))
    assert "   +5 · flush of 5: 2♥ 4♥ 6♥ 10♥ K♥" in show_of(deal)


def test_between_deals_the_scores_the_next_dealer_and_two_buttons_are_shown():
    deal = Deal(deck_for("5h Jc 4d 6c 2s Kh", "5s 5d 8c 7h 9s Qd", "5c"), stake=50)
    shown = table(played_out(deal), scores=(0, 0))
    told = lines(shown)
    assert told[0] == "Cribbage · deal 2 · results"
    assert "Starter · 5♣" in told
    assert told[-8:-2] == [
        "• Ann · 18, up 18",
        "○··●··|······D······S······◇",
        "• Bob · 20, up 20 · dealt",
        "···●··|······D······S······◇",
        "Ann deals next and has the crib",
        NEXT_DEAL,
    ]
    assert rows(shown) == ["(Deal) (Leave)"]


def test_once_the_match_has_gone_on_the_points_stay_and_nothing_is_to_be_pressed():
    shown = replace(table(played_out(Deal(PLAIN)), scores=(0, 0)), seconds=20)
    message = Presenter(Localizer()).overtaken(shown, table(Deal(PLAIN), number=3))
    assert message is not None
    assert not message.buttons
    gone = {"Ann deals next and has the crib · 20 s", NEXT_DEAL}
    assert text_of(message).splitlines() == [line for line in lines(shown) if line not in gone]


async def test_deals_are_counted_in_their_match_whatever_was_played_here_before():
    room = Room()
    await room.hears("ann: /join", "ann: /deal", "ann: /stand", "ann: /leave", "ann: /new cribbage")
    before = room.shown()
    assert lines(before)[0] == "Cribbage · bets are open"
    assert "Commitment to the next deck, number 2:" in lines(before)
    await room.hears("ann: /join 0", "bob: /join", "ann: /deal")
    assert lines(room.shown())[0] == "Cribbage · deal 1 · laying away"
    moved = PRESENTER.overtaken(before, room.shown())
    assert moved is not None
    assert text_of(moved).splitlines()[:2] == [
        "Deal 1 goes on below.",
        "Commitment to the next deck, number 2:",
    ]
    head = text_of(PRESENTER.hand(room.player("ann").panel)).splitlines()[0]
    assert head.startswith("Cribbage · deal 1 · ")
    await room.hears("ann: /stop void", "bob: /stop void")
    assert lines(room.shown())[0] == "Cribbage · bets are open"
    after_void = PRESENTER.overtaken(before, room.shown())
    assert after_void is not None
    assert text_of(after_void).splitlines()[0] == "The table has moved down."


async def test_which_table_is_meant_is_asked_with_the_deals_of_a_match():
    room = Room(rules="cribbage")
    asked = []
    for chat, begins in {"club": False, "home": True}.items():
        ann, bob = (room.player(name, ChatId(f"test:{chat}")) for name in ("ann", "bob"))
        await ann.says("/new 21 qq21")
        await ann.says("/join")
        await ann.says("/deal")
        await ann.says("/stand")
        await ann.says("/leave")
        await ann.says("/new cribbage")
        await ann.says("/join 0")
        await bob.says("/join")
        if begins:
            await ann.says("/deal")
        asked.append(ann)
    request = asked[0].whispered("/leave")
    answer = PRESENTER.answer(request, await room.asks(request), None)
    assert answer.message is not None
    assert labels_of(answer.message) == ["bets are open", "deal 1"]


def test_in_the_first_deal_all_points_are_of_that_deal():
    deal = played_out(Deal(deck_for("5h Jc 4d 6c 2s Kh", "5s 5d 8c 7h 9s Qd", "5c")))
    assert "• Ann · 18, up 18" in lines(table(deal, number=1))
    assert "• Ann · 18" in lines(table(deal, number=2))


def test_the_last_card_and_the_hand_move_a_peg_one_after_the_other():
    """Ann has the last card, then 9 in her hand: the peg behind stands between the two."""
    deck = deck_for("Kd Th 5c 6c 2s Ks", "Ad 9s Ac Qs 8s 8d", "4h")
    deal = Deal(deck, scores=(15, 0)).do("pone discard 2s Ks", "dealer discard 8s 8d")
    deal.do("pone play Kd", "dealer play Ad", "pone play Th", "dealer play 9s", "dealer play Ac")
    deal.do("pone play 5c")
    for scores in ((15, 0), ()):
        told = lines(table(deal, scores=scores))
        ann = next(place for place, line in enumerate(told) if line.startswith("• Ann · "))
        assert told[ann + 1] == "···○●·|······D······S······◇"


def test_who_wants_the_next_deal_is_marked():
    shown = table(played_out(Deal(PLAIN)))
    ann, bob = shown.seats
    asked = replace(shown, seats=(replace(ann, again=True), bob), seconds=20)
    told = lines(asked)
    assert any(line.startswith("• Ann") and line.endswith("wants the next deal") for line in told)
    assert sum("wants the next deal" in line for line in told) == 1
    assert "Ann deals next and has the crib · 20 s" in told


# --- how a match ends -------------------------------------------------------------------------


def test_a_card_that_wins_ends_the_match_and_moves_the_chips():
    deal = Deal(PLAIN, scores=(100, 119), stake=50)
    deal.do(*AWAY, "pone play Jc", "dealer play 5s")
    shown = table(deal, scores=(100, 119))
    assert lines(shown)[:8] == [
        "Cribbage · deal 2 · results",
        "Bob plays 5♠, makes 15: fifteen 2",
        "Starter · 3♣",
        "That wins, so nothing more is counted.",
        "• Ann −50 · 100, up 0",
        "······|······D······S·●····◇",
        "• Bob +50 · 121, up 2 · dealt",
        "······|······D······S·····○●",
    ]
    assert lines(shown)[8] == "Bob wins 121 to 100, 21 ahead."
    assert rows(shown) == ["(Again) (Change bet) (Leave)"]


@pytest.mark.report("I8")
@pytest.mark.parametrize(
    ("scores", "options", "told"),
    [
        ((91, 119), {}, ["Bob wins 121 to 91, 30 ahead."]),
        ((61, 119), {}, ["Bob wins 121 to 61, 60 ahead: a skunk."]),
        (
            (90, 119),
            {},
            [
                "Bob wins 121 to 90, 31 ahead: a skunk.",
                "Ann stayed below 91, so it counts as two games.",
            ],
        ),
        (
            (60, 119),
            {},
            [
                "Bob wins 121 to 60, 61 ahead: a double skunk.",
                "Ann stayed below 61, so it counts as three games.",
            ],
        ),
        (
            (30, 59),
            {"target": "61"},
            [
                "Bob wins 61 to 30, 31 ahead: a skunk.",
                "Ann stayed below 31, so it counts as two games.",
            ],
        ),
    ],
)
def test_a_margin_and_a_skunk_are_told(scores, options, told):
    deal = Deal(PLAIN, scores=scores, **options).do(*AWAY, "pone play Jc", "dealer play 5s")
    said = lines(table(deal))
    assert [line for line in said if line in told] == told


def test_a_match_for_nothing_ends_without_chips():
    deal = Deal(PLAIN, scores=(100, 119)).do(*AWAY, "pone play Jc", "dealer play 5s")
    assert "• Bob · 121 · dealt" in lines(table(deal))
    assert own(panel(deal, DEALER, chips=1_000))[-2:] == [
        "You have won, 121 to 100.",
        "You have 1,000 chips.",
    ]


def test_who_leaves_has_lost():
    deal = Deal(PLAIN, stake=50).do("dealer leave")
    shown = table(deal, closed=True)
    assert "Bob is out of the match, so Ann wins it." in lines(shown)
    assert lines(shown)[-1] == "The table is closed. /join opens it again."
    assert own(panel(deal, PONE))[-1] == "+50 · You have won, 0 to 0: Bob is out."
    assert own(panel(deal, DEALER))[-1] == "−50 · Ann has won, 0 to 0: you are out."


def test_a_panel_tells_how_the_own_hands_were_counted():
    deal = played_out(Deal(deck_for("5h Jc 4d 6c 2s Kh", "5s 5d 8c 7h 9s Qd", "5c")))
    assert own(panel(deal, DEALER, chips=950)) == [
        "Your hand · 5♠ 5♦ 8♣ 7♥ + 5♣ · 10 points",
        "In your crib · 2♠ K♥ 9♠ Q♦ + 5♣ · 4 points",
        "You 20 · Ann 18 · to 121",
        "The deal is counted; the table shows every point.",
        "You have 950 chips.",
    ]


def test_a_voided_deal_is_told_on_the_panel():
    deal = Deal(PLAIN)
    assert (
        own(panel(deal, PONE, voided=True))[-1]
        == "The match was called off; both stakes went back."
    )

"""The play of cribbage and the end of a match: known plays, known ends, and single rules."""

import json
from typing import Any

import pytest

from bot.basics import Refusal, Seat
from bot.cards import parse_cards
from bot.games.base import Result, Revealed
from bot.games.cribbage.pegging import count_of, pegged
from bot.games.cribbage.points import For, Scored, points_in
from bot.games.cribbage.settling import result_of
from bot.games.cribbage.state import Draft, End
from bot.games.cribbage.views import Gone, When
from tests.fakes.cases import CASES, table
from tests.fakes.deals import DEALER, NAMES, PONE, Deal, deck_for, points_of

SOME_DECK = deck_for("Ac 2c 3c 4c 5c 6c", "7c 8c 9c Tc Jc Qc", "Kh")
PILES = table("cribbage_pegging.csv")
ENDS = table("cribbage_endgame.csv")
PLAYS = [
    json.loads(line) for line in (CASES / "cribbage_plays.jsonl").read_text("utf-8").splitlines()
]
LEGAL = [case for case in PLAYS if "play" in case["expect"]]
FOUL = [case for case in PLAYS if case["expect"] == {"error": True}]


def dealt(case: dict[str, Any]) -> Deal:
    """Return a case's deal, nothing done yet."""
    record = case["record"]
    assert [seat["player"] for seat in record["seats"]] == list(NAMES.values())
    assert record["dealer"] == NAMES[DEALER]
    return Deal(" ".join(record["deck"]))


@pytest.mark.report("I5", "I6", "I10")
@pytest.mark.parametrize("row", PILES, ids=lambda row: row["id"])
def test_cards_in_a_row_peg_what_is_known(row):
    cards = parse_cards(row["cards_since_reset"])
    piles = [cards[: length + 1] for length in range(len(cards))]
    assert [count_of(pile) for pile in piles] == [int(n) for n in row["count_after_each"].split()]
    assert [points_in(pegged(pile)) for pile in piles] == [
        int(points) for points in row["points_for_each_card_excluding_go"].split()
    ]


@pytest.mark.report("I10")
@pytest.mark.parametrize("case", LEGAL, ids=lambda case: case["id"])
def test_a_play_that_is_known_pegs_what_is_known(case):
    deal = dealt(case).do_all(*(" ".join(words) for words in case["record"]["actions"]))
    pegs = {name: deal.points(seat, When.STARTER, When.PLAY) for seat, name in NAMES.items()}
    assert pegs == case["expect"]["play"]


@pytest.mark.parametrize("case", FOUL, ids=lambda case: case["id"])
def test_a_play_that_breaks_the_rules_is_refused(case):
    with pytest.raises(Refusal):
        dealt(case).do_all(*(" ".join(words) for words in case["record"]["actions"]))


@pytest.mark.parametrize(
    ("pile", "points"),
    [
        pytest.param("4c 6d 5h", {"fifteen": 2, "run": 3}, marks=pytest.mark.report("I4"), id="I4"),
        pytest.param("4c 5d", {}, marks=pytest.mark.report("I5"), id="I5"),
        pytest.param("6c 5d 6h 5s", {}, marks=pytest.mark.report("I1"), id="I1"),
        pytest.param("3c 3d 4s 5h", {"fifteen": 2, "run": 3}, id="a pair before a run"),
        *(
            pytest.param(" ".join(order), {"run": 6}, marks=pytest.mark.report("I6"), id="I6")
            for order in (
                ["2c", "3d", "4h", "5s", "6c", "7d"],
                ["7d", "2c", "5s", "4h", "6c", "3d"],
            )
        ),
    ],
)
def test_the_last_card_of_a_pile_pegs_so(pile, points):
    assert points_of(pegged(parse_cards(pile))) == points


@pytest.mark.report("I8")
@pytest.mark.parametrize(
    ("behind", "rule"),
    [(60, "double-skunk"), (61, "skunk"), (90, "skunk"), (91, "target"), (120, "target")],
)
def test_a_skunk_is_below_91_and_a_double_skunk_below_61(behind, rule):
    draft = Draft(Deal(SOME_DECK, scores=(120, behind), stake=5).state)
    draft.peg(PONE, [Scored(For.GO, 1)], When.PLAY)
    assert [line.rule for line in result_of(draft.state).lines] == [rule, rule]


# --- the end of a match -----------------------------------------------------------------------


@pytest.mark.report("I8")
@pytest.mark.parametrize("row", ENDS, ids=lambda row: row["id"])
def test_points_are_pegged_in_order_until_one_has_won(row):
    target, scores = row["target"], (int(row["pone_start"]), int(row["dealer_start"]))
    draft = Draft(Deal(SOME_DECK, scores=scores, stake=5, target=target).state)
    phases = []
    for phase, seat, points in steps(row):
        if draft.state.end is None:
            draft.peg(seat, [Scored(For.GO, points)], When.PLAY)
            phases.append(phase)
    assert draft.state.scores == (int(row["pone_final"]), int(row["dealer_final"]))
    if row["winner"] == "-":
        assert (draft.state.end, row["phase"]) == (None, "continue")
        return
    assert (draft.state.winner, phases[-1]) == (
        {"P": PONE, "D": DEALER}[row["winner"]],
        row["phase"],
    )
    won = result_of(draft.state).lines[0]
    assert (won.seat, won.net) == (draft.state.winner, 5)
    assert won.rule == {"none": "target"}.get(row["skunk"], row["skunk"].replace("_", "-"))


def steps(row: dict[str, str]) -> list[tuple[str, Seat, int]]:
    """Return what is pegged in a row of the ends, in order."""
    play = [
        ("play", PONE if peg[0] == "P" else DEALER, int(peg[1:]))
        for peg in row["pegging_events_in_order"].split()
    ]
    return [
        ("heels", DEALER, 2 * int(row["starter_is_jack"])),
        *play,
        ("pone_hand", PONE, int(row["pone_hand"])),
        ("dealer_hand", DEALER, int(row["dealer_hand"])),
        ("crib", DEALER, int(row["crib"])),
    ]


WHOLE = deck_for("5h 6d 7c 8s Ah 2d", "Kh Kd Ks 9c 3s 4h", "Jd")
PLAYED = (
    "pone discard Ah 2d",
    "dealer discard 3s 4h",
    "pone play 8s",
    "dealer play 9c",
    "pone play 7c",
    "pone play 6d",
    "dealer play Kh",
    "dealer play Kd",
)
"""A deal with points in every part; pone's five and the dealer's last king play themselves."""


@pytest.fixture
def whole() -> Deal:
    return Deal(WHOLE, stake=5).do(*PLAYED)


def test_a_whole_deal_is_told_point_by_point_and_moves_no_chips(whole):
    assert whole.log == [
        "dealer heels 2",
        "pone run 3",
        "pone run 4",
        "pone go 1",
        "pone fifteen 2",
        "dealer go 1",
        "dealer last 1",
        "pone fifteen 4",
        "pone run 4",
        "dealer pair-royal 6",
        "dealer fifteen 4",
        "dealer run 4",
    ]
    assert [(shown.seat, shown.crib) for shown in whole.view.shows] == [
        (PONE, False),
        (DEALER, False),
        (DEALER, True),
    ]
    assert whole.result == Result({PONE: 0, DEALER: 0}, scores=(18, 18))


def test_what_happens_of_itself_is_told_in_order(whole):
    gone = Deal(WHOLE).do(*PLAYED[:5])
    assert [(NAMES[seat], str(move)) for seat, move in gone.view.of_itself] == [("dealer", "go")]
    assert [(NAMES[seat], str(move)) for seat, move in whole.view.of_itself] == [
        ("pone", "go"),
        ("dealer", "go"),
        ("dealer", "play Ks"),
        ("pone", "go"),
        ("dealer", "go"),
    ]
    assert whole.legal(PONE) == whole.legal(DEALER) == []


def test_go_is_not_said_by_anybody(whole):
    playing = Deal(WHOLE).do(*PLAYED[:3])
    with pytest.raises(Refusal, match="no-go"):
        playing.do("dealer go")
    with pytest.raises(Refusal, match="not-your-turn"):
        playing.do("pone go")
    assert [event for event in playing.events if isinstance(event, Gone)] == []
    assert [event.seat for event in whole.events if isinstance(event, Gone)] == [
        DEALER,
        DEALER,
        PONE,
        DEALER,
    ]


@pytest.mark.report("I2")
def test_a_single_card_that_fits_waits_while_others_do_not():
    """It would tell that the rest are too high (decision 13)."""
    deal = Deal(deck_for("Kc Ks 4d 3h 6s 8s", "Qc Jd 2d Th 9s 8h", "5s"))
    deal.do("pone discard 6s 8s", "dealer discard 9s 8h", "pone play Kc", "dealer play Qc")
    deal.do("pone play 4d")
    assert deal.legal(DEALER) == ["play 2d", "leave"]
    assert deal.view.waiting == (DEALER,)
    with pytest.raises(Refusal, match="over-thirty-one"):
        deal.do("dealer play Jd")


@pytest.mark.report("X1")
def test_thirty_one_with_the_last_card_is_two_and_no_more():
    deal = Deal(deck_for("Kc Kd 5c 6h 8s 9s", "Jd Qc 5d 5s 8d 9h", "2c"))
    deal.do("pone discard 8s 9s", "dealer discard 8d 9h")
    deal.do("pone play Kc", "dealer play Jd", "pone play Kd")
    deal.do("dealer play Qc", "pone play 5c", "dealer play 5d")
    assert deal.log[:4] == ["pone go 1", "pone fifteen 2", "dealer pair 2", "dealer thirty-one 2"]
    assert deal.view.log[4].when is When.HAND


@pytest.mark.report("I3")
def test_thirty_one_with_a_run_is_both():
    deal = Deal(deck_for("Kc 2c 2d 7h 8s 9s", "Qd 4d 3s 7s 8d 9h", "Ac"))
    deal.do("pone discard 8s 9s", "dealer discard 8d 9h")
    deal.do("pone play Kc", "dealer play Qd", "pone play 2c", "dealer play 4d", "pone play 2d")
    deal.do("dealer play 3s")
    assert deal.log[:2] == ["dealer thirty-one 2", "dealer run 3"]


def test_fifteen_with_the_last_card_is_three():
    deal = Deal(deck_for("Kc Kd 3h 2s 8s 9s", "Jd 5c 2h 3d 8d 9h", "Qc"))
    deal.do("pone discard 8s 9s", "dealer discard 8d 9h")
    deal.do("pone play Kc", "dealer play Jd", "pone play Kd")
    deal.do("dealer play 5c", "pone play 3h", "dealer play 2h")
    assert deal.log[:4] == ["pone go 1", "pone pair 2", "dealer fifteen 2", "dealer last 1"]
    assert deal.view.log[4].when is When.HAND


# --- the end of a match within a deal ---------------------------------------------------------


def test_heels_can_win():
    deal = Deal(WHOLE, scores=(100, 119), stake=5).do(*PLAYED[:2])
    assert (deal.state.end, deal.state.winner) == (End.WON, DEALER)
    assert deal.result.net == {PONE: -5, DEALER: 5}
    assert deal.legal(PONE) == []


def test_a_card_can_win_and_nothing_follows():
    deal = Deal(WHOLE, scores=(114, 50), stake=5).do(*PLAYED[:6])
    assert deal.log == ["dealer heels 2", "pone run 3", "pone run 4"]
    assert (deal.state.scores, deal.state.shows) == ((121, 52), ())
    assert [(line.seat, line.net, line.rule) for line in deal.result.lines] == [
        (PONE, 5, "double-skunk"),
        (DEALER, -5, "double-skunk"),
    ]


def test_pone_counts_first_and_wins_before_the_dealer_counts():
    deal = Deal(WHOLE, scores=(103, 120 - 4), stake=5).do(*PLAYED)
    assert deal.state.winner == PONE
    assert [shown.seat for shown in deal.view.shows] == [PONE]
    assert not any(event.why == "crib" for event in deal.events if isinstance(event, Revealed))


def test_who_leaves_has_lost_the_match_whatever_the_score():
    for seat, name in NAMES.items():
        left = Deal(WHOLE, scores=(120, 120), stake=5).do(f"{name} leave")
        assert left.result.net == {seat: -5, 1 - seat: 5}
        assert {line.rule for line in left.result.lines} == {"resigned"}


# --- what is refused, and what nobody sees ----------------------------------------------------


@pytest.mark.parametrize(
    ("acts", "key"),
    [
        (["pone discard Ah"], "cards-wanted"),
        (["pone discard Ah Ah"], "card-twice"),
        (["pone discard #1 #1"], "card-twice"),
        (["pone discard #1 #7"], "card-unreadable"),
        (["pone play 5"], "card-unreadable"),
        (["pone steal Ah"], "unknown-action"),
        (["pone discard Ah Kh"], "not-dealt"),
        (["pone play Ah"], "discard-first"),
        (["pone go"], "discard-first"),
        ([*PLAYED[:2], "dealer go"], "not-your-turn"),
        (["pone discard Ah 2d", "pone discard 5h 6d"], "already-discarded"),
        ([*PLAYED[:2], "pone discard 5h 6d"], "not-discarding"),
        ([*PLAYED[:2], "dealer play Kh"], "not-your-turn"),
        ([*PLAYED[:2], "pone play Ah"], "card-gone"),
        ([*PLAYED[:6], "pone play 5h"], "not-your-turn"),  # the count began anew: it would fit
        ([*PLAYED[:3], "dealer play Kh", "pone play 8s"], "card-gone"),
        (["pone leave", "dealer leave"], "no-round"),
    ],
)
def test_a_move_that_is_not_allowed_says_why(acts, key):
    with pytest.raises(Refusal, match=f": {key}$"):
        Deal(WHOLE).do(*acts)

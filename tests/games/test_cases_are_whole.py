"""No row of the files in ``cases/`` is skipped: each is there, and some test of a game takes it."""

from collections import Counter

from tests.fakes.cases import settlements, table
from tests.games import test_cases_of_21 as of_21
from tests.games import test_cases_of_fivecard as of_fivecard
from tests.games import test_play_of_cribbage as of_the_play
from tests.games import test_show_of_cribbage as of_the_show
from tests.house import test_rotation as of_rotation


def test_every_round_with_a_known_end_is_played():
    played = [*of_21.SETTLEMENTS, *of_fivecard.SETTLEMENTS]
    assert Counter(case["record"]["game"] for case in played) == {"21": 122, "fivecard": 12}
    assert len({case["id"] for case in played}) == 134
    assert "T06" in {case["id"] for case in played}
    assert len(settlements()) == 134


def test_every_situation_with_known_choices_is_asked():
    asked = [*of_21.PLAYERS, *of_21.BANKERS, *of_fivecard.CHOICES]
    assert Counter((row["preset"], row["who"]) for row in asked) == {
        ("qq21", "player"): 9,
        ("qq21", "banker"): 4,
        ("hk_casino", "player"): 6,
        ("hk_casino", "banker"): 1,
        ("hk_banker", "player"): 9,
        ("hk_banker", "banker"): 3,
        ("cn4deck", "player"): 5,
        ("cn4deck", "banker"): 6,
        ("vegas_h17", "banker"): 2,
        ("hk_home5", "player"): 2,
    }
    assert len(table("legal_actions.csv")) == 47


def test_every_round_whose_sight_is_known_is_traced():
    traced = Counter(row["case_id"] for row in of_21.TRACES)
    assert traced == {"Q10": 18, "C06": 10, "H05": 8, "H28": 22, "N05": 11, "N35": 17}
    assert traced.keys() == of_21.TRACED.keys()


def test_every_way_of_the_bank_that_is_known_is_gone():
    assert Counter(row["rule"] for row in of_rotation.ROWS) == {
        "on_full_payout": 6,
        "each_round": 1,
    }


def test_every_hand_play_and_end_of_cribbage_that_is_known_is_counted():
    assert len({row["id"] for row in of_the_show.HANDS}) == len(of_the_show.HANDS) == 197
    assert len(of_the_show.FREQUENCIES) == 30
    assert len(of_the_play.PILES) == 44
    assert len(of_the_play.ENDS) == 13
    assert (len(of_the_play.LEGAL), len(of_the_play.FOUL)) == (15, 3)
    assert len(of_the_play.PLAYS) == 18

"""Faults that were seen in the rules of other programs, and what these rules do there."""

import pytest

from bot.basics import BANKER, Seat
from bot.cards import RANKS, parse_cards
from bot.games.base import Bank
from bot.games.points import total_of
from bot.games.twentyone import TWENTY_ONE
from bot.games.twentyone.dials import Insurance
from bot.games.twentyone.presets import PRESETS
from tests.fakes.rounds import Round21

every_preset = pytest.mark.parametrize("rules", PRESETS)

HOLE_CARD_AT_THE_DEAL = [name for name in PRESETS if name != "euro_enhc"]


def against_the_house(rules: str, deck: str, **more) -> Round21:
    """Return a round of one player with 10, or other bets, against the house."""
    return Round21(rules, deck, bank=Bank.HOUSE, **more)


def finished(playing: Round21) -> Round21:
    """Let the clock decide for everybody who still has to: no insurance, stand, the bank's rule."""
    while playing.actors:
        seat = playing.actors[0]
        playing.do(f"{seat} {playing.game.on_timeout(playing.state, Seat(seat))}")
    return playing


# --- what a hand is worth -------------------------------------------------------------------------


@pytest.mark.report("X9")
@pytest.mark.parametrize(
    ("cards", "points", "soft"),
    [
        ("As 4h 6d", 21, True),
        ("As 4h 6d 5c", 16, False),
        ("As 4h 6d Tc", 21, False),
        ("As 4h 6d Tc 9s", 30, False),
    ],
)
def test_a_soft_21_that_draws_on_is_counted_anew(cards, points, soft):
    assert total_of(parse_cards(cards)) == (points, soft)


@pytest.mark.report("X9")
def test_who_draws_on_a_soft_21_may_end_below_it_or_bust():
    below = Round21("hk_banker", "As 9s 4h 8d 6d 5c").do("0 hit", "0 hit")
    assert (below.own(0)[0].total, below.net) == (16, {})
    bust = Round21("hk_banker", "As 9s 4h 8d 6d Tc 9h").do("0 hit", "0 hit", "0 hit")
    assert (bust.rules, bust.net[0]) == (["bust"], -10)


@pytest.mark.report("X12")
def test_a_ten_and_two_aces_are_twelve_whoever_holds_them():
    playing = Round21("qq21", "As Ad Ah Ac Ts Td").do("0 hit", "0 stand", "-1 hit")
    assert (playing.own(0)[0].total, playing.view.bank.total) == (12, 12)


# --- naturals and ties ------------------------------------------------------------------------


@pytest.mark.report("X3")
@every_preset
def test_a_natural_beats_three_sevens_of_the_bank(rules):
    playing = finished(Round21(rules, "As 7h Kd 7d 7c"))
    assert playing.rules == ["natural"]
    assert playing.net[0] == 10 * PRESETS[rules].natural_payout


@pytest.mark.report("X4")
@pytest.mark.parametrize("rules", HOLE_CARD_AT_THE_DEAL)
def test_a_21_that_was_drawn_ties_a_21_of_the_bank(rules):
    playing = against_the_house(rules, "Ts 5h 5d Kd 6c 6s").do("0 hit")
    finished(playing)
    assert playing.view.bank.total == 21
    assert playing.net[0] == (-10 if rules == "hk_banker" else 0)
    assert playing.rules == ["tie-to-banker" if rules == "hk_banker" else "equal"]


@pytest.mark.report("X4")
@every_preset
def test_equal_points_give_the_bet_back_unless_the_rules_say_that_the_bank_takes_them(rules):
    playing = finished(Round21(rules, "Ts Th 8d 8c"))
    taken = rules == "hk_banker"
    assert playing.net[0] == (-10 if taken else 0)
    assert playing.rules == (["tie-to-banker"] if taken else ["equal"])


@pytest.mark.report("X7", "X11", "X12")
@pytest.mark.parametrize(
    ("rules", "net", "rule"),
    [
        ("qq21", 0, "both-natural"),
        ("hk_casino", 0, "both-natural"),
        ("hk_banker", 10, "natural"),  # HB-25: settled before the bank looks
        ("cn4deck", 0, "both-natural"),
        ("vegas_s17", 0, "both-natural"),
        ("euro_enhc", 0, "both-natural"),
    ],
)
def test_natural_against_natural_goes_by_the_rule_that_is_named(rules, net, rule):
    playing = finished(Round21(rules, "As Ah Kd Kh"))
    assert (playing.net, playing.rules) == ({0: net, BANKER: -net}, [rule])


@pytest.mark.report("X12")
@pytest.mark.parametrize("rules", ["qq21", "cn4deck", "vegas_s17"])
def test_a_natural_of_the_bank_is_looked_at_before_any_21_is_paid(rules):
    playing = Round21(rules, "7s Ah 7h Kh 7d")
    if playing.actors:  # where the bank has not looked under its ten already
        playing.do("0 hit")
    assert (finished(playing).rules, playing.net[0]) == (["banker-natural"], -10)


# --- who is bust ------------------------------------------------------------------------------


@pytest.mark.report("X3", "X8", "X17")
@every_preset
def test_who_is_bust_has_lost_at_once_and_the_bank_draws_no_card_for_it(rules):
    playing = Round21(rules, "Ts 6h 6d Td Kc Ks Qs").do("0 hit")
    assert (playing.rules, playing.net) == (["bust"], {0: -10, BANKER: 10})
    assert len(playing.view.bank.cards) <= 2


@pytest.mark.report("X8")
@pytest.mark.parametrize("rules", ["qq21", "cn4deck", "vegas_s17"])
def test_a_bank_that_goes_bust_later_gives_a_bust_hand_nothing_back(rules):
    deck = "Ts 9s Th 6d 9d 6h Kc Kd"  # 16 and a king; 18; the bank's 16 and a king
    playing = Round21(rules, deck, bets=[10, 10]).do("0 hit", "1 stand")
    finished(playing)
    assert playing.rules == ["bust", "banker-bust"]
    assert playing.net == {0: -10, 1: 10, BANKER: 0}


# --- the bank ---------------------------------------------------------------------------------


@pytest.mark.report("X5")
@pytest.mark.parametrize("rules", ["hk_casino", "hk_banker", "vegas_s17", "vegas_h17"])
@pytest.mark.parametrize("rank", ["7", "8", "9"])
def test_the_bank_draws_to_no_soft_total_on_which_it_has_to_stand(rules, rank):
    playing = finished(against_the_house(rules, f"Ts As 9d {rank}h 2c 2s"))
    assert len(playing.view.bank.cards) == 2
    assert playing.view.bank.soft


@pytest.mark.report("X7")
@pytest.mark.parametrize("rules", HOLE_CARD_AT_THE_DEAL)
def test_the_banks_hidden_card_stays_hidden_until_everybody_has_acted(rules):
    playing = against_the_house(rules, "2s 9h 3d 6d 7h 8c 4c 2c Ts Td", bets=[10, 10])
    for act in ("0 hit", "0 stand", "1 hit"):
        playing.do(act)
        assert playing.view.bank.cards[0] is None
    finished(playing)
    assert None not in playing.view.bank.cards


# --- splitting and insuring -------------------------------------------------------------------


@pytest.mark.report("X6")
@pytest.mark.parametrize("rules", PRESETS)
@pytest.mark.parametrize("other", ["T", "J", "Q", "K"])
def test_a_jack_and_another_ten_are_split_where_their_points_count(rules, other):
    playing = Round21(rules, f"Js 6h {other}d 9d 5s 6s")
    by_rank = rules == "cn4deck"  # A-CN-7: a pair is of one rank
    assert ("split" in playing.legal(0)) == (other == "J" or not by_rank)


@pytest.mark.report("X7")
@pytest.mark.parametrize("rules", [name for name in HOLE_CARD_AT_THE_DEAL if name != "hk_banker"])
def test_a_split_costs_a_second_bet_and_both_hands_count(rules):
    playing = against_the_house(rules, "8s Th 8h 9c 2d Kd").do("0 split")
    assert playing.staked == [20]
    finished(playing)
    assert playing.net[0] == -20  # ten and eighteen against nineteen
    assert playing.rules == ["points", "points"]


@pytest.mark.report("X7")
@pytest.mark.parametrize(("rules", "paid"), [("hk_casino", 10), ("cn4deck", 5)])
@pytest.mark.parametrize(("hole", "natural"), [("K", True), ("8", False)])
def test_insurance_takes_its_premium_and_pays_against_a_natural_alone(rules, paid, hole, natural):
    playing = Round21(rules, f"Ts {hole}h 9d Ah 2c").do("0 insure")
    assert playing.staked == [15]
    finished(playing)
    assert playing.lines == [("insurance", paid if natural else -5)]


@pytest.mark.report("X7")
@every_preset
@pytest.mark.parametrize("upcard", [rank for rank in RANKS if rank != "A"])
def test_insurance_is_offered_against_an_ace_alone(rules, upcard):
    deck = f"Ts {upcard}h 9d {upcard}d 2c"
    assert "insure" not in Round21(rules, deck).offered()


@pytest.mark.report("X6")
@pytest.mark.parametrize(
    "rules", [name for name, dials in PRESETS.items() if dials.insurance is Insurance.ACE]
)
def test_the_least_bet_that_the_rules_take_can_be_insured(rules):
    step = TWENTY_ONE.table_rules(PRESETS[rules]).stake_step
    playing = Round21(rules, "Ts Ah 9d Ah", bets=[step])
    assert "insure" in playing.legal(0)
    assert playing.do("0 insure").staked == [step + step // 2]

"""The presets of the 21 family (``rules.md``, 9.2 and 9.3): what differs from ``Dials``."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from bot.games.base import Rotation, Turns
from bot.games.dials import Direction, EscapePlayer, Face
from bot.games.twentyone.dials import (
    BankCover,
    Banker,
    BankerDraws,
    BankerSoft,
    Dials,
    DoubleOn,
    EscapeBanker,
    FirstBanker,
    HoleCard,
    Insurance,
    NaturalSettled,
    PairBet,
    PairSettled,
    Peek,
    SplitBy,
    Ties,
    Winner,
)

QQ21 = Dials(
    banker_draws=BankerDraws.FREE,  # A-QQ-1
    double_on=DoubleOn.ANY_CARDS,  # QQ-10
)

HK_CASINO = Dials(
    decks=6,  # A-HC-1
    seats_min=1,
    seats_max=7,
    banker=Banker.HOUSE,  # A-HC-8
    banker_first=FirstBanker.HOUSE,
    rotation=Rotation.NONE,
    player_first_card=Face.OPEN,  # HC-2
    peek=Peek.ACE_TEN,  # A-HC-2
    natural_payout=Fraction(3, 2),  # HC-4
    split_aces_one_card=True,  # A-HC-4
    insurance=Insurance.ACE,  # HC-11
    escape_banker=EscapeBanker.NOT_APPLICABLE,
    bank_cover=BankCover.UNLIMITED,
    bet_step=2,  # A-GEN-1
)

HK_BANKER = Dials(
    turns=Turns.IN_ORDER,  # HB-6, HB-8
    rotation=Rotation.EVERY_N_ROUNDS,  # A-HB-13
    rotation_direction=Direction.CLOCKWISE,
    max_cards=5,  # HB-19
    auto_stand_21=False,  # A-HB-4
    natural_vs_banker_natural=Winner.PLAYER,  # HB-25
    natural_settled=NaturalSettled.AT_ONCE,  # HB-13
    five_card_payout=Fraction(2),  # HB-19
    banker_five_card_beats_points=True,  # HB-24
    suited_678_payout=Fraction(3),  # HB-15
    ties=Ties.BANKER,  # HB-22
    double_on=DoubleOn.TOTAL_11,  # HB-16
    split_aces_one_card=True,  # HB-17
)

CN4DECK = Dials(
    decks=4,  # CN-1
    seats_max=5,
    rotation=Rotation.ON_FULL_PAYOUT,  # CN-28
    peek=Peek.ACE,  # CN-16, A-CN-5
    banker_soft=BankerSoft.CHOICE,  # CN-10
    natural_payout=Fraction(3, 2),  # CN-6
    split_by=SplitBy.RANK,  # A-CN-7
    insurance=Insurance.ACE,  # CN-12
    insurance_payout=Fraction(1),  # decision 1
    pair_bet=PairBet.PLAYERS,  # CN-19
    pair_settled=PairSettled.AT_SHOWDOWN,  # A-CN-13
    escape_player=EscapePlayer.INITIAL_BET,  # CN-30
    escape_banker=EscapeBanker.SUM_OF_INITIAL_BETS,  # CN-31
    bet_step=2,
)

VEGAS_S17 = Dials(
    decks=6,
    seats_min=1,
    seats_max=7,
    banker=Banker.HOUSE,
    banker_first=FirstBanker.HOUSE,
    rotation=Rotation.NONE,
    player_first_card=Face.OPEN,
    peek=Peek.ACE_TEN,
    natural_payout=Fraction(3, 2),
    double_after_split=True,
    max_split_hands=4,
    split_aces_one_card=True,
    insurance=Insurance.ACE,
    escape_banker=EscapeBanker.NOT_APPLICABLE,
    bank_cover=BankCover.UNLIMITED,
    bet_step=2,
)

VEGAS_H17 = replace(VEGAS_S17, banker_soft=BankerSoft.HIT_SOFT_17)

EURO_ENHC = replace(
    VEGAS_S17,
    hole_card=HoleCard.AFTER_PLAYERS,
    peek=Peek.NONE,
    double_on=DoubleOn.TOTAL_9_11,
)

PRESETS: Mapping[str, Dials] = {
    "qq21": QQ21,
    "hk_casino": HK_CASINO,
    "hk_banker": HK_BANKER,
    "cn4deck": CN4DECK,
    "vegas_s17": VEGAS_S17,
    "vegas_h17": VEGAS_H17,
    "euro_enhc": EURO_ENHC,
}
"""Every preset by the name that records and commands give it; the first is the default."""

MENU: Mapping[str, Sequence[str]] = {
    "ties": ("push", "banker"),
    "natural_payout": ("1", "3/2", "6/5", "2"),
    "turns": ("together", "in_order"),
    "insurance": ("none", "ace"),
    "double_on": ("none", "first_two", "any_cards", "total_11", "total_10_11", "total_9_11"),
    "split_by": ("none", "rank", "value"),
    "five_card_payout": ("none", "1", "3/2", "2"),
    "pair_bet": ("none", "players"),
    "seats_max": ("2", "3", "4", "5", "6", "7"),
}
"""The dials that groups argue about most, with the values of ``rules.md``, 9.1."""

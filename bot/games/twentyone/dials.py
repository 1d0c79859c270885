"""The dials of the 21 family: names and values are those that records and commands write.

``rules.md``, section 9.1. Amounts are exact fractions of a stake, payouts are net ("to 1").
"""

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Annotated

from bot.games.base import Rotation, Turns
from bot.games.dials import Direction, EscapePlayer, Face, Shuffle, Within


class Banker(StrEnum):
    """Who may hold the bank (decision 5)."""

    PLAYER = "player"
    HOUSE = "house"
    PLAYER_OR_HOUSE = "player_or_house"


class FirstBanker(StrEnum):
    """Who is asked to bank first where only a player may (CN-2, A-QQ-12); ``HOUSE``: nobody is.

    Where the house may bank too, it does until a player asks for the bank (decision 5).
    """

    FIRST_SEATED = "first_seated"
    HOUSE = "house"


class DealOrder(StrEnum):
    """In which order each round of cards is dealt."""

    PLAYERS_THEN_BANKER = "players_then_banker"


class HoleCard(StrEnum):
    """When the banker gets his second card (decision 7: ``AFTER_PLAYERS`` has no hole card)."""

    AT_DEAL = "at_deal"
    AFTER_PLAYERS = "after_players"


class Peek(StrEnum):
    """Under which upcards a banker natural ends the round before the players act."""

    NONE = "none"
    ACE = "ace"
    ACE_TEN = "ace_ten"


class NaturalTakes(StrEnum):
    """What doubled and split hands lose to a banker natural that is found at the end."""

    ALL_BETS = "all_bets"
    ORIGINAL_BET = "original_bet"


class BankerDraws(StrEnum):
    """How free the banker is: ``FREE_FROM_17`` must draw below that and may draw from there."""

    FIXED = "fixed"
    FREE = "free"
    FREE_FROM_17 = "free_from_17"


class BankerSoft(StrEnum):
    """What a fixed banker does with soft totals from 17 up, where a hard one would stand."""

    STAND = "stand"
    HIT_SOFT_17 = "hit_soft17"
    CHOICE = "choice"


class Winner(StrEnum):
    """Who takes two equal hands."""

    PUSH = "push"
    PLAYER = "player"
    BANKER = "banker"


class Ties(StrEnum):
    """Who takes equal points."""

    PUSH = "push"
    BANKER = "banker"


class NaturalSettled(StrEnum):
    """When a player's natural is shown and decided."""

    SHOWDOWN = "showdown"
    AT_ONCE = "at_once"


class DoubleOn(StrEnum):
    """Which hands may be doubled; totals are hard totals of the first two cards (A-HB-12)."""

    NONE = "none"
    FIRST_TWO = "first_two"
    ANY_CARDS = "any_cards"
    TOTAL_11 = "total_11"
    TOTAL_10_11 = "total_10_11"
    TOTAL_9_11 = "total_9_11"


class SplitBy(StrEnum):
    """What the first two cards must have in common to be split."""

    NONE = "none"
    RANK = "rank"
    VALUE = "value"


class Insurance(StrEnum):
    """Under which upcard insurance is offered."""

    NONE = "none"
    ACE = "ace"


class InsuranceMode(StrEnum):
    """What insurance does: a bet of its own, or the main stake back (rules.md, 7.3)."""

    SIDE_BET = "side_bet"
    REFUND_MAIN = "refund_main"


class PairBet(StrEnum):
    """Whether a pair may be bet on."""

    NONE = "none"
    PLAYERS = "players"


class PairTargets(StrEnum):
    """On whose box a pair may be bet."""

    SELF_OR_OTHER_PLAYER = "self_or_other_player"


class PairMatch(StrEnum):
    """What makes two cards a pair."""

    RANK = "rank"
    VALUE = "value"
    RANK_SUIT = "rank_suit"


class PairSettled(StrEnum):
    """When pair bets are shown and decided; hidden pairs wait for the showdown in any case."""

    AT_DEAL = "at_deal"
    AT_SHOWDOWN = "at_showdown"


class Surrender(StrEnum):
    """Whether half a stake may be saved; other values are reserved."""

    NONE = "none"


class EscapeBanker(StrEnum):
    """What a banker who leaves in a round does: plays by the policy, or pays every initial bet."""

    AUTO_PLAY = "auto_play"
    SUM_OF_INITIAL_BETS = "sum_of_initial_bets"
    NOT_APPLICABLE = "n/a"


class BankCover(StrEnum):
    """What the bank must be able to pay; a player's bank is covered in any case (decision 2)."""

    WORST_CASE = "worst_case"
    UNLIMITED = "unlimited"


SEATS_MAX = 20
"""More seats than any rules of the family know."""

Payout = Annotated[Fraction, Within(1, 20)]
Part = Annotated[Fraction, Within(Fraction(1, 20), 1)]


@dataclass(frozen=True, slots=True)
class Dials:
    """One set of rules, complete. The defaults are what most presets have in common."""

    decks: Annotated[int, Within(1, 8)] = 1
    seats_min: Annotated[int, Within(1, SEATS_MAX)] = 2
    seats_max: Annotated[int, Within(1, SEATS_MAX)] = 6
    banker: Banker = Banker.PLAYER_OR_HOUSE
    turns: Turns = Turns.TOGETHER
    banker_first: FirstBanker = FirstBanker.FIRST_SEATED
    rotation: Rotation = Rotation.EACH_ROUND
    rotation_direction: Direction = Direction.COUNTER_CLOCKWISE
    deal_order: DealOrder = DealOrder.PLAYERS_THEN_BANKER
    player_first_card: Face = Face.HIDDEN
    player_second_card: Face = Face.OPEN
    hit_cards: Face = Face.OPEN
    banker_first_card: Face = Face.HIDDEN
    banker_second_card: Face = Face.OPEN
    hole_card: HoleCard = HoleCard.AT_DEAL
    peek: Peek = Peek.NONE
    no_peek_loses: NaturalTakes = NaturalTakes.ALL_BETS
    banker_draws: BankerDraws = BankerDraws.FIXED
    banker_stands_on: Annotated[int, Within(12, 21)] = 17
    banker_soft: BankerSoft = BankerSoft.STAND
    player_min_total: Annotated[int, Within(12, 17)] | None = None
    max_cards: Annotated[int, Within(5, 5)] | None = None
    auto_stand_21: bool = True
    natural_payout: Payout = Fraction(1)
    natural_vs_banker_natural: Winner = Winner.PUSH
    natural_settled: NaturalSettled = NaturalSettled.SHOWDOWN
    banker_natural_collects: Annotated[int, Within(1, 2)] = 1
    banker_natural_beats_21: bool = True
    five_card_payout: Payout | None = None
    banker_five_card_beats_points: bool = False
    suited_678_payout: Payout | None = None
    bonus_after_split: bool = True
    bonus_after_double: bool = False
    ties: Ties = Ties.PUSH
    double_on: DoubleOn = DoubleOn.FIRST_TWO
    double_amount: Annotated[Fraction, Within(1, 1)] = Fraction(1)
    double_after_split: bool = False
    split_by: SplitBy = SplitBy.VALUE
    max_split_hands: Annotated[int, Within(2, 4)] = 2
    split_aces_one_card: bool = False
    resplit_aces: bool = False
    split_natural_is_21: bool = True
    insurance: Insurance = Insurance.NONE
    insurance_amount: Part = Fraction(1, 2)
    insurance_payout: Payout = Fraction(2)
    insurance_mode: InsuranceMode = InsuranceMode.SIDE_BET
    pair_bet: PairBet = PairBet.NONE
    pair_targets: PairTargets = PairTargets.SELF_OR_OTHER_PLAYER
    pair_match: PairMatch = PairMatch.RANK
    pair_payout: Payout = Fraction(11)
    pair_settled: PairSettled = PairSettled.AT_DEAL
    surrender: Surrender = Surrender.NONE
    escape_player: EscapePlayer = EscapePlayer.AUTO_STAND
    escape_banker: EscapeBanker = EscapeBanker.AUTO_PLAY
    bank_cover: BankCover = BankCover.WORST_CASE
    shuffle: Shuffle = Shuffle.EVERY_ROUND
    bet_step: Annotated[int, Within(1, 1000)] = 1

    @property
    def house_banks(self) -> bool:
        """Whether the house may hold the bank."""
        return self.banker is not Banker.PLAYER

    @property
    def player_banks(self) -> bool:
        """Whether a player may hold the bank; it then takes one of the seats, whoever holds it."""
        return self.banker is not Banker.HOUSE

    @property
    def asks_first_seated(self) -> bool:
        """Whether a bank that nobody holds is offered to who sat down first."""
        asked = self.banker_first is FirstBanker.FIRST_SEATED
        return asked and self.banker is Banker.PLAYER

    @property
    def players_max(self) -> int:
        """How many hands of players can be dealt (decision 5: the bank counts as a seat)."""
        return self.seats_max - self.player_banks

    @property
    def players_min(self) -> int:
        """How few hands of players can be dealt."""
        return max(self.seats_min - self.player_banks, 1)

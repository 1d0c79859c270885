"""The words that results and refusals of 21 are told in; the README lists them from here."""

from enum import StrEnum


class Outcome(StrEnum):
    """How a hand ended for its player: values of ``HandResult.outcome``."""

    WIN = "win"
    PUSH = "push"
    LOSE = "lose"


class Rule(StrEnum):
    """The rule that decided a hand or a line: values of ``rule`` in results."""

    POINTS = "points"
    EQUAL = "equal"
    TIE_TO_BANKER = "tie-to-banker"
    BUST = "bust"
    BANKER_BUST = "banker-bust"
    NATURAL = "natural"
    BANKER_NATURAL = "banker-natural"
    BOTH_NATURAL = "both-natural"
    ORIGINAL_BET = "original-bet"
    CHARLIE = "charlie"
    BANKER_CHARLIE = "banker-charlie"
    SUITED = "suited"
    LEFT = "left"
    BANKER_LEFT = "banker-left"
    INSURED = "insured"
    INSURANCE = "insurance"
    PAIR = "pair"


OUTCOMES: dict[Outcome, str] = {
    Outcome.WIN: "the player won chips with the hand",
    Outcome.PUSH: "the stake came back",
    Outcome.LOSE: "the player lost chips with the hand",
}

RULES: dict[Rule, str] = {
    Rule.POINTS: "more points than the other side",
    Rule.EQUAL: "equal points, the stake comes back",
    Rule.TIE_TO_BANKER: "equal points, which this table gives to the banker",
    Rule.BUST: "the hand went over 21",
    Rule.BANKER_BUST: "the banker went over 21",
    Rule.NATURAL: "an ace and a ten in the first two cards",
    Rule.BANKER_NATURAL: "the banker's ace and ten in the first two cards",
    Rule.BOTH_NATURAL: "naturals on both sides",
    Rule.ORIGINAL_BET: "the banker's natural takes the original bet alone",
    Rule.CHARLIE: "five cards without going over 21",
    Rule.BANKER_CHARLIE: "the banker's five cards without going over 21",
    Rule.SUITED: "6, 7 and 8 of one suit",
    Rule.LEFT: "the player left the round",
    Rule.BANKER_LEFT: "the banker left the round and pays every initial bet",
    Rule.INSURED: "insurance brings the stake back",
    Rule.INSURANCE: "the premium, won or lost",
    Rule.PAIR: "a bet on a pair, won or lost",
}

REFUSALS: dict[str, str] = {
    "already-answered": "this seat has answered about insurance",
    "already-left": "this seat has left the round",
    "answer-insurance": "insurance has to be answered first: insure or no-insurance",
    "bank-stays": "the house does not leave the bank",
    "bank-wanted": "the rules want a bank, or another holder of it",
    "banker-hits-or-stands": "the banker has no stake of his own to double or split",
    "bet-off-step": "stakes are multiples of a step",
    "bet-too-small": "a stake is at least one step",
    "deck-too-small": "the deck could run out with so many seats",
    "dial-out-of-range": "the value of a dial is not among those that are played",
    "dial-reserved": "the value of a dial is kept for later or for another game",
    "dial-unreadable": "the value of a dial cannot be read",
    "double-not-allowed": "this hand may not be doubled",
    "hand-finished": "this seat has no hand left to play",
    "hit-not-allowed": "this hand takes no more cards",
    "insurance-needs-upcard": "insurance needs an open card of the banker",
    "insurance-not-offered": "insurance is not offered now",
    "no-card-left": "the deck of the record is shorter than the play needs",
    "no-round": "the round is over",
    "not-your-turn": "others decide now",
    "only-stand": "the hand is complete, only a stand is left",
    "peek-needs-upcard": "looking for a natural needs an open card of the banker",
    "side-bet-favours-player": "a bet beside the game would favour the player",
    "side-bet-not-offered": "no such bet beside the game is taken",
    "split-not-allowed": "this hand may not be split",
    "stand-not-allowed": "the hand is below the least total that may stand",
    "too-few-players": "fewer hands than the rules deal",
    "too-few-seats": "fewer seats at most than at least",
    "too-many-players": "more hands than the rules deal",
    "unknown-action": "no action of this game",
    "unknown-dial": "no dial of this game",
    "unknown-seat": "no such seat in this round",
}
"""Every ``key`` that the rules of 21 refuse with, and what it means."""

"""The words that results, refusals and dials of five cards are told in; the README lists them."""

from enum import StrEnum


class Rule(StrEnum):
    """The rule that decided a hand: values of ``HandResult.rule``."""

    POINTS = "points"
    EQUAL = "equal"
    LOW_CARD = "low-card"
    BUST = "bust"
    ALL_BUST = "all-bust"
    OTHERS_OUT = "others-out"
    LEFT = "left"


RULES: dict[Rule, str] = {
    Rule.POINTS: "nearer to 21 than the others, or less near",
    Rule.EQUAL: "equal points, and no smaller card to decide: the pot is shared",
    Rule.LOW_CARD: "equal points: the smaller card of those drawn takes the pot",
    Rule.BUST: "the hand went over 21",
    Rule.ALL_BUST: "everyone went over 21, the stakes come back",
    Rule.OTHERS_OUT: "everyone else went over 21 or left",
    Rule.LEFT: "the player left the round",
}

REFUSALS: dict[str, str] = {
    "already-left": "this seat has left the round",
    "bet-off-step": "stakes are multiples of a step",
    "bet-too-small": "a stake is at least one step",
    "dial-out-of-range": "the value of a dial is not among those that are played",
    "dial-reserved": "the value of a dial is kept for later or for another game",
    "dial-unreadable": "the value of a dial cannot be read",
    "hand-finished": "this seat has no hand left to play",
    "no-bank": "this game has no bank",
    "no-card-left": "the deck of the record is shorter than the play needs",
    "no-round": "the round is over",
    "not-your-turn": "others decide now",
    "only-stand": "the hand is complete, only a stand is left",
    "side-bet-not-offered": "no such bet beside the game is taken",
    "stakes-differ": "everyone stakes the same",
    "too-few-players": "fewer hands than the rules deal",
    "too-few-seats": "fewer seats at most than at least",
    "too-many-players": "more hands than the rules deal",
    "unknown-action": "no action of this game",
    "unknown-dial": "no dial of this game",
    "unknown-seat": "no such seat in this round",
}
"""Every ``key`` that the rules of five cards refuse with, and what it means."""

DIALS: dict[str, str] = {
    "decks": "packs of 52 cards",
    "seats_min": "players that have to bet before a deal",
    "seats_max": "players at the table",
    "banker": "who may hold the bank",
    "turns": "whether players decide all at once or one after the other",
    "rotation": "whether the first move passes on after each round",
    "rotation_direction": "which way it passes round the table",
    "player_first_card": "how a player's first card lies",
    "player_second_card": "how the second one lies",
    "hit_cards": "how later ones lie",
    "max_cards": "with how many cards a hand ends",
    "auto_stand_21": "whether a 21 takes no more cards",
    "double_bust": "whether the last one not bust has won, or all play and all bust is a draw",
    "tie_break": "what decides between equal points: one card each, or nothing",
    "tie_break_compare": "how those cards compare: A low and K high, or by points",
    "tie_break_equal": "what equally small ones mean: the pot is shared",
    "escape_player": "what a player who leaves in a round does",
    "bank_cover": "who is good for what is won: everyone stakes the same",
    "shuffle": "when the deck is shuffled",
    "bet_step": "what stakes are multiples of",
}
"""What each dial turns, in the order of ``Dials``."""

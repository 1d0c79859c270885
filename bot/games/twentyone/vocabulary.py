"""The words that results, refusals and rules of 21 are told in; the README lists them from here."""

from enum import StrEnum


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
    "house-keeps-to-its-rule": "the house as bank draws and stands as its rule says",
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

DIALS: dict[str, str] = {
    "decks": "packs of 52 cards",
    "seats_min": "seats that have to be taken before a deal, the bank's among them",
    "seats_max": "seats at the table, one of them a player's bank",
    "banker": "who may hold the bank",
    "turns": "whether players decide all at once or one after the other",
    "banker_first": "whether who sat down first is asked to bank where only a player may",
    "rotation": "when a player's bank passes on",
    "rotation_direction": "which way it passes round the table",
    "deal_order": "who gets each round of cards first",
    "player_first_card": "how a player's first card lies",
    "player_second_card": "how the second one lies",
    "hit_cards": "how later ones lie",
    "banker_first_card": "how the bank's first card lies",
    "banker_second_card": "how its second one lies, the upcard",
    "hole_card": "when the bank gets its second card",
    "peek": "under which upcards the bank looks for a natural before anyone plays",
    "no_peek_loses": "what a natural found at the end takes of doubled and split bets",
    "banker_draws": "whether a player who banks draws by rule or as he likes",
    "banker_stands_on": "from which total the bank stands",
    "banker_soft": "what the bank does with a soft 17, `choice` with soft totals from 17 up",
    "player_min_total": "below which total no player may stand",
    "max_cards": "with how many cards a hand ends",
    "auto_stand_21": "whether a 21 takes no more cards",
    "natural_payout": "what a natural pays to one",
    "natural_vs_banker_natural": "who wins natural against natural",
    "natural_settled": "when a natural is shown and decided",
    "banker_natural_collects": "how many times the bet a natural of the bank takes",
    "banker_natural_beats_21": "whether a natural of the bank beats other 21s",
    "five_card_payout": "what five cards without a bust pay to one",
    "banker_five_card_beats_points": "whether five cards of the bank beat points",
    "suited_678_payout": "what 6, 7 and 8 of one suit pay to one",
    "bonus_after_split": "whether these two count after a split",
    "bonus_after_double": "whether they count on a doubled hand",
    "ties": "who wins equal points",
    "double_on": "on what a hand may be doubled",
    "double_amount": "what part of the bet doubling adds",
    "double_after_split": "whether split hands may be doubled",
    "split_by": "which two cards may be split: of one rank, or of equal points",
    "max_split_hands": "how many hands splitting may make",
    "split_aces_one_card": "whether split aces get one card each",
    "resplit_aces": "whether aces may be split again",
    "split_natural_is_21": "whether ace and ten after a split are 21 and no natural",
    "insurance": "under which upcard insurance is offered",
    "insurance_amount": "what part of the bet it costs",
    "insurance_payout": "what it pays to one",
    "insurance_mode": "whether it is a bet beside the game or saves the bet",
    "pair_bet": "whether a pair may be bet on",
    "pair_targets": "on whose pair",
    "pair_match": "what makes a pair",
    "pair_payout": "what it pays to one",
    "pair_settled": "when it is decided",
    "surrender": "whether a hand may be given up for half the bet",
    "escape_player": "what a player who leaves in a round does",
    "escape_banker": "what a banker who leaves in a round does or pays",
    "bank_cover": "what the house as bank must be able to pay; a player's always covers the worst",
    "shuffle": "when the deck is shuffled",
    "bet_step": "what bets are at least multiples of",
}
"""What each dial turns, in the order of ``Dials``."""

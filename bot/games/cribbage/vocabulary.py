"""The words that results, refusals and dials of cribbage are told in; the README lists them."""

from enum import StrEnum

from bot.games.cribbage.points import For


class Rule(StrEnum):
    """The rule that decided a match: values of ``ResultLine.rule``."""

    TARGET = "target"
    SKUNK = "skunk"
    DOUBLE_SKUNK = "double-skunk"
    RESIGNED = "resigned"


RULES: dict[Rule, str] = {
    Rule.TARGET: "first to reach the points that win",
    Rule.SKUNK: "the loser stayed below the skunk line: counts as two games",
    Rule.DOUBLE_SKUNK: "the loser stayed below the double skunk line: counts as three games",
    Rule.RESIGNED: "the other player left the match, or stayed away and it was claimed",
}

POINTS_FOR: dict[For, str] = {
    For.HEELS: "the starter is a jack: 2 for the dealer",
    For.FIFTEEN: "cards that add up to fifteen, in the play the count: 2",
    For.PAIR: "two cards of one rank: 2",
    For.PAIR_ROYAL: "three cards of one rank: 6",
    For.DOUBLE_PAIR_ROYAL: "four cards of one rank: 12",
    For.RUN: "three or more ranks in a row: 1 a card",
    For.THIRTY_ONE: "a count of exactly thirty-one: 2",
    For.GO: "the last card before nobody can play: 1",
    For.LAST: "the last card of all: 1",
    For.FLUSH: "a hand of one suit: 4, with the starter 5; in the crib with the starter alone",
    For.NOBS: "the jack of the starter's suit: 1",
}
"""What points are for; ``for`` in the log of a replayed record."""

REFUSALS: dict[str, str] = {
    "already-discarded": "this seat has laid its two cards away",
    "bet-below-nothing": "a stake is 0 or more",
    "card-gone": "this card was played or laid away",
    "card-twice": "the same card is named twice",
    "cards-wanted": "the action needs another number of cards",
    "deck-odd": "a deck holds every card once",
    "dial-out-of-range": "the value of a dial is not among those that are played",
    "dial-reserved": "the value of a dial is kept for later or for another game",
    "dial-unreadable": "the value of a dial cannot be read",
    "discard-first": "both players lay two cards away before the play",
    "double-skunk-line-too-high": "the double skunk line lies below the skunk line",
    "match-decided": "a score that has reached the target: the match is over",
    "no-bank": "this game has no bank",
    "no-card-left": "the deck of the record is shorter than the play needs",
    "no-go": "go is said of itself, by who cannot play",
    "no-round": "the round is over",
    "not-discarding": "the cards are laid away, the play is on",
    "not-dealt": "this card is not among those dealt to the seat",
    "not-your-turn": "others decide now",
    "over-thirty-one": "the card would take the count past thirty-one",
    "side-bet-not-offered": "no such bet beside the game is taken",
    "skunk-line-too-high": "the skunk line lies within the points that win",
    "stakes-differ": "everyone stakes the same",
    "two-players": "cribbage is for two",
    "unknown-action": "no action of this game",
    "unknown-dial": "no dial of this game",
    "unknown-seat": "no such seat in this round",
}
"""Every ``key`` that the rules of cribbage refuse with, and what it means."""

DIALS: dict[str, str] = {
    "target": "how many points win",
    "skunk_line": "below how many points the loser is skunked",
    "double_skunk_line": "below how many points doubly so",
    "first_deal": "who deals first: the lower of two cut cards",
    "muggins": "whether overlooked points can be claimed: the dealer counts them all",
    "crib_flush": "what a flush in the crib takes: all five cards",
    "heels": "points for the dealer when the starter is a jack",
    "turn_minutes": "how long a turn may take; none: as at other tables",
}
"""What each dial turns, in the order of ``Dials``."""

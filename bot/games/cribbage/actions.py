"""What a seat may do in cribbage, and how that is written."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from bot.basics import unreadable
from bot.cards import SUITS, Card, parse_card
from bot.games.cribbage.points import ORDER

DEALT = 6
"""So many cards are dealt to each (CR-2); their places count from 1."""

LAID_AWAY = 2
"""So many of them each lays away into the crib (CR-3)."""


class Verb(StrEnum):
    """What is done; the value is how it is written."""

    DISCARD = "discard"
    PLAY = "play"
    GO = "go"
    LEAVE = "leave"


_WORDS = {**{verb.value: verb for verb in Verb}, "crib": Verb.DISCARD}
_PLACES = {f"#{place}": place for place in range(1, DEALT + 1)}
_TAKES = {Verb.DISCARD: LAID_AWAY, Verb.PLAY: 1, Verb.GO: 0, Verb.LEAVE: 0}


@dataclass(frozen=True, slots=True)
class Move:
    """``discard`` two cards or ``play`` one, ``go`` or ``leave``.

    Cards are named by their owner, or stand for themselves by their ``places`` in the deal, 1 to 6:
    what the buttons of a group carry must not name them. Both are in order, so that one choice has
    one form of each kind.
    """

    verb: Verb
    cards: tuple[Card, ...] = ()
    places: tuple[int, ...] = ()

    def __str__(self) -> str:
        return " ".join([self.verb, *map(str, self.cards), *(f"#{place}" for place in self.places)])


def named(verb: Verb, cards: Sequence[Card]) -> Move:
    """Return a move of cards by their names."""
    in_order = sorted(cards, key=lambda card: (ORDER[card.rank], SUITS.index(card.suit)))
    return Move(verb, cards=tuple(in_order))


def placed(verb: Verb, places: Sequence[int]) -> Move:
    """Return a move of cards by their places in the deal."""
    return Move(verb, places=tuple(sorted(places)))


GO = Move(Verb.GO)
LEAVE = Move(Verb.LEAVE)


def parse_move(words: Sequence[str]) -> Move:
    """Read a move as it is typed: ``discard 5h Jc`` (or ``crib``), ``play #4``, ``go``, ``leave``.

    A place has its sign, or ``play 5`` would not play the five that somebody means.

    Raises ``Refusal(unreadable)``: ``unknown-action``, ``cards-wanted``, ``card-unreadable``,
    ``card-twice``.
    """
    verb = _WORDS.get(words[0].lower()) if words else None
    if verb is None:
        raise unreadable("unknown-action", action=" ".join(words[:1])[:32])
    said = words[1:]
    if len(said) != _TAKES[verb]:
        raise unreadable("cards-wanted", cards=_TAKES[verb])
    if not said:
        return Move(verb)
    if len({word.lower() for word in said}) < len(said):
        raise unreadable("card-twice")
    if all(word in _PLACES for word in said):
        return placed(verb, [_PLACES[word] for word in said])
    cards = [parse_card(word) for word in said]
    if len(set(cards)) < len(cards):
        raise unreadable("card-twice")
    return named(verb, cards)

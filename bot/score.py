"""Counting a cribbage hand that is written down: what ``croupier score`` answers."""

from collections.abc import Sequence
from typing import Any

from bot.basics import Refusal
from bot.cards import parse_cards
from bot.games.cribbage.points import points_in
from bot.games.cribbage.show import show

CRIB = "crib"
"""The word at the end of a line that says that its four cards are the crib."""

_CARDS = 5


class HandUnreadable(Exception):
    """A text is no hand with a starter; the message says in one line where and why."""


def score(words: Sequence[str], *, crib: bool = False) -> dict[str, Any]:
    """Count four cards and the starter, which comes last; raises ``HandUnreadable``.

    Returns what is printed: ``cards`` and ``starter``, ``crib``, the ``total``, and as ``items``
    every kind of points with the cards of each combination.
    """
    text = " ".join(words)
    try:
        *hand, starter = parse_cards(text)
    except Refusal as refusal:
        word = refusal.facts.get("text")
        raise HandUnreadable(f"{word!r} is no card; write rank and suit, as in 5h or Jc") from None
    except ValueError:
        raise HandUnreadable(_WANTED) from None
    if len(hand) + 1 != _CARDS:
        raise HandUnreadable(_WANTED)
    if len({*hand, starter}) < _CARDS:
        raise HandUnreadable("the same card is there twice")
    scored = show(hand, starter, crib=crib)
    return {
        "cards": list(map(str, hand)),
        "starter": str(starter),
        "crib": crib,
        "total": points_in(scored),
        "items": [
            {
                "for": each.kind.value,
                "points": each.points,
                "cards": [list(map(str, cards)) for cards in each.combinations],
            }
            for each in scored
        ],
    }


_WANTED = "four cards and the starter are wanted, as in 5c 5d 5s Jh 5h"


def score_text(text: str) -> list[dict[str, Any]]:
    """Count a hand a line, ``5c 5d 5s Jh 5h`` or ``... crib``; raises ``HandUnreadable``."""
    answers = []
    for number, line in enumerate(text.splitlines(), start=1):
        words = line.split()
        crib = bool(words) and words[-1].lower() == CRIB
        if not words:
            continue
        try:
            answers.append(score(words[:-1] if crib else words, crib=crib))
        except HandUnreadable as error:
            raise HandUnreadable(f"line {number}: {error}") from None
    return answers

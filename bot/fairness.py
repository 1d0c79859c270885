"""The fair shuffle: commit, key, deck (``fairness.md`` of the design; README, "Fair shuffle").

Pure: bytes in, deck out. The seed comes from outside and never leaves process and database before
the round is over.
"""

import hashlib
import hmac
from base64 import urlsafe_b64encode
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bot.cards import Card, packs

SEED_BYTES = 32
SEAT_TEXT_BYTES_MAX = 64
_COMMIT_LABEL = b"croupier/commit/v1"
_DECK_LABEL = b"croupier/deck/v1"
_CUT_FOR_DEAL_LABEL = b"croupier/cut-for-deal/v1"
_WORD_RANGE = 2**32


@dataclass(frozen=True, slots=True)
class Contribution:
    """What a player added to the seed or to the cut: seat from 0, player id, text of 64 bytes."""

    seat: int
    player: str
    text: str


def commitment(seed: bytes) -> bytes:
    """Return the 32 bytes that bind the dealer to ``seed`` (``SEED_BYTES`` bytes) before bets."""
    return hashlib.sha256(_COMMIT_LABEL + seed).digest()


def shown_commitment(seed: bytes) -> str:
    """Return the commitment as tables show it: 43 base64url characters, whole."""
    return urlsafe_b64encode(commitment(seed)).rstrip(b"=").decode("ascii")


def key(
    seed: bytes,
    table: str,
    round_number: int,
    rules: str,
    seeds: Sequence[Contribution] = (),
    cut: Contribution | None = None,
) -> bytes:
    """Return the 32 bytes that the deck follows from (step 4: every part with its length).

    ``rules`` is the preset's name followed by ``;name=value`` for each dial that differs.
    """
    message = _framed(_DECK_LABEL) + _framed(table.encode()) + _framed(round_number.to_bytes(8))
    message += _framed(rules.encode())
    for contribution in seeds:
        message += _framed(_framed_contribution(contribution))
    if cut is not None:
        message += _framed(_framed(b"cut") + _framed_contribution(cut))
    return hmac.digest(seed, message, "sha256")


def cut_for_deal_key(deck_key: bytes) -> bytes:
    """Return the 32 bytes from which the cards follow that are cut for the deal.

    They are the first of a pack of their own, shuffled by it as by any key: one for each seat in
    turn, again and again while both are of one rank.
    """
    return hmac.digest(deck_key, _framed(_CUT_FOR_DEAL_LABEL), "sha256")


def shuffle(deck_key: bytes, pack_count: int) -> tuple[Card, ...]:
    """Return ``pack_count`` packs in the order that follows from the key (Durstenfeld, step 5)."""
    cards = list(packs(pack_count))
    words = _words(deck_key)
    for last in range(len(cards) - 1, 0, -1):
        other = _below(last + 1, words)
        cards[last], cards[other] = cards[other], cards[last]
    return tuple(cards)


def _framed(part: bytes) -> bytes:
    return len(part).to_bytes(4) + part


def _framed_contribution(contribution: Contribution) -> bytes:
    seat = _framed(contribution.seat.to_bytes(2))
    return seat + _framed(contribution.player.encode()) + _framed(contribution.text.encode())


def _words(deck_key: bytes) -> Iterator[int]:
    counter = 0
    while True:
        block = hmac.digest(deck_key, counter.to_bytes(8), "sha256")
        for start in range(0, len(block), 4):
            yield int.from_bytes(block[start : start + 4])
        counter += 1


def _below(bound: int, words: Iterator[int]) -> int:
    """Draw uniformly from ``0 .. bound-1``; a word past the last whole multiple is thrown away."""
    limit = _WORD_RANGE - _WORD_RANGE % bound
    return next(word for word in words if word < limit) % bound

"""The fair shuffle: its vectors, and that it does none of the things that others got wrong."""

import hashlib
import hmac
import itertools
import os
import random
import struct
from base64 import urlsafe_b64encode
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cmp_to_key
from typing import Any

import pytest

from bot.app import SecretEntropy
from bot.cards import format_cards, packs
from bot.fairness import (
    SEED_BYTES,
    Contribution,
    commitment,
    key,
    shown_commitment,
    shuffle,
)

SEED = bytes(range(32))


@dataclass(frozen=True)
class Vector:
    """What goes in, and the key, the first cards and the hash of the deck that come out."""

    table: str
    number: int
    rules: str
    packs: int
    seeds: tuple[tuple[int, str, str], ...]
    cut: tuple[int, str, str] | None
    key: str
    first: str
    digest: str


VECTORS = {
    "seat seeds and a cut": Vector(
        "telegram:-1001234567890:7",
        12,
        "qq21",
        1,
        ((0, "telegram:42", "17"), (2, "telegram:43", "切")),
        (2, "telegram:43", "go"),
        "b02193ba892bd564090ba1d940d4094cfcec1ea071955a6ee5fc30df30e7d8c1",
        "7h 6d 5h Ac 8c Kh 2d 4s 7d Td 2h Ah Jc Kc As 3c 5d 5s Ts 6h Kd 5c Qh 7s Ad Tc",
        "c35bb7e0fbfb68cd6cdd3bc577669a71a4e80aebaf5f8aaab8f4e571ca02cb78",
    ),
    "an empty seat seed, and dials": Vector(
        "discord:1234",
        3,
        "hk_banker;suited_678_payout=none;ties=push",
        1,
        ((1, "discord:9", ""),),
        None,
        "7cb1a0093eded7d09f29f2023c5d337901214fbff827c078532c63d3f9da1d64",
        "Qs Kc Js Ac 7d As 5h 3s Jd 2h 3c Ah 2d Qh 8c Jh Td Ad 8s 9s Ks 2s 5d Qd 6d 7c",
        "379fbe91bc8c7c7dea229da60470ee8fcc59cd9b5bf57800e226bc605a74ec38",
    ),
    "four packs and nobody's seed": Vector(
        "local:room",
        1,
        "cn4deck",
        4,
        (),
        None,
        "6bc4ef786557c5275c4c42aa752ae6ea40996e87907d820867be5ebabb4e7a46",
        "Qh 5c Jh 9c 4d Kh Ad 8s 3h 9s Kd Th 7h 6h Jd Ah 8c 6h 2c 7h 2d Qs 4c 8s 4d Ad",
        "c826cbdf448735333d64d9eab635db43a623b56231ec5f8c9ffa712004cb1e93",
    ),
}


def key_of(
    seed: bytes,
    table: str,
    number: int,
    rules: str,
    seeds: Sequence[tuple[int, str, str]],
    cut: tuple[int, str, str] | None,
) -> bytes:
    contributions = [Contribution(*one) for one in seeds]
    return key(seed, table, number, rules, contributions, Contribution(*cut) if cut else None)


def test_the_commitment_binds_the_seed_and_is_shown_whole():
    expected = bytes.fromhex("4e23d0a1b8ab0948fbe3cc9550068d641001d30d50b52c4519a3276d4e90e967")
    assert commitment(SEED) == expected
    assert shown_commitment(SEED) == urlsafe_b64encode(expected).decode().rstrip("=")
    assert len(shown_commitment(SEED)) == 43


@pytest.mark.parametrize("name", VECTORS)
def test_key_and_deck_are_those_of_the_vectors(name):
    v = VECTORS[name]
    deck_key = key_of(SEED, v.table, v.number, v.rules, v.seeds, v.cut)
    deck = format_cards(shuffle(deck_key, v.packs))
    assert deck_key.hex() == v.key
    assert deck.split()[:26] == v.first.split()
    assert hashlib.sha256(deck.encode()).hexdigest() == v.digest


# --- the same again, from the description alone -----------------------------------------------


def described_key(seed, table, number, rules, seeds, cut) -> bytes:
    def lp(part: bytes) -> bytes:
        return struct.pack(">I", len(part)) + part

    def of(seat: int, player: str, text: str) -> bytes:
        return lp(struct.pack(">H", seat)) + lp(player.encode()) + lp(text.encode())

    parts = [b"croupier/deck/v1", table.encode(), struct.pack(">Q", number), rules.encode()]
    message = b"".join(map(lp, parts)) + b"".join(lp(of(*one)) for one in seeds)
    message += lp(lp(b"cut") + of(*cut)) if cut else b""
    return hmac.new(seed, message, hashlib.sha256).digest()


def described_deck(deck_key: bytes, pack_count: int) -> list[str]:
    cards = [r + s for _ in range(pack_count) for s in "shdc" for r in "A23456789TJQK"]
    stream, counter = b"", 0
    for i in range(len(cards) - 1, 0, -1):
        while True:
            if not stream:
                stream = hmac.new(deck_key, struct.pack(">Q", counter), hashlib.sha256).digest()
                counter += 1
            (word,), stream = struct.unpack(">I", stream[:4]), stream[4:]
            if word < 2**32 // (i + 1) * (i + 1):
                break
        j = word % (i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return cards


@pytest.mark.parametrize("number", range(60))
def test_it_agrees_with_a_second_reading_of_the_description(number):
    chance = random.Random(number)
    seed, packs_used = chance.randbytes(32), chance.choice([1, 2, 4, 6, 8])
    seeds = [(seat, f"room:{seat}", "切" * seat) for seat in range(chance.randrange(4))]
    cut = (seeds[-1][0], seeds[-1][1], "a\0b") if seeds and number % 2 else None
    table, rules = f"telegram:-100{number}", "qq21;turns=in_order"
    deck_key = key_of(seed, table, number, rules, seeds, cut)
    assert deck_key == described_key(seed, table, number, rules, seeds, cut)
    deck = format_cards(shuffle(deck_key, packs_used)).split()
    assert deck == described_deck(deck_key, packs_used)


def test_a_word_past_the_last_whole_multiple_is_thrown_away(monkeypatch):
    """With 2**32 = 51 * 84215045 + 1 only the largest word is too large for the second draw."""
    words = iter([0, 2**32 - 1, 7] + [0] * 60)
    monkeypatch.setattr("bot.fairness._words", lambda _key: words)
    deck = shuffle(b"", 1)
    assert str(deck[50]) == str(packs(1)[7])


# --- what decides the key ---------------------------------------------------------------------

HONEST: dict[str, Any] = {
    "seed": SEED,
    "table": "t",
    "round_number": 1,
    "rules": "qq21",
    "seeds": [Contribution(0, "p", "x")],
    "cut": Contribution(0, "p", "y"),
}


@pytest.mark.parametrize(
    "changed",
    [
        {"seed": bytes(32)},
        {"table": "u"},
        {"round_number": 2},
        {"rules": "hk_casino"},
        {"seeds": []},
        {"seeds": [Contribution(1, "p", "x")]},
        {"seeds": [Contribution(0, "q", "x")]},
        {"seeds": [Contribution(0, "p", "z")]},
        {"cut": None},
        {"cut": Contribution(0, "p", "z")},
    ],
    ids=str,
)
def test_everything_that_anyone_puts_in_changes_the_key(changed):
    assert key(**{**HONEST, **changed}) != key(**HONEST)


def test_a_cut_is_never_taken_for_a_seat_seed():
    said = Contribution(0, "p", "t")
    assert key(SEED, "t", 1, "r", (), said) != key(SEED, "t", 1, "r", (said,))


# --- what the decks look like -----------------------------------------------------------------

Shuffle = Callable[[int], Sequence[int]]
"""The number of a shuffle in, an order of the cards 0..51 out."""

NEW_PACK = {card: place for place, card in enumerate(packs(1))}
SHUFFLES = int(os.environ.get("CROUPIER_SHUFFLES", "20000"))
"""Twice what finds each mistake below; ``.ci/run`` asks for 100,000."""


def ours(number: int) -> list[int]:
    deck_key = key(SEED, "local:room", number, "qq21")
    return [NEW_PACK[card] for card in shuffle(deck_key, 1)]


def chi_square(counts: Sequence[Sequence[int]], skip_diagonal: bool) -> float:
    cells = [
        count
        for row, line in enumerate(counts)
        for column, count in enumerate(line)
        if not (skip_diagonal and row == column)
    ]
    expected = sum(cells) / len(cells)
    return sum((count - expected) ** 2 for count in cells) / expected


def deviations(shuffler: Shuffle, shuffles: int) -> tuple[float, float]:
    """Return how many standard deviations chi-square is off: card x place, ordered neighbours.

    Chi-square with this many degrees of freedom f is close to a normal distribution of mean f and
    variance 2f. Every card has one place and, nearly always, one neighbour on each side, so the
    margins of both grids are given; a card is no neighbour of itself.
    """
    places = [[0] * 52 for _ in range(52)]
    neighbours = [[0] * 52 for _ in range(52)]
    for number in range(shuffles):
        order = shuffler(number)
        for place, card in enumerate(order):
            places[card][place] += 1
        for left, right in itertools.pairwise(order):
            neighbours[left][right] += 1
    by_place, by_neighbour = 51 * 51, 51 * 51 - 52
    return (
        (chi_square(places, skip_diagonal=False) - by_place) / (2 * by_place) ** 0.5,
        (chi_square(neighbours, skip_diagonal=True) - by_neighbour) / (2 * by_neighbour) ** 0.5,
    )


NORMAL = 5.0
"""Standard deviations that a fair shuffle passes but once in millions of trials."""


def test_every_card_is_everywhere_and_beside_every_other_equally_often():
    by_place, by_neighbour = deviations(ours, SHUFFLES)
    assert abs(by_place) < NORMAL
    assert abs(by_neighbour) < NORMAL


# --- mistakes that others made ----------------------------------------------------------------


def swaps(draw: Callable[[random.Random, int], int], last: int = 0) -> Shuffle:
    """Return Durstenfeld's shuffle with another way to draw a place from ``0..i``."""

    def shuffled(number: int) -> list[int]:
        chance, cards = random.Random(number), list(range(52))
        for i in range(51, last, -1):
            j = draw(chance, i)
            cards[i], cards[j] = cards[j], cards[i]
        return cards

    return shuffled


def by_random_comparator(number: int) -> list[int]:
    chance = random.Random(number)
    return sorted(range(52), key=cmp_to_key(lambda _a, _b: chance.choice([-1, 1])))


def last_card_stays(number: int) -> list[int]:
    chance = random.Random(number)
    return [*chance.sample(range(51), 51), 51]


MISTAKES = {
    "x % n on a byte": swaps(lambda chance, i: chance.randrange(256) % (i + 1)),
    "scaling a byte": swaps(lambda chance, i: chance.randrange(256) * (i + 1) // 256),
    "swapping with any position": swaps(lambda chance, _: chance.randrange(52)),
    "off by one: only cycles": swaps(lambda chance, i: chance.randrange(i)),
    "a last card that never moves": last_card_stays,
    "the first swap forgotten": swaps(lambda chance, i: chance.randrange(i + 1), last=1),
    "sorting by a random comparator": by_random_comparator,
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_counting_finds_each_way_to_shuffle_badly(mistake):
    assert max(map(abs, deviations(MISTAKES[mistake], 10_000))) > 2 * NORMAL


def shuffled_by(seed: float) -> tuple[int, ...]:
    """Return what ``random.seed(seed)`` and ``random.shuffle`` give."""
    cards = list(range(52))
    random.Random(seed).shuffle(cards)
    return tuple(cards)


@pytest.mark.report("X15")
def test_a_deck_seeded_with_the_clock_is_dealt_twice_in_one_tick_and_ours_is_not():
    tick, rounds = 1_767_225_600.25, range(100)
    assert len({shuffled_by(tick) for _ in rounds}) == 1
    assert len({tuple(ours(number)) for number in rounds}) == len(rounds)
    assert len({SecretEntropy().seed() for _ in rounds}) == len(rounds)
    assert len(SecretEntropy().seed()) == SEED_BYTES


@pytest.mark.report("X15")
def test_a_seeded_generator_is_found_from_four_cards_and_our_seed_is_not():
    """An onlooker deals from every small seed until the open cards fit."""

    def found(dealt: Sequence[int], deal: Callable[[int], Sequence[int]]) -> bool:
        return any(tuple(deal(seed)[:4]) == tuple(dealt[:4]) for seed in range(1000))

    def from_small_seed(seed: int) -> list[int]:
        deck = shuffle(key(seed.to_bytes(SEED_BYTES), "local:room", 1, "qq21"), 1)
        return [NEW_PACK[card] for card in deck]

    assert found(shuffled_by(777), shuffled_by)
    assert not found(ours(1), from_small_seed)


def test_fields_without_their_lengths_would_flow_into_one_another():
    def run_together(table: str, rules: str, seeds: Sequence[Contribution]) -> str:
        return table + rules + "".join(f"{one.seat}{one.player}{one.text}" for one in seeds)

    def with_lengths(table: str, rules: str, seeds: Sequence[Contribution]) -> bytes:
        return key(SEED, table, 1, rules, seeds)

    twins = [
        (("ab", "c", ()), ("a", "bc", ())),
        (("t", "r", [Contribution(0, "ab", "c")]), ("t", "r", [Contribution(0, "a", "bc")])),
        (
            ("t", "r", [Contribution(0, "a", "b"), Contribution(1, "c", "d")]),
            ("t", "r", [Contribution(0, "a", "b1cd")]),
        ),
    ]
    for one, other in twins:
        assert run_together(*one) == run_together(*other)
        assert with_lengths(*one) != with_lengths(*other)

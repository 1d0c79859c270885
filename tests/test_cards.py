"""Cards and packs: fifty-two of them, each once, and each dealt sooner or later."""

import hashlib

import pytest

from bot.basics import Refusal
from bot.cards import CARDS, Card, format_cards, packs, parse_card, parse_cards
from bot.fairness import shuffle


@pytest.mark.report("X17")
def test_a_pack_holds_fifty_two_different_cards_in_the_order_of_a_new_one():
    pack = packs(1)
    assert len(pack) == len(set(pack)) == 52
    assert format_cards(pack[:15]) == "As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks Ah 2h"


@pytest.mark.report("X17")
@pytest.mark.parametrize("count", range(1, 9))
def test_every_card_is_there_once_a_pack_whatever_the_shuffle(count):
    deck = shuffle(hashlib.sha256(bytes([count])).digest(), count)
    assert sorted(map(str, deck)) == sorted(list(CARDS) * count)


@pytest.mark.report("X17")
def test_every_card_is_dealt_first_sooner_or_later():
    """A bot of this kind never dealt the seven of hearts: its packs had 51 cards."""
    first = {shuffle(hashlib.sha256(n.to_bytes(2)).digest(), 1)[0] for n in range(1000)}
    assert first == set(CARDS.values())


@pytest.mark.parametrize("text", CARDS)
def test_what_is_written_reads_back(text):
    assert str(parse_card(text)) == text


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("TD", Card("T", "d")),
        ("10h", Card("T", "h")),
        ("as", Card("A", "s")),
        (" qC ", Card("Q", "c")),
    ],
)
def test_either_case_and_a_ten_in_digits_are_read(text, card):
    assert parse_card(text) == card


@pytest.mark.parametrize(
    "text", ["", "A", "s", "1s", "Ax", "10", "Asx", "A s", "100h", "♠", "As\0"]
)
def test_what_is_no_card_is_refused(text):
    with pytest.raises(Refusal) as refusal:
        parse_card(text)
    assert refusal.value.key == "card-unreadable"


def test_cards_stand_apart_by_any_white_space():
    assert format_cards(parse_cards("As\t10h\n td ")) == "As Th Td"
    assert parse_cards("  ") == ()


def test_cards_are_read_as_they_are_printed():
    assert format_cards(parse_cards("A♠ 10♥ k♦ 2♣️ Q♡")) == "As Th Kd 2c Qh"

"""What a group gets, and when, follows from public knowledge alone (design, section 3)."""

import itertools

import pytest

from bot.message import CardFace, Message
from tests.fakes.delivering import DeliveringRoom
from tests.fakes.house import CLUB
from tests.fakes.messenger import TELEGRAM, Call

Seen = list[tuple[float, str, str, Message | None]]


def seen(club: DeliveringRoom) -> Seen:
    calls: list[Call] = club.messenger.to_group(CLUB)
    return [(call.at, call.kind.value, call.message_id, call.message) for call in calls]


async def played(deck: str, script: list[tuple[str, str, float]], rules: str) -> list[Seen]:
    """Play a script of presses and pauses; return what the group had seen after each."""
    club = DeliveringRoom(deck, rules, pacing=TELEGRAM)
    for name in ("ann", "bob"):
        await club.player(name).says("/join 100")
    await club.player("ann").presses("deal")
    after = [seen(club)]
    for name, verb, seconds in script:
        await club.passes(seconds)
        await club.player(name).presses(verb)
        after.append(seen(club))
    await club.passes(4)
    return [*after, seen(club)]


SCRIPT = [("ann", "hit", 1.0), ("bob", "hit", 0.3), ("ann", "double", 2.0), ("bob", "hand", 0.5)]


@pytest.mark.parametrize("first", ["As", "Ks", "2s"])
@pytest.mark.parametrize("house", ["Ad", "7d"])
async def test_other_hidden_cards_change_nothing_that_the_group_gets(first, house):
    """Ann holds a natural, twenty or twelve: only she may know."""
    usual = await played("9c 4h 7c Kh 5h 8c 2h 3h 2d 2c", SCRIPT, "qq21")
    other = await played(f"{first} 4h {house} Kh 5h 8c 2h 3h 2d 2c", SCRIPT, "qq21")
    # Ann's first act is the first thing that may differ: a natural takes no card.
    assert usual[0] == other[0]
    assert usual[0]


@pytest.mark.parametrize("pause", [0.2, 0.7, 1.4, 1.6, 3.0])
async def test_a_refused_act_neither_sends_nor_delays_anything(pause):
    """Ann's face-down natural takes no card; without her press all goes out at the same times."""
    deck = "As 4h 7c Kh 5h 8c 2h 3h 2d 2c"
    tried = [("ann", "hit", pause), ("bob", "hit", 0.1)]
    waited = [("bob", "hit", pause + 0.1)]
    assert (await played(deck, tried, "qq21"))[-1] == (await played(deck, waited, "qq21"))[-1]


@pytest.mark.parametrize("pause", [0.2, 1.0, 2.0])
async def test_an_answer_about_insurance_neither_sends_nor_delays_anything(pause):
    deck = "9c 4h 7c Kh 5h Ac 2h 3h 2d 2c"
    silent = await played(deck, [("bob", "hand", pause)], "hk_casino")
    for verb in ("insure", "no-insurance", "hit"):
        answered = await played(deck, [("bob", verb, pause)], "hk_casino")
        assert answered == silent


async def test_no_card_that_lies_face_down_is_in_anything_the_group_gets():
    club = DeliveringRoom("As 4h 7c Kh 5h 8c 2h 3h 2d 2c", "qq21", pacing=TELEGRAM)
    for name in ("ann", "bob"):
        await club.player(name).says("/join 100")
    await club.player("ann").presses("deal")
    await club.player("bob").presses("hit")
    await club.passes(5)
    hidden = {"As", "4h", "7c"}
    messages = [call.message for call in club.messenger.to_group(CLUB) if call.message]
    spans = itertools.chain.from_iterable(line for each in messages for line in each.lines)
    cards = [str(span.card) for span in spans if isinstance(span, CardFace) and span.card]
    assert cards
    assert not hidden & set(cards)
    payloads = [b.payload for each in messages for row in each.buttons for b in row]
    assert not any(card in payload for card in hidden for payload in payloads)

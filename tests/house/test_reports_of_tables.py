"""What went wrong with tables in other programs: stuck, dealt twice, left to nobody."""

import itertools

import pytest

from bot.games.twentyone.views import TwentyOnePublic
from bot.notices import TablePhase
from bot.present.l10n import Localizer
from bot.present.presenter import Presenter
from tests.fakes.house import Room
from tests.fakes.messenger import labels_of
from tests.fakes.stores import Failure, TroubledStore

PRESENTER = Presenter(Localizer())
PLAYING, SETTLED = TablePhase.PLAY, TablePhase.SETTLED
NAMES = ("ann", "bob", "cat")


async def dealt(*names: str, deck: str, rules: str = "qq21", options: str = "") -> Room:
    """Return a room in which these people have just been dealt in, with 50 each."""
    room = Room(deck=deck)
    await room.player("root", admin=True).says(f"/new {rules} {options}")
    for name in names:
        assert (await room.player(name).says("/join 50")).accepted
    assert (await room.player(names[0]).says("/deal")).accepted
    return room


def waiting(room: Room) -> tuple[int, ...]:
    """Return the seats that everyone may know to be deciding."""
    view = room.shown().view
    assert isinstance(view, TwentyOnePublic)
    return view.waiting


# --- who opened it goes -------------------------------------------------------------------------


@pytest.mark.report("F1", "F13")
async def test_who_opened_a_table_may_leave_it_and_the_others_play_and_close_it():
    room = Room()
    await room.hears("ann: /new", "ann: /join 50", "bob: /join 50", "ann: /leave")
    assert (await room.player("bob").says("/deal")).accepted
    await room.player("bob").says("/stand")
    assert room.shown().phase is SETTLED
    assert (await room.player("bob").says("/stop")).key == "closed"


@pytest.mark.report("F1")
async def test_a_round_whose_players_have_all_gone_silent_ends_by_the_clock_and_the_table_too():
    room = await dealt("ann", "bob", deck="2s 3s Ts 2h 3h Th")
    await room.passes(45)
    assert room.shown().phase is SETTLED
    await room.passes(600)
    assert (room.shown().phase, await room.staked()) == (TablePhase.CLOSED, (0, 0))
    assert (await room.player("cat").says("/join 50")).accepted


@pytest.mark.report("F13")
async def test_a_banker_who_leaves_a_table_leaves_the_bank_to_the_next_or_to_the_house():
    room = Room()
    await room.hears("ann: /bank 300", "bob: /bank 400", "cat: /join 50", "ann: /leave")
    assert (room.shown().bank, await room.player("ann").chips()) == (400, 1_000)
    await room.hears("bob: /leave")
    assert room.shown().bank is None
    assert (await room.player("cat").says("/deal")).accepted


# --- naturals and seats that are out ------------------------------------------------------------


def deck_with_naturals(at: tuple[int, ...]) -> str:
    """Return a deck that deals three players a natural at some seats, others 18, the bank 17."""
    first = ["As" if seat in at else "Ts" for seat in range(3)] + ["Th"]
    second = ["Kd" if seat in at else "8d" for seat in range(3)] + ["7h"]
    return " ".join(first + second)


@pytest.mark.report("F2", "F3")
@pytest.mark.parametrize("turns", ["together", "in_order"])
@pytest.mark.parametrize("rules", ["qq21", "hk_casino", "hk_banker"])
@pytest.mark.parametrize(
    "at", [n for k in range(1, 4) for n in itertools.combinations(range(3), k)]
)
async def test_naturals_at_any_seats_hold_nobody_up(rules, turns, at):
    room = await dealt(*NAMES, deck=deck_with_naturals(at), rules=rules, options=f"turns={turns}")
    for name in NAMES:
        await room.player(name).says("/stand")
    assert room.shown().phase is SETTLED
    result = room.shown().result
    assert result is not None
    assert [hand.rule for hand in result.hands] == [
        "natural" if seat in at else "points" for seat in range(3)
    ]
    assert (await room.player("ann").says("/join 50")).accepted


@pytest.mark.report("F15")
@pytest.mark.parametrize("turns", ["together", "in_order"])
async def test_who_is_bust_is_asked_no_more(turns):
    deck = "Ts 9s 8s Th 6d 9d 8d 7h Kc"  # Ann 16 and a king
    room = await dealt(*NAMES, deck=deck, options=f"turns={turns}")
    await room.player("ann").says("/hit")
    assert waiting(room) == ((1,) if turns == "in_order" else (1, 2))
    assert (await room.player("ann").says("/hit")).key == "hand-finished"
    await room.hears("bob: /stand", "cat: /stand")
    assert room.shown().phase is SETTLED


# --- words and answers ----------------------------------------------------------------------------


@pytest.mark.report("F5")
async def test_no_button_of_a_round_says_stop_and_stopping_is_typed():
    room = await dealt("ann", deck="5s Ts 6h Th")
    labels = labels_of(PRESENTER.table(room.shown()))
    assert "Stand" in labels
    assert not [label for label in labels if "stop" in label.casefold()]
    assert (await room.player("ann").says("/stop")).key == "closing"
    assert room.shown().phase is PLAYING  # and a round is not ended by it


@pytest.mark.report("F6")
async def test_every_refused_tap_says_why_and_what_to_do():
    room = await dealt("ann", "bob", deck="5s 6s Ts 9h 8h Th")
    for name, words in [
        ("ann", "split"),
        ("ann", "insure"),
        ("eve", "hit"),
        ("ann", "deal"),
        ("eve", "hand"),
        ("ann", "no-such-verb"),
        ("ann", "again"),
    ]:
        request = room.player(name).pressed(words)
        reply = await room.asks(request)
        said = PRESENTER.answer(request, reply, None).alert
        assert not reply.accepted
        assert len(said.split()) > 4


# --- at one moment --------------------------------------------------------------------------------


@pytest.mark.report("F7")
async def test_however_many_deal_at_one_moment_everybody_gets_two_cards():
    room = Room(store=TroubledStore(), deck="2s 3s 4s 5s 6s 7s 8s 9s")
    people = [room.player(name) for name in NAMES]
    for player in people:
        await player.says("/join 50")
    await room.at_once(*(player.pressed("deal") for player in people))
    view = room.shown().view
    assert isinstance(view, TwentyOnePublic)
    assert [len(hand.cards) for hand in view.hands] == [2, 2, 2]
    assert await room.staked() == (150, 0)


@pytest.mark.report("F26")
async def test_hits_of_two_people_in_one_moment_each_draw_one_card():
    room = await dealt("ann", "bob", deck="2s 3s Ts 2h 3h Th 2d 3d")
    ann, bob = room.player("ann"), room.player("bob")
    await room.at_once(ann.typed("/hit"), bob.typed("/hit"))
    view = room.shown().view
    assert isinstance(view, TwentyOnePublic)
    assert [len(hand.cards) for hand in view.hands] == [3, 3]


# --- failures and silence ----------------------------------------------------------------------


@pytest.mark.report("F23")
@pytest.mark.parametrize("failure", list(Failure))
async def test_a_turn_that_nobody_takes_ends_by_the_clock_although_the_store_fails(failure):
    store = TroubledStore()
    room = Room(store=store, deck="Ts Th 9s 8h")
    await room.hears("ann: /join 50", "ann: /deal")
    store.failures = [failure, failure]
    await room.passes(45)
    await room.passes(60)
    assert (room.shown().phase, await room.player("ann").chips()) == (SETTLED, 1_050)


@pytest.mark.report("F23")
async def test_a_turn_in_which_the_house_was_killed_ends_by_the_clock_after_it():
    room = await dealt("ann", deck="Ts Th 9s 8h")
    await room.restart()
    await room.passes(45)
    assert (room.shown().phase, await room.player("ann").chips()) == (SETTLED, 1_050)

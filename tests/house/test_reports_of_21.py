"""What went wrong elsewhere with bets that grow in mid-round, as tests of a house.

Ids are those of the reports.
"""

import pytest

from bot.cards import Card, parse_cards
from bot.games.twentyone.actions import Action
from bot.games.twentyone.views import TwentyOnePublic
from bot.house.settings import HouseSettings
from bot.ledger import Posting, Reason, escrow
from bot.notices import TablePhase
from bot.present.l10n import Localizer, languages
from bot.present.presenter import Presenter
from tests.fakes.house import Player, Room
from tests.fakes.stores import BookedStore, Failure, TroubledStore

PRESENTER = Presenter(Localizer())

ELEVEN = "5s Ts 6h 9h Td 2c"
"""Ann has 5 and 6 and draws a ten; the bank has 19."""

EIGHTS = "8s Ts 8h 7h 3s 2c Td 9d"
"""Ann has two eights, 3 and 2 come on them when she splits; the bank has 17."""

ACE_UP = "Ts 9h Ks 9s 8h Ah"
"""Ann and Bob have 19 and 17; the bank has an ace and a king below it."""

ACE_FOR_NOTHING = "Ts 9h 7s 9s 8h Ah"
"""The same, but the bank has 18."""


async def dealt(rules: str, deck: str, *bets: str, room: Room | None = None) -> Room:
    """People with 1,000 each are dealt in: ``ann 100``."""
    room = room or Room(rules=rules)
    room.decks.lay(deck)
    for bet in bets:
        name, chips = bet.split()
        assert (await room.player(name).says(f"/join {chips}")).accepted
    assert (await room.player("ann").says("/deal")).accepted
    return room


async def answer(player: Player, text: str) -> str:
    """Return what a person is answered in a pop-up."""
    request = player.typed(text)
    reply = await player.room.asks(request)
    return PRESENTER.answer(request, reply, await player.looks()).alert


def hands_of(room: Room) -> list[tuple[int, int, int]]:
    """Return the cards, the total and the stake of every hand on the table."""
    view = room.shown().view
    assert isinstance(view, TwentyOnePublic)
    return [(len(hand.cards), hand.total or 0, hand.stake) for hand in view.hands]


# --- doubling a split hand --------------------------------------------------------------------


@pytest.mark.report("C4")
async def test_doubled_in_the_same_instant_a_split_hand_has_its_second_card_first():
    room = await dealt("vegas_s17", EIGHTS, "ann 100")
    ann = room.player("ann")
    split, doubled = await room.at_once(ann.typed("/split"), ann.typed("/double"))
    assert split.accepted
    assert doubled.accepted
    assert hands_of(room) == [(3, 21, 200), (2, 10, 100)]


@pytest.mark.report("C4")
async def test_where_split_hands_are_not_doubled_that_is_said_and_the_hand_goes_on():
    room = await dealt("hk_casino", EIGHTS, "ann 100")
    ann = room.player("ann")
    await ann.says("/split")
    told = await answer(ann, "/double")
    assert told == "This hand may not be doubled now. My cards shows what it may do."
    assert (await ann.says("/hit")).accepted


@pytest.mark.report("B6")
async def test_doubling_after_a_split_takes_one_more_bet_and_no_more():
    room = Room(rules="vegas_s17")
    await room.player("ann").says("/balance")
    await room.gives(room.player("ann"), -100)
    await dealt("vegas_s17", EIGHTS, "ann 300", room=room)
    ann = room.player("ann")
    await ann.says("/split")
    assert await ann.chips() == 300
    assert (await ann.says("/double")).accepted
    assert (await ann.chips(), await room.staked()) == (0, (900, 0))
    assert (await ann.says("/double")).facts == {"have": 0, "need": 300, "daily": 200}
    assert (await ann.says("/stand")).accepted
    assert await ann.chips() == 300 + 900  # 21 against 17 doubled, 10 against 17


# --- chips that are not there -----------------------------------------------------------------


@pytest.mark.report("C6")
@pytest.mark.parametrize(
    ("act", "deck", "told"),
    [
        ("double", ELEVEN, "That takes 1,000 more chips and you have none."),
        ("split", EIGHTS, "That takes 1,000 more chips and you have none."),
        (
            "insure",
            ACE_FOR_NOTHING,
            "Insurance costs 500, more than you had, so your answer is no.",
        ),
    ],
)
async def test_who_has_bet_everything_is_refused_what_costs_more_and_plays_on(act, deck, told):
    room = await dealt("hk_casino", deck, "ann 1000", *(["bob 100"] if act == "insure" else []))
    ann = room.player("ann")
    before = hands_of(room), await room.staked(), await room.ledger()
    assert (await answer(ann, f"/{act}")).startswith(told)
    assert (await ann.presses(act)).accepted is False
    assert (hands_of(room), await room.staked(), await room.ledger()) == before
    if act == "insure":
        await room.player("bob").says("/insure no")
    assert (await ann.says("/stand")).accepted


@pytest.mark.report("C7")
@pytest.mark.parametrize(
    ("act", "deck", "rows"),
    [
        ("double", ELEVEN, [100, 100]),
        ("split", EIGHTS, [100, 100]),
        ("insure", "Ts 7s 9s Ah", [100, 50]),
    ],
)
async def test_what_a_bet_grows_by_is_booked_from_the_wallet_that_bet(act, deck, rows):
    store = BookedStore()
    room = await dealt("hk_casino", deck, "ann 100", room=Room(rules="hk_casino", store=store))
    ann = room.player("ann")
    assert (await ann.says(f"/{act}")).accepted
    held = escrow(ann.wallet.community, "1.1")
    staked = [each for each in store.booked if each.reason is Reason.STAKE]
    assert [each.postings for each in staked] == [
        (Posting(ann.wallet, -chips), Posting(held, chips)) for chips in rows
    ]


# --- words and buttons ------------------------------------------------------------------------


@pytest.mark.report("C8")
@pytest.mark.parametrize(
    ("act", "hands"),
    [("split", [(2, 11, 100), (2, 10, 100)]), ("double", [(3, 19, 200)])],
)
@pytest.mark.parametrize("pressed", [True, False])
async def test_a_pair_of_eights_is_split_by_split_and_doubled_by_double(act, hands, pressed):
    room = await dealt("hk_casino", EIGHTS, "ann 100")
    ann = room.player("ann")
    assert (await (ann.presses(act) if pressed else ann.says(f"/{act}"))).accepted
    assert hands_of(room) == hands


@pytest.mark.report("C8")
@pytest.mark.parametrize("language", languages())
def test_no_two_acts_have_one_label(language):
    acts = [*Action, "hand"]
    labels = [Localizer().text(language, f"button-{act}").casefold() for act in acts]
    assert len({*labels}) == len(labels)


# --- something breaks inside a double ---------------------------------------------------------

GROWS = pytest.mark.parametrize(
    ("act", "deck"), [("double", ELEVEN), ("split", EIGHTS), ("insure", "Ts 7s 9s Ah")]
)


@pytest.mark.report("C9")
@GROWS
@pytest.mark.parametrize("failure", list(Failure))
@pytest.mark.parametrize("restarts", [True, False])
async def test_what_breaks_while_a_bet_grows_costs_nothing_and_is_done_once(
    act, deck, failure, restarts
):
    calm = await dealt("hk_casino", deck, "ann 100")
    await calm.player("ann").says(f"/{act}")
    store = TroubledStore()
    room = await dealt("hk_casino", deck, "ann 100", room=Room(rules="hk_casino", store=store))
    ann = room.player("ann")
    store.failures = [failure]
    assert (await ann.says(f"/{act}")).key == "something-went-wrong"
    kept = (900, (100, 0)) if failure is Failure.BEFORE else None
    assert kept in {None, (await ann.chips(), await room.staked())}
    if restarts:
        await room.restart()
    assert (await room.repeats()).accepted
    assert await room.ledger() == await calm.ledger()
    assert sum((await room.ledger()).values()) == 0


@pytest.mark.report("C9")
@pytest.mark.parametrize(("act", "deck"), [("double", ELEVEN), ("split", EIGHTS)])
@pytest.mark.parametrize(
    ("next_cards", "key"), [((), "no-card-left"), ((Card("?", "?"),) * 2, "something-went-wrong")]
)
async def test_rules_that_break_inside_an_act_take_no_chip_for_it(act, deck, next_cards, key):
    def broken(_: bytes, __: int) -> tuple[Card, ...]:
        return (*parse_cards(deck)[:4], *next_cards)

    room = Room(rules="hk_casino", deck_maker=broken)
    await room.hears("ann: /join 100", "ann: /deal")
    ann = room.player("ann")
    before = hands_of(room)
    reply = await ann.says(f"/{act}")
    assert (reply.accepted, reply.key) == (False, key)
    assert (await ann.chips(), await room.staked()) == (900, (100, 0))
    assert hands_of(room) == before
    await room.player("root", admin=True).says("/stop void")
    assert await ann.chips() == 1_000


# --- insurance --------------------------------------------------------------------------------


@pytest.mark.report("C11")
@pytest.mark.parametrize("act", ["hit", "stand", "double", "split"])
async def test_while_insurance_is_open_every_other_act_is_answered_with_what_to_do(act):
    room = await dealt("hk_casino", ACE_UP, "ann 100", "bob 100")
    ann = room.player("ann")
    assert await answer(ann, f"/{act}") == "First say whether you insure. Press Insure or No."
    labels = [b.label for row in PRESENTER.table(room.shown()).buttons for b in row]
    assert labels[:2] == ["Insure", "No"]


@pytest.mark.report("C12")
@pytest.mark.parametrize(
    ("bet", "least", "told"),
    [
        (
            25,
            1,
            "Bets here are multiples of 2, so that every payout is in whole chips. Round yours.",
        ),
        (1, 1, "The smallest bet is 2. Bet at least that."),
        (1, 10, "The smallest bet is 10. Bet at least that."),
    ],
)
async def test_a_bet_that_could_not_be_insured_in_whole_chips_is_refused_and_said_why(
    bet, least, told
):
    room = Room(rules="hk_casino", settings=HouseSettings(bet_min=least))
    assert await answer(room.player("ann"), f"/join {bet}") == told
    assert await room.chips() == {"ann": 1_000}


@pytest.mark.report("C12")
@pytest.mark.parametrize(
    ("deck", "chips"), [("Ts Ks 9s Ah", 1_000), ("Ts 7s 9s Ah", 1_000 - 13 + 26)]
)
async def test_insurance_is_in_whole_chips_whichever_way_it_ends(deck, chips):
    room = await dealt("hk_casino", deck, "ann 26")
    ann = room.player("ann")
    assert (await ann.says("/insure")).accepted
    assert await ann.chips() == 1_000 - 26 - 13 if room.shown().phase is TablePhase.PLAY else 1_000
    await ann.says("/stand")
    assert await ann.chips() == chips


# --- surrender --------------------------------------------------------------------------------


@pytest.mark.report("C15")
@pytest.mark.parametrize("when", ["early", "late"])
async def test_a_surrender_is_played_nowhere_and_asked_for_that_is_said(when):
    room = Room(rules="hk_casino")
    root = room.player("root", admin=True)
    assert await answer(root, f"/new 21 hk_casino surrender={when}") == (
        f"“{when}” is not played here for surrender. It may be none."
    )
    await dealt("hk_casino", "Ts Ks 9s Qh", "ann 100", room=room)
    ann = room.player("ann")
    assert (await answer(ann, "/surrender")).startswith("There is no /surrender.")
    await ann.says("/stand")
    assert await ann.chips() == 900

"""A match of cribbage at a table: its stake, who deals, deal after deal, and every way it ends."""

import pytest

from bot.games.cribbage.views import CribbagePublic
from bot.house.archive import load_setup
from bot.notices import MatchLine, TablePhase
from tests.fakes.house import Player, Room

ANN_DEALS, BOB_DEALS = "2s 9h", "Jc 4d"


def table(*decks: str) -> Room:
    """Return a table of cribbage; the first deck is cut for the deal."""
    room = Room(rules="cribbage")
    for deck in decks:
        room.decks.lay(deck)
    return room


async def begun(*decks: str, stake: int = 50) -> Room:
    """Ann and Bob play for so much; Ann deals first unless a cut says otherwise."""
    room = table(*(decks or (ANN_DEALS,)))
    await room.hears(f"ann: /join {stake}", "bob: /join", "ann: /deal")
    return room


def view(room: Room) -> CribbagePublic:
    shown = room.shown().view
    assert isinstance(shown, CribbagePublic)
    return shown


def match(room: Room) -> MatchLine:
    """Return where the match stands that is on the table."""
    shown = room.shown().match
    assert shown is not None
    return shown


def lines(room: Room) -> list[tuple[int, str]]:
    """Return what each won or lost by which rule, the winner first."""
    result = room.shown().result
    assert result is not None
    return [(line.net, line.rule) for line in result.lines]


async def turn_taken(room: Room) -> Player:
    """Whoever is to decide does the first thing that is allowed."""
    player = room.playing()[view(room).waiting[0]]
    hand = await player.looks()
    assert hand is not None
    reply = await player.taps(hand.game.format(hand.choices[0].action))
    assert reply.accepted
    await room.passes(1)
    return player


async def deal_played(room: Room) -> None:
    """Play until the deal is counted."""
    while room.shown().phase is TablePhase.PLAY:
        await turn_taken(room)


async def match_played(room: Room) -> None:
    """Play until somebody has won."""
    await deal_played(room)
    while view(room).winner is None:
        await room.passes(20)
        await deal_played(room)


# --- the stake --------------------------------------------------------------------------------


async def test_the_stake_of_a_match_lies_in_escrow_from_the_first_deal_to_the_last():
    room = await begun(stake=50)
    assert await room.staked() == (100, 0)
    await deal_played(room)
    assert (room.shown().phase, await room.staked()) == (TablePhase.SETTLED, (100, 0))
    await room.passes(20)
    assert (room.shown().round, room.shown().phase) == (2, TablePhase.PLAY)
    assert await room.staked() == (100, 0)
    await match_played(room)
    assert sum((await room.chips()).values()) == 2_000
    assert sorted((await room.chips()).values()) == [950, 1_050]
    assert await room.staked() == (0, 0)


async def test_a_match_may_be_played_for_nothing():
    room = await begun(stake=0)
    assert await room.staked() == (0, 0)
    assert match(room).stake == 0
    await match_played(room)
    assert await room.chips() == {"ann": 1_000, "bob": 1_000}
    assert [net for net, _ in lines(room)] == [0, 0]


async def test_who_joins_second_plays_for_what_the_first_said_nothing_too():
    room = table()
    assert (await room.player("ann").says("/join 0")).facts == {"bet": 0}
    assert (await room.player("bob").says("/join 50")).key == "stake-is-set"
    assert (await room.player("bob").says("/join")).facts == {"bet": 0}
    assert (await room.player("cat").says("/join")).key == "table-full"


async def test_the_buttons_go_down_to_nothing_and_up_again():
    room = table()
    ann = room.player("ann")
    await ann.says("/join 10")
    assert (await ann.presses("less")).facts == {"bet": 0}
    assert (await ann.presses("less")).facts == {"bet": 0}
    assert (await ann.presses("more")).facts == {"bet": 10}


@pytest.mark.parametrize("said", ["/join 0", "/join 00"])
async def test_nothing_is_no_bet_at_other_tables(said):
    assert (await Room().player("ann").says(said)).key == "amount-zero"


async def test_the_stake_of_a_match_does_not_change():
    room = await begun(stake=50)
    for words in ("/bet 20", "/join 20"):
        assert (await room.player("ann").says(words)).key == "match-is-on"
    await deal_played(room)
    assert (await room.player("ann").says("/bet 20")).key == "match-is-on"


# --- who deals --------------------------------------------------------------------------------


@pytest.mark.parametrize(("cut", "dealer"), [(ANN_DEALS, 0), (BOB_DEALS, 1), ("7s 7h 2d Ac", 1)])
async def test_the_lower_cut_card_deals_and_equal_ones_cut_again(cut, dealer):
    room = await begun(cut)
    assert view(room).dealer == dealer
    assert " ".join(map(str, match(room).cut)) == cut


async def test_the_deal_alternates_and_the_scores_go_on():
    room = await begun()
    await deal_played(room)
    scores = view(room).scores
    assert match(room).deal == 1
    await room.passes(20)
    assert (view(room).dealer, view(room).scores) == (1, scores)
    assert (match(room).deal, match(room).cut) == (2, ())


async def test_in_a_rematch_the_loser_deals_and_nothing_is_cut():
    room = await begun()
    await left_by(room, "ann")
    await room.hears("ann: /join", "bob: /join", "ann: /deal")
    dealer = room.playing()[view(room).dealer]
    assert (dealer.name, match(room).cut) == ("ann", ())


async def test_with_somebody_else_it_is_cut_for_again():
    room = await begun()
    await left_by(room, "ann")
    await room.hears("cat: /join", "bob: /join", "bob: /deal")
    assert len(match(room).cut) >= 2


# --- from deal to deal ------------------------------------------------------------------------


async def test_the_next_deal_comes_when_both_ask_for_it_or_after_a_while():
    room = await begun()
    ann, bob = room.player("ann"), room.player("bob")
    await deal_played(room)
    assert (await ann.presses("deal")).key == "next-deal"
    assert (await ann.presses("again")).key == "next-deal-asked"
    assert [line.again for line in room.shown().seats] == [True, False]
    assert (await bob.presses("deal")).key == "dealt"
    assert room.shown().round == 2
    await deal_played(room)
    await room.passes(18)
    assert room.shown().round == 2
    await room.passes(1)
    assert room.shown().round == 3


async def test_each_deal_has_a_seed_that_is_committed_to_before_it():
    room = await begun()
    first = room.table().seed
    await deal_played(room)
    committed, next_seed = room.shown().commitment, room.table().seed
    assert next_seed != first
    await room.passes(20)
    assert room.table().seed == next_seed
    assert committed


async def test_nobody_else_hurries_or_leaves_a_match():
    room = await begun()
    await deal_played(room)
    cat = room.player("cat")
    for command, key in {"deal": "not-in-round", "leave": "not-seated-full"}.items():
        assert (await cat.presses(command)).key == key


async def test_cards_are_named_in_private_and_told_by_places_in_the_group():
    room = await begun(ANN_DEALS, "5h 2s 6d 3s 7c 4s 8s 9s Ah Kd 2d Qd Jd")
    ann, bob = room.player("ann"), room.player("bob")
    assert (await bob.whispers("/crib Ah 2d")).key == "acted"
    assert (await ann.presses("discard #5 #6")).key == "acted"
    await room.passes(1)
    assert view(room).scores == (2, 0)  # his heels
    assert (await bob.says("/play 5h")).key == "acted"
    assert (await ann.taps("play #3")).key == "acted"
    assert [str(laid.card) for laid in view(room).played] == ["5h", "4s"]
    assert (await bob.whispers("/go")).key == "no-go"


# --- how it ends ------------------------------------------------------------------------------


async def left_by(room: Room, name: str) -> None:
    """Somebody leaves a match, is asked, and leaves again."""
    player = room.player(name)
    reply = await player.says("/leave")
    assert (reply.key, reply.facts) == ("leave-match", {"chips": match(room).stake, "seconds": 60})
    await room.passes(2)
    assert (await player.says("/leave")).key == "match-left"


@pytest.mark.parametrize("leaver", ["ann", "bob"])
async def test_who_leaves_has_lost_the_match(leaver):
    room = await begun(stake=50)
    other = {"ann": "bob", "bob": "ann"}[leaver]
    await left_by(room, leaver)
    assert await room.chips() == {leaver: 950, other: 1_050}
    assert room.shown().phase is TablePhase.SETTLED
    assert lines(room) == [(50, "resigned"), (-50, "resigned")]


async def test_who_leaves_between_two_deals_has_lost_it_too():
    room = await begun(stake=50)
    await deal_played(room)
    await left_by(room, "ann")
    assert await room.chips() == {"ann": 950, "bob": 1_050}
    assert await room.staked() == (0, 0)


async def test_a_press_that_slipped_gives_no_match_away():
    room = await begun(stake=50)
    ann, bob = room.player("ann"), room.player("bob")
    assert (await ann.says("/leave")).key == "leave-match"
    assert (await ann.says("/leave")).key == "leave-match-asked"
    await room.passes(2)
    assert (await bob.says("/leave")).key == "leave-match"
    await room.passes(61)
    assert (await bob.says("/leave")).key == "leave-match"
    assert await room.staked() == (100, 0)


async def test_after_three_turns_out_of_time_the_other_may_have_the_match():
    room = await begun(stake=50)
    ann, bob = room.player("ann"), room.player("bob")
    turns = 0
    while match(room).absent is None:
        assert (await bob.presses("claim")).key == "nobody-is-absent"
        if room.playing()[view(room).waiting[0]].name == "bob":
            await turn_taken(room)
        else:
            await room.passes(45)
            turns += 1
    assert turns == 3
    assert (await ann.presses("claim")).key == "nobody-is-absent"
    assert (await bob.presses("claim")).key == "claimed"
    assert "match-claimed" in room.said()
    assert await room.chips() == {"ann": 950, "bob": 1_050}


async def test_who_asks_for_the_next_deal_is_there_again():
    room = await begun(stake=50)
    while room.shown().phase is TablePhase.PLAY:
        waiting = room.playing()[view(room).waiting[-1]]
        await (turn_taken(room) if waiting.name == "bob" else room.passes(45))
    assert match(room).absent is not None
    await room.player("ann").presses("deal")
    assert match(room).absent is None
    assert (await room.player("bob").presses("claim")).key == "nobody-is-absent"


async def test_or_call_it_off_and_both_have_their_stakes_back():
    room = await begun(stake=50)
    while match(room).absent is None:
        waiting = room.playing()[view(room).waiting[-1]]
        await (turn_taken(room) if waiting.name == "bob" else room.passes(45))
    assert (await room.player("bob").presses("calloff")).key == "called-off"
    assert await room.chips() == {"ann": 1_000, "bob": 1_000}
    assert room.shown().phase is TablePhase.LOBBY


async def test_who_is_back_before_that_is_not_absent_any_more():
    room = await begun()
    await room.passes(45)  # both lay away by the clock
    await room.passes(45)
    await turn_taken(room)
    running = room.table().running
    assert running is not None
    assert running.match is not None
    assert running.match.missed.count(0) == 1


async def test_a_match_that_both_have_left_alone_is_called_off():
    room = await begun(stake=50)
    await room.passes(10 * 60)
    assert room.shown().phase in {TablePhase.LOBBY, TablePhase.CLOSED}
    assert await room.chips() == {"ann": 1_000, "bob": 1_000}
    assert room.said()[0] == "match-abandoned"


async def test_a_table_that_is_stopped_closes_after_the_match_and_not_in_it():
    room = await begun()
    assert (await room.player("ann").says("/stop")).key == "closing-match"
    await deal_played(room)
    assert room.shown().phase is TablePhase.SETTLED
    await match_played(room)
    assert room.shown().phase is TablePhase.CLOSED
    assert await room.staked() == (0, 0)


@pytest.mark.parametrize("rules", ["cribbage", "21"])
async def test_what_was_committed_for_the_next_deal_is_dealt_although_the_match_was_voided(rules):
    """A seed that is left out could be one that the host disliked; it is dealt and revealed."""
    room = await begun()
    await deal_played(room)
    committed = room.shown().commitment
    await room.hears("ann: /stop void", "bob: /stop void")
    assert room.shown().commitment == committed
    await room.hears(f"ann: /new {rules}", "bob: /leave", f"ann: /new {rules}")
    await room.hears("ann: /join 50", "bob: /join 50", "ann: /deal")
    rounds = [await room.store.round(1, number) for number in (1, 2)]
    commitments = [load_setup(found[0].setup).commitment for found in rounds if found]
    assert commitments[1] == committed != commitments[0]


async def test_both_may_void_a_match_also_between_two_deals():
    room = await begun(stake=50)
    await deal_played(room)
    assert (await room.player("ann").says("/stop void")).key == "void-voted"
    assert room.said() == ["void-voted"]
    assert (await room.player("bob").says("/stop void")).key == "voided"
    assert await room.chips() == {"ann": 1_000, "bob": 1_000}


# --- who is not in it -------------------------------------------------------------------------


async def test_a_match_of_others_takes_nobody_in():
    room = await begun()
    cat = room.player("cat")
    assert (await cat.says("/play 5h")).key == "not-in-match"
    assert (await cat.says("/hand")).key == "not-in-match"
    assert (await cat.says("/join")).key == "table-full"


async def test_who_is_in_before_the_deal_is_told_that_no_cards_are_out():
    room = table()
    await room.hears("ann: /join 0", "bob: /join")
    assert (await room.player("ann").says("/hand")).key == "not-dealt-yet"
    assert (await room.player("ann").says("/join")).key == "already-in-set"


async def test_who_sits_out_gives_the_seat_to_who_wants_to_play():
    room = await begun()
    bob = room.player("bob")
    while match(room).absent is None:
        waiting = room.playing()[view(room).waiting[-1]]
        await (turn_taken(room) if waiting.name == "bob" else room.passes(45))
    await bob.presses("claim")
    assert [line.name for line in room.shown().seats if line.sits_out] == ["Ann"]
    assert (await room.player("cat").says("/join")).key == "joined"
    assert (await bob.says("/join")).key == "joined"
    assert (await room.player("ann").says("/join")).key == "table-full"


# --- time, restarts, being put out ------------------------------------------------------------


async def test_a_turn_may_take_a_day_if_the_table_says_so():
    room = table(ANN_DEALS)
    await room.player("root", admin=True).says("/new cribbage turn_minutes=1440")
    await room.hears("ann: /join 50", "bob: /join", "ann: /deal")
    await room.passes(24 * 3600 - 1)
    assert view(room).laid_away == ()
    await room.passes(1)
    assert len(view(room).laid_away) == 2


async def test_a_match_outlives_a_restart_at_every_step():
    room = await begun(stake=50)
    while view(room).winner is None:
        before, phase = view(room), room.shown().phase
        await room.restart()
        assert (view(room), room.shown().phase) == (before, phase)
        await (turn_taken(room) if phase is TablePhase.PLAY else room.passes(20))
    assert sorted((await room.chips()).values()) == [950, 1_050]


@pytest.mark.parametrize("between", [False, True])
async def test_put_out_of_the_chat_it_gives_both_stakes_back(between):
    room = await begun(stake=50)
    if between:
        await deal_played(room)
    await room.house.abandon(room.table().chat)
    assert await room.chips() == {"ann": 1_000, "bob": 1_000}
    assert room.table().matches == ()


async def test_who_is_forgotten_leaves_the_match_and_is_nobody_afterwards():
    room = await begun(stake=50)
    await deal_played(room)
    assert (await room.player("ann").whispers("/forgetme yes")).accepted
    await room.passes(60)
    assert (await room.chips())["bob"] == 1_050
    assert "test:ann" not in str(room.table())

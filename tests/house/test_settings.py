"""The menu of a table's rules: for admins, in force from the next deal, standing bets looked at."""

import pytest

from bot.basics import Refusal
from bot.games import GAMES
from bot.message import Button
from bot.notices import TablePhase
from bot.present.common import Words
from bot.present.l10n import Localizer
from bot.present.presenter import Presenter
from bot.requests import Reply, parse_payload
from tests.fakes.house import Player, Room
from tests.fakes.messenger import text_of


def boss_of(room: Room) -> Player:
    return room.player("boss", admin=True)


def buttons(room: Room) -> list[Button]:
    """Return every button under the newest table."""
    return [b for row in Presenter(Localizer()).table(room.shown()).buttons for b in row]


def labels(room: Room) -> list[str]:
    return [button.label for button in buttons(room)]


async def presses(player: Player, label: str) -> Reply:
    """Press the button with that label under the newest table."""
    payload = next(button.payload for button in buttons(player.room) if button.label == label)
    _, verb, args = parse_payload(payload)
    return await player.presses(" ".join((verb, *args)))


async def test_what_a_menu_changed_that_nobody_closed_is_told_at_the_deal():
    room = Room()
    boss = room.player("boss", admin=True)
    await room.player("ann").says("/join 50")
    await boss.says("/settings")
    await boss.presses("settings ties=banker")
    assert room.said() == []
    await room.player("ann").presses("deal")
    assert room.said() == ["rules-changed"]


async def test_the_menu_shows_every_set_of_rules_and_the_dials_under_the_table():
    room = Room()
    await boss_of(room).says("/settings")
    assert room.shown().phase is TablePhase.LOBBY
    assert {"Join", "✓ QQ 21", "Hong Kong 21", "Ties: bet back", "Natural: 1:1"} <= set(
        labels(room)
    )
    assert (await presses(boss_of(room), "Done")).key == "settings-done"
    assert "Ties: bet back" not in labels(room)
    assert room.said() == []


@pytest.mark.parametrize("preset", [p for game in GAMES.values() for p in game.presets])
async def test_every_set_of_rules_has_a_menu_whose_every_button_can_be_pressed(preset):
    room = Room(rules=preset)
    boss = boss_of(room)
    await boss.says("/settings")
    menu = [b.label for b in buttons(room) if " settings " in f" {b.payload} "]
    assert len(set(menu)) == len(menu) > 8
    for label in menu:
        await boss.says(f"/settings {preset}")
        await boss.says("/settings")
        reply = await presses(boss, label)
        refused = {"rules-same"} if label.startswith("✓") else {"deck-too-small", "too-few-seats"}
        assert reply.key in {"rules-set", "settings-done", *refused}


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_every_value_of_a_menu_is_played_and_has_a_label_of_its_own(game):
    words = Words(Localizer(), "en")
    preset = next(iter(game.presets))
    for dial, values in game.menu.items():
        told = {words.text(f"setting-{dial}", {"value": value}) for value in values}
        assert len(told) == len(values)
        for value in values:
            try:
                dials = game.with_options(preset, {dial: value})
            except Refusal as refusal:
                assert refusal.key in {"deck-too-small", "too-few-seats"}  # noqa: PT017 -- either
                continue
            assert game.options(preset, dials).get(dial, value) == value


async def test_a_rule_that_is_pressed_brings_its_next_value_and_the_last_the_first():
    room = Room()
    boss = boss_of(room)
    await boss.says("/settings")
    for before, after in [("1:1", "3:2"), ("3:2", "6:5"), ("6:5", "2:1"), ("2:1", "1:1")]:
        await presses(boss, f"Natural: {before}")
        assert f"Natural: {after}" in labels(room)
    assert room.table().options == ()


async def test_two_presses_on_one_view_come_to_the_same():
    room = Room()
    boss = boss_of(room)
    await boss.says("/settings")
    twice = [boss.pressed("settings ties=banker"), boss.pressed("settings ties=banker")]
    await room.at_once(*twice)
    assert room.table().options == (("ties", "banker"),)


@pytest.mark.parametrize("words", ["", " done", " hk_casino", " ties=banker"])
async def test_only_who_is_an_admin_now_may_use_it(words):
    room = Room()
    await boss_of(room).says("/settings")
    for reply in (
        await room.player("ann").says(f"/settings{words}"),
        await room.player("boss").presses(f"settings{words}"),  # an admin no more
    ):
        assert (reply.accepted, reply.key) == (False, "only-admins")
    assert (room.table().rules, room.table().options) == ("qq21", ())


async def test_the_rules_in_force_are_those_of_the_chat_whoever_opens_the_next_table():
    room = Room()
    await boss_of(room).says("/settings ties=banker")
    await boss_of(room).says("/stop")
    await room.restart()
    await room.player("ann").says("/join 50")
    reply = await room.player("ann").says("/rules")
    assert reply.facts == {"game": "21", "rules": "qq21", "options": "ties=banker"}


async def test_a_change_is_said_once_when_the_menu_closes_or_at_once_when_typed():
    room = Room()
    boss = boss_of(room)
    await boss.says("/settings")
    await boss.presses("settings ties=banker")
    await boss.presses("settings natural_payout=3/2")
    assert room.said() == []
    await boss.presses("settings done")
    assert room.said() == ["rules-set"]
    await boss.says("/settings ties=push")
    assert room.said() == ["rules-set", "rules-set"]


@pytest.mark.parametrize(
    ("typed", "key"),
    [
        ("ties=house", "dial-unreadable"),
        ("surrender=late", "dial-reserved"),
        ("tie=banker", "unknown-dial"),
        ("seats_max=14", "deck-too-small"),
        ("chess", "unknown-rules"),
        ("qq21 hk_casino", "rules-twice"),
        ("21 fivecard", "rules-twice"),
        ("21 hk_home5", "rules-of-another"),
        ("ties=banker ties=push", "dial-twice"),
        ("bet_max=500 bet_max=600", "dial-twice"),
        ("ties = banker", "dial-apart"),
        ("qq21", "rules-same"),
        ("ties=push", "rules-same"),
        ("bet_min=all", "amount-zero"),
        ("bet_min=ten", "amount-unreadable"),
        ("bet_min", "amount-unreadable"),
        ("bet_max=200k", "limits-beyond"),
        ("bet_min=50 bet_max=49", "limits-cross"),
        ("bet_min=11 bet_max=11 natural_payout=3/2", "limits-cross"),
    ],
)
async def test_what_is_not_played_is_refused_and_changes_nothing(typed, key):
    room = Room()
    boss = boss_of(room)
    await boss.says("/settings")
    before = room.table()
    assert (await boss.says(f"/settings {typed}")).key == key
    assert room.table() == before


async def test_a_chat_may_have_limits_of_its_own_and_bets_beyond_them_go_back():
    room = Room()
    await room.hears("ann: /join 10", "bob: /join 500", "cat: /join 60")
    assert (await boss_of(room).says("/settings bet_min=20 bet_max=1,000")).accepted
    assert {s.name: s.staked for s in room.table().sitters} == {"Ann": 0, "Bob": 500, "Cat": 60}
    assert (room.shown().bet_min, room.shown().bet_max) == (20, 1_000)
    assert (await room.player("ann").says("/join 10")).key == "bet-below-minimum"
    await boss_of(room).says("/settings bet_max=100 hk_casino")
    assert [s.staked for s in room.table().sitters] == [0, 0, 60]
    assert room.said() == ["rules-set", "bet-unfit", "rules-set", "bet-unfit"]
    await room.hears("cat: /leave", "boss: /stop")
    await room.restart()
    assert (await room.player("ann").says("/join 200")).facts == {"maximum": 100}


async def test_limits_are_whole_steps_of_the_rules_and_0_is_the_limit_of_the_house():
    room = Room()
    await boss_of(room).says("/settings bet_min=15 bet_max=99 natural_payout=3/2")
    assert (room.shown().bet_min, room.shown().bet_max) == (16, 98)
    await boss_of(room).says("/settings bet_min=0 bet_max=0")
    assert (room.shown().bet_min, room.shown().bet_max) == (10, 100_000)


async def test_the_menu_turns_limits_too_and_says_so_when_it_closes():
    room = Room()
    boss = boss_of(room)
    await boss.says("/settings")
    for before, after in [("10", "20"), ("20", "50"), ("50", "100"), ("100", "500")]:
        await presses(boss, f"Bets from {before}")
        assert f"Bets from {after}" in labels(room)
    await presses(boss, "Bets up to 100,000")
    assert "Bets up to 500" in labels(room), "100 is less than the least bet"
    await presses(boss, "Done")
    assert room.said() == ["rules-set"]


# --- while cards are out -------------------------------------------------------------------------


async def playing(room: Room, *said: str) -> Player:
    """Deal to Ann and Bob with 50 each; return an admin without a seat."""
    await room.hears("ann: /join 50", "bob: /join 51", "ann: /deal", *said)
    assert room.table().phase is TablePhase.PLAY
    return boss_of(room)


async def stand(room: Room) -> None:
    await room.hears("ann: /stand", "bob: /stand")
    assert room.shown().phase is TablePhase.SETTLED


PLAIN = "Ts 9s Th 9d 8d 8c"


async def test_what_is_set_while_cards_are_out_counts_when_the_round_is_over():
    room = Room(deck=PLAIN)
    boss = await playing(room)
    assert (await boss.says("/settings natural_payout=3/2")).key == "rules-set-later"
    assert (await boss.says("/settings ties=banker")).key == "rules-set-later"
    assert room.said() == ["rules-set-later"] * 2
    assert (await boss.says("/rules")).facts["options"] == ""
    await stand(room)
    assert (room.table().options, room.shown().options) == ((), {})
    ruled = "natural_payout=3/2 ties=banker"
    assert (await boss.says("/rules")).facts["options"] == ruled
    assert (await room.player("ann").presses("again")).key == "rules-came"
    assert (room.shown().phase, room.shown().result) == (TablePhase.LOBBY, None)
    assert dict(room.table().options) == {"natural_payout": "3/2", "ties": "banker"}
    await room.hears("ann: /join 50", "bob: /join 50", "ann: /deal")
    assert room.table().phase is TablePhase.PLAY


async def test_a_bet_that_was_made_during_the_round_is_looked_at_by_the_new_rules():
    room = Room(deck=PLAIN)
    boss = await playing(room, "ann: /bet 60", "bob: /bet 61")
    await boss.says("/settings natural_payout=3/2")
    await stand(room)
    before = await room.player("bob").chips()
    await room.passes(10)
    assert room.shown().phase is TablePhase.LOBBY
    assert {s.name: s.staked for s in room.table().sitters} == {"Ann": 60, "Bob": 0}
    assert await room.player("bob").chips() == before + 61
    assert room.said() == ["rules-set-later", "bet-unfit"]


async def test_another_game_may_be_set_and_the_results_are_still_those_of_the_round():
    room = Room(deck=PLAIN)
    boss = await playing(room)
    await boss.says("/settings hk_home5")
    await room.restart()
    await stand(room)
    assert room.shown().game is GAMES["21"]
    assert (await room.player("bob").says("/join 30")).key == "joined"
    assert (room.shown().game, room.table().rules) == (GAMES["fivecard"], "hk_home5")
    assert await room.staked() == (0, 30)


async def test_a_table_that_closed_opens_by_the_rules_that_were_set_in_its_last_round():
    room = Room(deck=PLAIN)
    boss = await playing(room)
    await boss.says("/settings hk_casino bet_min=20")
    await boss.says("/stop")
    await room.hears("ann: /stand", "bob: /stand")
    assert room.shown().phase is TablePhase.CLOSED
    assert room.shown().rules == "qq21"
    await room.hears("ann: /join 20")
    assert (room.shown().rules, room.shown().bet_min) == ("hk_casino", 20)


async def test_a_round_that_is_called_off_leaves_the_new_rules_behind():
    room = Room(deck=PLAIN)
    boss = await playing(room, "bob: /bet 61")
    await boss.says("/settings natural_payout=3/2")
    assert (await boss.says("/stop void")).key == "voided"
    assert (room.table().options, room.table().coming) == ((("natural_payout", "3/2"),), None)
    assert await room.chips() == {"ann": 1_000, "bob": 1_000, "boss": 1_000}
    assert room.said() == ["rules-set-later", "round-voided", "bet-unfit"]


async def test_rules_with_too_few_seats_for_who_sat_down_meanwhile_are_told_not_to_count():
    room = Room(deck=PLAIN)
    boss = await playing(room)
    await boss.says("/settings hk_home5")
    await room.hears("cat: /join 50", "ann: /stand", "bob: /stand")
    await room.passes(10)
    assert room.said() == ["rules-set-later", "rules-not-set"]
    assert (room.table().rules, room.table().coming) == ("qq21", None)
    assert await room.staked() == (0, 50)


@pytest.mark.parametrize(
    ("typed", "key"),
    [
        ("", "settings-after-round"),
        (" done", "settings-after-round"),
        (" bet_max=5", "limits-cross"),
        (" chess", "unknown-rules"),
    ],
)
async def test_what_cannot_be_set_while_cards_are_out_is_refused(typed, key):
    room = Room(deck=PLAIN)
    boss = await playing(room)
    before = room.table()
    assert (await boss.says(f"/settings{typed}")).key == key
    assert room.table() == before


async def test_who_presses_again_before_the_last_leaves_is_not_dealt_in_by_the_old_rules():
    room = Room(deck=PLAIN)
    boss = await playing(room, "ann: /bet 60")
    await boss.says("/settings ties=banker")
    await stand(room)
    await room.hears("bob: /leave")
    assert room.table().phase is TablePhase.SETTLED
    await room.passes(10)
    assert (room.table().phase, room.table().options) == (
        TablePhase.LOBBY,
        (("ties", "banker"),),
    )


# --- what stands is looked at again --------------------------------------------------------------


async def test_bets_that_fit_the_new_rules_stand_and_others_go_back_and_are_told():
    room = Room()
    await room.hears("ann: /join 50", "bob: /join 51")
    await boss_of(room).says("/settings natural_payout=3/2")
    assert {s.name: s.staked for s in room.table().sitters} == {"Ann": 50, "Bob": 0}
    assert (await room.player("bob").chips(), await room.staked()) == (1_000, (0, 50))
    assert room.said() == ["rules-set", "bet-unfit"]
    await room.hears("bob: /join", "ann: /deal")
    assert room.table().phase is TablePhase.PLAY


async def test_a_bank_that_no_longer_covers_a_bet_gives_it_back():
    room = Room()
    await room.hears("ann: /join 100", "bob: /bank 100")
    await boss_of(room).says("/settings natural_payout=2")
    assert (await room.player("ann").chips(), room.said()) == (1_000, ["rules-set", "bet-unfit"])


async def test_rules_of_the_house_give_a_player_the_bank_back():
    room = Room()
    await room.hears("ann: /join 100", "bob: /bank 500")
    await boss_of(room).says("/settings hk_casino")
    assert (await room.player("bob").chips(), room.shown().bank) == (1_000, None)
    assert room.said() == ["rules-set", "bank-unfit"]
    await boss_of(room).says("/settings qq21")
    assert (room.shown().bank, [line.wants_bank for line in room.shown().seats]) == (
        None,
        [False, False],
    )


async def test_where_the_house_banks_nobody_is_shown_to_wait_for_the_bank():
    room = Room()
    await room.hears("ann: /join 100", "bob: /bank 500", "cat: /bank 100")
    assert [line.wants_bank for line in room.shown().seats] == [False, True, True]
    await boss_of(room).says("/settings hk_casino")
    assert [line.wants_bank for line in room.shown().seats] == [False, False, False]


async def test_a_bank_that_rules_of_the_house_give_back_after_a_round_is_told_too():
    room = Room(deck="Ts 2s Th 3h")
    await room.hears("ann: /join 10", "bob: /bank 500", "ann: /deal")
    await boss_of(room).says("/settings hk_casino")
    await room.hears("ann: /stand", "bob: /stand")
    await room.player("ann").presses("again")
    assert room.said() == ["rules-set-later", "bank-unfit"]
    assert "would take the bank" not in text_of(Presenter(Localizer()).table(room.shown()))


async def test_pair_bets_go_back_when_the_rules_change():
    room = Room(rules="cn4deck")
    await room.hears("ann: /join 10", "bob: /join 10", "bob: /pair ann 20", "bob: /pair 2")
    await boss_of(room).says("/settings ties=banker")
    assert await room.chips() == {"ann": 990, "bob": 990, "boss": 1_000}
    assert room.said() == ["rules-set", "pair-unfit"]


async def test_equals_keep_the_stake_of_the_first_when_they_play_for_a_pot():
    room = Room()
    await room.hears("ann: /join 50", "bob: /join 70")
    await boss_of(room).says("/settings hk_home5")
    assert {s.name: s.staked for s in room.table().sitters} == {"Ann": 50, "Bob": 0}


async def test_rules_with_fewer_seats_than_sit_there_are_refused():
    room = Room()
    await room.hears("ann: /join 50", "bob: /join 50", "cat: /join 50")
    reply = await boss_of(room).says("/settings hk_home5")
    assert (reply.key, reply.facts) == ("too-many-seated", {"seats": 2})


async def test_the_cards_that_are_out_are_played_by_their_own_rules():
    room = Room(deck="Ts 9s Th 8d 8h 8c")
    boss = await playing(room)
    await boss.says("/settings ties=banker")
    await stand(room)
    result = room.shown().result
    assert result is not None
    assert [hand.rule for hand in result.hands] == ["equal", "points"]


async def test_the_results_make_way_for_the_menu():
    room = Room(deck="Ts 9s 5c 8d 8h Tc 2d", rules="hk_casino")
    await room.hears("ann: /join 50", "bob: /join 50", "ann: /deal", "ann: /stand", "bob: /stand")
    await boss_of(room).says("/settings")
    assert (room.shown().phase, room.shown().menu) == (TablePhase.LOBBY, True)


async def test_the_menu_is_there_after_a_restart_and_gone_with_the_cards():
    room = Room()
    await room.hears("ann: /join 50", "bob: /join 50")
    await boss_of(room).says("/settings")
    await room.restart()
    assert room.shown().menu
    await room.hears("ann: /deal", "ann: /stop void", "bob: /stop void")
    assert not room.shown().menu


async def test_rules_by_which_no_bet_is_small_enough_are_refused_with_the_step():
    room = Room()
    words = "natural_payout=7/6 five_card_payout=12/11 suited_678_payout=14/13 bet_step=999"
    told = await boss_of(room).says(f"/new 21 qq21 {words}")
    assert (told.key, told.facts) == ("step-too-large", {"step": 285_714, "maximum": 100_000})
    assert room.table().phase is TablePhase.CLOSED

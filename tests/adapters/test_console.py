"""The console as whoever types in it meets it."""

import asyncio
import io
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adapters.console import ConsoleMessenger, lines_of, parse_speech, piped
from bot.app import LOCAL_ROOM, ConsoleApp, ConsoleOptions, StackedDeck
from bot.basics import PlayerId, Refusal
from bot.cards import CARDS, format_cards, parse_cards
from bot.clocks import ManualClock
from bot.fairness import shuffle
from bot.house.settings import HouseSettings
from bot.message import Button, GroupMessage, Picture, Plain, PrivateMessage
from bot.ports import Answer, Gone, Store
from bot.requests import Request
from storage.memory import MemoryStore
from tests.fakes.evening import START, NumberedSeeds

ANN = PlayerId("local:ann")


async def said(
    *lines: str, options: ConsoleOptions | None = None, store: Store | None = None
) -> list[str]:
    """Return everything that is printed for some lines, from an empty store on unless one is given.

    Each call is a start of its own, with a clock that begins at the same time.
    """
    printed: list[str] = []
    clock = ManualClock(START)
    app = ConsoleApp(
        options or ConsoleOptions(), printed.append, store, entropy=NumberedSeeds(), clock=clock
    )
    await app.open()
    for line in lines:
        await app.console.line(line)
    await app.close()
    return printed


# --- what a line says -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "name", "private", "words"),
    [
        ("ann: /join 50", "ann", False, "/join 50"),
        ("ann> /hand", "ann", True, "/hand"),
        ("ann:(Hit)", "ann", False, "(Hit)"),
        ("ann> (Again (same bets))", "ann", True, "(Again (same bets))"),
        ("Big  Bob : /join 1k", "Big Bob", False, "/join 1k"),
        ("安: /join 50", "安", False, "/join 50"),
        ("/join 50", "cat", False, "/join 50"),
        ("(Hit)", "cat", False, "(Hit)"),
        ("> /hand", "cat", True, "/hand"),
        (": /hit", "cat", False, "/hit"),
        ("/new 21 qq21 a:b", "cat", False, "/new 21 qq21 a:b"),
    ],
)
def test_a_line_says_who_where_and_what(text, name, private, words):
    speech = parse_speech(text, "cat")
    assert (speech.name, speech.private, speech.said) == (name, private, words)


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("hello", "console-no-name"),
        ("ann: hello", "console-no-command"),
        ("ann:", "console-no-command"),
        ("ann: /", "console-no-command"),
        ("ann: // /", "console-no-command"),
        ("group: /join", "console-bad-name"),
        ("Console> /join", "console-bad-name"),
        ("a[b]: /join", "console-bad-name"),
        ("ann*> /join", "console-bad-name"),
        ("a\u202eb: /join", "console-bad-name"),
        ("a" * 33 + ": /join", "console-bad-name"),
    ],
)
def test_a_line_that_cannot_be_read_is_refused_with_a_reason(text, key):
    with pytest.raises(Refusal) as refusal:
        parse_speech(text, "cat")
    assert refusal.value.key == key


@pytest.mark.parametrize(
    "line",
    [
        "\0",
        "ann: /join \ud800\0\udfff x",
        "ann: /join " + "9" * 100_000,
        "ann: /" + "x" * 100_000,
        "ann: (" + "x" * 100_000,
        "x" * 100_000,
        ":::: /join",
        ">>>>",
        "a:b> /hand: 5",
        "ann: ()",
        "ann: (",
        "!",
        "! clock 5",
        "!nonsense",
        "!clock",
        "!clock 1 2",
        "!clock -1",
        "!clock nan",
        "!clock inf",
        "!clock 1e9",
        "!clock 0x10",
        "!clock " + "9" * 400,
        "!clock ٣",
        "!restart now",
        "!repeat",
        "\u202e: /join",
        "ann: /join 50 \u2028 60",
    ],
    ids=lambda line: ascii(line[:20]),
)
async def test_no_line_stops_the_console_and_each_gets_one_short_answer(line):
    *answer, balance = await said(line, "ann: /balance")
    assert balance == "[ann] You have 1,000 chips."
    assert len(answer) <= 1
    assert all(len(text) < 200 for text in answer)


async def test_rules_that_are_named_like_a_template_are_repeated_as_they_are():
    first, *choices = await said("ann: /new {0} %s {$x} *_`<b>@everyone")
    assert first == "[ann] “{0}” is not played here."
    assert not any("{" in choice for choice in choices)


TYPED = """
    /join /bet /bank /deal /hit /stand /double /split /insure /hand /leave /stop /new /grant /top
    /rules /help /again 50 -1 all no void 21 hk_casino qq21 turns=in_order ann bob (Hit) (Stand)
    (Again) (+) !clock !repeat !restart 60 # : > ( )
"""
WORDS = st.one_of(st.sampled_from(TYPED.split()), st.text(max_size=12))
LINES = st.one_of(
    st.builds("{}{} {}".format, st.sampled_from(["ann", "bob", ""]), st.sampled_from(":>"), WORDS),
    st.builds("ann: {} {}".format, WORDS, WORDS),
    st.lists(WORDS, max_size=5).map(" ".join),
    st.text(max_size=80),
)


@settings(max_examples=40, deadline=None)
@given(st.lists(LINES, max_size=40))
async def test_no_script_stops_the_console(lines):
    printed = await said(*lines, "ann: /balance", options=ConsoleOptions(admins=("ann",)))
    assert all(re.match(r"\[[^]]+\]( |$)", text) for text in printed)
    assert printed[-1].startswith("[ann] You have ")


async def test_controls_and_broken_characters_read_as_spaces():
    printed = await said("\x1b ann\0:\t/join\0\ud800 50\r", "ann: /balance")
    assert printed[-1] == "[ann] You have 950 chips and 50 at the table."


async def test_comments_and_empty_lines_say_nothing():
    assert await said("", "   ", "# ann: /join 50", "\t#") == []


# --- buttons ----------------------------------------------------------------------------------


def new_messenger() -> tuple[ConsoleMessenger, list[str]]:
    printed: list[str] = []
    return ConsoleMessenger(printed.append, LOCAL_ROOM), printed


def message(*labels: str) -> GroupMessage:
    return GroupMessage(
        ((Plain("text"),),), (tuple(Button(label, f"1.1.x {label}") for label in labels),)
    )


async def test_the_newest_message_that_has_the_button_is_meant():
    messenger, _ = new_messenger()
    old = await messenger.post(LOCAL_ROOM, message("Hit", "Stand"), "")
    await messenger.post(LOCAL_ROOM, message("Join"), "")
    await messenger.edit(
        LOCAL_ROOM, old, GroupMessage((), ((Button("Hit", "newer"), Button("+", "more")),))
    )
    assert messenger.find(LOCAL_ROOM, "Hit")[1].payload == "newer"
    assert messenger.find(LOCAL_ROOM, " join ")[1].label == "Join"
    with pytest.raises(Refusal):
        messenger.find(LOCAL_ROOM, "Stand")


async def test_a_minus_sign_may_be_typed_as_any_keyboard_has_it():
    messenger, _ = new_messenger()
    await messenger.post(LOCAL_ROOM, message("−", "+"), "")
    assert messenger.find(LOCAL_ROOM, "-")[1].label == "−"


async def test_nobody_presses_a_button_on_another_ones_panel():
    messenger, _ = new_messenger()
    hit = PrivateMessage((), ((Button("Hit", "1.1+0 hit"),),))
    await messenger.whisper(ANN, hit, "")
    assert messenger.find(ANN, "Hit")[1].payload == "1.1+0 hit"
    for place in (LOCAL_ROOM, PlayerId("local:bob")):
        with pytest.raises(Refusal):
            messenger.find(place, "Hit")


async def test_messages_print_text_then_pictures_then_all_buttons_on_one_line():
    messenger, printed = new_messenger()
    rows = ((Button("Hit", "a"), Button("Stand", "b")), (Button("My cards", "c"),))
    shown = PrivateMessage(((Plain("one\ntwo"),),), rows, (Picture(b"", "ten of spades"),))
    sent = await messenger.whisper(ANN, shown, "")
    await messenger.rewrite(ANN, sent, PrivateMessage(((Plain("three"),),)))
    await messenger.post(LOCAL_ROOM, GroupMessage(((Plain("four"),),)), "")
    assert printed == [
        "[ann] one",
        "[ann] two",
        "[ann] <picture: ten of spades>",
        "[ann] (Hit) (Stand) (My cards)",
        "[ann*] three",
        "[group] four",
    ]


async def test_what_was_deleted_cannot_be_edited_deleted_or_pressed():
    messenger, _ = new_messenger()
    sent = await messenger.post(LOCAL_ROOM, message("Join"), "")
    await messenger.delete(LOCAL_ROOM, sent)
    with pytest.raises(Refusal):
        messenger.find(LOCAL_ROOM, "Join")
    with pytest.raises(Gone):
        await messenger.edit(LOCAL_ROOM, sent, message("Join"))
    with pytest.raises(Gone):
        await messenger.delete(LOCAL_ROOM, sent)


async def test_an_answer_that_the_panel_shows_is_not_said_twice():
    messenger, printed = new_messenger()
    request = Request("1", LOCAL_ROOM, ANN, "Ann", "hit")
    text = PrivateMessage(((Plain("17"),),))
    await messenger.answer(request, Answer(accepted=True, message=text, alert="17"))
    await messenger.answer(request, Answer(accepted=True, message=text, alert="17", panel=True))
    assert printed == ["[ann] 17"]


# --- verbs ------------------------------------------------------------------------------------


async def test_a_repeated_request_changes_nothing():
    printed = await said("ann: /join 50", "!repeat", "ann: /balance")
    assert printed[-1] == "[ann] You have 950 chips and 50 at the table."


async def test_a_request_is_not_taken_for_the_one_before_it():
    printed = await said("ann: /join 50", "ann: /bet 60", "ann: /bet 50", "ann: /balance")
    assert printed[-1] == "[ann] You have 950 chips and 50 at the table."


async def test_a_target_is_whoever_has_spoken_under_that_name():
    admin = ConsoleOptions(admins=("ann",))
    lines = ("big bob: /balance", "ann: /grant Big Bob 100", "big bob: /balance")
    assert (await said(*lines, options=admin))[-1] == "[big bob] You have 1,100 chips."
    printed = await said("ann: /grant bob 100", "bob: /balance", options=admin)
    assert printed[-1] == "[bob] You have 1,000 chips."


async def test_only_who_was_named_at_the_start_is_an_admin():
    options = ConsoleOptions(admins=("Ann",))
    printed = await said("bob: /grant bob 100", "bob: /balance", options=options)
    assert printed[-1] == "[bob] You have 1,000 chips."


async def test_private_lines_mean_the_table_of_this_room():
    printed = await said("ann: /join 50", "ann> /balance")
    assert printed[-1] == "[ann] You have 950 chips and 50 at the table."


async def test_ann_and_small_ann_are_one_person():
    printed = await said("Ann: /join 50", "ann: /balance")
    assert printed[-1] == "[ann] You have 950 chips and 50 at the table."


# --- a console after another ------------------------------------------------------------------


async def test_another_console_shows_table_and_hands_again_with_buttons_that_work():
    store, decks = MemoryStore(), (parse_cards("Ts Th 6d 8d 2c 3c"),)
    options = ConsoleOptions(decks=decks, settings=HouseSettings(rules="hk_casino"))
    await said(
        "ann: /join 50", "ann: (Deal)", "!clock 20", "ann: (Hit)", options=options, store=store
    )
    printed = await said("ann: (Hit)", store=store)
    assert "[ann] (Hit) (Stand)" in printed
    assert [line for line in printed if line.startswith("[group*] • Ann") and "3♣" in line]


async def test_another_console_takes_no_move_for_a_double_tap_of_one_before_it():
    store = MemoryStore()
    first = ("ann: /new cribbage", "ann: /join 20", "bob: (Join)", "bob: (Deal)", "ann: (1·2)")
    await said(*first, store=store)
    printed = await said("bob: (1·2)", *["ann: /balance"] * 3, "ann: (3)", store=store)
    assert "[group*] Ann plays 4♣, makes 4" in printed


@pytest.mark.parametrize(
    ("first", "second", "told"),
    [
        (("ann: /daily", "!clock 86401", "ann: /daily"), "ann: /daily", "Come back in 24 h 0 min."),
        (("!clock 300", "ann: /join 20", "ann: /deal"), "!clock 46", "17 loses to 21 · timed out"),
    ],
)
async def test_another_console_goes_on_at_the_newest_moment_that_is_stored(first, second, told):
    store = MemoryStore()
    await said(*first, store=store)
    printed = await said(second, store=store)
    assert [line for line in printed if told in line]


# --- the stacked deck -------------------------------------------------------------------------


async def test_the_first_line_says_that_the_deck_is_stacked():
    decks = (parse_cards("Ts As"), parse_cards("2c"))
    printed = await said(options=ConsoleOptions(decks=decks))
    assert printed == ["[console] Stacked deck: 10♠ A♠ / 2♣"]


async def test_each_round_has_its_laid_cards_and_the_rest_of_its_packs():
    deck = StackedDeck((parse_cards("Ts As"), (), parse_cards("2c 3c")))
    keys = [bytes([number]) for number in range(4)]
    dealt = [deck(key, 1) for key in keys]
    assert [format_cards(cards[:2]) for cards in dealt][::2] == ["Ts As", "2c 3c"]
    assert [dealt[1], dealt[3]] == [shuffle(keys[1], 1), shuffle(keys[3], 1)]
    assert all(sorted(map(str, cards)) == sorted(CARDS) for cards in dealt)
    assert deck(keys[0], 1) == dealt[0]


async def test_a_card_that_is_laid_too_often_is_refused_when_it_should_be_dealt():
    decks = (parse_cards("As As"),)
    options = ConsoleOptions(decks=decks, settings=HouseSettings(rules="qq21"))
    printed = await said(
        "ann: /join 50", "ann: /deal", "ann: /deal", "ann: /leave", options=options
    )
    assert len([line for line in printed if line.startswith("[ann]") and "A♠" in line]) == 2
    assert not [line for line in printed if "▮" in line]


# --- standard input ---------------------------------------------------------------------------


async def test_lines_come_one_by_one_and_the_last_needs_no_end():
    stream = io.StringIO("one\ntwo\n\nfour")
    lines = [line.strip() async for line in lines_of(piped(stream))]
    assert lines == ["one", "two", "", "four"]


async def test_reading_leaves_the_loop_free():
    beats = 0

    async def beat() -> None:
        nonlocal beats
        while True:
            beats += 1
            await asyncio.sleep(0)

    answers = iter(["one", None])
    heart = asyncio.create_task(beat())
    seen = [line async for line in lines_of(lambda: next(answers))]
    heart.cancel()
    assert seen == ["one"]
    assert beats > 0

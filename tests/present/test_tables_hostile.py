"""The table message with hostile names, many people and long payloads."""

import re
from dataclasses import replace

import pytest

from bot.basics import PlayerId
from bot.message import Mention, plain_text
from bot.notices import SeatLine, TableShown
from bot.present.l10n import Localizer
from bot.present.presenter import Presenter
from bot.requests import PAYLOAD_BYTES_MAX
from tests.fakes.house import Room
from tests.fakes.messenger import text_of
from tests.fakes.notices import lobby, seat_line

PRESENTER = Presenter(Localizer())

HOSTILE = [
    "<b>Ann</b>",
    "@everyone",
    "[x](https://example.org)",
    "\u202eevil",
    "אבג",
    "A" * 32,
    "\ue0000\ue001",
]


def lines(shown: TableShown) -> list[str]:
    return text_of(PRESENTER.table(shown)).splitlines()


@pytest.mark.parametrize("name", HOSTILE)
def test_a_name_is_a_mention_and_reaches_nothing_around_it(name):
    message = PRESENTER.table(lobby(f"{name} 10"))
    usual = PRESENTER.table(lobby("Ann 10"))
    spans = [span for line in message.lines for span in line if isinstance(span, Mention)]
    assert [span.player for span in spans] == [PlayerId(f"test:{name.casefold()}")]
    for line, expected in zip(message.lines, usual.lines, strict=True):
        rest = [span for span in line if not isinstance(span, Mention)]
        assert rest == [span for span in expected if not isinstance(span, Mention)]


def test_a_name_that_runs_from_right_to_left_leaves_the_numbers_in_place():
    (line,) = [line for line in lines(lobby("אבג 10")) if "10" in line and "Bets" not in line]
    assert line == "• \u2068אבג\u2069 · 10"


def test_an_override_of_the_direction_is_taken_out():
    assert "\u202e" not in "".join(lines(lobby("\u202eevil 10")))


@pytest.mark.row(15)
def test_people_of_one_name_are_told_apart_whatever_their_order():
    first = SeatLine(PlayerId("test:1"), "Ann", 10, None, again=True)
    second = SeatLine(PlayerId("test:2"), "ann", 20, None, again=True)
    for seats in ((first, second), (second, first)):
        shown = replace(lobby(""), seats=seats)
        assert {"• Ann (1) · 10", "• ann (2) · 20"} <= set(lines(shown))


@pytest.mark.row(15)
async def test_people_of_one_name_keep_their_numbers_from_the_lobby_to_the_results():
    room = Room("2s 3s Th 4d 5d 9c", "qq21")
    for who, bet in (("ann", 100), ("Ann", 50)):
        await room.player(who).says(f"/join {bet}")
    assert set(lines(room.shown())[1:3]) == {"• Ann (1) · 50", "• Ann (2) · 100"}
    await room.player("ann").presses("deal")
    waiting = lines(room.shown())[-1]
    assert {"Ann (1)", "Ann (2)"} <= set(re.findall(r"Ann \(\d\)", waiting))
    for who in ("ann", "Ann"):
        await room.player(who).presses("stand")
    results = {line.split(" · ")[0].rsplit(" ", 1)[0] for line in lines(room.shown())[1:3]}
    assert results == {"• Ann (1)", "• Ann (2)"}


def test_a_full_table_of_long_names_fits_one_message():
    shown = replace(lobby(""), seats=tuple(seat_line("W" * 30 + str(n), 10**15) for n in range(10)))
    assert len("\n".join(lines(shown))) < 4096 / 2


@pytest.mark.row(8)
@pytest.mark.parametrize("number", [1, 10**12 - 1])
async def test_no_payload_is_too_long_for_a_button(number):
    room = Room("8s 3s Th 8d 5d 9c", "hk_casino")
    await room.hears("ann: /join 100", "bob: /join 50", "ann: /deal")
    shown = replace(room.shown(), table=number, round=number)
    for each in (shown, replace(lobby(), table=number, round=number)):
        payloads = [b.payload for row in PRESENTER.table(each).buttons for b in row]
        assert payloads
        assert all(len(payload.encode()) <= PAYLOAD_BYTES_MAX for payload in payloads)


def test_every_line_is_made_of_spans_and_reads_without_markup():
    for line in PRESENTER.table(lobby("Ann 10, Bob 20")).lines:
        assert plain_text(line).strip() == plain_text(line)

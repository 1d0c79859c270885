"""What the platform takes at most, whatever is played: text, buttons; and no card too early."""

import json
import random
import re
from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adapters.fitting import units
from adapters.telegram_html import TEXT_UNITS_MAX, Written, chats_named, written
from bot.games import GAMES
from bot.message import Button, GroupMessage, Message, Plain, card_text
from bot.notices import HandShown, Notice, TableShown
from bot.requests import PAYLOAD_BYTES_MAX
from tests.fakes.crowds import LETTER, crowded, worded
from tests.fakes.house import Room
from tests.fakes.walks import open_cards

PRESETS = [preset for game in GAMES.values() for preset in game.presets]

BOT_NAME = "CroupierBot"
ENTITIES_MAX = 100
"""How many parts of a text may be marked up; the platform drops what is beyond."""

FARTHEST = 10**12 - 1
"""The largest number of a table or a round that a button carries."""

FACE = re.compile(r"(?:10|[A2-9JQK])[♠♥♦♣]")


def sent_as(message: Message) -> Written:
    """Return a message as it travels, from a chat with the longest title."""
    return written(message, dict.fromkeys(chats_named(message), LETTER * 32), BOT_NAME)


def payload(message: Message) -> str:
    """Return all that travels as one text to search."""
    sent = sent_as(message)
    keyboard = sent.keyboard.to_dict() if sent.keyboard else {}
    return json.dumps([sent.html, keyboard], ensure_ascii=False)


# --- the largest table ------------------------------------------------------------------------


@pytest.mark.row(53)
@pytest.mark.parametrize("preset", PRESETS)
async def test_ten_people_of_the_longest_names_fit_a_message_in_every_phase(preset):
    for notice in await crowded(preset):
        sent = sent_as(worded(notice))
        assert units(sent.plain) <= TEXT_UNITS_MAX
        assert len(re.findall(r"<(?:a|b|code)\b", sent.html)) <= ENTITIES_MAX


def in_lines(*texts: str) -> GroupMessage:
    return GroupMessage(tuple((Plain(text),) for text in texts))


@pytest.mark.row(53)
def test_of_a_text_that_is_too_long_the_end_stays_and_the_middle_goes():
    seats = [f"{LETTER * 50} {number}" for number in range(60)]
    sent = written(in_lines("head", *seats, "bank", "waiting"), {}, BOT_NAME)
    lines = sent.plain.splitlines()
    assert TEXT_UNITS_MAX - 110 < units(sent.plain) <= TEXT_UNITS_MAX
    assert (lines[0], lines[-2:]) == ("head", ["bank", "waiting"])
    assert lines.count("…") == 1
    assert set(lines) <= {"head", *seats, "…", "bank", "waiting"}


@pytest.mark.row(53)
@pytest.mark.parametrize("text", [LETTER * 2_048, "x" * 4_096, "&" * 4_096])
def test_what_just_fits_is_left_as_it_is(text):
    assert written(in_lines(text), {}, BOT_NAME).plain == text
    assert written(in_lines(text, "x"), {}, BOT_NAME).plain == "…\nx"


# --- buttons ----------------------------------------------------------------------------------


def farthest(notice: Notice) -> Notice:
    """Return a table or a hand with the largest numbers that it could have."""
    match notice:
        case TableShown():
            return replace(notice, table=FARTHEST, round=FARTHEST)
        case HandShown():
            return replace(notice, table=FARTHEST, round=FARTHEST, counter=FARTHEST)
        case _:
            return notice


def buttons_of(notices: Sequence[Notice]) -> list[Button]:
    messages = [worded(farthest(notice)) for notice in notices]
    return [button for message in messages for row in message.buttons for button in row]


@pytest.mark.row(8)
@pytest.mark.parametrize("preset", PRESETS)
async def test_no_button_carries_more_than_the_platform_takes_however_long_its_ids(preset):
    buttons = buttons_of(await crowded(preset))
    assert {"Join", "Deal", "My cards", "Again", "Cards in private"} <= {b.label for b in buttons}
    for button in buttons:
        assert len(button.payload.encode()) <= PAYLOAD_BYTES_MAX == 64


@pytest.mark.row(8)
@pytest.mark.parametrize("preset", PRESETS)
async def test_every_link_into_the_private_chat_is_one_that_the_platform_opens(preset):
    sent = [sent_as(worded(farthest(notice))) for notice in await crowded(preset)]
    keys = [
        key
        for each in sent
        if each.keyboard
        for row in each.keyboard.inline_keyboard
        for key in row
    ]
    links = {str(key.url) for key in keys if key.url}
    assert links
    for link in links:
        assert re.fullmatch(r"https://t\.me/CroupierBot\?start=[\w-]{1,64}", link, re.ASCII)


# --- no card before the table shows it --------------------------------------------------------


async def played_by_chance(preset: str, seed: int) -> list[Notice]:
    """Return all that was told of a round in which three do anything at any time."""
    chance = random.Random(seed)
    room = Room(rules=preset)
    people = [room.player(name) for name in ("ann", "bob", "cat")]
    if chance.random() < 0.5:
        await people[2].says("/bank 900")
    for player in people:
        await player.says("/join 50")
    await people[0].says("/deal")
    verbs = ["/hit", "/stand", "/double", "/split", "/insure", "/insure no", "/leave"]
    for _ in range(60):
        await chance.choice(people).says(chance.choices(verbs, [6, 6, 2, 2, 1, 1, 0.2])[0])
        await room.passes(1)
        if room.shown().result:
            break
    await room.passes(100)
    return room.notices


@pytest.mark.row(10)
@pytest.mark.parametrize("preset", PRESETS)
@settings(max_examples=10)
@given(seed=st.integers(0, 10**6))
async def test_nothing_that_a_group_gets_has_a_card_that_its_table_does_not_show(preset, seed):
    told = await played_by_chance(preset, seed)
    hidden: set[str] = set()
    for notice in told:
        if isinstance(notice, HandShown):
            hidden |= set(FACE.findall(payload(worded(notice))))
        else:
            shown = open_cards(notice) if isinstance(notice, TableShown) else set()
            assert set(FACE.findall(payload(worded(notice)))) <= set(map(card_text, shown))
    assert hidden, "hands were shown to their owners"

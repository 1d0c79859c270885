"""Players of cribbage have deals and matches: whatever is said at one, it is of no round."""

import re

import pytest

from bot.commands import COMMANDS
from bot.notices import TablePhase
from tests.fakes.delivering import DeliveringRoom

ABOUT_EVERY_GAME = {"help", "rules", "privacy", "forgetme"}
ASKED = [spec.verb for spec in COMMANDS if spec.verb not in ABOUT_EVERY_GAME]
WORDS = ["", " 50", " void", " me 50", " yes", " x y z"]


async def played_to(phase: str) -> DeliveringRoom:
    """Ann and Bob play a match; Cat, and Root who is an admin, look on."""
    room = DeliveringRoom(rules="cribbage")
    await room.hears("ann: /join 50", "bob: /join")
    if phase == "lobby":
        return room
    await room.hears("ann: /deal")
    if phase == "results":
        await room.passes(45)  # the clock lays away for both
        while room.shown().phase is TablePhase.PLAY:
            for player in room.playing():
                hand = await player.looks()
                if hand is not None and hand.choices:
                    await player.says(f"/{hand.choices[0].action}")
    return room


@pytest.mark.parametrize("phase", ["lobby", "laying away", "results"])
@pytest.mark.parametrize("verb", ASKED)
async def test_whatever_is_asked_no_answer_speaks_of_rounds(phase, verb):
    room = await played_to(phase)
    root = room.player("root", admin=True)
    for player in (room.player("cat"), room.player("ann"), root):
        for words in WORDS:
            await player.presses(verb + words)
            await player.says(f"/{verb}{words}")
    said = [call.text for call in room.messenger.calls]
    said += [call.answer.alert for call in room.messenger.calls if call.answer]
    assert not re.findall(r".*\brounds?\b.*", "\n".join(said), flags=re.IGNORECASE)


async def test_who_finds_no_seat_at_a_match_is_told_what_helps():
    room = await played_to("laying away")
    cat = room.player("cat")
    for words in ("/join 50", "/play 5h"):
        await cat.says(words)
        assert "another chat has a table of its own" in room.messenger.calls[-1].text

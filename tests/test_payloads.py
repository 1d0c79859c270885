"""What a button carries comes back as it was, and what nobody put there is refused."""

from dataclasses import replace

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.basics import Refusal
from bot.commands import COMMANDS
from bot.requests import Place, Seen, format_payload, parse_payload
from tests.fakes.house import Player, Room

NUMBERS = st.integers(0, 10**12 - 1)
PHASES = st.sampled_from(["lobby", "players", "insurance", "banker", "settled", "over"])
VERBS = st.sampled_from([spec.verb for spec in COMMANDS])
SEEN = st.one_of(
    st.builds(Seen, NUMBERS, NUMBERS, PHASES),
    st.builds(Seen, NUMBERS, NUMBERS, st.just(""), NUMBERS),
)


@given(seen=SEEN, verb=VERBS)
def test_a_payload_comes_back_as_it_was_written(seen, verb):
    assert parse_payload(format_payload(seen, verb)) == (seen, verb, ())


@pytest.mark.row(9)
@given(data=st.one_of(st.text(max_size=64), st.from_regex(r"[0-9.+]{0,12} ?[a-z ]{0,12}")))
@example(data="1.0.lobby ")
@example(data="٣.0.lobby join")
@example(data="1.0+-1 hit")
@example(data=f"{'9' * 40}.0.lobby join")
def test_whatever_was_forged_is_read_or_refused(data):
    numbers = read(data)
    assert numbers == "button-unreadable" or all(0 <= int(number) < 10**12 for number in numbers)


def read(data: str) -> str | tuple[int, ...]:
    """Return the numbers in a payload, or why it cannot be read."""
    try:
        seen, _, _ = parse_payload(data)
    except Refusal as refusal:
        return refusal.key
    return seen.table, seen.round, seen.counter or 0


async def dealt() -> Player:
    """Ann plays a round alone with 50."""
    ann = Room("2s Ts 3s 9d", "hk_casino").player("ann")
    await ann.says("/join 50")
    await ann.presses("deal")
    return ann


@pytest.mark.row(9)
@given(seen=SEEN, verb=VERBS, place=st.sampled_from(Place), insider=st.booleans())
async def test_a_button_of_a_table_or_round_that_is_not_there_changes_nothing(
    seen, verb, place, insider
):
    ann = await dealt()
    room, before = ann.room, ann.room.table()
    who = ann if insider else room.player("eve")
    if (seen.table, seen.round) == (before.number, before.round):
        seen = replace(seen, round=2)
    await room.asks(room.request(who, verb, place, seen))
    after = room.table()
    assert (after.phase, after.running, after.banker) == (before.phase, before.running, None)
    assert {s.player for s in after.sitters} <= {ann.id, who.id}

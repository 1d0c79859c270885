"""How many calls a round costs a Telegram group (design, section 5)."""

from dataclasses import dataclass
from random import Random

import pytest

from bot.notices import TablePhase
from tests.fakes.delivering import DeliveringRoom
from tests.fakes.house import CLUB
from tests.fakes.messenger import TELEGRAM, Kind, labels_of, text_of

EACH_HITS_ONCE = "2s 3s Td 4s 5s 9c 6h 7h"
"""Ann 2 4 6, Bob 3 5 7, the house 10 9: nobody busts, nobody has 21."""


TOGETHER = (("ann", "hit", 0), ("bob", "hit", 2), ("ann", "stand", 0), ("bob", "stand", 2))
NEARLY = (("ann", "hit", 0.4), ("bob", "hit", 1.6), ("ann", "stand", 0.4), ("bob", "stand", 1.6))
BY_TURNS = (("ann", "hit", 2), ("bob", "hit", 2), ("ann", "stand", 2), ("bob", "stand", 2))
ONE_BY_ONE = (("ann", "hit", 2), ("ann", "stand", 2), ("bob", "hit", 2), ("bob", "stand", 2))
"""Who presses what, and after how many seconds the next press comes."""


@pytest.mark.parametrize("opening", ["/join 100", "/new"])
@pytest.mark.parametrize("presses", [TOGETHER, NEARLY, BY_TURNS, ONE_BY_ONE])
async def test_from_the_lobby_to_the_settled_table_two_players_cost_six_calls(opening, presses):
    club = DeliveringRoom(EACH_HITS_ONCE, "hk_casino", pacing=TELEGRAM)
    people = {name: club.player(name) for name in ("ann", "bob")}
    await people["ann"].says(opening)
    await club.passes(2)
    for name in ("ann", "bob"):
        if club.table().sitter(people[name].id) is None:
            await people[name].presses("join")
            await club.passes(2)
    await people["ann"].presses("deal")
    await club.passes(2)
    for name, verb, seconds in presses:
        await people[name].presses(verb)
        await club.passes(seconds)
    await is_shown(club, "results")
    calls = club.messenger.to_group(CLUB)
    assert len(calls) <= 6
    assert [call.kind for call in calls].count(Kind.POST) <= 2


NO_ACE = "2s 3s 4s 5s 6s Td 2h 3h 4h 5h 6h 9c"
"""Five hands to stand on, against 19 of the house: nobody is asked for insurance."""

FIVE = ("ann", "bob", "cat", "dan", "eve")


@dataclass(frozen=True)
class Evening:
    """How an evening went; ``stale`` are old messages that still have buttons."""

    rounds_a_minute: float
    most_in_a_minute: int
    worst_lag_seconds: float
    stale: int


async def is_shown(club: DeliveringRoom, words: str) -> float:
    """Wait until the group reads some words; return how long that took."""
    began = club.clock.now()
    while words not in text_of(club.messenger.newest(CLUB)):
        await club.passes(0.1)
    return club.clock.now() - began


async def thinks(club: DeliveringRoom, verb: str, thinking: Random, median_seconds: float) -> None:
    """Let everybody press a button once, each after some time of their own."""
    people = [club.player(name) for name in FIVE]
    waits = {player: thinking.lognormvariate(0, 0.5) * median_seconds for player in people}
    began = club.clock.now()
    for player in sorted(people, key=waits.__getitem__):
        await club.passes(began + waits[player] - club.clock.now())
        if verb == "again" or (club.shown().phase is TablePhase.PLAY and player in club.playing()):
            await player.presses(verb)


async def evening(median_seconds: float, minutes: int = 5) -> Evening:
    """Play among five who act on what the group shows, after thinking for a while."""
    club = DeliveringRoom(rules="hk_casino", pacing=TELEGRAM)
    thinking = Random(21)
    for _ in range(20 * minutes):
        club.decks.lay(NO_ACE)
    for name in FIVE:
        await club.player(name).says("/join 10")
    await club.player(FIVE[0]).presses("deal")
    began, lags = club.clock.now(), []
    while club.clock.now() < began + 60 * minutes:
        lags.append(await is_shown(club, f"round {club.shown().round} "))
        await thinks(club, "stand", thinking, median_seconds)
        lags.append(await is_shown(club, "results"))
        await thinks(club, "again", thinking, median_seconds)
    moments = [call.at for call in club.messenger.to_group(CLUB)]
    most = max(sum(start <= at < start + 60 for at in moments) for start in moments)
    await club.passes(600)
    *old, _ = club.messenger.chats[CLUB].values()
    stale = sum(bool(labels_of(message)) for message in old)
    return Evening(club.shown().round / minutes, most, max(lags), stale)


@pytest.mark.parametrize(
    ("median_seconds", "rounds_a_minute", "lag_seconds"), [(4, 3.8, 1), (2, 7, 2.5), (0.7, 8.5, 6)]
)
async def test_five_players_deal_fast_and_stay_within_the_window(
    median_seconds, rounds_a_minute, lag_seconds
):
    played = await evening(median_seconds)
    assert played.most_in_a_minute <= 18
    assert played.rounds_a_minute >= rounds_a_minute
    assert played.worst_lag_seconds <= lag_seconds
    assert played.stale == 0

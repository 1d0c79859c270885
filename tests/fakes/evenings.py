"""Evenings by chance: people at one table do whatever comes to their minds."""

import random

from bot.notices import TablePhase
from tests.fakes.house import Player, Room
from tests.fakes.walks import Kind

TYPED = {"no-insurance": "/insure no"}
"""What is written in another way than it is typed."""


async def play_an_evening(room: Room, kind: Kind, chance: random.Random, rounds: int) -> None:
    """Open a table by some rules and play so many rounds there, each to its end; matches too."""
    rules = kind.game.table_rules(kind.dials)
    seats = min(4, rules.seats_max)
    people = [room.player(name) for name in ("ann", "bob", "cat", "dan")[:seats]]
    dials = " ".join(f"{name}={value}" for name, value in kind.options.items())
    host, chief = room.player("ann", admin=True), room.player("eve", admin=True)
    assert (await host.says(f"/new {kind.game.name} {kind.preset} {dials}")).accepted
    for _ in range(5 * rounds):
        if room.table().round >= rounds:
            return
        await _bet(room, people, chance)
        if rules.side_bets:
            await _bet_on_pairs(people, chance)
        # Refused where what is left of last round's bank covers no bet.
        await chance.choice(people).says("/deal")
        while room.table().phase is TablePhase.PLAY:
            await _act(room, chance)
            if chance.random() < 0.01:
                await chief.says("/stop void")
    raise AssertionError(f"only {room.table().round} rounds could be dealt")


async def _bet(room: Room, people: list[Player], chance: random.Random) -> None:
    """Let everyone sit down again, with what any rules take; whoever may, sometimes banks."""
    await room.passes(1)
    if chance.random() < 0.5:
        await chance.choice(people[1:]).says("/bank 400")
    for player in people:
        if not (await player.says("/join 60")).accepted:
            await player.says("/join 12")


async def _bet_on_pairs(people: list[Player], chance: random.Random) -> None:
    """Let everyone bet on somebody's pair, also where that is refused: on the bank, or too much."""
    for player in people:
        await player.says(f"/pair @@{chance.choice(people).name} {chance.choice((2, 6, 12))}")


async def _act(room: Room, chance: random.Random) -> None:
    """Let somebody who can decide do so, or time run out, or somebody leave."""
    await room.passes(1)
    player = chance.choice(room.playing())
    if chance.random() < 0.05:
        await player.leaves()
        return
    hand = await player.looks()
    words = [hand.game.format(choice.action) for choice in hand.choices] if hand else []
    if not words or chance.random() < 0.1:
        await room.passes(20)
        return
    word = chance.choice(words)
    await player.says(TYPED.get(word, f"/{word}"))

"""Bets on what a player is dealt, before the deal: their chips, telling of those that came back.

They are for one round. Who bets and who is bet on sit at the table and do not hold the bank; a bet
of which one is not dealt in comes back.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from bot.basics import PlayerId, Seat
from bot.games.base import SideBet
from bot.house.decision import Purse
from bot.house.table import SideStake, Table

Said = tuple[str, Mapping[str, int | str]]


def standing(table: Table, by: PlayerId, on: PlayerId) -> int:
    """Return what one person has bet on another's cards, 0 for nothing."""
    return sum(bet.chips for bet in table.side_bets if (bet.by, bet.on) == (by, on))


def put(table: Table, purse: Purse, bet: SideStake) -> tuple[Table, Purse]:
    """Let a bet stand in the place of what the same person bet on the same; 0 chips is none.

    Whether the wallet holds the difference is asked before.
    """
    purse = purse.restaked(table, bet.by, standing(table, bet.by, bet.on), bet.chips)
    others = tuple(each for each in table.side_bets if (each.by, each.on) != (bet.by, bet.on))
    return replace(table, side_bets=(*others, bet) if bet.chips else others), purse


def return_side_bets(table: Table, purse: Purse, bets: Iterable[SideStake]) -> tuple[Table, Purse]:
    """Give some bets back."""
    for bet in bets:
        table, purse = put(table, purse, replace(bet, chips=0))
    return table, purse


def return_all_of(table: Table, purse: Purse, player: PlayerId) -> tuple[Table, Purse]:
    """Give back every bet that a person made, or that others made on them."""
    return return_side_bets(
        table, purse, [bet for bet in table.side_bets if player in {bet.by, bet.on}]
    )


def return_undealt(table: Table, purse: Purse, dealt: Collection[PlayerId]) -> tuple[Table, Purse]:
    """Give back every bet of which one party is not dealt in."""
    undealt = [bet for bet in table.side_bets if not {bet.by, bet.on} <= set(dealt)]
    return return_side_bets(table, purse, undealt)


def told_of_returned(before: Table, after: Table) -> tuple[Said, ...]:
    """Return the sentences about bets that came back to who still sits there and plays.

    Who left or took the bank has been told what came of it.
    """
    return tuple(_sentences(before, after))


def _sentences(before: Table, after: Table) -> Iterator[Said]:
    names = {sitter.player: sitter.name for sitter in before.sitters}
    for bet in before.side_bets:
        plays = after.sitter(bet.by) is not None and after.banker != bet.by
        if not plays or standing(after, bet.by, bet.on):
            continue
        if bet.by == bet.on:
            yield ("own-pair-returned", {"name": names[bet.by]})
        else:
            yield ("pair-returned", {"name": names[bet.by], "on": names[bet.on]})


def as_dealt(bets: Iterable[SideStake], players: Sequence[PlayerId]) -> tuple[SideBet, ...]:
    """Return bets as the rules read them; a seat is a place among ``players``."""
    seats = {player: Seat(place) for place, player in enumerate(players)}
    return tuple(SideBet(seats[bet.by], seats[bet.on], bet.chips) for bet in bets)

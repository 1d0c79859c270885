"""Betting on pairs: that a player's first two cards are of one kind (``rules.md``: CN-19, 7.4).

A bet is for one round and stands from the lobby to the deal. Whoever sits at the table and does not
bank may bet on their own cards or on another player's; a second bet on the same takes the place of
the first, and 0 takes it back.
"""

from functools import partial

from bot.basics import Fact, PlayerId, ambiguous, not_now, unreadable
from bot.commands import BY_VERB
from bot.house.bets import is_amount, is_nothing, parse_amount
from bot.house.chips import mark_of, target_of
from bot.house.decision import Context, Decision, Purse, accepted
from bot.house.questions import carried, place_of
from bot.house.rules import in_force
from bot.house.settings import HouseSettings
from bot.house.side_bets import as_dealt, put, standing
from bot.house.staking import bet_limits, check_amount, largest_covered, opening_exposure
from bot.house.table import SideStake, Sitter, Table
from bot.notices import TablePhase
from bot.requests import Reply, Request, refused

_OFFERED = (1, 5, 10)
"""The amounts that buttons offer, in smallest bets."""


def pair(table: Table, ctx: Context) -> Decision:
    """Bet on somebody's pair in the next round, change such a bet, or take it back."""
    _check_open(table, ctx.player)
    on = _bet_on(table, ctx.request)
    if is_nothing(ctx.request.args[-1]):
        return _taken_back(table, ctx, on)
    held = ctx.purse + standing(table, ctx.player, on.player)
    step = in_force(table).rules.stake_step
    chips = parse_amount(ctx.request.args[-1], held, step)
    covered = partial(_covered, table, ctx.player, on.player)
    check_amount(table, ctx, chips, held, step, covered, how="pair")
    table, purse = put(table, Purse(ctx.wallets), SideStake(ctx.player, on.player, chips))
    if on.player == ctx.player:
        return Decision(table, accepted("pair-bet-own", bet=chips), purse.transfers)
    return Decision(table, accepted("pair-bet", bet=chips, on=on.name), purse.transfers)


def _check_open(table: Table, player: PlayerId) -> None:
    """Refuse any bet on a pair where none is taken now, or not from this person."""
    if table.phase is TablePhase.PLAY:
        raise not_now("round-running")
    if not in_force(table).rules.side_bets:
        raise not_now("side-bet-not-offered")
    place_of(table, player)
    if table.banker == player:
        raise not_now("banker-bets-nothing")


def _bet_on(table: Table, request: Request) -> Sitter:
    """Return whose cards are bet on: whoever is named, else the asker."""
    player, chips = request.player, request.args[-1]
    if len(request.args) == 1 and not (is_amount(chips) or is_nothing(chips)):
        raise unreadable("wrong-arguments", verb="pair", usage=BY_VERB["pair"].usage)
    if len(request.args) > 1 or request.targets:
        player, _ = target_of(table, request)
    sitter = table.sitter(player)
    if sitter is None:
        raise not_now("bet-on-nobody")
    if player == table.banker:
        raise not_now("bet-on-bank")
    return sitter


def _taken_back(table: Table, ctx: Context, on: Sitter) -> Decision:
    if not standing(table, ctx.player, on.player):
        raise not_now("no-pair-bet")
    table, purse = put(table, Purse(ctx.wallets), SideStake(ctx.player, on.player, 0))
    return Decision(table, accepted("pair-bet-back"), purse.transfers)


def _covered(table: Table, by: PlayerId, on: PlayerId, chips: int) -> int:
    """Return the largest bet on a pair up to ``chips`` that the bank covers beside all others."""
    rules = in_force(table)
    if table.banker is None or not rules.rules.covered:
        return chips
    stakes = [sitter.staked for sitter in table.players_staked()]
    others = [bet for bet in table.side_bets if (bet.by, bet.on) != (by, on)]

    def owed(bet: int) -> int:
        beside = as_dealt([*others, SideStake(by, on, bet)], table.places)
        return opening_exposure(rules, stakes, beside)

    return largest_covered(table, rules, chips, owed)


def whom(table: Table, request: Request, chips: int, settings: HouseSettings) -> Reply:
    """Ask on whose pair somebody who has ``chips`` bets, and how much.

    The facts are ``count``; for each player from 1, the asker first, ``name``, ``mark``, ``own``
    and the ``amounts`` in words, 0 for what takes a bet back; what the buttons carry; and one
    amount as it is ``typed``.
    """
    _check_open(table, request.player)
    least, _ = bet_limits(table, settings)
    facts: dict[str, Fact] = {}
    order = sorted(table.sitters, key=lambda sitter: sitter.player != request.player)
    for place, on in enumerate((each for each in order if each.player != table.banker), start=1):
        amounts = _amounts(table, settings, request.player, on.player, chips)
        facts |= {
            "count": place,
            f"name{place}": on.name,
            f"mark{place}": mark_of(on.player),
            f"own{place}": int(on.player == request.player),
            f"amounts{place}": " ".join(map(str, amounts)),
        }
    question = ambiguous(
        "pair-whom",
        typed=str(least),
        **facts,
        **carried(table),
    )
    return refused(question)


def _amounts(
    table: Table, settings: HouseSettings, by: PlayerId, on: PlayerId, chips: int
) -> list[int]:
    """Return what buttons offer to bet on somebody's pair: what would be accepted now."""
    least, most = bet_limits(table, settings)
    stands = standing(table, by, on)
    most = min(most, chips + stands)
    most = _covered(table, by, on, most) if most >= least else 0
    offered = [least * times for times in _OFFERED if least * times <= most]
    return [*offered, 0] if stands else offered

"""Bets between rounds: naming one, stepping it up and down, choosing one while cards wait."""

from dataclasses import replace

from bot.basics import Refusal, not_now
from bot.games.base import TableRules
from bot.house.bets import is_nothing, is_share, parse_amount
from bot.house.decision import Context, Decision, Purse, accepted
from bot.house.match import with_a_clock
from bot.house.questions import place_of
from bot.house.rules import in_force
from bot.house.staking import (
    bet_limits,
    check_bet,
    held_to_bet,
    last_bet,
    nearest_bet,
    remember_bet,
    restake,
    too_few_chips,
)
from bot.house.table import Sitter, Table, is_match_on
from bot.notices import TablePhase
from bot.requests import Reply


def bet(table: Table, ctx: Context) -> Decision:
    """Change the bet for the next round."""
    return _rebet(table, ctx, stake_named(table, ctx))


def more(table: Table, ctx: Context) -> Decision:
    """Raise the bet by one step of the buttons, or to the largest that fits."""
    return _nudge(table, ctx, 1)


def less(table: Table, ctx: Context) -> Decision:
    """Lower the bet by one step of the buttons, or to the largest that fits."""
    return _nudge(table, ctx, -1)


def _nudge(table: Table, ctx: Context, direction: int) -> Decision:
    least, most = bet_limits(table, ctx.settings)
    sitter = place_of(table, ctx.player)
    lowest = 0 if in_force(table).rules.is_match else least
    wanted = min(max(offered_bet(table, ctx, sitter) + direction * least, lowest), most)
    chips = nearest_bet(table, ctx, wanted)
    if still_chooses(table, sitter):
        return _chosen(table, ctx, sitter, chips)
    # Who stakes the most that fits already is told why it is the most.
    return _rebet(table, ctx, wanted if chips == sitter.staked else chips)


def still_chooses(table: Table, sitter: Sitter) -> bool:
    """Whether somebody is not in while cards are about to come: steps alone put them in no more.

    Else who is between two presses would be dealt in with half a bet.
    """
    waits = table.phase is TablePhase.LOBBY and table.deals_at_deadline
    return waits and not sitter.is_in and table.banker != sitter.player


def _chosen(table: Table, ctx: Context, sitter: Sitter, chips: int) -> Decision:
    """Keep a bet for *Join* without putting it up."""
    check_bet(table, ctx, chips)
    table = remember_bet(table.with_sitter(replace(sitter, bet=chips)), ctx.player, chips)
    return Decision(table, accepted("bet-chosen", bet=chips))


def offered_bet(table: Table, ctx: Context, sitter: Sitter) -> int:
    """Return what a sitter bets, or would by a press that names no amount."""
    if sitter.plays_free:
        return 0
    return sitter.staked or sitter.bet or last_bet(table, ctx)


def _rebet(table: Table, ctx: Context, chips: int) -> Decision:
    sitter = place_of(table, ctx.player)
    if table.banker == ctx.player:
        raise not_now("banker-bets-nothing")
    return with_a_clock(rebet(table, ctx, sitter, chips), ctx)


def rebet(table: Table, ctx: Context, sitter: Sitter, chips: int) -> Decision:
    """Put up ``chips`` for the next round, whatever was staked before."""
    if is_match_on(table):
        raise not_now("match-is-on")
    check_goes_on(table)
    _check_players(table, sitter)
    check_bet(table, ctx, chips)
    table, purse, sitter = restake(table, Purse(ctx.wallets), sitter, chips)
    sitter = replace(
        sitter, bet=chips, plays_free=not chips, again=True, sits_out=False, leaving=False
    )
    table = remember_bet(table.with_sitter(sitter), ctx.player, chips)
    reply = with_held(sitter, accepted("bet-changed", bet=chips))
    return Decision(table, reply, purse.transfers)


def with_held(sitter: Sitter, reply: Reply) -> Reply:
    """Return an answer about a bet with what the table holds for it, where that is more."""
    if not sitter.reserve:
        return reply
    return replace(reply, facts={**reply.facts, "held": sitter.held})


def check_goes_on(table: Table) -> None:
    """Refuse what is for a next round where the table closes after this one."""
    if table.closing:
        raise not_now("closes-after-round")


def _check_players(table: Table, sitter: Sitter) -> None:
    """Keep a seat for the bank, whoever holds it: a banker who turned player may be one too many.

    ``rules.md``, decision 5.
    """
    rules = in_force(table).rules
    others = [other for other in table.players_staked() if other.player != sitter.player]
    if len(others) + 1 + rules.player_banks > rules.seats_max:
        raise table_full(rules)


def table_full(rules: TableRules) -> Refusal:
    """Return the refusal of a seat where none is left; one is the bank's where players bank."""
    return not_now("table-full", seats=rules.seats_max, bank=int(rules.player_banks))


def stake_named(table: Table, ctx: Context) -> int:
    """Read the stake asked for, which may be nothing in a match."""
    rules = in_force(table).rules
    if rules.is_match and is_nothing(ctx.request.args[0]):
        return 0
    return amount_named(table, ctx, held_here(table, ctx), rules.stake_step, rules.loss)


def amount_named(table: Table, ctx: Context, held: int, step: int = 1, times: int = 1) -> int:
    """Read the amount asked for; ``all`` counts what it would replace: the stake or the bank.

    The table holds it so many ``times``.
    """
    word = ctx.request.args[0]
    least, _ = bet_limits(table, ctx.settings)
    if is_share(word) and held // times < least:
        raise too_few_chips(ctx, held, least, times)
    return parse_amount(word, held // times, step)


def held_here(table: Table, ctx: Context) -> int:
    """Return what the asker has in the wallet and at this table for the next round."""
    return held_to_bet(table, ctx) + (table.bank if table.banker == ctx.player else 0)

"""Other rules at an open table: what stands is looked at again, what no longer fits goes back.

A round keeps its own copy of its dials, so rules change between rounds alone (design, section 3).
"""

from collections.abc import Iterator
from dataclasses import replace

from bot.basics import not_now
from bot.games import is_banked
from bot.house.decision import Context, Purse
from bot.house.match import seats_taken
from bot.house.rules import in_force
from bot.house.side_bets import Said, return_side_bets
from bot.house.staking import bet_limits, covered_bet, restake, return_bank
from bot.house.table import Sitter, Table


def check_loss(table: Table) -> None:
    """Refuse rules by which a hand can lose more than its bet: a table holds no more."""
    if in_force(table).rules.loss > 1:
        raise not_now("loss-beyond-bet")


def refitted(table: Table, ctx: Context) -> tuple[Table, Purse, tuple[Said, ...]]:
    """Return a table that has just got other rules, without the bets that do not fit them.

    Bets on pairs go back in any case. The sentences tell whose bets went back. Raises
    ``Refusal(not_now)``: ``loss-beyond-bet``, ``too-many-seated``.
    """
    rules = in_force(table).rules
    check_loss(table)
    purse = Purse(ctx.wallets)
    betters = {bet.by for bet in table.side_bets}
    table, purse = return_side_bets(table, purse, table.side_bets)
    if not rules.player_banks:
        table, purse = return_bank(table, purse)
    if seats_taken(table, rules) > rules.seats_max:
        raise not_now("too-many-seated", seats=rules.seats_max)
    said: list[Said] = [
        ("pair-unfit", {"name": sitter.name})
        for sitter in table.sitters
        if sitter.player in betters
    ]
    for sitter in _unfit(table, ctx):
        table, purse, changed = restake(table, purse, sitter, 0)
        table = table.with_sitter(replace(changed, bet=0, again=False))
        said.append(("bet-unfit", {"name": sitter.name}))
    return table, purse, tuple(said)


def _unfit(table: Table, ctx: Context) -> Iterator[Sitter]:
    """Yield whose bet is off the limits or the step, not what equals stake, or not covered."""
    rules = in_force(table)
    least, most = bet_limits(ctx.settings, rules.rules.stake_step)
    kept = table
    for sitter in table.players_staked():
        chips = sitter.staked
        fits = least <= chips <= most and chips % rules.rules.stake_step == 0
        common = kept.players_staked()[0].staked
        fits = fits and (is_banked(rules.rules) or chips == common)
        if not fits or covered_bet(kept, rules, sitter.player, chips) < chips:
            kept = kept.with_sitter(replace(sitter, staked=0))
            yield sitter

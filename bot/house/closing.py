"""Ending: everything that is staked goes back to its owners."""

from dataclasses import replace

from bot.house.decision import Context, Decision, Purse
from bot.house.staking import return_everything
from bot.house.table import Table
from bot.ledger import Reason
from bot.notices import TablePhase, Urgency


def close(table: Table, ctx: Context, so_far: Decision) -> Decision:
    """Close a table on which no round runs and give everything back; the result still shows."""
    purse = Purse(ctx.wallets, so_far.transfers)
    table, purse = return_everything(table, purse)
    closed = replace(table, phase=TablePhase.CLOSED, closing=False, seed="")
    return replace(
        so_far,
        table=closed.waits_until(None),
        transfers=purse.transfers,
        urgency=Urgency.SETTLEMENT,
    )


def refund(table: Table, purse: Purse) -> tuple[Table, Purse]:
    """Give everything staked on the running round back to its owners."""
    running = table.running
    if running is None:
        return table, purse
    source = table.running_escrow
    for player, staked in zip(running.players, running.staked, strict=True):
        purse = purse.give_back(table, player, staked, source, Reason.VOID)
    if running.banker is not None:
        purse = purse.give_back(table, running.banker, running.bank_chips, source, Reason.VOID)
    return table, purse

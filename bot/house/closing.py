"""Ending: everything that is staked goes back to its owners."""

from dataclasses import replace

from bot.house.decision import Context, Decision, Purse, accepted, purse_after
from bot.house.staking import return_everything
from bot.house.table import Table
from bot.ledger import Reason
from bot.notices import TablePhase, Urgency


def close(table: Table, ctx: Context, so_far: Decision) -> Decision:
    """Close a table on which no round runs and give everything back; the result still shows."""
    purse = purse_after(so_far, ctx)
    table, purse = return_everything(table, purse)
    closed = replace(table, phase=TablePhase.CLOSED, closing=False, seed="", menu=None)
    return replace(
        so_far,
        table=closed.waits_until(None),
        transfers=purse.transfers,
        urgency=Urgency.SETTLEMENT,
    )


def retire(table: Table, ctx: Context, game: str, rules: str) -> Decision:
    """Close a table whose own rules are no longer known; everything staked goes back.

    A round that runs is voided. The chat goes on by the rules named, when it opens a table again.
    """
    playing = table.phase is TablePhase.PLAY
    purse = Purse(ctx.wallets)
    table, purse = refund(table, purse) if playing else (table, purse)
    table = replace(
        table,
        game=game,
        rules=rules,
        options=(),
        coming=None,
        running=None,
        voids=table.voids + playing,
    )
    decision = Decision(table, accepted("voided"), purse.transfers)
    if table.phase is not TablePhase.CLOSED:
        decision = replace(decision, said=(("rules-gone", {}),))
    return close(table, ctx, decision)


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

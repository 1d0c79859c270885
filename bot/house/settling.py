"""After a round: the chips of its escrow to their owners, the bank's way on, the next lobby."""

import json
from dataclasses import replace

from bot.basics import BANKER, PlayerId, Seat
from bot.games import is_banked
from bot.games.base import Bank, Result
from bot.house.closing import close
from bot.house.decision import Context, Decision, Live, Purse
from bot.house.rotation import next_banker, order_of_bankers
from bot.house.rules import in_force
from bot.house.staking import covered_bet, install_banker, restake, return_bank, would_bank
from bot.house.table import BETWEEN_DEALS, Running, Sitter, Table
from bot.ledger import Posting, Reason, Transfer, house, wallet
from bot.notices import TablePhase, Urgency


def settle(decision: Decision, ctx: Context, purse: Purse, live: Live) -> Decision:
    """Pay out a finished round, move the bank on and open the next betting, all in one commit."""
    table, result = decision.table, live.result
    running = table.running
    if running is None or result is None:
        raise AssertionError("nothing to settle")
    if result.scores:
        return _pause(decision, ctx, live)
    purse = paid_out(table, running, result, purse)
    table, purse = _after(table, running, ctx, purse, result)
    said: tuple[tuple[str, dict[str, int | str]], ...] = ()
    table, purse, uncovered = _return_uncovered(table, purse)
    said += tuple(("stake-returned", {"name": sitter.name}) for sitter in uncovered)
    settled = replace(
        decision,
        table=_waiting(table, ctx),
        live=live,
        transfers=purse.transfers,
        result=dump_result(result),
        urgency=min(decision.urgency, Urgency.SETTLEMENT),
        said=decision.said + said,
        hands=None,
    )
    if table.closing or not table.sitters:
        return close(settled.table, ctx, settled)
    return settled


def _pause(decision: Decision, ctx: Context, live: Live) -> Decision:
    """Let the points of a deal be read; the stakes stay where they are, the match goes on."""
    _, running = decision.in_round()
    seconds, result = ctx.settings.next_deal_seconds, live.result
    if result is None:
        raise AssertionError("nothing was counted")
    paused = replace(
        running, phase=BETWEEN_DEALS, phase_began_at=ctx.at, waiting=(), ready=(), void_votes=()
    )
    table = replace(decision.table, running=paused, seed=ctx.fresh_seed)
    return replace(
        decision,
        table=table.waits_until(ctx.at + seconds, seconds),
        live=live,
        result=dump_result(result),
        urgency=min(decision.urgency, Urgency.SETTLEMENT),
        hands=None,
    )


def _waiting(table: Table, ctx: Context) -> Table:
    """Start the clock: who bet during the round has as good as pressed Again."""
    seconds = ctx.settings.again_seconds
    if table.players_staked():
        return table.waits_until(ctx.at + seconds, seconds, deals=True)
    return table.waits_until(ctx.at + ctx.settings.lobby_seconds)


def paid_out(table: Table, running: Running, result: Result, purse: Purse) -> Purse:
    """Return the purse after one transfer that empties the round's escrow by its result."""
    gains: dict[PlayerId, int] = {
        player: staked + result.net[Seat(seat)]
        for seat, (player, staked) in enumerate(zip(running.players, running.staked, strict=True))
    }
    if running.banker is not None:
        gains[running.banker] = running.bank_chips + result.net[BANKER]
    postings = [Posting(wallet(table.community, player), gain) for player, gain in gains.items()]
    postings.append(Posting(table.running_escrow, -sum(running.staked) - running.bank_chips))
    if running.bank is Bank.HOUSE:
        postings.append(Posting(house(table.community), result.net[BANKER]))
    transfer = Transfer(
        tuple(posting for posting in postings if posting.chips),
        Reason.SETTLEMENT,
        table.running_match,
    )
    if not transfer.postings:
        return purse  # it was played for nothing
    wallets = {
        player: purse.holds(player) + gains.get(player, 0) for player in {*purse.wallets, *gains}
    }
    return Purse(wallets, (*purse.transfers, transfer))


def _after(
    table: Table, running: Running, ctx: Context, purse: Purse, result: Result
) -> tuple[Table, Purse]:
    """Return the settled table: who stays, who sits out, who banks next."""
    table = replace(
        table,
        phase=TablePhase.SETTLED,
        seed=ctx.fresh_seed,
        sitters=tuple(_rested(sitter, running) for sitter in table.sitters),
        bank_rounds=table.bank_rounds + 1,
    )
    rules = in_force(table).rules
    if not is_banked(rules):
        table = replace(table, led=running.players[0])
    if result.winner is not None:
        winner = running.players[result.winner]
        losers = tuple(player for player in running.players if player != winner)
        table = replace(table, last_match=(*losers, winner))
    if rules.player_banks:
        table, purse = _bank_moves_on(table, running, ctx, purse, result)
    return table.without(sitter.player for sitter in table.sitters if sitter.leaving), purse


def _bank_moves_on(
    table: Table, running: Running, ctx: Context, purse: Purse, result: Result
) -> tuple[Table, Purse]:
    """Give the bank to the first place that wants it and can cover a bet, else the house."""
    held = table.bank_rounds
    for place in _asked_to_bank(table, running, result):
        sitter = table.sitters[place]
        if not would_bank(sitter):
            continue
        taken = install_banker(table, purse, sitter, ctx.settings, bets_stand=False)
        if taken is None and sitter.player == running.banker:
            # Broke: whatever they get again is not put at stake without another press.
            table = table.with_sitter(replace(sitter, wants_bank=False, bank_wish=None))
        if taken is not None:
            table, purse = taken
            stayed = table.banker == running.banker
            return replace(table, bank_rounds=held if stayed else 0), purse
    return return_bank(table, purse)


def _asked_to_bank(table: Table, running: Running, result: Result) -> tuple[int, ...]:
    """Return the places in the order in which the rotation offers them the bank."""
    places = [sitter.player for sitter in table.sitters]
    if running.banker not in places:
        return tuple(range(len(places)))
    rules = in_force(table).rules
    here = places.index(running.banker)
    main = {
        places.index(player): _main(result, Seat(seat))
        for seat, player in enumerate(running.players)
        if player in places
    }
    place = next_banker(
        rules.rotation,
        len(places),
        here,
        main,
        {place for place, sitter in enumerate(table.sitters) if not would_bank(sitter)},
        clockwise=rules.clockwise,
        rounds_held=table.bank_rounds,
    )
    return order_of_bankers(len(places), here, place, clockwise=rules.clockwise)


def _rested(sitter: Sitter, running: Running) -> Sitter:
    """Return a sitter after the round; who did nothing in it but run out of time sits out.

    Who bet in it for the next round did something.
    """
    seat = running.seat_of(sitter.player)
    if seat is None:
        return sitter
    acts = running.acts[seat]
    idle = acts.timed_out > 0 and acts.count == 0 and not sitter.is_in
    return replace(sitter, again=sitter.is_in, sits_out=idle)


def _main(result: Result, seat: Seat) -> int:
    """Return what a seat won or lost with its hands alone (A-CN-9)."""
    return sum(hand.net for hand in result.hands if hand.seat == seat)


def _return_uncovered(table: Table, purse: Purse) -> tuple[Table, Purse, tuple[Sitter, ...]]:
    """Give back stakes for the next round that the next bank does not cover."""
    returned: list[Sitter] = []
    rules = in_force(table)
    for sitter in table.players_staked():
        if covered_bet(table, rules, sitter.player, sitter.staked) < sitter.staked:
            table, purse, changed = restake(table, purse, sitter, 0)
            table = table.with_sitter(replace(changed, again=False))
            returned.append(sitter)
    return table, purse, tuple(returned)


def dump_result(result: Result) -> str:
    """Write what every party won or lost; the cards follow from the round's actions."""
    return json.dumps({"net": {str(seat): chips for seat, chips in sorted(result.net.items())}})

"""A match from deal to deal: the pause in which points are read, the next deal, its early end.

The stakes of a match lie in the escrow of its first round until it is decided; between two deals
the round that was counted is still under way.
"""

from dataclasses import replace

from bot.basics import Fact, Seat, not_now
from bot.games.base import Bank, Setup
from bot.house import play
from bot.house.decision import Context, Decision, accepted, purse_after
from bot.house.match import begin, next_key
from bot.house.rules import in_force
from bot.house.table import Acts, Match, Running, Table, is_between_deals, with_entry
from bot.requests import Reply


def ask_for_next(table: Table, ctx: Context) -> Decision:
    """Deal on once both have read the points; who is not there is waited for a while."""
    running, _ = _under_way(table)
    if ctx.player not in running.players:
        raise not_now("not-in-round")
    if ctx.player in running.ready:
        raise not_now("next-deal-asked", seconds=table.wait_seconds)
    ready = (*running.ready, ctx.player)
    asked = replace(table, running=replace(play.here_again(running, ctx.player), ready=ready))
    if set(ready) >= set(running.players):
        return next_deal(asked, ctx, Decision(asked, accepted("dealt")))
    return Decision(asked, accepted("next-deal", seconds=table.wait_seconds))


def next_deal(table: Table, ctx: Context, so_far: Decision) -> Decision:
    """Deal the next round of a match to the same two, the other one dealing (CR-X1)."""
    running, match = _under_way(table)
    live = ctx.live
    if live is None or live.result is None:
        raise AssertionError("the last deal was not counted")
    rules = in_force(table)
    dealer = Seat((match.dealer + 1) % len(running.players))
    deck = ctx.make_deck(next_key(table), rules.rules.packs)
    scores = live.result.scores
    setup: Setup[object] = Setup(rules.dials, running.bets, deck, Bank.NONE, (), dealer, scores)
    dealt = Running(
        players=running.players,
        names=running.names,
        bets=running.bets,
        staked=running.staked,
        bank=running.bank,
        banker=running.banker,
        bank_chips=running.bank_chips,
        acts=(Acts(),) * len(running.acts),
        phase="",
        phase_began_at=ctx.at,
        leavers=running.leavers,
        match=replace(match, deal=match.deal + 1, dealer=dealer, scores=scores, cut=""),
    )
    return begin(replace(so_far, table=table), ctx, purse_after(so_far, ctx), setup, dealt)


def leave(table: Table, ctx: Context) -> Decision:
    """Leave a round; who loses chips by that, or a match, is asked first and leaves again."""
    running, price = table.under_way, _price_of_leaving(table, ctx)
    if running is None or price is None:
        return leave_at_once(table, ctx)
    at = dict(running.leavers).get(ctx.player)
    # A wall clock may have been set back while we were away: then it was not asked just now.
    waited = None if at is None or ctx.at < at else ctx.at - at
    if waited is not None and waited < ctx.settings.leave_sure_seconds:
        # Two quick presses are no second thought.
        raise not_now("leave-match-asked" if running.match else "leave-asked")
    if waited is not None and waited <= ctx.settings.leave_again_seconds:
        return leave_at_once(table, ctx)
    leavers = with_entry(running.leavers, ctx.player, ctx.at)
    return Decision(replace(table, running=replace(running, leavers=leavers)), price)


def _price_of_leaving(table: Table, ctx: Context) -> Reply | None:
    """Return the question to who would lose by leaving now, ``None`` for whom it costs nothing."""
    running, live, seconds = table.under_way, ctx.live, ctx.settings.leave_again_seconds
    seat, sitter = running.seat_of(ctx.player) if running else None, table.sitter(ctx.player)
    if running is None or live is None or seat is None or sitter is None or sitter.leaving:
        return None
    if running.match is not None:
        return accepted("leave-match", chips=running.bets[0], seconds=seconds)
    told = play.told_of_leaving(table, live, seat)
    if told.key == "leaving-forfeits":
        return accepted("leave-forfeits", chips=told.facts["chips"], seconds=seconds)
    return accepted("leave-costs", seconds=seconds) if told.key == "leaving-costs" else None


def leave_at_once(table: Table, ctx: Context) -> Decision:
    """Leave without being asked; a match that waits for its next deal ends in that at once."""
    if not is_between_deals(table):
        return play.leave(table, ctx)
    dealt = next_deal(table, ctx, Decision(table, accepted("dealt")))
    left = play.leave(dealt.table, replace(ctx, live=dealt.live))
    return replace(left, round=dealt.round, fresh=True, transfers=dealt.transfers + left.transfers)


def claim(table: Table, ctx: Context) -> Decision:
    """Win a match whose other player has run out of time too often in a row."""
    absent, (running, _) = _absent_for(table, ctx), _under_way(table)
    here = next(seat for seat, player in enumerate(running.players) if player == ctx.player)
    facts: dict[str, Fact] = {
        "name": running.names[here],
        "absent": running.names[absent],
        "turns": ctx.settings.missed_turns_max,
    }
    said = (("match-claimed", facts),)
    decision = Decision(table, accepted("claimed"), live=ctx.live, said=said)
    if is_between_deals(table):
        decision = replace(next_deal(table, ctx, decision), reply=accepted("claimed"))
    return play.left_by_the_clock(decision, ctx, absent)


def call_off(table: Table, ctx: Context) -> Decision:
    """Void such a match instead: both stakes go back."""
    _absent_for(table, ctx)
    return play.void(table, ctx, accepted("called-off"))


def _absent_for(table: Table, ctx: Context) -> Seat:
    """Return who is absent, for who sits across; raises ``Refusal`` where nobody is."""
    running, _ = _under_way(table)
    if ctx.player not in running.players:
        raise not_now("not-in-round")
    absent = play.absent_seat(running, ctx.settings)
    if absent is None or running.players[absent] == ctx.player:
        raise not_now("nobody-is-absent", turns=ctx.settings.missed_turns_max)
    return absent


def _under_way(table: Table) -> tuple[Running, Match]:
    """Return the deal and the match under way; raises ``Refusal(not_now, "no-match")``."""
    running = table.under_way
    if running is None or running.match is None:
        raise not_now("no-match")
    return running, running.match

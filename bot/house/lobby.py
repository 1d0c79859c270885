"""Between rounds: opening, joining, betting, the bank, leaving, closing."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from bot.basics import Refusal, not_now
from bot.games import is_banked
from bot.house import bank_question, deals
from bot.house.betting import (
    amount_named,
    bet,
    check_goes_on,
    held_here,
    less,
    more,
    offered_bet,
    rebet,
    stake_named,
    still_chooses,
    table_full,
    with_held,
)
from bot.house.closing import close
from bot.house.decision import Context, Decision, Purse, accepted, purse_after
from bot.house.match import deal as deal_cards
from bot.house.match import (
    deal_now,
    told_of_no_deal,
    when_all_are_ready,
    with_a_clock,
    with_room,
)
from bot.house.new_rules import chosen, for_later, other_rules, refitted, with_limits
from bot.house.pair_bets import pair
from bot.house.play import plays, vote_void
from bot.house.play import time_is_up as act_for_the_late
from bot.house.questions import place_of, staked_at
from bot.house.rules import in_force
from bot.house.side_bets import Said, return_all_of, told_of_returned
from bot.house.staking import (
    bank_needed,
    bet_limits,
    common_stake,
    install_banker,
    last_bet,
    nearest_bet,
    pass_on,
    restake,
    return_bank,
    return_everything,
    too_few_chips,
)
from bot.house.table import Sitter, Table, is_between_deals, is_match_on
from bot.notices import TablePhase, Urgency
from bot.requests import Reply


def new(table: Table, ctx: Context) -> Decision:
    """Open a table by the rules asked for, where nobody else is at one."""
    if table.phase is TablePhase.PLAY:
        raise not_now("round-running")
    others = [sitter for sitter in table.sitters if sitter.player != ctx.player]
    if table.phase is not TablePhase.CLOSED and others:
        raise not_now("table-open")
    before, table = ctx.purse, table.renewed
    table, purse = return_everything(table, Purse(ctx.wallets))
    game, rules, options = chosen(table, ctx)
    table = _opened(replace(table, game=game, rules=rules, options=options), ctx)
    with_limits(table, (), ctx.settings)  # some bet must be left by these rules
    reply = accepted("table-opened", rules=rules, returned=purse.holds(ctx.player) - before)
    return Decision(table, reply, purse.transfers, urgency=Urgency.TURN, fresh=True)


def _opened(table: Table, ctx: Context) -> Table:
    """Return the table as an empty lobby with its commitment."""
    opened = replace(
        table.renewed,
        phase=TablePhase.LOBBY,
        sitters=(),
        running=None,
        closing=False,
        bank_asked=(),
        menu=None,
        seed=table.seed if table.phase is not TablePhase.CLOSED else ctx.fresh_seed,
    )
    return _lobby_clock(opened, ctx)


def _lobby_clock(table: Table, ctx: Context) -> Table:
    """An absolute limit: joining and leaving do not move it (a lobby cannot be kept for ever)."""
    return table.waits_until(ctx.at + ctx.settings.lobby_seconds)


def join(table: Table, ctx: Context) -> Decision:
    """Sit down with a bet: asked for, the last one, or the minimum."""
    return with_a_clock(_join(table, ctx), ctx)


def _join(table: Table, ctx: Context) -> Decision:
    fresh = table.phase is TablePhase.CLOSED
    if fresh:
        table = _opened(table, ctx)
    sitter = table.sitter(ctx.player)
    if sitter is not None and table.banker == ctx.player:
        raise not_now("banker-bets-nothing")
    if sitter is not None and sitter.is_in and not ctx.request.args:
        is_set = common_stake(table, ctx.player) is not None
        raise not_now("already-in-set" if is_set else "already-in", bet=sitter.staked)
    if sitter is None:
        table = _with_room(table)
        sitter = Sitter(ctx.player, ctx.request.name, ctx.request.language, 0)
    if ctx.request.args:
        chips = stake_named(table, ctx)
    else:
        chips = nearest_bet(table, ctx, last_bet(table, ctx))
    decision = rebet(table, ctx, sitter, chips)
    place = place_of(decision.table, ctx.player)
    reply = with_held(place, _told_of_joining(decision.table, ctx, chips))
    return replace(decision, reply=reply, fresh=fresh or decision.fresh)


def _told_of_joining(table: Table, ctx: Context, chips: int) -> Reply:
    """Answer who is in, for which round, and whether the bank is theirs to take."""
    if table.phase is TablePhase.PLAY:
        return accepted("joined-next", bet=chips)
    is_first = table.sitters[0].player == ctx.player and table.banker is None
    if is_first and in_force(table).rules.first_is_asked:
        return accepted("joined-first", bet=chips)
    return accepted("joined", bet=chips)


def _with_room(table: Table) -> Table:
    """Return a table with a seat for one more: where none is left, that of somebody who sits out.

    Raises ``Refusal(not_now, "table-full")``.
    """
    roomy = with_room(table)
    if roomy is None:
        raise table_full(in_force(table).rules)
    return roomy


def again(table: Table, ctx: Context) -> Decision:
    """Play the next round with the same bet, or hold the bank on; who does not sit yet sits down.

    The cards come with the last one that is waited for.
    """
    if is_between_deals(table):
        return deals.ask_for_next(table, ctx)
    if table.phase is TablePhase.PLAY:
        raise not_now("round-running")
    sitter = table.sitter(ctx.player)
    at_stake = (sitter.staked if sitter else 0) + (table.bank if table.banker == ctx.player else 0)
    decision = when_all_are_ready(_again(table, ctx), ctx)
    if decision.round is not None:
        return replace(decision, reply=accepted("dealt"))  # nobody is told to wait for cards
    waits = table.phase is TablePhase.LOBBY or table.deals_at_deadline
    at_stake_or_free = at_stake or (sitter is not None and sitter.plays_free)
    if sitter is not None and sitter.again and at_stake_or_free and waits:
        raise not_now("again-already", bet=at_stake)
    return decision


def _again(table: Table, ctx: Context) -> Decision:
    sitter = table.sitter(ctx.player)
    if sitter is None and table.phase is not TablePhase.CLOSED:
        return _join(table, ctx)
    sitter = place_of(table, ctx.player)
    if table.banker == ctx.player:
        table = table.with_sitter(replace(sitter, again=True, sits_out=False))
        seconds = ctx.settings.again_seconds
        return Decision(table, accepted("again-bank", bank=table.bank, seconds=seconds))
    chips = offered_bet(table, ctx, sitter)
    reply = accepted("again", bet=chips, seconds=ctx.settings.again_seconds)
    return replace(rebet(table, ctx, sitter, chips), reply=reply)


def bank(table: Table, ctx: Context) -> Decision:
    """Take the bank where it is free, else say that one would take it when it passes.

    Who presses *Bank* and never held it here is asked for the amount first (``bank_question``).
    """
    opens = table.phase is TablePhase.CLOSED
    if opens:
        table = _opened(table, ctx)
    rules = in_force(table).rules
    if not is_banked(rules):
        raise not_now("no-bank")
    if not rules.player_banks:
        raise not_now("no-player-bank")
    check_goes_on(table)
    sitter = table.sitter(ctx.player)
    if sitter is None:
        table = _with_room(table)
        sitter = Sitter(ctx.player, ctx.request.name, ctx.request.language, 0)
    wish = _wish(table, ctx)
    sitter = replace(sitter, wants_bank=True, bank_wish=wish, sits_out=False, leaving=False)
    decision = _wished(table, ctx, sitter)
    if not opens and bank_question.is_asked(table, ctx):
        return _ask_how_much(table, ctx, sitter)
    banked = bank_question.remember_wish(decision.table, sitter)
    return replace(decision, table=banked, fresh=opens or decision.fresh)


def _ask_how_much(table: Table, ctx: Context, sitter: Sitter) -> Decision:
    held = _held_for_bank(table, ctx)
    least, _ = bet_limits(table, ctx.settings)
    if held < least:
        raise too_few_chips(ctx, held, least)
    return bank_question.ask(table, ctx, held, _bank_needed(table, ctx, sitter))


def _wish(table: Table, ctx: Context) -> int | None:
    """Return how much somebody wants to bank, ``None`` for everything they have."""
    held = _held_for_bank(table, ctx)
    if ctx.request.args:
        return None if ctx.request.args == ("all",) else amount_named(table, ctx, held)
    return bank_question.last_wish(table, ctx, held) if ctx.request.seen else None


def _held_for_bank(table: Table, ctx: Context) -> int:
    """Return what the asker could bank: a bank takes the place of their bets on pairs too."""
    return held_here(table, ctx) + table.side_chips(ctx.player)


def _bank_needed(table: Table, ctx: Context, sitter: Sitter) -> int:
    without = table.with_sitter(replace(sitter, staked=0)).without_side_bets_of(sitter.player)
    return bank_needed(without, ctx.settings)


def _wished(table: Table, ctx: Context, sitter: Sitter) -> Decision:
    if table.phase is TablePhase.PLAY or table.banker not in {None, ctx.player}:
        return Decision(table.with_sitter(sitter), accepted("bank-wished"))
    return _take_bank(table, ctx, replace(sitter, again=True))


def _take_bank(table: Table, ctx: Context, sitter: Sitter) -> Decision:
    before = table
    table, purse = return_bank(table.with_sitter(sitter), Purse(ctx.wallets))
    has = purse.holds(ctx.player) + sitter.held + table.side_chips(ctx.player)
    least, _ = bet_limits(table, ctx.settings)
    if has < least:
        raise too_few_chips(ctx, has, least)
    if sitter.bank_wish is not None and sitter.bank_wish > has:
        daily = ctx.settings.daily_chips
        raise not_now("bank-beyond-chips", have=has, need=sitter.bank_wish, daily=daily)
    need = _bank_needed(table, ctx, sitter)
    if need > has:
        raise not_now("bank-too-small", need=need, have=has)
    taken = install_banker(table, purse, sitter, ctx.settings)
    if taken is None:
        bank = sitter.bank_wish or has
        raise not_now("bank-wish-too-small", need=need, bank=bank, typed=str(need))
    table, purse = taken
    reply, said = accepted("bank-taken", bank=table.bank), told_of_returned(before, table)
    return with_a_clock(Decision(table, reply, purse.transfers, said=said), ctx)


def pass_bank(table: Table, ctx: Context) -> Decision:
    """Give the bank up, or no longer wait for it."""
    sitter = place_of(table, ctx.player)
    if not is_banked(in_force(table).rules):
        raise not_now("no-bank")
    if not sitter.wants_bank:
        raise not_now("no-bank-to-pass")
    table = table.with_sitter(replace(sitter, wants_bank=False, bank_wish=None))
    if plays(table, ctx.player) and table.running and table.running.banker == ctx.player:
        return Decision(table, accepted("bank-passes-later"))
    if table.banker != ctx.player:
        return Decision(table, accepted("bank-unwished"))
    before = table
    table, purse = pass_on(table, Purse(ctx.wallets), ctx.settings)
    said = told_of_returned(before, table)
    return Decision(table, accepted("bank-passed"), purse.transfers, said=said)


def leave(table: Table, ctx: Context, *, at_once: bool = False) -> Decision:
    """Get up: stakes for the next round come back; a running hand is played out.

    Who loses by leaving a round or a match is asked first, unless it has to be ``at_once``.
    """
    sitter = place_of(table, ctx.player)
    if plays(table, ctx.player):
        return deals.leave_at_once(table, ctx) if at_once else deals.leave(table, ctx)
    before, returned = table, staked_at(table, ctx.player)
    table, purse, sitter = restake(table, Purse(ctx.wallets), sitter, 0)
    table, purse = return_all_of(table, purse, ctx.player)
    if table.banker == ctx.player:
        unwilling = table.with_sitter(replace(sitter, wants_bank=False))
        table, purse = pass_on(unwilling, purse, ctx.settings)
    table = table.without([ctx.player])
    reply, said = accepted("left", returned=returned), told_of_returned(before, table)
    decision = Decision(table, reply, purse.transfers, said=said)
    if not table.sitters:
        return close(table, ctx, decision)
    return when_all_are_ready(decision, ctx) if table.deals_at_deadline else decision


def deal(table: Table, ctx: Context) -> Decision:
    """Deal; after a settlement that is *Again*: nobody sits out before their time.

    Who was still choosing a bet is in with it.
    """
    sitter = table.sitter(ctx.player)
    if table.phase is TablePhase.SETTLED or is_between_deals(table):
        return again(table, ctx)
    if sitter is None or not still_chooses(table, sitter):
        return deal_now(table, ctx)
    joined = _join(table, ctx)
    return deal_cards(joined.table, ctx, replace(joined, reply=accepted("dealt")))


def settings(table: Table, ctx: Context) -> Decision:
    """Put the menu of the rules under the table, play by others, or take the menu away."""
    if table.phase is TablePhase.PLAY:
        return for_later(table, ctx)
    fresh = table.phase is TablePhase.CLOSED
    if fresh:
        table = _opened(table, ctx)
    elif table.phase is TablePhase.SETTLED:
        table = _bets_open(table, ctx)
    if ctx.request.args == ("done",):
        said = _rules_told(ctx) if table.menu not in {None, table.settings_text} else ()
        closed = replace(table, menu=None)
        return Decision(closed, accepted("settings-done"), urgency=Urgency.TURN, said=said)
    if not ctx.request.args:
        opened = replace(table, menu=table.settings_text)
        return Decision(opened, accepted("settings"), urgency=Urgency.TURN, fresh=fresh)
    return replace(_by_other_rules(table, ctx), fresh=fresh)


def _by_other_rules(table: Table, ctx: Context) -> Decision:
    after, purse, said = refitted(other_rules(table, ctx), ctx)
    if table.menu is None:
        said = (*_rules_told(ctx), *said)
    reply = accepted("rules-set")
    return Decision(after, reply, purse.transfers, urgency=Urgency.TURN, said=said)


def _renewed(table: Table, ctx: Context) -> Decision:
    """Open the bets by the rules that were set during the round; what does not fit goes back."""
    lobby = _lobby_clock(_bets_open(table, ctx), ctx)
    try:
        lobby, purse, said = refitted(lobby.renewed, ctx)
    except Refusal:  # people sat down meanwhile, more than these rules deal to
        lobby, purse = replace(lobby, coming=None), Purse(ctx.wallets)
        said = (("rules-not-set", {}),)
    reply = accepted("rules-came")
    return Decision(lobby, reply, purse.transfers, urgency=Urgency.TURN, said=said)


def decided(table: Table, ctx: Context) -> Decision:
    """Return what a verb leads to, by the rules that were set during the last round if any were."""
    verb = ctx.request.verb
    over = table.phase in {TablePhase.SETTLED, TablePhase.LOBBY}
    if not over or table.coming is None or verb in _BY_ANY_RULES:
        return VERBS[verb](table, ctx)
    so_far = _renewed(table, ctx)
    return so_far if verb in _BY_THE_OLD_RULES else _then(so_far, ctx, VERBS[verb])


def _then(so_far: Decision, ctx: Context, decide: Callable[[Table, Context], Decision]) -> Decision:
    """Decide on the table that another decision leaves, and return both as one."""
    after = decide(so_far.table, replace(ctx, wallets=purse_after(so_far, ctx).wallets))
    return replace(
        after,
        transfers=so_far.transfers + after.transfers,
        said=so_far.said + after.said,
        urgency=min(so_far.urgency, after.urgency),
        result=so_far.result,
    )


_BY_ANY_RULES = frozenset({"table", "leave", "stop", "new"})
"""Verbs to which it does not matter what is played next."""

_BY_THE_OLD_RULES = frozenset({"again", "deal", "change"})
"""Verbs that mean the rules of the round that is over: bets are opened by the new ones instead."""


def _rules_told(ctx: Context) -> tuple[Said, ...]:
    return (("rules-set", {"name": ctx.request.name}),)


def stop(table: Table, ctx: Context) -> Decision:
    """Close the table, now or after the round that runs."""
    if table.phase is TablePhase.CLOSED:
        raise not_now("no-table")
    if table.sitter(ctx.player) is None and not ctx.request.rights.admin and table.sitters:
        raise not_now("only-seated-or-admins")
    if ctx.request.args:
        return _by_new_rules(vote_void(table, ctx), ctx)
    if table.phase is TablePhase.PLAY:
        key = "closing-match" if is_match_on(table) else "closing"
        return Decision(replace(table, closing=True), accepted(key))
    return close(table, ctx, Decision(table, accepted("closed")))


def _by_new_rules(voided: Decision, ctx: Context) -> Decision:
    """Let the rules that were set during a round count after it was called off."""
    if voided.table.phase is not TablePhase.LOBBY or voided.table.coming is None:
        return voided
    return replace(_then(voided, ctx, _renewed), reply=voided.reply)


def show(table: Table, _ctx: Context) -> Decision:
    """Post the table anew at the bottom of the chat."""
    if table.phase is TablePhase.CLOSED:
        raise not_now("no-table")
    return Decision(table, accepted("table-shown"), urgency=Urgency.TURN, fresh=True)


def change(table: Table, ctx: Context) -> Decision:
    """Go back from a settled table to the lobby, where bets are changed; nobody sits out.

    Who asks for it is not dealt in before they say so again; others who have pressed Again are,
    once the wait that begins anew is over. It begins anew once, for a lobby goes no further back.
    """
    sitter = place_of(table, ctx.player)
    if table.phase is not TablePhase.SETTLED:
        raise not_now("outdated")
    table, purse, sitter = restake(table, Purse(ctx.wallets), sitter, 0)
    table = _bets_open(table.with_sitter(replace(sitter, again=False)), ctx)
    reply = accepted("change-bet")
    if table.deals_at_deadline:
        reply = accepted("change-bet-soon", seconds=table.wait_seconds)
    return Decision(table, reply, purse.transfers, urgency=Urgency.TURN)


def _bets_open(table: Table, ctx: Context) -> Table:
    """Return a settled table as a lobby; whoever is in is waited with anew for the others."""
    present = tuple(replace(sitter, sits_out=False) for sitter in table.sitters)
    table = replace(table, phase=TablePhase.LOBBY, running=None, sitters=present)
    if not table.deals_at_deadline or not table.players_staked():
        return _lobby_clock(table, ctx)
    seconds = ctx.settings.again_seconds
    return table.waits_until(ctx.at + seconds, seconds, deals=True)


def expire(table: Table, ctx: Context) -> Decision:
    """Close a table at which nothing happened for too long."""
    decision = Decision(table, accepted("closed"), said=(("table-expired", {}),))
    return close(table, ctx, decision)


def back_to_lobby(table: Table, ctx: Context, missing: Refusal) -> Decision:
    """Open the bets where cards were announced and something is missing, which is told."""
    lobby = _lobby_clock(replace(table, phase=TablePhase.LOBBY, running=None), ctx)
    said = (told_of_no_deal(table, missing),)
    return Decision(lobby, accepted("too-few"), urgency=Urgency.TURN, said=said)


def time_is_up(table: Table, ctx: Context) -> Decision:
    """Return what happens when a table's time is up, whatever it waits for."""
    if is_between_deals(table):
        return deals.next_deal(table, ctx, Decision(table, accepted("dealt")))
    if table.phase is TablePhase.PLAY:
        return act_for_the_late(table, ctx)
    if not table.deals_at_deadline:
        return expire(table, ctx)
    if table.coming is not None:
        return _renewed(table, ctx)
    try:
        return deal_cards(table, ctx, Decision(table, accepted("dealt")))
    except Refusal as missing:
        return back_to_lobby(table, ctx, missing)


VERBS: Mapping[str, Callable[[Table, Context], Decision]] = {
    "new": new,
    "join": join,
    "bet": bet,
    "more": more,
    "less": less,
    "bank": bank,
    "pass_bank": pass_bank,
    "pair": pair,
    "deal": deal,
    "again": again,
    "change": change,
    "table": show,
    "leave": leave,
    "stop": stop,
    "settings": settings,
    "claim": deals.claim,
    "calloff": deals.call_off,
}
"""What each verb does between rounds."""

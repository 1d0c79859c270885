"""Acting in a round: asking the rules, staking, what follows of itself, and running out of time."""

from dataclasses import replace

from bot.basics import Fact, PlayerId, Refusal, Seat, not_now
from bot.games import INSURANCE, is_banked, times_held
from bot.games.base import Choice, PublicEvent, Step, Turns
from bot.house import settling
from bot.house.archive import VOIDED
from bot.house.closing import close, refund
from bot.house.decision import Context, Decision, Live, Purse, accepted, purse_after
from bot.house.rules import in_force
from bot.house.settings import HouseSettings
from bot.house.staking import install_banker, restake, would_bank
from bot.house.table import (
    Acts,
    Match,
    Running,
    Table,
    is_between_deals,
    is_match_on,
    without_entry,
)
from bot.house.timers import play_deadline
from bot.notices import TablePhase, Urgency
from bot.ports import ActionRow
from bot.requests import Reply

ACTED = Reply(accepted=True, key="acted")


def not_in_round(table: Table) -> Refusal:
    """Return the refusal of who is not dealt in; a match of others takes nobody in."""
    return not_now("not-in-match" if is_match_on(table) else "not-in-round")


def plays(table: Table, player: PlayerId) -> bool:
    """Whether a player is in the running round."""
    return table.under_way is not None and table.under_way.seat_of(player) is not None


def check_seen(table: Table, ctx: Context) -> None:
    """Refuse a press on a view that is gone: another round or phase, an older panel.

    Raises ``Refusal(not_now, "outdated")``. Typed commands carry no view and pass.
    """
    seen, running = ctx.request.seen, table.running
    if seen is None:
        return
    fits = (seen.table, seen.round) == (table.number, table.round)
    if fits and seen.counter is not None:
        seat = running.seat_of(ctx.player) if running else None
        fits = running is not None and seat is not None and running.acts[seat].count == seen.counter
    elif fits:
        fits = seen.phase == phase_of(table)
    if not fits:
        raise not_now("outdated")


def phase_of(table: Table) -> str:
    """Return what buttons call the part of the evening that a table is in."""
    return table.under_way.phase if table.under_way else table.phase.value


def act(table: Table, ctx: Context) -> Decision:
    """Let a player act in the running round."""
    running, live = table.running, ctx.live
    if table.phase is not TablePhase.PLAY or running is None or live is None:
        raise not_now("no-round")
    seat = running.seat_of(ctx.player)
    if seat is None:
        raise not_in_round(table)
    words = (ctx.request.verb, *ctx.request.args)
    if _is_double_tap(running.acts[seat], ctx, " ".join(words)):
        return Decision(table, ACTED)
    check_seen(table, ctx)
    action = live.game.parse(words)
    purse = Purse(ctx.wallets)
    try:
        choice = _choice(live, seat, action)
    except Refusal as refusal:
        raise _refused_in_full(running, seat, refusal) from None
    decision = Decision(table, ACTED, live=live)
    _check_payable(decision, ctx, purse, choice)
    return _applied(decision, ctx, purse, seat, action)


def _is_double_tap(acts: Acts, ctx: Context, words: str) -> bool:
    """Design, section 4, step 5: a second press within 0.4 s gets the first answer."""
    # Not below 0: a clock that was set back makes no double tap.
    soon = 0 <= ctx.at - acts.last_at < ctx.settings.double_tap_seconds
    pressed = ctx.request.seen is not None
    return pressed and soon and (words == acts.last_words or acts.last_closed)


def _choice(live: Live, seat: Seat, action: object) -> Choice[object]:
    """Return the legal choice of that action; raises the rules' own refusal otherwise."""
    for choice in live.choices(seat):
        if choice.action == action:
            return choice
    if live.game.apply(live.state, seat, action).stakes:
        raise AssertionError("the rules accept a stake that they do not list")
    return Choice(action)  # another way of writing one of them


def _refused_in_full(running: Running, seat: Seat, refusal: Refusal) -> Refusal:
    """Tell who could not pay the premium that this was the answer: they gave none themselves."""
    needed = dict(running.too_dear).get(seat)
    if needed is None or refusal.key != "already-answered":
        return refusal
    return not_now("premium-beyond-chips", need=needed)


def _check_payable(decision: Decision, ctx: Context, purse: Purse, choice: Choice[object]) -> None:
    """Refuse what the wallet cannot pay or the bank cannot cover; the rules know neither."""
    live, running = decision.in_round()
    held = purse.holds(ctx.player)
    times = times_held(in_force(decision.table).rules, live.view)
    need = choice.stake * times
    if need > held:
        daily = ctx.settings.daily_chips
        key = "short-of-chips" if times == 1 else "short-of-chips-held"
        raise not_now(key, have=held, need=need, daily=daily)
    if _is_uncovered(decision.table, choice):
        raise not_now("bank-short", covered=running.bank_chips)


def payable(table: Table, live: Live, seat: Seat, purse: Purse) -> tuple[Choice[object], ...]:
    """Return the choices of a seat that it can pay and the bank can cover."""
    choices = live.choices(seat)
    return tuple(choice for choice in choices if _is_payable(table, live, choice, seat, purse))


def _is_payable(table: Table, live: Live, choice: Choice[object], seat: Seat, purse: Purse) -> bool:
    player = table.running.player_at(seat) if table.running else None
    times = times_held(in_force(table).rules, live.view)
    paid = player is None or choice.stake * times <= purse.holds(player)
    return paid and not _is_uncovered(table, choice)


def _is_uncovered(table: Table, choice: Choice[object]) -> bool:
    """Whether a choice would put up more than a player's bank could pay."""
    running = table.running
    if running is None or running.banker is None or not in_force(table).rules.covered:
        return False
    return choice.stake > 0 and choice.exposure > running.bank_chips


def _applied(
    decision: Decision,
    ctx: Context,
    purse: Purse,
    seat: Seat,
    action: object,
    *,
    timed_out: bool = False,
) -> Decision:
    """Apply one action a person (or their clock) took, then everything that follows of itself."""
    earlier, before = decision.in_round()
    decision, purse = _one(decision, purse, seat, action, auto=timed_out)
    live, running = decision.in_round()
    old = running.acts[seat]
    closed = _hand_of(earlier, seat) != _hand_of(live, seat)
    words = " ".join((ctx.request.verb, *ctx.request.args))
    acts = (
        replace(old, timed_out=old.timed_out + 1, late_hand=_late_hand(old, earlier, seat))
        if timed_out
        else replace(old, count=old.count + 1, last_at=ctx.at, last_words=words, last_closed=closed)
    )
    running = replace(
        running,
        acts=_with(running.acts, seat, acts),
        match=_attended(running.match, seat, timed_out=timed_out),
        leavers=without_entry(running.leavers, ctx.player),  # who plays on has stayed
    )
    decision = replace(decision, table=replace(decision.table, running=running))
    return go_on(decision, ctx, purse, before=before)


def _late_hand(acts: Acts, live: Live, seat: Seat) -> int:
    """Return the first hand of a seat that its clock plays: the later ones are late too."""
    return acts.late_hand if acts.timed_out else _hand_of(live, seat) or 0


def _attended(match: Match | None, seat: Seat, *, timed_out: bool) -> Match | None:
    """Return a match in which a seat has run out of time once more, or is there again."""
    if match is None:
        return None
    missed = [
        count if place != seat else (count + 1 if timed_out else 0)
        for place, count in enumerate(match.missed)
    ]
    return replace(match, missed=tuple(missed))


def here_again(running: Running, player: PlayerId) -> Running:
    """Return a round of a match in which somebody has shown that they are there."""
    seat = running.seat_of(player)
    if seat is None:
        return running
    return replace(running, match=_attended(running.match, seat, timed_out=False))


def absent_seat(running: Running, settings: HouseSettings) -> Seat | None:
    """Return who has run out of time so often in a row that the other may end the match."""
    missed = running.match.missed if running.match else ()
    absent = [Seat(seat) for seat, count in enumerate(missed) if count >= settings.missed_turns_max]
    return absent[0] if len(absent) == 1 else None


def _hand_of(live: Live, seat: Seat) -> int | None:
    """Return which hand a seat plays now, ``None`` once it has none left to play."""
    if seat not in live.actors:
        return None
    hand: int = live.game.private_view(live.state, seat).hand
    return hand


def _with(acts: tuple[Acts, ...], seat: Seat, changed: Acts) -> tuple[Acts, ...]:
    place = seat % len(acts)
    return (*acts[:place], changed, *acts[place + 1 :])


def _one(
    decision: Decision, purse: Purse, seat: Seat, action: object, *, auto: bool
) -> tuple[Decision, Purse]:
    """Apply one action: new state, its row, what can be lost with its stake into escrow."""
    table = decision.table
    live, running = decision.in_round()
    times = times_held(in_force(table).rules, live.view)
    step = live.game.apply(live.state, seat, action)
    row = ActionRow(table.number, table.round, running.seq, seat, live.game.format(action), auto)
    staked = list(running.staked)
    for stake in step.stakes:
        player = running.players[stake.seat]
        purse = purse.stake(table, player, stake.chips * times, table.running_escrow)
        staked[stake.seat] += stake.chips * times
    running = replace(running, staked=tuple(staked), seq=running.seq + 1)
    live = replace(live, state=step.state, events=live.events + public_events(step))
    changed = replace(
        decision,
        table=replace(table, running=running),
        live=live,
        actions=(*decision.actions, row),
        transfers=purse.transfers,
    )
    return changed, purse


def public_events(step: Step[object]) -> tuple[PublicEvent, ...]:
    """Return what everyone saw of a step."""
    return tuple(event for event in step.events if isinstance(event, PublicEvent))


def go_on(decision: Decision, ctx: Context, purse: Purse, *, before: Running | None) -> Decision:
    """Take every act that follows of itself, then settle or set the clock for who decides."""
    while (following := _following(decision, purse)) is not None:
        seat, action, too_dear = following
        decision, purse = _one(decision, purse, seat, action, auto=True)
        if too_dear:
            decision = _answered_for(decision, seat, too_dear)
    table = decision.table
    live, running = decision.in_round()
    result = live.game.result(live.state)
    if result is not None:
        return settling.settle(decision, ctx, purse, replace(live, result=result))
    view = live.view
    rules = in_force(table).rules
    changed = view.phase != running.phase
    began = ctx.at if changed else running.phase_began_at
    turned = changed or (rules.turns is Turns.IN_ORDER and view.waiting != running.waiting)
    running = replace(running, phase=view.phase, phase_began_at=began, waiting=view.waiting)
    deadline, seconds = play_deadline(table, before, running, view, rules, ctx.at, ctx.settings)
    table = replace(table, running=running).waits_until(deadline, seconds)
    urgency = Urgency.TURN if turned else decision.urgency
    # Where nobody banks, everyone plays against everyone, and a panel shows the others' open cards.
    everyone = turned or not is_banked(rules)
    hands = None if everyone else (*(decision.hands or ()), ctx.player)
    return replace(
        decision,
        table=table,
        urgency=min(urgency, decision.urgency),
        hands=None if decision.hands is None else hands,
    )


def _answered_for(decision: Decision, seat: Seat, needed: int) -> Decision:
    """Note that a seat has answered no for want of chips."""
    _, running = decision.in_round()
    running = replace(running, too_dear=(*running.too_dear, (seat, needed)))
    return replace(decision, table=replace(decision.table, running=running))


def _following(decision: Decision, purse: Purse) -> tuple[Seat, object, int] | None:
    """Return the act that nobody need ask for: of the house, of who left, or the one choice left.

    Who cannot pay for the other has answered (design, section 6: no premium, no insurance); the
    last part is what that would have taken, 0 where it is not for want of chips.
    """
    live, running = decision.in_round()
    for seat in live.actors:
        if _plays_itself(decision.table, running, seat):
            return seat, live.game.on_timeout(live.state, seat), 0
        if live.view.phase != INSURANCE:
            continue  # everywhere else one of two choices costs nothing
        asked = [choice for choice in live.choices(seat) if not choice.quits]
        left = [
            choice for choice in asked if _is_payable(decision.table, live, choice, seat, purse)
        ]
        if len(left) == 1 < len(asked):
            return seat, left[0].action, max(choice.stake for choice in asked)
    return None


def _plays_itself(table: Table, running: Running, seat: Seat) -> bool:
    """Whether nobody sits there to be asked: the house in the bank's seat, or who has left."""
    player = running.player_at(seat)
    return player is None or _has_left(table, player)


def _has_left(table: Table, player: PlayerId) -> bool:
    sitter = table.sitter(player)
    return sitter is None or sitter.leaving


def time_is_up(table: Table, ctx: Context) -> Decision:
    """Act for everyone who is late."""
    live = ctx.live
    if live is None:
        raise AssertionError("time runs out in a round only")
    decision = Decision(table, ACTED, live=live, urgency=Urgency.TURN, hands=None)
    late = live.actors
    if _nobody_is_there(table.running, ctx.settings):
        abandoned = void(table, ctx, accepted("voided"))
        turns = ctx.settings.missed_turns_max
        return replace(abandoned, said=(("match-abandoned", {"turns": turns}),))
    for seat in late:
        decision = _late(decision, ctx, seat)
    return decision


def _nobody_is_there(running: Running | None, settings: HouseSettings) -> bool:
    """Whether all have run out of time so often in a row that the match goes on for nobody."""
    match = running.match if running else None
    return match is not None and min(match.missed) >= settings.missed_turns_max


def left_by_the_clock(decision: Decision, ctx: Context, seat: Seat) -> Decision:
    """Take the way out of a round for a seat that is not there."""
    live, _ = decision.in_round()
    way_out = next(choice.action for choice in live.choices(seat) if choice.quits)
    purse = purse_after(decision, ctx)
    return _applied(decision, ctx, purse, seat, way_out, timed_out=True)


def _late(decision: Decision, ctx: Context, seat: Seat) -> Decision:
    while decision.table.phase is TablePhase.PLAY and decision.live is not None:
        live = decision.live
        if seat not in live.actors:
            break
        purse = purse_after(decision, ctx)
        action = live.game.on_timeout(live.state, seat)
        before = decision.table.running
        decision = _applied(decision, ctx, purse, seat, action, timed_out=True)
        after = decision.table.running
        if before is None or after is None or before.phase != after.phase or after.match:
            break  # in a match every card has its time
    return decision


def leave(table: Table, ctx: Context) -> Decision:
    """Leave in the middle of a round: by the rules' own way out, else the hand plays itself.

    A stake for the next round comes back; the seat is free after this one.
    """
    running, live = table.running, ctx.live
    sitter = table.sitter(ctx.player)
    seat = running.seat_of(ctx.player) if running else None
    if running is None or live is None or seat is None or sitter is None:
        raise not_now("not-seated")
    if sitter.leaving:
        raise not_now("already-leaving")
    table, purse, sitter = restake(table, Purse(ctx.wallets), sitter, 0)
    table = table.with_sitter(replace(sitter, leaving=True, wants_bank=False))
    votes = tuple(player for player in running.void_votes if player != ctx.player)
    table = replace(table, running=replace(running, void_votes=votes))
    decision = Decision(table, told_of_leaving(table, live, seat), purse.transfers, live=live)
    way_out = _way_out(live, seat)
    if way_out is not None:
        return _applied(decision, ctx, purse, seat, way_out.action)
    return _late(decision, ctx, seat)


def _way_out(live: Live, seat: Seat) -> Choice[object] | None:
    return next((choice for choice in live.choices(seat) if choice.quits), None)


def told_of_leaving(table: Table, live: Live, seat: Seat) -> Reply:
    """Answer who leaves in a round with what it costs, where that can be told."""
    if is_match_on(table):
        return accepted("match-left")
    way_out = _way_out(live, seat)
    if way_out is not None and way_out.forfeits:
        return accepted("leaving-forfeits", chips=way_out.forfeits)
    untold = way_out is not None and way_out.forfeits is None
    costs = untold and in_force(table).rules.leaving_is_penalised
    return accepted("leaving-costs" if costs else "leaving")


def vote_void(table: Table, ctx: Context) -> Decision:
    """Void the round: an admin without a seat alone, or everyone together who is still in it.

    Who has left is neither asked nor counted; the others have to vote after that.
    """
    running = table.running
    if ctx.request.args != ("void",):
        raise not_now("void-or-nothing")
    if table.phase is not TablePhase.PLAY or running is None:
        raise not_now("no-round")
    if not plays(table, ctx.player):
        if table.sitter(ctx.player) is not None:
            raise not_in_round(table)
        return void(table, ctx, Reply(accepted=True, key="voided"))
    votes = {*running.void_votes, ctx.player}
    needed = {player for player in running.everyone if not _has_left(table, player)}
    if ctx.player not in needed:
        raise not_now("already-leaving")
    if len(needed) == 1:
        # One player alone against the house would take back every hand that goes badly.
        raise not_now("void-needs-two")
    if votes >= needed:
        return void(table, ctx, Reply(accepted=True, key="voided"))
    running = replace(running, void_votes=tuple(sorted(votes)))
    missing = len(needed - votes)
    reply = Reply(accepted=True, key="void-voted", facts={"missing": missing})
    facts: dict[str, Fact] = {"name": ctx.request.name, "missing": missing}
    said = (("void-voted", facts),)
    return Decision(replace(table, running=running), reply, said=said)


def void(table: Table, ctx: Context, reply: Reply) -> Decision:
    """Call the running round off: everything staked on it goes back.

    Who voids a round that is not in play (``ctx.live``) knows whether there is one to be ended.
    """
    banker = table.running.banker if table.running else None
    # Between two deals the last one has its result already; what is void is the match. The seed of
    # the next deal, whose commitment was shown, makes the next round that is dealt here.
    between = is_between_deals(table)
    result = VOIDED if ctx.live and not between else None
    was_match = is_match_on(table)
    table, purse = refund(table, Purse(ctx.wallets))
    table = replace(
        table,
        phase=TablePhase.LOBBY,
        running=None,
        voids=table.voids + 1,
        seed=table.seed if between else ctx.fresh_seed,
        sitters=tuple(sitter for sitter in table.sitters if not sitter.leaving),
    )
    table, purse = _banks_on(table, banker, ctx, purse)
    said = (("round-voided", {"round": table.round, "voids": table.voids}),)
    if was_match:
        said = (("match-voided", {"round": table.round, "voids": table.voids}),)
    decision = Decision(
        table.waits_until(ctx.at + ctx.settings.lobby_seconds),
        reply,
        purse.transfers,
        result=result,
        urgency=Urgency.SETTLEMENT,
        said=said,
    )
    ends = table.closing or not table.sitters
    return close(decision.table, ctx, decision) if ends else decision


def _banks_on(
    table: Table, banker: PlayerId | None, ctx: Context, purse: Purse
) -> tuple[Table, Purse]:
    """Let the banker of a voided round hold the bank of the next one, if willing and able."""
    sitter = table.sitter(banker) if banker else None
    if sitter is None or not would_bank(sitter):
        return table, purse
    return install_banker(table, purse, sitter, ctx.settings) or (table, purse)

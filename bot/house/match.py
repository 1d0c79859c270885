"""From the lobby to the dealt round: who is ready, who plays, the deck, the first cards."""

from dataclasses import replace

from bot import fairness
from bot.basics import Refusal, not_now
from bot.games import is_banked
from bot.games.base import FIRST, Bank, Setup, TableRules
from bot.house.archive import dump_setup
from bot.house.cutting import first_deal
from bot.house.decision import Context, Decision, Live, Purse, accepted, purse_after
from bot.house.play import go_on, plays, public_events
from bot.house.rotation import next_banker
from bot.house.rules import InForce, in_force
from bot.house.side_bets import Said, as_dealt, return_undealt, told_of_returned
from bot.house.staking import pass_on
from bot.house.table import Acts, Running, Sitter, Table, is_between_deals
from bot.notices import TablePhase, Urgency
from bot.ports import RoundRow


def seats_taken(table: Table, rules: TableRules) -> int:
    """Return how many of the table's seats are taken; a bank always takes one where players bank.

    ``rules.md``, decision 5.
    """
    return len(table.sitters) + (rules.player_banks and table.banker is None)


def with_room(table: Table) -> Table | None:
    """Return a table with a seat for one more, ``None`` where there is none.

    Where all are taken it is that of somebody who sits out, with nothing at stake.
    """
    rules = in_force(table).rules
    if seats_taken(table, rules) < rules.seats_max:
        return table
    for sitter in table.sitters:
        is_bet_on = any(sitter.player in {bet.by, bet.on} for bet in table.side_bets)
        holds = sitter.is_in or table.banker == sitter.player or plays(table, sitter.player)
        if sitter.sits_out and not holds and not is_bet_on:
            return table.without([sitter.player])
    return None


def not_seated(table: Table) -> Refusal:
    """Return the refusal of what only those may who sit at the table."""
    return not_now("not-seated-full" if with_room(table) is None else "not-seated")


def deal_now(table: Table, ctx: Context) -> Decision:
    """Deal because somebody at the table asks for it."""
    if table.phase is TablePhase.PLAY:
        raise not_now("round-running")
    if table.phase is TablePhase.CLOSED:
        raise not_now("no-table")
    if table.sitter(ctx.player) is None and not ctx.request.rights.admin:
        raise not_seated(table)
    return deal(table, ctx, Decision(table, accepted("dealt")))


def is_late_to_deal(table: Table, ctx: Context) -> bool:
    """Whether Deal or Again was pressed for just the round that runs: another press was faster."""
    seen = ctx.request.seen
    if seen is None or table.phase is not TablePhase.PLAY or is_between_deals(table):
        return False
    is_for_it = (seen.table, seen.round + 1) == (table.number, table.round)
    return is_for_it and seen.phase in _BEFORE_A_DEAL and ctx.request.verb in _DEALING


def late_to_deal(table: Table, ctx: Context) -> Decision:
    """Answer such a press as the one that dealt; who is not in the round waits for its end."""
    if not plays(table, ctx.player):
        raise not_now("round-running")
    return Decision(table, accepted("dealt"))


_BEFORE_A_DEAL = {TablePhase.LOBBY.value, TablePhase.SETTLED.value}
_DEALING = {"deal", "again"}


def when_all_are_ready(decision: Decision, ctx: Context) -> Decision:
    """Deal after a settlement once everyone present has pressed Again; the first starts a clock."""
    table = decision.table
    if table.phase is not TablePhase.SETTLED or table.coming is not None:
        return decision
    present = [sitter for sitter in table.sitters if not sitter.sits_out]
    if all(sitter.again for sitter in present) and _missing(table) is None:
        return deal(table, ctx, decision)
    return with_a_clock(decision, ctx)


def with_a_clock(decision: Decision, ctx: Context) -> Decision:
    """Start the clock of *Again* after a settlement, if it does not run: somebody plays on."""
    table = decision.table
    if table.phase is not TablePhase.SETTLED or table.deals_at_deadline:
        return decision
    seconds = ctx.settings.again_seconds
    return replace(decision, table=table.waits_until(ctx.at + seconds, seconds, deals=True))


def _missing(table: Table) -> Refusal | None:
    """Return why a table cannot deal, ``None`` if it can."""
    rules = in_force(table).rules
    players = len(table.players_staked())
    bank = table.banker is not None or (rules.player_banks and rules.house_banks)
    if table.banker is None and not rules.house_banks and rules.player_banks:
        if rules.first_is_asked and table.sitters:
            return not_now("bank-offered", name=table.sitters[0].name)
        return not_now("bank-wanted")
    if players == 0:
        return not_now("no-bets")
    if players + bank >= rules.seats_min:
        return None
    if rules.player_banks:
        return not_now("too-few", seats=rules.seats_min)
    return not_now("too-few-players", least=rules.seats_min)


def told_of_no_deal(table: Table, missing: Refusal) -> Said:
    """Return the sentence about cards that were announced and do not come, for want of what."""
    banker = table.sitter(table.banker) if table.banker else None
    least = missing.facts.get("least") or missing.facts.get("seats") or 0
    if not table.players_staked():
        return ("undealt-no-bets", {})
    if banker is not None and not banker.again:
        return ("undealt-bank-away", {"name": banker.name})
    if missing.key in {"bank-offered", "bank-wanted"}:
        return ("undealt-no-bank", {})
    return ("undealt-too-few", {"least": least}) if least else ("undealt", {})


def deal(table: Table, ctx: Context, so_far: Decision) -> Decision:
    """Deal a round to everyone who has a stake; raises ``Refusal`` when it cannot begin.

    After a settlement those who have not pressed Again sit out. A banker who has not yields, also
    in a lobby where the wait for who had not is over.
    """
    before, purse = table, purse_after(so_far, ctx)
    if table.phase is TablePhase.SETTLED:
        table = _without_the_unready(table)
    if table.phase is TablePhase.SETTLED or _is_overdue(table, ctx):
        table, purse = _held_by_the_ready(table, purse, ctx)
    missing = _missing(table)
    if missing is not None:
        raise missing
    table, purse = return_undealt(
        table, purse, [sitter.player for sitter in table.players_staked()]
    )
    said = told_of_returned(before, table)
    rules = in_force(table)
    setup, running = _seated(table, ctx, rules)
    if before.phase is TablePhase.SETTLED and before.banker != table.banker:
        running = replace(running, yielded=before.banker)
    so_far = replace(so_far, table=table, said=so_far.said + said)
    return begin(so_far, ctx, purse, setup, running)


def begin(
    so_far: Decision, ctx: Context, purse: Purse, setup: Setup[object], running: Running
) -> Decision:
    """Deal a round to those in ``running``, by the seed of the next round."""
    table, game = so_far.table, in_force(so_far.table).game
    changed = table.menu not in {None, table.settings_text}  # and nobody has pressed Done
    step = game.start(setup)
    number = table.round + 1
    row = RoundRow(table.number, number, dump_setup(table, running, setup))
    table = replace(
        table,
        phase=TablePhase.PLAY,
        round=number,
        running=running,
        banker=None,
        bank=0,
        side_bets=(),
        menu=None,
        sitters=tuple(_dealt_in(sitter) for sitter in table.sitters),
    )
    dealt = replace(
        so_far,
        table=table,
        live=Live(number, game, setup, step.state, public_events(step)),
        transfers=purse.transfers,
        round=row,
        urgency=Urgency.DEAL,
        fresh=True,
        hands=None,
        said=(*so_far.said, *([("rules-changed", {})] if changed else [])),
    )
    return go_on(dealt, ctx, purse, before=None)


def _dealt_in(sitter: Sitter) -> Sitter:
    return replace(sitter, staked=0, reserve=0, plays_free=False, again=False)


def _is_overdue(table: Table, ctx: Context) -> bool:
    deadline = table.deadline if table.deals_at_deadline else None
    return deadline is not None and ctx.at >= deadline


def _without_the_unready(table: Table) -> Table:
    ready = tuple(
        sitter if sitter.again else replace(sitter, sits_out=True) for sitter in table.sitters
    )
    return replace(table, sitters=ready)


def _held_by_the_ready(table: Table, purse: Purse, ctx: Context) -> tuple[Table, Purse]:
    banker = table.sitter(table.banker) if table.banker else None
    if banker is None or banker.again:
        return table, purse
    return pass_on(table, purse, ctx.settings)


def _first_place(table: Table, rules: TableRules) -> int:
    """Return the place that moves first: the one on the banker's left (A-QQ-10).

    Where nobody banks, the first move passes round the table as a bank would (A-HF-2).
    """
    places = [sitter.player for sitter in table.sitters]
    if table.banker in places:
        return places.index(table.banker) + 1
    if is_banked(rules) or table.led not in places:
        return 0
    led = places.index(table.led)
    idle = {place for place, sitter in enumerate(table.sitters) if not sitter.is_in}
    return next_banker(rules.rotation, len(places), led, {}, idle, clockwise=rules.clockwise)


def _seated(table: Table, ctx: Context, rules: InForce) -> tuple[Setup[object], Running]:
    """Return the round's setup and who sits where, clockwise from who moves first."""
    first = _first_place(table, rules.rules)
    clockwise = table.sitters[first:] + table.sitters[:first]
    players = [sitter for sitter in clockwise if sitter.is_in]
    bank = Bank.PLAYER if table.banker else Bank.HOUSE if rules.rules.house_banks else Bank.NONE
    key = next_key(table)
    stakes = tuple(sitter.staked for sitter in players)
    names = tuple(sitter.player for sitter in players)
    match = first_deal(table, ctx, key, names) if rules.rules.is_match else None
    dealer = match.dealer if match else FIRST
    deck = ctx.make_deck(key, rules.rules.packs)
    beside = as_dealt(table.side_bets, names)
    setup: Setup[object] = Setup(rules.dials, stakes, deck, bank, beside, dealer)
    banker = table.sitter(table.banker) if table.banker else None
    running = Running(
        players=names,
        names=tuple(sitter.name for sitter in (*players, *([banker] if banker else []))),
        bets=stakes,
        staked=tuple(sitter.held + table.side_chips(sitter.player) for sitter in players),
        bank=bank,
        banker=table.banker,
        bank_chips=table.bank,
        acts=(Acts(),) * (len(players) + 1),
        phase="",
        phase_began_at=ctx.at,
        match=match,
    )
    return setup, running


def next_key(table: Table) -> bytes:
    """Return what the deck of the next round follows from."""
    seed = bytes.fromhex(table.seed)
    return fairness.key(seed, table.chat, table.round + 1, table.rules_text)

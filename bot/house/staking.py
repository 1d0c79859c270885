"""Bets, the bank and its cover: what may be staked, and moving it between wallet and escrow."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from bot.basics import PlayerId, Refusal, not_now, unreadable
from bot.games import is_banked
from bot.games.base import SideBet, TableRules
from bot.house.decision import Context, Purse
from bot.house.rotation import next_able
from bot.house.rules import InForce, in_force
from bot.house.settings import HouseSettings
from bot.house.side_bets import as_dealt, return_all_of, return_side_bets
from bot.house.table import Sitter, Table, with_entry
from bot.ledger import Reason
from bot.notices import TablePhase


def bet_limits(table: Table, settings: HouseSettings) -> tuple[int, int]:
    """Return the least and the largest bet that are whole steps (``rules.md``, decision 11).

    They are the chat's own where it has some, else the house's.
    """
    step = in_force(table).rules.stake_step
    least, most = table.bet_min or settings.bet_min, table.bet_max or settings.bet_max
    return -(-least // step) * step, most // step * step


def is_free(rules: TableRules, chips: int) -> bool:
    """Whether a stake is nothing where that is a stake: a match may be played for fun."""
    return chips == 0 and rules.is_match


def check_bet(table: Table, ctx: Context, chips: int) -> None:
    """Refuse a bet outside the limits, off the step, beyond the asker's chips or the bank's cover.

    Whatever amount is advised then would be accepted at this moment.
    Where nobody banks, one that is not what the others at the table stake is refused too.
    """
    rules = in_force(table)
    held = held_to_bet(table, ctx)
    _check_common(table, ctx, chips, held)
    if is_free(rules.rules, chips):
        return
    least, _ = bet_limits(table, ctx.settings)
    if chips < least:
        raise not_now("bet-below-minimum", minimum=least)
    covered = partial(covered_bet, table, rules, ctx.player)
    check_amount(table, ctx, chips, held, least, covered, how="bet")


def nearest_bet(table: Table, ctx: Context, chips: int) -> int:
    """Return the bet nearest to ``chips`` that would be accepted now, for who only presses.

    It fits limits, step, the asker's chips and the bank's cover; where no bet does, it is one that
    ``check_bet`` refuses with the reason. Where the table's stake is set, it is that.
    """
    common = common_stake(table, ctx.player)
    if common is not None:
        return common
    rules = in_force(table)
    if is_free(rules.rules, chips):
        return chips
    step = rules.rules.stake_step
    least, most = bet_limits(table, ctx.settings)
    wanted = min(max(chips // step * step, least), most)
    affordable = max(min(wanted, most_to_bet(table, ctx) // step * step), least)
    covers = covered_bet(table, rules, ctx.player, affordable)
    return covers if covers >= least else wanted


def check_amount(
    table: Table,
    ctx: Context,
    chips: int,
    held: int,
    least: int,
    covered: Callable[[int], int],
    *,
    how: str,
) -> None:
    """Refuse what is above the limit, off the step, beyond the chips ``held`` or the bank's cover.

    ``covered`` returns the largest part of an amount that the bank covers. Whatever is advised, at
    ``least`` so much, would be accepted at this moment; ``how`` says what for: ``bet`` or ``pair``.
    """
    rules = in_force(table).rules
    step, times = rules.stake_step, rules.loss if how == "bet" else 1
    _, most = bet_limits(table, ctx.settings)
    if chips > most:
        raise not_now("bet-above-maximum", maximum=most)
    if chips % step:
        raise unreadable("bet-off-step", step=step)
    affordable = min(chips, held // times // step * step)
    if affordable < least:
        raise too_few_chips(ctx, held, least, times)
    covers = covered(affordable)
    if how == "bet" and table.phase is TablePhase.SETTLED:
        how = "again"  # that is what is pressed then
    if covers < affordable:
        most = covers if covers >= least else 0
        typed = f"/join {most}"
        raise not_now("bet-not-covered", covered=most, bet=chips, typed=typed, how=how)
    if affordable < chips:
        typed, daily = f"/join {affordable}", ctx.settings.daily_chips
        if times > 1:
            need = chips * times
            raise not_now(
                "bet-beyond-chips-held",
                have=held,
                bet=chips,
                need=need,
                daily=daily,
                typed=typed,
                how=how,
            )
        raise not_now(
            "bet-beyond-chips",
            have=held,
            bet=chips,
            most=affordable,
            daily=daily,
            typed=typed,
            how=how,
        )


def held_to_bet(table: Table, ctx: Context) -> int:
    """Return what the asker has for a bet: what is in the wallet, and what is held already."""
    sitter = table.sitter(ctx.player)
    return ctx.purse + (sitter.held if sitter else 0)


def most_to_bet(table: Table, ctx: Context) -> int:
    """Return the bet for which the asker's chips are just enough."""
    return held_to_bet(table, ctx) // in_force(table).rules.loss


def _check_common(table: Table, ctx: Context, chips: int, held: int) -> None:
    common, sitter = common_stake(table, ctx.player), table.sitter(ctx.player)
    if common is None:
        return
    open_ = table.phase is TablePhase.LOBBY
    if held < common:
        daily = ctx.settings.daily_chips
        how = "less" if open_ else "change" if sitter is not None else "ask"
        raise not_now("stake-beyond-chips", have=held, stake=common, daily=daily, how=how)
    if chips != common:
        is_in = sitter is not None and sitter.is_in and sitter.staked == common
        raise not_now("stake-is-set", stake=common, how="stays" if is_in else "join")


def too_few_chips(ctx: Context, held: int, least: int, times: int = 1) -> Refusal:
    """Return the refusal of any bet for who does not hold the least one, with what helps.

    The table holds a bet so many ``times``.
    """
    daily, refill = ctx.settings.daily_chips, ctx.settings.refill_chips
    if times > 1:
        return not_now("too-few-chips-held", have=held, minimum=least, need=least * times)
    return not_now("too-few-chips", have=held, minimum=least, daily=daily, refill=refill)


def common_stake(table: Table, player: PlayerId) -> int | None:
    """Return what everybody but ``player`` stakes where nobody banks, ``None``: they may name it.

    A-HF-1: equals stake the same. The first to bet names the stake; it stands from the deal until
    bets are opened again.
    """
    if is_banked(in_force(table).rules):
        return None
    others = [sitter.staked for sitter in table.players_staked() if sitter.player != player]
    if others:
        return others[0]
    return table.running.bets[0] if table.running else None


def covered_bet(table: Table, rules: InForce, player: PlayerId, chips: int) -> int:
    """Return the largest bet up to ``chips`` that the bank covers beside the others' stakes."""
    if table.banker is None or not rules.rules.covered:
        return chips
    others = [sitter.staked for sitter in table.players_staked() if sitter.player != player]
    beside = as_dealt(table.side_bets, table.places)
    return largest_covered(
        table, rules, chips, lambda bet: opening_exposure(rules, [*others, bet], beside)
    )


def largest_covered(table: Table, rules: InForce, chips: int, owed: Callable[[int], int]) -> int:
    """Return the largest amount up to ``chips`` for which what is ``owed`` fits into the bank."""
    step = rules.rules.stake_step
    low, high = 0, chips // step
    while low < high:
        middle = (low + high + 1) // 2
        if owed(middle * step) <= table.bank:
            low = middle
        else:
            high = middle - 1
    return low * step if low < chips // step else chips


def opening_exposure(rules: InForce, stakes: Sequence[int], beside: Sequence[SideBet]) -> int:
    """Return the worst that the bank can owe for these stakes before the deal."""
    staked = [chips for chips in stakes if chips]
    return rules.game.opening_exposure(rules.dials, staked, beside)


def restake(table: Table, purse: Purse, sitter: Sitter, chips: int) -> tuple[Table, Purse, Sitter]:
    """Make ``chips`` the sitter's stake in the next round, moving only the difference.

    The table holds what a hand can lose (A-HB-5: twice the bet where a natural of the bank takes
    so much). Whether the wallet holds that much is asked before (``check_bet``).
    """
    held = held_for(table, chips)
    purse = purse.restaked(table, sitter.player, sitter.held, held)
    changed = replace(sitter, staked=chips, reserve=held - chips, plays_free=False)
    return table.with_sitter(changed), purse, changed


def held_for(table: Table, chips: int) -> int:
    """Return what a table holds for a bet: all that may be lost with it."""
    return chips * in_force(table).rules.loss


def remember_bet(table: Table, player: PlayerId, chips: int) -> Table:
    """Keep a player's bet as the one offered next time."""
    return replace(table, last_bets=with_entry(table.last_bets, player, chips))


def last_bet(table: Table, ctx: Context) -> int:
    """Return the bet offered to the asker: the last one, made to fit limits and step, or the least.

    It may have been made by other rules. Where the table's stake is set, it is that.
    """
    common = common_stake(table, ctx.player)
    if common is not None:
        return common
    rules = in_force(table).rules
    step = rules.stake_step
    least, most = bet_limits(table, ctx.settings)
    last = dict(table.last_bets).get(ctx.player, least)
    if is_free(rules, last):
        return last
    return min(max(last // step * step, least), most)


def return_bank(table: Table, purse: Purse) -> tuple[Table, Purse]:
    """Give the banker the bank back; the house banks, and who held it is in with no bet."""
    banker = table.banker
    if banker is None:
        return table, purse
    sitter = table.sitter(banker)
    if sitter is not None:
        table = table.with_sitter(replace(sitter, again=sitter.is_in))
    purse = purse.give_back(table, banker, table.bank, table.next_escrow, Reason.RETURN)
    return replace(table, banker=None, bank=0, bank_rounds=0), purse


def would_bank(sitter: Sitter) -> bool:
    """Whether a sitter has *Bank* switched on and is there to hold it."""
    return sitter.wants_bank and not sitter.sits_out and not sitter.leaving


def bank_needed(table: Table, settings: HouseSettings) -> int:
    """Return the least bank that covers the stakes that stand, or one minimum bet."""
    rules = in_force(table)
    least, _ = bet_limits(table, settings)
    stakes = [sitter.staked for sitter in table.players_staked()]
    if not rules.rules.covered:
        return 1
    return opening_exposure(rules, stakes or [least], as_dealt(table.side_bets, table.places))


def install_banker(
    table: Table,
    purse: Purse,
    sitter: Sitter,
    settings: HouseSettings,
    *,
    bets_stand: bool = True,
) -> tuple[Table, Purse] | None:
    """Let a willing sitter take the free bank; ``None`` if they cannot cover the stakes.

    Their own stake is returned, and every bet on a pair by them or on them: a banker plays against
    everybody and bets on nothing, nor is the bank bet on (``rules.md``, 7.4). Bets that were made
    before anyone knew whose bank it would be do not stand against a banker: one minimum bet must
    be covered then.
    """
    table, purse, sitter = restake(table, purse, sitter, 0)
    table, purse = return_all_of(table, purse, sitter.player)
    holds = purse.holds(sitter.player)
    chips = holds if sitter.bank_wish is None else min(sitter.bank_wish, holds)
    at_stake = table if bets_stand else replace(table, sitters=(), side_bets=())
    if chips < bank_needed(at_stake, settings):
        return None
    purse = purse.stake(table, sitter.player, chips, table.next_escrow)
    by_again = not sitter.again
    taken = replace(table, banker=sitter.player, bank=chips, bank_rounds=0, bank_by_again=by_again)
    return taken, purse


def return_everything(table: Table, purse: Purse) -> tuple[Table, Purse]:
    """Give all stakes for the next round and the bank back to their owners."""
    for sitter in table.players_staked():
        table, purse, _ = restake(table, purse, sitter, 0)
    table, purse = return_side_bets(table, purse, table.side_bets)
    return return_bank(table, purse)


def pass_on(table: Table, purse: Purse, settings: HouseSettings) -> tuple[Table, Purse]:
    """Take the bank from the banker and give it to the next who wants and covers it, or nobody."""
    banker = table.banker
    places = [sitter.player for sitter in table.sitters]
    table, purse = return_bank(table, purse)
    if banker is None:
        return table, purse
    here = places.index(banker) if banker in places else 0
    unable = {place for place, sitter in enumerate(table.sitters) if not would_bank(sitter)}
    clockwise = in_force(table).rules.clockwise
    while (place := next_able(len(places), here, unable, clockwise=clockwise)) != here:
        taken = install_banker(table, purse, table.sitters[place], settings)
        if taken is not None:
            return taken
        unable.add(place)
    return table, purse

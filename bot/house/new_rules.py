"""Other rules at an open table: what stands is looked at again, what no longer fits goes back.

A round keeps its own copy of its dials, so rules change between rounds alone (design, section 3).
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from bot.basics import not_now, unreadable
from bot.games import game_of_rules, is_banked
from bot.house.bets import is_nothing, parse_amount
from bot.house.decision import Context, Decision, Purse, accepted
from bot.house.match import seats_taken
from bot.house.rules import in_force, named_rules, unknown_rules
from bot.house.settings import HouseSettings
from bot.house.side_bets import Said, return_side_bets
from bot.house.staking import bet_limits, covered_bet, held_for, is_free, restake, return_bank
from bot.house.table import ComingRules, Sitter, Table


def chosen(table: Table, ctx: Context) -> tuple[str, str, tuple[tuple[str, str], ...]]:
    """Read ``[game] [rules] [dial=value ...]``; the chat's own rules and dials stand otherwise."""
    words = [word for word in ctx.request.args if "=" not in word]
    dials = [word.partition("=")[::2] for word in ctx.request.args if "=" in word]
    if dials and not ctx.request.rights.admin:
        raise not_now("dials-only-admins")
    preset = named_rules(words) or table.rules
    owner = game_of_rules(preset)
    if owner is None:
        raise unknown_rules(preset)
    _check_named_once([name for name, *_ in dials])
    kept = {} if words else dict(table.options)
    changed = owner.options(preset, owner.with_options(preset, kept | dict(dials)))
    return owner.name, preset, tuple(sorted(changed.items()))


def _check_named_once(names: Sequence[str]) -> None:
    for place, name in enumerate(names):
        if name in names[:place]:
            raise unreadable("dial-twice", dial=name[:32])


_LIMITS = ("bet_min", "bet_max")
"""The limits of bets that a chat may have of its own, by the names of their fields."""


def is_limit(word: str) -> bool:
    """Whether a word sets a limit of bets: ``bet_max=500``."""
    return word.partition("=")[0] in _LIMITS


def with_limits(table: Table, words: Sequence[str], settings: HouseSettings) -> Table:
    """Return a table with limits of its own, written ``bet_max=1k``; 0 is that of the house.

    Raises ``Refusal``: what an amount is refused with, ``limits-beyond`` for more than the house
    takes, ``step-too-large`` and ``limits-cross`` where no bet would be left.
    """
    for word in words:
        name, _, text = word.partition("=")
        chips = 0 if is_nothing(text) else parse_amount(text, 0)
        least = name == "bet_min"
        table = replace(table, bet_min=chips) if least else replace(table, bet_max=chips)
    if table.bet_max > settings.bet_max:
        raise not_now("limits-beyond", maximum=settings.bet_max)
    lowest, highest = bet_limits(table, settings)
    if not highest:
        step = in_force(table).rules.stake_step
        raise not_now("step-too-large", step=step, maximum=table.bet_max or settings.bet_max)
    if lowest > highest:
        raise not_now("limits-cross", minimum=lowest, maximum=highest)
    return table


def other_rules(table: Table, ctx: Context) -> Table:
    """Return a table with the rules and limits asked for, whatever stands there.

    Raises ``Refusal``: ``rules-same`` where nothing would change.
    """
    limits = [word for word in ctx.request.args if is_limit(word)]
    rest = tuple(word for word in ctx.request.args if not is_limit(word))
    game, rules, options = chosen(table, replace(ctx, request=replace(ctx.request, args=rest)))
    _check_named_once([word.partition("=")[0] for word in limits])
    wanted = replace(table, game=game, rules=rules, options=options)
    wanted = with_limits(wanted, limits, ctx.settings)
    if wanted == table:
        raise not_now("rules-same")
    return wanted


def for_later(table: Table, ctx: Context) -> Decision:
    """Keep other rules until the round under way is over, which has its own copy."""
    if ctx.request.args in {(), ("done",)}:
        raise not_now("settings-after-round")
    wanted = other_rules(table.renewed, ctx)
    coming = ComingRules(wanted.game, wanted.rules, wanted.options, wanted.bet_min, wanted.bet_max)
    said: Said = ("rules-set-later", {"name": ctx.request.name})
    return Decision(replace(table, coming=coming), accepted("rules-set-later"), said=(said,))


def refitted(table: Table, ctx: Context) -> tuple[Table, Purse, tuple[Said, ...]]:
    """Return a table that has just got other rules, without the bets that do not fit them.

    Bets on pairs go back in any case. For a bet that stays the table holds from now on what can be
    lost by these rules. The sentences tell whose bets went back, and whose bank. Raises
    ``Refusal(not_now, "too-many-seated")``.
    """
    rules = in_force(table).rules
    purse = Purse(ctx.wallets)
    betters = {bet.by for bet in table.side_bets}
    table, purse = return_side_bets(table, purse, table.side_bets)
    said: list[Said] = []
    if not rules.player_banks:
        table, purse, said = _without_bank(table, purse)
    if seats_taken(table, rules) > rules.seats_max:
        raise not_now("too-many-seated", seats=rules.seats_max)
    said += [
        ("pair-unfit", {"name": sitter.name})
        for sitter in table.sitters
        if sitter.player in betters
    ]
    for sitter in _unfit(table, ctx, purse):
        table, purse, changed = restake(table, purse, sitter, 0)
        table = table.with_sitter(replace(changed, bet=0, again=False))
        said.append(("bet-unfit", {"name": sitter.name}))
    for sitter in table.players_staked():
        if sitter.held != held_for(table, sitter.staked):
            table, purse, _ = restake(table, purse, sitter, sitter.staked)
    return table, purse, tuple(said)


def _without_bank(table: Table, purse: Purse) -> tuple[Table, Purse, list[Said]]:
    """Give a bank back to who holds it and tell them; they bank again when they press *Bank*."""
    sitter, bank = (table.sitter(table.banker) if table.banker else None), table.bank
    table, purse = return_bank(table, purse)
    if sitter is None:
        return table, purse, []
    table = table.with_sitter(replace(sitter, wants_bank=False, bank_wish=None, again=False))
    return table, purse, [("bank-unfit", {"name": sitter.name, "bank": bank})]


def _unfit(table: Table, ctx: Context, purse: Purse) -> Iterator[Sitter]:
    """Yield whose bet is off limits or step, no equal's stake, not covered, or beyond the wallet.

    The last where the table has to hold more for it than before.
    """
    rules = in_force(table)
    least, most = bet_limits(table, ctx.settings)
    kept = table
    for sitter in table.players_staked():
        chips = sitter.staked
        fits = least <= chips <= most and chips % rules.rules.stake_step == 0
        fits = fits or is_free(rules.rules, chips)
        common = kept.players_staked()[0].staked
        fits = fits and (is_banked(rules.rules) or chips == common)
        fits = fits and purse.holds(sitter.player) + sitter.held >= held_for(table, chips)
        if not fits or covered_bet(kept, rules, sitter.player, chips) < chips:
            kept = kept.with_sitter(replace(sitter, staked=0, plays_free=False))
            yield sitter

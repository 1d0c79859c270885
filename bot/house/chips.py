"""Chips outside any table: the daily chips, the refill, an admin's grant."""

import hashlib
import math

from bot.basics import PlayerId, Refusal, ambiguous, not_now, unreadable
from bot.commands import BY_VERB
from bot.house.bets import is_amount, is_share, parse_amount
from bot.house.decision import accepted
from bot.house.rules import in_force
from bot.house.settings import HouseSettings
from bot.house.staking import bet_limits
from bot.house.table import Sitter, Table
from bot.ledger import CHIPS_MAX, Reason, Transfer, mint, move, wallet
from bot.requests import Reply, Request

_MARK = "#"


def daily(
    table: Table,
    request: Request,
    settings: HouseSettings,
    at: float,
    last_at: float | None,
    held: int,
) -> tuple[Reply, Transfer]:
    """Give the daily chips, once in ``daily_every_seconds``, to who holds ``held`` now.

    Raises ``Refusal(not_now)``: ``daily-too-early``, ``wallet-full``.
    """
    _check_due(last_at, settings.daily_every_seconds, at, "daily-too-early")
    chips = settings.daily_chips
    _check_room(held, chips)
    transfer = _from_mint(table, request.player, chips, Reason.DAILY)
    return accepted("daily", chips=chips), transfer


def refill(
    table: Table,
    request: Request,
    settings: HouseSettings,
    at: float,
    last_at: float | None,
    chips: int,
    staked: int,
) -> tuple[Reply, Transfer]:
    """Fill a wallet below the chat's least bet up to ``refill_chips``, while nothing is staked.

    Where the table holds a bet twice, a wallet below that.
    """
    if staked:
        raise not_now("refill-while-staked", staked=staked)
    least, _ = bet_limits(table, settings)
    enough = least * in_force(table).rules.loss
    if chips >= enough:
        raise not_now("refill-not-needed", chips=chips, minimum=least)
    if chips >= settings.refill_chips:  # a chat may take larger bets alone
        raise not_now("refill-too-small", refill=settings.refill_chips, daily=settings.daily_chips)
    _check_due(last_at, settings.refill_every_seconds, at, "refill-too-early")
    transfer = _from_mint(table, request.player, settings.refill_chips - chips, Reason.REFILL)
    return accepted("refill", chips=settings.refill_chips), transfer


def _check_due(last_at: float | None, every_seconds: int, at: float, key: str) -> None:
    if last_at is None or at >= last_at + every_seconds:
        return
    # Rounded up: "wait 0 minutes" would be a lie (reports.md, D21).
    minutes = math.ceil((last_at + every_seconds - at) / 60)
    raise not_now(key, hours=minutes // 60, minutes=minutes % 60)


def grant(
    table: Table, request: Request, settings: HouseSettings, target_chips: int
) -> tuple[Reply, Transfer]:
    """Give a player new chips; ``target_chips`` is what the target's wallet holds now."""
    if len(request.args) == 1 and not (request.targets and is_amount(request.args[0])):
        raise unreadable("wrong-arguments", verb="grant", usage=BY_VERB["grant"].usage)
    player, name = target_of(table, request)
    chips = _granted(request.args[-1])
    if chips > settings.grant_max:
        raise not_now("grant-too-large", maximum=settings.grant_max)
    _check_room(target_chips, chips)
    transfer = _from_mint(table, player, chips, Reason.GRANT)
    return accepted("granted", name=name, chips=chips), transfer


def _granted(word: str) -> int:
    """Read how much is granted, which no wallet says: a number, not a share."""
    try:
        chips = parse_amount(word, 0)
    except Refusal as refusal:
        if not is_share(word) and refusal.key != "amount-unreadable":
            raise
        raise unreadable("grant-unreadable", text=word[:16]) from None
    return chips


def _check_room(held: int, chips: int) -> None:
    """Refuse chips that would make a wallet hold more than any may be given."""
    if held + chips > CHIPS_MAX:
        raise not_now("wallet-full", maximum=CHIPS_MAX)


def _from_mint(table: Table, player: PlayerId, chips: int, reason: Reason) -> Transfer:
    return move(chips, mint(table.community), wallet(table.community, player), reason)


def target_of(table: Table, request: Request) -> tuple[PlayerId, str]:
    """Return whom a request is about: a mention with an id, else a seat or a unique name.

    Buttons name a person by ``mark_of``. Raises ``Refusal(ambiguous)``: ``whom`` or ``whom-a-bot``.
    """
    for target in request.targets:
        if target.player is None:
            raise ambiguous("whom-a-bot", name=target.name)
        return target.player, target.name
    found = _meant(table, request.args[0].removeprefix("@").casefold())
    if len(found) != 1:
        raise ambiguous("whom")
    return found[0].player, found[0].name


def _meant(table: Table, word: str) -> list[Sitter]:
    if word.isdecimal() and len(word) < 3 and 1 <= int(word) <= len(table.sitters):
        return [table.sitters[int(word) - 1]]
    if word.startswith(_MARK):
        return [sitter for sitter in table.sitters if mark_of(sitter.player) == word]
    return [sitter for sitter in table.sitters if sitter.name.casefold() == word]


def mark_of(player: PlayerId) -> str:
    """Return a short word that means a person on a button, whatever becomes of the seats."""
    return _MARK + hashlib.sha256(player.encode()).hexdigest()[:8]

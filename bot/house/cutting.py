"""Who deals first in a match: the owner of the lower cut card, in a rematch the loser."""

from collections.abc import Sequence

from bot import fairness
from bot.basics import PlayerId, Seat
from bot.cards import RANKS, Card, format_cards
from bot.house.decision import Context
from bot.house.table import Match, Table


def first_deal(table: Table, ctx: Context, key: bytes, players: Sequence[PlayerId]) -> Match:
    """Return the match that begins with the next round; ``key`` is that of its deck (CR-X1)."""
    number = table.round + 1
    if sorted(table.last_match) == sorted(players):
        return Match(number, Seat(players.index(table.last_match[0])))
    pack = ctx.make_deck(fairness.cut_for_deal_key(key), 1)
    dealer, cut = lower_cut(pack, len(players))
    return Match(number, dealer, cut=format_cards(cut))


def lower_cut(pack: Sequence[Card], players: int) -> tuple[Seat, tuple[Card, ...]]:
    """Return whose card is lowest, ace low, and all cards that were cut: equal ones cut again.

    ``pack`` is long enough for that: a pack has four cards of a rank.
    """
    for end in range(players, len(pack) + 1, players):
        ranks = [RANKS.index(card.rank) for card in pack[end - players : end]]
        if ranks.count(min(ranks)) == 1:
            return Seat(ranks.index(min(ranks))), tuple(pack[:end])
    raise AssertionError("every cut of a pack was equal")

"""What a decision has to be told, in order: sentences, the table, the hands that changed."""

from collections.abc import Iterator

from bot.house.decision import Decision, Live
from bot.house.settings import HouseSettings
from bot.house.showing import hand_shown, table_shown
from bot.house.table import Table, Wallets
from bot.notices import Notice, Said, Urgency


def told(
    decision: Decision, live: Live | None, wallets: Wallets, settings: HouseSettings
) -> Iterator[Notice]:
    """Yield what follows from a decision; ``live`` is the round on its table, if there is one."""
    table = decision.table
    for key, facts in decision.said:
        yield Said(table.chat, table.language, Urgency.SETTLEMENT, key, facts)
    yield table_shown(table, live, settings, decision.urgency, fresh=decision.fresh)
    running = table.running
    if running is None:
        return
    hands = running.everyone if decision.hands is None else dict.fromkeys(decision.hands)
    for player in hands:
        hand = hand_shown(table, live, player, wallets)
        if hand is not None:
            yield hand


def told_of_void(before: Table, live: Live | None) -> Iterator[Notice]:
    """Yield the last look at every hand of a round that ended without a result."""
    for player in before.running.everyone if before.running else ():
        hand = hand_shown(before, live, player, {}, voided=True)
        if hand is not None:
            yield hand

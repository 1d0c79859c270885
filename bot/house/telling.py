"""What a decision has to be told, in order: sentences, the table, the hands that changed."""

from collections.abc import Iterator
from dataclasses import replace

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


def told_of_yielding(
    before: Table, live: Live | None, after: Table, wallets: Wallets
) -> Iterator[Notice]:
    """Yield the last round's hand of whose bank came back at the deal, with what they have now."""
    running = after.running
    if running is None or running.yielded is None or before.round == after.round:
        return
    returned = replace(before, banker=None, bank=0)
    hand = hand_shown(returned, live, running.yielded, wallets)
    if hand is not None:
        yield hand


def told_of_void(before: Table, live: Live | None) -> Iterator[Notice]:
    """Yield the last look at every hand of a round that ended without a result."""
    for player in before.running.everyone if before.running else ():
        hand = hand_shown(before, live, player, {}, voided=True)
        if hand is not None:
            yield hand

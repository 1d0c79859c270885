"""Which cards of a stored round everyone may see, worked out by playing it again."""

from bot.basics import Seat
from bot.games import find_game
from bot.house.archive import load_setup, setup_of
from bot.message import card_text
from bot.ports import Store
from tests.fakes.walks import KNOWN


async def open_cards_of(store: Store, table: int, number: int) -> tuple[set[str], set[str]]:
    """Return the cards that lay face up while a round was in play, and all those by now."""
    found = await store.round(table, number)
    assert found is not None, f"round {number} was never dealt"
    stored = load_setup(found[0].setup)
    game, shown = find_game(stored.game), KNOWN[stored.game].shown
    state = game.start(setup_of(stored)).state
    in_play, by_now = set[str](), set[str]()
    for row in (None, *found[1]):
        if row is not None:
            state = game.apply(state, Seat(row.seat), game.parse(row.words.split())).state
        by_now |= set(map(card_text, shown(game.public_view(state))))
        if game.result(state) is None:
            in_play |= by_now
    return in_play, by_now

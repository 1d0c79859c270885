"""Ten people of the longest names who split as often as they can: the largest messages of all."""

from bot.cards import CARDS, Card
from bot.games import GAMES
from bot.message import Message
from bot.notices import Forgotten, HandShown, Notice, Nudged, Said, TableShown
from bot.present.l10n import Localizer
from bot.present.presenter import Presenter
from tests.fakes.house import Player, Room

PRESENTER = Presenter(Localizer())

LETTER = "\U0001d54e"
"""Two units of UTF-16: 𝕎."""

PEOPLE = [LETTER * 31 + chr(0x1D7CE + number) for number in range(10)]

CROWDED: dict[str, list[Notice]] = {}
"""What was told already, by presets."""


def worded(notice: Notice) -> Message:
    """Return the message of a notice, longest where it may be longer."""
    match notice:
        case TableShown():
            return PRESENTER.table(notice, [seat.player for seat in notice.seats])
        case HandShown():
            return PRESENTER.hand(notice)
        case Said():
            return PRESENTER.said(notice)
        case Nudged():
            return PRESENTER.nudge(notice)
        case Forgotten():
            raise AssertionError("nobody is told of it")


def eights(_key: bytes, packs: int) -> tuple[Card, ...]:
    return tuple(CARDS[f"8{suit}"] for suit in "shdc") * 20 * max(1, packs)


async def one_acts(player: Player) -> None:
    """Split while that can be done, then draw until the hand is long; else do the first thing."""
    hand = await player.looks()
    verbs = [hand.game.format(c.action) for c in hand.choices if not c.quits] if hand else []
    for verb in ("split", "no-insurance", "hit", "stand"):
        if verb in verbs:
            await player.says(f"/{verb}")
            return
    if verbs:
        await player.taps(verbs[0])


async def crowded(preset: str) -> list[Notice]:
    """Return all that is told to ten people of the longest names who split as often as they can."""
    if preset not in CROWDED:
        CROWDED[preset] = await crowd(preset)
    return CROWDED[preset]


async def crowd(preset: str) -> list[Notice]:
    games = (game for game in GAMES.values() if preset in game.presets)
    is_match = any(game.table_rules(game.presets[preset]).is_match for game in games)
    # Who cuts eights for the deal cuts for ever.
    room = Room(rules=preset, deck_maker=None if is_match else eights)
    people = [room.player(name) for name in PEOPLE]
    admin = room.player("admin", admin=True)
    for most in (11, 6):
        if (await admin.says(f"/new {preset} seats_max={most}")).accepted:
            break
    for player in people:
        await room.gives(player, 10**12)
        await player.says("/join 100k")
    await people[0].presses("deal")
    while (result := room.shown().result) is None or result.scores:  # of a match, to its end
        for player in people:
            await one_acts(player)
        await room.passes(1)
    await people[0].says("/stop")
    return room.notices

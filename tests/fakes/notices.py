"""Notices as the house tells them, for tests that need no house."""

from dataclasses import replace

from bot.basics import ChatId, PlayerId, Seat
from bot.games import find_game
from bot.notices import SeatLine, TablePhase, TableShown, Urgency

CLUB = ChatId("test:club")


def seat_line(name: str, bet: int, seat: Seat | None = None) -> SeatLine:
    """Return somebody at the table who has bet."""
    player = PlayerId(f"test:{name.casefold()}")
    return SeatLine(player, name, bet, seat, again=True)


def lobby(
    bets: str = "Ann 10",
    *,
    chat: ChatId = CLUB,
    number: int = 1,
    urgency: Urgency = Urgency.PROGRESS,
    fresh: bool = False,
    rules: str = "qq21",
) -> TableShown:
    """Return a table whose bets are open: ``Ann 10, Bob 20``."""
    people = [entry.rsplit(" ", 1) for entry in bets.split(", ") if entry]
    return TableShown(
        chat=chat,
        language="en",
        urgency=urgency,
        table=number,
        round=0,
        phase=TablePhase.LOBBY,
        game=find_game("21"),
        rules=rules,
        options={},
        seats=tuple(seat_line(name, int(bet)) for name, bet in people),
        bank=None,
        bet_min=10,
        bet_max=1_000,
        seconds=0,
        commitment="c" * 43,
        fresh=fresh,
    )


def closed(shown: TableShown) -> TableShown:
    """Return the table after it was closed without a round."""
    return replace(
        shown, phase=TablePhase.CLOSED, commitment="", urgency=Urgency.SETTLEMENT, fresh=False
    )

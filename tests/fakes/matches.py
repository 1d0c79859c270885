"""Deals of cribbage as a table and a player are told of them: Ann is pone, Bob deals."""

from dataclasses import replace

from bot.basics import Seat
from bot.cards import face_up, parse_cards
from bot.games import find_game
from bot.games.base import PublicEvent
from bot.notices import HandShown, MatchLine, SeatLine, TablePhase, TableShown, Urgency
from bot.present.l10n import Localizer
from bot.present.presenter import Presenter
from tests.fakes.deals import DEALER, NAMES, PONE, Deal
from tests.fakes.messenger import text_of
from tests.fakes.notices import CLUB, lobby, seat_line

RULES = "cribbage"
CRIBBAGE = find_game("cribbage")


def waiting_for_bets(bets: str = "", **options: str) -> TableShown:
    """Return a table of cribbage whose match has not begun."""
    return replace(lobby(bets, rules=RULES), game=CRIBBAGE, options=options)


def people(stake: int) -> tuple[SeatLine, ...]:
    """Return who plays: Ann pone, Bob the dealer; nobody has asked for the next deal."""
    ann, bob = seat_line("Ann", stake, PONE), seat_line("Bob", stake, DEALER)
    return replace(ann, again=False), replace(bob, again=False)


def table(
    deal: Deal,
    *,
    number: int = 2,
    cut: str = "",
    absent: Seat | None = None,
    closed: bool = False,
    scores: tuple[int, ...] = (),
    seconds: int = 45,
) -> TableShown:
    """Return what the group is told of a deal as it stands."""
    state = deal.state
    result = CRIBBAGE.result(state)
    after = TablePhase.CLOSED if closed else TablePhase.SETTLED
    cards = tuple(map(face_up, parse_cards(cut)))
    return TableShown(
        chat=CLUB,
        language="en",
        urgency=Urgency.TURN,
        table=1,
        round=number,
        phase=TablePhase.PLAY if result is None else after,
        game=CRIBBAGE,
        rules=RULES,
        options=CRIBBAGE.options(RULES, state.dials),
        seats=people(state.stake),
        bank=None,
        bet_min=10,
        bet_max=1_000,
        seconds=seconds if result is None else 0,
        commitment="" if result is None else "c" * 43,
        view=deal.view,
        events=tuple(event for event in deal.events if isinstance(event, PublicEvent)),
        result=result,
        match=MatchLine(number, state.stake, cards, absent, scores),
    )


def panel(deal: Deal, seat: Seat, *, chips: int | None = None, voided: bool = False) -> HandShown:
    """Return what a player is told of the own hand as it stands."""
    result = CRIBBAGE.result(deal.state)
    return HandShown(
        chat=CLUB,
        player=people(0)[seat].player,
        language="en",
        table=1,
        round=2,
        counter=0,
        game=CRIBBAGE,
        rules=RULES,
        view=deal.own(seat),
        public=deal.view,
        seats=people(deal.state.stake),
        choices=CRIBBAGE.legal(deal.state, seat),
        over=voided or result is not None,
        voided=voided,
        result=result,
        chips=chips,
    )


def played_out(deal: Deal) -> Deal:
    """Return a deal that the clock has played to its end."""
    while actors := CRIBBAGE.actors(deal.state):
        deal.do(f"{NAMES[actors[0]]} {CRIBBAGE.on_timeout(deal.state, actors[0])}")
    return deal


# --- how that reads ---------------------------------------------------------------------------

PRESENTER = Presenter(Localizer())


def lines(shown: TableShown) -> list[str]:
    """Return what a table shows, without its buttons."""
    return text_of(PRESENTER.table(shown)).splitlines()


def rows(shown: TableShown) -> list[str]:
    """Return the rows of a table's buttons."""
    buttons = PRESENTER.table(shown).buttons
    return [" ".join(f"({button.label})" for button in row) for row in buttons]


def own(hand: HandShown) -> list[str]:
    """Return what a panel shows below its head, without its buttons."""
    return text_of(PRESENTER.hand(hand)).splitlines()[1:]

"""Cribbage behind the protocol of every game; the rules are in the modules beside this one."""

from collections.abc import Mapping, Sequence
from itertools import combinations

from bot.basics import Seat
from bot.games.bankless import Bankless
from bot.games.base import Choice, Result, Setup, Step, TableRules, Turns
from bot.games.cribbage import course
from bot.games.cribbage.actions import (
    DEALT,
    LAID_AWAY,
    LEAVE,
    Move,
    Verb,
    parse_move,
    placed,
)
from bot.games.cribbage.dials import MENU, PRESETS, Dials, with_read, written
from bot.games.cribbage.settling import result_of
from bot.games.cribbage.state import SEATS, State
from bot.games.cribbage.views import CribbagePrivate, CribbagePublic, Phase


class Cribbage(Bankless):
    """The rules of cribbage for two: a round of the protocol is one deal of a match."""

    name = "cribbage"
    presets: Mapping[str, Dials] = PRESETS
    menu: Mapping[str, Sequence[str]] = MENU

    def table_rules(self, dials: Dials) -> TableRules:
        """See ``Game``."""
        return TableRules(
            seats_min=len(SEATS),
            seats_max=len(SEATS),
            packs=1,
            house_banks=False,
            turns=Turns.IN_ORDER,
            leaving_is_penalised=True,
            is_match=True,
            turn_seconds=None if dials.turn_minutes is None else dials.turn_minutes * 60,
        )

    def with_options(self, preset: str, options: Mapping[str, str]) -> Dials:
        """See ``Game``; raises what ``Reader.with_read`` refuses."""
        return with_read(self.presets[preset], options)

    def options(self, preset: str, dials: Dials) -> Mapping[str, str]:
        """See ``Game``."""
        return written(self.presets[preset], dials)

    def start(self, setup: Setup[Dials]) -> Step[State]:
        """See ``Game``; raises what ``course.check`` refuses, and ``no-card-left``."""
        return course.start(setup)

    def actors(self, state: State) -> tuple[Seat, ...]:
        """See ``Game``."""
        return course.actors(state)

    def legal(self, state: State, seat: Seat) -> tuple[Choice[Move], ...]:
        """See ``Game``."""
        return tuple(
            Choice(move, quits=move == LEAVE, forfeits=state.stake if move == LEAVE else None)
            for move in course.allowed(state, seat)
        )

    def public_choices(self, view: CribbagePublic) -> tuple[Move, ...]:
        """See ``Game``: cards stand for themselves by their places, too high ones among them."""
        places = range(1, DEALT + 1)
        match view.phase:
            case Phase.DISCARD:
                return tuple(placed(Verb.DISCARD, two) for two in combinations(places, LAID_AWAY))
            case Phase.PLAY:
                gone = {laid.place for laid in view.played if laid.seat in view.waiting}
                return tuple(placed(Verb.PLAY, [at]) for at in places if at not in gone)
            case _:
                return ()

    def apply(self, state: State, seat: Seat, action: Move) -> Step[State]:
        """See ``Game``."""
        return course.apply(state, seat, action)

    def on_timeout(self, state: State, seat: Seat) -> Move:
        """See ``Game``: the last two cards are laid away, the first that fits is played."""
        if state.phase is Phase.DISCARD:
            return placed(Verb.DISCARD, range(DEALT - LAID_AWAY + 1, DEALT + 1))
        return placed(Verb.PLAY, [state.place(seat, state.playable(seat)[0])])

    def public_view(self, state: State) -> CribbagePublic:
        """See ``Game``."""
        return CribbagePublic(
            phase=state.phase,
            waiting=course.actors(state),
            dealer=state.dealer,
            target=state.dials.target.points,
            scores=state.scores,
            laid_away=tuple(seat for seat in SEATS if state.laid_away[seat]),
            starter=state.starter,
            played=state.played,
            reset_at=state.reset_at,
            count=state.count,
            log=state.log,
            shows=state.shows,
            winner=state.winner,
            of_itself=state.of_itself,
        )

    def private_view(self, state: State, seat: Seat) -> CribbagePrivate:
        """See ``Game``: in the bank's seat nobody sits."""
        if seat not in SEATS:
            return CribbagePrivate(seat)
        turn = state.phase is Phase.PLAY and seat == state.turn
        playable = state.playable(seat) if turn else ()
        return CribbagePrivate(
            seat,
            cards=state.dealt[seat],
            laid_away=tuple(state.place(seat, card) for card in state.laid_away[seat]),
            played=tuple(laid.place for laid in state.played if laid.seat == seat),
            playable=tuple(state.place(seat, card) for card in playable),
        )

    def result(self, state: State) -> Result | None:
        """See ``Game``."""
        return None if state.end is None else result_of(state)

    def parse(self, words: Sequence[str]) -> Move:
        """See ``Game``."""
        return parse_move(words)

    def format(self, action: Move) -> str:
        """See ``Game``."""
        return str(action)


CRIBBAGE = Cribbage()

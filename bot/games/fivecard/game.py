"""Five cards behind the protocol of every game; the rules are in the modules beside this one."""

from collections.abc import Mapping, Sequence

from bot.basics import Seat
from bot.games.bankless import Bankless
from bot.games.base import Choice, Result, Setup, Step, TableRules
from bot.games.dials import Direction, EscapePlayer
from bot.games.fivecard import course
from bot.games.fivecard.course import Action, parse_action
from bot.games.fivecard.dials import MENU, PRESETS, READER, Dials
from bot.games.fivecard.settling import result_of
from bot.games.fivecard.state import End, Hand, State
from bot.games.fivecard.views import FiveCardPrivate, FiveCardPublic, Phase
from bot.games.points import TWENTY_ONE, HandState, OwnHand, seen
from bot.games.reading import changed


class FiveCard(Bankless):
    """The rules of the five-card game."""

    name = "fivecard"
    presets: Mapping[str, Dials] = PRESETS
    menu: Mapping[str, Sequence[str]] = MENU

    def table_rules(self, dials: Dials) -> TableRules:
        """See ``Game``."""
        return TableRules(
            seats_min=dials.seats_min,
            seats_max=dials.seats_max,
            packs=dials.decks,
            stake_step=dials.bet_step,
            house_banks=False,
            rotation=dials.rotation,
            clockwise=dials.rotation_direction is Direction.CLOCKWISE,
            turns=dials.turns,
            leaving_is_penalised=dials.escape_player is EscapePlayer.INITIAL_BET,
        )

    def with_options(self, preset: str, options: Mapping[str, str]) -> Dials:
        """See ``Game``; raises what ``Reader.with_read`` refuses."""
        return READER.with_read(self.presets[preset], options)

    def options(self, preset: str, dials: Dials) -> Mapping[str, str]:
        """See ``Game``."""
        return changed(self.presets[preset], dials)

    def start(self, setup: Setup[Dials]) -> Step[State]:
        """See ``Game``; raises what ``course.check`` refuses, and ``no-card-left``."""
        return course.start(setup)

    def actors(self, state: State) -> tuple[Seat, ...]:
        """See ``Game``."""
        return course.actors(state)

    def legal(self, state: State, seat: Seat) -> tuple[Choice[Action], ...]:
        """See ``Game``."""
        return tuple(
            Choice(action, quits=True, forfeits=course.forfeited(state, seat))
            if action is Action.LEAVE
            else Choice(action)
            for action in course.allowed(state, seat)
        )

    def public_choices(self, view: FiveCardPublic) -> tuple[Action, ...]:
        """See ``Game``: an open 21 is not waited for, so whoever is waited for may do both."""
        return (Action.HIT, Action.STAND) if view.waiting else ()

    def apply(self, state: State, seat: Seat, action: Action) -> Step[State]:
        """See ``Game``."""
        return course.apply(state, seat, action)

    def on_timeout(self, state: State, seat: Seat) -> Action:  # noqa: ARG002 -- the protocol's arguments
        """See ``Game`` (A-GEN-5)."""
        return Action.STAND

    def public_view(self, state: State) -> FiveCardPublic:
        """See ``Game``."""
        hands = tuple(
            seen(seat, 0, hand, state.stake, _state_of(hand))
            for seat, hand in zip(state.seats, state.hands, strict=True)
        )
        return FiveCardPublic(state.phase, course.actors(state), hands, state.tie_cards)

    def private_view(self, state: State, seat: Seat) -> FiveCardPrivate:
        """See ``Game``."""
        if seat not in state.seats:
            return FiveCardPrivate(seat, ())
        hand = state.hands[seat]
        ended = hand.end is not None
        own = _own(hand, state.stake)
        return FiveCardPrivate(seat, (own,), hand=int(ended))

    def result(self, state: State) -> Result | None:
        """See ``Game``."""
        return result_of(state) if state.phase is Phase.OVER else None

    def parse(self, words: Sequence[str]) -> Action:
        """See ``Game``."""
        return parse_action(words)

    def format(self, action: Action) -> str:
        """See ``Game``."""
        return action.value


def _state_of(hand: Hand) -> HandState:
    """Return what everyone may know of where a hand stands."""
    if hand.end is None:
        return HandState.PLAYING
    shown = hand.end is End.STOOD and not hand.face_down
    is_21 = shown and hand.total.points == TWENTY_ONE
    return HandState.TWENTY_ONE if is_21 else HandState(hand.end.value)


def _own(hand: Hand, stake: int) -> OwnHand:
    points, soft = hand.total
    return OwnHand(
        hand=0,
        cards=hand.cards,
        total=points,
        soft=soft,
        natural=False,  # A-HF-3
        stake=stake,
        state=_state_of(hand),
        current=hand.end is None,
    )


FIVE_CARD = FiveCard()

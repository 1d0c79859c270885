"""21 behind the protocol of every game; the rules themselves are in the modules beside this one."""

from collections.abc import Mapping, Sequence

from bot.basics import Seat
from bot.games.base import Bank, Choice, Result, Setup, SideBet, Step, TableRules
from bot.games.dials import Direction, EscapePlayer
from bot.games.reading import changed
from bot.games.twentyone import acting, course, exposure, seeing, settling
from bot.games.twentyone.actions import Action, parse_action
from bot.games.twentyone.banking import policy
from bot.games.twentyone.checking import stake_step
from bot.games.twentyone.dials import BankCover, Dials, EscapeBanker, PairBet
from bot.games.twentyone.presets import MENU, PRESETS
from bot.games.twentyone.reading import READER
from bot.games.twentyone.state import State
from bot.games.twentyone.views import Phase, TwentyOnePrivate, TwentyOnePublic


class TwentyOne:
    """The rules of the 21 family."""

    name = "21"
    presets: Mapping[str, Dials] = PRESETS
    menu: Mapping[str, Sequence[str]] = MENU

    def table_rules(self, dials: Dials) -> TableRules:
        """See ``Game``."""
        penalised = dials.escape_player is EscapePlayer.INITIAL_BET
        return TableRules(
            seats_min=dials.seats_min,
            seats_max=dials.seats_max,
            packs=dials.decks,
            stake_step=stake_step(dials),
            house_banks=dials.house_banks,
            player_banks=dials.player_banks,
            covered=dials.player_banks or dials.bank_cover is BankCover.WORST_CASE,
            rotation=dials.rotation,
            clockwise=dials.rotation_direction is Direction.CLOCKWISE,
            turns=dials.turns,
            loss=dials.banker_natural_collects,
            side_bets=dials.pair_bet is not PairBet.NONE,
            first_is_asked=dials.asks_first_seated,
            leaving_is_penalised=penalised
            or dials.escape_banker is EscapeBanker.SUM_OF_INITIAL_BETS,
        )

    def with_options(self, preset: str, options: Mapping[str, str]) -> Dials:
        """See ``Game``; raises what ``Reader.with_read`` refuses."""
        return READER.with_read(self.presets[preset], options)

    def options(self, preset: str, dials: Dials) -> Mapping[str, str]:
        """See ``Game``."""
        return changed(self.presets[preset], dials)

    def start(self, setup: Setup[Dials]) -> Step[State]:
        """See ``Game``; raises what ``dealing.check`` refuses, and ``no-card-left``."""
        return course.start(setup)

    def actors(self, state: State) -> tuple[Seat, ...]:
        """See ``Game``."""
        return acting.actors(state)

    def legal(self, state: State, seat: Seat) -> tuple[Choice[Action], ...]:
        """See ``Game``."""
        actions = acting.allowed(state, seat)
        owed = dict.fromkeys(actions, 0)
        if actions and state.bank_by is Bank.PLAYER:  # decision 2; the house is not bounded
            owed = exposure.exposures(seeing.public_view(state), seat, actions)
        return tuple(
            Choice(
                action,
                stake=acting.stake_of(state, seat, action),
                exposure=owed[action],
                quits=action is Action.LEAVE,
                forfeits=acting.forfeited(state, seat) if action is Action.LEAVE else None,
            )
            for action in actions
        )

    def public_choices(self, view: TwentyOnePublic) -> tuple[Action, ...]:
        """See ``Game``."""
        return seeing.public_choices(view)

    def apply(self, state: State, seat: Seat, action: Action) -> Step[State]:
        """See ``Game``."""
        return course.apply(state, seat, action)

    def on_timeout(self, state: State, seat: Seat) -> Action:
        """See ``Game`` (A-GEN-5, A-QQ-10): no insurance, stand, the fixed policy."""
        actions = acting.allowed(state, seat)
        if state.phase is Phase.INSURANCE:
            return Action.NO_INSURANCE
        if state.phase is Phase.BANKER:
            return policy(state.bank, state.dials)
        return Action.STAND if Action.STAND in actions else Action.HIT

    def public_view(self, state: State) -> TwentyOnePublic:
        """See ``Game``."""
        return seeing.public_view(state)

    def private_view(self, state: State, seat: Seat) -> TwentyOnePrivate:
        """See ``Game``."""
        return seeing.private_view(state, seat)

    def exposure(self, view: TwentyOnePublic) -> int:
        """See ``Game``."""
        return exposure.exposure(view)

    def opening_exposure(
        self, dials: Dials, stakes: Sequence[int], side_bets: Sequence[SideBet]
    ) -> int:
        """See ``Game``."""
        return exposure.opening_exposure(dials, stakes, side_bets)

    def result(self, state: State) -> Result | None:
        """See ``Game``."""
        return settling.result_of(state) if state.phase is Phase.OVER else None

    def parse(self, words: Sequence[str]) -> Action:
        """See ``Game``."""
        return parse_action(words)

    def format(self, action: Action) -> str:
        """See ``Game``."""
        return action.value


TWENTY_ONE = TwentyOne()

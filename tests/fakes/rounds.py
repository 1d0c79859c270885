"""Rounds laid out card by card, for tests of the rules: played directly, or as records."""

import json
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Self

from bot.basics import Refusal, Seat
from bot.cards import parse_cards
from bot.games import game_of_rules
from bot.games.base import AnyGame, Bank, Event, PublicEvent, Result, Setup, SideBet, Turn
from bot.games.fivecard import FIVE_CARD
from bot.games.fivecard.state import State as FiveCardState
from bot.games.fivecard.views import FiveCardPublic
from bot.games.points import OwnHand, OwnHands
from bot.games.twentyone import TWENTY_ONE
from bot.games.twentyone.state import State
from bot.games.twentyone.views import TwentyOnePublic
from bot.record import parse_record, replay
from tests.fakes.words import WORDS


def game_with(rules: str) -> AnyGame:
    """Return the game that has such a preset."""
    game = game_of_rules(rules)
    assert game is not None
    return game


def told(
    rules: str,
    deck: str,
    *actions: str,
    bets: Sequence[int] = (10,),
    banker: str | None = None,
    options: dict[str, Any] | None = None,
    **more: Any,
) -> dict[str, Any]:
    """Return what ``croupier replay`` says of a round: players p1, p2, ..., actions ``p1 hit``."""
    record = {
        "game": game_with(rules).name,
        "rules": rules,
        "options": options or {},
        "seats": [{"player": f"p{place}", "bet": bet} for place, bet in enumerate(bets, start=1)],
        "banker": banker,
        "deck": deck.split(),
        "actions": [action.split() for action in actions],
        **more,
    }
    return replay(parse_record(json.dumps(record)))


class Round:
    """A round in play of whatever game has these rules; ``do`` takes a seat (-1 the banker)."""

    def __init__(
        self,
        rules: str,
        deck: str,
        bets: Sequence[int] = (10,),
        bank: Bank | None = None,
        side_bets: Sequence[tuple[int, int, int]] = (),
        options: Mapping[str, str] = MappingProxyType({}),
        **more: str,
    ) -> None:
        self.game = game_with(rules)
        dials: object = self.game.with_options(rules, {**options, **more})
        table = self.game.table_rules(dials)
        house = Bank.HOUSE if table.house_banks else Bank.NONE
        bank = bank or (Bank.PLAYER if table.player_banks else house)
        beside = tuple(SideBet(Seat(by), Seat(on), chips) for by, on, chips in side_bets)
        step = self.game.start(Setup(dials, tuple(bets), parse_cards(deck), bank, beside))
        self.state: Any = step.state
        self.events: list[Event] = list(step.events)
        self.staked = list(bets)

    def do(self, *acts: str) -> Self:
        """Take acts written as ``0 hit``; raises ``Refusal`` at the first that is not allowed."""
        for act in acts:
            seat, *words = act.split()
            step = self.game.apply(self.state, Seat(int(seat)), self.game.parse(words))
            self.state = step.state
            self.events += step.events
            for stake in step.stakes:
                self.staked[stake.seat] += stake.chips
        return self

    def refuses(self, act: str) -> str:
        """Return the key that an act is refused with; ``""`` if it is not refused."""
        before = self.state, list(self.events)
        key = ""
        try:
            self.do(act)
        except Refusal as refusal:
            key = refusal.key
        assert not key or (self.state, self.events) == before
        assert not key or key in WORDS[self.game.name].refusals
        return key

    def legal(self, seat: int) -> str:
        """Return what a seat may do, leaving aside."""
        choices = self.game.legal(self.state, Seat(seat))
        return " ".join(choice.action for choice in choices if not choice.quits)

    def offered(self) -> str:
        """Return what a group's buttons offer."""
        return " ".join(self.game.public_choices(self.game.public_view(self.state)))

    def own(self, seat: int) -> tuple[OwnHand, ...]:
        """What a seat sees of its own hands."""
        view = self.game.private_view(self.state, Seat(seat))
        assert isinstance(view, OwnHands)
        return view.hands

    @property
    def actors(self) -> tuple[int, ...]:
        """Who may decide."""
        return self.game.actors(self.state)

    @property
    def result(self) -> Result:
        """How it ended."""
        result = self.game.result(self.state)
        assert result is not None
        return result

    @property
    def net(self) -> dict[int, int]:
        """Chips won and lost, the banker under -1; empty while the round runs."""
        result = self.game.result(self.state)
        return {int(seat): chips for seat, chips in result.net.items()} if result else {}

    @property
    def rules(self) -> list[str]:
        """The rule that decided each hand, then each line beside the hands."""
        told = self.result
        return [hand.rule for hand in told.hands] + [line.rule for line in told.lines]

    @property
    def lines(self) -> list[tuple[str, int]]:
        """The rule and the chips of each line beside the hands."""
        return [(line.rule, line.net) for line in self.result.lines]

    def public(self) -> Iterator[PublicEvent]:
        """Yield what everyone saw happen."""
        return (event for event in self.events if isinstance(event, PublicEvent))

    def turns(self) -> list[tuple[int, ...]]:
        """Return who was asked, each time somebody was."""
        return [tuple(event.seats) for event in self.events if isinstance(event, Turn)]


class Round21(Round):
    """A round of 21, with its bank and what it could owe."""

    state: State

    def exposures(self, seat: int) -> dict[str, int]:
        """Return what the bank could owe after each choice of a seat."""
        choices = TWENTY_ONE.legal(self.state, Seat(seat))
        return {choice.action.value: choice.exposure for choice in choices}

    @property
    def view(self) -> TwentyOnePublic:
        """What everyone sees."""
        return TWENTY_ONE.public_view(self.state)

    @property
    def exposure(self) -> int:
        """What the bank could owe."""
        return TWENTY_ONE.exposure(self.view)


class RoundOfFive(Round):
    """A round of five cards: two players with 10 each, unless more bet."""

    state: FiveCardState

    def __init__(
        self, deck: str, players: int = 2, stake: int = 10, rules: str = "hk_home5", **options: str
    ) -> None:
        more = {} if players == 2 else {"seats_max": str(players)}
        super().__init__(rules, deck, [stake] * players, options={**more, **options})

    @property
    def view(self) -> FiveCardPublic:
        """What everyone sees."""
        return FIVE_CARD.public_view(self.state)

    @property
    def tie_cards(self) -> str:
        """The cards drawn by those who were equal, in the order of seats."""
        return " ".join(str(card) for _, card in self.state.tie_cards)

"""Rounds laid out card by card, for tests of the rules: played directly, or as records."""

import json
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from bot.basics import Refusal, Seat
from bot.cards import parse_cards
from bot.games.base import Bank, Event, PublicEvent, Setup, SideBet, Turn
from bot.games.points import OwnHand
from bot.games.twentyone import TWENTY_ONE
from bot.games.twentyone.dials import Dials
from bot.games.twentyone.state import State
from bot.games.twentyone.views import TwentyOnePublic
from bot.games.twentyone.vocabulary import REFUSALS
from bot.record import parse_record, replay


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
        "game": "21",
        "rules": rules,
        "options": options or {},
        "seats": [{"player": f"p{place}", "bet": bet} for place, bet in enumerate(bets, start=1)],
        "banker": banker,
        "deck": deck.split(),
        "actions": [action.split() for action in actions],
        **more,
    }
    return replay(parse_record(json.dumps(record)))


class Round21:
    """A round of 21 in play; ``do`` takes a seat (-1 the banker) and words."""

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
        dials = TWENTY_ONE.with_options(rules, {**options, **more})
        bank = bank or (Bank.PLAYER if dials.player_banks else Bank.HOUSE)
        beside = tuple(SideBet(Seat(by), Seat(on), chips) for by, on, chips in side_bets)
        setup: Setup[Dials] = Setup(dials, tuple(bets), parse_cards(deck), bank, beside)
        step = TWENTY_ONE.start(setup)
        self.state: State = step.state
        self.events: list[Event] = list(step.events)
        self.staked = list(bets)

    def do(self, *acts: str) -> "Round21":
        """Take acts written as ``0 hit``; raises ``Refusal`` at the first that is not allowed."""
        for act in acts:
            seat, *words = act.split()
            step = TWENTY_ONE.apply(self.state, Seat(int(seat)), TWENTY_ONE.parse(words))
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
        assert not key or key in REFUSALS
        return key

    def legal(self, seat: int) -> str:
        """Return what a seat may do, leaving aside."""
        choices = TWENTY_ONE.legal(self.state, Seat(seat))
        return " ".join(choice.action for choice in choices if not choice.quits)

    def exposures(self, seat: int) -> dict[str, int]:
        """Return what the bank could owe after each choice of a seat."""
        choices = TWENTY_ONE.legal(self.state, Seat(seat))
        return {choice.action.value: choice.exposure for choice in choices}

    def offered(self) -> str:
        """Return what a group's buttons offer."""
        return " ".join(TWENTY_ONE.public_choices(self.view))

    @property
    def view(self) -> TwentyOnePublic:
        """What everyone sees."""
        return TWENTY_ONE.public_view(self.state)

    @property
    def exposure(self) -> int:
        """What the bank could owe."""
        return TWENTY_ONE.exposure(self.view)

    def own(self, seat: int) -> tuple[OwnHand, ...]:
        """What a seat sees of its own hands."""
        return TWENTY_ONE.private_view(self.state, Seat(seat)).hands

    @property
    def actors(self) -> tuple[int, ...]:
        """Who may decide."""
        return TWENTY_ONE.actors(self.state)

    @property
    def net(self) -> dict[int, int]:
        """Chips won and lost, the banker under -1; empty while the round runs."""
        result = TWENTY_ONE.result(self.state)
        return {int(seat): chips for seat, chips in result.net.items()} if result else {}

    @property
    def rules(self) -> list[str]:
        """The rule that decided each hand, then each line beside the hands."""
        result = TWENTY_ONE.result(self.state)
        assert result is not None
        return [hand.rule for hand in result.hands] + [line.rule for line in result.lines]

    @property
    def lines(self) -> list[tuple[str, int]]:
        """The rule and the chips of each line beside the hands."""
        result = TWENTY_ONE.result(self.state)
        assert result is not None
        return [(line.rule, line.net) for line in result.lines]

    def public(self) -> Iterator[PublicEvent]:
        """Yield what everyone saw happen."""
        return (event for event in self.events if isinstance(event, PublicEvent))

    def turns(self) -> list[tuple[int, ...]]:
        """Return who was asked, each time somebody was."""
        return [tuple(event.seats) for event in self.events if isinstance(event, Turn)]

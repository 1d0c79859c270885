"""One cribbage deal against ``base``: does the protocol fit a game that is nothing like 21?

A sketch, registered nowhere: two players who discard in secret at the same time, a starter, and the
play with go and 31. The show is left out; it needs nothing of the protocol that is not used here.
Cards may be named by their owner, or by their place in the deal from a group's buttons, which must
not name them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations

import pytest

from bot.basics import Refusal, Seat, not_now, unreadable
from bot.cards import RANKS, Card, OpenCard, face_up, packs, parse_card, parse_cards
from bot.games.base import (
    FIRST,
    Acted,
    AnyGame,
    Bank,
    Choice,
    Dealt,
    DealtFaceDown,
    Event,
    Game,
    HoleCard,
    PrivateView,
    PublicEvent,
    PublicView,
    Result,
    Setup,
    SideBet,
    Step,
    TableRules,
)
from tests.fakes.walks import shuffled

BOTH = (Seat(0), Seat(1))
THIRTY_ONE = 31


@dataclass(frozen=True, slots=True)
class CribDials:
    target: int = 121


@dataclass(frozen=True, slots=True)
class Move:
    """``discard`` two cards or ``play`` one, by name or by place (1 to 6) in the deal."""

    verb: str
    cards: tuple[Card, ...] = ()
    places: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Pegged(PublicEvent):
    seat: Seat
    points: int


@dataclass(frozen=True, slots=True)
class Deal:
    dials: CribDials
    dealer: Seat
    dealt: tuple[tuple[Card, ...], tuple[Card, ...]]
    starter: Card
    crib: tuple[tuple[Card, ...], tuple[Card, ...]] = ((), ())
    played: tuple[tuple[Seat, Card], ...] = ()
    since_reset: int = 0  # where the present count began
    turn: Seat = FIRST
    scores: tuple[int, ...] = (0, 0)

    @property
    def discarding(self) -> tuple[Seat, ...]:
        return tuple(seat for seat in BOTH if not self.crib[seat])

    @property
    def pile(self) -> list[tuple[Seat, Card]]:
        return list(self.played[self.since_reset :])

    @property
    def total(self) -> int:
        return sum(value(card) for _, card in self.pile)

    def left(self, seat: Seat) -> list[Card]:
        gone = {*self.crib[seat], *(card for who, card in self.played if who == seat)}
        return [card for card in self.dealt[seat] if card not in gone]

    def playable(self, seat: Seat) -> list[Card]:
        return [card for card in self.left(seat) if self.total + value(card) <= THIRTY_ONE]

    @property
    def over(self) -> bool:
        done = not any(self.left(seat) for seat in BOTH)
        return max(self.scores) >= self.dials.target or (done and not self.discarding)


@dataclass(frozen=True, slots=True)
class CribPublic(PublicView):
    starter: OpenCard | None
    played: tuple[tuple[Seat, OpenCard], ...]
    count: int
    scores: tuple[int, ...]
    places_played: Mapping[Seat, tuple[int, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class CribPrivate(PrivateView):
    cards: tuple[Card, ...]


def value(card: Card) -> int:
    return min(RANKS.index(card.rank) + 1, 10)


def pegged(pile: Sequence[Card], total: int) -> int:
    """Points of the card just played: fifteen, 31, pairs and runs (CR-11, CR-14 to CR-16)."""
    points = 2 * (total in {15, THIRTY_ONE})
    same = 1
    while same < len(pile) and pile[-same - 1].rank == pile[-1].rank:
        same += 1
    points += same * (same - 1)
    for length in range(len(pile), 2, -1):
        ranks = sorted(RANKS.index(card.rank) for card in pile[-length:])
        if ranks == list(range(ranks[0], ranks[0] + length)):
            return points + length
    return points


class Cribbage:
    """The sketch."""

    name = "cribbage"
    presets: Mapping[str, CribDials] = {"cribbage": CribDials()}
    menu: Mapping[str, Sequence[str]] = {"target": ("121", "61")}

    def table_rules(self, dials: CribDials) -> TableRules:
        del dials
        return TableRules(2, 2, packs=1, house_banks=False)

    def with_options(self, preset: str, options: Mapping[str, str]) -> CribDials:
        return replace(self.presets[preset], target=int(options.get("target", "121")))

    def options(self, preset: str, dials: CribDials) -> Mapping[str, str]:
        same = dials == self.presets[preset]
        return {} if same else {"target": str(dials.target)}

    def start(self, setup: Setup[CribDials]) -> Step[Deal]:
        pone, dealer = Seat(1 - setup.dealer), setup.dealer
        hands = {pone: setup.deck[0:12:2], dealer: setup.deck[1:12:2]}
        events: list[Event] = []
        for card in range(6):
            for seat in (pone, dealer):
                events += [DealtFaceDown(seat), HoleCard(seat, hands[seat][card])]
        deal = Deal(
            setup.dials,
            dealer,
            (hands[BOTH[0]], hands[BOTH[1]]),
            starter=setup.deck[12],
            scores=setup.scores or (0, 0),
        )
        return Step(deal, tuple(events))

    def actors(self, state: Deal) -> tuple[Seat, ...]:
        if state.over:
            return ()
        return state.discarding or (state.turn,)

    def legal(self, state: Deal, seat: Seat) -> tuple[Choice[Move], ...]:
        if seat not in self.actors(state):
            return ()
        verb, count = ("discard", 2) if state.discarding else ("play", 1)
        cards = state.left(seat) if state.discarding else state.playable(seat)
        named = list(combinations(cards, count))
        placed = [tuple(state.dealt[seat].index(c) + 1 for c in pick) for pick in named]
        return tuple(
            [Choice(Move(verb, cards=pick)) for pick in named]
            + [Choice(Move(verb, places=pick)) for pick in placed]
        )

    def public_choices(self, view: CribPublic) -> tuple[Move, ...]:
        if view.phase == "discard":
            return tuple(Move("discard", places=two) for two in combinations(range(1, 7), 2))
        gone = {place for seat in view.waiting for place in view.places_played[seat]}
        return tuple(Move("play", places=(place,)) for place in range(1, 7) if place not in gone)

    def apply(self, state: Deal, seat: Seat, action: Move) -> Step[Deal]:
        if all(choice.action != action for choice in self.legal(state, seat)):
            raise not_now("not-your-turn" if seat not in self.actors(state) else "not-that-card")
        cards = action.cards or tuple(state.dealt[seat][place - 1] for place in action.places)
        if action.verb == "play":
            return self._played(state, seat, cards[0], [Acted(seat, "play")])
        crib = (cards, state.crib[1]) if seat == BOTH[0] else (state.crib[0], cards)
        state = replace(state, crib=crib)
        events: list[Event] = [Acted(seat, "discard")]  # that, and never which
        if not state.discarding:
            events.append(Dealt(state.dealer, face_up(state.starter)))
            state = replace(state, turn=Seat(1 - state.dealer))
            if state.starter.rank == "J":
                state = self._peg(state, state.dealer, 2, events)  # CR-5: his heels
        return Step(state, tuple(events))

    def _peg(self, state: Deal, seat: Seat, points: int, events: list[Event]) -> Deal:
        if points:
            events.append(Pegged(seat, points))
        scores = [chips + points * (place == seat) for place, chips in enumerate(state.scores)]
        return replace(state, scores=tuple(min(chips, state.dials.target) for chips in scores))

    def _played(self, state: Deal, seat: Seat, card: Card, events: list[Event]) -> Step[Deal]:
        events.append(Dealt(seat, face_up(card)))
        state = replace(state, played=(*state.played, (seat, card)))
        pile = [laid for _, laid in state.pile]
        state = self._peg(state, seat, pegged(pile, state.total), events)
        other = Seat(1 - seat)
        if state.over and max(state.scores) >= state.dials.target:
            return Step(state, tuple(events))
        if state.playable(other):
            state = replace(state, turn=other)
        elif state.playable(seat):
            events.append(Acted(other, "go"))  # go is automatic
            state = replace(state, turn=seat)
        else:
            go = 0 if state.total == THIRTY_ONE else 1  # CR-11, CR-X8
            state = self._peg(state, seat, go, events)
            lead = other if state.left(other) else seat  # CR-12, CR-X9
            state = replace(state, since_reset=len(state.played), turn=lead)
        if not state.over and len(state.left(state.turn)) == 1:
            return self._played(state, state.turn, state.left(state.turn)[0], events)
        return Step(state, tuple(events))

    def on_timeout(self, state: Deal, seat: Seat) -> Move:
        return self.legal(state, seat)[0].action

    def public_view(self, state: Deal) -> CribPublic:
        phase = "over" if state.over else "discard" if state.discarding else "play"
        return CribPublic(
            phase=phase,
            waiting=self.actors(state),
            starter=None if state.discarding else face_up(state.starter),
            played=tuple((seat, face_up(card)) for seat, card in state.played),
            count=state.total,
            scores=state.scores,
            places_played={
                seat: tuple(
                    state.dealt[seat].index(card) + 1 for who, card in state.played if who == seat
                )
                for seat in BOTH
            },
        )

    def private_view(self, state: Deal, seat: Seat) -> CribPrivate:
        return CribPrivate(seat, tuple(state.left(seat)))

    def exposure(self, view: CribPublic) -> int:
        del view
        return 0

    def opening_exposure(
        self, dials: CribDials, stakes: Sequence[int], side_bets: Sequence[SideBet]
    ) -> int:
        del dials, stakes, side_bets
        return 0

    def result(self, state: Deal) -> Result | None:
        # Chips hang on the match, which is many deals; a deal alone moves none.
        return Result(dict.fromkeys(BOTH, 0)) if state.over else None

    def parse(self, words: Sequence[str]) -> Move:
        verb, *cards = words
        if verb not in {"discard", "play"} or len(cards) != (2 if verb == "discard" else 1):
            raise unreadable("unknown-action")
        if all(word.isdigit() for word in cards):
            return Move(verb, places=tuple(int(word) for word in cards))
        return Move(verb, cards=tuple(parse_card(word) for word in cards))

    def format(self, action: Move) -> str:
        return " ".join([action.verb, *map(str, action.cards or action.places)])


CRIBBAGE = Cribbage()
FITS: Game[CribDials, Deal, Move, CribPublic, CribPrivate] = CRIBBAGE
AS_THE_HOUSE_SEES_IT: AnyGame = CRIBBAGE

DEALER = Seat(1)


def dealt(deck: tuple[Card, ...], **options: str) -> Step[Deal]:
    dials = CRIBBAGE.with_options("cribbage", options)
    return CRIBBAGE.start(Setup(dials, (0, 0), deck, Bank.NONE, dealer=DEALER))


def played_out(deck: str, acts: str) -> Deal:
    """Play acts as ``0 play Tc``; what has played itself by then is left out."""
    state = dealt(parse_cards(deck)).state
    for act in acts.split(", "):
        seat, *words = act.split()
        move = CRIBBAGE.parse(words)
        if (Seat(int(seat)), move.cards[0]) not in state.played:
            state = CRIBBAGE.apply(state, Seat(int(seat)), move).state
    return state


@pytest.mark.parametrize(
    ("deck", "acts", "scores"),
    [
        pytest.param(
            "Tc Ad Jh 2s Qh 3c Ks 4d As 4s 3s 5s 6s",
            "0 discard As 3s, 1 discard 4s 5s, 0 play Tc, 1 play Ad, 0 play Jh, 1 play 2s, "
            "1 play 3c, 1 play 4d, 0 play Qh, 0 play Ks",
            (1, 4),
            id="F1",
        ),
        pytest.param(
            "Tc Td Th Ac Kd Kc 9s 8h As 3s 2s 4s 5s",
            "0 discard As 2s, 1 discard 3s 4s, 0 play Tc, 1 play Td, 0 play Th, 1 play Ac, "
            "0 play Kd, 1 play Kc, 0 play 9s, 1 play 8h",
            (7, 7),
            id="F2",
        ),
        pytest.param(
            "7c 8d 7h 9s 4c 6d 5h Kc As 3s 2s 4s 5s",
            "0 discard As 2s, 1 discard 3s 4s, 0 play 7c, 1 play 8d, 0 play 7h, 1 play 9s, "
            "0 play 4c, 1 play 6d, 0 play 5h, 1 play Kc",
            (5, 8),
            id="F3",
        ),
    ],
)
def test_the_play_is_pegged_as_it_should_be(deck, acts, scores):
    state = played_out(deck, acts)
    assert state.over
    assert state.scores == scores
    assert CRIBBAGE.result(state) == Result({Seat(0): 0, Seat(1): 0})


def test_both_discard_at_once_and_the_group_learns_nothing_of_what():
    begun = dealt(shuffled(1, 1))
    assert CRIBBAGE.actors(begun.state) == BOTH
    after = [
        CRIBBAGE.apply(begun.state, DEALER, choice.action)
        for choice in CRIBBAGE.legal(begun.state, DEALER)
    ]
    looks = [(CRIBBAGE.public_view(step.state), step.events) for step in after]
    assert len(looks) == 2 * 15
    assert all(look == looks[0] for look in looks)


def test_the_groups_buttons_are_places_and_name_no_card():
    state = dealt(shuffled(2, 1)).state
    offered = CRIBBAGE.public_choices(CRIBBAGE.public_view(state))
    assert len(offered) == 15
    assert not any(move.cards for move in offered)
    for seat in BOTH:
        state = CRIBBAGE.apply(state, seat, CRIBBAGE.on_timeout(state, seat)).state
    places = CRIBBAGE.public_choices(CRIBBAGE.public_view(state))
    assert [CRIBBAGE.format(move) for move in places] == [f"play {n}" for n in range(1, 7)]


@pytest.mark.parametrize("seed", range(20))
def test_the_clock_alone_ends_a_deal_and_the_log_plays_it_again(seed):
    step = dealt(shuffled(seed, 1))
    log: list[tuple[Seat, str]] = []
    while actors := CRIBBAGE.actors(step.state):
        move = CRIBBAGE.on_timeout(step.state, actors[0])
        log.append((actors[0], CRIBBAGE.format(move)))
        step = CRIBBAGE.apply(step.state, actors[0], move)
    again = dealt(shuffled(seed, 1))
    for seat, words in log:
        again = CRIBBAGE.apply(again.state, seat, CRIBBAGE.parse(words.split()))
    assert again == step
    assert len(step.state.played) == 8


def test_the_game_may_end_in_the_middle_of_a_deal():
    state = dealt(packs(1)[::-1], target="1").state
    while actors := CRIBBAGE.actors(state):
        state = CRIBBAGE.apply(state, actors[0], CRIBBAGE.on_timeout(state, actors[0])).state
    assert max(state.scores) == 1
    assert len(state.played) < 8
    assert CRIBBAGE.result(state) is not None


@pytest.mark.parametrize("act", ["0 play As", "1 discard 9 9", "0 discard Kd Ks"])
def test_what_is_not_allowed_is_refused(act):
    state = dealt(shuffled(3, 1)).state
    seat, *words = act.split()
    with pytest.raises(Refusal):
        CRIBBAGE.apply(state, Seat(int(seat)), CRIBBAGE.parse(words))

"""How a deal goes: the deal, laying away, the starter, the play with its goes, the show."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

from bot.basics import Refusal, Seat, not_now
from bot.cards import Card, face_up
from bot.games.bankless import check_equal, check_no_bank
from bot.games.base import (
    Acted,
    DealtFaceDown,
    HoleCard,
    Revealed,
    Settled,
    Setup,
    Step,
    Turn,
)
from bot.games.cribbage.actions import DEALT, GO, LAID_AWAY, LEAVE, Move, Verb, named, placed
from bot.games.cribbage.dials import Dials
from bot.games.cribbage.pegging import pegged
from bot.games.cribbage.points import THIRTY_ONE, For, Scored
from bot.games.cribbage.settling import result_of
from bot.games.cribbage.show import show
from bot.games.cribbage.state import SEATS, Draft, End, State, other
from bot.games.cribbage.views import Gone, Phase, Shown, Starter, When, Why
from bot.games.points import value_of

# --- the deal ---------------------------------------------------------------------------------


def check(setup: Setup[Dials]) -> None:
    """Refuse a setup that cannot be dealt.

    Raises ``Refusal(not_now)``: ``no-bank``, ``side-bet-not-offered``, ``two-players``,
    ``bet-below-nothing``, ``stakes-differ``, ``unknown-seat``, ``match-decided``, ``deck-odd``.
    """
    check_no_bank(setup)
    if len(setup.stakes) != len(SEATS):
        raise not_now("two-players")  # CR-1
    if min(setup.stakes) < 0:
        raise not_now("bet-below-nothing")
    check_equal(setup.stakes)
    if setup.dealer not in SEATS:
        raise not_now("unknown-seat")
    if len(set(setup.deck)) < len(setup.deck):
        raise not_now("deck-odd")  # CR-1: one pack
    _check_scores(setup)


def _check_scores(setup: Setup[Dials]) -> None:
    right = len(setup.scores) in {0, len(SEATS)} and min(setup.scores, default=0) >= 0
    if not right or max(setup.scores, default=0) >= setup.dials.target.points:
        raise not_now("match-decided")


def start(setup: Setup[Dials]) -> Step[State]:
    """Deal six cards to each, one at a time, pone first (CR-2, CR-X2); both lay two away."""
    check(setup)
    pone = other(setup.dealer)
    dealt_cards = DEALT * len(SEATS)
    if len(setup.deck) < dealt_cards:
        raise not_now("no-card-left")
    hands = {pone: setup.deck[0:dealt_cards:2], setup.dealer: setup.deck[1:dealt_cards:2]}
    state = State(
        dials=setup.dials,
        stake=setup.stakes[0],
        dealer=setup.dealer,
        deck=setup.deck,
        dealt=tuple(hands[seat] for seat in SEATS),
        scores=setup.scores or (0, 0),
        turn=pone,
    )
    draft = Draft(state)
    for place in range(DEALT):
        for seat in (pone, setup.dealer):
            draft.events += [DealtFaceDown(seat), HoleCard(seat, hands[seat][place])]
    draft.events.append(Turn(actors(state)))
    return draft.step()


# --- what a seat may do -----------------------------------------------------------------------


def actors(state: State) -> tuple[Seat, ...]:
    """Return who may decide now: both while they lay away (A-CR-7), then whose turn it is."""
    match state.phase:
        case Phase.OVER:
            return ()
        case Phase.DISCARD:
            return tuple(seat for seat in (state.pone, state.dealer) if not state.laid_away[seat])
        case Phase.PLAY:
            return (state.turn,)


def allowed(state: State, seat: Seat) -> Iterator[Move]:
    """Yield every move that a seat may make now, by the places of cards, the way out last."""
    if seat not in SEATS:
        return
    if seat in actors(state):
        discards = state.phase is Phase.DISCARD
        verb, size = (Verb.DISCARD, LAID_AWAY) if discards else (Verb.PLAY, 1)
        cards = state.dealt[seat] if discards else state.playable(seat)
        for some in combinations(cards, size):
            yield placed(verb, [state.place(seat, card) for card in some])
    if state.phase is not Phase.OVER:
        yield LEAVE


def by_names(state: State, seat: Seat, move: Move) -> Move:
    """Return a move with the names of its cards instead of their places."""
    return named(move.verb, [*move.cards, *(state.dealt[seat][at - 1] for at in move.places)])


def apply(state: State, seat: Seat, move: Move) -> Step[State]:
    """Let a seat move, and go on to the next decision; raises why it may not."""
    if seat not in SEATS:
        raise not_now("unknown-seat")
    move = by_names(state, seat, move)
    if move not in {by_names(state, seat, each) for each in allowed(state, seat)}:
        raise _refusal(state, seat, move)
    draft = Draft(replace(state, of_itself=()))
    match move.verb:
        case Verb.DISCARD:
            _lay_away(draft, seat, move.cards)
        case Verb.PLAY:
            _play(draft, seat, move.cards[0])
        case Verb.LEAVE:
            _resign(draft, seat)
    return draft.step()


def _refusal(state: State, seat: Seat, move: Move) -> Refusal:
    """Return why a seat may not make a move now."""
    if state.phase is Phase.OVER:
        return not_now("no-round")
    if move == GO and state.phase is Phase.DISCARD:
        return not_now("discard-first")
    if move == GO:
        return not_now("no-go" if seat == state.turn else "not-your-turn")
    if move.verb is Verb.DISCARD and state.phase is Phase.PLAY:
        return not_now("not-discarding")
    return _refusal_of_cards(state, seat, move)


def _refusal_of_cards(state: State, seat: Seat, move: Move) -> Refusal:
    strange = [card for card in move.cards if card not in state.dealt[seat]]
    if strange:
        return not_now("not-dealt", card=str(strange[0]))
    if state.phase is Phase.DISCARD:
        return not_now("already-discarded" if move.verb is Verb.DISCARD else "discard-first")
    fits = value_of(move.cards[0].rank) <= THIRTY_ONE - state.count
    if seat != state.turn and (fits or (seat, GO) not in state.of_itself):
        return not_now("not-your-turn")
    if move.cards[0] not in state.held(seat):
        return not_now("card-gone")
    return not_now("over-thirty-one", count=state.count, most=THIRTY_ONE - state.count)


def _resign(draft: Draft, seat: Seat) -> None:
    draft.events.append(Acted(seat, Verb.LEAVE))
    draft.state = replace(draft.state, end=End.RESIGNED, winner=other(seat))
    _settle(draft)


def _settle(draft: Draft) -> None:
    draft.events.append(Settled(result_of(draft.state).net))


# --- laying away and the starter --------------------------------------------------------------


def _lay_away(draft: Draft, seat: Seat, cards: tuple[Card, ...]) -> None:
    away = list(draft.state.laid_away)
    away[seat] = cards
    draft.state = replace(draft.state, laid_away=tuple(away))
    draft.events.append(Acted(seat, Verb.DISCARD))  # that, and never which
    if not actors(draft.state):
        _turn_starter(draft)


def _turn_starter(draft: Draft) -> None:
    """Turn the starter; a jack is his heels, and can win (CR-4, CR-5, A-CR-8)."""
    state = draft.state
    if state.drawn >= len(state.deck):
        raise not_now("no-card-left")
    starter, dealer = face_up(state.deck[state.drawn]), state.dealer
    draft.state = replace(state, starter=starter)
    draft.events.append(Starter(dealer, starter))
    if starter.rank == "J":
        heels = Scored(For.HEELS, draft.state.dials.heels, ((starter,),))
        draft.peg(dealer, [heels], When.STARTER)
    if draft.state.end is None:
        draft.events.append(Turn(actors(draft.state)))
    else:
        _settle(draft)


# --- the play ---------------------------------------------------------------------------------


def _play(draft: Draft, seat: Seat, card: Card) -> None:
    """Play a card, and every last card of a hand that follows of itself (decision 13)."""
    _put_down(draft, seat, card)
    while draft.state.end is None and len(draft.state.held(draft.state.turn)) == 1:
        turn = draft.state.turn
        [last] = draft.state.held(turn)
        draft.happened_of_itself(turn, named(Verb.PLAY, [last]))
        _put_down(draft, turn, last)
    if draft.state.end is None:
        draft.events.append(Turn(actors(draft.state)))
    else:
        _settle(draft)


def _put_down(draft: Draft, seat: Seat, card: Card) -> None:
    """Play one card: its points, then whoever can play is next, else the count ends."""
    draft.put_down(seat, card)
    draft.peg(seat, pegged(draft.state.pile), When.PLAY)
    if draft.state.end is not None:
        return
    for next_seat in (other(seat), seat):
        if draft.state.playable(next_seat):
            draft.state = replace(draft.state, turn=next_seat)  # CR-7, CR-10, CR-X7
            return
        _say_go(draft, next_seat)
    _end_count(draft, seat)


def _say_go(draft: Draft, seat: Seat) -> None:
    """Say go for a seat that cannot play (CR-10); nothing needs saying at thirty-one."""
    draft.happened_of_itself(seat, GO)
    if draft.state.held(seat) and draft.state.count < THIRTY_ONE:
        draft.events.append(Gone(seat, (), Why.GO))


def _end_count(draft: Draft, seat: Seat) -> None:
    """Book go or the last card, and begin the next count, or the show (CR-11 to CR-13)."""
    state = draft.state
    lead = next((each for each in (other(seat), seat) if state.held(each)), None)
    if state.count < THIRTY_ONE:
        kind = For.GO if lead is not None else For.LAST  # CR-X8: never beside thirty-one
        draft.peg(seat, [Scored(kind, 1, ((state.played[-1].card,),))], When.PLAY)
    if draft.state.end is not None:
        return
    if lead is None:
        _show(draft)
        return
    # CR-12, CR-X9: who did not play the last card leads, if there is a card to lead with.
    draft.state = replace(draft.state, reset_at=len(state.played), turn=lead)


# --- the show ---------------------------------------------------------------------------------


def _show(draft: Draft) -> None:
    """Count pone's hand, the dealer's, the crib, until somebody has won (CR-X10, CR-X13)."""
    pone, dealer = draft.state.pone, draft.state.dealer
    for seat, crib in ((pone, False), (dealer, False), (dealer, True)):
        _count(draft, seat, crib=crib)
        if draft.state.end is not None:
            return
    draft.state = replace(draft.state, end=End.COUNTED)


def _count(draft: Draft, seat: Seat, *, crib: bool) -> None:
    state = draft.state
    if state.starter is None:
        raise AssertionError("nothing is counted without a starter")
    cards = tuple(map(face_up, state.crib if crib else state.kept(seat)))
    if crib:
        draft.events.append(Revealed(seat, cards, Why.CRIB))
    shown = Shown(seat, cards, crib, show(cards, state.starter, crib=crib))
    draft.state = replace(state, shows=(*state.shows, shown))
    draft.peg(seat, shown.scored, When.CRIB if crib else When.HAND)

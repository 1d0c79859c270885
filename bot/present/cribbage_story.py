"""What happened in the play of cribbage, card by card, every point itemised as it is pegged."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from bot.basics import Seat
from bot.cards import OpenCard
from bot.games.base import PublicEvent, Revealed, Turn
from bot.games.cribbage.pegging import count_of
from bot.games.cribbage.points import For
from bot.games.cribbage.views import Gone, Pegged, When, Why
from bot.message import OpenFace, OpenLine, Plain
from bot.present.common import Words, filled
from bot.present.hands import BySeat

_ENDS_COUNT = {For.THIRTY_ONE, For.GO, For.LAST}


@dataclass
class _Played:
    """One card that was played, what it made, and what followed before the next one."""

    seat: Seat
    card: OpenCard
    count: int
    itself: bool = False
    pegged: list[Pegged] = field(default_factory=list)
    gone: list[Seat] = field(default_factory=list)

    @property
    def ends_count(self) -> bool:
        """Whether the next card begins a new count."""
        return any(each.kind in _ENDS_COUNT for each in self.pegged)


def last_moves(words: Words, events: Sequence[PublicEvent], people: BySeat) -> list[OpenLine]:
    """Return what came of the last decision, a line a card, or of the starter."""
    step = _last_step(events)
    known = _played(events)
    now = known[len(known) - sum(map(_is_play, step)) :]
    for each in now[1:]:
        each.itself = True
    heels = [event for event in step if isinstance(event, Pegged) and event.kind is For.HEELS]
    lines = [_heels(words, each, people) for each in heels]
    return [*lines, *(line for each in now for line in _told(words, each, people))]


def _last_step(events: Sequence[PublicEvent]) -> list[PublicEvent]:
    """Return the events since somebody was asked, the question that followed left out."""
    step: list[PublicEvent] = []
    for event in reversed(events):
        if isinstance(event, Turn):
            if step:
                break
        else:
            step.append(event)
    return step[::-1]


def _is_play(event: PublicEvent) -> bool:
    return isinstance(event, Revealed) and event.why == Why.PLAYED


def _played(events: Iterable[PublicEvent]) -> list[_Played]:
    """Return every card that was played, with the count that it made."""
    played: list[_Played] = []
    pile: list[OpenCard] = []
    for event in events:
        match event:
            case Gone(seat=seat):
                played[-1].gone.append(seat)
            case Revealed(seat=seat, cards=cards, why=Why.PLAYED):
                if played and played[-1].ends_count:
                    pile.clear()
                pile += cards
                played.append(_Played(seat, cards[-1], count_of(pile)))
            case Pegged(when=When.PLAY):
                played[-1].pegged.append(event)
    return played


def _heels(words: Words, heels: Pegged, people: BySeat) -> OpenLine:
    [[jack]] = heels.scored.combinations
    name = people[heels.seat]
    return words.line("cribbage-heels", card=OpenFace(jack), points=heels.points, name=name)


def _told(words: Words, played: _Played, people: BySeat) -> list[OpenLine]:
    """Return a card with its points, then that somebody cannot play on and what that brought."""
    key = "cribbage-plays-itself" if played.itself else "cribbage-plays"
    name, card = people[played.seat], OpenFace(played.card)
    head: OpenLine = words.line(key, name=name, card=card, count=played.count)
    gains: list[OpenLine] = [
        (Plain(_pegged(words, each)),) for each in played.pegged if each.kind is not For.GO
    ]
    lines = filled((*head, Plain(":")), gains) if gains else [head]
    for_go = [each for each in played.pegged if each.kind is For.GO]
    if for_go:
        points = for_go[0].points
        return [*lines, words.line("cribbage-go-point", name=name, points=points)]
    return [*lines, *(words.line("cribbage-says-go", name=people[seat]) for seat in played.gone)]


def _pegged(words: Words, pegged: Pegged) -> str:
    """Return what a card in the play scored: ``fifteen 2``."""
    return words.text(f"pegged-{pegged.kind}", {"points": pegged.points})


def peg_behind(
    events: Iterable[PublicEvent], seat: Seat, score: int, opened: int | None, target: int
) -> int:
    """Return where a seat's peg stood before it moved last, or stands if it did not in this deal.

    ``opened`` is the score before the deal. Where it is not known, that of a winner who needed
    fewer points than the last ones is not either, and is taken to have needed all of them.
    """
    moves = [points for moved, points in _movements(events) if moved == seat]
    if not moves:
        return score
    if opened is None:
        return max(score - moves[-1], 0)
    return min(opened + sum(moves[:-1]), target)


def _movements(events: Iterable[PublicEvent]) -> Iterator[tuple[Seat, int]]:
    """Yield each movement of a peg: what one card, one go or one count scored together."""
    for pegs, together in groupby(events, key=lambda event: isinstance(event, Pegged)):
        if pegs:
            pegged = [event for event in together if isinstance(event, Pegged)]
            for (seat, _), same in groupby(pegged, key=lambda event: (event.seat, event.when)):
                yield seat, sum(event.points for event in same)

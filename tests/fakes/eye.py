"""Sees which cards lie face up on tables and which are somebody's own, and since when."""

import re
import time
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

import pytest

from bot.basics import PlayerId
from bot.cards import Card
from bot.delivery.delivery import Delivery
from bot.message import card_text
from bot.notices import HandShown, Notice, TableShown
from tests.fakes.walks import open_cards, own_cards

ROUND = re.compile(r"(?:round|deal) \d+")


@dataclass
class Eye:
    """Watches one table; ``now`` is the time on the platform."""

    now: Callable[[], float] = time.time
    open_since: list[tuple[float, str, set[str]]] = field(default_factory=list)
    own: defaultdict[tuple[PlayerId, str], set[str]] = field(
        default_factory=lambda: defaultdict(set)
    )

    def sees(self, notice: Notice) -> None:
        """Note what a notice shows."""
        if isinstance(notice, TableShown) and notice.view is not None:
            deal = notice.match.deal if notice.match else 0
            name = name_of(notice.round, deal)
            self.open_since.append((self.now(), name, _faces(open_cards(notice))))
        elif isinstance(notice, HandShown):
            name = name_of(notice.round, notice.deal)
            self.own[notice.player, name] |= _faces(own_cards(notice.view))

    def open_at(self, moment: float, text: str) -> set[str]:
        """Return the cards of the rounds that a text names which their table had shown by then."""
        named = rounds_in(text)
        seen = (faces for at, of, faces in self.open_since if at <= moment and of in named)
        return set().union(*seen)

    def owned(self, player: PlayerId, text: str) -> set[str]:
        """Return the cards of somebody's own in the rounds that a text names."""
        return set().union(*(self.own[player, name] for name in rounds_in(text)))


def name_of(number: int, deal: int) -> str:
    """Return what a message calls a round: a ``deal`` of a match (else 0) by that match's count."""
    return f"deal {deal}" if deal else f"round {number}"


def rounds_in(text: str) -> set[str]:
    """Return the rounds that a text names."""
    return set(ROUND.findall(text.lower()))


def _faces(cards: Iterable[Card]) -> set[str]:
    return set(map(card_text, cards))


def watching_deliveries(monkeypatch: pytest.MonkeyPatch) -> Eye:
    """Return what watches every delivery from now on."""
    watching = Eye()
    receive = Delivery.receive

    def received(delivery: Delivery, notice: Notice) -> None:
        watching.sees(notice)
        receive(delivery, notice)

    monkeypatch.setattr(Delivery, "receive", received)
    return watching

"""A table message that has not gone out, and the results that it must not take out of the chat."""

from dataclasses import dataclass, field, replace

from bot.delivery.refs import digest_of
from bot.message import GroupMessage, OpenLine
from bot.notices import TablePhase, TableShown, Urgency
from bot.ports import Ref

_RESULTS = ".results."
"""A digest that ends in this and a number is that of a round's results."""

_BETS = ".bets."
"""One that ends in this and a number is that of bets which are open after so many rounds."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """A table message that has not gone out; ``since`` is when its first change was told."""

    shown: TableShown
    message: GroupMessage
    since: float

    @property
    def digest(self) -> str:
        """What a reference keeps of it: equal for what looks equal, in any process."""
        digest = digest_of(self.message)
        if self.results:
            return f"{digest}{_RESULTS}{self.results}"
        if self.shown.phase is TablePhase.LOBBY:
            return f"{digest}{_BETS}{self.shown.round}"
        return digest

    @property
    def results(self) -> str:
        """Of which round it shows results, as text; empty where it shows none."""
        return str(self.shown.round) if self.shown.result is not None else ""

    @property
    def is_urgent(self) -> bool:
        """Whether it goes as soon as a call may go; a new message is waited for."""
        return self.shown.urgency < Urgency.PROGRESS or self.shown.fresh

    def after(self, earlier: "Wanted | None") -> "Wanted":
        """Return this in place of one that is overtaken: as urgent, as fresh, as long waiting."""
        if earlier is None:
            return self
        urgency = min(self.shown.urgency, earlier.shown.urgency)
        fresh = self.shown.fresh or earlier.shown.fresh
        shown = replace(self.shown, urgency=urgency, fresh=fresh)
        return replace(self, shown=shown, since=min(self.since, earlier.since))

    def drops_results_of(self, earlier: "Wanted") -> bool:
        """Whether results would never be seen if this went out instead of that."""
        return bool(earlier.results) and earlier.results != self.results

    def are_results_of(self, shown: TableShown) -> bool:
        """Whether a message that shows so much may end with these results."""
        return shown.result is None and shown.view is not None and shown.round == self.shown.round

    def hides_results_in(self, ref: Ref) -> bool:
        """Whether results would be seen no more if that message were edited to this."""
        results = results_in(ref)
        return bool(results) and results != self.results

    def is_more_of(self, ref: Ref) -> bool:
        """Whether that message shows these results already, as they were a moment ago."""
        return bool(self.results) and self.results == results_in(ref)


@dataclass
class Unsent:
    """Results that were overtaken before they went out."""

    _all: list[Wanted] = field(default_factory=list)

    def __bool__(self) -> bool:
        return bool(self._all)

    def add(self, overtaken: Wanted) -> None:
        """Keep results in mind, as they were last."""
        others = [each for each in self._all if each.results != overtaken.results]
        self._all = [*others, overtaken]

    def drop_seen(self, ref: Ref) -> None:
        """Forget those that a message shows already."""
        self._all = [each for each in self._all if not each.is_more_of(ref)]

    def take_for(self, shown: TableShown) -> GroupMessage | None:
        """Return those that a message which shows so much may end with, if there are any."""
        for unsent in self._all:
            if unsent.are_results_of(shown):
                self._all.remove(unsent)
                return replace(unsent.message, buttons=())
        return None

    def take_lines(self) -> tuple[OpenLine, ...]:
        """Return all that are left, as lines."""
        taken, self._all = self._all, []
        return tuple(line for unsent in taken for line in unsent.message.lines)


def are_bets_of(ref: Ref, shown: TableShown) -> bool:
    """Whether a message shows the bets for the round that is played now, with its commitment."""
    _, parted, rounds = ref.digest.partition(_BETS)
    return shown.phase is TablePhase.PLAY and bool(parted) and rounds == str(shown.round - 1)


def results_in(ref: Ref) -> str:
    """Return of which round a message shows results, as text; empty where it shows none."""
    _, _, results = ref.digest.partition(_RESULTS)
    return results

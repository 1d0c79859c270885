"""What all lanes of one platform share."""

from dataclasses import dataclass, field

from bot.basics import ChatId, is_within
from bot.delivery.pacing import Turns, Window, overall_window
from bot.delivery.pump import Tasks
from bot.delivery.refs import Key, Refs, nonce_of
from bot.ports import Clock, Messenger, Pacing, PlatformError, Ref, Unknown
from bot.present.presenter import Presenter


@dataclass
class Outlet:
    """A platform's messenger, what was sent through it, and the rate all chats share.

    ``away`` are the chats that are out of reach for a while, with everything in them.
    """

    messenger: Messenger
    clock: Clock
    presenter: Presenter
    refs: Refs
    tasks: Tasks = field(init=False)
    turns: Turns = field(init=False)
    away: set[ChatId] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.tasks = Tasks(one_by_one=self.pacing is None)
        self.turns = Turns(overall_window(self.pacing))

    @property
    def pacing(self) -> Pacing | None:
        """What the platform allows."""
        return self.messenger.pacing

    @property
    def answers_are_panels(self) -> bool:
        """Whether an answer may be a panel of its own (``Pacing``)."""
        return self.pacing is not None and self.pacing.answers_are_panels

    def may_repeat(self, failure: PlatformError, *, is_new: bool) -> bool:
        """Whether a call of unknown fate does no harm when it is made again."""
        is_known = self.pacing is not None and self.pacing.repeats_are_known
        return isinstance(failure, Unknown) and (is_known or not is_new)

    def mark(self, key: Key, digest: str) -> str:
        """Return the mark of a post: one that may not have arrived has the same when repeated.

        A message posted anew in the same words has another.
        """
        return self.refs.mark_of(key) or nonce_of(*key, digest, self.clock.now())

    def is_too_old(self, ref: Ref, at: float | None) -> bool:
        """Whether a message can be edited no longer; ``at`` is when it was sent, if known here."""
        limit = self.pacing.edit_seconds_max if self.pacing else None
        if limit is None or ref.message is None:
            return False
        # What an earlier process sent has its time in its id, where ids tell times.
        sent = at if at is not None else self.messenger.sent_at(ref.message)
        return sent is not None and self.clock.now() - sent >= limit

    def is_away(self, chat: ChatId) -> bool:
        """Whether a chat, or what it is in, is out of reach."""
        return any(is_within(chat, away) for away in self.away)

    def due(self, window: Window) -> float:
        """Return when a call may go that counts in a window; the shared rate is the pump's."""
        return window.due(self.clock.now())

    def due_patiently(self, window: Window) -> float:
        """Return when such a call may go that is patient (``Window``)."""
        return window.due_patiently(self.clock.now())

    def count(self, window: Window, *, patient: bool = False) -> None:
        """Note that such a call goes now, in its pump's turn."""
        window.count(self.clock.now(), patient=patient)

    def count_another(self, window: Window) -> None:
        """Note that a second call goes in the same turn."""
        self.count(window)
        self.turns.window.count(self.clock.now())

"""One lane a chat: everything for a group goes through it, the latest view wins.

Order (design, section 5): deal, turn and settlement; progress; closing the old message; replies;
the reminder whose turn it is. All but the first go only while more than ``kept_back`` calls of the
window are free, beside those that the first take at their pace (``Window``); progress waits
``progress_seconds`` for company, and closing lets a quick round end first. What a lane sends, and
when, follows from public notices alone: a notice that shows nothing new neither sends anything nor
starts a wait.
"""

import logging
import math
from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass, field, replace

from bot.basics import ChatId, PlayerId
from bot.delivery.closings import Closings
from bot.delivery.nudges import Nudge
from bot.delivery.outlet import Outlet
from bot.delivery.pacing import Window, chat_window
from bot.delivery.pump import Job, Pump, most_pressing, oldest
from bot.delivery.refs import NUDGE, OLD, TABLE, Key, digest_of, nonce_of
from bot.delivery.replies import Replies
from bot.delivery.wanted import Unsent, Wanted, are_bets_of, results_in
from bot.message import GroupMessage, OpenLine
from bot.notices import Nudged, Said, TablePhase, TableShown, Urgency
from bot.ports import ChatGone, Gone, Later, Moved, PlatformError, Ref, RefState, Unknown
from bot.requests import Seen

log = logging.getLogger(__name__)

REPOST_AFTER_MESSAGES = 15
"""So many later messages push a table out of sight: it is posted anew instead of edited."""

CLOSING_SECONDS = 10
"""While a round runs, its call goes before the old message's, for so many seconds."""

_URGENT, _SAID, _PROGRESS, _CLOSING, _REPLY, _NUDGE = range(6)


@dataclass
class Posted:
    """The table message at the bottom of the chat: what it shows and since when it is there."""

    shown: TableShown | None = None
    at: float | None = None
    later_messages: int = 0


@dataclass
class Lane:
    """Everything that goes to one chat.

    ``unreachable`` are those who cannot be written to in private, kept up to date by the owner of
    the set; ``moved`` is awaited when the chat turns out to live on under another id.
    """

    chat: ChatId
    outlet: Outlet
    unreachable: Collection[PlayerId]
    moved: Callable[["Lane", ChatId], Awaitable[None]]
    _window: Window = field(init=False)
    _pump: Pump = field(init=False)
    _told: Wanted | None = None
    _wanted: Wanted | None = None
    _unsent: Unsent = field(default_factory=Unsent)
    _posted: Posted = field(default_factory=Posted)
    _overtaken: dict[str, GroupMessage | None] = field(default_factory=dict)
    _closings: Closings = field(default_factory=Closings)
    _sayings: tuple[OpenLine, ...] = ()
    _said_at: float | None = None
    _replies: Replies = field(default_factory=Replies)
    _nudge: Nudge = field(default_factory=Nudge)
    _gone: bool = False
    _doubts: int = 0

    def __post_init__(self) -> None:
        self._window = chat_window(self.outlet.pacing)
        self._pump = Pump(self.outlet.clock, self.outlet.tasks, self.outlet.turns, self._plan)

    # --- what is told -----------------------------------------------------------------------

    def show(self, shown: TableShown) -> None:
        """Show a table from now on; what shows nothing new is dropped."""
        # Where answers are panels, nobody needs the link to another place for them.
        unreachable = () if self.outlet.answers_are_panels else self.unreachable
        message = self.outlet.presenter.table(self._for_the_group(shown), unreachable)
        wanted = Wanted(shown, message, self.outlet.clock.now())
        nothing_new = not shown.fresh and self._shows_already(wanted)
        self._told = wanted
        if nothing_new:
            return
        is_pointless = self._is_pointless(wanted)
        self._wanted = None if is_pointless else self._in_place(wanted, self._wanted)
        self._pump.poke()

    def _in_place(self, newer: Wanted, earlier: Wanted | None) -> Wanted:
        """Return what goes out in place of what waits; results that waited are kept in mind."""
        if earlier is not None and newer.drops_results_of(earlier):
            self._unsent.add(earlier)
        return newer.after(earlier)

    def _for_the_group(self, shown: TableShown) -> TableShown:
        """Leave out what whoever asked for it sees in a panel of their own."""
        return replace(shown, menu=shown.menu and not self.outlet.answers_are_panels)

    def _shows_already(self, wanted: Wanted) -> bool:
        if self._told is not None:
            return self._told.digest == wanted.digest
        # Nothing was told in this process: what an earlier one sent counts.
        return self._shows(wanted)

    def _shows(self, wanted: Wanted) -> bool:
        return self.outlet.refs.shows(self._key(wanted.shown), wanted.digest)

    def _is_pointless(self, wanted: Wanted) -> bool:
        """A closed table that nobody has seen open need not be shown, unless with a result."""
        shown = wanted.shown
        closed = shown.phase is TablePhase.CLOSED and shown.result is None
        return closed and self.outlet.refs.get(self._key(shown)) is None

    def _key(self, shown: TableShown) -> Key:
        return self.chat, TABLE, str(shown.table)

    @property
    def shown(self) -> TableShown | None:
        """The table as it was told last."""
        return self._told.shown if self._told else None

    @property
    def language(self) -> str | None:
        """The chat's language, as far as a table told it."""
        return self.shown.language if self.shown else None

    @property
    def game(self) -> str | None:
        """What is played in the chat, as far as a table told it."""
        return self._told.shown.game.name if self._told else None

    def refresh_for(self, player: PlayerId) -> None:
        """Show the table once more: what is known of somebody at it has changed."""
        shown = self._told.shown if self._told else None
        if shown is not None and any(seat.player == player for seat in shown.seats):
            self.show(replace(shown, urgency=Urgency.PROGRESS, fresh=False))

    def say(self, said: Said) -> None:
        """Say one sentence; those that wait together go out as one message."""
        self._add_to_sayings(self.outlet.presenter.said(said).lines)
        self._pump.poke()

    def _add_to_sayings(self, lines: tuple[OpenLine, ...]) -> None:
        if not self._sayings:
            self._said_at = self.outlet.clock.now()
        self._sayings += lines

    def reply(self, message: GroupMessage) -> None:
        """Answer who cannot be written to; dropped soon after the last reply."""
        if self._replies.add(message, self.outlet.clock.now()):
            self._pump.poke()

    def nudge(self, nudged: Nudged) -> None:
        """Remind who is waited for, or take that back; dropped where there is no room for it."""
        message = self.outlet.presenter.nudge(nudged) if nudged.waiting else None
        self._nudge.want(message, self.outlet.clock.now())
        self._pump.poke()

    async def recall_nudge(self, ref: Ref) -> None:
        """Take back the reminder of an earlier process, unless it is wanted again soon."""
        if ref.message is None:
            await self.outlet.refs.drop(self._nudge_key)  # sent or not, it cannot be found
        self._nudge.recall(self.outlet.clock.now())
        self._pump.poke()

    def note_traffic(self, messages: int) -> None:
        """Note that others wrote in the chat."""
        self._posted.later_messages += messages

    def revive(self) -> None:
        """Somebody asked something in the chat: it is there (again)."""
        if self._gone:
            self._gone = False
            self._told = None
            self._pump.poke()

    def lose(self) -> None:
        """The dealer was put out of the chat."""
        self._gone = True

    def resume(self) -> None:
        """The chat is within reach again: send the latest of what it has missed."""
        self._gone, now = False, self.outlet.clock.now()
        wanted = self._wanted or self._lost()
        self._wanted = replace(wanted, since=now) if wanted else None
        self._said_at = now
        self._pump.poke()

    def _lost(self) -> Wanted | None:
        """Return what was told and did not arrive, as the chat got out of reach just then."""
        told = self._told
        if told is None or told.shown.phase is TablePhase.CLOSED or self._shows(told):
            return None
        return replace(told, shown=replace(told.shown, fresh=False))

    def close_old(self, message_id: str, words: GroupMessage | None = None) -> None:
        """Close an old table message, once: with other words, or its buttons taken off."""
        if self._closings.add(message_id, words):
            self._pump.poke()

    def recall_old(self, message_id: str) -> None:
        """Close an old table message of an earlier process, once it is known what goes on."""
        self._closings.recall(message_id, self.outlet.clock.now())
        self._pump.poke()

    async def pressed(self, seen: Seen, message_id: str) -> None:
        """A button was pressed: an old message loses its buttons, a lost one is found."""
        ref = self.outlet.refs.get((self.chat, TABLE, str(seen.table)))
        if ref is not None and ref.message == message_id:
            return
        if message_id in self._overtaken:
            return  # what makes way for it is on its way, and closes it
        told = self._told.shown if self._told else None
        here = told is not None and (told.table, told.round) == (seen.table, seen.round)
        here = here and self.outlet.refs.get((self.chat, OLD, message_id)) is None
        if ref is not None and ref.message is None and here:
            await self.outlet.refs.adopt(ref, message_id)
        elif not self.outlet.refs.is_table(self.chat, message_id):  # buttons can be forged
            self.close_old(message_id)

    def stop(self) -> None:
        """Call off what waits for its time."""
        self._pump.close()

    def move_to(self, chat: ChatId) -> None:
        """Go on under another id; messages of the old chat cannot be edited any more."""
        self.chat = chat
        self._posted = Posted()
        self._overtaken, self._nudge = {}, Nudge()
        self._closings.clear()
        self._unsent = Unsent()
        self._wanted = self._wanted or self._told
        self._pump.poke()

    @property
    def _is_silent(self) -> bool:
        """Whether nothing goes out: the chat is no more, or out of reach for a while."""
        return self._gone or self.outlet.is_away(self.chat)

    @property
    def waiting_since(self) -> float | None:
        """When the oldest of what people wait for was told, ``None`` where all has gone out."""
        if self._is_silent:
            return None
        wanted = self._wanted.since if self._wanted else None
        said = self._said_at if self._sayings else None
        return oldest((wanted, said, self._pump.sending_since))

    @property
    def waiting(self) -> int:
        """How many messages and edits wait to go out, with the one on its way."""
        if self._is_silent:
            return 0
        singles = (self._wanted, self._sayings, self._replies.waits, self._nudge.waits)
        return sum(map(bool, singles)) + len(self._closings) + self._pump.is_sending

    # --- what goes next ---------------------------------------------------------------------

    def _plan(self) -> Job | None:
        if self._is_silent:
            return None
        soon = self.outlet.due(self._window)
        patient = self.outlet.due_patiently(self._window)
        jobs: list[Job] = []
        if self._wanted is not None and self._wanted.is_urgent:
            jobs.append(Job(soon, _URGENT, self._send_table, self._wanted.since))
        elif self._wanted is not None:
            due = max(patient, self._company_until())
            jobs.append(Job(due, _PROGRESS, self._send_table, self._wanted.since))
        if self._sayings:
            jobs.append(Job(soon, _SAID, self._send_sayings, self._said_at))
        if self._closings:
            due = max(patient, self._round_until(), self._closings.not_before)
            jobs.append(Job(due, _CLOSING, self._send_closing))
        if self._replies.is_due(patient):
            jobs.append(Job(patient, _REPLY, self._send_reply))
        nudge_due = max(patient, self._nudge.not_before)
        if self._nudge.waits and self._nudge.still_waits(nudge_due, is_there=self._has_nudge):
            jobs.append(Job(nudge_due, _NUDGE, self._send_nudge))
        return most_pressing(jobs)

    def _company_until(self) -> float:
        """Return until when progress waits for more of it."""
        pacing, wanted = self.outlet.pacing, self._wanted
        return wanted.since + pacing.progress_seconds if pacing and wanted else -math.inf

    def _round_until(self) -> float:
        """Return until when a running round goes before an old message."""
        shown, at = self._posted.shown, self._posted.at
        running = shown is not None and shown.phase is TablePhase.PLAY
        paced = self.outlet.pacing is not None
        return at + CLOSING_SECONDS if running and paced and at is not None else -math.inf

    async def _call(
        self, work: Callable[[], Awaitable[object]], *, patient: bool = False
    ) -> PlatformError | None:
        """Make one call to the platform and return the error that it raised, if any."""
        self.outlet.count(self._window, patient=patient)
        try:
            await work()
        except PlatformError as failure:
            log.info("%s: %s", self.chat, type(failure).__name__)
            await self._heed(failure)
            return failure
        return None

    async def _heed(self, failure: PlatformError) -> None:
        match failure:
            case Later(seconds=seconds):
                self._window.hold(self.outlet.clock.now() + seconds)
            case Moved(chat=chat):
                await self.moved(self, chat)

    # --- the table --------------------------------------------------------------------------

    async def _send_table(self) -> None:
        wanted, self._wanted = self._wanted, None
        if wanted is None:
            return
        if self._shows(wanted) and not wanted.shown.fresh:
            self._posted.shown = wanted.shown
            return
        known = await self._make_way(wanted)
        is_new = known is None or known.message is None
        failure = await self._call(lambda: self._put(wanted), patient=not wanted.is_urgent)
        if failure is None:
            self._doubts = 0
            await self._sent(wanted, is_new=is_new)
            return
        self._doubts = self._doubts + 1 if self.outlet.may_repeat(failure, is_new=is_new) else 0
        if isinstance(failure, Gone) and is_new:
            self._gone = True
        elif isinstance(failure, Later | Gone) or self._is_tried_again():
            self._gone = self._gone or isinstance(failure, ChatGone)
            self._want_again(wanted)

    def _want_again(self, wanted: Wanted) -> None:
        again = replace(wanted, shown=replace(wanted.shown, fresh=False))
        self._wanted = self._in_place(self._wanted, again) if self._wanted else again

    def _is_tried_again(self) -> bool:
        """A call of unknown fate is made again: who looks must not see a round that is over."""
        return self._doubts > 0 and self._window.doubt(self.outlet.clock.now(), self._doubts)

    async def _make_way(self, wanted: Wanted) -> Ref | None:
        """Return the message to edit; none where the next is to be a new one.

        Results stay in the chat, whatever comes after them and however fast.
        """
        ref = self.outlet.refs.get(self._key(wanted.shown))
        if ref is not None:
            if ref.state is RefState.SENT:
                # Not before: what is on its way when results are overtaken may show them.
                self._unsent.drop_seen(ref)
            keeps = bool(self._unsent) or wanted.hides_results_in(ref)
            # One that may not have arrived is posted again: there it stands anew already.
            moves = wanted.shown.fresh and ref.message is not None
            if not (moves or keeps or self._is_out_of_sight(ref)):
                return ref
            await self.outlet.refs.retire(ref)
            if ref.message is not None:
                self._overtaken[ref.message] = self._last_words(ref, wanted.shown)
        # Results whose round has no message that could end with them are said by themselves.
        self._add_to_sayings(self._unsent.take_lines())
        return None

    def _last_words(self, ref: Ref, shown: TableShown) -> GroupMessage | None:
        """Return what the message says that makes way, ``None`` for what it says already."""
        before = self._posted.shown
        if before is None:
            return None
        if unsent := self._unsent.take_for(before):
            return unsent
        if results_in(ref) and before.result is None:
            return None  # an edit of unknown fate: it may show results by now
        return self.outlet.presenter.overtaken(before, shown)

    def _words_of_old(self, message_id: str) -> GroupMessage | None:
        """Return what bets end with that an earlier process showed, if they are for this round."""
        ref, shown = self.outlet.refs.get((self.chat, OLD, message_id)), self.shown
        is_known = ref is not None and shown is not None and are_bets_of(ref, shown)
        return self.outlet.presenter.bets_overtaken(shown) if is_known and shown else None

    def _is_out_of_sight(self, ref: Ref) -> bool:
        too_far_up = self._posted.later_messages >= REPOST_AFTER_MESSAGES
        return too_far_up or self.outlet.is_too_old(ref, self._posted.at)

    async def _put(self, wanted: Wanted) -> None:
        chat, message, messenger = self.chat, wanted.message, self.outlet.messenger
        key = self._key(wanted.shown)
        await self.outlet.refs.send(
            key,
            wanted.digest,
            self.outlet.mark(key, wanted.digest),
            lambda mark: messenger.post(chat, message, mark),
            lambda message_id: messenger.edit(chat, message_id, message),
        )

    async def _sent(self, wanted: Wanted, *, is_new: bool) -> None:
        shown = wanted.shown
        if is_new:
            self._posted = Posted(at=self.outlet.clock.now())
        if not self._shows(wanted):
            self._want_again(wanted)  # what was posted before has come back, and is edited
            return
        self._posted.shown = shown
        overtaken, self._overtaken = self._overtaken, {}
        for message_id, words in overtaken.items():
            self.close_old(message_id, words)
        if shown.phase is TablePhase.CLOSED:
            await self.outlet.refs.drop(self._key(shown))
            self._posted = Posted()

    # --- everything else --------------------------------------------------------------------

    async def _send_sayings(self) -> None:
        lines, self._sayings = self._sayings, ()
        message = GroupMessage(lines)
        failure = await self._call(lambda: self._post(message))
        if isinstance(failure, Later | Moved):
            self._sayings = lines + self._sayings
        elif isinstance(failure, Gone):
            self._gone = True

    async def _send_reply(self) -> None:
        message = self._replies.take()
        if message is not None:
            await self._call(lambda: self._post(message), patient=True)

    async def _post(self, message: GroupMessage) -> str:
        nonce = nonce_of(self.chat, digest_of(message), self.outlet.clock.now())
        return await self.outlet.messenger.post(self.chat, message, nonce)

    async def _send_nudge(self) -> None:
        nudge, wanted, is_new = self._nudge, self._nudge.wanted, not self._has_nudge
        nudge.waits = False
        if wanted is not None and self.outlet.refs.shows(self._nudge_key, digest_of(wanted)):
            return
        failure = await self._call(lambda: self._put_nudge(wanted), patient=True)
        match failure:
            case Later():
                nudge.waits = True
            case Gone():
                self._gone = self._gone or is_new
                await self.outlet.refs.drop(self._nudge_key)
            case Unknown() if wanted is None and not nudge.waits:
                nudge.doubts += 1
                nudge.waits = self._window.doubt(self.outlet.clock.now(), nudge.doubts)

    async def _put_nudge(self, wanted: GroupMessage | None) -> None:
        """Post a reminder, or change or delete the one that is there."""
        chat, key, messenger = self.chat, self._nudge_key, self.outlet.messenger
        ref = self.outlet.refs.get(key)
        if wanted is not None:
            await self.outlet.refs.send(
                key,
                digest_of(wanted),
                nonce_of(*key, digest_of(wanted), self.outlet.clock.now()),
                lambda mark: messenger.post(chat, wanted, mark),
                lambda message_id: messenger.edit(chat, message_id, wanted),
            )
        elif ref is not None and ref.message is not None:
            await messenger.delete(chat, ref.message)
            await self.outlet.refs.drop(key)

    @property
    def _nudge_key(self) -> Key:
        return self.chat, NUDGE, ""

    @property
    def _has_nudge(self) -> bool:
        ref = self.outlet.refs.get(self._nudge_key)
        return ref is not None and ref.message is not None

    async def _send_closing(self) -> None:
        message_id, words = self._closings.take()
        failure = await self._call(lambda: self._close(message_id, words), patient=True)
        is_doubtful, now = isinstance(failure, Unknown), self.outlet.clock.now()
        doubts = self._closings.count_doubt(is_doubtful=is_doubtful)
        if isinstance(failure, Later) or (is_doubtful and self._window.doubt(now, doubts)):
            self._closings.put_back(message_id, words)
        elif failure is None or (isinstance(failure, Gone) and not isinstance(failure, ChatGone)):
            await self.outlet.refs.drop((self.chat, OLD, message_id))
        else:
            self._closings.give_up(message_id)

    async def _close(self, message_id: str, words: GroupMessage | None) -> None:
        if (words := words or self._words_of_old(message_id)) is None:
            await self.outlet.messenger.strip(self.chat, message_id)
        else:
            await self.outlet.messenger.edit(self.chat, message_id, words)

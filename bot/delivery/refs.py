"""What was sent where: one mechanism for everything that is sent and may be edited.

A reference is written before and after every send and edit. So a restart finds for each message
one of three states: sent with a digest (an equal one needs nothing), an id (it can be edited), or
no id (it is posted anew: on Telegram at most one orphan comes of that).
"""

import hashlib
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace

from bot.basics import ChatId, community_of
from bot.message import Message
from bot.ports import ChatGone, Gone, Later, Ref, RefState, Store, Unreachable
from bot.trouble import log_failure

log = logging.getLogger(__name__)

TABLE, OLD, PANEL, NUDGE = "table", "old", "panel", "nudge"

_MARK = "+"
"""While nobody knows whether a post has arrived, its mark and this stand before the digest."""

_OTHER = "?"
"""Begins what equals no digest: of what was posted under one mark, one or another is shown."""

Key = tuple[str, str, str]
"""Place, kind and key of a reference."""


def digest_of(message: Message) -> str:
    """Return a hash of everything that a message shows; equal for equal messages in any process."""
    return hashlib.sha256(repr(message).encode()).hexdigest()[:32]


def nonce_of(*parts: object) -> str:
    """Return a mark for a new message: equal parts make one mark, so a repeat can be told.

    At most 24 characters, what the strictest platform takes.
    """
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:24]


def _unmarked(digest: str) -> str:
    return digest.rpartition(_MARK)[2]


def _key(ref: Ref) -> Key:
    return ref.place, ref.kind, ref.key


@dataclass
class Refs:
    """The references of one platform, in memory and in the store.

    ``repeats_are_known``: see ``Pacing``.
    """

    store: Store
    repeats_are_known: bool = False
    _refs: dict[Key, Ref] = field(default_factory=dict)
    _forgotten: set[str] = field(default_factory=set)

    async def load(self, platform: str) -> None:
        """Read what an earlier process sent to places whose id begins with ``platform``."""
        for ref in await self.store.refs():
            if ref.place.startswith(platform):
                self._refs[ref.place, ref.kind, ref.key] = ref

    def get(self, key: Key) -> Ref | None:
        """Return the reference of that message, ``None`` if it was never sent or is closed."""
        return self._refs.get(key)

    def of_kind(self, kind: str) -> tuple[Ref, ...]:
        """Return every reference of a kind."""
        return tuple(ref for ref in self._refs.values() if ref.kind == kind)

    def is_table(self, chat: ChatId, message_id: str) -> bool:
        """Whether a message is the present one of a table in a chat's community."""
        community = community_of(chat)
        found = (ref for ref in self.of_kind(TABLE) if ref.message == message_id)
        return any(community_of(ChatId(ref.place)) == community for ref in found)

    def shows(self, key: Key, digest: str) -> bool:
        """Whether that message was sent and shows exactly this."""
        ref = self.get(key)
        return ref is not None and ref.state is RefState.SENT and ref.digest == digest

    async def send(
        self,
        key: Key,
        digest: str,
        mark: str,
        post: Callable[[str], Awaitable[str]],
        edit: Callable[[str], Awaitable[None]],
    ) -> None:
        """Send a message, which ``post`` marks, or edit the one that is there.

        Where a repeat is known and words have changed, the first may have come back with its words:
        the reference does not say then that the message shows ``digest`` (``shows``).

        A platform error passes through. After ``Later``, ``Unreachable`` and ``ChatGone`` nothing
        has changed, after ``Gone`` the next call posts anew; any other leaves the reference at
        ``sending``: the next edit or post decides.
        """
        known = self._refs.get(key)
        message_id = known.message if known else None
        place, kind, number = key
        sending = digest
        if message_id is None:
            digest = self._under(mark, known, digest)
            sending = f"{mark}{_MARK}{digest}"
        await self._save(Ref(place, kind, number, message_id, sending, RefState.SENDING))
        try:
            if message_id is None:
                message_id = await post(mark)
            else:
                await edit(message_id)
        except (Later, Unreachable, ChatGone):
            await (self._save(known) if known else self.drop(key))
            raise
        except Gone:
            await self.drop(key)
            raise
        # What came back shows one or another: the next edit decides.
        state = RefState.SENDING if digest.startswith(_OTHER) else RefState.SENT
        await self._save(Ref(place, kind, number, message_id, digest, state))

    def mark_of(self, key: Key) -> str | None:
        """Return the mark of a post of which nobody knows whether it has arrived."""
        ref = self.get(key)
        mark, parted, _ = ref.digest.partition(_MARK) if ref else ("", "", "")
        return mark if parted else None

    def _under(self, mark: str, known: Ref | None, digest: str) -> str:
        """Return what a message shows once it is posted under a mark, for all one can know."""
        repeated = (
            known is not None and self.repeats_are_known and self.mark_of(_key(known)) == mark
        )
        if known is None or not repeated or _unmarked(known.digest) == digest:
            return digest
        return _OTHER + digest[len(_OTHER) :]

    async def adopt(self, ref: Ref, message_id: str) -> None:
        """Note the id of a message of which nobody knew whether it had been sent."""
        await self._save(replace(ref, message=message_id, digest=_unmarked(ref.digest)))

    async def retire(self, ref: Ref) -> Ref | None:
        """Make a table's message an old one, to be closed; ``None`` if its id is not known."""
        old = None
        if ref.message is not None:
            old = replace(ref, kind=OLD, key=ref.message)
            await self._save(old)
        await self.drop((ref.place, ref.kind, ref.key))
        return old

    async def drop_place(self, place: str) -> None:
        """Forget every message of a place that is no more."""
        for key in [key for key in self._refs if key[0] == place]:
            await self.drop(key)

    def forget_place(self, place: str) -> None:
        """Store nothing of a place any more; what waits for it can still edit what is there."""
        self._forgotten.add(place)

    def know_place(self, place: str) -> None:
        """Store again what is sent to a place that was forgotten, and edit nothing from before."""
        if place in self._forgotten:
            self._forgotten.remove(place)
            self._refs = {key: ref for key, ref in self._refs.items() if ref.place != place}

    async def drop(self, key: Key) -> None:
        """Forget a message: it is closed or gone."""
        ref = self._refs.pop(key, None)
        if ref is None:
            return
        try:
            await self.store.drop_ref(ref)
        except Exception as failure:
            log_failure(log, "a reference was not dropped", failure)

    async def _save(self, ref: Ref) -> None:
        self._refs[ref.place, ref.kind, ref.key] = ref
        if ref.place in self._forgotten:
            return
        try:
            await self.store.save_ref(ref)
        except Exception as failure:
            # Players wait for the message, not for the note of it.
            log_failure(log, "a reference was not saved", failure)

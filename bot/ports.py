"""The walls of the house: what it needs from outside, as protocols.

Adapters and storage see this module, requests, commands, messages, ledger and basics alone. Rounds
reach the store as plain rows; no row of a database comes back.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol

from bot.basics import ChatId, CommunityId, Fact, PlayerId
from bot.ledger import Account, Reason, Transfer
from bot.message import GroupMessage, PrivateMessage
from bot.requests import Request

# --- storage ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table as it is stored: ``state`` is one JSON text that only the house reads.

    ``number`` is unique in the store; ``live`` marks tables that a restart must bring back.
    ``matches`` names every match whose escrow may hold chips: the audit looks for no others.
    """

    chat: ChatId
    number: int
    state: str
    live: bool
    matches: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RoundRow:
    """A round as it is stored when it is dealt: ``setup`` is one JSON text, the deck included.

    ``result`` is ``None`` until a ``ResultRow`` closes the round.
    """

    table: int
    number: int
    setup: str
    result: str | None = None


@dataclass(frozen=True, slots=True)
class ResultRow:
    """How a round ended: ``text`` is one JSON text."""

    table: int
    number: int
    text: str


@dataclass(frozen=True, slots=True)
class ActionRow:
    """One action of a round; ``(table, round, seq)`` is unique. ``seq`` counts from 0."""

    table: int
    round: int
    seq: int
    seat: int
    words: str
    auto: bool = False


@dataclass(frozen=True, slots=True)
class StoredAnswer:
    """A reply as it is kept: a key and facts, no cards."""

    accepted: bool
    key: str
    facts: Mapping[str, Fact] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Commit:
    """Everything that one request changes, in one transaction or not at all.

    ``at`` is the wall clock in seconds. ``request`` is ``None`` for what no request asked
    (recovery). ``result`` closes a round that was dealt before or with this commit.
    """

    at: float
    request: str | None
    answer: StoredAnswer
    transfers: tuple[Transfer, ...] = ()
    table: TableRow | None = None
    round: RoundRow | None = None
    actions: tuple[ActionRow, ...] = ()
    result: ResultRow | None = None


@dataclass(frozen=True, slots=True)
class Done:
    """The commit is durable."""


@dataclass(frozen=True, slots=True)
class Known:
    """The request was answered before; nothing changed."""

    answer: StoredAnswer


@dataclass(frozen=True, slots=True)
class Short:
    """An account that may not owe would have; nothing changed. ``chips`` is what it holds."""

    account: Account
    chips: int


Outcome = Done | Known | Short


class Conflict(Exception):
    """A commit contradicts what is stored, and no player can be told what to do about it.

    The number of an action or a round is taken, what it belongs to is missing, or a balance would
    leave 64 bits. Nothing changed.
    """


class StoreFailed(Exception):
    """The store can be neither written nor read for now; it says so in the log itself.

    Of a commit that fails so, nobody knows whether it was made until it is read again.
    """


class RefState(StrEnum):
    """How far a message got: noted before it is sent, confirmed after."""

    SENDING = "sending"
    SENT = "sent"


@dataclass(frozen=True, slots=True)
class Ref:
    """One message that was sent and may be edited, kept until it is closed.

    ``place`` is a chat or a person, ``kind`` is ``table``, ``old``, ``panel`` or ``nudge``,
    ``key`` tells several of one kind apart (the table's number, for ``old`` the message's id, none
    for ``nudge``). ``message`` is the platform's id once known, ``digest`` the hash of what was
    last sent.
    """

    place: str
    kind: str
    key: str
    message: str | None
    digest: str
    state: RefState


ANSWERS_KEPT_SECONDS = 3 * 24 * 3600
"""How long a request's answer is kept for a repeat (design, section 4)."""

FORGOTTEN_SECONDS = 30 * 24 * 3600
"""How long it is known that somebody was forgotten (design, section 7): it is no chip farm."""


@dataclass(frozen=True, slots=True)
class Erasure:
    """Somebody to be forgotten, with what only the house can write without them.

    ``pseudonym`` takes the place of ``player``, ``names`` are those by which answers may call them.
    ``tables`` and the setups of ``rounds`` replace what is stored; ``at`` is the wall clock.
    """

    at: float
    player: PlayerId
    pseudonym: PlayerId
    names: frozenset[str] = frozenset()
    tables: tuple[TableRow, ...] = ()
    rounds: tuple[RoundRow, ...] = ()


CommitObserver = Callable[[Commit, float], None]
"""Told of each commit that is durable and how many seconds that took; it never raises."""


class Store(Protocol):
    """Where chips, tables, rounds and answers are kept. One contract suite holds every store to it.

    ``commit`` is the only way to change chips, tables and rounds, but for ``forget``. It is atomic
    and durable when it returns, unique in request id and in ``(table, round, seq)``, and no account
    that may not owe ever falls below zero. Reads see every commit that has returned. Everything may
    raise ``StoreFailed`` while the store is in trouble, and works by itself once that is over.
    """

    async def commit(self, commit: Commit) -> Outcome:
        """Make one request's changes durable; raises ``Conflict``.

        Any other exception leaves the outcome unknown until it is read again. A caller that is
        cancelled while it waits calls nothing off.
        """

    async def balances(self, accounts: Iterable[Account]) -> Mapping[Account, int]:
        """Return the chips on each account, 0 for one that never had any."""

    async def has_account(self, account: Account) -> bool:
        """Whether any transfer ever named the account."""

    async def last_transfer_at(self, account: Account, reason: Reason) -> float | None:
        """Return when the account last took part in a transfer for that reason.

        What an account did whose chips it took over in an ``UPGRADE`` it has done itself.
        """

    async def newest_at(self) -> float | None:
        """Return the latest moment that is kept of anything, ``None`` where nothing is.

        Nothing the house reads back, its tables included, happened later.
        """

    async def top(self, community: CommunityId, count: int) -> Sequence[tuple[PlayerId, int]]:
        """Return the richest wallets of a community, richest first, chips above zero only."""

    async def wallets(self, community: CommunityId) -> Sequence[Account]:
        """Return every wallet of a community, empty ones too, by owner."""

    async def names(self, players: Iterable[PlayerId]) -> Mapping[PlayerId, str]:
        """Return the last known names of players."""

    async def remember_name(self, player: PlayerId, name: str) -> None:
        """Keep a player's name; not durable before a later commit."""

    async def tables(self) -> Sequence[TableRow]:
        """Return every table, live or not, by number."""

    async def round(self, table: int, number: int) -> tuple[RoundRow, Sequence[ActionRow]] | None:
        """Return a round with its actions in order, ``None`` if it was never dealt."""

    async def knows(self, player: PlayerId) -> bool:
        """Whether a person has a wallet, a name or a message here."""

    async def note_leaver(self, player: PlayerId) -> None:
        """Keep that a person asked to be forgotten, until that is done."""

    async def leavers(self) -> Sequence[PlayerId]:
        """Return who asked to be forgotten and is still known."""

    async def rounds_naming(self, words: str) -> Sequence[RoundRow]:
        """Return every round whose setup contains these words."""

    async def forget(self, erasure: Erasure) -> None:
        """Forget a person, all at once or not at all.

        Their chips in every community go back to the mint; a pseudonym owns their wallets, and
        nothing else is left of them: no name, no message, no answer with either. For who had a
        wallet a keyed hash of the id is kept for ``FORGOTTEN_SECONDS``.
        """

    async def forgotten_at(self, player: PlayerId, at: float) -> float | None:
        """Return when a person was forgotten, ``None`` if never or too long before ``at``."""

    async def drop_expired(self, at: float) -> None:
        """Drop the hashes that are kept no longer at a time."""

    async def refs(self) -> Sequence[Ref]:
        """Return every message reference that is not closed."""

    async def save_ref(self, ref: Ref) -> None:
        """Keep a reference, replacing the one of the same place, kind and key."""

    async def drop_ref(self, ref: Ref) -> None:
        """Forget a reference."""

    async def probe(self) -> None:
        """Prove that the store can be written and read; raises ``StoreFailed``."""

    async def close(self) -> None:
        """Finish what waits and let go of the files."""


# --- platforms --------------------------------------------------------------------------------


class PlatformError(Exception):
    """A platform did not do what it was asked; adapters raise one of the five below.

    This one itself says that a call was refused for good, by a fault of ours: it is not made again.
    """


class Later(PlatformError):
    """Too many calls: ``seconds`` must pass before the next one to that chat."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"again in {seconds} s")
        self.seconds = seconds


class NoConnection(Later):
    """There is no connection to the platform: it asked for no pause, there is nobody to ask."""


class Gone(PlatformError):
    """The message, or the whole chat, is no more."""


class ChatGone(Gone):
    """The chat is no more, or takes nothing from us: what it shows stays as it is."""


class Moved(PlatformError):
    """The chat lives on under another id."""

    def __init__(self, chat: ChatId) -> None:
        super().__init__(f"moved to {chat}")
        self.chat = chat


class Unreachable(PlatformError):
    """A person cannot be written to in private."""

    def __init__(self, player: PlayerId) -> None:
        super().__init__(f"{player} cannot be written to")
        self.player = player


class Unknown(PlatformError):
    """Sent or not: nobody knows."""


@dataclass(frozen=True, slots=True)
class Pacing:
    """What a platform allows a bot in one chat.

    At most ``calls`` sends and edits in ``window_seconds`` (infinite where the platform's answers
    say how many, and its library waits by itself), ``gap_seconds`` between two, and
    ``overall_per_second`` over all chats; the last ``kept_back`` of the window are for deal, turn
    and settlement; progress waits ``progress_seconds`` for company. A message older than
    ``edit_seconds_max`` is sent anew instead of edited (``None``: any age may be edited).
    ``answers_count``: typed commands are answered by messages, ``gap_seconds`` between two.
    ``answers_are_panels``: an answer may hold buttons, and becomes the next one when they are used.
    ``repeats_are_known``: what is sent twice with one mark stands there once.
    """

    calls: float
    window_seconds: float
    gap_seconds: float
    overall_per_second: float
    kept_back: int
    progress_seconds: float
    edit_seconds_max: float | None = None
    answers_count: bool = False
    answers_are_panels: bool = False
    repeats_are_known: bool = False


@dataclass(frozen=True, slots=True)
class Answer:
    """What one person gets for one request, for that person alone.

    ``message`` is the answer in full, ``alert`` the same in ``ALERT_LENGTH_MAX`` characters for a
    pop-up. ``panel``: the hand panel shows it already. ``reachable`` is false once the person could
    not be written to in this match: do not try again. ``asks``: the message holds buttons to go on
    with; a press gets it in private beside the alert, if the person can be written to.
    ``standing`` is, where answers are panels, what a panel would show now of what was asked about:
    the asker's hand, or the menu of settings. ``silent``: the table or the panel shows at once what
    became of it, and a press can do without the message. ``warns``: a second press costs chips, so
    it is not to pass by unread. ``outdated``: the pressed button does nothing any more, nor do
    those beside it.
    """

    accepted: bool
    message: PrivateMessage
    alert: str
    panel: bool = False
    reachable: bool = True
    asks: bool = False
    standing: PrivateMessage | None = None
    silent: bool = False
    warns: bool = False
    outdated: bool = False


class Messenger(Protocol):
    """What delivery asks of a platform. Every call may raise one of the five platform errors."""

    @property
    def pacing(self) -> Pacing | None:
        """What the platform allows, ``None`` where nothing limits it."""

    async def post(self, chat: ChatId, message: GroupMessage, nonce: str) -> str:
        """Send a message to a group and return its id; ``nonce`` marks a repeat."""

    async def edit(self, chat: ChatId, message_id: str, message: GroupMessage) -> None:
        """Replace a group message."""

    async def strip(self, chat: ChatId, message_id: str) -> None:
        """Take the buttons off a group message and leave its words."""

    async def delete(self, chat: ChatId, message_id: str) -> None:
        """Delete a group message."""

    async def whisper(self, player: PlayerId, message: PrivateMessage, nonce: str) -> str:
        """Send a message to one person and return its id."""

    async def rewrite(self, player: PlayerId, message_id: str, message: PrivateMessage) -> None:
        """Replace a message to one person."""

    async def retract(self, player: PlayerId, message_id: str) -> None:
        """Delete a message to one person."""

    def sent_at(self, message_id: str) -> float | None:
        """Return when a message was sent, on the wall clock, where its id tells that."""

    async def answer(self, request: Request, answer: Answer) -> None:
        """Answer a request, exactly once, to the one who asked.

        Raises ``Unreachable`` where a typed command can only be answered in private and the asker
        cannot be written to: delivery then says one sentence in the group.
        """


class Door(Protocol):
    """Where adapters bring requests; the answer goes out through the messenger."""

    async def __call__(self, request: Request) -> None:
        """Handle a request and see that it is answered."""


class Ear(Protocol):
    """What adapters report that nobody asked: things that happen to chats and people."""

    def traffic(self, chat: ChatId, messages: int) -> None:
        """So many messages were written in a chat since the last report."""

    def reached(self, player: PlayerId) -> None:
        """A person wrote in private, so that they can be written to."""

    def tell(self, chat: ChatId, key: str, language: str) -> None:
        """Say one of the adapter's own texts to a chat, when there is room for it."""

    def moved(self, old: ChatId, new: ChatId) -> None:
        """A chat goes on under another id; may be said more than once."""

    def lost(self, chat: ChatId) -> None:
        """The dealer was put out of a chat and of everything in it."""

    def away(self, chat: ChatId) -> None:
        """A chat and everything in it are out of reach for a while, by nobody's fault.

        Its tables wait until it is ``back`` or ``lost``; may be said more than once.
        """

    def back(self, chat: ChatId) -> None:
        """A chat is within reach (again); may be said of one that never was away."""

    def chat_of(self, table: int) -> ChatId | None:
        """Return where a table stands, ``None`` for a number that no table has."""

    def throttled(self) -> None:
        """The platform called for a pause (429), and a library waits it out by itself.

        It is counted, no more. A pause that comes out of a messenger as ``Later`` is counted there
        and not to be told here.
        """


class Controls(Protocol):
    """The console's levers: nobody else moves time or throws the house away."""

    async def advance(self, seconds: float) -> None:
        """Let time pass, with everything that falls due."""

    async def restart(self) -> None:
        """Throw the house away and recover it from the store."""

    async def drain(self) -> None:
        """Wait until nothing is under way."""


class Timer(Protocol):
    """Something that will happen; can be called off."""

    def cancel(self) -> None:
        """Call it off; harmless afterwards."""


class Clock(Protocol):
    """All of time."""

    def now(self) -> float:
        """Return the wall clock in seconds since 1970, UTC."""

    def call_at(self, when: float, action: Callable[[], None]) -> Timer:
        """Run ``action`` once the wall clock would show ``when``."""


class Entropy(Protocol):
    """Where chance comes from: ``secrets`` outside tests."""

    def seed(self) -> bytes:
        """Return a new seed of 32 bytes."""


class Texts(Protocol):
    """Texts that an adapter itself needs: menus, names of commands."""

    def text(self, language: str, key: str, facts: Mapping[str, Fact]) -> str:
        """Return one text as a plain string."""

"""The gateway: who listens over a websocket, and what they are told."""

import asyncio
import json
import zlib
from collections import deque
from dataclasses import dataclass, field
from enum import IntEnum

from aiohttp import WSMessage, WSMsgType, web

from bot.ports import Timer
from tests.fakes.discord.limits import Limits
from tests.fakes.discord.refusals import Json
from tests.fakes.discord.world import World
from tests.fakes.swift import SwiftLoop
from tests.fakes.wire import break_off

GUILDS = 1 << 0
PRIVILEGED = 1 << 1 | 1 << 8 | 1 << 15
ALL_INTENTS = (1 << 26) - 1
MEMBERS = 1 << 1
GUILD_MESSAGES = 1 << 9
PRIVATE_MESSAGES = 1 << 12

EVENTS_KEPT = 1000
"""How many events of a session are kept for who resumes it."""

IDENTIFY_SECONDS = 5.0
"""How far apart sessions must begin (events/gateway, max_concurrency)."""

SENDS_PER_MINUTE = 120
"""How much a connection may send (events/gateway, rate limiting)."""


class Op(IntEnum):
    """The kinds of frames, by their numbers in the documentation."""

    DISPATCH = 0
    HEARTBEAT = 1
    IDENTIFY = 2
    PRESENCE = 3
    VOICE_STATE = 4
    RESUME = 6
    RECONNECT = 7
    REQUEST_MEMBERS = 8
    INVALID_SESSION = 9
    HELLO = 10
    HEARTBEAT_ACK = 11


class Closed(Exception):
    """The gateway ends a connection, with a code of its documentation."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


@dataclass(eq=False)
class Connection:
    """One websocket: ``session`` is whom it speaks for, once it has said so."""

    socket: web.WebSocketResponse
    transport: asyncio.BaseTransport | None
    resuming_url: bool
    packer: "zlib._Compress | None" = None
    session: "Session | None" = None
    outbox: "asyncio.Queue[Json | Closed]" = field(default_factory=asyncio.Queue)
    received: deque[float] = field(default_factory=deque)
    heartbeat_due: Timer | None = None

    def send(self, op: Op, content: object = None, **more: object) -> None:
        """Queue a frame."""
        self.outbox.put_nowait({"op": int(op), "d": content, "s": None, "t": None, **more})

    def close(self, code: int, reason: str = "") -> None:
        """Queue the end of the connection, after what was queued before."""
        self.outbox.put_nowait(Closed(code, reason))

    async def write(self) -> None:
        """Send what is queued until the end of the connection is."""
        while True:
            frame = await self.outbox.get()
            if isinstance(frame, Closed):
                await self.socket.close(code=frame.code, message=frame.reason.encode())
                return
            text = json.dumps(frame, separators=(",", ":"))
            if self.packer is None:
                await self.socket.send_str(text)
            else:
                packed = self.packer.compress(text.encode())
                await self.socket.send_bytes(packed + self.packer.flush(zlib.Z_SYNC_FLUSH))


@dataclass(eq=False)
class Session:
    """Somebody who identified: what was sent so far, numbered, for who comes back."""

    id: str
    intents: int
    shard: tuple[int, int]
    connection: Connection | None = None
    sequence: int = 0
    sent: deque[Json] = field(default_factory=lambda: deque(maxlen=EVENTS_KEPT))
    resumable: bool = True

    def concerns(self, guild_id: int | None) -> bool:
        """Whether what happens in a guild is told to this shard; private chats are of the first."""
        number, count = self.shard
        return ((guild_id or 0) >> 22) % count == number

    def dispatch(self, event: str, content: object) -> bool:
        """Tell an event, now or when the session is resumed; say whether it went out now."""
        self.sequence += 1
        told = {"s": self.sequence, "t": event, "d": content}
        self.sent.append(told)
        if self.connection is None:
            return False
        self.connection.send(Op.DISPATCH, content, s=self.sequence, t=event)
        return True


@dataclass(eq=False)
class Gateway:
    """All sessions of the bot, and the trouble that they may have.

    ``identifies`` counts; beyond ``identify_budget`` the token is taken away, as the platform
    does. ``heartbeat_seconds`` is the interval that it asks for; who is silent for longer is asked
    for one, and not acknowledged while ``acks_heartbeats`` is off. ``readies`` is how often READY
    is told; ``privileged`` are intents that are switched on in the portal, ``shards`` how many it
    recommends, ``refused_shards`` neither begin nor go on. Without ``says_hello`` it is silent to
    whoever connects.
    """

    world: World
    token: str
    violations: list[str]
    limits: Limits
    sessions: dict[str, Session] = field(default_factory=dict)
    connections: list[Connection] = field(default_factory=list)
    identifies: int = 0
    resumes: int = 0
    resumes_elsewhere: int = 0
    identify_budget: int = 1000
    budget_left: int = 1000
    heartbeat_seconds: float = 41.25
    heartbeats: int = 0
    acks_heartbeats: bool = True
    readies: int = 1
    privileged: int = 0
    shards: int = 1
    guilds_per_shard: int = 2500
    refused_shards: set[int] = field(default_factory=set)
    says_hello: bool = True
    token_taken: bool = False
    identified_at: float = 0.0
    port: int = 0
    closes: list[int] = field(default_factory=list)

    @property
    def url(self) -> str:
        """Where it listens."""
        return f"ws://127.0.0.1:{self.port}/gateway"

    @property
    def connected(self) -> list[Session]:
        """The sessions that listen now."""
        return [one for one in self.sessions.values() if one.connection is not None]

    def start_limit(self) -> Json:
        """Return how many sessions may still be started."""
        return {
            "total": self.identify_budget,
            "remaining": self.budget_left,
            "reset_after": 86_400_000,
            "max_concurrency": 1,
        }

    # --- what is told -------------------------------------------------------------------------

    def tell(self, event: str, content: Json, guild_id: int | None) -> bool:
        """Tell an event to those whom it concerns; say whether one hears it now."""
        name = event.removesuffix(" of the bot")
        wanted = 0 if name != event else _intent(event, guild_id)
        heard = [
            session.dispatch(name, content)
            for session in self.sessions.values()
            if session.concerns(guild_id) and (not wanted or session.intents & wanted)
        ]
        return any(heard)

    # --- trouble ------------------------------------------------------------------------------

    def drop(self, code: int = 4000, reason: str = "", shard: int | None = None) -> None:
        """Close every connection, or those of one shard, with a code; 4000 says try again."""
        for connection in self._open():
            if shard is None or (connection.session and connection.session.shard[0] == shard):
                connection.close(code, reason)
                _part(connection)

    def break_off(self) -> None:
        """Cut every connection as a broken line does: without a goodbye."""
        for connection in self._open():
            break_off(connection.transport)
            _part(connection)

    def ask_to_reconnect(self) -> None:
        """Tell everyone to come again (op 7)."""
        for connection in self._open():
            connection.send(Op.RECONNECT)

    def invalidate(self, *, resumable: bool) -> None:
        """Tell everyone that their session is invalid (op 9), for good or not."""
        for connection in self._open():
            if connection.session is not None and not resumable:
                self.sessions.pop(connection.session.id, None)
                connection.session = None
            connection.send(Op.INVALID_SESSION, resumable)

    def greet_again(self, shard: int) -> None:
        """Tell READY once more to whoever listens for a shard."""
        for session in self.connected:
            if session.shard[0] == shard:
                self._greet(session)

    def forget_sessions(self) -> None:
        """Let nobody resume who is not connected now."""
        self.sessions = {one.id: one for one in self.connected}

    def _open(self) -> list[Connection]:
        return [one for one in self.connections if not one.socket.closed]

    # --- one connection -----------------------------------------------------------------------

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """Take a websocket, from HELLO to its end."""
        socket = web.WebSocketResponse(max_msg_size=4096 * 4, autoping=True)
        await socket.prepare(request)
        packed = request.query.get("compress") == "zlib-stream"
        resuming_url = request.path.endswith("/resume")
        packer = zlib.compressobj() if packed else None
        connection = Connection(socket, request.transport, resuming_url, packer)
        self.connections.append(connection)
        writer = asyncio.create_task(connection.write())
        try:
            interval = round(self.heartbeat_seconds * 1000)
            if self.says_hello:
                connection.send(Op.HELLO, {"heartbeat_interval": interval})
            self._expect_heartbeat(connection)
            await self._listen(connection)
            await writer
        finally:
            writer.cancel()
            self._leave(connection)
        return socket

    async def _listen(self, connection: Connection) -> None:
        async for frame in connection.socket:
            try:
                self._take(connection, _decoded(frame))
            except Closed as closed:
                connection.close(closed.code, closed.reason)
                self.closes.append(closed.code)
                return
        connection.close(1000)

    def _leave(self, connection: Connection) -> None:
        """A session outlives its connection, unless who left said that it is over."""
        self.connections.remove(connection)
        if connection.heartbeat_due is not None:
            connection.heartbeat_due.cancel()
        session = connection.session
        if session is not None and session.connection is connection:
            session.connection = None
            if connection.socket.close_code in {1000, 1001}:
                self.sessions.pop(session.id, None)
        self.world.touch()

    def _take(self, connection: Connection, frame: Json) -> None:
        self._count(connection)
        op, content = frame.get("op"), frame.get("d")
        if op == Op.HEARTBEAT:
            self._beat(connection)
        elif op == Op.IDENTIFY:
            self._identify(connection, content)
        elif op == Op.RESUME:
            self._resume(connection, content)
        elif connection.session is None:
            raise Closed(4003, "Not authenticated")
        elif op not in {Op.PRESENCE, Op.VOICE_STATE, Op.REQUEST_MEMBERS}:
            raise Closed(4001, "Unknown opcode")
        self.world.touch()

    def _count(self, connection: Connection) -> None:
        now = self.world.clock.now()
        connection.received.append(now)
        while connection.received[0] <= now - 60:
            connection.received.popleft()
        if len(connection.received) > SENDS_PER_MINUTE:
            self.violations.append("gateway: more than 120 frames a minute")
            raise Closed(4008, "You are being rate limited")

    def _beat(self, connection: Connection) -> None:
        self.heartbeats += 1
        if self.acks_heartbeats:
            connection.send(Op.HEARTBEAT_ACK)
        self._expect_heartbeat(connection)

    def _expect_heartbeat(self, connection: Connection) -> None:
        """Ask for a heartbeat if none comes in time, as the platform may at any moment.

        The library times its heartbeats by the machine. A loop whose time jumps runs ahead of
        that: there the line is kept warm without asking.
        """
        if connection.heartbeat_due is not None:
            connection.heartbeat_due.cancel()
        swift = isinstance(asyncio.get_running_loop(), SwiftLoop)

        def ask() -> None:
            connection.send(Op.HEARTBEAT_ACK if swift else Op.HEARTBEAT)
            self._expect_heartbeat(connection)

        clock = self.world.clock
        connection.heartbeat_due = clock.call_at(clock.now() + self.heartbeat_seconds, ask)

    # --- sessions -----------------------------------------------------------------------------

    def _identify(self, connection: Connection, content: object) -> None:
        if not isinstance(content, dict) or "intents" not in content:
            raise Closed(4002, "Error while decoding payload")
        if connection.session is not None:
            raise Closed(4005, "Already authenticated")
        self._spend_identify()
        self._authenticate(content.get("token"))
        shard = self._shard(content.get("shard", [0, 1]))
        if shard[0] in self.refused_shards:
            raise Closed(4000, "Unknown error")
        if self._hurries():
            connection.send(Op.INVALID_SESSION, content=False)
            return
        intents = self._intents(content["intents"])
        self._forget(shard)
        number = f"{self.world.snowflakes.next():x}"
        session = Session(number, intents, shard, connection)
        connection.session = self.sessions[number] = session
        for _ in range(self.readies):
            self._greet(session)

    def _forget(self, shard: tuple[int, int]) -> None:
        """Forget the sessions of a shard that nobody will resume, now that it began anew."""
        for number, session in list(self.sessions.items()):
            if session.shard == shard and session.connection is None:
                del self.sessions[number]

    def _greet(self, session: Session) -> None:
        guilds = [one for one in self.world.guilds.values() if one.has_bot]
        own = [one for one in guilds if session.concerns(one.id)]
        session.dispatch(
            "READY",
            {
                "v": 10,
                "user": self.world.bot.json() | {"verified": True, "mfa_enabled": True},
                "guilds": [guild.unavailable_json() for guild in own],
                "session_id": session.id,
                "resume_gateway_url": f"{self.url}/resume",
                "shard": list(session.shard),
                "application": {"id": str(self.world.bot.id), "flags": 0},
                "private_channels": [],
                "_trace": [],
            },
        )
        for guild in own:
            if guild.available and session.intents & GUILDS:
                session.dispatch("GUILD_CREATE", guild.json())

    def _spend_identify(self) -> None:
        """Count an IDENTIFY: beyond the day's budget the owner gets a new token and a mail."""
        self.identifies += 1
        self.budget_left -= 1
        if self.budget_left < 0:
            self.violations.append("gateway: IDENTIFY above the day's budget")
            self.token_taken = True

    def _hurries(self) -> bool:
        """Whether one more session is begun within five seconds; that is limited to one."""
        now, before = self.world.clock.now(), self.identified_at
        if self.limits.enforced and now < before + IDENTIFY_SECONDS:
            return True
        self.identified_at = now
        return False

    def _authenticate(self, token: object) -> None:
        if self.token_taken or str(token).removeprefix("Bot ") != self.token:
            raise Closed(4004, "Authentication failed.")

    def _shard(self, told: object) -> tuple[int, int]:
        match told:
            case [int(number), int(count)] if 0 <= number < count:
                shard = number, count
            case _:
                raise Closed(4010, "Invalid shard.")
        guilds = [one for one in self.world.guilds.values() if one.has_bot]
        if sum((one.id >> 22) % count == number for one in guilds) > self.guilds_per_shard:
            raise Closed(4011, "Sharding required.")
        return shard

    def _intents(self, told: object) -> int:
        if not isinstance(told, int) or not 0 <= told <= ALL_INTENTS:
            raise Closed(4013, "Invalid intent(s).")
        if told & ~GUILDS:
            self.violations.append(f"gateway: intents {told} go beyond GUILDS")
        if told & PRIVILEGED & ~self.privileged:
            raise Closed(4014, "Disallowed intent(s).")
        return told

    def _resume(self, connection: Connection, content: object) -> None:
        if not isinstance(content, dict):
            raise Closed(4002, "Error while decoding payload")
        self._authenticate(content.get("token"))
        self.resumes += 1
        self.resumes_elsewhere += not connection.resuming_url
        session = self.sessions.get(str(content.get("session_id")))
        if session is None or session.shard[0] in self.refused_shards:
            connection.send(Op.INVALID_SESSION, content=False)
            return
        sequence = content.get("seq")
        if not isinstance(sequence, int) or sequence > session.sequence:
            raise Closed(4007, "Invalid seq")
        missed = [told for told in session.sent if told["s"] > sequence]
        if session.connection is not None:
            session.connection.session = None
        session.connection, connection.session = connection, session
        for told in missed:
            connection.send(Op.DISPATCH, told["d"], s=told["s"], t=told["t"])
        session.dispatch("RESUMED", {"_trace": []})


def _part(connection: Connection) -> None:
    """Let a session be without its connection at once: what happens now is told later."""
    if connection.session is not None and connection.session.connection is connection:
        connection.session.connection = None


def _intent(event: str, guild_id: int | None) -> int:
    """Return which intents let one hear of an event, 0 where everybody does."""
    if event.startswith("MESSAGE_"):
        return PRIVATE_MESSAGES if guild_id is None else GUILD_MESSAGES
    if event.startswith("GUILD_MEMBER_"):
        return MEMBERS
    return 0 if event == "INTERACTION_CREATE" else GUILDS


def _decoded(message: WSMessage) -> Json:
    try:
        frame = json.loads(message.data) if message.type is WSMsgType.TEXT else None
    except ValueError:
        frame = None
    if not isinstance(frame, dict):
        raise Closed(4002, "Error while decoding payload")
    return frame

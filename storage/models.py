"""The schema: what is kept in the database, one class a table.

Nobody outside this package sees a row. Accounts, postings and actions grow with play; transfers are
immutable; answers are forgotten after three days. Ids and chips are 64 bits everywhere: SQLite gets
its own integer where a key counts up, for no other type does so there.
"""

from sqlalchemy import BigInteger, CheckConstraint, Integer, MetaData, Table, UniqueConstraint
from sqlalchemy import ForeignKeyConstraint as ForeignKeys
from sqlalchemy.orm import registry
from sqlmodel import Field, SQLModel

COUNTING_KEY = BigInteger().with_variant(Integer, "sqlite")

_NAMES = {
    "pk": "pk_%(table_name)s",
    "fk": "fk_%(table_name)s_%(referred_table_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
}


class _Stored(SQLModel, registry=registry(metadata=MetaData(naming_convention=_NAMES))):
    """The common root: a metadata of our own, with names that migrations can rely on."""


class Account(_Stored, table=True):
    """Where chips lie. The constraint has the last word on who may owe."""

    __table_args__ = (
        UniqueConstraint("kind", "community", "owner"),
        CheckConstraint("balance >= 0 OR kind IN ('house', 'mint')", name="solvent"),
    )

    id: int = Field(primary_key=True, sa_type=COUNTING_KEY)
    kind: str
    community: str
    owner: str
    balance: int = Field(sa_type=BigInteger)


class Transfer(_Stored, table=True):
    """Why and when chips moved; ``once`` is taken by the first transfer that carries it."""

    __table_args__ = (UniqueConstraint("once"),)

    id: int = Field(primary_key=True, sa_type=COUNTING_KEY)
    at: float
    reason: str
    match: str
    request: str | None
    once: str | None


class Posting(_Stored, table=True):
    """What one account gained or gave in a transfer."""

    __table_args__ = (
        ForeignKeys(["transfer_id"], ["transfer.id"]),
        ForeignKeys(["account_id"], ["account.id"]),
        {"sqlite_with_rowid": False},
    )

    transfer_id: int = Field(primary_key=True, sa_type=BigInteger)
    line: int = Field(primary_key=True, sa_type=BigInteger)
    account_id: int = Field(index=True, sa_type=BigInteger)
    chips: int = Field(sa_type=BigInteger)


class RequestAnswer(_Stored, table=True):
    """What a request was answered, as JSON, so that a repeat gets the same and changes nothing."""

    __tablename__ = "request_answer"

    id: str = Field(primary_key=True)
    at: float = Field(index=True)
    answer: str


class ChatTable(_Stored, table=True):
    """One chat's table: the house's own JSON, and the matches it names as a JSON list."""

    __tablename__ = "chat_table"
    __table_args__ = (UniqueConstraint("chat"),)

    number: int = Field(primary_key=True, sa_type=COUNTING_KEY)
    chat: str
    state: str
    live: bool
    matches: str


class Round(_Stored, table=True):
    """A dealt round: its setup with the deck, and its result once it has ended."""

    __table_args__ = (ForeignKeys(["table_number"], ["chat_table.number"]),)

    table_number: int = Field(primary_key=True, sa_type=BigInteger)
    number: int = Field(primary_key=True, sa_type=BigInteger)
    setup: str
    result: str | None


class RoundAction(_Stored, table=True):
    """One action of a round, in the notation of its game."""

    __tablename__ = "round_action"
    __table_args__ = (
        ForeignKeys(["table_number", "round_number"], ["round.table_number", "round.number"]),
        {"sqlite_with_rowid": False},
    )

    table_number: int = Field(primary_key=True, sa_type=BigInteger)
    round_number: int = Field(primary_key=True, sa_type=BigInteger)
    seq: int = Field(primary_key=True, sa_type=BigInteger)
    seat: int = Field(sa_type=BigInteger)
    words: str
    auto: bool


class MessageRef(_Stored, table=True):
    """A message that was sent, or is being sent, and may be edited."""

    __tablename__ = "message_ref"

    place: str = Field(primary_key=True)
    kind: str = Field(primary_key=True)
    key: str = Field(primary_key=True)
    message: str | None
    digest: str
    state: str


class PlayerName(_Stored, table=True):
    """The last known name of a person."""

    __tablename__ = "player_name"

    player: str = Field(primary_key=True)
    name: str


class Leaver(_Stored, table=True):
    """Somebody who asked to be forgotten and has not been yet."""

    player: str = Field(primary_key=True)


class Forgotten(_Stored, table=True):
    """That somebody was forgotten, by a keyed hash of their id, and when."""

    hash: str = Field(primary_key=True)
    at: float


class Secret(_Stored, table=True):
    """A key of the store's own, in hexadecimal."""

    name: str = Field(primary_key=True)
    value: str


METADATA = _Stored.metadata
"""Every table; migrations are compared with it."""


def _table(name: str) -> Table:
    return METADATA.tables[name]


ACCOUNT = _table("account")
TRANSFER = _table("transfer")
POSTING = _table("posting")
ANSWER = _table("request_answer")
CHAT_TABLE = _table("chat_table")
ROUND = _table("round")
ACTION = _table("round_action")
REF = _table("message_ref")
NAME = _table("player_name")
LEAVER = _table("leaver")
FORGOTTEN = _table("forgotten")
SECRET = _table("secret")

"""Chips, tables and rounds: the first schema."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

COUNTING_KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Take the step."""
    _ledger()
    _answers()
    _rounds()
    _people_and_messages()


def _ledger() -> None:
    op.create_table(
        "account",
        sa.Column("id", COUNTING_KEY, nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("community", sa.String(), nullable=False),
        sa.Column("owner", sa.String(), nullable=False),
        sa.Column("balance", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_account"),
        sa.UniqueConstraint("kind", "community", "owner", name="uq_account_kind_community_owner"),
        sa.CheckConstraint(
            "balance >= 0 OR kind IN ('house', 'mint')", name=op.f("ck_account_solvent")
        ),
    )
    op.create_table(
        "transfer",
        sa.Column("id", COUNTING_KEY, nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("reason", sa.String(), nullable=False),
        sa.Column("match", sa.String(), nullable=False),
        sa.Column("request", sa.String(), nullable=True),
        sa.Column("once", sa.String(), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_transfer"),
        sa.UniqueConstraint("once", name="uq_transfer_once"),
    )
    op.create_table(
        "posting",
        sa.Column("transfer_id", sa.BigInteger(), nullable=False),
        sa.Column("line", sa.BigInteger(), nullable=False),
        sa.Column("account_id", sa.BigInteger(), nullable=False),
        sa.Column("chips", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("transfer_id", "line", name="pk_posting"),
        sa.ForeignKeyConstraint(["transfer_id"], ["transfer.id"], name="fk_posting_transfer"),
        sa.ForeignKeyConstraint(["account_id"], ["account.id"], name="fk_posting_account"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_posting_account_id", "posting", ["account_id"])


def _answers() -> None:
    op.create_table(
        "request_answer",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("answer", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_request_answer"),
    )
    op.create_index("ix_request_answer_at", "request_answer", ["at"])


def _rounds() -> None:
    op.create_table(
        "chat_table",
        sa.Column("number", COUNTING_KEY, nullable=False),
        sa.Column("chat", sa.String(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("live", sa.Boolean(), nullable=False),
        sa.Column("matches", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("number", name="pk_chat_table"),
        sa.UniqueConstraint("chat", name="uq_chat_table_chat"),
    )
    op.create_table(
        "round",
        sa.Column("table_number", sa.BigInteger(), nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("setup", sa.String(), nullable=False),
        sa.Column("result", sa.String(), nullable=True),
        sa.PrimaryKeyConstraint("table_number", "number", name="pk_round"),
        sa.ForeignKeyConstraint(
            ["table_number"], ["chat_table.number"], name="fk_round_chat_table"
        ),
    )
    op.create_table(
        "round_action",
        sa.Column("table_number", sa.BigInteger(), nullable=False),
        sa.Column("round_number", sa.BigInteger(), nullable=False),
        sa.Column("seq", sa.BigInteger(), nullable=False),
        sa.Column("seat", sa.BigInteger(), nullable=False),
        sa.Column("words", sa.String(), nullable=False),
        sa.Column("auto", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("table_number", "round_number", "seq", name="pk_round_action"),
        sa.ForeignKeyConstraint(
            ["table_number", "round_number"],
            ["round.table_number", "round.number"],
            name="fk_round_action_round",
        ),
        sqlite_with_rowid=False,
    )


def _people_and_messages() -> None:
    op.create_table(
        "message_ref",
        sa.Column("place", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("message", sa.String(), nullable=True),
        sa.Column("digest", sa.String(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("place", "kind", "key", name="pk_message_ref"),
    )
    op.create_table(
        "player_name",
        sa.Column("player", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("player", name="pk_player_name"),
    )

"""People who asked to be forgotten, and that they were."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Take the step."""
    op.create_table(
        "leaver",
        sa.Column("player", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("player", name="pk_leaver"),
    )
    op.create_table(
        "forgotten",
        sa.Column("hash", sa.String(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("hash", name="pk_forgotten"),
    )
    op.create_table(
        "secret",
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("value", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_secret"),
    )

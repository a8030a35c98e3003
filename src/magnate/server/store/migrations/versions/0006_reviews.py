"""Reviews of finished games."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Take the step."""
    op.create_table(
        "reviews",
        sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("made_by", sa.Text, nullable=False),
        sa.Column("stage", sa.Text, nullable=False),
        sa.Column("is_done", sa.Boolean, nullable=False),
        sa.Column("asked", sa.BigInteger, nullable=False),
        sa.Column("wanted", sa.BigInteger, nullable=False),
        sa.Column("claimed", sa.BigInteger),
        sa.Column("data", sa.LargeBinary, nullable=False),
    )
    op.create_index("reviews_waiting", "reviews", ["is_done", "asked"])

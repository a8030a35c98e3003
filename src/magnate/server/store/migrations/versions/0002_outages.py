"""Times at which no node was up, which clocks get back; and which node disconnects a dead node's people."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Take the step."""
    op.create_table(
        "outages",
        sa.Column("ended", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("began", sa.BigInteger, nullable=False),
    )
    op.add_column("nodes", sa.Column("claimed", sa.BigInteger))

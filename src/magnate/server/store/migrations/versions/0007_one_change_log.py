"""Deletions are noted in the log of changes, with everything else that running nodes notice."""

from __future__ import annotations

from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Take the step. What was noted is for nodes that run, and during a migration none does."""
    op.drop_index("erasures_by_age", "erasures")
    op.drop_table("erasures")

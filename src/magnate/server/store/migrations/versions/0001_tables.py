"""The first shape: tables and their entries, people, nodes."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def of_table() -> sa.Column[str]:
    """The column that says to which table a row belongs, and goes with it."""
    return sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)


def partial_index(name: str, table: str, columns: list[str], where: str) -> None:
    """An index of the rows that meet a condition."""
    op.create_index(name, table, columns, postgresql_where=sa.text(where), sqlite_where=sa.text(where))


def upgrade() -> None:
    """Take the step."""
    op.create_table(
        "tables",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("edition", sa.Text, nullable=False),
        sa.Column("seats", sa.SmallInteger, nullable=False),
        sa.Column("host", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("due", sa.BigInteger),
        sa.Column("secret", sa.Text, nullable=False),
        sa.Column("summary", sa.LargeBinary, nullable=False),
        sa.Column("claimed", sa.BigInteger),
    )
    op.create_index("tables_by_age", "tables", ["created"])
    op.create_index("tables_by_status", "tables", ["status", "created"])
    partial_index("tables_listed", "tables", ["created"], "public AND status IN ('open', 'playing')")
    partial_index("tables_due", "tables", ["due"], "due IS NOT NULL")
    op.create_table(
        "entries",
        of_table(),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.Column("told", sa.LargeBinary, nullable=False),
    )
    partial_index("entries_answering", "entries", ["table_id", "person", "id"], "id <> ''")
    op.create_table(
        "members",
        sa.Column("person", sa.Text, primary_key=True),
        of_table(),
        sa.Column("seat", sa.SmallInteger, primary_key=True, autoincrement=False),
    )
    op.create_index("members_by_table", "members", ["table_id"])
    op.create_table(
        "snapshots",
        of_table(),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("data", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "people",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "nodes",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("beat", sa.BigInteger, nullable=False),
    )
    op.create_index("nodes_by_beat", "nodes", ["beat"])
    op.create_table(
        "secrets",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("value", sa.LargeBinary, nullable=False),
    )

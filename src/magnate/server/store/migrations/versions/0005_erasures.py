"""Who has left traces at which table, and what was deleted: so that people can be forgotten on every node."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"

# Until now only those who took a seat were noted. A person's id has no blank; "seat 0.1" is the holder of a seat.
TRACES = """
    INSERT INTO members (person, table_id, seat)
    SELECT DISTINCT person, table_id, -1 FROM entries WHERE person <> '' AND person NOT LIKE '% %'
    ON CONFLICT DO NOTHING
"""
HOSTS = """
    INSERT INTO members (person, table_id, seat)
    SELECT host, id, -1 FROM tables WHERE host <> '' ON CONFLICT DO NOTHING
"""


def upgrade() -> None:
    """Take the step."""
    op.create_table(
        "erasures",
        sa.Column("what", sa.Text, primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_index("erasures_by_age", "erasures", ["at"])
    op.add_column("tables", sa.Column("erased", sa.Integer))
    op.create_index("tables_by_last_entry", "tables", ["at"])
    op.execute(TRACES)
    op.execute(HOSTS)

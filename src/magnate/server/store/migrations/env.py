"""Alembic's way in: it runs the steps on the connection it is given."""

from alembic import context

from magnate.server.store.columns import metadata
from magnate.server.store.migrations import VERSION_TABLE

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    version_table=VERSION_TABLE,
    transactional_ddl=True,  # on SQLite too, where the transaction begins before the first step
    render_as_batch=True,  # SQLite changes a column by copying its table
)
context.run_migrations()

"""The store: entries and lists of tables in SQLite or PostgreSQL, committed in batches by one writer."""

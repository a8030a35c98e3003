"""Backups: every table of the database in one file that both databases can be restored from."""

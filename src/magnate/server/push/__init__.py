"""Notices to people who are away, by Web Push."""

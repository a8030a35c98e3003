"""Writes the reference of messages, settings and metrics into the docs."""

"""Bots: players that are programs. Those written in the rules' subset also run in the compiled batch."""

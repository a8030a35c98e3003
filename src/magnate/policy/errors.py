"""What can be wrong with a policy."""

from magnate.errors import GameError


class PolicyError(GameError, ValueError):
    """A policy that cannot be read, does not fit the table, or gave what is no legal action."""

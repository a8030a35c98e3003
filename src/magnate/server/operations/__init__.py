"""What an operator sets and sees: settings, limits, logs, metrics, and the clock of a node."""

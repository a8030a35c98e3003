"""A table as the sum of its log: what commands may add to it, its clocks, its bots, its past. Nothing here waits."""

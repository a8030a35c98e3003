"""Who calls: guests, bots, signed tokens, addresses, and what they may write."""

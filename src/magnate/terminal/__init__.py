"""The game in a terminal: people take turns at one keyboard, bots play the other seats, in the players' language."""

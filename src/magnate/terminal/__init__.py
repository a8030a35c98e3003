"""The game at one keyboard: people in turn, house bots between them, told in the players' language."""

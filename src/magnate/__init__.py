"""Magnate: property-trading board games by five rulebooks, for people, bots and simulation."""

from magnate.game import Game

__version__ = "0.2.0.dev0"
__all__ = ["Game", "__version__"]

"""A bot in Python: the house bot, but it buys and bids only while half of its purse stays.

magnate lab match castis examples.thrifty:thrifty house --games 100     says whether that is a good idea
"""

from magnate.actions import Bid, BuyDeed, Pass, RefuseDeed
from magnate.bots.player import named

house = named("house")


def thrifty(view, legal):
    """Buys and bids only while half of its purse stays."""
    choice = house.choose(view, legal)
    cash = view.seats[view.seat].cash
    if isinstance(choice, BuyDeed):
        edition = view.position.edition
        price = edition.spaces[edition.deeds[view.question.deed]].price
        return choice if 2 * price <= cash else RefuseDeed()
    if isinstance(choice, Bid) and 2 * choice.amount > cash:
        return Pass()
    return choice

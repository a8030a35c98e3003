"""The classic figures, as the family has always printed them: the base of all five boards."""

# Spaces 1, 3, 6, 8, 9, ... of the lots, with price, rents (bare, one to four houses, hotel) and the price of a house.
LOTS: dict[int, tuple[int, list[int], int]] = {
    1: (60, [2, 10, 30, 90, 160, 250], 50),
    3: (60, [4, 20, 60, 180, 320, 450], 50),
    6: (100, [6, 30, 90, 270, 400, 550], 50),
    8: (100, [6, 30, 90, 270, 400, 550], 50),
    9: (120, [8, 40, 100, 300, 450, 600], 50),
    11: (140, [10, 50, 150, 450, 625, 750], 100),
    13: (140, [10, 50, 150, 450, 625, 750], 100),
    14: (160, [12, 60, 180, 500, 700, 900], 100),
    16: (180, [14, 70, 200, 550, 750, 950], 100),
    18: (180, [14, 70, 200, 550, 750, 950], 100),
    19: (200, [16, 80, 220, 600, 800, 1000], 100),
    21: (220, [18, 90, 250, 700, 875, 1050], 150),
    23: (220, [18, 90, 250, 700, 875, 1050], 150),
    24: (240, [20, 100, 300, 750, 925, 1100], 150),
    26: (260, [22, 110, 330, 800, 975, 1150], 150),
    27: (260, [22, 110, 330, 800, 975, 1150], 150),
    29: (280, [24, 120, 360, 850, 1025, 1200], 150),
    31: (300, [26, 130, 390, 900, 1100, 1275], 200),
    32: (300, [26, 130, 390, 900, 1100, 1275], 200),
    34: (320, [28, 150, 450, 1000, 1200, 1400], 200),
    37: (350, [35, 175, 500, 1100, 1300, 1500], 200),
    39: (400, [50, 200, 600, 1400, 1700, 2000], 200),
}
TRANSPORTS = (5, 15, 25, 35)
UTILITIES = (12, 28)
DECK_A = (7, 22, 36)
DECK_B = (2, 17, 33)

SCALE = {"expopolis": 100, "monopoli-server": 1, "europolis": 30, "clasico": 1, "castis": 1}
FIVE = list(SCALE)


def nearest_50(amount: int) -> int:
    """Europolis has no smaller note."""
    return (amount + 25) // 50 * 50


def half_up_to_5(amount: int) -> int:
    """Castis doubles every built rent, so it prints half: classic sums in play."""
    return (amount + 9) // 10 * 5


def rents(edition: str, space: int) -> list[int]:
    """What the deed of a lot prints in this edition."""
    classic = LOTS[space][1]
    if edition == "castis":  # no fourth house
        return [classic[0], *(half_up_to_5(rent) for rent in [*classic[1:4], classic[5]])]
    scaled = [rent * SCALE[edition] for rent in classic]
    return [nearest_50(rent) for rent in scaled] if edition == "europolis" else scaled

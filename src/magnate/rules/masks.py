"""Sets of seats, deeds or groups as masks: bit n is set where number n is in it."""


def has(mask, n):
    """Whether a number is in the set."""
    return (mask >> n) & 1 == 1


def only(n):
    """The set of one number."""
    return 1 << n


def with_seat(mask, seat):
    """The set with this seat."""
    return mask | (1 << seat)


def with_deed(mask, deed):
    """The set with this deed."""
    return mask | (1 << deed)


def without(mask, n):
    """The set without a number."""
    return mask & ~(1 << n)


def first_of(mask):
    """The lowest number of a set that is not empty."""
    return count_bits((mask & -mask) - 1)  # the lowest alone; less one, every number below it


def count_bits(mask):
    """How many numbers are in a set."""
    count = 0
    while mask != 0:
        mask &= mask - 1  # takes the lowest out
        count += 1
    return count

"""Bans of the operator: people by id, addresses by network. The list is small and looked at with every request."""

from __future__ import annotations

import ipaddress
from collections import defaultdict
from collections.abc import Iterable
from functools import lru_cache

from magnate.protocol.errors import Refusal
from magnate.server.operations.rate_limits import ipv4_in
from magnate.server.store.columns import Ban
from magnate.server.store.moderation_store import PERSON

WIDEST = {4: 16, 6: 32}  # the shortest prefix that may be banned: a wider one hits more people than it is meant for
CUSTOMER = 64  # the prefix of one customer's network in IPv6

Network = ipaddress.IPv4Network | ipaddress.IPv6Network


class BadAddress(ValueError):
    """An address that cannot be banned; it says why and what would be right."""


def network_of(text: str) -> Network:
    """An address or network as it is banned. One address of IPv6 stands for the /64 of its customer."""
    try:
        found = ipaddress.ip_network(text.strip(), strict=False)
    except ValueError:
        problem = f"{text[:60]!r} is no address; expected one such as 203.0.113.7, 203.0.113.0/24 or 2001:db8:1:2::/64"
        raise BadAddress(problem) from None
    mapped = ipv4_in(found.network_address) if isinstance(found, ipaddress.IPv6Network) else None
    if mapped is not None:
        found = ipaddress.ip_network((mapped, max(0, found.prefixlen - 96)), strict=False)
    is_public = found.network_address.is_global or is_for_examples(found)
    if isinstance(found, ipaddress.IPv6Network) and found.prefixlen > CUSTOMER:
        found = found.supernet(new_prefix=CUSTOMER)
    if found.prefixlen < WIDEST[found.version]:
        raise BadAddress(f"{found} is too wide; expected a prefix of at least /{WIDEST[found.version]}")
    if not is_public:
        problem = f"{found} is not a public address: behind a proxy every visitor may seem to come from it"
        raise BadAddress(f"{problem}. Is `behind_proxy` set?")
    return found


def is_for_examples(network: Network) -> bool:
    """Whether a network is reserved for documentation: it has no users, so banning it harms none."""
    return any(network.version == one.version and network.subnet_of(one) for one in EXAMPLES)  # type: ignore[arg-type]


EXAMPLES = [
    ipaddress.ip_network(text) for text in ("192.0.2.0/24", "198.51.100.0/24", "203.0.113.0/24", "2001:db8::/32")
]


def value_of(network: Network) -> str:
    """A network as it is stored: one address of IPv4 without its prefix."""
    return str(network.network_address) if network.version == 4 and network.prefixlen == 32 else str(network)


@lru_cache(maxsize=4096)
def read_address(address: str) -> Network | None:
    """The address of a caller as `address_of` gives it, or None where it is no address."""
    try:
        return ipaddress.ip_network(address, strict=False)
    except ValueError:
        return None


class BanList:
    """The bans of a server, as one node knows them. Times are milliseconds since 1970; None is for good."""

    def __init__(self, bans: Iterable[Ban] = ()) -> None:
        self.people: dict[str, int | None] = {}
        self.networks: dict[tuple[int, int], dict[int, int | None]] = defaultdict(dict)
        for ban in bans:
            if ban.kind == PERSON:
                self.people[ban.value] = ban.until
            elif (network := read_address(ban.value)) is not None:
                self.networks[network.version, network.prefixlen][int(network.network_address)] = ban.until

    def has_person(self, person: str, now: int) -> bool:
        """Whether a person is banned."""
        return person in self.people and is_on(self.people[person], now)

    def has_address(self, address: str, now: int) -> bool:
        """Whether an address is banned, by itself or with its network."""
        if not self.networks or (asked := read_address(address)) is None:
            return False
        for (version, prefix), found in self.networks.items():
            if version == asked.version and prefix <= asked.prefixlen:
                shift = asked.max_prefixlen - prefix
                start = int(asked.network_address) >> shift << shift
                if start in found and is_on(found[start], now):
                    return True
        return False

    def check(self, person: str | None, address: str, now: int) -> None:
        """Refuse a person or address that is banned."""
        if self.has_address(address, now) or (person is not None and self.has_person(person, now)):
            raise Refusal("banned", "the operator of this server has banned you")


def is_on(until: int | None, now: int) -> bool:
    """Whether a ban still holds."""
    return until is None or now < until

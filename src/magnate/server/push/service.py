"""Speaking to push services: where a notice may be sent to, and how it is sent. A browser names its own service, so an
address from outside decides where this server connects to: only public ones, over https.
"""

from __future__ import annotations

import asyncio
import ipaddress
import ssl
from collections.abc import Mapping
from functools import cache
from socket import SOCK_STREAM
from urllib.parse import SplitResult, urlsplit

import h11

from magnate.server.operations.rate_limits import ipv4_in

HTTPS = 443
PATIENCE = 10.0  # seconds for the whole exchange
MOST_HEADERS = 16 * 1024
LONGEST = 1_000  # letters of an endpoint
UNICAST = ipaddress.IPv6Network("2000::/3")  # all of the public IPv6 network


class BadEndpoint(ValueError):
    """An endpoint to which nothing is sent, and why."""


def check_endpoint(endpoint: str, anywhere: bool = False) -> SplitResult:
    """The parts of an endpoint. `anywhere` allows http, other ports and private addresses: for tests."""
    try:
        parts = urlsplit(endpoint)
        port = parts.port
    except ValueError as error:
        raise BadEndpoint("endpoint is no address") from error
    if len(endpoint) > LONGEST or not endpoint.isascii() or not endpoint.isprintable() or " " in endpoint:
        raise BadEndpoint(f"endpoint is no address of up to {LONGEST} plain letters")
    if not parts.hostname or parts.username is not None or parts.password is not None or parts.fragment:
        raise BadEndpoint("endpoint is no plain address of a push service")
    if anywhere:
        return parts
    if parts.scheme != "https" or port not in (None, HTTPS):
        raise BadEndpoint("endpoint is not an https address of a push service")
    if "." not in parts.hostname or is_number(parts.hostname):
        raise BadEndpoint("endpoint names no public push service")
    return parts


def is_number(host: str) -> bool:
    """Whether a host is an address and no name; push services have names."""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return host.replace(".", "").isdigit() or host.lower().startswith("0x")
    return True


def is_public(address: str) -> bool:
    """Whether an address is one of the public network, also where IPv6 wraps an address of IPv4."""
    found: ipaddress.IPv4Address | ipaddress.IPv6Address = ipaddress.ip_address(address)
    if isinstance(found, ipaddress.IPv6Address):
        found = ipv4_in(found) or found.sixtofour or found
    if isinstance(found, ipaddress.IPv6Address) and found not in UNICAST:
        return False
    return found.is_global and not found.is_multicast


@cache
def trusted() -> ssl.SSLContext:
    """Whose certificates count: reading them takes long enough to be felt at the tables, so once."""
    return ssl.create_default_context()


async def addresses_of(host: str, port: int, anywhere: bool) -> list[str]:
    """Where a host is. Names that lead to the server's own network are refused, whatever they led to before."""
    try:
        found = await asyncio.get_running_loop().getaddrinfo(host, port, type=SOCK_STREAM)
    except UnicodeError as error:
        raise BadEndpoint("endpoint has no name of a host") from error
    addresses = list(dict.fromkeys(str(address[0]) for *_, address in found))
    if not anywhere and not all(map(is_public, addresses)):
        raise BadEndpoint("endpoint leads to a private address")
    return addresses


async def post(endpoint: str, headers: Mapping[str, str], body: bytes, anywhere: bool = False) -> int:
    """Send a request to an endpoint; the status of the answer. Raises OSError, TimeoutError or BadEndpoint."""
    parts = check_endpoint(endpoint, anywhere)
    secure = parts.scheme == "https"
    port = parts.port or (HTTPS if secure else 80)
    host = parts.hostname or ""
    async with asyncio.timeout(PATIENCE):
        address = (await addresses_of(host, port, anywhere))[0]  # connected to by number: it was checked
        context = trusted() if secure else None
        name = host if secure else None
        reader, writer = await asyncio.open_connection(address, port, ssl=context, server_hostname=name)
        try:
            return await exchange(reader, writer, parts, headers, body)
        except h11.LocalProtocolError as error:
            raise BadEndpoint("endpoint cannot be asked for") from error
        except (h11.RemoteProtocolError, ssl.SSLError) as error:
            raise OSError(f"the push service answered badly: {error}") from error
        finally:
            writer.transport.abort()


async def exchange(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, to: SplitResult, headers: Mapping[str, str], body: bytes
) -> int:
    """One request over an open connection. The body of the answer is not read: nothing in it is needed."""
    line = h11.Connection(h11.CLIENT, max_incomplete_event_size=MOST_HEADERS)
    target = (to.path or "/") + (f"?{to.query}" if to.query else "")
    told = {"host": to.netloc, "connection": "close", "content-length": str(len(body)), **headers}
    for part in (h11.Request(method="POST", target=target, headers=list(told.items())), h11.Data(body)):
        writer.write(line.send(part) or b"")
    writer.write(line.send(h11.EndOfMessage()) or b"")
    await writer.drain()
    while True:
        event = line.next_event()
        if isinstance(event, h11.Response):
            return event.status_code
        if event is h11.NEED_DATA:
            line.receive_data(await reader.read(4096))

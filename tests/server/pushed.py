"""A push service of our own: it takes notices as real ones do, decrypts them as browsers do, and checks the sender."""

from __future__ import annotations

import asyncio
import base64
import json
import struct
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

CURVE = ec.SECP256R1()


def plain(text: str) -> bytes:
    """The bytes of a base64url text."""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def coded(data: bytes) -> str:
    """base64url without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class Browser:
    """A browser that subscribed: its keys, and what it makes of a notice (RFC 8291, written a second time)."""

    def __init__(self, endpoint: str, key: ec.EllipticCurvePrivateKey | None = None, auth: bytes = b"0123456789abcdef"):
        self.endpoint = endpoint
        self.key = key or ec.generate_private_key(CURVE)
        self.auth = auth
        form = serialization.PublicFormat.UncompressedPoint
        self.point = self.key.public_key().public_bytes(serialization.Encoding.X962, form)

    def subscription(self, language: str = "en") -> dict[str, str]:
        """What it tells the server."""
        keys = {"p256dh": coded(self.point), "auth": coded(self.auth)}
        return {"endpoint": self.endpoint, **keys, "language": language}

    def read(self, body: bytes) -> bytes:
        """The text of a message."""
        salt, (size, length) = body[:16], struct.unpack(">IB", body[16:21])
        sender, sealed = body[21 : 21 + length], body[21 + length :]
        assert len(sealed) <= size
        shared = self.key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, sender))
        info = b"WebPush: info\x00" + self.point + sender
        secret = HKDF(hashes.SHA256(), 32, self.auth, info).derive(shared)
        key = HKDF(hashes.SHA256(), 16, salt, b"Content-Encoding: aes128gcm\x00").derive(secret)
        nonce = HKDF(hashes.SHA256(), 12, salt, b"Content-Encoding: nonce\x00").derive(secret)
        text = AESGCM(key).decrypt(nonce, sealed, None)
        assert text.endswith(b"\x02")
        return text[:-1]


def signed_by(header: str) -> tuple[str, dict[str, Any]]:
    """The public key and the claims of a VAPID header whose signature is right."""
    scheme, _, rest = header.partition(" ")
    assert scheme == "vapid"
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    head, claims, signature = parts["t"].split(".")
    assert json.loads(plain(head)) == {"typ": "JWT", "alg": "ES256"}
    raw = plain(signature)
    proof = encode_dss_signature(int.from_bytes(raw[:32]), int.from_bytes(raw[32:]))
    public = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, plain(parts["k"]))
    public.verify(proof, f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))
    found: dict[str, Any] = json.loads(plain(claims))
    return parts["k"], found


class Service:
    """A push service: what was sent to it, and how it answers."""

    def __init__(self) -> None:
        self.url = ""
        self.status = 201
        self.is_silent = False
        self.requests: list[tuple[str, dict[str, str], bytes]] = []

    def browser(self, name: str = "one") -> Browser:
        """A browser that this service reaches."""
        return Browser(f"{self.url}/push/{name}")

    async def take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One request."""
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode()
            first, *lines = head.split("\r\n")
            headers = {
                name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines if line)
            }
            body = await reader.readexactly(int(headers["content-length"]))
            self.requests.append((first.split(" ")[1], headers, body))
            if self.is_silent:
                await reader.read()
            writer.write(f"HTTP/1.1 {self.status} Whatever\r\ncontent-length: 0\r\n\r\n".encode())
            await writer.drain()
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()

    def notices(self, browser: Browser) -> list[dict[str, str]]:
        """What a browser was told, as it reads it; every signature is checked."""
        found = []
        for path, headers, body in self.requests:
            if browser.endpoint.endswith(path):
                _, claims = signed_by(headers["authorization"])
                assert claims["aud"] == self.url
                found.append(json.loads(browser.read(body)))
        return found


@asynccontextmanager
async def push_service() -> AsyncIterator[Service]:
    """A push service for a while."""
    service = Service()
    server = await asyncio.start_server(service.take, "127.0.0.1", 0)
    service.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    try:
        yield service
    finally:
        server.close()

"""Rights: texts that only this server can have written. Guests, seats and bots each have their own kind.

A token is its parts and, if it runs out, the moment it does, with an HMAC-SHA256 over them and over the purpose it was
made for: the token of a seat is worth nothing as a cookie.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json

LONGEST = 1_000
SEAL = 32  # bytes of an HMAC-SHA256


class BadToken(Exception):
    """A token this server did not write, or wrote for something else."""


class ExpiredToken(BadToken):
    """A token that was good once."""


class Signer:
    """Writes and reads tokens with one key."""

    def __init__(self, key: bytes) -> None:
        if len(key) < 32:
            raise ValueError(f"the signing key has {len(key)} bytes; expected 32 or more")
        self._key = key

    def sign(self, purpose: str, *parts: str, until: int | None = None) -> str:
        """A token for a purpose, good for ever or until a moment (milliseconds since 1970)."""
        body = json.dumps([until, *parts], separators=(",", ":")).encode()
        return self._text(self._seal(purpose, body) + body)

    def read(self, purpose: str, token: str, now: int) -> tuple[str, ...]:
        """The parts of a token. A token of another purpose or another server is bad, one of the past has expired."""
        if len(token) > LONGEST or not token.isascii():
            raise BadToken("the token is not one of this server")
        try:
            data = base64.b64decode(token + "=" * (-len(token) % 4), altchars=b"-_", validate=True)
        except (binascii.Error, ValueError):
            raise BadToken("the token is not one of this server") from None
        seal, body = data[:SEAL], data[SEAL:]
        if not hmac.compare_digest(seal, self._seal(purpose, body)) or self._text(data) != token:
            raise BadToken("the token is not one of this server")
        until, *parts = json.loads(body)
        if until is not None and now >= until:
            raise ExpiredToken("the token has expired")
        return tuple(parts)

    def _seal(self, purpose: str, body: bytes) -> bytes:
        """What only the holder of the key can compute."""
        name = purpose.encode()
        return hmac.new(self._key, len(name).to_bytes(4, "big") + name + body, hashlib.sha256).digest()

    @staticmethod
    def _text(data: bytes) -> str:
        """The one way a token is written: bits that base64 leaves unused are zero."""
        return base64.urlsafe_b64encode(data).rstrip(b"=").decode()

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
    """Writes tokens with one key, and reads those of this key and of others: earlier ones, and the next one.

    `ids` is the key that `derive` uses, which stays the same; without it, that is the first signing key.
    """

    def __init__(self, key: bytes, *others: bytes, ids: bytes | None = None) -> None:
        self._ids = key if ids is None else ids
        self.changes = 0  # how often the keys were replaced: what was read before may be bad now
        self._keys: tuple[bytes, ...] = ()
        self.use(key, *others)

    def use(self, key: bytes, *others: bytes) -> bool:
        """Sign with a key from now on, and read tokens of the others, too. False: that was so before."""
        for one in (key, *others):
            if len(one) < 32:
                raise ValueError(f"the signing key has {len(one)} bytes; expected 32 or more")
        if self._keys == (key, *others):
            return False
        self._keys = (key, *others)
        self.changes += 1
        return True

    def signs_with(self, key: bytes) -> bool:
        """Whether this is the key that signs."""
        return self._keys[0] == key

    def sign(self, purpose: str, *parts: str, until: int | None = None) -> str:
        """A token for a purpose, good without a limit or until a moment (milliseconds since 1970)."""
        return self._write(self._keys[0], purpose, until, *parts)

    def derive(self, purpose: str, *parts: str) -> str:
        """A text that follows from the parts, that only this server can know, and that no change of keys changes."""
        return self._write(self._ids, purpose, None, *parts)

    def read(self, purpose: str, token: str, now: int) -> tuple[str, ...]:
        """The parts of a token. A token of another purpose or another server is bad, one of the past has expired."""
        if len(token) > LONGEST or not token.isascii():
            raise BadToken("the token is not one of this server")
        try:
            data = base64.b64decode(token + "=" * (-len(token) % 4), altchars=b"-_", validate=True)
        except (binascii.Error, ValueError):
            raise BadToken("the token is not one of this server") from None
        seal, body = data[:SEAL], data[SEAL:]
        is_ours = [hmac.compare_digest(seal, self._seal(key, purpose, body)) for key in self._keys]
        if not any(is_ours) or self._text(data) != token:
            raise BadToken("the token is not one of this server")
        until, *parts = json.loads(body)
        if until is not None and now >= until:
            raise ExpiredToken("the token has expired")
        return tuple(parts)

    def _write(self, key: bytes, purpose: str, until: int | None, *parts: str) -> str:
        body = json.dumps([until, *parts], separators=(",", ":")).encode()
        return self._text(self._seal(key, purpose, body) + body)

    @staticmethod
    def _seal(key: bytes, purpose: str, body: bytes) -> bytes:
        """What only the holder of the key can compute."""
        name = purpose.encode()
        return hmac.new(key, len(name).to_bytes(4, "big") + name + body, hashlib.sha256).digest()

    @staticmethod
    def _text(data: bytes) -> str:
        """The one way a token is written: bits that base64 leaves unused are zero."""
        return base64.urlsafe_b64encode(data).rstrip(b"=").decode()

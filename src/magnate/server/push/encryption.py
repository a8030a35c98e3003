"""Web Push: a message encrypted for one browser (RFC 8291, RFC 8188) and signed with the host's key (RFC 8292).

Needs the package `cryptography` (`magnate[push]`), so only what sends notices imports this module.
"""

from __future__ import annotations

import base64
import json
import os
import struct
from typing import NamedTuple
from urllib.parse import urlsplit

from cryptography.exceptions import InvalidKey
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

CURVE = ec.SECP256R1()
RECORD = 4096  # bytes of a record; a message is one of them
VALID = 12 * 3600  # seconds for which a signature is good; services allow a day
LAST = b"\x02"  # ends the last record


class Keys(NamedTuple):
    """What a browser gives with its address: its public key, and a secret of its own."""

    p256dh: bytes
    auth: bytes


def encoded(data: bytes) -> str:
    """base64url without padding, as Web Push writes everything."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    """The bytes of such a text. Raises ValueError."""
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)


def check_keys(keys: Keys) -> None:
    """Raise ValueError if these are not the keys of a browser."""
    if len(keys.auth) != 16:
        raise ValueError("auth has another length than 16 bytes")
    ec.EllipticCurvePublicKey.from_encoded_point(CURVE, keys.p256dh)


def fresh_key() -> str:
    """A private key for a host, as the setting `push_key` wants it."""
    number = ec.generate_private_key(CURVE).private_numbers().private_value
    return encoded(number.to_bytes(32))


def read_key(text: str) -> ec.EllipticCurvePrivateKey:
    """The private key of a host. Raises ValueError."""
    try:
        return ec.derive_private_key(int.from_bytes(decoded(text)), CURVE)
    except InvalidKey as error:
        raise ValueError("no key of the curve P-256") from error


def point_of(key: ec.EllipticCurvePrivateKey) -> bytes:
    """The public key that belongs to a private one, uncompressed."""
    return key.public_key().public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)


def derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    """A key from a shared secret."""
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def encrypt(text: bytes, keys: Keys, own: ec.EllipticCurvePrivateKey | None = None, salt: bytes | None = None) -> bytes:
    """A message that only the browser with these keys can read. `own` and `salt` are for tests; each is used once."""
    own = own or ec.generate_private_key(CURVE)
    salt = salt or os.urandom(16)
    theirs = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, keys.p256dh)
    both = keys.p256dh + point_of(own)
    secret = derived(own.exchange(ec.ECDH(), theirs), keys.auth, b"WebPush: info\0" + both, 32)
    key = derived(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = derived(secret, salt, b"Content-Encoding: nonce\0", 12)
    head = salt + struct.pack(">IB", RECORD, len(point_of(own))) + point_of(own)
    return head + AESGCM(key).encrypt(nonce, text + LAST, None)


def authorization(endpoint: str, key: ec.EllipticCurvePrivateKey, contact: str, now: int) -> str:
    """The header that identifies the sender to a push service. `now` is in seconds."""
    parts = urlsplit(endpoint)
    claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": now + VALID, "sub": contact}
    words = [json.dumps(part, separators=(",", ":")).encode() for part in ({"typ": "JWT", "alg": "ES256"}, claims)]
    signed = ".".join(map(encoded, words))
    r, s = decode_dss_signature(key.sign(signed.encode(), ec.ECDSA(hashes.SHA256())))
    return f"vapid t={signed}.{encoded(r.to_bytes(32) + s.to_bytes(32))}, k={encoded(point_of(key))}"

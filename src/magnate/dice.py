"""Fair dice: a secret promised by its hash before the start, the players' own entropy, the secret revealed at the end.

Everything random in a game follows from the two by SHA-256 and ChaCha8 (`rules/chance.py`): no person at the table, not
even the host, can choose a die, and afterwards anybody can check every one.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

PURPOSE = b"magnate fair dice 1"


@dataclass(frozen=True)
class FairDice:
    """The promise and what went into it. `secret` is 64 hex digits, or empty while the reader may not know it."""

    commitment: str
    secret: str = ""
    entropy: tuple[str, ...] = ()

    @classmethod
    def from_secret(cls, secret: str, entropy: Sequence[str] = ()) -> FairDice:
        """Dice with this secret; the promise is its hash."""
        if len(secret) != 64 or any(digit not in "0123456789abcdef" for digit in secret):
            raise ValueError(f"secret is {secret!r}; expected 64 hexadecimal digits in lower case")
        return cls(commit(secret), secret, tuple(entropy))

    @classmethod
    def fresh(cls, entropy: Sequence[str] = ()) -> FairDice:
        """Dice that cannot be foreseen."""
        import secrets  # here, because it is slow to import and seeded dice do without

        return cls.from_secret(secrets.token_hex(32), entropy)

    @classmethod
    def seeded(cls, seed: int, entropy: Sequence[str] = ()) -> FairDice:
        """The same dice for the same seed: for tests and for games to be repeated."""
        return cls.from_secret(hashlib.sha256(f"magnate seed {seed}".encode()).hexdigest(), entropy)

    @property
    def is_revealed(self) -> bool:
        """Whether the secret is known here."""
        return bool(self.secret)

    @property
    def is_kept(self) -> bool:
        """Whether the revealed secret is the promised one."""
        return commit(self.secret) == self.commitment

    def key(self) -> list[int]:
        """The key of the generator: eight 32-bit words."""
        digest = hashlib.sha256(PURPOSE)
        digest.update(bytes.fromhex(self.secret))
        for word in self.entropy:
            data = word.encode()
            digest.update(len(data).to_bytes(4, "little") + data)
        raw = digest.digest()
        return [int.from_bytes(raw[i : i + 4], "little") for i in range(0, 32, 4)]


def commit(secret: str) -> str:
    """The promise made before the start: the SHA-256 of the secret's bytes."""
    return hashlib.sha256(bytes.fromhex(secret)).hexdigest() if secret else ""

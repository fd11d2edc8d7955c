"""Chance: labelled streams of random numbers from one key per game.

Every draw belongs to a label ("attack/3/dice"). A stream depends on the game's key of
chance, the turn and its label only, so that a new die roll never shifts the others, and
anyone who is given the secret at the end can roll them again. The key is made of a secret
that the service committed to, and of what the players sent afterwards. The
arithmetic is ours down to the bytes (HMAC-SHA-256 in counter mode), because
``random``'s methods may change between versions of Python.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import MutableSequence, Sequence
from typing import TypeVar

T = TypeVar("T")

SECRET_BYTES = 32


def commitment(secret: bytes) -> str:
    """The SHA-256 of a game's secret in hex: published first, checked when the secret is."""
    return hashlib.sha256(secret).hexdigest()


def chance_key(secret: bytes, confirmations: Sequence[str | None]) -> bytes:
    """The key of a game's chance: HMAC-SHA-256, under the secret, of the players' confirmations.

    A confirmation is the SHA-256, in hex, of the mail by which a person took a seat, in order
    of seats; None, where nobody confirmed, counts as 32 zero bytes. The commitment is told
    before anyone confirms, so that neither side alone has chosen the dice.
    """
    added = b"".join(bytes.fromhex(sha) if sha else bytes(32) for sha in confirmations)
    return hmac.digest(secret, added, "sha256")


class Stream:
    """An endless sequence of fair draws; made by :meth:`Chance.stream`."""

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._counter = 0
        self._pool = b""

    def _bytes(self, count: int) -> bytes:
        while len(self._pool) < count:
            block = self._counter.to_bytes(8, "big")
            self._pool += hmac.digest(self._key, block, "sha256")
            self._counter += 1
        taken, self._pool = self._pool[:count], self._pool[count:]
        return taken

    def below(self, n: int) -> int:
        """A whole number from 0 to n - 1, each as likely. Raises ValueError for n < 1."""
        if n < 1:
            raise ValueError(f"cannot draw a number below {n}")
        bits = (n - 1).bit_length()
        size = (bits + 7) // 8
        while True:
            drawn = int.from_bytes(self._bytes(size), "big") >> (size * 8 - bits)
            if drawn < n:
                return drawn

    def between(self, low: int, high: int) -> int:
        """A whole number from `low` to `high`, both included."""
        return low + self.below(high - low + 1)

    def die(self, sides: int = 6) -> int:
        """A roll of one die, 1 to `sides`."""
        return 1 + self.below(sides)

    def strikes(self, numerator: int, denominator: int) -> bool:
        """True with chance numerator / denominator, exactly."""
        return self.below(denominator) < numerator

    def choice(self, items: Sequence[T]) -> T:
        """One of `items`, each as likely. Raises ValueError where there are none."""
        return items[self.below(len(items))]

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Bring `items` into a random order, in place (Fisher-Yates)."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """A new list of `items` in random order."""
        result = list(items)
        self.shuffle(result)
        return result

    def sample(self, items: Sequence[T], count: int) -> list[T]:
        """`count` different places of `items`, in random order."""
        if not 0 <= count <= len(items):
            raise ValueError(f"cannot draw {count} of {len(items)}")
        return self.shuffled(items)[:count]


class Chance:
    """The chance of one turn of one game. ``labels`` are those used so far, in order."""

    def __init__(self, key: bytes, turn: int, scope: str = "") -> None:
        self._key = key
        self._turn = turn
        self._scope = scope
        self._labels: dict[str, None] = {}

    @property
    def labels(self) -> tuple[str, ...]:
        return tuple(self._labels)

    def stream(self, label: str) -> Stream:
        """The stream of this label. A label names one purpose: asked for twice in one turn
        it would repeat its draws, so that raises ValueError."""
        if label in self._labels:
            raise ValueError(f"the label {label!r} has been drawn from already this turn")
        self._labels[label] = None
        message = f"{self._turn}\x1f{self._scope}\x1f{label}".encode()
        return Stream(hmac.digest(self._key, message, "sha256"))

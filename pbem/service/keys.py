"""The keys that sign reply addresses: the newest signs, those before it count until their day.

A mailbox's key file holds them, one a line, in hex, the newest first, the others with the last day
on which they count (``until 2026-12-24``). Lines with # are remarks.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

from pbem.service.config import MAIN, Config, ConfigError

FEWEST_BYTES = 16
_LINE = re.compile(r"(?P<key>[0-9a-fA-F]+)(?:\s+until\s+(?P<until>\d{4}-\d\d-\d\d))?")


@dataclass(frozen=True)
class Older:
    """A key that signs no more. ``until`` is the last day, in UTC, on which it counts."""

    key: bytes
    until: date


@dataclass(frozen=True)
class Keys:
    """Of one mailbox: what signs now, and what did before."""

    signing: bytes
    older: tuple[Older, ...] = ()

    def at(self, moment: datetime) -> tuple[bytes, ...]:
        """Those that count for a mail that arrived at this moment, the newest first."""
        day = moment.astimezone(UTC).date()
        return self.signing, *(one.key for one in self.older if day <= one.until)

    def rotated(self, fresh: bytes, today: date, keep: timedelta) -> Keys:
        """The same with a new key that signs. That which signed counts for as long as it is to be
        kept, and not at all where that is no day; those of which the last day is past are left
        out."""
        before = (Older(self.signing, today + keep), *self.older) if keep.days else ()
        return Keys(fresh, tuple(one for one in before if one.until >= today))

    def __str__(self) -> str:
        """As a file holds them."""
        older = (f"{one.key.hex()} until {one.until:%F}\n" for one in self.older)
        return f"{self.signing.hex()}\n{''.join(older)}"


def mark_of(key: bytes) -> str:
    """A few signs by which people tell keys apart, and which tell nothing of them."""
    return hashlib.sha256(key).hexdigest()[:8]


def load_keys(config: Config, base: Path, mailbox: str = MAIN) -> Keys:
    """The keys of a mailbox, from the environment or its file. Raises ConfigError."""
    file, variable = config.key_source(mailbox)
    if variable:
        text = os.environ.get(variable, "")
        return read_keys(text.replace(",", "\n"), f"the environment variable {variable}")
    path = base / file
    try:
        text = path.read_text(encoding="ascii")
    except (OSError, UnicodeDecodeError):
        raise ConfigError(f"key_file: cannot read {path}; 'pbem init' makes it") from None
    return read_keys(text, str(path))


def read_keys(text: str, source: str) -> Keys:
    """The keys that a file holds. Raises ConfigError; `source` is where the text is from."""
    found = [*_lines(text, source)]
    if not found or found[0][1] is not None:
        raise ConfigError(
            f"key_file: {source} must begin with the key that signs, at least "
            f"{2 * FEWEST_BYTES} hex digits on a line of its own"
        )
    (signing, _none), *older = found
    if any(until is None for _key, until in older):
        raise ConfigError(
            f"key_file: {source}: every key but the first needs its last day behind it, such as "
            "'until 2026-12-24'"
        )
    return Keys(signing, tuple(Older(key, until) for key, until in older if until is not None))


def _lines(text: str, source: str) -> Iterator[tuple[bytes, date | None]]:
    for number, line in enumerate(text.splitlines(), start=1):
        said = line.partition("#")[0].strip()
        if not said:
            continue
        try:
            yield _read(said)
        except ValueError as error:
            raise ConfigError(f"key_file: {source}, line {number}: {error}") from None


def _read(line: str) -> tuple[bytes, date | None]:
    found = _LINE.fullmatch(line)
    if found is None or len(found["key"]) < 2 * FEWEST_BYTES or len(found["key"]) % 2:
        raise ValueError(
            f"a key is at least {2 * FEWEST_BYTES} hex digits, and behind an older one stands "
            "its last day, such as 'until 2026-12-24'"
        )
    try:
        until = date.fromisoformat(found["until"]) if found["until"] else None
    except ValueError:
        raise ValueError(f"{found['until']} is no day of the calendar") from None
    return bytes.fromhex(found["key"]), until

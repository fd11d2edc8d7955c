"""Tables of a game: files of its ``data/``, read once and checked against what they must hold."""

from __future__ import annotations

from importlib.resources import files
from typing import TypeVar

import msgspec

T = TypeVar("T")


class TableEntry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An entry of a table; a misspelt key is an error, not a missing figure."""


def text(package: str, name: str) -> str:
    """A file of that package's ``data/``."""
    return (files(package) / "data" / name).read_text(encoding="utf-8")


def read(package: str, name: str, kind: type[T]) -> T:
    """A file of that package's ``data/`` as what it holds, from TOML, or from JSON where it ends
    so. Raises :class:`msgspec.ValidationError` where it holds something else."""
    decode = msgspec.json.decode if name.endswith(".json") else msgspec.toml.decode
    return decode(text(package, name), type=kind)

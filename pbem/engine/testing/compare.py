"""Where two values differ, said so that a ruleset's author finds the place."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Any

import msgspec

from pbem.engine.codec import canonical, to_builtins

CONTEXT = 30
"""Bytes shown on either side of the first one that differs."""


def first_difference(one: bytes, other: bytes) -> str:
    """The first place where two byte strings part, by its path where both are JSON."""
    place = _place(one, other)
    at = next(
        (i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b),
        min(len(one), len(other)),
    )
    start, end = max(0, at - CONTEXT), at + CONTEXT
    return f"{place}byte {at}: {one[start:end]!r} against {other[start:end]!r}"


def _place(one: bytes, other: bytes) -> str:
    try:
        path = _path(msgspec.json.decode(one), msgspec.json.decode(other))
    except (msgspec.DecodeError, UnicodeDecodeError):
        return ""
    return f"{path or 'the whole'}, " if path is not None else ""


def _path(one: Any, other: Any) -> str | None:
    """The path of the first differing leaf of two JSON values; None where they are equal."""
    if isinstance(one, dict) and isinstance(other, dict):
        keys: Collection[Any] = {**one, **other}
    elif isinstance(one, list) and isinstance(other, list):
        one, other = dict(enumerate(one)), dict(enumerate(other))
        keys = {**one, **other}
    else:
        return None if one == other else ""
    for key in keys:
        if key not in one or key not in other:
            return str(key)
        inner = _path(one[key], other[key])
        if inner is not None:
            return f"{key}.{inner}" if inner else str(key)
    return None


@dataclass(frozen=True)
class Leaf:
    """One value of a state that holds no further values.

    ``path`` is its place in ``pbem.engine.codec.to_builtins(state)``, joined by
    dots. ``family`` is the same with ``*`` for what differs from game to game
    (an index, a key), except where the container has one place for every seat.
    """

    path: str
    family: str
    value: Any

    @property
    def is_empty_container(self) -> bool:
        """Whether this stands for a mapping or sequence with nothing in it."""
        return isinstance(self.value, dict | list | tuple)


def leaves(value: Any, seats: Collection[int]) -> Iterator[Leaf]:
    """All leaves of a value made of Structs, mappings and sequences."""
    return _walk(value, to_builtins(value), "", "", frozenset(seats))


def _walk(value: Any, plain: Any, path: str, family: str, seats: frozenset[int]) -> Iterator[Leaf]:
    if isinstance(value, AbstractSet):
        yield Leaf(path, family, canonical(value))
    elif not isinstance(plain, dict | list | tuple) or not plain:
        yield Leaf(path, family, plain)
    elif isinstance(value, msgspec.Struct):
        for key, inner, inner_plain in _fields(value, plain):
            yield from _walk(inner, inner_plain, _join(path, key), _join(family, key), seats)
    else:
        children, by_seat = _members(value, plain, seats)
        # Within a seat's own place, a length that equals the number of seats is a coincidence.
        deeper = frozenset[int]() if by_seat else seats
        for key, inner, inner_plain in children:
            kind = key if by_seat else "*"
            yield from _walk(inner, inner_plain, _join(path, key), _join(family, kind), deeper)


def _join(path: str, key: str) -> str:
    return f"{path}.{key}" if path else key


Child = tuple[str, Any, Any]
"""A child's key, itself, and its builtins."""


def _members(value: Any, plain: Any, seats: frozenset[int]) -> tuple[list[Child], bool]:
    """What a mapping or sequence holds, and whether it has one place for every seat."""
    if isinstance(value, Mapping):
        pairs = zip(value.values(), plain.items(), strict=True)
        return [(key, inner, inner_plain) for inner, (key, inner_plain) in pairs], (
            set(value) == seats
        )
    both = enumerate(zip(value, plain, strict=True))
    return [(str(i), inner, inner_plain) for i, (inner, inner_plain) in both], (
        len(plain) == len(seats)
    )


def _fields(value: msgspec.Struct, plain: Any) -> Iterator[Child]:
    """A Struct's fields, and its tag, which has no attribute of its own."""
    if isinstance(plain, list | tuple):
        names = [field.name for field in msgspec.structs.fields(value)]
        tag = [None] * (len(plain) - len(names))
        for index, (name, inner) in enumerate(zip([*tag, *names], plain, strict=True)):
            yield str(index), getattr(value, name) if name else inner, inner
        return
    names_of = {field.encode_name: field.name for field in msgspec.structs.fields(value)}
    for key, inner in plain.items():
        yield key, getattr(value, names_of[key]) if key in names_of else inner, inner

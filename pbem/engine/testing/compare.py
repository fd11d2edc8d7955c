"""Where two values differ, said so that a ruleset's author finds the place."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

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


def differences(one: Mapping[str, bytes], other: Mapping[str, bytes]) -> Iterator[tuple[str, str]]:
    """The parts of two surfaces that are not byte-identical, with the first place of each."""
    for part in {**one, **other}:
        before, after = one.get(part), other.get(part)
        if before is None or after is None:
            yield part, "the whole: it is there in one game only"
        elif before != after:
            yield part, first_difference(before, after)


class Leaf(NamedTuple):
    """One value of a state that holds no further values.

    ``path`` is its place in ``pbem.engine.codec.to_builtins(state)``, joined by
    dots. ``family`` is the same with ``*`` for what differs from game to game
    (an index, a key), except where the container has one place for every seat.
    """

    path: str
    family: str
    value: Any


def leaves(
    value: Any, seats: Collection[int], changing: Collection[str] = frozenset()
) -> list[Leaf]:
    """All leaves of a value made of Structs, mappings and sequences.

    `changing` are paths of containers that are not by seat however many members they have.
    """
    found: list[Leaf] = []
    _walk(value, to_builtins(value), "", "", _Seating(frozenset(seats), changing), found)
    return found


def changing_lengths(values: Iterable[Any]) -> frozenset[str]:
    """The paths of containers that have not the same length in all of these values, in which
    a length that equals the number of seats is a coincidence."""
    lengths: dict[str, set[int]] = {}
    for value in values:
        _measure(to_builtins(value), "", lengths)
    return frozenset(path for path, found in lengths.items() if len(found) > 1)


def _measure(plain: Any, path: str, lengths: dict[str, set[int]]) -> None:
    if isinstance(plain, dict | list | tuple):
        lengths.setdefault(path, set()).add(len(plain))
        members = plain.items() if isinstance(plain, dict) else enumerate(plain)
        for key, inner in members:
            _measure(inner, _join(path, str(key)), lengths)


@dataclass(frozen=True)
class _Seating:
    """Which containers have a place for every seat; none within a seat's own place."""

    seats: frozenset[int]
    changing: Collection[str]

    def fits(self, value: Any, path: str) -> bool:
        if path in self.changing:
            return False
        if isinstance(value, Mapping):
            return set(value) == self.seats
        return len(value) == len(self.seats)


_NOWHERE = _Seating(frozenset(), frozenset())


def _walk(
    value: Any, plain: Any, path: str, family: str, seating: _Seating, found: list[Leaf]
) -> None:
    """Add the leaves of a value to `found`. A state has thousands, and hundreds are compared."""
    if not isinstance(plain, dict | list | tuple):
        found.append(Leaf(path, family, plain))
    elif isinstance(value, AbstractSet):
        found.append(Leaf(path, family, canonical(value)))
    elif not plain:
        found.append(Leaf(path, family, plain))
    elif isinstance(value, msgspec.Struct):
        for key, inner, inner_plain in _fields(value, plain):
            _walk(inner, inner_plain, _join(path, key), _join(family, key), seating, found)
    else:
        by_seat = seating.fits(value, path)
        # Within a seat's own place, a length that equals the number of seats is a coincidence.
        deeper = _NOWHERE if by_seat else seating
        for key, inner, inner_plain in _members(value, plain):
            kind = key if by_seat else "*"
            _walk(inner, inner_plain, _join(path, key), _join(family, kind), deeper, found)


def _join(path: str, key: str) -> str:
    return f"{path}.{key}" if path else key


Child = tuple[str, Any, Any]
"""A child's key, itself, and its builtins."""


def _members(value: Any, plain: Any) -> Iterator[Child]:
    """What a mapping or sequence holds."""
    if isinstance(value, Mapping):
        pairs = zip(value.values(), plain.items(), strict=True)
        return ((key, inner, inner_plain) for inner, (key, inner_plain) in pairs)
    both = enumerate(zip(value, plain, strict=True))
    return ((str(index), inner, inner_plain) for index, (inner, inner_plain) in both)


@cache
def _names(kind: type[msgspec.Struct]) -> tuple[tuple[str, str], ...]:
    """The fields of a Struct type: as they are written, and as they are called."""
    return tuple((field.encode_name, field.name) for field in msgspec.structs.fields(kind))


def _fields(value: msgspec.Struct, plain: Any) -> Iterator[Child]:
    """A Struct's fields, and its tag, which has no attribute of its own."""
    names = _names(type(value))
    if isinstance(plain, list | tuple):
        tag = [None] * (len(plain) - len(names))
        called = [*tag, *(name for _written, name in names)]
        for index, (name, inner) in enumerate(zip(called, plain, strict=True)):
            yield str(index), getattr(value, name) if name else inner, inner
        return
    names_of = dict(names)
    for key, inner in plain.items():
        yield key, getattr(value, names_of[key]) if key in names_of else inner, inner

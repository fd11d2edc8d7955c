"""What happened on the board in the last round, from the public log."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from pbem.engine.api import Seat
from pbem.maps.board import Square
from pbem.rulesets.parsec.figures import Kind
from pbem.rulesets.parsec.mechanics.space import Space
from pbem.rulesets.parsec.view import (
    AnyEntry,
    ArtifactHarvested,
    Chapter,
    ConflictFought,
    LeaderHomeless,
    LeaderPlaced,
    LeaderRecalled,
    SystemSettled,
)


class Move(msgspec.Struct, frozen=True):
    """A leader's way from one system to another."""

    seat: Seat
    kind: Kind
    origin: Square
    square: Square


class Left(msgspec.Struct, frozen=True):
    """What stood in a system that is empty now: a ``seat``'s leader, or a settlement."""

    square: Square
    kind: Kind
    seat: Seat | None = None


class Fight(msgspec.Struct, frozen=True):
    """The conflicts that were fought about one system, in their order."""

    square: Square
    fought: tuple[ConflictFought, ...]


class Recent(msgspec.Struct, frozen=True):
    """What is marked: ``put`` are squares of what still stands, with who put it there, ``taken``
    those of artifacts, with who harvested them."""

    put: tuple[tuple[Square, Seat], ...] = ()
    moves: tuple[Move, ...] = ()
    left: tuple[Left, ...] = ()
    fights: tuple[Fight, ...] = ()
    taken: tuple[tuple[Square, Seat], ...] = ()


def recent_of(log: Iterable[Chapter], seats: int, space: Space) -> Recent:
    """The last turn of every player, as far as it can still be seen on the board."""
    chapters = list(log)[-seats:]
    put: dict[Square, Seat] = {}
    ways: dict[tuple[Seat, Kind], Move] = {}
    left: dict[Square, Left] = {}
    fights: dict[Square, list[ConflictFought]] = {}
    taken: list[tuple[Square, Seat]] = []
    for entry in (entry for chapter in chapters for entry in chapter.entries):
        match entry:
            case LeaderPlaced():
                put[entry.square] = entry.seat
                _go(ways, entry)
            case SystemSettled():
                put[entry.square] = entry.seat
            case ConflictFought():
                fights.setdefault(entry.square, []).append(entry)
            case ArtifactHarvested():
                taken.append((entry.square, entry.seat))
        left.update((gone.square, gone) for gone in _left_by(entry))
    return Recent(
        put=tuple((square, seat) for square, seat in put.items() if space.is_occupied(square)),
        moves=tuple(move for move in ways.values() if _stands(move, space)),
        left=tuple(gone for square, gone in left.items() if space.is_free(square)),
        fights=tuple(Fight(square, tuple(fought)) for square, fought in fights.items()),
        taken=tuple(taken),
    )


def _go(ways: dict[tuple[Seat, Kind], Move], placed: LeaderPlaced) -> None:
    """Several moves of one leader are one way, from where the first began."""
    before = ways.pop((placed.seat, placed.kind), None)
    origin = placed.origin
    if before is not None and before.square == origin:
        origin = before.origin
    if origin is not None and origin != placed.square:
        ways[placed.seat, placed.kind] = Move(placed.seat, placed.kind, origin, placed.square)


def _stands(move: Move, space: Space) -> bool:
    leader = space.leaders.get(move.square)
    return leader is not None and (leader.seat, leader.kind) == (move.seat, move.kind)


def _left_by(entry: AnyEntry) -> list[Left]:
    """The systems that something left."""
    match entry:
        case ConflictFought():
            vacated = [Left(square, entry.kind) for square in entry.vacated]
            return [*vacated, Left(entry.beaten.square, entry.kind, entry.loser)]
        case LeaderRecalled() | LeaderHomeless():
            return [Left(entry.square, entry.kind, entry.seat)]
        case LeaderPlaced(origin=origin) if origin is not None:
            return [Left(origin, entry.kind, entry.seat)]
    return []

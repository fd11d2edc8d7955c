"""What happened on the board in the last round, from the public log."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from pbem.engine.api import Seat
from pbem.engine.blocks import grouped, only
from pbem.maps.board import Square
from pbem.rulesets.parsec.figures import Kind
from pbem.rulesets.parsec.mechanics import Space
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


class Move(NamedTuple):
    """A leader's way from one system to another."""

    seat: Seat
    kind: Kind
    origin: Square
    square: Square


class Left(NamedTuple):
    """What stood in a system that is empty now: a ``seat``'s leader, or a settlement."""

    square: Square
    kind: Kind
    seat: Seat | None = None


class Recent(NamedTuple):
    """What is marked: who ``put`` there what still stands, who has ``taken`` an artifact, and the
    ``fights`` about a system in their order, by square."""

    put: Mapping[Square, Seat]
    moves: tuple[Move, ...]
    left: tuple[Left, ...]
    fights: Mapping[Square, Sequence[ConflictFought]]
    taken: Mapping[Square, Seat]


def recent_of(chapters: Iterable[Chapter], seats: int, space: Space) -> Recent:
    """The last turn of every player, as far as it can still be seen on the board."""
    entries = [entry for chapter in list(chapters)[-seats:] for entry in chapter.entries]
    put = {o.square: o.seat for o in entries if isinstance(o, LeaderPlaced | SystemSettled)}
    left = {gone.square: gone for entry in entries for gone in _left_by(entry)}
    return Recent(
        put={square: seat for square, seat in put.items() if space.is_occupied(square)},
        moves=tuple(_moves(entries, space)),
        left=tuple(gone for gone in left.values() if space.is_free(gone.square)),
        fights=grouped(only(ConflictFought, entries), lambda entry: entry.square),
        taken={o.square: o.seat for o in only(ArtifactHarvested, entries)},
    )


def _moves(entries: Iterable[AnyEntry], space: Space) -> Iterator[Move]:
    """Several moves of one leader are one way, from where the first began to where it stands."""
    ways: dict[tuple[Seat, Kind], Move] = {}
    for entry in entries:
        if isinstance(entry, LeaderPlaced):
            before, origin = ways.pop((entry.seat, entry.kind), None), entry.origin
            if before is not None and before.square == origin:
                origin = before.origin
            if origin is not None and origin != entry.square:
                way = Move(entry.seat, entry.kind, origin, entry.square)
                ways[entry.seat, entry.kind] = way
    for (seat, kind), move in ways.items():
        leader = space.leader(seat, kind)
        if leader is not None and leader.square == move.square:
            yield move


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

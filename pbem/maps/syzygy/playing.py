"""A Syzygy map as a board to play on (SZ-7, SZ-9)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from pbem.engine.rng import Chance, Stream
from pbem.maps.board import LAND, ROCK, SEA, Board, Square
from pbem.maps.fairness import Worth, evenness, near_land, worth_of
from pbem.maps.syzygy.geometry import PLANETS, SPACE
from pbem.maps.syzygy.model import NO_FOREST, SyzygyMap, Unit
from pbem.maps.syzygy.tables import TERRAIN_OF, TERRAINS

SEATINGS = 50
"""Seatings that are tried (SZ-9)."""

_Slots = dict[str, tuple[Square, ...]]
"""Every planet's starting squares, in the order of the map's own seats."""


class PlayingBoard(msgspec.Struct, frozen=True):
    """``units`` as they are seated, ``worths`` by seat, and how even the seating is, in percent
    (see :func:`pbem.maps.fairness.evenness`)."""

    board: Board
    units: tuple[Unit, ...]
    relics: tuple[Square, ...]
    outposts: tuple[Square, ...]
    worths: dict[int, Worth]
    evenness: int


def as_board(chart: SyzygyMap, chance: Chance) -> PlayingBoard:
    """Land, sea and forest that bars the way, and the most even of fifty seatings.

    A seating gives each planet's starts to the players anew. Everybody has the same there, so
    that what stands on a start or beside it goes along.
    """
    board = board_from(chart)
    slots = _slots(chart)
    near = {square: near_land(board, square) for squares in slots.values() for square in squares}
    stream = chance.stream("syzygy/seating")
    tried = [_seating(stream, chart.players, first=n == 0) for n in range(SEATINGS)]
    judged = [_judge(seating, slots, near) for seating in tried]
    best = max(range(SEATINGS), key=lambda n: (evenness(judged[n]), -n))
    return PlayingBoard(
        board=board,
        units=_seated(chart, tried[best]),
        relics=chart.relics,
        outposts=tuple(
            building.square for building in chart.buildings if building.kind == "outpost"
        ),
        worths=judged[best],
        evenness=evenness(judged[best]),
    )


def board_from(chart: SyzygyMap) -> Board:
    """Sea is space and lakes, whatever their terrain is called; nobody enters a forest (SZ-7)."""
    return Board(
        tuple(
            "".join(map(_kind, *rows))
            for rows in zip(chart.zones, chart.terrain, chart.forest, strict=True)
        )
    )


def _kind(zone: str, terrain: str, forest: str) -> str:
    if zone == SPACE or TERRAINS[TERRAIN_OF[terrain]].lake:
        return SEA
    return LAND if forest == NO_FOREST else ROCK


def _slots(chart: SyzygyMap) -> _Slots:
    """The square of each seat's first unit on a planet; what a City adds stands near it."""
    found: dict[str, dict[int, Square]] = {zone: {} for zone in PLANETS}
    houses = {building.seat: building.square for building in chart.buildings if building.seat}
    for unit in chart.units:
        zone = chart.zone(unit.square)
        square = houses.get(unit.seat, unit.square) if _is_city(chart, zone) else unit.square
        found[zone].setdefault(unit.seat, square)
    return {zone: tuple(seats[seat] for seat in sorted(seats)) for zone, seats in found.items()}


def _is_city(chart: SyzygyMap, zone: str) -> bool:
    return chart.planet(zone).biome == "City"


def _seating(stream: Stream, players: int, *, first: bool) -> dict[str, list[int]]:
    """Who takes which start of each planet; the first is the map's own."""
    seats = list(range(1, players + 1))
    return {zone: seats if first else stream.shuffled(seats) for zone in PLANETS}


def _judge(
    seating: Mapping[str, Sequence[int]],
    slots: _Slots,
    near: Mapping[Square, frozenset[Square]],
) -> dict[int, Worth]:
    starts: dict[int, list[Square]] = {seat: [] for seat in sorted(seating[PLANETS[0]])}
    for zone in PLANETS:
        for seat, square in zip(seating[zone], slots[zone], strict=True):
            starts[seat].append(square)
    return {seat: worth_of(seat, starts, near) for seat in starts}


def _seated(chart: SyzygyMap, seating: Mapping[str, Sequence[int]]) -> tuple[Unit, ...]:
    return tuple(
        Unit(unit.kind, seating[chart.zone(unit.square)][unit.seat - 1], unit.square)
        for unit in chart.units
    )

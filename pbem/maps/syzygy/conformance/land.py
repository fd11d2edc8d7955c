"""Clauses 4 to 4.G: how the land lies."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.maps.grid import pieces
from pbem.maps.syzygy.conformance.reading import Clause, Reading, names
from pbem.maps.syzygy.geometry import DISCS, INTERSECTIONS, PLANETS, SPACE, lay_out
from pbem.maps.syzygy.tables import BIOMES

Point = tuple[int, int]


def check_land(map_: Reading) -> Iterator[Clause]:
    yield _arrangement(map_)
    yield _planet_1(map_)
    yield _planet_2(map_)
    yield _planet_3(map_)
    yield _planet_4(map_)
    yield _space(map_)
    yield _intersections(map_)
    yield _biomes(map_)
    yield _one_piece(map_)


def _arrangement(map_: Reading) -> Clause:
    """The five zones are the figure's, turned by one of the four angles."""
    degrees = map_.chart.turned
    astray = sum(
        one != other
        for one, other in zip(
            map_.zones, lay_out(map_.chart.size, degrees // 90).zones, strict=True
        )
    )
    return Clause(
        "4",
        f"turned by {degrees} degrees, {astray} tiles out of place",
        degrees in (0, 90, 180, 270) and astray == 0,
    )


def _upright(map_: Reading, zone: str) -> Point:
    """The middle of a zone in the figure's own frame, in parts of a thousand of the map."""
    size, turns = map_.chart.size, map_.chart.turned // 90
    tiles = map_.tiles[zone]
    across = down = 0
    for tile in tiles:
        x, y = map_.field.square(tile)
        for _quarter in range(-turns % 4):
            x, y = size - 1 - y, x
        across += 2 * x + 1
        down += 2 * y + 1
    whole = 2 * size * len(tiles)
    return across * 1000 // whole, down * 1000 // whole


def _overlap(map_: Reading, inner: str, outer: str) -> int:
    """How many tiles that lie within the disc of `outer` belong to `inner`."""
    size, turns = map_.chart.size, map_.chart.turned // 90
    disc = DISCS[PLANETS.index(outer)]
    found = 0
    for tile in map_.tiles[inner]:
        x, y = map_.field.square(tile)
        for _quarter in range(-turns % 4):
            x, y = size - 1 - y, x
        dx = (2 * x + 1) * 500_000 - disc.x * size
        dy = (2 * y + 1) * 500_000 - disc.y * size
        found += dx * dx + dy * dy <= (disc.radius * size) ** 2
    return found


def _place(map_: Reading, zone: str) -> tuple[str, Point]:
    x, y = _upright(map_, zone)
    words = f"{len(map_.tiles[zone])} tiles around ({x / 10:.1f} %, {y / 10:.1f} %) of the figure"
    return words, (x, y)


def _on_diagonal(middle: Point) -> bool:
    """Tiles are coarse: on small maps the middle may be some percents off."""
    return abs(middle[0] - middle[1]) <= 40


def _planet_1(map_: Reading) -> Clause:
    words, middle = _place(map_, "1")
    smallest = all(len(map_.tiles["1"]) < len(map_.tiles[zone]) for zone in PLANETS[1:])
    return Clause("4.A", words, smallest and min(middle) > 800 and _on_diagonal(middle))


def _left_of(map_: Reading, number: str, zone: str, right: str) -> Clause:
    words, middle = _place(map_, zone)
    _words, other = _place(map_, right)
    shared = _overlap(map_, right, zone)
    return Clause(
        number,
        f"{words}; planet {right} overlaps it by {shared} tiles",
        max(middle) < min(other) and _on_diagonal(middle) and shared > 0,
    )


def _planet_2(map_: Reading) -> Clause:
    return _left_of(map_, "4.B", "2", "1")


def _planet_3(map_: Reading) -> Clause:
    return _left_of(map_, "4.C", "3", "2")


def _planet_4(map_: Reading) -> Clause:
    words, middle = _place(map_, "4")
    largest = all(len(map_.tiles["4"]) > len(map_.tiles[zone]) for zone in PLANETS[:3])
    return Clause("4.D", words, largest and max(middle) < 350 and _on_diagonal(middle))


def _space(map_: Reading) -> Clause:
    size = map_.chart.size
    rim = {0, size - 1}
    edges = [
        zone for tile, zone in enumerate(map_.zones) if not rim.isdisjoint(map_.field.square(tile))
    ]
    at_edge = sum(zone == SPACE for zone in edges)
    return Clause(
        "4.E",
        f"{len(map_.tiles[SPACE])} tiles, among them {at_edge} of the {len(edges)} at the edge",
        at_edge == len(edges),
    )


def _intersections(map_: Reading) -> Clause:
    """Each lies between its two planets and touches space."""
    right = []
    for place, zone in enumerate(INTERSECTIONS):
        planets = PLANETS[place // 2], PLANETS[place // 2 + 1]
        tiles = map_.tiles[zone]
        if all(any(map_.touches(tile, other) for tile in tiles) for other in (SPACE, *planets)):
            right.append(zone)
    sizes = "+".join(str(len(map_.tiles[zone])) for zone in INTERSECTIONS)
    return Clause(
        "4.F",
        f"{len(right)} of 6 lie between two planets and at space, {sizes} tiles",
        len(right) == len(INTERSECTIONS),
    )


def _biomes(map_: Reading) -> Clause:
    found = [planet.biome for planet in map_.chart.planets]
    different = len(set(found)) == len(found) == 4
    return Clause("4.G", names(found), different and all(name in BIOMES for name in found))


def _one_piece(map_: Reading) -> Clause:
    """The ruling's own demand on land, and on the part of it that can be walked on."""
    land = pieces(map_.land, map_.field)
    passable = pieces([tile for tile in map_.land if map_.is_passable(tile)], map_.field)
    return Clause(
        "SZ-3b",
        f"land in {len(land)} piece, passable land in {len(passable)} "
        f"({sum(map(len, passable))} tiles)",
        len(land) == len(passable) == 1,
    )

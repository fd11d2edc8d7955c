"""A Syzygy map as a picture from above, with a legend beside it: what a player plans on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache

import msgspec

from pbem.drawing import symbols
from pbem.drawing.grid import TOP, Frame, edge_names, grid_lines, tile_size
from pbem.drawing.legends import Block, Phrase, Sign, grid, lines
from pbem.drawing.palette import NEUTRAL, MarkerName, look, mixed
from pbem.drawing.sheet import Inks, Panel, sheet
from pbem.drawing.tiling import Edge, dots_path, edges_path, tiles_path
from pbem.drawing.tokens import Part, disc, placed, plate, words
from pbem.engine.i18n import _, ngettext
from pbem.engine.scene import AnyShape, Group, Point, Polygon, Polyline, Rect, Scene, Style, Text
from pbem.engine.tables import read
from pbem.maps.board import column_name, square_name
from pbem.maps.grid import Square, distance_from
from pbem.maps.grid import grid as grid_of
from pbem.maps.picture import player_symbol, tower, woods
from pbem.maps.syzygy.elevation import BASE
from pbem.maps.syzygy.geometry import DISCS, PLANETS, SPACE
from pbem.maps.syzygy.model import NO_FOREST, SyzygyMap, Unit, UnitKind
from pbem.maps.syzygy.naming import forest_name, planet_name, resource_name, terrain_name
from pbem.maps.syzygy.tables import FOREST_OF, FORESTS, SPACE_TERRAIN, TERRAIN_OF, TERRAINS

NIGHT = "#070b18"
"""The ground of the picture."""
LIGHT = "#f4f6fc"
SOFT = "#b8c3de"
"""Lesser words; 4.5:1 on the night."""
INK = "#12161d"
SUN, SHADE = "#fffbe8", "#0b0f16"
COAST = "#dfe9ff"
STAR = "#aab6d8"
RELIC = "#fff1a8"
OUTPOST = "#e8ecf2"

_INKS = Inks(NIGHT, LIGHT, SOFT)
_BESIDE = 34.0
"""Room for the rows' numbers on either side."""
_LEGEND = 384.0
_SPACE_SHARE = 0.45
"""Of a terrain's colour that it has in space."""
_GLOWS = ((1, 0.20), (2, 0.12), (3, 0.06))
"""Space near the land is lighter: up to so many tiles away by so much more."""


class Symbol(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a resource is drawn."""

    marker: MarkerName
    colour: str


SYMBOLS = read("pbem.maps.syzygy", "symbols.toml", dict[str, Symbol])
"""By resource, in the order of the legend."""


def picture(chart: SyzygyMap) -> Scene:
    """The whole map. Tips name what stands where."""
    frame = Frame((_BESIDE, TOP), tile_size(chart.size, chart.size, 840), chart.size, chart.size)
    sentence = (
        _("Syzygy, {size} x {size}, {players} players, antiquity")
        if chart.antiquity
        else _("Syzygy, {size} x {size}, {players} players")
    )
    return sheet(
        sentence.format(size=chart.size, players=chart.players),
        _INKS,
        (
            ground(chart, frame),
            grid_lines(frame, INK),
            edge_names(frame, column_name, SOFT),
            _things(chart, frame),
        ),
        Panel((frame.right + _BESIDE + 8, TOP), _LEGEND, tuple(_legend(chart))),
        size=(frame.right + _BESIDE + 8 + _LEGEND + 14, frame.bottom + 26),
        side=14.0,
    )


# Space, land, relief and forest -----------------------------------------------------------


@cache
def of_land(terrain: str, height: int) -> str:
    """A terrain's colour, the lighter the higher it lies above the base of 2."""
    return mixed(SUN, TERRAINS[terrain].colour, 0.085 * max(0, height - 2))


@cache
def of_space(terrain: str) -> str:
    """The same terrain where there is no planet: so dark that nobody takes it for land."""
    return mixed(TERRAINS[terrain].colour, NIGHT, _SPACE_SHARE)


@cache
def under_trees(forest: str) -> str:
    """The ground of a wood."""
    return mixed(FORESTS[forest].colour, INK, 0.62)


def ground(chart: SyzygyMap, frame: Frame) -> Iterator[AnyShape]:
    """The map without anything that stands on it, to draw units and objects upon."""
    water = of_space(SPACE_TERRAIN)
    yield Rect(corner=frame.corner, size=frame.size, style=Style(fill=water))
    by_colour: dict[str, list[Square]] = {}
    for y, (letters, heights) in enumerate(zip(chart.terrain, chart.elevation, strict=True)):
        for x, (letter, height) in enumerate(zip(letters, heights, strict=True)):
            terrain = TERRAIN_OF[letter]
            in_space = chart.zones[y][x] == SPACE
            colour = of_space(terrain) if in_space else of_land(terrain, int(height))
            by_colour.setdefault(colour, []).append((x, y))
    by_colour.pop(water, None)
    for colour, squares in by_colour.items():
        yield tiles_path(squares, frame.corner, frame.tile, Style(fill=colour))
    yield from _sky(chart, frame)
    yield from _edges(chart, frame)
    by_type: dict[str, list[Square]] = {}
    for y, row in enumerate(chart.forest):
        for x, letter in enumerate(row):
            if letter != NO_FOREST:
                by_type.setdefault(FOREST_OF[letter], []).append((x, y))
    for forest, squares in by_type.items():
        crown = Style(fill=FORESTS[forest].colour, stroke=SHADE, width=0.5)
        yield from woods(squares, frame, under_trees(forest), crown)


def _sky(chart: SyzygyMap, frame: Frame) -> Iterator[AnyShape]:
    """Light around the planets, as if they had air, and a few stars, strewn without chance."""
    field = grid_of(chart.size, chart.size)
    land = [tile for tile, zone in enumerate("".join(chart.zones)) if zone != SPACE]
    away = distance_from(land, field, most=_GLOWS[-1][0])
    for steps, share in _GLOWS:
        squares = [field.square(tile) for tile, far in away.items() if far == steps]
        glow = Style(fill=COAST, opacity=share)
        yield tiles_path(squares, frame.corner, frame.tile, glow)
    stars = [
        (x + (13 * y % 10) / 10, y + (7 * x % 10) / 10)
        for y, row in enumerate(chart.zones)
        for x, zone in enumerate(row)
        if zone == SPACE and (x * 7919 + y * 104_729 + x * y * 31) % 67 == 0
    ]
    yield dots_path(stars, frame.corner, frame.tile, 0.8, Style(fill=STAR, opacity=0.75))


def _edges(chart: SyzygyMap, frame: Frame) -> Iterator[AnyShape]:
    """Slopes lit from the top left, a light line where land rises and a dark one where it falls;
    thin lines where planets meet, and the coast."""
    lit: list[Edge] = []
    shaded: list[Edge] = []
    inland: list[Edge] = []
    coast: list[Edge] = []
    zones, heights, size = chart.zones, chart.elevation, chart.size
    for y in range(size):
        for x in range(size):
            for edge, a, b in (
                (((x + 1, y), (x + 1, y + 1)), x + 1, y),
                (((x, y + 1), (x + 1, y + 1)), x, y + 1),
            ):
                if a >= size or b >= size:
                    continue
                here, there = zones[y][x], zones[b][a]
                if here != there:
                    (coast if SPACE in (here, there) else inland).append(edge)
                if SPACE not in (here, there) and heights[y][x] != heights[b][a]:
                    (lit if heights[b][a] > heights[y][x] else shaded).append(edge)
    tile = frame.tile
    for edges, colour, width, share in (
        (lit, SUN, max(1.0, tile / 7), 0.5),
        (shaded, SHADE, max(1.0, tile / 7), 0.4),
        (inland, INK, max(0.8, tile / 12), 0.55),
        (coast, COAST, max(1.0, tile / 9), 0.85),
    ):
        style = Style(stroke=colour, width=width, opacity=share)
        yield edges_path(edges, frame.corner, tile, style)


# What stands there ------------------------------------------------------------------------


def _things(chart: SyzygyMap, frame: Frame) -> Iterator[AnyShape]:
    """Everything on the map, what matters most on top."""
    small, large = min(7.0, max(2.6, frame.tile * 0.36)), min(10.0, max(5.5, frame.tile * 0.4))
    outposts = [one.square for one in chart.buildings if one.kind == "outpost"]
    for pile in chart.resources:
        yield _at(frame, pile.square, _pile(pile.kind, small), resource_name(pile.kind))
    for square in outposts:
        yield _at(frame, square, tower(large, OUTPOST, INK), _("outpost"))
    for square in chart.relics:
        yield _at(frame, square, _relic(large * 0.9), _("relic"))
    stacks: dict[tuple[Square, int], list[Unit]] = {}
    for unit in chart.units:
        stacks.setdefault((unit.square, unit.seat), []).append(unit)
    for (square, seat), units in stacks.items():
        yield _stack(frame.middle(square), square, seat, units, large)
    for building in chart.buildings:
        if building.seat is not None:
            x, y = frame.middle(building.square)
            tip = _("house of player {seat}").format(seat=building.seat)
            house = _house(building.seat, large * 0.65)
            yield placed((x + large * 0.95, y - large * 0.85), house, tip=tip)
    for number, (planet, circle) in enumerate(zip(chart.planets, DISCS, strict=True), start=1):
        text = f"{number} {planet_name(planet)}"
        yield _name(text, circle.x / 1e6, circle.radius / 1e6, chart.turned, frame)


def _at(frame: Frame, square: Square, shape: AnyShape, thing: str) -> Group:
    name = square_name(square)
    tip = _("{thing} at {square}").format(thing=thing, square=name)
    return placed(frame.middle(square), shape, tip=tip, ref=f"square:{name}")


def _pile(kind: str, radius: float) -> AnyShape:
    symbol = SYMBOLS[kind]
    edge = None if symbol.marker == "ring" else INK
    return symbols.marker(symbol.marker, (0, 0), radius, symbol.colour, edge=edge)


def _relic(radius: float) -> AnyShape:
    """A star on a dark disc."""
    back = disc(radius * 1.25, Style(fill=INK, opacity=0.7))
    return placed((0, 0), back, symbols.star((0, 0), radius * 0.85, RELIC, INK))


def _house(seat: int, radius: float) -> AnyShape:
    """A house in its player's colour."""
    outline = ((0, -1.2), (1.2, -0.1), (0.8, -0.1), (0.8, 0.9), (-0.8, 0.9), (-0.8, -0.1),
               (-1.2, -0.1))  # fmt: skip
    style = Style(fill=look(seat - 1).colour, stroke=LIGHT, width=1.2)
    return Polygon(points=tuple((x * radius, y * radius) for x, y in outline), style=style)


def _stack(at: Point, square: Square, seat: int, units: list[Unit], radius: float) -> Group:
    """One marker for all that a player has on a square, with letters for the unusual."""
    name = square_name(square)
    tip = _("player {seat}: {units} at {square}").format(
        seat=seat, units=", ".join(unit_name(unit.kind) for unit in units), square=name
    )
    letters = "".join(unit_badge(unit.kind) for unit in units)
    beside = (_badge(letters, (radius * 1.2, 4.8)),) if letters else ()
    marker = player_symbol(seat, radius, INK)
    return placed(at, marker, *beside, tip=tip, ref=f"square:{name}")


def _badge(letters: str, at: Point = (0.0, 0.0)) -> Text:
    """Letters beside a marker."""
    shape = words(at, letters, INK, 9.0, bold=True, anchor="start" if at[0] else "middle")
    return msgspec.structs.replace(shape, halo=LIGHT)


def unit_name(kind: UnitKind) -> str:
    """A starting unit as players call it."""
    names = {
        "villager": _("villager"),
        "photon man": _("photon man"),
        "bactrian camel": _("bactrian camel"),
        "horse scout": _("horse scout"),
    }
    return names[kind]


def unit_badge(kind: UnitKind) -> str:
    """The letter beside a marker; a lone villager needs none."""
    return {"villager": "", "photon man": "P", "bactrian camel": "C", "horse scout": "H"}[kind]


def _name(text: str, centre: float, radius: float, turned: int, frame: Frame) -> Text:
    """A planet's number and name off its coast, on the side that has more room."""
    # The planets lie on a diagonal: falling to the right when turned by 0 or 180 degrees.
    falls = turned % 180 == 0
    x = centre if turned in (0, 270) else 1 - centre
    y = centre if turned in (0, 90) else 1 - centre
    side = (radius + 0.03) * 0.7071
    dx = side if x <= 0.5 else -side
    (left, top), (across, down) = frame.corner, frame.size
    at = left + (x + dx) * across, top + (y + (-dx if falls else dx)) * down
    name = words(at, text, LIGHT, 15.0, bold=True, anchor="start" if x <= 0.5 else "end")
    return msgspec.structs.replace(name, halo=NIGHT)


# The legend -------------------------------------------------------------------------------


def _legend(chart: SyzygyMap) -> Iterator[Block]:
    """Planets, players, what there is and how much, and the ground."""
    yield _heading(_("Planets"))
    yield lines(list(_planets(chart)), _LEGEND)
    seats = range(1, chart.players + 1)
    players = [(player_symbol(n, 6.0, INK), _("player {seat}").format(seat=n)) for n in seats]
    for heading, signs in (
        (_("Players"), players),
        (_("On the map"), [*_marks(chart), *_piles(chart)]),
        (_("Ground"), list(_grounds(chart))),
        (_("Nobody can enter"), list(_barriers(chart))),
        (_("Height"), list(_heights(chart))),
    ):
        if not signs:
            continue
        yield _heading(heading)
        entries = [Sign(Part(shape, 17.0), meaning) for shape, meaning in signs]
        yield grid(entries, _LEGEND, SOFT)


def _heading(text: str) -> Block:
    return lines([Phrase(text, LIGHT, bold=True)], _LEGEND)


def _planets(chart: SyzygyMap) -> Iterator[Phrase]:
    """Each planet by name, and what its surface is like."""
    zones = "".join(chart.zones)
    heights, forest = "".join(chart.elevation), "".join(chart.forest)
    for zone, planet in zip(PLANETS, chart.planets, strict=True):
        tiles = [tile for tile, found in enumerate(zones) if found == zone]
        wooded = sum(forest[tile] != NO_FOREST for tile in tiles)
        top = int(max(heights[tile] for tile in tiles))
        details = [_("{tiles} tiles").format(tiles=len(tiles))]
        if wooded:
            share = (100 * wooded + len(tiles) // 2) // len(tiles)
            details.append(_("{share} % forest").format(share=share))
        details.append(_("flat") if top <= BASE else _("rises to {height}").format(height=top))
        yield Phrase(f"{zone} {planet_name(planet)}", LIGHT)
        yield Phrase(", ".join(details), SOFT)


def _marks(chart: SyzygyMap) -> Iterator[tuple[AnyShape, str]]:
    """What each player begins with, relics and buildings."""
    for kind, count in Counter(unit.kind for unit in chart.units if unit.seat == 1).items():
        letter = unit_badge(kind)
        back = disc(7.2, Style(fill=LIGHT, opacity=0.9))
        villager = placed((0, 0), back, symbols.circle((0, 0), 4.2, NEUTRAL))
        told = _("{unit}: {count} each").format(unit=unit_name(kind), count=count)
        yield _badge(letter) if letter else villager, told
    buildings = Counter(building.kind for building in chart.buildings)
    outposts, houses, relics = buildings["outpost"], buildings["house"], len(chart.relics)
    if houses:
        yield _house(1, 6.0), ngettext("{n} house", "{n} houses", houses).format(n=houses)
    if outposts:
        told = ngettext("{n} outpost", "{n} outposts", outposts).format(n=outposts)
        yield tower(6.0, OUTPOST, INK), told
    yield _relic(6.0), ngettext("{n} relic", "{n} relics", relics).format(n=relics)


def _piles(chart: SyzygyMap) -> Iterator[tuple[AnyShape, str]]:
    counts = Counter(pile.kind for pile in chart.resources)
    for kind in SYMBOLS:
        if counts[kind]:
            told = _("{name}: {n}").format(name=resource_name(kind), n=counts[kind])
            yield _pile(kind, 5.5), told


def _grounds(chart: SyzygyMap) -> Iterator[tuple[AnyShape, str]]:
    """What can be walked on."""
    land, _space = _terrains(chart)
    for terrain in TERRAINS:
        if terrain in land and not TERRAINS[terrain].lake:
            yield _swatch(TERRAINS[terrain].colour), terrain_name(terrain)


def _terrains(chart: SyzygyMap) -> tuple[set[str], set[str]]:
    """Those of planets, and those of space."""
    found = list(zip("".join(chart.terrain), "".join(chart.zones), strict=True))
    land = {TERRAIN_OF[letter] for letter, zone in found if zone != SPACE}
    return land, {TERRAIN_OF[letter] for letter, zone in found if zone == SPACE}


def _barriers(chart: SyzygyMap) -> Iterator[tuple[AnyShape, str]]:
    """Space, lakes and forests (SZ-7)."""
    land, space = _terrains(chart)
    for terrain in TERRAINS:
        if terrain in space:
            told = terrain_name(terrain)
            if terrain in land:
                told = _("{terrain} in space").format(terrain=told)
            yield _swatch(of_space(terrain)), told
        if terrain in land and TERRAINS[terrain].lake:
            yield _swatch(TERRAINS[terrain].colour), terrain_name(terrain)
    forests = Counter("".join(chart.forest))
    for letter, forest in FOREST_OF.items():
        if forests[letter]:
            crown = disc(5.0, Style(fill=FORESTS[forest].colour, stroke=SHADE, width=0.5))
            yield placed((0, 0), _swatch(under_trees(forest)), crown), forest_name(forest)


def _heights(chart: SyzygyMap) -> Iterator[tuple[AnyShape, str]]:
    """The lighter the higher, in the colour of most of the land, and the lines of slopes."""
    tiles = zip("".join(chart.terrain), "".join(chart.elevation), "".join(chart.zones), strict=True)
    heights = Counter((TERRAIN_OF[t], int(height)) for t, height, zone in tiles if zone != SPACE)
    raised = {height for _terrain, height in heights if height > BASE}
    if not raised:
        return
    terrain = heights.most_common(1)[0][0][0]
    for height in (BASE, *sorted(raised)):
        told = _("height {height}").format(height=height)
        yield _swatch(of_land(terrain, height)), told
    for colour, share, told in (
        (SUN, 0.5, _("rises (right, down)")),
        (SHADE, 0.4, _("falls (right, down)")),
    ):
        style = Style(stroke=colour, width=2.4, opacity=share)
        edge = Polyline(points=((0.0, -6.5), (0.0, 6.5)), style=style)
        yield placed((0, 0), _swatch(of_land(terrain, BASE)), edge), told


def _swatch(fill: str) -> Rect:
    return plate(6.5, Style(fill=fill, stroke=SOFT, width=0.8), 2.0)

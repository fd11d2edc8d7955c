"""A Syzygy map as a picture from above, with a legend beside it: what a player plans on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import msgspec

from pbem.drawing import symbols
from pbem.drawing.grid import TOP, Frame, edge_names, grid_lines, tile_size
from pbem.drawing.legends import Block, Phrase, Sign, grid, lines
from pbem.drawing.palette import NEUTRAL, MarkerName, look
from pbem.drawing.sheet import Inks, Panel, sheet
from pbem.drawing.tokens import Part, disc, placed, plate, words
from pbem.engine.i18n import _, ngettext
from pbem.engine.scene import AnyShape, Group, Point, Polygon, Polyline, Rect, Scene, Style, Text
from pbem.engine.tables import read
from pbem.maps.board import column_name, square_name
from pbem.maps.grid import Square
from pbem.maps.picture import player_symbol, tower
from pbem.maps.syzygy.elevation import BASE
from pbem.maps.syzygy.geometry import DISCS, PLANETS, SPACE
from pbem.maps.syzygy.ground import (
    INK,
    NIGHT,
    SHADE,
    SUN,
    ground,
    of_land,
    of_space,
    under_trees,
)
from pbem.maps.syzygy.model import NO_FOREST, SyzygyMap, Unit, UnitKind
from pbem.maps.syzygy.naming import forest_name, planet_name, resource_name, terrain_name
from pbem.maps.syzygy.tables import FOREST_OF, FORESTS, TERRAIN_OF, TERRAINS

LIGHT = "#f4f6fc"
SOFT = "#b8c3de"
"""Lesser words; 4.5:1 on the night."""
RELIC = "#fff1a8"
OUTPOST = "#e8ecf2"

_INKS = Inks(NIGHT, LIGHT, SOFT)
_BESIDE = 34.0
"""Room for the rows' numbers on either side."""
_LEGEND = 384.0


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

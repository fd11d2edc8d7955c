"""The panel beside the map: planets, players, what there is and how much, and the ground."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from pbem.drawing import fonts
from pbem.engine.i18n import _, ngettext
from pbem.engine.scene import AnyShape, Circle, Group, Point, Rect, Style, Text
from pbem.maps.syzygy.elevation import BASE
from pbem.maps.syzygy.geometry import PLANETS
from pbem.maps.syzygy.model import NO_FOREST, SyzygyMap
from pbem.maps.syzygy.naming import forest_name, planet_name, resource_name, terrain_name
from pbem.maps.syzygy.picture import colours, things
from pbem.maps.syzygy.tables import FOREST_OF, FORESTS, TERRAIN_OF, TERRAINS

WIDTH = 326.0
_ROW = 19.0
_HEADING = 22.0
_GAP = 14.0
_HEADING_SIZE, _TEXT = 14.0, 12.0
_SYMBOL = 6.0
_INDENT = 21.0


@dataclass(frozen=True)
class _Entry:
    """A symbol, drawn around a point, and its words."""

    draw: Callable[[Point], AnyShape]
    words: str


def legend(chart: SyzygyMap, corner: Point) -> tuple[list[AnyShape], float]:
    """The panel's shapes from `corner` down, and where they end."""
    x, y = corner
    shapes: list[AnyShape] = [_heading((x, y), _("Planets"))]
    y += _HEADING
    for words, details in _planets(chart):
        shapes += [_words((x, y), words, WIDTH, colours.LIGHT)]
        shapes += [_words((x, y + 15), details, WIDTH)]
        y += 2 * _ROW - 2
    for heading, entries in (
        (_("Players"), _players(chart)),
        (_("On the map"), [*_marks(chart), *_piles(chart)]),
        (_("Ground"), [*_terrains(chart), *_forests(chart)]),
    ):
        shapes.append(_heading((x, y + _GAP), heading))
        y += _GAP + _HEADING
        drawn, rows = _columns(entries, (x, y))
        shapes += drawn
        y += rows * _ROW
    return shapes, y


def _heading(at: Point, text: str) -> AnyShape:
    style = Style(fill=colours.LIGHT)
    return Text(at=at, text=text, size=_HEADING_SIZE, bold=True, style=style)


def _words(at: Point, text: str, room: float, colour: str = colours.SOFT) -> AnyShape:
    return Text(at=at, text=fonts.fit(text, room, _TEXT), size=_TEXT, style=Style(fill=colour))


def _columns(entries: Sequence[_Entry], corner: Point) -> tuple[list[AnyShape], int]:
    """Entries down the left half and then the right one, and the number of rows."""
    rows = -(-len(entries) // 2)
    wide = WIDTH / 2
    shapes: list[AnyShape] = []
    for place, entry in enumerate(entries):
        column, row = divmod(place, rows)
        x, y = corner[0] + column * wide, corner[1] + row * _ROW
        shapes.append(entry.draw((x + 8, y - 4)))
        shapes.append(_words((x + _INDENT, y), entry.words, wide - _INDENT - 4))
    return shapes, rows


def _planets(chart: SyzygyMap) -> Iterator[tuple[str, str]]:
    """Each planet by name, and what its surface is like."""
    zones = "".join(chart.zones)
    heights, forest = "".join(chart.elevation), "".join(chart.forest)
    for zone, planet in zip(PLANETS, chart.planets, strict=True):
        tiles = [tile for tile, found in enumerate(zones) if found == zone]
        wooded = sum(forest[tile] != NO_FOREST for tile in tiles)
        share = (100 * wooded + len(tiles) // 2) // len(tiles)
        top = int(max(heights[tile] for tile in tiles))
        details = [_("{tiles} tiles").format(tiles=len(tiles))]
        if wooded:
            details.append(_("{share} % forest").format(share=share))
        details.append(_("flat") if top <= BASE else _("rises to {height}").format(height=top))
        yield f"{zone} {planet_name(planet)}", ", ".join(details)


def _players(chart: SyzygyMap) -> list[_Entry]:
    return [
        _Entry(
            partial(things.player_symbol, seat, radius=_SYMBOL),
            _("player {seat}").format(seat=seat),
        )
        for seat in range(1, chart.players + 1)
    ]


def _marks(chart: SyzygyMap) -> Iterator[_Entry]:
    """What each player begins with, relics and buildings."""
    units = Counter(unit.kind for unit in chart.units if unit.seat == 1)
    for kind, count in units.items():
        badge = things.unit_badge(kind)
        draw = partial(_badge, badge) if badge else partial(things.villager_symbol, _SYMBOL)
        words = _("{unit}: {count} each").format(unit=things.unit_name(kind), count=count)
        yield _Entry(draw, words)
    buildings = Counter(building.kind for building in chart.buildings)
    outposts, houses = buildings["outpost"], buildings["house"]
    if houses:
        words = ngettext("{n} house", "{n} houses", houses).format(n=houses)
        yield _Entry(partial(things.house_symbol, 1, radius=_SYMBOL), words)
    if outposts:
        words = ngettext("{n} outpost", "{n} outposts", outposts).format(n=outposts)
        yield _Entry(partial(things.outpost_symbol, radius=_SYMBOL), words)
    relics = len(chart.relics)
    words = ngettext("{n} relic", "{n} relics", relics).format(n=relics)
    yield _Entry(partial(things.relic_symbol, radius=_SYMBOL), words)


def _badge(letter: str, at: Point) -> AnyShape:
    x, y = at
    return things.badge((x, y + 4), letter, "middle")


def _piles(chart: SyzygyMap) -> Iterator[_Entry]:
    counts = Counter(pile.kind for pile in chart.resources)
    for kind in colours.SYMBOLS:
        if counts[kind]:
            words = f"{counts[kind]} {resource_name(kind)}"
            yield _Entry(partial(things.pile_symbol, kind, radius=_SYMBOL - 0.5), words)


def _terrains(chart: SyzygyMap) -> Iterator[_Entry]:
    seen = Counter("".join(chart.terrain))
    for letter, terrain in TERRAIN_OF.items():
        if seen[letter]:
            fill = TERRAINS[terrain].colour
            yield _Entry(partial(_swatch, fill), terrain_name(terrain))


def _swatch(fill: str, at: Point) -> AnyShape:
    x, y = at
    style = Style(fill=fill, stroke=colours.SOFT, width=0.8)
    return Rect(corner=(x - 6.5, y - 6.5), size=(13, 13), round=2, style=style)


def _forests(chart: SyzygyMap) -> Iterator[_Entry]:
    seen = Counter("".join(chart.forest))
    for letter, forest in FOREST_OF.items():
        if seen[letter]:
            yield _Entry(partial(_trees, forest), forest_name(forest))


def _trees(forest: str, at: Point) -> AnyShape:
    crown = Style(fill=FORESTS[forest].colour, stroke=colours.SHADE, width=0.5)
    return Group(
        items=(
            _swatch(colours.under_trees(forest), at),
            Circle(centre=at, radius=5, style=crown),
        )
    )

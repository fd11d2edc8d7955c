"""The galaxy map: territories, garrisons and all missions under way (source, 4.2).

What is seen is made of public facts only and so the same for every seat (AM-27); what a
reader alone may know stands in the tips.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache, partial

import msgspec

from pbem.drawing import narrow
from pbem.drawing.areas import Loop, is_inside, outline
from pbem.drawing.grid import WIDTH
from pbem.drawing.labels import Box, Spot
from pbem.drawing.legends import Entry, Phrase, Sign, entries, flow
from pbem.drawing.sheet import Inks, Panel, once_for_all, retold, sheet
from pbem.drawing.tokens import (
    Part,
    badge,
    emblem,
    line,
    placed,
    row,
    said,
    swatch,
    told,
    width_of,
)
from pbem.engine.api import Seat
from pbem.engine.i18n import _
from pbem.engine.report import Picture
from pbem.engine.scene import AnyShape, Circle, Group, Polygon, Polyline, Style
from pbem.rulesets.asylamba_mini import galaxy, naming
from pbem.rulesets.asylamba_mini.figures import (
    FIGURES,
    MEGASTRUCTURES,
    Sector,
)
from pbem.rulesets.asylamba_mini.map import lanes, signs, words
from pbem.rulesets.asylamba_mini.map.lanes import FIELD, MARGIN, cell, label
from pbem.rulesets.asylamba_mini.view import (
    MissionKind,
    SeenFaction,
    SeenMission,
    SeenSector,
    View,
    public,
)

_INKS = Inks(signs.SPACE, signs.LIGHT, signs.SOFT, signs.REBEL_BORDER)
_KINDS: tuple[MissionKind, ...] = ("colonise", "conquer", "reinforce", "return")
_NARROWEST = 48.0
"""Room for words, at least, so that lines do not crowd them."""
_PER_ROW = 4
"""Megastructures beside each other."""


def galaxy_map(view: View) -> Picture:
    """The map, with tips for this view's seat. Without them it is equal for all seats."""
    known = public(view)
    own = {
        (_sector(seen), words.sector_tip(known, seen)): words.sector_tip(view, mine)
        for seen, mine in zip(known.sectors, view.sectors, strict=True)
        if seen != mine
    } | {
        (_mission(seen), words.mission_tip(known, seen)): words.mission_tip(view, mine)
        for seen, mine in zip(known.missions, view.missions, strict=True)
        if seen != mine
    }
    picture = retold(_picture(known), own)
    places = [] if view.seat is None else [label(one.number) for one in view.owned_by(view.seat)]
    places += [label(view.me.capital)] * len(places) if view.me is not None else []
    area = FIELD.corner, (WIDTH - 2 * MARGIN, FIELD.bottom - FIELD.corner[1])
    legend = partial(entries, list(_entries(known)))
    part = (
        narrow.around(picture.scene, *area, places, legend)
        if places
        else narrow.all_of(picture.scene, *area, legend)
    )
    return msgspec.structs.replace(picture, narrow=part)


def _sector(sector: SeenSector) -> str:
    """How a picture's shapes refer to a sector."""
    return f"sector:{sector.number}"


def _mission(mission: SeenMission) -> str:
    return f"mission:{mission.course.number}"


@once_for_all
def _picture(view: View) -> Picture:
    title, across = words.title(view), WIDTH - 2 * MARGIN
    boxes = {sector.number: _box(view, sector) for sector in view.sectors}
    courses = [mission.course for mission in view.missions]
    drawn = lanes.lines(courses, boxes)
    banners = [_banner(view, course.owner) for course in courses]
    pills = [signs.mission_badge(*one, view.turn) for one in zip(courses, banners, strict=True)]
    halves = [(pill.width / 2, pill.height / 2) for pill in pills]
    spots = lanes.badges(courses, drawn, halves, boxes.values(), view.turn)
    layers = (
        _stars(),
        (_ground(view, sector) for sector in view.sectors),
        _borders(view),
        (_way(view, n, way, spot) for n, (way, spot) in enumerate(zip(drawn, spots, strict=True))),
        (_words(view, sector) for sector in view.sectors),
        (
            told(placed(spot.at, pill.shape), words.mission_tip(view, mission), _mission(mission))
            for mission, pill, spot in zip(view.missions, pills, spots, strict=True)
            if spot is not None
        ),
    )
    legend = entries(list(_entries(view)), across), flow(_signs(view), across, signs.SOFT)
    scene = sheet(
        title,
        _INKS,
        layers,
        Panel((MARGIN, FIELD.bottom + 10), across, legend),
        note=_("{points} victory points win").format(points=FIGURES.points_to_win),
        side=MARGIN,
    )
    hint = _("In the attached galaxy.svg a sector or mission tells more where you point at it.")
    return Picture(
        name="galaxy",
        scene=scene,
        alt=words.alt_text(view),
        caption=hint,
        svg=True,
        signs=words.in_signs(view),
    )


def _banner(view: View, seat: Seat) -> signs.Banner:
    return signs.BANNERS[view.faction(seat).name]


def _began_in(view: View, sector: SeenSector) -> SeenFaction | None:
    """The faction whose capital it was at the beginning."""
    return next((one for one in view.factions if one.capital == sector.number), None)


# Sectors ----------------------------------------------------------------------------------


@cache
def _stars() -> tuple[AnyShape, ...]:
    """Stars where no sector lies, evenly strewn (Roberts' R2 sequence)."""
    cells = [cell(sector) for sector in galaxy.SECTORS]
    (wide, high), sizes = galaxy.SIZE, (0.7, 1.0, 1.5)
    shares = ((n * 0.7548776662 % 1, n * 0.5698402910 % 1) for n in range(160))
    places = [FIELD.at((across * wide, down * high)) for across, down in shares]
    return tuple(
        Circle(centre=at, radius=sizes[n % 3], style=Style(fill=signs.STARS))
        for n, at in enumerate(places)
        if not any(is_inside(at, outline) for outline in cells)
    )


def _ground(view: View, sector: SeenSector) -> Polygon:
    """A sector's ground: rebels by zone, factions in their colour, living capitals bright."""
    if sector.owner is None:
        style = Style(fill=signs.REBELS[galaxy.zone(sector.number)], stroke=signs.REBEL_BORDER)
    else:
        banner = _banner(view, sector.owner)
        fill = banner.capital if _is_capital(view, sector) else banner.field
        style = Style(fill=fill, stroke=signs.SPACE, width=1.4)
    shape = Polygon(points=cell(sector.number), style=style)
    return told(shape, words.sector_tip(view, sector), _sector(sector))


def _is_capital(view: View, sector: SeenSector) -> bool:
    began = _began_in(view, sector)
    return began is not None and began.alive


def _borders(view: View) -> Iterator[AnyShape]:
    """Each territory's outline, just within it, over a glow."""
    for faction in view.factions:
        owned = frozenset(sector.number for sector in view.owned_by(faction.seat))
        banner = _banner(view, faction.seat)
        glow, edge = Style(stroke=banner.glow, width=5.0), Style(stroke=banner.bright, width=3.0)
        for style, inset in ((glow, 5.0), (edge, 2.2)):
            yield from (Polygon(points=loop, style=style) for loop in _outline(owned, inset))


@lru_cache
def _outline(owned: frozenset[Sector], inset: float) -> list[Loop]:
    """Territories hardly change from turn to turn."""
    return outline([cell(sector) for sector in sorted(owned)], inset)


def _box(view: View, sector: SeenSector) -> Box:
    """The room of a sector's words."""
    x, y = label(sector.number)
    count = len(sector.megastructures)
    rows = -(-count // _PER_ROW)
    heading = width_of(_heading(view, sector, signs.SOFT), 4.0)
    wide = max(_NARROWEST, heading, _garrison(view, sector).width, min(count, _PER_ROW) * 20.0)
    return Box((x, y + rows * 10.0), (wide / 2 + 3, 24.0 + rows * 10.0))


def _words(view: View, sector: SeenSector) -> Group:
    """Number, crown and points above, the garrison below, megastructures beneath it."""
    ink = signs.SOFT
    if sector.owner is not None:
        banner = _banner(view, sector.owner)
        ink = banner.ink if _is_capital(view, sector) else banner.words
    names = sector.megastructures
    rows = [names[start : start + _PER_ROW] for start in range(0, len(names), _PER_ROW)]
    return placed(
        label(sector.number),
        *row(_heading(view, sector, ink), -14.5, 4.0),
        placed((0, 8), _garrison(view, sector).shape),
        *(
            shape
            for n, names in enumerate(rows)
            for shape in row([signs.wonder(name) for name in names], 30.5 + n * 20.0, 2.0)
        ),
        tip=words.sector_tip(view, sector),
        ref=_sector(sector),
    )


def _heading(view: View, sector: SeenSector, ink: str) -> tuple[Part, ...]:
    points = signs.pips(FIGURES.points_by_zone[galaxy.zone(sector.number)], ink)
    parts = said(str(sector.number), ink, 15.0), points
    began = _began_in(view, sector)
    return parts if began is None else (signs.crown(ink, hollow=not began.alive), *parts)


def _garrison(view: View, sector: SeenSector) -> Part:
    """The number of fleets on a dark pill, with the owner's emblem."""
    dark, count = Style(fill=signs.DARK), str(sector.garrison)
    if sector.owner is None:
        return badge([said(count, signs.SOFT, 16.0)], dark, height=22, pad=8)
    banner = _banner(view, sector.owner)
    parts = emblem(banner.emblem, 6.0, banner.bright), said(count, signs.LIGHT, 16.0)
    return badge(parts, dark, height=22, pad=7, gap=3)


def _way(view: View, place: int, points: lanes.Line, spot: Spot | None) -> Group:
    """A mission's way, and a thread to its badge where that stands aside."""
    mission = view.missions[place]
    colour = _banner(view, mission.course.owner).bright
    way = line(points, signs.stroke(mission.course.kind, colour), signs.SPACE, arrow=True)
    if spot is not None and spot.at != spot.anchor:
        thread = Polyline(points=(spot.anchor, spot.at), style=Style(stroke=colour, width=1.2))
        way = placed((0, 0), thread, *way.items)
    return told(way, words.mission_tip(view, mission), _mission(mission))


# The legend -------------------------------------------------------------------------------


def _entries(view: View) -> Iterator[Entry]:
    for faction in view.factions:
        banner = signs.BANNERS[faction.name]
        sign = emblem(banner.emblem, 5.0, banner.bright).shape
        held = naming.count_points(view.standing(faction.seat).points)
        yield Entry(
            swatch(banner.field, banner.bright, sign, width=2.0),
            Phrase(faction.name, signs.LIGHT, bold=True),
            Phrase(view.name(faction.seat), signs.SOFT),
            (said(held if faction.alive else _("fallen"), signs.LIGHT),),
        )
    rebels = swatch(signs.REBELS["bridge"], signs.REBEL_BORDER, width=2.0)
    yield Entry(rebels, Phrase(_("Rebels"), signs.SOFT), Phrase("", signs.SOFT), ())


def _signs(view: View) -> Iterator[Sign]:
    for kind in _KINDS:
        style = signs.stroke(kind, signs.SOFT)
        arrow = Polyline(points=((-24, 0), (6, 0)), style=style, arrow=True)
        icon = placed((18, 0), signs.mission(kind, signs.LIGHT), scale=0.9)
        yield Sign(Part(placed((0, 0), arrow, icon), 48.0), naming.mission(kind))
    yield Sign(signs.sample_badge(), _("number of fleets ▸ turns to go"))
    yield Sign(signs.crown(signs.LIGHT), _("capital"))
    yield Sign(signs.crown(signs.LIGHT, hollow=True), _("fallen capital"))
    yield Sign(signs.pips(3, signs.SOFT), _("victory points of the place"))
    built = {name for sector in view.sectors for name in sector.megastructures}
    yield from (Sign(signs.wonder(name), name) for name in MEGASTRUCTURES if name in built)

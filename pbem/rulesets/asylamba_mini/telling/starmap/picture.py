"""The galaxy map: territories, garrisons and all missions under way (source, 4.2).

What is seen is made of public facts only and so the same for every seat (AM-27); what a
reader alone may know stands in the tips.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import TypeVar

import msgspec

from pbem.drawing import fonts, symbols
from pbem.engine.api import Seat
from pbem.engine.i18n import _
from pbem.engine.report import Picture
from pbem.engine.scene import (
    AnyShape,
    Circle,
    Group,
    Polygon,
    Polyline,
    Rect,
    Scene,
    Style,
    Text,
)
from pbem.rulesets.asylamba_mini import galaxy, naming
from pbem.rulesets.asylamba_mini.figures import FIGURES
from pbem.rulesets.asylamba_mini.holdings import Sector
from pbem.rulesets.asylamba_mini.telling.colours import (
    BANNERS,
    DARK,
    LIGHT,
    REBEL_BORDER,
    REBELS,
    SOFT,
    SPACE,
    STARS,
    Banner,
)
from pbem.rulesets.asylamba_mini.telling.starmap import (
    badges,
    geometry,
    icons,
    lanes,
    legends,
    tips,
)
from pbem.rulesets.asylamba_mini.telling.starmap.geometry import BOTTOM, MARGIN, TOP, WIDTH, Box
from pbem.rulesets.asylamba_mini.telling.starmap.lanes import Place
from pbem.rulesets.asylamba_mini.telling.starmap.legends import Legend
from pbem.rulesets.asylamba_mini.view import Course, SeenFaction, View

_Tipped = TypeVar("_Tipped", Polygon, Group)

_KEPT = 16
_EDGE, _INSET = 3.0, 2.2
"""Width of a territory's outline, and how far within the border it runs."""
_GLOW, _GLOW_INSET = 5.0, 5.0
_NUMBER = 15.0
_CROWN = 22.0
_COUNT = 16.0
_PILL = 22.0
_EMBLEM = 6.0
_STARS = 160
_NARROWEST = 48.0
"""Room for words, at least, so that lines do not crowd them."""
_PER_ROW = 4
"""Megastructures beside each other."""


class _Facts(msgspec.Struct, frozen=True):
    """What everyone knows and the picture shows; factions without their means."""

    title: str
    aim: str
    turn: int
    owners: tuple[Seat | None, ...]
    garrisons: tuple[int, ...]
    wonders: tuple[tuple[str, ...], ...]
    factions: tuple[SeenFaction, ...]
    courses: tuple[Course, ...]
    legend: Legend

    def banner(self, seat: Seat) -> Banner:
        return BANNERS[self.factions[seat - 1].name]

    def capital_at(self, sector: Sector) -> SeenFaction | None:
        """The faction that began there."""
        return next((f for f in self.factions if f.capital == sector), None)


class _Layers(msgspec.Struct, frozen=True):
    """The picture without tips; fields and words by sector, lines and badges by mission."""

    ground: tuple[AnyShape, ...]
    fields: tuple[Polygon, ...]
    borders: tuple[AnyShape, ...]
    lines: tuple[Group, ...]
    words: tuple[Group, ...]
    badges: tuple[Group, ...]
    legend: tuple[AnyShape, ...]
    height: int


def galaxy_map(view: View) -> Picture:
    """The map, with tips for this view's seat. Without them it is equal for all seats."""
    title = _title(view)
    layers = _layers(_facts(view, title))
    sectors = [tips.sector_tip(view, sector) for sector in view.sectors]
    missions = [tips.mission_tip(view, mission) for mission in view.missions]
    items = (
        *layers.ground,
        *_with_tips(layers.fields, sectors),
        *layers.borders,
        *_with_tips(layers.lines, missions),
        *_with_tips(layers.words, sectors),
        *_with_tips(layers.badges, missions),
        *layers.legend,
    )
    scene = Scene(width=WIDTH, height=layers.height, items=items, title=title, ground=SPACE)
    hint = _("In the attached galaxy.svg a sector or mission tells more where you point at it.")
    return Picture(name="galaxy", scene=scene, alt=_alt(view, title), caption=hint, svg=True)


def _title(view: View) -> str:
    if view.turn == 0:
        return _("The galaxy at the start")
    return _("The galaxy after turn {turn}").format(turn=view.turn)


def _facts(view: View, title: str) -> _Facts:
    return _Facts(
        title=title,
        aim=_("{points} victory points win").format(points=FIGURES.points_to_win),
        turn=view.turn,
        owners=view.owners,
        garrisons=tuple(sector.garrison for sector in view.sectors),
        wonders=tuple(sector.megastructures for sector in view.sectors),
        factions=tuple(msgspec.structs.replace(faction, means=None) for faction in view.factions),
        courses=tuple(mission.course for mission in view.missions),
        legend=legends.legend_of(view),
    )


def _with_tips(shapes: tuple[_Tipped, ...], tips: list[str]) -> list[_Tipped]:
    return [msgspec.structs.replace(s, tip=t) for s, t in zip(shapes, tips, strict=True)]


def _alt(view: View, title: str) -> str:
    """Who holds what, for who cannot see it."""
    parts = [_alt_of(view, faction) for faction in view.factions]
    rebels = naming.count_sectors(sum(1 for owner in view.owners if owner is None))
    parts.append(_("Rebels: {sectors}").format(sectors=rebels))
    parts.append(_("Missions under way: {number}").format(number=len(view.missions)))
    return ". ".join((title, *parts)) + "."


def _alt_of(view: View, faction: SeenFaction) -> str:
    standing = view.standing(faction.seat)
    if not faction.alive:
        return _("{faction}: fallen").format(faction=faction.name)
    return _("{faction}: capital {capital}, {sectors}, {points}").format(
        faction=faction.name,
        capital=faction.capital,
        sectors=naming.count_sectors(standing.sectors),
        points=naming.count_points(standing.points),
    )


@lru_cache(maxsize=_KEPT)
def _layers(facts: _Facts) -> _Layers:
    """The drawing, made once for all the seats of a game."""
    boxes = {sector: _box(facts, sector) for sector in galaxy.SECTORS}
    drawn = lanes.lines(facts.courses, boxes)
    sizes = [badges.size(course, facts.turn) for course in facts.courses]
    places = lanes.badges(facts.courses, drawn, sizes, boxes.values(), facts.turn)
    legend, bottom = legends.drawn(facts.legend)
    return _Layers(
        ground=(*_headline(facts), *_stars()),
        fields=tuple(_field(facts, sector) for sector in galaxy.SECTORS),
        borders=tuple(_borders(facts)),
        lines=tuple(
            _line(facts, course, points, place)
            for course, points, place in zip(facts.courses, drawn, places, strict=True)
        ),
        words=tuple(_words(facts, sector) for sector in galaxy.SECTORS),
        badges=tuple(
            _badge(facts, course, place)
            for course, place in zip(facts.courses, places, strict=True)
        ),
        legend=legend,
        height=round(bottom),
    )


def _headline(facts: _Facts) -> Iterator[Text]:
    yield Text(at=(MARGIN, 26), text=facts.title, size=18.0, bold=True, style=Style(fill=LIGHT))
    yield Text(
        at=(WIDTH - MARGIN, 26), text=facts.aim, size=13.0, anchor="end", style=Style(fill=SOFT)
    )


@cache
def _stars() -> tuple[AnyShape, ...]:
    """Stars where no sector lies, evenly strewn (Roberts' R2 sequence)."""
    outlines = [geometry.polygon(sector) for sector in galaxy.SECTORS]
    places = [
        (
            MARGIN + i * 0.7548776662 % 1 * (WIDTH - 2 * MARGIN),
            TOP + i * 0.5698402910 % 1 * (BOTTOM - TOP),
        )
        for i in range(_STARS)
    ]
    return tuple(
        Circle(
            centre=(round(x, 1), round(y, 1)),
            radius=(0.7, 1.0, 1.5)[i % 3],
            style=Style(fill=STARS),
        )
        for i, (x, y) in enumerate(places)
        if not any(geometry.is_inside((x, y), outline) for outline in outlines)
    )


def _field(facts: _Facts, sector: Sector) -> Polygon:
    """A sector's ground: rebels by zone, factions in their colour, living capitals bright."""
    owner = facts.owners[sector - 1]
    if owner is None:
        fill = REBELS[galaxy.zone(sector)]
        style = Style(fill=fill, stroke=REBEL_BORDER, width=1.0)
    else:
        banner = facts.banner(owner)
        fill = banner.capital if _is_capital(facts, sector) else banner.field
        style = Style(fill=fill, stroke=SPACE, width=1.4)
    return Polygon(points=geometry.polygon(sector), style=style)


def _is_capital(facts: _Facts, sector: Sector) -> bool:
    began = facts.capital_at(sector)
    return began is not None and began.alive


def _borders(facts: _Facts) -> Iterator[AnyShape]:
    """Each territory's outline, just within it, over a glow."""
    for faction in facts.factions:
        owned = frozenset(n for n in galaxy.SECTORS if facts.owners[n - 1] == faction.seat)
        banner = facts.banner(faction.seat)
        glow = Style(stroke=banner.glow, width=_GLOW)
        edge = Style(stroke=banner.bright, width=_EDGE)
        for loop in geometry.outlines(owned, _GLOW_INSET):
            yield Polygon(points=loop, style=glow)
        for loop in geometry.outlines(owned, _INSET):
            yield Polygon(points=loop, style=edge)


def _box(facts: _Facts, sector: Sector) -> Box:
    """The room of a sector's words."""
    x, y = geometry.label(sector)
    count = len(facts.wonders[sector - 1])
    rows = -(-count // _PER_ROW)
    wide = max(
        _NARROWEST,
        _pill_width(facts, sector),
        _heading_width(facts, sector),
        min(count, _PER_ROW) * 20.0,
    )
    return Box((x, y + rows * 10.0), (wide / 2 + 3, 24.0 + rows * 10.0))


def _pill_width(facts: _Facts, sector: Sector) -> float:
    digits = fonts.width(str(facts.garrisons[sector - 1]), _COUNT, bold=True)
    return digits + (16 if facts.owners[sector - 1] is None else 32)


def _words(facts: _Facts, sector: Sector) -> Group:
    """Number, crown and points above, the garrison below, megastructures beneath it."""
    owner = facts.owners[sector - 1]
    ink, emblem = SOFT, None
    if owner is not None:
        banner = facts.banner(owner)
        ink = banner.ink if _is_capital(facts, sector) else LIGHT
        emblem = symbols.marker(banner.emblem, (0, 0), _EMBLEM, banner.bright, edge=None)
    items = (
        *_heading(facts, sector, ink),
        *_garrison(facts, sector, emblem),
        *_wonders(facts.wonders[sector - 1]),
    )
    return Group(items=items, move=geometry.label(sector))


def _heading_width(facts: _Facts, sector: Sector) -> float:
    crown = _CROWN if facts.capital_at(sector) else 0
    points = FIGURES.points_by_zone[galaxy.zone(sector)]
    number = fonts.width(str(sector), _NUMBER, bold=True)
    return crown + number + 5 + points * icons.PIP_STEP


def _heading(facts: _Facts, sector: Sector, ink: str) -> Iterator[AnyShape]:
    left = round(-_heading_width(facts, sector) / 2, 2)
    began = facts.capital_at(sector)
    if began:
        sign = icons.crown(ink, hollow=not began.alive)
        yield Group(items=(sign,), move=(left + 9, -14.5), scale=0.95)
        left += _CROWN
    number = str(sector)
    yield Text(at=(left, -9), text=number, size=_NUMBER, bold=True, style=Style(fill=ink))
    pips = icons.pips(FIGURES.points_by_zone[galaxy.zone(sector)], ink)
    right = left + fonts.width(number, _NUMBER, bold=True)
    yield Group(items=pips, move=(round(right + 6, 2), -14.5))


def _garrison(facts: _Facts, sector: Sector, emblem: AnyShape | None) -> Iterator[AnyShape]:
    """The number of fleets on a dark pill, with the owner's emblem."""
    across = _pill_width(facts, sector)
    left = round(-across / 2, 2)
    yield Rect(
        corner=(left, -3), size=(round(across, 2), _PILL), round=_PILL / 2, style=Style(fill=DARK)
    )
    if emblem is not None:
        yield Group(items=(emblem,), move=(left + 14, 8))
    yield Text(
        at=(8 if emblem else 0, 13.8),
        text=str(facts.garrisons[sector - 1]),
        size=_COUNT,
        bold=True,
        anchor="middle",
        style=Style(fill=LIGHT if emblem else SOFT),
    )


def _wonders(names: tuple[str, ...]) -> Iterator[AnyShape]:
    for start in range(0, len(names), _PER_ROW):
        row = names[start : start + _PER_ROW]
        for place, name in enumerate(row):
            x = (place - (len(row) - 1) / 2) * 20.0
            yield icons.wonder(name, (x, 30.5 + start // _PER_ROW * 20.0))


def _line(facts: _Facts, course: Course, points: lanes.Line, place: Place) -> Group:
    """A mission's way, and a thread to its badge where that stands aside."""
    colour = facts.banner(course.owner).bright
    thread = Polyline(points=(place.anchor, place.at), style=Style(stroke=colour, width=1.2))
    under = Polyline(points=points, style=badges.casing(course.kind))
    over = Polyline(points=points, style=badges.stroke(course.kind, colour), arrow=True)
    return Group(items=(under, over) if place.at == place.anchor else (thread, under, over))


def _badge(facts: _Facts, course: Course, place: Place) -> Group:
    banner = facts.banner(course.owner)
    return Group(items=badges.badge(course, facts.turn, banner), move=place.at)

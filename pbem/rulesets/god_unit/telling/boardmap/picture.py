"""The board maps: the whole board, and of a large one the sheets that matter.

What is seen is made of public facts only and so the same for every seat (GU-14); what a
reader alone may know, its own factories' products, stands in the tips.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

import msgspec

from pbem.drawing import symbols
from pbem.engine.i18n import _
from pbem.engine.report import Picture
from pbem.engine.scene import AnyShape, Group, Path, Scene, Style, Text
from pbem.maps.board import Board, Square
from pbem.maps.frame import Frame, edge_names, grid_lines
from pbem.maps.picture import ground, outline
from pbem.maps.tiling import edges_path, tiles_path
from pbem.rulesets.god_unit.pieces import Thing
from pbem.rulesets.god_unit.telling.boardmap import (
    cards,
    icons,
    legends,
    sheets,
    tokens,
    traces,
    words,
)
from pbem.rulesets.god_unit.telling.boardmap.legends import Entry, Meanings
from pbem.rulesets.god_unit.telling.boardmap.sheets import NAME, SIDE, WIDTH
from pbem.rulesets.god_unit.telling.boardmap.stacks import Stack, stacks_of
from pbem.rulesets.god_unit.telling.boardmap.traces import Loss, Traces, traces_of
from pbem.rulesets.god_unit.telling.colours import GRID, INK, PAPER, SOFT, banner_of
from pbem.rulesets.god_unit.view import SeenFactory, View

_KEPT = 32
_MOST_SHEETS = 4
"""Sheets that one reader gets; the overview shows the rest."""
_FOOT = 26.0
_TONE = 0.24


class _Facts(msgspec.Struct, frozen=True):
    """What everyone knows and a picture shows, and its words in the readers' language."""

    title: str
    view: View
    frame: Frame
    entries: tuple[Entry, ...]
    meanings: Meanings


class _Layers(msgspec.Struct, frozen=True):
    """A picture without tips; ``stacks``, ``things`` and ``left`` are what its shapes stand for,
    in the same order."""

    stacks: tuple[Stack, ...]
    things: tuple[Thing, ...]
    left: Traces
    ground: tuple[AnyShape, ...]
    zones: tuple[AnyShape, ...]
    ways: tuple[AnyShape, ...]
    fires: tuple[AnyShape, ...]
    pieces: tuple[AnyShape, ...]
    relics: tuple[AnyShape, ...]
    heads: tuple[AnyShape, ...]
    marks: tuple[AnyShape, ...]
    crosses: tuple[AnyShape, ...]
    margin: tuple[AnyShape, ...]
    height: int


def board_maps(view: View) -> tuple[Picture, ...]:
    """The whole board; where it is too large for words also the sheets with most of the
    reader's own pieces (all pieces, for who has none). Without tips each is equal for all."""
    public = _public(view)
    stacks = stacks_of(public)
    frame = sheets.whole(view.board)
    title = words.board_title(view)
    alt = words.alt_text(public, stacks, title)
    entries, meanings = legends.entries_of(public), legends.meanings()
    hint = _("In the attached {name}.svg a square tells more where you point at it.")
    pictures = [
        Picture(
            name="board",
            scene=_scene(view, _Facts(title, public, frame, entries, meanings)),
            alt=alt,
            caption=hint.format(name="board"),
            svg=True,
        )
    ]
    for sheet in _sheets_for(view, frame, stacks):
        title = words.sheet_title(view, sheet)
        name = "-".join(("board", *words.corners(sheet)))
        pictures.append(
            Picture(
                name=name,
                scene=_scene(view, _Facts(title, public, sheet, entries, meanings)),
                alt=words.alt_text(public, [s for s in stacks if s.square in sheet], title),
                caption=hint.format(name=name),
                svg=True,
            )
        )
    return tuple(pictures)


def _public(view: View) -> View:
    """The view without what only its seat knows, and without what no map shows."""
    factories = tuple(SeenFactory(factory.site) for factory in view.factories)
    return msgspec.structs.replace(view, seat=None, factories=factories, history=(), built=())


def _sheets_for(view: View, frame: Frame, stacks: Iterable[Stack]) -> list[Frame]:
    """The sheets that serve this view's seat best, in reading order."""
    if sheets.is_legible(frame):
        return []
    weights: Counter[Square] = Counter()
    own: Counter[Square] = Counter()
    for stack in stacks:
        weights[stack.square] = len(stack.units) + (stack.site is not None)
        if stack.seat == view.seat:
            own[stack.square] = weights[stack.square]
    if view.is_placing:
        weights = Counter(square for home in view.homes for square in home.zone)
        own = Counter(view.homes[view.seat - 1].zone if view.seat else ())
    chosen = own or weights
    found = sheets.sheets(view.board, weights.keys())
    worth = {sheet: sum(n for square, n in chosen.items() if square in sheet) for sheet in found}
    best = sorted(found, key=lambda sheet: -worth[sheet])[:_MOST_SHEETS]
    return [sheet for sheet in found if sheet in best and worth[sheet]]


def _scene(view: View, facts: _Facts) -> Scene:
    """A picture with tips for this view's seat."""
    layers = _layers(facts)
    left = layers.left
    homes = [words.home_tip(view, seat) for seat in view.seats] if layers.zones else []
    trails, shots = list(map(words.trail_tip, left.trails)), list(map(words.shot_tip, left.shots))
    items = (
        *layers.ground,
        *_with_tips(layers.zones, homes),
        *_with_tips(layers.ways, trails),
        *_with_tips(layers.fires, shots),
        *_with_tips(layers.pieces, [words.stack_tip(view, stack) for stack in layers.stacks]),
        *_with_tips(layers.relics, [words.thing_tip(view, thing) for thing in layers.things]),
        *_with_tips(layers.heads, trails),
        *_with_tips(layers.marks, shots),
        *_with_tips(layers.crosses, list(map(words.loss_tip, left.losses))),
        *layers.margin,
    )
    return Scene(width=WIDTH, height=layers.height, items=items, title=facts.title, ground=PAPER)


def _with_tips(shapes: Sequence[AnyShape], tips: Sequence[str]) -> list[AnyShape]:
    return [msgspec.structs.replace(s, tip=t) for s, t in zip(shapes, tips, strict=True)]


@lru_cache(maxsize=_KEPT)
def _layers(facts: _Facts) -> _Layers:
    """The drawing, made once for all the seats of a game."""
    view, frame = facts.view, facts.frame
    stacks = tuple(stack for stack in stacks_of(view) if stack.square in frame)
    things = tuple(thing for thing in view.things if thing.square in frame)
    held = {stack.square for stack in stacks}
    left = _in_frame(traces_of(view.log), frame)
    margin, height = _margin(facts, stacks, left)
    return _Layers(
        stacks=stacks,
        things=things,
        left=left,
        ground=_ground(view.board, frame),
        zones=tuple(_zones(view, frame)) if view.is_placing else (),
        ways=tuple(traces.way(trail, frame) for trail in left.trails),
        fires=tuple(traces.line_of_fire(shot, frame) for shot in left.shots),
        pieces=tuple(_piece(stack, frame) for stack in stacks),
        relics=tuple(_relic(thing, frame, occupied=thing.square in held) for thing in things),
        heads=tuple(traces.head(trail, frame) for trail in left.trails),
        marks=tuple(traces.mark(shot, frame) for shot in left.shots),
        crosses=tuple(_crosses(left.losses, frame, held)),
        margin=tuple(margin),
        height=height,
    )


def _in_frame(left: Traces, frame: Frame) -> Traces:
    """What is to be seen of them in this part of the board."""
    return Traces(
        tuple(trail for trail in left.trails if any(square in frame for square in trail.path)),
        tuple(s for s in left.shots if s.square in frame or s.attack.square in frame),
        tuple(loss for loss in left.losses if loss.square in frame),
    )


@lru_cache(maxsize=_KEPT)
def _ground(board: Board, frame: Frame) -> tuple[AnyShape, ...]:
    return (*ground(board, frame), *grid_lines(frame, GRID))


def _zones(view: View, frame: Frame) -> Iterator[AnyShape]:
    """Every home zone in a tone of its seat's colour, outlined, with the emblem in its heart."""
    for seat, home in enumerate(view.homes, start=1):
        banner = banner_of(seat)
        seen = {square for square in home.zone if square in frame}
        lines = outline(seen)
        width = max(1.6, frame.tile / 13)
        tone = Style(fill=banner.colour, opacity=_TONE)
        casing = Style(stroke=banner.casing, width=width + 1.6)
        items: list[AnyShape] = [tiles_path(seen, frame.origin, frame.tile, tone)]
        styles = (casing, Style(stroke=banner.colour, width=width))
        items += [edges_path(lines, frame.origin, frame.tile, style) for style in styles]
        if home.zone and home.zone[0] in frame:
            radius = max(4.5, frame.tile * 0.22)
            middle = frame.middle(home.zone[0])
            items.append(symbols.marker(banner.emblem, middle, radius, banner.colour, edge=INK))
        yield Group(items=tuple(items))


def _piece(stack: Stack, frame: Frame) -> AnyShape:
    draw = cards.card if sheets.is_legible(frame) else tokens.token
    return Group(items=draw(stack, frame.tile), move=frame.middle(stack.square))


def _relic(thing: Thing, frame: Frame, *, occupied: bool) -> AnyShape:
    """In the middle of a square, or in the corner of what stands there."""
    x, y = frame.middle(thing.square)
    if not occupied:
        return Group(items=(icons.thing(thing, frame.tile * 0.4),), move=(x, y))
    aside = round(frame.tile * 0.36, 1)
    radius = max(4.5, frame.tile * 0.17)
    return Group(items=(icons.thing(thing, radius),), move=(x + aside, y - aside))


def _crosses(losses: Iterable[Loss], frame: Frame, held: set[Square]) -> Iterator[AnyShape]:
    before: Counter[Square] = Counter()
    for loss in losses:
        occupied = loss.square in held
        yield traces.crosses(loss, frame, before[loss.square], occupied=occupied)
        before[loss.square] += 1


def _margin(facts: _Facts, stacks: Sequence[Stack], left: Traces) -> tuple[list[AnyShape], int]:
    """What lies around the board: title, names of squares, legend; and the picture's height."""
    frame = facts.frame
    top = frame.bottom + _FOOT
    players, bottom = legends.players(facts.entries, top)
    signs = legends.signs_of(facts.meanings, facts.view, frame, stacks, left)
    rows, bottom = legends.in_rows(signs, bottom + 4)
    height = round(bottom + 8)
    title = Text(at=(SIDE, 28), text=facts.title, size=18.0, bold=True, style=Style(fill=INK))
    names = edge_names(frame, SOFT, NAME)
    return [_mat(frame, height), title, *names, *players, *rows], height


def _mat(frame: Frame, height: int) -> AnyShape:
    """Paper around the board, over lines that lead out of a sheet."""
    (left, top), (wide, high) = frame.corner, frame.size
    outer = f"M0 0H{WIDTH}V{height}H0Z"
    inner = f"M{left:g} {top:g}v{high:g}h{wide:g}v{-high:g}Z"
    return Path(data=outer + inner, style=Style(fill=PAPER))

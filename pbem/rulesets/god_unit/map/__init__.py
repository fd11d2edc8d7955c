"""The board maps: the whole board, and of a large one the parts that matter.

What is seen is made of public facts only and so the same for every seat (GU-14); what a
reader alone may know, its own factories' products, stands in the tips.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial

import msgspec

from pbem.drawing import narrow, symbols
from pbem.drawing.areas import contour
from pbem.drawing.grid import FOOT, SIDE, WIDTH, Frame, crops, edge_names, fitted, grid_lines, mat
from pbem.drawing.legends import Entry, Phrase, Sign, entries, flow, shown
from pbem.drawing.sheet import Inks, Panel, once_for_all, retold, sheet
from pbem.drawing.tiling import tiles_path
from pbem.drawing.tokens import NAME, Part, disc, placed, said, swatch, told
from pbem.engine.i18n import _
from pbem.engine.report import Picture
from pbem.engine.scene import AnyShape, Group, Path, Style
from pbem.maps.board import ROCK, Board, Square, column_name, square_ref
from pbem.maps.picture import ground, tower
from pbem.rulesets.god_unit.figures import FACTORY, Design, Phase, Site, Thing, Unit, banner
from pbem.rulesets.god_unit.map import colours, traces, words
from pbem.rulesets.god_unit.map.cards import Stack, card, stacks_of, token
from pbem.rulesets.god_unit.map.traces import Grave, Shot, Traces, Trail, traces_of
from pbem.rulesets.god_unit.view import View, public

LARGEST = 76
"""Pixels of a square, at most."""
_INKS = Inks(colours.PAPER, colours.INK, colours.SOFT)
_MOST_PARTS = 2
"""Parts of the board that one reader gets, the hottest; the overview shows the rest."""
_HOT = 3
"""What fell or was attacked in the last turn counts as so many pieces."""


def board_maps(view: View) -> tuple[Picture, ...]:
    """The whole board; where it is too large for words also the parts with most of the
    reader's own pieces (all pieces, for who has none). Without tips each is equal for all."""
    known = public(view)
    frames = (whole(view.board), *_parts_for(view))
    own = {
        (square_ref(stack.square), words.stack_tip(known, stack)): words.stack_tip(view, stack)
        for stack in stacks_of(view)
        if stack.site is not None and stack.seat == view.seat
    }
    return tuple(_for_reader(view, retold(_picture(known, frame), own), frame) for frame in frames)


def _for_reader(view: View, picture: Picture, frame: Frame) -> Picture:
    """With what a narrow screen shows of it: where most of the reader's own pieces stand."""
    mine = [one.square for one in stacks_of(view) if one.seat == view.seat and one.square in frame]
    legend = partial(entries, list(_entries(public(view))), columns=1)
    if view.is_placing and view.seat is not None:
        mine = [square for square in view.homes[view.seat - 1].zone if square in frame]
    part = (
        narrow.squares_around(picture.scene, frame, mine, legend)
        if mine
        else narrow.all_squares(picture.scene, frame, legend)
    )
    return msgspec.structs.replace(picture, narrow=part)


def whole(board: Board) -> Frame:
    return fitted(board.width, board.height, LARGEST)


def _parts_for(view: View) -> list[Frame]:
    """The parts of a large board that serve this view's seat best, in reading order."""
    if whole(view.board).is_legible:
        return []
    if view.is_placing:
        weights = Counter(square for home in view.homes for square in home.zone)
        own = Counter(view.homes[view.seat - 1].zone if view.seat else ())
    else:
        stacks = stacks_of(view)
        weights = Counter({one.square: len(one.units) + bool(one.site) for one in stacks})
        own = Counter({s.square: weights[s.square] for s in stacks if s.seat == view.seat})
    chosen = (own or weights) + _heat(view)
    found = crops(view.board.width, view.board.height, weights.keys(), LARGEST)
    worth = {part: sum(n for square, n in chosen.items() if square in part) for part in found}
    best = sorted(found, key=lambda part: -worth[part])[:_MOST_PARTS]
    return [part for part in found if part in best and worth[part]]


def _heat(view: View) -> Counter[Square]:
    """Where the reader's units attacked and what the reader has was attacked, in the last turn;
    all of that for who has no part in it."""
    fights = Counter[Square]()
    for shot in traces_of(view.log).shots:
        seats = {shot.attack.unit.seat, *(roll.target.seat for roll in shot.rolls)}
        if view.seat is None or not view.is_playing or view.seat in seats:
            fights.update({shot.square: _HOT, shot.attack.square: 1})
    return fights


@once_for_all
def _picture(view: View, frame: Frame) -> Picture:
    """The board or a part of it, with tips that everyone may read."""
    is_whole = frame == whole(view.board)
    title = words.board_title(view) if is_whole else words.sheet_title(view, frame)
    name = "board" if is_whole else "-".join(("board", *words.corners(frame)))
    stacks = [stack for stack in stacks_of(view) if stack.square in frame]
    held = {stack.square for stack in stacks}
    left = traces_of(view.log).within(frame)
    signs = (*_piece_signs(stacks, frame), *_trace_signs(left), *_ground_signs(view, frame))
    across = WIDTH - 2 * SIDE
    legend = entries(list(_entries(view)), across), flow(signs, across, colours.SOFT)
    layers = (
        ground(view.board, frame),
        grid_lines(frame, colours.GRID),
        _zones(view, frame) if view.is_placing else (),
        traces.below(left, frame),
        (
            placed(
                frame.middle(stack.square),
                *(card if frame.is_legible else token)(stack, frame.tile),
                tip=words.stack_tip(view, stack),
                ref=square_ref(stack.square),
            )
            for stack in stacks
        ),
        (_relic(view, thing, frame, held) for thing in view.things if thing.square in frame),
        traces.above(left, frame, held),
        (mat(frame, colours.PAPER), *edge_names(frame, column_name, colours.SOFT, NAME)),
    )
    hint = _("In the attached {name}.svg a square tells more where you point at it.")
    return Picture(
        name=name,
        scene=sheet(
            title,
            _INKS,
            layers,
            Panel((SIDE, frame.bottom + FOOT), across, legend),
            squares=frame.squares,
        ),
        alt=words.alt_text(view, stacks, title),
        signs=words.in_signs(view, stacks, frame),
        caption=hint.format(name=name),
        svg=True,
    )


# On the board -----------------------------------------------------------------------------


def _zones(view: View, frame: Frame) -> Iterator[AnyShape]:
    """Every home zone in a tone of its seat's colour, outlined, with the emblem in its heart."""
    for seat, home in enumerate(view.homes, start=1):
        look = colours.banner_of(seat)
        seen = [square for square in home.zone if square in frame]
        line, width = contour(seen, frame), max(1.6, frame.tile / 13)
        tone = Style(fill=look.colour, opacity=0.24)
        items: list[AnyShape] = [
            tiles_path(seen, frame.origin, frame.tile, tone),
            Path(data=line, style=Style(stroke=look.casing, width=width + 1.6)),
            Path(data=line, style=Style(stroke=look.colour, width=width)),
        ]
        if home.zone and home.zone[0] in frame:
            radius, middle = max(4.5, frame.tile * 0.22), frame.middle(home.zone[0])
            items.append(symbols.marker(look.emblem, middle, radius, look.colour, edge=colours.INK))
        yield Group(items=tuple(items), tip=words.home_tip(view, seat))


def _relic(view: View, thing: Thing, frame: Frame, held: set[Square]) -> AnyShape:
    """In the middle of a square, or in the corner of what stands there."""
    is_alone = thing.square not in held
    aside = (0.0, 0.0) if is_alone else (0.36, -0.36)
    radius = frame.tile * 0.4 if is_alone else max(4.5, frame.tile * 0.17)
    sign = placed(frame.middle(thing.square, aside), *_thing(thing, radius))
    return told(sign, words.thing_tip(view, thing), square_ref(thing.square))


def _thing(one: Thing, radius: float) -> tuple[AnyShape, ...]:
    """A relic or outpost on a disc of its holder's colour, with the holder's emblem beside."""
    if one.kind == "relic":
        sign = symbols.star((0, 0), radius * 0.52, colours.GOLD, colours.INK)
    else:
        sign = tower(radius * 0.5, colours.STONE, colours.INK)
    look = None if one.holder is None else colours.banner_of(one.holder)
    fill = look.colour if look else colours.LIGHT
    back = disc(radius, Style(fill=fill, stroke=colours.INK, width=1.2))
    if look is None:
        return back, sign
    beside = radius * 0.85, radius * 0.85
    return back, sign, symbols.marker(look.emblem, beside, radius * 0.42, fill, edge=colours.INK)


# The legend -------------------------------------------------------------------------------

_TILE = 34.0
"""Of the samples of cards."""
_HERE, _BESIDE = (0, 0), (1, 0)
_SITE = Site(1, "A", _HERE, 1)


def _entries(view: View) -> Iterator[Entry]:
    for seat in view.seats:
        look, out = colours.banner_of(seat), view.side(seat).out
        ink, soft = (colours.INK, colours.SOFT) if out is None else (colours.GONE, colours.GONE)
        emblem = symbols.marker(look.emblem, (0, 0), 4.6, look.ink, edge=None)
        sign = swatch(look.colour, colours.INK, emblem)
        name, player = Phrase(banner(seat), ink, bold=True), Phrase(view.player(seat), ink)
        held = said(words.held(view, seat), soft, bold=False)
        yield Entry(sign, name, player, (held,), is_out=out is not None)


def _sample(site: Site | None, *units: Unit) -> Stack:
    return Stack(_HERE, 1, site, units, 4)


def _unit(design: Design, phase: Phase = "ready", number: int = 7) -> Unit:
    return Unit(1, number, design, _HERE, phase)


def _piece_signs(stacks: Sequence[Stack], frame: Frame) -> Iterator[Sign]:
    """The meaning of every sort of card or token that the picture shows, and of none other."""
    seen = {sort for stack in stacks for sort in _sorts(stack)}
    folded = _sample(None, _unit(FACTORY, "undeployed"))
    if not frame.is_legible:
        for sort, sample, meaning in (
            ("site", _sample(_SITE), _("factory")),
            ("ready", _sample(None, _unit(Design())), _("units")),
            ("crate", folded, _("undeployed factory")),
        ):
            yield from shown(sort in seen, Group(items=token(sample, frame.tile)), 22, meaning)
        return
    strong, weak, slow = _unit(Design(a=3)), _unit(Design(), number=8), Design(m=0)
    for sort, sample, meaning in (
        ("site", _sample(_SITE), _("factory A, 3 turns on its product (–: idles)")),
        ("ready", _sample(None, strong), _("unit 7, its levels other than 1 (+: more)")),
        ("several", _sample(None, strong, weak), _("several, the strongest shown")),
        ("undeployed", _sample(None, _unit(slow, "undeployed")), _("undeployed")),
        ("folded", folded, _("undeployed factory")),
        ("deploying", _sample(None, _unit(slow, "deploying")), _("deploys")),
    ):
        if sort in seen:
            yield Sign(Part(Group(items=card(sample, _TILE)), _TILE, _TILE), meaning)


def _sorts(stack: Stack) -> Iterator[str]:
    """What there is to be explained about a square's pieces."""
    if stack.site is not None:
        yield "site"
    if stack.is_crate:
        yield "crate"
    if stack.holds_folded_factory:
        yield "folded"
    if len(stack.units) > 1:
        yield "several"
    for unit in stack.units[:1]:
        if unit.phase != "undeployed" or not unit.design.is_factory:
            yield unit.phase


def _trace_signs(left: Traces) -> Iterator[Sign]:
    """Each kind's first one, shown on two squares of the legend's own."""
    board = Frame((-18.0, -10.0), 20.0, 2, 1)
    if left.trails:
        first = left.trails[0]
        trail = Trail(first.seat, (_HERE, _BESIDE), first.moved[:1])
        yield _of(36.0, _("moved"), traces.way(trail, board), traces.head(trail, board))
    for hits, meaning in ((True, _("attack, hit")), (False, _("attack, nothing hit"))):
        shot = next((one for one in left.shots if one.hits == hits), None)
        if shot is not None:
            attack = msgspec.structs.replace(shot.attack, square=_HERE)
            one = Shot(attack, _BESIDE, shot.rolls)
            yield _of(36.0, meaning, traces.line_of_fire(one, board), traces.mark(one, board))
    if left.graves:
        grave = Grave(left.graves[0].seat, _HERE, left.graves[0].names[:1])
        alone = Frame((-10.0, -10.0), 20.0, 1, 1)
        yield _of(18.0, _("fallen"), traces.crosses(grave, alone, 0, occupied=False))


def _of(width: float, meaning: str, *shapes: AnyShape) -> Sign:
    return Sign(Part(Group(items=shapes), width), meaning)


def _ground_signs(view: View, frame: Frame) -> Iterator[Sign]:
    kinds = {thing.kind for thing in view.things if thing.square in frame}
    if "relic" in kinds:
        yield _of(21.0, _("relic, in its holder's colour"), *_thing(Thing("relic", _HERE), 9.0))
    if "outpost" in kinds:
        tower = _thing(Thing("outpost", _HERE), 9.0)
        yield _of(21.0, _("outpost, in its holder's colour"), *tower)
    if any(square in frame for square in view.board.squares(ROCK)):
        trees = ground(Board((ROCK,)), Frame((-10.0, -10.0), 20.0, 1, 1))
        yield _of(21.0, _("forest, impassable"), *trees)

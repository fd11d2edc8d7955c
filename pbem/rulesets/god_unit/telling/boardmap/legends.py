"""What stands below the board map: whose colour is whose, and what its signs mean."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from pbem.drawing import fonts, symbols
from pbem.engine.api import Seat
from pbem.engine.i18n import _
from pbem.engine.scene import AnyShape, Group, Point, Polyline, Style, Text
from pbem.maps.board import ROCK
from pbem.maps.frame import Frame
from pbem.rulesets.god_unit.designs import FACTORY, Design
from pbem.rulesets.god_unit.pieces import Phase, Site, Thing, Unit, banner
from pbem.rulesets.god_unit.telling.boardmap import cards, icons, tokens, traces
from pbem.rulesets.god_unit.telling.boardmap.sheets import NAME, SIDE, WIDTH, is_legible
from pbem.rulesets.god_unit.telling.boardmap.stacks import Stack
from pbem.rulesets.god_unit.telling.boardmap.traces import Loss, Shot, Traces, Trail
from pbem.rulesets.god_unit.telling.boardmap.words import counted
from pbem.rulesets.god_unit.telling.colours import GONE, INK, SOFT, banner_of
from pbem.rulesets.god_unit.view import View

_ROW = 22.0
_GAP = 18.0
_COLUMN = (WIDTH - 2 * SIDE - _GAP) / 2
_SWATCH = 30.0
_TILE = 34.0
"""Of the samples of cards."""
_SAMPLE_SEAT = 1
_MIDDLE, _BESIDE = (0, 0), (1, 0)
_SITE = Site(_SAMPLE_SEAT, "A", _MIDDLE, 1)
_FOLDED = Unit(_SAMPLE_SEAT, 7, FACTORY, _MIDDLE, "undeployed")


class Entry(msgspec.Struct, frozen=True):
    """A seat's line; ``is_out``: it has been eliminated."""

    seat: Seat
    name: str
    player: str
    held: str
    is_out: bool


def entries_of(view: View) -> tuple[Entry, ...]:
    """Every seat's line; the same for every reader."""
    return tuple(_entry(view, seat) for seat in view.seats)


def _entry(view: View, seat: Seat) -> Entry:
    out = view.side(seat).out
    if out is not None:
        held = _("out in turn {turn}").format(turn=out)
    elif view.is_placing:
        is_open = view.options.placement == "open"
        held = _("may place anywhere") if is_open else _("home zone")
    else:
        held = counted(view, seat)
    return Entry(seat, banner(seat), view.player(seat), held, out is not None)


class Meanings(msgspec.Struct, frozen=True):
    """What the signs mean, in the readers' language."""

    factory: str
    unit: str
    several: str
    undeployed: str
    deploying: str
    folded: str
    site: str
    units: str
    moved: str
    hit: str
    missed: str
    fallen: str
    relic: str
    outpost: str
    forest: str


def meanings() -> Meanings:
    return Meanings(
        factory=_("factory A, 3 turns on its product (–: idles)"),
        unit=_("unit 7, its levels other than 1 (+: more)"),
        several=_("several, the strongest shown"),
        undeployed=_("undeployed"),
        deploying=_("deploys"),
        folded=_("undeployed factory"),
        site=_("factory"),
        units=_("units"),
        moved=_("moved"),
        hit=_("attack, hit"),
        missed=_("attack, nothing hit"),
        fallen=_("fallen"),
        relic=_("relic, in its holder's colour"),
        outpost=_("outpost, in its holder's colour"),
        forest=_("forest, impassable"),
    )


class Sign(msgspec.Struct, frozen=True):
    """A sign, drawn from its left edge, with its width and its meaning."""

    shapes: tuple[AnyShape, ...]
    width: float
    words: str


def players(entries: Iterable[Entry], top: float) -> tuple[list[AnyShape], float]:
    """The seats' lines in two columns, and where they end."""
    shapes: list[AnyShape] = []
    rows = 0
    for place, entry in enumerate(entries):
        row, column = divmod(place, 2)
        at = (SIDE + column * (_COLUMN + _GAP), top + (row + 0.5) * _ROW)
        shapes.append(Group(items=_line(entry), move=at))
        rows = row + 1
    return shapes, top + rows * _ROW


def _words(at: Point, text: str, colour: str, *, bold: bool = False) -> Text:
    return Text(at=at, text=text, size=NAME, bold=bold, style=Style(fill=colour))


def _line(entry: Entry) -> tuple[AnyShape, ...]:
    """Colour and emblem, who it is, and what it holds at the right; struck out once it is out."""
    look = banner_of(entry.seat)
    ink, soft = (GONE, GONE) if entry.is_out else (INK, SOFT)
    name = fonts.width(entry.name, NAME, bold=True)
    held = fonts.width(entry.held, NAME)
    room = _COLUMN - _SWATCH - name - held - 16
    player = fonts.fit(entry.player, room, NAME)
    strike: tuple[AnyShape, ...] = ()
    if entry.is_out:
        right = _SWATCH + name + 7 + fonts.width(player, NAME)
        strike = (Polyline(points=((_SWATCH, 0), (right, 0)), style=Style(stroke=GONE)),)
    return (
        icons.swatch(22, 16, look.colour),
        symbols.marker(look.emblem, (11, 0), 4.6, look.ink, edge=None),
        _words((_SWATCH, 4.9), entry.name, ink, bold=True),
        _words((_SWATCH + name + 7, 4.9), player, ink),
        *strike,
        Text(at=(_COLUMN, 4.9), text=entry.held, size=NAME, anchor="end", style=Style(fill=soft)),
    )


def signs_of(
    words: Meanings, view: View, frame: Frame, stacks: Sequence[Stack], left: Traces
) -> tuple[Sign, ...]:
    """The meaning of every sign that a picture shows, and of none other."""
    pieces = _card_signs if is_legible(frame) else _token_signs
    return (
        *pieces(words, stacks, frame),
        *_trace_signs(words, left),
        *_ground_signs(words, view, frame),
    )


def _stack(site: Site | None, *units: Unit) -> Stack:
    return Stack(_MIDDLE, _SAMPLE_SEAT, site, units, 4)


def _unit(design: Design, phase: Phase = "ready", number: int = 7) -> Unit:
    return Unit(_SAMPLE_SEAT, number, design, _MIDDLE, phase)


def _card_signs(words: Meanings, stacks: Sequence[Stack], _frame: Frame) -> Iterator[Sign]:
    tops = [stack.units[0] for stack in stacks if stack.units]
    strong, weak = _unit(Design(a=3)), _unit(Design(), number=8)
    samples = (
        (any(s.site for s in stacks), _stack(_SITE), words.factory),
        (any(u.phase == "ready" for u in tops), _stack(None, strong), words.unit),
        (any(len(s.units) > 1 for s in stacks), _stack(None, strong, weak), words.several),
        (
            any(u.phase == "undeployed" and not u.design.is_factory for u in tops),
            _stack(None, _unit(Design(m=0), "undeployed")),
            words.undeployed,
        ),
        (any(s.holds_folded_factory for s in stacks), _stack(None, _FOLDED), words.folded),
        (
            any(u.phase == "deploying" for u in tops),
            _stack(None, _unit(Design(m=0), "deploying")),
            words.deploying,
        ),
    )
    for is_shown, sample, meaning in samples:
        if is_shown:
            shape = Group(items=cards.card(sample, _TILE), move=(_TILE / 2, 0.0))
            yield Sign((shape,), _TILE, meaning)


def _token_signs(words: Meanings, stacks: Sequence[Stack], frame: Frame) -> Iterator[Sign]:
    tops = [stack.units[0] for stack in stacks if stack.units]
    samples = (
        (any(s.site for s in stacks), _stack(_SITE), words.site),
        (any(u.phase == "ready" for u in tops), _stack(None, _unit(Design())), words.units),
        (any(u.design.is_factory for u in tops), _stack(None, _FOLDED), words.folded),
    )
    for is_shown, sample, meaning in samples:
        if is_shown:
            shape = Group(items=tokens.token(sample, frame.tile), move=(11.0, 0.0))
            yield Sign((shape,), 22.0, meaning)


def _trace_signs(words: Meanings, left: Traces) -> Iterator[Sign]:
    """Each kind's first one, shown on two squares of the legend's own."""
    board = Frame((0.0, -10.0), 20.0, 2, 1)
    if left.trails:
        first = left.trails[0]
        trail = Trail(first.seat, (_MIDDLE, _BESIDE), first.moved[:1])
        yield Sign((traces.way(trail, board), traces.head(trail, board)), 36.0, words.moved)
    for hits, meaning in ((True, words.hit), (False, words.missed)):
        shot = next((one for one in left.shots if one.hits == hits), None)
        if shot is not None:
            attack = msgspec.structs.replace(shot.attack, square=_MIDDLE)
            sample = Shot(attack, _BESIDE, shot.rolls)
            shapes = traces.line_of_fire(sample, board), traces.mark(sample, board)
            yield Sign(shapes, 36.0, meaning)
    if left.losses:
        loss = Loss(left.losses[0].seat, _MIDDLE, left.losses[0].names[:1])
        yield Sign((traces.crosses(loss, board, 0, occupied=False),), 18.0, words.fallen)


def _ground_signs(words: Meanings, view: View, frame: Frame) -> Iterator[Sign]:
    kinds = {thing.kind for thing in view.things if thing.square in frame}
    for sample, meaning in (
        (Thing("relic", _MIDDLE), words.relic),
        (Thing("outpost", _MIDDLE), words.outpost),
    ):
        if sample.kind in kinds:
            shape = Group(items=(icons.thing(sample, 9.0),), move=(10.0, 0.0))
            yield Sign((shape,), 21.0, meaning)
    if any(square in frame for square in view.board.squares(ROCK)):
        yield Sign(icons.wood(20.0), 21.0, words.forest)


def in_rows(signs: Iterable[Sign], top: float) -> tuple[list[AnyShape], float]:
    """Signs one after the other, in as many rows as they need, and where the last one ends."""
    rows: list[list[Sign]] = [[]]
    used = 0.0
    for sign in signs:
        wide = sign.width + 6 + fonts.width(sign.words, NAME)
        if rows[-1] and used + wide > WIDTH - 2 * SIDE:
            rows.append([])
            used = 0.0
        rows[-1].append(sign)
        used += wide + _GAP
    shapes: list[AnyShape] = []
    for row in rows:
        high = max((_high(sign) for sign in row), default=0.0)
        shapes += _placed(row, top + high / 2)
        top += high
    return shapes, top


def _high(sign: Sign) -> float:
    return _TILE + 4 if sign.width == _TILE else _ROW + 2


def _placed(row: Iterable[Sign], y: float) -> Iterator[AnyShape]:
    x = SIDE
    for sign in row:
        words = _words((sign.width + 6, 4.9), sign.words, SOFT)
        yield Group(items=(*sign.shapes, words), move=(round(x, 1), round(y, 1)))
        x += sign.width + 6 + fonts.width(sign.words, NAME) + _GAP

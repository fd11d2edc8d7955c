"""What stands below the board map: the players, the four kinds, and the signs of this picture."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from pbem.drawing import fonts
from pbem.drawing.grid import Frame
from pbem.engine.api import Seat
from pbem.engine.i18n import _
from pbem.engine.scene import AnyShape, Group, Point, Polyline, Style, Text
from pbem.rulesets.parsec import naming
from pbem.rulesets.parsec.galaxy import UNINHABITABLE
from pbem.rulesets.parsec.kinds import KINDS, Kind
from pbem.rulesets.parsec.reckoning.space import Space
from pbem.rulesets.parsec.telling.colours import GRID, LIGHT, SOFT, player_dye
from pbem.rulesets.parsec.telling.starmap import ground, icons, marks, words
from pbem.rulesets.parsec.telling.starmap.recent import Recent
from pbem.rulesets.parsec.telling.starmap.sheet import NAME, SIDE, WIDTH
from pbem.rulesets.parsec.view import View

_ROW = 24.0
_GAP = 20.0
_COLUMN = (WIDTH - 2 * SIDE - _GAP) / 2
_TILE = 24.0
"""The size of samples."""
_DROP = NAME * 0.37
"""From the middle of a row to its words' baseline."""
_HOMES = 20.0
"""Room for each of a player's leaders."""


class Entry(msgspec.Struct, frozen=True):
    """A player's line; ``out`` are its leaders on the board."""

    seat: Seat
    name: str
    role: str
    held: str
    out: tuple[Kind, ...]


class Meanings(msgspec.Struct, frozen=True):
    """The legend's words, in the readers' language."""

    kinds: tuple[str, ...]
    home: str
    inhabitable: str
    uninhabitable: str
    region: str
    artifact: str
    border: str
    dormant: str
    destroyed: str
    put: str
    moved: str
    left: str
    vacated: str
    fought: str
    harvested: str
    attacks: str
    defends: str
    joining: str


def entries_of(view: View) -> tuple[Entry, ...]:
    """Every player's line; the same for every reader."""
    leaders = view.galaxy.leaders
    return tuple(
        Entry(
            seat=seat,
            name=view.name(seat),
            role=words.role(view, seat),
            held=words.held(view, seat),
            out=tuple(k for k in KINDS if any((o.seat, o.kind) == (seat, k) for o in leaders)),
        )
        for seat in view.seats
    )


def meanings() -> Meanings:
    return Meanings(
        kinds=tuple(
            _("{kind}: {ships}, {resource}").format(
                kind=naming.kind(kind),
                ships=naming.ship_name(kind, 2),
                resource=naming.resource(kind),
            )
            for kind in KINDS
        ),
        home=_("leader at home"),
        inhabitable=_("inhabitable system"),
        uninhabitable=_("uninhabitable (miners only)"),
        region=_("region"),
        artifact=_("artifact"),
        border=_("border artifact, taken first"),
        dormant=_("dormant until settled"),
        destroyed=_("destroyed"),
        put=_("put there in the last round"),
        moved=_("leader moved"),
        left=_("leader left"),
        vacated=_("vacated"),
        fought=_("conflict fought"),
        harvested=_("artifact harvested"),
        attacks=_("attacks"),
        defends=_("is attacked"),
        joining=_("joined two regions"),
    )


def drawn(
    entries: Sequence[Entry], means: Meanings, view: View, recent: Recent, top: float
) -> tuple[list[AnyShape], float]:
    """The whole legend from `top` on, and where it ends."""
    shapes: list[AnyShape] = []
    held = max(fonts.width(entry.held, NAME) for entry in entries)
    y = top + _ROW / 2
    for entry in entries:
        shapes.append(Group(items=tuple(_player(entry, held)), move=(SIDE, round(y, 1))))
        y += _ROW
    shapes.append(_rule(y - _ROW / 2 + 3))
    y += 8
    for place, (kind, meaning) in enumerate(zip(KINDS, means.kinds, strict=True)):
        row, column = divmod(place, 2)
        at = SIDE + column * (_COLUMN + _GAP), round(y + row * (_ROW + 4), 1)
        sample = Group(items=(icons.settlement(kind, 30.0),), move=(12.0, 0.0))
        shapes.append(Group(items=(sample, _words((32, 0), meaning, LIGHT)), move=at))
    y += 2 * (_ROW + 4)
    signs, bottom = _in_rows(_signs(means, view, recent), y + 2)
    return [*shapes, _rule(y - _ROW / 2 + 1), *signs], bottom


def _rule(y: float) -> AnyShape:
    style = Style(stroke=GRID, opacity=0.5)
    return Polyline(points=((SIDE, y), (WIDTH - SIDE, y)), style=style)


def _words(at: Point, text: str, colour: str = SOFT, *, bold: bool = False) -> Text:
    place = round(at[0], 1), round(at[1] + _DROP, 1)
    return Text(at=place, text=text, size=NAME, bold=bold, style=Style(fill=colour))


def _player(entry: Entry, held: float) -> Iterator[AnyShape]:
    """Token, name and role; leaders at the right, then what it has in a column so wide."""
    across = WIDTH - 2 * SIDE
    token = icons.token(entry.seat, 10.5), icons.number(entry.seat, NAME)
    yield Group(items=token, move=(11.0, 0.0))
    right = across - fonts.width(entry.held, NAME)
    homes = across - held - 16 - _HOMES * len(KINDS)
    role = fonts.width(entry.role, NAME) + 10 if entry.role else 0.0
    name = fonts.fit(entry.name, homes - 32 - role - 12, NAME, bold=True)
    yield _words((30, 0), name, LIGHT, bold=True)
    if entry.role:
        used = fonts.width(name, NAME, bold=True)
        yield _words((30 + used + 10, 0), entry.role, player_dye(entry.seat).fill)
    for place, kind in enumerate(KINDS):
        sign = icons.small_leader(kind, 14.0, is_home=kind not in entry.out)
        yield Group(items=(sign,), move=(round(homes + _HOMES * (place + 0.5), 1), 0.0))
    yield _words((right, 0), entry.held)


class _Sign(msgspec.Struct, frozen=True):
    """A sign around its middle, its width, and its meaning."""

    shape: AnyShape
    width: float
    words: str


def _signs(means: Meanings, view: View, recent: Recent) -> Iterator[_Sign]:
    """Every sign that the picture shows, and none other."""
    space = Space(view.galaxy)
    board = Frame((-_TILE / 2, -_TILE / 2), _TILE, 1, 1)
    out = len(view.galaxy.leaders)
    if out < len(KINDS) * len(view.seats):
        yield _Sign(icons.small_leader("science", 14.0, is_home=True), 16, means.home)
    yield _Sign(_cell(".", board), _TILE, means.inhabitable)
    if any(UNINHABITABLE in row for row in view.galaxy.rows):
        yield _Sign(_cell(UNINHABITABLE, board), _TILE, means.uninhabitable)
    if space.settled:
        contour = tuple(ground.regions((frozenset({(0, 0)}),), board))
        yield _Sign(Group(items=contour), _TILE, means.region)
    yield from _artifact_signs(means, space)
    if space.destroyed:
        yield _Sign(icons.destroyed(_TILE), _TILE, means.destroyed)
    yield from _recent_signs(means, recent)
    if view.dispute is not None:
        yield _Sign(icons.challenged(20.0, attacks=True), _TILE, means.attacks)
        yield _Sign(icons.challenged(20.0, attacks=False), _TILE, means.defends)
        if not view.dispute.is_internal:
            yield _Sign(icons.joining(_TILE), _TILE, means.joining)


def _cell(ground_kind: str, board: Frame) -> AnyShape:
    return Group(items=ground.sample(ground_kind, board))


def _artifact_signs(means: Meanings, space: Space) -> Iterator[_Sign]:
    artifacts = space.artifacts.values()
    samples = (
        (any(not one.border for one in artifacts), False, False, means.artifact),
        (any(one.border for one in artifacts), True, False, means.border),
        (any(one.square not in space.settled for one in artifacts), False, True, means.dormant),
    )
    for is_shown, border, dormant, meaning in samples:
        if is_shown:
            yield _Sign(icons.artifact(8.5, border=border, dormant=dormant), 20, meaning)


def _recent_signs(means: Meanings, recent: Recent) -> Iterator[_Sign]:
    if recent.put:
        owner = _alone(seat for _square, seat in recent.put)
        yield _Sign(icons.halo(owner, _TILE), _TILE, means.put)
    if recent.moves:
        board = Frame((-34.0, -16.0), 32.0, 2, 1)
        owner = _alone(move.seat for move in recent.moves)
        yield _Sign(marks.way((0, 0), (1, 0), owner, board), 26, means.moved)
    owners = [one.seat for one in recent.left if one.seat is not None]
    if owners:
        yield _Sign(icons.left_by(_alone(owners), _TILE), _TILE - 4, means.left)
    vacated = next((one for one in recent.left if one.seat is None), None)
    if vacated is not None:
        yield _Sign(icons.vacated(vacated.kind, _TILE), _TILE - 4, means.vacated)
    if recent.fights:
        yield _Sign(icons.burst(7.0), 20, means.fought)
    if recent.taken:
        owner = _alone(seat for _square, seat in recent.taken)
        yield _Sign(icons.harvested(owner, 7.5), 18, means.harvested)


def _alone(seats: Iterable[Seat]) -> Seat | None:
    """The one player of whom a sign tells; None where it is drawn for several."""
    owner, *others = set(seats)
    return None if others else owner


def _in_rows(signs: Iterable[_Sign], top: float) -> tuple[list[AnyShape], float]:
    """Signs one after the other, in as many rows as they need, and where the last one ends."""
    x, y = SIDE, top + 2
    shapes: list[AnyShape] = []
    for sign in signs:
        wide = sign.width + 6 + fonts.width(sign.words, NAME)
        if x > SIDE and x + wide > WIDTH - SIDE:
            x, y = SIDE, y + _ROW + 2
        items = (
            Group(items=(sign.shape,), move=(sign.width / 2, 0.0)),
            _words((sign.width + 6, 0), sign.words),
        )
        shapes.append(Group(items=items, move=(round(x, 1), round(y, 1))))
        x += wide + _GAP
    return shapes, y + _ROW / 2 + 6

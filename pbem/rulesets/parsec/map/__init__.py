"""The board map: regions, settlements, leaders, artifacts and what happened in the last round.

What is seen is made of public facts only and so the same for every seat (PA-15); what a
reader alone may know stands in the tips.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial

import msgspec

from pbem.drawing import fonts, narrow
from pbem.drawing.areas import contour
from pbem.drawing.grid import FOOT, SIDE, WIDTH, Frame, edge_names, fitted
from pbem.drawing.legends import Entry, Phrase, Sign, entries, flow, grid, shown
from pbem.drawing.sheet import Inks, Panel, once_for_all, retold, sheet
from pbem.drawing.tokens import NAME, Part, between, line, placed, said, told
from pbem.engine.api import Seat
from pbem.engine.blocks import grouped
from pbem.engine.i18n import _
from pbem.engine.report import Picture
from pbem.engine.scene import AnyShape, Group, Path, Point, Style
from pbem.maps.board import Square, column_name, square_ref
from pbem.rulesets.parsec.figures import (
    INHABITABLE,
    KINDS,
    UNINHABITABLE,
    Artifact,
    Clash,
    Dispute,
    Galaxy,
    Leader,
)
from pbem.rulesets.parsec.map import signs, words
from pbem.rulesets.parsec.map.recent import Left, Recent, recent_of
from pbem.rulesets.parsec.mechanics import Region, Space
from pbem.rulesets.parsec.view import View, public

_LARGEST = 60
"""Pixels of a system, at most."""
_DASH = 0.2
"""A player's part of a line that several share, in systems."""
_INKS = Inks(signs.SPACE, signs.LIGHT, signs.SOFT, signs.GRID)
_MIDDLE = (0.0, 0.0)
_ABOVE, _BELOW = (0.34, -0.34), (-0.34, 0.34)
"""Where in a system something lies beside what stands there, in systems from its middle."""


def board_map(view: View) -> Picture:
    """The map, with tips for this view's seat. Without them it is equal for all seats."""
    known, space = public(view), Space(view.galaxy)
    own = {
        (square_ref(one.square), words.leader_tip(known, space, one)): words.leader_tip(
            view, space, one
        )
        for one in view.galaxy.leaders
        if one.seat == view.seat
    }
    picture = retold(_picture(known), own)
    leaders = [one.square for one in view.galaxy.leaders]
    mine = [one.square for one in view.galaxy.leaders if one.seat == view.seat]
    middle = (view.galaxy.width // 2, view.galaxy.height // 2)
    places = (mine or leaders or [middle]) if view.seat is not None else []
    legend = partial(entries, list(_entries(known)), columns=1)
    frame = frame_of(view.galaxy)
    part = (
        narrow.squares_around(picture.scene, frame, places, legend)
        if places
        else narrow.all_squares(picture.scene, frame, legend)
    )
    return msgspec.structs.replace(picture, narrow=part)


def board_part(view: View, frame: Frame) -> tuple[AnyShape, ...]:
    """The board alone, as the map draws it, for a frame in another picture."""
    return tuple(shape for layer in _layers(public(view), frame) for shape in layer)


def frame_of(galaxy: Galaxy) -> Frame:
    return fitted(galaxy.width, galaxy.height, _LARGEST)


@once_for_all
def _picture(view: View) -> Picture:
    frame, across = frame_of(view.galaxy), WIDTH - 2 * SIDE
    plates = [(kind, Part(signs.settlement(kind, 30.0), 24.0, 24.0)) for kind in KINDS]
    kinds = [Sign(plate, words.kind_meaning(kind)) for kind, plate in plates]
    legend = (
        entries(list(_entries(view)), across, columns=1),
        grid(kinds, across, signs.LIGHT),
        flow(_signs(view), across, signs.SOFT),
    )
    scene = sheet(
        words.title(view),
        _INKS,
        _layers(view, frame),
        Panel((SIDE, frame.bottom + FOOT), across, legend),
        note=words.left(view),
        squares=frame.squares,
    )
    colours = tuple((view.name(seat), signs.player_dye(seat).line.colour) for seat in view.seats)
    return Picture(
        name="board",
        scene=msgspec.structs.replace(scene, colours=colours),
        alt=words.alt_text(view, Space(view.galaxy)),
        signs=words.in_signs(view, Space(view.galaxy)),
        caption=_("In the attached board.svg a system tells more where you point at it."),
        svg=True,
    )


# On the board -----------------------------------------------------------------------------


def _layers(view: View, frame: Frame) -> Iterator[Iterable[AnyShape]]:
    """From the lowest to the highest, with tips that everyone may read."""
    galaxy, space, tile = view.galaxy, Space(view.galaxy), frame.tile
    recent = recent_of(view.log, len(view.seats), space)
    yield signs.ground(galaxy.rows, frame)
    yield edge_names(frame, column_name, signs.SOFT, min(NAME, tile / 2))
    yield (_on(frame, square, signs.destroyed(tile)) for square in galaxy.destroyed)
    yield _regions(space.regions(), frame, lambda region: _owners(space, region))
    yield (_on(frame, o.square, _trace(o, tile), words.left_tip(view, o)) for o in recent.left)
    yield () if view.dispute is None else _challenges(view, view.dispute, space, frame)
    yield (
        _on(frame, o.square, signs.settlement(o.kind, tile), words.settlement_tip(space, o))
        for o in galaxy.settlements
    )
    yield (_on(frame, square, signs.halo(seat, tile)) for square, seat in recent.put.items())
    yield (
        told(way(move.origin, move.square, move.seat, frame), words.move_tip(view, move))
        for move in recent.moves
    )
    yield (
        _on(frame, o.square, signs.leader(o.seat, o.kind, tile), words.leader_tip(view, space, o))
        for o in galaxy.leaders
    )
    yield () if view.dispute is None else _rings(view.dispute, space, frame)
    yield (_artifact(one, space, frame) for one in galaxy.artifacts)
    for square, seat in recent.taken.items():
        hollow, tip = signs.harvested(seat, _small(tile)), words.taken_tip(view, square, seat)
        yield (_on(frame, square, hollow, tip, _ABOVE),)
    for square, fought in recent.fights.items():
        aside = _MIDDLE if space.is_free(square) else _BELOW
        burst = signs.burst(max(4.5, tile * 0.16))
        yield (_on(frame, square, burst, words.fight_tip(view, square, fought), aside),)


def _on(
    frame: Frame, square: Square, shape: AnyShape, tip: str | None = None, aside: Point = _MIDDLE
) -> Group:
    """A sign in a system, or beside what stands there."""
    return placed(frame.middle(square, aside), shape, tip=tip, ref=square_ref(square))


def _trace(gone: Left, tile: float) -> AnyShape:
    if gone.seat is None:
        return signs.vacated(gone.kind, tile)
    return signs.left_by(gone.seat, tile)


Owners = tuple[Seat, ...]


def _owners(space: Space, region: Region) -> Owners:
    """Who has leaders there."""
    return tuple(sorted({leader.seat for leader in space.leaders_in(region)}))


def _regions(
    found: Iterable[Region], frame: Frame, owners: Callable[[Region], Owners] = lambda _region: ()
) -> Iterator[AnyShape]:
    """A soft light with a line around it behind everything that hangs together: in the colour of
    whose leaders are there, in turn where several have some; faint where nobody has."""
    inset, bend, tile = frame.tile * 0.03, frame.tile * 0.2, frame.tile
    alike = grouped(found, owners)
    for seats, regions in sorted(alike.items()):
        data = "".join(contour(region, frame, inset, bend) for region in regions)
        colours = [signs.player_dye(seat).fill for seat in seats] or [signs.REGION]
        light = colours[0] if len(seats) == 1 else signs.REGION
        yield Path(data=data, style=Style(fill=light, opacity=0.2))
        width = max(1.6, tile * 0.05) if seats else max(1.0, tile * 0.03)
        for place, colour in enumerate(colours):
            before, behind = place * _DASH * tile, (len(colours) - 1 - place) * _DASH * tile
            dash = (0.0, before, _DASH * tile, behind) if len(colours) > 1 else ()
            style = Style(stroke=colour, width=width, opacity=0.9 if seats else 0.45, dash=dash)
            yield Path(data=data, style=style)


def way(origin: Square, square: Square, seat: Seat | None, frame: Frame) -> Group:
    """An arrow from where a player's leader stood to where it stands; None: anyone's."""
    style = Style(stroke=signs.colour_of(seat), width=max(1.8, frame.tile * 0.06))
    return _arrow(origin, square, style, frame)


def _arrow(origin: Square, square: Square, style: Style, frame: Frame) -> Group:
    ends = between(frame.middle(origin), frame.middle(square), 0.5 * frame.tile)
    return line(ends, style, signs.DARK, arrow=True)


def _artifact(artifact: Artifact, space: Space, frame: Frame) -> Group:
    """In the corner of what stands there, or large in an empty system."""
    dormant, is_alone = artifact.square not in space.settled, not space.is_occupied(artifact.square)
    radius, aside = (frame.tile * 0.32, _MIDDLE) if is_alone else (_small(frame.tile), _ABOVE)
    sign = signs.artifact(radius, border=artifact.border, dormant=dormant)
    return _on(frame, artifact.square, sign, words.artifact_tip(space, artifact), aside)


def _small(tile: float) -> float:
    """The radius of an artifact in a corner."""
    return max(5.0, tile * 0.19)


# A dispute that waits -----------------------------------------------------------------------


def _fronts(dispute: Dispute, space: Space) -> Iterator[tuple[Clash, Leader, Leader]]:
    """The clashes whose leaders stand, with attacker and defender, in the order in which they
    are fought."""
    for clash in dispute.clashes:
        attacker = space.leader(clash.attacker, clash.kind)
        defender = space.leader(clash.defender, clash.kind)
        if attacker is not None and defender is not None:
            yield clash, attacker, defender


def _challenges(view: View, dispute: Dispute, space: Space, frame: Frame) -> Iterator[AnyShape]:
    """An arrow from each attacking leader to the defending one."""
    style = Style(stroke=signs.HOT, width=max(2.0, frame.tile * 0.065), dash=(5, 3))
    for clash, attacker, defender in _fronts(dispute, space):
        arrow = _arrow(attacker.square, defender.square, style, frame)
        yield told(arrow, words.clash_tip(view, space, dispute, clash))


def _rings(dispute: Dispute, space: Space, frame: Frame) -> Iterator[AnyShape]:
    """Around the two sides, the settlement that joined them, and every leader that attacks or
    is attacked."""
    tile = frame.tile
    style = Style(stroke=signs.HOT, width=max(1.8, tile * 0.055), dash=(6, 3))
    for side in dispute.sides:
        yield Path(data=contour(side, frame, tile * 0.03, tile * 0.2), style=style)
    if not dispute.is_internal:
        yield _on(frame, dispute.square, signs.joining(tile))
    for _clash, attacker, defender in _fronts(dispute, space):
        yield _on(frame, attacker.square, signs.challenged(tile, attacks=True))
        yield _on(frame, defender.square, signs.challenged(tile, attacks=False))


# The legend -------------------------------------------------------------------------------

_TILE = 24.0
"""The size of samples."""
_HERE = Frame((-_TILE / 2, -_TILE / 2), _TILE, 1, 1)
_TWO = Frame((-32.0, -16.0), 32.0, 2, 1)


def _entries(view: View) -> Iterator[Entry]:
    """Token, name and role; the leaders at the right, then what a player has."""
    standing = {(one.seat, one.kind) for one in view.galaxy.leaders}
    told_of = {seat: words.held(view, seat) for seat in view.seats}
    widest = max(fonts.width(text, NAME) for text in told_of.values())
    for seat, text in told_of.items():
        homes = [
            Part(signs.small_leader(kind, 14.0, is_home=(seat, kind) not in standing), 14.0)
            for kind in KINDS
        ]
        token = placed((0, 0), signs.token(seat, 10.5), signs.number(seat, NAME))
        name, role = Phrase(view.name(seat), signs.LIGHT, bold=True), words.role(view, seat)
        gap = Part(placed((0, 0)), widest - fonts.width(text, NAME))
        held = (*homes, gap, said(text, signs.SOFT, bold=False))
        yield Entry(Part(token, 22.0), name, Phrase(role, signs.player_dye(seat).fill), held)


def _signs(view: View) -> Iterator[Sign]:
    """Every sign that the picture shows, and none other."""
    space, leaders = Space(view.galaxy), len(view.galaxy.leaders)
    artifacts, one = space.artifacts.values(), (frozenset({(0, 0)}),)
    owners = {_owners(space, region) for region in space.regions()}
    led = max(filter(None, owners), key=lambda seats: (-len(seats), seats), default=())
    region, led_region = _regions(one, _HERE), _regions(one, _HERE, lambda _region: led)
    home = signs.small_leader("science", 14.0, is_home=True)
    plain = signs.artifact(8.5, border=False, dormant=False)
    border = signs.artifact(8.5, border=True, dormant=False)
    hollow = signs.artifact(8.5, border=False, dormant=True)
    is_dormant = any(one.square not in space.settled for one in artifacts)
    has_rocks = any(UNINHABITABLE in row for row in view.galaxy.rows)
    yield from shown(leaders < len(KINDS) * len(view.seats), home, 16, _("leader at home"))
    yield from shown(True, sample(INHABITABLE), _TILE, _("inhabitable system"))
    yield from shown(has_rocks, sample(UNINHABITABLE), _TILE, _("uninhabitable (miners only)"))
    yield from shown(() in owners, placed((0, 0), *region), _TILE, _("region without a leader"))
    in_colours = _("region, in the colours of its leaders")
    yield from shown(led, placed((0, 0), *led_region), _TILE, in_colours)
    yield from shown(any(not one.border for one in artifacts), plain, 20, _("artifact"))
    taken_first = _("border artifact, taken first")
    yield from shown(any(one.border for one in artifacts), border, 20, taken_first)
    yield from shown(is_dormant, hollow, 20, _("dormant until settled"))
    yield from shown(space.destroyed, signs.destroyed(_TILE), _TILE, _("destroyed"))
    yield from _recent_signs(recent_of(view.log, len(view.seats), space))
    dispute = view.dispute
    yield from shown(dispute, signs.challenged(20.0, attacks=True), _TILE, _("attacks"))
    yield from shown(dispute, signs.challenged(20.0, attacks=False), _TILE, _("is attacked"))
    joined = dispute is not None and not dispute.is_internal
    yield from shown(joined, signs.joining(_TILE), _TILE, _("joined two regions"))


def sample(ground: str, frame: Frame = _HERE) -> AnyShape:
    """One system of a kind."""
    return Group(items=signs.ground((ground,), frame))


def _recent_signs(recent: Recent) -> Iterator[Sign]:
    left = [one.seat for one in recent.left if one.seat is not None]
    arrow = way((0, 0), (1, 0), _alone(move.seat for move in recent.moves), _TWO)
    ghosts = [signs.vacated(one.kind, _TILE) for one in recent.left if one.seat is None]
    gone = signs.left_by(_alone(left), _TILE)
    ring = signs.harvested(_alone(recent.taken.values()), 7.5)
    frame = signs.halo(_alone(recent.put.values()), _TILE)
    yield from shown(recent.put, frame, _TILE, _("put there in the last round"))
    yield from shown(recent.moves, arrow, 26, _("leader moved"))
    yield from shown(left, gone, _TILE - 4, _("leader left"))
    yield from shown(ghosts, placed((0, 0), *ghosts[:1]), _TILE - 4, _("vacated"))
    yield from shown(recent.fights, signs.burst(7.0), 20, _("conflict fought"))
    yield from shown(recent.taken, ring, 18, _("artifact harvested"))


def _alone(seats: Iterable[Seat]) -> Seat | None:
    """The one player of whom a sign tells; None where it is drawn for several."""
    owners = set(seats)
    return owners.pop() if len(owners) == 1 else None

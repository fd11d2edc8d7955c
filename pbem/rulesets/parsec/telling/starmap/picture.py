"""The board map: regions, settlements, leaders, artifacts and what happened in the last round.

What is seen is made of public facts only and so the same for every seat (PA-15); what a
reader alone may know stands in the tips.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

import msgspec

from pbem.drawing.grid import Frame
from pbem.engine.i18n import _
from pbem.engine.report import Picture
from pbem.engine.scene import AnyShape, Group, Scene, Style, Text
from pbem.maps.board import Square, square_name
from pbem.rulesets.parsec.galaxy import Artifact
from pbem.rulesets.parsec.reckoning.space import Region, Space
from pbem.rulesets.parsec.telling.colours import LIGHT, SOFT, SPACE
from pbem.rulesets.parsec.telling.starmap import ground, icons, legends, marks, words
from pbem.rulesets.parsec.telling.starmap.legends import Entry, Meanings
from pbem.rulesets.parsec.telling.starmap.recent import Left, Recent, recent_of
from pbem.rulesets.parsec.telling.starmap.sheet import SIDE, WIDTH, frame_of
from pbem.rulesets.parsec.view import View

_KEPT = 16
_FOOT = 26.0
"""Room for the columns' letters below the board."""
_TITLE, _SUBTITLE = 18.0, 14.0
_CORNER = 0.34
"""How far from the middle of its system an artifact or a burst lies in a corner, in systems."""


class _Facts(msgspec.Struct, frozen=True):
    """What everyone knows and the picture shows, and its words in the readers' language."""

    title: str
    left: str
    view: View
    entries: tuple[Entry, ...]
    meanings: Meanings


class _Layers(msgspec.Struct, frozen=True):
    """The board without tips, from the lowest layer to the highest.

    Those with tips are in the order of what they show, ``recent`` or the view's galaxy.
    """

    recent: Recent
    ground: tuple[AnyShape, ...]
    left: tuple[AnyShape, ...]
    challenges: tuple[AnyShape, ...]
    settlements: tuple[AnyShape, ...]
    halos: tuple[AnyShape, ...]
    moves: tuple[AnyShape, ...]
    leaders: tuple[AnyShape, ...]
    rings: tuple[AnyShape, ...]
    artifacts: tuple[AnyShape, ...]
    taken: tuple[AnyShape, ...]
    fights: tuple[AnyShape, ...]


def board_map(view: View) -> Picture:
    """The map, with tips for this view's seat. Without them it is equal for all seats."""
    public = _public(view)
    facts = _Facts(
        title=words.title(view),
        left=words.left(view),
        view=public,
        entries=legends.entries_of(public),
        meanings=legends.meanings(),
    )
    layers, margin, height = _drawing(facts)
    items = (*_with_tips(layers, view), *margin)
    return Picture(
        name="board",
        scene=Scene(width=WIDTH, height=height, items=items, title=facts.title, ground=SPACE),
        alt=words.alt_text(public, Space(public.galaxy)),
        caption=_("In the attached board.svg a system tells more where you point at it."),
        svg=True,
    )


def board_part(view: View, frame: Frame) -> tuple[AnyShape, ...]:
    """The board alone, as the map draws it, for a frame in another picture."""
    return tuple(_with_tips(_layers(_public(view), frame), view))


def _public(view: View) -> View:
    """The view without what only its seat knows."""
    people = tuple(msgspec.structs.replace(person, holdings=None) for person in view.people)
    return msgspec.structs.replace(view, seat=None, people=people)


# Tips ---------------------------------------------------------------------------------


def _with_tips(layers: _Layers, view: View) -> Iterator[AnyShape]:
    space, recent = Space(view.galaxy), layers.recent
    regions = {square: region for region in space.regions() for square in region}
    yield from layers.ground
    yield from _tipped(
        layers.left, [_named(o.square, words.left_tip(view, o)) for o in recent.left]
    )
    yield from _tipped(layers.challenges, _challenge_tips(view, space))
    yield from _tipped(layers.settlements, _settlement_tips(view, space, regions))
    yield from layers.halos
    yield from _tipped(layers.moves, [words.move_tip(view, move) for move in recent.moves])
    yield from _tipped(layers.leaders, _leader_tips(view, space, regions))
    yield from layers.rings
    yield from _tipped(
        layers.artifacts,
        [_named(one.square, words.artifact_name(one, space)) for one in view.galaxy.artifacts],
    )
    yield from _tipped(
        layers.taken, [_named(square, words.taken_tip(view, seat)) for square, seat in recent.taken]
    )
    yield from _tipped(
        layers.fights, [_named(one.square, words.fight_tip(view, one)) for one in recent.fights]
    )


def _tipped(shapes: Sequence[AnyShape], tips: Sequence[str]) -> Iterator[AnyShape]:
    return (msgspec.structs.replace(s, tip=t) for s, t in zip(shapes, tips, strict=True))


def _named(square: Square, tip: str) -> str:
    return _("{square}: {tip}").format(square=square_name(square), tip=tip)


def _settlement_tips(view: View, space: Space, regions: dict[Square, Region]) -> list[str]:
    return [
        _named(
            one.square,
            words.settlement_tip(
                space, regions[one.square], one.kind, space.artifacts.get(one.square)
            ),
        )
        for one in view.galaxy.settlements
    ]


def _leader_tips(view: View, space: Space, regions: dict[Square, Region]) -> list[str]:
    return [
        _named(one.square, words.leader_tip(view, space, regions[one.square], one))
        for one in view.galaxy.leaders
    ]


def _challenge_tips(view: View, space: Space) -> list[str]:
    if view.dispute is None:
        return []
    return [
        words.clash_tip(view, space, view.dispute, one.clash)
        for one in marks.clashing(view.dispute, space)
    ]


# The drawing --------------------------------------------------------------------------


@lru_cache(maxsize=_KEPT)
def _drawing(facts: _Facts) -> tuple[_Layers, tuple[AnyShape, ...], int]:
    """The board, what is around it, and the picture's height: made once for all the seats."""
    view, frame = facts.view, frame_of(facts.view.galaxy)
    layers = _layers(view, frame)
    legend, bottom = legends.drawn(
        facts.entries, facts.meanings, view, layers.recent, frame.bottom + _FOOT
    )
    return layers, (*_headline(facts), *legend), round(bottom)


def _headline(facts: _Facts) -> Iterator[AnyShape]:
    bright, soft = Style(fill=LIGHT), Style(fill=SOFT)
    yield Text(at=(SIDE, 28), text=facts.title, size=_TITLE, bold=True, style=bright)
    yield Text(at=(WIDTH - SIDE, 28), text=facts.left, size=_SUBTITLE, anchor="end", style=soft)


def _layers(view: View, frame: Frame) -> _Layers:
    galaxy, space, tile = view.galaxy, Space(view.galaxy), frame.tile
    recent = recent_of(view.log, len(view.seats), space)
    clashing = [] if view.dispute is None else marks.clashing(view.dispute, space)
    ruins = (_at(square, icons.destroyed(tile), frame) for square in galaxy.destroyed)
    return _Layers(
        recent=recent,
        ground=(
            *ground.ground(galaxy.rows, frame),
            *ruins,
            *ground.regions(space.regions(), frame),
        ),
        left=tuple(_at(one.square, _trace(one, tile), frame) for one in recent.left),
        settlements=tuple(
            _at(one.square, icons.settlement(one.kind, tile), frame) for one in galaxy.settlements
        ),
        halos=tuple(_at(square, icons.halo(seat, tile), frame) for square, seat in recent.put),
        moves=tuple(marks.way(one.origin, one.square, one.seat, frame) for one in recent.moves),
        challenges=tuple(marks.challenge(one, frame) for one in clashing),
        leaders=tuple(
            _at(one.square, icons.leader(one.seat, one.kind, tile), frame) for one in galaxy.leaders
        ),
        rings=tuple(marks.rings(view.dispute, clashing, frame)) if view.dispute else (),
        artifacts=tuple(_artifact(one, space, frame) for one in galaxy.artifacts),
        taken=tuple(
            _at(square, icons.harvested(seat, _small(frame)), frame, (_CORNER, -_CORNER))
            for square, seat in recent.taken
        ),
        fights=tuple(_burst(fight.square, space, frame) for fight in recent.fights),
    )


def _at(
    square: Square, shape: AnyShape, frame: Frame, aside: tuple[float, float] = (0.0, 0.0)
) -> Group:
    x, y = frame.middle(square)
    move = round(x + aside[0] * frame.tile, 1), round(y + aside[1] * frame.tile, 1)
    return Group(items=(shape,), move=move)


def _trace(gone: Left, tile: float) -> AnyShape:
    if gone.seat is None:
        return icons.vacated(gone.kind, tile)
    return icons.left_by(gone.seat, tile)


def _artifact(artifact: Artifact, space: Space, frame: Frame) -> Group:
    """In the corner of what stands there, or large in an empty system."""
    dormant = artifact.square not in space.settled
    if not space.is_occupied(artifact.square):
        large = icons.artifact(frame.tile * 0.32, border=artifact.border, dormant=dormant)
        return _at(artifact.square, large, frame)
    small = icons.artifact(_small(frame), border=artifact.border, dormant=dormant)
    return _at(artifact.square, small, frame, (_CORNER, -_CORNER))


def _small(frame: Frame) -> float:
    """The radius of an artifact in a corner."""
    return max(5.0, frame.tile * 0.19)


def _burst(square: Square, space: Space, frame: Frame) -> Group:
    """In the corner of what stands there, or in the middle of an empty system."""
    aside = (0.0, 0.0) if space.is_free(square) else (-_CORNER, _CORNER)
    return _at(square, icons.burst(max(4.5, frame.tile * 0.16)), frame, aside)

"""A game before its first turn: the board, default or drawn, and the first hands (PA-1, PA-2)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from pbem.engine.api import Player
from pbem.engine.rng import Chance, Stream
from pbem.maps.board import Square, steps
from pbem.rulesets.parsec.figures import (
    FIGURES,
    INHABITABLE,
    UNINHABITABLE,
    Artifact,
    Galaxy,
    Settlement,
)
from pbem.rulesets.parsec.options import BOARD, DRAWN, Options
from pbem.rulesets.parsec.state import Person, State, draw
from pbem.rulesets.parsec.view import Holdings

_ARTIFACT, _BORDER = "A", "B"
_STREAM = (3, 9)
"""Systems of a stream, if nothing stops it."""
_SHORTEST = 2
"""A stream of one system is none."""
_BEND = (1, 3)
"""How often a stream turns."""
_WAYS = ((0, -1), (1, 0), (0, 1), (-1, 0))


def default_galaxy() -> Galaxy:
    """The board of the game's own file."""
    marks = {(x, y): mark for y, row in enumerate(BOARD) for x, mark in enumerate(row)}
    streams = {square for square, mark in marks.items() if mark == UNINHABITABLE}
    artifacts = {at: mark == _BORDER for at, mark in marks.items() if mark in (_ARTIFACT, _BORDER)}
    return _galaxy((len(BOARD[0]), len(BOARD)), streams, artifacts)


def random_galaxy(size: tuple[int, int], stream: Stream) -> Galaxy:
    """A board of that size, drawn until its artifacts find room."""
    while True:
        streams = _draw_streams(size, stream)
        places = _draw_artifacts(size, streams, stream)
        if places is not None:
            break
    border = sorted(places, key=lambda square: _to_corner(square, size))[: DRAWN.border]
    return _galaxy(size, streams, {square: square in border for square in places})


def _galaxy(
    size: tuple[int, int], streams: Collection[Square], artifacts: Mapping[Square, bool]
) -> Galaxy:
    """A board of streams and artifacts, each marked border or not; scientists live on every
    artifact at the start."""
    width, height = size
    ground = (INHABITABLE, UNINHABITABLE)
    return Galaxy(
        rows=tuple("".join(ground[(x, y) in streams] for x in range(width)) for y in range(height)),
        settlements=tuple(Settlement(square, "science") for square in sorted(artifacts)),
        artifacts=tuple(Artifact(square, border) for square, border in sorted(artifacts.items())),
    )


def _to_corner(square: Square, size: tuple[int, int]) -> tuple[int, int, int]:
    """Orthogonal steps to the nearest corner; then row by row."""
    (x, y), (width, height) = square, size
    return min(x, width - 1 - x) + min(y, height - 1 - y), y, x


def _draw_streams(size: tuple[int, int], stream: Stream) -> frozenset[Square]:
    """Connected streams of uninhabitable systems, at least two each."""
    width, height = size
    low, high = (width * height * share // 100 for share in DRAWN.uninhabitable)
    wanted = stream.between(low + 1, high)
    found: set[Square] = set()
    while len(found) < wanted:
        left = min(wanted - len(found), stream.between(*_STREAM))
        drawn = _draw_stream(size, max(_SHORTEST, left), stream)
        if len(found | drawn) <= high and len(drawn) >= _SHORTEST:
            found |= drawn
    return frozenset(found)


def _draw_stream(size: tuple[int, int], length: int, stream: Stream) -> set[Square]:
    """A winding line that ends at the edge at the latest."""
    (width, height), way = size, stream.below(len(_WAYS))
    x, y = stream.below(width), stream.below(height)
    found = {(x, y)}
    while len(found) < length:
        if stream.strikes(*_BEND):
            way = (way + stream.choice((1, 3))) % len(_WAYS)
        x, y = x + _WAYS[way][0], y + _WAYS[way][1]
        if not (0 <= x < width and 0 <= y < height):
            break
        found.add((x, y))
    return found


def _draw_artifacts(
    size: tuple[int, int], streams: Collection[Square], stream: Stream
) -> tuple[Square, ...] | None:
    """Ten inhabitable systems far enough apart; None where these streams leave no room."""
    width, height = size
    land = [(x, y) for y in range(height) for x in range(width) if (x, y) not in streams]
    places: list[Square] = []
    for square in stream.shuffled(land):
        if all(steps(square, other) >= DRAWN.apart for other in places):
            places.append(square)
            if len(places) == DRAWN.artifacts:
                return tuple(places)
    return None


def set_up(options: Options, players: Sequence[Player], chance: Chance) -> State:
    """The board, and a hand of ships for everyone."""
    galaxy = (
        default_galaxy()
        if options.board == "default"
        else random_galaxy(options.size, chance.stream("board"))
    )
    stream, pool, people = chance.stream("hands"), FIGURES.pool, []
    for player in players:
        hand = draw(pool, FIGURES.hand, stream)
        pool = pool - hand
        people.append(Person(player.seat, FIGURES.weapons, Holdings(hand, course=((0,) * 5,))))
    return State(
        options=options,
        players=tuple(players),
        turn=0,
        played=0,
        mover=players[0].seat,
        galaxy=galaxy,
        people=tuple(people),
        pool=pool,
    )

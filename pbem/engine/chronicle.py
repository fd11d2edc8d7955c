"""How a game went that is over: one figure of every seat's by turn, and pictures of its course.

All of it is made of spectators' views, so that it tells what anyone may know and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

import msgspec

from pbem.engine.i18n import _
from pbem.engine.phrases import side_by_side
from pbem.engine.report import Picture

V_contra = TypeVar("V_contra", contravariant=True)


class Course(msgspec.Struct, frozen=True):
    """The figures by which a game ranks its seats, after each turn from the set-up on.

    ``measures`` names them in the reader's language: who is level by the first is told apart by
    the second, and so on, as the game's reports rank. An entry of ``after`` holds the figures of
    all seats in their order, each as many as there are measures; higher is better. ``out`` is the
    turn in which a seat lost its part in the game, of those that did. ``decimals`` are those that
    the game's reports print, where its figures are not whole.
    """

    measures: tuple[str, ...]
    after: tuple[tuple[tuple[float, ...], ...], ...]
    out: Mapping[int, int] = {}
    decimals: int = 0


@dataclass(frozen=True)
class Chronicle(Generic[V_contra]):
    """What a ruleset adds to the story of a game that is over.

    ``course`` is handed the spectator's view after each turn, of which the last is that of the
    finished game, or of one that its players broke off. ``chart`` draws the standings of all turns
    from that last view, where it tells them; ``frame`` draws how things stood from the view after
    any turn, for a film.
    """

    course: Callable[[Sequence[V_contra]], Course]
    chart: Callable[[V_contra], Picture | None]
    frame: Callable[[V_contra], Picture]


def first_out(present: Sequence[Sequence[bool]]) -> dict[int, int]:
    """For each seat that is not present to the end the turn in which it left, from who was
    `present` after each turn."""
    found: dict[int, int] = {}
    for turn, seats in enumerate(present):
        for seat, there in enumerate(seats, start=1):
            if not there:
                found.setdefault(seat, turn)
    return found


def milestones(count: int, most: int = 5) -> tuple[int, ...]:
    """Some of so many moments, evenly apart and the first and the last among them: of which to
    tell those who cannot see the course drawn.

    >>> milestones(12)
    (0, 3, 6, 8, 11)
    """
    if count <= most:
        return tuple(range(count))
    return tuple(round(n * (count - 1) / (most - 1)) for n in range(most))


def in_words(
    told: str,
    names: Sequence[str],
    count: int,
    figure: Callable[[int, int], object],
    between: str = ", ",
) -> str:
    """A chart's facts for who cannot see it. `told` has room for the ``turns``, some of so many,
    and for the ``courses``: by each name what `figure` gives of a turn and the name's place."""
    shown = milestones(count)
    course = _("{name}: {figures}")
    courses = side_by_side(
        course.format(name=name, figures=between.join(str(figure(n, place)) for n in shown))
        for place, name in enumerate(names)
    )
    return told.format(turns=", ".join(map(str, shown)), courses=courses)

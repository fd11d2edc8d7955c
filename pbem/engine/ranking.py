"""Who stands where, told alike in all games."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, TypeVar

import msgspec

from pbem.engine.api import Seat
from pbem.engine.i18n import _
from pbem.engine.phrases import sentence

S = TypeVar("S")
"""A game's figures of one seat after a turn."""


M = TypeVar("M", bound=str)
"""The name of a measure."""


def best_of(
    seats: Sequence[Seat], measures: Mapping[M, Callable[[Seat], float]]
) -> tuple[tuple[Seat, ...], M | None]:
    """Who has most by the first measure, of those by the next and so on until one is left, and
    the measure that decided; None: they share it."""
    best = tuple(seats)
    for name, measure in measures.items():
        most = max(map(measure, best))
        best = tuple(seat for seat in best if measure(seat) == most)
        if len(best) == 1:
            return best, name
    return best, None


class Rank(msgspec.Struct, Generic[S], frozen=True):
    """A seat's place, from 1; those that are level share it. ``before`` is a turn ago."""

    place: int
    seat: Seat
    now: S
    before: S


def ranking(history: Sequence[Sequence[S]], worth: Callable[[Seat], Any]) -> tuple[Rank[S], ...]:
    """All seats, the best first by their `worth`. `history` has everyone's figures after each turn,
    by seat."""
    now, before = history[-1], history[-2:][0]
    worths = {seat: worth(seat) for seat in range(1, len(now) + 1)}
    return tuple(
        Rank(
            place=1 + sum(other > worths[seat] for other in worths.values()),
            seat=seat,
            now=now[seat - 1],
            before=before[seat - 1],
        )
        for seat in sorted(worths, key=lambda seat: worths[seat], reverse=True)
    )


def own_standing(places: Mapping[Seat, int], seat: Seat | None, score: str) -> str:
    """How a reader stands, in a clause that never hides a tie: "you lead with 412". `places` are
    everyone's, from 1; `score` is the reader's own as it is told. Empty for a spectator."""
    if seat is None:
        return ""
    place, level = places[seat], sum(other == places[seat] for other in places.values())
    if level == len(places):
        told = _("all are level with {score}")
    elif place == 1:
        told = _("you lead with {score}") if level == 1 else _("you share the lead with {score}")
    elif level == 1:
        told = _("you are in place {place} of {players} with {score}")
    else:
        told = _("you share place {place} of {players} with {score}")
    return told.format(place=place, players=len(places), score=score)


def own_end(places: Mapping[Seat, int], seat: Seat, score: str, winners: Sequence[Seat]) -> str:
    """The same for a game that is over."""
    if seat in winners:
        return _("you have won with {score}").format(score=score)
    return own_standing(places, seat, score)


def with_own_end(who_won: str, own: str, *, won: bool) -> str:
    """Who has won, and behind it how a reader stands who has not, in the clause `own`."""
    return who_won if won or not own else f"{who_won} {sentence([own])}"

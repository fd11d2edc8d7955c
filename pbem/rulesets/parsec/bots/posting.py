"""Posts for leaders that come to mind (PA-6, PA-10)."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.maps.board import Square
from pbem.rulesets.parsec.bots.glance import Glance
from pbem.rulesets.parsec.bots.idea import Idea
from pbem.rulesets.parsec.bots.survey import Area
from pbem.rulesets.parsec.kinds import KINDS, Kind
from pbem.rulesets.parsec.orders import PlaceLeader

_POSTS = 2
"""So many of a region, the best sheltered ones, are looked at closely."""
_SHELTER = 0.05
"""A scientist beside it."""
_READY = 0.1
"""That the hand has a ship to settle with."""
_MARKET = 0.1
"""That a merchant leader could harvest there."""
_COVERED = 0.5
"""Kinds that are earned less well than this a government leader is welcome for."""
_CONFLICT = (-0.3, 0.3)
"""A conflict that is surely lost, and one that is surely won."""


def postings(at: Glance) -> Iterator[Idea]:
    """For each leader, the best sheltered places in each region."""
    survey = at.survey
    for area in survey.areas:
        squares = sorted(
            survey.grid.each(area.land & survey.science[0]),
            key=lambda square: (-survey.scientists_beside(square), square),
        )
        for kind in KINDS:
            promise = _post(at, area, kind)
            for square in squares[:_POSTS]:
                value = promise + _SHELTER * survey.scientists_beside(square)
                rival = area.leaders.get(kind)
                if rival is not None and not at.is_own(rival):
                    value += _beats(at, square, rival.square)
                yield Idea(value, PlaceLeader(kind=kind, to=square))


def _post(at: Glance, area: Area, kind: Kind) -> float:
    """What a leader could earn there that cannot be earned yet."""
    if at.is_own(area.leaders.get(kind)):
        return 0.0
    value = _READY if at.hand.of(kind) else 0.0
    if area.room(kind):
        value += at.needs[kind] * (1 - at.earned[kind])
    if kind == "merchant" and area.live > 1:
        value += _MARKET
    if kind == "government":
        covered = (k for k in KINDS if area.room(k) and k not in area.leaders)
        value += sum(at.needs[k] * max(0.0, _COVERED - at.earned[k]) for k in covered)
    return value


def _beats(at: Glance, square: Square, other: Square) -> float:
    """What an internal conflict promises, by the chance to win it."""
    survey = at.survey
    have = survey.scientists_beside(square) + at.hand.of("science")
    chance = 1 - at.outlook.odds.at_least("science", have - survey.scientists_beside(other))
    lost, won = _CONFLICT
    return lost + chance * (won - lost)

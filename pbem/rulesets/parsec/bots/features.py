"""How well a bot plays, and what it sees in a position: what it needs and can earn, and what others
may hold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import comb, exp, log
from typing import NamedTuple

import msgspec

from pbem.engine.api import Seat
from pbem.engine.planner import Search
from pbem.rulesets.parsec.figures import FIGURES, KINDS, Counts, Kind, Leader, counted
from pbem.rulesets.parsec.mechanics import Area, Space, Survey
from pbem.rulesets.parsec.mechanics.execution import Position, harvestable, position_of
from pbem.rulesets.parsec.options import DRAWN
from pbem.rulesets.parsec.view import View, laid


class BotParams(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How well a bot plays.

    ``search`` is how far it thinks. ``foresight`` is what it gives for being able to earn a kind,
    ``readiness`` for what its next turn may bring at once. ``rivalry`` is what it gives for a
    resource that others do not get, ``caution`` how much it fears for its leaders, and ``daring``
    what it gives for attacks that it could make next turn, of their worth. ``schemes``: whether it
    swaps hands, uses weapons and chooses which conflict comes first.
    """

    search: Search
    foresight: float
    readiness: float
    rivalry: float
    caution: float
    daring: float
    schemes: bool


Hidden = Mapping[Kind, int]
"""Ships that are in the pool, in others' hands, or were swapped by others."""

BEATEN_LEADER = 0.3
"""What it costs to bring a beaten leader back, in resources all around."""
_FIRST = DRAWN.artifacts
"""Scientists who live on artifacts at the start, on drawn boards and on the default one."""
_SHIPS_A_TURN = 2.2
"""That leave the pool in a player's turn."""
_TAKERS = 0.4
"""So many merchant leaders will find artifacts to take, on the average, where none has yet."""
_EVEN = 1.0
_EVEN_A_TURN = 0.25
"""How far the resources may lie apart before only the least one counts, at the end, and for each
turn that is still to come."""
_STAND_IN = 0.8
"""What a government leader is worth to a kind whose leader is not there."""


# Ships out of sight -------------------------------------------------------------------


def hidden_ships(view: View) -> Hidden:
    """What is left of each kind once all that the view's seat knows of is taken away.

    The settlers of the first systems came from nowhere (PA-1), so that some more may seem to be
    gone than there were. Raises ValueError for spectators.
    """
    if view.own is None:
        raise ValueError("a spectator has no hand")
    settled = counted(one.kind for one in view.galaxy.settlements)
    known = view.own.hand + view.own.swapped + view.gone + settled
    first = {"science": _FIRST}
    return {
        kind: max(0, FIGURES.pool.of(kind) + first.get(kind, 0) - known.of(kind)) for kind in KINDS
    }


class Odds:
    """How likely a hand of `ships` has at least so many of a kind: each ship out of sight is as
    likely in any hand."""

    def __init__(self, hidden: Hidden, ships: int) -> None:
        self._ships = min(ships, sum(hidden.values()))
        total = sum(hidden.values())
        self.share: Mapping[Kind, float] = {
            kind: count / total if total else 1 / len(KINDS) for kind, count in hidden.items()
        }
        self._tails = {kind: _tail(total, count, self._ships) for kind, count in hidden.items()}

    def at_least(self, kind: Kind, count: int) -> float:
        """The chance of `count` or more; certain for none."""
        if count <= 0:
            return 1.0
        return self._tails[kind][count] if count <= self._ships else 0.0


def _tail(total: int, count: int, drawn: int) -> list[float]:
    """For each number up to `drawn`, the chance of so many or more (hypergeometric)."""
    ways = comb(total, drawn)
    exactly = [comb(count, n) * comb(total - count, drawn - n) / ways for n in range(drawn + 1)]
    return [min(1.0, sum(exactly[n:])) for n in range(drawn + 1)]


# The game as its seat stands ----------------------------------------------------------


class Outlook(msgspec.Struct, frozen=True):
    """A view, and what follows from it for its seat.

    ``left`` are the turns that the seat has still to come after this one, as far as anybody can
    guess; ``evenness`` tells how far apart resources are still no harm.
    """

    params: BotParams
    seat: Seat
    rivals: tuple[Seat, ...]
    left: float
    evenness: float
    odds: Odds

    @property
    def share(self) -> float:
        """What it is worth that one rival has a resource less."""
        return self.params.rivalry / len(self.rivals) / len(KINDS)

    def utility(self, resources: Counts, artifacts: int) -> float:
        """What resources are worth: the least of them counts most, the sooner the end comes the
        more so. One more of each is worth 1."""
        held = laid(resources, artifacts)
        return min(held) - self.evenness * log(sum(self._pulls(held)) / len(KINDS))

    def needs(self, resources: Counts, artifacts: int) -> Mapping[Kind, float]:
        """What one more of each is worth; together 1."""
        pulls = self._pulls(laid(resources, artifacts))
        total = sum(pulls)
        return {kind: pull / total for kind, pull in zip(KINDS, pulls, strict=True)}

    def _pulls(self, held: Sequence[int]) -> list[float]:
        """How much each amount counts beside the least one."""
        least = min(held)
        return [exp((least - amount) / self.evenness) for amount in held]


def look(view: View, params: BotParams) -> Outlook:
    """Raises ValueError for spectators."""
    if view.own is None or view.seat is None:
        raise ValueError("a spectator decides nothing")
    left = _turns_left(view)
    return Outlook(
        params=params,
        seat=view.seat,
        rivals=tuple(seat for seat in view.seats if seat != view.seat),
        left=left,
        evenness=_EVEN + _EVEN_A_TURN * left,
        odds=Odds(hidden_ships(view), FIGURES.hand),
    )


def _turns_left(view: View) -> float:
    """The sooner of the two usual ends (PA-14): an empty pool, or few artifacts, of which each
    merchant leader that can takes one in a turn."""
    by_pool = view.pool / _SHIPS_A_TURN / len(view.seats)
    space = Space(view.galaxy)
    takers = sum(bool(harvestable(space, seat)) for seat in view.seats)
    spare = max(0, len(view.galaxy.artifacts) - FIGURES.few_artifacts)
    return min(by_pool, spare / max(takers, _TAKERS))


# A turn in thought --------------------------------------------------------------------


class Draft(NamedTuple):
    """A turn as far as it is thought of. ``resources`` and ``artifacts`` are the own ones, ``harm``
    is what others have gained in the meantime, in resources, ``sends`` the ships to be sent into
    each conflict that the orders open."""

    position: Position
    resources: Counts
    artifacts: int
    harm: float = 0.0
    sends: Mapping[Kind, int] = {}


def begun(view: View) -> Draft:
    """No order given yet."""
    assert view.own is not None
    return Draft(position_of(view), view.own.resources, view.own.artifacts)


class Features(NamedTuple):
    """A draft with all that every judgement of it starts from. ``needs`` is what one more of each
    kind is worth, ``earned`` how well the own seat can earn it, from 0 to 1."""

    outlook: Outlook
    draft: Draft
    survey: Survey
    needs: Mapping[Kind, float]
    earned: Mapping[Kind, float]

    @property
    def hand(self) -> Counts:
        return self.draft.position.hand

    def is_own(self, leader: Leader | None) -> bool:
        return leader is not None and leader.seat == self.outlook.seat


def features(outlook: Outlook, draft: Draft) -> Features:
    """Of the position that a draft leads to, with the harvest that comes next in mind."""
    survey = Survey(draft.position.space)
    artifacts = draft.artifacts + harvests(survey, outlook.seat)
    needs = outlook.needs(draft.resources, artifacts)
    return Features(outlook, draft, survey, needs, reach(survey, outlook.seat))


def harvests(survey: Survey, seat: Seat) -> bool:
    """Whether a seat would take an artifact at the end of its turn (PA-13)."""
    area = market(survey, seat)
    return area is not None and area.live >= FIGURES.artifacts_to_harvest


def market(survey: Survey, seat: Seat) -> Area | None:
    """The region of a seat's merchant leader."""
    leader = survey.space.leader(seat, "merchant")
    return None if leader is None else survey.area(leader.square)


def reach(survey: Survey, seat: Seat) -> Mapping[Kind, float]:
    """How well a seat can earn each kind: by its leader, or its government leader where no
    other is, in a region with room (PA-7)."""
    found = dict.fromkeys(KINDS, 0.0)
    for area in survey.areas:
        for leader in area.leaders.values():
            if leader.seat != seat:
                continue
            if area.room(leader.kind):
                found[leader.kind] = 1.0
            if leader.kind == "government":
                for kind in KINDS:
                    if area.earner(kind) is leader and area.room(kind):
                        found[kind] = max(found[kind], _STAND_IN)
    return found

"""A position with all that every judgement of it starts from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from pbem.engine.api import Seat
from pbem.rulesets.parsec.bots.line import Line
from pbem.rulesets.parsec.bots.outlook import Outlook
from pbem.rulesets.parsec.bots.survey import Area, Survey
from pbem.rulesets.parsec.figures import FIGURES
from pbem.rulesets.parsec.galaxy import Leader
from pbem.rulesets.parsec.kinds import KINDS, Counts, Kind

_STAND_IN = 0.8
"""What a government leader is worth to a kind whose leader is not there."""


class Glance(NamedTuple):
    """A line's position. ``needs`` is what one more of each kind is worth, ``earned`` how well
    the own seat can earn it, from 0 to 1."""

    outlook: Outlook
    line: Line
    survey: Survey
    needs: Mapping[Kind, float]
    earned: Mapping[Kind, float]

    @property
    def seat(self) -> Seat:
        return self.outlook.seat

    @property
    def hand(self) -> Counts:
        return self.line.position.means.hand

    def is_own(self, leader: Leader | None) -> bool:
        return leader is not None and leader.seat == self.outlook.seat


def glance(outlook: Outlook, line: Line) -> Glance:
    """The position that a line of orders leads to, with the harvest that comes next in mind."""
    survey = Survey(line.position.space)
    artifacts = line.artifacts + harvests(survey, outlook.seat)
    needs = outlook.needs(line.amounts, artifacts)
    return Glance(outlook, line, survey, needs, reach(survey, outlook.seat))


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

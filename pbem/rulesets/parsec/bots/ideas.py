"""Orders that come to mind, the most promising first, by what can be seen at a glance."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations
from typing import NamedTuple

from pbem.maps.board import Square
from pbem.rulesets.parsec.bots.grid import Squares
from pbem.rulesets.parsec.bots.line import Line
from pbem.rulesets.parsec.bots.outlook import Outlook
from pbem.rulesets.parsec.bots.survey import Area, Survey
from pbem.rulesets.parsec.bots.worth import reach
from pbem.rulesets.parsec.kinds import KINDS, Kind
from pbem.rulesets.parsec.orders import Action, Destroy, Pass, PlaceLeader, Settle, Swap

_ALIKE = 3
"""So many of the orders that do much the same are looked at closely."""
_SEATS = 2
_JOINS = 0.15
_SHELTER = 0.05
_OPENING = 0.02
_COMPANY = 0.1
_NEAR = 6
_NEARING = 0.01
_DRASTIC = 0.05
_KEPT = 2


class Idea(NamedTuple):
    """An order, and what it promises in resources all around."""

    promise: float
    order: Action


def ideas(outlook: Outlook, line: Line, most: int) -> list[Action]:
    """The most promising orders; doing nothing is always among them."""
    survey = Survey(line.position.space)
    needs = outlook.needs(line.amounts, line.artifacts)
    found = [*_settlements(outlook, line, survey, needs), *_leaders(outlook, line, survey, needs)]
    if outlook.temper.schemes:
        found += _swaps(outlook, line, survey, needs)
        found += _weapons(outlook, line, survey)
    found.sort(key=lambda idea: (-idea.promise, str(idea.order)))
    return [*(idea.order for idea in found[:most]), Pass()]


# Settlements --------------------------------------------------------------------------


def _settlements(
    outlook: Outlook, line: Line, survey: Survey, needs: Mapping[Kind, float]
) -> Iterator[Idea]:
    """For each kind in the hand, the best places beside each region and between each two."""
    kinds = [kind for kind in KINDS if line.position.means.hand.of(kind)]
    for areas, squares in _places(survey):
        for kind in kinds:
            fitting = squares & (survey.grid.rock if kind == "mining" else ~survey.grid.rock)
            if not fitting:
                continue
            promise = _promise(outlook, line, survey, needs, kind, areas)
            group = [
                Idea(
                    promise + _lie(outlook, survey, kind, square, areas[0]),
                    Settle(kind=kind, at=square),
                )
                for square in survey.grid.each(fitting)
            ]
            yield from _best(group, _ALIKE)


def _places(survey: Survey) -> Iterator[tuple[list[Area], Squares]]:
    """Free systems beside a single region, and between two."""
    for area in survey.areas:
        yield [area], area.land | area.rock
    for one, other in combinations(survey.areas, 2):
        between = one.shore & other.shore & survey.joints
        if between:
            yield [one, other], between


def _promise(
    outlook: Outlook,
    line: Line,
    survey: Survey,
    needs: Mapping[Kind, float],
    kind: Kind,
    areas: list[Area],
) -> float:
    """The resource that a settlement brings, or the conflicts."""
    share = outlook.temper.rivalry / len(outlook.rivals) / len(KINDS)
    if len(areas) == 2 and all(area.leaders for area in areas):
        return _union(outlook, line, needs, share, areas)
    owners = [area.earner(kind) for area in areas if area.leaders]
    value = _JOINS if len(areas) == 2 else 0.0
    if owners and owners[0] is not None:
        value += needs[kind] if owners[0].seat == outlook.seat else -share
    return value


def _union(
    outlook: Outlook,
    line: Line,
    needs: Mapping[Kind, float],
    share: float,
    areas: list[Area],
) -> float:
    """What conflicts promise when each is fought by itself."""
    value = 0.0
    for kind in KINDS:
        one, other = (area.leaders.get(kind) for area in areas)
        if one is None or other is None or outlook.seat not in (one.seat, other.seat):
            continue
        own, theirs = areas if one.seat == outlook.seat else areas[::-1]
        lead = own.counts[kind] + line.position.means.hand.of(kind) - theirs.counts[kind]
        chance = 1 - outlook.odds.at_least(kind, lead)
        gain = (theirs.counts[kind] + 1) * needs[kind]
        value += chance * gain - (1 - chance) * (own.counts[kind] + 1) * share
    return value


def _lie(outlook: Outlook, survey: Survey, kind: Kind, square: Square, area: Area) -> float:
    """How well a place lies: scientists beside own leaders, rock for miners within reach, the
    way to the next artifact."""
    space, value = survey.space, 0.0
    near = space.neighbours(square)
    if kind == "science":
        mine = (one for s in near if (one := space.leaders.get(s)) and one.seat == outlook.seat)
        value += _SHELTER * sum(1 for _one in mine)
    value += _OPENING * sum(not space.is_inhabitable(s) and space.is_free(s) for s in near)
    trader = area.leaders.get("merchant")
    if trader is not None and trader.seat == outlook.seat:
        value += _NEARING * max(0, _NEAR - _to_next(survey, area, square))
    return value


def _to_next(survey: Survey, area: Area, square: Square) -> int:
    others = survey.live & ~area.squares
    x, y = square
    return min((abs(x - a) + abs(y - b) for a, b in survey.grid.each(others)), default=_NEAR)


# Leaders ------------------------------------------------------------------------------


def _leaders(
    outlook: Outlook, line: Line, survey: Survey, needs: Mapping[Kind, float]
) -> Iterator[Idea]:
    """For each leader, the best sheltered places in each region."""
    earned = reach(survey, outlook.seat)
    for area in survey.areas:
        squares = [*survey.grid.each(area.land & survey.science[0])]
        squares.sort(key=lambda square: (-survey.scientists_beside(square), square))
        for kind in KINDS:
            promise = _post(outlook, line, area, kind, needs, earned)
            for square in squares[:_SEATS]:
                value = promise + _SHELTER * survey.scientists_beside(square)
                rival = area.leaders.get(kind)
                if rival is not None and rival.seat != outlook.seat:
                    value += _beats(outlook, line, survey, square, rival.square)
                yield Idea(value, PlaceLeader(kind=kind, to=square))


def _post(
    outlook: Outlook,
    line: Line,
    area: Area,
    kind: Kind,
    needs: Mapping[Kind, float],
    earned: Mapping[Kind, float],
) -> float:
    """What a leader could earn there that it cannot earn yet."""
    there = area.leaders.get(kind)
    if there is not None and there.seat == outlook.seat:
        return 0.0
    value = needs[kind] * (1 - earned[kind]) if area.room(kind) else 0.0
    if kind == "government":
        value += sum(
            needs[other] * max(0.0, 0.5 - earned[other])
            for other in KINDS
            if area.room(other) and area.leaders.get(other) is None
        )
    value += _COMPANY * (kind == "merchant") * (area.live > 1)
    return value + (_COMPANY if line.position.means.hand.of(kind) else 0.0)


def _beats(outlook: Outlook, line: Line, survey: Survey, square: Square, other: Square) -> float:
    """The chance to win an internal conflict, as a promise."""
    have = line.position.means.hand.of("science")
    lead = survey.scientists_beside(square) + have - survey.scientists_beside(other)
    return 0.6 * (1 - outlook.odds.at_least("science", lead)) - 0.3


# Drastic orders -----------------------------------------------------------------------


def _swaps(
    outlook: Outlook, line: Line, survey: Survey, needs: Mapping[Kind, float]
) -> Iterator[Idea]:
    """Ships of kinds that cannot be earned, and those of too many alike."""
    if line.position.means.swapped:
        return
    earned, hand = reach(survey, outlook.seat), line.position.means.hand
    useless: list[Kind] = []
    for kind in KINDS:
        kept = _KEPT if kind == "science" or earned[kind] * needs[kind] > _DRASTIC else 0
        useless += [kind] * max(0, hand.of(kind) - kept)
    if useless:
        yield Idea(_DRASTIC * len(useless), Swap(ships=tuple(useless)))
    if hand.total > len(useless):
        yield Idea(_DRASTIC, Swap(ships=tuple(hand.each())))


def _weapons(outlook: Outlook, line: Line, survey: Survey) -> Iterator[Idea]:
    """Against rivals' leaders, and against systems by which regions could be joined."""
    if not line.position.means.weapons:
        return
    for area in survey.areas:
        for leader in area.leaders.values():
            if leader.seat != outlook.seat:
                value = _DRASTIC * (1 + area.counts[leader.kind] / 4 + (area.live > 1))
                yield Idea(value, Destroy(at=leader.square))
    for one, other in combinations(survey.led(), 2):
        for square in survey.grid.each(one.shore & other.shore & survey.joints):
            yield from _cuts(outlook, square, [one, other])


def _cuts(outlook: Outlook, square: Square, areas: list[Area]) -> Iterator[Idea]:
    danger = 0
    for own, other in (areas, areas[::-1]):
        for leader in own.leaders.values():
            theirs = other.leaders.get(leader.kind)
            if leader.seat != outlook.seat or theirs is None:
                continue
            if other.counts[leader.kind] >= own.counts[leader.kind]:
                danger += own.counts[leader.kind] + 1
    if danger:
        yield Idea(_DRASTIC * danger, Destroy(at=square))


def _best(group: Iterable[Idea], most: int) -> list[Idea]:
    return sorted(group, key=lambda idea: (-idea.promise, str(idea.order)))[:most]

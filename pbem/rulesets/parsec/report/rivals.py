"""Where the reader's leaders could be drawn into conflicts, and what others could take: how near
their regions lie, told in reports, and in answers to the orders that bring them nearer."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from pbem.engine.api import Seat
from pbem.engine.i18n import _
from pbem.engine.phrases import capitalised, side_by_side
from pbem.maps.bitboard import Squares
from pbem.maps.board import Square, square_name
from pbem.rulesets.parsec import naming
from pbem.rulesets.parsec.figures import FIGURES, KINDS, Counts, Leader
from pbem.rulesets.parsec.mechanics import Area, Space, Survey
from pbem.rulesets.parsec.mechanics.course import Trial
from pbem.rulesets.parsec.mechanics.execution import harvestable
from pbem.rulesets.parsec.view import View

_MOST_SQUARES = 4


class Rivalry(NamedTuple):
    """An own leader and its like in another region, with the systems of their kind in both."""

    own: Leader
    rival: Leader
    strength: int
    other: int

    def may_be_lost(self, view: View, hand: Counts) -> bool:
        """Whether as many ships as the other holds would beat what the own hand has for it."""
        ships = view.of(self.rival.seat).ships
        return self.strength + hand.of(self.own.kind) < self.other + ships


class Union(NamedTuple):
    """Two regions that could be joined, with all that would be fought over, and the free systems by
    which; ``settlements`` tells whether one of them is enough or it takes two, which is a turn."""

    rivalries: tuple[Rivalry, ...]
    squares: tuple[Square, ...]
    settlements: int

    @property
    def lead(self) -> int:
        """By how much the own side is ahead where it is so least."""
        return min(one.strength - one.other for one in self.rivalries)

    def may_be_lost(self, view: View, hand: Counts) -> bool:
        return any(one.may_be_lost(view, hand) for one in self.rivalries)


def unions(survey: Survey, seat: Seat) -> list[Union]:
    """Where one settlement, or the two of a turn, could set one's own leaders against others'
    (PA-11): those in which the other is ahead first, by how much."""
    ways = [(*pair, 1) for pair in survey.bridges()] + [(*pair, 2) for pair in survey.gaps()]
    found = (_union(survey, seat, *way) for way in ways)
    return sorted(
        (one for one in found if one.rivalries),
        key=lambda one: (one.lead, one.squares, str(one.rivalries)),
    )


def _union(
    survey: Survey, seat: Seat, one: Area, other: Area, between: Squares, settlements: int
) -> Union:
    rivalries = tuple(
        Rivalry(own, rival, here.counts[kind], there.counts[kind])
        for kind in KINDS
        for here, there in ((one, other), (other, one))
        if (own := here.leaders.get(kind)) and (rival := there.leaders.get(kind))
        if own.seat == seat != rival.seat
    )
    return Union(rivalries, tuple(sorted(survey.grid.each(between))), settlements)


def told_union(view: View, union: Union, hand: Counts) -> str:
    """ "at b5, b6: your government 7 to 8 against Björn's 7, your merchant 7 against Björn's 6"."""
    return _("at {squares}: {conflicts}").format(
        squares=naming.squares(union.squares, _MOST_SQUARES),
        conflicts=_conflicts(view, union, hand),
    )


def _conflicts(view: View, union: Union, hand: Counts) -> str:
    """All that would be fought over, with what both sides have on the board; the higher number is
    with the ships of the own hand."""
    told = _("your {kind} {strength} against {name}'s {other}")
    return ", ".join(
        told.format(
            kind=naming.kind(one.own.kind),
            strength=naming.up_to(one.strength, hand.of(one.own.kind)),
            name=view.name(one.rival.seat),
            other=one.other,
        )
        for one in union.rivalries
    )


# Others in one's own regions ------------------------------------------------------------


def guests(view: View, survey: Survey, seat: Seat) -> Iterator[str]:
    """Others' leaders in regions of the reader's, each a kind of which it earns nothing there
    (PA-7): "Björn's science leader on c8"."""
    led = (area for area in survey.led() if any(o.seat == seat for o in area.leaders.values()))
    for area in led:
        for leader in sorted(area.leaders.values(), key=lambda one: KINDS.index(one.kind)):
            if leader.seat != seat:
                yield naming.leader_at(view, leader)


# What others could harvest ---------------------------------------------------------------


class Reach(NamedTuple):
    """A player whose merchant leader takes an artifact at the end of its next turn: as things
    stand, or after one settlement on any of these ``squares``."""

    seat: Seat
    squares: tuple[Square, ...] = ()


def ending_harvests(space: Space, seats: Iterable[Seat]) -> Iterator[Reach]:
    """Who of these could end the game by the next artifact (PA-13, PA-14); none where more than one
    would have to go."""
    if len(space.artifacts) != FIGURES.few_artifacts + 1:
        return
    survey = Survey(space)
    for seat in seats:
        leader = space.leader(seat, "merchant")
        if leader is None:
            continue
        if harvestable(space, seat):
            yield Reach(seat)
            continue
        squares = tuple(_enough_by(survey, survey.area(leader.square)))
        if squares:
            yield Reach(seat, squares)


def _enough_by(survey: Survey, area: Area) -> Iterator[Square]:
    """Where one settlement would bring a region as many artifacts as a harvest takes; where it
    would set the merchant leader against another, nobody knows what comes of it."""
    others = [one for one in survey.areas if one is not area and "merchant" not in one.leaders]
    dormant = survey.grid.of(survey.space.artifacts) & ~survey.live
    for square in sorted(survey.grid.each(area.shore & survey.open)):
        bit = survey.grid.bit[square]
        joined = sum(one.live for one in others if one.shore & bit)
        if area.live + joined + bool(dormant & bit) >= FIGURES.artifacts_to_harvest:
            yield square


def told_reach(view: View, reach: Reach) -> str:
    """What may end the game in a player's next turn."""
    if not reach.squares:
        told = _("{leader} takes one at the end of its owner's turn, and the game ends")
    else:
        told = _("after one settlement at {squares} {leader} can take one, and the game ends")
    return told.format(
        leader=naming.leader_of(view, reach.seat, "merchant"),
        squares=naming.squares(reach.squares, _MOST_SQUARES),
    )


class Theft(NamedTuple):
    """What a rival's merchant leader can do in a turn in the region of the reader's leader ``at``:
    take an artifact as things stand, or after one settlement on any of the ``squares``. ``seat``
    has that leader there; without one any rival's could come first, which is another order."""

    at: Leader
    squares: tuple[Square, ...]
    seat: Seat | None


def thefts(survey: Survey, seat: Seat) -> Iterator[Theft]:
    """Where others could take artifacts in a turn of theirs (PA-13); not where the reader's own
    merchant leader stands, for no other can come there."""
    for area in survey.led():
        own = [one for one in area.leaders.values() if one.seat == seat]
        merchant = area.leaders.get("merchant")
        if not own or merchant in own or not (merchant or survey.foothold(area)):
            continue
        at = min(own, key=lambda one: KINDS.index(one.kind))
        enough = area.live >= FIGURES.artifacts_to_harvest
        squares = () if enough else tuple(_enough_by(survey, area))
        if enough or squares:
            yield Theft(at, squares, merchant.seat if merchant else None)


def told_thefts(view: View, found: Iterable[Theft]) -> Iterator[str]:
    """Sentences: of each leader that is there, and of all regions to which one could come."""
    coming: list[str] = []
    for theft in found:
        at = square_name(theft.at.square)
        squares = naming.squares(theft.squares, _MOST_SQUARES)
        if theft.seat is None:
            after = _("{at} (after a settlement at {squares})")
            coming.append(after.format(at=at, squares=squares) if squares else at)
            continue
        told = _("{leader} takes an artifact in the region of {at} at the end of its owner's turn.")
        if squares:
            told = _(
                "{leader} can take an artifact in the region of {at} after a settlement at "
                "{squares}."
            )
        leader = naming.leader_of(view, theft.seat, "merchant")
        yield capitalised(told.format(leader=leader, at=at, squares=squares))
    if coming:
        yield _(
            "In a single turn another's merchant leader could come and take an artifact in your "
            "regions of {regions}."
        ).format(regions=side_by_side(coming))


# What an order brings near ---------------------------------------------------------------


class Nearer(NamedTuple):
    """What an order makes possible to others: a note, and what could cost the author dearly."""

    notes: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()


Pair = tuple[Leader, Leader]


def _pairs(union: Union) -> set[Pair]:
    return {(one.own, one.rival) for one in union.rivalries}


def joined_anew(before: Space, after: Space, seat: Seat) -> Iterator[Union]:
    """What a single settlement can set against each other now and could not before, or not at these
    systems, which are the ones that are named."""
    known: dict[Pair, set[Square]] = defaultdict(set)
    for union in unions(Survey(before), seat):
        if union.settlements == 1:
            for pair in _pairs(union):
                known[pair].update(union.squares)
    for union in unions(Survey(after), seat):
        pairs = _pairs(union)
        squares = tuple(
            square for square in union.squares if any(square not in known[pair] for pair in pairs)
        )
        if union.settlements == 1 and squares:
            yield union._replace(squares=squares)


def dangers_opened(view: View, trial: Trial) -> Iterator[str]:
    """Where the reader could lose something by a single settlement that was none before, in a few
    words."""
    if trial.done is None or trial.done.prospects or view.seat is None:
        return
    hand = trial.done.position.hand
    told = _("then one settlement at {squares}, of anyone, brings {conflicts}")
    for union in joined_anew(trial.way.position.space, trial.done.position.space, view.seat):
        if union.may_be_lost(view, hand):
            yield told.format(
                squares=naming.squares(union.squares, _MOST_SQUARES),
                conflicts=_conflicts(view, union, hand),
            )


def brought_near(view: View, trial: Trial) -> Nearer:
    """Conflicts from which one settlement of anyone is now enough, and an end of the game that
    others have now in hand. The same danger is judged alike whoever proposes the order. Where the
    order itself opens a conflict nobody knows yet."""
    if trial.done is None or trial.done.prospects or view.seat is None:
        return Nearer()
    before, after = trial.way.position.space, trial.done.position.space
    hand = trial.done.position.hand
    told = _(
        "from now on one settlement at {squares}, of anyone, brings conflicts (others' ships come "
        "on top): {conflicts}"
    )
    notes: list[str] = []
    warnings: list[str] = []
    for union in joined_anew(before, after, view.seat):
        said = told.format(
            squares=naming.squares(union.squares, _MOST_SQUARES),
            conflicts=_conflicts(view, union, hand),
        )
        (warnings if union.may_be_lost(view, hand) else notes).append(said)
    rivals = [seat for seat in view.seats if seat != view.seat]
    could = {reach.seat for reach in ending_harvests(before, rivals)}
    ends = [one for one in ending_harvests(after, rivals) if one.seat not in could]
    return Nearer(tuple(notes), (*warnings, *(told_reach(view, one) for one in ends)))

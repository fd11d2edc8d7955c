"""Who fights whom, how strong each is, and what becomes of the loser (PA-10, PA-11)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from pbem.engine.api import Seat
from pbem.maps.board import Square
from pbem.rulesets.parsec.figures import (
    KINDS,
    Clash,
    Counts,
    Dispute,
    Kind,
    Leader,
    Stances,
    in_turn,
)
from pbem.rulesets.parsec.mechanics import Region, Space


class Strengths(NamedTuple):
    """Visible strengths, without the ships that are sent."""

    attacker: int
    defender: int


class Fought(NamedTuple):
    """A clash that was decided: the ``beaten`` leader, the ``vacated`` systems of its side, and
    the ``gain`` of the winner in resources of ``resource``. ``homeless`` leaders went home
    afterwards."""

    winner: Seat
    beaten: Leader
    vacated: tuple[Square, ...]
    resource: Kind
    gain: int
    homeless: tuple[Leader, ...]


def internal(space: Space, leader: Leader) -> Dispute | None:
    """The conflict that a leader just placed has opened, if any (PA-10)."""
    rivals = (one for one in space.leaders_in(space.region(leader.square)) if one != leader)
    rival = next((one for one in rivals if one.kind == leader.kind), None)
    if rival is None:
        return None
    clash = Clash(leader.kind, leader.seat, rival.seat)
    return Dispute("leader", leader.seat, leader.square, (clash,))


def external(
    space: Space,
    seat: Seat,
    square: Square,
    sides: Sequence[Region],
    first: Sequence[Kind],
    seats: Sequence[Seat],
) -> Dispute | None:
    """The conflicts that a settlement of `seat` on `square`, which joined two regions, has
    opened, if any; `first` come first, the smallest next (PA-11)."""
    region = space.region(square)
    contested = [
        kind
        for kind in KINDS
        if sum(leader.kind == kind for leader in space.leaders_in(region)) > 1
    ]
    named = [kind for kind in dict.fromkeys(first) if kind in contested]
    rest = [kind for kind in contested if kind not in named]
    rest.sort(key=lambda kind: (space.count(region, kind), KINDS.index(kind)))
    clashes = tuple(_clash(space, region, kind, seat, seats) for kind in (*named, *rest))
    if not clashes:
        return None
    return Dispute(
        "settlement",
        seat,
        square,
        clashes,
        tuple(tuple(sorted(side)) for side in sides),
        first=tuple(named) if len(clashes) > 1 else (),
    )


def _clash(space: Space, region: Region, kind: Kind, seat: Seat, seats: Sequence[Seat]) -> Clash:
    """The settling player attacks, or else the next in turn order who is involved.

    More than two are involved only in a preview, which looks past a conflict still to be fought.
    """
    involved = {leader.seat for leader in space.leaders_in(region) if leader.kind == kind}
    attacker, defender, *_others = (one for one in in_turn(seats, seat) if one in involved)
    return Clash(kind, attacker, defender)


def stands(space: Space, dispute: Dispute, clash: Clash) -> bool:
    """Whether both leaders are still in the region (PA-11)."""
    region = space.region(dispute.square)
    leaders = (space.leader(seat, clash.kind) for seat in (clash.attacker, clash.defender))
    return all(leader is not None and leader.square in region for leader in leaders)


def strengths(space: Space, dispute: Dispute, clash: Clash) -> Strengths:
    """What both sides have without ships, as the board stands.

    Raises LookupError where one of the leaders is no longer there.
    """
    return Strengths(
        _strength(space, dispute, clash, clash.attacker),
        _strength(space, dispute, clash, clash.defender),
    )


def _strength(space: Space, dispute: Dispute, clash: Clash, seat: Seat) -> int:
    if dispute.is_internal:
        return space.scientists_beside(_leader(space, seat, clash.kind).square)
    return space.count(side(space, dispute, _leader(space, seat, clash.kind)), clash.kind)


def _leader(space: Space, seat: Seat, kind: Kind) -> Leader:
    leader = space.leader(seat, kind)
    if leader is None:
        raise LookupError(f"seat {seat} has no {kind} leader on the board")
    return leader


def side(space: Space, dispute: Dispute, leader: Leader) -> Region:
    """A leader's side of a union: what is left of its region and still hangs together with the
    joining settlement, which itself belongs to neither (PA-11)."""
    before = next(region for region in dispute.sides if leader.square in region)
    return space.joined(dispute.square, before) - {dispute.square}


class Prospect(NamedTuple):
    """A clash as it looks to one player, who has ``held`` ships for it in hand: with the strengths
    that everyone can see, as it would be fought if it came first."""

    dispute: Dispute
    clash: Clash
    seen: Strengths
    seat: Seat
    held: int

    @property
    def ship(self) -> Kind:
        """The kind of ship that it is fought with."""
        return self.dispute.ships[self.clash.kind]

    @property
    def attacks(self) -> bool:
        return self.clash.attacker == self.seat

    @property
    def own(self) -> int:
        """The player's strength without ships."""
        return self.seen.attacker if self.attacks else self.seen.defender

    @property
    def other(self) -> int:
        """The other side's strength, with the ships that it has named already."""
        return self.seen.defender if self.attacks else self.seen.attacker + (self.clash.sent or 0)

    @property
    def enough(self) -> int:
        """The fewest ships that win, or win if no more are sent against them."""
        beyond = 1 if self.attacks else 0  # a tie is the defender's
        return max(0, self.other - self.own + beyond)

    @property
    def rival(self) -> Seat:
        return self.clash.defender if self.attacks else self.clash.attacker

    @property
    def is_first(self) -> bool:
        """Whether no conflict comes before it that could change its strengths (PA-11)."""
        return self.clash == self.dispute.clashes[0]

    def sends(self, stances: Stances) -> int:
        """How many ships these standing orders send: at most those held; without a number what is
        enough, or none where that is not there (PA-12)."""
        stance = stances.attack if self.attacks else stances.defend
        wish = stance.of(self.clash.kind)
        if wish is not None:
            return min(wish, self.held)
        return self.enough if self.enough <= self.held else 0

    def result(self, ships: int) -> Literal["win", "tie", "loss"]:
        """What so many ships come to if no more are sent on the other side; a tie is the
        defender's."""
        if self.own + ships == self.other:
            return "tie"
        return "win" if self.own + ships > self.other else "loss"


def prospects(
    space: Space, dispute: Dispute, clashes: Iterable[Clash], seat: Seat, hand: Counts
) -> tuple[Prospect, ...]:
    """Clashes of a dispute as they look to a player with that hand. Both leaders of each stand."""
    return tuple(
        Prospect(dispute, c, strengths(space, dispute, c), seat, hand.of(dispute.ships[c.kind]))
        for c in clashes
    )


def decide(space: Space, dispute: Dispute, clash: Clash, *, attacker_wins: bool) -> Fought:
    """What the outcome does to the board: the loser's leader goes home, and in an external
    conflict its kind's systems on the loser's side are vacated."""
    winner, loser = clash.attacker, clash.defender
    if not attacker_wins:
        winner, loser = loser, winner
    beaten = _leader(space, loser, clash.kind)
    if dispute.is_internal:
        space.lift(beaten)
        return Fought(winner, beaten, (), "science", 1, space.send_homeless_home())
    lost_side = side(space, dispute, beaten)
    vacated = tuple(sorted(s for s in lost_side if space.settled.get(s) == clash.kind))
    for square in vacated:
        del space.settled[square]
    space.lift(beaten)
    gain = len(vacated) + 1
    return Fought(winner, beaten, vacated, clash.kind, gain, space.send_homeless_home())

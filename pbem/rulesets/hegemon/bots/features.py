"""What a bot believes, and what it sees in the public results: who gave, who took, and what is to
be expected of whom."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from itertools import pairwise
from math import exp

import msgspec

from pbem.engine.api import Seat
from pbem.engine.planner import Search
from pbem.rulesets.hegemon.mechanics import Stake, Terms
from pbem.rulesets.hegemon.options import HIDDEN_CHANCE, HIDDEN_FROM
from pbem.rulesets.hegemon.view import View


class BotParams(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a bot believes of others, and how well it plays.

    ``search`` is how far it thinks. ``memory`` is what a turn counts of the one after it where it
    recalls who gave; ``tolerance`` is how much of what the best giver gives makes a partner, and
    ``patience`` how many turns' points less than the best one somebody may have given in all.
    ``gift`` is how much of what the best gives the bot thinks that others want to see. ``trust``
    is what it gives for being welcome for one more turn, of what cooperation brings in one, and
    ``horizon`` how many turns it counts so. ``suspicion`` is how likely it thinks others to take
    in a last turn, and ``fear`` how likely to strike at the first. ``focus`` is by how many turns'
    points a rival must lead another to count nearly three times as much.
    """

    search: Search
    memory: float
    tolerance: float
    patience: float
    gift: float
    trust: float
    horizon: float
    suspicion: float
    fear: float
    skims: bool
    focus: float


_BEFORE = 0.3
"""What it counts, in turns, what was thought before the game: that all give, evenly."""
_OFF = 0.005
"""Of a turn's points: who gained so much more or less gained as much."""
_MISSING = 0.3
"""Of a turn's points: so much more than all nobody in the group can have given."""
_ENOUGH = 0.6
"""Of its even part: an item that yields less is given less."""
_LEADING = 4.0
"""How much more likely the first is struck, for each turn's points that it leads by."""
_LITTLE = 0.02
"""Of a turn's points: who gives less to cooperation only draws on it."""


@dataclass(frozen=True)
class Outlook:
    """A view, thought about in turns' points: 1 is what everybody has to give in a turn."""

    view: View
    seat: Seat
    params: BotParams

    @cached_property
    def terms(self) -> Terms[float]:
        options = self.view.options
        return Terms(
            float(options.bonus_coop),
            float(options.malus_attack),
            float(options.competition_counts),
        )

    @cached_property
    def seats(self) -> tuple[Seat, ...]:
        return tuple(player.seat for player in self.view.players)

    @cached_property
    def rivals(self) -> tuple[Seat, ...]:
        return tuple(player.seat for player in self.view.others)

    @cached_property
    def items(self) -> int:
        return len(self.view.options.items)

    @cached_property
    def printed(self) -> Sequence[Mapping[Seat, Decimal]]:
        """Everybody's points as ranges see them (HG-5), by item."""
        now = self.view.now
        return [{seat: now.of(seat, index) for seat in self.seats} for index in range(self.items)]

    @cached_property
    def holdings(self) -> tuple[Mapping[Seat, float], ...]:
        """Everybody's points, by item."""
        whole = self.view.options.points_per_turn
        return tuple({s: float(p) / whole for s, p in row.items()} for row in self.printed)

    @cached_property
    def left(self) -> float:
        """Turns after this one, as far as can be told."""
        options, ahead = self.view.options, self.view.turn + 1
        if options.last_turn is not None:
            return float(options.last_turn - ahead)
        one, of = HIDDEN_CHANCE
        return max(0, HIDDEN_FROM - ahead) + (of - one) / one

    @cached_property
    def weights(self) -> Mapping[Seat, float]:
        """How much a rival's point counts: the more the nearer to the top; 1 in all."""
        whole = self.view.options.points_per_turn * self.params.focus
        scores = {seat: float(self.view.now.score(seat)) / whole for seat in self.rivals}
        best = max(scores.values())
        shares = {seat: exp(score - best) for seat, score in scores.items()}
        return {seat: share / sum(shares.values()) for seat, share in shares.items()}

    @cached_property
    def gifts(self) -> Mapping[Seat, Mapping[Seat, Sequence[float]]]:
        """What each gave to cooperation of its points, turn by turn, as each of the others must
        see it."""
        turns = range(self.view.turn)
        return {
            viewer: {
                seat: [self._gift(viewer, seat, turn) for turn in turns]
                for seat in self.seats
                if seat != viewer
            }
            for viewer in self.seats
        }

    @cached_property
    def regard(self) -> Mapping[Seat, Mapping[Seat, float]]:
        """What each is expected to give, as each of the others must see it."""
        return {
            viewer: {seat: self._recalled(given, 1.0) for seat, given in rows.items()}
            for viewer, rows in self.gifts.items()
        }

    @property
    def giving(self) -> Mapping[Seat, float]:
        """What each rival gives, as the own seat sees it."""
        return self.regard[self.seat]

    def circle_of(self, viewer: Seat) -> Set[Seat]:
        """Those who give about as much as the best giver, and have not got ahead of all others by
        giving a little less all the time, as `viewer` must see it."""
        regard = self.regard[viewer]
        least = self.params.tolerance * max(regard.values())
        most = {seat: sum(given) for seat, given in self.gifts[viewer].items()}
        owed = max(most.values()) - self.params.patience
        return frozenset(
            seat for seat, gift in regard.items() if gift >= least and most[seat] >= owed
        )

    @cached_property
    def profiles(self) -> Mapping[Seat, Sequence[float]]:
        """How each divides what it gains among the items."""
        even = 1 / self.items
        found = {}
        for seat in self.seats:
            by_item = [
                self._recalled([_part(turn[seat - 1], index, even) for turn in self._growth], even)
                for index in range(self.items)
            ]
            found[seat] = by_item
        return found

    @cached_property
    def yields(self) -> Sequence[float]:
        """How much of its even part an item yields to the seat and its partners; 1 at the most."""
        friends = (self.seat, *self.circle)
        return [
            min(
                1.0,
                sum(self.profiles[seat][index] for seat in friends)
                * self.items
                / (len(friends) * _ENOUGH),
            )
            for index in range(self.items)
        ]

    def _recalled(self, values: Sequence[float], before: float) -> float:
        """The average over the turns, the last one counting most, and what was thought before."""
        weight, found, total = 1.0, 0.0, 0.0
        for value in reversed(values):
            found, total, weight = (
                found + weight * value,
                total + weight,
                weight * self.params.memory,
            )
        weight *= _BEFORE
        return (found + weight * before) / (total + weight) if total else before

    @cached_property
    def _growth(self) -> Sequence[Sequence[Sequence[float]]]:
        """What each seat has gained in each item, turn by turn."""
        whole = self.view.options.points_per_turn
        return [
            [
                [float(b - a) / whole for a, b in zip(*rows, strict=True)]
                for rows in zip(before.points, after.points, strict=True)
            ]
            for before, after in pairwise(self.view.history)
        ]

    def _gift(self, viewer: Seat, seat: Seat, turn: int) -> float:
        """What it is taken to have given, held against what the viewer has gained and given."""
        even = [1 / self.items] * self.items
        rows = self._growth[turn]
        own = _unharmed(rows[viewer - 1], even)
        given = 0.0 if abs(own - self.terms.competition) <= _OFF else 1.0
        move = self.view.move
        if viewer == self.seat and turn == self.view.turn - 1 and move is not None:
            given = float(sum(policy.allocation * policy.coop for policy in move.policies)) / 100**2
            parts = [float(move.policy(i).allocation) / 100 for i in self.view.options.items]
            own = _unharmed(rows[viewer - 1], parts)
        return gift(_unharmed(rows[seat - 1], even), own, given, self.terms)

    @cached_property
    def best_giver(self) -> float:
        return max(self.giving[seat] for seat in self.rivals)

    @cached_property
    def circle(self) -> Set[Seat]:
        return self.circle_of(self.seat)

    @cached_property
    def expected(self) -> Mapping[Seat, Sequence[Stake[float]]]:
        """What each rival is expected to do in each item; the same in all of them."""
        faith = 1.0 if self.left > 0 else 1 - self.params.suspicion
        found = {}
        for seat in self.rivals:
            gift = max(_LITTLE, faith * self.giving[seat])
            welcome = self.circle_of(seat) if seat in self.circle else frozenset(self.seats)
            found[seat] = [
                Stake(part, part * gift, part * (1 - gift), welcome - self._shut_out(seat, index))
                for index, part in enumerate(self.profiles[seat])
            ]
        return found

    def _shut_out(self, seat: Seat, index: int) -> Set[Seat]:
        """Whom a rival is not expected to share an item with: itself, and the own seat where it
        did not although it was welcome."""
        return {seat, self.seat} if seat in self.view.kept_out(index) else {seat}

    @cached_property
    def sharing(self) -> Sequence[Set[Seat]]:
        """By item, the partners who are not known to keep the seat out."""
        return [self.circle - {*self.view.kept_out(index)} for index in range(self.items)]

    @cached_property
    def dangers(self) -> Sequence[float]:
        """How likely the seat is struck this turn in each item: where it has most to lose."""
        own = float(self.view.now.score(self.seat))
        most = max(float(self.view.now.score(seat)) for seat in self.rivals)
        lead = (own - most) / self.view.options.points_per_turn
        expected = self.params.fear if self.left > 0 else self.params.suspicion
        danger = expected / (1 + exp(-_LEADING * lead))
        losses = [min(1.0, held[self.seat]) + _LITTLE for held in self.holdings]
        return [danger * loss / sum(losses) for loss in losses]


def gift(gained: float, yardstick: float, given: float, terms: Terms[float]) -> float:
    """What somebody gave to cooperation, told from what they gained in a turn in which somebody
    else gained the `yardstick` and gave so much (HG-6, HG-9).

    Of two in a group who gained more gave less. Who gained so little that it cannot have been in
    the group gave what is missing, in vain.
    """
    cost = terms.competition - terms.bonus
    if cost <= 0:
        return 1.0
    if abs(gained - yardstick) <= _OFF:
        return given if yardstick > terms.competition + _OFF else 1.0
    if yardstick > terms.competition * (1 - given) + _OFF:
        found = given + (yardstick - gained) / cost
        if found > 1 + _MISSING:
            found = terms.competition - gained
    elif gained > terms.competition:
        found = (gained - terms.competition) / (1 - cost)
    else:
        found = terms.competition - gained
    return min(1.0, max(0.0, found))


def _unharmed(row: Sequence[float], parts: Sequence[float]) -> float:
    """What was gained in a turn, or would have been: who lost points in an item was struck there,
    and is taken to have gained there as much for its part as elsewhere."""
    left = [(one, part) for one, part in zip(row, parts, strict=True) if one >= 0]
    return sum(one for one, _part in left) / max(_LITTLE, sum(part for _one, part in left))


def _part(row: Sequence[float], index: int, even: float) -> float:
    gained = [max(0.0, one) for one in row]
    return gained[index] / sum(gained) if sum(gained) > 0 else even


def outlook(view: View, params: BotParams) -> Outlook:
    """Raises ValueError for spectators."""
    if view.seat is None:
        raise ValueError("a spectator's view has no move to decide on")
    return Outlook(view, view.seat, params)

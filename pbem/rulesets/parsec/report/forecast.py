"""What an order that can be carried out comes to: what it yields, which conflict it opens, and
what to think over; of each line of a turn in all ways that those before it may go."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from pbem.engine.i18n import _, ngettext
from pbem.engine.phrases import in_a_row, side_by_side
from pbem.maps.board import Square, square_name
from pbem.rulesets.parsec import naming
from pbem.rulesets.parsec.figures import FIGURES, Kind, Leader
from pbem.rulesets.parsec.mechanics.course import Step, Trial, Way, attempt, ways_after
from pbem.rulesets.parsec.mechanics.errors import FEWER_SHIPS, NO_SHIP
from pbem.rulesets.parsec.mechanics.execution import (
    Done,
    Placed,
    Ruined,
    Settled,
    earner_of,
    harvestable,
    position_of,
)
from pbem.rulesets.parsec.orders import Action, Pass, Settle, Stance, Stances, Swap
from pbem.rulesets.parsec.report.conflicts import Reserves, hopeless, in_all, opened
from pbem.rulesets.parsec.view import View

_LACKING = (NO_SHIP, FEWER_SHIPS)
"""Ships are not there, as the sending of some may have it."""


@dataclass(frozen=True)
class Noted:
    """What is said of an order: a note, and warnings of what is most likely not meant."""

    note: str = ""
    warnings: tuple[str, ...] = ()


def note_step(view: View, step: Step, trials: Sequence[Trial], stances: Stances) -> Noted:
    """A line of the turn, which was tried in all ways that the lines before it may go; `stances`
    are what the author sends unless it is asked."""
    found = [_tried(view, step, trial, stances) for trial in trials]
    ways = [trial.way for trial in trials]
    note, warnings = in_all(view, ways, [one.note for one in found]), _warnings(view, ways, found)
    if view.options.reactions == "ask" and any(_may_be_sent(way, step.order) for way in ways):
        note = side_by_side((note, _("only if you keep the ships for it")))
    refusals = {trial.refusal for trial in trials}
    if refusals == {None} or (None in refusals and step.place != "doubtful"):
        return Noted(note, warnings)
    if len(refusals) == 1 and note == found[0].note:
        note = _broken(step, trials[0], _("as things stand this breaks a rule: {reason}"))
    return Noted(warnings=(note, *warnings))


def in_reserve(noted: Noted, *, as_second: bool) -> Noted:
    """Of a line behind the turn's two orders; `as_second`: it comes to something else where it is
    the first of them that fails."""
    if not noted.note:
        return noted
    note = _("in reserve, should a line above fail; {note}")
    if as_second:
        note = _("in reserve, should a line above fail; in the place of the second: {note}")
    return replace(noted, note=note.format(note=noted.note))


def _tried(view: View, step: Step, trial: Trial, stances: Stances) -> Noted:
    if trial.done is not None:
        return _Teller(view, trial, trial.done, stances).tell(step.order)
    if trial.refusal is not None:
        return Noted(_broken(step, trial, _("this breaks a rule: {reason}")))
    return Noted(_("in reserve"))


def _broken(step: Step, trial: Trial, otherwise: str) -> str:
    """Why a line cannot be carried out in one way; `otherwise` is said of most rules."""
    assert trial.refusal is not None
    reason = trial.refusal.text
    if trial.refusal.message in _LACKING:
        if step.refusal is None or step.refusal.message not in _LACKING:
            return _("the ships that it needs are sent into the conflict before")
        if trial.way.position.means.swapped:
            return _("{reason}: this counts only if the swap brings one").format(reason=reason)
    return otherwise.format(reason=reason)


def _may_be_sent(way: Way, order: Action) -> bool:
    """Whether the author may have sent the ships of an order into the conflicts before."""
    match order:
        case Settle(kind=kind):
            return kind in way.own_ships
        case Swap(ships=ships):
            return not way.own_ships.isdisjoint(ships)
        case _:
            return False


def _warnings(view: View, ways: Sequence[Way], found: Sequence[Noted]) -> tuple[str, ...]:
    """Those of all ways as they are; what only some of them warn of, for these."""
    if len({one.warnings for one in found}) == 1:
        return found[0].warnings
    told = in_all(view, ways, [side_by_side(one.warnings) for one in found])
    return (told,) if told else ()


class _Teller:
    """Tells what one order comes to, in one way that the turn may go."""

    def __init__(self, view: View, trial: Trial, done: Done, stances: Stances) -> None:
        self._view = view
        self._trial = trial
        self._before = trial.way.position
        self._done = done
        self._after = done.position
        self._own = Reserves(view, self._before.seat, done.position.means.hand, stances)

    def tell(self, order: Action) -> Noted:
        deed = self._done.deed
        match deed:
            case Placed():
                return Noted(self._placed(deed), (*self._given_up(deed.origin), *self._hopeless()))
            case Leader():
                note = _("your {leader} goes home from {square}").format(
                    leader=naming.leader(deed.kind), square=square_name(deed.square)
                )
                return Noted(note, tuple(self._given_up(deed.square)))
            case Settled():
                assert isinstance(order, Settle)
                idle = self._idle_first(order)
                warnings = (*idle, *self._hopeless(), *self._short_pool())
                return Noted(side_by_side(self._settled(deed)), warnings)
            case Ruined():
                return Noted(side_by_side(self._ruined(deed)), tuple(self._losses(deed)))
            case Swap():
                return Noted(self._swapped(deed), tuple(self._short_pool()))
            case Pass():
                return Noted(_("one of your two orders is not used"))

    # Leaders --------------------------------------------------------------------------

    def _placed(self, deed: Placed) -> str:
        leader, to = naming.leader(deed.leader.kind), square_name(deed.leader.square)
        if deed.origin is None:
            told = _("your {leader} comes to {square}").format(leader=leader, square=to)
        else:
            told = _("your {leader} goes from {origin} to {square}").format(
                leader=leader, origin=square_name(deed.origin), square=to
            )
        if not self._done.prospects:
            return told
        conflict = opened(self._done.prospects, internal=True, own=self._own)
        return side_by_side((told, conflict))

    def _given_up(self, origin: Square | None) -> Iterator[str]:
        """Systems with which a leader that leaves is no longer in one region."""
        if origin is None:
            return
        leader = self._before.space.leaders[origin]
        now = self._after.space.leader(leader.seat, leader.kind)
        with_it = self._after.space.region(now.square) if now else frozenset()
        left = self._before.space.region(origin) - with_it - {origin}
        if left:
            yield ngettext(
                "your {leader} gives up its region: {number} system beside its own",
                "your {leader} gives up its region: {number} systems beside its own",
                len(left),
            ).format(leader=naming.leader(leader.kind), number=len(left))

    def _hopeless(self) -> Iterator[str]:
        internal = isinstance(self._done.deed, Placed)
        return hopeless(self._done.prospects, internal=internal, own=self._own)

    # Settlements ----------------------------------------------------------------------

    def _settled(self, deed: Settled) -> Iterator[str]:
        joined = len(self._before.space.regions_beside(deed.square))
        if deed.is_union:
            yield _("joins two regions with leaders: no resource")
            yield (
                opened(self._done.prospects, internal=False, own=self._own)
                if self._done.prospects
                else _("no conflict, for no two leaders in them are alike")
            )
        else:
            if joined > 1:
                yield _("joins two regions")
            yield self._gained(deed)
        if deed.square in self._after.space.artifacts:
            yield _("the artifact there counts again")

    def _gained(self, deed: Settled) -> str:
        """Who gets the resource, and by which leader (PA-7)."""
        leader = earner_of(self._after.space, deed.square, deed.kind)
        if leader is None and deed.kind == "government":
            return _("no resource: there is no government leader in its region")
        if leader is None:
            return _("no resource: there is no {kind} or government leader in its region").format(
                kind=naming.kind(deed.kind)
            )
        name = naming.leader(leader.kind)
        if leader.seat == self._before.seat:
            return _("{amount} for you (your {leader})").format(
                amount=naming.amount(deed.kind, 1), leader=name
            )
        return _goes_to(deed.kind).format(name=self._view.name(leader.seat), leader=name)

    def _idle_first(self, order: Settle) -> Iterator[str]:
        """FIRST names conflicts; there may be none of them."""
        fought = {prospect.clash.kind for prospect in self._done.prospects}
        idle = [naming.kind(kind) for kind in order.first if kind not in fought]
        if idle:
            yield _("FIRST: as things stand there is no conflict for {kinds}").format(
                kinds=in_a_row(idle)
            )

    # Weapons and swaps ----------------------------------------------------------------

    def _ruined(self, deed: Ruined) -> Iterator[str]:
        square = square_name(deed.square)
        if deed.settlement is None:
            yield _("{square} is destroyed").format(square=square)
        else:
            yield _("{square} is destroyed with the {ships} there").format(
                square=square, ships=naming.ship_name(deed.settlement, 2)
            )
        sent_home = (*([deed.leader] if deed.leader else []), *deed.homeless)
        for leader in sent_home:
            if leader.seat != self._before.seat:
                yield _("{name}'s {leader} goes home").format(
                    name=self._view.name(leader.seat), leader=naming.leader(leader.kind)
                )
        parts = len(self._after.space.regions_beside(deed.square))
        if parts > 1 and (deed.settlement or deed.leader):
            yield _("its region falls into {number} parts").format(number=parts)
        yield _("left: {weapons}").format(weapons=naming.count_weapons(self._after.means.weapons))

    def _losses(self, deed: Ruined) -> Iterator[str]:
        """What is hardly meant: own leaders sent home, an artifact lost, an empty target."""
        sent_home = (*([deed.leader] if deed.leader else []), *deed.homeless)
        for leader in sent_home:
            if leader.seat == self._before.seat:
                yield _("your own {leader} goes home").format(leader=naming.leader(leader.kind))
        if deed.artifact is not None:
            left = len(self._after.space.artifacts)
            yield _("the artifact there is lost; {left} are left, and {few} end the game").format(
                left=left, few=FIGURES.few_artifacts
            )
        if not (deed.settlement or deed.leader or deed.artifact):
            yield _("there is nothing on {square}").format(square=square_name(deed.square))

    def _swapped(self, order: Swap) -> str:
        number = len(order.ships)
        told = ngettext(
            "{ships} leaves the game, another is drawn",
            "{ships} leave the game, as many are drawn",
            number,
        )
        if number > self._view.pool:
            told = ngettext(
                "{ships} leaves the game, and what the pool has left is drawn",
                "{ships} leave the game, and what the pool has left is drawn",
                number,
            )
        return told.format(ships=naming.ships_of(order.ships))

    def _short_pool(self) -> Iterator[str]:
        """PA-14: a ship that cannot be drawn ends the game. All that a turn uses is drawn anew,
        by a swap at once and for the rest at its end (PA-9); told of the order that is too much.

        Ships that others send into conflicts, and draw at the pace of rounds, come on top.
        """
        kept = max(way.position.means.hand.total for way in self._trial.after)
        drawn, pool = FIGURES.hand - kept, self._view.pool
        if not FIGURES.hand - self._before.means.hand.total <= pool < drawn:
            return
        told = _("the pool has {left}, and this turn draws {drawn}: the game ends with it")
        if self._view.options.pace == "round":
            told = _(
                "as things stand the pool has {left}, and you draw {drawn}: the game ends with "
                "this round"
            )
        yield told.format(left=naming.count_ships(pool), drawn=drawn)


def note_harvest(view: View, ways: Sequence[Way], square: Square, *, counts: bool) -> Noted:
    """PA-13, at the end of the turn in all ways that it may go; only the last wish `counts`."""
    if not counts:
        return Noted(warnings=(_("a later line names another artifact, which counts"),))
    found = [harvestable(way.position.space, way.position.seat) for way in ways]
    told = in_all(view, ways, [_taken(one, square) for one in found])
    if told == _taken(found[0], square):
        told = _("as things stand {told}").format(told=told)
    return Noted(told) if any(square in one for one in found) else Noted(warnings=(told,))


def _taken(found: Sequence[Square], square: Square) -> str:
    """Which artifact is taken of those found, if any, where this one is wished for."""
    if square in found:
        return _("your merchant leader takes it at the end of your turn")
    if found:
        return _("your merchant leader takes {square} instead").format(square=square_name(found[0]))
    return _(
        "nothing is harvested: your merchant leader needs a region with {number} artifacts"
    ).format(number=FIGURES.artifacts_to_harvest)


def _goes_to(kind: Kind) -> str:
    match kind:
        case "government":
            return _("the people go to {name}'s {leader}")
        case "science":
            return _("the technology goes to {name}'s {leader}")
        case "merchant":
            return _("the money goes to {name}'s {leader}")
        case "mining":
            return _("the raw materials go to {name}'s {leader}")


class Turn:
    """Tells of the lines of one turn in their order."""

    def __init__(self, view: View, lines: Sequence[Action], stances: Stances) -> None:
        """`stances` are what the author sends unless it is asked."""
        self._view = view
        self._lines = lines
        self._stances = stances
        self._known: dict[tuple[Action, ...], tuple[Way, ...]] = {(): (Way(position_of(view)),)}
        asked = view.options.reactions == "ask"
        self._attack = Stance(0) if asked else stances.attack
        """Nobody knows what the author will answer: that is said where it matters."""
        self._steps: list[Step] = []

    @property
    def ends(self) -> tuple[Way, ...]:
        """All ways that the whole turn may go."""
        return self._after(tuple(self._lines))

    def tell(self, step: Step) -> Noted:
        """What is said of the next line."""
        before, self._steps = self._steps, [*self._steps, step]
        ways = self._ways(before)
        if any(way.carried_out < FIGURES.orders for way in ways):
            return self._noted(step, ways)
        return self._reserve(step, before)

    def _reserve(self, step: Step, before: Sequence[Step]) -> Noted:
        """It would stand in the place of a line that fails: of the second, or of the first."""
        first, second = (one for one in before if one.place == "turn")
        told, other = (self._noted(step, self._ways([kept])) for kept in (first, second))
        return in_reserve(told, as_second=told != other)

    def _ways(self, steps: Sequence[Step]) -> tuple[Way, ...]:
        return self._after(tuple(step.order for step in steps))

    def _after(self, lines: tuple[Action, ...]) -> tuple[Way, ...]:
        """Each row of lines is gone through once: with many conflicts there are many ways."""
        if lines not in self._known:
            self._known[lines] = ways_after(self._after(lines[:-1]), lines[-1:], self._attack)
        return self._known[lines]

    def _noted(self, step: Step, ways: Sequence[Way]) -> Noted:
        trials = [attempt(way, step.order, self._attack) for way in ways]
        return note_step(self._view, step, trials, self._stances)

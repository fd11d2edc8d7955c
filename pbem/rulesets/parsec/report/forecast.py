"""What an order that can be carried out comes to: what it yields, which conflict it opens, and
what to think over; of each line of a turn in all ways that those before it may go."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.engine.api import Seat
from pbem.engine.i18n import _, ngettext
from pbem.engine.language import Noted
from pbem.engine.phrases import in_a_row, side_by_side
from pbem.maps.board import Square, square_name
from pbem.rulesets.parsec import naming
from pbem.rulesets.parsec.figures import FIGURES, Kind, Leader, Stance, Stances
from pbem.rulesets.parsec.language.foretelling import artifact_lost
from pbem.rulesets.parsec.mechanics import Survey
from pbem.rulesets.parsec.mechanics.course import Trial, TurnLine, Way, attempt, ways_after
from pbem.rulesets.parsec.mechanics.errors import FEWER_SHIPS, NO_SHIP
from pbem.rulesets.parsec.mechanics.execution import Done, Position, harvestable, position_of
from pbem.rulesets.parsec.orders import Action, Settle, Swap
from pbem.rulesets.parsec.report.conflicts import hopeless, in_all, opened
from pbem.rulesets.parsec.report.rivals import brought_near
from pbem.rulesets.parsec.view import (
    LeaderPlaced,
    LeaderRecalled,
    ShipsSwapped,
    SystemDestroyed,
    SystemSettled,
    View,
)

_LACKING = (NO_SHIP, FEWER_SHIPS)
"""Ships are not there, as the sending of some may have it."""


class Forecast:
    """Tells of the lines of one turn in their order. `stances` are what the author sends unless it
    is asked."""

    def __init__(self, view: View, lines: Sequence[Action], stances: Stances) -> None:
        self._view, self._lines, self._stances = view, lines, stances
        self._known: dict[tuple[Action, ...], tuple[Way, ...]] = {(): (Way(position_of(view)),)}
        asked = view.options.reactions == "ask"
        self._attack = Stance(0) if asked else stances.attack
        """Nobody knows what the author will answer: that is said where it matters."""
        self._steps: list[TurnLine] = []

    def tell(self, step: TurnLine) -> Noted:
        """What is said of the next line."""
        before, self._steps = self._steps, [*self._steps, step]
        ways = self._gone(tuple(one.order for one in before))
        if any(way.carried_out < FIGURES.orders for way in ways):
            return self._noted(step, ways)
        # It would stand in the place of a line that fails: of the second, or of the first.
        first, second = (one for one in before if one.place == "turn")
        told, other = (self._noted(step, self._gone((kept.order,))) for kept in (first, second))
        if not told.note:
            return told
        note = _("in reserve, should a line above fail; {note}")
        if told != other:
            note = _("in reserve, should a line above fail; in the place of the second: {note}")
        return told._replace(note=note.format(note=told.note))

    def tell_harvest(self, square: Square) -> Noted:
        """PA-13, at the end of the turn in all ways that it may go."""
        ways = self._gone(tuple(self._lines))
        found = [harvestable(way.position.space, way.position.seat) for way in ways]
        told = in_all(self._view, ways, [_taken(one, square) for one in found])
        if told == _taken(found[0], square):
            told = _("as things stand {told}").format(told=told)
        return Noted(told) if any(square in one for one in found) else Noted(warnings=(told,))

    def _gone(self, lines: tuple[Action, ...]) -> tuple[Way, ...]:
        """Each row of lines is gone through once: with many conflicts there are many ways."""
        if lines not in self._known:
            self._known[lines] = ways_after(self._gone(lines[:-1]), lines[-1:], self._attack)
        return self._known[lines]

    def _noted(self, step: TurnLine, ways: Sequence[Way]) -> Noted:
        """A line tried in all ways that the lines before it may go."""
        view = self._view
        trials = [attempt(way, step.order, self._attack) for way in ways]
        found = [_tried(view, step, trial, self._stances) for trial in trials]
        note, warnings = in_all(view, ways, [one.note for one in found]), found[0].warnings
        if len({one.warnings for one in found}) > 1:
            warned = [side_by_side(one.warnings) for one in found]
            if set(found) == {found[0], found[-1]} and found[0].note != found[-1].note:
                # Each of the two ends is told once: with its warnings, or else in the note.
                both = [side_by_side((one.note, *one.warnings)) for one in found]
                warned = [
                    told if one.warnings else "" for told, one in zip(both, found, strict=True)
                ]
                note = in_all(view, ways, ["" if one.warnings else one.note for one in found])
            warnings = (in_all(view, ways, warned),)
        used: Sequence[Kind] = step.order.ships if isinstance(step.order, Swap) else ()
        if isinstance(step.order, Settle):
            used = (step.order.kind,)
        may_be_sent = any(not way.own_ships.isdisjoint(used) for way in ways)
        if view.options.reactions == "ask" and may_be_sent:
            note = side_by_side((note, _("only if you keep the ships for it")))
        refusals = {trial.refusal for trial in trials}
        if refusals == {None} or (None in refusals and step.place != "doubtful"):
            return Noted(note, warnings)
        if len(refusals) == 1 and note == found[0].note:
            note = _broken(step, trials[0], _("as things stand this breaks a rule: {reason}"))
        return Noted(warnings=tuple(filter(None, (note, *warnings))))


def _taken(found: Sequence[Square], square: Square) -> str:
    """Which artifact is taken of those found, if any, where this one is wished for."""
    if square in found:
        return _("your merchant leader takes it at the end of your turn")
    if found:
        return _("your merchant leader takes {square} instead").format(square=square_name(found[0]))
    return _(
        "nothing is harvested: your merchant leader needs a region with {number} artifacts"
    ).format(number=FIGURES.artifacts_to_harvest)


def _tried(view: View, step: TurnLine, trial: Trial, stances: Stances) -> Noted:
    if trial.done is not None:
        told, near = (
            _comes_to(view, step.order, trial, trial.done, stances),
            brought_near(view, trial),
        )
        warnings = (*told.warnings, *_last_artifact(trial), *near.warnings)
        return Noted(side_by_side((told.note, *near.notes)), warnings)
    if trial.refusal is not None:
        return Noted(_broken(step, trial, _("this breaks a rule: {reason}")))
    return Noted(_("in reserve"))


def _broken(step: TurnLine, trial: Trial, otherwise: str) -> str:
    """Why a line cannot be carried out in one way; `otherwise` is said of most rules."""
    assert trial.refusal is not None
    reason = trial.refusal.text
    if trial.refusal.message in _LACKING:
        if step.refusal is None or step.refusal.message not in _LACKING:
            return _("the ships that it needs are sent into the conflict before")
        if trial.way.position.swapped:
            return _("{reason}: this counts only if the swap brings one").format(reason=reason)
    return otherwise.format(reason=reason)


# What one order comes to --------------------------------------------------------------


def _comes_to(view: View, order: Action, trial: Trial, done: Done, stances: Stances) -> Noted:
    """In one way that the turn may go."""
    before, after, found = trial.way.position, done.position, done.prospects
    conflict = opened(view, found, stances) if found else ""
    match done.entry:
        case LeaderPlaced(kind=kind, square=square, origin=origin):
            told = _("your {leader} comes to {square}")
            if origin is not None:
                told = _("your {leader} goes from {origin} to {square}")
            note = told.format(
                leader=naming.leader(kind),
                origin=origin and square_name(origin),
                square=square_name(square),
            )
            warnings = (*_given_up(before, after, origin), *hopeless(found))
            return Noted(side_by_side((note, conflict)), warnings)
        case LeaderRecalled(kind=kind, square=square):
            note = _("your {leader} goes home from {square}").format(
                leader=naming.leader(kind), square=square_name(square)
            )
            return Noted(note, tuple(_given_up(before, after, square)))
        case SystemSettled() as entry:
            assert isinstance(order, Settle)
            warnings = (
                *_given_away(view, entry, done.earner),
                *_idle_first(order, done),
                *hopeless(found),
                *_short_pool(view, trial),
            )
            told = side_by_side(_settled(view, trial, entry, done.earner, conflict))
            return Noted(told, warnings)
        case SystemDestroyed() as entry:
            sent_home = homeless(done, entry)
            return Noted(
                side_by_side(_destroyed(view, entry, sent_home, after, before)),
                tuple(_losses(view, entry, sent_home, after, before)),
            )
        case ShipsSwapped():
            assert isinstance(order, Swap)
            return Noted(_swapped(view, order.ships), tuple(_short_pool(view, trial)))
        case _:
            return Noted(_("one of your two orders is not used"))


def _given_up(before: Position, after: Position, origin: Square | None) -> Iterator[str]:
    """Of a leader that leaves."""
    left = left_behind(before, after, origin)
    if origin is not None and left:
        yield ngettext(
            "your {leader} gives up its region: {number} system beside its own",
            "your {leader} gives up its region: {number} systems beside its own",
            left,
        ).format(leader=naming.leader(before.space.leaders[origin].kind), number=left)


def left_behind(before: Position, after: Position, origin: Square | None) -> int:
    """With how many systems a leader that leaves is no longer in one region."""
    if origin is None:
        return 0
    leader = before.space.leaders[origin]
    now = after.space.leader(leader.seat, leader.kind)
    with_it = after.space.region(now.square) if now else frozenset()
    return len(before.space.region(origin) - with_it - {origin})


def _settled(
    view: View, trial: Trial, entry: SystemSettled, earner: Leader | None, conflict: str
) -> Iterator[str]:
    space, square = trial.way.position.space, entry.square
    if entry.is_union:
        yield _("joins two regions with leaders: no resource")
        yield conflict or _("no conflict, for no two leaders in them are alike")
    else:
        if len(space.regions_beside(square)) > 1:
            yield _("joins two regions")
        yield _gained(view, entry.kind, earner)
    if square in space.artifacts:
        yield _("the artifact there counts again")


def _gained(view: View, kind: Kind, leader: Leader | None) -> str:
    """Who gets the resource, and by which leader (PA-7)."""
    if leader is None and kind == "government":
        return _("no resource: there is no government leader in its region")
    if leader is None:
        return _("no resource: there is no {kind} or government leader in its region").format(
            kind=naming.kind(kind)
        )
    told = {
        "government": _("the people go to {name}'s {leader}"),
        "science": _("the technology goes to {name}'s {leader}"),
        "merchant": _("the money goes to {name}'s {leader}"),
        "mining": _("the raw materials go to {name}'s {leader}"),
    }[kind]
    if leader.seat == view.seat:
        told = _("{amount} for you (your {leader})")
    return told.format(
        amount=naming.amount(kind, 1),
        name=view.name(leader.seat),
        leader=naming.leader(leader.kind),
    )


def _given_away(view: View, entry: SystemSettled, earner: Leader | None) -> Iterator[str]:
    """PA-7: a resource that a settlement brings to another, and why."""
    if entry.is_union or earner is None or earner.seat == view.seat:
        return
    told = _(
        "that is nothing for you: what settles in a region brings its resource to whoever has the "
        "leader of its kind there"
    )
    if earner.kind != entry.kind:
        told = _(
            "that is nothing for you: in a region without a leader of its kind the government "
            "leader gets what a ship brings, and that is not yours"
        )
    yield told


def _idle_first(order: Settle, done: Done) -> Iterator[str]:
    """FIRST names conflicts; there may be none of them."""
    fought = {prospect.clash.kind for prospect in done.prospects}
    idle = [naming.kind(kind) for kind in order.first if kind not in fought]
    if idle:
        yield _("FIRST: as things stand there is no conflict for {kinds}").format(
            kinds=in_a_row(idle)
        )


SentHome = Sequence[tuple[Seat, Kind]]


def homeless(done: Done, entry: SystemDestroyed) -> SentHome:
    """The leaders that go home as a system is destroyed (PA-6, PA-8)."""
    return (*filter(None, [entry.leader]), *((one.seat, one.kind) for one in done.homeless))


def _destroyed(
    view: View, entry: SystemDestroyed, sent_home: SentHome, after: Position, before: Position
) -> Iterator[str]:
    square = square_name(entry.square)
    told = _("{square} is destroyed")
    if entry.settlement is not None:
        told = _("{square} is destroyed with the {ships} there")
    ships = entry.settlement and naming.ship(entry.settlement, 2)
    yield told.format(square=square, ships=ships)
    yield from aftermath(view, entry, sent_home, after, before)
    yield _("left: {weapons}").format(weapons=naming.count_weapons(after.weapons))


def aftermath(
    view: View, entry: SystemDestroyed, sent_home: SentHome, after: Position, before: Position
) -> Iterator[str]:
    """What a destroyed system means to others and to its region (PA-8)."""
    for seat, kind in sent_home:
        if seat != view.seat:
            told = _("{name}'s {leader} goes home")
            yield told.format(name=view.name(seat), leader=naming.leader(kind))
    parts = len(after.space.regions_beside(entry.square))
    if parts > 1 and (entry.settlement or entry.leader):
        yield _("its region falls into {number} parts").format(number=parts)
    if _is_joint(before, entry):
        yield _("nobody can join regions there any more")


def _is_joint(before: Position, entry: SystemDestroyed) -> bool:
    """Whether a settlement there would have joined regions with leaders."""
    survey = Survey(before.space)
    return any(survey.grid.bit[entry.square] & between for _a, _b, between in survey.bridges())


def _losses(
    view: View, entry: SystemDestroyed, sent_home: SentHome, after: Position, before: Position
) -> Iterator[str]:
    """What is hardly meant: own leaders sent home, an artifact lost, an empty target."""
    for seat, kind in sent_home:
        if seat == view.seat:
            yield _("your own {leader} goes home").format(leader=naming.leader(kind))
    if entry.artifact:
        yield artifact_lost(view, len(after.space.artifacts))
    is_empty = not (entry.settlement or entry.leader or entry.artifact)
    if is_empty and not _is_joint(before, entry):
        yield _("there is nothing on {square}").format(square=square_name(entry.square))


def _swapped(view: View, ships: Sequence[Kind]) -> str:
    number = len(ships)
    told = ngettext(
        "{ships} leaves the game, another is drawn",
        "{ships} leave the game, as many are drawn",
        number,
    )
    if number > view.pool:
        told = ngettext(
            "{ships} leaves the game, and what the pool has left is drawn",
            "{ships} leave the game, and what the pool has left is drawn",
            number,
        )
    return told.format(ships=naming.ships_of(ships))


def _last_artifact(trial: Trial) -> Iterator[str]:
    """PA-13, PA-14: what a merchant leader takes by itself may end the game; told of the order that
    brings it about."""
    ends = [_ends_by_harvest(way) for way in trial.after]
    if not any(ends) or _ends_by_harvest(trial.way):
        return
    told = _("your merchant leader may take an artifact with that: the game ends with {few} left")
    if all(ends):
        told = _("your merchant leader takes an artifact with that: the game ends with {few} left")
    yield told.format(few=FIGURES.few_artifacts)


def _ends_by_harvest(way: Way) -> bool:
    space = way.position.space
    is_last = len(space.artifacts) == FIGURES.few_artifacts + 1
    return is_last and bool(harvestable(space, way.position.seat))


def _short_pool(view: View, trial: Trial) -> Iterator[str]:
    """PA-14: a ship that cannot be drawn ends the game. All that a turn uses is drawn anew,
    by a swap at once and for the rest at its end (PA-9); told of the order that is too much.

    Ships that others send into conflicts, and draw at the pace of rounds, come on top.
    """
    kept = max(way.position.hand.total for way in trial.after)
    drawn, pool = FIGURES.hand - kept, view.pool
    if FIGURES.hand - trial.way.position.hand.total <= pool < drawn:
        told = _("the pool has {left}, and this turn draws {drawn}: the game ends with it")
        if view.options.pace == "round":
            told = _(
                "as things stand the pool has {left}, and you draw {drawn}: the game ends with "
                "this round"
            )
        yield told.format(left=naming.count_ships(pool), drawn=drawn)

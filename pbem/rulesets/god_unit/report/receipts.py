"""How a mail's lines become a player's orders (GU-7, GU-8), and what is answered: what an order
comes to as the board stands, and what to think over.

What cannot be read, or can never be carried out in the open turn, is left out, and the rest counts.
What only waits for others to move is taken.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.engine.api import Ask, Line, Parsed, Verdict
from pbem.engine.blocks import grouped
from pbem.engine.i18n import _, ngettext
from pbem.engine.language import (
    ALL,
    Noted,
    Refusal,
    Refused,
    Row,
    nothing_ordered,
    nothing_taken,
    taken,
)
from pbem.engine.phrases import count_turns, in_a_row, side_by_side
from pbem.maps.board import Square, distance, square_name
from pbem.maps.paths import length
from pbem.rulesets.god_unit import naming
from pbem.rulesets.god_unit.figures import Unit, factory_letter, unit_name
from pbem.rulesets.god_unit.language import take, written
from pbem.rulesets.god_unit.mechanics import errors
from pbem.rulesets.god_unit.mechanics.execution import without
from pbem.rulesets.god_unit.mechanics.forecast import Rivalry, chance_to_hit
from pbem.rulesets.god_unit.mechanics.plans import (
    Fire,
    Plan,
    Unfold,
    Walk,
    out_of_range,
    plan,
    refusal,
)
from pbem.rulesets.god_unit.mechanics.position import Position, Situation, switched
from pbem.rulesets.god_unit.orders import (
    IDLE,
    Act,
    AnyChoice,
    AnyOrder,
    AttackAt,
    AttackPiece,
    Deploy,
    Move,
    MoveTowards,
    Orders,
    Pass,
    PassUntil,
    Place,
    Produce,
)
from pbem.rulesets.god_unit.report import battles, is_advised, pass_told, passes_on, production
from pbem.rulesets.god_unit.view import View

_MOST_NOTED = 6
"""Of so many orders in one line each has its note."""
_MOST_SQUARES = 3
"""Odds are told for so many squares of a line."""


def read_orders(
    view: View, ask: Ask, lines: Sequence[Line], held: Orders | None = None
) -> Parsed[Orders]:
    """GU-8: the orders that can be read and may be carried out, and a verdict for every line.

    None where there is none: what was sent before for this turn then stays.
    """
    if view.seat is None or not view.is_playing:
        # Spectators, the eliminated and games that are over order nothing (GU-13).
        return nothing_ordered(lines, _("you have nothing in this game that could be given orders"))
    position = Position(view, view.seat)
    rows = taken(take, lines, Situation(view, position))
    found = tuple(order for row in rows for order in _orders(row))
    if not found:
        return nothing_taken(rows)
    orders = IDLE if all(isinstance(order, Pass) for order in found) else Orders(found)
    notes = Notes(position, orders)
    verdicts = tuple(row.refused or _verdict(row, orders, notes) for row in rows)
    undone = tuple(notes.undone())
    passing = passes_on(view) if orders.asked_again is None else ()
    remark = " ".join((*passing, *undone))
    return Parsed(orders, verdicts, remark=remark, undone=bool(undone) and orders != IDLE)


def _orders(row: Row[Situation]) -> tuple[AnyOrder, ...]:
    return tuple(order for step in row.steps for order in step.done.orders)


# Verdicts -----------------------------------------------------------------------------


def _verdict(row: Row[Situation], orders: Orders, notes: Notes) -> Verdict:
    """What is to be said of a line that is taken."""
    several = len(_orders(row)) > 1
    noted = [notes.tell(order, several=several) for order in _orders(row)]
    if orders == IDLE:
        noted = [Noted(_("you pass: nothing is ordered this turn"))]
    told = [_note(row, noted)]
    is_standing = "@" in row.line.source[: row.line.offset]
    if is_standing and any(isinstance(order, Produce) for order in _orders(row)):
        told.append(_("@ orders this anew every turn; REPEAT at the end goes on by itself"))
    left_out = [_left_out(*one) for step in row.steps for one in step.done.left_out]
    warnings = (*left_out, *(one for found in noted for one in found.warnings))
    return row.accepted(told, warnings, _lasting(row))


def _lasting(row: Row[Situation]) -> str | None:
    """The line without units that are no more; None where it names none."""
    if not any(step.done.gone for step in row.steps):
        return None
    return ", ".join(
        written(without(step.order, step.done.gone) if step.done.gone else step.order)
        for step in row.steps
    )


def _left_out(choice: AnyChoice | None, why: Refusal) -> str:
    if choice is None:
        return _("{reason}, and is skipped").format(reason=why.text)
    return _("{choice} is left out: {reason}").format(choice=written(choice), reason=why.text)


def _note(row: Row[Situation], noted: Sequence[Noted]) -> str:
    """The note of a line's only order, or of each of its orders with its unit or factory."""
    orders = _orders(row)
    if len(noted) == 1:
        told = noted[0].note
        return side_by_side((written(orders[0]), told)) if _is_guessed(row) else told
    if len(noted) > _MOST_NOTED:
        units = ", ".join(str(order.unit) for order in orders if isinstance(order, Act))
        counted = ngettext("{n} order: unit {units}", "{n} orders: units {units}", len(orders))
        return counted.format(n=len(orders), units=units)
    labelled = _("{order}: {meaning}")
    alike_ones = grouped(zip(_labels(orders), orders, noted, strict=True), lambda one: one[2].note)
    return side_by_side(
        labelled.format(order=_label(alike), meaning=note) if note else _label(alike)
        for note, alike in alike_ones.items()
    )


def _label(alike: Sequence[tuple[str, AnyOrder, Noted]]) -> str:
    """What to call orders of which the same is to be said."""
    units = [str(order.unit) for _label, order, _noted in alike if isinstance(order, Act)]
    if 1 < len(units) == len(alike) and len({label.split()[0] for label, *_rest in alike}) == 1:
        return _("units {numbers}").format(numbers=", ".join(units))
    return in_a_row([label for label, *_rest in alike])


def _is_guessed(row: Row[Situation]) -> bool:
    """Whether a line leaves out what its only order says."""
    said, order = row.steps[0].said, _orders(row)[0]
    if said is None or isinstance(order, Pass | PassUntil):
        return False
    if isinstance(order, Produce):
        return not {"factory", "design"} <= {*said.values} and said.verb != "stop"
    return isinstance(order, Act) and (not said.verb or ALL in said["units"])


def _labels(orders: Sequence[AnyOrder]) -> tuple[str, ...]:
    """What to call a line's orders: by the unit or factory alone where all say the same."""
    acts = [order for order in orders if isinstance(order, Act)]
    works = [order for order in orders if isinstance(order, Produce)]
    if len(acts) == len(orders) and len({(act.choice, act.others) for act in acts}) == 1:
        return tuple(_("unit {number}").format(number=act.unit) for act in acts)
    if len(works) == len(orders) and len({(work.product, work.repeat) for work in works}) == 1:
        return tuple(_("factory {letter}").format(letter=work.factory) for work in works)
    return tuple(map(written, orders))


# What an order comes to ---------------------------------------------------------------


class Notes:
    """Goes through all the orders of a mail, in the order written."""

    def __init__(self, position: Position, orders: Orders) -> None:
        self._position = position
        self._view, self._seat, self._field = position.view, position.seat, position.field
        self._orders = orders
        self._rivalry = Rivalry(self._field, self._seat)
        self._shops = {letter: (one.site, one.work) for letter, one in position.shops.items()}
        self._told: set[str] = set()
        self._busy: set[int] = set()
        self._placed: dict[Square, None] = {}

    def tell(self, order: AnyOrder, *, several: bool = False) -> Noted:
        """The next order's, which may be one of `several` of its line."""
        match order:
            case Place():
                return self._place(order)
            case Produce():
                return self._produce(order)
            case Act():
                return self._act(order, several=several)
            case Pass():
                return Noted(_("you pass once: the others' next lines come first"))
            case PassUntil():
                return Noted(*pass_told(self._position, order))

    def undone(self) -> Iterator[str]:
        """What all the lines leave undone."""
        is_placed = any(isinstance(order, Place) for order in self._orders.orders)
        if self._view.is_placing and not is_placed:
            yield _("No squares are named: a die places your factories.")
        idle = [letter for letter, (_site, work) in self._shops.items() if work is None]
        if idle:
            yield ngettext(
                "Factory {letters} has nothing to do: PRODUCE gives it work.",
                "Factories {letters} have nothing to do: PRODUCE gives them work.",
                len(idle),
            ).format(letters=in_a_row(idle))

    def _place(self, order: Place) -> Noted:
        """GU-7."""
        before, wanted = len(self._placed), self._view.options.factories
        self._placed |= dict.fromkeys(order.squares)
        named, factories = len(self._placed), naming.count_factories(wanted)
        warnings = []
        if named - before < len(order.squares):
            warnings.append(_("some of these squares are in a line above; once is enough"))
        last = order == [one for one in self._orders.orders if isinstance(one, Place)][-1]
        if last and named < wanted:
            told = _("{named} of {wanted} are named; a die places the rest")
            warnings.append(told.format(named=named, wanted=factories))
        note = ngettext("{n} square for {factories}", "{n} squares for {factories}", named).format(
            n=named, factories=factories
        )
        if named > wanted:
            note = _("{note}; the later ones count where others come first").format(note=note)
        return Noted(note, tuple(warnings))

    def _produce(self, order: Produce) -> Noted:
        """GU-9."""
        site, before = self._shops[order.factory]
        shop = switched(site, before, order, self._view.open_turn)
        self._shops[order.factory] = shop.site, shop.work
        warnings, last = [], self._view.options.max_turns
        if order.factory in self._told:
            warnings.append(naming.told_above(order.factory))
        if shop.lost and before is not None and not is_advised(self._view, order):
            told = _("gives up {turns} of work on {product}")
            product = naming.design(before.product)
            warnings.append(told.format(turns=count_turns(shop.lost), product=product))
        if shop.due is not None and shop.due > last:
            warnings.append(_("the game ends with turn {turn}, before that").format(turn=last))
        self._told.add(order.factory)
        same = before is not None and before.product == order.product
        return Noted(production(order, same, shop.due), tuple(warnings))

    def _act(self, order: Act, *, several: bool) -> Noted:
        unit = self._field.unit(unit_name(self._seat, order.unit))
        if unit is None:
            raise LookupError(f"no unit {order.unit} for {order}")
        try:
            noted = self._possible(order, unit, plan(self._field, unit, order.choice))
        except Refused as refused:
            noted = self._waiting(order, unit, refused, several=several)
            if noted != Noted():
                note = side_by_side((noted.note, *self._later(order, unit)))
                noted = noted._replace(note=note)
        if order.unit in self._busy:
            again = naming.acts_above(order.unit)
            noted = Noted(side_by_side((again, noted.note)), noted.warnings)
        self._busy.add(order.unit)
        return noted._replace(warnings=(*noted.warnings, *self._own_factories(order)))

    def _own_factories(self, order: Act) -> Iterator[str]:
        """Whoever attacks where a factory of theirs stands may want to go there."""
        choices = (order.choice, *(other.choice for other in order.others))
        named = {s for one in choices if isinstance(one, AttackAt) for s in one.squares}
        for site in self._field.sites(self._seat):
            if site.square in named:
                told = _(
                    "your factory {letter} is at {square}, and no enemy gets there while it "
                    "stands; MOVE TO {square} would go there"
                )
                yield told.format(letter=site.letter, square=square_name(site.square))

    def _possible(self, order: Act, unit: Unit, found: Plan) -> Noted:
        match found:
            case Walk():
                return self._walk(order, unit, found)
            case Fire():
                return self._fire(order.choice, unit, found)
            case Unfold():
                return self._unfold(unit)

    def _walk(self, order: Act, unit: Unit, found: Walk) -> Noted:
        """With a warning where an enemy could make the move impossible, and nothing else is
        tried."""
        end, choice = found.path[-1], order.choice
        is_short = isinstance(choice, MoveTowards) and end != choice.goal
        far, most = length(found.path), unit.levels.walk
        note = naming.gets_to(end, far, most)
        if not is_short:
            far_of = naming.far(far), naming.count_squares(most)
            note = _("{far} of {most}").format(far=far_of[0], most=far_of[1])
        rival = self._rivalry.could_be_first(unit, found.path) if isinstance(choice, Move) else None
        if rival is None:
            return Noted(note)
        told = naming.could_be_first(*rival, end)
        if order.others:
            return Noted(_("{note}; {told}, then ELSE is tried").format(note=note, told=told))
        return Noted(note, (_("{told}; ELSE gives another choice").format(told=told),))

    def _fire(self, choice: AnyChoice, unit: Unit, found: Fire) -> Noted:
        held = [s for s in found.squares if self._field.holds_enemies(s, unit.seat)]
        targets = {square: self._field.at(square) for square in held}
        told = [*battles.shots(unit, {square: targets[square] for square in held[:_MOST_SQUARES]})]
        if found.nearest:
            told = [
                _("{square}: {odds}").format(
                    square=square_name(square), odds=battles.odds_of(unit, targets[square])
                )
                for square in held[:_MOST_SQUARES]
            ]
        if found.nearest and len(held) > 1:
            told.insert(0, _("a die picks among equally near squares"))
        if isinstance(choice, AttackPiece) and len(self._field.at(held[0])) > 1:
            drawn = _("drawn among all that stand there, not {piece} alone")
            told.append(drawn.format(piece=choice.target))
        warnings = [*_skipped(unit, choice)]
        there = [piece for pieces in targets.values() for piece in pieces]
        if not any(chance_to_hit(unit.levels.attack, piece.levels.defence) for piece in there):
            warnings.append(_("A{level} never wins against this").format(level=unit.levels.a))
        return Noted(side_by_side(told), tuple(warnings))

    def _unfold(self, unit: Unit) -> Noted:
        turn = self._view.open_turn + 1
        if unit.design.is_factory:
            told = _("factory {letter} from turn {turn} on")
            return Noted(told.format(letter=self._letter(unit), turn=turn))
        told = _("{design} from turn {turn} on")
        return Noted(told.format(design=naming.design(unit.design), turn=turn))

    def _letter(self, unit: Unit) -> str:
        """The letter of a factory that is deployed: with others of this mail, the lowest
        number first (GU-12)."""
        acts = [order for order in self._orders.orders if isinstance(order, Act)]
        numbers = {act.unit for act in acts if isinstance(act.choice, Deploy)} | {unit.number}
        units = (self._field.unit(unit_name(self._seat, number)) for number in sorted(numbers))
        factories = [one.number for one in units if one is not None and one.design.is_factory]
        view, seat = self._view, self._seat
        fresh = len([*self._field.sites(seat)]) - len(view.factories_of(seat))
        return factory_letter(view.side(seat).factories + fresh + factories.index(unit.number))

    def _later(self, order: Act, unit: Unit) -> Iterator[str]:
        """The first of what is tried late that could be done as the board stands (GU-8)."""
        for choice in order.late:
            if refusal(self._field, unit, choice) is None:
                told = _("if it still waits once nobody can act otherwise, LATE is done ({choice})")
                yield told.format(choice=written(choice))
                return

    def _waiting(self, order: Act, unit: Unit, refused: Refused, *, several: bool) -> Noted:
        """A line that cannot be carried out as the board stands."""
        why, reason = refused.refusal, refused.refusal.text
        if several and why.message in (errors.NOBODY_NEAR, errors.NOBODY_BESIDE):
            reason = _("no enemy is in range")
        skipped = tuple(_skipped(unit, order.choice))
        others = (one for one in order.prompt[1:] if refusal(self._field, unit, one) is None)
        instead = next(others, None)
        if instead is not None:
            sentence = _("{reason}: as the board stands, ELSE is what is done ({choice})")
            return Noted(sentence.format(reason=reason, choice=written(instead)), skipped)
        if not isinstance(refused, errors.NotYet):  # only what is late is left of the line
            return Noted()
        match why.message:
            case errors.NOBODY_THERE | errors.NOBODY_NEAR | errors.NOBODY_BESIDE:
                note = _("{reason} now: the line waits until one comes").format(reason=reason)
                return Noted(note, skipped)
            case errors.UNSEEN | errors.TARGET_AWAY:
                note = _("{reason}: the line waits until it comes near").format(reason=reason)
                return Noted(note) if why.message == errors.UNSEEN else Noted(warnings=(note,))
            case errors.FACTORY_THERE:
                told = _("{reason}: MOVE to another square first, DEPLOY in the turn after")
            case _:
                told = _("{reason}: the line waits until it is free")
                goal = square_name(order.choice.to) if isinstance(order.choice, Move) else ""
                if dict(why.fields)["square"] == goal:
                    told = _("{colour} {piece} is at {square}: the line waits until it has gone")
        return Noted(warnings=(told.format(**{**why.told, "reason": reason}),))


def _skipped(unit: Unit, choice: AnyChoice) -> Iterator[str]:
    """Named squares that the unit cannot reach (GU-11)."""
    for square in choice.squares if isinstance(choice, AttackAt) else ():
        if distance(unit.square, square) > unit.levels.range:
            yield _left_out(None, out_of_range(unit, square).refusal)

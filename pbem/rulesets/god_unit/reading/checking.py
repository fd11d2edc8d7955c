"""Refusals at receipt: what no turn of events could let an order do this turn.

What may still become possible is taken and waits (GU-8); see ``Refusal.is_for_now``.
"""

from __future__ import annotations

from collections.abc import Sequence

from pbem.engine.i18n import _, ngettext
from pbem.engine.orders import OrderError
from pbem.maps.board import Square, square_name
from pbem.rulesets.god_unit.designs import is_valid
from pbem.rulesets.god_unit.orders import (
    Act,
    AnyChoice,
    AttackAt,
    Place,
    Produce,
)
from pbem.rulesets.god_unit.pieces import Name, Unit, banner, factory_letter
from pbem.rulesets.god_unit.reading.mending import (
    line_for,
    mended_choice,
    nearest_valid,
    with_choice,
)
from pbem.rulesets.god_unit.reading.position import Position
from pbem.rulesets.god_unit.reading.reader import Reading
from pbem.rulesets.god_unit.reading.words import Term
from pbem.rulesets.god_unit.reckoning.outlook import at_work, deployed
from pbem.rulesets.god_unit.reckoning.plans import plan
from pbem.rulesets.god_unit.reckoning.refusals import Refusal, Why
from pbem.rulesets.god_unit.telling import refusing


def check(position: Position, text: str, readings: Sequence[Reading]) -> None:
    """Raise :class:`OrderError` at the first order of a line that can never be carried out."""
    for reading in readings:
        match reading.order:
            case Place():
                _check_place(position, reading, reading.order)
            case Produce():
                _check_produce(position, text, reading, reading.order)
            case Act():
                _Acting(position, text, readings, reading, reading.order).check()


def _failed(text: str, mark: Term | None, message: str, instead: object = None) -> OrderError:
    suggestion = None if instead is None else str(instead)
    if mark is None:
        start = len(text) - len(text.lstrip())
        return OrderError(message, start + 1, len(text.strip()), suggestion)
    return OrderError(message, mark.column, len(mark.text), suggestion)


# PLACE (GU-7) -----------------------------------------------------------------------------


def _check_place(position: Position, reading: Reading, order: Place) -> None:
    """All squares of a line can be had, or none counts; one at fault is named."""
    allowed = set(position.view.homes[position.seat - 1].zone)
    is_open = position.view.options.placement == "open"
    good: list[Square] = []
    wrong: tuple[int, str] | None = None
    for place, square in enumerate(order.squares):
        message = _at_fault(position, square, square in allowed or is_open, square in good)
        if not message:
            good.append(square)
        elif wrong is None:
            wrong = place, message
    if wrong is not None:
        instead = Place(squares=tuple(good)) if good else None
        raise _failed("", reading.marks[str(wrong[0])], wrong[1], instead)


def _at_fault(position: Position, square: Square, allowed: bool, twice: bool) -> str:
    if not position.view.board.is_land(square):
        return refusing.sentence(Refusal(Why.NO_GROUND, square=square))
    if not allowed:
        return refusing.sentence(Refusal(Why.OUTSIDE_ZONE, square=square))
    if twice:
        return _("{square} is named twice; once is enough").format(square=square_name(square))
    return ""


# PRODUCE (GU-2, GU-8) ---------------------------------------------------------------------


def _check_produce(position: Position, text: str, reading: Reading, order: Produce) -> None:
    letters = position.letters
    if order.factory not in letters:
        message = (
            _("you have no factory {letter}; yours: {letters}").format(
                letter=order.factory, letters=", ".join(letters)
            )
            if letters
            else _("you have no factory {letter}, nor any other").format(letter=order.factory)
        )
        raise _failed(text, reading.marks.get("factory"), message)
    most = position.view.options.max_cost
    if order.product is not None and not is_valid(order.product, most):
        valid = nearest_valid(order.product, most)
        instead = Produce(factory=order.factory, product=valid, repeat=order.repeat)
        message = refusing.invalid_design(order.product, most)
        raise _failed(text, reading.marks.get("product"), message, instead)


# Units (GU-6, GU-11, GU-12) ---------------------------------------------------------------


class _Acting:
    """One unit's order, among those of its line."""

    def __init__(
        self,
        position: Position,
        text: str,
        readings: Sequence[Reading],
        reading: Reading,
        order: Act,
    ) -> None:
        self._position = position
        self._text = text
        self._marks = reading.marks
        self._order = order
        orders = (one.order for one in readings)
        self._acts = [one for one in orders if isinstance(one, Act)]
        alike = order.choice, order.others
        self._mates = [
            one.unit
            for one in self._acts
            if (one.choice, one.others) == alike and one.unit != order.unit
        ]

    def check(self) -> None:
        """Raise where the unit is missing or one of its choices can never be carried out."""
        order = self._order
        if self._position.view.is_placing:
            raise self._failed(
                "unit", _("there are no units yet: the first ones can appear in turn 2")
            )
        if sum(one.unit == order.unit for one in self._acts) > 1:
            message = _("unit {number} is named twice in this line; a unit acts once a turn")
            raise self._failed("unit", message.format(number=order.unit))
        unit = self._position.unit(order.unit)
        if unit is None:
            raise self._failed("unit", self._missing(order.unit), self._without())
        self._check_choice(unit, order.choice, 0)
        for place, other in enumerate(order.others, start=1):
            self._check_choice(unit, other.choice, place)

    def _failed(self, role: str, message: str, instead: object = None) -> OrderError:
        return _failed(self._text, self._marks.get(role), message, instead)

    def _without(self) -> str | None:
        """The line without this unit, where others are left."""
        return line_for(self._mates, self._order) if self._mates else None

    def _missing(self, number: int) -> str:
        """Why a unit cannot be given orders: lost, not there yet, or a factory by now."""
        view, seat = self._position.view, self._position.seat
        lost = [one for one in view.units_of(seat) if one.number == number]
        if lost and lost[0].phase == "deploying":
            site = next(site for site in deployed(view) if site.square == lost[0].square)
            return _("unit {number} is factory {letter} now: PRODUCE tells it what to make").format(
                number=number, letter=site.letter
            )
        numbers = self._position.numbers
        yours = _("yours: {numbers}").format(numbers=numbers) if numbers else _("you have none")
        if 0 < number <= view.side(seat).units:
            return _("unit {number} is no more; {yours}").format(number=number, yours=yours)
        return _("there is no unit {number}; {yours}").format(number=number, yours=yours)

    def _check_choice(self, unit: Unit, choice: AnyChoice, place: int) -> None:
        """`place`: 0 is the line's first choice, then come its alternatives."""
        found = self._refusal(unit, choice)
        if found is None:
            return
        refusal, message = found
        if self._mates:
            message = _("unit {number}: {reason}").format(number=unit.number, reason=message)
        raise self._failed(
            self._role(choice, refusal, place), message, self._instead(unit, refusal, place)
        )

    def _refusal(self, unit: Unit, choice: AnyChoice) -> tuple[Refusal, str] | None:
        """Why a choice can never be carried out this turn; None where it can, or may yet."""
        found = plan(self._position.field, unit, choice)
        if isinstance(found, Refusal) and not _may_pass(found):
            return found, self._reason(unit, found)
        if isinstance(choice, AttackAt):
            for square in choice.squares:
                if not self._position.view.board.is_land(square):
                    refusal = Refusal(Why.NO_GROUND, square=square)
                    told = _("nobody can stand at {square}: it is no land")
                    return refusal, told.format(square=square_name(square))
        return None

    def _reason(self, unit: Unit, refusal: Refusal) -> str:
        if refusal.why is Why.UNARMED and unit.phase == "undeployed" and unit.design.is_armed:
            return _("the unit is undeployed and cannot attack yet: DEPLOY sets it up")
        if refusal.why is Why.NO_TARGET:
            return self._gone(refusal.pieces[0])
        return refusing.sentence(refusal)

    def _gone(self, target: Name) -> str:
        """Why there is nothing of that name to attack, nor can be this turn."""
        view = self._position.view
        side = view.side(target.seat)
        if target.is_factory:
            made = side.factories + sum(site.seat == target.seat for site in deployed(view))
            if target.name in map(factory_letter, range(made)):
                return _("factory {name} is no more").format(name=target)
            return _("there is no factory {name}").format(name=target)
        if int(target.name) <= side.units:
            return _("{name} is no more").format(name=target)
        colour, working = banner(target.seat), at_work(view, target.seat)
        if not working:
            return _("there is no {name}, and no factory of {colour} is making one").format(
                name=target, colour=colour
            )
        return ngettext(
            "there is no {name}: {colour} has shown {shown}, and {n} more at most can come this "
            "turn",
            "there is no {name}: {colour} has shown {shown}, and {n} more at most can come this "
            "turn",
            working,
        ).format(name=target, colour=colour, shown=side.units, n=working)

    def _role(self, choice: AnyChoice, refusal: Refusal, place: int) -> str:
        """Which words of the line are at fault."""
        if refusal.why in (Why.IMMOBILE, Why.UNARMED, Why.NOT_UNDEPLOYED):
            return "unit"
        if place:
            return f"aim{place}"
        if isinstance(choice, AttackAt) and refusal.square in choice.squares:
            index = choice.squares.index(refusal.square)
            return str(index) if str(index) in self._marks else "aim"
        return "aim"

    def _instead(self, unit: Unit, refusal: Refusal, place: int) -> str | None:
        """The line without this unit or without this choice, or with another one."""
        order = self._order
        if self._mates:
            return self._without()
        if place:
            others = (*order.others[: place - 1], *order.others[place:])
            return str(Act(unit=order.unit, choice=order.choice, others=others))
        choice = self._without_square(order.choice, refusal)
        choice = choice or mended_choice(self._position.field, unit, refusal)
        return None if choice is None else str(with_choice(order, choice))

    def _without_square(self, choice: AnyChoice, refusal: Refusal) -> AnyChoice | None:
        if not isinstance(choice, AttackAt) or refusal.why is not Why.NO_GROUND:
            return None
        rest = tuple(s for s in choice.squares if self._position.view.board.is_land(s))
        return AttackAt(squares=rest) if rest else None


def _may_pass(refusal: Refusal) -> bool:
    """Whether others' moves could make a line possible; a factory never comes nearer."""
    stays = refusal.why is Why.TARGET_AWAY and any(piece.is_factory for piece in refusal.pieces)
    return refusal.is_for_now and not stays

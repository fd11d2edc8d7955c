"""What a unit's line says: who does what, and what instead (GU-8).

``MOVE 12 13 TO c7 ELSE c6`` is one order for each unit.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from pbem.engine.i18n import _
from pbem.engine.orders import OrderError
from pbem.maps.board import Square, square_name
from pbem.rulesets.god_unit.orders import (
    Act,
    AnyChoice,
    AttackAt,
    AttackNearest,
    AttackPiece,
    Deploy,
    Else,
    Move,
    MoveTowards,
)
from pbem.rulesets.god_unit.pieces import Unit
from pbem.rulesets.god_unit.reading.position import Position
from pbem.rulesets.god_unit.reading.reader import Reader, Reading
from pbem.rulesets.god_unit.reading.wording import Wording, read_wording
from pbem.rulesets.god_unit.reading.words import Term
from pbem.rulesets.god_unit.reckoning.plans import plan
from pbem.rulesets.god_unit.reckoning.refusals import Refusal


def read_acts(reader: Reader, position: Position, busy: Collection[int]) -> Iterator[Reading]:
    """The orders of a clause, one a unit; `busy` are units that have been ordered before, which
    ALL leaves out. Raises :class:`OrderError`."""
    return _Clause(reader, position).readings(busy)


class _Clause:
    """One choice with its alternatives, for one unit or more."""

    def __init__(self, reader: Reader, position: Position) -> None:
        self._reader = reader
        self._position = position
        self._begin = reader.peek()
        self._is_first = self._begin is not None and reader.peek(-1) is None
        self._first = read_wording(reader, position)
        self._others: list[tuple[Wording, bool, Term]] = []
        while (mark := reader.skip("else")) is not None:
            reader.pass_over("also", "filler")
            late = reader.skip("late") is not None
            self._others.append((read_wording(reader, position), late, mark))

    def readings(self, busy: Collection[int]) -> Iterator[Reading]:
        """An order for each unit that is meant."""
        first = self._first
        units = [] if first.everyone is not None else self._units(first)
        choice = self._choice(first, "", units)
        marks = self._marks(first)
        others: list[Else] = []
        for place, (wording, late, mark) in enumerate(self._others):
            self._check_same_units(wording, first)
            if not (wording.has_aim or wording.verb):
                raise self._nothing_else(mark)
            verb = _verb(choice)
            others.append(Else(self._choice(wording, verb, units), late))
            if wording.aim is not None:
                marks[f"aim{place + 1}"] = wording.aim
        chosen = units or self._everyone(choice, busy)
        for number, mark in chosen:
            act = Act(unit=number, choice=choice, others=tuple(others))
            guessed = len(chosen) > 1 or first.everyone is not None or not first.verb
            yield Reading(act, {**marks, "unit": mark}, guessed)

    def _marks(self, wording: Wording) -> dict[str, Term]:
        marks = {str(place): mark for place, (_square, mark) in enumerate(wording.squares)}
        if wording.aim is not None:
            marks["aim"] = wording.aim
        return marks

    # Who ----------------------------------------------------------------------------

    def _units(self, wording: Wording) -> list[tuple[int, Term]]:
        if not wording.units:
            raise self._no_unit(wording)
        seen: set[int] = set()
        for number, mark in wording.units:
            if number in seen:
                message = _("unit {number} is named twice; once is enough")
                raise self._reader.fail(message.format(number=number), mark)
            seen.add(number)
        return wording.units

    def _no_unit(self, wording: Wording) -> OrderError:
        reader = self._reader
        at = self._begin
        if not self._is_first:
            message = _(
                "name the unit that this is for; a unit acts once a turn, and ELSE gives it "
                "another choice"
            )
            return reader.fail(message, at)
        numbers = self._position.numbers
        message = (
            _("which unit? Its number is missing; yours are {numbers}").format(numbers=numbers)
            if numbers
            else _("you have no unit that could do this")
        )
        return reader.fail(message, at)

    def _everyone(self, choice: AnyChoice, busy: Collection[int]) -> list[tuple[int, Term]]:
        """All units that may come to do this and have no line above."""
        mark = self._first.everyone
        assert mark is not None
        found = [
            (number, mark)
            for number, unit in self._position.units.items()
            if number not in busy and self._may_do(unit, choice)
        ]
        if not found:
            raise self._nobody(choice, mark)
        return found

    def _nobody(self, choice: AnyChoice, mark: Term) -> OrderError:
        """Suggests the way there where the square is too far for all."""
        message = _("none of your units without a line of its own can do this")
        suggestion = None
        if isinstance(choice, Move):
            towards = MoveTowards(goal=choice.to)
            if any(self._may_do(unit, towards) for unit in self._position.units.values()):
                suggestion = f"MOVE ALL TOWARDS {square_name(choice.to)}"
        return OrderError(message, mark.column, len(mark.text), suggestion)

    def _may_do(self, unit: Unit, choice: AnyChoice) -> bool:
        found = plan(self._position.field, unit, choice)
        return not isinstance(found, Refusal) or found.is_for_now

    def _check_same_units(self, wording: Wording, first: Wording) -> None:
        """ELSE is for the units of its line."""
        meant = [number for number, _mark in first.units]
        for number, mark in wording.units:
            if number not in meant:
                message = _(
                    "ELSE is for the same unit, {unit}; unit {number} needs a line of its own"
                )
                units = ", ".join(map(str, meant)) or _("all")
                raise self._reader.fail(message.format(unit=units, number=number), mark)
        if wording.units and len(wording.units) < len(meant):
            message = _("ELSE is for all units of its line; leave their numbers out")
            raise self._reader.fail(message, wording.units[0][1])

    # What ---------------------------------------------------------------------------

    def _nothing_else(self, mark: Term) -> OrderError:
        message = _("what else? ELSE is followed by a choice, as in ELSE c6 or ELSE NEAREST")
        return self._reader.fail(message, self._reader.peek() or mark)

    def _choice(
        self, wording: Wording, before: str, units: Sequence[tuple[int, Term]]
    ) -> AnyChoice:
        match _meant_verb(wording, before):
            case "move":
                return self._move(wording, units)
            case "attack":
                return self._attack(wording, units)
            case "deploy":
                return self._deploy(wording, units)
            case "hold" | "stop":
                raise self._hold(wording, units)
            case _:
                message = _("what is it to do? MOVE, ATTACK or DEPLOY")
                raise self._reader.fail(message, self._begin)

    def _move(self, wording: Wording, units: Sequence[tuple[int, Term]]) -> Move | MoveTowards:
        squares = wording.squares
        if len(squares) == 2 and self._all_stand(units, squares[0]):
            squares = squares[1:]
        if wording.piece is not None and not squares:
            name, mark = wording.piece
            piece = self._position.field.get(name)
            if piece is None:
                raise self._reader.fail(_("{name} is not on the board").format(name=name), mark)
            squares = [(piece.square, mark)]
        if not squares:
            message = _("where to? A move needs a square, as in {example}")
            example = f"MOVE {_numbers(units)} TO c7"
            raise self._reader.fail(message.format(example=example), wording.nearest)
        if len(squares) > 1:
            _square, mark = squares[1]
            message = _("a move goes to one square; ELSE {square} gives another choice")
            raise self._reader.fail(message.format(square=mark.text), mark)
        goal = squares[0][0]
        return MoveTowards(goal=goal) if wording.preposition == "towards" else Move(to=goal)

    def _all_stand(self, units: Sequence[tuple[int, Term]], where: tuple[Square, Term]) -> bool:
        """Whether the first of two squares is where the units come from: "12 b2-c7"."""
        found = [self._position.unit(number) for number, _mark in units]
        return bool(found) and all(unit and unit.square == where[0] for unit in found)

    def _attack(
        self, wording: Wording, units: Sequence[tuple[int, Term]]
    ) -> AttackAt | AttackNearest | AttackPiece:
        aims = (bool(wording.squares), wording.nearest is not None, wording.piece is not None)
        if sum(aims) > 1:
            message = _("squares, NEAREST and a UNIT are different choices; join them with ELSE")
            raise self._reader.fail(message, wording.aim)
        if wording.squares:
            return AttackAt(squares=tuple(dict.fromkeys(s for s, _mark in wording.squares)))
        if wording.nearest is not None:
            return AttackNearest()
        if wording.piece is not None:
            return AttackPiece(target=wording.piece[0])
        message = _(
            "attack what? Name squares (AT d8, d9), a unit (UNIT Red 7), a factory (FACTORY Red B) "
            "or NEAREST"
        )
        text = self._reader.text
        suggestion = f"ATTACK {_numbers(units)} NEAREST"
        raise OrderError(message, len(text.rstrip()) + 1, 0, suggestion)

    def _deploy(self, wording: Wording, units: Sequence[tuple[int, Term]]) -> Deploy:
        if wording.squares and not self._all_stand(units, wording.squares[0]):
            message = _("a unit deploys where it stands: leave the square out")
            raise self._reader.fail(message, wording.squares[0][1])
        if wording.nearest is not None or wording.piece is not None:
            message = _("a unit deploys where it stands: leave this out")
            raise self._reader.fail(message, wording.aim)
        return Deploy()

    def _hold(self, wording: Wording, units: Sequence[tuple[int, Term]]) -> OrderError:
        message = _(
            "a unit without a line stays where it is: leave this out; ATTACK with NEAREST waits "
            "for an enemy in range"
        )
        at = units[0][1] if units else self._begin
        assert at is not None
        suggestion = f"ATTACK {_numbers(units)} NEAREST" if self._first is wording else None
        return OrderError(message, at.column, len(at.text), suggestion)


def _numbers(units: Sequence[tuple[int, Term]]) -> str:
    return " ".join(str(number) for number, _mark in units) or "ALL"


def _verb(choice: AnyChoice) -> str:
    match choice:
        case Move() | MoveTowards():
            return "move"
        case Deploy():
            return "deploy"
        case _:
            return "attack"


def _meant_verb(wording: Wording, before: str) -> str:
    """The verb, or what the aim tells without one, or the verb of the choice before."""
    if wording.verb:
        return wording.verb
    if wording.preposition == "towards":
        return "move"
    if wording.nearest is not None or wording.piece is not None:
        return "attack"
    if wording.preposition:
        return "attack" if wording.preposition == "at" else "move"
    if before in ("move", "attack"):
        return before
    return "move" if wording.squares else ""

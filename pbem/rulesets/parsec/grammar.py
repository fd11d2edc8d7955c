"""How a mail's lines become a player's orders (PA-5, PA-12).

A line: ``SETTLE merchant AT g7 FIRST science``. What cannot be read, or cannot be carried out
whatever others do, is left out, and the rest counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pbem.engine.api import Ask, Fit, Level, Line, Parsed, Verdict
from pbem.engine.i18n import _
from pbem.engine.orders import OrderError
from pbem.rulesets.parsec import naming
from pbem.rulesets.parsec.fit import fit
from pbem.rulesets.parsec.orders import (
    IDLE,
    Action,
    AnyOrder,
    Attack,
    Defend,
    Harvest,
    Orders,
    Pass,
    Standing,
)
from pbem.rulesets.parsec.reading.clauses import clauses, read_clause
from pbem.rulesets.parsec.reading.mending import refused
from pbem.rulesets.parsec.reading.reader import Misspelt, Reading
from pbem.rulesets.parsec.reckoning.course import Course, Step, course_of
from pbem.rulesets.parsec.reckoning.refusals import Refusal, Refused, Why
from pbem.rulesets.parsec.telling.lines import Teller
from pbem.rulesets.parsec.telling.remarking import (
    not_asked,
    not_in_question,
    nothing_taken,
    remark,
    too_many,
)
from pbem.rulesets.parsec.view import View

_MOST_CORRECTIONS = 4


def read_orders(
    view: View, ask: Ask, lines: Sequence[Line], held: Orders | None = None
) -> Parsed[Orders]:
    """The orders that can be read and may be carried out, and a verdict for every line.

    None where there is none: what was sent before for this ask then stays. Of those `held` the
    new ones leave what they say nothing of.
    """
    if view.own is None or view.ending is not None:
        return _without_part(lines)
    desk = _Reading(view, ask)
    rows = [desk.take(line) for line in lines]
    taken = tuple(order for row in rows for order in row.orders)
    if not taken:
        verdicts = tuple(row.verdict for row in rows if row.verdict is not None)
        return Parsed(None, verdicts, remark=nothing_taken(ask, bool(lines)))
    sent = _orders(ask, taken)
    orders = sent if held is None else _joined(ask, sent, held)
    teller = Teller(view, ask, sent, orders)
    return Parsed(
        orders,
        tuple(row.verdict or _verdict(row, teller) for row in rows),
        remark=remark(view, ask, sent, orders),
        answers=ask.kind != "orders" or sent.is_turn,
        lasting=ask.kind == "orders" and _is_standing(rows),
    )


def _is_standing(rows: Sequence[_Row]) -> bool:
    """Whether every line is a standing order, and none is refused."""
    return all(row.orders for row in rows) and all(
        isinstance(order, Attack | Defend) for row in rows for order in row.orders
    )


def _orders(ask: Ask, taken: tuple[AnyOrder, ...]) -> Orders:
    """What is sent: PASS alone is nothing, and says nothing beside ships for conflicts."""
    if all(isinstance(order, Pass) for order in taken) and len(taken) == 1:
        return IDLE
    if ask.kind != "orders":
        taken = tuple(order for order in taken if not isinstance(order, Pass))
    return Orders(taken)


def _joined(ask: Ask, sent: Orders, held: Orders) -> Orders:
    """What is held with what is sent. PASS alone takes an answer in a conflict back, and says
    nothing out of turn."""
    if sent == IDLE and ask.kind != "orders":
        return IDLE if ask.kind == "reaction" else held
    return sent.over(held)


@dataclass(frozen=True)
class _Row:
    """What a line came to: orders, those of a turn with their place in it, or the verdict of
    its refusal."""

    line: Line
    readings: tuple[Reading, ...] = ()
    steps: tuple[Step | None, ...] = ()
    verdict: Verdict | None = None

    @property
    def orders(self) -> tuple[AnyOrder, ...]:
        return tuple(reading.order for reading in self.readings)


class _Reading:
    """Takes lines one by one, each on the position that those before it leave."""

    def __init__(self, view: View, ask: Ask) -> None:
        self._view = view
        self._ask = ask
        self.course = course_of(view)

    def take(self, line: Line) -> _Row:
        """Read a line; all of its orders count, or none."""
        try:
            readings, steps, course = self._read_line(line.text)
        except OrderError as error:
            return _Row(line, verdict=error.verdict(line))
        self.course = course
        return _Row(line, readings, steps)

    def _read_line(self, text: str) -> tuple[tuple[Reading, ...], tuple[Step | None, ...], Course]:
        try:
            return self._carry_out(text)
        except Misspelt as error:
            raise self._corrected(text, error) from error

    def _carry_out(self, text: str) -> tuple[tuple[Reading, ...], tuple[Step | None, ...], Course]:
        course, readings, steps = self.course, [], []
        for clause in clauses(text):
            reading = read_clause(text, clause, self._view, course.position)
            step = None
            self._check(text, reading)
            if isinstance(reading.order, Action) and self._ask.kind == "orders":
                course, step = self._step(text, course, reading)
            readings.append(reading)
            steps.append(step)
        return tuple(readings), tuple(steps), course

    def _step(self, text: str, course: Course, reading: Reading) -> tuple[Course, Step]:
        assert isinstance(reading.order, Action)
        if course.is_full:
            raise OrderError(too_many(), 1, len(text))
        try:
            return course.take(reading.order)
        except Refused as error:
            raise refused(reading, error.refusal, course) from error

    def _check(self, text: str, reading: Reading) -> None:
        """Raises :class:`OrderError` where this is not asked, or no artifact is where one is
        wished for."""
        order = reading.order
        if self._ask.kind != "orders" and not isinstance(order, Attack | Defend | Pass):
            raise OrderError(not_asked(self._view, self._ask), 1, len(text))
        if self._ask.kind == "reaction" and isinstance(order, Attack | Defend):
            self._check_answer(text, order)
        if isinstance(order, Harvest) and order.square not in self.course.position.space.artifacts:
            refusal = Refusal(Why.NO_ARTIFACT, square=order.square)
            raise refused(reading, refusal, self.course)

    def _check_answer(self, text: str, order: Standing) -> None:
        """Raises :class:`OrderError` where ships are named that nobody has asked for."""
        assert self._view.dispute is not None and self._view.seat is not None
        strange = not_in_question(self._view.dispute, self._view.seat, order)
        if strange is not None:
            raise OrderError(strange.message, 1, len(text.rstrip()), strange.suggestion)

    def _corrected(self, text: str, misspelt: Misspelt) -> OrderError:
        """The error of a line with misspelt words. It suggests the whole line with the words that
        were probably meant; where that cannot be carried out either, the error says why."""
        error: OrderError = misspelt
        messages, suggestion = [misspelt.message], None
        for _attempt in range(_MOST_CORRECTIONS):
            if not isinstance(error, Misspelt) or error.suggestion is None:
                messages.append(error.message)
                suggestion = error.suggestion
                break
            start = error.column - 1
            text = f"{text[:start]}{error.suggestion}{text[start + error.length :]}"
            try:
                self._carry_out(text)
            except OrderError as another:
                error = another
            else:
                suggestion = " ".join(text.split())
                break
        told = naming.side_by_side(dict.fromkeys(messages))
        return OrderError(told, misspelt.column, misspelt.length, suggestion)


# Verdicts -----------------------------------------------------------------------------


def _verdict(row: _Row, teller: Teller) -> Verdict:
    """What is to be said of a line that is taken."""
    notes: list[str] = []
    warnings: dict[str, None] = dict.fromkeys(_cut_off(row.line))
    for reading, step in zip(row.readings, row.steps, strict=True):
        told = teller.tell(reading.order, step)
        note = told.note
        if len(row.readings) > 1 or reading.guessed:
            note = _("{order}: {note}").format(order=reading.order, note=note)
        notes.append(note)
        warnings.update(dict.fromkeys(told.warnings))
    return Verdict(
        line=row.line.number,
        text=row.line.source,
        level=Level.WARNED if warnings else Level.ACCEPTED,
        message=naming.side_by_side(warnings),
        note=naming.side_by_side(notes),
    )


def _cut_off(line: Line) -> tuple[str, ...]:
    """A warning where an order stands behind ``;`` and thus in a comment."""
    comment = line.source[line.offset + len(line.text) :].lstrip()
    if not comment.startswith(";") or fit(comment.lstrip("; ")) is not Fit.ORDER:
        return ()
    return (_("; begins a comment: what stands behind it does not count; give it its own line"),)


def _without_part(lines: Sequence[Line]) -> Parsed[Orders]:
    """Spectators order nothing, and nobody does when the game is over."""
    message = _("you have nothing in this game that could be given orders")
    return Parsed(
        None,
        tuple(
            Verdict(line=line.number, text=line.source, level=Level.REFUSED, message=message)
            for line in lines
        ),
    )

"""A line of orders carried out on the position that the lines before it leave, or refused with what
is wrong, where, and the whole line that may be meant."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec

from pbem.engine.api import Level, Parsed, Verdict
from pbem.engine.api import Line as Sent
from pbem.engine.i18n import _
from pbem.engine.language.clauses import Clause, Line
from pbem.engine.language.filling import Filling
from pbem.engine.language.forms import Mark, Said
from pbem.engine.language.reading import Language
from pbem.engine.language.refusals import Refused, in_doubt, quoted
from pbem.engine.language.words import Term
from pbem.engine.menu import Menu, walk
from pbem.engine.orders import LONGEST_ORDER, OrderError
from pbem.engine.phrases import side_by_side
from pbem.engine.rng import Stream

W = TypeVar("W")
"""A game's running position."""

_FIGURE = re.compile(r"\d+(?:[.,–-]\d+)+")
_NEVER_MENDED = ("not", "back")
"""With these among its words, the plain form of a line would order what was denied."""


class Step(msgspec.Struct, Generic[W], frozen=True):
    """An order of a line, carried out: `before` and `after` it, and what it came to (`done`).
    ``guessed`` tells that the words alone left open what was meant."""

    order: Any
    before: W
    after: W
    done: Any = None
    guessed: bool = False
    said: Said | None = None


@dataclass(frozen=True)
class Row(Generic[W]):
    """What a mail's line came to: the steps of its orders, or the verdict of its refusal."""

    line: Sent
    steps: tuple[Step[W], ...] = ()
    refused: Verdict | None = None

    def accepted(
        self, notes: Iterable[str], warnings: Iterable[str] = (), lasting: str | None = None
    ) -> Verdict:
        """The verdict of a line that is taken, with what is to be said of it."""
        warned = dict.fromkeys(warnings)
        return Verdict(
            line=self.line.number,
            text=self.line.source,
            level=Level.WARNED if warned else Level.ACCEPTED,
            message=side_by_side(warned),
            note=side_by_side(notes),
            lasting=lasting,
        )


@dataclass(eq=False)
class _Unfit(Exception):
    """A clause of a line cannot be carried out on the position `where` the line has come to. Only
    to whoever wrote it is that explained: what is tried as a suggestion makes none of its own,
    which might be the line that it was made for."""

    clause: Clause
    filling: Filling
    refused: Refused
    where: Any


CarryOut = Callable[[W, Any], tuple[W, Any]]
"""The position after an order, and what it came to. Raises :class:`Refused`."""


@dataclass(frozen=True)
class Taker(Generic[W]):
    """Takes lines in a game's `language`. Of an order that words leave open the one that alone can
    be carried out is meant, if `decides` says that the position tells; of several `asks` may say
    why the words do not tell. `begins` says what a line begins with where that is no verb, in the
    place of what is found there."""

    language: Language
    carry_out: CarryOut[W]
    decides: Callable[[W], bool] = lambda _where: True
    begins: Callable[[W, str], str] | None = None
    asks: Callable[[Sequence[Any]], str] = lambda _orders: ""

    def take(self, text: str, where: W) -> tuple[Step[W], ...]:
        """The orders of a line; all of them count, or none. Raises :class:`OrderError`."""
        line = self.language.analyse(text, where)
        if line.is_whole:
            return self._carry_out(line, where)
        raise self._explained(line, where)

    def drawn(self, menu: Menu, where: W, stream: Stream) -> Step[W]:
        """A line of a menu at random, taken; it orders one thing."""
        (step,) = self.take(walk(menu, stream), where)
        return step

    def _carry_out(self, line: Line, where: W) -> tuple[Step[W], ...]:
        try:
            return self._steps_of(line, where)
        except _Unfit as unfit:
            raise self._refused(line, unfit) from unfit

    def _steps_of(self, line: Line, where: W) -> tuple[Step[W], ...]:
        steps: list[Step[W]] = []
        for clause in line.clauses:
            steps += self._steps(line, clause, where)
            where = steps[-1].after
        return tuple(steps)

    def _accepts(self, text: str, where: W) -> bool:
        line = self.language.analyse(text, where)
        if not line.is_whole or len(text) > LONGEST_ORDER:
            return False
        try:
            self._steps_of(line, where)
        except (OrderError, _Unfit):
            return False
        return True

    # One clause -----------------------------------------------------------------------

    def _steps(self, line: Line, clause: Clause, where: W) -> list[Step[W]]:
        readings = [one for one in clause.best if one.is_whole]
        alone = len(line.clauses) == 1
        made = [(one, self._made(one, where, alone=alone)) for one in readings]
        orders = [(one, order) for one, order in made if not isinstance(order, Refused)]
        if len(orders) > 1:
            orders = list({repr(order): (one, order) for one, order in orders}.values())
        if len(orders) > 1:
            return self._decided(line, orders, where)
        for one, order in orders:
            try:
                return self._carried(order, where, one.said(alone=alone))
            except Refused as refused:
                raise _Unfit(clause, one, refused, where) from refused
        first, error = made[0]
        raise _Unfit(clause, first, error, where)

    def _carried(self, made: Any, where: W, said: Said, *, guessed: bool = False) -> list[Step[W]]:
        """What a form makes, one order or several, carried out. Raises :class:`Refused`."""
        steps: list[Step[W]] = []
        for order in _several(made):
            after, done = self.carry_out(where, order)
            steps.append(Step(order, where, after, done, guessed, said))
            where = after
        return steps

    def _made(self, filling: Filling, where: W, *, alone: bool) -> Any:
        if filling.wrong is not None:
            slot, wrong = filling.wrong
            return wrong.refused(slot, filling.write())
        try:
            return filling.form.make(filling.said(alone=alone), where)
        except Refused as refused:
            return refused

    def _decided(
        self, line: Line, orders: Sequence[tuple[Filling, Any]], where: W
    ) -> list[Step[W]]:
        """Of several orders that the words may mean the one that alone can be carried out."""
        found: list[list[Step[W]]] = []
        for one, order in orders if self.decides(where) else ():
            try:
                found.append(self._carried(order, where, one.said(alone=True), guessed=True))
            except Refused:
                continue
        if len(found) == 1:
            return found[0]
        first = orders[0][0]
        mark = next((filled.mark for filled in first.values.values()), Mark(1, len(line.text)))
        meant = [order for _one, order in orders]
        message = self._with_both(self.asks(meant) or _("which of them is meant?"), meant)
        raise OrderError(message, mark.column, mark.length)

    def _refused(self, line: Line, unfit: _Unfit) -> OrderError:
        clause, filling, refused = unfit.clause, unfit.filling, unfit.refused
        slot = refused.refusal.slot
        mark = filling.values[slot].mark if slot in filling.values else _all(line)
        suggestion = None
        if refused.instead is not None:
            instead = refused.instead
            meant = instead if isinstance(instead, str) else self.language.write(instead)
            plain = [meant if one is clause else one.best[0].write() for one in line.clauses]
            suggestion = self._first([", ".join(plain)] if all(plain) else [], unfit.where)
        message = refused.refusal.text
        if refused.either:
            message = self._with_both(message, refused.either)
        for_good = refused.for_good and len(line.clauses) == 1
        return OrderError(message, mark.column, mark.length, suggestion, for_good=for_good)

    def _with_both(self, question: str, orders: Sequence[Any]) -> str:
        one, other = (quoted("; ".join(map(self.language.write, _several(o)))) for o in orders[:2])
        return _("{question} {one} or {other}").format(question=question, one=one, other=other)

    # What is wrong --------------------------------------------------------------------

    def _explained(self, line: Line, where: W) -> OrderError:
        """The error of a line that is not read whole."""
        message, mark = self._fault(line, where)
        mended = self.language.corrected(line) or self.language.named(line)
        other = None if mended is None else self.language.analyse(mended, where)
        if other is not None and other.is_whole:
            message, mark = self._slip(line, mark) or (message, mark)
            try:
                self._carry_out(other, where)
            except OrderError as error:
                both = _("{one}; {other}").format(one=message, other=error.message)
                return OrderError(both, mark.column, mark.length, error.suggestion)
            return OrderError(message, mark.column, mark.length, " ".join(other.text.split()))
        if other is not None:
            line = max(line, other, key=lambda one: (len(one.clauses), -len(_strange_terms(one))))
        more = self.language.behind_prose(line, where) if any(_plain(line)) else ()
        orders = (*self.language.behind_condition(line, where), *more, line)
        suggestion = self._first([plain for one in orders for plain in _plain(one)], where)
        return OrderError(message, mark.column, mark.length, suggestion)

    def _slip(self, line: Line, mark: Mark) -> tuple[str, Mark] | None:
        """What is wrong with the first of the words that have to be put right, where something else
        is marked."""
        slips = [term for term, _meant in self.language.slips(line)]
        if not slips or mark.column in [term.column for term in slips]:
            return None
        return self._stranger(slips[0]), Mark(slips[0].column, len(slips[0].text))

    def _stranger(self, term: Term) -> str:
        if not term.means("doubt"):
            return _("{found} is not understood here").format(found=quoted(term.text))
        return in_doubt(term.keys("doubt")[0], has_others=bool(self.language.others))

    def _first(self, lines: Iterator[str] | Sequence[str], where: W) -> str | None:
        """The first of these lines that would be taken."""
        return next((one for one in lines if self._accepts(one, where)), None)

    def _fault(self, line: Line, where: W) -> tuple[str, Mark]:
        strange = _strange_terms(line)
        doubt = next((one for one in strange if one.means("doubt")), None)
        if doubt is not None:
            return self._stranger(doubt), Mark(doubt.column, len(doubt.text))
        if not line.clauses:
            return self._beginning(where), _all(line)
        if strange:
            first = next((one for one in strange if not one.is_known), strange[0])
            mark = _written_as_one(line, first)
            found = line.text[mark.column - 1 : mark.column - 1 + mark.length]
            message = _("{found} is not understood here")
            if found == first.text and any(_is_full(clause, first) for clause in line.clauses):
                message = _("{found} is one too many in this order")
            if self.begins and line.clauses[0].best[0].lacks_head:
                message = self.begins(where, quoted(found))
            return message.format(found=quoted(found)), mark
        half = next(clause for clause in line.clauses if not clause.is_whole)
        return _missing(half, where), Mark(len(line.text.rstrip()) + 1, 0)

    def _beginning(self, where: W) -> str:
        if self.begins:
            return self.begins(where, "")
        begin = _("a line begins with what to do: {verbs}")
        return begin.format(verbs=", ".join(self.language.verbs))


class Noted(NamedTuple):
    """What is said of an order: a note, and warnings of what is most likely not meant."""

    note: str = ""
    warnings: tuple[str, ...] = ()


def taken(
    take: Callable[[str, W], tuple[Step[W], ...]], lines: Sequence[Sent], where: W
) -> tuple[Row[W], ...]:
    """A mail's lines, each taken on the position that those before it leave."""
    rows: list[Row[W]] = []
    for line in lines:
        try:
            steps = take(line.text, where)
        except OrderError as error:
            rows.append(Row(line, refused=error.verdict(line)))
        else:
            rows.append(Row(line, steps))
            where = steps[-1].after
    return tuple(rows)


def nothing_ordered(lines: Sequence[Sent], message: str) -> Parsed[Any]:
    """The answer to who has no part in the game and can order nothing."""
    refused = (OrderError(message).verdict(line) for line in lines)
    return Parsed(None, tuple(refused))


def nothing_taken(rows: Sequence[Row[Any]], rest: str = "") -> Parsed[Any]:
    """The answer to a mail of which no line is taken: why nothing of it counts, and the `rest` that
    a game has to say; what is held then, whoever holds it tells."""
    reason = (
        _("None of these lines can be carried out.") if rows else _("There is no order to read.")
    )
    refused = tuple(row.refused for row in rows if row.refused is not None)
    return Parsed(None, refused, remark=f"{reason} {rest}" if rest else reason)


def _written_as_one(line: Line, term: Term) -> Mark:
    """A strange word, or the figure that it is a part of: "6.5", "2-3"."""
    start = term.column - 1
    for one in _FIGURE.finditer(line.text):
        if one.start() <= start < one.end():
            return Mark(one.start() + 1, one.end() - one.start())
    return Mark(term.column, len(term.text))


def _is_full(clause: Clause, term: Term) -> bool:
    """Whether a word would do in an order, if its place were not taken."""
    return term in clause.best[0].strange and any(
        slot.take((term,), 0) is not None for slot in clause.best[0].form.slots.values()
    )


def _several(made: Any) -> list[Any]:
    """What a form makes as so many orders: one, or those of a list."""
    return made if isinstance(made, list) else [made]


def _missing(clause: Clause, where: Any) -> str:
    filling = (clause.half or clause).best[0]
    form = filling.form
    question = next((form.slots[slot].question for slot in filling.missing), "")
    asked = _(question) if question else _("something is missing.")
    example = form.example(where)
    if not example:
        return asked
    return _("{question} As in {example}").format(question=asked, example=example)


def _all(line: Line) -> Mark:
    return Mark(1, len(line.text.rstrip()))


def _strange_terms(line: Line) -> list[Term]:
    """What is not understood, in the order in which it stands."""
    found = [term for clause in line.clauses for term in clause.asked]
    found += [term for aside in line.asides for term in aside]
    return sorted(found, key=lambda term: term.column)


def _plain(line: Line) -> Iterator[str]:
    """The orders of a line in their plain form, without what is strange, if they say enough."""
    strange = _strange_terms(line)
    if any(one.means("doubt", *_NEVER_MENDED) or one.means("particle", "none") for one in strange):
        return
    if any(one.text.isalpha() and line.text[: one.column - 1][-1:].isdigit() for one in strange):
        return  # a figure misspelt: "5o"
    found = [
        next((one for one in clause.best if one.is_admitted and not one.missing), None)
        for clause in line.clauses
        if not _is_condition(clause)
    ]
    if any(one is not None and _leaves_out_values(one, strange) for one in found):
        return
    if any(map(_has_two_verbs, line.clauses)):
        return
    told = [one.write() for one in found if one is not None]
    if told and all(told) and len(told) == len(found):
        yield ", ".join(told)


def _leaves_out_values(one: Filling, strange: Sequence[Term]) -> bool:
    """Whether an order that a thing leads would be written without another thing or figure, without
    what leads one, or with a figure put right beside what is strange."""
    if not one.form.heads:
        return False
    if any(not one.form.only_leads.isdisjoint(term.keys("particle")) for term in strange):
        return True
    first = one.strange[0] if one.strange else None
    if first is None:
        return False
    return bool(first.digits or one.wrong) or any(map(first.means, one.form.heads))


def _has_two_verbs(clause: Clause) -> bool:
    """Whether its verb is said twice, with a value too many: "move 3 e5 move 4 e6"."""
    said = [one.text.casefold() for one in clause.terms if one.meaning.is_verb]
    return len(said) > len(set(said)) and any(_is_full(clause, one) for one in clause.asked)


def _is_condition(clause: Clause) -> bool:
    return any(one.means("doubt", "when", "unless") for one in clause.terms[:1])

"""How a mail's lines become a faction's orders, each tried on its author's own position (AM-14).

A line: ``SEND 5 heavy 3 light FROM 17 TO 9 COLONISE``. What cannot be read or carried out is
left out, and the rest counts.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import msgspec

from pbem.engine.api import Fit, Level, Line, Parsed, Verdict
from pbem.engine.i18n import _
from pbem.engine.orders import OrderError
from pbem.rulesets.asylamba_mini import galaxy
from pbem.rulesets.asylamba_mini.fit import fit
from pbem.rulesets.asylamba_mini.orders import (
    AnyOrder,
    Build,
    Exchange,
    Orders,
    Research,
    Send,
)
from pbem.rulesets.asylamba_mini.reading.clauses import clauses, is_pass, read_clause
from pbem.rulesets.asylamba_mini.reading.reader import Misspelt, Reading
from pbem.rulesets.asylamba_mini.reading.sending import fitting_kind
from pbem.rulesets.asylamba_mini.reckoning import prices
from pbem.rulesets.asylamba_mini.reckoning.dealings import Done, carry_out
from pbem.rulesets.asylamba_mini.reckoning.realm import Realm, realm_of
from pbem.rulesets.asylamba_mini.reckoning.refusals import Refusal, Refused, Why
from pbem.rulesets.asylamba_mini.telling import noting, refusing
from pbem.rulesets.asylamba_mini.view import View

_MOST_CORRECTIONS = 4
_NUMBERED = re.compile(r"\s*#\d")


def read_orders(view: View, lines: Sequence[Line]) -> Parsed[Orders]:
    """The orders that can be read and carried out, and a verdict for every line.

    None where there is none: what was sent before for this turn then stays.
    """
    if view.me is None or view.me.means is None or not view.me.alive:
        return _without_realm(lines)
    table = _Table(view)
    verdicts = tuple(table.judge(line, alone=len(lines) == 1) for line in lines)
    if not table.taken:
        return Parsed(None, verdicts, remark=_nothing_taken(bool(lines)))
    return Parsed(Orders(tuple(table.orders)), verdicts)


@dataclass(frozen=True)
class _Read:
    """What a line came to: orders carried out, the position after them, and what to say."""

    realm: Realm
    orders: tuple[AnyOrder, ...]
    note: str
    warnings: tuple[str, ...]


class _Table:
    """The author's position as it changes line by line."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._realm = realm_of(view)
        self.orders: list[AnyOrder] = []
        self.taken = False

    def judge(self, line: Line, *, alone: bool) -> Verdict:
        """Take the line's orders, or tell what is wrong with it."""
        try:
            read = self._read_pass(line, alone) if is_pass(line.text) else self._read(line.text)
        except OrderError as error:
            return _hinted(error.verdict(line), line)
        self._realm = read.realm
        self.orders += read.orders
        self.taken = True
        warnings = (*_cut_off(line), *read.warnings)
        return Verdict(
            line=line.number,
            text=line.source,
            level=Level.WARNED if warnings else Level.ACCEPTED,
            message="; ".join(warnings),
            note=read.note,
        )

    def _read_pass(self, line: Line, alone: bool) -> _Read:
        if not alone:
            message = _("PASS stands alone; the other lines count")
            raise OrderError(message, 1, len(line.text))
        return _Read(self._realm, (), _("you pass: nothing is ordered this turn"), ())

    def _read(self, text: str) -> _Read:
        """A line's orders, carried out one by one: all of them count, or none."""
        try:
            return self._carry_out(text)
        except Misspelt as error:
            whole = self._corrected(text, error)
            raise OrderError(error.message, error.column, error.length, whole) from error

    def _carry_out(self, text: str) -> _Read:
        realm = self._realm
        orders: list[AnyOrder] = []
        notes: list[str] = []
        dones: list[Done] = []
        for clause in clauses(text):
            for reading in read_clause(clause, realm):
                try:
                    realm, done = carry_out(realm, reading.order)
                except Refused as refused:
                    raise _refused(text, reading, refused.refusal, realm) from refused
                orders.append(reading.order)
                note = noting.note(done, realm.turn)
                notes.append(f"{reading.order}: {note}" if reading.guessed else note)
                dones.append(done)
        notes.append(noting.left(realm))
        warnings = noting.warnings(self._view, realm, *dones)
        return _Read(realm, tuple(orders), "; ".join(notes), tuple(dict.fromkeys(warnings)))

    def _corrected(self, text: str, error: OrderError) -> str | None:
        """The whole line with its misspelt words replaced, where that makes it readable; else
        the word alone that was probably meant."""
        word = error.suggestion
        for _attempt in range(_MOST_CORRECTIONS):
            if error.suggestion is None:
                break
            start = error.column - 1
            text = f"{text[:start]}{error.suggestion}{text[start + error.length :]}"
            try:
                _read_through(text, self._realm)
            except Misspelt as another:
                error = another
            except OrderError:
                break
            else:
                return " ".join(text.split())
        return word


def _hinted(verdict: Verdict, line: Line) -> Verdict:
    """A figure behind ``#`` was cut off with the comment; its author may have meant it."""
    if not _NUMBERED.match(line.source[line.offset + len(line.text) :]):
        return verdict
    hint = _("# begins a comment: write numbers without it")
    return msgspec.structs.replace(verdict, message=f"{verdict.message}; {hint}")


def _cut_off(line: Line) -> tuple[str, ...]:
    """A warning where an order stands behind ``;`` and thus in a comment."""
    comment = line.source[line.offset + len(line.text) :].lstrip()
    if not comment.startswith(";") or fit(comment.lstrip("; ")) is not Fit.ORDER:
        return ()
    return (_("; begins a comment: what stands behind it does not count; give it its own line"),)


def _read_through(text: str, realm: Realm) -> None:
    """Read a line without carrying it out. Raises :class:`OrderError`."""
    for clause in clauses(text):
        for _reading in read_clause(clause, realm):
            continue


def _without_realm(lines: Sequence[Line]) -> Parsed[Orders]:
    """Spectators and factions that have fallen order nothing (AM-24)."""
    message = _("you have no faction in this game that could be given orders")
    return Parsed(
        None,
        tuple(
            Verdict(line=line.number, text=line.source, level=Level.REFUSED, message=message)
            for line in lines
        ),
    )


def _nothing_taken(something: bool) -> str:
    reason = (
        _("None of these lines can be carried out.")
        if something
        else _("There is no order to read.")
    )
    rest = _(
        "What you sent before for this turn still holds; if there is nothing, nothing is ordered."
    )
    return f"{reason} {rest}"


# Refusals -----------------------------------------------------------------------------


def _refused(text: str, reading: Reading, refusal: Refusal, realm: Realm) -> OrderError:
    """A refusal in its place on the line, with what could be ordered instead."""
    marks = reading.marks
    role = next((role for role in _ROLES.get(refusal.why, ()) if role in marks), None)
    if refusal.why in (Why.NOT_A_SECTOR, Why.NOT_YOURS) and isinstance(reading.order, Send):
        role = "source" if refusal.sector == reading.order.source else "target"
    if refusal.why is Why.TOO_FEW_FLEETS and refusal.subject in marks:
        role = refusal.subject
    term = marks.get(role or "")
    mended = _mended(reading.order, refusal, realm)
    suggestion = None if mended is None else str(mended)
    message = refusing.sentence(refusal)
    if term is None:
        start = len(text) - len(text.lstrip())
        return OrderError(message, start + 1, len(text.strip()), suggestion)
    return OrderError(message, term.column, len(term.text), suggestion)


_ROLES: Mapping[Why, tuple[str, ...]] = {
    Why.SHORT: ("count", "extent", "subject", "kind", "target"),
    Why.NOT_BELOW_MAXIMUM: ("subject",),
    Why.LEVEL_REACHED: ("extent", "subject"),
    Why.NOT_UPGRADABLE: ("subject",),
    Why.SAME_RESOURCE: ("get",),
    Why.TOO_LITTLE: ("count",),
    Why.NO_TOKEN: ("free",),
    Why.ONE_LEVEL_A_TOKEN: ("extent", "subject"),
    Why.LOCKED: ("ship",),
    Why.CREDITS_REFUSED: ("payment",),
    Why.NOTHING_TO_BUILD: ("count",),
    Why.ENGINEERING: ("subject",),
    Why.BUILT: ("subject",),
    Why.CLAIMED: ("subject",),
    Why.NOT_A_SECTOR: ("source",),
    Why.NOT_YOURS: ("source",),
    Why.NO_FLEETS: ("fleets",),
    Why.TOO_FEW_FLEETS: ("fleets",),
    Why.SAME_SECTOR: ("target",),
    Why.REINFORCE_FOREIGN: ("target",),
    Why.COLONISE_OWN: ("target",),
    Why.COLONISE_FACTION: ("target",),
    Why.CONQUER_OWN: ("target",),
    Why.CONQUER_REBELS: ("target",),
    Why.ADMINISTRATION: ("target",),
    Why.CONQUEST_UNKNOWN: ("kind", "target"),
    Why.NO_ROUTE: ("target",),
    Why.CAPITAL_BUILDS_NOTHING: ("source",),
}


def _mended(order: AnyOrder, refusal: Refusal, realm: Realm) -> AnyOrder | None:
    """The nearest order that can be carried out, or None where none is near."""
    nearest = _nearest(order, refusal, realm)
    if nearest is None or nearest == order:
        return None
    try:
        carry_out(realm, nearest)
    except Refused:
        return None
    return nearest


def _nearest(order: AnyOrder, refusal: Refusal, realm: Realm) -> AnyOrder | None:
    match order:
        case Build() if refusal.why is Why.SHORT:
            each = refusal.need // order.count
            return msgspec.structs.replace(order, count=refusal.have // each)
        case Build() if refusal.why is Why.CREDITS_REFUSED:
            return msgspec.structs.replace(order, with_credits=False)
        case Exchange() if refusal.why is Why.SHORT:
            rate = prices.exchange_rate(realm.faction)
            got = refusal.have // rate
            return msgspec.structs.replace(
                order, amount=got * (rate if order.named == "give" else 1)
            )
        case Research(free=True) if refusal.why is Why.ONE_LEVEL_A_TOKEN:
            return msgspec.structs.replace(order, levels=1, to=None)
        case Research() | Send() if refusal.why is Why.NO_TOKEN:
            return msgspec.structs.replace(order, free=False)
        case Send() if refusal.why is Why.TOO_FEW_FLEETS:
            there = realm.sectors[order.source].fleets
            fleets = order.fleets.having(refusal.subject, there.of(refusal.subject))
            return msgspec.structs.replace(order, fleets=fleets)
        case Send() if galaxy.is_sector(order.target):
            return msgspec.structs.replace(order, kind=fitting_kind(order.target, realm))
        case _:
            return None

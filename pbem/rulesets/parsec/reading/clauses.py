"""What one order line says: its clauses, and the order that each of them gives."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pbem.engine.i18n import _
from pbem.engine.orders import OrderError
from pbem.rulesets.parsec.orders import Attack, Defend, Pass
from pbem.rulesets.parsec.reading.acting import read_action
from pbem.rulesets.parsec.reading.pledging import read_pledge
from pbem.rulesets.parsec.reading.reader import Misspelt, Reader, Reading
from pbem.rulesets.parsec.reading.remarks import revoked, spoken
from pbem.rulesets.parsec.reading.splitting import (
    OTHERWISE,
    PLEDGES,
    Clause,
    is_pass,
    occasion,
    split,
)
from pbem.rulesets.parsec.reading.wording import Wording, read_wording
from pbem.rulesets.parsec.reading.words import KINDS, Sort, Term, likely, terms
from pbem.rulesets.parsec.reckoning.position import Position
from pbem.rulesets.parsec.view import View

_LONGEST_LINE = 300


def clauses(text: str) -> tuple[Clause, ...]:
    """A line's clauses. Raises :class:`OrderError`."""
    if len(text) > _LONGEST_LINE:
        raise OrderError(_("the line is too long for an order"), 1, len(text))
    found, _remark = spoken(text)
    _refuse_doubts_of_all(text, found)
    head = found[0] if found else None
    guess = None
    if head is not None and not head.is_known:
        sorts = (Sort.VERB, *KINDS) if len(found) > 1 else (Sort.PASS, Sort.VERB, *KINDS)
        guess = likely(head.text, sorts, text=text)
    if head is None or not (head.is_known or guess):
        raise OrderError(_begin_with(), 1, len(text.rstrip()))
    if guess is not None:
        raise Misspelt(_begin_with(), head.column, len(head.text), guess)
    return split(found)


def _refuse_doubts_of_all(text: str, found: Clause) -> None:
    """Raises :class:`OrderError` where a line takes something back, or its orders are choices."""
    reader = Reader(text, found)
    taken_back = revoked(found)
    if taken_back is not None:
        message = _("a mail replaces the orders sent before it: send all those that are to count")
        raise reader.fail(message, taken_back)
    for term in found[1:]:
        if term.text.casefold() in OTHERWISE:
            raise reader.fail(_no_choice(), term)


def read_clause(text: str, clause: Clause, view: View, position: Position) -> Reading:
    """The order of a clause, for a player in this position. Raises :class:`OrderError`."""
    orders, remark = spoken(text)
    if is_pass(clause):
        _refuse_half_pass(text, orders)
    reading = _read(text, clause, view, position)
    if isinstance(reading.order, Attack | Defend) and not view.is_asked:
        _refuse_passing(text, [one for one in terms(text) if one in clause or one not in orders])
    return replace(reading, guessed=True) if remark else reading


def _read(text: str, clause: Clause, view: View, position: Position) -> Reading:
    if is_pass(clause):
        return Reading(Pass())
    reader = Reader(text, clause)
    _refuse_doubts(reader)
    wording = read_wording(reader, position.space)
    if wording.verb == "reinforce" and wording.squares and wording.named:
        wording.verb = "move" if "leader" in wording.flags else ""
    if wording.verb in PLEDGES or _is_pledge(wording, view):
        return read_pledge(reader, wording, view)
    if wording.occasion_term is not None:
        raise reader.fail(_no_conditions(), wording.occasion_term)
    if not (wording.verb or wording.squares) and "home" not in wording.flags:
        raise OrderError(_begin_with(), 1, len(text.rstrip()))
    return read_action(reader, wording, position, is_turn=view.is_moving)


def _refuse_doubts(reader: Reader) -> None:
    """Raises :class:`OrderError` at a condition or a choice, whatever words they consist of;
    "when attacked" is none."""
    for term in reader.terms:
        if term.means("or"):
            raise reader.fail(_no_choice(), term)
        told = term.means("when") and occasion(reader.terms) is not None
        if term.means("when", "unless") and not told:
            raise reader.fail(_no_conditions(), term)


def _refuse_half_pass(text: str, orders: Clause) -> None:
    """Raises :class:`OrderError` where a line that says nothing else passes one of two orders:
    "pass the second"."""
    passing = next((place for place, one in enumerate(orders) if one.of(Sort.PASS)), len(orders))
    half = next((one for one in orders[passing + 1 :] if one.of(Sort.OPENING) == "order"), None)
    if half is not None and len(split(orders)) == 1:
        message = _("PASS alone passes both orders; name the other order too")
        raise Reader(text, orders).fail(message, half)


def _refuse_passing(text: str, said: Sequence[Term]) -> None:
    """Raises :class:`OrderError` where a standing order is said to be for this turn (PA-12)."""
    for term in said:
        if term.means("passing"):
            message = _("a standing order holds until others are sent, not for one turn")
            raise Reader(text, tuple(said)).fail(message, term)


def _is_pledge(wording: Wording, view: View) -> bool:
    """Ships may be named without a verb beside "when attacked", or by who is asked for them:
    "2 merchants", "merchant 2", "none"."""
    if wording.verb or wording.squares:
        return False
    counted = any(named.count is not None for named in wording.named)
    told = ("none", "win", "tie", "all")
    amount = counted or wording.numbers or any(flag in wording.flags for flag in told)
    return bool(amount) and (view.is_asked or bool(wording.occasion))


def _begin_with() -> str:
    return _(
        "a line begins with what to do: LEADER, RECALL, SETTLE, DESTROY, SWAP, HARVEST, ATTACK, "
        "DEFEND or PASS"
    )


def _no_choice() -> str:
    return _("a line orders one thing; a second line is there for what cannot be done")


def _no_conditions() -> str:
    return _("no conditions: a line that cannot be carried out is left out, and the next comes")

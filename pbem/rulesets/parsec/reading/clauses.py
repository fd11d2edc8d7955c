"""What one order line says: its clauses, and the order that each of them gives."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.engine.i18n import _
from pbem.engine.orders import OrderError
from pbem.rulesets.parsec.orders import Pass
from pbem.rulesets.parsec.reading.acting import read_action
from pbem.rulesets.parsec.reading.pledging import read_pledge
from pbem.rulesets.parsec.reading.reader import Misspelt, Reader, Reading
from pbem.rulesets.parsec.reading.wording import Wording, read_wording
from pbem.rulesets.parsec.reading.words import KINDS, Sort, Term, likely, terms
from pbem.rulesets.parsec.reckoning.position import Position
from pbem.rulesets.parsec.view import View

_LONGEST_LINE = 300
_PLEDGES = ("attack", "defend", "reinforce")


def is_pass(text: str) -> bool:
    """Whether a line says no more than that nothing is ordered."""
    found = [term for term in terms(text) if not term.means("filler", "also")]
    return len(found) == 1 and found[0].of(Sort.PASS) is not None


def begun(text: str) -> tuple[Term, ...]:
    """A line's terms without a list's bullet or number, "please" and the like before them."""
    found = terms(text)
    place = _after_number(found, 0)
    while place < len(found) - 1:
        if found[place].of(Sort.OPENING):
            place = _after_number(found, place + 1)
        elif found[place].means("filler", "also") and not _begins(found[place]):
            place += 1
        else:
            break
    return found[place:]


def _begins(term: Term) -> bool:
    """Whether an order may begin so."""
    return term.of(Sort.VERB) is not None or term.kind is not None


def _after_number(found: Sequence[Term], place: int) -> int:
    """The place behind a list's number: "1.", "2)", or "1:" as in "Order 1:"."""
    if len(found) > place + 2 and found[place].text.isdecimal():
        signs = ".):" if place else ".)"
        return place + 2 if found[place + 1].text in signs else place
    return place


def split(found: Sequence[Term]) -> tuple[tuple[Term, ...], ...]:
    """A line's terms clause by clause: a verb behind a comma or "and" begins the next."""
    starts = [
        0,
        *(
            place
            for place in range(2, len(found))
            if found[place - 1].means("also") and found[place].of(Sort.VERB)
        ),
    ]
    ends = [*starts[1:], len(found)]
    return tuple(tuple(found[start:end]) for start, end in zip(starts, ends, strict=True))


def clauses(text: str) -> tuple[tuple[Term, ...], ...]:
    """A line's clauses. Raises :class:`OrderError`."""
    if len(text) > _LONGEST_LINE:
        raise OrderError(_("the line is too long for an order"), 1, len(text))
    found = begun(text)
    head = found[0] if found else None
    if head is None or not (head.is_known or likely(head.text, (Sort.VERB, *KINDS))):
        raise OrderError(_begin_with(), 1, len(text.rstrip()))
    if not head.is_known:
        guess = likely(head.text, (Sort.VERB, *KINDS))
        raise Misspelt(_begin_with(), head.column, len(head.text), guess)
    return split(found)


def read_clause(text: str, clause: tuple[Term, ...], view: View, position: Position) -> Reading:
    """The order of a clause, for a player in this position. Raises :class:`OrderError`."""
    if len(clause) == 1 and clause[0].of(Sort.PASS):
        return Reading(Pass())
    reader = Reader(text, clause)
    wording = read_wording(reader, position.space)
    if wording.verb in _PLEDGES or _is_pledge(wording, view):
        return read_pledge(reader, wording, view)
    if not wording.verb and not wording.squares:
        raise OrderError(_begin_with(), 1, len(text.rstrip()))
    return read_action(reader, wording, position)


def _is_pledge(wording: Wording, view: View) -> bool:
    """Who is asked for ships may name them alone: "2 merchants", "merchant 2", "none"."""
    if not view.is_asked or wording.verb or wording.squares:
        return False
    counted = any(named.count is not None for named in wording.named)
    told = ("none", "win", "tie", "all")
    return bool(counted or wording.numbers or any(flag in wording.flags for flag in told))


def _begin_with() -> str:
    return _(
        "a line begins with what to do: LEADER, RECALL, SETTLE, DESTROY, SWAP, HARVEST, ATTACK, "
        "DEFEND or PASS"
    )

"""What one order line says: its clauses, and the orders that each of them gives.

The parts of a clause may stand in almost any order; what a line leaves out is filled in from
its author's own position where that leaves no doubt.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Literal

from pbem.engine.i18n import _
from pbem.engine.orders import OrderError
from pbem.rulesets.god_unit.orders import Act, Pass
from pbem.rulesets.god_unit.reading.acting import read_acts
from pbem.rulesets.god_unit.reading.placing import read_placement
from pbem.rulesets.god_unit.reading.position import Position
from pbem.rulesets.god_unit.reading.producing import begins_level, read_production
from pbem.rulesets.god_unit.reading.reader import Misspelt, Reader, Reading
from pbem.rulesets.god_unit.reading.wording import UNIT_VERBS
from pbem.rulesets.god_unit.reading.words import Kind, Names, Term, likely, terms
from pbem.rulesets.god_unit.reckoning.refusals import Refusal, Why
from pbem.rulesets.god_unit.telling import refusing

_LONGEST_LINE = 300
_MOST_SQUARES = 60
"""So many squares at most stand in a line that places factories without saying so."""
Sort = Literal["place", "produce", "act", ""]
"""What a clause orders; empty: it cannot be told."""


def is_pass(text: str) -> bool:
    """Whether a line says no more than PASS."""
    found = [term for term in terms(text) if not term.means("filler", "also")]
    return len(found) == 1 and found[0].of(Kind.PASS) is not None


def read_line(text: str, position: Position, busy: Collection[int]) -> tuple[Reading, ...]:
    """The orders of a line; `busy` are units that lines above order. Raises
    :class:`OrderError`."""
    if len(text) > _LONGEST_LINE:
        raise OrderError(_("the line is too long for an order"), 1, len(text))
    if is_pass(text):
        return (Reading(Pass()),)
    reader = Reader(text, begun(text, position.names))
    taken: list[Reading] = []
    while reader.peek() is not None:
        ordered = {one.order.unit for one in taken if isinstance(one.order, Act)}
        found = tuple(_read_clause(reader, position, {*busy, *ordered}))
        taken += found
        _pass_over_joins(reader)
    if not taken:
        raise OrderError(_begin_with(), 1, len(text.rstrip()))
    return tuple(taken)


def begun(text: str, names: Names) -> tuple[Term, ...]:
    """A line's terms without a list's bullet or number, and without "I want to"."""
    found = terms(text, names)
    place = _after_number(found, 0)
    while place < len(found):
        if found[place].of(Kind.OPENING) and place + 1 < len(found):
            place = _after_number(found, place + 1)
        elif found[place].means("filler") and not found[place].is_letter:
            place += 1
        else:
            break
    return found[place:]


def _after_number(found: Sequence[Term], place: int) -> int:
    """The place behind a list's number: "1.", "2)", or "1:" as in "Order 1:". A unit's number
    has no such sign behind it, so that "1. c4" is an entry of a list."""
    if len(found) > place + 2 and found[place].is_figure:
        return place + 2 if found[place + 1].text in (".):" if place else ".)") else place
    return place


def is_placement(found: Sequence[Term]) -> bool:
    """Whether a line without a verb names squares for factories (GU-7): ``c4 f9 h2``, ``1. c4``,
    ``factory A at c4``."""
    squares = [term for term in found if term.is_cell]
    if not squares or len(squares) > _MOST_SQUARES:
        return False
    if found[0].is_cell:
        return all(_joins_squares(term) for term in found if not term.is_cell)
    if not found[0].means("factory") or not any(term.means("at", "to") for term in found):
        return False
    others = [term for term in found[1:] if not (term.is_cell or term.means("factory"))]
    return all(_joins_squares(term) or len(term.text) == 1 for term in others)


def _joins_squares(term: Term) -> bool:
    return term.means("also", "filler", "at", "to") or term.is_figure


def _pass_over_joins(reader: Reader) -> None:
    while (term := reader.peek()) is not None and term.means("also", "filler"):
        if term.is_letter:
            return
        reader.take()


def sort_of(reader: Reader) -> Sort:
    """What the clause that comes next orders."""
    head = reader.peek()
    if head is None:
        return ""
    verb = head.of(Kind.VERB)
    if verb == "place":
        return "place"
    if verb == "stop":
        return (
            "act" if reader.next_is_figure(1) or reader.means("unit", "all", ahead=1) else "produce"
        )
    if verb in ("produce", "keep") or reader.means("repeat"):
        return "produce"
    if verb in UNIT_VERBS:
        return "act"
    if _begins_with_factory(reader):
        return "produce"
    return _by_later_words(reader)


def _begins_with_factory(reader: Reader) -> bool:
    head = reader.peek()
    assert head is not None
    if head.is_figure or begins_level(reader) or reader.next_is_spaced_square():
        return False
    if reader.means("factory") or (reader.means("all") and reader.means("factory", ahead=1)):
        return True
    return head.is_letter and len(head.text) == 1 and not reader.means("unit")


def _by_later_words(reader: Reader) -> Sort:
    """Where no verb stands first: by the first one further on, or by what does stand first."""
    ahead = 1
    while (term := reader.peek(ahead)) is not None:
        verb = term.of(Kind.VERB)
        if verb == "place":
            return "place"
        if verb in ("produce", "keep", "stop") and not term.means("repeat"):
            return "produce"
        if verb in UNIT_VERBS:
            return "act"
        ahead += 1
    head = reader.peek()
    assert head is not None
    named = head.is_figure or head.of(Kind.COLOUR) is not None or head.seat is not None
    return "act" if named or reader.means("unit", "all", "nearest") or head.is_cell else ""


def _read_clause(reader: Reader, position: Position, busy: Collection[int]) -> Iterator[Reading]:
    sort = sort_of(reader)
    if sort == "place" or (position.view.is_placing and is_placement(reader.rest())):
        if not position.view.is_placing:
            message = refusing.sentence(Refusal(Why.NOT_PLACING))
            raise OrderError(message, 1, len(reader.text.rstrip()))
        return iter((read_placement(reader, position),))
    if sort == "produce":
        return read_production(reader, position)
    if sort == "act":
        return read_acts(reader, position, busy)
    raise _no_verb(reader)


def _begin_with() -> str:
    return _("a line begins with what to do: PRODUCE, MOVE, ATTACK, DEPLOY, PLACE or PASS")


def _no_verb(reader: Reader) -> OrderError:
    """Suggests the verb that was misspelt."""
    head = reader.peek()
    if head is None:
        return OrderError(_begin_with(), 1, len(reader.text.rstrip()))
    guess = None if head.is_known else likely(head.text, (Kind.VERB, Kind.PASS))
    if guess is None:
        return OrderError(_begin_with(), head.column, len(head.text))
    return Misspelt(_begin_with(), head.column, len(head.text), guess)

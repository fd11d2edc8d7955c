"""What one order line says: its clauses, and the orders that each of them gives.

The parts of a clause may stand in almost any order; what a line leaves out is filled in from
its author's own position where that leaves no doubt.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from pbem.engine.i18n import _
from pbem.engine.orders import OrderError
from pbem.rulesets.asylamba_mini.reading.building import read_autobuild, read_building
from pbem.rulesets.asylamba_mini.reading.raising import read_raising, read_wonders
from pbem.rulesets.asylamba_mini.reading.reader import Misspelt, Reader, Reading
from pbem.rulesets.asylamba_mini.reading.sending import read_sending
from pbem.rulesets.asylamba_mini.reading.trading import read_exchange, read_purchase
from pbem.rulesets.asylamba_mini.reading.words import Kind, Term, likely, terms
from pbem.rulesets.asylamba_mini.reckoning.realm import Realm

_VERBS = (Kind.VERB, Kind.MISSION)
_LONGEST_LINE = 300


def clauses(text: str) -> tuple[Reader, ...]:
    """A line's clauses, each begun by what to do. Raises :class:`OrderError`."""
    if len(text) > _LONGEST_LINE:
        raise OrderError(_("the line is too long for an order"), 1, len(text))
    found = begun(terms(text))
    if not found:
        raise OrderError(_begin_with(), 1, len(text.rstrip()))
    if not any(found[0].of(kind) for kind in _VERBS):
        raise _no_verb(found[0])
    return tuple(Reader(text, clause) for clause in split(found))


def split(found: tuple[Term, ...]) -> tuple[tuple[Term, ...], ...]:
    """A line's terms clause by clause: a verb behind a comma or "and" begins the next."""
    later = (
        place
        for place in range(2, len(found))
        if found[place].of(Kind.VERB) and found[place - 1].means("also")
    )
    starts = [0, *later]
    ends = [*starts[1:], len(found)]
    return tuple(found[start:end] for start, end in zip(starts, ends, strict=True))


def begun(found: tuple[Term, ...]) -> tuple[Term, ...]:
    """The terms without a list's bullet or number and without "please" before them."""
    place = 0
    if len(found) > 2 and found[0].is_figure and found[1].text in ".)":
        place = 2
    while place < len(found) and found[place].means("filler"):
        place += 1
    return found[place:]


def read_clause(reader: Reader, realm: Realm) -> Iterator[Reading]:
    """The orders of a clause, for a faction in this position. Raises :class:`OrderError`."""
    head = reader.peek()
    verb = None if head is None else head.of(Kind.VERB)
    if verb in _READERS:
        reader.take()
        return _READERS[verb](reader, realm)
    if verb == "send":
        reader.take()
    return read_sending(reader, realm)


def _begin_with() -> str:
    return _(
        "a line begins with what to do: UPGRADE, RESEARCH, BUILD, WONDER, SEND, EXCHANGE or "
        "AUTOBUILD"
    )


def _no_verb(head: Term) -> OrderError:
    """Suggests the verb that was misspelt, or the one that such a thing wants."""
    guess = None if head.is_known else likely(head.text, _VERBS)
    for kind, verb in _USUAL.items():
        if guess is None and head.of(kind):
            guess = f"{verb} {head.text}"
    if guess is None:
        return OrderError(_begin_with(), head.column, len(head.text))
    return Misspelt(_begin_with(), head.column, len(head.text), guess)


_USUAL: Mapping[Kind, str] = {
    Kind.FACILITY: "UPGRADE",
    Kind.TECHNOLOGY: "RESEARCH",
    Kind.MEGASTRUCTURE: "WONDER",
}


def _read_making(reader: Reader, realm: Realm) -> Iterator[Reading]:
    """What is named tells what UPGRADE, RESEARCH and BUILD mean."""
    if reader.holds(Kind.MEGASTRUCTURE):
        return read_wonders(reader)
    return read_raising(reader, realm)


def _read_build(reader: Reader, realm: Realm) -> Iterator[Reading]:
    made = reader.holds(Kind.FACILITY, Kind.TECHNOLOGY, Kind.MEGASTRUCTURE)
    if made and not reader.holds(Kind.SHIP):
        return _read_making(reader, realm)
    return read_building(reader, realm)


def _read_wonder(reader: Reader, realm: Realm) -> Iterator[Reading]:
    return read_wonders(reader)


def _read_buy(reader: Reader, realm: Realm) -> Iterator[Reading]:
    """BUY 10 C FOR R exchanges, BUY 5 light builds."""
    if reader.next_is(Kind.RESOURCE) or reader.next_is(Kind.RESOURCE, ahead=1):
        return read_purchase(reader, realm)
    return _read_build(reader, realm)


_READERS: Mapping[str | None, Callable[[Reader, Realm], Iterator[Reading]]] = {
    "upgrade": _read_making,
    "research": _read_making,
    "build": _read_build,
    "wonder": _read_wonder,
    "exchange": read_exchange,
    "buy": _read_buy,
    "autobuild": read_autobuild,
}

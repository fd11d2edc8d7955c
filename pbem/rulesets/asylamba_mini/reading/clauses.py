"""What one order line says: its clauses, and the orders that each of them gives.

The parts of a clause may stand in almost any order; what a line leaves out is filled in from
its author's own position where that leaves no doubt.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence

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
_RAISED = (Kind.FACILITY, Kind.TECHNOLOGY)
_LONGEST_LINE = 300
_PRICE = re.compile(r"(?<=\S)\s*\([^()]*\d\s?[RCSX]\b[^()]*\)\s*$")
"""What a report says of a price behind an order, in brackets: "(2 turns, 150 C)"."""


def is_pass(text: str) -> bool:
    """Whether a line says no more than that nothing is ordered."""
    found = [term for term in terms(text) if not term.means("filler")]
    return len(found) == 1 and found[0].of(Kind.PASS) is not None


def clauses(text: str) -> tuple[Reader, ...]:
    """A line's clauses, each begun by what to do. Raises :class:`OrderError`."""
    if len(text) > _LONGEST_LINE:
        raise OrderError(_("the line is too long for an order"), 1, len(text))
    found = begun(text)
    if not found:
        raise OrderError(_begin_with(), 1, len(text.rstrip()))
    if lacks_verb(found) or not any(found[0].of(kind) for kind in _VERBS):
        raise _no_verb(found[0])
    return tuple(Reader(text, clause) for clause in split(found))


def split(found: tuple[Term, ...]) -> tuple[tuple[Term, ...], ...]:
    """A line's terms clause by clause: a verb behind a comma or "and" begins the next."""
    later = (
        place
        for place in range(2, len(found))
        if found[place - 1].means("also")
        and (found[place].of(Kind.VERB) or _begins_mission(found, place))
    )
    starts = [0, *later]
    ends = [*starts[1:], len(found)]
    return tuple(found[start:end] for start, end in zip(starts, ends, strict=True))


def _begins_mission(found: Sequence[Term], place: int) -> bool:
    """Whether a mission begins there: "attack 2 from 9 ..., colonise 8 from 17 ..."."""
    head, here = found[0].of(Kind.VERB), found[place]
    if here.of(Kind.MISSION) is None or not any(term.means("from") for term in found[place:]):
        return False
    if head in ("upgrade", "research"):
        return here.of(Kind.TECHNOLOGY) is None
    if head in (None, "send"):
        return any(term.means("from") for term in found[:place])
    return True


def begun(text: str) -> tuple[Term, ...]:
    """A line's terms from its verb on: without a list's bullet or number, "please" and the like
    before it, and a price behind. A verb that stands last, or behind FROM, is put first."""
    found = terms(_PRICE.sub("", text))
    place = _after_number(found, 0)
    while place < len(found):
        if found[place].of(Kind.OPENING):
            place = _after_number(found, place + 1)
        elif found[place].means("filler"):
            place += 1
        else:
            break
    return _verb_first(found[place:])


def _after_number(found: Sequence[Term], place: int) -> int:
    """The place behind a list's number: "1.", "2)", or "1:" as in "Order 1:"."""
    if len(found) > place + 2 and found[place].is_figure:
        signs = ".):" if place else ".)"
        return place + 2 if found[place + 1].text in signs else place
    return place


def _verb_first(found: tuple[Term, ...]) -> tuple[Term, ...]:
    verbs = [place for place, term in enumerate(found) if term.of(Kind.VERB)]
    last = max((at for at, term in enumerate(found) if not term.means("filler")), default=0)
    place = None
    if verbs in ([], [last]) and found and found[last].of(Kind.CLOSING):
        place = last
    elif len(verbs) == 1 and verbs[0] > 0 and _may_lead(found[: verbs[0]], found[verbs[0]]):
        place = verbs[0]
    if place is None:
        return found
    return (found[place], *found[:place], *found[place + 1 :])


def _may_lead(before: Sequence[Term], verb: Term) -> bool:
    """Whether a line may begin so and its verb come later: "from 17 send", "hub: upgrade"."""
    first = before[0]
    if verb.of(Kind.VERB) == "autobuild":
        return first.is_figure or first.means("sector")
    if verb.of(Kind.VERB) == "send" and first.means("from"):
        return True
    return before[-1].text == ":" and not first.is_figure


def lacks_verb(found: Sequence[Term]) -> bool:
    """Whether what is raised and how far is all that a line says: ``hub TO 6``, ``attack +1``."""
    said = [term for term in found if not term.means("filler")]
    extent = said[1:]
    if not extent or not said[0].is_like(_RAISED):
        return False
    joins = [term for term in extent if not term.is_figure]
    return (
        len(extent) == len(joins) + 1
        and not extent[0].is_figure
        and all(term.means("to", "by", "level") for term in joins)
    )


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
        if guess is None and head.is_like((kind,)):
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
        return read_wonders(reader, realm)
    return read_raising(reader, realm)


def _read_build(reader: Reader, realm: Realm) -> Iterator[Reading]:
    made = reader.holds(Kind.FACILITY, Kind.TECHNOLOGY, Kind.MEGASTRUCTURE)
    if made and not reader.holds(Kind.SHIP):
        return _read_making(reader, realm)
    return read_building(reader, realm)


def _read_wonder(reader: Reader, realm: Realm) -> Iterator[Reading]:
    return read_wonders(reader, realm)


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

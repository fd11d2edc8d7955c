"""Where a line's orders begin and end: what stands before them, and what of one goes for the next.

"settle miner at m3 and scientist at a1" are two orders with one verb, and so are "Bergleute auf
m3 und Forscher auf a1 ansiedeln".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from pbem.rulesets.parsec.reading.words import Sort, Term, terms

Clause = tuple[Term, ...]

PLEDGES = ("attack", "defend", "reinforce")
"""Verbs of ships for conflicts."""
WISHES = ("none", "not", "win", "tie", "all")
"""How many ships, without a figure."""
OTHERWISE = frozenset(
    {
        *("otherwise", "or else", "failing that", "alternatively", "as a reserve", "reserve"),
        *("sonst", "ansonsten", "andernfalls", "notfalls", "alternativ", "ersatzweise"),
        *("sinon", "à défaut", "autrement", "au pire"),
    }
)
"""Words that begin a line in reserve, and within a line make a choice of it."""
_POLITE = frozenset({"please", "pls", "plz", "bitte", "ok", "okay", "svp", "stp"})
"""Behind these a question mark asks nothing."""
_LEADING = ("leader", "place", "move", "settle", "")
_COMMAS = ",."
_BEHIND_NUMBERS = ".):-–/"
_BEHIND_LETTERS = ").:"
_LETTERED = re.compile(r"[a-z]|[ivx]{1,4}", re.IGNORECASE)
_SILENT = ("filler", "article", "also")


# Before the first order ---------------------------------------------------------------


def is_pass(found: Iterable[Term]) -> bool:
    """Whether a line or clause says no more than that nothing is ordered."""
    told = [term for term in found if not term.means(*_SILENT) and not term.of(Sort.OPENING)]
    return len(told) == 1 and told[0].of(Sort.PASS) is not None


def begun(text: str) -> Clause:
    """A line's terms without a list's bullet or number, "please" and the like before them, and
    without the question mark of a request."""
    found = terms(text)
    rest = stripped(found)
    asked = any(term.of(Sort.OPENING) == "request" for term in found[: -len(rest) or None])
    if len(rest) < 2 or rest[-1].text != "?":
        return rest
    last = rest[-2]
    asked = asked or last.text.casefold() in _POLITE or last.of(Sort.OPENING) == "request"
    return rest[:-1] if asked else rest


def stripped(found: Clause) -> Clause:
    """Terms without what may stand before an order; at least one of them is left."""
    place = _after_number(found, 0)
    while place < len(found) - 1:
        if found[place].of(Sort.OPENING):
            place = _after_number(found, place + 1)
        elif found[place].means(*_SILENT) and not _begins(found[place]):
            place += 1
        else:
            break
    return found[place:]


def _begins(term: Term) -> bool:
    """Whether an order may begin so."""
    return term.of(Sort.VERB) is not None or term.kind is not None


def _after_number(found: Sequence[Term], place: int) -> int:
    """The place behind a list's number or letter: "1.", "(2)", "b)", "Order #1:"."""
    figure = place + sum(term.text in ("(", "#") for term in found[place : place + 1])
    if len(found) <= figure + 2:
        return place
    signs = _BEHIND_NUMBERS if found[figure].digits else _BEHIND_LETTERS
    numbered = bool(found[figure].digits or _LETTERED.fullmatch(found[figure].text))
    return figure + 2 if numbered and found[figure + 1].text in signs else place


# One clause ---------------------------------------------------------------------------


def main_verb(clause: Iterable[Term]) -> Term | None:
    """The verb of a clause: of "leader" and "move" the word that can be nothing else, and none
    where "when attacked" does without."""
    found = tuple(clause)
    verbs = [term for term in found if term.of(Sort.VERB)]
    plain = [one for one in verbs if not one.of(Sort.PARTICLE) and not one.of(Sort.OCCASION)]
    sides = any(term.of(Sort.OCCASION) and not term.of(Sort.VERB) for term in found)
    return next(iter(plain or (() if sides else verbs)), None)


def occasion(clause: Iterable[Term]) -> Term | None:
    """The words that tell which side of a conflict a clause is about."""
    verb = main_verb(clause)
    return next((term for term in clause if term.of(Sort.OCCASION) and term is not verb), None)


def tells_amount(clause: Iterable[Term]) -> bool:
    """Whether a figure, or a wish such as WIN, stands in it."""
    return any(term.digits or term.means(*WISHES) for term in clause)


def names_kind(clause: Iterable[Term]) -> bool:
    return any(term.kind for term in clause)


def names_cell(clause: Sequence[Term]) -> bool:
    """Whether a square stands in it, with a blank ("c 7") or without."""
    spaced = any(one.is_letter and other.text.isdecimal() for one, other in pairwise(clause))
    return spaced or any(term.is_cell for term in clause)


def is_last(term: Term, clause: Iterable[Term]) -> bool:
    """Whether only signs and the like follow, as behind a verb in German."""
    told = [one for one in clause if not one.means(*_SILENT)]
    return bool(told) and told[-1] is term


# Several ------------------------------------------------------------------------------


def split(found: Clause) -> tuple[Clause, ...]:
    """A line's terms clause by clause. What a clause leaves out and the one before it says, as
    its verb, is put before it."""
    clauses: list[Clause] = []
    for segment in _segments(found):
        content = stripped(segment)
        if not clauses:
            clauses.append(segment)
        elif _own_verb(clauses[-1], content):
            clauses.append(content)
        elif _names_first(segment, content) and _repeats(clauses[-1], content):
            clauses.append((*_carried(clauses[-1], content), *content))
        else:
            clauses[-1] += segment
    return tuple(_with_last_verb(clauses))


def _segments(found: Clause) -> Iterator[Clause]:
    """The terms cut before each comma, "and" and the like."""
    start = 0
    for place in range(1, len(found)):
        joins = found[place].means("also") and not found[place - 1].means("also")
        if _is_numbered(found, place) or (joins and not _is_numbered(found, place - 1)):
            yield found[start:place]
            start = place
    yield found[start:]


def _is_numbered(found: Clause, place: int) -> bool:
    """Whether an order with its number begins here: "2. settle settler b4"."""
    behind = _after_number(found, place)
    if not (place and found[place].text.isdecimal() and behind == place + 2):
        return False
    ends = found[place - 1].is_cell or found[place - 1].text in _COMMAS
    return ends and found[behind].of(Sort.VERB) is not None


def _own_verb(before: Clause, content: Clause) -> bool:
    """Whether a piece of a line has a verb that is not the clause's before it."""
    if content[0].of(Sort.PASS):
        return True
    verb = main_verb(content)
    side = occasion(content)
    if verb is None or verb.of(Sort.OCCASION):
        return (verb or side) is not None and tells_amount(content) and _says_something(before)
    if not _says_something(before) or any(term.means("aim", "beside") for term in content):
        return False
    if verb.of(Sort.VERB) == "leader":
        return names_cell(content) or _goes_home(content)
    leads = verb is content[0] or content[0].means("when") or content[0].of(Sort.OCCASION)
    whole = main_verb(before) is not None or names_cell(before) or is_pass(before)
    return bool(leads) or (is_last(verb, content) and whole)


def _says_something(clause: Clause) -> bool:
    """Whether an order may end here; "when attacked, send 2" goes on."""
    if names_cell(clause) or tells_amount(clause) or _goes_home(clause) or is_pass(clause):
        return True
    verb = main_verb(clause)
    return verb is not None and not verb.of(Sort.PARTICLE)


def _goes_home(clause: Iterable[Term]) -> bool:
    return any(term.means("home") for term in clause)


def _repeats(before: Clause, content: Clause) -> bool:
    """Whether a piece of a line names another object of the verb before it."""
    verb = main_verb(before)
    key = (verb.of(Sort.VERB) if verb else "") or ""
    if key == "recall":
        return names_kind(before) and names_kind(content)
    if key == "destroy":
        return names_cell(before) and names_cell(content)
    if key in PLEDGES:
        return tells_amount(before) and tells_amount(content) and _kind_leads(content)
    if key not in _LEADING or not (names_cell(before) and names_cell(content)):
        return False
    return names_kind(content) or (names_kind(before) and _settles(before))


def _settles(clause: Clause) -> bool:
    """Whether it is a ship that is placed, by its verb or by its name: "miners to d3 and e3"."""
    verb = main_verb(clause)
    key = verb.of(Sort.VERB) if verb else ""
    return key == "settle" or (key in ("place", "") and any(t.of(Sort.SHIP) for t in clause))


def _names_first(segment: Clause, content: Clause) -> bool:
    """Whether a piece begins with a square or a kind; behind a comma nothing else may, for
    "next to a2" tells of the order before it."""
    head = content[1] if content[0].means("to") and len(content) > 1 else content[0]
    listed = head is content[0] or segment[0].text not in _COMMAS
    return listed and (head.is_cell or head.is_letter or bool(head.kind or head.digits))


def _kind_leads(content: Clause) -> bool:
    """Whether a leader is named before its ships are counted."""
    first = next((term for term in content if term.kind or term.digits), None)
    return first is not None and first.kind is not None


def _carried(before: Clause, content: Clause) -> Iterator[Term]:
    """What of a clause goes for the next one too: its verb, and the ship where none is named."""
    told = (main_verb(before), occasion(before))
    yield from (term for term in told if term is not None)
    if not names_kind(content) and _settles(before):
        yield from [term for term in before if term.kind][:1]


def _with_last_verb(clauses: Sequence[Clause]) -> list[Clause]:
    """In German one verb behind all of its objects goes for each of them."""
    whole = list(clauses)
    for place in range(len(whole) - 2, -1, -1):
        verb = main_verb(whole[place + 1])
        alone = main_verb(whole[place]) is None and occasion(whole[place]) is None
        if alone and verb and is_last(verb, whole[place + 1]) and len(whole[place + 1]) > 1:
            whole[place] = (*whole[place], verb)
    return whole

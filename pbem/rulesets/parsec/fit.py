"""Tells a line meant as an order, well written or not, from prose.

An order begins with its verb, and what follows are systems, kinds and numbers. One strange word
among enough of these is a slip; several are a sentence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pbem.engine.api import Fit
from pbem.engine.lexicon import LIKE, fold
from pbem.rulesets.parsec.reading.clauses import begun, is_pass, split
from pbem.rulesets.parsec.reading.words import KINDS, Sort, Term, likely, terms
from pbem.rulesets.parsec.view import View

_LONGEST_LINE = 300
_SHORTEST_SLIP = 4
_MOST_SLIPS = 3
_MOST_CELLS = 2
"""No order names more systems; a list of them is an account."""
_PREFIX = re.compile(r"\s*(?:@|(?:TURN|T)\s*\d{1,6}\s*:)", re.IGNORECASE)
_COMMENT = re.compile(r"(?:^|(?<=\s))#.*$|;.*$")

_PLEDGES = ("attack", "defend", "reinforce")
_AIMED = ("leader", "place", "move", "settle", "destroy", "harvest")
"""Verbs that want a system."""
_WISHES = ("none", "win", "tie")
_NOT_VERBS = frozenset(
    word
    for words in (
        "placed moved settled colonized colonised recalled removed destroyed swapped exchanged",
        "harvested attacked defended reinforced settlers settlement settlements",
        "besiedelt siedlung siedlungen zerstört geerntet kolonien colonies colonisé",
    )
    for word in words.split()
)
"""Past tenses and the like, as in an account of what happened: like a verb, and no order."""
_YIELDS = frozenset(
    fold(word)
    for word in (
        *("people", "technology", "money", "materials", "raw materials"),
        *("Bevölkerung", "Technologie", "Geld", "Rohstoff", "Rohstoffe"),
        *("population", "technologie", "argent", "minerai"),
    )
)
"""Resources: where ships are asked for, figures beside them are what somebody has or gets."""
_ARTICLES = ("the", "le", "la", "les", "der", "die", "das")
_QUOTES = "“„«"
"""An order in such marks is told of, not given, as in our own reports."""


def fit(line: str, view: View | None = None) -> Fit:
    """How `line` looks. Who is asked for ships in a conflict may name them alone."""
    text = _bare(line)
    if len(text) > _LONGEST_LINE or "?" in text or text.startswith(tuple(_QUOTES)):
        return Fit.NO
    if not (found := begun(text)):
        return Fit.NO
    if is_pass(text):
        return Fit.ORDER
    if found[0].of(Sort.VERB):
        faultless = _is_led_in(text, found)
        fits = (_is_order(clause, faultless=faultless) for clause in split(found))
        return Fit.ORDER if all(fits) else Fit.NO
    if view is not None and view.is_asked and _names_ships(found):
        return Fit.ORDER
    if _is_bare_order(found) or _is_misspelt_order(found):
        return Fit.ORDER
    return Fit.CONTINUES if _continues(terms(text)) else Fit.NO


def _bare(line: str) -> str:
    """The line without prefix and comment."""
    prefix = _PREFIX.match(line)
    text = line[prefix.end() :] if prefix else line
    return _COMMENT.sub("", text).strip()


def _is_led_in(text: str, found: Sequence[Term]) -> bool:
    """Whether words such as "I want to" or "the" stand before the verb: then what follows must
    be without fault, for so do sentences begin."""
    before = [term for term in terms(text) if term.column < found[0].column]
    return any(term.of(Sort.OPENING) or fold(term.text) in _ARTICLES for term in before)


@dataclass(frozen=True)
class _Count:
    """How many of a clause's terms are systems, kinds, numbers, wishes such as WIN, words of
    ours misspelt, and strange words."""

    cells: int = 0
    kinds: int = 0
    figures: int = 0
    wishes: int = 0
    slips: int = 0
    strange: int = 0

    @property
    def meant(self) -> int:
        return self.cells + self.kinds + self.figures + self.wishes

    @property
    def faults(self) -> int:
        return self.slips + self.strange


def _count(rest: Sequence[Term]) -> _Count:
    found = list(_sorted(rest))
    slips = min(found.count("slip"), _MOST_SLIPS)
    return _Count(
        cells=found.count("cell"),
        kinds=found.count("kind"),
        figures=found.count("figure"),
        wishes=found.count("wish"),
        slips=slips,
        strange=found.count("strange") + found.count("slip") - slips,
    )


def _sorted(rest: Sequence[Term]) -> Iterator[str]:
    """What each of these terms is; of a square with a blank in it, "f 5", its figure is."""
    for place, term in enumerate(rest):
        follows = rest[place + 1] if place + 1 < len(rest) else None
        if term.is_letter and follows is not None and follows.text.isdecimal():
            continue
        if term.text.isdecimal() and place and rest[place - 1].is_letter:
            yield "cell"
        elif term.text == "." and follows is not None:
            yield "strange"  # a sentence ends within the clause
        else:
            yield _sort(term)


def _sort(term: Term) -> str:
    if term.is_cell:
        return "cell"
    if term.kind is not None:
        return "kind"
    if term.means(*_WISHES):
        return "wish"
    if term.digits:
        return "figure"
    if any(sort is Sort.PARTICLE for sort, _key in term.senses):
        return "particle"
    guessable = not term.is_known and len(term.text) >= _SHORTEST_SLIP
    if guessable and likely(term.text, (*KINDS, Sort.PARTICLE), LIKE):
        return "slip"
    return "strange"


def _is_order(clause: Sequence[Term], *, faultless: bool) -> bool:
    """Whether what follows a verb is what it wants."""
    head, rest = clause[0], clause[1:]
    verb = head.of(Sort.VERB) or ""
    capitals = head.text.isupper() and len(head.text) > 3
    if not rest:
        return capitals and not faultless
    count = _count(rest)
    if count.faults and faultless:
        return False
    if not count.strange:
        return _says_enough(verb, count, rest) or (capitals and bool(count.meant))
    if count.strange == 1:
        return bool(count.cells and verb in _AIMED) or (capitals and bool(count.meant))
    return count.strange == 2 and capitals and count.meant >= 2


def _says_enough(verb: str, count: _Count, rest: Sequence[Term]) -> bool:
    if verb in _PLEDGES:
        ships = count.figures + count.wishes
        return bool(ships) or (any(term.means("all") for term in rest) and len(rest) > 1)
    if verb == "recall":
        return bool(count.cells + count.kinds + count.slips)
    if verb == "swap":
        everything = any(term.means("all") for term in rest)
        return bool(count.kinds + count.slips + count.figures) or everything
    named = bool(count.kinds + count.slips)
    if verb in ("leader", "move") and any(term.means("home") for term in rest):
        return named or bool(count.cells)
    return bool(count.cells) and (named or verb not in ("leader", "place"))


def _names_ships(found: Sequence[Term]) -> bool:
    """ "2 merchants", "merchant 2", "none"; not "1 money." nor a row of what somebody has."""
    count = _count(found)
    if count.faults or count.cells or not count.figures + count.wishes:
        return False
    tells = any(fold(term.text) in _YIELDS for term in found)
    return not tells or (count.figures == 1 and found[-1].text != ".")


def _is_bare_order(found: Sequence[Term]) -> bool:
    """A kind and a system without a verb: "scientist f5"; with brackets it is told of."""
    if found[0].means("to", "with", "from") or any(term.text == "(" for term in found):
        return False
    count = _count(found)
    return not count.faults and (count.kinds, count.cells, count.figures) == (1, 1, 0)


def _is_misspelt_order(found: Sequence[Term]) -> bool:
    """Whether the first word is misspelt and the rest is faultless."""
    head, rest = found[0], found[1:]
    if head.is_known or len(head.text) < _SHORTEST_SLIP or head.text.casefold() in _NOT_VERBS:
        return False
    count = _count(rest)
    if count.strange or count.cells > _MOST_CELLS or any(term.text == "(" for term in rest):
        return False
    if likely(head.text, (Sort.VERB,), LIKE):
        return bool(count.cells) or (count.kinds + count.figures > 0 and head.text.isupper())
    is_kind = likely(head.text, KINDS, LIKE) is not None
    return is_kind and (count.kinds, count.cells, count.figures) == (0, 1, 0)


def _continues(found: Sequence[Term]) -> bool:
    """The rest of a line that a mail client wrapped: ``FIRST science``, ``AT g7``, ``WITH 2``."""
    head, count = found[0], _count(found[1:])
    if count.faults or not count.meant:
        return False
    if head.means("first"):
        return bool(count.kinds) and not count.figures
    if head.means("to"):
        return count.cells == 1
    return head.means("with") and count.figures == 1

"""Tells a line meant as an order, well written or not, from prose.

An order has a verb, and what stands beside it are systems, kinds and numbers. One strange word
among enough of these is a slip; several are a sentence. What cannot be taken but is clearly
meant, as an order with a condition, fits too, so that its author is told why.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from pbem.engine.api import Fit
from pbem.engine.lexicon import LIKE, fold
from pbem.rulesets.parsec.reading.counting import (
    FEW_SLIPS,
    NOT_VERBS,
    Count,
    count_of,
    has_brackets,
    misspelt,
)
from pbem.rulesets.parsec.reading.splitting import (
    PLEDGES,
    Clause,
    begun,
    is_last,
    is_pass,
    main_verb,
    names_kind,
    occasion,
    split,
    stripped,
    tells_amount,
)
from pbem.rulesets.parsec.reading.words import KINDS, Sort, Term, terms
from pbem.rulesets.parsec.view import View

_LONGEST_LINE = 300
_VERY_LIKE = 0.85
"""The likeness from which on a word within a line is a verb misspelt; a first word may be less."""
_SHORT_VERB = 3
"""Letters of a verb that may be in capitals without being shouted for an order."""
_MOST_CELLS = 2
"""No order names more systems; a list of them is an account."""
_MOST_BARE = 4
"""Words of an order that leaves out its system."""
_ALONE = 2
"""Words beside LEADER that may leave out which one: "leader to a2"."""
_PREFIX = re.compile(r"\s*(?:@|(?:TURN|T)\s*\d{1,6}\s*:)", re.IGNORECASE)
_COMMENT = re.compile(r"(?:^|(?<=\s))#.*$|;.*$")

_AIMED = ("leader", "place", "move", "settle", "destroy", "harvest", "take")
"""Verbs that want a system."""
_LEADERS = ("leader", "place", "move", "settle")
"""Those of them that want a kind too."""
_YIELDS = frozenset(
    fold(word)
    for word in (
        *("people", "technology", "money", "materials", "raw materials"),
        *("Bevölkerung", "Technologie", "Geld", "Rohstoff", "Rohstoffe"),
        *("population", "technologie", "argent", "minerai"),
    )
)
"""Resources: where ships are asked for, figures beside them are what somebody has or gets."""
_QUOTES = "“„«"
"""An order in such marks is told of, not given, as in our own reports."""
_BREAKS = ("-", "–", "—", "(", ",")
"""Signs behind which a remark may follow an order."""


def fit(line: str, view: View | None = None) -> Fit:
    """How `line` looks. Who is asked for ships in a conflict may name them alone."""
    text = _bare(line)
    if len(text) > _LONGEST_LINE or text.startswith(tuple(_QUOTES)):
        return Fit.NO
    found = begun(text)
    if not found or any(term.text == "?" for term in found):
        return Fit.NO
    asked = view is not None and view.is_asked
    if is_pass(found) or _is_order_line(text, found) or (asked and _names_ships(found)):
        return Fit.ORDER
    return Fit.CONTINUES if _continues(terms(text)) else Fit.NO


def _bare(line: str) -> str:
    """The line without prefix and comment."""
    prefix = _PREFIX.match(line)
    text = line[prefix.end() :] if prefix else line
    return _COMMENT.sub("", text).strip()


def _is_order_line(text: str, found: Clause) -> bool:
    """Whether all of a line is orders, or a part of it that stands for itself. Behind words such
    as "I want to" or "the" it must be without fault, for so do sentences begin, and what begins
    with an article has a verb or a leader: "the merchants at a1" are only told of."""
    before = [term for term in terms(text) if term.column < found[0].column]
    article = any(term.means("article") for term in before)
    if article and not any(term.of(Sort.VERB) or term.means("leader") for term in found):
        return False
    faultless = article or any(term.of(Sort.OPENING) for term in before)
    if all(_is_order(clause, faultless=faultless) for clause in split(found)):
        return True
    return _is_order_apart(found)


def _is_order_apart(found: Clause) -> bool:
    """Whether a part of the line is a whole order: before a condition or a remark, or behind a
    condition that the line begins with."""
    if any(term.of(Sort.PROSE) == "address" for term in found):
        return False
    if found[0].means("when", "unless"):
        comma = next((place for place, term in enumerate(found[:-1]) if term.text == ","), None)
        return comma is not None and _are_complete(stripped(found[comma + 1 :]))
    cut = next((place for place, term in enumerate(found) if _ends_order(term)), 0)
    remark = found[cut].text in _BREAKS
    return not (remark and found[0].of(Sort.VERB) in PLEDGES) and _are_complete(found[:cut])


def _ends_order(term: Term) -> bool:
    return term.means("when", "unless", "or") or term.text in _BREAKS


def _are_complete(found: Clause) -> bool:
    return bool(found) and all(map(_is_complete, split(found)))


def _is_complete(clause: Clause) -> bool:
    """Whether a clause begins with its verb and says all that it needs."""
    count, verb = count_of(clause[1:]), clause[0].of(Sort.VERB)
    if verb is None or main_verb(clause) is not clause[0] or count.faults:
        return False
    if verb in PLEDGES:
        return bool(count.figures + count.wishes)
    if verb in _AIMED:
        return bool(count.cells) and (bool(count.kinds) or verb not in _LEADERS)
    return bool(count.kinds)


# An order -----------------------------------------------------------------------------


def _is_order(clause: Clause, *, faultless: bool) -> bool:
    """Whether what stands beside a verb is what it wants."""
    verb = main_verb(clause)
    if verb is None:
        return _is_verbless(clause)
    rest = tuple(term for term in clause if term is not verb)
    count = count_of(rest)
    if verb is not clause[0]:
        return _is_inverted(verb, clause, count)
    capitals = verb.text.isupper() and len(verb.text) > _SHORT_VERB
    if not rest:
        return capitals and not faultless
    if (count.talk and not capitals) or (count.faults and faultless):
        return False
    strange = count.strange + count.talk
    if not strange:
        if not faultless and verb.of(Sort.VERB) == "leader" and len(rest) <= _ALONE:
            return bool(count.kinds + count.cells)
        return _says_enough(verb, count, rest) or (capitals and bool(count.meant))
    if strange == 1:
        aimed = verb.of(Sort.VERB) in _AIMED
        return bool(count.cells and aimed) or (capitals and bool(count.meant))
    return strange == 2 and capitals and count.meant >= 2


def _is_inverted(verb: Term, clause: Clause, count: Count) -> bool:
    """Whether a clause is an order though its verb does not begin it, as in German."""
    if verb.of(Sort.PARTICLE):
        return _is_verbless(clause)
    before = clause[: clause.index(verb)]
    if count.faults > count.slips or has_brackets(before):
        return False
    if verb.of(Sort.VERB) == "attack" and count.kinds and any(one.means("not") for one in before):
        return False  # "do not attack my merchants" is said to others
    if verb.of(Sort.OCCASION):
        return not count.slips and _tells_ships(verb, clause)
    slips = FEW_SLIPS if is_last(verb, clause) else 0
    rest = tuple(term for term in clause if term is not verb)
    return count.slips <= slips and _says_enough(verb, count, rest)


def _is_verbless(clause: Clause) -> bool:
    """ "when attacked 2", "scientist f5", or an order whose first word is misspelt."""
    side = occasion(clause)
    if side is not None:
        return not count_of(clause).faults and _tells_ships(side, clause)
    return is_pass(clause) or _is_bare_order(clause) or _is_misspelt_order(clause)


def _tells_ships(side: Term, clause: Clause) -> bool:
    """ "when attacked 2", "2 in defence", "merchant attack 2", "never attack"; not "2 attacks"."""
    if any(term.means("none", "not") for term in clause):
        return True
    if any(term.means("when", "unless") for term in clause):
        return tells_amount(clause)
    before, behind = clause[: clause.index(side)], clause[clause.index(side) + 1 :]
    if " " in side.text and side.of(Sort.VERB) and tells_amount(before):
        return True
    told = not before or names_kind(before)
    return told and tells_amount(behind) and side.text.casefold() not in NOT_VERBS


def _says_enough(verb: Term, count: Count, rest: Sequence[Term]) -> bool:
    """Whether so much is said that nothing but an order is likely, if not a whole one."""
    key = verb.of(Sort.VERB) or ""
    named = bool(count.kinds + count.slips)
    everything = any(term.means("all") for term in rest)
    if key in PLEDGES:
        if key == "reinforce" and count.cells and any(term.means("leader") for term in rest):
            return True
        told = bool(count.figures + count.wishes) or (everything and len(rest) > 1)
        return told or (key != "reinforce" and bool(count.kinds + count.cells))
    if key == "swap":
        return named or bool(count.figures + count.wishes) or everything
    if key == "recall":
        return named or bool(count.cells)
    homeward = any(term.means("home") for term in rest)
    if key == "take":
        found = any(term.means("artifact") for term in rest)
        return bool(homeward and named) or bool(count.cells and (named or found))
    if homeward and key in ("leader", "move", "place"):
        return named or bool(count.cells)
    if not count.cells:
        return key in _LEADERS and _is_terse(count, rest)
    return named or key not in ("leader", "place") or count.cells == _MOST_CELLS


def _is_terse(count: Count, rest: Sequence[Term]) -> bool:
    """Whether one kind and hardly anything else is named: "leader merchant"."""
    signs = any(term.text in (":", ",", "!") for term in rest)
    alone = (count.kinds, count.figures, count.slips) == (1, 0, 0)
    return alone and not signs and len(rest) < _MOST_BARE


def _names_ships(found: Clause) -> bool:
    """ "2 merchants", "merchant 2", "none"; not "1 money." nor a row of what somebody has."""
    count = count_of(found)
    if count.faults or count.cells or not count.figures + count.wishes:
        return False
    if (
        main_verb(found)
        or occasion(found)
        or any(term.means("or", "when", "unless") for term in found)
    ):
        return False
    if any(term.text == ":" for term in found) or (count.figures > 1 and not count.kinds):
        return False
    tells = any(fold(term.text) in _YIELDS for term in found)
    return not tells or (count.figures == 1 and found[-1].text != ".")


def _is_bare_order(found: Clause) -> bool:
    """A kind and a system, or "home", without a verb: "scientist f5"; with brackets it is told
    of."""
    told_of = any(
        one.text == "(" and bool(other.is_cell or other.digits) for one, other in pairwise(found)
    )
    if told_of or found[0].means("to", "with", "from"):
        return False
    count = count_of(found)
    homeward = any(term.means("home") for term in found)
    articles = sum(term.of(Sort.NUMBER) == "1" for term in found)
    alone = not count.faults and count.kinds == 1 and count.figures == articles
    return alone and (count.cells == 1 or (homeward and not count.cells))


def _is_misspelt_order(found: Clause) -> bool:
    """Whether one word is a misspelt verb, or the first a kind, and the rest is what it wants."""
    head, rest = found[0], found[1:]
    for place, term in enumerate(found):
        guess = misspelt(term, (Sort.VERB,), _VERY_LIKE if place else LIKE)
        if guess and not (place and terms(guess)[0].of(Sort.PARTICLE)):
            others = (*found[:place], *found[place + 1 :])
            return _wants(terms(guess)[0], others, leads=place == 0)
    count = count_of(rest)
    return (
        misspelt(head, KINDS) is not None
        and not (count.strange or count.talk or has_brackets(rest))
        and (count.kinds, count.cells, count.figures) == (0, 1, 0)
    )


def _wants(verb: Term, rest: Clause, *, leads: bool) -> bool:
    """Whether the rest of a clause, which its verb `leads` or not, is what that verb wants."""
    count = count_of(rest)
    faults = count.faults - (count.slips if leads else 0)
    if not rest or faults or count.cells > _MOST_CELLS or has_brackets(rest):
        return False
    if not count.cells and len(rest) + 1 >= _MOST_BARE:
        count = replace(count, slips=0)
    return _says_enough(verb, count, rest)


def _continues(found: Sequence[Term]) -> bool:
    """The rest of a line that a mail client wrapped: ``FIRST science``, ``AT g7``, ``WITH 2``."""
    head, count = found[0], count_of(found[1:])
    if count.faults or not count.meant:
        return False
    if head.means("first"):
        return bool(count.kinds) and not count.figures
    if head.means("to"):
        return count.cells == 1
    return head.means("with") and count.figures == 1

"""Tells a line meant as an order, well written or not, from prose.

An order has a verb, and what stands beside it are systems, kinds and numbers. One strange word
among enough of these is a slip; several are a sentence. What cannot be taken but is clearly
meant, as an order with a condition, fits too, so that its author is told why.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from pbem.engine.api import Fit
from pbem.engine.lexicon import LIKE, fold
from pbem.engine.nearness import Part, is_shortened, near
from pbem.rulesets.parsec.reading.counting import (
    FEW_SLIPS,
    NOT_VERBS,
    Count,
    count_of,
    has_brackets,
    misspelt,
)
from pbem.rulesets.parsec.reading.remarks import (
    AIMED,
    LEADERS,
    are_complete,
    goes_somewhere,
    is_remark,
    revoked,
    spoken,
)
from pbem.rulesets.parsec.reading.splitting import (
    PLEDGES,
    Clause,
    begun,
    is_last,
    is_pass,
    main_verb,
    names_cell,
    names_kind,
    occasion,
    split,
    stripped,
    tells_amount,
)
from pbem.rulesets.parsec.reading.words import KINDS, LEXICON, LONGEST_FIGURE, Sort, Term, terms
from pbem.rulesets.parsec.view import View

_LONGEST_LINE = 300
_VERY_LIKE = 0.85
"""The likeness from which on a word within a line is a verb misspelt; a first word may be less."""
_SHORT_VERB = 3
"""Letters of a verb that may be in capitals without being shouted for an order."""
_MOST_CELLS = 2
"""No order names more systems; a list of them is an account."""
_LONGEST_MEANT = 14
"""Terms of a line that may be an order although it cannot be read."""
_LONGEST_RECALL = 6
"""Terms of a line that takes orders back without naming a system."""
_MOST_BARE = 4
"""Words of an order that leaves out its system."""
_ALONE = 2
"""Words beside LEADER that may leave out which one: "leader to a2"."""
_PREFIX = re.compile(r"\s*(?:@|(?:TURN|T)\s*\d{1,6}\s*:)", re.IGNORECASE)
_COMMENT = re.compile(r"(?:^|(?<=\s))#(?!\d+\s*[:.)]).*$|;.*$")
"""What is passed over; "Order #1: ..." is seen, for what stands behind it is lost."""

_MAY = frozenset({"may", "can", "kann", "konnen", "darf", "durfen", "peut", "peuvent"})
"""Words that beside "soon" or "perhaps" are talk: "merchants may come to b3 soon"."""
_JOINING = ("to", "also", "when", "filler")
"""Words that in one language join others and in another are talk: "us", "on"."""
_YIELDS = frozenset(
    fold(word)
    for word in (
        *("people", "technology", "money", "materials", "raw materials"),
        *("Bevölkerung", "Technologie", "Geld", "Rohstoff", "Rohstoffe"),
        *("population", "technologie", "argent", "minerai"),
    )
)
"""Resources: where ships are asked for, figures beside them are what somebody has or gets."""
_NAMED = (Sort.VERB, *KINDS)
"""What orders are made of, besides systems and figures."""
_QUOTES = "“„«"
"""An order in such marks is told of, not given, as in our own reports."""
_THEN = (",", ":", "then", "dann", "alors")
"""What may stand between a condition and the order that hangs on it."""
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
    others = _others(view)
    before = [term for term in terms(text) if term.column < found[0].column]
    if _is_of_others(text, found, others) or any(term.text in _QUOTES for term in before):
        return Fit.NO
    labelled = any(term.of(Sort.OPENING) == "order" for term in before)
    asked = view is not None and view.is_asked and not labelled
    if is_pass(found) or _is_order_line(text, found, others) or (asked and _names_ships(found)):
        return Fit.ORDER
    return Fit.CONTINUES if _continues(terms(text)) else near(text, _parts(text))


def _parts(text: str) -> Iterator[Part]:
    """What each word is to the game; the first may be a verb misspelt."""
    for place, term in enumerate(terms(text)):
        if term.of(Sort.PROSE) or term.of(Sort.ASIDE):
            yield Part.STRANGE
        elif term.text.isdecimal() or term.is_cell:
            yield Part.FIGURE if len(term.text) <= LONGEST_FIGURE else Part.STRANGE
        elif any(map(term.of, _NAMED)) or (not place and _is_like_a_verb(term)):
            yield Part.WORD
        else:
            yield Part.JOINT if term.senses or not term.text[0].isalnum() else Part.STRANGE


def _is_like_a_verb(term: Term) -> bool:
    if term.is_known:
        return False
    guess = misspelt(term, (Sort.VERB,))
    return guess is not None or is_shortened(term.text, LEXICON.forms(Sort.VERB))


def _others(view: View | None) -> frozenset[str]:
    """The words of the other players' names, folded."""
    if view is None:
        return frozenset()
    names = (player.name for player in view.players if player.seat != view.seat)
    return frozenset(fold(word) for name in names for word in name.split())


def _is_of_others(text: str, found: Clause, others: frozenset[str]) -> bool:
    """Whether what is told is what another player does: "Boris settles g4"."""
    head = next((term for term in terms(text) if term.text[0].isalpha()), found[0])
    return any(fold(word) in others for word in (head.text, found[0].text))


def _bare(line: str) -> str:
    """The line without prefix and comment."""
    prefix = _PREFIX.match(line)
    text = line[prefix.end() :] if prefix else line
    return _COMMENT.sub("", text).strip()


def _is_order_line(text: str, found: Clause, others: frozenset[str]) -> bool:
    """Whether all of a line is orders, or a part of it that stands for itself. Behind words such
    as "I want to" or "the" it must be without fault, for so do sentences begin, and what begins
    with an article has a verb or a leader: "the merchants at a1" are only told of."""
    before = [term for term in terms(text) if term.column < found[0].column]
    article = any(term.means("article") for term in before)
    if article and not any(term.of(Sort.VERB) or term.means("leader") for term in found):
        return False
    if _takes_back(found) or _is_misspelt_pass(found):
        return True
    if _is_prospect(found):
        return False
    orders, remark = spoken(text)
    if remark:
        return not _is_talk(orders, remark, others)
    orders, remark = _broken_off(found)
    if remark:
        return not _is_talk(orders, remark, others)
    begins = any(term.of(Sort.OPENING) for term in before)
    labelled = any(term.text in (":", ")") for term in before)
    faultless = article or (begins and not labelled)
    if all(_is_order(clause, faultless=faultless) for clause in split(found)):
        return True
    return _is_order_apart(found) or (not article and _is_meant(found))


def _is_prospect(found: Clause) -> bool:
    """Whether it tells what may come: "merchants may come to b3 one day"."""
    may = next((place for place, term in enumerate(found) if fold(term.text) in _MAY), len(found))
    return may > 0 and any(term.means("unless") for term in found[may + 1 :])


def _broken_off(found: Clause) -> tuple[Clause, Clause]:
    """A whole order, and what is said behind a sign without another system, although it is none
    of the remarks that are passed over; both are empty where there is no such thing."""
    cut = next((place for place, term in enumerate(found) if term.text in _BREAKS), len(found))
    orders, beside = found[:cut], found[cut:]
    if len(beside) < 2 or len(split(found)) > 1 or names_cell(beside) or not are_complete(orders):
        return (), ()
    return orders, beside


def _takes_back(found: Clause) -> bool:
    """Whether a line revokes an order: "forget a1, make it settler c9", "cancel my orders"."""
    taken = revoked(found)
    if taken is None or _is_told(found):
        return False
    if taken.means("none"):
        return any(term.of(Sort.VERB) or names_cell([term]) for term in found[1:])
    orders = any(term.of(Sort.OPENING) == "order" or term.of(Sort.VERB) for term in found)
    named = names_cell(found) or (orders and len(found) <= _LONGEST_RECALL)
    return named and (taken is found[0] or found[0].of(Sort.VERB) is not None or orders)


def _is_misspelt_pass(found: Clause) -> bool:
    """Whether it is a single word, in capitals or not a name, and most like PASS."""
    head = found[0]
    cutoff = LIKE if head.text.isupper() else _VERY_LIKE
    return len(found) == 1 and bool(misspelt(head, (Sort.PASS,), cutoff))


def _is_talk(orders: Clause, remark: Clause, others: frozenset[str]) -> bool:
    """Whether what seems to be an order and a remark is said to somebody: "settle m3, Björn",
    "destroy h3, I dare you"."""
    if orders[0].text.isupper() and len(orders[0].text) > _SHORT_VERB:
        return False
    if has_brackets(remark):
        return False
    words = [term for term in remark if term.text[0].isalpha()]
    if words and fold(words[0].text) in others:
        return True
    regrets = any(map(is_remark, remark))
    return not regrets and any(term.of(Sort.PROSE) == "address" for term in remark)


def _is_told(found: Iterable[Term]) -> bool:
    """Whether words show that somebody is spoken to, or that something is told of."""
    return any(term.of(Sort.PROSE) and not term.means(*_JOINING) for term in found)


def _is_meant(found: Clause) -> bool:
    """Whether an order is meant that cannot be read, so that its author is told: it begins with
    its verb, names what that wants, and nothing shows that it is talk."""
    verb, rest = found[0], found[1:]
    key = verb.of(Sort.VERB)
    if key is None or key == "reinforce" or _is_told(rest) or len(found) > _LONGEST_MEANT:
        return False
    if any(term.text.casefold() in NOT_VERBS for term in rest):
        return False
    if key in PLEDGES:
        counted = any(term.text.isdecimal() or term.means("ship") for term in rest)
        return counted and any(term.means("with") or term.kind for term in rest)
    if key in LEADERS and names_kind(rest) and not names_cell(rest):
        near = any(term.means("beside") for term in rest) and key == "settle"
        return near or (goes_somewhere(rest) and (rest[-1].is_letter or rest[-1].text.isdecimal()))
    if key == "swap":
        return names_kind(rest) and tells_amount(rest)
    if key == "recall":
        return any(term.of(Sort.LEADER) or term.means("leader") for term in rest)
    if key == "leader" or not verb.text.isupper():
        return names_cell(rest) and (names_kind(rest) or key in ("destroy", "harvest", "settle"))
    return names_cell(rest)


def _is_order_apart(found: Clause) -> bool:
    """Whether a part of the line is a whole order: before a condition or a remark, or behind a
    condition that the line begins with."""
    if any(term.of(Sort.PROSE) == "address" for term in found):
        return False
    if found[0].means("when", "unless"):
        ends = (place for place, term in enumerate(found[:-1]) if term.text in _THEN)
        return any(_is_order_behind(found, place) for place in ends)
    if found[0].means("or") and len(found) > 1:
        found = found[1:]
    cut = next((place for place, term in enumerate(found) if _ends_order(term)), 0)
    if found[cut].text not in _BREAKS:
        return are_complete(found[:cut])
    of_others = any(term.of(Sort.PROSE) == "other" for term in found)
    return not of_others and found[0].of(Sort.VERB) not in PLEDGES and are_complete(found[:cut])


def _is_order_behind(found: Clause, place: int) -> bool:
    """Whether behind a condition an order follows, which may speak of its system: "if g7 is free,
    settle a miner there"."""
    order = stripped(found[place + 1 :])
    there = names_cell(found[:place]) and names_kind(order) and not names_cell(order)
    return are_complete(order) or (there and order[0].of(Sort.VERB) in LEADERS)


def _ends_order(term: Term) -> bool:
    return term.means("when", "unless", "or") or term.text in _BREAKS


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
        aimed = verb.of(Sort.VERB) in AIMED and (verb.of(Sort.VERB) != "take" or count.kinds)
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
    if before and before[0].means("with"):
        return tells_amount(before)
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
        if key == "reinforce" and count.cells:
            return bool(count.kinds)
        alone = key != "reinforce" and not any(term.text == "!" for term in rest)
        told = bool(count.figures + count.wishes) or (everything and (len(rest) > 1 or alone))
        return told or (key != "reinforce" and bool(count.kinds + count.cells + _kind_slips(rest)))
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
        return key in LEADERS and _is_terse(count, rest)
    return named or key not in ("leader", "place") or count.cells == _MOST_CELLS


def _kind_slips(rest: Sequence[Term]) -> int:
    """How many words are most like a kind's name."""
    return sum(bool(misspelt(term, KINDS, _VERY_LIKE)) for term in rest)


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
    if told_of or found[0].means("to", "with", "from", "aim", "beside"):
        return False
    count = count_of(found)
    homeward = any(term.means("home") for term in found)
    articles = sum(term.of(Sort.NUMBER) == "1" for term in found)
    alone = not count.faults and count.kinds == 1 and count.figures == articles
    listed = count.cells == _MOST_CELLS and (goes_somewhere(found) or found[1].text == ":")
    return alone and (count.cells == 1 or listed or (homeward and not count.cells))


def _is_misspelt_order(found: Clause) -> bool:
    """Whether one word is a misspelt verb, or the first a kind, and the rest is what it wants."""
    head, rest = found[0], found[1:]
    for place, term in enumerate(found):
        guess = misspelt(term, (Sort.VERB,), _VERY_LIKE if place else LIKE)
        if guess and not (place and terms(guess)[0].of(Sort.PARTICLE)):
            verb, *glued = terms(guess)
            others = (*found[:place], *glued, *found[place + 1 :])
            return _wants(verb, others, leads=place == 0)
    count = count_of(rest)
    return (
        misspelt(head, KINDS) is not None
        and not (count.strange or count.talk or has_brackets(rest))
        and not any(term.means("from") for term in rest)
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
    """The rest of a line that a mail client wrapped: ``FIRST science``, ``AT g7``, ``WITH 2``. With
    a full stop it is the rest of a sentence."""
    head, count = found[0], count_of(found[1:])
    if count.faults or not count.meant or found[-1].text == ".":
        return False
    if head.means("first"):
        return bool(count.kinds) and not count.figures
    if head.means("to"):
        return count.cells == 1
    return head.means("with") and count.figures == 1

"""Tells a line meant as an order, well written or not, from prose.

An order begins with its verb, and what follows are units, squares and designs. One strange word
among enough of these is a slip; several are a sentence. Without a verb a line must be faultless.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pbem.engine.api import Fit
from pbem.engine.lexicon import LIKE
from pbem.engine.nearness import Part, is_shortened, near
from pbem.engine.orders import split_prefix
from pbem.rulesets.god_unit.designs import CHARACTERISTICS
from pbem.rulesets.god_unit.reading.clauses import begun, is_pass, is_placement
from pbem.rulesets.god_unit.reading.counting import (
    FACTORY_VERBS,
    RANGE,
    SHORTEST_SLIP,
    UNIT_VERBS,
    Count,
    count_factory,
    count_units,
)
from pbem.rulesets.god_unit.reading.words import (
    LEXICON,
    LONGEST_FIGURE,
    Kind,
    Names,
    Term,
    likely,
    terms,
)

_LONGEST_LINE = 300
_MOST_CELLS_TO_CONTINUE = 12
_COMMENT = re.compile(r"(?:^|(?<=\s))#.*$|;.*$")
_NOTE = re.compile(r"(?:^|(?<=\s))#(?!\d).*$|;.*$")
"""A comment that cannot be a number such as "#12"."""
_TOLD = re.compile(r"[(×]|[–—]\s*$")
"""Signs of our own reports, in which units and squares stand side by side as in short orders."""
_NO_NAMES: Names = {}

_QUOTED = re.compile(r"[-*+•\s]*[“„«\"]")
"""An order in such marks is told of, not given, as in our own reports."""
_NOT_VERBS = (
    "moved",
    "sent",
    "walked",
    "marched",
    "retreated",
    "attacked",
    "deployed",
    "produced",
    "placed",
    "stopped",
    "waited",
    "destroyed",
    "undeployed",
)
"""Past tenses and the like, as in an account of what happened: like a verb, and no order."""
_EVERYDAY = ("send", "sende", "schicke", "envoyer", "envoie", "go", "va", "run", "hit", "fire")
"""Verbs that sentences of everyday begin with."""
_WORDS = ("A", "I")
"""Letters that are words."""
_EQUALS = ("=", ":")
_NAMED = (Kind.VERB, Kind.PRODUCT, Kind.CHARACTERISTIC)
"""What orders are made of, besides units, factories and squares."""


def fit(line: str, names: Names = _NO_NAMES, *, placing: bool = False) -> Fit:
    """How `line` looks; the words are the same in every game, but for the players' own names.

    While factories are placed (`placing`) squares alone are an order as well (GU-7).
    """
    text = _bare(line, _COMMENT)
    whole = _bare(line, _NOTE)
    if placing and is_placement(begun(text, names)):
        return Fit.ORDER
    found = _fit(text, names)
    if found is Fit.NO and whole != text:
        # "MOVE #12 TO c7": refused with the reason, for it is more than a comment.
        found = _fit(whole.replace("#", " "), names)
    return near(text, _parts(text, names)) if found is Fit.NO else found


def _parts(text: str, names: Names) -> Iterator[Part]:
    """What each word is to the game; the first may be a verb misspelt."""
    for place, term in enumerate(terms(text, names)):
        if term.is_figure or term.is_cell:
            yield Part.FIGURE if len(term.text) <= LONGEST_FIGURE else Part.STRANGE
        elif any(map(term.of, _NAMED)) or term.means("unit", "factory"):
            yield Part.WORD
        elif term.senses or not term.text[0].isalnum():
            yield Part.JOINT
        else:
            yield Part.STRANGE if place or not _is_like_a_verb(term) else Part.WORD


def _is_like_a_verb(term: Term) -> bool:
    if term.text.casefold() in _NOT_VERBS:
        return False
    if likely(term.text, (Kind.VERB,), LIKE) is not None:
        return True
    return is_shortened(term.text, LEXICON.forms(Kind.VERB))


def _bare(line: str, comment: re.Pattern[str]) -> str:
    """The line without prefix and comment."""
    return comment.sub("", split_prefix(line)[1]).strip()


def _fit(text: str, names: Names) -> Fit:
    if not text or len(text) > _LONGEST_LINE or "?" in text or _QUOTED.match(text):
        return Fit.NO
    if is_pass(text):
        return Fit.ORDER
    found = _joined(begun(text, names))
    if not found:
        return Fit.NO
    later = any(term.of(Kind.OPENING) and term.column < found[0].column for term in terms(text))
    if all(_is_order(clause, wanted=later) for clause in _split(found)) or _is_misspelt(found):
        return Fit.ORDER
    if _TOLD.search(text) and not any(term.means("else") for term in found):
        return Fit.NO
    if _is_bare_move(found) or _is_bare_product(found):
        return Fit.ORDER
    is_numbered = text[0].isdecimal() and not found[0].is_figure
    return Fit.CONTINUES if not is_numbered and _continues(found) else Fit.NO


def _split(found: Sequence[Term]) -> tuple[Sequence[Term], ...]:
    """A line's clauses: a verb behind a comma or "and" begins the next."""
    later = [
        place
        for place in range(2, len(found))
        if found[place - 1].means("also") and found[place].of(Kind.VERB)
    ]
    ends = [*later, len(found)]
    return tuple(found[start:end] for start, end in zip((0, *later), ends, strict=True))


def _joined(found: Sequence[Term]) -> tuple[Term, ...]:
    """Squares and levels written with a blank or a sign ("to c 7", "D=2") made one term."""
    joined: list[Term] = []
    for term in found:
        start = len(joined) - 1
        if start > 0 and joined[start].text in _EQUALS:
            start -= 1
        if term.is_figure and start > 0 and _may_join(joined, start, len(joined) - 1 - start):
            joined[start:] = [Term(f"{joined[start].text}{term.text}", joined[start].column)]
        else:
            joined.append(term)
    return tuple(joined)


def _may_join(found: Sequence[Term], place: int, signs: int) -> bool:
    """Whether a single letter there belongs to the figure that comes next."""
    letter, before = found[place], found[place - 1]
    if len(letter.text) != 1 or not letter.is_letter:
        return False
    if letter.text.upper() in CHARACTERISTICS and (signs or found[0].of(Kind.VERB) == "produce"):
        return True
    if signs:
        return False
    acts = found[0].of(Kind.VERB) in UNIT_VERBS and before.is_figure
    return acts or before.means("to", "towards", "at", "else", "also")


# With a verb ------------------------------------------------------------------------------


def _is_order(found: Sequence[Term], *, wanted: bool) -> bool:
    """Whether what follows a verb is what it wants; behind "I want to" without any fault."""
    head, rest = found[0], found[1:]
    verb = head.of(Kind.VERB)
    if verb is None or (rest and rest[0].means("of")):
        return False
    capitals = head.text.isupper() and len(head.text) > 1
    if not rest:
        return capitals and not wanted
    if verb == "place":
        return _is_placement(count_factory(rest), capitals)
    if verb == "stop" and rest[0].is_figure:
        return _is_action("hold", count_units(rest), capitals)
    if head.text.casefold() in _EVERYDAY and count_units(rest).strange:
        return False
    if verb in FACTORY_VERBS:
        return _is_production(verb, count_factory(rest), rest, capitals)
    count = count_units(rest, verbs=False)
    if wanted:
        return count.strange + count.slips == 0 and count.figures > 0 and count.cells > 0
    return _is_action(verb, count, capitals)


def _is_placement(count: Count, capitals: bool) -> bool:
    return count.cells > 0 and count.strange <= (1 if capitals or count.cells > 1 else 0)


def _is_production(verb: str, count: Count, rest: Sequence[Term], capitals: bool) -> bool:
    """A factory and what it makes; FACTORY and GRUNT may be words of a sentence."""
    named = count.letters > 0 or any(term.means("all", "factory") for term in rest)
    made = count.cells > 0 or count.things > 0 or count.slips > 0
    faults = count.strange
    if capitals:
        return faults == 0 or (faults == 1 and (named or made) and count.said > 1)
    if verb in ("stop", "keep"):
        return faults == 0 and any(term.is_letter and term.text.isupper() for term in rest)
    if faults == 0:
        return (named and made) or count.cells > 0
    return faults == 1 and named and count.cells > 0


def _is_action(verb: str, count: Count, capitals: bool) -> bool:
    units = count.figures + count.things
    aims = count.cells + count.things
    if count.strange == 0:
        if capitals:
            return count.said + count.slips > 0
        if verb in ("deploy", "hold"):
            return count.figures > 0 and count.slips == 0
        return count.figures > 0 or (count.cells > 0 and count.slips == 0)
    if count.strange == 1:
        return (capitals and count.said > 0) or (
            count.figures > 0 and aims > 0 and units + aims > 1
        )
    return False


def _is_misspelt(found: Sequence[Term]) -> bool:
    """Whether the first word is a verb misspelt and the rest is faultless."""
    head, rest = found[0], found[1:]
    is_slip = len(head.text) >= SHORTEST_SLIP and head.text.casefold() not in _NOT_VERBS
    if head.is_known or not is_slip:
        return False
    meant = likely(head.text, (Kind.VERB,), LIKE)
    if meant is None or not rest:
        return False
    verb = terms(meant)[0].of(Kind.VERB)
    if verb in (*FACTORY_VERBS, "place"):
        count = count_factory(rest)
        return count.strange == 0 and count.cells + count.things > 0 and count.said > 1
    count = count_units(rest)
    enough = count.figures > 0 and (verb == "deploy" or count.cells + count.things > 0)
    return count.strange == 0 and enough


# Without one ------------------------------------------------------------------------------


def _is_bare_move(found: Sequence[Term]) -> bool:
    """``12 c7``, ``12 to c7 else c6``, ``unit 12: attack d8``, ``overwatch 12``."""
    count = count_units(found)
    if not count.is_faultless:
        return False
    head = found[0]
    verbs = [term for term in found if term.of(Kind.VERB) in UNIT_VERBS]
    if verbs:
        return _is_turned_round(head, verbs[0], count)
    if head.text.casefold() == "overwatch":
        return count.figures > 0
    if not (head.is_figure or head.means("unit", "all")):
        return False
    leads = any(term.means("to") or term.text in RANGE for term in found)
    return _is_alternating([t for t in found if not (_is_joint(t) or (leads and t.means("from")))])


def _is_turned_round(head: Term, verb: Term, count: Count) -> bool:
    """Whether a line names a unit or a square before its verb: ``12 attacks d8``."""
    aims = count.cells + count.things
    if head.means("all"):
        return aims > 1 and verb.text.casefold() not in _EVERYDAY
    if not (head.is_figure or head.means("unit") or head.is_cell) or count.figures == 0:
        return False
    return aims > 0 or verb.of(Kind.VERB) in ("deploy", "hold")


def _is_joint(term: Term) -> bool:
    joins = term.means("towards", "filler", "unit", "also", "late") and term.text not in RANGE
    return joins and not term.means("else")


def _is_alternating(parts: Sequence[Term]) -> bool:
    """Whether units come first and each then has one square, or the way to one ("c4-c7"), with
    ELSE before another one."""
    awaits = "unit"
    for term in parts:
        if term.means("to") or term.text in RANGE:
            awaits = "square" if awaits == "next" else awaits
            continue
        kind = _kind(term)
        if kind not in _FOLLOWING[awaits]:
            return False
        awaits = _AWAITED[kind]
    return awaits == "next"


_FOLLOWING = {
    "unit": ("unit",),
    "more": ("unit", "square"),
    "square": ("square",),
    "next": ("unit", "else"),
}
_AWAITED = {"unit": "more", "square": "next", "else": "square"}


def _kind(term: Term) -> str:
    if term.is_figure or term.means("all"):
        return "unit"
    if term.is_cell or term.means("nearest"):
        return "square"
    return "else" if term.means("else") else ""


def _is_bare_product(found: Sequence[Term]) -> bool:
    """``A D2 R3``, ``b: grunt``, ``Factory A: D2 R3 repeat``."""
    rest = found[1:] if found[0].means("factory", "all") else found
    everywhere = found[0].means("all") and len(rest) > 1 and rest[0].means("factory")
    is_letter = rest and rest[0].is_letter and len(rest[0].text) == 1
    if len(rest) < 2 or not (is_letter or everywhere) or rest[1].is_figure:
        return False
    count = count_factory(rest[1:])
    if not count.is_faultless or rest[1].means("at", "of", "from", "with"):
        return False
    if any(term.is_figure for term in rest) and not any(map(_names_level, rest)):
        return False
    if any(term.of(Kind.VERB) in ("stop", "keep") for term in rest):
        # "Factory C stops." is told in our own reports.
        return count.cells == 0 and rest is found and _is_clear(found, rest)
    if count.cells > 0:
        # A level and GRUNT or NOTHING is a factory's square and what it makes, in a table.
        return any(map(_is_level, rest)) and not any(term.of(Kind.PRODUCT) for term in rest)
    return count.things > 0 and _is_clear(found, rest)


def _is_level(term: Term) -> bool:
    return term.is_cell and term.text[0].upper() in CHARACTERISTICS


def _is_clear(found: Sequence[Term], rest: Sequence[Term]) -> bool:
    """Whether a line that names no level can hardly be a sentence, as "A factory" is one."""
    signed = rest[1].text in (":", "=", "->", "=>")
    told = found[0].means("factory", "all") and rest[1].of(Kind.VERB) == "produce"
    lettered = rest[0].text.isupper() and rest[0].text not in _WORDS
    return signed or told or lettered or rest[-1].text.isupper()


def _names_level(term: Term) -> bool:
    return term.of(Kind.CHARACTERISTIC) is not None


def _continues(found: tuple[Term, ...]) -> bool:
    """The rest of a line that a mail client wrapped: ``TO c7``, ``ELSE NEAREST``, ``R3 REPEAT``."""
    head = found[0]
    units = count_units(found)
    if not units.is_faultless:
        return False
    if head.means("else"):
        return len(found) > 1
    if head.means("to", "towards", "at", "also", "with") and len(head.text) > 1:
        return units.cells > 0 or (head.means("with") and units.figures > 0)
    if head.is_cell or head.means("repeat"):
        return _is_list(found)
    if head.means("nearest"):
        return head.text.isupper()
    return units.figures < 2 and _is_piece(found)


def _is_piece(found: Sequence[Term]) -> bool:
    """Whether another's unit or factory stands first: ``UNIT Red 7``, ``Red B``."""
    if found[0].means("unit", "factory"):
        found = found[1:]
    if len(found) < 2 or not found[0].of(Kind.COLOUR):
        return False
    return found[1].is_figure or (found[1].is_letter and len(found[1].text) == 1)


def _is_list(found: tuple[Term, ...]) -> bool:
    """Whether a line goes on with squares or levels, up to REPEAT or ELSE: "d9, e9 ELSE c6"."""
    listed = [term for term in found if term.is_cell or term.means("also", "repeat", "once")]
    ends = next((place for place, term in enumerate(found) if term.means("else")), len(found))
    return len(listed) <= _MOST_CELLS_TO_CONTINUE and found[:ends] == tuple(listed[:ends])

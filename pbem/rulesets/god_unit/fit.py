"""Tells a line meant as an order, well written or not, from prose.

An order begins with its verb, and what follows are units, squares and designs. One strange word
among enough of these is a slip; several are a sentence. Without a verb a line must be faultless.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pbem.engine.api import Fit
from pbem.rulesets.god_unit.designs import CHARACTERISTICS
from pbem.rulesets.god_unit.reading.clauses import begun, is_pass
from pbem.rulesets.god_unit.reading.words import LIKE, Kind, Names, Term, likely, terms

_LONGEST_LINE = 300
_LONGEST_FIGURE = 4
_SHORTEST_SLIP = 4
_MOST_SLIPS = 2
_LONGEST_NAME = 4
_MOST_CELLS_TO_CONTINUE = 12
_PREFIX = re.compile(r"\s*(?:@|(?:TURN|T)\s*\d{1,6}\s*:)", re.IGNORECASE)
_COMMENT = re.compile(r"(?:^|(?<=\s))#.*$|;.*$")
_NOTE = re.compile(r"(?:^|(?<=\s))#(?!\d).*$|;.*$")
"""A comment that cannot be a number such as "#12"."""
_LEVEL = re.compile(r"[ADMNRadmnr]\d+")
_NO_NAMES: Names = {}

_UNIT_VERBS = ("move", "attack", "deploy", "hold")
_FACTORY_VERBS = ("produce", "stop", "keep")
_UNIT_JOINS = ("to", "towards", "at", "from", "with", "of", "unit", "factory", "also", "filler")
_AIMS = ("nearest", "all", "else", "late")
_FACTORY_JOINS = ("to", "at", "from", "with", "of", "also", "filler", "level")
_QUOTES = "“„«"
"""An order in such marks is told of, not given, as in our own reports."""
_NOT_VERBS = (
    "moved",
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
)
"""Past tenses, as in an account of what happened: like a verb, and no order."""
_EVERYDAY = ("send", "sende", "schicke", "envoyer", "envoie", "go", "va", "run", "hit", "fire")
"""Verbs that sentences of everyday begin with."""
_WORDS = ("A", "I")
"""Letters that are words."""
_EQUALS = ("=", ":")
_RANGE = ("-", "–", "—", "..", "...", "…")


def fit(line: str, names: Names = _NO_NAMES) -> Fit:
    """How `line` looks; the words are the same in every game, but for the players' own names."""
    text = _bare(line, _COMMENT)
    whole = _bare(line, _NOTE)
    found = _fit(text, names)
    if found is Fit.NO and whole != text:
        # "MOVE #12 TO c7": refused with the reason, for it is more than a comment.
        found = _fit(whole.replace("#", " "), names)
    return found


def _bare(line: str, comment: re.Pattern[str]) -> str:
    """The line without prefix and comment."""
    prefix = _PREFIX.match(line)
    text = line[prefix.end() :] if prefix else line
    return comment.sub("", text).strip()


def _fit(text: str, names: Names) -> Fit:
    if not text or len(text) > _LONGEST_LINE or "?" in text or text[0] in _QUOTES:
        return Fit.NO
    if is_pass(text):
        return Fit.ORDER
    found = _joined(begun(text, names))
    if not found:
        return Fit.NO
    later = any(term.of(Kind.OPENING) and term.column < found[0].column for term in terms(text))
    if all(_is_order(clause, wanted=later) for clause in _split(found)) or _is_misspelt(found):
        return Fit.ORDER
    if _is_bare_move(found) or _is_bare_product(found):
        return Fit.ORDER
    return Fit.CONTINUES if _continues(found) else Fit.NO


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
    return not signs and before.means("to", "towards", "at", "else", "also")


@dataclass(frozen=True)
class _Count:
    """What a line holds behind its verb: ``figures`` (units), ``cells`` (squares, levels),
    ``letters`` of factories, ``things`` else that such an order names, words of ours misspelt,
    and strange ones."""

    figures: int = 0
    cells: int = 0
    letters: int = 0
    things: int = 0
    slips: int = 0
    strange: int = 0

    @property
    def said(self) -> int:
        return self.figures + self.cells + self.letters + self.things


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
        return _is_placement(_count_factory(rest), capitals)
    if verb == "stop" and rest[0].is_figure:
        return _is_action("hold", _count_units(rest), capitals)
    if head.text.casefold() in _EVERYDAY and _count_units(rest).strange:
        return False
    if verb in _FACTORY_VERBS:
        return _is_production(verb, _count_factory(rest), rest, capitals)
    count = _count_units(rest, verbs=False)
    if wanted:
        return count.strange + count.slips == 0 and count.figures > 0 and count.cells > 0
    return _is_action(verb, count, capitals)


def _is_placement(count: _Count, capitals: bool) -> bool:
    return count.cells > 0 and count.strange <= (1 if capitals or count.cells > 1 else 0)


def _is_production(verb: str, count: _Count, rest: Sequence[Term], capitals: bool) -> bool:
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


def _is_action(verb: str, count: _Count, capitals: bool) -> bool:
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
    is_slip = len(head.text) >= _SHORTEST_SLIP and head.text.casefold() not in _NOT_VERBS
    if head.is_known or not is_slip:
        return False
    meant = likely(head.text, (Kind.VERB,), LIKE)
    if meant is None or not rest:
        return False
    verb = terms(meant)[0].of(Kind.VERB)
    if verb in (*_FACTORY_VERBS, "place"):
        count = _count_factory(rest)
        return count.strange == 0 and count.cells + count.things > 0 and count.said > 1
    count = _count_units(rest)
    enough = count.figures > 0 and (verb == "deploy" or count.cells + count.things > 0)
    return count.strange == 0 and enough


# Without one ------------------------------------------------------------------------------


def _is_bare_move(found: Sequence[Term]) -> bool:
    """``12 c7``, ``12 to c7 else c6``, ``unit 12: attack d8``, ``overwatch 12``."""
    count = _count_units(found)
    if count.strange + count.slips:
        return False
    verbs = [term.of(Kind.VERB) for term in found if term.of(Kind.VERB) in _UNIT_VERBS]
    head = found[0]
    if head.text.casefold() == "overwatch":
        return count.figures > 0
    if verbs and count.figures > 0:
        began = head.is_figure or head.means("unit") or (head.is_cell and bool(verbs))
        return began and (count.cells + count.things > 0 or verbs[0] == "deploy")
    if verbs or not (head.is_figure or head.means("unit", "all")):
        return False
    return _is_alternating([term for term in found if not _is_joint(term)])


def _is_joint(term: Term) -> bool:
    joins = term.means("towards", "filler", "unit", "also", "late") and term.text not in _RANGE
    return joins and not term.means("else")


def _is_alternating(parts: Sequence[Term]) -> bool:
    """Whether units come first and each then has one square, or the way to one ("c4-c7"), with
    ELSE before another one."""
    awaits = "unit"
    for term in parts:
        if term.means("to") or term.text in _RANGE:
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
    count = _count_factory(rest[1:])
    if count.strange + count.slips or (count.cells == 0 and count.things == 0):
        return False
    if any(term.is_figure for term in rest) and not any(map(_names_level, rest)):
        return False
    if rest[1].means("at", "of", "from", "with"):
        return False
    if any(term.of(Kind.VERB) in ("stop", "keep") and not term.means("repeat") for term in rest):
        return False
    return count.cells > 0 or _is_clear(found, rest)


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
    units = _count_units(found)
    if head.means("else"):
        return units.strange + units.slips == 0 and len(found) > 1
    if head.means("to", "towards", "at", "also", "with") and len(head.text) > 1:
        return units.strange + units.slips == 0 and (
            units.cells > 0 or (head.means("with") and units.figures > 0)
        )
    if head.is_cell or head.means("repeat"):
        return _is_list(found) and units.strange + units.slips == 0
    if head.means("nearest"):
        return units.strange + units.slips == 0 and head.text.isupper()
    if head.means("unit", "factory") or head.of(Kind.COLOUR):
        named = 0 if head.of(Kind.COLOUR) else 1
        if len(found) < named + 2 or not found[named].of(Kind.COLOUR):
            return False
        piece = found[named + 1]
        designated = piece.is_figure or (piece.is_letter and len(piece.text) == 1)
        return designated and units.strange + units.slips == 0 and units.figures < 2
    return False


def _is_list(found: tuple[Term, ...]) -> bool:
    """Whether a line goes on with squares or levels, up to REPEAT or ELSE: "d9, e9 ELSE c6"."""
    listed = [term for term in found if term.is_cell or term.means("also", "repeat", "once")]
    ends = next((place for place, term in enumerate(found) if term.means("else")), len(found))
    return len(listed) <= _MOST_CELLS_TO_CONTINUE and found[:ends] == tuple(listed[:ends])


# Counting ---------------------------------------------------------------------------------


def _count_units(rest: Sequence[Term], *, verbs: bool = True) -> _Count:
    """As what a unit's order says; without `verbs` another one stands behind ELSE only."""
    figures = cells = things = slips = strange = 0
    named = _in_names(rest)
    for place, term in enumerate(rest):
        before = rest[place - 1] if place else None
        if place in named:
            continue
        if term.is_figure:
            figures += 1
            strange += len(term.text) > _LONGEST_FIGURE
        elif term.is_cell:
            cells += 1
        elif term.of(Kind.COLOUR) or term.seat is not None or term.means(*_AIMS):
            things += 1
        elif _names_piece(term, before):
            continue
        elif term.of(Kind.VERB) in _UNIT_VERBS:
            strange += not (verbs or any(one.means("else") for one in rest[:place]))
        elif not (term.means(*_UNIT_JOINS, "repeat") or term.text in _RANGE):
            slip = slips < _MOST_SLIPS and _is_slip(term, (Kind.VERB, Kind.COLOUR, Kind.PARTICLE))
            slips += slip
            strange += not slip
    return _Count(figures, cells, 0, things, slips, strange)


def _in_names(rest: Sequence[Term]) -> set[int]:
    """The places of words that may be a player's name: between UNIT and a number, or FACTORY and
    a letter."""
    found: set[int] = set()
    for place, term in enumerate(rest):
        if not term.means("unit", "factory") or place + 1 == len(rest):
            continue
        words: list[int] = []
        for after in range(place + 1, min(place + 2 + _LONGEST_NAME, len(rest))):
            if rest[after].is_figure or (rest[after].is_letter and len(rest[after].text) == 1):
                found.update(words)
                break
            if rest[after].is_cell or rest[after].means("else"):
                break
            words.append(after)
    return found


def _names_piece(term: Term, before: Term | None) -> bool:
    """Whether a single letter names a factory or a colour: "Red B", "FACTORY R B", "c 7"."""
    if before is None or len(term.text) != 1 or not term.is_letter:
        return False
    named = before.of(Kind.COLOUR) is not None or before.seat is not None
    lettered = len(before.text) == 1 and before.is_letter
    return named or lettered or before.means("unit", "factory", "to", "at", "towards", "also")


def _count_factory(rest: Sequence[Term]) -> _Count:
    """As what a factory's order says."""
    figures = cells = letters = things = slips = strange = 0
    for term in rest:
        if term.is_figure:
            figures += 1
            strange += len(term.text) > 1
        elif term.is_cell:
            cells += 1
        elif term.is_letter and len(term.text) == 1:
            letters += 1
        elif _is_made(term) or term.means("factory", "repeat", "once", "all"):
            things += 1
        elif not (term.means(*_FACTORY_JOINS) or term.of(Kind.VERB) in _FACTORY_VERBS):
            slip = slips < _MOST_SLIPS and _is_slip(
                term, (Kind.PRODUCT, Kind.CHARACTERISTIC, Kind.PARTICLE)
            )
            slips += slip
            strange += not slip
    return _Count(figures, cells, letters, things, slips, strange)


def _is_made(term: Term) -> bool:
    return term.of(Kind.PRODUCT) is not None or term.of(Kind.CHARACTERISTIC) is not None


def _is_slip(term: Term, kinds: tuple[Kind, ...]) -> bool:
    return (
        not term.is_known
        and len(term.text) >= _SHORTEST_SLIP
        and likely(term.text, kinds, LIKE) is not None
    )

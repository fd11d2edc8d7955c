"""Tells a line meant as an order, well written or not, from prose.

An order begins with its verb, and what follows are things and figures that such an order
names. One strange word among enough of these is a slip; several are a sentence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from pbem.engine.api import Fit
from pbem.engine.lexicon import LIKE
from pbem.engine.nearness import Part, is_shortened, near
from pbem.engine.orders import split_prefix
from pbem.rulesets.asylamba_mini.reading.clauses import begun, is_pass, lacks_verb, split
from pbem.rulesets.asylamba_mini.reading.words import LEXICON, Kind, Term, likely, terms

_LONGEST_LINE = 300
_LONGEST_FIGURE = 4
_SHORTEST_SLIP = 4
_MOST_SLIPS = 3
_COMMENT = re.compile(r"(?:^|(?<=\s))#.*$|;.*$")
_NOTE = re.compile(r"(?:^|(?<=\s))#(?!\d).*$|;.*$")
"""A comment that cannot be a number such as "#9"."""

_VERBS = (Kind.VERB, Kind.MISSION)
_MADE = (Kind.FACILITY, Kind.TECHNOLOGY, Kind.MEGASTRUCTURE)
_NAMED = (*_VERBS, *_MADE, Kind.SHIP, Kind.RESOURCE)
"""What orders are made of, besides figures."""


@dataclass(frozen=True)
class _Vocabulary:
    """What the orders of a verb may name, and the particles that join it."""

    kinds: tuple[Kind, ...]
    particles: frozenset[str]


def _vocabulary(kinds: Sequence[Kind], particles: str) -> _Vocabulary:
    return _Vocabulary(tuple(kinds), frozenset({"filler", "also", *particles.split()}))


_LEVELS = _vocabulary(_MADE, "to by from level free with for max twice at capital sector")
_MISSIONS = _vocabulary(
    (Kind.SHIP, Kind.MISSION), "from to all free with for fleet sector capital at by"
)
_BUILDING = _vocabulary(
    (*_MADE, Kind.SHIP, Kind.RESOURCE), "to by level with for max fleet at capital"
)
_VOCABULARIES: Mapping[str, _Vocabulary] = {
    "upgrade": _LEVELS,
    "research": _LEVELS,
    "build": _BUILDING,
    "buy": _BUILDING,
    "wonder": _vocabulary((Kind.MEGASTRUCTURE,), "at capital sector to"),
    "exchange": _vocabulary((Kind.RESOURCE,), "for to with all"),
    "autobuild": _vocabulary((Kind.SHIP,), "at to sector all fleet"),
    "send": _MISSIONS,
}

_NAMED_ONLY = ("colonise", "reinforce")
"""Missions that a line may name with a sector only; "attack 2" is a line of a table as well."""

_NOUNS = ("tion", "ung")
"""What names a mission and does not order it: "colonisation du 7" is told in a report."""

_PUNCTUATED = re.compile(r"[()]|\.$")
"""Signs of a sentence that was wrapped: "(commercial hub +2)."."""

_NOT_VERBS = frozenset(
    word
    for words in (
        "built sent traded researched upgraded raised improved launched moved changed",
        "colonised colonized conquered reinforced exchanged attacked captured missions",
    )
    for word in words.split()
)
"""Past tenses and the like, as in an account of what happened: like a verb, and no order."""


def fit(line: str) -> Fit:
    """How `line` looks; the words are the same in every game."""
    text = _bare(line, _COMMENT)
    whole = _bare(line, _NOTE)
    found = _fit(text)
    if found is Fit.NO and whole != text:
        # "attack #8 from #17": refused with the reason, for it is more than a comment.
        found = _fit(whole)
    return near(text, _parts(text)) if found is Fit.NO else found


def _parts(text: str) -> Iterator[Part]:
    """What each word is to the game; the first may be a verb misspelt."""
    for place, term in enumerate(terms(text)):
        if term.text[0].isdecimal():
            yield Part.FIGURE if len(term.text) <= _LONGEST_FIGURE else Part.STRANGE
        elif any(map(term.of, _NAMED)) or (not place and _is_like_a_verb(term)):
            yield Part.WORD
        else:
            yield Part.JOINT if term.senses or not term.text[0].isalnum() else Part.STRANGE


def _is_like_a_verb(term: Term) -> bool:
    if term.is_known or term.text.casefold() in _NOT_VERBS:
        return False
    return term.is_like(_VERBS) or is_shortened(term.text, LEXICON.forms(*_VERBS))


def _fit(text: str) -> Fit:
    if not text or len(text) > _LONGEST_LINE or "?" in text:
        return Fit.NO
    found = begun(text)
    if is_pass(text) or (lacks_verb(found) and not _PUNCTUATED.search(text)):
        return Fit.ORDER
    if not found:
        return Fit.NO
    if any(found[0].of(kind) for kind in _VERBS):
        if _is_moved(text, found):
            return Fit.ORDER if all(map(_is_faultless_order, split(found))) else Fit.NO
        if len(found) == 1 or all(_is_ending(term) for term in found):
            return _alone(found)
        clauses = split(found)
        return Fit.ORDER if all(map(_is_order, clauses)) else Fit.NO
    if _is_misspelt_order(found):
        return Fit.ORDER
    return Fit.CONTINUES if _continues(found) else Fit.NO


def _bare(line: str, comment: re.Pattern[str]) -> str:
    """The line without prefix and comment."""
    return comment.sub("", split_prefix(line)[1]).strip()


def _is_moved(text: str, found: Sequence[Term]) -> bool:
    """Whether the verb was put first, or words such as "I want to" stand before it: then what
    follows must be without fault, for so do sentences begin."""
    first = found[0].column
    later = any(term.column < first for term in found)
    return later or any(term.of(Kind.OPENING) and term.column < first for term in terms(text))


def _is_ending(term: Term) -> bool:
    """Whether a mission's line may end with it: its kind, or FREE."""
    return term.of(Kind.MISSION) is not None or term.means("free")


def _alone(found: Sequence[Term]) -> Fit:
    """Verbs and nothing else: in capitals the end of a wrapped line, or an order cut short."""
    if not found[0].text.isupper():
        return Fit.NO
    return Fit.ORDER if found[0].of(Kind.VERB) else Fit.CONTINUES


@dataclass(frozen=True)
class _Count:
    """How many of a clause's terms are things that its verb names, figures, words of ours
    misspelt, and strange words."""

    things: int = 0
    figures: int = 0
    slips: int = 0
    strange: int = 0

    @property
    def meant(self) -> int:
        return self.things + self.figures


def _count(rest: Sequence[Term], vocabulary: _Vocabulary) -> _Count:
    things = figures = slips = strange = 0
    for place, term in enumerate(rest):
        follows = rest[place + 1] if place + 1 < len(rest) else None
        if term.is_figure:
            figures += 1
            strange += len(term.digits) > _LONGEST_FIGURE
        elif any(term.of(kind) for kind in vocabulary.kinds):
            things += 1
        elif not _joins(term, follows, vocabulary):
            slip = strange + slips < _MOST_SLIPS and _is_slip(term, vocabulary)
            slips += slip
            strange += not slip
    return _Count(things, figures, slips, strange)


def _joins(term: Term, follows: Term | None, vocabulary: _Vocabulary) -> bool:
    """Whether a term is a particle in its place; "s" is a sector before a figure only."""
    particles = {key for kind, key in term.senses if kind is Kind.PARTICLE}
    if term.text in "sS" and (follows is None or not follows.is_figure):
        particles.discard("sector")
    return bool(particles & vocabulary.particles)


def _is_slip(term: Term, vocabulary: _Vocabulary) -> bool:
    return (
        not term.is_known
        and len(term.text) >= _SHORTEST_SLIP
        and likely(term.text, vocabulary.kinds, LIKE) is not None
    )


def _is_order(clause: Sequence[Term]) -> bool:
    """Whether what follows a verb is what it wants."""
    head, rest = clause[0], clause[1:]
    verb = head.of(Kind.VERB)
    count = _count(rest, _VOCABULARIES[verb or "send"])
    capitals = head.text.isupper() and len(head.text) > 3
    if verb is None and _has_path(rest):
        return False
    if verb is None and not _has_fleets(rest):
        named = head.of(Kind.MISSION) in _NAMED_ONLY and not head.text.endswith(_NOUNS)
        clear = capitals or named
        return clear and count.strange == 0 and count.figures > 0
    if count.strange == 0:
        counted = verb in (None, "send", "build") and count.figures > 0
        return counted or count.things + count.slips > 0 or (capitals and count.figures > 0)
    if count.strange == 1:
        shouted = any(term.text.isupper() and len(term.text) > 3 for term in rest)
        return (
            _says_enough(verb, count, rest)
            or (capitals and not shouted)
            or (capitals and count.meant >= 2)
        )
    return count.strange == 2 and capitals and count.meant >= 3


def _is_faultless_order(clause: Sequence[Term]) -> bool:
    verb = clause[0].of(Kind.VERB)
    count = _count(clause[1:], _VOCABULARIES[verb or "send"])
    return count.strange == count.slips == 0 and _is_order(clause)


def _says_enough(verb: str | None, count: _Count, rest: Sequence[Term]) -> bool:
    """Whether an order with one strange word in it can hardly be a sentence."""
    if verb == "exchange":
        return count.figures > 0 and count.things > 0
    led = any(term.means("from", "at") for term in rest)
    if verb == "send" and led and any(term.means("to") for term in rest):
        return count.figures > 1
    if verb is None:
        return led and count.figures > 1 and rest[-1].is_known
    return count.meant >= 3


def _has_fleets(rest: Sequence[Term]) -> bool:
    """Whether a mission's parts are there: how many fleets, or a target and where from."""
    pairs = list(pairwise(rest))
    counted = any(
        first.is_figure and (second.of(Kind.SHIP) is not None or second.means("fleet"))
        for first, second in pairs
    )
    if counted or any(term.means("all") for term in rest):
        return True
    named = [term for term in rest if not term.means("sector", "filler")][:1]
    aimed = any(term.is_figure for term in named)
    aimed |= any(first.means("with") and second.is_figure for first, second in pairs)
    return aimed and any(term.means("from") for term in rest)


def _has_path(rest: Sequence[Term]) -> bool:
    """Whether sectors are joined as reports show a mission's path: "18-17-16"."""
    return any(
        term.text in "-–" and before.is_figure and after.is_figure
        for before, term, after in zip(rest, rest[1:], rest[2:], strict=False)
    )


def _is_misspelt_order(found: Sequence[Term]) -> bool:
    """Whether the first word is a verb misspelt and the rest is faultless."""
    head, rest = found[0], found[1:]
    if head.is_known or len(head.text) < _SHORTEST_SLIP or head.text.casefold() in _NOT_VERBS:
        return False
    if sum(not term.is_known for term in rest) > _MOST_SLIPS:
        return False
    if not any(map(_fits_faultlessly, _counts(rest))):
        return False
    meant = likely(head.text, _VERBS, LIKE)
    if meant is None:
        return False
    (verb,) = terms(meant)[:1]
    return _fits_faultlessly(_count(rest, _VOCABULARIES[verb.of(Kind.VERB) or "send"]))


def _counts(rest: Sequence[Term]) -> Iterator[_Count]:
    return (_count(rest, vocabulary) for vocabulary in _VOCABULARIES.values())


def _fits_faultlessly(count: _Count) -> bool:
    return count.strange == 0 and count.things + count.slips > 0


_LONGEST_RAISE = 3
"""``BY 3 levels`` and no more."""
_CONTINUED = _vocabulary(
    (Kind.SHIP, Kind.MISSION, Kind.RESOURCE),
    "from to by for with free all level fleet sector capital",
)


def _continues(found: Sequence[Term]) -> bool:
    """The rest of a line that a mail client wrapped: ``TO 9 COLONISE``, ``3 light FROM 17``."""
    head = found[0]
    if all(map(_is_ending, found)):
        return head.text.isupper()
    if _count(found, _CONTINUED).strange or _count(found, _CONTINUED).slips:
        return False
    if head.means("by"):
        return len(found) <= _LONGEST_RAISE and any(term.is_figure for term in found)
    counted = head.is_figure and len(found) > 1 and found[1].of(Kind.SHIP) is not None
    if not (counted or head.of(Kind.SHIP) or head.means("from", "to", "for", "with")):
        return False
    return any(
        first.means("from", "to") and (second.is_figure or second.means("sector"))
        for first, second in pairwise(found)
    ) or _is_payment(found)


def _is_payment(found: Sequence[Term]) -> bool:
    """``FOR 10 C``, ``WITH credits``."""
    if len(found) == 1 or not found[0].means("for", "with"):
        return False
    return all(term.is_figure or term.of(Kind.RESOURCE) or term.means("free") for term in found[1:])

"""How many of a clause's words are what an order has, and how many are strange to it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pbem.engine.lexicon import LIKE
from pbem.rulesets.parsec.reading.words import KINDS, Sort, Term, likely, short_slip

FEW_SLIPS = 1
"""Misspelt words beside which nothing else need be read."""
_SHORTEST_SLIP = 4
_SHORT = 4
"""Letters of a short word, at most."""
_TOWARDS = ("at", "to", "on", "in", "auf", "nach", "zu", "en", "sur", "vers")
_WITH = ("with", "mit", "avec")
"""Short words before a square, or before a number of ships, that are guessed there."""
_WISHES = ("none", "not", "win", "tie")
NOT_VERBS = frozenset(
    word
    for words in (
        "placed moved settled colonized colonised recalled removed destroyed swapped exchanged",
        "harvested attacked defended reinforced settlers settlement settlements sent spent spend",
        "angegriffen siedlung siedlungen zerstört geerntet kolonien colonies colonisé",
    )
    for word in words.split()
)
"""Past tenses and the like, as in an account of what happened: like a verb, and no order."""


@dataclass(frozen=True)
class Count:
    """How many of a clause's terms are systems, kinds, numbers, wishes such as WIN, words of
    ours misspelt, strange words, and words of talk."""

    cells: int = 0
    kinds: int = 0
    figures: int = 0
    wishes: int = 0
    slips: int = 0
    strange: int = 0
    talk: int = 0

    @property
    def meant(self) -> int:
        return self.cells + self.kinds + self.figures + self.wishes

    @property
    def faults(self) -> int:
        return self.slips + self.strange + self.talk


def count_of(rest: Sequence[Term]) -> Count:
    found = Counter(_sorted(rest))
    meant = found["cell"] + found["kind"] + found["figure"] + found["wish"]
    slips = 0 if has_brackets(rest) else min(found["slip"], max(FEW_SLIPS, meant))
    return Count(
        cells=found["cell"],
        kinds=found["kind"],
        figures=found["figure"],
        wishes=found["wish"],
        slips=slips,
        strange=found["strange"] + found["slip"] - slips,
        talk=found["talk"],
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
        elif term.of(Sort.ASIDE) == "modal":
            yield "particle" if any(map(_is_subject, rest[:place])) else "talk"
        elif slip_before(rest, place):
            yield "slip"
        else:
            yield _sort(term)


def _is_subject(term: Term) -> bool:
    """Whether "should go to b8" may be said of it."""
    return term.kind is not None or term.means("leader", "ship")


def _sort(term: Term) -> str:
    if term.is_cell:
        return "cell"
    if term.kind is not None:
        return "kind"
    if term.means(*_WISHES):
        return "wish"
    if term.digits:
        return "figure"
    if term.of(Sort.ASIDE):
        return "strange"
    if term.of(Sort.PARTICLE) or term.of(Sort.OCCASION):
        return "particle"
    if term.of(Sort.PROSE):
        return "talk"
    return "slip" if misspelt(term, (*KINDS, Sort.PARTICLE)) else "strange"


def misspelt(term: Term, sorts: tuple[Sort, ...], cutoff: float = LIKE) -> str | None:
    """The word that is misspelt here, if it is one."""
    if term.is_known or len(term.text) < _SHORTEST_SLIP or term.text.casefold() in NOT_VERBS:
        return None
    return likely(term.text, sorts, cutoff, text=term.text)


def slip_before(found: Sequence[Term], place: int) -> str | None:
    """What a short word before a square or a figure was to be, if it is a slip: "ar g7"."""
    term, follows = found[place], found[place + 1 : place + 2]
    if len(term.text) > _SHORT or not (follows and term.text.isalpha()) or term.is_letter:
        return None
    wanted = _TOWARDS if follows[0].is_cell else _WITH if follows[0].digits else ()
    guess = short_slip(term.text, wanted)
    if guess is None or not (term.is_known or term.of(Sort.ASIDE)):
        return guess
    talk = term.of(Sort.PROSE) or term.of(Sort.ASIDE)
    return guess if talk and sorted(guess) == sorted(term.text.casefold()) else None


def has_brackets(found: Sequence[Term]) -> bool:
    return any(term.text in "(“„«" for term in found)

"""What is said beside an order and changes nothing of it: "destroy h3 (my last one), sorry Björn".

A remark is passed over only where the orders before it are complete and without fault, and where
it holds no system, kind, amount, condition, choice, denial or verb of ours. Without brackets it
opens with a word that is known to open one, save behind PASS; anything else stays in the line, for
its author to be told of.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from pbem.rulesets.parsec.reading.counting import count_of, misspelt
from pbem.rulesets.parsec.reading.splitting import (
    PLEDGES,
    Clause,
    begun,
    is_last,
    is_pass,
    main_verb,
    names_cell,
    split,
)
from pbem.rulesets.parsec.reading.words import KINDS, Sort, Term, terms

_BREAKS = frozenset({",", ".", "!", ":", "-", "–", "—", "…", "(", "["})
"""Signs behind which a remark may follow an order."""
_OPENERS = ("aim", "beside", "ere")
"""Words that it may begin with, without a sign."""
_THANKS = frozenset(
    {
        *("please", "pls", "plz", "thanks", "thank you", "thx", "thanks a lot", "no hard feelings"),
        *("bitte", "bitteschön", "danke", "danke schön", "vielen dank", "besten dank"),
        *("merci", "merci d'avance", "svp", "stp", "sans rancune", "s'il vous plaît"),
    }
)
"""What is said out of politeness; a remark may go on from it."""
_SMILEY = frozenset({"d", "p", "o", "x", "xd"})
"""Letters of a smiley, behind its signs."""
_BRACKETS = {"(": ")", "[": "]"}
_DOUBTS = ("or", "when", "first")
_DENIALS = ("none", "not")
_AMOUNTS = ("win", "tie", "all")
"""What changes an order that it stands beside; a denial does not change that one passes, and an
amount only what is counted."""
_ORDERED = (Sort.VERB, *KINDS)
_VERY_LIKE = 0.85
"""From which likeness on a remark's word may be an order's, misspelt."""
AIMED = ("leader", "place", "move", "settle", "destroy", "harvest", "take")
"""Verbs that want a system."""
LEADERS = ("leader", "place", "move", "settle")
"""Those of them that want a kind too."""
_COUNTING = (*PLEDGES, "swap")
"""Verbs beside which a figure says something."""
_NO = frozenset({"no", "nein", "nee", "non"})
_NEVER = frozenset({"never", "never any", "nie", "niemals", "jamais"})
"""What is said so beside a remark is a promise: "I never attack, believe me"."""
_TOWARDS = frozenset({"to", "->", "=>", "→", ">", "nach", "vers"})
"""Words that tell of going somewhere, not of being there."""


def spoken(text: str) -> tuple[Clause, Clause]:
    """A line's orders, and the remark beside them; where none is passed over, it is empty."""
    found = begun(text)
    if not found:
        return (), ()
    opened = any(term.of(Sort.OPENING) for term in terms(text) if term.column < found[0].column)
    return _parted(found, opened=opened)


@lru_cache(maxsize=64)
def _parted(found: Clause, *, opened: bool) -> tuple[Clause, Clause]:
    nearby = any(term.means("beside", "ere") for term in found)
    if not nearby and all(not _faults(clause) for clause in split(found)):
        return found, ()
    rest, remark = _without_brackets(found)
    if remark and are_complete(rest, told=True):
        return rest, remark
    for cut in _cuts(rest):
        told = opened or any(map(is_remark, rest[cut : cut + 2]))
        said = rest[cut:]
        opens = _is_opened(said) or is_pass(rest[:cut])
        if opens and are_complete(rest[:cut], told=told) and _is_harmless(said, rest[:cut]):
            return rest[:cut], (*remark, *rest[cut:])
    return found, ()


def _without_brackets(found: Clause) -> tuple[Clause, Clause]:
    """The terms outside of brackets that hold a remark, and those within."""
    kept: list[Term] = []
    dropped: list[Term] = []
    place = 0
    while place < len(found):
        end = _closing(found, place)
        inner = found[place:end]
        if end > place and kept and _is_harmless(inner, tuple(kept)):
            dropped += inner
            place = end
        else:
            kept.append(found[place])
            place += 1
    return tuple(kept), tuple(dropped)


def _closing(found: Clause, place: int) -> int:
    """The place behind the bracket that is opened here; here, where none is."""
    sign = _BRACKETS.get(found[place].text)
    ends = (at for at in range(place, len(found)) if found[at].text == sign)
    return next(ends, place - 1) + 1


def _cuts(found: Clause) -> Iterator[int]:
    """Where a remark may begin, the last place first."""
    for place in range(len(found) - 1, 0, -1):
        term = found[place]
        if term.text in _BREAKS or term.means(*_OPENERS) or is_remark(term):
            yield place


def _is_opened(remark: Clause) -> bool:
    """Whether it opens with a word that is known to open a remark, or is a smiley."""
    head = next((term for term in remark if term.text[0].isalnum()), None)
    if head is None or head.means(*_OPENERS) or is_remark(head):
        return True
    alone = head is remark[-1] and remark.index(head) > 0
    word = head.text.casefold()
    return word in _THANKS or (alone and word in _SMILEY)


def _is_harmless(remark: Clause, orders: Clause) -> bool:
    """Whether it changes nothing of the orders beside it."""
    if names_cell(remark):
        return False
    counts = any(term.of(Sort.VERB) in _COUNTING for term in orders)
    doubts = _DOUBTS if is_pass(orders) else (*_DOUBTS, *_DENIALS)
    if any(_alters(term, (*doubts, *_AMOUNTS) if counts else doubts) for term in remark):
        return False
    return all(not term.digits or (term.digits == "1" and not counts) for term in remark)


def _alters(term: Term, doubts: tuple[str, ...]) -> bool:
    if term.means("unless") and not term.means("ere"):
        return True
    if term.means("filler", "article") or is_remark(term):
        return False
    alters = term.kind is not None or term.means(*doubts) or is_revoking(term)
    ordered = term.of(Sort.VERB) or term.of(Sort.PASS) or misspelt(term, _ORDERED, _VERY_LIKE)
    return alters or ordered is not None


def is_remark(term: Term) -> bool:
    """Whether a remark may begin with it: "sorry", "because"."""
    return term.of(Sort.ASIDE) == "remark"


def is_revoking(term: Term) -> bool:
    """Whether it takes something back: "forget", "instead of"."""
    return term.of(Sort.ASIDE) == "revoke"


def revoked(found: Clause) -> Term | None:
    """The words that take something back: "forget a1, make it c9", "no, rather b7"."""
    for place, term in enumerate(found):
        if is_revoking(term):
            return term
        if not place and term.text.casefold() in _NO and found[1:] and found[1].text in _BREAKS:
            return term
    return None


# Whole orders -------------------------------------------------------------------------


def are_complete(found: Clause, *, told: bool = False) -> bool:
    """Whether terms are whole orders. `told` says that what stands beside them shows that they
    are no talk, so that they need not begin with their verb."""
    return bool(found) and all(_is_complete(clause, told=told) for clause in split(found))


def _is_complete(clause: Clause, *, told: bool) -> bool:
    if is_pass(clause):
        return True
    verb = main_verb(clause)
    rest = tuple(term for term in clause if term is not verb)
    count = count_of(rest)
    if count.faults:
        return False
    if verb is None or (verb is not clause[0] and verb.of(Sort.PARTICLE)):
        return told and (count.kinds, count.cells) == (1, 1) and goes_somewhere(clause)
    if not (verb is clause[0] or told or is_last(verb, clause)):
        return False
    key = verb.of(Sort.VERB)
    if key in PLEDGES:
        promised = any(term.text.casefold() in _NEVER or term.means("not") for term in rest)
        return bool(count.figures + count.wishes) and not promised
    if key in AIMED:
        return bool(count.cells) and (bool(count.kinds) or key not in LEADERS)
    return bool(count.kinds) or any(term.means("all") for term in rest)


def goes_somewhere(clause: Iterable[Term]) -> bool:
    """Whether a word such as "to" tells of going to a system, not of being there."""
    return any(term.text.casefold() in _TOWARDS for term in clause)


def _faults(clause: Clause) -> int:
    if is_pass(clause):
        return 0
    verb = main_verb(clause)
    return count_of(tuple(term for term in clause if term is not verb)).faults

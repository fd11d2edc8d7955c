"""A game's order language: what a line says in it, whether it is an order, how one is written.

All of it stands on one analysis of the line in clauses (:mod:`pbem.engine.language.clauses`), whose
readings rank by how little in them is strange or missing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import dropwhile, islice, pairwise
from typing import Any

from pbem.engine.api import Fit
from pbem.engine.language.clauses import Book, Builder, Clause, Line, is_name
from pbem.engine.language.filling import Filling
from pbem.engine.language.forms import Form
from pbem.engine.language.segments import BULLETS, head, is_label, segments
from pbem.engine.language.slots import ALL
from pbem.engine.language.words import Term, Words, part_of
from pbem.engine.nearness import near
from pbem.engine.orders import LONGEST_ORDER, split_prefix, without_comment

_TOLD = ("address", "told")
"""Keys of words with which a line is said to somebody, or tells what is."""
_QUOTES = frozenset("“”„«»‹›")
_TOLD_OF = re.compile(r'[-*+•> ]*(?:[“„«»‹›]|" )')
_QUOTED = re.compile(r"[“„«»‹›] ?[^“”„«»‹›\xa0]*\S [^“”„«»‹›\xa0]*[”“»«›‹][.!]?")
"""A line in quotes, which is given; ours, with their bound blanks, are told of."""
_CLOSES = re.compile(r"[^():;]{3,}[^():;\-]\)")
"""A bracket that closes and never opened: the rest of a sentence of ours that was wrapped."""
_JOINING = ",&+"
_MOST_SLIPS = 3
_MOST_VERBS = 4
_SHORT = 2
"""Terms of a line that is an order for its verb in capitals alone."""
_MORE_THAN_TWICE = 2
"""Beyond twice what an order fills so much may be strange beside it."""
_MOST_OF_A_NAME = 3
_MOST_BESIDE = 4
"""Strange words of a line that is nearly an order."""


class Language:
    """`words` and `forms` of one game. `words_at` gives the words of a position, with those of it
    alone, such as its players' names (sort "name"); `parts` an order's type, as forms are `of` it,
    and what has their slots for attributes."""

    def __init__(
        self,
        words: Words,
        forms: Sequence[Form],
        *,
        words_at: Callable[[Any], Words] | None = None,
        parts: Callable[[Any], tuple[type[Any], Any]] = lambda order: (type(order), order),
    ) -> None:
        self.words = words
        self.forms = tuple(forms)
        self._words_at = words_at
        self._parts = parts
        self._read = lru_cache(maxsize=128)(self._taken_apart)
        self._book = Book(self.forms)
        self.others = "ELSE" if any(form.others for form in self.forms) else ""
        """The word behind which stands what is done otherwise; empty where nothing can be."""
        self._leads = frozenset(one for form in self.forms for one in form.particles)

    # What a line says -----------------------------------------------------------------

    def analyse(self, text: str, where: Any = None) -> Line:
        """A line taken apart, for who is there (None: for anyone)."""
        return self._read(text, self._words(where), self._book.bare(where))

    def _words(self, where: Any) -> Words:
        if where is None or self._words_at is None:
            return self.words
        return self._words_at(where)

    def _taken_apart(self, text: str, words: Words, bare: tuple[Form, ...]) -> Line:
        """A figure or a letter with a sign behind it is a list's ("1:"), unless the line is read
        with it alone ("12: c7", "12-c7"), or a letter says something in it ("A: D2")."""
        line = self._apart(Line(text, words.terms(text), words), bare, labelled=True)
        label = _label(line.terms)
        if label is None or (line.is_whole and label.digits):
            return line
        other = self._apart(Line(text, line.terms, words), bare, labelled=False)
        return other if other.is_whole else line

    def _apart(self, line: Line, bare: tuple[Form, ...], *, labelled: bool) -> Line:
        quoted = _QUOTED.fullmatch(line.text)
        terms = [one for one in line.terms if not (quoted and one.text in _QUOTES)]
        line.goes_on = bool(terms) and terms[0].means("particle", "else")
        start, asked, article = head(terms, 0, opens=True) if labelled else (0, False, False)
        content = terms[start:]
        if content and content[-1].text == "?" and asked:
            content = content[:-1]
        if content and is_name(content[0]):
            line.told = True
        builder = Builder(self._book, bare, line)
        for place, segment in enumerate(segments(content)):
            builder.add(segment, article=article and not place)
        builder.close()
        return line

    # Whether it is an order -----------------------------------------------------------

    def fit(self, text: str, where: Any = None) -> Fit:
        """How a mail's line looks, with its prefix and comment or without."""
        bare = without_comment(split_prefix(text)[1]).strip()
        if not bare or len(bare) > LONGEST_ORDER or _is_retold(bare):
            return Fit.NO
        line = self.analyse(bare, where)
        if self._is_order(line):
            return Fit.ORDER
        mended = self.corrected(line)
        start, _asked, _article = head(line.terms, 0, opens=True)
        first = line.terms[min(start, len(line.terms) - 1)]
        if mended is not None:
            other = self.analyse(mended, where)
            leads = not first.is_known or any(one.at_head for one in line.clauses)
            if other.is_whole or (leads and self._is_order(other)):
                return Fit.ORDER
        if not line.told and any(_is_complete(clause, line) for clause in line.clauses):
            return Fit.NEARLY
        if first.means("prose"):
            return Fit.NO
        if self.named(line) is not None:
            return Fit.NEARLY
        wholes = (ALL,) if self._book.heads else ()
        return near(bare, (part_of(term, wholes) for term in line.terms))

    def _is_order(self, line: Line) -> bool:
        """Whether all of it is read, or a verb of the game leads and says enough with it."""
        if line.is_whole:
            return True
        if line.told or line.goes_on:
            return False
        if self._is_called(line.terms):
            return True
        if _takes_back(line) or any(self.behind_condition(line)):
            return True
        if any(one.means("prose", *_TOLD) for part in line.clauses for one in part.asked):
            return False
        aside = sum(not _says_nothing(term) for one in line.asides for term in one)
        strange = [len(clause.asked) for clause in line.clauses]
        return any(
            _says_enough(clause, aside + sum(strange) - own)
            or (not aside and _lacks_only_its_head(clause))
            for clause, own in zip(line.clauses, strange, strict=True)
        )

    def _is_called(self, terms: Sequence[Term]) -> bool:
        """Whether a verb stands there in capitals, alone or before one word that is in none."""
        if not 0 < len(terms) <= _SHORT or not self._book.verbs_in(terms[:1]):
            return False
        return terms[0].text.isupper() and not any(one.text.isupper() for one in terms[1:])

    def behind_condition(self, line: Line, where: Any = None) -> Iterator[Line]:
        """What may be the order behind a condition at the head of a line, up to what is done
        otherwise; nothing where there is no condition, or it is said to someone."""
        terms = line.terms
        if not terms or not terms[0].means("doubt", "when", "unless"):
            return
        if any(term.means("prose", "address") for term in terms):
            return
        verbs = (
            term
            for before, term in pairwise(terms)
            if self._book.may_lead(term) or before.text == ","
        )
        others = (term.column - 1 for term in terms[1:] if term.means("doubt", "or"))
        end = next(others, len(line.text))
        for term in islice(verbs, _MOST_VERBS):
            rest = self.analyse(line.text[term.column - 1 : end].rstrip(" ,"), where)
            if rest.is_whole:
                yield rest

    def behind_prose(self, line: Line, where: Any = None) -> Iterator[Line]:
        """Of a line that begins with words of no order, what stands behind them, where that is more
        orders than are found in the whole: "can I settle a1 and b1?"."""
        verbs = (term for term in line.terms[1:] if self._book.may_lead(term))
        for term in islice(verbs, _MOST_VERBS):
            rest = self.analyse(line.text[term.column - 1 :].rstrip(" ,.?!"), where)
            if rest.is_whole and len(rest.clauses) > len(line.clauses):
                yield rest

    def continues(self, before: str, rest: str, where: Any = None) -> bool:
        """Whether a line is the rest of the order in the line before it, which a mail program
        wrapped: both together are read, and as no more orders than the first alone."""
        says = any(sign.isalnum() for sign in rest)
        if not says or split_prefix(rest)[0] or without_comment(rest) != rest.rstrip():
            return False
        bare = split_prefix(before)[1].strip()
        if without_comment(bare) != bare or not bare or len(bare) + len(rest) >= LONGEST_ORDER:
            return False
        first = self.analyse(bare, where)
        if not first.clauses or first.told:
            return False
        alone = self.analyse(rest.strip(), where)
        if all(map(_is_idle, alone.terms)) and _is_sentence(rest.strip()):
            return False  # thanks below an order
        are_two = first.is_whole and self._is_order(alone)
        if are_two and _stand_apart(first, alone):
            return False
        both = self.analyse(f"{bare} {rest.strip()}", where)
        return both.is_whole and (not are_two or len(both.clauses) == len(first.clauses))

    # Words misspelt -------------------------------------------------------------------

    def corrected(self, line: Line) -> str | None:
        """The line with its misspelt words put right, or None where there is none, or too many."""
        slips = self.slips(line)
        if not 0 < len(slips) <= _MOST_SLIPS:
            return None
        text = line.text
        for term, meant in reversed(slips):
            text = f"{text[: term.column - 1]}{meant}{text[term.end - 1 :]}"
        return text

    def slips(self, line: Line) -> list[tuple[Term, str]]:
        """The words that are misspelt, or stand for others, each with what is meant."""
        return list(self._slips(line))

    def _slips(self, line: Line) -> Iterator[tuple[Term, str]]:
        unknown = 0
        for place, term in enumerate(line.terms):
            unknown += not term.is_known
            if unknown > 2 * _MOST_SLIPS:
                return
            meant = self._meant(line, place)
            if meant is not None:
                yield term, meant

    def _meant(self, line: Line, place: int) -> str | None:
        """What a term was to be, if it is a slip; a short one only before what it leads. Where an
        order may have others behind ELSE, "or" was to lead them."""
        term, follows = line.terms[place], line.terms[place + 1 : place + 2]
        if not term.is_known:
            found = line.words.guess(term, line.text)
            if found is not None:
                return found
        if self.others and term.means("doubt", "or"):
            return self.others
        short = len(term.text) <= 4 and term.text.isalpha() and len(term.text) > 1
        if not (short and follows and (_is_value(follows[0]) or follows[0].means("particle", ALL))):
            return None
        if term.is_known and not term.means("prose"):
            return None
        found = line.words.short_guess(term, self._leads, line.text)
        turned = found is not None and sorted(found) == sorted(term.text.casefold())
        return found if turned or not term.is_known else None

    def named(self, line: Line) -> str | None:
        """The order that a line may mean which is nothing but the name of a thing; None where it
        is another line."""
        said = [one for one in line.terms if not _says_nothing(one)]
        if len(said) != 1:
            return None
        for form in self.forms:
            if any(said[0].means(sort) for sort in form.named):
                for slot in form.required:
                    found = form.slots[slot].take(said, 0)
                    if found is not None:
                        return form.write({slot: found.value})
        return None

    # What is written ------------------------------------------------------------------

    def write(self, order: Any) -> str:
        """An order as a line, in the form that makes orders of its type."""
        kind, parts = self._parts(order)
        form = next(form for form in self.forms if form.of is kind)
        return form.write(
            {slot: getattr(parts, slot) for slot in form.slots if hasattr(parts, slot)}
        )

    @property
    def verbs(self) -> tuple[str, ...]:
        """What a line may begin with, as it is written."""
        return tuple(dict.fromkeys(form.verb for form in self.forms if form.of is not None))


def _stand_apart(first: Line, second: Line) -> bool:
    """Whether of two orders the second begins anew, or a word joins them."""
    ends = (first.terms[-1], *second.terms[:1])
    joined = any(one.means("joint") or one.text in _JOINING for one in ends)
    led = second.is_whole and any(one.verbs or one.at_head for one in second.clauses)
    return joined or led


def _label(terms: Sequence[Term]) -> Term | None:
    """The figure or the letter before a line, with a sign behind it."""
    found = [*dropwhile(lambda term: term.text in BULLETS, terms)]
    clings = len(found) > 2 and found[1].end == found[2].column
    dashes = clings or (bool(found) and not found[0].digits)
    return found[0] if is_label(found, 0, ":-–" if dashes else ":") else None


def _is_retold(text: str) -> bool:
    """Whether a line begins as what is told of, not given, or in the middle of a sentence."""
    told = _TOLD_OF.match(text) and not _QUOTED.fullmatch(text)
    return bool(told) or _CLOSES.match(text) is not None


def _says_enough(clause: Clause, beside: int) -> bool:
    """Whether a clause is meant as an order, where so many strange words stand `beside` it."""
    return any(
        clause.at_head and _leads_enough(clause, one, beside)
        for one in clause.fillings
        if one.is_admitted and one.tells
    )


def _leads_enough(clause: Clause, one: Filling, beside: int) -> bool:
    """Of a clause that its verb leads: whether it is whole but for what is strange, or as much is
    filled at least as is strange in it and beside it."""
    if clause.has_thing_for_verb and not one.is_led and any(map(_is_value, one.strange)):
        return False  # a row of a table
    filled = one.filled - clause.has_thing_for_verb
    lacking = any(slot in one.form.required for slot in one.missing)
    if not lacking and (filled or one.is_whole):
        return len(one.strange) + beside <= 2 * filled + _MORE_THAN_TWICE
    if any(map(is_name, one.strange)):
        return False
    values = [term for term in one.strange if _is_value(term)]
    strange = sum(not (term.means("doubt") or _is_value(term)) for term in one.strange)
    return strange + beside <= filled and len(values) <= 1 and (filled > 0 or bool(values))


def _lacks_only_its_head(clause: Clause) -> bool:
    """Whether unknown words stand where the thing should that leads an order, and the rest says
    enough without doubt: "Tourism 40% coop 50"."""
    one = clause.best[0] if clause.fillings else None
    if one is None or not one.form.heads or one.filled <= 1:
        return False
    count = len(one.strange)
    unknown = 0 < count <= _MOST_OF_A_NAME and not any(term.is_known for term in one.strange)
    return unknown and one.strange == clause.terms[:count] and one.missing == [*one.form.headed]


def _says_nothing(term: Term) -> bool:
    """Whether it is a sign, or of the words that join others."""
    if not term.senses:
        return not term.text[0].isalnum()
    return all(sort in ("filler", "opening", "joint", "particle") for sort, _key in term.senses)


def _is_sentence(text: str) -> bool:
    """Whether a line begins, or ends, as a sentence does that stands for itself."""
    return text[-1] in "!." or (text[0].isupper() and not text.isupper())


def _is_idle(term: Term) -> bool:
    """Whether it is a sign, or a word that says nothing in any order."""
    if not term.senses:
        return not term.text[0].isalnum()
    return all(sort in ("filler", "opening", "sign") for sort, _key in term.senses)


def _is_value(term: Term) -> bool:
    return bool(term.digits or term.cell)


def _is_complete(clause: Clause, line: Line) -> bool:
    """Whether a whole order is among what a clause says, and little else on the line."""
    unknown = sum(not term.is_known for term in line.terms)
    return unknown <= _MOST_BESIDE and any(
        not one.missing and (clause.verbs or _joins(one.strange) or _tells_more(one))
        for one in clause.fillings
        if one.is_admitted and one.tells and one.filled
    )


def _tells_more(one: Filling) -> bool:
    """Whether an order says no less than what is strange beside it, and nobody tells or asks."""
    asks = any(term.means("prose") or term.text == "?" for term in one.strange)
    return one.filled >= len(one.strange) and not asks


def _joins(strange: Sequence[Term]) -> bool:
    """Whether a single word is strange, and may belong to an order: a value, or what joins some."""
    return len(strange) == 1 and (_is_value(strange[0]) or _says_nothing(strange[0]))


def _takes_back(line: Line) -> bool:
    """Whether a line begins with what is not to be done, or taken back: "cancel order 2"."""
    first, *rest = line.terms
    denied = next((one for one in pairwise(line.terms) if one[0].means("doubt", "not")), None)
    if denied and (denied[0] is first or _is_value(first)):
        return denied[1].means("verb")
    named = (one.means("opening", "order") or one.cell or one.means("verb") for one in rest)
    return first.means("doubt", "back") and any(named)

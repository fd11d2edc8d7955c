"""A line cut into clauses, each with all readings of it.

A line is cut where one order may end and the next begin; each clause is fed to the forms that its
verb admits, or that go bare. What one clause leaves out and the one before it says, as its verb, is
carried over.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from pbem.engine.language.filling import Filled, Filling
from pbem.engine.language.forms import Form
from pbem.engine.language.segments import head
from pbem.engine.language.words import Term, Words

_MOST_CLAUSES = 12
_MOST_ASIDES = 4
_MOST_STRANGE = 4
"""Words of two pieces that are strange by themselves and may fit together."""


@dataclass
class Clause:
    """A piece of a line that is one order, with all readings of it. ``at_head``: its verb leads;
    ``others`` are done where it cannot be."""

    fillings: list[Filling]
    terms: list[Term]
    verbs: frozenset[str]
    at_head: bool
    others: list[Clause] = field(default_factory=list)

    @property
    def best(self) -> list[Filling]:
        """The readings that are as good as any."""
        if len(self.fillings) < 2:
            return self.fillings
        ranks = [one.rank for one in self.fillings]
        least = min(ranks)
        return [one for one, rank in zip(self.fillings, ranks, strict=True) if rank == least]

    @property
    def is_whole(self) -> bool:
        return any(one.is_whole for one in self.fillings) and self.half is None

    @property
    def half(self) -> Clause | None:
        """The first of the others that is not read whole."""
        return next((one for one in self.others if not one.is_whole), None)

    @property
    def has_thing_for_verb(self) -> bool:
        """Whether a thing leads it in the place of a verb."""
        return self.at_head and not self.verbs

    @property
    def asked(self) -> list[Term]:
        """What is strange in the best reading, to be asked about."""
        best = self.best
        asked = best[0].strange if best else self.terms
        return [*asked, *(term for other in self.others for term in other.asked)]

    def close(self) -> None:
        """Its readings have the others in their slot."""
        found = tuple(one.best[0] for one in self.others if one.fillings)
        for one in self.fillings:
            if one.form.others and found:
                last = self.others[-1].terms[-1]
                one.values[one.form.others] = Filled(found, self.others[0].terms[0], last, "", 0)

    @property
    def strange(self) -> int:
        """How many words no reading can do without."""
        return min((len(one.strange) for one in self.fillings), default=len(self.terms))

    @property
    def filled(self) -> int:
        admitted = (one.filled for one in self.fillings if one.is_admitted)
        return max(admitted, default=0)

    def grown(self, terms: Sequence[Term]) -> Clause:
        """The clause with more of the line."""
        fillings = [one.copy().feed(terms) for one in self.fillings]
        return Clause(fillings, [*self.terms, *terms], self.verbs, self.at_head)


@dataclass
class Line:
    """A line taken apart: its orders, and what stands beside them and is none.

    ``told``: it begins, or ends, with a player's name, to whom it is said or of whom it tells;
    ``goes_on``: with what is to be done instead of the order in the line before.
    """

    text: str
    terms: tuple[Term, ...]
    words: Words
    clauses: list[Clause] = field(default_factory=list)
    asides: list[tuple[Term, ...]] = field(default_factory=list)
    told: bool = False
    goes_on: bool = False

    @property
    def is_whole(self) -> bool:
        """Whether all of it is read."""
        whole = bool(self.clauses) and not (self.asides or self.told or self.goes_on)
        return whole and all(clause.is_whole for clause in self.clauses)


class Book:
    """A game's forms, by their verbs."""

    def __init__(self, forms: Sequence[Form]) -> None:
        self._forms = tuple(forms)
        self.heads = frozenset(sort for form in forms for sort in form.heads)
        self._by_verb: dict[str, tuple[Form, ...]] = {
            key: tuple(form for form in forms if key in form.verbs)
            for key in {key for form in forms for key in form.verbs}
        }

    def bare(self, where: Any) -> tuple[Form, ...]:
        """The forms that go without a verb for who is there."""
        return tuple(form for form in self._forms if form.may_be_bare(where))

    def forms_of(self, verbs: frozenset[str]) -> tuple[Form, ...]:
        """The forms that these verbs admit."""
        if len(verbs) == 1:
            return self._by_verb[next(iter(verbs))]
        return tuple(dict.fromkeys(form for key in sorted(verbs) for form in self._by_verb[key]))

    def leads(self, content: Sequence[Term]) -> bool:
        """Whether it begins with a verb, or with a thing that may stand in its place, be it behind
        a figure."""
        if content[0].meaning.is_verb or not self.heads:
            return content[0].meaning.is_verb
        return self.may_lead(next((one for one in content if not self._is_before(one)), content[0]))

    def _is_before(self, term: Term) -> bool:
        """Whether it is a figure, or stands between one and its thing: "half of the", "12.5 to"."""
        between = term.means("filler") or term.means("particle") or term.text in ".,/"
        return bool(term.digits) or (between and not self.may_lead(term))

    def may_lead(self, term: Term) -> bool:
        """Whether it is a verb of an order, or a thing that may stand in its place."""
        return bool(self.verbs_in((term,))) or any(term.means(sort) for sort in self.heads)

    def verbs_in(self, terms: Sequence[Term]) -> frozenset[str]:
        verbs = (term for term in terms if term.meaning.is_verb)
        return frozenset(key for term in verbs for key in term.keys("verb") if key in self._by_verb)


class Builder:
    """Puts the segments of a line together to clauses."""

    def __init__(self, book: Book, bare: tuple[Form, ...], line: Line) -> None:
        self._book = book
        self._bare_forms = bare
        self._line = line
        self._now: Clause | None = None
        self._main: Clause | None = None

    def add(self, segment: Sequence[Term], *, article: bool) -> None:
        start, _asked, determined = head(segment, 0)
        content = list(segment[start:])
        if not content:
            return
        article = article or determined
        line, now = self._line, self._now
        if len(line.clauses) >= _MOST_CLAUSES or len(line.asides) >= _MOST_ASIDES:
            line.asides.append(tuple(content))
            return
        goes_on = now is not None and is_name(now.terms[-1])  # "with Anna, Bruno"
        if segment[0].text == "," and is_name(content[0]) and not goes_on:
            line.told = True
        if now is None:
            self._now = self._clause(content, article=article)
        elif content[0].means("particle", "else"):
            self._add_other(now, content)
        elif segment[0].text == "." and now.strange:
            self._next(self._clause(content, article=article))
        elif _is_told_of(now, segment):
            line.asides.append(tuple(content))
        elif self._book.verbs_in(content):
            self._add_verb(now, content, article=article)
        else:
            self._add_rest(now, content, article=article)

    def close(self) -> None:
        """The last clause ends; one of which nothing is read stands beside the orders."""
        now, self._now = self._now, None
        if now is None:
            return
        main, self._main = self._main, None
        if main is not None:
            main.others.append(now)
            main.close()
            now = main
        if now.filled or now.is_whole or (now.verbs and now.at_head):
            self._line.clauses.append(now)
        else:
            self._aside(now.terms)

    def _aside(self, terms: Sequence[Term]) -> None:
        self._line.asides.append(tuple(terms))

    def _next(self, clause: Clause) -> None:
        self.close()
        self._now = clause

    def _add_other(self, now: Clause, content: list[Term]) -> None:
        """What is done where the clause cannot be, up to the next such word."""
        main = self._main
        if main is None:
            main = self._main = now
            for one in main.fillings:
                if not one.form.others:
                    one.strange.append(content[0])
        else:
            main.others.append(now)
        if len(main.others) >= _MOST_CLAUSES:
            self._line.asides.append(tuple(content))
        self._now = self._other(main, content)

    def _other(self, main: Clause, content: list[Term]) -> Clause:
        """Another choice of a clause's subject; without a verb by the same one, or bare."""
        before = main.best[0] if main.fillings else None
        verbs = self._book.verbs_in(content)
        forms = self._book.forms_of(verbs) or self._bare_forms
        if before is not None and not verbs:
            same = self._book.forms_of(frozenset({before.form.verb.casefold()}))
            forms = tuple(dict.fromkeys((*same, *forms)))
        subject = next(iter(before.form.slots), "") if before is not None else ""
        kept = {subject: before.values[subject]} if before and subject in before.values else {}
        fillings = [
            Filling(form, kept).feed(content[1:])
            for form in forms
            if form.others and (not kept or subject in form.slots)
        ]
        return Clause(fillings, content, verbs, at_head=False)

    def _add_verb(self, now: Clause, content: list[Term], *, article: bool) -> None:
        """A piece with a verb: another clause, or the rest of one where either is nothing by
        itself: "send 5 to 9 and colonise"."""
        alone = self._clause(content, article=article)
        half = not (now.is_whole and alone.is_whole)
        if half and now.strange + alone.strange <= _MOST_STRANGE:
            whole = [*now.terms, *content]
            merged = (
                self._other(self._main, whole) if self._main else self._clause(whole, article=False)
            )
            if merged.is_whole:
                merged.at_head = now.at_head
                self._now = merged
                return
        other = None if alone.is_whole else self._carried(now, content)
        self._next(other or alone)

    def _add_rest(self, now: Clause, content: list[Term], *, article: bool) -> None:
        """A piece without a verb: the rest of the clause, another object of its verb, an order
        that goes bare, or something beside them."""
        grown = now.grown(content)
        if grown.strange <= now.strange:
            self._now = grown
            return
        other = None
        if now.is_whole or not now.filled:
            alone = self._clause(content, article=article)
            found = (self._carried(now, content), alone if alone.is_whole else None)
            other = min(filter(None, found), key=lambda one: one.best[0].rank, default=None)
        if other is not None:
            self._next(other)
        elif grown.filled > now.filled or not now.is_whole or self._names_values(now, content):
            self._now = grown
        else:
            self._aside(content)

    def _names_values(self, now: Clause, content: Sequence[Term]) -> bool:
        """Whether something stands there that could fill a slot of the clause."""
        slots = [slot for one in now.best for slot in one.form.slots.values()]
        return any(slot.take(content, at) for at in range(len(content)) for slot in slots)

    def _clause(self, content: list[Term], *, article: bool) -> Clause:
        book = self._book
        verbs = book.verbs_in(content)
        forms = book.forms_of(verbs) or self._bare_forms
        led = book.leads(content) and not article
        if verbs and _are_things(content):
            forms = (*forms, *self._bare_forms)
        clause = Clause([Filling(form).feed(content) for form in forms], content, verbs, led)
        if (not verbs and article) or (verbs and not led and _is_spoken_of(content)):
            for one in clause.fillings:
                one.strange.append(content[0])
        return clause

    def _carried(self, now: Clause, content: list[Term]) -> Clause | None:
        """The verb once more, for another object: "recall science and government"."""
        for before in now.best:
            if not before.is_whole or before.form.heads:
                continue
            subject = next(iter(before.form.slots), "")
            kept = {
                slot: one
                for slot, one in before.values.items()
                if slot == subject and slot in before.form.required
            }
            filling = Filling(before.form, kept)
            filling.verb = before.verb
            filling.met = before.met
            filling.feed(content)
            names = subject in filling.values or subject in before.form.required
            if filling.is_whole and filling.filled and names:
                return Clause([filling], content, now.verbs, now.at_head)
        return None


def _are_things(content: Sequence[Term]) -> bool:
    """Whether its verbs are all names of things as well, and none leads: "A: attack 3"."""
    verbs = [term for term in content[1:] if term.meaning.is_verb]
    return not content[0].meaning.is_verb and all(len(term.by_sort) > 1 for term in verbs)


def _is_spoken_of(content: Sequence[Term]) -> bool:
    """Whether the only verb stands within the clause behind an article: "a tie of the defence"."""
    places = [place for place, term in enumerate(content) if term.meaning.is_verb]
    return len(places) == 1 and places[0] > 0 and content[places[0] - 1].means("filler", "article")


def _is_told_of(now: Clause, segment: Sequence[Term]) -> bool:
    """Whether brackets open behind a thing without a verb: "merchant (c2)" tells where it is."""
    led = now.verbs or now.has_thing_for_verb
    return segment[0].text == "(" and not led and not now.terms[-1].means("particle")


def is_name(term: Term) -> bool:
    return bool(term.senses) and all(sort == "name" for sort, _key in term.senses)

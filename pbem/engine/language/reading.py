"""A game's order language: what a line says in it, whether it is an order, how one is written.

All of it stands on one analysis. A line is cut where one order may end and the next begin; each
clause is fed to the forms that its verb admits, or that go bare; of the readings those rank first
in which least is strange or missing. What one clause leaves out and the one before it says, as its
verb, is carried over.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from pbem.engine.api import Fit
from pbem.engine.language.filling import Filling
from pbem.engine.language.forms import Form
from pbem.engine.language.words import NO_NAMES, Names, Term, Words
from pbem.engine.nearness import Part, near
from pbem.engine.orders import LONGEST_ORDER, split_prefix, without_comment

_JOINTS = frozenset(",.;/&+")
_BREAKS = frozenset("-–—(!:…")
"""Signs behind which a remark may follow, or the rest of the order."""
_BULLETS = frozenset("-*•–—>·\"'’‘`[_")
_LABELS = frozenset(".:)-–/")
_QUOTES = ("“", "„", "«")
_MOST_CLAUSES = 12
_MOST_ASIDES = 4
_MOST_SLIPS = 3


@dataclass
class Clause:
    """A piece of a line that is one order, with all readings of it. ``at_head``: its verb leads."""

    fillings: list[Filling]
    terms: list[Term]
    verbs: frozenset[str]
    at_head: bool

    @property
    def best(self) -> list[Filling]:
        """The readings that are as good as any."""
        if not self.fillings:
            return []
        least = min(one.rank[:2] for one in self.fillings)
        return [one for one in self.fillings if one.rank[:2] == least]

    @property
    def is_whole(self) -> bool:
        return any(one.is_whole for one in self.fillings)

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

    ``told``: it begins, or ends, with a player's name, to whom it is said or of whom it tells.
    """

    text: str
    terms: tuple[Term, ...]
    clauses: list[Clause] = field(default_factory=list)
    asides: list[tuple[Term, ...]] = field(default_factory=list)
    told: bool = False

    @property
    def is_whole(self) -> bool:
        """Whether all of it is read."""
        whole = bool(self.clauses) and not self.asides and not self.told
        return whole and all(clause.is_whole for clause in self.clauses)


class Language:
    """`words` and `forms` of one game. `names` gives the words of a position alone, such as its
    players' names (sort "name")."""

    def __init__(
        self,
        words: Words,
        forms: Sequence[Form],
        *,
        names: Callable[[Any], Names] = lambda _where: NO_NAMES,
    ) -> None:
        self.words = words
        self.forms = tuple(forms)
        self._names = names
        self._by_verb: dict[str, tuple[Form, ...]] = {
            key: tuple(form for form in self.forms if key in form.verbs)
            for key in {key for form in self.forms for key in form.verbs}
        }
        self._leads = frozenset(one for form in self.forms for one in form.particles)

    # What a line says -----------------------------------------------------------------

    def analyse(self, text: str, where: Any = None) -> Line:
        """A line taken apart, for who is there (None: for anyone)."""
        terms = self.words.terms(text, self._names(where) if where is not None else NO_NAMES)
        line = Line(text, terms)
        start, asked, article = _head(terms, 0, opens=True)
        content = terms[start:]
        if content and content[-1].text == "?" and asked:
            content = content[:-1]
        if content and _is_name(content[0]):
            line.told = True
        builder = _Builder(self, where, line)
        for place, segment in enumerate(_segments(content)):
            builder.add(segment, article=article and not place)
        builder.close()
        return line

    def forms_of(self, verbs: frozenset[str], where: Any) -> tuple[Form, ...]:
        """The forms that these verbs admit; without a verb those that go bare."""
        found = dict.fromkeys(form for key in sorted(verbs) for form in self._by_verb.get(key, ()))
        return tuple(found) or tuple(form for form in self.forms if form.may_be_bare(where))

    def verbs_in(self, terms: Sequence[Term]) -> frozenset[str]:
        return frozenset(key for term in terms for key in term.keys("verb") if key in self._by_verb)

    # Whether it is an order -----------------------------------------------------------

    def fit(self, text: str, where: Any = None) -> Fit:
        """How a mail's line looks, with its prefix and comment or without."""
        bare = without_comment(split_prefix(text)[1]).strip()
        if not bare or len(bare) > LONGEST_ORDER or bare.startswith(_QUOTES):
            return Fit.NO
        line = self.analyse(bare, where)
        if self._is_order(line):
            return Fit.ORDER
        mended = self.corrected(line)
        if mended is not None:
            other = self.analyse(mended, where)
            leads = _changed_head(line, mended) or any(one.at_head for one in line.clauses)
            if other.is_whole or (leads and self._is_order(other)):
                return Fit.ORDER
        if self.goes_on(line, where):
            return Fit.CONTINUES
        if not line.told and any(_is_complete(clause) for clause in line.clauses):
            return Fit.NEARLY
        return near(bare, map(_part, line.terms))

    def _is_order(self, line: Line) -> bool:
        """Whether all of it is read, or a verb of the game leads and says enough with it."""
        if line.is_whole:
            return True
        if line.told:
            return False
        if len(line.terms) == 1 and line.text.isupper() and self.verbs_in(line.terms):
            return True
        if _takes_back(line):
            return True
        beside = sum(not _is_value(term) for aside in line.asides for term in aside)
        return any(_says_enough(clause, beside) for clause in line.clauses)

    def goes_on(self, line: Line, where: Any) -> bool:
        """Whether a line cannot begin an order and may be the rest of one: it begins with a word
        that leads a slot, and nothing in it is strange."""
        terms = line.terms
        leads = bool(terms) and any(key in self._leads for key in terms[0].keys("particle"))
        if not leads or terms[-1].text in ".!?" or self.verbs_in(terms):
            return False
        for form in self.forms:
            if form.particles.isdisjoint(terms[0].keys("particle")):
                continue
            filling = Filling(form).feed(terms, most=1)
            if not filling.strange and filling.filled:
                return True
        return False

    def continues(self, before: str, rest: str, where: Any = None) -> bool:
        """Whether a line is the rest of the order in the line before it, which a mail program
        wrapped: both together are read, and as no more orders than the first alone."""
        if not rest.strip() or split_prefix(rest)[0] or without_comment(rest) != rest.rstrip():
            return False
        bare = without_comment(split_prefix(before)[1]).strip()
        if not bare or len(bare) + len(rest) >= LONGEST_ORDER:
            return False
        first = self.analyse(bare, where)
        if not first.clauses or first.told:
            return False
        both = self.analyse(f"{bare} {rest.strip()}", where)
        if not both.is_whole:
            return False
        if not first.is_whole:
            return True
        joined = bare[-1] in ",&+" or first.terms[-1].means("joint")
        alone = self.analyse(rest.strip(), where)
        if self._is_order(alone):
            return False
        return joined or len(both.clauses) == len(first.clauses)

    # Words misspelt -------------------------------------------------------------------

    def corrected(self, line: Line) -> str | None:
        """The line with its misspelt words put right, or None where there is none, or too many."""
        slips = list(self._slips(line))
        if not 0 < len(slips) <= _MOST_SLIPS:
            return None
        text = line.text
        for term, meant in reversed(slips):
            text = f"{text[: term.column - 1]}{meant}{text[term.end - 1 :]}"
        return text

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
        """What a term was to be, if it is a slip; a short one only before what it leads."""
        term, follows = line.terms[place], line.terms[place + 1 : place + 2]
        if not term.is_known:
            found = self.words.guess(term, line.text)
            if found is not None:
                return found
        short = len(term.text) <= 4 and term.text.isalpha() and len(term.text) > 1
        if not (short and follows and (follows[0].cell or follows[0].digits)):
            return None
        if term.is_known and not (term.means("prose") or term.means("doubt")):
            return None
        return self.words.short_guess(term, self._leads, line.text)

    # What is written ------------------------------------------------------------------

    def write(self, order: Any) -> str:
        """An order as a line, in the form that makes orders of its type."""
        form = next(form for form in self.forms if form.of is type(order))
        return form.write(
            {slot: getattr(order, slot) for slot in form.slots if hasattr(order, slot)}
        )

    @property
    def verbs(self) -> tuple[str, ...]:
        """What a line may begin with, as it is written."""
        return tuple(dict.fromkeys(form.verb for form in self.forms if form.of is not None))


class _Builder:
    """Puts the segments of a line together to clauses."""

    def __init__(self, language: Language, where: Any, line: Line) -> None:
        self._language = language
        self._where = where
        self._line = line
        self._now: Clause | None = None

    def add(self, segment: Sequence[Term], *, article: bool) -> None:
        start, _asked, determined = _head(segment, 0)
        content = list(segment[start:])
        if not content:
            return
        article = article or determined
        line, now = self._line, self._now
        if len(line.clauses) >= _MOST_CLAUSES or len(line.asides) >= _MOST_ASIDES:
            line.asides.append(tuple(content))
        elif now is None:
            self._now = self._clause(content, article=article)
        elif _is_told_of(now, segment):
            line.asides.append(tuple(content))
        elif self._language.verbs_in(content):
            self._add_verb(now, content, article=article)
        else:
            self._add_rest(now, content, article=article)

    def close(self) -> None:
        """The last clause ends; one of which nothing is read stands beside the orders."""
        now, self._now = self._now, None
        if now is None:
            return
        if now.filled or now.is_whole or (now.verbs and now.at_head):
            self._line.clauses.append(now)
        else:
            self._aside(now.terms)

    def _aside(self, terms: Sequence[Term]) -> None:
        self._line.asides.append(tuple(terms))
        if _is_name(terms[0]):
            self._line.told = True

    def _next(self, clause: Clause) -> None:
        self.close()
        self._now = clause

    def _add_verb(self, now: Clause, content: list[Term], *, article: bool) -> None:
        """A piece with a verb: the rest of a clause that is not whole yet, or another one."""
        if not now.is_whole:
            merged = self._clause([*now.terms, *content], article=False)
            if merged.is_whole:
                merged.at_head = now.at_head
                self._now = merged
                return
        self._next(self._clause(content, article=article))

    def _add_rest(self, now: Clause, content: list[Term], *, article: bool) -> None:
        """A piece without a verb: the rest of the clause, another object of its verb, an order
        that goes bare, or something beside them."""
        grown = now.grown(content)
        if grown.strange <= now.strange:
            self._now = grown
            return
        other = None
        if now.is_whole or not now.filled:
            other = self._carried(now, content) or self._bare(content, article=article)
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
        language = self._language
        verbs = language.verbs_in(content)
        forms = language.forms_of(verbs, self._where)
        led = bool(content[0].keys("verb")) and not article
        clause = Clause([Filling(form).feed(content) for form in forms], content, verbs, led)
        if not verbs and article:
            for one in clause.fillings:
                one.strange.append(content[0])
        return clause

    def _carried(self, now: Clause, content: list[Term]) -> Clause | None:
        """The verb once more, for another object: "recall science and government"."""
        for before in now.best:
            if not before.is_whole:
                continue
            subject = next(iter(before.form.slots), "")
            kept = {
                slot: one
                for slot, one in before.values.items()
                if slot == subject and slot in before.form.required
            }
            filling = Filling(before.form, kept)
            filling.verb = before.verb
            filling.met = set(before.met)
            filling.feed(content)
            names = subject in filling.values or subject in before.form.required
            if filling.is_whole and filling.filled and names:
                return Clause([filling], content, now.verbs, now.at_head)
        return None

    def _bare(self, content: list[Term], *, article: bool) -> Clause | None:
        clause = self._clause(content, article=article)
        return clause if clause.is_whole else None


def _says_enough(clause: Clause, beside: int) -> bool:
    """Whether a clause is meant as an order: its verb leads, and it is whole but for what is
    strange, or at least as much is filled as is strange in it and `beside` it; or its verb does
    not lead, and nothing is strange."""
    for one in clause.fillings:
        if not one.is_admitted:
            continue
        strange = [term for term in one.strange if not (term.means("doubt") or _is_value(term))]
        denied = any(term.means("doubt", "not") for term in one.strange)
        leads = clause.at_head or not (strange or beside)
        if not one.missing and (one.filled or one.is_whole) and leads:
            return True
        values = sum(map(_is_value, one.strange))
        if (
            clause.at_head
            and not denied
            and len(strange) + beside <= one.filled
            and one.filled + values
            and values <= 1
        ):
            return True
    return False


def _is_value(term: Term) -> bool:
    return bool(term.digits or term.cell)


def _is_complete(clause: Clause) -> bool:
    """Whether a whole order is among what a clause says."""
    return bool(clause.verbs) and any(
        one.is_admitted and one.filled and not one.missing for one in clause.fillings
    )


def _takes_back(line: Line) -> bool:
    """Whether a line begins with taking something back, and says of what: "cancel order 2"."""
    head, *rest = line.terms or (None,)
    return (
        head is not None
        and head.means("doubt", "back")
        and any(one.means("opening", "order") or one.cell or one.means("verb") for one in rest)
    )


def _is_told_of(now: Clause, segment: Sequence[Term]) -> bool:
    """Whether brackets open behind a thing without a verb: "merchant (c2)" tells where it is."""
    return segment[0].text == "(" and not now.verbs and not now.terms[-1].means("particle")


def _is_name(term: Term) -> bool:
    return bool(term.senses) and all(sort == "name" for sort, _key in term.senses)


def _changed_head(line: Line, mended: str) -> bool:
    """Whether the first word is among those that were put right."""
    start, _asked, _article = _head(line.terms, 0, opens=True)
    if start >= len(line.terms):
        return False
    term = line.terms[start]
    return mended[term.column - 1 : term.end - 1].casefold() != term.text.casefold()


def _part(term: Term) -> Part:
    """What a term is in the judgement of lines that come near an order."""
    if term.digits or term.cell:
        return Part.FIGURE
    sorts = {sort for sort, _key in term.senses}
    if sorts & {"prose", "name", "doubt"}:
        return Part.STRANGE
    if sorts <= {"particle", "filler", "opening", "joint", "sign"} and (
        sorts or not term.text[0].isalpha()
    ):
        return Part.JOINT
    return Part.WORD if sorts else Part.STRANGE


def _head(terms: Sequence[Term], start: int, *, opens: bool = False) -> tuple[int, bool, bool]:
    """The place of an order's first word, behind what may stand before it: a list's sign or
    number, "I want to", "second order"; whether it is asked for ("could you"), and whether an
    article stands before it."""
    place, asked, article = start, False, False
    while place < len(terms):
        term = terms[place]
        behind = terms[place + 1].text if place + 2 < len(terms) else ""
        labelled = behind in _LABELS and bool(behind)
        if opens and labelled and (term.digits or (len(term.text) == 1 and term.text.isalpha())):
            place += 2
            continue
        if term.means("verb") or term.means("sign"):
            break
        if not opens and (term.means("doubt", "or") or term.means("particle")):
            break
        if term.means("opening"):
            asked = asked or term.means("opening", "request")
            opens = True
        elif term.means("filler") and not term.means("filler", "modal"):
            article = article or term.means("filler", "article")
        elif not (
            term.means("joint")
            or term.text in _JOINTS
            or (opens and term.text in _BULLETS)
            or term.text in "(:#"
        ):
            break
        place += 1
    return place, asked, article


def _segments(terms: Sequence[Term]) -> Iterator[Sequence[Term]]:
    """Terms cut where one order may end and the next begin, or a condition or a remark."""
    start = 0
    for place in range(1, len(terms)):
        term = terms[place]
        joins = term.means("joint") or term.text in _JOINTS or term.text in _BREAKS
        if (joins and not term.means("sign")) or term.means("doubt", "when", "unless"):
            if place > start:
                yield terms[start:place]
            start = place
    yield terms[start:]

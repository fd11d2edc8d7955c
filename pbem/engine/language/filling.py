"""One form against the words of a clause: what fills its slots, what is strange, what is missing.

One pass from left to right, in any order of the slots; a particle leads the value behind it. Work
is linear: what has grown hopeless is given up.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.engine.language.forms import Form, Mark, Said
from pbem.engine.language.slots import Taken, Wrong, passed_over
from pbem.engine.language.words import Term

_HOPELESS = 12
"""Strange words from which on nothing more is looked at."""
_SILENT_SIGNS = frozenset("()[]<>\"'’‘`*_:!=•…-–—|,./")


class Filled:
    """A value in its slot, with where it stands and the particle that led it."""

    __slots__ = ("first", "last", "lead", "odd", "value")

    def __init__(self, value: Any, first: Term, last: Term, lead: str, odd: int) -> None:
        self.value = value
        self.first = first
        self.last = last
        self.lead = lead
        self.odd = odd

    @property
    def mark(self) -> Mark:
        return Mark(self.first.column, self.last.end - self.first.column)


class Filling:
    """A form as far as terms have been fed to it."""

    def __init__(self, form: Form, carried: Mapping[str, Filled] | None = None) -> None:
        self.form = form
        self.values: dict[str, Filled] = dict(carried or {})
        self.carried = set(self.values)
        self.strange: list[Term] = []
        self.met: set[str] = set()
        self.verb: Term | None = None
        self._lead = ""
        self._growing = ""
        self._due: set[str] = set()
        self._late = False
        self._spent: tuple[str, ...] = ()

    def copy(self) -> Filling:
        """Another one that goes on from here."""
        made = Filling(self.form, self.values)
        made.carried = set(self.carried)
        made.strange = list(self.strange)
        made.met = set(self.met)
        made.verb = self.verb
        made._lead, made._growing, made._due = self._lead, self._growing, set(self._due)
        made._late, made._spent = self._late, self._spent
        return made

    # What it comes to -----------------------------------------------------------------

    @property
    def missing(self) -> tuple[str, ...]:
        """Slots that must be filled and are not, and those whose word stands alone."""
        form, values = self.form, self.values
        missing = tuple(slot for slot in form.required if slot not in values)
        if not self._due:
            return missing
        return (
            *missing,
            *(
                one
                for one in form.led_only
                if one not in values and not self._due.isdisjoint(form.leads[one])
            ),
        )

    @property
    def lacks_head(self) -> bool:
        """Whether the thing is missing that leads the order in the place of a verb."""
        return any(slot not in self.values for slot in self.form.headed)

    @property
    def is_admitted(self) -> bool:
        """Whether the words are there that tell this form from others."""
        return self.form.needs <= self.met

    @property
    def tells(self) -> bool:
        """Whether it is meant so, even where it is not whole."""
        tells = self.form.tells
        return tells is None or any(slot in self.values for slot in tells)

    @property
    def is_whole(self) -> bool:
        return not self.strange and self.is_admitted and not self.missing

    @property
    def filled(self) -> int:
        """How many slots the line itself fills."""
        return len(self.values) - len(self.carried)

    @property
    def is_led(self) -> bool:
        """Whether a word leads any of its values."""
        return any(one.lead for one in self.values.values())

    @property
    def rank(self) -> tuple[int, int, int]:
        """Less is better."""
        unmet = 0 if self.is_admitted else 1
        odd = self.form.odd + sum(one.odd for one in self.values.values())
        return 2 * unmet + len(self.strange) + len(self.missing), odd, -len(self.values)

    def said(self, *, alone: bool) -> Said:
        values = {slot: one.value for slot, one in self.values.items()}
        keys = self.verb.keys("verb") if self.verb else ()
        return Said(values, alone, next((key for key in keys if key in self.form.verbs), ""))

    @property
    def wrong(self) -> tuple[str, Wrong] | None:
        """The first value that cannot stand, with its slot."""
        return next(
            ((slot, one.value) for slot, one in self.values.items() if type(one.value) is Wrong),
            None,
        )

    def made(self, where: Any) -> Any:
        """What the form makes of it. Raises :class:`Refused`."""
        return self.form.make(self.said(alone=False), where)

    def write(self, *, carried: bool = True) -> str:
        """The line, with or without what is carried over, and with what may be meant for what is
        wrong; empty where nothing is."""
        values = {
            slot: one.value.instead if type(one.value) is Wrong else one.value
            for slot, one in self.values.items()
            if carried or slot not in self.carried
        }
        return "" if None in values.values() else self.form.write(values)

    # Feeding --------------------------------------------------------------------------

    def feed(self, terms: Sequence[Term], most: int = _HOPELESS) -> Filling:
        """Take in more of the line, until so many words are strange at the `most`."""
        at = 0
        while at < len(terms) and len(self.strange) < most:
            at = self._step(terms, at)
        self.strange.extend(terms[at : at + 1])
        return self

    def _step(self, terms: Sequence[Term], at: int) -> int:
        term = terms[at]
        if term.is_verb and self._is_verb(term):
            return at + 1
        if not term.is_plain:
            end = self._fill(terms, at)
            if end > at:
                return end
        self._pass_by(term, terms[at + 1] if at + 1 < len(terms) else None)
        return at + 1

    def _fill(self, terms: Sequence[Term], at: int) -> int:
        """The place behind a value that begins here; `at` where there is none."""
        form = self.form
        for slot in self._order():
            taken = form.slots[slot].take(terms, at)
            if taken is None or (slot in self._spent and not _is_figure(terms[at], taken)):
                continue
            if self._put(slot, taken, terms, at):
                return taken.end
        if not form.led_only or self._leads_of(terms[at]):
            return at
        end = self._put_before_lead(terms, at)
        for slot in self.missing if self._due and not self._late and end == at else ():
            taken = form.slots[slot].take(terms, at)
            if taken is not None and self._put(slot, taken, terms, at):
                return taken.end
        return end

    def _leads_of(self, term: Term) -> str:
        """The particle of the form that a word is; empty where it is none."""
        keys = term.by_sort.get("particle", ())
        return next((key for key in keys if key in self.form.particles), "") if keys else ""

    def _is_verb(self, term: Term) -> bool:
        """A verb of this form; one that may fill a slot of it is a verb only at first."""
        if self.form.verbs.isdisjoint(term.keys("verb")):
            return False
        if self.verb is None:
            self.verb = term
        elif term.text.casefold() != self.verb.text.casefold() and not self._is_silent(term):
            return False
        self._note(term)
        return True

    def _order(self) -> Sequence[str]:
        """Slots that may be filled now: the one that is led, those that must be filled, the one
        that grows, the others."""
        led, needed, others = self.form.order(self._lead)
        found = [*led, *(slot for slot in needed if self._is_open(slot))]
        if self._growing:
            found.append(self._growing)
        return [*found, *(slot for slot in others if self._is_open(slot))] if others else found

    def _put_before_lead(self, terms: Sequence[Term], at: int) -> int:
        """A value that stands before the word that leads it ("70% coop"), and the place behind
        that; `at` where there is none."""
        for slot in self.form.led_only:
            taken = self.form.slots[slot].take(terms, at) if self._is_open(slot) else None
            if taken is None:
                continue
            behind = passed_over(terms, taken.end)
            while behind < len(terms) and self._is_silent(terms[behind]):
                behind = passed_over(terms, behind + 1)
            keys = terms[behind].keys("particle") if behind < len(terms) else ()
            lead = next((key for key in keys if key in self.form.leads[slot]), "")
            if lead:
                self._lead = lead
                self._put(slot, taken, terms, at)
                return behind + 1
        return at

    def _is_open(self, slot: str) -> bool:
        return slot not in self.values or slot in self.carried

    def _put(self, slot: str, taken: Taken, terms: Sequence[Term], at: int) -> bool:
        first, last = terms[at], terms[taken.end - 1]
        odd = taken.odd + (type(taken.value) is Wrong)
        odd += any(len(term.senses) > 1 and self._says_more(term) for term in terms[at : taken.end])
        odd += bool(self._lead) and self._lead not in self.form.leads[slot]
        made = Filled(taken.value, first, last, self._lead, odd)
        held = self.values.get(slot)
        if held is not None and slot not in self.carried:
            if self.form.slots[slot].grows and (self._growing == slot or held.lead == self._lead):
                made.value = (*held.value, *taken.value)
                made.first, made.odd = held.first, max(held.odd, taken.odd)
            elif not (self._moved(slot, held) or (self._lead and self._is_loose(held.first))):
                return False
        self.values[slot] = made
        self.carried.discard(slot)
        if self._lead in self.form.leads[slot]:
            self._due.discard(self._lead)
        else:
            self._late = bool(self._due)
        if self.form.needs:
            for term in terms[at : taken.end]:
                self._note(term)
        grows = self.form.slots[slot].grows
        self._growing = slot if grows else ""
        shared = self._lead if not grows and self._lead in self.form.leads[slot] else ""
        self._spent = tuple(
            one
            for one in (self.form.led_only if shared else ())
            if shared in self.form.leads[one] and one not in self.values
        )
        self._lead = self._lead if grows or self._spent else ""
        return True

    def _says_more(self, term: Term) -> bool:
        """Whether a word that is taken for a thing tells as well what it is, and this is not what
        the form is about: "Wissenschaftsführer" for a ship."""
        keys = term.keys("particle")
        known = (*self.form.needs, *self.form.silent, *self.form.particles)
        return len(term.senses) > len(keys) > 0 and not set(keys).intersection(known)

    def _moved(self, slot: str, held: Filled) -> bool:
        """Whether what was put here unled can go elsewhere, since another value is led here."""
        if not self._lead or held.lead or self._lead not in self.form.leads[slot]:
            return False
        kind = type(self.form.slots[slot])
        free = (
            one
            for one, other in self.form.slots.items()
            if one not in self.values and isinstance(other, kind) and one not in self.form.led_only
        )
        place = next(free, None)
        if place is None:
            return False
        self.values[place] = held
        return True

    def _is_loose(self, first: Term) -> bool:
        """Whether a value gives way to one that is led: its word may say nothing as well."""
        return self._is_silent(first) or first.means("filler")

    def _pass_by(self, term: Term, follows: Term | None) -> None:
        """A term that fills no slot: a lead, a word that must be said, one that says nothing, or
        a strange one."""
        lead = self._leads_of(term)
        if lead and term.means("filler"):  # "a miner", and "à g7" in French
            lead = lead if follows is not None and (follows.cell or follows.digits) else ""
        if lead:
            self._lead, self._spent = lead, ()
            if lead in self.form.only_leads and not term.means("opening"):
                self._due.add(lead)
            self._note(term)
        elif self._is_silent(term) or not self.form.needs.isdisjoint(term.keys("particle")):
            self._note(term)
        elif (
            not (term.means("filler") or term.means("joint") or term.text in _SILENT_SIGNS)
            or term.means("sign")
            or term.means("doubt")
        ):
            self.strange.append(term)

    def _is_silent(self, term: Term) -> bool:
        return not self.form.silent.isdisjoint(term.marks)

    def _note(self, term: Term) -> None:
        if self.form.needs:
            self.met.update(self.form.needs.intersection(term.keys("particle")))


def _is_figure(term: Term, taken: Taken) -> bool:
    """Whether a value is written in figures, and can stand."""
    return bool(term.digits) and type(taken.value) is not Wrong

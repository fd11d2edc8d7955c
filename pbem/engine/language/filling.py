"""One form against the words of a clause: what fills its slots, what is strange, what is missing.

One pass from left to right, in any order of the slots; a particle leads the value behind it. Work
is linear: what has grown hopeless is given up.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pbem.engine.language.forms import Form, Mark, Role, Said
from pbem.engine.language.slots import Taken, Wrong, passed_over
from pbem.engine.language.words import Term

_HOPELESS = 8
"""Strange words from which on nothing more is looked at."""


@dataclass(slots=True, eq=False)
class Filled:
    """A value in its slot, with where it stands and the particle that led it."""

    value: Any
    first: Term
    last: Term
    lead: str
    odd: int

    @property
    def mark(self) -> Mark:
        return Mark(self.first.column, self.last.end - self.first.column)


class Filling:
    """A form as far as terms have been fed to it."""

    def __init__(self, form: Form, carried: Mapping[str, Filled] | None = None) -> None:
        self.form = form
        self.values: dict[str, Filled] = dict(carried or {})
        self.carried = frozenset(self.values)
        self.strange: list[Term] = []
        self.met: frozenset[str] = frozenset()
        self.verb: Term | None = None
        self._lead = ""
        self._growing = ""
        self._due: frozenset[str] = frozenset()
        self._late = False
        self._spent: tuple[str, ...] = ()

    def copy(self) -> Filling:
        """Another one that goes on from here."""
        made = Filling.__new__(Filling)
        made.__dict__.update(self.__dict__)
        made.values = self.values.copy()
        made.strange = self.strange.copy()
        return made

    # What it comes to -----------------------------------------------------------------

    @property
    def missing(self) -> list[str]:
        """Slots that must be filled and are not, and those whose word stands alone."""
        form, values = self.form, self.values
        missing = [slot for slot in form.required if slot not in values]
        if self._due:
            missing += [slot for slot in form.due(self._due) if slot not in values]
        return missing

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
        return self.form.tells is None or not self.values.keys().isdisjoint(self.form.tells)

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
    def rank(self) -> tuple[int, int]:
        """Less is better: how much is strange or missing, and how far-fetched the rest is."""
        odd = self.form.odd + sum(one.odd for one in self.values.values())
        unmet = not self.form.needs <= self.met
        return 2 * unmet + len(self.strange) + len(self.missing), odd

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
        """The place behind what is taken in here."""
        role = self.form.role(terms[at].meaning)
        if role.is_verb and self._takes_verb(terms[at], role):
            return at + 1
        end = self._fill(terms, at, role) if role.may_fill else at
        if end == at:
            self._pass_by(terms, at, role)
        return max(end, at + 1)

    def _takes_verb(self, term: Term, role: Role) -> bool:
        """A verb of this form; one that may fill a slot of it is a verb only at first."""
        if self.verb is None:
            self.verb = term
        elif term.text.casefold() != self.verb.text.casefold() and not role.is_silent:
            return False
        self.met |= role.notes
        return True

    def _fill(self, terms: Sequence[Term], at: int, role: Role) -> int:
        """The place behind a value that begins here; `at` where there is none."""
        form = self.form
        tried = [name for name, led in form.order(self._lead) if led or self._is_open(name)]
        if self._growing:
            tried.append(self._growing)
        for name in tried:
            taken = form.slots[name].take(terms, at)
            if taken is None or (name in self._spent and not _goes_on(terms[at], taken)):
                continue
            if self._put(name, taken, terms, at):
                return taken.end
        if not form.led_only or role.lead:
            return at
        end = self._put_before_lead(terms, at)
        for name in self.missing if self._due and not self._late and end == at else ():
            taken = form.slots[name].take(terms, at)
            if taken is not None and self._put(name, taken, terms, at):
                return taken.end
        return end

    def _put_before_lead(self, terms: Sequence[Term], at: int) -> int:
        """A value that stands before the word that leads it ("70% coop"), and the place behind
        that; `at` where there is none."""
        for slot in self.form.led_only:
            taken = self.form.slots[slot].take(terms, at) if self._is_open(slot) else None
            if taken is None:
                continue
            behind = passed_over(terms, taken.end)
            while behind < len(terms) and self.form.role(terms[behind].meaning).is_silent:
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
        """Whether a value finds its place."""
        form, lead, said = self.form, self._lead, terms[at : taken.end]
        grows, is_led = form.slots[slot].grows, lead in form.leads[slot]
        odd = taken.odd + (type(taken.value) is Wrong) + (bool(lead) and not is_led)
        odd += any(form.role(term.meaning).says_more for term in said)
        made = Filled(taken.value, said[0], said[-1], lead, odd)
        held = self.values.get(slot)
        if held is not None and slot not in self.carried:
            if grows and (self._growing == slot or held.lead == lead):
                made.value = (*held.value, *taken.value)
                made.first, made.odd = held.first, max(held.odd, taken.odd)
            elif not (self._moved(slot, held) or (lead and self._is_loose(held.first))):
                return False
        self.values[slot] = made
        self.carried -= {slot}
        if not is_led:
            self._late = bool(self._due)
        elif form.owners.get(lead, slot) == slot:
            self._due -= {lead}
        if form.needs:
            self.met = self.met.union(*(form.role(term.meaning).notes for term in said))
        self._growing = slot if grows else ""
        self._spent = ()
        if is_led and not grows:
            self._spent = tuple(one for one in form.due({lead}) if one not in self.values)
        self._lead = lead if grows or self._spent else ""
        return True

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
        return self.form.role(first.meaning).is_silent or first.means("filler")

    def _pass_by(self, terms: Sequence[Term], at: int, role: Role) -> None:
        """A term that fills no slot: a lead, a word that must be said, one that says nothing, or
        a strange one."""
        lead = role.lead
        if lead and role.is_doubtful:  # "a miner", and "à g7" in French
            follows = terms[at + 1] if at + 1 < len(terms) else None
            lead = lead if follows is not None and (follows.cell or follows.digits) else ""
        if lead:
            self._lead, self._spent = lead, ()
            if role.is_due:
                self._due |= {lead}
        if lead or role.is_silent:
            self.met |= role.notes
        elif role.is_strange:
            self.strange.append(terms[at])
            if terms[at].means("prose"):  # "for me" leads no value
                self._due -= {self._lead}


def _goes_on(term: Term, taken: Taken) -> bool:
    """Whether a value can stand right behind the one that its word led: who is named there is
    rather spoken to."""
    return type(taken.value) is not Wrong and not term.means("name")

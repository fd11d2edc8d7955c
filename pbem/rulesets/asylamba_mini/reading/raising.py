"""What is raised level by level, and what is built once: UPGRADE, RESEARCH and WONDER."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from pbem.engine.i18n import _
from pbem.rulesets.asylamba_mini import naming
from pbem.rulesets.asylamba_mini.figures import FIGURES
from pbem.rulesets.asylamba_mini.holdings import Facility, Technology
from pbem.rulesets.asylamba_mini.orders import Research, Upgrade, Wonder
from pbem.rulesets.asylamba_mini.reading.reader import Misspelt, Reader, Reading
from pbem.rulesets.asylamba_mini.reading.words import Kind, Term
from pbem.rulesets.asylamba_mini.reckoning.realm import Realm

_RAISED = (Kind.FACILITY, Kind.TECHNOLOGY)
_TIMES = ("x", "X", "×", "*")
_Figure = tuple[int, Term]


def read_wonders(reader: Reader, realm: Realm) -> Iterator[Reading]:
    """``Dyson Sphere``, or several. Raises :class:`OrderError`."""
    while True:
        reader.pass_over("filler", "also", "to")
        name, term = reader.word(Kind.MEGASTRUCTURE, _("a megastructure"))
        yield Reading(Wonder(megastructure=name), {"subject": term})
        reader.pass_over("filler", "also")
        if reader.skip("at"):
            reader.in_capital(realm, _capital_only())
            reader.pass_over("filler", "also")
        if reader.peek() is None:
            return


def _capital_only() -> str:
    """AM-7, AM-12."""
    return _("this is done in your capital only, sector {capital}")


def read_raising(reader: Reader, realm: Realm) -> Iterator[Reading]:
    """``hub TO 8``, or several. Raises :class:`OrderError`."""
    while True:
        reader.pass_over("filler", "also", "level", "by", "to")
        lead = None
        if reader.next_is_figure():
            lead = reader.figure(_("the number of levels"))
            reader.pass_over("level", "filler")
        yield _level(reader, realm, lead)
        reader.pass_over("filler", "also", "by")
        if reader.peek() is None:
            return


def _level(reader: Reader, realm: Realm, lead: _Figure | None) -> Reading:
    """A facility or technology and how far it is raised."""
    if reader.next_is(Kind.TECHNOLOGY):
        key, term = reader.word(Kind.TECHNOLOGY, "")
        reader.skip_again(Kind.TECHNOLOGY, key)
        technology = cast(Technology, key)
        now = realm.technologies.of(key)
        extent = _Extent(reader, realm, now, FIGURES.technologies[technology].maximum, lead)
        order: Research | Upgrade = Research(
            technology=technology, levels=extent.levels, to=extent.to, free=extent.free
        )
    else:
        if not reader.next_is(Kind.FACILITY):
            raise reader.lost(
                _("a facility or a technology"), Kind.FACILITY, Kind.TECHNOLOGY, Kind.MEGASTRUCTURE
            )
        key, term = reader.word(Kind.FACILITY, "")
        reader.skip_again(Kind.FACILITY, key)
        facility = cast(Facility, key)
        now = realm.home.facilities.of(key)
        extent = _Extent(reader, realm, now, FIGURES.facilities[facility].maximum, lead)
        if extent.free:
            message = _("FREE buys technologies and missions, not the {facility}")
            raise reader.fail(message.format(facility=naming.facility(facility)), term)
        order = Upgrade(facility=facility, levels=extent.levels, to=extent.to)
    return Reading(order, {"subject": term, **extent.marks}, guessed=extent.guessed)


class _Extent:
    """How far something is raised: ``TO 8``, ``BY 3``, ``+3``, ``3 levels``, ``MAX``."""

    def __init__(
        self, reader: Reader, realm: Realm, now: int, maximum: int, lead: _Figure | None
    ) -> None:
        self.to: int | None = None
        self.free = False
        self.guessed = False
        self.marks: dict[str, Term] = {}
        self._reader = reader
        self._realm = realm
        self._by: int | None = None
        self._maximum = maximum
        self._bare: tuple[int, Term] | None = None
        if lead is not None:
            self._raise_by(*lead)
        while self._read_part():
            continue
        if self._bare is not None:
            self._settle(*self._bare, now)
        if self._by is not None and self._by < 1:
            raise reader.fail(_("at least 1 level is raised"), self.marks.get("extent"))

    @property
    def levels(self) -> int:
        return 1 if self._by is None else self._by

    def _read_part(self) -> bool:
        """Read one part more; False where none follows."""
        reader = self._reader
        while not self._is_multiplied() and reader.skip("filler"):
            continue
        if self._is_multiplied():
            reader.take()
            self._raise_by(*reader.figure(_("the number of levels")))
        elif reader.skip("free") or reader.skip_before("free", "with", "for", "filler"):
            self.free = True
        elif (twice := reader.skip("twice")) is not None:
            self._raise_by(2, twice)
        elif reader.next_is_figure() and not self._begins_next():
            self._figure()
        elif reader.skip("to", "level"):
            reader.pass_over("level", "filler")
            self._up_to()
        elif (term := reader.skip("max")) is not None:
            self._raise_to(self._maximum, term)
        elif reader.skip("from"):
            self._start()
        elif reader.skip("at"):
            reader.in_capital(self._realm, _capital_only())
        elif not reader.next_is(*_RAISED, ahead=1) and reader.skip("by"):
            self._raise_by(*reader.figure(_("the number of levels")))
            reader.skip("level")
        else:
            return False
        return True

    def _is_multiplied(self) -> bool:
        """Whether "x 2" follows."""
        term = self._reader.peek()
        return term is not None and term.text in _TIMES and self._reader.next_is_figure(ahead=1)

    def _begins_next(self) -> bool:
        """Whether "2 levels of ..." is said of what is named behind it."""
        ahead = 1
        while (term := self._reader.peek(ahead)) is not None and term.means("level", "filler"):
            if term.means("also"):
                return False
            ahead += 1
        level = self._reader.peek(1)
        counts = level is not None and level.means("level")
        return counts and self._reader.next_is(*_RAISED, ahead=ahead)

    def _start(self) -> None:
        """``FROM 4``, which says nothing new, or ``de 2 niveaux``."""
        self._reader.pass_over("level")
        value, term = self._reader.figure(_("the level"))
        if self._reader.skip("level"):
            self._raise_by(value, term)

    def _up_to(self) -> None:
        term = self._reader.skip("max")
        if term is not None:
            self._raise_to(self._maximum, term)
        else:
            self._raise_to(*self._reader.figure(_("the level")))

    def _figure(self) -> None:
        value, term = self._reader.figure(_("the level"))
        follows = self._reader.peek()
        if follows is not None and follows.means("level"):
            self._reader.take()
            self._raise_by(value, term)
        elif follows is None or not follows.means("to"):
            self._once(term)
            self._bare = value, term

    def _raise_by(self, levels: int, term: Term) -> None:
        self._once(term)
        self._by = levels

    def _raise_to(self, level: int, term: Term) -> None:
        self._once(term)
        self.to = level

    def _once(self, term: Term) -> None:
        if "extent" in self.marks:
            raise self._reader.fail(
                _("TO or BY, once, is enough; {found} is too much").format(found=term.text), term
            )
        self.marks["extent"] = term

    def _settle(self, value: int, term: Term, now: int) -> None:
        """A bare figure above the present level is meant as a level, for nobody counts so far."""
        if value > now:
            self.to, self.guessed = value, True
            return
        message = _(
            "{found} alone is not clear, for level {now} is reached: BY {found} would raise it to "
            "{sum}, TO {next} to the next level"
        ).format(found=value, now=now, sum=now + value, next=now + 1)
        raise Misspelt(message, term.column, len(term.text), f"BY {max(value, 1)}")

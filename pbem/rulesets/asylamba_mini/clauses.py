"""What one order line says: its clauses, and the orders that each of them gives.

The parts of a clause may stand in almost any order; what a line leaves out is filled in from
its author's own position where that leaves no doubt.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import cast

from pbem.engine.i18n import _
from pbem.engine.orders import OrderError
from pbem.rulesets.asylamba_mini import naming
from pbem.rulesets.asylamba_mini.figures import FIGURES
from pbem.rulesets.asylamba_mini.holdings import (
    SHIPS,
    Facility,
    Resource,
    Sector,
    Ship,
    Technology,
)
from pbem.rulesets.asylamba_mini.orders import (
    Autobuild,
    Build,
    Exchange,
    Research,
    Upgrade,
    Wonder,
    written,
)
from pbem.rulesets.asylamba_mini.reading import Misspelt, Reader, Reading
from pbem.rulesets.asylamba_mini.reckoning import prices
from pbem.rulesets.asylamba_mini.reckoning.realm import Realm
from pbem.rulesets.asylamba_mini.sending import read_sending
from pbem.rulesets.asylamba_mini.words import Kind, Term, likely, terms

_VERBS = (Kind.VERB, Kind.MISSION)
_LONGEST_LINE = 300
_MOST_ORDERS = 40
"""On one line; more are no order line but an attempt on the reader's patience."""

Readings = Iterator[Reading]


def clauses(text: str) -> tuple[Reader, ...]:
    """A line's clauses, each begun by what to do. Raises :class:`OrderError`."""
    if len(text) > _LONGEST_LINE:
        raise OrderError(_("the line is too long for an order"), 1, len(text))
    found = begun(terms(text))
    if not found:
        raise OrderError(_begin_with(), 1, len(text.rstrip()))
    if not any(found[0].of(kind) for kind in _VERBS):
        raise _no_verb(found[0])
    starts = [0]
    for place in range(2, len(found)):
        if found[place].of(Kind.VERB) and found[place - 1].means("also"):
            starts.append(place)
    ends = [*starts[1:], len(found)]
    return tuple(
        Reader(text, found[start:end]) for start, end in zip(starts, ends, strict=True)
    )


def begun(found: tuple[Term, ...]) -> tuple[Term, ...]:
    """The terms without a list's bullet or number and without "please" before them."""
    place = 0
    if len(found) > 2 and found[0].is_figure and found[1].text in ".)":
        place = 2
    while place < len(found) and found[place].means("filler"):
        place += 1
    return found[place:]


def read_clause(reader: Reader, realm: Realm) -> Readings:
    """The orders of a clause, for a faction in this position. Raises :class:`OrderError`."""
    head = reader.peek()
    verb = None if head is None else head.of(Kind.VERB)
    if verb in _READERS:
        reader.take()
        return _READERS[verb](reader, realm)
    if verb == "send":
        reader.take()
    return read_sending(reader, realm)


def _begin_with() -> str:
    return _(
        "a line begins with what to do: UPGRADE, RESEARCH, BUILD, WONDER, SEND, EXCHANGE or "
        "AUTOBUILD"
    )


def _no_verb(head: Term) -> OrderError:
    guess = None if head.is_known else likely(head.text, _VERBS)
    for kind, verb in _USUAL.items():
        if guess is None and head.of(kind):
            guess = f"{verb} {head.text}"
    if guess is None:
        return OrderError(_begin_with(), head.column, len(head.text))
    return Misspelt(_begin_with(), head.column, len(head.text), guess)


_USUAL: Mapping[Kind, str] = {
    Kind.FACILITY: "UPGRADE",
    Kind.TECHNOLOGY: "RESEARCH",
    Kind.MEGASTRUCTURE: "WONDER",
}


# Facilities, technologies, megastructures and fleets --------------------------------


def _make(reader: Reader, realm: Realm) -> Readings:
    """UPGRADE, RESEARCH, BUILD and WONDER: what is named tells which of them is meant."""
    if reader.holds(Kind.MEGASTRUCTURE):
        return _wonders(reader)
    if reader.holds(Kind.SHIP):
        return _fleets(reader, realm)
    return _levels(reader, realm)


def _build(reader: Reader, realm: Realm) -> Readings:
    if reader.holds(Kind.MEGASTRUCTURE):
        return _wonders(reader)
    if reader.holds(Kind.FACILITY, Kind.TECHNOLOGY) and not reader.holds(Kind.SHIP):
        return _levels(reader, realm)
    return _fleets(reader, realm)


def _wonder(reader: Reader, realm: Realm) -> Readings:
    return _wonders(reader)


def _wonders(reader: Reader) -> Readings:
    while True:
        reader.pass_over("filler", "also", "at", "capital")
        name, term = reader.word(Kind.MEGASTRUCTURE, _("a megastructure"))
        yield Reading(Wonder(megastructure=name), {"subject": term})
        reader.pass_over("filler", "also", "at", "capital")
        if reader.peek() is None:
            return


def _levels(reader: Reader, realm: Realm) -> Readings:
    while True:
        reader.pass_over("filler", "also", "level", "by")
        lead = None
        if reader.peek_is_figure():
            lead, _term = reader.figure(_("the number of levels"))
            reader.pass_over("level", "filler")
        yield _level(reader, realm, lead)
        reader.pass_over("filler", "also", "by")
        if reader.peek() is None:
            return


def _level(reader: Reader, realm: Realm, lead: int | None) -> Reading:
    """A facility or technology and how far it is raised."""
    if reader.next_is(Kind.TECHNOLOGY):
        key, term = reader.word(Kind.TECHNOLOGY, "")
        technology = cast(Technology, key)
        now = realm.technologies.of(key)
        extent = _Extent(reader, now, FIGURES.technologies[technology].maximum, lead)
        order: Research | Upgrade = Research(
            technology=technology, levels=extent.levels, to=extent.to, free=extent.free
        )
    else:
        if not reader.next_is(Kind.FACILITY):
            raise reader.lost(
                _("a facility or a technology"), Kind.FACILITY, Kind.TECHNOLOGY, Kind.MEGASTRUCTURE
            )
        key, term = reader.word(Kind.FACILITY, "")
        facility = cast(Facility, key)
        now = realm.home.facilities.of(key)
        extent = _Extent(reader, now, FIGURES.facilities[facility].maximum, lead)
        if extent.free:
            message = _("FREE buys technologies and missions, not the {facility}")
            raise reader.fail(message.format(facility=naming.facility(facility)), term)
        order = Upgrade(facility=facility, levels=extent.levels, to=extent.to)
    return Reading(order, {"subject": term, **extent.marks}, guessed=extent.guessed)


class _Extent:
    """How far something is raised: ``TO 8``, ``BY 3``, ``+3``, ``3 levels``, ``MAX``."""

    def __init__(self, reader: Reader, now: int, maximum: int, lead: int | None) -> None:
        self.to: int | None = None
        self.free = False
        self.guessed = False
        self.marks: dict[str, Term] = {}
        self._reader = reader
        self._by = lead
        self._maximum = maximum
        self._bare: tuple[int, Term] | None = None
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
        reader.pass_over("filler")
        if reader.skip("free") or reader.skip_before("free", "with", "for"):
            self.free = True
        elif reader.peek_is_figure():
            self._figure()
        elif reader.skip("to", "level"):
            reader.pass_over("level", "filler")
            self._up_to()
        elif reader.skip("max"):
            self.to = self._maximum
        elif reader.peek_is_figure(1) and reader.skip("by", "from"):
            self._after(reader.before())
        else:
            return False
        return True

    def _after(self, particle: Term | None) -> None:
        value, term = self._reader.figure(_("the number of levels"))
        if particle is not None and particle.means("from"):
            return
        self._once(term)
        self._by = value
        self._reader.skip("level")

    def _up_to(self) -> None:
        if self._reader.skip("max"):
            self.to = self._maximum
            return
        value, term = self._reader.figure(_("the level"))
        self._once(term)
        self.to = value

    def _figure(self) -> None:
        value, term = self._reader.figure(_("the level"))
        follows = self._reader.peek()
        if follows is not None and follows.means("level"):
            self._reader.take()
            self._once(term)
            self._by = value
        elif follows is None or not follows.means("to"):
            self._once(term)
            self._bare = value, term

    def _once(self, term: Term) -> None:
        if "extent" in self.marks:
            raise self._reader.fail(_("TO or BY, once, is enough; {found} is too much").format(
                found=term.text
            ), term)
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


def _fleets(reader: Reader, realm: Realm) -> Readings:
    """``6 medium 2 light WITH credits``: one order for each type."""
    wanted: list[tuple[Term | None, int | None, Term]] = []
    with_credits = False
    while True:
        reader.pass_over("filler", "also", "fleet")
        term = reader.peek()
        if term is None:
            break
        if reader.peek_has(1, Kind.RESOURCE) and reader.skip("with", "for", "at"):
            with_credits = _paid_with_credits(reader)
        elif term.means("at"):
            reader.take()
            _in_capital(reader, realm)
        elif term.is_figure:
            count, mark = reader.figure(_("the number of fleets"))
            reader.pass_over("fleet", "filler")
            wanted.append((reader.take_ship(), count, mark))
        elif reader.skip("max") is not None:
            reader.pass_over("fleet", "filler")
            wanted.append((reader.take_ship(), None, term))
        elif term.of(Kind.SHIP):
            wanted.append(_ship_first(reader))
        else:
            raise reader.lost(_("a number of fleets or a type of ship"), Kind.SHIP)
    if not wanted:
        raise reader.fail(_("a number of fleets and their type are missing"))
    for ship_term, number, mark in wanted[:_MOST_ORDERS]:
        ship, guessed = _type_to_build(reader, realm, ship_term, mark)
        if number is None:
            guessed, number = True, _as_many(realm, with_credits=with_credits)
        order = Build(ship=ship, count=number, with_credits=with_credits)
        marks = {"count": mark, "ship": ship_term or mark}
        yield Reading(order, marks, guessed=guessed)


def _paid_with_credits(reader: Reader) -> bool:
    key, term = reader.word(Kind.RESOURCE, _("a resource"))
    if key not in (Resource.R, Resource.C):
        message = _("fleets are paid with R, by the Ligue with C too, not with {resource}")
        raise reader.fail(message.format(resource=key), term)
    return key == Resource.C


def _in_capital(reader: Reader, realm: Realm) -> None:
    if reader.skip("capital"):
        return
    number, term = reader.sector(realm)
    if number != realm.capital:
        message = _(
            "fleets are ordered in the capital, sector {capital}; other sectors build by "
            "themselves, and AUTOBUILD {sector} sets the type"
        )
        raise reader.fail(message.format(capital=realm.capital, sector=number), term)


def _ship_first(reader: Reader) -> tuple[Term | None, int | None, Term]:
    """``medium 6``, where the figure does not belong to another type behind it."""
    ship = reader.take()
    assert ship is not None
    reader.pass_over("fleet")
    if not reader.peek_is_figure() or reader.peek_has(1, Kind.SHIP):
        message = _("how many {ship}? A number goes before the type")
        raise Misspelt(
            message.format(ship=ship.text), ship.column, len(ship.text), f"1 {ship.text}"
        )
    count, mark = reader.figure(_("the number of fleets"))
    return ship, count, mark


def _type_to_build(
    reader: Reader, realm: Realm, named: Term | None, mark: Term
) -> tuple[Ship, bool]:
    """The type named, or the only one there is."""
    if named is not None:
        return cast(Ship, named.of(Kind.SHIP)), False
    unlocked = [ship for ship in SHIPS if realm.unlocked(ship)]
    if len(unlocked) == 1:
        return unlocked[0], True
    message = _("which type? You may build {types}").format(
        types=", ".join(map(naming.ship, unlocked))
    )
    raise Misspelt(message, mark.column, len(mark.text), f"{mark.text} {unlocked[-1]}")


def _as_many(realm: Realm, *, with_credits: bool) -> int:
    """As many as can be paid; 1, which will be refused with the price, where none can."""
    resource = Resource.C if with_credits else Resource.R
    return max(1, realm.balance.of(resource) // FIGURES.fleets.cost)


# Exchanges ----------------------------------------------------------------------------


def _exchange(reader: Reader, realm: Realm) -> Readings:
    yield _dealt(reader, realm, bought=False)


def _buy(reader: Reader, realm: Realm) -> Readings:
    """BUY 10 C FOR R names first what is got; BUY 5 light builds."""
    if not reader.next_is(Kind.RESOURCE) and not reader.peek_has(1, Kind.RESOURCE):
        yield from _make(reader, realm)
    else:
        yield _dealt(reader, realm, bought=True)


class _Side:
    """One side of an exchange: a resource, with an amount or all there is."""

    def __init__(self, reader: Reader) -> None:
        self.amount: int | None = None
        self.mark: Term | None = None
        reader.pass_over("filler")
        self._read_amount(reader)
        self.all = self.amount is None and reader.skip("all") is not None
        reader.pass_over("filler")
        key, self.term = reader.word(Kind.RESOURCE, _("R, C, S or X"))
        self.resource = Resource(key)
        if self.amount is None and not self.all:
            self._read_amount(reader)

    def _read_amount(self, reader: Reader) -> None:
        if reader.peek_is_figure():
            self.amount, self.mark = reader.figure(_("the amount"))


def _dealt(reader: Reader, realm: Realm, *, bought: bool) -> Reading:
    first = _Side(reader)
    reader.pass_over("for", "to", "with", "filler")
    second = _Side(reader)
    reader.pass_over("filler", "also")
    if reader.peek() is not None:
        raise reader.lost(_("the end of the line"))
    give, get = (second, first) if bought else (first, second)
    marks = {"give": give.term, "get": get.term, "count": give.mark or get.mark or give.term}
    if give.all:
        amount = realm.balance.of(give.resource)
        order = Exchange(give=give.resource, get=get.resource, amount=amount)
    elif give.amount is not None:
        _check_both(reader, realm, give.amount, get)
        order = Exchange(give=give.resource, get=get.resource, amount=give.amount)
    elif get.amount is not None:
        order = Exchange(give=give.resource, get=get.resource, amount=get.amount, named="get")
    else:
        message = _("how much? Name an amount on one side, as in {example}")
        example = f"EXCHANGE 40 {give.resource} FOR {get.resource}"
        raise OrderError(
            message.format(example=example), give.term.column, len(give.term.text), example
        )
    return Reading(order, marks, guessed=bought or give.all)


def _check_both(reader: Reader, realm: Realm, given: int, get: _Side) -> None:
    """Where both sides have an amount, they must be those of the rate (AM-11)."""
    rate = prices.exchange_rate(realm.faction)
    if get.amount is None or get.amount == given // rate:
        return
    message = _("you give {rate} for 1, so {given} bring {got}; name one side only").format(
        rate=rate, given=given, got=given // rate
    )
    assert get.mark is not None
    raise Misspelt(message, get.mark.column, len(get.mark.text), str(given // rate))


# What sectors build -------------------------------------------------------------------


def _autobuild(reader: Reader, realm: Realm) -> Readings:
    """``24 medium``, ``medium IN 24 and 25``, ``ALL medium``."""
    sectors: list[tuple[Sector, Term]] = []
    ship: Term | None = None
    while True:
        reader.pass_over("filler", "also", "at", "to", "fleet")
        term = reader.peek()
        if term is None:
            break
        if term.of(Kind.SHIP):
            if ship is not None:
                raise reader.fail(_("one type of ship at a time"), term)
            ship = reader.take()
        elif reader.skip("all"):
            others = (number for number in realm.sectors if number != realm.capital)
            sectors += ((number, term) for number in sorted(others))
        else:
            sectors.append(reader.sector(realm))
    if ship is None:
        raise reader.fail(_("the type of ship is missing: light, medium or heavy"))
    if not sectors:
        raise reader.fail(_("the sector is missing, as in {example}").format(
            example=f"AUTOBUILD 24 {ship.text}"
        ))
    for number, mark in sectors[:_MOST_ORDERS]:
        order = Autobuild(sector=number, ship=cast(Ship, ship.of(Kind.SHIP)))
        yield Reading(order, {"source": mark, "ship": ship}, guessed=len(sectors) > 1)


_READERS: Mapping[str | None, Callable[[Reader, Realm], Readings]] = {
    "upgrade": _make,
    "research": _make,
    "build": _build,
    "wonder": _wonder,
    "exchange": _exchange,
    "buy": _buy,
    "autobuild": _autobuild,
}

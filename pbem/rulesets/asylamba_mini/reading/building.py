"""What builds fleets: BUILD in the capital, AUTOBUILD elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import cast

from pbem.engine.i18n import _
from pbem.engine.orders import OrderError
from pbem.rulesets.asylamba_mini import naming
from pbem.rulesets.asylamba_mini.figures import FIGURES
from pbem.rulesets.asylamba_mini.holdings import SHIPS, Resource, Sector, Ship
from pbem.rulesets.asylamba_mini.orders import Autobuild, Build
from pbem.rulesets.asylamba_mini.reading.reader import Misspelt, Reader, Reading
from pbem.rulesets.asylamba_mini.reading.words import Kind, Term
from pbem.rulesets.asylamba_mini.reckoning.realm import Realm


@dataclass(frozen=True)
class _Wanted:
    """Fleets as a line asks for them; no ``count``: as many as can be paid."""

    mark: Term
    ship: Term | None
    count: int | None = None


def read_building(reader: Reader, realm: Realm) -> Iterator[Reading]:
    """``6 medium 2 light WITH credits``: one order for each type. Raises :class:`OrderError`."""
    line = _Purchase(reader, realm)
    alone = len(line.wanted) == 1
    paid = {} if line.credits is None else {"payment": line.credits}
    for wanted in line.wanted:
        ship, guessed = _type_to_build(realm, wanted, alone=alone)
        count = wanted.count
        if count is None:
            guessed, count = True, _as_many(realm, with_credits=bool(paid))
        order = Build(ship=ship, count=count, with_credits=bool(paid))
        marks = {"count": wanted.mark, "ship": wanted.ship or wanted.mark, **paid}
        yield Reading(order, marks, guessed=guessed)


class _Purchase:
    """What a clause wants built; ``credits`` is the word for them where they are to pay."""

    def __init__(self, reader: Reader, realm: Realm) -> None:
        self.wanted: list[_Wanted] = []
        self.credits: Term | None = None
        self._reader = reader
        self._realm = realm
        self._uncounted: Term | None = None
        self._types_lead = reader.next_is(Kind.SHIP) and reader.ends_with_figure()
        while self._read_part():
            continue
        if self._uncounted is not None:
            raise self._how_many(self._uncounted)
        if not self.wanted:
            raise reader.fail(_("a number of fleets and their type are missing"))

    def _read_part(self) -> bool:
        """Read one part more; False at the end."""
        reader = self._reader
        reader.pass_over("filler", "also", "fleet")
        term = reader.peek()
        if term is None:
            return False
        if reader.skip_up_to(Kind.RESOURCE, "with", "for", "at", "filler"):
            self._pay()
        elif reader.skip("at") or term.means("capital", "sector"):
            reader.in_capital(self._realm, _capital_only())
        elif term.is_figure:
            count, mark = reader.figure(_("the number of fleets"))
            self._want(mark, count)
        elif reader.skip("max"):
            self._want(term, None)
        elif term.text in "aA" and reader.next_is(Kind.SHIP, ahead=1):
            self._want(cast(Term, reader.take()), 1)
        elif term.of(Kind.SHIP):
            self._type_first()
        else:
            raise reader.lost(_("a number of fleets or a type of ship"), Kind.SHIP)
        return True

    def _want(self, mark: Term, count: int | None) -> None:
        reader = self._reader
        reader.pass_over("fleet", "filler")
        ship = reader.take() if reader.next_is(Kind.SHIP) else None
        self.wanted.append(_Wanted(mark, ship, count))

    def _type_first(self) -> None:
        """``medium 6``, where the figure does not belong to another type behind it."""
        reader = self._reader
        ship = reader.take()
        reader.pass_over("fleet", "filler")
        if reader.next_is_figure() and (self._types_lead or not reader.next_is(Kind.SHIP, ahead=1)):
            count, mark = reader.figure(_("the number of fleets"))
            self.wanted.append(_Wanted(mark, ship, count))
        else:
            self._uncounted = self._uncounted or ship

    def _how_many(self, ship: Term) -> OrderError:
        message = _("how many {ship}? A number goes before the type").format(ship=ship.text)
        return Misspelt(message, ship.column, len(ship.text), f"1 {ship.text}")

    def _pay(self) -> None:
        key, term = self._reader.word(Kind.RESOURCE, _("a resource"))
        if key not in (Resource.R, Resource.C):
            message = _("fleets are paid with R, by the Ligue with C too, not with {resource}")
            raise self._reader.fail(message.format(resource=key), term)
        if key == Resource.C:
            self.credits = term


def _capital_only() -> str:
    """AM-10."""
    return _(
        "fleets are ordered in the capital, sector {capital}; other sectors build by "
        "themselves, and AUTOBUILD {sector} sets the type"
    )


def _type_to_build(realm: Realm, wanted: _Wanted, *, alone: bool) -> tuple[Ship, bool]:
    """The type named, or the only one there is, and whether it was filled in.

    Beside others a bare figure may be anything ("2-3 light"), so nothing is filled in there.
    """
    if wanted.ship is not None:
        return cast(Ship, wanted.ship.of(Kind.SHIP)), False
    unlocked = [ship for ship in SHIPS if realm.unlocked(ship)]
    if alone and len(unlocked) == 1:
        return unlocked[0], True
    message = _("which type? You may build {types}").format(
        types=", ".join(map(naming.ship, unlocked))
    )
    mark = wanted.mark
    if not alone:
        raise OrderError(message, mark.column, len(mark.text))
    raise Misspelt(message, mark.column, len(mark.text), f"{mark.text} {unlocked[-1]}")


def _as_many(realm: Realm, *, with_credits: bool) -> int:
    """As many as can be paid; 1, which will be refused with the price, where none can."""
    resource = Resource.C if with_credits else Resource.R
    return max(1, realm.balance.of(resource) // FIGURES.fleets.cost)


def read_autobuild(reader: Reader, realm: Realm) -> Iterator[Reading]:
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
        raise reader.fail(
            _("the sector is missing, as in {example}").format(example=f"AUTOBUILD 24 {ship.text}")
        )
    for number, mark in sectors:
        order = Autobuild(sector=number, ship=cast(Ship, ship.of(Kind.SHIP)))
        yield Reading(order, {"source": mark, "ship": ship}, guessed=len(sectors) > 1)

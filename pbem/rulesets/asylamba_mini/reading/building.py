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
    """``6 medium 2 light WITH credits``: one order for each type."""
    wanted: list[_Wanted] = []
    uncounted: list[Term] = []
    credits: Term | None = None
    while True:
        reader.pass_over("filler", "also", "fleet")
        term = reader.peek()
        if term is None:
            break
        if reader.next_is(Kind.RESOURCE, ahead=1) and reader.skip("with", "for", "at"):
            credits = _credits(reader)
        elif reader.skip("at"):
            _in_capital(reader, realm)
        elif term.is_figure:
            count, mark = reader.figure(_("the number of fleets"))
            reader.pass_over("fleet", "filler")
            wanted.append(_Wanted(mark, _ship(reader), count))
        elif reader.skip("max"):
            reader.pass_over("fleet", "filler")
            wanted.append(_Wanted(term, _ship(reader)))
        elif term.of(Kind.SHIP):
            reader.take()
            reader.pass_over("fleet")
            if reader.next_is_figure() and not reader.next_is(Kind.SHIP, ahead=1):
                count, mark = reader.figure(_("the number of fleets"))
                wanted.append(_Wanted(mark, term, count))
            else:
                uncounted.append(term)
        else:
            raise reader.lost(_("a number of fleets or a type of ship"), Kind.SHIP)
    if uncounted:
        raise _uncounted(uncounted[0])
    if not wanted:
        raise reader.fail(_("a number of fleets and their type are missing"))
    for one in wanted:
        ship, guessed = _type_to_build(realm, one)
        number = one.count
        if number is None:
            guessed, number = True, _as_many(realm, with_credits=credits is not None)
        order = Build(ship=ship, count=number, with_credits=credits is not None)
        marks = {"count": one.mark, "ship": one.ship or one.mark}
        if credits is not None:
            marks["payment"] = credits
        yield Reading(order, marks, guessed=guessed)


def _uncounted(ship: Term) -> OrderError:
    message = _("how many {ship}? A number goes before the type").format(ship=ship.text)
    return Misspelt(message, ship.column, len(ship.text), f"1 {ship.text}")


def _ship(reader: Reader) -> Term | None:
    return reader.take() if reader.next_is(Kind.SHIP) else None


def _credits(reader: Reader) -> Term | None:
    """The word for credits; None where fleets are to be paid with R, as they are anyway."""
    key, term = reader.word(Kind.RESOURCE, _("a resource"))
    if key not in (Resource.R, Resource.C):
        message = _("fleets are paid with R, by the Ligue with C too, not with {resource}")
        raise reader.fail(message.format(resource=key), term)
    return term if key == Resource.C else None


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


def _type_to_build(realm: Realm, wanted: _Wanted) -> tuple[Ship, bool]:
    """The type named, or the only one there is, and whether it was filled in."""
    if wanted.ship is not None:
        return cast(Ship, wanted.ship.of(Kind.SHIP)), False
    unlocked = [ship for ship in SHIPS if realm.unlocked(ship)]
    if len(unlocked) == 1:
        return unlocked[0], True
    message = _("which type? You may build {types}").format(
        types=", ".join(map(naming.ship, unlocked))
    )
    mark = wanted.mark
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

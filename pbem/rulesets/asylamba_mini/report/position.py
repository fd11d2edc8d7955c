"""The own position: capital, resources, technologies, sectors, and the megastructures of all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.engine.api import Event
from pbem.engine.blocks import NONE, left, listed, only, right
from pbem.engine.i18n import _, ngettext
from pbem.engine.phrases import in_a_row
from pbem.engine.report import Block, Bullets, Paragraph, Section, Table
from pbem.rulesets.asylamba_mini import naming
from pbem.rulesets.asylamba_mini.events import Flow
from pbem.rulesets.asylamba_mini.figures import (
    FACILITIES,
    FACTIONS,
    FIGURES,
    MEGASTRUCTURES,
    SHIPS,
    TECHNOLOGIES,
    Cost,
    Facility,
    Inside,
    Resource,
    Sector,
    Technology,
)
from pbem.rulesets.asylamba_mini.mechanics import prices
from pbem.rulesets.asylamba_mini.mechanics.execution import tried
from pbem.rulesets.asylamba_mini.mechanics.forecast import points_of
from pbem.rulesets.asylamba_mini.mechanics.prices import fleets_a_turn, output
from pbem.rulesets.asylamba_mini.mechanics.realm import Realm
from pbem.rulesets.asylamba_mini.naming import holder
from pbem.rulesets.asylamba_mini.orders import Research, Upgrade, Wonder
from pbem.rulesets.asylamba_mini.report import effects
from pbem.rulesets.asylamba_mini.view import View


def capital_sections(realm: Realm, news: Sequence[Event]) -> Iterator[Section]:
    """The capital with its facilities, the stocks and the technologies."""
    heading = _("Your capital, sector {number}").format(number=realm.capital)
    yield Section(heading, tuple(_capital(realm)))
    yield Section(_("Your resources"), tuple(_resources(realm, news)))
    yield Section(_("Your technologies"), (_technologies(realm),))


def _capital(realm: Realm) -> Iterator[Block]:
    columns = (
        left(_("Facility")),
        right(_("Level")),
        left(_("Gives a turn")),
        left(_("Next level")),
        left(_("Payable now")),
    )
    yield Table(columns, tuple(_facility_row(realm, facility) for facility in FACILITIES))
    yield Paragraph(" ".join(_garrison_and_wonders(realm)))


def _garrison_and_wonders(realm: Realm) -> Iterator[str]:
    yield _("Garrison: {fleets}.").format(fleets=naming.fleets(realm.home.fleets))
    yield _fleet_price(realm)
    standing = [name for name, sector in realm.built.items() if sector == realm.capital]
    if standing:
        yield ngettext("Here stands {names}.", "Here stand {names}.", len(standing)).format(
            names=in_a_row(standing)
        )


def _facility_row(realm: Realm, facility: Facility) -> tuple[str, ...]:
    table = FIGURES.facilities[facility]
    level = realm.home.facilities.of(facility)
    gives = naming.amounts(Cost.just(table.resource, table.output * level)) if level else NONE
    first = (naming.facility(facility), _level(level, table.maximum), gives)
    price = prices.upgrade(facility, level + 1)
    if level >= table.maximum:
        return *first, _("complete"), NONE
    if price is None:
        return *first, _("by bonuses only"), NONE
    payable = _payable(realm, Upgrade(facility=facility, to=table.maximum))
    return *first, naming.amounts(price), payable


def _level(level: int, maximum: int) -> str:
    return _("{level} of {maximum}").format(level=level, maximum=maximum)


def _payable(realm: Realm, order: Upgrade | Research) -> str:
    """How far the stocks reach: "to 6 for 110 R"."""
    dealt = tried(realm, order)
    if dealt is None:
        return _("no")
    price = naming.amounts(dealt.done.cost)
    return _("to {level} for {price}").format(level=dealt.done.after, price=price)


def _fleet_price(realm: Realm) -> str:
    ships = in_a_row([naming.ship(ship) for ship in SHIPS if realm.unlocked(ship)])
    price = naming.amounts(prices.fleets(1))
    if FACTIONS[realm.faction].builds_with_credits:
        credits = naming.amounts(prices.fleets(1, with_credits=True))
        price = _("{price} or {other}").format(price=price, other=credits)
    return _("A fleet costs {price}; you can build {ships}.").format(price=price, ships=ships)


def _resources(realm: Realm, news: Sequence[Event]) -> Iterator[Block]:
    columns = (left(""), *(right(resource.value) for resource in Resource))
    rows = [row for flow in only(Flow, news) for row in _flow_rows(flow)]
    if not rows:
        rows.append(_stock(_("in stock"), realm.balance))
    rows.append(_stock(_("income next turn"), income(realm), "+"))
    yield Table(columns, tuple(rows))
    yield Paragraph(_("R is that of your capital; the R of other sectors becomes fleets there."))
    tokens = naming.tokens(realm.means.tokens)
    if tokens:
        yield Paragraph(
            _("You hold: {tokens}. Write FREE behind an order to use one.").format(
                tokens=in_a_row(tokens)
            ),
            "good",
        )


def _flow_rows(flow: Flow) -> Iterator[tuple[str, ...]]:
    yield _stock(_("before"), flow.before)
    yield _stock(_("spent"), flow.spent, "-")
    yield _stock(_("gained"), flow.gained, "+")
    yield _stock(_("produced"), flow.produced, "+")
    yield _stock(_("in stock"), flow.after)


def _stock(name: str, cost: Cost, sign: str = "") -> tuple[str, ...]:
    return (name, *(_amount(cost.of(resource), sign) for resource in Resource))


def _amount(amount: int, sign: str) -> str:
    if sign and not amount:
        return NONE
    return f"{sign}{amount}" if amount >= 0 else f"{amount}"


def income(realm: Realm) -> Cost:
    """What the facilities give next turn as they stand: R of the capital alone (AM-6)."""
    given = [output(inside.facilities) for inside in realm.sectors.values()]
    purse = sum((Cost(C=one.C, S=one.S, X=one.X) for one in given), Cost())
    return purse + Cost(R=output(realm.home.facilities).R)


def _technologies(realm: Realm) -> Table:
    columns = (
        left(_("Technology")),
        right(_("Level")),
        left(_("Gives")),
        left(_("Next")),
        left(_("Payable now")),
    )
    return Table(columns, tuple(_technology_row(realm, key) for key in TECHNOLOGIES))


def _technology_row(realm: Realm, key: Technology) -> tuple[str, ...]:
    maximum = FIGURES.technologies[key].maximum
    level = realm.technologies.of(key)
    first = (naming.technology(key), _level(level, maximum), effects.technology(key, level))
    if level >= maximum:
        return *first, _("complete"), NONE
    price = naming.amounts(prices.research(realm.faction, key, level + 1))
    return *first, price, _payable(realm, Research(technology=key, to=maximum))


def sectors_section(view: View, realm: Realm) -> Iterator[Section]:
    """A row for each own sector but the capital, which has its own section.

    Their R is not told: all of it becomes fleets every turn (AM-9).
    """
    columns = (
        left(_("Sector (points)")),
        left(_("Facilities")),
        left(_("Fleets")),
        left(_("Bonus, wonders")),
        left(_("Builds")),
    )
    rows = tuple(
        _sector_row(view, realm, number, inside)
        for number, inside in realm.sectors.items()
        if number != realm.capital
    )
    if rows:
        yield Section(_("Your other sectors"), (Table(columns, rows),))


def _sector_row(view: View, realm: Realm, number: Sector, inside: Inside) -> tuple[str, ...]:
    seen = view.sector(number)
    special = [naming.bonus(seen.bonus)] if seen.bonus is not None else []
    return (
        f"{number} ({points_of(view, number, realm.faction)})",
        naming.facilities(inside.facilities) if inside.facilities else NONE,
        naming.fleets(inside.fleets) if inside.fleets else NONE,
        listed((*special, *seen.megastructures)),
        _builds(realm, inside),
    )


def _builds(realm: Realm, inside: Inside) -> str:
    count = fleets_a_turn(inside)
    return naming.ships(inside.autobuild or realm.heaviest, count) if count else NONE


def wonders_section(view: View, realm: Realm | None) -> Iterator[Section]:
    """All nine; prices are those of `realm`, without it the common ones."""
    to_be_had = _to_be_had(view, realm) if view.ending is None else ()
    yield Section(_("Megastructures"), (*_built(view), *to_be_had))


def _built(view: View) -> Iterator[Block]:
    found = []
    for sector in view.sectors:
        owner = holder(view, sector.owner)
        found += [
            _("{name} stands in sector {number} ({owner}): {effect}.").format(
                name=name, number=sector.number, owner=owner, effect=effects.megastructure(name)
            )
            for name in sector.megastructures
        ]
    yield Bullets(tuple(found)) if found else Paragraph(_("None is built yet."))


def _to_be_had(view: View, realm: Realm | None) -> Iterator[Block]:
    built = {name for sector in view.sectors for name in sector.megastructures}
    free = [name for name in MEGASTRUCTURES if name not in built]
    if free:
        yield Paragraph(_("To be had, each for one point more:"))
        yield Bullets(tuple(_offer(name, realm) for name in free))
    else:
        yield Paragraph(_("None is left to be built."))


def _offer(name: str, realm: Realm | None) -> str:
    table = MEGASTRUCTURES[name]
    price = Cost.just(Resource.R, table.cost)
    if realm is not None:
        price = prices.megastructure(realm.faction, name)
    offer = _("{name}, {price} at engineering {level}: {effect}").format(
        name=name,
        price=naming.amounts(price),
        level=table.level,
        effect=effects.megastructure(name),
    )
    if realm is None:
        return f"{offer}."
    return _("{offer} ({now}).").format(offer=offer, now=_now(realm, name, price))


def _now(realm: Realm, name: str, price: Cost) -> str:
    if tried(realm, Wonder(megastructure=name)) is not None:
        return _("payable")
    if realm.technologies.engineering < MEGASTRUCTURES[name].level:
        return _("not yet")
    return _("{amount} R short").format(amount=price.R - realm.balance.R)

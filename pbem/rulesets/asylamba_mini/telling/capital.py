"""The capital and the means: facilities, what can be paid, stocks and where they went."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.engine.api import Event
from pbem.engine.blocks import NONE, left, only, right
from pbem.engine.i18n import _, ngettext
from pbem.engine.language import Refused
from pbem.engine.phrases import in_a_row
from pbem.engine.report import Block, Paragraph, Section, Table
from pbem.rulesets.asylamba_mini import naming
from pbem.rulesets.asylamba_mini.events import Flow
from pbem.rulesets.asylamba_mini.figures import FACTIONS, FIGURES
from pbem.rulesets.asylamba_mini.holdings import (
    FACILITIES,
    SHIPS,
    TECHNOLOGIES,
    Cost,
    Facility,
    Resource,
    Technology,
)
from pbem.rulesets.asylamba_mini.orders import Research, Upgrade
from pbem.rulesets.asylamba_mini.reckoning import prices
from pbem.rulesets.asylamba_mini.reckoning.dealings import carry_out
from pbem.rulesets.asylamba_mini.reckoning.output import output
from pbem.rulesets.asylamba_mini.reckoning.realm import Realm
from pbem.rulesets.asylamba_mini.telling import effects


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
    try:
        done = carry_out(realm, order).done
    except Refused:
        return _("no")
    return _("to {level} for {price}").format(level=done.after, price=naming.amounts(done.cost))


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
        rows.append(_row(_("in stock"), realm.balance))
    rows.append(_row(_("income next turn"), income(realm), "+"))
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
    yield _row(_("before"), flow.before)
    yield _row(_("spent"), flow.spent, "-")
    yield _row(_("gained"), flow.gained, "+")
    yield _row(_("produced"), flow.produced, "+")
    yield _row(_("in stock"), flow.after)


def _row(name: str, cost: Cost, sign: str = "") -> tuple[str, ...]:
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

"""Steps 1 and 4: the orders of every faction, and megastructures that several wanted (AM-12,
AM-14); facilities, automatic building, and fleets ordered this turn (AM-5 to AM-10)."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from pbem.engine.api import Seat
from pbem.engine.language import Refused
from pbem.rulesets.asylamba_mini.events import (
    FleetsLost,
    MegastructureBuilt,
    MegastructureLost,
    OrderDone,
    OrderRefused,
    Produced,
)
from pbem.rulesets.asylamba_mini.figures import (
    FIGURES,
    MEGASTRUCTURES,
    Cost,
    Fleets,
    Sector,
    heaviest_unlocked,
)
from pbem.rulesets.asylamba_mini.mechanics import Realm, prices, realm_of
from pbem.rulesets.asylamba_mini.mechanics.execution import carry_out
from pbem.rulesets.asylamba_mini.mechanics.prices import output
from pbem.rulesets.asylamba_mini.orders import Orders
from pbem.rulesets.asylamba_mini.state import Mission, SectorTruth
from pbem.rulesets.asylamba_mini.turn import Play
from pbem.rulesets.asylamba_mini.view import Payment, View

Spent = dict[Seat, Cost]
"""What each faction's orders cost."""


def give_orders(play: Play, views: Mapping[Seat, View], answers: Mapping[Seat, Orders]) -> Spent:
    """Carry out everyone's orders, each from its own view, then settle the contests."""
    spent: Spent = {}
    claims: dict[str, list[Seat]] = {}
    for seat, view in views.items():
        realm, spent[seat] = _carry_out_all(play, realm_of(view), answers.get(seat, Orders()))
        _keep(play, realm)
        for name in realm.wonders:
            claims.setdefault(name, []).append(seat)
    for name in MEGASTRUCTURES:
        if name in claims:
            _settle(play, name, claims[name], views)
    return spent


def _carry_out_all(play: Play, realm: Realm, orders: Orders) -> tuple[Realm, Cost]:
    """AM-14: in the order written; what cannot be done is told and skipped."""
    spent = Cost()
    for order in orders.orders:
        try:
            realm, done = carry_out(realm, order)
        except Refused as refused:
            play.events.append(
                OrderRefused(audience=(realm.seat,), order=order, refusal=refused.refusal)
            )
        else:
            spent += done.cost
            play.events.append(OrderDone(audience=(realm.seat,), done=done))
    return realm, spent


def _keep(play: Play, realm: Realm) -> None:
    play.put_means(realm.seat, realm.means)
    for number, inside in realm.sectors.items():
        play.put(number, inside)
    for launch in realm.launches:
        play.launches += 1
        course = replace(launch.course, number=play.launches)
        sent, paid = launch.fleets or Fleets(), launch.payment or Payment()
        play.missions.append(Mission(course, sent, paid))
    play.ordered[realm.seat] = realm.ordered


def _settle(play: Play, name: str, claimants: list[Seat], views: Mapping[Seat, View]) -> None:
    """AM-12: the higher engineering, then the fewer victory points, then chance."""
    lots = play.chance.stream(f"megastructure/{name}").shuffled(claimants)

    def rank(seat: Seat) -> tuple[int, int]:
        level = play.factions[seat].means.technologies.engineering
        return -level, views[seat].standing(seat).points

    winner = min(lots, key=rank)
    _erect(play, name, winner)
    for seat in claimants:
        if seat != winner:
            faction = play.factions[seat]
            back = prices.megastructure(faction.name, name).R
            home = play.sectors[faction.capital].inside
            returned = replace(home, resources=home.resources + back)
            play.put(faction.capital, returned)
            play.events.append(
                MegastructureLost(audience=(seat,), name=name, winner=winner, returned=back)
            )


def _erect(play: Play, name: str, seat: Seat) -> None:
    """The effects begin at once."""
    figures, capital = MEGASTRUCTURES[name], play.factions[seat].capital
    play.give(seat, figures.grant, capital)
    sector = play.sectors[capital]
    inside = sector.inside
    if figures.doubles_fleets:
        inside = replace(inside, fleets=inside.fleets + inside.fleets)
    if figures.to_maximum is not None:
        most = FIGURES.facilities[figures.to_maximum].maximum
        levels = inside.facilities.having(figures.to_maximum, most)
        inside = replace(inside, facilities=levels)
    play.sectors[capital] = replace(
        sector, inside=inside, megastructures=(*sector.megastructures, name)
    )
    play.events.append(MegastructureBuilt(name=name, seat=seat, sector=capital))


# Step 4 ----------------------------------------------------------------------------------


def produce(play: Play) -> dict[Seat, Cost]:
    """Everyone produces; returns what came to each faction's capital and purse."""
    incomes = {faction.seat: _produce_for(play, faction.seat) for faction in play.living()}
    for sector in play.sectors.values():
        if sector.owner is None:
            _arm_rebels(play, sector)
    return incomes


def _produce_for(play: Play, seat: Seat) -> Cost:
    capital = play.factions[seat].capital
    income, built = Cost(), []
    for sector in play.owned(seat):
        made = output(sector.inside.facilities)
        _add_resources(play, sector.number, made.R)
        if sector.number == capital:
            income += made
        else:
            income += Cost(0, made.C, made.S, made.X)
            fleets = _build(play, seat, sector.number)
            if fleets:
                built.append((sector.number, fleets))
    means = play.factions[seat].means
    play.put_means(seat, replace(means, purse=means.purse + income.purse))
    ordered = _deliver(play, seat)
    if ordered:
        built.insert(0, (capital, ordered))
    play.events.append(Produced(audience=(seat,), income=income, built=tuple(built)))
    return income


def _add_resources(play: Play, number: Sector, made: int) -> None:
    inside = play.sectors[number].inside
    play.put(number, replace(inside, resources=inside.resources + made))


def _build(play: Play, seat: Seat, number: Sector) -> Fleets:
    """AM-9: a sector other than the capital spends all its R on fleets; the remainder stays."""
    inside = play.sectors[number].inside
    count, rest = divmod(inside.resources, FIGURES.fleets.cost)
    heaviest = heaviest_unlocked(play.factions[seat].means.technologies.frame)
    made = Fleets.just(inside.autobuild or heaviest, count)
    play.put(number, replace(inside, resources=rest, fleets=inside.fleets + made))
    return made


def _deliver(play: Play, seat: Seat) -> Fleets:
    """AM-10: fleets ordered join the capital's garrison, or are lost with it."""
    ordered = play.ordered.get(seat, Fleets())
    capital = play.factions[seat].capital
    if not ordered:
        return Fleets()
    if not play.has_capital(seat):
        play.events.append(FleetsLost(audience=(seat,), sector=capital, fleets=ordered))
        return Fleets()
    play.join(capital, ordered)
    return ordered


def _arm_rebels(play: Play, sector: SectorTruth) -> None:
    """AM-5."""
    garrison = sector.inside.fleets.total
    room = max(0, FIGURES.fleets.rebel_limit - garrison)
    made = min(sector.inside.facilities.refinery, room)
    if made:
        play.join(sector.number, Fleets(light=made))

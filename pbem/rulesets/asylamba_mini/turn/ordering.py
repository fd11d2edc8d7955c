"""Step 1: the orders of every faction, and megastructures that several wanted (AM-12, AM-14)."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from pbem.engine.api import Seat
from pbem.engine.language import Refused
from pbem.rulesets.asylamba_mini.events import (
    MegastructureBuilt,
    MegastructureLost,
    OrderDone,
    OrderRefused,
)
from pbem.rulesets.asylamba_mini.figures import FIGURES, MEGASTRUCTURES, Cost
from pbem.rulesets.asylamba_mini.mechanics import prices
from pbem.rulesets.asylamba_mini.mechanics.execution import carry_out
from pbem.rulesets.asylamba_mini.mechanics.realm import Launch, Realm, realm_of
from pbem.rulesets.asylamba_mini.orders import Orders
from pbem.rulesets.asylamba_mini.state import Mission
from pbem.rulesets.asylamba_mini.turn.play import Play
from pbem.rulesets.asylamba_mini.view import Course, View

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
        play.missions.append(_mission(play, realm.seat, launch))
    play.ordered[realm.seat] = realm.ordered


def _mission(play: Play, seat: Seat, launch: Launch) -> Mission:
    course = Course(
        number=play.launches,
        owner=seat,
        kind=launch.kind,
        path=launch.path,
        launched=play.turn,
        arrives=play.turn + launch.turns,
        count=launch.fleets.total,
    )
    return Mission(course, launch.fleets, launch.payment)


def _settle(play: Play, name: str, claimants: list[Seat], views: Mapping[Seat, View]) -> None:
    """AM-12: the higher engineering, then the fewer victory points, then chance."""
    lots = play.chance.stream(f"megastructure/{name}").shuffled(claimants)

    def rank(seat: Seat) -> tuple[int, int]:
        level = play.factions[seat].means.technologies.engineering
        return -level, views[seat].standing(seat).points

    winner = min(lots, key=rank)
    _build(play, name, winner)
    for seat in claimants:
        if seat != winner:
            faction = play.factions[seat]
            back = prices.megastructure(faction.name, name).R
            home = play.sectors[faction.capital].inside
            returned = msgspec.structs.replace(home, resources=home.resources + back)
            play.put(faction.capital, returned)
            play.events.append(
                MegastructureLost(audience=(seat,), name=name, winner=winner, returned=back)
            )


def _build(play: Play, name: str, seat: Seat) -> None:
    """The effects begin at once."""
    figures, capital = MEGASTRUCTURES[name], play.factions[seat].capital
    play.give(seat, figures.grant, capital)
    sector = play.sectors[capital]
    inside = sector.inside
    if figures.doubles_fleets:
        inside = msgspec.structs.replace(inside, fleets=inside.fleets + inside.fleets)
    if figures.to_maximum is not None:
        most = FIGURES.facilities[figures.to_maximum].maximum
        levels = inside.facilities.having(figures.to_maximum, most)
        inside = msgspec.structs.replace(inside, facilities=levels)
    play.sectors[capital] = msgspec.structs.replace(
        sector, inside=inside, megastructures=(*sector.megastructures, name)
    )
    play.events.append(MegastructureBuilt(name=name, seat=seat, sector=capital))

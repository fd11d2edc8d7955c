"""Step 4: facilities, automatic building, and fleets ordered this turn (AM-5 to AM-10)."""

from __future__ import annotations

import msgspec

from pbem.engine.api import Seat
from pbem.rulesets.asylamba_mini.events import FleetsLost, Produced
from pbem.rulesets.asylamba_mini.figures import (
    FIGURES,
    Cost,
    Fleets,
    Sector,
    heaviest_unlocked,
)
from pbem.rulesets.asylamba_mini.mechanics.prices import output
from pbem.rulesets.asylamba_mini.state import SectorTruth
from pbem.rulesets.asylamba_mini.turn.play import Play


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
    play.put_means(seat, msgspec.structs.replace(means, purse=means.purse + income.purse))
    ordered = _deliver(play, seat)
    if ordered:
        built.insert(0, (capital, ordered))
    play.events.append(Produced(audience=(seat,), income=income, built=tuple(built)))
    return income


def _add_resources(play: Play, number: Sector, made: int) -> None:
    inside = play.sectors[number].inside
    play.put(number, msgspec.structs.replace(inside, resources=inside.resources + made))


def _build(play: Play, seat: Seat, number: Sector) -> Fleets:
    """AM-9: a sector other than the capital spends all its R on fleets; the remainder stays."""
    inside = play.sectors[number].inside
    count, rest = divmod(inside.resources, FIGURES.fleets.cost)
    heaviest = heaviest_unlocked(play.factions[seat].means.technologies.frame)
    made = Fleets.just(inside.autobuild or heaviest, count)
    play.put(number, msgspec.structs.replace(inside, resources=rest, fleets=inside.fleets + made))
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

"""The galaxy before the first turn (AM-2 to AM-4)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from pbem.engine.api import OptionsError, Player
from pbem.engine.rng import Chance, Stream
from pbem.rulesets.asylamba_mini import galaxy
from pbem.rulesets.asylamba_mini.figures import (
    BONUSES,
    FACTIONS,
    FIGURES,
    GarrisonFigures,
    Inside,
    Means,
    Sector,
    Stocks,
    stocks_of,
)
from pbem.rulesets.asylamba_mini.options import ANY, Options
from pbem.rulesets.asylamba_mini.state import FactionTruth, SectorTruth, State, rebel_fleets


def set_up(options: Options, players: Sequence[Player], chance: Chance) -> State:
    """Factions and capitals drawn, bonuses dealt, rebels in every other sector.

    Raises :class:`OptionsError` where more factions are named than there are seats.
    """
    names = _draw_factions(options, len(players), chance.stream("factions"))
    capitals = _draw_capitals(len(players), chance.stream("capitals"))
    stocks = [stocks_of(name, options.balance) for name in names]
    factions = tuple(
        FactionTruth(
            seat=player.seat,
            name=name,
            capital=capital,
            means=Means(FACTIONS[name].start.technologies, stock.purse),
        )
        for player, name, capital, stock in zip(players, names, capitals, stocks, strict=True)
    )
    homes = {
        faction.capital: _capital(faction, stock)
        for faction, stock in zip(factions, stocks, strict=True)
    }
    return State(
        options=options,
        players=tuple(players),
        turn=0,
        sectors=_sectors(homes, replace(FIGURES.garrisons, **options.garrisons.named), chance),
        factions=factions,
    )


def _draw_factions(options: Options, count: int, stream: Stream) -> list[str]:
    """AM-2: all different; those not chosen are drawn."""
    if len(options.factions) > count:
        raise OptionsError(
            f"options.factions: {len(options.factions)} factions are named for {count} seats; "
            "name one a seat at most"
        )
    chosen = [*options.factions, *[ANY] * (count - len(options.factions))]
    free = iter(stream.shuffled([name for name in FACTIONS if name not in chosen]))
    return [next(free) if name == ANY else name for name in chosen]


def _draw_capitals(count: int, stream: Stream) -> list[Sector]:
    """AM-2: for each faction another bridge, and one of its two peripheral neighbours."""
    bridges = stream.sample(galaxy.sectors_in("bridge"), count)
    return [
        stream.choice([s for s in galaxy.neighbours(bridge) if galaxy.zone(s) == "peripheral"])
        for bridge in bridges
    ]


def _capital(faction: FactionTruth, stock: Stocks) -> SectorTruth:
    start = FIGURES.start
    return SectorTruth(
        number=faction.capital,
        owner=faction.seat,
        inside=Inside(
            facilities=start.facilities + FACTIONS[faction.name].start.facilities,
            fleets=start.fleets,
            resources=stock.resources,
        ),
    )


def _sectors(
    homes: dict[Sector, SectorTruth], table: GarrisonFigures, chance: Chance
) -> tuple[SectorTruth, ...]:
    """AM-3, AM-4: three copies of the bonuses, shuffled and dealt; garrisons drawn."""
    cards = chance.stream("bonuses").shuffled([*BONUSES] * FIGURES.bonus_copies)
    dealt = dict(zip(galaxy.SECTORS, cards, strict=True))
    stream = chance.stream("garrisons")
    return tuple(
        homes.get(number) or _rebels(number, dealt[number], table, stream)
        for number in galaxy.SECTORS
    )


def _rebels(number: Sector, bonus: str, table: GarrisonFigures, stream: Stream) -> SectorTruth:
    count = stream.between(*table.of(galaxy.zone(number)))
    if BONUSES[bonus].garrison == "military":
        count += table.military
    return SectorTruth(
        number=number,
        owner=None,
        bonus=bonus,
        inside=Inside(
            facilities=BONUSES[bonus].facilities, fleets=rebel_fleets(number, bonus, count)
        ),
    )

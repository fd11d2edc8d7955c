"""Every clause of the specification on finished maps, and that a fault would be noticed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest
from msgspec.structs import replace

from pbem.maps.grid import Square
from pbem.maps.syzygy.conformance import Clause, check
from pbem.maps.syzygy.geometry import INTERSECTIONS, PLANETS, SPACE
from pbem.maps.syzygy.model import Building, Pile, Planet, SyzygyMap, Unit
from pbem.maps.syzygy.tables import BIOMES, TERRAIN_OF, TERRAINS
from tests.maps.syzygy.makes import SEEDS, SIZES, made, with_biome

GOLDLESS = 286
"""A seed with which four planets that may have gold all have none."""

NUMBERS = [
    "4", "4.A", "4.B", "4.C", "4.D", "4.E", "4.F", "4.G", "5.A", "5.B", "5.C", "6.A", "6.B", "6.C",
    "7.A", "7.B.1", "7.B.2", "7.B.3", "7.C.1", "7.C.2",
]  # fmt: skip


def failing(chart: SyzygyMap) -> set[str]:
    return {clause.number for clause in check(chart) if not clause.holds}


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(("size", "players"), SIZES)
def test_sz6_every_clause_holds(size: int, players: int, seed: int) -> None:
    clauses = check(made(size, players, seed, antiquity=seed % 3 == 0))
    assert [clause for clause in clauses if not clause.holds] == []
    assert {clause.number for clause in clauses} == {*NUMBERS, "SZ-3", "SZ-3b", "SZ-5"}


@pytest.mark.parametrize("zone", [1, 4])
@pytest.mark.parametrize("biome", BIOMES)
def test_4g_every_biome_holds_on_the_smallest_and_on_the_largest_planet(
    biome: str, zone: int
) -> None:
    for seed in range(3):
        chart = with_biome(biome, zone, seed, size=26)
        assert chart.planets[zone - 1].biome == biome
        assert failing(chart) == set()


def test_the_report_goes_through_the_clauses_in_the_sources_order() -> None:
    numbers = [clause.number for clause in check(made(32, 4, 1))]
    own = [number for number in numbers if not number.startswith("SZ")]
    assert own == sorted(own)
    assert all(clause.counted for clause in check(made(32, 4, 1)))


def first(chart: SyzygyMap, *zones: str, free: bool = True) -> Square:
    """The first square of these zones, one that nothing stands on."""
    used = {unit.square for unit in chart.units} | {pile.square for pile in chart.resources}
    used |= {building.square for building in chart.buildings} | set(chart.relics)
    return next(
        (x, y)
        for y, row in enumerate(chart.zones)
        for x, zone in enumerate(row)
        if zone in zones and chart.forest[y][x] == "." and not (free and (x, y) in used)
    )


def with_letter(rows: tuple[str, ...], square: Square, letter: str) -> tuple[str, ...]:
    x, y = square
    return tuple(row[:x] + letter + row[x + 1 :] if n == y else row for n, row in enumerate(rows))


BASE = with_biome("City", 2, 5)
"""City on planet 2; Snow, Desert, Dirt 4 beside it."""


def tile(layer: str, zone: str, letter: str) -> Callable[[SyzygyMap], SyzygyMap]:
    """Spoil one tile of a zone."""

    def spoil(chart: SyzygyMap) -> SyzygyMap:
        square = first(chart, zone)
        return replace(chart, **{layer: with_letter(getattr(chart, layer), square, letter)})

    return spoil


def pile(kind: str, *zones: str) -> Callable[[SyzygyMap], SyzygyMap]:
    """Add a resource where it should not be."""

    def spoil(chart: SyzygyMap) -> SyzygyMap:
        return replace(chart, resources=(*chart.resources, Pile(kind, first(chart, *zones))))

    return spoil


def unit(kind: str, zone: str) -> Callable[[SyzygyMap], SyzygyMap]:
    def spoil(chart: SyzygyMap) -> SyzygyMap:
        more = Unit(kind, 1, first(chart, zone))  # type: ignore[arg-type]  # any kind
        return replace(chart, units=(*chart.units, more))

    return spoil


def _same_biomes(chart: SyzygyMap) -> SyzygyMap:
    one, _two, three, four = chart.planets
    return replace(chart, planets=(one, one, three, four))


def _without_city(chart: SyzygyMap) -> SyzygyMap:
    one, _two, three, four = chart.planets
    return replace(chart, planets=(one, Planet("Dirt", 3), three, four))


def _relics(*squares: int) -> Callable[[SyzygyMap], SyzygyMap]:
    return lambda chart: replace(chart, relics=chart.relics[: len(squares)])


def _relic_on_a_start(chart: SyzygyMap) -> SyzygyMap:
    return replace(chart, relics=(*chart.relics[:1], chart.units[0].square))


def _fewer_outposts(chart: SyzygyMap) -> SyzygyMap:
    outposts = [b for b in chart.buildings if b.kind == "outpost"]
    return replace(chart, buildings=tuple(outposts[: chart.players - 1]))


def _outpost_in_the_snow(chart: SyzygyMap) -> SyzygyMap:
    outpost = Building("outpost", first(chart, "1"))
    return replace(chart, buildings=(*chart.buildings, outpost))


def _house_for_one(chart: SyzygyMap) -> SyzygyMap:
    home = next(unit.square for unit in chart.units if chart.zone(unit.square) == "2")
    outposts = tuple(b for b in chart.buildings if b.kind == "outpost")
    return replace(chart, buildings=(*outposts, Building("house", home, 1)))


def _all_of_a_zone(layer: str, zone: str, letter: str) -> Callable[[SyzygyMap], SyzygyMap]:
    def spoil(chart: SyzygyMap) -> SyzygyMap:
        rows = tuple(
            "".join(letter if found == zone else old for found, old in zip(zones, row, strict=True))
            for zones, row in zip(chart.zones, getattr(chart, layer), strict=True)
        )
        return replace(chart, **{layer: rows})

    return spoil


SNOW = TERRAINS["snow"].letter
FAULTS: list[tuple[str, str, Callable[[SyzygyMap], SyzygyMap]]] = [
    ("4", "a tile of space on planet 3", tile("zones", "3", SPACE)),
    ("4", "turned by another angle", lambda c: replace(c, turned=(c.turned + 90) % 360)),
    ("4", "turned by an eighth", lambda c: replace(c, turned=45)),
    ("4.A", "planet 1 and 4 exchanged", lambda c: replace(c, turned=(c.turned + 180) % 360)),
    ("4.D", "planet 1 and 4 exchanged", lambda c: replace(c, turned=(c.turned + 180) % 360)),
    ("4.E", "land at the edge", lambda c: replace(c, zones=with_letter(c.zones, (0, 0), "1"))),
    ("4.F", "an intersection in space", _all_of_a_zone("zones", "a", SPACE)),
    ("4.G", "a biome twice", _same_biomes),
    ("5.A", "a pit", tile("elevation", "1", "1")),
    ("5.A", "all of it raised", _all_of_a_zone("elevation", "4", "3")),
    ("5.A", "one peak too high", tile("elevation", "3", "5")),
    ("SZ-3", "a cliff", tile("elevation", "3", "5")),
    ("5.B", "space raised", tile("elevation", SPACE, "1")),
    ("5.C", "an intersection raised", tile("elevation", "c", "3")),
    ("6.A", "snow in the desert", tile("terrain", "3", SNOW)),
    ("6.A", "no road in the City", _all_of_a_zone("terrain", "2", TERRAINS["gravel road"].letter)),
    ("6.A", "fungus in the open", tile("terrain", "2", TERRAINS["fungus road"].letter)),
    ("6.A", "a palm in the snow", tile("forest", "1", "p")),
    ("6.A", "no forest at all", _all_of_a_zone("forest", "4", ".")),
    ("SZ-3b", "forest everywhere", _all_of_a_zone("forest", "3", "p")),
    ("6.B", "rock in space", tile("terrain", SPACE, TERRAINS["rock"].letter)),
    ("6.B", "bare water", _all_of_a_zone("terrain", SPACE, TERRAINS["water"].letter)),
    ("6.C", "sand on an intersection", tile("terrain", "e", TERRAINS["desert"].letter)),
    ("7.A", "a villager too many", unit("villager", "1")),
    ("7.A", "no villagers", lambda c: replace(c, units=c.units[1:])),
    ("7.A", "a scout without plains", unit("horse scout", "3")),
    ("7.A", "a Photon man of no biome", unit("photon man", "4")),
    ("7.A", "a camel in the City", unit("bactrian camel", "2")),
    ("7.A", "a house for one", _house_for_one),
    ("7.A", "a villager in space", unit("villager", SPACE)),
    ("SZ-5", "two things on a square", lambda c: replace(c, relics=(c.relics[0],) * 2)),
    ("7.B.1", "fish on land", pile("fish", "1")),
    ("7.B.1", "stone in the snow", pile("stone", "1")),
    ("7.B.1", "oysters without antiquity", pile("oysters", "3")),
    ("7.B.2", "gold on an intersection", pile("gold", "d")),
    ("7.B.2", "wood on an intersection", pile("wood", "d")),
    ("7.B.3", "gold in space", pile("gold", SPACE)),
    ("7.B.3", "no fish", lambda c: replace(c, resources=())),
    ("7.B.3", "shore fish far out", lambda c: replace(
        c, resources=(*c.resources, Pile("shore fish", (0, 0) if c.turned % 180 else (31, 0))))),
    ("7.C.1", "one relic", _relics(0)),
    ("7.C.1", "a relic on a start", _relic_on_a_start),
    ("7.C.2", "too few outposts", _fewer_outposts),
    ("7.C.2", "an outpost in the snow", _outpost_in_the_snow),
    ("7.C.2", "outposts without a City", _without_city),
]  # fmt: skip


@pytest.mark.parametrize(
    ("number", "spoil"),
    [pytest.param(number, spoil, id=f"{number} {name}") for number, name, spoil in FAULTS],
)
def test_sz6_a_fault_is_noticed_by_its_clause(
    number: str, spoil: Callable[[SyzygyMap], SyzygyMap]
) -> None:
    assert failing(BASE) == set()
    assert number in failing(spoil(BASE))


def test_every_clause_can_fail() -> None:
    # Planets 2 and 3 lie between the others: what moves them moves those too.
    assert {number for number, _name, _spoil in FAULTS} >= set(NUMBERS) - {"4.B", "4.C"}


def counted(chart: SyzygyMap, zone: str) -> Counter[tuple[str, int]]:
    return Counter((u.kind, u.seat) for u in chart.units if chart.zone(u.square) == zone)


@pytest.mark.parametrize("seed", range(6))
def test_7a_one_villager_a_player_and_planet(seed: int) -> None:
    chart = made(32, 4, seed, ("Snow", "Leaves", "Dirt 4", "Savannah"))
    assert len(chart.units) == 16
    for zone in PLANETS:
        assert counted(chart, zone) == {("villager", seat): 1 for seat in (1, 2, 3, 4)}


def test_7a_radioactive_gives_a_photon_man_instead_of_a_villager() -> None:
    chart = with_biome("Radioactive", 3, 1)
    assert counted(chart, "3") == {("photon man", seat): 1 for seat in (1, 2, 3, 4)}


def test_7a_barren_gives_a_photon_man_beside_the_villager() -> None:
    chart = with_biome("Barren", 2, 1)
    assert all(counted(chart, "2")[kind, 4] == 1 for kind in ("villager", "photon man"))


def test_sz5_radioactive_and_barren_together_give_one_photon_man_on_the_radioactive_planet() -> (
    None
):
    chart = made(32, 4, 2, ("Barren", "Snow", "Radioactive", "Lakes"))
    assert counted(chart, "1") == {("villager", seat): 1 for seat in (1, 2, 3, 4)}
    assert counted(chart, "3") == {("photon man", seat): 1 for seat in (1, 2, 3, 4)}


def test_7a_plains_give_a_horse_scout() -> None:
    chart = with_biome("Plains", 4, 1)
    assert all(counted(chart, "4")["horse scout", seat] == 1 for seat in (1, 2, 3, 4))


def test_sz5_a_desert_gives_camels_to_all_or_none_about_every_other_time() -> None:
    maps = [with_biome("Desert", 1, seed, size=26) for seed in range(30)]
    camels = [sum(u.kind == "bactrian camel" for u in chart.units) for chart in maps]
    assert set(camels) == {0, 4}
    assert 8 <= camels.count(4) <= 22


def test_sz5_a_city_gives_one_to_three_villagers_and_a_house_to_all_or_none() -> None:
    maps = [with_biome("City", 4, seed) for seed in range(30)]
    extras = Counter(counted(chart, "4")["villager", 1] - 1 for chart in maps)
    assert set(extras) == {0, 1, 2, 3}
    assert 8 <= extras[0] <= 22
    for chart in maps:
        houses = [b.seat for b in chart.buildings if b.seat is not None]
        villagers = counted(chart, "4")
        assert len(set(villagers.values())) == 1
        assert sorted(houses) == ([1, 2, 3, 4] if villagers["villager", 1] > 1 else [])
        assert sum(b.convertible for b in chart.buildings) >= 4
        assert not any(b.convertible for b in chart.buildings if b.kind == "house")


def test_sz2_an_alien_cracked_planet_comes_up_about_every_other_time() -> None:
    maps = [with_biome("Cracked", 4, seed, size=26) for seed in range(30)]
    assert 8 <= sum(chart.planets[3].alien for chart in maps) <= 22


@pytest.mark.parametrize(
    ("biomes", "antiquity", "wanted"),
    [
        (("Snow", "Leaves", "Desert", "Dirt 4"), False, set()),
        (("Barren", "Plains", "Radioactive", "Snow"), False, {"wood"}),
        (("Barren", "Plains", "Radioactive", "Snow"), True, {"wood"}),
    ],
)
def test_7b2_intersections_hold_what_the_planets_lack(
    biomes: tuple[str, ...], antiquity: bool, wanted: set[str]
) -> None:
    for seed in range(12):
        chart = made(32, 4, seed, biomes, antiquity=antiquity)
        gold = any(
            pile.kind == "gold" and chart.zone(pile.square) in PLANETS for pile in chart.resources
        )
        expected = wanted | ({"gold"} if not gold and not antiquity else set())
        for zone in INTERSECTIONS:
            found = Counter(p.kind for p in chart.resources if chart.zone(p.square) == zone)
            assert found == dict.fromkeys(expected, 1)


def test_7b2_a_map_without_any_gold_on_its_planets_has_it_on_every_intersection() -> None:
    chart = made(26, 4, GOLDLESS, ("Barren", "Plains", "Radioactive", "Dirt 4"))
    gold = [pile.square for pile in chart.resources if pile.kind == "gold"]
    assert sorted(map(chart.zone, gold)) == list(INTERSECTIONS)


def test_sz4_fish_swim_in_lakes_and_shore_fish_in_shallows() -> None:
    chart = made(48, 4, 1, ("Lakes", "Bogland/Mangrove", "Dirt/Mud/Mangrove Maze", "Snow"))
    terrain = {
        (kind, TERRAIN_OF[chart.terrain[y][x]])
        for pile in chart.resources
        for kind, (x, y) in [(pile.kind, pile.square)]
        if chart.zone(pile.square) in PLANETS
    }
    assert {where for kind, where in terrain if kind == "fish"} <= {"water 5"}
    assert {where for kind, where in terrain if kind == "shore fish"} <= {
        "mangrove shallows", "muddy shallows",
    }  # fmt: skip


def test_a_clause_is_plain_data() -> None:
    clause = check(BASE)[0]
    assert isinstance(clause, Clause) and clause.subject == ""

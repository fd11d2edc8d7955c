"""The source's tables and lists, written down anew and held against ``data/``."""

from __future__ import annotations

import msgspec
import pytest

from pbem.rulesets.asylamba_mini import galaxy
from pbem.rulesets.asylamba_mini.figures import (
    BONUSES,
    FACTIONS,
    FIGURES,
    MEGASTRUCTURES,
    Facilities,
    FactionFigures,
    Fleets,
    Grant,
    Purse,
    Resource,
    Technologies,
    Tokens,
)
from pbem.rulesets.asylamba_mini.mechanics import errors
from pbem.rulesets.asylamba_mini.orders import Upgrade
from tests.rulesets.asylamba_mini.situation import new_game


def test_table_1_victory_points():
    assert FIGURES.points_to_win == 12
    assert FIGURES.points_by_zone == {"peripheral": 1, "bridge": 1, "ring": 2, "central": 3}
    assert FACTIONS["Empire"].points_per_capital == 1
    assert BONUSES["governor"].points == 1
    assert FIGURES.points_per_megastructure == 1


@pytest.mark.parametrize(
    ("facility", "start", "maximum", "output", "unit", "upgrade"),
    [
        ("refinery", 4, 25, 10, "R", 10),
        ("hub", 4, 25, 10, "C", 10),
        ("technosphere", 0, 25, 10, "S", None),
        ("school", 0, 25, 10, "X", None),
    ],
)
def test_table_2_facilities(facility, start, maximum, output, unit, upgrade):
    figures = FIGURES.facilities[facility]
    assert FIGURES.start.facilities.of(facility) == start
    assert (figures.maximum, figures.output, figures.resource) == (maximum, output, Resource(unit))
    assert figures.upgrade_cost == upgrade


@pytest.mark.parametrize("facility", ["technosphere", "school"])
def test_table_2_technosphere_and_school_cannot_be_upgraded(facility):
    assert new_game().play({1: [Upgrade(facility)]}).whys(1) == [errors.NOT_UPGRADABLE]


@pytest.mark.parametrize(
    ("technology", "maximum", "cost", "unit"),
    [
        ("administration", 11, 50, "C"),
        ("engineering", 5, 50, "C"),
        ("conquest", 1, 200, "X"),
        ("defence", 10, 50, "S"),
        ("attack", 10, 50, "S"),
        ("frame", 2, 100, "S"),
    ],
)
def test_table_3_technologies(technology, maximum, cost, unit):
    figures = FIGURES.technologies[technology]
    assert (figures.maximum, figures.cost, figures.pays) == (maximum, cost, Resource(unit))


def test_3_3_zones():
    assert galaxy.sectors_in("central") == (1,)
    assert galaxy.sectors_in("ring") == tuple(range(2, 9))
    assert galaxy.sectors_in("bridge") == tuple(range(9, 16))
    assert galaxy.sectors_in("peripheral") == tuple(range(16, 37))


def test_3_3_a_capital_has_four_light_fleets():
    assert FIGURES.start.fleets == Fleets(light=4)


LASTING = {
    "recycling centre": Facilities(refinery=2),
    "trade route": Facilities(hub=2),
    "university": Facilities(technosphere=2),
    "état-major": Facilities(school=2),
}
SINGLE_USE = {
    "royal guard": Grant(fleets=Fleets(medium=10, heavy=10)),
    "treasure": Grant(purse=Purse(credits=200)),
    "library": Grant(purse=Purse(science=200)),
    "commandant": Grant(purse=Purse(experience=200)),
    "laboratory": Grant(tokens=Tokens(technology=1)),
    "spy": Grant(tokens=Tokens(colonisation=1)),
    "general": Grant(tokens=Tokens(conquest=1)),
}


def test_3_3_the_twelve_sector_bonuses():
    assert set(BONUSES) == {*LASTING, *SINGLE_USE, "governor"}
    assert len(BONUSES) == 12
    for name, figures in BONUSES.items():
        assert figures.facilities == LASTING.get(name, Facilities())
        assert figures.grant == SINGLE_USE.get(name, Grant())
        assert figures.points == (1 if name == "governor" else 0)
    assert FIGURES.bonus_copies == 3


def test_am4_military_and_science_bonuses():
    military = {name for name, figures in BONUSES.items() if figures.garrison == "military"}
    science = {name for name, figures in BONUSES.items() if figures.garrison == "science"}
    assert military == {"état-major", "royal guard", "commandant", "general"}
    assert science == {"university", "library", "laboratory"}


DEPARTURES = {
    "Empire": {"points_per_capital": 1},
    "Nerve": {
        "defence_strength": 30,
        "when_defended": {
            "3.5": Grant(facilities=Facilities(refinery=1, technosphere=1)),
            "3.6": Grant(purse=Purse(science=200)),
        },
    },
    "Negore": {"exchange_rate": 2},
    "Aphera": {"technology_discount": 25},
    "Cardan": {"swift": True},
    "Synelle": {},
    "Kovahk": {"experience_per_fleet": 30, "captures_every": {"3.5": 4, "3.6": 3}},
    "Magoth": {},
    "Imperialistes": {
        "when_conquered": {
            "3.5": Grant(facilities=Facilities(school=3), technologies=Technologies(attack=1)),
            "3.6": Grant(purse=Purse(credits=300)),
        },
    },
    "Nouvelle-Nerve": {"megastructure_discount": 30},
    "Neo-Humaniste": {"colonisation_discount": 30, "colonisation_strength": 30},
    "Ligue": {"builds_with_credits": True},
}


def test_3_5_the_twelve_factions():
    assert set(FACTIONS) == set(DEPARTURES)
    for name, departure in DEPARTURES.items():
        found = msgspec.structs.replace(FACTIONS[name], start=FactionFigures(name=name).start)
        assert found == FactionFigures(name=name, **departure)


def test_3_5_head_starts():
    heads = {name: figures.start for name, figures in FACTIONS.items()}
    synelle, magoth = heads.pop("Synelle"), heads.pop("Magoth")
    assert synelle.facilities == Facilities(technosphere=1)
    assert synelle.technologies == Technologies(
        administration=1, engineering=1, defence=1, attack=1
    )
    assert magoth.facilities == Facilities(school=1)
    assert magoth.technologies == Technologies(conquest=1)
    assert set(heads.values()) == {FactionFigures(name="").start}


def test_3_6_fleets_missions_and_exchange():
    ships = {name: (figures.frame, figures.beats) for name, figures in FIGURES.ships.items()}
    assert ships == {"light": (0, "heavy"), "medium": (1, "light"), "heavy": (2, "medium")}
    fleets = FIGURES.fleets
    assert (fleets.cost, fleets.squadrons, fleets.strength_per_level) == (10, 3, 10)
    assert fleets.advantage == (5, 4)
    assert fleets.experience == 10
    assert (FIGURES.missions.per_sector, FIGURES.missions.cost) == (2, 50)
    assert FIGURES.exchange.rate == 4


@pytest.mark.parametrize(
    ("name", "level", "cost", "effects"),
    [
        ("Space Elevator", 1, 150, {"grant": Grant(facilities=Facilities(refinery=2))}),
        ("Gravity Train", 1, 150, {"grant": Grant(facilities=Facilities(hub=2))}),
        (
            "Globus Cassus",
            2,
            200,
            {"grant": Grant(facilities=Facilities(school=1)), "defence_strength": 20},
        ),
        (
            "Klemperer Rosette",
            2,
            200,
            {"grant": Grant(facilities=Facilities(school=1)), "attack_strength": 20},
        ),
        (
            "Circumsolar Collider",
            3,
            250,
            {"grant": Grant(facilities=Facilities(technosphere=2), tokens=Tokens(technology=1))},
        ),
        (
            "Planet Gaia",
            3,
            250,
            {"grant": Grant(technologies=Technologies(administration=1), tokens=Tokens(either=1))},
        ),
        ("Bernal Sphere", 4, 300, {"doubles_fleets": True}),
        ("Ringworld", 4, 300, {"to_maximum": "hub"}),
        ("Dyson Sphere", 5, 400, {"to_maximum": "refinery"}),
    ],
)
def test_3_7_megastructures(name, level, cost, effects):
    figures = MEGASTRUCTURES[name]
    assert (figures.level, figures.cost) == (level, cost)
    plain = {
        "grant": Grant(),
        "defence_strength": 0,
        "attack_strength": 0,
        "doubles_fleets": False,
        "to_maximum": None,
    }
    assert {key: getattr(figures, key) for key in plain} == {**plain, **effects}


def test_3_7_there_are_nine_megastructures():
    assert len(MEGASTRUCTURES) == 9

"""How orders are written and read."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.engine.api import Fit, Level
from pbem.engine.rng import Chance
from pbem.rulesets.asylamba_mini.figures import (
    FACILITIES,
    MEGASTRUCTURES,
    SHIPS,
    TECHNOLOGIES,
    Fleets,
    Resource,
    Technologies,
)
from pbem.rulesets.asylamba_mini.language import LANGUAGE, written
from pbem.rulesets.asylamba_mini.orders import (
    IDLE,
    Autobuild,
    Build,
    Exchange,
    Research,
    Send,
    Upgrade,
    Wonder,
)
from tests.rulesets.asylamba_mini.mails import ASK, desk, marked, parse, read, rich, verdict
from tests.rulesets.asylamba_mini.table import view


def upgrade(facility: Any = "hub", **extent: int) -> Upgrade:
    return Upgrade(facility=facility, **extent)


COLONISE = Send(kind="colonise", fleets=Fleets(light=3, heavy=3), source=17, target=8)
FORTY_R = Exchange(give=Resource.R, get=Resource.C, amount=40)


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("UPGRADE refinery", upgrade("refinery")),
        ("UPGRADE hub TO 8", upgrade(to=8)),
        ("UPGRADE commercial hub to level 8", upgrade(to=8)),
        ("UPGRADE hub level 8", upgrade(to=8)),
        ("UPGRADE hub from 4 to 8", upgrade(to=8)),
        ("UPGRADE hub 4 to 8", upgrade(to=8)),
        ("UPGRADE hub BY 3", upgrade(levels=3)),
        ("UPGRADE hub 3 LEVELS", upgrade(levels=3)),
        ("UPGRADE hub +3", upgrade(levels=3)),
        ("upgrade 3 levels of the hub", upgrade(levels=3)),
        ("raise hub: +3.", upgrade(levels=3)),
        ("UPGRADE hub 8", upgrade(to=8)),
        ("UPGRADE hub MAX", upgrade(to=25)),
        ("1) upgrade Hub", upgrade()),
        ("- please upgrade my hub now", upgrade()),
        ("BUILD hub", upgrade()),
        ("Améliorer la raffinerie de 2 niveaux", upgrade("refinery", levels=2)),
        ("ameliorer pole commercial vers 8", upgrade(to=8)),
        ("RESEARCH attack", Research(technology="attack")),
        ("UPGRADE attack", Research(technology="attack")),
        ("research att by 2", Research(technology="attack", levels=2)),
        ("RESEARCH extended administration TO 4", Research(technology="administration", to=4)),
        ("rechercher administration étendue", Research(technology="administration")),
        ("recherche la défense de 2 niveaux", Research(technology="defence", levels=2)),
        ("RESEARCH attack FREE", Research(technology="attack", free=True)),
        ("RESEARCH attack with free technology", Research(technology="attack", free=True)),
        ("RESEARCH attack for free", Research(technology="attack", free=True)),
        ("rechercher défense gratuit", Research(technology="defence", free=True)),
        ("BUILD 6 medium", Build(ship="medium", count=6)),
        ("build medium 6", Build(ship="medium", count=6)),
        ("BUILD 6 x medium fleets in the capital", Build(ship="medium", count=6)),
        ("buy 6 medium", Build(ship="medium", count=6)),
        ("construire 6 moyens", Build(ship="medium", count=6)),
        ("baue 6 mittlere", Build(ship="medium", count=6)),
        ("BUILD MAX heavy", Build(ship="heavy", count=30)),
        ("SEND 3 heavy 3 light FROM 17 TO 8 COLONISE", COLONISE),
        ("SEND 3 heavy, 3 light from s17 to sector 8 colonize", COLONISE),
        ("COLONISE 8 FROM 17 WITH 3 heavy and 3 light", COLONISE),
        ("send from 17 to 8: 3 light + 3 heavy", COLONISE),
        ("ATTACK sector 8 with 3 heavy 3 light from 17", COLONISE),
        ("SEND 3 heavy 3 light 17 -> 8", COLONISE),
        ("SEND 3 heavy 3 light FROM 17 TO COLONISE 8", COLONISE),
        ("envoyer 3 lourds et 3 légers de 17 vers 8 coloniser", COLONISE),
        ("coloniser le secteur 8 depuis 17 avec 3 lourds 3 légers", COLONISE),
        ("sende 3 schwere 3 leichte von 17 nach 8 kolonisieren", COLONISE),
        ("EXCHANGE 40 R FOR C", FORTY_R),
        ("trade 40r for c", FORTY_R),
        ("EXCHANGE 40 R FOR 10 C", FORTY_R),
        ("CHANGE 40 resources into credits", FORTY_R),
        ("échanger 40 ressources contre crédits", FORTY_R),
        ("EXCHANGE ALL X FOR C", Exchange(give=Resource.X, get=Resource.C, amount=200)),
        ("WONDER Globus Cassus", Wonder(megastructure="Globus Cassus")),
        ("build ascenseur spatial", Wonder(megastructure="Space Elevator")),
        ("MEGASTRUCTURE collider", Wonder(megastructure="Circumsolar Collider")),
        ("AUTOBUILD 17 medium", Autobuild(sector=17, ship="medium")),
        ("auto-build medium in sector 17", Autobuild(sector=17, ship="medium")),
        ("AUTOBUILD s17: medium", Autobuild(sector=17, ship="medium")),
    ],
)
def test_one_meaning_in_many_spellings(text, order):
    assert read(text) == (order,)
    assert desk.fit(text) is Fit.ORDER


def test_everything_is_read_by_the_name_that_it_is_written_with():
    orders = (
        *(upgrade(facility) for facility in FACILITIES),
        *(Research(technology=technology) for technology in TECHNOLOGIES),
        *(Build(ship=ship, count=1) for ship in SHIPS),
        *(Wonder(megastructure=name) for name in MEGASTRUCTURES),
        *(Exchange(give=give, get=get, amount=4) for give in Resource for get in Resource),
    )
    for order in orders:
        (clause,) = LANGUAGE.analyse(written(order)).clauses
        assert clause.is_whole
        assert clause.best[0].write() == written(order)


def test_several_orders_may_stand_on_one_line():
    assert read("BUILD 6 medium 2 light") == (
        Build(ship="medium", count=6),
        Build(ship="light", count=2),
    )
    assert read("UPGRADE refinery TO 6, hub +2") == (upgrade("refinery", to=6), upgrade(levels=2))
    assert read("UPGRADE refinery, 2 levels of the hub") == (
        upgrade("refinery"),
        upgrade(levels=2),
    )
    assert read("BUILD light 3 medium 4") == read("BUILD 3l and 4m")
    assert read("UPGRADE refinery, RESEARCH attack and BUILD 2 light") == (
        upgrade("refinery"),
        Research(technology="attack"),
        Build(ship="light", count=2),
    )
    assert read("AUTOBUILD 9 and 17 light") == read("AUTOBUILD ALL light")


def test_a_line_with_several_orders_counts_whole_or_not_at_all():
    found = parse(rich(), "BUILD 29 medium 2 light")
    assert found.orders is None
    assert marked(found.verdicts[0]) == "29 medium 2 light"


@pytest.mark.parametrize(
    ("text", "order"),
    [
        (
            "SEND 3 heavy FROM 17 TO 9",
            Send(kind="reinforce", fleets=Fleets(heavy=3), source=17, target=9),
        ),
        (
            "SEND 3 heavy FROM 17 TO 8",
            Send(kind="colonise", fleets=Fleets(heavy=3), source=17, target=8),
        ),
        (
            "SEND 7 light FROM 9 TO 2",
            Send(kind="conquer", fleets=Fleets(light=7), source=9, target=2),
        ),
        (
            "ATTACK 2 FROM 9 WITH ALL",
            Send(kind="conquer", fleets=Fleets(light=7), source=9, target=2),
        ),
        (
            "SEND 5 FROM 9 TO 17",
            Send(kind="reinforce", fleets=Fleets(light=5), source=9, target=17),
        ),
        (
            "REINFORCE 17 FROM 9 WITH 5",
            Send(kind="reinforce", fleets=Fleets(light=5), source=9, target=17),
        ),
        (
            "REINFORCE 5 FROM 9 TO 17",
            Send(kind="reinforce", fleets=Fleets(light=5), source=9, target=17),
        ),
        (
            "SEND ALL FROM 17 TO 9",
            Send(kind="reinforce", fleets=Fleets(light=5, heavy=3), source=17, target=9),
        ),
        (
            "SEND 8 FROM 17 TO 9",
            Send(kind="reinforce", fleets=Fleets(light=5, heavy=3), source=17, target=9),
        ),
        (
            "SEND ALL heavy FROM 17 TO capital",
            Send(kind="reinforce", fleets=Fleets(heavy=3), source=17, target=18),
        ),
        ("BUY 10 S WITH R", Exchange(give=Resource.R, get=Resource.S, amount=10, named="get")),
    ],
)
def test_what_is_left_out_is_filled_in_where_there_is_no_doubt_and_said(text, order):
    assert read(text) == (order,)
    assert verdict(text).note.startswith(f"{written(order)}: ")


def test_with_one_sector_FROM_may_be_left_out():
    (order,) = read("SEND 2 light TO 17", view(technologies=Technologies(administration=1)))
    assert order == Send(kind="colonise", fleets=Fleets(light=2), source=18, target=17)


def test_with_light_ships_only_BUILD_needs_no_type():
    assert read("BUILD 3", view()) == (Build(ship="light", count=3),)
    assert "which type? You may build light, medium, heavy" in verdict("BUILD 3").message


def test_sectors_may_have_the_sign_of_a_number():
    assert read("SEND 3 heavy FROM #17 TO #8") == read("SEND 3 heavy FROM 17 TO 8")
    assert read("SEND 3 heavy FROM:#17 TO:#8") == read("SEND 3 heavy FROM 17 TO 8")


def test_PASS_orders_nothing_and_stands_alone():
    assert parse(rich(), "pass.").orders == IDLE
    first, second = parse(rich(), "PASS", "UPGRADE hub").verdicts
    assert first.message == "PASS stands alone; the other lines count"
    assert second.level is Level.ACCEPTED


def test_no_lines_are_no_orders():
    parsed = parse(rich())
    assert parsed.orders is None
    assert parsed.remark == "There is no order to read."


@pytest.mark.parametrize("seen", [view(seat=None), view(fallen=(1,))])
def test_AM_24_spectators_and_fallen_factions_order_nothing(seen):
    parsed = parse(seen, "UPGRADE hub")
    assert parsed.orders is None
    assert parsed.verdicts[0].level is Level.REFUSED
    assert desk.sample(seen, ASK, Chance(bytes(32), 1)) == IDLE

"""What is offered can be ordered, behind what is held as well."""

from __future__ import annotations

import pytest

from pbem.engine.api import Fit, Level
from pbem.engine.menu import lines
from pbem.rulesets.asylamba_mini.figures import Fleets
from pbem.rulesets.asylamba_mini.orders import Orders, Send, Wonder
from tests.rulesets.asylamba_mini.mails import ASK, desk, parse, rich
from tests.rulesets.asylamba_mini.table import mission, view

LIGUE = rich(factions=("Ligue", "Cardan", "Kovahk", "Synelle"))


@pytest.mark.parametrize("seen", [view(), rich(), LIGUE, rich(missions=[mission(1)])])
def test_every_line_that_is_offered_is_taken(seen):
    offered = tuple(lines(desk.menu(seen, ASK)))
    assert offered
    for line in offered:
        assert desk.fit(line, seen) is Fit.ORDER
        (verdict,) = parse(seen, line).verdicts
        assert verdict.level is not Level.REFUSED, (line, verdict.message)


def test_HELP_has_an_example_of_each_order_from_the_readers_own_position():
    forms, *_remarks = desk.manual(LIGUE, ASK)
    told = [form.line for form in forms.forms]
    for line in (
        "UPGRADE refinery TO 5",
        "RESEARCH extended administration TO 4",
        "BUILD light 30",
        "WONDER Space Elevator",
        "SEND FROM 9 TO 1 COLONISE ALL",
        "EXCHANGE R FOR C 1",
        "AUTOBUILD 9 light",
    ):
        assert line in told


def test_what_is_held_is_paid_and_not_offered_again():
    held = Orders(
        (
            Wonder(megastructure="Ringworld"),
            Send(kind="reinforce", fleets=Fleets(light=7), source=9, target=17),
        )
    )
    offered = desk.menu(rich(), ASK, held)
    said = tuple(lines(offered))
    assert not [line for line in said if line.startswith(("UPGRADE refinery", "BUILD", "WONDER"))]
    assert not [line for line in said if line.startswith("SEND FROM 9")]
    assert "PASS" not in said


def test_each_level_that_can_be_paid_is_offered_with_its_price_AM_7():
    (upgrade,) = [item for item in desk.menu(rich(), ASK) if item.words == "UPGRADE"]
    assert upgrade.then[0].note == "to 5 for 50 R; to 6 for 110 R; to 7 for 180 R; to 8 for 260 R"


def test_an_item_tells_its_price_and_what_it_concerns_on_the_map():
    (send,) = [item for item in desk.menu(rich(), ASK) if item.words == "SEND"]
    source = next(item for item in send.then if item.words == "FROM 17")
    target = next(item for item in source.then if item.words == "TO 8 COLONISE")
    assert (source.refs, target.refs) == (("sector:17",), ("sector:8",))
    assert (target.label, target.note) == ("colonisation", "2 turns, 150 C")


def test_nothing_is_offered_to_spectators_and_fallen_factions():
    assert desk.menu(view(seat=None), ASK) == desk.menu(view(fallen=(1,)), ASK) == ()

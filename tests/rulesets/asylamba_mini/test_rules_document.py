"""The players' rules say what the program does: their anchors, tables, examples and orders."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from pbem.engine.api import Fit
from pbem.rulesets.asylamba_mini import RULESET
from pbem.rulesets.asylamba_mini.figures import (
    BONUSES,
    EVEN_STOCKS,
    FACTIONS,
    FIGURES,
    MEGASTRUCTURES,
    discounted,
)
from pbem.rulesets.asylamba_mini.mechanics import combat, prices
from pbem.rulesets.asylamba_mini.naming import technology
from pbem.rulesets.asylamba_mini.options import Options

DOCUMENT = (
    Path(__file__).parents[3] / "pbem" / "rulesets" / "asylamba_mini" / "rulebook.md"
).read_text("utf-8")
BLOCKS = re.findall(r"```orders\n(.*?)```", DOCUMENT, re.DOTALL)
LINES = [line for block in BLOCKS for line in block.splitlines()]


def rows(heading: str) -> list[list[str]]:
    """The cells of the table whose first row begins so."""
    below = DOCUMENT.split(f"\n{heading}", maxsplit=1)[1].split("\n", maxsplit=2)[2].splitlines()
    end = next(at for at, line in enumerate(below) if not line.startswith("|"))
    return [[cell.strip(" `") for cell in line.strip("|").split("|")] for line in below[:end]]


@pytest.mark.parametrize("number", range(1, 28))
def test_every_ruling_has_an_anchor_and_a_heading(number: int) -> None:
    assert re.search(rf'<a id="am-{number}"></a>\n### AM-{number} \w', DOCUMENT)


@pytest.mark.parametrize("line", LINES)
def test_every_order_line_of_the_document_is_an_order(line: str) -> None:
    assert RULESET.desk.fit(line) is Fit.ORDER


def test_am1_the_table_of_points() -> None:
    points = [cells[-1] for cells in rows("| Worth at the end")]
    zones = FIGURES.points_by_zone
    assert zones["peripheral"] == zones["bridge"] == int(points[0])
    assert [zones["ring"], zones["central"]] == [int(points[1]), int(points[2])]
    assert BONUSES["governor"].points == 1 and points[3] == "+ 1"
    assert FIGURES.points_per_megastructure == 1 and points[4] == "+ 1"
    assert FACTIONS["Empire"].points_per_capital == 1 and points[5] == "+ 1"


def test_am2_the_table_of_starting_stocks() -> None:
    told = {cells[0]: (int(cells[1]), int(cells[2])) for cells in rows("| Begins with |")}
    stocks = EVEN_STOCKS.items()
    assert told == {name: (stock.resources, stock.purse.credits) for name, stock in stocks}


def test_am3_the_table_of_bonuses_names_all_twelve() -> None:
    assert [cells[0] for cells in rows("| Bonus |")] == list(BONUSES)


def test_am4_the_table_of_garrisons() -> None:
    told = [[int(n) for n in cells[1].split(" to ")] for cells in rows("| Zone |")]
    table = FIGURES.garrisons
    spans = [table.peripheral, table.bridge, table.ring, table.central]
    assert [[span[0], span[-1]] for span in told] == [list(span) for span in spans]


def test_am8_the_table_of_technologies() -> None:
    told = {cells[0]: cells[1:3] for cells in rows("| Technology |")}
    assert told == {
        technology(key): [
            str(figures.maximum),
            f"{figures.cost} {figures.pays}" if key == "conquest" else _each(figures),
        ]
        for key, figures in FIGURES.technologies.items()
    }
    assert prices.upgrade("refinery", 5).R + prices.upgrade("refinery", 6).R == 110


def _each(figures) -> str:
    return f"n × {figures.cost} {figures.pays}"


def test_am12_the_table_of_megastructures() -> None:
    told = {cells[0]: (cells[1], cells[2]) for cells in rows("| Megastructure |")}
    assert told == {n: (str(m.level), f"{m.cost} R") for n, m in MEGASTRUCTURES.items()}


def test_am20_the_example_of_a_skirmish() -> None:
    attack, defence = combat.strength(2), combat.strength(1)
    won, of = combat.odds("medium", attack, "light", defence)
    assert won * 26 == of * 15


def test_the_table_of_factions_names_all_twelve_with_their_figures() -> None:
    told = {cells[0]: cells[1] for cells in rows("| Faction | Its own |")}
    assert list(told) == list(FACTIONS)
    assert f"{FACTIONS['Aphera'].technology_discount} % less" in told["Aphera"]
    assert f"{FACTIONS['Nouvelle-Nerve'].megastructure_discount} % less" in told["Nouvelle-Nerve"]
    assert f"+ {FACTIONS['Nerve'].defence_strength} %" in told["Nerve"]
    assert f"{FACTIONS['Kovahk'].experience_per_fleet} X" in told["Kovahk"]
    assert f"exchanges {FACTIONS['Negore'].exchange_rate} for 1" in told["Negore"]
    assert discounted(50, FACTIONS["Neo-Humaniste"].colonisation_discount) == 35


def test_the_table_of_settings_has_every_setting_with_its_default() -> None:
    told = {cells[0]: cells[1] for cells in rows("| Setting | Default |")}
    fields = {field.name: field.default for field in msgspec.structs.fields(Options)}
    assert list(told) == list(fields)
    for name in ("balance", "bonus_secrecy", "faction_bonuses"):
        assert told[name] == fields[name]
    assert told["open_book"] == str(fields["open_book"]).lower()


def test_the_automatic_players_are_told_in_the_programs_order() -> None:
    told = re.findall(r"^- \*\*(\w+)\*\*: ", DOCUMENT.split("## Automatic players")[1], re.M)
    assert told == list(RULESET.bots)

"""The players' rules say what the program does: their anchors, tables, examples and orders."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

import msgspec
import pytest

from pbem.engine.api import Fit
from pbem.maps.islands import default_size
from pbem.rulesets import god_unit
from pbem.rulesets.god_unit import RULESET
from pbem.rulesets.god_unit.figures import FACTORY, FIGURES, GRUNT, Design
from pbem.rulesets.god_unit.mechanics.forecast import chance_to_hit
from pbem.rulesets.god_unit.options import Options

DOCUMENT = (Path(god_unit.__file__).parent / "rulebook.md").read_text("utf-8")

BLOCKS = re.findall(r"```orders\n(.*?)```", DOCUMENT, re.DOTALL)
LINES = [line for block in BLOCKS for line in block.splitlines()]


def rows(heading: str) -> list[list[str]]:
    """The cells of the table whose first row begins so."""
    below = DOCUMENT.split(f"\n{heading}", maxsplit=1)[1].split("\n", maxsplit=2)[2].splitlines()
    end = next(at for at, line in enumerate(below) if not line.startswith("|"))
    return [[cell.strip(" `") for cell in line.strip("|").split("|")] for line in below[:end]]


@pytest.mark.parametrize(
    "ruling", [*(f"GU-{n}" for n in range(1, 15)), *(f"SZ-{n}" for n in range(7, 11))]
)
def test_every_ruling_has_an_anchor_and_a_heading(ruling: str) -> None:
    assert re.search(rf'<a id="{ruling.lower()}"></a>\n### {ruling} \w', DOCUMENT)


@pytest.mark.parametrize("line", LINES)
def test_every_order_line_of_the_document_is_an_order(line: str) -> None:
    assert RULESET.desk.fit(line) is Fit.ORDER


def design(text: str) -> Design:
    levels = {word[0].lower(): int(word[1]) for word in text.split() if word != "grunt"}
    return Design(**levels)


def test_gu1_the_table_of_costs() -> None:
    for text, turns in rows("| Design |"):
        assert str(design(text)) == text
        assert design(text).cost == int(turns)
    assert design("grunt") == GRUNT
    assert FACTORY.cost == 10


def test_gu3_the_table_of_levels() -> None:
    told = rows("| Level |")
    assert [int(cells[1]) for cells in told] == list(FIGURES.strength)
    assert [float(cells[2]) for cells in told] == list(FIGURES.distance)


def test_gu5_the_table_of_boards() -> None:
    for players, size in rows("| Players |"):
        for count in map(int, players.split(" to ")):
            assert default_size(count) == tuple(map(int, size.split(" × ")))


def test_gu11_the_table_of_odds() -> None:
    told = [Fraction(*map(int, cells[1].split(" in "))) for cells in rows("| Attack against")]
    levels = [(1, 4), (1, 3), (1, 2), (1, 1), (2, 1), (3, 1), (4, 1)]
    strength = FIGURES.strength
    assert told == [chance_to_hit(strength[a], strength[d]) for a, d in levels]


def test_sz10_the_reign_and_sz8_the_truce() -> None:
    assert f"for {FIGURES.relic_turns} turns in a row" in DOCUMENT
    assert f"Nobody attacks before turn {FIGURES.truce + 1}" in DOCUMENT


def test_the_table_of_settings_has_every_setting_with_its_default() -> None:
    told = {cells[0]: cells[1] for cells in rows("| Setting | Default |")}
    fields = {field.name: field.default for field in msgspec.structs.fields(Options)}
    assert list(told) == list(fields)
    for name, default in fields.items():
        assert told[name] == ("by players" if default is None else str(default))


def test_the_automatic_players_are_told_in_the_programs_order() -> None:
    told = re.findall(r"^- \*\*(\w+)\*\*: ", DOCUMENT.split("## Automatic players")[1], re.M)
    assert told == list(RULESET.bots)

"""The players' rules say what the program does: their anchors, order lines and examples."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

import msgspec
import pytest

from pbem.engine.api import Fit
from pbem.rulesets import hegemon
from pbem.rulesets.hegemon import RULESET
from pbem.rulesets.hegemon.mechanics import judge_ending
from pbem.rulesets.hegemon.options import Options
from tests.rulesets.hegemon.table import (
    Played,
    desk,
    new_game,
    parse,
    source_game,
    with_points,
)

DOCUMENT = (Path(hegemon.__file__).parent / "rulebook.md").read_text("utf-8")

BLOCKS = re.findall(r"```orders\n(.*?)```", DOCUMENT, re.DOTALL)
LINES = [line for block in BLOCKS for line in block.splitlines()]


def rows(table_heading: str) -> list[list[str]]:
    """The cells of the table below this first row."""
    below = DOCUMENT.split(table_heading, maxsplit=1)[1].lstrip("\n").splitlines()[1:]
    table = below[: next(at for at, line in enumerate(below) if not line.startswith("|"))]
    return [[cell.strip(" *`") for cell in line.strip("|").split("|")] for line in table]


@pytest.mark.parametrize("number", range(1, 13))
def test_every_ruling_has_an_anchor_and_a_heading(number):
    assert re.search(rf'<a id="hg-{number}"></a>\n## HG-{number} \w', DOCUMENT)


@pytest.mark.parametrize("line", LINES)
def test_every_order_line_of_the_document_is_an_order_and_valid(line):
    assert desk.fit(line) is Fit.ORDER
    assert parse(new_game(), line).orders is not None


def test_HG_1_the_table_of_settings_has_every_setting_with_its_default():
    told = {name: default for name, default, _meaning in rows("| Setting | Default | Meaning |")}
    defaults = {}
    for field in msgspec.structs.fields(Options):
        value = field.default
        defaults[field.name] = ", ".join(value) if isinstance(value, tuple) else str(value)
    assert told == {
        name: text.lower() if text in ("True", "False") else text for name, text in defaults.items()
    }


def test_the_turn_in_one_example_comes_out_as_told():
    orders = rows("| Player | Order | Given | Cooperation | Competition |")
    moves = {seat: row[1] for seat, row in enumerate(orders, start=1)}
    results = rows("| Player | Before | Cooperation | Competition | Malus | Damage | After |")
    before = [[row[1], 0, 0] for row in results]
    played = Played(with_points(new_game(3), *before), moves)
    assert played.points() == [Fraction(row[6]) for row in results] == [100, 111, 130]


def test_HG_9_the_example_of_cooperating_and_attacking_at_once_comes_out_as_told():
    first, second = re.findall(r"`(Economy 100% [^`]+)`", DOCUMENT)
    state = with_points(source_game(2), (10, 0, 0), (10, 0, 0))
    assert Played(state, {1: first, 2: second}).points() == [106, 84]
    assert "= 106 (" in DOCUMENT and "= 84 (" in DOCUMENT


def test_HG_10_the_example_of_a_tie_comes_out_as_told():
    ending = judge_ending(
        tuple(tuple(map(Fraction, row)) for row in ((10, 5, 3), (8, 8, 2), (0, 8, 3)))
    )
    assert (ending.winners, ending.decided_by, ending.leads) == ((1,), "leads", (2, 1, 2))


def test_the_automatic_players_are_told_in_the_programs_order():
    told = re.findall(r"^- \*\*(\w+)\*\*: ", DOCUMENT.split("## Automatic players")[1], re.M)
    assert told == list(RULESET.bots)

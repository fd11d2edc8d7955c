"""The players' rules say what the program does: their anchors, tables, examples and orders."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from pbem.engine.api import Fit, Level, Parsed
from pbem.rulesets import parsec
from pbem.rulesets.parsec import RULESET
from pbem.rulesets.parsec.figures import FIGURES, KINDS, SHIPS
from pbem.rulesets.parsec.options import Options
from pbem.rulesets.parsec.orders import Orders
from pbem.rulesets.parsec.turn.setup import default_galaxy
from tests.rulesets.parsec.table import drawn, parse, view

FOLDER = Path(parsec.__file__).parent
DOCUMENT = (FOLDER / "rulebook.md").read_text("utf-8")
BLOCKS = re.findall(r"```orders\n(.*?)```", DOCUMENT, re.DOTALL)
LINES = [line for block in BLOCKS for line in block.splitlines()]
READINGS = re.findall(
    r"^\| `([^`]+)` \| (.*) \|$", DOCUMENT.split("| You write |")[1].split("\n\n")[0], re.M
)


def rows(heading: str) -> list[list[str]]:
    """The cells of the table whose first row begins so."""
    below = DOCUMENT.split(f"\n{heading}", maxsplit=1)[1].split("\n", maxsplit=2)[2].splitlines()
    end = next(at for at, line in enumerate(below) if not line.startswith("|"))
    return [[cell.strip(" `") for cell in line.strip("|").split("|")] for line in below[:end]]


@pytest.mark.parametrize("number", range(1, 16))
def test_every_ruling_has_an_anchor_and_a_heading(number: int) -> None:
    assert re.search(rf'<a id="pa-{number}"></a>\n### PA-{number} \w', DOCUMENT)


@pytest.mark.parametrize("line", LINES)
def test_every_order_line_of_the_document_is_an_order(line: str) -> None:
    assert RULESET.desk.fit(line) is Fit.ORDER


def test_pa6_pa7_the_first_mail_can_be_sent_on_the_default_board() -> None:
    found = parse(view(drawn(default_galaxy()), hands={1: "ggssmr"}), *BLOCKS[0].splitlines())
    assert [(one.level, one.message) for one in found.verdicts] == [(Level.ACCEPTED, "")] * 2
    assert found.verdicts[1].note == "1 person for you (your government leader)"


@pytest.mark.parametrize(
    "line", [row[-1] for row in rows("| To |")] + [row[0] for row in rows("| Write |")]
)
def test_every_order_of_the_tables_is_an_order(line: str) -> None:
    assert RULESET.desk.fit(line) is Fit.ORDER


@pytest.mark.parametrize(("written", "read"), READINGS)
def test_what_players_may_write_is_read_as_the_document_says(written: str, read: str) -> None:
    seen = view(drawn(default_galaxy()), hands={1: "gmrrss"})
    found, meant = parse(seen, written), parse(seen, *re.findall(r"`([^`]+)`", read))
    assert RULESET.desk.fit(written) is Fit.ORDER
    assert (found.orders, _refusals(found)) == (meant.orders, _refusals(meant))


def _refusals(parsed: Parsed[Orders]) -> list[str]:
    return [one.message for one in parsed.verdicts if one.level is Level.REFUSED]


def test_the_table_of_kinds() -> None:
    assert [(row[0], row[1]) for row in rows("| Leader |")] == [(k, SHIPS[k]) for k in KINDS]


def test_pa2_the_table_of_the_pool() -> None:
    by_ship = {SHIPS[kind]: FIGURES.pool.of(kind) for kind in KINDS}
    assert {row[0]: int(row[1]) for row in rows("| Ship |")} == by_ship
    assert FIGURES.pool.total == 143


def test_the_table_of_settings_has_every_setting_with_its_default() -> None:
    told = {cells[0]: cells[1] for cells in rows("| Setting | Default |")}
    fields = {field.name: field.default for field in msgspec.structs.fields(Options)}
    assert list(told) == list(fields)
    assert (int(told["width"]), int(told["height"])) == Options().size
    for name in ("board", "pace", "reactions"):
        assert told[name] == fields[name]


def test_the_pictures_of_the_document_are_there() -> None:
    pictures = re.findall(r'src="([^"]+)"', DOCUMENT)
    assert pictures
    for name in pictures:
        assert (FOLDER / name).is_file()

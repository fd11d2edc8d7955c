"""Games of other packages that are not right: each is named, and all others go on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.service.languages import catalogue
from tests.cli.conftest import Command
from tests.examples.installing import found_in

GAMES = """\
from dataclasses import replace

from pbem.rulesets.hegemon import RULESET

OTHER = replace(RULESET, name="another")
EMPTY = replace(RULESET, name="empty", seats=range(0))
"""
POINTS = """\
[pbem.rulesets]
gone = no_such_module:RULESET
one = stray_games:OTHER
empty = stray_games:EMPTY
"""
SPOKEN = "[pbem.rulesets]\nspoken = spoken:RULESET\n"
HEAD = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n\n'
FIELDS = f'{HEAD}msgid "{{n}} oxen"\nmsgstr "{{m}} Ochsen"\n'


def package(folder: Path, name: str, points: str, **files: str) -> None:
    """As pip leaves one behind."""
    about = folder / f"{name}-1.0.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0.0\n")
    (about / "entry_points.txt").write_text(points)
    for file, text in files.items():
        path = folder / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode("latin-1"))


@pytest.fixture
def stray(tmp_path: Path) -> Iterator[None]:
    package(tmp_path, "stray_games", POINTS, **{"stray_games.py": GAMES})
    with found_in(tmp_path):
        yield


@pytest.mark.usefixtures("stray")
@pytest.mark.parametrize("command", ["rulesets", "doctor"])
def test_one_that_cannot_be_loaded_is_named_and_stops_no_other(
    house: Path, pbem: Command, command: str
) -> None:
    said = pbem(command)
    told = " ".join(f"{said.out} {said.err}".split())
    assert "hegemon: Hegemon" in told or "In order: asylamba-mini" in told
    assert "gone of stray_games 1.0.0 cannot be loaded: ModuleNotFoundError" in told
    assert "one of stray_games 1.0.0: the Ruleset calls itself 'another'" in told
    assert "empty of stray_games 1.0.0: seats is range(0, 0)" in told


@pytest.mark.parametrize(
    ("catalogue_file", "said"),
    [
        ("\xff\xfe, no text", "locale/de.po cannot be read, and is left out"),
        (FIELDS, "locale/de.po: '{n} oxen' has no field 'm' to tell; there are: n"),
    ],
)
def test_a_catalogue_that_is_wrong_is_named_and_spoils_no_other_games_sentences(
    tmp_path: Path, house: Path, pbem: Command, catalogue_file: str, said: str
) -> None:
    game = GAMES.replace("OTHER", "RULESET").replace("another", "spoken")
    files = {"spoken/__init__.py": game, "spoken/locale/de.po": catalogue_file}
    package(tmp_path, "spoken", SPOKEN, **files)
    with found_in(tmp_path):
        assert catalogue("de").gettext("Welcome") == "Willkommen"
        assert said in " ".join(pbem("doctor").out.split())
        checked = pbem("check", "spoken", "--games", "1", "--only", "catalogues")
        assert checked.code == 1
        assert said in checked.out

"""`pbem new-ruleset` writes a game that can be installed, examined and played at once."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.conftest import Command
from tests.examples.installing import PBEM, found_in, install, run

NAME = "dutch-auction"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The folder of a new package, which is installed."""
    folder = tmp_path_factory.mktemp("new")
    run(*PBEM, "new-ruleset", NAME, cwd=folder)
    install(folder / f"pbem-{NAME}", folder / "target")
    with found_in(folder / "target"):
        yield folder / f"pbem-{NAME}"


@pytest.mark.soak
def test_its_own_tests_pass(made: Path) -> None:
    """In `make test` the recipe shows it (tests/docs/test_add_a_game.py)."""
    said = run(sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", made, cwd=made)
    assert "3 passed" in said


def test_it_keeps_the_contract_and_is_played(made: Path) -> None:
    assert "bad" not in run(*PBEM, "check", NAME, "--games", "1", "--only", "contract", cwd=made)
    assert "steady" in run(*PBEM, "simulate", NAME, "--games", "2", "--level", "steady", cwd=made)


def test_where_it_stands_it_can_be_installed_without_anything_else(made: Path) -> None:
    """Without a network, and without the package by which hatchling would redirect imports."""
    install(made, made.parent / "linked", "--editable")
    (path,) = (made.parent / "linked").glob("*.pth")
    assert path.read_text() == str(made)


def test_it_is_listed_with_its_package_and_version(made: Path) -> None:
    said = run(*PBEM, "rulesets", cwd=made)
    assert f"{NAME}: Dutch auction 1, 2 to 6 players, of pbem-{NAME} 1.0.0" in said


def test_it_bears_its_own_name_everywhere(made: Path) -> None:
    files = [file for file in made.rglob("*") if file.suffix in (".py", ".toml", ".md")]
    assert made / "tests" / "test_dutch_auction.py" in files
    for file in files:
        assert "sealed" not in file.read_text().casefold()
        assert "SB-" not in file.read_text()
    assert "**DA-1**" in (made / "README.md").read_text()


@pytest.mark.parametrize("name", ["My game", "auction_", "hegemon"])
def test_a_name_that_cannot_be_is_told(pbem: Command, name: str) -> None:
    said = pbem("new-ruleset", name)
    assert said.code == 2
    assert "small letters" in said.err or "has a game of this name" in said.err


def test_nothing_that_is_there_is_written_over(pbem: Command, tmp_path: Path) -> None:
    (tmp_path / "pbem-chess").mkdir()
    said = pbem("new-ruleset", "chess", "--into", str(tmp_path))
    assert said.code == 1
    assert "is there already" in said.err

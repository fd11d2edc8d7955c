"""`pbem map`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pbem.cli.main import cli


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def pbem(*words: str) -> Result:
    return CliRunner().invoke(cli, ["map", *words], prog_name="pbem", catch_exceptions=False)


def test_syzygy_draws_writes_and_reports(folder: Path) -> None:
    said = pbem(
        "syzygy", "--size", "32", "--players", "4", "--seed", "7", "--antiquity",
        "--png", "map.png", "--json", "map.json", "--report",
    )  # fmt: skip
    assert said.exit_code == 0
    assert (folder / "map.png").read_bytes().startswith(b"\x89PNG")
    made = json.loads((folder / "map.json").read_bytes())
    assert made["size"] == 32 and made["antiquity"] is True
    assert all(number in said.output for number in ("4.A", "5.C", "6.B", "7.C.2"))
    assert "checks hold" in said.output and "NO" not in said.output


def test_equal_command_lines_write_equal_bytes(folder: Path) -> None:
    for name in ("one", "two"):
        for kind, more in (("syzygy", ["--size", "26"]), ("islands", [])):
            words = ["--png", f"{kind}-{name}.png", "--json", f"{kind}-{name}.json"]
            assert pbem(kind, "--seed", "5", *more, *words).exit_code == 0
    for file in ("syzygy-{}.png", "syzygy-{}.json", "islands-{}.png", "islands-{}.json"):
        assert (folder / file.format("one")).read_bytes() == (
            folder / file.format("two")
        ).read_bytes()


def test_biomes_are_forced_in_order() -> None:
    biomes = ["City", "Lakes", "Leaves", "Plains"]
    said = pbem("syzygy", "--size", "26", *(w for name in biomes for w in ("--biome", name)))
    assert f"Planets 1 to 4: {', '.join(biomes)}." in said.output


def test_islands_shows_the_board_in_letters_too() -> None:
    said = pbem("islands", "--width", "16", "--height", "12", "--players", "4", "--seed", "3")
    lines = said.output.splitlines()
    assert said.exit_code == 0
    assert all(len(line) == 16 and not line.strip(".~") for line in lines[:12])
    assert [line.split(":")[0][:8] for line in lines[12:16]] == [f"Player {n}" for n in range(1, 5)]
    assert "alike by" in lines[16]
    assert pbem("islands", "--players", "6").output.count("\n") == 12 + 6 + 1


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_survey_counts_over_many_maps(jobs: str) -> None:
    said = pbem("syzygy", "--size", "26", "--survey", "12", "--jobs", jobs)
    assert said.exit_code == 0
    assert "12 maps of 26 tiles a side for 4 players: 12 conform, 0 refused." in said.output
    assert "elevation by biome" in said.output


def test_a_survey_with_faults_names_them_and_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pbem.maps.syzygy.objects.RELICS", (1, 1))
    said = pbem("syzygy", "--size", "26", "--survey", "2", "--seed", "3")
    assert said.exit_code == 1
    assert "refused" in said.output or "7.C.1" in said.output


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["syzygy", "--size", "26", "--players", "5"], "2 to 4 players"),
        (["syzygy", "--biome", "Citty"], "did you mean 'City'"),
        (["islands", "--width", "7"], "8 to 48"),
    ],
)
def test_what_cannot_be_is_told_in_one_line(words: list[str], told: str) -> None:
    said = pbem(*words)
    assert said.exit_code == 1
    assert told in said.output and said.output.count("\n") == 1

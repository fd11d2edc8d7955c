"""`pbem completion` and `pbem man`."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import click
import pytest

from pbem.cli.main import COMMANDS, cli
from pbem.cli.manual import roff
from tests.cli.conftest import Command
from tests.cli.test_main import all_commands

PROGRAM = "from pbem.cli.main import main; main()"


def completed(folder: Path, *words: str) -> str:
    """What is offered for the last of these words."""
    line = {"COMP_WORDS": " ".join(["pbem", *words]), "COMP_CWORD": str(len(words))}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        cwd=folder,
        env={**os.environ, **line, "_PBEM_COMPLETE": "bash_complete"},
        capture_output=True,
        text=True,
    )
    assert done.stderr == ""
    return done.stdout


def test_commands_are_completed(folder: Path) -> None:
    said = completed(folder, "res").split("\n")
    assert said == ["plain,resume", "plain,resend", "plain,restore", ""]


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        (("--conf",), "plain,--config\n"),
        (("quarantine", "re"), "plain,retry\n"),
        (("health", "--j"), "plain,--json\n"),
        (("completion", "f"), "plain,fish\n"),
    ],
)
def test_options_and_the_commands_of_a_group_are_completed(
    folder: Path, words: tuple[str, ...], offered: str
) -> None:
    assert completed(folder, *words) == offered


def offered(command: str, incomplete: str, **options: str) -> list[str]:
    """What click offers for a command's first argument."""
    root = click.Context(cli, info_name="pbem")
    root.params = {"config": options.get("config")}
    found = cli.get_command(root, command)
    assert found is not None
    context = click.Context(found, info_name=command, parent=root)
    return [item.value for item in found.params[0].shell_complete(context, incomplete)]


@pytest.mark.parametrize("command", ["show", "stats", "close", "pause", "export", "resend"])
def test_games_are_completed_where_a_command_wants_one(house: Path, command: str) -> None:
    assert offered(command, "") == ["spring"]
    assert offered(command, "spr") == ["spring"]
    assert offered(command, "aut") == []


def test_games_are_those_of_the_configuration_that_the_line_names(
    house: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    assert offered("show", "") == [], "there is no configuration"
    assert offered("show", "", config="../config.toml") == ["spring"]
    monkeypatch.setenv("PBEM_CONFIG", "../config.toml")
    assert offered("show", "") == ["spring"]
    (house / "games.db").unlink()
    assert offered("show", "") == []
    assert not (house / "games.db").exists()
    (house / "games.db").write_text("no database" * 1000)
    assert offered("show", "") == []


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_each_shell_gets_its_script(pbem: Command, shell: str) -> None:
    said = pbem("completion", shell)
    assert said.code == 0
    assert f"_PBEM_COMPLETE={shell}_complete" in said.out


def test_bash_takes_its_script(pbem: Command) -> None:
    script = pbem("completion", "bash").out + "\ncomplete -p pbem"
    done = subprocess.run(["bash", "--norc", "-c", script], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert "_pbem_completion pbem" in done.stdout


def test_another_shell_is_a_usage_error(pbem: Command) -> None:
    assert pbem("completion", "tcsh").code == 2


def test_the_manual_has_every_command_with_its_options(pbem: Command) -> None:
    said = pbem("man")
    assert said.code == 0
    for words in all_commands():
        assert f".SS {roff(' '.join(('pbem', *words)))}\n" in said.out
    for option in ("--config", "--embedded", "--json", "--weekdays"):
        assert f".TP\n\\fB{roff(option)}" in said.out or f", {roff(option)}" in said.out
    assert ".nf\nExamples:\n  pbem health\n" in said.out
    assert said.out.count(".SS ") == len(all_commands()) >= len(COMMANDS)


def test_nothing_in_the_manual_is_taken_for_a_request(pbem: Command) -> None:
    known = {"TH", "SH", "SS", "PP", "TP", "nf", "fi"}
    for line in pbem("man").out.splitlines():
        assert line[:1] != "'"
        assert "\b" not in line
        assert not line.startswith(".") or re.split(r"\W", line[1:])[0] in known, line
        assert set(re.findall(r"\\.", line)) <= {r"\-", r"\e", r"\f", r"\(", r"\&"}, line


def test_what_roff_would_take_for_its_own_is_shown_as_it_is() -> None:
    assert roff(".x") == r"\&.x"
    assert roff("'a\\b'") == r"\(aqa\eb\(aq"
    assert roff("--every") == r"\-\-every"

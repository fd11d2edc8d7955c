"""The command as a whole: its help, its manners, its trouble."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module
from importlib.metadata import version

import click
import pytest

from pbem.cli.main import COMMANDS, DATABASE_ERROR, in_one_line
from tests.cli.conftest import Command


def all_commands() -> list[tuple[str, ...]]:
    found: list[tuple[str, ...]] = []
    for name, place in COMMANDS.items():
        command = place.load()
        subcommands = command.commands if isinstance(command, click.Group) else {}
        found += [(name, sub) for sub in subcommands] or [(name,)]
    return found


@pytest.mark.parametrize("words", all_commands(), ids=" ".join)
def test_every_command_tells_what_it_does_with_an_example(
    pbem: Command, words: tuple[str, ...]
) -> None:
    said = pbem(*words, "--help")
    assert said.code == 0
    assert f"pbem {' '.join(words)}" in said.out
    assert "Example" in said.out


def test_the_help_names_every_command(pbem: Command) -> None:
    said = pbem("--help")
    assert said.code == 0
    assert all(f"\n  {name} " in said.out for name in COMMANDS)


def test_it_tells_its_version(pbem: Command) -> None:
    assert pbem("--version").out == f"pbem {version('pbem')}\n"


def test_a_misspelt_command_is_a_usage_error_that_names_the_nearest(pbem: Command) -> None:
    said = pbem("simulat")
    assert said.code == 2
    assert "Did you mean 'simulate'?" in said.err


def test_a_database_error_is_known_by_its_name() -> None:
    module, _, kind = DATABASE_ERROR.rpartition(".")
    assert issubclass(getattr(import_module(module), kind), Exception)


def test_a_known_error_is_told_in_one_line_even_where_its_text_has_several() -> None:
    assert in_one_line(FileNotFoundError("no\n  such file")) == "no such file"


def test_an_error_that_nobody_foresaw_is_not_hidden() -> None:
    assert in_one_line(ZeroDivisionError("division by zero")) is None


@pytest.mark.parametrize(
    "words",
    [
        ("list",),
        ("show", "spring"),
        ("close", "spring"),
        ("pause", "spring"),
        ("verify", "spring"),
        ("quarantine", "list"),
        ("serve", "--embedded"),
        ("new", "--ruleset", "hegemon", "--open", "3"),
    ],
    ids=" ".join,
)
def test_without_a_configuration_one_line_says_how_to_get_one(
    pbem: Command, words: tuple[str, ...]
) -> None:
    said = pbem(*words)
    assert (said.code, said.out) == (1, "")
    assert said.err == "pbem: config.toml: no such file; 'pbem init' writes a config.toml\n"


def test_the_configuration_may_be_named_in_the_environment(
    pbem: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PBEM_CONFIG", "elsewhere/pbem.toml")
    assert pbem("init").code == 0
    assert pbem("list").code == 0
    assert pbem("--config", "elsewhere/pbem.toml", "list").code == 0
    monkeypatch.delenv("PBEM_CONFIG")
    assert pbem("list").code == 1


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[service]\nzone = 'Mars/Olympus'", "service.zone: 'Mars/Olympus' is no time zone"),
        ("[service]\npol = '5s'", "service.pol: there is no such key; there are: "),
        ("[imap]\nport = 'many'", "imap.port: "),
        ("[smtp]\nsecurity = 'ssl'", "smtp.security: "),
        ("[service", "is not TOML"),
    ],
)
def test_a_bad_configuration_is_one_line_with_file_key_and_remedy(
    pbem: Command, folder: object, text: str, said: str
) -> None:
    with click.open_file("config.toml", "w") as file:
        file.write(text)
    told = pbem("list")
    assert told.code == 1
    assert told.err.startswith("pbem: config.toml: ")
    assert said in told.err
    assert told.err.count("\n") == 1


def test_a_damaged_database_is_told_in_one_line(pbem: Command) -> None:
    assert pbem("init").code == 0
    with click.open_file("games.db", "wb") as file:
        file.write(b"this is no database, however long it may be" * 100)
    said = pbem("list")
    assert said.code == 1
    assert said.err.startswith("pbem: the database ")
    assert said.err.count("\n") == 1


def test_a_reader_that_leaves_early_is_no_trouble() -> None:
    program = "from pbem.cli.main import main; main()"
    words = ["simulate", "hegemon", "--games", "400", "--option", "turns=1", "--json"]
    with subprocess.Popen(
        [sys.executable, "-c", program, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""

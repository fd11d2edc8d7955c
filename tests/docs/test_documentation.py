"""The documents are true: links lead somewhere, commands exist, keys are those of the code."""

from __future__ import annotations

import json
import re
import shlex
import tomllib
from collections.abc import Iterator
from email.message import EmailMessage
from importlib.resources import files
from typing import Any

import click
import msgspec
import pytest
from click.testing import CliRunner

from pbem.cli.main import cli
from pbem.engine import registry
from pbem.service.config import Config, convert
from pbem.service.gamefile import GameSpec, PressSpec, SeatSpec, check_spec
from pbem.service.schedule import Schedule
from pbem.store.voting import Voting
from tests.docs.documents import ROOT, Document, document, documents

ALL = pytest.mark.parametrize("doc", list(documents()), ids=str)
RULES = {f"pbem/rulesets/{n.replace('-', '_')}/rulebook.md": n for n in registry.names()}
"""Every game has its rulebook, by which RULES answers."""

SAMPLES = pytest.mark.parametrize("path", ["README.md", "docs/player.md", *RULES], ids=str)


@ALL
def test_every_link_inside_the_repository_leads_somewhere(doc: Document) -> None:
    for target in doc.targets():
        if re.match(r"https?:|mailto:", target):
            continue
        path, _sign, anchor = target.partition("#")
        file = (doc.path.parent / path).resolve() if path else doc.path
        assert file.exists(), f"{doc}: {target}: there is no such file"
        if anchor:
            assert anchor in Document(file).anchors(), f"{doc}: {target}: there is no such place"


@ALL
def test_every_command_line_exists_with_its_options(doc: Document) -> None:
    for words in _command_lines(doc):
        complaint = _complaint(words, whole=True)
        assert complaint is None, f"{doc}: pbem {shlex.join(words)}: {complaint}"


@ALL
def test_every_command_named_in_a_sentence_exists(doc: Document) -> None:
    for span in doc.spans():
        program, *words = span.partition(" > ")[0].split()
        if program in ("pbem", ".venv/bin/pbem"):
            complaint = _complaint(words, whole=False)
            assert complaint is None, f"{doc}: {span}: {complaint}"


@ALL
def test_every_make_target_exists(doc: Document) -> None:
    targets = set(re.findall(r"^(\w+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    said = [span for span in doc.spans() if span.startswith("make ")]
    said += [line for block in doc.blocks("sh") for line in block.splitlines()]
    for line in said:
        found = re.match(r"make (\w+)", line)
        assert not found or found[1] in targets, f"{doc}: {line}"


def _command_lines(doc: Document) -> Iterator[list[str]]:
    """The words after ``pbem`` in each command of the shell blocks."""
    for block in doc.blocks("sh"):
        for line in block.splitlines():
            lexer = shlex.shlex(line, posix=True, punctuation_chars=True)
            lexer.whitespace_split = True
            command: list[str] = []
            for word in [*lexer, ";"]:
                if word in (";", "&&", "|", ">", "<"):
                    yield from _after_program(command)
                    command = []
                else:
                    command.append(word)


def _after_program(command: list[str]) -> Iterator[list[str]]:
    for index, word in enumerate(command):
        if word.endswith("/bin/pbem") or (word == "pbem" and index == 0):
            yield command[index + 1 :]


def _complaint(words: list[str], *, whole: bool) -> str | None:
    """What is wrong with a command line; where it is not `whole`, arguments may be missing."""
    command: click.Command = cli
    context = click.Context(cli, info_name="pbem")
    while True:
        try:
            given, rest, _order = command.make_parser(context).parse_args(list(words))
        except click.UsageError as error:
            return error.format_message()
        if not isinstance(command, click.Group) or not rest:
            break
        found = command.get_command(context, rest[0])
        if found is None:
            return f"there is no command {rest[0]!r}"
        command, words = found, rest[1:]
        context = click.Context(command, info_name=command.name, parent=context)
    if rest:
        return f"{rest} is too much"
    # What was not given stands there too, as a mark of click's own.
    missing = [
        p.name
        for p in command.params
        if p.required and not isinstance(given.get(str(p.name)), (str, tuple))
    ]
    return f"{missing} is missing" if missing and whole else None


def test_a_command_line_that_does_not_exist_would_be_noticed() -> None:
    assert _complaint(["shwo", "spring"], whole=True)
    assert _complaint(["new", "--rules", "hegemon"], whole=True)
    assert _complaint(["show"], whole=True)
    assert _complaint(["show", "spring", "summer"], whole=True)
    assert _complaint(["quarantine", "retry", "18", "--accept"], whole=True) is None


def _fields(kind: Any) -> dict[str, msgspec.structs.FieldInfo]:
    return {field.encode_name: field for field in msgspec.structs.fields(kind)}


def _tables(kind: Any) -> Iterator[tuple[str, Any]]:
    """Each table of the configuration by its dotted name."""
    for name, field in _fields(kind).items():
        if isinstance(field.type, type) and issubclass(field.type, msgspec.Struct):
            yield name, field.type
            for inner, found in _tables(field.type):
                yield f"{name}.{inner}", found


def _is_table(field: msgspec.structs.FieldInfo) -> bool:
    return isinstance(field.type, type) and issubclass(field.type, msgspec.Struct)


TABLES = pytest.mark.parametrize("name, kind", list(_tables(Config)))


@TABLES
def test_config_md_has_exactly_the_keys_and_defaults_that_there_are(name: str, kind: Any) -> None:
    told = document("docs/config.md").table(f"[{name}]")
    plain = {key: field for key, field in _fields(kind).items() if not _is_table(field)}
    assert sorted(told) == sorted(plain)
    for key, (default, _meaning) in told.items():
        assert _value(default) == msgspec.to_builtins(plain[key].default), f"{name}.{key}"


@TABLES
def test_the_config_toml_that_init_writes_has_exactly_the_keys_that_there_are(
    name: str, kind: Any
) -> None:
    written: Any = tomllib.loads((files("pbem.cli") / "config.toml").read_text("utf-8"))
    for part in name.split("."):
        written = written[part]
    assert sorted(written) == sorted(_fields(kind))
    for key, field in _fields(kind).items():
        if not _is_table(field):
            assert msgspec.convert(written[key], field.type) == field.default, f"{name}.{key}"


def _value(toml: str) -> Any:
    """A value as TOML writes it; its own kind of list is a tuple for msgspec."""
    found = tomllib.loads(f"value = {toml}")["value"]
    return tuple(found) if isinstance(found, list) else found


@pytest.mark.parametrize(
    "heading, kind",
    [
        ("Game", GameSpec),
        ("Seats", SeatSpec),
        ("Schedule", Schedule),
        ("Press", PressSpec),
        ("Votes", Voting),
    ],
)
def test_game_master_md_has_exactly_the_keys_of_a_game_file(heading: str, kind: Any) -> None:
    told = document("docs/game-master.md").table(heading)
    fields = _fields(kind)
    assert sorted(told) == sorted(fields)
    for key, (default, _meaning) in told.items():
        if default:
            assert _value(default) == msgspec.to_builtins(fields[key].default), f"{heading}.{key}"


@ALL
def test_every_toml_example_is_right(doc: Document) -> None:
    for block in doc.blocks("toml"):
        found = tomllib.loads(block)
        if "ruleset" in found:
            check_spec(convert(doc.path, found, GameSpec))
        elif "project" not in found and "words" not in found:
            convert(doc.path, found, Config)


@SAMPLES
def test_every_order_and_command_in_the_documents_is_taken_from_a_mail(path: str) -> None:
    doc = document(path)
    lines = [
        line
        for kind in ("orders", "commands")
        for block in doc.blocks(kind)
        for line in block.splitlines()
    ]
    assert lines
    for line in lines:
        sent = EmailMessage()
        sent["From"], sent["To"] = "anna@example.org", "orders@example.org"
        sent["Subject"], sent["Message-ID"] = "Orders", "<1@example.org>"
        sent.set_content(line)
        words = ["mail", "read", "-", "--ruleset", _game(path), "--json"]
        said = CliRunner().invoke(cli, words, input=sent.as_bytes(), catch_exceptions=False)
        reading = json.loads(said.stdout)
        assert len(reading["taken"]) == 1, f"{doc}: {line}: {reading}"
        assert not reading["ignored"], f"{doc}: {line}: {reading}"


def _game(path: str) -> str:
    """The game of a page of rules; all other pages take their examples from Hegemon."""
    return RULES.get(path, "hegemon")


def test_the_orders_in_the_documents_are_accepted() -> None:
    from pbem.engine.api import Ask, Level, Player
    from pbem.engine.orders import read_sheet
    from pbem.engine.registry import load, read_options
    from pbem.engine.rng import Chance

    game = load("hegemon")
    players = [Player(1, "Anna"), Player(2, "Boris")]
    state = game.rules.setup(read_options(game, {}), players, Chance(bytes(32), 0))
    view = game.rules.view(state, 1)
    for doc in (doc for doc in documents() if _game(str(doc)) == "hegemon"):
        for line in (line for block in doc.blocks("orders") for line in block.splitlines()):
            sheet = read_sheet([line], 8)
            verdicts = game.desk.parse(view, Ask(1, "move"), sheet.now).verdicts
            wrong = [v for v in (*sheet.verdicts, *verdicts) if v.level is Level.REFUSED]
            assert not wrong, f"{doc}: {line}: {wrong}"

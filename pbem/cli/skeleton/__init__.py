"""`pbem new-ruleset`: a package with a small game that can be played, to make another of."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import click

from pbem.cli.main import Failure
from pbem.engine import registry

MODEL = "sealed-bids"
"""The example that a new game begins as."""
_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_SUFFIXES = (".py", ".toml", ".md", ".po")


@click.command("new-ruleset")
@click.argument("name")
@click.option(
    "--into",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path(),
    help="The folder in which the package is made.  [default: the one you are in]",
)
def new_ruleset(name: str, into: Path) -> None:
    """Write a package with a game of your own, NAME.

    It begins as a small auction that passes every check, with tests, and can be played at once:
    change it piece by piece into your game. docs/add-a-game.md walks through it.

    \b
    Example:
      pbem new-ruleset my-game
    """
    if not _NAME.fullmatch(name):
        raise click.BadParameter("small letters, figures and hyphens, as in my-game")
    if name in registry.names():
        raise click.BadParameter(f"{registry.origin(name)} has a game of this name")
    folder = into / f"pbem-{name}"
    if folder.exists():
        raise Failure(f"{folder} is there already; name another game, or remove it")
    for path, text in skeleton(name):
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    click.echo(f"{folder} holds the game {name}. Next:")
    for line in (
        f"pip install --editable {folder}",
        f"pbem check {name}",
        f"pytest {folder}",
        f"pbem demo --ruleset {name}",
    ):
        click.echo(f"  {line}")


def skeleton(name: str) -> Iterator[tuple[str, str]]:
    """The files of a new game's package: where each stands, and its text."""
    model = model_folder()
    for file in sorted(model.rglob("*")):
        if file.suffix in _SUFFIXES:
            yield _renamed(str(file.relative_to(model)), name), _renamed(file.read_text(), name)
    tests = (files(__package__) / "test_rules.py.txt").read_text("utf-8")
    yield f"tests/test_{name.replace('-', '_')}.py", _renamed(tests, name)


def model_folder() -> Path:
    """Inside the installed package, else in the checkout."""
    installed = Path(str(files(__package__))) / MODEL
    return installed if installed.is_dir() else Path(__file__).parents[3] / "examples" / MODEL


def _renamed(text: str, name: str) -> str:
    """The model's text with another name; rulings are numbered by the name's initials."""
    initials = "".join(word[0] for word in name.split("-")).upper()
    for old, new in (
        (f"./examples/{MODEL}", f"./pbem-{name}"),
        (MODEL, name),
        (MODEL.replace("-", "_"), name.replace("-", "_")),
        (MODEL.replace("-", " ").capitalize(), name.replace("-", " ").capitalize()),
        ("SB-", f"{initials}-"),
        ("SB_", f"{initials}_"),
    ):
        text = text.replace(old, new)
    return text

"""Commands about rulesets: which there are, and whether they keep the contract of all games."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import click

from pbem.cli.new import read_option
from pbem.cli.words import say
from pbem.drawing.render import Renderer
from pbem.engine.registry import broken, load, origin, playable, read_options
from pbem.engine.testing import compare, run
from pbem.service.config import ConfigError
from pbem.service.tools.catalogues import CATALOGUES
from pbem.service.tools.house_words import HOUSE_WORDS
from pbem.service.tools.surface import MailSurface

CLEAR_LINE = "\r\x1b[K"


@click.command()
def rulesets() -> None:
    """List the games that are installed, with their bots, numbers of players and packages.

    Whatever cannot be loaded is named with the reason; all others can be played.

    \b
    Example:
      pbem rulesets
    """
    for found in playable():
        seats = f"{found.seats[0]} to {found.seats[-1]} players"
        bots = ", ".join(found.bots)
        click.echo(f"{found.name}: {found.title} {found.version}, {seats}, of {origin(found.name)}")
        say(f"  {found.summary} Bots, the weakest first: {bots}.")
    for trouble in broken():
        click.echo(f"Left out: {trouble}", err=True)


@click.command()
@click.argument("ruleset")
@click.option("--games", type=click.IntRange(min=1), default=24, show_default=True)
@click.option("--seed", type=int, default=1, show_default=True, help="Other seeds, other games.")
@click.option(
    "--golden",
    type=click.Path(file_okay=False, path_type=Path),
    help="A folder of approved reports to compare with.",
)
@click.option("--update", is_flag=True, help="With --golden: approve the reports as they are now.")
@click.option("--only", multiple=True, metavar="CHECK", help="Try these checks alone.")
@click.option("--option", "options", multiple=True, metavar="KEY=VALUE", help="A game's setting.")
@click.option(
    "--closely",
    type=click.IntRange(min=1),
    metavar="N",
    help="Examine what each seat receives at N moments, drawn from all games.  [default: at 60 at "
    "the most, of games with few seats]",
)
def check(
    ruleset: str,
    games: int,
    seed: int,
    closely: int | None,
    golden: Path | None,
    update: bool,
    only: tuple[str, ...],
    options: tuple[str, ...],
) -> None:
    """Try RULESET against the contract of all games.

    Plays random games at every number of players and looks at all that each seat
    would receive, mails and pictures too: the same every time, nothing that the
    seat may not know, every order read back as it was meant. Exit code 1 where a
    promise is broken.

    \b
    Examples:
      pbem check hegemon
      pbem check hegemon --games 8 --option ending=hidden
      pbem check hegemon --games 300 --closely 400
      pbem check mygame --golden tests/golden/mygame --update
    """
    if update and golden is None:
        raise click.UsageError("--update needs --golden DIR")
    found = load(ruleset)
    sound, watched = True, sys.stderr.isatty()
    try:
        results = run(
            found,
            games=games,
            seed=seed,
            options=read_options(found, dict(map(read_option, options))),
            surface=MailSurface(Renderer()),
            golden_files=None if golden is None else _golden_files(golden, update),
            progress=_show_progress if watched else None,
            only=only,
            closely=closely,
            more=(HOUSE_WORDS, CATALOGUES),
        )
        for result in results:
            if watched:
                click.echo(CLEAR_LINE, nl=False, err=True)
            click.echo(f"{'ok ' if result.passed else 'bad'} {result.check}: {result.title}")
            for detail in result.details:
                click.echo("\n".join(f"      {line}" for line in detail.splitlines()))
            sound = sound and result.passed
    except ValueError as error:
        if not only:
            raise
        raise click.BadParameter(str(error), param_hint="'--only'") from error
    if not sound:
        sys.exit(1)


def _show_progress(done: int, total: int, title: str) -> None:
    click.echo(f"{CLEAR_LINE}[{done + 1}/{total}] {title}", nl=False, err=True)


def _golden_files(folder: Path, update: bool) -> Callable[[Mapping[str, str]], Sequence[str]]:
    """Compares reports with the files of a folder, or puts them there."""

    def differences(made: Mapping[str, str]) -> Sequence[str]:
        if update:
            folder.mkdir(parents=True, exist_ok=True)
            for name in _kept(folder):
                if name not in made:
                    (folder / name).unlink()
            for name, text in made.items():
                (folder / name).write_text(text, encoding="utf-8")
        return compare(_kept(folder), made)

    return differences


def _kept(folder: Path) -> dict[str, str]:
    """The approved reports of a folder by file name; none where it does not exist yet."""
    try:
        return {file.name: file.read_text(encoding="utf-8") for file in folder.glob("*.txt")}
    except UnicodeDecodeError as error:
        raise ConfigError(f"{folder}: holds a .txt file that is no report: {error}") from error

"""Commands that prove a game, and carry it from one place to another: verify, export, import."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from pathlib import Path

import click

from pbem.cli.completing import game_ids
from pbem.cli.mailboxes import of_mailbox
from pbem.cli.main import Failure, Settings
from pbem.cli.words import count, plain
from pbem.engine.errors import Trouble
from pbem.engine.replay import Finding, Mark
from pbem.service.config import MAIN
from pbem.service.context import open_context
from pbem.service.tools.adopt import adopt
from pbem.service.tools.archive import Archive, BadArchive, pack, unpack
from pbem.service.tools.export import export_game
from pbem.service.tools.verify import verify_game
from pbem.service.tools.verify_file import verify_file
from pbem.store.games import all_games

OWNER_ONLY, OWNERS_FOLDER = 0o600, 0o700
FULL = "-full.pbem.zip"
NO_FILE = "{file}: there is no such file"


@click.command()
@click.argument("target", metavar="GAME|FILE")
@click.option(
    "--mails",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="With FILE: a folder of reports and receipts, saved as .eml, to hold against it.",
)
@click.pass_obj
def verify(settings: Settings, target: str, mails: Path | None) -> None:
    """Check all that is kept of GAME, or what FILE, an export, tells of one.

    The chain, everything that it seals, every mail on record, and the dice: each turn
    is resolved again. Tells what was changed, and where. FILE needs no service: anyone
    can check it. Exit code 1 where anything is wrong.

    \b
    Examples:
      pbem verify hegemon-1
      pbem verify spring.pbem.zip
      pbem verify spring.pbem.zip --mails ~/saved-mails
    """
    file = Path(target)
    if file.is_file():
        sound = _told(verify_file(file, mails))
    elif mails is not None:
        raise click.UsageError("--mails goes with a FILE: export the game first")
    elif os.sep in target or file.suffix:
        raise BadArchive(NO_FILE.format(file=target))
    else:
        with open_context(settings.config) as context:
            sound = _told(verify_game(context, target))
    if not sound:
        sys.exit(1)


def _told(findings: Iterable[Finding]) -> bool:
    """Print what was found; whether nothing is wrong."""
    wrong = 0
    for finding in findings:
        click.echo(in_words(finding))
        wrong += finding.mark is Mark.BAD
    click.echo("Nothing is wrong." if not wrong else f"{count(wrong, 'thing')} found wrong.")
    return not wrong


def in_words(finding: Finding) -> str:
    """A finding on one line: mark, turn, seat, text."""
    return f"{finding.mark:<3} {finding.where}: {finding.text}"


@click.command()
@click.argument("game", required=False, shell_complete=game_ids)
@click.option("--full", is_flag=True, help="Everything, to play on elsewhere: keep it secret.")
@click.option("--all", "every", is_flag=True, help="Every game in full, each in a file.")
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    help="Where to write it.  [default: GAME.pbem.zip, with --full GAME-full.pbem.zip, with --all "
    "the folder games]",
)
@click.pass_obj
def export(
    settings: Settings, game: str | None, full: bool, every: bool, output: Path | None
) -> None:
    """Write GAME into one file, for anyone to check.

    It holds what its spectators may know, and after the end all that the rules let out;
    the rest is in it as sealed hashes. With --full it holds secrets and addresses too,
    and 'pbem import' plays it on elsewhere. With --all every game is written so, into a
    folder that 'pbem import --all' reads. docs/export.md tells its schema.

    \b
    Examples:
      pbem export hegemon-1
      pbem export hegemon-1 --full -o moving.pbem.zip
      pbem export --all -o moving
    """
    if every == (game is not None):
        raise click.UsageError("name a GAME, or all of them with --all")
    if game is None:
        _export_all(settings.config, output or Path("games"))
        return
    target = output or Path(f"{game}{FULL}" if full else f"{game}.pbem.zip")
    _check_free(target)
    with open_context(settings.config) as context:
        data = pack(export_game(context, game, full=full))
    write_new(target, data)
    click.echo(f"{target} is written. 'pbem verify {target}' checks it.")
    if full:
        click.echo("It holds the secret, all orders and all addresses: give it to nobody else.")


def _export_all(config: Path, folder: Path) -> None:
    """Every game in full, each into a file of a new folder that only its owner may read."""
    _check_free(folder)
    with open_context(config) as context:
        with context.database.read() as connection:
            rows = all_games(connection)
        folder.mkdir(mode=OWNERS_FOLDER)
        left_out = 0
        for row in rows:
            try:
                data = pack(export_game(context, row.id, full=True))
            except Trouble as trouble:  # it has not begun: there is nothing to carry on
                click.echo(f"pbem: left out: {trouble}", err=True)
                left_out += 1
            else:
                write_new(folder / f"{row.id}{FULL}", data)
    written = count(len(rows) - left_out, "game")
    click.echo(f"{folder} holds {written}; 'pbem import --all' takes them over.")
    click.echo("All secrets, orders and addresses are in there: give it to nobody else.")
    if left_out:
        sys.exit(1)


def _check_free(target: Path) -> None:
    if target.exists():
        raise Failure(f"{target} is there already; name a new file with -o")
    if not target.parent.is_dir():
        raise Failure(f"{target}: the folder {target.parent} does not exist; make it first")


def write_new(path: Path, data: bytes) -> None:
    """Write a file that only its owner may read. Raises FileExistsError rather than replace one."""
    handle = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, OWNER_ONLY)
    with os.fdopen(handle, "wb") as file:
        file.write(data)


@click.command("import")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--as", "name", metavar="NAME", help="The game's id here.  [default: as it was]")
@click.option("--again", is_flag=True, help="Take it although it is here already.")
@click.option("--all", "every", is_flag=True, help="All games in the folder FILE.")
@click.option(
    "--mailbox", metavar="NAME", help="Let this mailbox play it.  [default: that of its name]"
)
@click.pass_obj
def import_game(
    settings: Settings, file: Path, name: str | None, again: bool, every: bool, mailbox: str | None
) -> None:
    """Take over a game from a full export, and play it on here.

    Its players are told, with their newest report: from now on they reply to this service.
    The time that was left for the open turn is left again. Pause the game where it came
    from, so that it is not played twice. What no link of its record proves is shown, for
    you to look at: the addresses above all. With --all FILE is a folder, as 'pbem export
    --all' makes it; a game that cannot be taken does not stop the others.

    \b
    Examples:
      pbem import moving.pbem.zip --as autumn
      pbem import --all moving
    """
    if not every:
        _import(settings.config, file, name, mailbox, again=again)
        return
    if name is not None:
        raise click.UsageError("--as is for one game, not for --all")
    files = sorted(file.glob(f"*{FULL}"))
    if not files:
        raise BadArchive(f"{file}: there is no *{FULL} in it; 'pbem export --all' makes them")
    failed = 0
    for one in files:
        try:
            _import(settings.config, one, None, mailbox, again=again)
        except Trouble as trouble:
            click.echo(f"pbem: {one.name}: {trouble}", err=True)
            failed += 1
    click.echo(f"{count(len(files) - failed, 'game')} taken over, {failed} not.")
    if failed:
        sys.exit(1)


def _import(
    config: Path, file: Path, name: str | None, mailbox: str | None, *, again: bool
) -> None:
    if not file.is_file():
        raise BadArchive(NO_FILE.format(file=file))
    try:
        archive = unpack(file.read_bytes())
    except BadArchive as error:
        raise BadArchive(f"{file}: {error}") from error
    with open_context(config) as context:
        # One that is not named here any more is that of no other: then it is the main one's.
        own = archive.service.mailbox if archive.service is not None else MAIN
        context = of_mailbox(context, mailbox) if mailbox is not None else context.at(own)
        row, told = adopt(context, archive, name, again=again)
        click.echo(f"{row.title} is here as {row.id}; 'pbem show {row.id}' tells how it stands.")
        if told:
            click.echo(f"{count(told, 'player')} will hear of it; 'pbem serve' sends the mails.")
            was = archive.game.game
            click.echo(f"Pause it where it came from ('pbem pause {was}'), or it is played twice.")
    _tell_unproved(archive)


def _tell_unproved(archive: Archive) -> None:
    """What a full export says that no link of the chain has, and a forger could have written."""
    if archive.service is None:
        return
    click.echo("In no link of its record, look at them: the schedule, the settings of mail, and")
    people = [
        *(
            (f"seat {one.seat}", one.name, one.address, one.language)
            for one in archive.service.seats
        ),
        *(
            (f"game master {one.number}", one.name, one.address, one.language)
            for one in archive.service.masters
        ),
    ]
    for place, name, address, language in people:
        if address:
            speaks = f", in {language}" if language else ""
            click.echo(f"  {place}: {plain(name)} <{plain(address)}>{speaks}")

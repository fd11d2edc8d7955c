"""The `pbem` command: its options, its commands, and how it tells of trouble."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import click
from click.shell_completion import CompletionItem

from pbem.engine.errors import Trouble

CONFIG_ENV = "PBEM_CONFIG"

EPILOG = """\
\b
A first game, all on this machine:
  pbem init
  pbem new --ruleset hegemon --player "You <you@example.org>" --bot raider --bot hedger
  pbem serve --embedded

\b
Exit codes: 0 all went well, 1 what was asked for failed, 2 the command line makes no sense.
"""


@dataclass(frozen=True)
class Place:
    """Where a command's function stands, and what `pbem --help` says of it.

    Commands are imported when they are called: `pbem --help` needs no database.
    """

    module: str
    name: str
    help: str

    def load(self) -> click.Command:
        with nothing_collected():
            command = getattr(import_module(f"pbem.cli.{self.module}"), self.name)
        assert isinstance(command, click.Command)
        return command


@contextmanager
def nothing_collected() -> Iterator[None]:
    """Imports make many objects and leave no garbage: looking for some takes a fifth of their time,
    and nobody looks among them later."""
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


COMMANDS = {
    "init": Place("setup", "init", "Write config.toml, the key and games.db."),
    "doctor": Place("doctor", "doctor", "Try everything that the service needs."),
    "serve": Place("serve", "serve", "Receive orders, close turns, send reports."),
    "worker": Place("worker", "worker", "Serve with others, on PostgreSQL."),
    "health": Place("health", "health", "Tell whether the service is well, for monitoring."),
    "rulesets": Place("checks", "rulesets", "List the games that are installed."),
    "new-ruleset": Place("skeleton", "new_ruleset", "Write a package with a game of your own."),
    "new": Place("new", "new", "Make a game."),
    "start": Place("games", "start", "Start a game that waits for players."),
    "list": Place("overview", "list_games", "List all games."),
    "show": Place("overview", "show", "Show one game: who is in, until when, what mail fails."),
    "stats": Place("stats", "stats", "Count turns, orders and mails, of one game or of all."),
    "fame": Place("fame", "fame", "Show who is rated how, and who won."),
    "close": Place("games", "close", "Close the open turn now."),
    "create": Place("making", "create", "Make a game from a template."),
    "templates": Place("making", "templates", "Show what a game can begin from."),
    "rollback": Place("mastering", "rollback", "Take a game back to an earlier turn."),
    "pause": Place("games", "pause", "Stop a game's clock."),
    "resume": Place("games", "resume", "Start a paused game's clock again."),
    "deadline": Place("games", "deadline", "Move the open turn's deadline."),
    "master": Place("masters", "master", "Who runs a game: list, add, remove."),
    "preview": Place("results", "preview", "Show what players will read of a turn."),
    "release": Place("results", "release", "Send the reports that wait for you."),
    "for": Place("results", "order_for", "Give orders for a seat."),
    "view": Place("results", "view", "Show what a seat sees, or everything."),
    "invite": Place("masters", "invite", "Keep seats for people, and ask them by mail."),
    "approve": Place("masters", "approve", "Give a seat to whoever has asked for it."),
    "refuse": Place("masters", "refuse", "Do not give it to them."),
    "extend": Place("mastering", "extend", "Give everybody more time for the open turn."),
    "schedule": Place("mastering", "schedule", "Change when turns end."),
    "seat": Place("mastering", "seat", "Change who sits on a seat."),
    "eject": Place("mastering", "eject", "Take a seat from its player."),
    "cancel": Place("mastering", "cancel", "End a game without a result."),
    "archive": Place("mastering", "archive", "Take a game that is over off the lists."),
    "delete": Place("mastering", "delete", "Forget a game with its record."),
    "observer": Place("mastering", "observer", "Let somebody watch a game."),
    "public": Place("mastering", "make_public", "Show a game on the public pages, or no more."),
    "publish": Place("publish", "publish", "Write the public pages of the service."),
    "note": Place("mastering", "keep_note", "Keep a line with a game, for game masters."),
    "log": Place("mastering", "show_log", "Tell what game masters did in a game."),
    "trouble": Place("mastering", "trouble", "Tell what of a game needs you."),
    "resend": Place("games", "resend", "Send reports again, and mail that was held back."),
    "key": Place("keys", "key", "Keys that sign reply addresses: list, rotate."),
    "mailbox": Place("mailboxes", "mailbox", "Mailboxes of the service: list, move games."),
    "quarantine": Place("quarantine", "quarantine", "Mails that need your eye: list, show, retry."),
    "verify": Place("proof", "verify", "Check all that is kept of a game, or an export of one."),
    "export": Place("proof", "export", "Write a game into one file, for anyone to check."),
    "import": Place("proof", "import_game", "Take a game over from another service."),
    "backup": Place("backup", "backup", "Copy configuration, key and database, while serving."),
    "restore": Place("backup", "restore", "Go back to a backup."),
    "check": Place("checks", "check", "Try a ruleset against the contract of all games."),
    "simulate": Place("simulate", "simulate", "Let bots play many games, without mail."),
    "map": Place("map", "map_", "Make the boards that games are played on, to look at."),
    "mail": Place("mail", "mail", "What the intake makes of a mail."),
    "demo": Place("demo", "demo", "Watch bots play a campaign by real mail."),
    "completion": Place("shell", "completion", "Let a shell complete commands: bash, zsh, fish."),
    "man": Place("shell", "man", "Print the manual page."),
}
"""All commands, in the order in which `pbem --help` shows them."""


class Failure(click.ClickException):
    """What was asked for failed; told in one line."""

    exit_code = 1

    def show(self, file: Any = None) -> None:
        click.echo(f"pbem: {self.format_message()}", file=file, err=file is None)


class Commands(click.Group):
    """Finds commands by name, and turns known errors into one line and exit code 1."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        place = COMMANDS.get(cmd_name)
        return place.load() if place else None

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Commands by name, of which none is imported for it, and options."""
        found = [
            CompletionItem(name, help=place.help)
            for name, place in COMMANDS.items()
            if name.startswith(incomplete)
        ]
        return [*found, *click.Command.shell_complete(self, ctx, incomplete)]

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, place.help) for name, place in COMMANDS.items()])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if self.get_command(ctx, args[0]) is None and not args[0].startswith("-"):
            import difflib  # for whoever has misspelt a command

            near = difflib.get_close_matches(args[0], COMMANDS, n=1)
            hint = f" Did you mean {near[0]!r}?" if near else ""
            raise click.UsageError(f"No such command {args[0]!r}.{hint}", ctx)
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except (click.ClickException, click.exceptions.Exit, click.Abort, BrokenPipeError):
            raise  # click knows what to do with these
        except Exception as error:
            told = in_one_line(error)
            if told is None:
                raise
            raise Failure(told) from error


DATABASE_ERROR = "sqlalchemy.exc.DBAPIError"
"""By name, so that nothing of the database is imported to ask what an error is."""


def in_one_line(error: Exception) -> str | None:
    """What a known error has to say; None for one that nobody foresaw."""
    if isinstance(error, Trouble | OSError):
        return " ".join(str(error).split())
    if DATABASE_ERROR in {f"{k.__module__}.{k.__qualname__}" for k in type(error).__mro__}:
        reason = " ".join(str(getattr(error, "orig", error)).split())
        return f"the database cannot be used: {reason}; 'pbem doctor' tells more"
    return None


@dataclass(frozen=True)
class Settings:
    """The options that stand before a command."""

    config: Path
    verbose: bool


@click.group(
    cls=Commands,
    epilog=EPILOG,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.option(
    "--config",
    type=click.Path(dir_okay=False, path_type=Path),
    help=f"The configuration file.  [default: ${CONFIG_ENV}, else config.toml in this folder]",
)
@click.option("-v", "--verbose", is_flag=True, help="Log every step of the work.")
@click.version_option(package_name="pbem", prog_name="pbem", message="%(prog)s %(version)s")
@click.pass_context
def cli(ctx: click.Context, config: Path | None, verbose: bool) -> None:
    """Run play-by-mail games: orders come by ordinary mail, reports go out by mail.

    Every command works on the folder of its configuration file, which holds the
    key and the database too. `pbem COMMAND --help` tells the details, with examples.
    """
    ctx.obj = Settings(config or Path(os.environ.get(CONFIG_ENV) or "config.toml"), verbose)


def main() -> None:
    """The console script."""
    cli(prog_name="pbem")

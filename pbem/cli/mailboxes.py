"""`pbem mailbox`: which mailboxes a service has, and which games are theirs."""

from __future__ import annotations

import click
import msgspec

from pbem.cli.main import Failure, Settings
from pbem.cli.words import count, print_json
from pbem.service.config import MAIN, Config, load_config
from pbem.service.context import Context, database_of
from pbem.service.lock import on_duty, sole_server
from pbem.store.mailboxes import Holding, holdings, move_holdings

mailbox_option = click.option(
    "--mailbox",
    metavar="NAME",
    default=MAIN,
    show_default=True,
    help="Which of the service's mailboxes it is played by; see 'pbem mailbox list'.",
)


def of_mailbox(context: Context, mailbox: str) -> Context:
    """The context as seen from the mailbox that was named. Raises ConfigError."""
    context.config.of(mailbox)
    return context.at(mailbox)


class MailboxLine(msgspec.Struct, frozen=True):
    """One mailbox. ``games`` counts all that it has, those that are over, too, ``unread`` the mails
    that have arrived and are yet to be read and ``waiting`` those that have yet to go out;
    ``address`` is empty where config.toml does not name it."""

    name: str
    address: str
    games: int
    unread: int
    waiting: int


@click.group()
def mailbox() -> None:
    """Mailboxes of the service: list them, move games from one to another."""


@mailbox.command("list")
@click.option("--json", "as_json", is_flag=True, help="One JSON array instead of lines.")
@click.pass_obj
def list_mailboxes(settings: Settings, as_json: bool) -> None:
    """Tell which mailboxes there are, and how many games each has.

    \b
    Example:
      pbem mailbox list
    """
    config = load_config(settings.config)
    with (
        database_of(config, settings.config.parent) as database,
        database.read() as connection,
    ):
        found = holdings(connection)
    names = dict.fromkeys((*config.mailboxes, *found))
    lines = [_line(config, name, found.get(name, Holding())) for name in names]
    if as_json:
        print_json(lines)
        return
    for line in lines:
        where = line.address or f"not in config.toml; see 'pbem mailbox move {line.name} {MAIN}'"
        mails = {"read": line.unread, "send": line.waiting}
        owed = [f", {count(many, 'mail')} to {verb}" for verb, many in mails.items() if many]
        click.echo(f"{line.name}: {where}; {count(line.games, 'game')}{''.join(owed)}")


def _line(config: Config, name: str, held: Holding) -> MailboxLine:
    address = config.of(name).mail.address if name in config.mailboxes else ""
    return MailboxLine(name, address, *held)


@mailbox.command("move")
@click.argument("old")
@click.argument("new")
@click.pass_obj
def move(settings: Settings, old: str, new: str) -> None:
    """Let the mailbox NEW play all games of the mailbox OLD, and read and send what OLD has yet to.

    Stop 'pbem serve' first. Reply addresses that OLD has sent are void then: 'pbem resend'
    sends players of a game its newest report again, with an address that counts.

    \b
    Example:
      pbem mailbox move club main
    """
    config = load_config(settings.config)
    config.of(new)
    if old == new:
        raise Failure(f"they are in {new} already")
    base = settings.config.parent
    with (
        database_of(config, base) as database,
        sole_server(base),
        on_duty(database, "serve"),
        database.write() as connection,
    ):
        if old not in holdings(connection):
            raise Failure(f"there is nothing of a mailbox {old!r}; see 'pbem mailbox list'")
        moved = move_holdings(connection, old, new)
    click.echo(f"{count(moved, 'game')} of {old} played by {new} from now on.")

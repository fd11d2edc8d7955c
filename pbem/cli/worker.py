"""`pbem worker`: one of several processes that serve a PostgreSQL database."""

from __future__ import annotations

import logging
from contextlib import ExitStack

import click

from pbem.cli.logging import set_up
from pbem.cli.main import Settings
from pbem.cli.serve import check_logins, share_one_heap, stop_signals
from pbem.service.config import load_config
from pbem.service.context import check_mailboxes, context_of
from pbem.service.lock import on_duty
from pbem.service.operation.metrics import exporting
from pbem.service.operation.systemd import READY, STOPPING, notify, watchdog_seconds
from pbem.service.privacy import exposed
from pbem.service.workers.tables import check_tables

log = logging.getLogger(__name__)

QUEUES = "poll,settle,close,send,upkeep,publish"


@click.command()
@click.option(
    "--queues",
    default=QUEUES,
    show_default=True,
    metavar="NAMES",
    help="What this worker takes part in, with commas between.",
)
@click.option(
    "--concurrency",
    type=click.IntRange(1, 32),
    default=1,
    show_default=True,
    help="Jobs of each queue that it does at once.",
)
@click.pass_obj
def worker(settings: Settings, queues: str, concurrency: int) -> None:
    """Do a part of the service's work, beside other workers, until told to stop.

    On PostgreSQL as many workers as you like, on as many machines, do together what 'pbem serve'
    does alone. All of them need the same config.toml, key and templates. A worker that dies
    loses nothing; the others take over within a minute. See docs/scaling.md.

    poll reads the mailboxes, settle does what mails say, close ends turns, send hands mail in,
    publish writes the public pages where config.toml has publish = "DIR", on the machine that has
    the folder, and upkeep is all else that time brings. Somebody has to do each of them.

    \b
    Examples:
      pbem worker
      pbem worker --queues poll,send --concurrency 4
    """
    chosen = _chosen(queues)
    path = settings.config
    config = load_config(path)
    set_up(config.service.log_format, verbose=settings.verbose)
    share_one_heap()
    with ExitStack() as stack:
        until_stopped = stack.enter_context(stop_signals())
        check_logins(config, path)
        for warning in exposed(config, path):
            log.warning(warning)
        context = context_of(config, path.parent)
        stack.callback(context.close)
        check_mailboxes(context)
        check_tables(context.database)
        from pbem.service.workers.worker import Worker

        stack.enter_context(on_duty(context.database, "worker"))
        stack.enter_context(exporting(context))
        stack.enter_context(
            Worker(context, chosen, concurrency, watchdog_seconds=watchdog_seconds())
        )
        addresses = ", ".join(config.of(one).mail.address for one in config.mailboxes)
        click.echo(f"Working for {addresses}: {', '.join(chosen)}.")
        log.info("working at %s", context.database.shown_url)
        notify(READY)
        until_stopped()
        notify(STOPPING)
        log.info("stopping")
    log.info("stopped")


def _chosen(queues: str) -> tuple[str, ...]:
    """The queues that were named, in the order in which mail goes through them."""
    known = QUEUES.split(",")
    named = [one.strip() for one in queues.split(",") if one.strip()]
    strange = [one for one in named if one not in known]
    if strange or not named:
        said = f"there is no queue {strange[0]!r}" if strange else "name at least one"
        raise click.BadParameter(f"{said}; there are {', '.join(known)}", param_hint="--queues")
    return tuple(one for one in known if one in named)

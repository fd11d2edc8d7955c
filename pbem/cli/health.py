"""`pbem health`: is the service well?"""

from __future__ import annotations

import os
import sys

import click

from pbem.cli.main import Settings
from pbem.cli.words import print_json, span
from pbem.service.operation.health import Health, take


@click.command()
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of lines.")
@click.pass_obj
def health(settings: Settings, as_json: bool) -> None:
    """Tell whether the service is well, within ten seconds. Exit code 1 where it is not.

    Looks at the lock of 'pbem serve', and in the database at the last look into the
    mailbox, the outbox, turns that are overdue and alerts that last. Made for a
    container's health check, cron and monitoring: no network is used, nothing is
    changed, and no player's name or address is told.

    \b
    Examples:
      pbem health
      pbem health --json | jq -r '.problems[]'
    """
    found = take(settings.config)
    if as_json:
        print_json(found)
    else:
        _tell(found)
    if found.timed_out:
        sys.stdout.flush()
        os._exit(1)  # the thread that waits would keep the process from ending
    if not found.healthy:
        sys.exit(1)


def _tell(found: Health) -> None:
    click.echo("healthy" if found.healthy else "not healthy")
    for problem in found.problems:
        click.echo(f"bad {problem}")
    if found.last_poll_seconds is not None:
        click.echo(f"    the mailbox was last looked into {span(found.last_poll_seconds)} ago")
    if found.outbox_waiting is not None:
        click.echo(f"    mails that wait to be sent: {found.outbox_waiting}")
    for alert in found.alerts:
        click.echo(f"    alert: {alert.kind}, since {alert.began:%F %R} UTC")

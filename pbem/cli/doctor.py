"""`pbem doctor`: does everything work, and if not, how is it mended?"""

from __future__ import annotations

import os
import sys

import click

from pbem.cli.main import Settings
from pbem.cli.words import say
from pbem.service.tools.doctor import examine


@click.command()
@click.option("--embedded", is_flag=True, help="Try mail with the built-in server.")
@click.pass_obj
def doctor(settings: Settings, embedded: bool) -> None:
    """Try the configuration, key, database, templates, fonts, IMAP and SMTP.

    Says of each whether it works, and how to mend it if not, within half a minute.
    Exit code 1 where anything is bad. No mail is sent.

    \b
    Examples:
      pbem doctor
      pbem doctor --embedded
    """
    sound, finished = True, True
    for found in examine(settings.config, embedded=embedded):
        say(f"{'ok ' if found.good else 'bad'} {found.name}: {found.said}")
        sound = sound and found.good
        finished = finished and not found.unfinished
    if not finished:
        sys.stdout.flush()
        os._exit(1)  # a library's thread that hangs would keep the process from ending
    if not sound:
        sys.exit(1)

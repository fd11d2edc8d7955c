"""`pbem serve`: the service itself."""

from __future__ import annotations

import ctypes
import logging
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import FrameType

import click

from pbem.cli.logging import set_up
from pbem.cli.main import Settings
from pbem.service.built_in import built_in_mail
from pbem.service.config import MAIN, Config, ConfigError, load_config
from pbem.service.context import check_mailboxes, context_of
from pbem.service.lock import on_duty, sole_server
from pbem.service.operation.metrics import exporting
from pbem.service.operation.systemd import READY, STOPPING, notify, watchdog_seconds
from pbem.service.privacy import exposed
from pbem.service.runner import Runner

log = logging.getLogger(__name__)

STOP_SIGNALS = (signal.SIGTERM, signal.SIGINT)


@click.command()
@click.option("--embedded", is_flag=True, help="Start the built-in mail server and use it.")
@click.pass_obj
def serve(settings: Settings, embedded: bool) -> None:
    """Receive orders, close turns and send reports until told to stop.

    Stops on Ctrl-C and on SIGTERM, after what it is about; nothing is lost if it
    is killed instead. A mail server that cannot be reached is tried again and again.

    With --embedded no account and no network is needed: every address has a
    mailbox on this machine, at the ports of [embedded] in config.toml.

    \b
    Examples:
      pbem serve --embedded
      pbem --config /srv/games/config.toml serve
    """
    path = settings.config
    config = load_config(path)
    set_up(config.service.log_format, verbose=settings.verbose)
    share_one_heap()
    with ExitStack() as stack:
        until_stopped = stack.enter_context(stop_signals())
        stack.enter_context(sole_server(path.parent))
        if embedded:
            config = stack.enter_context(built_in_mail(config, path.parent))
        else:
            check_logins(config, path, ", or use 'pbem serve --embedded'")
        for warning in exposed(config, path):
            log.warning(warning)
        context = context_of(config, path.parent)
        stack.callback(context.close)
        check_mailboxes(context)
        stack.enter_context(on_duty(context.database, "serve"))
        stack.enter_context(exporting(context))
        stack.enter_context(Runner(context, watchdog_seconds=watchdog_seconds()))
        click.echo(_greeting(config, embedded))
        log.info("serving %s", path.parent.resolve())
        notify(READY)
        until_stopped()
        notify(STOPPING)
        log.info("stopping")
    log.info("stopped")


def check_logins(config: Config, path: Path, remedy: str = "") -> None:
    """Raise ConfigError where a mailbox has nobody who could read it, with what would help."""
    for mailbox in config.mailboxes:
        if not config.of(mailbox).imap.login.user:
            whose = "imap.login.user" if mailbox == MAIN else f"{mailbox}: imap.login.user"
            raise ConfigError(f"{path}: {whose}: is empty; name the mailbox there{remedy}")


@contextmanager
def stop_signals() -> Iterator[Callable[[], None]]:
    """Yields a function that returns once Ctrl-C was pressed or SIGTERM came, also if that was
    before it is called. A second Ctrl-C then ends the process at once."""
    # A signal that comes just before a thread begins to wait for an Event goes unnoticed; a
    # byte in a socket does not.
    asked, noted = socket.socketpair()
    noted.setblocking(False)
    before = {number: signal.signal(number, _leave_it) for number in STOP_SIGNALS}
    fd_before = signal.set_wakeup_fd(noted.fileno())

    def wait() -> None:
        asked.recv(1)
        signal.signal(signal.SIGINT, signal.SIG_DFL)

    try:
        yield wait
    finally:
        signal.set_wakeup_fd(fd_before)
        for number, handler in before.items():
            signal.signal(number, handler)
        asked.close()
        noted.close()


def _leave_it(_number: int, _frame: FrameType | None) -> None:
    """The interpreter has written the signal's number into the socket by now."""


def _greeting(config: Config, embedded: bool) -> str:
    served = "\n".join(_served(config.of(mailbox)) for mailbox in config.mailboxes)
    if not embedded:
        return served
    return (
        f"{served} Point Thunderbird or mutt there without encryption: user: your address in the "
        f"game, password: {config.embedded.password}"
    )


def _served(config: Config) -> str:
    imap, smtp = config.imap, config.smtp
    where = f"IMAP {imap.host}:{imap.port}, SMTP {smtp.host}:{smtp.port}"
    return f"Serving {config.mail.address}; {where}."


_M_ARENA_MAX = -8
"""The parameter's number in glibc's ``malloc.h``; see mallopt(3)."""


def share_one_heap() -> None:
    """Let all threads that start from now on take their memory from one place.

    glibc gives each thread a heap of its own and hands none of it to the others.
    Here jobs change threads from run to run, so that every heap would grow to what the
    largest job ever needed in it. Separate heaps gain little where the interpreter's lock
    lets one thread work at a time. Does nothing with another C library.
    """
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is not None:
        mallopt(_M_ARENA_MAX, 1)

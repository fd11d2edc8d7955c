"""The built-in mail server as the service uses it: started, and pointed to."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

import msgspec

from pbem.mailer.embedded import EmbeddedServer
from pbem.mailer.embedded.maildir import forget_old
from pbem.mailer.settings import ImapSettings, Login, SmtpSettings
from pbem.service.clock import SystemClock
from pbem.service.config import Config, MailboxSettings
from pbem.service.schedule import duration

PASSWORD_FILE = "password"
Mailbox = TypeVar("Mailbox", Config, MailboxSettings)


@contextmanager
def built_in_mail(config: Config, base: Path) -> Iterator[Config]:
    """Run the built-in server as ``[embedded]`` says, for the length of the block.

    Yields the configuration with the IMAP and SMTP of all mailboxes pointed there. Raises
    :class:`~pbem.mailer.embedded.EmbeddedServerProblem`.
    """
    settings = config.embedded
    folder = base / settings.folder
    keep = duration(config.service.keep_mail, "service.keep_mail")
    server = EmbeddedServer(
        folder,
        password=settings.password,
        imap_port=settings.imap_port,
        smtp_port=settings.smtp_port,
        domain=settings.domain,
    )
    with server:
        # Nobody has logged in yet, so that no mailbox has been opened.
        forget_old(folder, (SystemClock().now() - keep).timestamp())
        password = str(_password_file(folder, settings.password))

        def there(one: Mailbox) -> Mailbox:
            login = Login(user=one.mail.address, password_file=password)
            imap = ImapSettings(
                host=server.host, port=server.imap_port, security="none", login=login
            )
            smtp = SmtpSettings(
                host=server.host,
                port=server.smtp_port,
                security="none",
                connections=one.smtp.connections,
                rate=one.smtp.rate,
            )
            return msgspec.structs.replace(one, imap=imap, smtp=smtp)

        more = tuple(there(one) for one in config.mailbox)
        yield msgspec.structs.replace(there(config), mailbox=more)


def _password_file(folder: Path, password: str) -> Path:
    """The password where a login looks for it: in a file of its owner's."""
    path = folder.resolve() / PASSWORD_FILE
    handle = os.open(path, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600)
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write(password + "\n")
    return path

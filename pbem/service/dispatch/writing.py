"""Receipts become mails when they are queued; where they come in numbers a worker process has
written them by then.

To lay one out takes a good part of what a mail with orders costs, and nothing else hangs on it:
so it happens while the next mails are settled.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from pbem.engine.i18n import speaking
from pbem.mailer.outbound.compose import receipt_mail
from pbem.mailer.outbound.contents import Addressing, Receipt
from pbem.mailer.outbound.templating import Templates, packaged
from pbem.service.languages import catalogue
from pbem.service.processes import Outcome, Processes

WORTH_A_PROCESS = 8
"""Receipts that are handed over at once; fewer are written sooner here."""
PATIENCE = 10.0
"""Seconds for which a process is waited for that should have written them long since."""

Contents = tuple[Receipt, Addressing]


class Unwritten:
    """A receipt on its way into the outbox: ``bytes()`` makes the mail of it, or has it from the
    process that wrote it. Raises as :func:`~pbem.mailer.outbound.compose.receipt_mail`."""

    def __init__(self, receipt: Receipt, header: Addressing, templates: Templates) -> None:
        self.contents: Contents = (receipt, header)
        self._templates = templates
        self._mail: bytes | None = None
        self._handed: tuple[Outcome[list[bytes]], int] | None = None

    def hand_over(self, outcome: Outcome[list[bytes]], place: int) -> None:
        """A process writes it: the mail will stand at that `place`."""
        self._handed = (outcome, place)

    def __bytes__(self) -> bytes:
        if self._mail is None:
            self._mail = self._from_process() or _mail_of(self.contents, self._templates)
        return self._mail

    def _from_process(self) -> bytes | None:
        """None where there is none, or it failed: then it is written, or fails, here."""
        if self._handed is None:
            return None
        outcome, place = self._handed
        mails = outcome()
        return None if mails is None else mails[place]


class Writers:
    """A process that writes receipts with the templates of a `folder` (None: those that come with
    pbem). Safe to use from several threads.

    It starts when it is first needed (:class:`~pbem.service.processes.Processes`).
    """

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder
        self._processes = Processes(1, PATIENCE)

    def begin(self, receipts: Sequence[Unwritten]) -> None:
        """Begin to write receipts. Where no process can be had, each is written when it is
        wanted."""
        contents = [one.contents for one in receipts]
        outcome = self._processes.begin(_written, self._folder, contents)
        for place, one in enumerate(receipts):
            one.hand_over(outcome, place)

    def close(self) -> None:
        """End the process. It starts anew where more is to be written."""
        self._processes.close()


def _mail_of(contents: Contents, templates: Templates) -> bytes:
    receipt, header = contents
    with speaking(catalogue(header.language)):
        return receipt_mail(receipt, header, templates)


def _written(folder: Path | None, receipts: Sequence[Contents]) -> list[bytes]:
    """In the process: the mails, in their order."""
    return [_mail_of(one, _templates_of(folder)) for one in receipts]


@cache
def _templates_of(folder: Path | None) -> Templates:
    return packaged() if folder is None else Templates(folder)

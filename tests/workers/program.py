"""The `pbem` command, in the interpreter that runs the tests.

In its environment ``LEASE_SECONDS`` is for how long it leases mails, and ``SETTLE_SECONDS`` how
long it waits for each mail that it settles, as if for something slow.
"""

from __future__ import annotations

import os
import time
from datetime import timedelta

from pbem.cli.main import main
from pbem.service.context import Context
from pbem.service.dispatch import outbox
from pbem.service.intake import receive


def _wait_at_each_mail(seconds: float) -> None:
    really = receive._settle_at_once

    def slowly(context: Context, opened: receive.Opened) -> set[int]:
        time.sleep(seconds * len(opened))
        return really(context, opened)

    receive._settle_at_once = slowly


if __name__ == "__main__":
    if seconds := os.environ.get("LEASE_SECONDS"):
        outbox.LEASE = timedelta(seconds=float(seconds))
    if seconds := os.environ.get("SETTLE_SECONDS"):
        _wait_at_each_mail(float(seconds))
    main()

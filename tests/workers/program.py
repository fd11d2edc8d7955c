"""The `pbem` command, in the interpreter that runs the tests. ``LEASE_SECONDS`` in its environment
is for how long it leases mails."""

import os
from datetime import timedelta

from pbem.cli.main import main
from pbem.service.dispatch import outbox

if __name__ == "__main__":
    if seconds := os.environ.get("LEASE_SECONDS"):
        outbox.LEASE = timedelta(seconds=float(seconds))
    main()

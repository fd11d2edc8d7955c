"""A service process that ends itself hard at a named step: ``python -m tests.service.doomed``.

Without a step it runs until the game has reached the turn wanted, the mailbox is
empty and the outbox is drained, and ends with exit code 0.
"""

from __future__ import annotations

import logging
import os
import sys
import time
from datetime import timedelta
from pathlib import Path

import pbem.service.steps
from pbem.mailer.inbound.imap import Mailbox

DEAD = 37
"""The exit code of a process that reached its step; nothing else ends with it."""
PATIENCE = 60.0


def die_at(name: str, visit: int) -> None:
    """Let the process end, without any clean-up, the `visit`-th time that a step is reached."""
    visits = 0

    def step(reached: str) -> None:
        nonlocal visits
        if reached == name:
            visits += 1
            if visits == visit:
                os._exit(DEAD)

    pbem.service.steps.step = step


def main(base: Path, turn: int, step: str, visit: int, chunk: int) -> int:
    """`chunk`: how many mails share a transaction."""
    if step:
        die_at(step, visit)
    # Imported after the step is planted, since these modules take it by name.
    from pbem.service.dispatch import outbox
    from pbem.service.house import open_house
    from pbem.service.intake import receive
    from pbem.service.runner import Runner, sole_server
    from pbem.store import games, mail

    receive.CHUNK = chunk
    outbox.LEASE = timedelta(seconds=1)  # what the one before had leased need not be waited for
    with open_house(base / "config.toml") as house, sole_server(base), Runner(house, tick=0.1):
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            time.sleep(0.1)
            with house.database.read() as connection:
                reached = {g.turn for g in games.all_games(connection)}
                counts = mail.count_outgoing(connection)
            if min(reached) >= turn and not counts.get("queued") and not counts.get("sending"):
                with Mailbox(house.config.imap) as mailbox:
                    if not mailbox.waiting():
                        return 0
    return 1


if __name__ == "__main__":
    logging.basicConfig(level=logging.INFO)
    folder, wanted, *fate = sys.argv[1:]
    name, visit, chunk = fate or ("", "1", "50")
    sys.exit(main(Path(folder), int(wanted), name, int(visit), int(chunk)))

"""One round of the service that ends itself hard at a named step, the relay being installed:
``python -m tests.service.doomed_round``. Without a step it ends with exit code 0."""

from __future__ import annotations

import sys
from datetime import datetime
from pathlib import Path

from tests.service.doomed import die_at


def main(base: Path, now: datetime, step: str) -> None:
    if step:
        die_at(step, 1)
    # Imported after the step is planted, since these modules take it by name.
    from pbem.service.clock import ManualClock
    from pbem.service.config import Config
    from pbem.service.house import house_of
    from pbem.service.play.upkeep import close_due, send_news
    from tests.service import relay

    with relay.installed():
        house = house_of(Config(), base, ManualClock(now))
        try:
            close_due(house)
            send_news(house)
        finally:
            house.close()


if __name__ == "__main__":
    folder, moment, name = sys.argv[1:]
    main(Path(folder), datetime.fromisoformat(moment), name)

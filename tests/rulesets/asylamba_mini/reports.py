"""Reports of hand-made moments."""

from __future__ import annotations

from typing import Any

import msgspec

from pbem.engine.api import Event
from pbem.engine.report import Report
from pbem.rulesets.asylamba_mini.desk import make_report
from pbem.rulesets.asylamba_mini.view import Battle, Side, View


def report(seen: View, *news: Event | Battle) -> Report:
    """Of a turn with this news and these battles."""
    battles = tuple(one for one in news if isinstance(one, Battle))
    events = tuple(one for one in news if isinstance(one, Event))
    return make_report(msgspec.structs.replace(seen, battles=battles), events)


def fight(sector: int, attacker: Side, defender: Side, **more: Any) -> Battle:
    figures: dict[str, Any] = {
        "kind": "conquer",
        "taken": True,
        "captured": 0,
        **more,
    }
    return Battle(sector=sector, attacker=attacker, defender=defender, **figures)

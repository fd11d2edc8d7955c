"""Lines as the menu spells them: levels and fleets stand at their end, and missions are named."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.engine.api import Ask
from pbem.engine.orders import OrderError
from pbem.rulesets.asylamba_mini.figures import SHIPS
from pbem.rulesets.asylamba_mini.language import FACILITY, TAKER, TECHNOLOGY
from pbem.rulesets.asylamba_mini.language.meaning import Situation
from pbem.rulesets.asylamba_mini.mechanics import Realm, realm_of
from pbem.rulesets.asylamba_mini.mechanics.execution import Done
from pbem.rulesets.asylamba_mini.orders import (
    Autobuild,
    Build,
    Exchange,
    Research,
    Send,
    Upgrade,
    Wonder,
)
from pbem.rulesets.asylamba_mini.view import View


def menu_lines(view: View, ask: Ask, lines: Sequence[str]) -> Iterator[str]:
    """Each line as the menu has it, behind those before it; as it is where no path of the menu is
    just that order."""
    if view.me is None or view.me.means is None:
        yield from lines
        return
    at = start = Situation(view, ask, realm_of(view))
    for line in lines:
        try:
            steps = TAKER.take(line, at)
        except OrderError:
            yield line
            continue
        at = steps[-1].after
        (*more, last) = steps
        is_one = not more and last.done is not None
        yield (_spelled(start.position, last.done) if is_one else "") or line


def _spelled(realm: Realm, done: Done) -> str:
    match done.order:
        case Upgrade(facility=key):
            return f"UPGRADE {FACILITY.write(key)} TO {done.after}"
        case Research(technology=key, free=free):
            return f"RESEARCH {TECHNOLOGY.write(key)} {'FREE' if free else f'TO {done.after}'}"
        case Build(ship=ship, count=count, with_credits=credit):
            return f"BUILD {'WITH credits ' if credit else ''}{ship} {count}"
        case Wonder(megastructure=name):
            return f"WONDER {name}"
        case Exchange(give=give, get=get):
            return f"EXCHANGE {give} FOR {get} {done.gain.of(get)}"
        case Autobuild(sector=sector, ship=ship):
            return f"AUTOBUILD {sector} {ship}"
        case Send() as order:
            fleets = _fleets(realm, order)
            aim = f"TO {order.target} {order.kind.upper()}{' FREE' if order.free else ''}"
            return f"SEND FROM {order.source} {aim} {fleets}" if fleets else ""


def _fleets(realm: Realm, order: Send) -> str:
    """One type, or all that the sector has had; nothing for anything else."""
    sent = {ship: order.fleets.of(ship) for ship in SHIPS if order.fleets.of(ship)}
    if len(sent) == 1:
        ((ship, count),) = sent.items()
        return f"{ship} {count}"
    return "ALL" if order.fleets == realm.sectors[order.source].fleets else ""

"""Random legal orders, by walking what can be paid of the menu: for tests, and as the weakest
opponent of all."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from pbem.engine.api import Ask
from pbem.engine.menu import Item, Menu, branch, payable
from pbem.engine.rng import Stream
from pbem.rulesets.asylamba_mini.language import TAKER
from pbem.rulesets.asylamba_mini.language.meaning import Situation
from pbem.rulesets.asylamba_mini.language.menu import branch_of, missions_from
from pbem.rulesets.asylamba_mini.mechanics import Realm, own_realm
from pbem.rulesets.asylamba_mini.mechanics.execution import shortened
from pbem.rulesets.asylamba_mini.orders import IDLE, AnyOrder, Orders
from pbem.rulesets.asylamba_mini.view import View

_FEWEST, _MOST = 0, 8
"""How many orders are proposed in a turn."""
_IDEAS: Sequence[str] = (
    *("UPGRADE",) * 6,
    *("RESEARCH",) * 4,
    *("BUILD",) * 6,
    "WONDER",
    "EXCHANGE",
    "AUTOBUILD",
    *("ATTACK",) * 6,
    *("REINFORCE",) * 2,
)
_FAVOURED = "extended administration"
"""Without it no realm grows."""
_FARTHEST = 4


def random_orders(view: View, ask: Ask, stream: Stream) -> Orders:
    """Any orders that can be carried out; none for who has nothing to order."""
    start = realm = own_realm(view)
    if start is None or realm is None:
        return IDLE
    orders: list[AnyOrder] = []
    for _attempt in range(stream.between(_FEWEST, _MOST)):
        menu = _idea(view, realm, stream)
        if menu:
            step = TAKER.drawn(menu, Situation(view, ask, realm), stream)
            orders.append(step.order)
            realm = step.after.position
    return Orders(tuple(order for _place, order in shortened(start, orders)))


def _idea(view: View, realm: Realm, stream: Stream) -> Menu:
    """The menu of what is thought of."""
    verb = stream.choice(_IDEAS)
    if verb == "ATTACK":
        return _any_mission(realm, stream, own=False, view=view)
    if verb == "REINFORCE":
        return _any_mission(realm, stream, own=True, view=view)
    menu = payable(branch_of(realm, verb))
    if verb == "RESEARCH" and stream.strikes(1, 2):
        return _only(menu, _FAVOURED) or menu
    return menu


def _only(menu: Menu, words: str) -> Menu:
    """The menu with those items only that begin so."""
    found = tuple(item for item in menu[0].branches if item.words.startswith(words)) if menu else ()
    return (replace(menu[0], then=found),) if found else ()


def _any_mission(realm: Realm, stream: Stream, view: View, *, own: bool) -> Menu:
    """From a garrison, the largest more often than not: to a sector of one's own, to the capital
    rather, or against a near one that it may beat."""
    source = _source(realm, stream)
    found = () if source is None else payable(tuple(missions_from(realm, source)))
    if source is None or not found:
        return ()
    routes, strength = realm.routes_from(source), 2 * realm.sectors[source].fleets.total
    targets = tuple(
        item
        for item in found[0].branches
        for target in (int(item.words.split()[1]),)
        if (realm.owners[target - 1] == realm.seat) == own
        and (own or (routes[target].turns <= _FARTHEST))
        and (own or view.sector(target).garrison <= strength)
    )
    if own and stream.strikes(2, 3):
        targets = branch(targets, f"TO {realm.capital} REINFORCE") or targets
    if not targets:
        return ()
    sent = replace(found[0], then=tuple(map(_mostly_all, targets)))
    return (Item(words="SEND", then=(sent,)),)


def _mostly_all(target: Item) -> Item:
    """A target to which everything is sent twice in three times."""
    everything, *some = target.branches
    return replace(target, then=(*(everything,) * 2 * len(some), *some))


def _source(realm: Realm, stream: Stream) -> int | None:
    held = [number for number in sorted(realm.sectors) if realm.sectors[number].fleets]
    if not held:
        return None
    if stream.strikes(1, 3):
        return stream.choice(held)
    return max(held, key=lambda number: realm.sectors[number].fleets.total)

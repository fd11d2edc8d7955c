"""Random legal orders, by walking the menu: for tests, and as the weakest opponent of all.

What is proposed leans towards what lets a realm grow, so that a game among such players ends too.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from pbem.engine.api import Ask
from pbem.engine.menu import Choice, Item, Menu, branch, walk
from pbem.engine.rng import Stream
from pbem.rulesets.asylamba_mini.bots.search import shortened
from pbem.rulesets.asylamba_mini.language import TAKER
from pbem.rulesets.asylamba_mini.language.meaning import Situation
from pbem.rulesets.asylamba_mini.language.menu import branch_of, missions_from
from pbem.rulesets.asylamba_mini.mechanics.execution import tried
from pbem.rulesets.asylamba_mini.mechanics.realm import Realm, realm_of
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
    me = view.me
    if me is None or me.means is None or not me.alive:
        return IDLE
    start = realm = realm_of(view)
    orders: list[AnyOrder] = []
    for _attempt in range(stream.between(_FEWEST, _MOST)):
        menu = _idea(view, realm, stream)
        order = _read(menu, Situation(view, ask, realm), stream) if menu else None
        dealt = None if order is None else tried(realm, order)
        if order is not None and dealt is not None:
            orders.append(order)
            realm = dealt.realm
    return Orders(tuple(order for _place, order in shortened(start, orders)))


def _read(menu: Menu, at: Situation, stream: Stream) -> AnyOrder:
    """The order of a line of the menu at random."""
    (step,) = TAKER.take(walk(menu, stream), at)
    order: AnyOrder = step.order
    return order


def _idea(view: View, realm: Realm, stream: Stream) -> Menu:
    """The menu of what is thought of."""
    verb = stream.choice(_IDEAS)
    if verb == "ATTACK":
        return _missions(realm, stream, own=False, view=view)
    if verb == "REINFORCE":
        return _missions(realm, stream, own=True, view=view)
    menu = branch_of(realm, verb)
    if verb == "RESEARCH" and stream.strikes(1, 2):
        return _only(menu, _FAVOURED) or menu
    return menu


def _inside(menu: Menu) -> Menu:
    """What stands behind the one item of a menu."""
    (item,) = menu
    assert not isinstance(item.then, Choice)
    return item.then


def _only(menu: Menu, words: str) -> Menu:
    """The menu with those items only that begin so."""
    found = tuple(item for item in _inside(menu) if item.words.startswith(words)) if menu else ()
    return (msgspec.structs.replace(menu[0], then=found),) if found else ()


def _missions(realm: Realm, stream: Stream, view: View, *, own: bool) -> Menu:
    """From a garrison, the largest more often than not: to a sector of one's own, to the capital
    rather, or against a near one that it may beat."""
    source = _source(realm, stream)
    found = () if source is None else tuple(missions_from(realm, source))
    if source is None or not found:
        return ()
    routes, strength = realm.routes_from(source), 2 * realm.sectors[source].fleets.total
    targets = tuple(
        item
        for item in _inside(found)
        for target in (int(item.words.split()[1]),)
        if (realm.owners[target - 1] == realm.seat) == own
        and (own or (routes[target].turns <= _FARTHEST))
        and (own or view.sector(target).garrison <= strength)
    )
    if own and stream.strikes(2, 3):
        targets = branch(targets, f"TO {realm.capital} REINFORCE") or targets
    if not targets:
        return ()
    sent = msgspec.structs.replace(found[0], then=tuple(map(_mostly_all, targets)))
    return (Item(words="SEND", then=(sent,)),)


def _mostly_all(target: Item) -> Item:
    """A target to which everything is sent twice in three times."""
    assert not isinstance(target.then, Choice)
    everything, *some = target.then
    return msgspec.structs.replace(target, then=(*(everything,) * 2 * len(some), *some))


def _source(realm: Realm, stream: Stream) -> int | None:
    held = [number for number in sorted(realm.sectors) if realm.sectors[number].fleets]
    if not held:
        return None
    if stream.strikes(1, 3):
        return stream.choice(held)
    return max(held, key=lambda number: realm.sectors[number].fleets.total)

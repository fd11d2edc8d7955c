"""What a player can order now, as a tree whose every path is a line that the desk takes; and any
legal orders, by walking it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from msgspec.structs import replace

from pbem.engine.api import Ask
from pbem.engine.blocks import grouped
from pbem.engine.i18n import _, language
from pbem.engine.menu import Catalogue, Item, Limit, Menu, branch, explained, in_common
from pbem.engine.phrases import count_turns, side_by_side
from pbem.engine.rng import Stream
from pbem.maps.board import LAND, read_square, square_items, square_name, square_ref
from pbem.maps.paths import reach, regions
from pbem.rulesets.god_unit import naming
from pbem.rulesets.god_unit.figures import (
    ARMAMENT,
    CHARACTERISTICS,
    FACTORY,
    FIGURES,
    GRUNT,
    Characteristic,
    Design,
    Site,
    Unit,
    is_valid,
)
from pbem.rulesets.god_unit.language import TAKER
from pbem.rulesets.god_unit.language.meaning import DOES
from pbem.rulesets.god_unit.mechanics import Field
from pbem.rulesets.god_unit.mechanics.execution import Done
from pbem.rulesets.god_unit.mechanics.forecast import Rivalry, chance_to_hit
from pbem.rulesets.god_unit.mechanics.plans import empty_in_range, squares_in_range
from pbem.rulesets.god_unit.mechanics.position import Position, Situation, Workshop
from pbem.rulesets.god_unit.orders import (
    Act,
    AnyOrder,
    Else,
    Move,
    MoveTowards,
    Orders,
    Pass,
    PassUntil,
    Place,
    Produce,
)
from pbem.rulesets.god_unit.view import View

_FOLDED = Design(m=0, r=2)


def menu_of(view: View, ask: Ask, held: Orders | None = None) -> Menu:
    """Made from the view alone; units and factories with orders among those `held` have none to
    choose from."""
    if not view.is_playing or view.seat is None:
        return ()
    given = () if held is None else held.orders
    told = {order.factory for order in given if isinstance(order, Produce)}
    position = Position(view, view.seat)
    makes = _products(_shown(view), view.options.max_cost, language())
    products = tuple(production(position, makes, told))
    if view.is_placing:
        named = any(isinstance(order, Place) for order in given)
        places = () if named else placement(view)
        return explained((*places, *products, *_passes(view)), DOES)
    busy = {order.unit for order in given if isinstance(order, Act)}
    units = [unit for number, unit in position.units.items() if number not in busy]
    actions = _actions(position.field, units, Rivalry(position.field, view.seat))
    return explained((*products, *actions, *_passes(view)), DOES)


PASS = Item(words="PASS")
_FURTHEST = 9
"""So many turns ahead the menu lets one pass."""


def _passes(view: View) -> Menu:
    """PASS alone, and until each of the next turns (GU-10)."""
    most = min(view.options.max_turns, view.open_turn + _FURTHEST)
    label = _("turn {turn}")
    later = tuple(
        Item(words=str(turn), label=label.format(turn=turn))
        for turn in range(view.open_turn + 1, most + 1)
    )
    return (PASS, replace(PASS, then=later)) if later else (PASS,)


# Factories ----------------------------------------------------------------------------

_SPARE = 2
"""So many squares more than factories can be named by the menu."""
_SITES = 500
"""No more of them stand in a menu, one row behind another; of a larger zone one can be chosen."""


def placement(view: View) -> Menu:
    """Where factories may stand, the dearest square first (GU-7): as many as there are factories,
    and some more, should others be quicker."""
    ends = further = _sites(view)
    most = min(view.options.factories + _SPARE, _SITES // len(ends))
    for _square in range(1, most):
        further = (*ends, *(replace(one, then=further) for one in ends))
    told = _("its squares stand behind those of the PLACE line above")
    return (Item(words="PLACE", limits=(Limit("PLACE", 1, told),), then=further),)


def _sites(view: View) -> Menu:
    assert view.seat is not None
    if view.options.placement == "open":
        return tuple(square_items(view.board.squares(LAND)))
    return tuple(square_items(view.homes[view.seat - 1].zone))


def production(position: Position, products: Menu, told: Iterable[str] = ()) -> Iterator[Item]:
    """What each factory that is not `told` anything may make, of these products."""
    free = []
    for letter, shop in position.shops.items():
        if letter not in told:
            stands = not position.view.is_placing
            place = (square_ref(shop.site.square),) if stands else ()
            name = square_name(shop.site.square) if stands else ""
            label = side_by_side((name, _makes(shop)))
            limit = Limit(f"factory {letter}", 1, naming.told_above(letter))
            one = Item(words=letter, label=label, limits=(limit,), then=products)
            free.append(replace(one, refs=(f"factory:{letter}", *place)))
    if free:
        yield Item(words="PRODUCE", then=tuple(free))


def _makes(shop: Workshop) -> str:
    """What a factory is at, and when that is ready; nothing where it idles."""
    if shop.work is None:
        return ""
    told = _("makes {product} for turn {turn}")
    return told.format(product=naming.product(shop.work.product), turn=shop.due)


def _shown(view: View) -> frozenset[Design]:
    """The designs that somebody has shown."""
    return frozenset(one.design for one in view.built if not one.design.is_factory)


@lru_cache(maxsize=32)
def _products(shown: frozenset[Design], max_cost: int, language: str) -> Catalogue:
    """Every design level by level, then those that have names, and those of several levels that
    have been shown. They are told in a reader's language, and so kept for each."""
    again = _again()
    several = [design for design in shown if " " in str(design) and is_valid(design, max_cost)]
    whole: list[Item] = []
    for design in (GRUNT, FACTORY, *sorted(several, key=_by_cost)):
        one = _costing(design, Item(words=naming.product(design), label=naming.explained(design)))
        whole += (one, replace(one, then=again))
    rest = Item(words="NOTHING", label=_("let it rest"))
    return Catalogue((*_levels(max_cost, language), *whole, rest))


def _costing(design: Design, item: Item) -> Item:
    """The same with the turns that it takes (GU-9)."""
    return replace(item, note=count_turns(design.cost), lasts=design.cost)


def _again() -> Menu:
    return (Item(words="REPEAT", label=_("again and again")),)


def _by_cost(design: Design) -> tuple[int, str]:
    return design.cost, str(design)


@lru_cache(maxsize=32)
def _levels(max_cost: int, _language: str) -> Menu:
    """Every design of one level and more, the levels behind each other in the order of their
    letters, each with the turns that all of it takes. What may stand behind a level hangs on sums
    alone, so the 7,461 designs need but some 1,900 items."""
    again = _again()
    lowest, highest = FIGURES.levels
    raised_first = sorted(range(lowest, highest + 1), key=lambda level: (not level, level))
    rows: dict[tuple[object, ...], Menu] = {}

    def behind(design: Design, later: tuple[Characteristic, ...]) -> Menu:
        zeros = tuple(design.levels[one] == 0 for one in ARMAMENT if one not in later)
        arms = sum(highest for one in ARMAMENT if one in later)  # the most that may yet be added
        armed = max(design.armament, FIGURES.armament - arms)
        sums = (later, sum(design.levels.values()), armed, zeros)
        if sums not in rows:
            may_end = is_valid(design, max_cost) and design != GRUNT
            longer = tuple(
                item
                for place, letter in enumerate(later)
                for level in raised_first
                if level != GRUNT.levels[letter]
                for item in ending_in(letter, design.having(letter, level), later[place + 1 :])
            )
            rows[sums] = (*again, *longer) if may_end and longer else again if may_end else longer
        return rows[sums]

    def ending_in(
        letter: Characteristic, design: Design, later: tuple[Characteristic, ...]
    ) -> Iterator[Item]:
        one = Item(words=f"{letter}{design.levels[letter]}")
        if is_valid(design, max_cost):
            one = _costing(design, one)
            yield one
        if further := behind(design, later):
            yield replace(one, then=further)

    first = behind(GRUNT, CHARACTERISTICS)  # which says for all what the letters stand for
    return tuple(replace(one, label=naming.characteristic(one.words[0])) for one in first)


@lru_cache(maxsize=32)
def _near(shown: frozenset[Design], max_cost: int) -> Menu:
    """What random play makes: designs that somebody has shown, and those a level above them; a
    factory; nothing."""
    start = {GRUNT, _FOLDED, *shown}
    raised = {one.having(name, one.levels[name] + 1) for one in start for name in CHARACTERISTICS}
    found: list[Item] = []
    for design in (*sorted(start | raised, key=_by_cost), FACTORY):
        if is_valid(design, max_cost):
            one = Item(words=naming.product(design))
            found += (one, replace(one, then=(Item(words="REPEAT"),)))
    return (*found, Item(words="NOTHING"))


# Units --------------------------------------------------------------------------------


def _actions(field: Field, units: Iterable[Unit], rivalry: Rivalry) -> Iterator[Item]:
    """A branch for each verb, whose units may do the same in one line; of moves one for each
    region, for no way leads out of it."""
    region = regions(field.board)
    found = (
        (act, region.get(unit.square) if act.words == "MOVE" else None)
        for unit in units
        for act in _with_others(tuple(acts(field, unit, rivalry)))
    )
    for (words, place), alike in grouped(found, lambda one: (one[0].words, one[1])).items():
        verb = Item(words=words, then=tuple(one for act, _place in alike for one in act.branches))
        goals = tuple(square_items(sorted(one for one in region if region[one] == place)))
        towards = Item(words="TOWARDS", label=_("any square, as near as it gets"), then=goals)
        yield replace(verb, together=(towards,)) if goals else in_common(verb)


def acts(field: Field, unit: Unit, rivalry: Rivalry | None = None) -> Iterator[Item]:
    """What a unit may do as the board stands, by verbs; with a `rivalry`, in a menu, moves have
    notes, and it may lie in wait."""
    if found := tuple(_attacks(field, unit)):
        if rivalry is not None and (free := tuple(square_items(empty_in_range(field, unit)))):
            found += (Item(words="AT", label=_("a square that is empty now"), then=free),)
        yield Item(words="ATTACK", then=(_named(unit, found),))
    if found := tuple(_moves(field, unit)):
        noted = found if rivalry is None else (_noted(unit, one, rivalry) for one in found)
        yield Item(words="MOVE", then=(_named(unit, tuple(noted)),))
    if unit.phase == "undeployed":
        yield Item(words="DEPLOY", then=(_named(unit),))


def _named(unit: Unit, then: Menu = ()) -> Item:
    refs = (f"unit:{unit.number}", square_ref(unit.square))
    limit = Limit(f"unit {unit.number}", 1, naming.acts_above(unit.number))
    label = _("{unit} at {square}").format(unit=naming.state(unit), square=square_name(unit.square))
    own = Item(words=str(unit.number), label=label, limits=(limit,), refs=refs, then=then)
    return replace(own, but=(square_name(unit.square),))


def _with_others(own: Menu) -> Menu:
    """What a unit may do, `own`, by itself or with one thing more behind ELSE (GU-8)."""
    told = _("what it does where it cannot do the first")
    behind = (Item(words="ELSE", label=told, then=tuple(map(_unnamed, own))),)

    def longer(item: Item) -> Menu:
        if item.branches:
            then = tuple(one for choice in item.branches for one in longer(choice))
            return (replace(item, then=then),)
        return (item, replace(item, then=behind))

    return tuple(one for verb in own for one in longer(verb))


def _unnamed(verb: Item) -> Item:
    """The same choices, less empty squares, without the unit, which stands before ELSE."""
    (unit,) = verb.branches
    return replace(verb, then=tuple(one for one in unit.branches if not one.then))


def _moves(field: Field, unit: Unit) -> Iterator[Item]:
    walk = unit.levels.walk
    if not walk:
        return
    enemies = field.enemy_squares(unit.seat)
    near = reach(field.board, unit.square, walk, enemies)
    yield from square_items((one for one in near if one != unit.square), "TO")
    region = regions(field.board)
    here = region.get(unit.square)
    yield from square_items((one for one in sorted(enemies) if region.get(one) == here), "TOWARDS")


def _noted(unit: Unit, item: Item, rivalry: Rivalry) -> Item:
    """A move with what a receipt would say of it."""
    kind, name = item.words.split()
    square = read_square(name)
    assert square is not None
    choice = Move(to=square) if kind == "TO" else MoveTowards(goal=square)
    return replace(item, note=rivalry.told(unit, choice))


def _attacks(field: Field, unit: Unit) -> Iterator[Item]:
    """What is in its range as the board stands, with the chance of a hit."""
    if not unit.levels.is_armed or field.truce:
        return
    each = _("{odds}, {count} times") if unit.levels.attacks > 1 else "{odds}"
    yield Item(words="NEAREST")
    for square in squares_in_range(field, unit):
        chances = [
            (piece, chance_to_hit(unit.levels.attack, piece.levels.defence))
            for piece in field.at(square)
        ]
        for one in square_items((square,), "AT"):
            odds = naming.odds([chance for _piece, chance in chances])
            yield replace(one, note=each.format(odds=odds, count=unit.levels.attacks))
        for piece, chance in chances:
            kind = "FACTORY" if isinstance(piece, Site) else "UNIT"
            yield Item(
                words=f"{kind} {piece.name.ordered}",
                note=each.format(odds=naming.percent(chance), count=unit.levels.attacks),
                refs=(square_ref(square),),
            )


_SELDOM = {"NOTHING": 16, "FACTORY": 8}
"""One of so many products is that."""


def random_orders(view: View, stream: Stream) -> Orders:
    """Legal orders at random; nothing for who has no part in the game."""
    if not view.is_playing or view.seat is None:
        return Orders()
    at = Situation(view, Position(view, view.seat))
    if view.is_placing:
        return Orders((*_placement(at, stream), *_production(at, stream)))
    produce = tuple(_production(at, stream))
    units = [unit for unit in at.here.units.values() if stream.strikes(5, 6)]
    found = [act for unit in stream.shuffled(units) if (act := _act(at, unit, stream))]
    passes: list[AnyOrder] = [Pass()] if found and stream.strikes(1, 12) else []
    middle = len(found) // 2
    if stream.strikes(1, 12):
        passes.append(PassUntil(turn=view.open_turn + 1 + stream.below(_FURTHEST)))
    return Orders((*produce, *found[:middle], *passes, *found[middle:]))


def _read(menu: Menu, at: Situation, stream: Stream) -> AnyOrder:
    """The order of a line of the menu at random."""
    done: Done = TAKER.drawn(menu, at, stream).done
    (order,) = done.orders
    return order


def _placement(at: Situation, stream: Stream) -> Iterator[Place]:
    """Some squares, or none."""
    number = stream.below(at.view.options.factories + 3)
    place = (Item(words="PLACE", then=_sites(at.view)),)
    drawn = [_read(place, at, stream) for _square in range(number)]
    wishes = Orders(tuple(drawn)).wishes
    if wishes:
        yield Place(squares=wishes)


def _production(at: Situation, stream: Stream) -> Iterator[AnyOrder]:
    """Factories that idle get something to do, seldom to make another factory or nothing; now and
    then one changes its mind."""
    working = {letter for letter, shop in at.here.shops.items() if shop.work is not None}
    for verb in production(at.here, _near(_shown(at.view), at.view.options.max_cost)):
        for letter in verb.branches:
            if stream.strikes(1, 20) if letter.words in working else stream.strikes(5, 6):
                rare = next((one for one, odds in _SELDOM.items() if stream.strikes(1, odds)), "")
                usual = tuple(item for item in letter.branches if item.words not in _SELDOM)
                products = branch(letter.branches, rare) or usual
                making = replace(verb, then=(replace(letter, then=products),))
                yield _read((making,), at, stream)


def _act(at: Situation, unit: Unit, stream: Stream) -> Act | None:
    """An action of a unit, with alternatives now and then; None where it can do nothing."""
    menu = tuple(acts(at.here.field, unit))
    if not menu:
        return None
    first, *more = (
        _read((item,), at, stream) for item in (stream.choice(menu), *stream.shuffled(menu)[:2])
    )
    assert isinstance(first, Act)
    others = tuple(
        Else(other.choice, late=stream.strikes(1, 3))
        for other in more
        if isinstance(other, Act) and other.choice != first.choice and stream.strikes(1, 2)
    )
    return Act(unit=unit.number, choice=first.choice, others=others)

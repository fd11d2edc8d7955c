"""God Unit's reports, of every kind, as strings without names and order lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

import msgspec

from pbem.engine.advance import news_for
from pbem.engine.api import Event, Seat
from pbem.engine.language import Refusal
from pbem.engine.rng import Chance
from pbem.mailer.outbound.layout_text import lay_out
from pbem.rulesets.god_unit.events import (
    ChosenByLot,
    Finished,
    LineDone,
    LineLeft,
    ProductRefused,
    ProductSet,
    WishSkipped,
)
from pbem.rulesets.god_unit.figures import FACTORY, Name, Thing, unit_name
from pbem.rulesets.god_unit.language.menu import random_orders
from pbem.rulesets.god_unit.mechanics import errors
from pbem.rulesets.god_unit.orders import Act, AttackAt, AttackNearest, Deploy, Else, Move, Produce
from pbem.rulesets.god_unit.view import (
    AnyLogEntry,
    Appeared,
    Attacked,
    Completed,
    Deploying,
    Ending,
    Fallen,
    Initiative,
    Moved,
    Placed,
    Roll,
    Standing,
    Taken,
    View,
    Wasted,
)
from tests.i18n.god_unit_receipts import cut
from tests.i18n.told import told
from tests.rulesets.god_unit import situation
from tests.rulesets.god_unit.mails import desk
from tests.rulesets.god_unit.reports import attacked, dangers_of, roll
from tests.rulesets.god_unit.situation import rules
from tests.rulesets.god_unit.table import design, factory, square, unit, view

Moment = tuple[View, tuple[Event, ...]]


def reports() -> Iterator[str]:
    """Reports of every moment of a game, for players and spectators."""
    for seen, news in moments():
        yield from map(cut, told(desk.report(seen, news)))
    for cause in ("last", "nobody", "turns", "relics"):
        state = msgspec.structs.replace(situation.drawn(), ending=Ending((1,), cause))
        yield rules.outcome(state).reason
    yield from map(cut, _other_wishes())


def _other_wishes() -> Iterator[str]:
    """A factory in range, and a guard or one who could come that the house bot has go elsewhere."""
    for home in ("a1", "a3"):
        units = [unit(1, 5, home, "D3 M3"), unit(2, 8, "b1", "A3")]
        besieged = view(units=units, factories=[factory(1, "A", "a1", "D6", since=4)])
        for choice in (Move(to=(3, 3)), AttackAt(squares=((1, 0),))):
            for section in dangers_of(besieged, Act(5, choice)):
                yield from map(lay_out, section.blocks)


def moments() -> Iterator[Moment]:
    """Views and the news to each: two games at random, and what these do not bring about."""
    yield from _a_game(3, 12)
    yield from _a_game(3, 8, board="syzygy", victory="relics")
    yield from _beginnings()
    yield _orders_that_failed()
    yield _orders_that_were_done()
    yield from _losses()
    yield from _threats()
    yield from _relics()
    yield from _crowds()
    yield from _endings()


def _a_game(players: int, turns: int, **options: Any) -> Iterator[Moment]:
    """Random play, as every seat and a spectator see it."""
    state = situation.drawn(players, **options)
    events: tuple[Event, ...] = ()
    while True:
        for seat in (*range(1, players + 1), None):
            yield rules.view(state, seat), news_for(seat, events)
        if state.turn == turns or rules.outcome(state) is not None:
            return
        chance = Chance(situation.SECRET, state.turn + 1)
        answers = {
            ask.seat: random_orders(rules.view(state, ask.seat), chance.stream(f"x/{ask.seat}"))
            for ask in rules.asks(state)
        }
        state, events = rules.resolve(state, answers, chance)


def _beginnings() -> Iterator[Moment]:
    for seat, placement in product((1, None), ("home", "open")):
        yield view(seat=seat, turn=0, placement=placement), ()
    yield view(turn=0, max_cost=4), ()
    yield view(turn=0, players=8), ()


def _orders_that_failed() -> Moment:
    """Lines that came to nothing, for more reasons than are told."""
    far = (
        LineLeft(
            order=_move(1, "c7"),
            refusal=Refusal(errors.NO_GROUND, fields=(("square", f"c{row}"),)),
        )
        for row in range(3, 20)
    )
    waiting = (
        LineLeft(order=_move(unit, "c2"), refusal=Refusal(errors.ACTED)) for unit in range(2, 12)
    )
    watch = LineLeft(
        order=Act(unit=1, choice=AttackNearest()), refusal=Refusal(errors.NOBODY_BESIDE)
    )
    product = Produce(factory="D", product=design("D2"))
    return _turn(_hit(2, 7, _rolled("Red 4"))), (
        *far,
        *waiting,
        watch,
        LineLeft(order=_move(1, "c2"), refusal=Refusal(errors.ACTED)),
        LineLeft(order=_move(4, "b3"), refusal=Refusal(errors.NO_UNIT)),
        ProductRefused(order=product, refusal=Refusal(errors.NO_FACTORY)),
        WishSkipped(square=(2, 3), taken=True),
        WishSkipped(square=(2, 3), taken=False),
    )


def _orders_that_were_done() -> Moment:
    """Lines and products of every kind, done as they are written and otherwise."""
    moved = Moved(unit=unit_name(1, 1), design=design(""), path=((0, 0), (1, 1)))
    line = _move(1, "c2", Else(Move(to=(1, 1))))
    sets = (
        ProductSet(order=Produce(factory="A", product=design("D2 R3")), due=8, lost=0),
        ProductSet(order=Produce(factory="B", product=design("D2"), repeat=True), due=6, lost=3),
        ProductSet(order=Produce(factory="C", product=None), due=None, lost=1),
    )
    log = (
        moved,
        _hit(1, 1, _rolled("Blue 1"), _rolled("Blue 2", hit=False)),
        Deploying(unit=unit_name(1, 5), design=FACTORY, square=(0, 0)),
        Completed(unit=unit_name(1, 6), design=design("M0 D2"), square=(0, 0)),
        Completed(unit=unit_name(1, 7), design=FACTORY, square=(0, 1), factory=Name(1, "B")),
        Placed(factory=Name(1, "A"), square=(0, 0)),
    )
    return _turn(*log), (
        *(LineDone(order=line, choice=1, entry=0) for _again in range(6)),
        LineDone(order=Act(unit=1, choice=AttackNearest()), choice=0, entry=1),
        LineDone(order=Act(unit=5, choice=Deploy()), choice=0, entry=2),
        *sets,
        Finished(letter="A", number=12, design=design("A3"), due=7),
        ChosenByLot(letter="B", square=(1, 0)),
    )


def _losses() -> Iterator[Moment]:
    """Own ones, those of others, those for want of a factory, and defences that held."""
    factories = _hit(2, 7, _rolled("Red B"), _rolled("Red C"), _rolled("Red 4"), _rolled("Red 5"))
    tied = (_rolled("Red 1", tie=3, hit=False), _rolled("Red 1", defended=False))
    wasted = Wasted(unit=unit_name(1, 4), design=design("D2"), square=(2, 3))
    god = Appeared(
        unit=unit_name(2, 3), design=design("A3 D5 M3 N4 R4"), square=(9, 9), factory=Name(2, "A")
    )
    logs: tuple[Sequence[AnyLogEntry], ...] = (
        (),
        (factories,),
        (_hit(2, 7, _rolled("Red 4")),),
        (_hit(1, 1, _rolled("Blue B"), _rolled("Green 1")),),
        (_hit(2, 7, *tied), _hit(2, 8, _rolled("Red 1", hit=False))),
        (_hit(2, 7, _rolled("Green 4")), _hit(2, 8, _rolled("Green 5"))),
        (_hit(2, 7, _rolled("Red A", hit=False)),),
        (god, Initiative(order=((2, (4, 6)), (1, (4, 2)))), Fallen(seat=3)),
        (wasted,),
    )
    for log in logs:
        for seat in (1, None):
            yield _turn(*log, seat=seat, players=3), ()
    for units in (1, 2):
        army = [unit(1, number, "b2") for number in range(1, units + 1)]
        yield view(units=army, factories=[factory(2, "A", "j10")], log=[wasted]), ()
    yield from _last_blows()
    for by in (_hit(2, 4, _rolled("Red A")), wasted):
        for ending in (None, Ending((2,), "last")):
            seen = _turn(by, Fallen(seat=1), factories=(), units=(), out={1: 4}, players=3)
            yield msgspec.structs.replace(seen, ending=ending), ()


def _last_blows() -> Iterator[Moment]:
    """By range, with and without some of one's own, by strength, numbers, and long ago."""
    unarmed = roll(unit_name(1, 4), "b2", (4, 4), notation="A0 N0 R0")
    blows = (
        attacked(2, 4, "g2", "R6", [_rolled("Red 4")]),
        attacked(2, 4, "g2", "R6", [unarmed]),
        attacked(2, 4, "c2", "N3", [_rolled("Red 4")]),
        attacked(2, 4, "c2", "A4", [_rolled("Red 4")]),
    )
    had, gone = Standing(1, 3, 3), Standing(0, 1, 1)
    history = ((had,) * 3,) * 3 + ((gone,) * 3,) * 2
    given: dict[str, Any] = {"factories": (), "units": (), "out": {1: 4}, "history": history}
    for blow in blows:
        yield _turn(blow, Fallen(seat=1), players=3, **given), ()
    behind = ((Standing(2, 3, 3), had), (had, Standing(2, 3, 3)))
    dearer = (had, Standing(1, 4, 4))
    for rows in (behind, (dearer, dearer)):
        yield view(turn=1, history=rows, ending=Ending((2,), "turns", "factories")), ()


def _threats() -> Iterator[Moment]:
    """Pieces in range, factories that idle or are to be deployed, and what comes next."""
    foe = unit(2, 7, "b2", "A3 N2 R3")
    both = [factory(1, letter, at, since=4) for letter, at in (("A", "a1"), ("B", "c1"))]
    yield view(units=(foe, unit(1, 1, "j1")), factories=both), ()
    came = Moved(unit=foe.name, design=foe.design, path=((1, 2), (1, 1)))
    stops = ProductSet(order=Produce(factory="A", product=None), due=None, lost=1)
    yield view(units=(foe, unit(1, 1, "j1")), factories=both, log=[came]), (stops,)
    far = factory(2, "A", "j10", since=3)
    yield view(units=[foe, unit(1, 1, "c2", "factory")], factories=[far]), ()
    yield view(units=[foe, unit(1, 3, "c2")], factories=[factory(1, "A", "a1"), far]), ()
    coming = (
        unit(1, 7, "b2", "factory", "deploying"),
        unit(1, 8, "b3", "D2 M0", "deploying"),
    )
    made = factory(1, "A", "a1", "D2 R3", since=1, repeat=True)
    yield view(units=coming, factories=[made, factory(1, "B", "c1"), factory(1, "C", "d1")]), ()
    many = [unit(1, n, f"{x}5") for n, x in enumerate("acegi", start=1)]
    many += [unit(2, n, f"{x}6") for n, x in enumerate("acegi", start=1)]
    yield view(units=many, factories=[factory(1, "A", "j10")]), ()
    stuck = (unit(1, 1, "c3", "M0", "ready"), unit(2, 7, "c4", "D5"))
    yield view(units=(*stuck, unit(1, 2, "c3", "M0", "ready"))), ()
    helped = [foe, unit(1, 5, "a2", "D4")]
    yield view(units=helped, factories=[factory(1, "A", "a1", "D3", since=4), far]), ()
    yield view(turn=59, units=many), ()
    rush = [unit(2, n, "e6", "A3 D0 M2") for n in range(1, 7)]
    shown = [
        Appeared(unit=one.name, design=one.design, square=one.square, factory=Name(2, "A"))
        for one in rush
    ]
    siege = factory(1, "A", "a1", "A5 N4 D3 R6", since=5)
    yield view(turn=6, units=rush, factories=[siege, factory(2, "A", "j10")], log=shown), ()


def _relics() -> Iterator[Moment]:
    """Relics and outposts that change hands, reigns that are about to win, the truce's end."""
    things = (Thing("relic", (2, 3), 1), Thing("outpost", (4, 4), 2), Thing("relic", (5, 5)))
    taken = [
        Taken(square=thing.square, seat=seat, before=before)
        for thing, (seat, before) in product(things, ((1, None), (2, 1)))
    ]
    for seat in (1, 2):
        yield (
            _turn(
                *taken, turn=3, board="syzygy", victory="relics", reigns={seat: 6}, things=things
            ),
            (),
        )


def _crowds() -> Iterator[Moment]:
    """More than is told one by one."""
    squares = [f"{column}{row}" for row in range(1, 9) for column in "abcdefghij"]
    army = [unit(1, number, at) for number, at in enumerate(squares, start=1)]
    pile = [unit(2, number, "c9", "D2" if number % 2 else "") for number in range(1, 16)]
    others = [unit(2, number, f"{x}10") for number, x in enumerate("abdefghij", start=20)]
    yield view(units=[*army, *pile, *others, unit(1, 90, "b9", "R4")]), ()
    four = [unit(1, 1, "c3", "A2"), *(unit(2, n, "c4") for n in range(1, 5))]
    yield view(units=four, factories=[factory(1, "A", "a1")]), ()
    walkers = [Moved(unit=one.name, design=one.design, path=((0, 0), (1, 1))) for one in army[:14]]
    fallen = _hit(1, 90, *(_rolled(f"Blue {number}") for number in range(40, 55)))
    designs = [unit(2, n, "c9", f"D{n % 6 + 1} R{n // 6 + 1}") for n in range(2, 24)]
    volleys = [_hit(1, number, _rolled(f"Blue {number}")) for number in range(91, 101)]
    yield _turn(*walkers, fallen, *volleys, units=designs), ()
    land = ("." * 40,) * 40
    wide = [unit(1, n, f"{x}{y}") for n, (x, y) in enumerate(product("abcdefgh", range(9, 18)), 1)]
    yield _turn(rows=land, units=wide), ()


def _endings() -> Iterator[Moment]:
    """By every cause and measure, for winners, losers, who is out, and spectators."""
    units = (unit(2, 1, "j8", "D3"), unit(3, 1, "b2"))
    factories = (factory(2, "A", "j9"), factory(2, "B", "j10"))
    endings = (
        Ending((2,), "last"),
        Ending((), "nobody"),
        Ending((2,), "relics"),
        Ending((2,), "turns", "factories"),
        Ending((2,), "turns", "cost"),
        Ending((2,), "turns", "outposts"),
        Ending((2, 3), "turns", "shared"),
    )
    for seat, ending in product((1, 2, 3, None), endings):
        yield (
            view(
                seat=seat,
                turn=9,
                players=3,
                units=units,
                factories=factories,
                out={1: 7},
                ending=ending,
            ),
            (),
        )
    level = (Standing(1, 1, 1),) * 2
    yield view(seat=None, turn=2, history=(level,) * 3), ()


def _turn(*log: AnyLogEntry, **changes: Any) -> View:
    """After turn 4 with this log: everybody has a factory, Red a unit too."""
    given: dict[str, Any] = {
        "units": (unit(1, 1, "b2"),),
        "factories": (factory(1, "A", "a1", "D2 R3", since=3), factory(2, "A", "j10")),
    }
    return view(log=log, **(given | changes))


def _move(number: int, to: str, *others: Else) -> Act:
    return Act(unit=number, choice=Move(to=square(to)), others=others)


def _rolled(
    target: str, *, tie: int | None = None, hit: bool = True, defended: bool = True
) -> Roll:
    """An attack on a piece at b2, as "Red 4" or "Red B"."""
    name = situation.piece_name(target)
    notation = "factory" if name.is_factory or not defended else ""
    return roll(name, "b2", (4, 4) if defended else None, notation=notation, tie=tie, hit=hit)


def _hit(seat: Seat, number: int, *rolls: Roll) -> Attacked:
    """A unit's attacks from c2."""
    return attacked(seat, number, "c2", "A3 N4", rolls)

"""God Unit's verdicts and reports, of every kind, as strings without names and order lines.

Players and orders are written the same in every language: all of these are cut out, with the
colours in orders; whatever else is told must be translated.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product
from typing import Any

import msgspec

from pbem.engine.advance import news_for
from pbem.engine.api import Event, Seat
from pbem.engine.language import Refusal
from pbem.engine.menu import Item, Menu
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
from pbem.rulesets.god_unit.figures import BANNERS, FACTORY, Name, Thing, unit_name
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
    Side,
    Standing,
    Taken,
    View,
    Wasted,
)
from tests.i18n.told import of_lines, told
from tests.rulesets.god_unit import situation
from tests.rulesets.god_unit.mails import ASK, armies, desk, parse
from tests.rulesets.god_unit.reports import attacked, dangers_of, roll
from tests.rulesets.god_unit.situation import rules
from tests.rulesets.god_unit.table import NAMES, design, factory, square, unit, view

_NAMES = re.compile(
    "|".join(name.replace(" ", r"\s+") for name in (*NAMES, *situation.NAMES, *BANNERS))
)
_ORDER = re.compile(
    r"\b(?:PLACE|PRODUCE|MOVE|ATTACK|DEPLOY|TOWARDS|NEAREST|UNIT|ELSE|LATE"
    r"|GRUNT|FACTORY|NOTHING|REPEAT)\b"
    r"|\bboard(?:-\w+)*\.(?:png|svg)\b"
)

Moment = tuple[View, tuple[Event, ...]]

MAILS = (
    "PASS",
    "PASS 3 / PASS UNTIL 5 / PASS 6 / PASS 9 / PASS 99",
    "hll thr / " + "x" * 301,
    "PLACE a1 a3 c1 a5 / PLACE b1 a1 / PLACE a1 a1 / PLACE j9 a1 / PLACE / PLACE twr / PLACE z99",
    "PLACE 3 / PLACE a1 / PRODUCE A D2 / PRODUCE B GRUNT REPEAT",
    "PRODUCE B D2 R3 / PRODUCE B D2 R3 REPEAT / PRODUCE B FACTORY / PRODUCE B M0 / PRODUCE A D2 R3",
    "PRODUCE A A3 / PRODUCE A D2 R3 / PRODUCE A NOTHING / PRODUCE ALL GRUNT / @ PRODUCE B D2",
    "PRODUCE B A6 D6 M6 N6 R6 / PRODUCE B A0 N5 / PRODUCE B A9 D8 / PRODUCE B D0 M0",
    "PRODUCE B / PRODUCE D2 / PRODUCE Q D2 / PRODUCE B D2 D3 / PRODUCE B X3 / PRODUCE B grnt",
    "PRODUCE B GRUNT D2 / PRODUCE B D2 ELSE D3 / PRODUCE B REPEAT / PRODUCE B GRUNT FACTORY",
    "PRODUCE B D99999 / PRODUCE B 2",
    "MOVE 12 TO c5 / MOVE 13 TO c5 / MOVE 12 TO b4 / PASS",
    "MOVE 12 13 TO c5 / MOVE 12 TO c6 ELSE c5 / MOVE 12 TO c6 / MOVE 12 TO e5 / MOVE 12 TO d6",
    "MOVE 12 TOWARDS h9 / MOVE 12 TOWARDS b3 / MOVE 14 TO e3 / MOVE ALL TOWARDS a9",
    "MOVE 12 TO c7 / MOVE 12 TO c5 ELSE c7 / MOVE 12 13 TO c6 / MOVE 12 TO c4 / MOVE 99 TO c5",
    "MOVE 5 TO c5 / MOVE 12 TO c5, 12 TO c6 / MOVE #12 TO c5 / MOVE 12 TO b4; ATTACK 13 NEAREST",
    "MOVE 12 / MOVE TO c5 / MOVE 12 12 TO c5 / MOVE 12 TO c5 c6 / MOVE 12 TO z99 / 20-30 TO c5",
    "MOVE 12 TO twr / MOVE 123456 TO c5 / MOVE 12 TOWARDS Blue 9 / MOVE 12 TO c5 ELSE e / ALL 12",
    "12 13 / MOVE 12 TO c5 REPEAT / MOVE 12 TO c5 ELSE / MOVE 12 TO c5 ELSE MOVE 13 TO c6",
    "MOVE 12" + ", 12" * 20 + " / 13 TO c5",
    "MOVE 12 13 TO c5 ELSE MOVE 12 TO c6 / MOVE 12 TO c5 THEN ATTACK d6 / MOVE 12 TO c5 ELSE PASS",
    "MOVE ALL TO a10 / MOVE ALL TO c5 ELSE MOVE 12 TO c6 / MOVE 2 TO b2 / MOVE 3 TO c5",
    "ATTACK 12 AT d6 / ATTACK 13 AT d4 / ATTACK 13 NEAREST / ATTACK 13 NEAREST ELSE TO b4",
    "ATTACK 12 AT d6, d7 / ATTACK 12 UNIT Blue 6 / ATTACK 12 UNIT Blue 7 / ATTACK 12 AT h9",
    "ATTACK 16 NEAREST / ATTACK 15 NEAREST / ATTACK 12 UNIT Red 13 / ATTACK 12 UNIT Blue 1",
    "ATTACK 12 UNIT Blue 99 / ATTACK 12 FACTORY Blue B / ATTACK 12 FACTORY Blue A / ATTACK 12",
    "ATTACK 12 Blue / ATTACK 12 UNIT Yellow 3 / ATTACK 12 FACTORY Blue 3 / ATTACK 12 FACTORY Blue",
    "ATTACK 12 FACTORY / ATTACK 12 FACTORY Blue c4 / ATTACK 12 UNIT Blue c4 / ATTACK 12 UNIT 4",
    "ATTACK 12 UNIT Blue 123456 / ATTACK 12 UNIT Blue 4, UNIT Blue 5 / ATTACK 12 AT d6, NEAREST",
    "ATTACK 1 AT c4 / ATTACK 2 AT d3 / ATTACK 1 AT d3, c4 / ATTACK 1 NEAREST / ATTACK 2 AT c4",
    "MOVE 1 TO e1 / MOVE 1 TO f1 / ATTACK 1 AT e1, c1 / ATTACK 1 FACTORY Blue A",
    "ATTACK 1 UNIT Blue 3 / MOVE 1 TO c1 / MOVE 1 TOWARDS e1 / MOVE 3 TO c3",
    "DEPLOY 14 / DEPLOY 15 / DEPLOY 12 / DEPLOY 14 AT e5 / DEPLOY 14 NEAREST / DEPLOY 5",
    "MOVE 12 LATE TO c5 / MOVE 12 d4-c5 / MOVE Blue 12 TO c5 / MOVE 20-30 TO c5 / STOP",
    "HOLD 12 / STOP 12 / ATTACK 12 Blue UNIT U",
    f"MOVE{' 12 13' * 9} / 15 TO c5",
)


def verdicts() -> Iterator[str]:
    """What players are told of lines, in positions of every kind."""
    yield from map(_cut, _verdicts())


@cache
def _cut(text: str) -> str:
    """The text without names and the words of order lines."""
    return _ORDER.sub("", _NAMES.sub("", text))


def _verdicts() -> Iterator[str]:
    yield from of_lines(parse, _positions(), MAILS)
    yield parse(armies()).remark
    yield from (item.label for verb in desk.menu(armies(), ASK) for item in _items(verb.branches))
    yield from map(lay_out, desk.manual())
    fields = ("square", "need", "have", "level", "colour", "piece", "turn")
    for name, message in vars(errors).items():
        if name.isupper() and isinstance(message, str):
            yield Refusal(message, fields=tuple((one, 7) for one in fields)).text


def _items(menu: Menu) -> Iterator[Item]:
    for item in menu:
        yield item
        yield from _items(item.branches[:1])


def _positions() -> Iterator[View]:
    yield armies()
    yield armies(players=3)
    yield armies(seat=None)
    yield view(turn=0)
    yield view(turn=0, rows=("~" * 10, *("." * 10,) * 9), placement="open")
    yield view(turn=3)
    yield msgspec.structs.replace(view(turn=3), sides=(Side(units=3), Side()))
    yield view(turn=58, factories=(factory(1, "A", "a1"),))
    nomads = (unit(1, 1, "a1", "A3 R3"), unit(1, 2, "b1", "factory"), unit(2, 1, "c1"))
    yield view(turn=1, board="syzygy", units=nomads)
    lost = (factory(1, "A", "c3"), factory(2, "B", "j1"))
    yield view(units=(unit(1, 1, "a1"), unit(1, 2, "b1", "factory", "deploying")), factories=lost)
    yield view(units=(unit(1, 5, "b1", "factory"),), factories=(factory(1, "B", "b1"),))
    shooters = (unit(1, 1, "c3", "A3 N4 R3"), unit(1, 2, "c3"))
    yield view(units=(*shooters, unit(2, 1, "c4", "D2"), unit(2, 2, "d3", "D4")))
    shores = ("....~.....",) * 9 + ("." * 10,)
    yield view(rows=shores, units=(unit(1, 1, "d1", "M4 R3"), unit(2, 5, "h1")))
    causeway = ("...~......",) + ("~" * 10,) * 9
    yield view(rows=causeway, units=(unit(1, 1, "a1", "M3"), unit(2, 5, "b1")))
    yield view(units=(unit(1, 3, "c3", "M0", "ready"), unit(2, 1, "j10")))


def reports() -> Iterator[str]:
    """Reports of every moment of a game, for players and spectators."""
    for seen, news in moments():
        yield from map(_cut, told(desk.report(seen, news)))
    for cause in ("last", "nobody", "turns", "relics"):
        state = msgspec.structs.replace(situation.drawn(), ending=Ending((1,), cause))
        yield rules.outcome(state).reason
    yield from map(_cut, _other_wishes())


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

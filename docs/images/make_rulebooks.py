"""Pictures of the rulebooks of God Unit, Asylamba Mini and Hegemon, drawn by the games themselves.

``python docs/images/make_rulebooks.py`` writes ``god-unit-*.png``, ``asylamba-*.png`` and
``hegemon-*.png`` beside this file. What they tell is worked out by the rules: dice of an attack are
rolled, squadrons meet, points are added up. Each file carries the digest of what it shows; a test
compares it. Parsec's are made by ``make_parsec.py``.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from fractions import Fraction
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

import msgspec
from PIL import Image, PngImagePlugin

from pbem.drawing import palette
from pbem.drawing.grid import Frame, edge_names, grid_lines
from pbem.drawing.png import to_png
from pbem.drawing.tokens import disc, emblem, placed, plate
from pbem.engine.api import Player
from pbem.engine.codec import canonical
from pbem.engine.orders import read_sheet
from pbem.engine.rng import Chance
from pbem.engine.scene import AnyShape, Polyline, Rect, Scene, Style, Text
from pbem.maps.board import Board, column_name
from pbem.maps.picture import ground
from pbem.rulesets.asylamba_mini.figures import FIGURES, Fleets
from pbem.rulesets.asylamba_mini.map import galaxy_map
from pbem.rulesets.asylamba_mini.map.signs import BANNERS
from pbem.rulesets.asylamba_mini.mechanics.combat import chance_to_win, fight, odds, strength
from pbem.rulesets.asylamba_mini.options import Options as AsylambaOptions
from pbem.rulesets.asylamba_mini.rules import AsylambaRules
from pbem.rulesets.god_unit.figures import Design, Factory, Site, Unit
from pbem.rulesets.god_unit.map import cards, colours, traces
from pbem.rulesets.god_unit.mechanics.forecast import chance_to_fall, chance_to_hit
from pbem.rulesets.god_unit.options import Options as GodUnitOptions
from pbem.rulesets.god_unit.orders import Act, AttackAt, Orders
from pbem.rulesets.god_unit.rules import GodUnitRules
from pbem.rulesets.god_unit.state import State as GodUnitState
from pbem.rulesets.god_unit.view import Attacked, Roll, View
from pbem.rulesets.hegemon.desk import HegemonDesk
from pbem.rulesets.hegemon.figures import as_printed
from pbem.rulesets.hegemon.options import Options as HegemonOptions
from pbem.rulesets.hegemon.rules import HegemonRules
from pbem.rulesets.hegemon.view import Standings

HERE = Path(__file__).parent
WIDTH = 560
SCALE = 2.0
DIGEST = "Facts"
"""Under this key a file carries the digest of what it shows."""

INK, SOFT, PAPER, LINE = "#14181d", "#545b52", "#f7f5ec", "#b8b4a4"
_SIZE, _LINE = 14.0, 21.0


class Figure(NamedTuple):
    """A picture: its file's stem, and a digest of what it shows."""

    name: str
    scene: Scene
    facts: str


def _figure(name: str, high: float, items: Iterable[AnyShape], ground: str = PAPER) -> Figure:
    back = Rect(corner=(0, 0), size=(WIDTH, high), style=Style(fill=ground))
    scene = Scene(width=WIDTH, height=round(high), items=(back, *items), title=name)
    return Figure(name, scene, hashlib.sha256(canonical(scene)).hexdigest())


def _text(
    at: tuple[float, float],
    text: str,
    *,
    bold: bool = False,
    colour: str = INK,
    middle: bool = False,
) -> Text:
    style = Style(fill=colour)
    anchor = "middle" if middle else "start"
    return Text(at=at, text=text, size=_SIZE, anchor=anchor, bold=bold, style=style)


def _percent(chance: float | Fraction) -> str:
    """Never rounded to what is sure."""
    return f"{min(99, round(100 * chance))} %" if chance < 1 else "100 %"


# God Unit -----------------------------------------------------------------------------


_FIELD = Board(("......", "......", "......"))
_FAR = Design(a=3, n=3, r=3)
_SECRET = 47
"""Whose dice show a hit, a miss and a tie."""


def _before() -> View:
    rules = GodUnitRules()
    seats = [Player(1, "Red"), Player(2, "Blue")]
    state = rules.setup(GodUnitOptions(), seats, Chance(bytes(32), 0))
    units = (Unit(1, 1, _FAR, (1, 1)), Unit(2, 2, Design(), (3, 1)))
    home = Factory(Site(1, "A", (0, 0), 3))
    state = msgspec.structs.replace(
        state,
        turn=5,
        board=_FIELD,
        units=units,
        factories=(home, Factory(Site(2, "A", (3, 1), 4)), Factory(Site(2, "B", (5, 2), 5))),
    )
    return rules.view(state, None)


def _attack(secret: int) -> tuple[View, Attacked]:
    """Red's unit attacks the square of Blue's factory, with the dice of the game."""
    rules, before = GodUnitRules(), _before()
    known = {name: getattr(before, name) for name in before.__struct_fields__ if name != "seat"}
    orders = Orders((Act(unit=1, choice=AttackAt(squares=((3, 1),))),))
    chance = Chance(secret.to_bytes(32, "big"), 6)
    state, _events = rules.resolve(GodUnitState(**known), {1: orders, 2: Orders()}, chance)
    after = rules.view(state, None)
    return after, next(entry for entry in after.log if isinstance(entry, Attacked))


def _rolled(number: int, roll: Roll) -> str:
    what = "The factory" if roll.target.is_factory else f"Blue {roll.target.name}, a grunt"
    assert roll.attack is not None and roll.defence is not None
    (die, by), (other, times) = roll.attack, roll.defence
    dice = f"{die} × {by} = {die * by} against {other} × {times} = {other * times}"
    told = f"{number}. {what}: {dice}"
    if roll.tie is not None:
        told += f", tie, {roll.tie}"
    return f"{told}. {'Destroyed' if roll.hit else 'It holds'}"


def god_unit() -> Figure:
    """One unit's attacks on a square with a factory and a grunt, die by die."""
    before, (after, entry) = _before(), _attack(_SECRET)
    frame = Frame((40.0, 74.0), 80.0, 6, 3)
    items: list[AnyShape] = [
        _text((40, 26), "Red 1 (A3 N3 R3) at b2 attacks d2: 4 attacks, die times 4", bold=True),
        _text((40, 48), "In d2 a factory (D3, die times 4) and a grunt (D1, die times 1)"),
        *ground(_FIELD, frame),
        *grid_lines(frame, colours.GRID),
        *edge_names(frame, column_name, SOFT, 12.0),
        *traces.below(traces.traces_of(after.log), frame),
        *(placed(frame.middle(s.square), *cards.card(s, 80.0)) for s in cards.stacks_of(before)),
        *traces.above(
            traces.traces_of(after.log), frame, {s.square for s in cards.stacks_of(before)}
        ),
    ]
    y = frame.bottom + 46
    for number, roll in enumerate(entry.rolls, start=1):
        items.append(_text((40, y), _rolled(number, roll)))
        y += _LINE
    even = chance_to_hit(_FAR.attack, 4)
    falls = chance_to_fall(4, [1], [(_FAR.attack, _FAR.attacks)])
    alone = chance_to_fall(4, [], [(_FAR.attack, _FAR.attacks)])
    assert falls is not None and alone is not None
    items += [
        _text(
            (40, y + 6), f"Equal levels win {_percent(even)} of the time. The factory falls with"
        ),
        _text(
            (40, y + 6 + _LINE),
            f"{_percent(falls)}; alone in its square it would fall with {_percent(alone)}.",
        ),
    ]
    return _figure("god-unit-attack", y + _LINE + 26, items)


# Asylamba Mini ------------------------------------------------------------------------


def asylamba_map() -> Figure:
    """The galaxy as it is at the start, with four factions."""
    rules = AsylambaRules()
    names = ("Ada", "Björn", "Cé", "Dora")
    factions = ("Aphera", "Ligue", "Nerve", "Synelle")
    players = [Player(seat, name) for seat, name in enumerate(names, start=1)]
    state = rules.setup(AsylambaOptions(factions=factions), players, Chance(bytes(32), 0))
    scene = galaxy_map(rules.view(state, None)).scene
    return Figure("asylamba-map", scene, hashlib.sha256(canonical(scene)).hexdigest())


_ATTACKERS, _DEFENDERS = Fleets(medium=3), Fleets(light=4)


def asylamba_fight() -> Figure:
    """Three medium fleets against four light ones, and how likely how many win."""
    each = FIGURES.fleets.squadrons
    mine, all_ = odds("medium", strength(0), "light", strength(0))
    wins = Fraction(mine, all_)
    fought = fight(
        _ATTACKERS, _DEFENDERS, strength(0), strength(0), Chance(bytes(32), 1).stream("fight")
    )
    ours, theirs = each * _ATTACKERS.total, each * _DEFENDERS.total
    winner = fought.attackers or fought.defenders
    won = chance_to_win(_ATTACKERS, _DEFENDERS, strength(0), strength(0))
    items: list[AnyShape] = [
        _text((30, 30), "3 medium fleets attack 4 light ones", bold=True),
        *_squadrons(30, 48, "Aphera", _ATTACKERS.total, each),
        _text((320, 68), f"{ours} squadrons"),
        *_squadrons(30, 92, "Ligue", _DEFENDERS.total, each),
        _text((320, 112), f"{theirs} squadrons"),
        _text((30, 156), "Medium beats light: in each meeting of two squadrons the medium one"),
        _text(
            (30, 156 + _LINE),
            f"wins with 1.25 : 1, {wins.numerator} times in {wins.denominator}: {_percent(wins)}.",
        ),
        _text(
            (30, 156 + 2 * _LINE),
            f"Nine against twelve then win {_percent(won)} of such fights. In this one it",
        ),
        _text(
            (30, 156 + 3 * _LINE),
            f"took {fought.skirmishes} meetings, and {winner.total} "
            f"{'medium' if fought.attacker_won else 'light'} fleets are left.",
        ),
        _text(
            (30, 256), "How often the attacker wins, light against light, 10 defending:", bold=True
        ),
        *_bars(),
    ]
    return _figure("asylamba-fight", 276 + 5 * 30 + 12, items)


def _squadrons(x: float, y: float, faction: str, fleets: int, each: int) -> Iterator[AnyShape]:
    banner = BANNERS[faction]
    for fleet in range(fleets):
        left = x + fleet * 66
        yield Rect(
            corner=(left, y),
            size=(60, 28),
            round=4.0,
            style=Style(fill=None, stroke=LINE, width=1.4),
        )
        for squadron in range(each):
            sign = emblem(banner.emblem, 6.0, banner.strong).shape
            yield placed((left + 12 + squadron * 18, y + 14), sign)


def _bars() -> Iterator[AnyShape]:
    for place, count in enumerate((8, 10, 12, 15, 20)):
        chance = chance_to_win(Fleets(light=count), Fleets(light=10), strength(0), strength(0))
        y = 270 + place * 30
        yield _text((30, y + 17), f"{count} light")
        yield Rect(corner=(110, y + 2), size=(340, 20), style=Style(fill="#e4e0d2"))
        yield Rect(corner=(110, y + 2), size=(340 * chance, 20), style=Style(fill="#2f6f8f"))
        yield _text((460, y + 17), _percent(chance), bold=True)


# Hegemon ------------------------------------------------------------------------------

_LINES = {
    1: "Economy 50% coop 60 with 50-70 comp 40",
    2: "Economy 40% coop 50 with 30-50 comp 50 attack 100-150",
    3: "Economy 30% coop 50 with 0-* comp 50",
}
_POINTS = {1: 40, 2: 60, 3: 120}
_PEOPLE = {1: "Anna", 2: "Bruno", 3: "Carla"}
_SPANS = (
    (1, "with 50-70", 50.0, 70.0, False),
    (2, "with 30-50", 30.0, 50.0, False),
    (2, "attack 100-150", 100.0, 150.0, True),
    (3, "with 0-*", 0.0, 150.0, False),
)


def hegemon() -> Figure:
    """The turn of the rulebook's example: whom ranges hold, who are a group, what comes of it."""
    rules, desk = HegemonRules(), HegemonDesk()
    players = [Player(seat, name) for seat, name in _PEOPLE.items()]
    state = rules.setup(HegemonOptions(items=("Economy",)), players, Chance(bytes(32), 0))
    points = tuple((Fraction(_POINTS[seat]),) for seat in _PEOPLE)
    printed = tuple(tuple(map(as_printed, row)) for row in points)
    told = Standings(points=printed, scores=tuple(one for (one,) in printed))
    state = msgspec.structs.replace(state, points=points, history=(told,))
    answers = {}
    for ask in rules.asks(state):
        view = rules.view(state, ask.seat)
        parsed = desk.parse(view, ask, read_sheet([_LINES[ask.seat]], 1).now)
        assert parsed.orders is not None, parsed.verdicts
        answers[ask.seat] = parsed.orders
    after, _events = rules.resolve(state, answers, Chance(bytes(32), 1))
    items: list[AnyShape] = [
        _text((30, 28), "Ranges: whom each line means, by their points in Economy", bold=True),
        *_axis(),
    ]
    y = 108.0
    for seat, told, low, high, strikes in _SPANS:
        items += _span(seat, told, low, high, y, strikes=strikes)
        y += 34
    items += [
        *_links(y + 30),
        _text((30, y + 106), "Anna and Bruno are in each other's range: a group. Carla means all,"),
        _text(
            (30, y + 106 + _LINE), "but nobody's range to cooperate holds her; Bruno's attack does."
        ),
        _text(
            (30, y + 116 + 2 * _LINE),
            "After the turn: "
            + ", ".join(
                f"{_PEOPLE[seat]} {float(after.points[seat - 1][0]):g}" for seat in _PEOPLE
            ),
            bold=True,
        ),
    ]
    return _figure("hegemon-ranges", y + 136 + 2 * _LINE, items)


def _x(points: float) -> float:
    return 150 + min(points, 150.0) * 2.45


def _axis() -> Iterator[AnyShape]:
    style = Style(stroke=SOFT, width=1.4)
    yield Polyline(points=((_x(0), 84), (_x(150), 84)), style=style)
    for mark in range(0, 151, 50):
        yield Polyline(points=((_x(mark), 80), (_x(mark), 88)), style=style)
        yield _text((_x(mark), 104), str(mark), colour=SOFT, middle=True)
    for seat, points in _POINTS.items():
        look = palette.look(seat - 1)
        yield placed((_x(points), 84), disc(7.0, Style(fill=look.colour, stroke=PAPER, width=1.5)))
        high = 50 if seat % 2 else 68  # neighbours on the line do not cover each other
        yield Polyline(points=((_x(points), high + 4), (_x(points), 76)), style=style)
        yield _text((_x(points), high), f"{_PEOPLE[seat]} {points}", bold=True, middle=True)


def _span(
    seat: int, told: str, low: float, high: float, y: float, *, strikes: bool
) -> Iterator[AnyShape]:
    look = palette.look(seat - 1)
    yield _text((14, y + 14), f"{_PEOPLE[seat]}: {told}", colour=look.colour, bold=strikes)
    fill = Style(fill=look.colour, opacity=0.75 if strikes else 0.35)
    yield Rect(corner=(_x(low), y + 2), size=(_x(high) - _x(low), 16), round=3.0, style=fill)
    for other, points in _POINTS.items():
        if other != seat and low <= points <= high:
            edge = Style(fill=palette.look(other - 1).colour, stroke=PAPER, width=1.5)
            yield placed((_x(points), y + 10), disc(6.0, edge))


def _links(y: float) -> Iterator[AnyShape]:
    """Who is partner of whom, and who strikes whom."""
    at = {1: (150.0, y), 2: (300.0, y), 3: (450.0, y)}
    yield Polyline(points=(at[1], at[2]), style=Style(stroke=SOFT, width=5.0, opacity=0.6))
    yield _text((225, y - 12), "group", middle=True, colour=SOFT)
    style = Style(stroke="#b3261e", width=3.0, dash=(6, 4))
    yield Polyline(points=((320, y), (426, y)), style=style, arrow=True)
    yield _text((375, y - 12), "attack", middle=True, colour="#b3261e")
    for seat, place in at.items():
        back = plate(16.0, Style(fill=palette.look(seat - 1).colour), 6.0)
        yield placed(place, back)
        yield _text((place[0], y + 36), _PEOPLE[seat], bold=True, middle=True)


# Files --------------------------------------------------------------------------------


def figures() -> tuple[Figure, ...]:
    """All of them."""
    return god_unit(), asylamba_map(), asylamba_fight(), hegemon()


def write(figure: Figure) -> Path:
    """The figure as a PNG file, with the digest of its facts."""
    scale = SCALE if figure.scene.width <= WIDTH else 1.0
    with Image.open(BytesIO(to_png(figure.scene, scale))) as image:
        image.load()
    notes = PngImagePlugin.PngInfo()
    notes.add_text(DIGEST, figure.facts)
    path = HERE / f"{figure.name}.png"
    image.save(path, "PNG", optimize=True, pnginfo=notes)
    return path


def digest_of(path: Path) -> str | None:
    """What a written file says of its facts."""
    with Image.open(path) as image:
        found = image.info.get(DIGEST)
    return found if isinstance(found, str) else None


if __name__ == "__main__":
    for one in figures():
        write(one)

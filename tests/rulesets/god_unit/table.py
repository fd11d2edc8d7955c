"""A small game of God Unit on the table of a test: legal views set at will.

The board is ten by ten squares of land unless a test draws another one. Seat 1 is Red and at
home in the upper left, seat 2 Blue in the lower right, seats 3 and 4 in the other corners.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from pbem.engine.api import Player, Seat
from pbem.maps.board import Board, Square, distance, read_square
from pbem.rulesets.god_unit.figures import (
    FACTORY,
    Design,
    Factory,
    Phase,
    Site,
    Thing,
    Unit,
    Work,
    factory_letter,
)
from pbem.rulesets.god_unit.options import Options
from pbem.rulesets.god_unit.view import (
    AnyLogEntry,
    Built,
    Ending,
    Home,
    Side,
    Standing,
    View,
)

NAMES = ("Ada", "Bruno", "Carla von Ems", "Dora", "Emil", "Fay", "Gus", "Hal")
PLAIN = ("." * 10,) * 10
"""All land: a1 to j10."""
HOME_REACH = 8
"""A home zone is this far around its corner, in half squares."""


def square(name: str) -> Square:
    """``square("c7")``."""
    found = read_square(name)
    assert found is not None, name
    return found


def design(notation: str) -> Design:
    """``design("D2 R3")``; empty or "grunt": a grunt; "factory": a factory."""
    if notation.lower() == "factory":
        return FACTORY
    words = [] if notation.lower() == "grunt" else notation.lower().split()
    return Design(**{word[0]: int(word[1:]) for word in words})


def unit(
    seat: Seat, number: int, at: str, notation: str = "grunt", phase: Phase | None = None
) -> Unit:
    """``unit(1, 12, "c7", "D2 R3")``. A design with M0 is undeployed unless told otherwise."""
    made = design(notation)
    return Unit(seat, number, made, square(at), phase or ("undeployed" if made.m == 0 else "ready"))


def factory(
    seat: Seat,
    letter: str,
    at: str,
    product: str | None = None,
    *,
    since: int | None = None,
    repeat: bool = False,
) -> Factory:
    """A factory that has made `product` since that turn; without `since` it idles. Of a factory
    of another seat the product is left out, as a view does."""
    work = None if product is None else Work(design(product), repeat)
    return Factory(Site(seat, letter, square(at), since), work)


def view(
    *,
    seat: Seat | None = 1,
    turn: int = 4,
    players: int = 2,
    rows: Sequence[str] = PLAIN,
    units: Iterable[Unit] = (),
    factories: Iterable[Factory] = (),
    things: Iterable[Thing] = (),
    built: Sequence[Built] | None = None,
    log: Sequence[AnyLogEntry] = (),
    history: Sequence[Sequence[Standing]] | None = None,
    out: dict[Seat, int] | None = None,
    reigns: dict[Seat, int] | None = None,
    ending: Ending | None = None,
    **options: Any,
) -> View:
    """A view of `seat` (None: a spectator) after `turn` turns; turn 0 without units is the
    placement. `out` tells in which turn a seat was eliminated, `reigns` how long it has reigned.

    Sides, what was built and the history follow from what is there, unless given. Raises
    AssertionError where it is no legal position: two seats in a square, a unit at sea.
    """
    board = Board(tuple(rows))
    pieces = tuple(sorted(units, key=lambda one: (one.seat, one.number)))
    seen = tuple(sorted(map(_seen_by(seat), factories), key=_by_letter))
    _check(board, [*pieces, *(one.site for one in seen)])
    now = tuple(_standing(who, pieces, seen) for who in range(1, players + 1))
    past = history if history is not None else [now] * (turn + 1)
    return View(
        seat=seat,
        options=Options(**options),
        players=tuple(Player(who, NAMES[who - 1]) for who in range(1, players + 1)),
        turn=turn,
        board=board,
        homes=tuple(_home(board, who, players) for who in range(1, players + 1)),
        evenness=97,
        sides=tuple(
            _side(who, pieces, seen, out or {}, reigns or {}) for who in range(1, players + 1)
        ),
        units=pieces,
        factories=seen,
        things=tuple(things),
        built=_built(pieces, turn) if built is None else tuple(built),
        log=tuple(log),
        history=tuple(tuple(row) for row in past),
        ending=ending,
    )


def _seen_by(seat: Seat | None) -> Any:
    def seen(one: Factory) -> Factory:
        return one if one.site.seat == seat else Factory(one.site)

    return seen


def _by_letter(one: Factory) -> tuple[Seat, int, str]:
    return one.site.seat, len(one.site.letter), one.site.letter


def _check(board: Board, pieces: Iterable[Unit | Site]) -> None:
    owners: dict[Square, Seat] = {}
    for piece in pieces:
        assert board.is_land(piece.square), f"{piece.name} stands in no land"
        owner = owners.setdefault(piece.square, piece.seat)
        assert owner == piece.seat, f"{piece.name} stands where seat {owner} stands"


def _home(board: Board, seat: Seat, players: int) -> Home:
    right, bottom = board.width - 1, board.height - 1
    middle = right // 2, bottom // 2
    corners = [(0, 0), (right, bottom), (right, 0), (0, bottom)]
    corners += [(middle[0], 0), (middle[0], bottom), (0, middle[1]), (right, middle[1])]
    corner = corners[seat - 1]
    zone = sorted(
        (distance(corner, one), one)
        for one in board.squares()
        if board.is_land(one) and distance(corner, one) <= HOME_REACH
    )
    land = sum(1 for one in board.squares() if board.is_land(one) and distance(corner, one) <= 14)
    rival = min(distance(corner, other) for other in corners[:players] if other != corner)
    return Home(tuple(one for _far, one in zone), land, rival)


def _side(
    seat: Seat,
    units: Sequence[Unit],
    factories: Sequence[Factory],
    out: dict[Seat, int],
    reigns: dict[Seat, int],
) -> Side:
    letters = [one.site.letter for one in factories if one.site.seat == seat]
    made = next(
        n for n in range(100) if all(factory_letter(m) not in letters for m in range(n, 99))
    )
    return Side(
        units=max((one.number for one in units if one.seat == seat), default=0),
        factories=made,
        reign=reigns.get(seat, 0),
        out=out.get(seat),
    )


def _standing(seat: Seat, units: Sequence[Unit], factories: Sequence[Factory]) -> Standing:
    own = [one for one in units if one.seat == seat]
    return Standing(
        factories=sum(one.site.seat == seat for one in factories),
        units=len(own),
        cost=sum(one.design.cost for one in own),
    )


def _built(units: Sequence[Unit], turn: int) -> tuple[Built, ...]:
    counts: dict[tuple[Seat, Design], int] = {}
    for one in units:
        counts[one.seat, one.design] = counts.get((one.seat, one.design), 0) + 1
    return tuple(Built(who, made, min(turn, 2), count) for (who, made), count in counts.items())

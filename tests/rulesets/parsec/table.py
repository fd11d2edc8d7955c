"""A small game of Parsec on the table of a test: legal states and views set at will.

Boards are drawn as rows of cells with blanks between them::

    s*  S1  .   #
    g   .   m+  r

Small letters are settlements: ``s`` scientists, ``g`` settlers (government), ``m`` merchants,
``r`` miners (raw materials; their system is uninhabitable). Capitals with a seat are leaders of
these kinds. ``.`` is an empty system, ``#`` an uninhabitable one, ``x`` a destroyed one; ``*``
behind any of them is an artifact, ``+`` one marked border. Hands are written with the same small
letters: ``"ssmmgr"``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

from pbem.engine.api import Ask, Event, Level, Parsed, Player, Seat, Verdict
from pbem.engine.orders import read_sheet
from pbem.engine.rng import Chance
from pbem.maps.board import Square, read_square, square_name
from pbem.rulesets.parsec.desk import ParsecDesk
from pbem.rulesets.parsec.figures import (
    FIGURES,
    INHABITABLE,
    KINDS,
    UNINHABITABLE,
    Artifact,
    Counts,
    Dispute,
    Galaxy,
    Kind,
    Leader,
    Settlement,
    Stances,
    counted,
)
from pbem.rulesets.parsec.mechanics import Space
from pbem.rulesets.parsec.options import Options
from pbem.rulesets.parsec.orders import AnyOrder, Orders, Settle
from pbem.rulesets.parsec.rules import ParsecRules
from pbem.rulesets.parsec.state import Person, State, Turn
from pbem.rulesets.parsec.view import Chapter, Ending, Holdings, View

NAMES = ("Ada", "Björn", "Cé", "Dora")
LETTERS: dict[str, Kind] = {"g": "government", "s": "science", "m": "merchant", "r": "mining"}
PLAIN = """
    s*  .   .   .   .   .   .   s+
    .   .   .   .   #   .   .   .
    .   .   .   .   #   #   .   .
    .   .   .   .   .   .   .   .
    .   .   s*  .   .   .   .   .
    .   .   .   .   .   .   .   s*
"""
"""Empty but for scientists on four artifacts: a1, h1 (border), c5, h6."""
BEHIND = """
    s*  M1  m   .   m   M2  s   s+
    .   .   .   .   m   m   .   .
    .   .   .   .   .   .   .   .
    .   s*  .   .   .   .   .   s*
"""
"""A settlement on d1 sets seat 1's merchants against more of seat 2's."""
CROWDED = """
    s*  S1  .   .   .   .   .   s+
    m   .   .   .   #   .   .   .
    .   .   .   .   #   #   .   .
    .   .   .   .   .   .   .   .
    .   M2  s*  m   m   .   .   .
    .   .   .   .   .   .   G1  s*
"""
"""Seat 1 (Ada) has a science leader in the upper left and a government leader in the lower right,
Björn a merchant leader below."""
HAND = "ssmmgr"

desk = ParsecDesk()
rules = ParsecRules()


# Boards and pieces --------------------------------------------------------------------


def square(name: str) -> Square:
    """``square("c7")``."""
    found = read_square(name)
    assert found is not None, name
    return found


def squares(names: str) -> tuple[Square, ...]:
    """``squares("c7 c8")``."""
    return tuple(map(square, names.split()))


def hand(letters: str) -> Counts:
    """``hand("ssmmgr")``."""
    return counted(LETTERS[letter] for letter in letters)


def galaxy(board: str) -> Galaxy:
    """The board drawn, as the module's docstring tells."""
    rows = [row.split() for row in board.strip().splitlines()]
    assert len({len(row) for row in rows}) == 1, "rows of different lengths"
    cells = {(x, y): cell for y, row in enumerate(rows) for x, cell in enumerate(row)}
    bare = {place: cell.rstrip("*+") for place, cell in cells.items()}
    return Galaxy(
        rows=tuple("".join(_ground(cell.rstrip("*+")) for cell in row) for row in rows),
        settlements=tuple(
            Settlement(place, LETTERS[cell])
            for place, cell in sorted(bare.items())
            if cell in LETTERS
        ),
        leaders=tuple(
            Leader(int(cell[1]), LETTERS[cell[0].lower()], place)
            for place, cell in sorted(bare.items())
            if len(cell) == 2
        ),
        artifacts=tuple(
            Artifact(place, border=cell[-1] == "+")
            for place, cell in sorted(cells.items())
            if cell[-1] in "*+"
        ),
        destroyed=tuple(place for place, cell in sorted(bare.items()) if cell == "x"),
    )


def _ground(cell: str) -> str:
    known = cell in {".", "#", "x", *LETTERS} or (len(cell) == 2 and cell[0].lower() in LETTERS)
    assert known, f"{cell!r} is no cell of a board"
    return UNINHABITABLE if cell in ("#", "r") else INHABITABLE


def drawn(made: Galaxy) -> str:
    """A board as it is drawn in tests, its cells one blank apart: the way back of `galaxy`."""
    letters = {kind: letter for letter, kind in LETTERS.items()}
    cells = {
        (x, y): "#" if mark == UNINHABITABLE else "."
        for y, row in enumerate(made.rows)
        for x, mark in enumerate(row)
    }
    cells.update(dict.fromkeys(made.destroyed, "x"))
    cells.update({one.square: letters[one.kind] for one in made.settlements})
    cells.update({one.square: f"{letters[one.kind].upper()}{one.seat}" for one in made.leaders})
    for one in made.artifacts:
        cells[one.square] += "+" if one.border else "*"
    width, height = made.width, made.height
    return "\n".join(" ".join(cells[x, y] for x in range(width)) for y in range(height))


def _assert_legal(made: Galaxy) -> None:
    """PA-3, PA-6: what no game can come to is no test of one."""
    space = Space(made)
    for leader in made.leaders:
        where = square_name(leader.square)
        assert space.scientists_beside(leader.square), f"no scientists beside {where}"
    for region in space.regions():
        kinds = [leader.kind for leader in space.leaders_in(region)]
        assert len(kinds) == len(set(kinds)), f"two leaders of a kind: {sorted(kinds)}"


# States and views ---------------------------------------------------------------------


def state(
    board: str = PLAIN,
    *,
    players: int = 3,
    mover: Seat = 1,
    hands: Mapping[Seat, str] | None = None,
    resources: Mapping[Seat, Counts] | None = None,
    held: Mapping[Seat, int] | None = None,
    stances: Mapping[Seat, Stances] | None = None,
    weapons: Mapping[Seat, int] | None = None,
    pool: Counts | None = None,
    gone: Counts | None = None,
    queue: Iterable[Turn] = (),
    dispute: Dispute | None = None,
    turn: int = 0,
    played: int = 0,
    idle: int = 0,
    log: Sequence[Chapter] = (),
    ending: Ending | None = None,
    **options: Any,
) -> State:
    """A state between two resolutions; `held` are artifacts in numbers, `options` the game's.

    Everyone has :data:`HAND` but for those that `hands` names. The pool is what hands leave of
    all ships unless it is given.
    """
    made = galaxy(board)
    if dispute is None:
        _assert_legal(made)
    seats = range(1, players + 1)
    all_hands = {seat: hand((hands or {}).get(seat, HAND)) for seat in seats}
    left = FIGURES.pool
    for one in all_hands.values():
        left = left - one
    return State(
        options=Options(**options),
        players=tuple(Player(seat, NAMES[seat - 1]) for seat in seats),
        turn=turn,
        played=played,
        mover=mover,
        galaxy=made,
        people=tuple(
            Person(
                seat,
                (weapons or {}).get(seat, FIGURES.weapons),
                Holdings(
                    hand=all_hands[seat],
                    resources=(resources or {}).get(seat, Counts()),
                    artifacts=(held or {}).get(seat, 0),
                    stances=(stances or {}).get(seat, Stances()),
                    course=((0,) * 5,),
                ),
            )
            for seat in seats
        ),
        pool=left if pool is None else pool,
        gone=gone or Counts(),
        queue=tuple(queue),
        dispute=dispute,
        idle=idle,
        log=tuple(log),
        ending=ending,
    )


def view(board: str = PLAIN, *, seat: Seat | None = 1, **situation: Any) -> View:
    """What `seat` (None: a spectator) sees of :func:`state`."""
    return rules.view(state(board, **situation), seat)


# Orders -------------------------------------------------------------------------------

Lines = str | Sequence[str]
"""Order lines: each its own text, or all in one with line breaks between."""


def ask(seen: View) -> Ask:
    """What the view's seat is asked, as the rules ask it."""
    kind: Literal["orders", "reaction", "standing"] = "standing"
    if seen.is_asked:
        kind = "reaction"
    elif seen.is_moving:
        kind = "orders"
    return Ask(seen.seat or 1, kind, required=kind != "standing")


def parse(seen: View, *texts: str) -> Parsed[Orders]:
    """What the desk makes of these lines, sent for what is asked now."""
    return desk.parse(seen, ask(seen), read_sheet(texts, seen.turn + 1).now)


def orders(seen: View, *texts: str) -> tuple[AnyOrder, ...]:
    """The orders of these lines; some must be taken."""
    parsed = parse(seen, *texts)
    assert parsed.orders is not None, parsed.verdicts
    return parsed.orders.orders


def verdict(seen: View, text: str) -> Verdict:
    """The verdict of a line that is sent alone."""
    (only,) = parse(seen, text).verdicts
    return only


def note(seen: View, text: str) -> str:
    """The note of a line that is taken without a warning."""
    found = verdict(seen, text)
    assert (found.level, found.message) == (Level.ACCEPTED, "")
    return found.note


def marked(found: Verdict) -> str:
    """The words that a verdict frames."""
    return found.text[found.column - 1 : found.column - 1 + found.length]


# Resolutions --------------------------------------------------------------------------


def resolve(
    before: State, lines: Mapping[Seat, Lines], *, secret: bytes = bytes(32)
) -> tuple[State, tuple[Event, ...]]:
    """The state after these seats' lines, read as the desk reads them, every line of which must
    be taken; and what happened."""
    answers: dict[Seat, Orders] = {}
    asked = {one.seat: one for one in rules.asks(before)}
    for seat, texts in lines.items():
        sources = texts.splitlines() if isinstance(texts, str) else texts
        sheet = read_sheet([source.strip() for source in sources], before.turn + 1)
        parsed = desk.parse(rules.view(before, seat), asked[seat], sheet.now)
        assert parsed.orders is not None, parsed.verdicts
        answers[seat] = parsed.orders
    return rules.resolve(before, answers, Chance(secret, before.turn + 1))


def settle(at: str, kind: str = "merchant", *first: str) -> Settle:
    chosen = next(one for one in KINDS if one == kind)
    return Settle(
        kind=chosen,
        at=square(at),
        first=tuple(one for name in first for one in KINDS if one == name),
    )

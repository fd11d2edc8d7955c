"""The pictures of Parsec's rulebook, drawn by the game itself from boards written as rows.

``python docs/images/make_parsec.py`` writes ``parsec-*.png`` beside this file. What becomes of a
board is worked out by the rules from order lines, so that the pictures cannot tell anything else
than the game does. Each file carries the digest of what it shows; a test compares it.

A cell is ``.`` (empty), ``#`` (uninhabitable) or a settlement: ``s`` scientists, ``g`` settlers,
``m`` merchants, ``r`` miners. A capital with a number is that player's leader of the same kind.
``*`` behind a cell is an artifact, ``+`` one marked border.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

import msgspec
from PIL import Image, PngImagePlugin

from pbem.drawing.grid import Frame
from pbem.drawing.png import to_png
from pbem.engine.api import Ask, Player, Seat
from pbem.engine.codec import to_builtins
from pbem.engine.orders import read_sheet
from pbem.engine.rng import Chance
from pbem.engine.scene import AnyShape, Group, Point, Scene, Style, Text
from pbem.rulesets.parsec import naming
from pbem.rulesets.parsec.desk import ParsecDesk
from pbem.rulesets.parsec.figures import (
    INHABITABLE,
    KINDS,
    UNINHABITABLE,
    Artifact,
    Counts,
    Galaxy,
    Kind,
    Leader,
    Settlement,
    counted,
)
from pbem.rulesets.parsec.map import board_part, sample, signs
from pbem.rulesets.parsec.map.signs import LIGHT, SOFT, SPACE
from pbem.rulesets.parsec.options import Options
from pbem.rulesets.parsec.orders import IDLE, Orders
from pbem.rulesets.parsec.rules import ParsecRules
from pbem.rulesets.parsec.state import State

HERE = Path(__file__).parent
WIDTH = 560
"""Of every picture, as a document shows it."""
SCALE = 1.5
DIGEST = "Facts"
"""Under this key a file carries the digest of what it shows."""

_SIZE = 14.0
_LINE = 19.0
_EDGE = 22.0
"""Room for the names of rows and columns."""
_LETTERS: dict[str, Kind] = {"g": "government", "s": "science", "m": "merchant", "r": "mining"}
_RULES = ParsecRules()
_DESK = ParsecDesk()
_NAMES = ("Player 1", "Player 2", "Player 3", "Player 4")


class Panel(NamedTuple):
    """A board with the words above it."""

    words: tuple[str, ...]
    state: State


class Figure(NamedTuple):
    """A picture of these boards: its file's stem, and a digest of what it shows."""

    name: str
    scene: Scene
    panels: tuple[Panel, ...]
    facts: str


# Positions ----------------------------------------------------------------------------


def position(rows: str, hands: Mapping[Seat, str], *, mover: Seat = 1, seats: int = 2) -> State:
    """A game at these rows, in which everyone is asked about conflicts."""
    players = [Player(seat, _NAMES[seat - 1]) for seat in range(1, seats + 1)]
    state = _RULES.setup(Options(reactions="ask"), players, Chance(bytes(32), 0))
    people = tuple(
        msgspec.structs.replace(
            person,
            holdings=msgspec.structs.replace(
                person.holdings, hand=_counts(hands.get(person.seat, ""))
            ),
        )
        for person in state.people
    )
    return msgspec.structs.replace(state, galaxy=_galaxy(rows), people=people, mover=mover)


def _counts(letters: str) -> Counts:
    return counted(_LETTERS[letter] for letter in letters)


def _galaxy(rows: str) -> Galaxy:
    cells = {
        (x, y): cell
        for y, row in enumerate(rows.strip().splitlines())
        for x, cell in enumerate(row.split())
    }
    bare = {square: cell.rstrip("*+") for square, cell in sorted(cells.items())}
    width, height = (max(place) + 1 for place in zip(*cells, strict=True))
    return Galaxy(
        rows=tuple(
            "".join(UNINHABITABLE if bare[x, y] in "#r" else INHABITABLE for x in range(width))
            for y in range(height)
        ),
        settlements=tuple(Settlement(s, _LETTERS[c]) for s, c in bare.items() if c in _LETTERS),
        leaders=tuple(
            Leader(int(c[1]), _LETTERS[c[0].lower()], s) for s, c in bare.items() if len(c) == 2
        ),
        artifacts=tuple(
            Artifact(s, border=c[-1] == "+") for s, c in sorted(cells.items()) if c[-1] in "*+"
        ),
    )


def played(state: State, **lines: str) -> State:
    """The game after one resolution: ``seat_1="..."`` are its order lines, ``;`` between."""
    answers: dict[Seat, Orders] = {}
    for ask in _RULES.asks(state):
        text = lines.get(f"seat_{ask.seat}")
        answers[ask.seat] = IDLE if text is None else _orders(state, ask, text)
    return _RULES.resolve(state, answers, Chance(bytes(32), state.turn + 1))[0]


def _orders(state: State, ask: Ask, text: str) -> Orders:
    sheet = read_sheet([line.strip() for line in text.split(";")], state.turn + 1)
    parsed = _DESK.parse(_RULES.view(state, ask.seat), ask, sheet.now)
    if parsed.orders is None:
        raise ValueError(f"{text!r} was not taken: {parsed.verdicts}")
    return parsed.orders


# Drawing ------------------------------------------------------------------------------


def _text(at: Point, words: str, *, bold: bool = False, soft: bool = False) -> Text:
    style = Style(fill=SOFT if soft else LIGHT)
    return Text(at=at, text=words, size=_SIZE, bold=bold, style=style)


def beside(name: str, tile: float, panels: Sequence[Panel]) -> Figure:
    """Boards in a row, each in the middle of its column."""
    column = WIDTH / len(panels)
    items: list[AnyShape] = []
    bottom = 0.0
    for place, panel in enumerate(panels):
        wide = panel.state.galaxy.width * tile
        left = round(place * column + (column - wide) / 2)
        shapes, end = _panel(panel, (left, 0.0), tile)
        items += shapes
        bottom = max(bottom, end)
    return _figure(name, items, bottom, panels)


def below(name: str, tile: float, panels: Sequence[Panel]) -> Figure:
    """Boards one below the other."""
    items: list[AnyShape] = []
    top = 0.0
    for panel in panels:
        left = round((WIDTH - panel.state.galaxy.width * tile) / 2)
        shapes, top = _panel(panel, (left, top), tile)
        items += shapes
    return _figure(name, items, top, panels)


def _panel(panel: Panel, corner: Point, tile: float) -> tuple[list[AnyShape], float]:
    """The words and the board below them, and where it ends."""
    left, top = corner
    view = _RULES.view(panel.state, None)
    board = top + 8 + _LINE * len(panel.words) + _EDGE
    frame = Frame((left, board), tile, view.galaxy.width, view.galaxy.height)
    words = [
        _text((left, top + 8 + _LINE * (row + 0.75)), line, bold=row == 0, soft=row > 0)
        for row, line in enumerate(panel.words)
    ]
    return [*words, *map(_untipped, board_part(view, frame))], frame.bottom + _EDGE


def _untipped(shape: AnyShape) -> AnyShape:
    return msgspec.structs.replace(shape, tip=None)


def _figure(
    name: str, items: Iterable[AnyShape], bottom: float, panels: Sequence[Panel] = ()
) -> Figure:
    scene = Scene(width=WIDTH, height=round(bottom + 6), items=tuple(items), ground=SPACE)
    boards = [to_builtins(panel.state.galaxy) for panel in panels]
    told = repr((boards, sorted(Counter(_said(scene.items)).items())))
    return Figure(name, scene, tuple(panels), hashlib.sha256(told.encode()).hexdigest())


def _said(items: Iterable[AnyShape]) -> Iterator[str]:
    """Every word, and every shape by its kind and colours."""
    for item in items:
        if isinstance(item, Group):
            yield from _said(item.items)
        else:
            words = item.text if isinstance(item, Text) else ""
            yield f"{type(item).__name__} {item.style.fill} {item.style.stroke} {words}"


# The figures --------------------------------------------------------------------------


def pieces() -> Figure:
    """What the four kinds and the players look like, and what systems there are."""
    items = [*_kinds(), *_players()]
    for place, (shape, words) in enumerate(_systems()):
        row, column = divmod(place, 3)
        x, y = 34.0 + column * 185.0, 312.0 + row * 54.0
        items.append(Group(items=(shape,), move=(x, y)))
        items.append(_text((x + 28.0, y + 5.0), words))
    return _figure("parsec-pieces", items, 394.0)


_COLUMNS = (104.0, 222.0, 340.0, 452.0)
_SAMPLE = 46.0


def _kinds() -> Iterator[AnyShape]:
    """The leaders of one player, ships and resources."""
    yield _text((14.0, 50.0), "leaders", soft=True)
    yield _text((14.0, 67.0), "of player 2", soft=True)
    yield _text((14.0, 109.0), "ships", soft=True)
    yield _text((14.0, 160.0), "resource", soft=True)
    for x, kind in zip(_COLUMNS, KINDS, strict=True):
        yield _text((x, 24.0), naming.kind(kind), bold=True)
        yield Group(items=(signs.leader(2, kind, _SAMPLE),), move=(x + 22.0, 54.0))
        yield Group(items=(signs.settlement(kind, _SAMPLE),), move=(x + 22.0, 104.0))
        yield _text((x, 140.0), naming.ship(kind, 2), soft=True)
        yield _text((x, 160.0), naming.resource(kind), soft=True)


def _players() -> Iterator[AnyShape]:
    """Their leaders of one kind."""
    words = "The sign tells the kind; shape, colour and number tell the player:"
    yield _text((14.0, 196.0), words)
    yield _text((14.0, 222.0), "science", soft=True)
    yield _text((14.0, 239.0), "leader of", soft=True)
    for seat, (x, name) in enumerate(zip(_COLUMNS, _NAMES, strict=True), start=1):
        yield Group(items=(signs.leader(seat, "science", _SAMPLE),), move=(x + 22.0, 228.0))
        yield _text((x, 268.0), name.lower(), soft=True)


def _systems() -> list[tuple[AnyShape, str]]:
    board = Frame((-21.0, -21.0), 42.0, 1, 1)
    return [
        (sample(INHABITABLE, board), "inhabitable"),
        (sample(UNINHABITABLE, board), "uninhabitable"),
        (signs.destroyed(42.0), "destroyed"),
        (signs.artifact(13.0, border=False, dormant=False), "artifact"),
        (signs.artifact(13.0, border=True, dormant=False), "border artifact"),
        (signs.artifact(13.0, border=False, dormant=True), "dormant artifact"),
    ]


def region() -> Figure:
    """Five regions, three of which touch at corners only."""
    state = position(
        """
        s*  G1  .   .   .   s   M1  .   .
        m   s   m   #   #   .   s   .   r
        .   S2  .   r   .   .   .   .   .
        .   .   .   .   m   s+  .   .   .
        """,
        {},
    )
    words = "Five regions", "What touches at a corner only does not hang together."
    return beside("parsec-region", 52, [Panel(words, state)])


def internal() -> Figure:
    """The source's internal conflict."""
    before = position(
        """
        .   .   s*  .   .
        M2  s   s   s   .
        .   .   .   .   .
        """,
        {1: "mmgsss", 2: "srrrgm"},
    )
    asked = played(before, seat_1="LEADER merchant TO d1; SETTLE merchant AT e1")
    named = played(asked, seat_1="ATTACK WITH 3")
    after = played(named, seat_2="DEFEND NONE")
    return beside(
        "parsec-internal",
        46,
        [
            Panel(("Player 1 comes to d1", "2 scientists beside it,", "1 beside a2"), asked),
            Panel(("Player 1 wins", "2 + 3 ships against 1:", "1 technology"), after),
        ],
    )


def external() -> Figure:
    """The source's external conflict."""
    before = position(
        """
        M2  s*  m   .   m   m   s*  M1
        m   G2  m   .   .   m   .   s*
        m   .   m   .   .   .   .   .
        """,
        {1: "mmmggr", 2: "rrrggg"},
        mover=2,
    )
    asked = played(before, seat_2="SETTLE settler AT d1")
    named = played(asked, seat_2="ATTACK WIN")
    after = played(named, seat_1="DEFEND TIE")
    return below(
        "parsec-external",
        54,
        [
            Panel(("Player 2 joins two regions at d1", "merchants: 5 attack 3"), asked),
            Panel(
                (
                    "Player 1 ties, and wins",
                    "3 + 2 ships against 5: 5 systems vacated, 5 + 1 money",
                ),
                after,
            ),
        ],
    )


def dormant() -> Figure:
    """An artifact whose settlement is vacated, and settled again."""
    before = position(
        """
        s*  S1  .   s*
        s   .   .   S2
        """,
        {1: "sgm", 2: "ggg"},
    )
    joined = "SETTLE settler AT c1"
    asked, again = played(before, seat_1=joined), played(before, seat_1=f"{joined}; {_AGAIN}")
    return beside(
        "parsec-dormant",
        34,
        [
            Panel(("A conflict", "science: 2", "attack 1"), asked),
            Panel(("Vacated", "the artifact of d1", "is dormant"), _fought(asked)),
            Panel(("Settled again", "it counts once", "more"), _fought(again)),
        ],
    )


_AGAIN = "SETTLE merchant AT d1"


def _fought(asked: State) -> State:
    """The game when attackers and defenders have sent what their standing orders say."""
    return played(played(asked))


def harvest() -> Figure:
    """A merchant leader's region comes to hold two artifacts."""
    before = position(
        """
        s+  .   .   .   s*
        M1  g   .   s   s
        """,
        {1: "mggsss"},
    )
    after = played(before, seat_1="SETTLE merchant AT c2")
    return beside(
        "parsec-harvest",
        46,
        [
            Panel(("Two regions", "an artifact in each"), before),
            Panel(("Joined at c2", "1 money, and the artifact of a1"), after),
        ],
    )


def figures() -> tuple[Figure, ...]:
    """All of them."""
    return pieces(), region(), internal(), external(), dormant(), harvest()


# Files --------------------------------------------------------------------------------


def write(figure: Figure) -> Path:
    """The figure as a PNG file, with the digest of its facts."""
    with Image.open(BytesIO(to_png(figure.scene, SCALE))) as image:
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

"""The board map: what it shows, to whom, and how legibly."""

from __future__ import annotations

import gettext
import re
from itertools import combinations
from math import dist

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.drawing.palette import contrast
from pbem.drawing.png import to_png
from pbem.drawing.svg import to_svg
from pbem.engine.api import Seat
from pbem.engine.i18n import speaking
from pbem.engine.scene import AnyShape, Circle, Group, Path, Polyline, Rect, Scene, Text
from pbem.maps.board import Square
from pbem.maps.frame import Frame
from pbem.rulesets.parsec.disputes import Clash, Dispute
from pbem.rulesets.parsec.kinds import KINDS, Counts
from pbem.rulesets.parsec.log import (
    AnyEntry,
    ArtifactHarvested,
    Chapter,
    ConflictFought,
    Force,
    LeaderHomeless,
    LeaderPlaced,
    SystemSettled,
)
from pbem.rulesets.parsec.reckoning.space import Space
from pbem.rulesets.parsec.telling import colours
from pbem.rulesets.parsec.telling.colours import ARTIFACT, DYES, player_dye
from pbem.rulesets.parsec.telling.starmap import board_map, icons, legends, sheet
from pbem.rulesets.parsec.telling.starmap.contours import contour
from pbem.rulesets.parsec.telling.starmap.recent import Fight, Left, Move, recent_of
from pbem.rulesets.parsec.turn.boards import default_galaxy
from pbem.rulesets.parsec.view import Ending, View
from tests.drawing.test_palette import SIGHT, Matrix, seen
from tests.rulesets.parsec.table import drawn, rules, square, squares, state, view

MAIL_WIDTH = 608
"""Pixels that a mail has for a picture."""
LEAST_WORDS = 11
SEATS = (1, 2, 3, 4, None)
PLAYER_SEATS = SEATS[:-1]
BOARD = """
    s*  S1  .   .   #   .   .   .   .
    m   s   m   .   #   .   s+  G4  .
    .   M3  s   G2  r   .   .   .   .
    x   .   .   .   .   .   .   .   .*
    .   .   .   M2  s   m   .   .   .
"""
FOUGHT = ConflictFought(
    cause="settlement",
    kind="merchant",
    square=square("g5"),
    attacker=Force(2, 3, 1),
    defender=Force(1, 3, 0),
    winner=2,
    vacated=squares("h4 h5"),
    resource="merchant",
    gain=3,
)
LOG = (
    Chapter(8, 4, (LeaderPlaced(seat=4, kind="government", square=square("h2")),)),
    Chapter(
        9,
        1,
        (
            SystemSettled(seat=1, kind="merchant", square=square("a2"), gains=3),
            LeaderPlaced(seat=1, kind="science", square=square("b1"), origin=square("d1")),
        ),
    ),
    Chapter(10, 2, (FOUGHT, LeaderHomeless(seat=3, kind="mining", square=square("f4")))),
    Chapter(11, 3, (ArtifactHarvested(seat=3, square=square("c3")),)),
)


def game(seat: Seat | None = 1, **changes: object) -> View:
    """The same game as another seat sees it; None: a spectator."""
    given = {"players": 4, "turn": 12, "played": 11, "mover": 4, "log": LOG}
    return view(BOARD, seat=seat, **{**given, **changes})  # type: ignore[arg-type]


def disputed(seat: Seat | None = 1) -> View:
    """A union at d3 whose conflict waits: Bruno's merchant leader attacks Cé's."""
    board = """
        s*  .   .   .   .   .   s
        m   M3  m   g   M2  m   s+
        s   .   .   .   s   m   .
    """
    clash = Clash("merchant", 2, 3)
    left, right = squares("a1 a2 a3 b2 c2"), squares("e2 e3 f2 f3 g1 g2")
    dispute = Dispute("settlement", 1, square("d2"), (clash,), (left, right), "attackers")
    return view(board, seat=seat, players=3, turn=5, played=4, dispute=dispute)


def scene_of(seen_by: View) -> Scene:
    return board_map(seen_by).scene


def plain(scene: Scene) -> Scene:
    """A scene without tips."""
    return msgspec.structs.replace(scene, items=tuple(map(_untipped, scene.items)))


def _untipped(shape: AnyShape) -> AnyShape:
    if isinstance(shape, Group):
        shape = msgspec.structs.replace(shape, items=tuple(map(_untipped, shape.items)))
    return msgspec.structs.replace(shape, tip=None)


def flat(*items: AnyShape) -> list[AnyShape]:
    """All shapes, groups taken apart."""
    found: list[AnyShape] = []
    for item in items:
        found += flat(*item.items) if isinstance(item, Group) else [item]
    return found


def texts(*items: AnyShape) -> list[str]:
    return [shape.text for shape in flat(*items) if isinstance(shape, Text)]


def tips(scene: Scene) -> list[str]:
    return [item.tip for item in scene.items if item.tip]


def tip_at(scene: Scene, name: str) -> str:
    """The tip of what stands on a square."""
    return next(tip for tip in tips(scene) if tip.startswith(f"{name}: "))


def strokes(*items: AnyShape) -> set[str | None]:
    return {shape.style.stroke for shape in flat(*items)}


def at(scene: Scene, where: Square, frame: Frame) -> list[AnyShape]:
    """Everything drawn in the middle of a square."""
    middle = frame.middle(where)
    return [
        item for item in scene.items if isinstance(item, Group) and dist(item.move, middle) < 0.2
    ]


# What is seen -------------------------------------------------------------------------


def test_every_settlement_has_its_kinds_colour_and_sign() -> None:
    shown = game()
    scene, frame = scene_of(shown), sheet.frame_of(shown.galaxy)
    for one in shown.galaxy.settlements:
        found = at(scene, one.square, frame)
        assert DYES[one.kind].fill in {shape.style.fill for shape in flat(*found)}
        sign = icons.kind_symbol(one.kind, 20, icons.Style())
        assert {s.data for s in flat(sign)} <= {s.data for s in flat(*found) if isinstance(s, Path)}


def test_every_leader_has_its_owners_colour_shape_and_number() -> None:
    shown = game()
    scene, frame = scene_of(shown), sheet.frame_of(shown.galaxy)
    for one in shown.galaxy.leaders:
        found = at(scene, one.square, frame)
        assert player_dye(one.seat).fill in {shape.style.fill for shape in flat(*found)}
        assert texts(*found) == [str(one.seat)]
        (token,) = flat(icons.token(one.seat, 10))
        assert token.data in {s.data for s in flat(*found) if isinstance(s, Path)}


def test_small_systems_show_leaders_without_numbers() -> None:
    large = view("\n".join(" ".join(["s", "G2"] + ["."] * 24) for _row in range(1)), players=2)
    assert not texts(*(item for item in scene_of(large).items if item.tip))


def test_the_four_shapes_and_signs_are_all_different() -> None:
    tokens = {flat(icons.token(seat, 10))[0].data for seat in PLAYER_SEATS}
    signs = {flat(icons.kind_symbol(kind, 20, icons.Style()))[0].data for kind in KINDS}
    assert len(tokens) == len(signs) == 4


def test_a_dormant_artifact_is_hollow_and_a_border_one_has_a_ring() -> None:
    star = {
        (border, dormant): flat(icons.artifact(8, border=border, dormant=dormant))
        for border in (False, True)
        for dormant in (False, True)
    }
    assert [star[False, dormant][1].style.fill for dormant in (False, True)] == [colours.GOLD, None]
    rings = [star[border, False][0].style.stroke for border in (False, True)]
    assert rings == [colours.DARK, colours.GOLD]


def test_the_board_has_its_squares_names_on_all_four_sides() -> None:
    shown = texts(*scene_of(game()).items)
    assert all(shown.count(letter) >= 2 for letter in "abcdefghi")
    assert all(shown.count(number) >= 2 for number in ("1", "2", "3", "4", "5"))


def test_the_widest_board_names_every_column_and_row() -> None:
    row = " ".join(["s*"] + ["."] * 25)
    wide = view("\n".join([row] * 26), players=2)
    shown = texts(*scene_of(wide).items)
    assert {"b", "c", "z", "2", "25", "26"} <= set(shown)


# What happened ------------------------------------------------------------------------


def recent(*entries: AnyEntry, board: str = BOARD):
    shown = view(board, players=4)
    return recent_of([Chapter(1, 1, entries)], 4, Space(shown.galaxy))


def test_what_was_put_in_the_last_round_is_framed_in_its_players_colour() -> None:
    shown = game()
    scene, frame = scene_of(shown), sheet.frame_of(shown.galaxy)
    for name, seat in (("a2", 1), ("b1", 1), ("h2", 4)):
        frames = [s for s in flat(*at(scene, square(name), frame)) if isinstance(s, Rect)]
        assert player_dye(seat).fill in {shape.style.stroke for shape in frames}


def test_only_the_last_turn_of_every_player_is_marked() -> None:
    settled = [
        Chapter(n, 1, (SystemSettled(seat=1, kind="science", square=square(name), gains=None),))
        for n, name in enumerate(("a1", "c3", "e5"), start=1)
    ]
    shown = recent_of(settled, 2, Space(game().galaxy))
    assert [where for where, _seat in shown.put] == list(squares("c3 e5"))


def test_a_leaders_moves_in_one_round_are_one_way() -> None:
    first = LeaderPlaced(seat=1, kind="science", square=square("d2"), origin=square("d1"))
    second = LeaderPlaced(seat=1, kind="science", square=square("b1"), origin=square("d2"))
    shown = recent(first, second)
    assert shown.moves == (Move(1, "science", square("d1"), square("b1")),)
    assert [gone.square for gone in shown.left] == list(squares("d1 d2"))


def test_a_leader_that_went_home_after_its_move_leaves_no_arrow() -> None:
    moved = LeaderPlaced(seat=1, kind="mining", square=square("f4"), origin=square("d1"))
    homeless = LeaderHomeless(seat=1, kind="mining", square=square("f4"))
    shown = recent(moved, homeless)
    assert shown.moves == () and shown.put == ()
    assert Left(square("f4"), "mining", 1) in shown.left


def test_what_was_vacated_leaves_a_trace_until_it_is_settled_again() -> None:
    assert recent(FOUGHT).left == (
        Left(square("h4"), "merchant"),
        Left(square("h5"), "merchant"),
    )
    again = BOARD.replace(".   .   .   M2  s   m   .   .   .", ".   .   .   M2  s   m   .   m   .")
    assert [gone.square for gone in recent(FOUGHT, board=again).left] == [square("h4")]


def test_a_leader_that_attacked_in_vain_leaves_a_trace() -> None:
    """PA-6: it goes home, not to its old square."""
    lost = msgspec.structs.replace(
        FOUGHT, cause="leader", winner=1, vacated=(), resource="science", gain=1
    )
    shown = recent(lost)
    assert shown.left == (Left(square("g5"), "merchant", 2),)
    assert shown.fights == (Fight(square("g5"), (lost,)),)


def test_a_tip_tells_how_a_conflict_went() -> None:
    assert tip_at(scene_of(game()), "g5") == "g5: merchant: Björn 4, Ada 3; Björn won"


def test_a_dispute_marks_both_sides_the_joining_settlement_and_the_leaders() -> None:
    shown = disputed()
    scene, frame = scene_of(shown), sheet.frame_of(shown.galaxy)
    for name in ("b2", "d2", "e2"):
        assert colours.HOT in strokes(*at(scene, square(name), frame))
    rings = {
        name: next(s for s in flat(*at(scene, square(name), frame)) if isinstance(s, Circle))
        for name in ("b2", "e2")
    }
    assert rings["b2"].style.dash and not rings["e2"].style.dash
    sides = [i for i in scene.items if isinstance(i, Path) and i.style.stroke == colours.HOT]
    assert len(sides) == 2
    arrows = [s for s in flat(*scene.items) if isinstance(s, Polyline) and s.arrow]
    assert len(arrows) == 1
    assert "merchant: Björn attacks Cé, 2 against 2" in tips(scene)


def test_the_picture_stays_without_marks_when_nothing_has_happened() -> None:
    start = view(drawn(default_galaxy()), players=4)
    scene = scene_of(start)
    assert scene.title == "The galaxy at the start"
    assert colours.HOT not in strokes(*scene.items)
    assert "put there in the last round" not in texts(*scene.items)


# To whom ------------------------------------------------------------------------------


@pytest.mark.parametrize("make", [game, disputed], ids=["game", "dispute"])
def test_PA_15_the_visible_picture_is_the_same_for_all_seats_and_for_spectators(make) -> None:  # type: ignore[no-untyped-def]
    pictures = [board_map(make(seat)) for seat in (1, 2, 3, None)]
    assert len({to_svg(plain(picture.scene)) for picture in pictures}) == 1
    assert len({picture.alt for picture in pictures}) == 1


def test_PA_15_what_others_hold_changes_nothing() -> None:
    richer = game(
        1,
        hands={2: "mmmmmm", 3: "rrrrrr"},
        resources={2: Counts(7, 7, 7, 7)},
        held={3: 2},
    )
    assert board_map(game(1)) == board_map(richer)


def test_ones_own_leaders_tell_how_strong_the_hand_makes_them() -> None:
    assert tip_at(scene_of(game(3)), "b3") == (
        "b3: your merchant leader · internal strength 2, with your ships up to 4 · "
        "external strength 2, with your ships up to 4"
    )
    assert tip_at(scene_of(game(1)), "b3") == (
        "b3: merchant leader of Cé · internal strength 2, external strength 2"
    )


def test_a_tip_tells_what_a_settlements_region_holds() -> None:
    assert tip_at(scene_of(game()), "a1") == (
        "a1: scientists · artifact · region of 9 systems: 3 scientists, 2 merchants, 1 miner"
    )


def test_the_drawing_is_made_once_for_all_seats() -> None:
    one, other = scene_of(game(1)), scene_of(game(2))
    assert one.items[-1] is other.items[-1]


# The legend ---------------------------------------------------------------------------


def test_the_legend_names_players_with_what_everyone_knows_of_them() -> None:
    shown = texts(*scene_of(game(weapons={2: 1})).items)
    assert {"Ada", "Björn", "Cé", "Dora"} <= set(shown)
    assert shown.count("2 prototype weapons, 6 ships") == 3
    assert "1 prototype weapon, 6 ships" in shown
    assert "moves next" in shown


def test_the_legend_names_the_four_kinds() -> None:
    shown = texts(*scene_of(game()).items)
    assert {
        "government: settlers, people",
        "science: scientists, technology",
        "merchant: merchants, money",
        "mining: miners, raw materials",
    } <= set(shown)


def test_the_legend_explains_every_sign_of_the_picture_and_none_other() -> None:
    shown = set(texts(*scene_of(game()).items))
    means = legends.meanings()
    there = {
        means.home, means.inhabitable, means.uninhabitable, means.region, means.artifact,
        means.border, means.dormant, means.destroyed, means.put, means.moved, means.left,
        means.vacated, means.fought, means.harvested,
    }  # fmt: skip
    absent = {means.attacks, means.defends, means.joining}
    assert there <= shown and not absent & shown
    fresh = set(texts(*scene_of(disputed()).items))
    assert absent <= fresh and not {means.put, means.destroyed, means.uninhabitable} & fresh


def test_a_player_who_is_asked_is_named_so_and_at_the_end_who_has_won() -> None:
    assert "is asked" in texts(*scene_of(disputed()).items)
    scores = ((3, 4, 5, 6), (2, 2, 2, 2), (1, 9, 9, 9), (0, 0, 0, 1))
    ended = scene_of(game(ending=Ending((1,), "pool", scores)))
    shown = texts(*ended.items)
    assert ended.title == "The galaxy at the end"
    assert {"wins", "score 3 (then 4, 5, 6)"} <= set(shown)
    assert "moves next" not in shown


def test_the_title_line_tells_what_hastens_the_end() -> None:
    """PA-14: artifacts left, dormant ones included, and the pool."""
    assert "3 artifacts, 119 ships in the pool" in texts(*scene_of(game()).items)


def test_long_names_end_within_the_picture() -> None:
    players = tuple(msgspec.structs.replace(one, name="Wilhelmine " * 20) for one in game().players)
    scene = scene_of(msgspec.structs.replace(game(), players=players))
    assert not any("Wilhelmine " * 4 in text for text in texts(*scene.items))


def test_the_drawing_speaks_the_readers_language() -> None:
    class German(gettext.NullTranslations):
        def gettext(self, message: str) -> str:
            return message.replace("dormant until settled", "ruht, bis es besiedelt wird")

    with speaking(German()):
        assert "ruht, bis es besiedelt wird" in texts(*scene_of(game()).items)
    assert "dormant until settled" in texts(*scene_of(game()).items)


# For who cannot see it ----------------------------------------------------------------


def test_the_alternative_text_states_the_facts() -> None:
    assert board_map(game()).alt == (
        "The galaxy after turn 12. Ada: science (b1). Björn: government (d3), "
        "merchant (d5). Cé: merchant (b3). Dora: government (h2). "
        "Settlements: 5 scientists, 3 merchants, 1 miner. "
        "Artifacts: a1, g2, i4 (dormant). Pool: 119 ships."
    )
    assert "Conflict at d2, merchant: Björn attacks Cé." in board_map(disputed()).alt


def test_the_alternative_text_is_bounded() -> None:
    rows = [["."] * 26 for _y in range(26)]
    for n, kind in enumerate("GSMR" * 4):
        x, y = 2 + 6 * (n % 4), 1 + 6 * (n // 4)
        rows[y][x], rows[y][x - 1] = f"{kind}{n // 4 + 1}", "s*"
    crowd = view("\n".join(map(" ".join, rows)), players=4)
    assert len(board_map(crowd).alt) < 700


# How legibly --------------------------------------------------------------------------


@pytest.mark.parametrize("size", [8, 16, 26])
def test_all_words_can_be_read_in_a_mail(size: int) -> None:
    row = " ".join(["s*", "G2"] + ["."] * (size - 2))
    scene = scene_of(view(row, players=2, log=LOG[1:2]))
    smallest = min(shape.size for shape in flat(*scene.items) if isinstance(shape, Text))
    assert smallest * 700 / scene.width >= LEAST_WORDS


@pytest.mark.parametrize("size", [8, 16, 26])
def test_a_phone_has_room_for_every_sign(size: int) -> None:
    rows = "\n".join([" ".join(["."] * size)] * size)
    frame = sheet.frame_of(view(rows).galaxy)
    assert frame.tile * 360 / sheet.WIDTH >= 12


def test_the_picture_is_a_small_one_that_any_viewer_can_draw() -> None:
    png = to_png(plain(scene_of(game())))
    assert png.startswith(b"\x89PNG") and len(png) < 200_000


def test_the_picture_has_few_shapes() -> None:
    full = view("\n".join([" ".join(["s*", "m", "g"] * 4)] * 11), players=2)
    assert to_svg(scene_of(full)).count("<") < 2500


BOARD_COLOURS = {
    **{kind: DYES[kind].fill for kind in KINDS},
    **{str(seat): player_dye(seat).fill for seat in PLAYER_SEATS if seat},
    "artifact": ARTIFACT.fill,
}
CHART_COLOURS = (
    [DYES[kind].line.colour for kind in KINDS] + [ARTIFACT.line.colour],
    [player_dye(seat).line.colour for seat in PLAYER_SEATS if seat],
)


@pytest.mark.parametrize("sight", SIGHT.values(), ids=SIGHT.keys())
def test_any_two_colours_of_the_board_are_told_apart(sight: Matrix) -> None:
    places = [seen(colour, sight) for colour in BOARD_COLOURS.values()]
    assert min(dist(a, b) for a, b in combinations(places, 2)) > 0.11


@pytest.mark.parametrize("sight", SIGHT.values(), ids=SIGHT.keys())
@pytest.mark.parametrize("column", CHART_COLOURS, ids=["resources", "players"])
def test_any_two_lines_of_a_chart_are_told_apart(column: list[str], sight: Matrix) -> None:
    places = [seen(colour, sight) for colour in column]
    assert min(dist(a, b) for a, b in combinations(places, 2)) > 0.08


@pytest.mark.parametrize("kind", KINDS)
def test_signs_stand_out_from_settlements_and_settlements_from_the_ground(kind) -> None:  # type: ignore[no-untyped-def]
    """WCAG 2.2, 1.4.11: 3:1; the edge, not the filling, marks a dark plate off the dark."""
    dye = DYES[kind]
    assert contrast(dye.ink, dye.fill) >= 3
    for ground in (colours.SPACE, colours.NIGHT, colours.NEBULA):
        assert contrast(dye.edge, ground) >= 3


@pytest.mark.parametrize("seat", [1, 2, 3, 4])
def test_numbers_are_legible_on_tokens_and_tokens_stand_out(seat: Seat) -> None:
    dye = player_dye(seat)
    assert contrast(dye.ink, dye.fill) >= 4.5
    for ground in (colours.SPACE, colours.NIGHT, colours.NEBULA):
        assert contrast(dye.fill, ground) >= 3


@pytest.mark.parametrize("ink", [colours.LIGHT, colours.SOFT])
def test_words_are_legible_on_space(ink: str) -> None:
    assert contrast(ink, colours.SPACE) >= 4.5


def test_players_are_lighter_than_settlements_for_who_sees_no_colour() -> None:
    tokens = [contrast(player_dye(seat).fill, "#000000") for seat in (1, 2, 3, 4)]
    plates = [contrast(dye.fill, "#000000") for dye in DYES.values()]
    assert min(tokens) > 1.1 * max(plates)


# Contours -----------------------------------------------------------------------------


FRAME = Frame((0.0, 0.0), 10.0, 8, 8)
SQUARES = st.frozensets(st.tuples(st.integers(0, 7), st.integers(0, 7)), min_size=1, max_size=30)


def corners(data: str) -> list[list[tuple[float, float]]]:
    """The corners of each closed line: where its curves bend."""
    loops = data.split("Z")[:-1]
    found = [re.findall(r"Q(-?[\d.]+) (-?[\d.]+)", loop) for loop in loops]
    return [[(float(x), float(y)) for x, y in loop] for loop in found]


def area(loop: list[tuple[float, float]]) -> float:
    ends = [*loop[1:], loop[0]]
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(loop, ends, strict=True)) / 2


@given(SQUARES)
def test_a_contour_encloses_exactly_its_squares(inside: frozenset[Square]) -> None:
    loops = corners(contour(inside, FRAME, 0.0, 0.0))
    assert sum(map(area, loops)) == pytest.approx(100 * len(inside))


@given(SQUARES)
def test_a_contour_lies_within_its_squares(inside: frozenset[Square]) -> None:
    for loop in corners(contour(inside, FRAME, 1.0, 2.0)):
        for x, y in loop:
            assert min(x % 10, 10 - x % 10) == pytest.approx(1.0)
            assert min(y % 10, 10 - y % 10) == pytest.approx(1.0)
            assert (int(x // 10), int(y // 10)) in inside


def test_squares_that_touch_at_a_corner_have_contours_of_their_own() -> None:
    assert len(corners(contour({(0, 0), (1, 1)}, FRAME, 1.0, 2.0))) == 2


def test_the_view_of_a_real_game_is_drawn() -> None:
    ready = state(drawn(default_galaxy()), players=4)
    assert len(scene_of(rules.view(ready, 1)).items) > 20

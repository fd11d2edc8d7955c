"""The board map: what it shows, to whom, and how legibly."""

from __future__ import annotations

from itertools import combinations
from math import dist

import msgspec
import pytest

from pbem.drawing import fonts
from pbem.drawing.palette import contrast
from pbem.drawing.png import to_png
from pbem.drawing.svg import to_svg
from pbem.engine.scene import AnyShape, Group, Path, Polygon, Polyline, Scene, Text
from pbem.maps import picture as land
from pbem.maps.board import Board, square_name
from pbem.rulesets.god_unit.figures import BANNERS
from pbem.rulesets.god_unit.log import Moved, Wasted
from pbem.rulesets.god_unit.pieces import Thing, unit_name
from pbem.rulesets.god_unit.telling import colours
from pbem.rulesets.god_unit.telling.boardmap import board_maps, cards, sheets
from pbem.rulesets.god_unit.telling.boardmap.stacks import stacks_of
from pbem.rulesets.god_unit.telling.boardmap.traces import traces_of
from pbem.rulesets.god_unit.telling.colours import banner_of
from pbem.rulesets.god_unit.view import View
from tests.drawing.test_palette import SIGHT, Matrix, seen
from tests.rulesets.god_unit.reports import attacked, roll
from tests.rulesets.god_unit.table import design, factory, square, unit, view

MAIL_WIDTH = 608
"""Pixels that a mail has for a picture."""
LEAST_SIZE = 11
SEATS = (1, 2, 3, None)

MOVED = Moved(
    unit=unit_name(1, 3),
    design=design("M2"),
    path=(square("e3"), square("f4"), square("f5")),
)
HIT = attacked(
    2,
    2,
    "h6",
    "A3 R3",
    [roll(unit_name(1, 9), "f6", (6, 1)), roll(unit_name(1, 8), "f6", (1, 6), hit=False)],
)
MISS = attacked(1, 4, "c3", "R3", [roll(unit_name(2, 5), "e4", (1, 6), hit=False)])
WASTED = Wasted(unit=unit_name(3, 1), design=design("grunt"), square=square("j1"))


def game(seat: int | None = 1, **changes: object) -> View:
    """The same game as another seat sees it; None: a spectator."""
    given: dict[str, object] = {
        "seat": seat,
        "turn": 6,
        "players": 3,
        "factories": [
            factory(1, "A", "b2", "A2 D4", since=3),
            factory(1, "B", "c3"),
            factory(2, "A", "i9", "R6", since=6),
        ],
        "units": [
            unit(1, 3, "f5", "M2"),
            unit(1, 4, "c3", "R3"),
            unit(1, 5, "d2", "D4 M0"),
            unit(1, 6, "d4", "factory", "deploying"),
            unit(1, 8, "f6"),
            unit(2, 2, "h6", "A3 R3"),
            unit(2, 5, "e4", "A4 D2 M3 N2"),
            unit(2, 6, "e4"),
            unit(2, 7, "e4", "factory"),
        ],
        "things": [Thing("relic", square("g2"), 2), Thing("outpost", square("h6"), 2)],
        "log": [MOVED, HIT, MISS, WASTED],
        "rows": ("..........",) * 8 + (".....^^...", "~........~"),
        "out": {3: 6},
    }
    return view(**{**given, **changes})  # type: ignore[arg-type]  # any part


def crowd(size: int, players: int, each: int) -> View:
    """Units of every design on a board so large, some squares apart."""
    notations = ("grunt", "A3", "D2 R3", "A3 D5 M3 N4 R4", "A2 N2")
    units = [
        unit(
            seat,
            number,
            square_name(((number * 7 + seat * 3) % size, (number // 3 * players + seat) % size)),
            notations[number % len(notations)],
        )
        for seat in range(1, players + 1)
        for number in range(1, each + 1)
    ]
    owners: dict[object, int] = {}
    kept = [one for one in units if owners.setdefault(one.square, one.seat) == one.seat]
    ways = [
        Moved(unit=one.name, design=one.design, path=(_beside(one.square, size), one.square))
        for one in kept[::2]
    ]
    return view(turn=9, players=players, rows=("." * size,) * size, units=kept, log=ways)


def _beside(place: tuple[int, int], size: int) -> tuple[int, int]:
    return (place[0] + 1 if place[0] + 1 < size else place[0] - 1), place[1]


def scene_of(seen_by: View) -> Scene:
    return board_maps(seen_by)[0].scene


def plain(scene: Scene) -> Scene:
    """A scene without tips."""
    return msgspec.structs.replace(scene, items=tuple(map(_untipped, scene.items)))


def _untipped(shape: AnyShape) -> AnyShape:
    if isinstance(shape, Group):
        shape = msgspec.structs.replace(shape, items=tuple(map(_untipped, shape.items)))
    return msgspec.structs.replace(shape, tip=None)


def flat(items: tuple[AnyShape, ...]) -> list[AnyShape]:
    """All shapes, groups taken apart."""
    found: list[AnyShape] = []
    for item in items:
        found += flat(item.items) if isinstance(item, Group) else [item]
    return found


def texts(*items: AnyShape) -> list[str]:
    return [shape.text for shape in flat(items) if isinstance(shape, Text)]


def tipped(scene: Scene) -> dict[str, AnyShape]:
    """Shapes by their tip; of several the last, which lies on top."""
    return {item.tip: item for item in scene.items if item.tip}


def card(scene: Scene, name: str) -> Group:
    """What stands in a square."""
    found = next(item for tip, item in tipped(scene).items() if tip.startswith(f"{name}: "))
    assert isinstance(found, Group)
    return found


def tip_of(seen_by: View, name: str) -> str:
    return card(scene_of(seen_by), name).tip or ""


# What stands on the board ---------------------------------------------------------------


def test_every_square_that_holds_anything_has_its_card() -> None:
    shown = game()
    scene = scene_of(shown)
    frame = sheets.whole(shown.board)
    for place in {*(u.square for u in shown.units), *(f.site.square for f in shown.factories)}:
        assert card(scene, square_name(place)).move == frame.middle(place)


def test_a_factory_shows_its_letter_and_for_how_many_turns_it_has_worked() -> None:
    """GU-14: the turns are public, the product is not. Idling is a dash."""
    scene = scene_of(game())
    assert texts(card(scene, "b2")) == ["A", "4"]
    assert texts(card(scene, "i9")) == ["A", "1"]
    assert texts(card(scene, "c3"))[:2] == ["B", cards.IDLE]


def test_a_counter_shows_its_number_and_the_levels_that_differ_from_1() -> None:
    """GU-4, and the source's "Graphics for Units": a grunt's counter is empty."""
    scene = scene_of(game())
    assert texts(card(scene, "f5")) == ["3", "M2"]
    assert texts(card(scene, "h6")) == ["2", "A3", "R3"]
    assert texts(card(scene, "f6")) == ["8"]


def test_of_several_units_the_strongest_is_shown_with_their_number() -> None:
    shown = texts(card(scene_of(game()), "e4"))
    assert "3" in shown
    assert {"A4", "M3"} <= set(shown)


def test_a_square_with_factory_and_units_shows_both() -> None:
    assert texts(card(scene_of(game()), "c3"))[:3] == ["B", cards.IDLE, "4"]


def test_what_is_not_deployed_looks_different() -> None:
    """GU-12: a dashed outline while undeployed, paler until it is ready; a factory's own sign."""
    scene = scene_of(game())

    def outline(name: str) -> AnyShape:
        return flat((card(scene, name),))[0]

    assert outline("d2").style.dash and not outline("d4").style.dash
    assert outline("d2").style.fill == outline("d4").style.fill == banner_of(1).faded
    assert outline("f5").style.fill == banner_of(1).colour
    drawn = flat((card(scene, "d4"),))
    assert any(isinstance(shape, Path) and shape.style.fill == colours.LIGHT for shape in drawn)


@pytest.mark.parametrize("tile", range(30, 78, 2))
def test_words_stay_within_their_square(tile: int) -> None:
    """Whatever stands there, on all sizes of board."""
    rows = ("." * 10,) * 10
    everything = "A4 D2 M3 N2 R3"
    pieces = [
        unit(1, 37, "a1", everything),
        unit(1, 38, "b1", everything, "deploying"),
        *(unit(1, 40 + n, "c1", everything) for n in range(12)),
        unit(1, 60, "d1", "factory"),
        unit(1, 61, "e1", everything),
        unit(1, 62, "e1", "factory"),
    ]
    works = [factory(1, "A", "d1", since=5), factory(1, "B", "e1", since=5)]
    shown = view(turn=20, rows=rows, units=pieces, factories=works)
    for stack in stacks_of(shown):
        for left, right in _spans(cards.card(stack, tile)):
            assert -tile / 2 <= left and right <= tile / 2


def _spans(items: tuple[AnyShape, ...], shift: float = 0.0) -> list[tuple[float, float]]:
    found: list[tuple[float, float]] = []
    for item in items:
        if isinstance(item, Group):
            found += _spans(item.items, shift + item.move[0])
        elif isinstance(item, Text):
            half = fonts.width(item.text, item.size, item.bold) / 2
            found.append((shift + item.at[0] - half, shift + item.at[0] + half))
    return found


def test_relics_and_outposts_show_their_holder() -> None:
    """SZ-10."""
    scene = scene_of(game())
    tips = [tip for tip in tipped(scene) if "held by" in tip]
    assert tips == [
        "relic in g2, held by Blue (Bruno)",
        "outpost in h6, held by Blue (Bruno)",
    ]
    disc = flat((tipped(scene)[tips[0]],))[0]
    assert disc.style.fill == banner_of(2).colour


def test_home_zones_are_shown_while_factories_are_placed() -> None:
    """GU-7."""
    placing = view(turn=0, players=4)
    homes = [f"home of {placing.name(seat)}" for seat in placing.seats]
    assert [tip for tip in tipped(scene_of(placing)) if tip.startswith("home")] == homes
    assert not [tip for tip in tipped(scene_of(game())) if tip.startswith("home")]


# The last turn ----------------------------------------------------------------------------


def test_an_arrow_follows_the_path_of_a_move() -> None:
    shown = game()
    frame = sheets.whole(shown.board)
    lines = [s for s in flat(scene_of(shown).items) if isinstance(s, Polyline)]
    path = tuple(frame.middle(place) for place in MOVED.path)
    drawn = [line for line in lines if line.points == path]
    assert drawn[-1].style.stroke == banner_of(1).colour
    head = tipped(scene_of(shown))["Red 3 (M2): e3 to f5"]
    assert isinstance(head, Polygon)
    assert dist(head.points[0], path[-1]) < dist(head.points[1], path[-1])


def test_units_that_went_the_same_way_share_an_arrow() -> None:
    other = msgspec.structs.replace(MOVED, unit=unit_name(1, 8))
    trails = traces_of((MOVED, other)).trails
    assert [len(trail.moved) for trail in trails] == [2]


def test_attacks_lead_from_the_attacker_to_the_square_and_tell_what_fell() -> None:
    """GU-11."""
    shown = game()
    frame = sheets.whole(shown.board)
    points = (frame.middle(HIT.square), frame.middle(square("f6")))
    lines = [s.points for s in flat(scene_of(shown).items) if isinstance(s, Polyline)]
    assert points in lines
    assert "Blue 2 (A3 R3), 2 attacks on f6: Red 9 fell" in tipped(scene_of(shown))
    assert "Red 4 (R3), 1 attack on e4: nothing fell" in tipped(scene_of(shown))


def test_crosses_stand_where_pieces_fell_in_battle_or_for_want_of_a_factory() -> None:
    """GU-11, GU-13."""
    tips = [tip for tip in tipped(scene_of(game())) if tip.startswith("fallen")]
    assert tips == ["fallen in f6: Red 9", "fallen in j1: Green 1"]


def test_lines_lie_below_pieces_and_bursts_above() -> None:
    scene = scene_of(game())
    places = [
        (i, item.tip) for i, item in enumerate(scene.items) if item.tip and "attacks on" in item.tip
    ]
    counters = [i for i, item in enumerate(scene.items) if item.tip and item.tip.startswith("h6: ")]
    assert places[0][0] < counters[0] < places[-1][0]


# Words ------------------------------------------------------------------------------------


def test_the_legend_counts_what_everyone_has_and_strikes_out_who_is_out() -> None:
    words = texts(*scene_of(game()).items)
    assert "2 factories, 5 units" in words
    assert "1 factory, 4 units" in words
    assert "out in turn 6" in words
    assert {"Red", "Ada", "Blue", "Bruno", "Green"} <= set(words)


def test_the_legend_explains_the_signs_shown_and_no_others() -> None:
    words = set(texts(*scene_of(game()).items))
    assert {"moved", "attack, hit", "attack, nothing hit", "fallen", "forest, impassable"} <= words
    calm = set(texts(*scene_of(view(turn=2, units=[unit(1, 1, "a1")])).items))
    assert not calm & {"moved", "attack, hit", "fallen", "forest, impassable", "undeployed"}


def test_the_words_for_who_cannot_see_it_tell_each_ones_squares() -> None:
    alt = board_maps(game())[0].alt
    assert "Red: factories A b2 (4), B c3 (–); units d2, c3, d4, f5, f6" in alt
    assert "Blue: factory A i9 (1); units e4 ×3, h6" in alt
    assert "Green (Carla von Ems): out" in alt


def test_tips_and_words_for_who_cannot_see_it_are_bounded() -> None:
    assert len(board_maps(crowd(20, 8, 60))[0].alt) < 2400
    many = view(units=[unit(1, n, "c7") for n in range(1, 60)])
    tip = tip_of(many, "c7")
    assert tip.endswith("and 47 more") and len(tip) < 300


# Secrets ----------------------------------------------------------------------------------


def test_the_visible_pictures_are_the_same_for_all_seats_and_for_spectators() -> None:
    """GU-14: a picture is rendered once for all."""
    pictures = [board_maps(game(seat))[0] for seat in SEATS]
    assert len({to_svg(plain(picture.scene)) for picture in pictures}) == 1
    assert len({picture.alt for picture in pictures}) == 1


@pytest.mark.parametrize("seat", SEATS)
def test_only_its_owner_is_told_what_a_factory_makes(seat: int | None) -> None:
    """GU-14."""
    assert ("makes A2 D4, in turn 8" in tip_of(game(seat), "b2")) == (seat == 1)
    assert ("makes R6, in turn 12" in tip_of(game(seat), "i9")) == (seat == 2)


def test_nothing_but_tips_of_its_owner_depends_on_what_a_factory_makes() -> None:
    """GU-14."""
    others = [
        factory(1, "A", "b2", "N3", since=3),
        factory(1, "B", "c3"),
        factory(2, "A", "i9", "grunt", since=6),
    ]
    for seat in (3, None):
        assert board_maps(game(seat)) == board_maps(game(seat, factories=others))
    one, other = scene_of(game(1)), scene_of(game(1, factories=others))
    assert one != other
    assert plain(one) == plain(other)


# Large boards -----------------------------------------------------------------------------


@pytest.mark.parametrize(("size", "pictures"), [(8, 1), (16, 1), (20, 1), (22, 1)])
def test_boards_with_room_for_words_are_one_picture(size: int, pictures: int) -> None:
    assert len(board_maps(crowd(size, 2, 12))) == pictures


def test_a_large_board_is_an_overview_and_sheets_around_ones_own_pieces() -> None:
    units = [unit(1, 1, "e5"), unit(2, 1, "ar40"), unit(1, 2, "g6", "A3")]
    maps = board_maps(view(rows=("." * 48,) * 48, units=units))
    assert len(maps) == 2
    overview, sheet = maps
    assert "A3" not in texts(*overview.scene.items)
    assert texts(card(sheet.scene, "g6")) == ["2", "A3"]
    assert not [tip for tip in tipped(sheet.scene) if tip.startswith("ar40")]


def test_sheets_show_every_square_that_matters_and_fit_words() -> None:
    shown = crowd(48, 8, 40)
    matters = {one.square for one in shown.units}
    frames = sheets.sheets(shown.board, matters)
    assert all(sheets.is_legible(frame) for frame in frames)
    assert all(any(place in frame for frame in frames) for place in matters)


def test_sheets_are_the_same_for_all_seats() -> None:
    """Who gets which differs, but each is rendered once."""
    shown = crowd(40, 4, 30)
    maps = [
        picture
        for seat in (1, 2, 3, 4, None)
        for picture in board_maps(msgspec.structs.replace(shown, seat=seat))
    ]
    drawn = {(picture.name, to_svg(plain(picture.scene))) for picture in maps}
    assert len(drawn) == len({name for name, _svg in drawn})
    assert all(len(board_maps(msgspec.structs.replace(shown, seat=s))) <= 5 for s in (1, None))


def test_a_sheet_has_words_of_its_own_for_who_cannot_see_it() -> None:
    units = [unit(1, 1, "e5"), unit(2, 1, "ar40")]
    sheet = board_maps(view(turn=3, rows=("." * 48,) * 48, units=units))[1]
    assert sheet.alt.startswith("Squares a1 to k11 after turn 3. Red: unit e5.")
    assert "ar40" not in sheet.alt


@pytest.mark.parametrize("span", range(1, 241))
def test_sheets_are_legible_however_far_pieces_are_spread(span: int) -> None:
    board = Board(("." * 240,))
    frames = sheets.sheets(board, [(x, 0) for x in range(span)])
    assert all(sheets.is_legible(frame) for frame in frames)


@pytest.mark.parametrize("size", [8, 13, 22, 23, 48, 120, 240])
def test_the_whole_board_fits_into_its_picture(size: int) -> None:
    frame = sheets.whole(Board(("." * size,) * size))
    assert frame.corner[0] >= sheets.SIDE and frame.right <= sheets.WIDTH - sheets.SIDE


def test_a_sheet_names_its_own_columns_and_rows() -> None:
    units = [unit(1, 1, "ae31"), unit(2, 1, "b2")]
    sheet = board_maps(view(rows=("." * 40,) * 40, units=units))[1]
    names = texts(*sheet.scene.items)
    assert "ae" in names and "31" in names and "b" not in names


def test_placing_on_a_large_board_one_gets_ones_own_home() -> None:
    """GU-7."""
    placing = view(turn=0, players=2, rows=("." * 40,) * 40, seat=2)
    assert len(board_maps(placing)) == 2
    assert "an40" in board_maps(placing)[1].name


# Legibility -------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [8, 12, 16, 20, 32, 48])
def test_every_word_is_large_enough_in_a_mail(size: int) -> None:
    for picture in board_maps(crowd(size, 4, 30)):
        shown = flat(picture.scene.items)
        least = min(shape.size for shape in shown if isinstance(shape, Text))
        assert least * MAIL_WIDTH / picture.scene.width >= LEAST_SIZE


@pytest.mark.parametrize("sight", SIGHT.values(), ids=SIGHT.keys())
def test_the_colours_of_two_banners_differ_for_all_eyes(sight: Matrix) -> None:
    banners = [banner_of(seat) for seat in range(1, 9)]
    for column, least in (
        ([banner.colour for banner in banners], 0.095),
        ([banner.line.colour for banner in banners], 0.08),
    ):
        places = [seen(colour, sight) for colour in column]
        assert min(dist(a, b) for a, b in combinations(places, 2)) > least


def test_the_banners_differ_in_emblem_and_in_the_letter_of_their_name() -> None:
    assert len({banner_of(seat).emblem for seat in range(1, 9)}) == len(BANNERS)
    assert len({name[0] for name in BANNERS}) == len(BANNERS)


@pytest.mark.parametrize("seat", range(1, 9))
def test_words_on_pieces_are_legible(seat: int) -> None:
    banner = banner_of(seat)
    assert contrast(banner.ink, banner.colour) >= 4.5
    assert contrast(colours.INK, banner.body) >= 4.5
    assert contrast(colours.INK, banner.faded) >= 4.5
    assert contrast(colours.LIGHT, colours.INK) >= 4.5


@pytest.mark.parametrize("ground", [land.MEADOW, land.MEADOW_2, land.SHORE, land.SURF, land.BEACH])
def test_pieces_have_an_edge_that_stands_out_from_the_ground(ground: str) -> None:
    """So that White and Yellow do not drown in a meadow."""
    assert contrast(colours.INK, ground) >= 4.5


@pytest.mark.parametrize("ground", [land.MEADOW, land.MEADOW_2])
@pytest.mark.parametrize("seat", range(1, 9))
def test_lines_or_their_casing_stand_out_from_the_ground(seat: int, ground: str) -> None:
    banner = banner_of(seat)
    assert max(contrast(banner.colour, ground), contrast(banner.casing, ground)) >= 3.0


@pytest.mark.parametrize("ink", [colours.INK, colours.SOFT, colours.GONE])
def test_words_beside_the_board_are_legible(ink: str) -> None:
    assert contrast(ink, colours.PAPER) >= 4.5


def test_a_crowded_board_stays_a_small_scene_and_can_be_rendered() -> None:
    scene = scene_of(crowd(20, 6, 25))
    assert len(flat(scene.items)) < 2500
    assert len(to_svg(plain(scene))) < 400_000
    assert len(to_png(scene)) < 200_000


def test_pictures_have_names_of_their_own() -> None:
    names = [picture.name for picture in board_maps(crowd(48, 4, 40))]
    assert len(set(names)) == len(names) <= 5 and "".join(names).replace("-", "").isalnum()

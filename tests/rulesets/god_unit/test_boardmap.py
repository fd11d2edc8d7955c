"""The board map: what it shows, to whom, and how legibly."""

from __future__ import annotations

from math import dist

import msgspec
import pytest

from pbem.drawing import fonts
from pbem.drawing.svg import to_svg
from pbem.engine.scene import AnyShape, Group, Path, Polygon, Polyline, Text
from pbem.maps.board import square_name, square_ref
from pbem.rulesets.god_unit.figures import Thing, unit_name
from pbem.rulesets.god_unit.map import board_maps, cards, colours, whole
from pbem.rulesets.god_unit.map.colours import banner_of
from pbem.rulesets.god_unit.map.traces import above, traces_of
from pbem.rulesets.god_unit.view import Moved, View, Wasted
from tests.rulesets.god_unit.boardmaps import (
    card,
    corners_of,
    crowd,
    flat,
    plain,
    scene_of,
    texts,
    tipped,
)
from tests.rulesets.god_unit.reports import attacked, roll
from tests.rulesets.god_unit.table import design, factory, square, unit, view

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


def tip_of(seen_by: View, name: str) -> str:
    return card(scene_of(seen_by), name).tip or ""


# What stands on the board ---------------------------------------------------------------


def test_every_square_that_holds_anything_has_its_card() -> None:
    shown = game()
    scene = scene_of(shown)
    frame = whole(shown.board)
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
        """The first shape on the light line around all."""
        return flat((card(scene, name),))[1]

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
    for stack in cards.stacks_of(shown):
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


def test_every_piece_bears_the_reference_of_its_square() -> None:
    """As menus name it, for whoever marks what an order concerns."""
    shown = game()
    refs = {item.ref for item in scene_of(shown).items if item.ref}
    there = {*shown.units, *(factory.site for factory in shown.factories), *shown.things}
    assert refs == {square_ref(piece.square) for piece in there}


# The last turn ----------------------------------------------------------------------------


def test_an_arrow_follows_the_path_of_a_move() -> None:
    shown = game()
    frame = whole(shown.board)
    lines = [s for s in flat(scene_of(shown).items) if isinstance(s, Polyline)]
    path = tuple(frame.middle(place) for place in MOVED.path)
    drawn = [line for line in lines if line.points == path]
    assert drawn[-1].style.stroke == banner_of(1).colour
    head = tipped(scene_of(shown))["Red 3 (M2): e3 to f5"]
    assert isinstance(head, Group) and head.move == path[-1]
    (tip,) = head.items
    assert isinstance(tip, Polygon)
    assert dist(tip.points[0], (0, 0)) < dist(tip.points[1], (0, 0))


def test_units_that_went_the_same_way_share_an_arrow() -> None:
    other = msgspec.structs.replace(MOVED, unit=unit_name(1, 8))
    trails = traces_of((MOVED, other)).trails
    assert [len(trail.moved) for trail in trails] == [2]


def test_attacks_lead_from_the_attacker_to_the_square_and_tell_what_fell() -> None:
    """GU-11."""
    shown = game()
    frame = whole(shown.board)
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


def test_as_text_the_board_has_a_sign_for_every_square() -> None:
    """Sea and forest too: who plays from text alone knows where nobody can walk."""
    signs = board_maps(game())[0].signs
    assert signs is not None
    assert signs.rows == (
        "    a   b   c   d   e   f   g   h   i   j",
        " 1  .   .   .   .   .   .   .   .   .   .",
        " 2  .   1A  .   1   .   .   .   .   .   .",
        " 3  .   .   1B+ .   .   .   .   .   .   .",
        " 4  .   .   .   1   2+  .   .   .   .   .",
        " 5  .   .   .   .   .   1   .   .   .   .",
        " 6  .   .   .   .   .   1   .   2   .   .",
        " 7  .   .   .   .   .   .   .   .   .   .",
        " 8  .   .   .   .   .   .   .   .   .   .",
        " 9  .   .   .   .   .   ^   ^   .   2A  .",
        "10  ~   .   .   .   .   .   .   .   .   ~",
    )
    assert signs.meaning == (
        ". land, ~ sea, ^ forest; units by their players: 1 Red, 2 Blue, 3 Green; with a letter "
        "behind it a factory, with + several units, or units beside the factory"
    )
    assert len({board_maps(game(seat))[0].signs for seat in SEATS}) == 1


def test_as_text_units_in_a_factorys_square_leave_their_sign() -> None:
    at_home = view(
        units=[unit(1, 1, "a1")], factories=[factory(1, "A", "a1"), factory(1, "B", "b1")]
    )
    signs = board_maps(at_home)[0].signs
    assert signs is not None
    assert signs.rows[1].split()[1:3] == ["1A+", "1B"]


def test_as_text_only_the_grounds_of_that_board_are_explained() -> None:
    """An island board has no forest."""
    signs = board_maps(view(rows=(".~~",) + ("...",) * 9))[0].signs
    assert signs is not None
    assert signs.meaning.startswith(". land, ~ sea; units by their players")


def test_as_text_before_placing_the_home_zones_are_shown_by_their_players() -> None:
    signs = board_maps(view(turn=0, players=4))[0].signs
    assert signs is not None
    assert "home zones by their players: 1 Red" in signs.meaning


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


def test_no_mark_covers_a_word_of_a_card() -> None:
    """Arrow heads, bursts, rings and crosses end where the rows of words begin."""
    seen = game()
    frame, held = whole(seen.board), {stack.square for stack in cards.stacks_of(seen)}
    marks = [*above(traces_of(seen.log), frame, held)]
    assert len(marks) > 3
    for x, y in (corner for mark in marks for corner in corners_of(mark)):
        for card_at in held:
            across, down = frame.middle(card_at)
            within = max(abs(x - across), abs(y - down)) / frame.tile
            assert within >= 0.4, square_name(card_at)  # a card is 0.46, its words are 0.4


def test_of_a_large_board_the_overview_and_the_two_hottest_parts_are_sent() -> None:
    """Red has most of its units in the north west, one in each other corner, and a fight in the
    south east, which is hotter than the other corners."""
    land = ("." * 48,) * 48
    army = [unit(1, n, square_name((2 + n, 3))) for n in range(1, 7)]
    army += [unit(1, 7, square_name((44, 3))), unit(1, 8, square_name((3, 44)))]
    army += [unit(1, 9, square_name((44, 44))), unit(2, 1, square_name((45, 44)))]
    fight = attacked(2, 1, square_name((45, 44)), "grunt", [roll(unit_name(1, 9), "as45", (1, 6))])
    seen = view(turn=9, rows=land, units=army, log=[fight])
    overview, *parts = board_maps(seen)
    assert overview.name == "board"
    assert [square_name((44, 44)) in part.alt for part in parts] == [False, True]
    assert [square_name((3, 3)) in part.alt for part in parts] == [True, False]

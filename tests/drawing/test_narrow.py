"""Narrow screens get the part of a map around what is their reader's, with words to be read."""

from __future__ import annotations

from pbem.drawing.grid import Frame
from pbem.drawing.legends import Block
from pbem.drawing.narrow import ACROSS, DOWN, all_of, all_squares, around, squares_around
from pbem.engine.scene import AnyShape, Circle, Group, Point, Scene, Text

DOT = Circle(centre=(300.0, 300.0), radius=5.0)
MAP = Scene(width=720, height=900, items=(DOT,), ground="#101418")


def legend(width: float) -> Block:
    return Block((Text(at=(0.0, 12.0), text=f"{width:g} wide"),), 20.0)


def panes(part: Scene) -> list[tuple[Point, Point, Point]]:
    """What a part shows of the map: from where on, how much, and at which place."""
    assert part.window is not None
    assert part.window.scene is MAP
    return [(pane.corner, pane.size, pane.at) for pane in part.window.panes]


def texts(shapes: tuple[AnyShape, ...]) -> list[str]:
    found = []
    for one in shapes:
        if isinstance(one, Group):
            found += texts(one.items)
        elif isinstance(one, Text):
            found.append(one.text)
    return found


def test_a_part_shows_the_most_of_the_places_and_stays_on_the_map() -> None:
    far, near = [(700.0, 680.0)], [(20.0, 50.0), (40.0, 60.0)]
    part = around(MAP, (8.0, 40.0), (704.0, 704.0), [*far, *near], legend)
    assert part is not None
    assert panes(part) == [((8.0, 40.0), (ACROSS, DOWN), (0.0, 0.0))]
    assert part.width == ACROSS
    assert part.height == DOWN + 20 + 2 * 10
    assert texts(part.items) == ["460 wide"]
    last = around(MAP, (8.0, 40.0), (704.0, 704.0), far, legend)
    assert last is not None
    corner = 8 + 704 - ACROSS, 40 + 704 - DOWN
    assert panes(last) == [(corner, (ACROSS, DOWN), (0.0, 0.0))]


def test_who_has_nothing_on_a_map_gets_no_part_of_it() -> None:
    assert around(MAP, (8.0, 40.0), (704.0, 704.0), [], legend) is None
    assert around(MAP, (8.0, 40.0), (400.0, 700.0), [(10.0, 50.0)], legend) is None
    board = Frame((28.0, 62.0), 60.0, 11, 11)
    assert squares_around(MAP, board, [], legend) is None


def test_a_part_of_a_board_is_of_whole_squares_with_the_names_along_its_edges() -> None:
    """Seven squares of 60 and 22 pixels on each side are 464 across; around i9 the last ones. The
    names are those of the board, which begins at (30, 62) and is 660 wide and high; 5 pixels of
    its edge are for what sticks out of the last squares."""
    board = Frame((30.0, 62.0), 60.0, 11, 11)
    part = squares_around(MAP, board, [(8, 8)], legend)
    assert part is not None
    assert part.width == 7 * 60 + 2 * 22
    x, y = 30 + 4 * 60, 62 + 4 * 60
    squares, above, left, right, below = panes(part)
    assert squares == ((x, y), (420, 420), (22, 22))
    assert above == ((x, 62 - 22), (420, 22), (22, 0))
    assert left == ((30 - 22, y), (17, 420), (0, 22))
    assert right == ((30 + 660 + 5, y), (17, 420), (22 + 420 + 5, 22))
    assert below == ((x, 62 + 660 + 5), (420, 17), (22, 22 + 420 + 5))
    assert texts(part.items) == ["444 wide"]


def test_squares_without_room_for_words_are_not_shown_alone() -> None:
    tiny = Frame((28.0, 62.0), 20.0, 32, 32)
    assert squares_around(MAP, tiny, [(3, 3)], legend) is None


def test_who_has_nothing_on_a_map_gets_all_of_it_in_columns_below_each_other() -> None:
    part = all_of(MAP, (8.0, 40.0), (704.0, 704.0), legend)
    assert part is not None
    first, last = panes(part)
    assert first == ((8.0, 40.0), (ACROSS, 704.0), (0.0, 0.0))
    assert last == ((8.0 + 704.0 - ACROSS, 40.0), (ACROSS, 704.0), (0.0, 712.0))
    assert (part.width, part.height) == (ACROSS, 712 + 704 + 20 + 2 * 10)
    assert all_of(MAP, (8.0, 40.0), (ACROSS, 704.0), legend) is None


def test_who_has_nothing_on_a_board_gets_all_its_squares_with_the_names_along_their_edges() -> None:
    """Seven columns of sixty pixels have room: eleven stand in two rows, three in both."""
    board = Frame((30.0, 62.0), 60.0, 11, 11)
    part = all_squares(MAP, board, legend)
    assert part is not None
    squares = [(corner, at) for corner, size, at in panes(part) if size == (420.0, 660.0)]
    assert squares == [((30.0, 62.0), (22.0, 22.0)), ((270.0, 62.0), (22.0, 734.0))]
    assert len(panes(part)) == 2 * 5
    assert all_squares(MAP, Frame((30.0, 62.0), 60.0, 7, 11), legend) is None
    assert all_squares(MAP, Frame((30.0, 62.0), 5.0, 99, 99), legend) is None

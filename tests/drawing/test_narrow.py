"""Narrow screens get the part of a map around what is their reader's, with words to be read."""

from __future__ import annotations

from pbem.drawing.grid import Frame
from pbem.drawing.legends import Block
from pbem.drawing.narrow import ACROSS, DOWN, around, squares_around
from pbem.engine.scene import AnyShape, Circle, Group, Scene, Text

DOT = Circle(centre=(300.0, 300.0), radius=5.0)
MAP = Scene(width=720, height=900, items=(DOT,), ground="#101418")


def legend(width: float) -> Block:
    return Block((Text(at=(0.0, 12.0), text=f"{width:g} wide"),), 20.0)


def moved(part: Scene) -> tuple[float, float]:
    """Where the whole map lies in a part of it."""
    group = part.items[0]
    assert isinstance(group, Group)
    return group.move


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
    assert moved(part) == (-8.0, -40.0)
    assert part.width == ACROSS
    assert part.height == DOWN + 20 + 2 * 10
    assert texts(part.items) == ["460 wide"]
    last = around(MAP, (8.0, 40.0), (704.0, 704.0), far, legend)
    assert last is not None
    assert moved(last) == (-(8 + 704 - ACROSS), -(40 + 704 - DOWN))


def test_who_has_nothing_on_a_map_gets_no_part_of_it() -> None:
    assert around(MAP, (8.0, 40.0), (704.0, 704.0), [], legend) is None
    assert around(MAP, (8.0, 40.0), (400.0, 700.0), [(10.0, 50.0)], legend) is None
    board = Frame((28.0, 62.0), 60.0, 11, 11)
    assert squares_around(MAP, board, [], legend, str, "#ffffff") is None


def test_a_part_of_a_board_is_of_whole_squares_with_their_names() -> None:
    """Seven squares of 60 and 22 pixels on each side are 464 across; around i9 the last ones."""
    board = Frame((30.0, 62.0), 60.0, 11, 11)
    part = squares_around(MAP, board, [(8, 8)], legend, lambda x: "abcdefghijk"[x], "#ffffff")
    assert part is not None
    assert part.width == 7 * 60 + 2 * 22
    assert moved(part) == (-(30 + 4 * 60 - 22), -(62 + 4 * 60 - 22))
    named = texts(part.items)
    assert [name for name in named if name.isalpha()] == [*"eeffgghhiijjkk"]
    rows = [name for name in named if name.isdigit()]
    assert rows == [f"{row}" for row in range(5, 12) for _side in range(2)]


def test_squares_without_room_for_words_are_not_shown_alone() -> None:
    tiny = Frame((28.0, 62.0), 20.0, 32, 32)
    assert squares_around(MAP, tiny, [(3, 3)], legend, str, "#ffffff") is None

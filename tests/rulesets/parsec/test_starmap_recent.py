"""The board map: what happened in the last round, and conflicts that wait."""

from __future__ import annotations

import msgspec

from pbem.engine.scene import Circle, Path, Polyline, Rect
from pbem.rulesets.parsec.map import frame_of, signs
from pbem.rulesets.parsec.map.recent import Left, Move, recent_of
from pbem.rulesets.parsec.map.signs import player_dye
from pbem.rulesets.parsec.mechanics import Space
from pbem.rulesets.parsec.turn.setup import default_galaxy
from pbem.rulesets.parsec.view import (
    AnyEntry,
    Chapter,
    Force,
    LeaderHomeless,
    LeaderPlaced,
    SystemSettled,
)
from tests.rulesets.parsec.pictures import (
    BOARD,
    FOUGHT,
    at,
    disputed,
    flat,
    game,
    scene_of,
    strokes,
    texts,
    tip_at,
    tips,
)
from tests.rulesets.parsec.table import drawn, square, squares, view


def recent(*entries: AnyEntry, board: str = BOARD):
    shown = view(board, players=4)
    return recent_of([Chapter(1, 1, entries)], 4, Space(shown.galaxy))


def test_what_was_put_in_the_last_round_is_framed_in_its_players_colour() -> None:
    shown = game()
    scene, frame = scene_of(shown), frame_of(shown.galaxy)
    for name, seat in (("a2", 1), ("b1", 1), ("h2", 4)):
        frames = [s for s in flat(*at(scene, square(name), frame)) if isinstance(s, Rect)]
        assert player_dye(seat).fill in {shape.style.stroke for shape in frames}


def test_only_the_last_turn_of_every_player_is_marked() -> None:
    settled = [
        Chapter(n, 1, (SystemSettled(seat=1, kind="science", square=square(name), gains=None),))
        for n, name in enumerate(("a1", "c3", "e5"), start=1)
    ]
    shown = recent_of(settled, 2, Space(game().galaxy))
    assert list(shown.put) == list(squares("c3 e5"))


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
    assert shown.moves == () and shown.put == {}
    assert Left(square("f4"), "mining", 1) in shown.left


def test_what_was_vacated_and_the_beaten_leader_leave_a_trace_until_it_is_settled_again() -> None:
    assert recent(FOUGHT).left == (
        Left(square("h4"), "merchant"),
        Left(square("h5"), "merchant"),
        Left(square("i5"), "merchant", 1),
    )
    again = BOARD.replace(".   .   .   M2  s   m   .   .   .", ".   .   .   M2  s   m   .   m   .")
    assert [gone.square for gone in recent(FOUGHT, board=again).left] == list(squares("h4 i5"))


def test_a_leader_that_attacked_in_vain_leaves_a_trace() -> None:
    """PA-6: it goes home, not to its old square."""
    lost = msgspec.structs.replace(
        FOUGHT,
        cause="leader",
        attacker=Force(2, 1, 0, FOUGHT.square),
        winner=1,
        vacated=(),
        resource="science",
        gain=1,
    )
    shown = recent(lost)
    assert shown.left == (Left(square("g5"), "merchant", 2),)
    assert shown.fights == {square("g5"): [lost]}


def test_a_tip_tells_how_a_conflict_went() -> None:
    assert tip_at(scene_of(game()), "g5") == "g5: merchant: Björn (d5) 4, Ada (i5) 3; Björn won"


def test_a_dispute_marks_both_sides_the_joining_settlement_and_the_leaders() -> None:
    shown = disputed()
    scene, frame = scene_of(shown), frame_of(shown.galaxy)
    for name in ("b2", "d2", "e2"):
        assert signs.HOT in strokes(*at(scene, square(name), frame))
    rings = {
        name: next(s for s in flat(*at(scene, square(name), frame)) if isinstance(s, Circle))
        for name in ("b2", "e2")
    }
    assert rings["b2"].style.dash and not rings["e2"].style.dash
    sides = [i for i in scene.items if isinstance(i, Path) and i.style.stroke == signs.HOT]
    assert len(sides) == 2
    arrows = [s for s in flat(*scene.items) if isinstance(s, Polyline) and s.arrow]
    assert len(arrows) == 1
    assert "merchant: Björn attacks Cé, 2 against 2" in tips(scene)


def test_the_picture_stays_without_marks_when_nothing_has_happened() -> None:
    start = view(drawn(default_galaxy()), players=4)
    scene = scene_of(start)
    assert scene.title == "The galaxy at the start"
    assert signs.HOT not in strokes(*scene.items)
    assert "put there in the last round" not in texts(*scene.items)

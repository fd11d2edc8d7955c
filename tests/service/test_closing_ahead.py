"""Where processes draw, games are worked out before the one that is written: a few of them, in
their order, and whatever happens in between counts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import msgspec
import pytest

from pbem.drawing.render import Renderer
from pbem.service.context import Context
from pbem.service.gamefile import SeatSpec
from pbem.service.intake.receive import receive_mail
from pbem.service.play import upkeep
from pbem.service.play.close import Begun, Changed, begin_closing, close_turn
from pbem.service.play.upkeep import GAMES_AHEAD, close_due, note_poll
from pbem.store import games
from pbem.store.records import GameRow
from tests.service.world import ANNA, World, open_world

NAMES = tuple(f"g{number}" for number in range(6))


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path, whole=True) as world:
        settings = msgspec.structs.replace(world.context.config.service, workers=1)
        config = msgspec.structs.replace(world.context.config, service=settings)
        world.context = replace(world.context, config=config, renderer=Renderer(workers=1))
        yield world


def all_due(world: World) -> None:
    """Six games whose deadline has passed, and all mail read that came before it."""
    for name in NAMES:
        seats = tuple(
            SeatSpec(name=f"Player {n}", address=f"p{n}.{name}@example.org") for n in (1, 2)
        )
        world.new_game(id=name, title=name, seats=seats)
    world.clock.move(hours=60)
    note_poll(world.context, world.clock.now())


def test_games_are_written_in_their_order_a_few_behind_those_worked_out(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One process draws: two games are worked out before the first one is written, and each
    further one before the next."""
    done: list[str] = []

    def begin(context: Context, game: str) -> Begun:
        done.append(f"work out {game}")
        return begin_closing(context, game)

    def close(context: Context, game: str, turn: int, begun: Begun) -> GameRow:
        done.append(f"write {game}")
        return close_turn(context, game, turn, begun)

    monkeypatch.setattr(upkeep, "begin_closing", begin)
    monkeypatch.setattr(upkeep, "close_turn", close)
    all_due(world)
    assert GAMES_AHEAD == 2
    assert [row.id for row in close_due(world.context)] == [*NAMES]
    begun = [f"work out {name}" for name in NAMES]
    written = [f"write {name}" for name in NAMES]
    assert done == [
        *(begun[0], begun[1], begun[2], written[0], begun[3], written[1], begun[4], written[2]),
        *(begun[5], written[3], written[4], written[5]),
    ]
    for name in NAMES:
        for player in (1, 2):
            report = world.last(f"p{player}.{name}@example.org", kind="report")
            kinds = [part.get_content_type() for part in report.walk()]
            assert kinds.count("image/png") == 2


def test_one_game_that_cannot_be_worked_out_stops_no_other(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    def begin(context: Context, game: str) -> Begun:
        if game == "g2":
            raise RuntimeError("a fault in its rules")
        return begin_closing(context, game)

    monkeypatch.setattr(upkeep, "begin_closing", begin)
    all_due(world)
    closed = [row.id for row in close_due(world.context)]
    assert closed == [name for name in NAMES if name != "g2"]
    assert world.game("g2").turn == 1
    monkeypatch.undo()
    assert [row.id for row in close_due(world.context)] == ["g2"]


def test_orders_that_come_after_a_game_was_worked_out_are_played(world: World) -> None:
    world.new_game()
    begun = begin_closing(world.context, "spring")
    world.reply(ANNA, "Economy 60% coop 70 with 0-200 comp 30")
    receive_mail(world.context, world.inbox)
    with pytest.raises(Changed):
        close_turn(world.context, "spring", 1, begun)
    assert close_turn(world.context, "spring", 1).turn == 2
    with world.context.database.read() as connection:
        played = {one.seat: one for one in games.answers_of(connection, "spring", 1)}
    assert played[1].mail is not None


def test_a_turn_whose_deadline_moves_after_it_was_worked_out_stays_open(world: World) -> None:
    world.new_game()
    world.clock.move(hours=49)
    note_poll(world.context, world.clock.now())
    begun = begin_closing(world.context, "spring")
    with world.context.write() as session:
        later = world.clock.now() + timedelta(days=1)
        games.change_game(session.connection, "spring", deadline=later)
    assert upkeep._close(world.context, begun.row, begun) is None
    assert close_due(world.context) == []
    assert world.game("spring").turn == 1


def test_a_turn_that_was_begun_is_closed_once(world: World) -> None:
    world.new_game()
    begun = begin_closing(world.context, "spring")
    assert close_turn(world.context, "spring", 1).turn == 2
    with pytest.raises(Changed):
        close_turn(world.context, "spring", 1, begun)
    assert len(world.rows(kind="report", turn=1)) == 2

"""Where processes work turns out, a few are begun before the one that is written, in their order;
whatever happens in between counts, and what they do not come back with is worked out here."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Collection, Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import msgspec
import pytest
from msgspec import structs

from pbem.service.context import Context
from pbem.service.gamefile import SeatSpec
from pbem.service.intake.receive import receive_mail
from pbem.service.play import upkeep
from pbem.service.play.close import Begun, Changed, begin_closing, close_turn
from pbem.service.play.closers import Closers
from pbem.service.play.results import Results
from pbem.service.play.upkeep import GAMES_AHEAD, close_due, note_poll
from pbem.service.processes import Outcome
from pbem.store import games
from pbem.store.records import GameRow
from tests.service.world import ANNA, World, open_world

NAMES = tuple(f"g{number}" for number in range(6))


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path, whole=True) as world:
        settings = msgspec.structs.replace(world.context.config.service, workers=1)
        config = msgspec.structs.replace(world.context.config, service=settings)
        closers = Closers(config, world.context.base, workers=1)
        world.context = replace(world.context, config=config, closers=closers)
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


class Watched(Closers):
    """Notes what is begun, in `done`, and has no process for the games of `lost`."""

    def __init__(self, context: Context, lost: Collection[str] = ()) -> None:
        super().__init__(context.config, context.base, workers=1)
        self.done: list[str] = []
        self._lost = lost

    def begin(self, game: str, now: datetime) -> Outcome[Begun]:
        self.done.append(f"begin {game}")
        return (lambda: None) if game in self._lost else super().begin(game, now)


def watched(world: World, lost: Collection[str] = ()) -> Watched:
    world.context.closers.close()
    closers = Watched(world.context, lost)
    world.context = replace(world.context, closers=closers)
    return closers


def noting_writes(done: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def close(context: Context, game: str, turn: int, begun: Begun) -> GameRow:
        done.append(f"write {game}")
        return close_turn(context, game, turn, begun)

    monkeypatch.setattr(upkeep, "close_turn", close)


def worked_out_here(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The games that the service works out by itself from now on."""
    games_here: list[str] = []

    def begin(context: Context, game: str) -> Begun:
        games_here.append(game)
        return begin_closing(context, game)

    monkeypatch.setattr(upkeep, "begin_closing", begin)
    return games_here


def pictures_in_reports(world: World) -> list[int]:
    found = []
    for name in NAMES:
        for player in (1, 2):
            report = world.last(f"p{player}.{name}@example.org", kind="report")
            found.append([part.get_content_type() for part in report.walk()].count("image/png"))
    return found


def test_games_are_written_in_their_order_a_few_behind_those_begun(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One process works: two games are begun before the first one is written, and each further
    one before the next. The service has none to work out by itself."""
    all_due(world)
    closers, here = watched(world), worked_out_here(monkeypatch)
    noting_writes(closers.done, monkeypatch)
    assert GAMES_AHEAD == 2
    assert [row.id for row in close_due(world.context)] == [*NAMES]
    assert here == []
    begun = [f"begin {name}" for name in NAMES]
    written = [f"write {name}" for name in NAMES]
    assert closers.done == [
        *(begun[0], begun[1], begun[2], written[0], begun[3], written[1], begun[4], written[2]),
        *(begun[5], written[3], written[4], written[5]),
    ]
    assert pictures_in_reports(world) == [2] * 12


def test_what_processes_do_not_come_back_with_is_worked_out_here(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    all_due(world)
    watched(world, lost=("g1", "g4"))
    here = worked_out_here(monkeypatch)
    assert [row.id for row in close_due(world.context)] == [*NAMES]
    assert here == ["g1", "g4"]
    assert pictures_in_reports(world) == [2] * 12


def test_processes_that_are_killed_cost_nothing_but_time(world: World) -> None:
    all_due(world)
    waiting = [world.context.closers.begin(name, world.clock.now()) for name in NAMES]
    for child in multiprocessing.active_children():
        os.kill(child.pid or 0, signal.SIGKILL)
        child.join()
    assert [outcome() for outcome in waiting] == [None] * 6
    assert [row.id for row in close_due(world.context)] == [*NAMES]
    assert pictures_in_reports(world) == [2] * 12


def test_a_process_works_out_what_would_be_worked_out_here(world: World) -> None:
    all_due(world)
    now = world.clock.now()
    there, here = world.context.closers.begin("g0", now)(), begin_closing(world.context, "g0")
    assert there is not None
    assert there.row == here.row
    assert there.closing.answers == here.closing.answers
    assert isinstance(there.closing.follows, Results)
    assert isinstance(here.closing.follows, Results)
    assert there.closing.follows.opening == here.closing.follows.opening
    assert structs.replace(there.closing.game, head="") == structs.replace(
        here.closing.game, head=""
    )


def test_one_game_that_cannot_be_worked_out_stops_no_other(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    def begin(context: Context, game: str) -> Begun:
        if game == "g2":
            raise RuntimeError("a fault in its rules")
        return begin_closing(context, game)

    monkeypatch.setattr(upkeep, "begin_closing", begin)
    all_due(world)
    watched(world, lost=("g2",))
    closed = [row.id for row in close_due(world.context)]
    assert closed == [name for name in NAMES if name != "g2"]
    assert world.game("g2").turn == 1
    monkeypatch.undo()
    assert [row.id for row in close_due(world.context)] == ["g2"]


def test_a_game_that_changed_before_it_was_worked_out_is_asked_again_if_it_is_over(
    world: World,
) -> None:
    """Whether it is over was found out before those orders."""
    world.new_game()
    asked = world.game()
    world.reply(ANNA, "Economy 60% coop 70 with 0-200 comp 30")
    receive_mail(world.context, world.inbox)
    assert upkeep._close(world.context, asked, None) is None
    assert world.game().turn == 1


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

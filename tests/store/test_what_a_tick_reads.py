"""What every round asks is found by games that go on, whatever number of others are over."""

from __future__ import annotations

from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pbem.store import games, observers
from tests.service.world import open_world


def test_turns_that_may_be_due_are_looked_for_among_games_that_go_on(tmp_path: Path) -> None:
    with open_world(tmp_path) as world:
        world.new_game()
        with world.context.database.read() as connection:
            plan = plan_of(connection, games._MAYBE_DUE.params(now=world.clock.now()))
        assert any("ix_games_status" in step for step in plan), plan


def test_those_who_watch_are_looked_for_among_those_who_know_no_end(tmp_path: Path) -> None:
    with open_world(tmp_path) as world, world.context.database.read() as connection:
        plan = plan_of(connection, observers._TO_TELL.params(before=world.clock.now()))
    assert any("observers USING" in step and "ix_observers_to_tell" in step for step in plan), plan
    assert not any(step.startswith("SCAN games") for step in plan), plan


def plan_of(connection: Connection, query: sa.Select[tuple[str]]) -> list[str]:
    """How SQLite would find what is asked for, step by step."""
    asked = query.compile(connection.engine, compile_kwargs={"render_postcompile": True})
    unbound = str(asked).replace("?", "NULL")
    return [str(row[-1]) for row in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {unbound}")]

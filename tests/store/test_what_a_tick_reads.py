"""What every round asks is found by games that go on, whatever number of others are over."""

from __future__ import annotations

from pathlib import Path

from pbem.store import games
from tests.service.world import open_world


def test_turns_that_may_be_due_are_looked_for_among_games_that_go_on(tmp_path: Path) -> None:
    with open_world(tmp_path) as world:
        world.new_game()
        with world.context.database.read() as connection:
            asked = games._MAYBE_DUE.params(now=world.clock.now()).compile(
                connection.engine, compile_kwargs={"render_postcompile": True}
            )
            unbound = str(asked).replace("?", "NULL")
            plan = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {unbound}").all()
        assert any("ix_games_status" in row[-1] for row in plan), plan

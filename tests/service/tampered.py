"""Copies of a service's database, to be tampered with."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import sqlalchemy as sa

from pbem.engine.replay import Finding, Mark
from pbem.service.context import Context
from pbem.service.play.close import close_turn
from pbem.service.tools.verify import verify_game
from pbem.store.database import Database
from tests.servers.databases import copy_database
from tests.service.world import ANNA, BORIS, World, open_world

TURNS = 5
"""Turns of the game that is played: Anna orders in all of them, Boris in the first two."""


@dataclass
class Copy:
    """A copy of the database, to be tampered with."""

    context: Context

    def change(self, *statements: sa.Executable) -> None:
        with self.context.database.write() as connection:
            for statement in statements:
                connection.execute(statement)

    def findings(self) -> list[Finding]:
        return list(verify_game(self.context, "spring"))

    def wrong(self) -> list[str]:
        return [
            f"{one.turn}/{one.seat}: {one.text}" for one in self.findings() if one.mark is Mark.BAD
        ]

    def found(self, *wanted: str) -> None:
        """Each of these is among what is found wrong, and all that is wrong is among these."""
        wrong = self.wrong()
        missed = [text for text in wanted if not any(text in one for one in wrong)]
        more = [one for one in wrong if not any(text in one for text in wanted)]
        assert (missed, more) == ([], [])


@contextmanager
def copied(world: World, folder: Path) -> Iterator[Copy]:
    context = world.context
    context.database.engine.dispose()
    url = copy_database(context.config.service.database, context.base, folder)
    shutil.copy(context.base / "pbem.key", folder)
    database = Database(url.replace("sqlite:///", f"sqlite:///{folder}/"))
    try:
        yield Copy(replace(context, database=database))
    finally:
        database.close()


@contextmanager
def played_game(folder: Path) -> Iterator[World]:
    """A game of Hegemon in its sixth turn."""
    with open_world(folder) as world:
        world.new_game(options={"items": ("Economy", "Culture")})
        for turn in range(1, TURNS + 1):
            world.reply(ANNA, f"Economy {50 + turn}% comp 40 attack 0-*")
            world.poll()
            if turn < 3:
                world.reply(BORIS, f"Culture {40 + turn}% comp 100")
                world.poll()
            else:
                close_turn(world.context, "spring")
        assert world.game().turn == TURNS + 1
        yield world

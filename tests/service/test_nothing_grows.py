"""What the service does all day costs the same however many games are over.

Counted is what the database does: steps of SQLite's machine, rows that PostgreSQL looks at. The
statements are those of a whole round, of mails of all kinds, and of the night's tidying up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pbem.service.gamefile import SeatSpec
from pbem.service.intake.receive import receive_mail
from pbem.service.mastering.listing import list_of
from pbem.service.mastering.masters import run_by
from pbem.service.play.upkeep import note_poll
from pbem.service.tools import overview
from pbem.store import games
from pbem.store.records import GameStatus
from tests.service.doomed import Steady
from tests.service.finished import copy_finished, each_cost
from tests.service.looks import LINE
from tests.service.test_bouncing import Sink
from tests.service.world import ANNA, World, open_world

COPIES = 1000
ALIKE = 1.02
"""An index of a thousand times the entries is a level or two higher."""
PLAYED = 10
"""Games that go on."""


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path) as world:
        yield world


class Club:
    """A world with a game that is over and told, and others that go on."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.runner = Steady(world.context)
        world.new_game(
            id="old",
            title="Old",
            options={"turns": 2},
            seats=[SeatSpec(name=n, address=f"{n.lower()}@old.example") for n in ("Xenia", "Yara")],
        )
        world.poll()
        world.reply("xenia@old.example", f"{LINE}\n\nTO ALL:\nhello\nEND")
        world.reply("yara@old.example", "TO Xenia:\npsst\nEND")
        while world.game("old").status is GameStatus.RUNNING:
            world.wait(25)
        for number in range(PLAYED):
            world.new_game(id=f"game-{number}", title=f"Game {number}")
        world.wait(1)
        for _round in range(3):
            self.round()

    def round(self) -> None:
        """One round of all jobs."""
        self.receive()
        note_poll(self.world.context, self.world.clock.now())
        self.runner.close()
        self.runner._work["send"]()

    def receive(self) -> None:
        receive_mail(self.world.context, self.world.inbox)

    def works(self) -> dict[str, Callable[[], object]]:
        """What is done all day, by a name."""
        asked = {text: self._mail(text) for text in ("LIST", "HELP", "STATUS", "FAME", "LOG")}
        return {
            "a poll": self.receive,
            "a tick": self.runner.close,
            "a look at the outbox": self.runner._work["send"],
            "a receipt": self._mail(LINE),
            "a letter": self._mail("TO ALL:\nhello\nEND"),
            **asked,
            "a stranger": self._stranger("HELP"),
            "a stranger's LIST": self._stranger("LIST"),
            "a stranger's JOIN": self._stranger("JOIN game-1"),
            "what was written goes out": self.runner._work["send"],
            "pbem list": lambda: overview.current_games(self.world.context),
            "the operator's LIST": self._operators_list,
            "a day later": self._day,
            "a new game": lambda: self.world.new_game(id=""),
            "and out": self.runner._work["send"],
        }

    def _mail(self, text: str) -> Callable[[], object]:
        def arrives() -> None:
            self.world.reply(ANNA, text)
            self.receive()

        return arrives

    def _stranger(self, text: str) -> Callable[[], object]:
        def arrives() -> None:
            sender = f"{text.lower().replace(' ', '-')}@stranger.example"
            self.world.write(sender, text, to=self.world.context.config.mail.address)
            self.receive()

        return arrives

    def _operators_list(self) -> None:
        with self.world.context.read() as session:
            found = run_by(session, "gm@example.org")
            assert list_of(session, found[0][1])

    def _day(self) -> None:
        """Turns close, people are reminded, and old mail is let go of."""
        self.world.clock.move(hours=25)
        self.round()


def test_what_is_done_all_day_costs_the_same_beside_a_thousand_games_that_are_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Sink(monkeypatch)
    costs = []
    for copies in (2 * overview.MOST_OVER + 60, COPIES):
        folder = tmp_path / str(copies)
        folder.mkdir()
        with open_world(folder) as world:
            club = Club(world)
            with world.context.database.write() as connection:
                copy_finished(connection, "old", copies)
            costs.append(each_cost(world.context.database, club.works()))
    few, many = costs
    grown = {name: (few[name], many[name]) for name in few if many[name] > ALIKE * few[name] + 100}
    if world.context.database.engine.dialect.name == "postgresql":
        grown.pop("a day later", None)  # once a night it goes through few letters sooner as a whole
    assert grown == {}
    assert few["a tick"] > 0 and few["a receipt"] > 0, "something was counted"


def test_a_list_shows_what_goes_on_and_the_newest_of_what_is_over(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    Sink(monkeypatch)
    Club(world)
    with world.context.database.write() as connection:
        copy_finished(connection, "old", 50)
    shown = overview.current_games(world.context)
    over = [game.id for game in shown if game.status == GameStatus.FINISHED]
    assert len(over) == overview.MOST_OVER
    assert [game.id for game in shown if game.status == GameStatus.RUNNING] == [
        f"game-{number}" for number in range(PLAYED)
    ]
    assert len(overview.all_games(world.context)) == 51 + PLAYED


def test_a_new_game_gets_the_number_behind_the_last(world: World) -> None:
    ids = [world.new_game(id="").id for _game in range(5)]
    assert ids == [f"hegemon-{number}" for number in range(1, 6)]
    with world.context.database.read() as connection:
        assert games.is_game(connection, "hegemon-5")
        assert games.ids_beginning(connection, "hege", 3) == tuple(ids[:3])

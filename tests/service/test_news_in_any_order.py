"""Whatever is played, asked for and wished in whatever order, and wherever the service dies, every
seat is told everything once and in order."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from itertools import count, pairwise

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from pbem.service.gamefile import SeatSpec
from pbem.service.mastering.acts import by_operator, pause
from pbem.service.schedule import Schedule
from pbem.store import games
from pbem.store.records import OutboxRow
from tests.service import relay
from tests.service.boundaries import dying_at
from tests.service.running import PEOPLE, whispers
from tests.service.world import ANNA, CHIARA, World, open_world
from tests.soaking import examples

SAID = ("REPORT", "NEWS EACH TURN", "NEWS DIGEST", "GUARD 3", "NEWS EACH TURN\nREPORT\nGUARD 4")
ACTIONS = st.lists(
    st.one_of(
        st.tuples(st.sampled_from(["move", "move", "wait", "wait"]), st.just("")),
        st.tuples(st.sampled_from(sorted(PEOPLE)), st.sampled_from(SAID)),
        st.tuples(st.just("die"), st.integers(1, 16)),
    ),
    min_size=8,
    max_size=24,
)
_numbers = count(1)


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    """One for all examples, which differ by their game."""
    folder = tmp_path_factory.mktemp("news")
    with relay.installed(), open_world(folder, answers_per_hour=3) as world:
        yield world


@examples(4, soak=100, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(ACTIONS)
def test_everything_is_told_once_and_in_order(
    world: World, actions: list[tuple[str, str | int]]
) -> None:
    game = f"news-{next(_numbers)}"
    world.new_game(
        id=game,
        ruleset="relay",
        seats=tuple(SeatSpec(name=a.partition("@")[0].title(), address=a) for a in PEOPLE),
        options={"movers": (1, 2)},
        schedule=Schedule(every="48h", reminders=(), second_thoughts="0m"),
    )
    spoke: set[str] = set()
    for who, what in actions:
        act(world, game, who, what)
        spoke.add(who)
    world.wait(25)
    for player in PEOPLE:
        told = whispers(*reports(world, game, player))
        assert told == [*range(1, len(told) + 1)]
    last = world.game(game).turn - 1
    assert len(whispers(*reports(world, game, CHIARA))) == last
    if CHIARA not in spoke:
        times = [row.created for row in reports(world, game, CHIARA)]
        assert all(after - before >= timedelta(days=1) for before, after in pairwise(times))
    by_operator(world.context, game, pause)


def reports(world: World, game: str, player: str) -> tuple[OutboxRow, ...]:
    return world.rows(game=game, recipient=player, kind="report")


def act(world: World, game: str, who: str, what: str | int) -> None:
    world.clock.move(seconds=1)
    if who == "wait":
        world.wait(7)
    elif who == "die":
        with dying_at(int(what)):
            world.poll()
    elif who == "move":
        with world.context.database.read() as connection:
            owing = games.owing_seats(connection, game)
        mover = next(a for a, seat in PEOPLE.items() if seat in owing) if owing else ANNA
        write(world, game, mover, "MOVE 5")
    else:
        write(world, game, who, str(what))


def write(world: World, game: str, player: str, text: str) -> None:
    world.reply(player, text, to=world.last(player, game=game, kind="report"))
    world.poll()

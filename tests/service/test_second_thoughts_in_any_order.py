"""Whatever players send in whatever order, a turn closes when all are sure or nothing has changed
for a while, and at no other time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from tests.service.duels import LINE, OTHER, new_galaxy, write
from tests.service.world import ANNA, BORIS, CHIARA, World, open_world
from tests.soaking import examples

SPAN = timedelta(minutes=10)


@dataclass
class Player:
    """What a player would say of their seat."""

    held: str = ""
    owes: bool = True
    done: bool = False


@dataclass
class Model:
    """The open turn as all players together know it."""

    changed: datetime
    players: dict[str, Player] = field(default_factory=dict)

    def hears(self, who: str, act: str, line: str, now: datetime) -> None:
        one = self.players[who]
        before = (one.held, one.owes)
        match act:
            case "orders":
                one.done = one.done and one.held == line
                one.held, one.owes = line, False
            case "orders and DONE":
                one.held, one.owes, one.done = line, False, True
            case "a slip":
                one.held, one.owes, one.done = line, True, False
            case "WITHDRAW":
                one.held, one.owes, one.done = "", True, False
            case "DONE" if one.held:
                one.owes, one.done = False, True
        if (one.held, one.owes) != before:
            self.changed = now

    @property
    def is_complete(self) -> bool:
        return not any(one.owes for one in self.players.values())

    @property
    def is_sure(self) -> bool:
        return self.is_complete and all(one.done for one in self.players.values())


MAILS = {
    "orders": "{line}",
    "orders and DONE": "{line}\nDONE",
    "a slip": "{line}\nBULD 1 light",
    "WITHDRAW": "WITHDRAW",
    "DONE": "DONE",
    "nothing": "PREVIEW\n{line}",
}
PEOPLE = (ANNA, BORIS, CHIARA)


@pytest.fixture(scope="module")
def any_world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    with open_world(tmp_path_factory.mktemp("thoughts"), answers_per_hour=10**6) as world:
        yield world


@examples(6, soak=100, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(
        st.tuples(
            st.sampled_from(PEOPLE),
            st.sampled_from([*MAILS, "orders", "orders and DONE"]),
            st.sampled_from([LINE, OTHER]),
            st.integers(0, 11),
        ),
        max_size=14,
    )
)
def test_a_turn_closes_when_all_are_sure_or_the_span_is_over_and_at_no_other_time(
    any_world: World, story: list[tuple[str, str, str, int]]
) -> None:
    world = any_world
    game = f"game-{len(world.rows(kind='report'))}"
    new_galaxy(world, *PEOPLE, game=game, second_thoughts="10m")
    model = Model(world.clock.now(), {who: Player() for who in PEOPLE})
    for who, act, line, minutes in [*story, (ANNA, "nothing", LINE, 11)]:
        write(world, who, MAILS[act].format(line=line), game)
        model.hears(who, act, line, world.clock.now())
        for minute in range(minutes + 1):
            world.clock.move(minutes=bool(minute))
            world.poll()
            quiet = world.clock.now() - model.changed >= SPAN
            over = model.is_sure or (model.is_complete and quiet)
            assert (world.game(game).turn == 2) == over
            if over:
                return

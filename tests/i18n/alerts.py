"""What the masters of a game are told of it, in the language of accents."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import product

import pytest

from pbem.service.dispatch.alerts import begin_concern, end_alert, send_alerts
from pbem.service.gamefile import MasterSpec
from pbem.store.concerns import Concern, Matter
from pbem.store.mastering import Role
from tests.i18n.masters import BRK, NNT, TTT, new_game
from tests.service.world import World

MASTERS = (MasterSpec(address=BRK), MasterSpec(address=NNT, role=Role.ASSISTANT))


def _concerns() -> Iterator[Concern]:
    """Every matter, in each of the ways in which it can be."""
    until = datetime(2026, 3, 9, tzinfo=UTC)
    for matter, count, turn, names in product(Matter, (0, 1, 2), (0, 3), ((), ("Ttt", "Brk"))):
        yield Concern(
            game="sprng",
            matter=matter,
            seat=2,
            name="Ttt",
            address=TTT,
            before=NNT,
            count=count,
            turn=turn,
            number=7,
            names=names,
            until=until,
        )
    for turn in (0, 3):
        yield Concern(
            game="sprng", matter=Matter.JOINED, seat=2, name="Ttt", address=TTT, turn=turn
        )


def alerts_of_all_kinds(world: World, _patch: pytest.MonkeyPatch) -> None:
    new_game(world, masters=MASTERS)
    found = {f"{number}": concern for number, concern in enumerate(_concerns())}
    with world.context.write() as session:
        begin_concern(session, "x", next(iter(found.values())))
    send_alerts(world.context)
    with world.context.write() as session:
        for key, concern in found.items():
            begin_concern(session, key, concern)
    _all_told(world)
    with world.context.write() as session:
        end_alert(session.connection, *found)
    _all_told(world)


def _all_told(world: World) -> None:
    world.clock.move(minutes=61)
    while send_alerts(world.context):
        world.clock.move(minutes=61)


SCENES = (alerts_of_all_kinds,)

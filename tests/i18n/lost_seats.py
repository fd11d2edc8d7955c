"""Seats that are lost, and taken by others, in the language of accents."""

from __future__ import annotations

import pytest

from pbem.service.gamefile import MasterSpec
from pbem.service.mastering.acts import by_operator
from pbem.service.mastering.seats import eject
from pbem.service.play.close import close_turn
from tests.i18n.saying import BRK, CHAIRS, MOVE, NNT, SERVICE, TTT, new_game, say
from tests.service.world import World

WRK = "wrk@elsewhere.test"
UNTIL = "UNTIL 2026-03-08"


def _reply(world: World, player: str, word: str, kind: str) -> None:
    world.reply(player, word, to=world.last(player, kind=kind))
    world.poll()


def whom_nobody_may_be_asked_for(world: World, _patch: pytest.MonkeyPatch) -> None:
    new_game(world)
    say(world, f"PROFILE ALSO {WRK}", player=BRK)
    _reply(world, WRK, "CONFIRM", "newaddress")
    say(world, f"SUBSTITUTE {TTT} {UNTIL}")
    for one in (BRK, WRK, "gm@example.org"):
        say(world, f"SUBSTITUTE {one} {UNTIL}")
        _reply(world, one, "ACCEPT", "substitute")


def whoever_comes_later(world: World, _patch: pytest.MonkeyPatch) -> None:
    new_game(world)
    world.write(NNT, "STANDBY sprng", to=SERVICE)
    world.poll()
    _reply(world, NNT, "CONFIRM", "standby")
    say(world, "PRESS WITH REPORT", player=BRK)
    close_turn(world.context, "sprng")
    world.clock.move(hours=2)
    say(world, "TO Brk: hll")
    by_operator(world.context, "sprng", eject, 2)
    world.poll()
    _reply(world, NNT, "ACCEPT", "offer")
    say(world, "HISTORY", "REPORT 0", player=NNT)
    say(world, MOVE, player=NNT)
    close_turn(world.context, "sprng")
    say(world, "HISTORY 1", player=NNT)


def a_new_address_with_nothing_to_bring(world: World, _patch: pytest.MonkeyPatch) -> None:
    new_game(world)
    say(world, f"PROFILE ADDRESS {WRK}", player=BRK)
    by_operator(world.context, "sprng", eject, 2)
    _reply(world, WRK, "CONFIRM", "newaddress")
    new_game(world, id="thrd", title="Thrd", seats=(CHAIRS[0], CHAIRS[2]))
    new_game(world, id="frth", title="Frth")
    say(world, f"PROFILE ADDRESS {BRK}")
    _reply(world, BRK, "CONFIRM", "newaddress")


def results_that_go_out_no_more(world: World, _patch: pytest.MonkeyPatch) -> None:
    owners = (MasterSpec(address=WRK), MasterSpec(address=NNT))
    new_game(world, masters=owners, release="master")
    close_turn(world.context, "sprng")
    say(world, "ROLLBACK 1", player=WRK)
    waits = world.last(NNT, kind="preview")
    world.write(NNT, "RELEASE", to=str(waits["Reply-To"]))
    world.write(WRK, "CONFIRM", to=str(world.last(WRK)["Reply-To"]))
    world.poll()


SCENES = (
    whom_nobody_may_be_asked_for,
    whoever_comes_later,
    a_new_address_with_nothing_to_bring,
    results_that_go_out_no_more,
)

"""What players do together by themselves, in the language of accents."""

from __future__ import annotations

import pytest

from pbem.service.intake.receive import receive_mail
from pbem.service.mastering.acts import by_operator, close_now, pause, resume
from pbem.service.play.close import close_turn
from pbem.service.schedule import Extensions, Schedule
from tests.i18n.saying import BRK, new_game, say
from tests.service.world import World


def extending(world: World, patch: pytest.MonkeyPatch) -> None:
    new_game(world)
    say(world, "EXTEND 6", "EXTEND")
    for number, allowed in enumerate((Extensions(times=2, in_all=2), Extensions(hours=1, times=1))):
        schedule = Schedule(every="48h", waits=1, absent=0, reminders=(), extensions=allowed)
        new_game(world, id=f"thrd-{number}", title="Thrd", schedule=schedule)
        stale = world.last(BRK, kind="report")
        say(world, "EXTEND 6", "EXTEND 1", "EXTEND 1", "LOG")
        say(world, "EXTEND 1", player=BRK)
    close_turn(world.context, "thrd-1")
    world.reply(BRK, "EXTEND 1", to=stale)
    world.poll()
    by_operator(world.context, "thrd-1", pause)
    say(world, "EXTEND 1", player=BRK)
    by_operator(world.context, "thrd-1", resume)
    by_operator(world.context, "thrd-1", close_now)
    world.reply(BRK, "EXTEND 1", to=world.last(BRK, kind="report"))
    receive_mail(world.context, world.inbox)


def extending_too_late(world: World, _patch: pytest.MonkeyPatch) -> None:
    new_game(world)
    world.clock.move(hours=49)
    world.reply(BRK, "EXTEND 1")
    receive_mail(world.context, world.inbox)


def extending_before_and_after(world: World, _patch: pytest.MonkeyPatch) -> None:
    new_game(world, id="plnd", title="Plnd", start="manual")
    say(world, "EXTEND 6")


SCENES = (extending, extending_too_late, extending_before_and_after)

"""What players do together by themselves, in the language of accents."""

from __future__ import annotations

import pytest

from pbem.service.gamefile import SeatSpec
from pbem.service.intake.receive import receive_mail
from pbem.service.mastering.acts import by_operator, close_now, pause, resume
from pbem.service.play.close import close_turn
from pbem.service.schedule import Extensions, Schedule
from pbem.store.voting import Voting
from tests.i18n import lost_seats, standins
from tests.i18n.saying import BRK, CHAIRS, NNT, TTT, new_game, say
from tests.service.world import World


def extending(world: World, patch: pytest.MonkeyPatch) -> None:
    new_game(world)
    say(world, "EXTEND 6", "EXTEND", "EXTEND 9\nEXTEND 8")
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


def deciding(world: World, _patch: pytest.MonkeyPatch) -> None:
    for number, motion in enumerate(("DRAW", "CONCEDE Ttt", "END")):
        new_game(world, id=f"thrd-{number}", title="Thrd", votes=Voting(names="open"))
        say(world, "VOTE", "VOTE XQZ", "VOTE CONCEDE", "VOTE DRAW NO", "VOTE EXTEND 999")
        say(world, f"VOTE {motion}", player=BRK)
        say(world, "STATUS", "VOTE" if motion == "CONCEDE Ttt" else f"VOTE {motion}", "LOG")
        say(world, "STATUS", "VOTE END NO", player=BRK)


def deciding_too_late(world: World, _patch: pytest.MonkeyPatch) -> None:
    chairs = (*CHAIRS[:2], SeatSpec(name="Nnt", address=NNT))
    new_game(world, id="thr", title="Thr", seats=chairs)
    say(world, "VOTE EXTEND 6")
    new_game(world)
    say(world, "VOTE DRAW")
    asked = world.last(BRK)
    say(world, "VOTE DRAW NO")
    say(world, "VOTE DRAW", player=BRK, In_Reply_To=str(asked["Message-ID"]))


def deciding_nothing(world: World, _patch: pytest.MonkeyPatch) -> None:
    new_game(world, votes=Voting(concede="none", draw="half", days=1))
    stale = world.last(BRK, kind="report")
    say(world, "VOTE CONCEDE Brk", "VOTE EXTEND 6", "VOTE DRAW", "VOTE EXTEND 6 NO", "VOTE")
    say(world, "VOTE", "VOTE EXTEND 1", "VOTE EXTEND 6 NO", "VOTE EXTEND 1 NO", player=BRK)
    world.wait(25)
    say(world, "VOTE EXTEND 2")
    world.clock.move(hours=25)
    world.reply(BRK, "VOTE EXTEND 2")
    receive_mail(world.context, world.inbox)
    close_turn(world.context, "sprng")
    world.reply(BRK, "VOTE EXTEND 2", to=stale)
    world.poll()
    by_operator(world.context, "sprng", close_now)
    world.reply(BRK, "VOTE EXTEND 2")
    receive_mail(world.context, world.inbox)


def decided_and_not_yet_over(world: World, _patch: pytest.MonkeyPatch) -> None:
    new_game(world, votes=Voting(end="half"))
    say(world, "VOTE END")
    world.reply(BRK, "VOTE END\nVOTE DRAW")
    world.poll()
    new_game(world, id="plnd", title="Plnd", start="manual")
    world.reply(TTT, "VOTE END", to=world.last(TTT))
    world.poll()


def being_away(world: World, _patch: pytest.MonkeyPatch) -> None:
    new_game(world, id="plnd", title="Plnd", start="manual")
    say(world, "VACATION 2026-03-02 TO 2026-03-05")
    new_game(world, schedule=Schedule(every="24h", vacation="2d", reminders=()))
    say(world, "VACATION", "VACATION XQZ", "VACATION 2026-03-09 TO 2026-03-04")
    say(world, "VACATION 2026-02-02 TO 2026-02-09", "VACATION 2026-03-02 TO 2026-03-09", "STATUS")
    world.wait(25)
    world.wait(50)
    say(world, "VACATION", "VACATION 2026-03-02 TO 2026-03-20 BOT")
    close_turn(world.context, "sprng")
    say(world, "VACATION 2026-04-02 TO 2026-04-09 BOT", "STATUS")


SCENES = (
    *standins.SCENES,
    *lost_seats.SCENES,
    being_away,
    deciding,
    deciding_nothing,
    deciding_too_late,
    decided_and_not_yet_over,
    extending,
    extending_too_late,
    extending_before_and_after,
)

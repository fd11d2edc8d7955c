"""What comes to nothing, or was meant for others, in the language of accents."""

from __future__ import annotations

import pytest

from pbem.service.gamefile import SeatSpec
from pbem.service.mastering.acts import by_operator
from pbem.service.mastering.ending import cancel
from pbem.service.play.close import close_turn
from pbem.store import games
from pbem.store.joining import Joining
from tests.i18n.masters import BRK, NNT, PEOPLE, SERVICE, TTT, VVV, new_game, say, twice
from tests.i18n.saying import STRANGER
from tests.service.world import World

XQZ = "xqz@example.org"


def _say(world: World, player: str, text: str, kind: str = "report") -> None:
    world.reply(player, text, to=world.last(player, kind=kind))
    world.poll()


def words_about_others(world: World, _patch: pytest.MonkeyPatch) -> None:
    chairs = (PEOPLE[0], SeatSpec(), SeatSpec())
    new_game(world, id="ppr", title="Ppr", seats=chairs, join=Joining.APPROVE)
    world.join(BRK, "JOIN ppr AS Brk")
    say(world, "SHOW")
    say(world, "SHOW", master=TTT)
    _say(world, BRK, "WITHDRAW", "approve")
    world.join(NNT, "JOIN ppr AS Nnt")
    say(world, "APPROVE 2", f"INVITE {XQZ}")
    with world.context.write() as session:
        games.change_seat(session.connection, "ppr", 2, kind="human", address=XQZ)
    _say(world, XQZ, "JOIN", "invite")
    new_game(world, release="master")
    close_turn(world.context, "sprng")
    shown = world.last(VVV, kind="preview")
    twice(world, "ROLLBACK 1")
    close_turn(world.context, "sprng")
    world.reply(VVV, "RELEASE", to=shown)
    world.poll()
    world.write(STRANGER, "WATCH sprng\nPREVIEW", to=SERVICE)
    world.poll()


def what_comes_to_nothing(world: World, _patch: pytest.MonkeyPatch) -> None:
    new_game(world)
    _say(world, TTT, f"SUBSTITUTE {NNT} UNTIL 2026-03-08")
    _say(world, TTT, "NEWKEY")
    world.write(STRANGER, "STANDBY hegemon", to=SERVICE)
    world.poll()
    _say(world, STRANGER, "CONFIRM", "standby")
    world.resign(BRK)
    twice(world, f"SEAT 2 ADDRESS {NNT}")
    twice(world, "EJECT 2")
    world.wait(1)
    twice(world, f"SEAT 2 ADDRESS {XQZ}")
    twice(world, "EJECT 2")
    world.wait(1)
    by_operator(world.context, "sprng", cancel)


def second_addresses_themselves(world: World, _patch: pytest.MonkeyPatch) -> None:
    new_game(world)
    _say(world, TTT, f"PROFILE ALSO {XQZ}")
    _say(world, XQZ, "CONFIRM", "newaddress")
    new_game(world, id="plnd", title="Plnd", seats=(SeatSpec(), SeatSpec()))
    say(world, f"INVITE {XQZ}")
    world.write(XQZ, "JOIN plnd", to=SERVICE)
    world.poll()


def letters_to_whoever_played_before(world: World, _patch: pytest.MonkeyPatch) -> None:
    new_game(world)
    _say(world, BRK, "TO Ttt:\nhll\nEND")
    world.wait(1)
    letter = world.last(TTT, kind="press")
    twice(world, f"SEAT 2 ADDRESS {NNT}")
    answers = {"In_Reply_To": str(letter["Message-ID"])}
    world.reply(TTT, "hll", to=letter, **answers)
    world.poll()


SCENES = (
    words_about_others,
    what_comes_to_nothing,
    second_addresses_themselves,
    letters_to_whoever_played_before,
)

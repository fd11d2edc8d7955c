"""Somebody plays for another, in the language of accents."""

from __future__ import annotations

import pytest

from pbem.service.gamefile import MasterSpec
from pbem.service.mastering.acts import by_operator
from pbem.service.mastering.ending import cancel
from pbem.service.mastering.seats import eject
from pbem.service.play import standby, substituting
from pbem.service.schedule import Schedule
from pbem.store.mastering import Role
from tests.i18n.saying import BRK, MOVE, NNT, SERVICE, STRANGER, TTT, new_game, say
from tests.service.world import World

ASK = f"SUBSTITUTE {NNT} UNTIL 2026-03-08"


def _answer(world: World, player: str, word: str) -> None:
    world.reply(player, word, to=world.last(player, kind="substitute"))
    world.poll()


def somebody_plays_for_another(world: World, patch: pytest.MonkeyPatch) -> None:
    new_game(world, id="plnd", title="Plnd", start="manual")
    say(world, ASK)
    new_game(world)
    say(world, "SUBSTITUTE", "SUBSTITUTE END", "SUBSTITUTE XQZ")
    say(world, f"SUBSTITUTE {NNT} UNTIL 2026-02-01", f"SUBSTITUTE {NNT} UNTIL 2026-12-24")
    say(world, ASK)
    _answer(world, NNT, "DECLINE")
    say(world, ASK)
    _answer(world, NNT, "hll")
    _answer(world, NNT, "ACCEPT")
    say(world, "STATUS", player=BRK)
    say(world, "LOG", "RESIGN", "SUBSTITUTE", player=NNT)
    say(world, "", player=NNT, subject="unsubscribe")
    say(world, f"SUBSTITUTE {STRANGER} UNTIL 2026-03-09", player=NNT)
    with patch.context() as patched:
        patched.setattr(substituting, "MOST_DEEP", 1)
        say(world, f"SUBSTITUTE {STRANGER} UNTIL 2026-03-07", player=NNT)
    say(world, f"SUBSTITUTE {STRANGER} UNTIL 2026-03-07", player=NNT)
    with patch.context() as patched:
        patched.setattr(substituting, "MOST_DEEP", 1)
        _answer(world, STRANGER, "ACCEPT")
    world.reply(TTT, f"hll\n{MOVE}", to=world.last(TTT, kind="lent"))
    world.poll()
    say(world, "PROFILE ADDRESS xqz@example.org", player=NNT)
    world.reply(TTT, f"SUBSTITUTE END\n{MOVE}", to=world.last(TTT, kind="lent"))
    world.poll()
    say(world, "LOG", "STATUS")
    world.reply(NNT, "UNDO", to=world.last(NNT, kind="readdressed"))
    world.poll()


def somebody_plays_to_the_end(world: World, _patch: pytest.MonkeyPatch) -> None:
    new_game(world)
    for number in range(4):
        say(world, f"SUBSTITUTE z{number}@elsewhere.test UNTIL 2026-03-08")
    world.clock.move(hours=25)
    for _time in range(3):
        say(world, ASK)
    _answer(world, NNT, "ACCEPT")
    by_operator(world.context, "sprng", cancel)


def game_masters_see_who_plays_for_whom(world: World, _patch: pytest.MonkeyPatch) -> None:
    owner, helper = "mstr@elsewhere.test", "hlpr@elsewhere.test"
    masters = (MasterSpec(address=owner), MasterSpec(address=helper, role=Role.ASSISTANT))
    new_game(world, masters=masters)
    say(world, ASK)
    for master in (owner, helper):
        say(world, "SHOW", player=master)
    _answer(world, NNT, "ACCEPT")
    for master in (owner, helper):
        say(world, "SHOW", player=master)
    new_game(world, id="thrd", title="Thrd", masters=masters)
    world.write(NNT, "STANDBY thrd", to=SERVICE)
    world.poll()
    world.reply(NNT, "CONFIRM", to=world.last(NNT, kind="standby"))
    world.resign(BRK)
    say(world, "SHOW", player=owner)
    by_operator(world.context, "thrd", eject, 1)
    world.poll()
    for master in (owner, helper):
        say(world, "SHOW", player=master)
    once = Schedule(every="24h", second_thoughts="0m", reminders=(), leave_after=1)
    new_game(world, id="frth", title="Frth", masters=masters, schedule=once)
    world.wait(24.5)
    say(world, "SHOW", player=owner)


def seats_that_fall_free(world: World, patch: pytest.MonkeyPatch) -> None:
    new_game(world)
    new_game(world, id="thrd", title="Thrd", schedule=Schedule(every="24h", standby=False))
    for text in ("STANDBY nwhr", "STANDBY thrd", "STANDBY", "STANDBY sprng"):
        world.write(NNT, text, to=SERVICE)
        world.poll()
        world.clock.move(hours=25)
    world.reply(NNT, "CONFIRM", to=world.last(NNT, kind="standby"))
    world.poll()
    world.write(NNT, "STANDBY", to=SERVICE)
    world.poll()
    say(world, "STANDBY sprng", "STANDBY")
    with patch.context() as patched:
        patched.setattr(standby, "MOST", 0)
        say(world, "STANDBY hegemon")
    world.write("gm@example.org", "STANDBY sprng", to=SERVICE)
    world.poll()
    by_operator(world.context, "sprng", eject, 2)
    world.poll()
    with patch.context() as patched:
        patched.setattr(standby, "runs", lambda *_given: True)
        world.reply(NNT, "ACCEPT", to=world.last(NNT, kind="offer"))
        world.poll()
    new_game(world, id="frth", title="Frth")
    by_operator(world.context, "frth", eject, 2)
    gone = world.last(BRK)
    for text in ("hll", "STATUS"):
        world.reply(BRK, text, to=gone)
        world.poll()
    world.write(BRK, "STANDBY frth", to=SERVICE)
    world.poll()
    world.write(STRANGER, "STANDBY sprng", to=SERVICE)
    world.poll()
    world.reply(STRANGER, "CONFIRM", to=world.last(STRANGER, kind="standby"))
    world.poll()
    world.reply(STRANGER, "ACCEPT", to=world.last(STRANGER, kind="offer"))
    world.poll()
    say(world, "LOG", player=STRANGER)


def never_to_what_was_agreed_to(world: World, _patch: pytest.MonkeyPatch) -> None:
    new_game(world)
    world.write(NNT, "STANDBY sprng", to=SERVICE)
    world.poll()
    world.reply(NNT, "CONFIRM", to=world.last(NNT, kind="standby"))
    world.poll()
    world.clock.move(hours=2)
    say(world, ASK)
    owners = (MasterSpec(address="mstr@elsewhere.test"), MasterSpec(address=NNT))
    new_game(world, id="thrd", title="Thrd", masters=owners)
    for kind in ("substitute", "never"):
        asking = world.last(NNT, kind=kind)
        world.reply(NNT, "NEVER", to=asking, In_Reply_To=str(asking["Message-ID"]))
        world.poll()


def never_to_a_seat_that_is_offered(world: World, _patch: pytest.MonkeyPatch) -> None:
    new_game(world)
    for wanted in ("sprng", "hegemon"):
        world.write(NNT, f"STANDBY {wanted}", to=SERVICE)
        world.poll()
        world.reply(NNT, "CONFIRM", to=world.last(NNT, kind="standby"))
        world.poll()
    by_operator(world.context, "sprng", eject, 2)
    world.poll()
    offer = world.last(NNT, kind="offer")
    world.reply(NNT, "NEVER", to=offer, In_Reply_To=str(offer["Message-ID"]))
    world.poll()


SCENES = (
    never_to_a_seat_that_is_offered,
    never_to_what_was_agreed_to,
    game_masters_see_who_plays_for_whom,
    seats_that_fall_free,
    somebody_plays_for_another,
    somebody_plays_to_the_end,
)

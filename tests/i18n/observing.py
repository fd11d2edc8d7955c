"""Those who watch, in the language of accents."""

from __future__ import annotations

import pytest

from pbem.service.gamefile import MasterSpec, SeatSpec
from pbem.service.intake.digests import send_digests
from pbem.service.mastering.acts import by_operator, pause, resume
from pbem.service.mastering.ending import cancel
from pbem.service.mastering.rollback import roll_back
from pbem.service.observing import asking
from pbem.service.play.close import close_turn
from pbem.service.schedule import Schedule
from pbem.service.story.queue import tell_stories
from pbem.store.mastering import Role
from pbem.store.observing import Watching
from tests.i18n.saying import BRK, ITEMS, SERVICE, STRANGER, TTT, new_game, say
from tests.service.world import World

MASTER = "gm@example.org"
VVV, WWW = "vvv@elsewhere.test", "www@elsewhere.test"


def _ask(world: World, *lines: str, sender: str = STRANGER) -> None:
    for line in lines:
        world.write(sender, line, to=SERVICE)
        world.poll()
        world.clock.move(days=1, minutes=1)


def _watch(world: World, game: str = "sprng", sender: str = STRANGER) -> None:
    world.write(sender, f"WATCH {game}", to=SERVICE)
    world.poll()
    world.reply(sender, "WATCH", to=world.last(sender, kind="watch"))
    world.poll()


def _say(world: World, *lines: str, sender: str = STRANGER) -> None:
    for line in lines:
        world.reply(sender, line, to=world.last(sender, kind="notice"))
        world.poll()


def _command(world: World, *lines: str) -> None:
    world.write(MASTER, "hello", to=SERVICE)
    world.poll()
    to = str(world.last(MASTER, kind="answer")["Reply-To"])
    for line in lines:
        world.write(MASTER, line, to=to)
        world.poll()


def asking_to_watch(world: World, patch: pytest.MonkeyPatch) -> None:
    new_game(world)
    new_game(world, id="clsd", title="Clsd", observers=Watching.NONE)
    new_game(world, id="lng", title="L" * 60)
    _ask(world, "WATCH clsd", "WATCH lng")
    world.reply(STRANGER, "WATCH", to=world.last(STRANGER, kind="watch"))
    world.poll()
    _watch(world)
    _ask(world, "WATCH sprng", "WATCH OFF")
    say(world, "WATCH", "WATCH sprng", "WATCH OFF", "WATCH clsd OFF")
    with patch.context() as patched:
        patched.setattr(asking, "MOST_OBSERVERS", 0)
        _ask(world, "WATCH sprng", sender=VVV)
    with patch.context() as patched:
        patched.setattr(asking, "ASKED_BY_GAME", 0)
        _ask(world, "WATCH sprng", sender=WWW)
    by_operator(world.context, "clsd", cancel)
    by_operator(world.context, "sprng", cancel)
    _ask(world, "WATCH sprng", sender="wvw@elsewhere.test")
    _say(world, "STATUS", "LIST")


def playing_and_watching(world: World, _patch: pytest.MonkeyPatch) -> None:
    new_game(world)
    for game in ("thr", "smmr"):
        new_game(
            world,
            id=game,
            title=game.title(),
            seats=(SeatSpec(name="Mgt", bot="hedger"), SeatSpec(name="Nnt")),
            start="manual",
        )
        say(world, f"WATCH {game}")
    say(world, "WATCH OFF", "WATCH thr OFF", "WATCH OFF")
    say(world, "STATUS", player=BRK)


def confirming_too_late(world: World, _patch: pytest.MonkeyPatch) -> None:
    new_game(world)
    world.write(STRANGER, "WATCH sprng", to=SERVICE)
    world.poll()
    world.clock.move(hours=49)
    world.reply(STRANGER, "WATCH", to=world.last(STRANGER, kind="watch"))
    world.poll()
    for word in ("NO", "NEVER"):
        _ask(world, "WATCH sprng")
        for text in ("xqz", word):
            world.reply(STRANGER, text, to=world.last(STRANGER, kind="watch"))
            world.poll()


def a_game_that_is_watched(world: World, _patch: pytest.MonkeyPatch) -> None:
    new_game(world, options={"items": ITEMS, "turns": 3})
    new_game(
        world,
        id="plnd",
        title="Plnd",
        start="manual",
        seats=(SeatSpec(name="Brk", address=BRK), SeatSpec(name="Nnt")),
    )
    for sender in (STRANGER, VVV):
        _watch(world, sender=sender)
    _watch(world, "plnd")
    _say(world, "STATUS", "REPORT", "STORY", "LIST")
    watched = world.last(STRANGER, game="sprng", kind="notice")
    for line in (
        *("HELP", "STATUS", "NEWS EACH TURN", "NEWS DIGEST", "PRESS WITH REPORT", "PRESS AT ONCE"),
        *(
            "REPORT 9",
            "STORY",
            "LIST",
            "NEWS EACH TURN",
            "PROFILE",
            "PROFILE QUIET 22-23",
        ),
        *("PROFILE ZONE xqz", "PROFILE NAME xqz", "PROFILE ZONE UTC", "hello", "WATCH sprng"),
    ):
        world.reply(STRANGER, line, to=watched)
        world.poll()
    say(world, "TO ALL: hll", "STATUS")
    say(world, "STATUS", player=BRK)
    world.clock.move(minutes=10)
    world.poll()
    by_operator(world.context, "sprng", pause)
    world.reply(STRANGER, "STATUS", to=watched)
    world.poll()
    by_operator(world.context, "sprng", resume)
    for _turn in range(2):
        close_turn(world.context, "sprng")
        world.poll()
    by_operator(world.context, "sprng", roll_back, 1)
    for _turn in range(3):
        close_turn(world.context, "sprng")
        world.poll()
    for _time in range(2):
        tell_stories(world.context)
        world.reply(STRANGER, "STORY\nSTATUS", to=watched)
        world.poll()
        world.clock.move(hours=25)
    world.reply(STRANGER, "STORY", to=watched)
    world.poll()
    world.reply(STRANGER, "PRESS OFF\nWATCH OFF", to=watched)
    world.poll()


def observers_that_are_named(world: World, _patch: pytest.MonkeyPatch) -> None:
    masters = (MasterSpec(address=MASTER), MasterSpec(address=WWW, role=Role.ASSISTANT))
    new_game(world, observers=Watching.INVITED, masters=masters)
    _command(world, "OBSERVER", f"OBSERVER {TTT}", f"OBSERVER {VVV} OFF", f"OBSERVER {VVV}", "SHOW")
    world.reply(VVV, "WATCH", to=world.last(VVV, kind="watch"))
    world.poll()
    _command(world, f"OBSERVER {VVV}", "SHOW", "LOG")
    world.reply(WWW, "SHOW", to=world.last(WWW, kind="notice"))
    world.poll()
    _command(world, f"OBSERVER {VVV} OFF")
    _command(world, "OBSERVER vvw@x.org")
    world.reply("vvw@x.org", "WATCH", to=world.last("vvw@x.org", kind="watch"))
    world.poll()
    by_operator(world.context, "sprng", cancel)
    _command(world, f"OBSERVER {VVV}")


def a_second_address(world: World, _patch: pytest.MonkeyPatch) -> None:
    new_game(world)
    for player in (TTT, BRK):
        say(world, f"PROFILE ALSO {VVV}", player=player)
        world.reply(VVV, "hello", to=world.last(VVV, kind="newaddress"))
        world.poll()
        world.reply(VVV, "CONFIRM", to=world.last(VVV, kind="newaddress"))
        world.poll()
    say(world, "PROFILE", "VOTE DRAW")
    world.reply(VVV, "STATUS", to=world.last(TTT, kind="report"))
    world.reply(TTT, "UNDO", to=world.last(TTT, kind="readdressed"))
    world.poll()
    _command(world, "SHOW")


def notices_together(world: World, _patch: pytest.MonkeyPatch) -> None:
    new_game(world, schedule=Schedule(every="10d", reminders=()))
    say(world, "PROFILE NOTICES DIGEST")
    for _time in range(2):
        by_operator(world.context, "sprng", pause)
        by_operator(world.context, "sprng", resume)
    world.clock.move(hours=25)
    send_digests(world.context)


SCENES = (
    a_second_address,
    notices_together,
    asking_to_watch,
    playing_and_watching,
    confirming_too_late,
    a_game_that_is_watched,
    observers_that_are_named,
)

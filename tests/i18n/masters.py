"""What game masters and their players are told, in the language of accents."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from pbem.service.gamefile import MasterSpec, SeatSpec
from pbem.service.mastering.acts import appoint, by_operator, dismiss
from pbem.service.play.close import close_turn
from pbem.service.play.table import GameProblem
from pbem.service.schedule import Extensions, Schedule
from pbem.store.joining import Joining
from pbem.store.mastering import MasterRow, Role
from pbem.store.tables import contacts
from tests.i18n.saying import MOVE
from tests.service.world import World, read

TTT, BRK, NNT, VVV = "ttt@example.org", "brk@example.org", "nnt@example.org", "vvv@example.org"
GM, SERVICE = "gm@example.org", "orders@pbem.localhost"
PEOPLE = (SeatSpec(name="Ttt", address=TTT), SeatSpec(name="Brk", address=BRK))
MASTERS = (
    MasterSpec(name="Vv", address=VVV),
    MasterSpec(name="Tt", address=TTT, role=Role.ASSISTANT),
)


ONE_TURN = {"items": ("Cnmy", "Dfns"), "turns": 1}
VOTES = Schedule(
    every="48h", second_thoughts="0m", reminders=(), extensions=Extensions(hours=24, times=9)
)


def new_game(world: World, **values: object) -> None:
    given = {
        "id": "sprng",
        "title": "Sprng",
        "seats": PEOPLE,
        "masters": MASTERS,
        "options": {"items": ("Cnmy", "Nvrnmt", "Dfns")},
        "schedule": Schedule(every="48h", second_thoughts="0m", reminders=()),
    }
    world.new_game(**(given | values))


def say(world: World, *texts: str, master: str = VVV) -> None:
    """Replies to a game master's newest mail that is no alert, one mail each."""
    for text in texts:
        rows = [row for row in world.rows(recipient=master) if row.kind != "alert"]
        to = next(
            mail
            for mail in map(read, reversed(rows))
            if re.search(r"\.m\d+\.", str(mail["Reply-To"]))
        )
        world.write(master, text, to=str(to["Reply-To"]), subject=f"Re: {to['Subject']}")
        world.poll()


def twice(world: World, text: str) -> None:
    say(world, text, "CONFIRM")


def a_game_is_run(world: World, _patch: pytest.MonkeyPatch) -> None:
    new_game(world)
    world.write(VVV, "PAUSE", to=SERVICE)
    world.write(BRK, "PAUSE", to=str(world.last(VVV)["Reply-To"]))
    world.poll()
    say(world, "HELP", "xyz", "PAUSE", "PAUSE", "LIST", "RESUME", "RESUME", "CONFIRM")
    say(world, "PREVIEW\nPAUSE", "JOIN sprng", "TROUBLE", "CLOSE NOW", "NEWKEY", "LOG")
    say(world, "EXTEND 3", "EXTEND", "DEADLINE", "DEADLINE 2020-01-01 20:00", "DEADLINE +9h")
    say(world, "DEADLINE 2099-01-01 20:00")
    say(world, "NOTE xyz", "NOTE", "SCHEDULE grace = 2h", "SCHEDULE", "SHOW", "LIST")
    say(world, "CANCEL", master=TTT)
    old = world.last(VVV)
    say(world, "CLOSE NOW")
    asked = world.last(VVV)
    close_turn(world.context, "sprng")
    for to in (asked, old):
        world.reply(VVV, "CONFIRM", to=to)
        world.poll()
    twice(world, "CLOSE NOW")
    world.write("zzz@elsewhere.test", "xyz", to=str(world.last(BRK, kind="report")["Reply-To"]))
    world.poll()
    say(world, "TROUBLE", "LOG", "PAUSE\nCLOSE NOW\nRESUME")
    say(world, "TROUBLE", master=TTT)
    for text in ("LOG", "PAUSE", "STATUS"):
        world.reply(TTT, text)
        world.poll()


def a_game_is_taken_back(world: World, _patch: pytest.MonkeyPatch) -> None:
    new_game(world)
    say(world, "ROLLBACK 1")
    old = world.last(BRK, kind="report")
    world.reply(BRK, MOVE)
    world.poll()
    close_turn(world.context, "sprng")
    say(world, "ROLLBACK", "ROLLBACK 7")
    say(world, "ROLLBACK 1", master=TTT)
    twice(world, "ROLLBACK 1")
    world.reply(BRK, MOVE, to=old)
    world.poll()
    close_turn(world.context, "sprng")
    close_turn(world.context, "sprng")
    twice(world, "ROLLBACK 1")
    say(world, "LOG")


def results_are_looked_at(world: World, _patch: pytest.MonkeyPatch) -> None:
    new_game(world, release="master", schedule=VOTES)
    say(world, "RELEASE", "PREVIEW")
    say(world, "PREVIEW", master=TTT)
    old = world.last(BRK, kind="report")
    close_turn(world.context, "sprng")
    for text in ("STATUS", "LIST", "ORDERS", "REPORT", "EXTEND 3", "VOTE EXTEND 3", MOVE):
        world.reply(BRK, text, to=old)
        world.poll()
    say(world, "SHOW", "LIST", "TROUBLE", "EXTEND 3", "PREVIEW", "HELP", "VIEW 2", "PAUSE")
    say(world, "RESUME")
    twice(world, "ROLLBACK 1")
    close_turn(world.context, "sprng")
    world.reply(BRK, MOVE, to=old)
    world.poll()
    say(world, "RELEASE", "LOG")
    new_game(world, id="shrt", title="Shrt", release="master", options=ONE_TURN)
    say(world, "PREVIEW")
    close_turn(world.context, "shrt")
    say(world, "RELEASE\nSHOW")


def in_a_players_place(world: World, _patch: pytest.MonkeyPatch) -> None:
    new_game(world)
    say(world, "FOR", "FOR 7:\nxyz", "FOR 2:", "VIEW", "VIEW 7", "VIEW 2", "VIEW TRUTH")
    wrong = MOVE.replace("40", "400")
    say(world, f"FOR 2:\n{wrong}", f"FOR 2:\n{MOVE}", f"FOR 2:\n{wrong}", "LOG")
    say(world, f"FOR 2:\n{MOVE}\nPREVIEW", "FOR 2: WAIT", "WAIT")
    say(world, f"SEAT 2 ADDRESS {VVV}")


def people_who_are_reliable(world: World, _patch: pytest.MonkeyPatch) -> None:
    new_game(world, options={"items": ("Cnmy", "Dfns"), "turns": 20})
    world.reply(BRK, "PROFILE RATED", to=world.last(BRK, kind="report"))
    world.poll()
    for _turn in range(10):
        world.clock.move(hours=49)
        close_turn(world.context, "sprng")
    say(world, "SHOW")
    new_game(world, id="frst", title="Frst", seats=(PEOPLE[0], SeatSpec()), reliability=80)
    for wish in ("RATED", "UNRATED"):
        world.reply(BRK, f"PROFILE {wish}", to=world.last(BRK, kind="report"))
        world.poll()
        world.write(BRK, "JOIN frst", to=SERVICE)
        world.poll()
    say(world, "SEAT 1 NAME Xyz")


def what_follows(world: World, _patch: pytest.MonkeyPatch) -> None:
    new_game(world, seats=(*PEOPLE, SeatSpec(), SeatSpec()), start="manual")
    world.write(NNT, "JOIN sprng AS Nnt", to=SERVICE)
    world.poll()
    say(world, "CANCEL", "DELETE", "SHOW", "HELP", "START")
    new_game(world, id="fll", title="Fll", start="manual")
    twice(world, "START")
    say(world, "START", "LOG", "CLOSE NOW", f"OBSERVER {NNT}", f"OBSERVER {NNT} OFF", "LOG")
    old = world.last(VVV)
    world.reply(BRK, "@ Cnmy 60% coop 70")
    world.poll()
    close_turn(world.context, "fll")
    say(world, "SHOW", "CLOSE NOW", "PAUSE")
    for player in (TTT, BRK):
        world.reply(player, MOVE)
    world.poll()
    world.reply(VVV, "CLOSE NOW", to=old)
    world.poll()
    for missed in ("bot", "pass"):
        schedule = Schedule(every="48h", missed=missed)  # type: ignore[arg-type]
        new_game(world, id=missed[::-1], title="Frst", schedule=schedule)
        say(world, "CLOSE NOW")
    new_game(world, id="wts", title="Wts", release="master", schedule=VOTES)
    say(world, "CLOSE NOW")
    close_turn(world.context, "wts")
    say(world, "ROLLBACK 1")
    new_game(world, id="shrt", title="Shrt", options=ONE_TURN)
    close_turn(world.context, "shrt")
    for text in ("TO ALL: xyz\nEND", "TO ALL: zyx\nEND"):
        world.reply(TTT, text)
        world.poll()
        say(world, "DELETE")


def letters_of_masters(world: World, _patch: pytest.MonkeyPatch) -> None:
    new_game(world)
    say(world, "TO Brk:\nxyz\nEND", "TO ALL: xyz\nEND", "TO Brk:\nEND", "PREVIEW\nTO Brk: x\nEND")
    say(world, "ANONYMOUS TO Brk: xyz\nEND")
    new_game(world, id="bts", title="Bts", seats=(PEOPLE[0], SeatSpec(name="Mgt", bot="hedger")))
    say(world, "TO Mgt: xyz\nEND", "LOG")
    world.reply(TTT, "TO GM: xyz\nEND")
    world.wait(0.5)


def seats_change_hands(world: World, _patch: pytest.MonkeyPatch) -> None:
    new_game(world)
    say(world, "SEAT", "SEAT 7 BOT", "EJECT 7", "SEAT 1 ADDRESS xyz", f"SEAT 1 ADDRESS {BRK}")
    say(world, "SEAT 1 BOT xyz", "SEAT 1 ZONE xyz", "SEAT 1 NAME Xyz", "SEAT 1 RELEASE")
    say(world, "SEAT 1 LANGUAGE ru", "SEAT 1 ZONE GMT", f"SEAT 1 ADDRESS {SERVICE}")
    twice(world, f"SEAT 1 ADDRESS {NNT}")
    twice(world, "EJECT 2")
    say(world, "EJECT 2")
    close_turn(world.context, "sprng")
    twice(world, "SEAT 2 BOT hedger")
    say(world, "LOG")
    new_game(world, id="pprv", title="Pprv", join=Joining.APPROVE)
    say(world, "EJECT 2")
    new_game(world, id="frst", title="Frst", seats=(*PEOPLE, SeatSpec()))
    say(
        world,
        "SHOW",
        "LIST",
        "SEAT 1 NAME Xyz",
        "SEAT 3 BOT hedger",
        "SEAT 3 BOT xyz",
        "SEAT 3 BOT hedger",
        "RESUME",
        "ARCHIVE",
    )
    twice(world, "SEAT 2 RELEASE")
    say(world, "LOG", "EJECT 1")
    asked = world.last(VVV)
    twice(world, "SEAT 1 RELEASE")
    world.reply(VVV, "CONFIRM", to=asked)
    world.poll()


def games_that_end(world: World, _patch: pytest.MonkeyPatch) -> None:
    new_game(world)
    say(world, "DELETE", "ARCHIVE")
    twice(world, "CANCEL")
    say(world, "CANCEL", "SEAT 1 BOT", "PAUSE", "SHOW", "LIST", "SCHEDULE grace = 2h")
    world.reply(TTT, "HELP")
    world.poll()
    say(world, "ARCHIVE", "ARCHIVE", "LOG")
    new_game(world, id="shrt", title="Shrt", options={"items": ("Cnmy", "Dfns"), "turns": 1})
    close_turn(world.context, "shrt")
    say(world, "PAUSE", "LIST", "SHOW", "DELETE", "CONFIRM\nNOTE xyz")


def who_runs_it(world: World, _patch: pytest.MonkeyPatch) -> None:
    new_game(world, masters=())
    world.write(GM, "xyz", to=SERVICE)
    world.poll()
    given = MasterRow("sprng", 0, "Vv", VVV)
    by_operator(world.context, "sprng", appoint, given)
    by_operator(world.context, "sprng", appoint, replace(given, address=NNT, role=Role.ASSISTANT))
    for act, value in ((appoint, given), (dismiss, VVV), (dismiss, BRK)):
        _fails(world, act, value)
    say(world, "NOTE xyz", master=NNT)
    by_operator(world.context, "sprng", dismiss, NNT)
    say(world, "LOG", "PAUSE")
    late = Schedule(every="24h", absent=0, second_thoughts="0m", reminders=())
    new_game(world, id="stld", title="Stld", schedule=late)
    world.wait(25)
    with world.context.write() as session:
        values = {"address": BRK, "score": 9.0, "held": True, "last": world.clock.now(), "note": ""}
        session.connection.execute(contacts.insert().values(values))
    say(world, "TROUBLE", "LIST", "SHOW")
    say(world, "TROUBLE", master=TTT)
    world.reply(TTT, "Cnmy 60% coop 70 with 0-200 comp 30")
    world.poll()
    for _turn in range(2):
        close_turn(world.context, "stld")
    say(world, "SHOW", "LIST")


def _fails(world: World, act: object, value: object) -> None:
    with pytest.raises(GameProblem):
        by_operator(world.context, "sprng", act, value)  # type: ignore[arg-type]


SCENES = (
    a_game_is_run,
    a_game_is_taken_back,
    results_are_looked_at,
    in_a_players_place,
    people_who_are_reliable,
    what_follows,
    letters_of_masters,
    seats_change_hands,
    games_that_end,
    who_runs_it,
)

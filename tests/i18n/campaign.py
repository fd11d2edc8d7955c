"""One service, and everything that can happen by mail in it, told in the language of accents."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pbem.engine.api import Level, Parsed, Verdict
from pbem.engine.registry import load
from pbem.rulesets.hegemon import rules
from pbem.service import names
from pbem.service.context import Context
from pbem.service.gamefile import SeatSpec
from pbem.service.intake.digests import send_digests
from pbem.service.mastering.acts import by_operator, pause, resume, set_deadline
from pbem.service.play import seating
from pbem.service.play.close import close_turn
from pbem.service.play.upkeep import send_reminders
from pbem.service.schedule import Schedule
from pbem.service.tools.adopt import adopt
from pbem.service.tools.archive import pack, unpack
from pbem.service.tools.export import export_game
from pbem.store.records import OutboxRow
from tests.i18n import (
    asking,
    letters,
    making,
    masters,
    meant,
    observing,
    pages,
    stories,
    strangers,
    together,
)
from tests.i18n.accents import LANGUAGE, Accented
from tests.i18n.saying import (
    BRK,
    CHAIRS,
    FLAWED,
    ITEMS,
    MOVE,
    NNT,
    OTHER,
    SERVICE,
    STRANGER,
    TTT,
    new_game,
    say,
)
from tests.service.world import World, open_world, read

DICE = {"items": ITEMS, "ending": "hidden"}
"""Only such an ending is left to chance."""


def play(folder: Path, patch: pytest.MonkeyPatch) -> tuple[Accented, list[EmailMessage]]:
    """Everything, and all that its players were sent; the game master's mail stays English."""
    spoken = Accented()
    for place in ("context", "dispatch.pictures", "dispatch.writing"):
        patch.setattr(
            f"pbem.service.{place}.catalogue", lambda language: _only_here(language, spoken)
        )
    patch.setattr("pbem.service.languages.languages", lambda: ("en", LANGUAGE))
    mails: list[EmailMessage] = []
    for number, scene in enumerate(SCENES):
        place = folder / str(number)
        place.mkdir()
        with open_world(place, answers_per_hour=_answers_per_hour(scene)) as world:
            world.context = _with_service(world.context, language=LANGUAGE)
            with patch.context() as patched:
                scene(world, patched)
            mails += [read(row) for row in world.rows() if row.data and not _is_english(row)]
    return spoken, mails


def _is_english(row: OutboxRow) -> bool:
    """Whether a mail is the operator's, or holds game files, whose words are English."""
    return row.kind == "warning" or b"+create.0.c0." in row.data


def _only_here(language: str, spoken: Accented) -> Accented:
    assert language == LANGUAGE, f"a player was written to in {language!r}"
    return spoken


def _with_service(context: Context, **settings: str) -> Context:
    service = msgspec.structs.replace(context.config.service, **settings)
    return replace(context, config=msgspec.structs.replace(context.config, service=service))


def _answers_per_hour(scene: Any) -> int:
    return {too_many_mails: 2, too_many_reports: 1}.get(scene, 1000)


def before_the_start(world: World, _patch: pytest.MonkeyPatch) -> None:
    new_game(world, seats=(*CHAIRS[:2], SeatSpec()))
    new_game(world, id="plnd", title="Plnd", start="manual", options=DICE)
    new_game(world, id="rnnng", title="Rnnng", seats=(*CHAIRS[1:], SeatSpec(address=NNT)))
    say(
        world,
        "HELP",
        "HELP SERVICE",
        "HELP RANGES",
        "HELP NONE",
        "STATUS",
        "REPORT",
        "REPORT 3",
        MOVE,
    )
    say(world, "", subject="unsubscribe")
    for number, text in enumerate(("JOIN nwhr AS Zzz", "JOIN rnnng", "JOIN plnd", "HELP", "hll")):
        world.write(f"z{number}@elsewhere.test", text, to=SERVICE)
    world.write(TTT, "JOIN sprng AS Ggn", to=SERVICE)
    world.poll()
    world.resign(BRK, to=world.last(BRK, game="sprng"))
    world.join(STRANGER, "JOIN sprng AS Zzz")


def names_that_cannot_be(world: World, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(names, "_SECOND", ("Zg",))
    new_game(world, seats=(*CHAIRS[:2], SeatSpec(), SeatSpec()))
    for number, name in enumerate(("12", "Z" * 41, "Z[z", "zz.zz", "Zzж", "TTT", "Áll", "DONE")):
        world.write(f"z{number}@elsewhere.test", f"JOIN sprng AS {name}", to=SERVICE)
    world.poll()


def more_seats_than_there_are(world: World, patch: pytest.MonkeyPatch) -> None:
    new_game(world, seats=(*CHAIRS[:2], SeatSpec()))
    new_game(world, id="plnd", title="Plnd", seats=(*CHAIRS[:2], SeatSpec()))
    world.write("z1@elsewhere.test", "JOIN sprng AS Zzz", to=SERVICE)
    world.write("z2@elsewhere.test", "JOIN sprng AS Zzz", to=SERVICE)
    world.poll()
    say(world, "STATUS")
    patch.setattr(seating, "MOST_KEPT", 1)
    world.write("z1@elsewhere.test", "JOIN plnd AS Zzz", to=SERVICE)
    world.poll()
    patch.setattr(seating, "JOINS_IN_ALL", 1)
    world.write("z3@elsewhere.test", "JOIN plnd AS Zzz", to=SERVICE)
    world.poll()


def seats_given_up(world: World, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(rules, "HIDDEN_FROM", 1)
    patch.setattr(rules, "HIDDEN_CHANCE", (1, 1))
    new_game(world)
    stale = world.last(BRK, kind="report")
    close_turn(world.context, "sprng")
    world.reply(BRK, "RESIGN", to=stale)
    world.resign(BRK)
    world.reply(BRK, "RETURN", to=world.last(BRK, kind="return"))
    say(world, "NEWKEY")
    world.reply(STRANGER, MOVE, to=stale)
    world.poll()
    new_game(world, id="shrt", title="Shrt", options=DICE)
    world.resign(BRK)
    close_turn(world.context, "shrt")
    world.reply(BRK, "RETURN", to=world.last(BRK, kind="return"))
    world.poll()


def confirmations_that_say_more(world: World, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(names, "_SECOND", ("Zg",))
    new_game(world)
    new_game(world, id="plnd", title="Plnd", seats=(*CHAIRS[:2], SeatSpec(), SeatSpec()))
    world.write(STRANGER, "JOIN plnd AS Zzz", to=SERVICE)
    world.reply(BRK, "RESIGN", to=world.last(BRK, kind="report"))
    world.poll()
    world.reply(STRANGER, "JOIN AS TTT", to=world.last(STRANGER, kind="join"))
    for word in ("RESIGN", "RETURN"):
        world.reply(BRK, f"{word}\n{MOVE}", to=world.last(BRK, kind=word.lower()))
        world.poll()


def orders_of_all_kinds(world: World, _patch: pytest.MonkeyPatch) -> None:
    new_game(world)
    say(world, f"hll thr\n{MOVE}", MOVE, "STATUS", f"PREVIEW\n{OTHER}", OTHER, FLAWED)
    say(world, "hll thr", "WITHDRAW", FLAWED, "hll thr", "WITHDRAW", "TURN 1: Cnmy 10%")
    say(world, f"@ {MOVE}\nTURN 3: {OTHER}\nTURN 4: {OTHER}", "TURN 4: NONE", "STATUS", "@ NONE")
    say(world, "@ Cnmy 60%\n@ NONE\nTURN 0: Cnmy 5%", "\n".join(f"gg {n}" for n in range(60)))
    say(world, MOVE)
    world.clock.move(hours=-1)
    say(world, OTHER, "WITHDRAW")  # sent before the one above, and read after it
    world.clock.move(hours=1)
    say(world, f"@ {MOVE}")
    stale = world.last(TTT, kind="report")
    say(world, OTHER, player=BRK)
    world.reply(TTT, MOVE, to=stale)
    world.poll()


def too_late(world: World, _patch: pytest.MonkeyPatch) -> None:
    world.context = _with_service(world.context, outage="99d")
    new_game(world)
    world.clock.move(hours=49)
    say(world, MOVE)


def commands_of_all_kinds(world: World, _patch: pytest.MonkeyPatch) -> None:
    new_game(world)
    say(
        world,
        "HELP NVRNMT",
        "HELP\nSTATUS\nREPORT\nREPORT 7",
        "\n".join(f"REPORT {n}" for n in range(20)),
    )
    say(world, "", subject="unsubscribe")
    close_turn(world.context, "sprng")
    say(world, "REPORT 0\nREPORT", "STATUS", "JOIN nwhr AS Zzz", MOVE, "STATUS")
    world.write(TTT, "HELP", to=SERVICE)
    by_operator(world.context, "sprng", pause)
    say(world, "STATUS")
    world.clock.move(hours=5)
    by_operator(world.context, "sprng", resume)
    by_operator(world.context, "sprng", set_deadline, world.clock.now() + timedelta(hours=72))
    world.clock.move(hours=8)
    world.poll()
    world.clock.move(hours=60)
    send_reminders(world.context)
    seat = world.last(TTT, kind="report")
    world.resign(BRK)
    world.reply(BRK, MOVE, to=world.last(BRK, kind="report"))
    world.reply(TTT, MOVE, to=seat)
    world.poll()
    assert world.game("sprng").turn == 3


def too_many_mails(world: World, _patch: pytest.MonkeyPatch) -> None:
    new_game(world)
    say(world, *(f"Cnmy {n}%" for n in range(6)))
    world.clock.move(hours=2)
    send_digests(world.context)


def too_many_reports(world: World, _patch: pytest.MonkeyPatch) -> None:
    new_game(world)
    say(world, "REPORT")


def second_thoughts(world: World, patch: pytest.MonkeyPatch) -> None:
    slowly = Schedule(every="48h", reminders=())
    new_game(world, schedule=slowly)
    say(world, "DONE", f"PREVIEW\nNvrmt 30%\n{MOVE}", "PREVIEW\nNvrmt 30%", "PREVIEW")
    say(world, f"{MOVE}\nDONE")
    say(world, OTHER, "DONE", player=BRK)
    say(world, f"{MOVE}\nWAIT", "WAIT")
    new_game(world, id="lnly", seats=(*CHAIRS[:1], CHAIRS[2]), schedule=slowly)
    say(world, "Cnmy 60%", "Cnmy 60% comp 100")
    desk = type(load("hegemon").desk)
    parse = desk.parse

    def parse_a_part(*given: Any) -> Any:
        return replace(parse(*given), answers=False)

    patch.setattr(desk, "parse", parse_a_part)
    say(world, "DONE")


def mails_out_of_order(world: World, _patch: pytest.MonkeyPatch) -> None:
    new_game(world)
    world.clock.move(minutes=5)
    say(world, f"{MOVE}\nTURN 3: {OTHER}")
    world.clock.move(minutes=-5)
    say(world, f"{OTHER}\nTURN 4: {OTHER}", f"{OTHER}\nTURN 3: {MOVE}")


def a_whole_game(world: World, _patch: pytest.MonkeyPatch) -> None:
    for missed in ("default", "bot", "pass"):
        new_game(
            world,
            id=missed[:1],
            title=missed[:1].upper(),
            options={"items": ITEMS, "turns": 3, "competition_counts": missed == "bot"},
            schedule=Schedule(every="24h", second_thoughts="0m", missed=missed),
        )
        for turn in range(3):
            if turn < 2:
                for player in (TTT, BRK):
                    world.reply(player, MOVE, to=world.last(player, kind="report"))
                world.poll()
            else:
                close_turn(world.context, missed[:1])
    say(world, "STATUS\nRESIGN", MOVE, "LIST")
    world.write(TTT, "hll", to=SERVICE)
    world.poll()


def standing_orders_that_fail(world: World, patch: pytest.MonkeyPatch) -> None:
    new_game(world)
    say(world, f"@ Cnmy 60%\nTURN 2: Cnmy 50%\nTURN 2: Trsm 5% coop 5\nTURN 2: {OTHER}")
    close_turn(world.context, "sprng")


def repeated_lines_that_name_what_is_gone(world: World, patch: pytest.MonkeyPatch) -> None:
    new_game(world)
    desk = load("hegemon").desk
    for left in ("Cnmy 50%", ""):
        say(world, "@ Cnmy 60%")
        parsed = Parsed(None, (Verdict(1, "Cnmy 60%", Level.REFUSED, lasting=left),))
        with patch.context() as now:
            now.setattr(type(desk), "parse", lambda *_how, found=parsed: found)
            close_turn(world.context, "sprng")


def people_who_stay_away(world: World, _patch: pytest.MonkeyPatch) -> None:
    new_game(world, schedule=Schedule(every="24h", waits=1, absent=1, leave_after=2, reminders=()))
    world.wait(60)
    say(world, "STATUS")
    for _turn in range(2):
        close_turn(world.context, "sprng")


def people_who_are_late(world: World, _patch: pytest.MonkeyPatch) -> None:
    new_game(world, schedule=Schedule(every="24h", grace="2h", leave_after=2, reminders=("12h",)))
    world.wait(25)
    world.reply(TTT, MOVE)
    world.wait(1)
    world.wait(26)
    world.wait(13)
    send_reminders(world.context)
    say(world, "STATUS")


def lines_to_mend(world: World, _patch: pytest.MonkeyPatch) -> None:
    new_game(world)
    say(world, f"{MOVE}\nTURN 0: Cnmy 5%\nDONE")
    say(world, f"{MOVE}\nTURN 0: Cnmy 5%", "STATUS", "REPORT", "PREVIEW\nNEWS DIGEST\nWITHDRAW")
    say(world, f"PREVIEW\n{MOVE}\nTURN 0: Cnmy 5%")
    world.clock.move(hours=30)
    send_reminders(world.context)
    say(world, f"{OTHER}\nTURN 0: Cnmy 5%\n@ {OTHER}", OTHER, "STATUS")
    say(world, OTHER, player=BRK)
    world.clock.move(hours=30)
    send_reminders(world.context)


def the_game_moves_here(world: World, _patch: pytest.MonkeyPatch) -> None:
    new_game(world)
    say(world, MOVE)
    moving = unpack(pack(export_game(world.context, "sprng", full=True)))
    adopt(world.context, moving, "mvd", again=True)


def lines_not_taken(world: World, _patch: pytest.MonkeyPatch) -> None:
    new_game(world)
    say(world, f"Mltr 40%\n{MOVE}", f"PREVIEW\nMltr 40%\n{MOVE}", f"{OTHER}; {OTHER}")


SCENES = (
    before_the_start,
    names_that_cannot_be,
    more_seats_than_there_are,
    seats_given_up,
    confirmations_that_say_more,
    orders_of_all_kinds,
    too_late,
    commands_of_all_kinds,
    too_many_mails,
    too_many_reports,
    second_thoughts,
    mails_out_of_order,
    a_whole_game,
    standing_orders_that_fail,
    repeated_lines_that_name_what_is_gone,
    people_who_stay_away,
    people_who_are_late,
    lines_to_mend,
    *strangers.SCENES,
    *masters.SCENES,
    *making.SCENES,
    *meant.SCENES,
    *asking.SCENES,
    the_game_moves_here,
    lines_not_taken,
    *letters.SCENES,
    *together.SCENES,
    *stories.SCENES,
    *observing.SCENES,
    *pages.SCENES,
)

"""What players ask for between turns, and what they wish, in the language of accents."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from pbem.engine import registry
from pbem.engine.api import Ask
from pbem.engine.registry import load
from pbem.service.gamefile import MasterSpec, SeatSpec
from pbem.service.intake.commands.history import MOST_TURNS
from pbem.service.mastering.acts import by_operator, pause, resume
from pbem.service.play.close import close_turn
from pbem.service.schedule import Schedule
from tests.i18n.saying import (
    BRK,
    ITEMS,
    MOVE,
    OTHER,
    SERVICE,
    STRANGER,
    TTT,
    new_game,
    say,
)
from tests.service.world import World


def only_the_first_moves(world: World, patch: pytest.MonkeyPatch) -> None:
    """Hegemon as it would be if only Ttt had to move, and the others might."""
    rules = type(load("hegemon").rules)
    asks, resolve = rules.asks, rules.resolve

    def some_asks(self: Any, state: Any) -> tuple[Ask, ...]:
        return tuple(
            msgspec.structs.replace(ask, required=ask.seat == 1, lasting=ask.seat != 1)
            for ask in asks(self, state)
        )

    def resolve_some(self: Any, state: Any, answers: Any, chance: Any) -> Any:
        everyone = {ask.seat: answers.get(ask.seat, answers[1]) for ask in asks(self, state)}
        return resolve(self, state, everyone, chance)

    patch.setattr(rules, "asks", some_asks)
    patch.setattr(rules, "resolve", resolve_some)
    new_game(world, schedule=Schedule(every="48h", early_close=False, reminders=()))
    close_turn(world.context, "sprng")
    say(world, "NEWS EACH TURN", MOVE, "STATUS", "NEWS DIGEST", player=BRK)
    close_turn(world.context, "sprng")
    say(world, OTHER, player=BRK)  # in answer to the turn before
    say(world, "HISTORY", player=BRK)
    by_operator(world.context, "sprng", pause)
    say(world, "REPORT", player=BRK)
    by_operator(world.context, "sprng", resume)
    say(world, MOVE)
    say(world, "REPORT", "NEWS EACH TURN\nREPORT", player=BRK)


def asking_between_turns(world: World, _patch: pytest.MonkeyPatch) -> None:
    world.write(STRANGER, "LIST", to=SERVICE)
    world.poll()
    new_game(world, id="plnd", title="Plnd", start="manual")
    say(world, "ORDERS", "LIST")
    new_game(world, id="pn", title="Pn", seats=(SeatSpec(), SeatSpec()))
    new_game(world)
    say(world, "ORDERS", "LIST", f"{MOVE}\nTURN 3: {OTHER}", "ORDERS", "LIST")
    by_operator(world.context, "sprng", pause)
    say(world, "LIST")
    new_game(world, id="shrt", title="Shrt", options={"items": ITEMS, "turns": 1})
    close_turn(world.context, "shrt")
    say(world, "ORDERS")


def turns_that_are_over(world: World, _patch: pytest.MonkeyPatch) -> None:
    late = Schedule(every="24h", waits=1, missed="pass", second_thoughts="0m", reminders=())
    new_game(world, schedule=late, options={"items": ITEMS, "turns": 99})
    say(world, "HISTORY")
    world.wait(26)
    say(world, f"{OTHER}\n@ Cnmy 60% coop 70 with 0-200 comp 30")
    for _turn in range(MOST_TURNS + 2):
        close_turn(world.context, "sprng")
    say(world, "HISTORY 3", "HISTORY", "HISTORY 0")
    say(world, "HISTORY 3", player=BRK)
    for number, missed in enumerate(("bot", "default")):
        schedule = Schedule(every="24h", between="1h", missed=missed)
        new_game(world, id=f"thrd-{number}", title="Thrd", schedule=schedule)
        close_turn(world.context, f"thrd-{number}")
        say(world, "HISTORY")


def rulebooks(world: World, patch: pytest.MonkeyPatch) -> None:
    new_game(world)
    patch.setattr(registry, "rulebook", lambda *_asked: ("# Hgmn\n\n1. Xyz", "en"))
    patch.setattr(registry, "names", lambda: ("hegemon",))
    say(world, "RULES", "RULES xqz")
    patch.setattr(registry, "rulebook", lambda *_asked: None)
    say(world, "RULES")


def wishes(world: World, _patch: pytest.MonkeyPatch) -> None:
    new_game(world, id="plnd", title="Plnd", start="manual")
    say(world, "PROFILE", "PROFILE NAME Ttn", "PROFILE QUIET 22-7\nPROFILE NO PICTURES")
    say(world, "PROFILE ZONE xqz", "PROFILE ZONE ttc/gmt", "PROFILE LANGUAGE xqz")
    say(world, "PROFILE QUIET xqz", "PROFILE xqz", "PROFILE SVG\nPROFILE CALENDAR\nCONSOLE ON")
    say(
        world,
        "PROFILE NO SVG\nPROFILE NO CALENDAR\nCONSOLE OFF\nPROFILE BEGINNER OFF",
        "PROFILE TEXT ONLY\nPROFILE NO ATTACHMENTS",
    )
    new_game(world)
    say(world, "PROFILE NAME Ttm", "CONSOLE ON")


def another_address(world: World, _patch: pytest.MonkeyPatch) -> None:
    master = "gg@example.org"
    new_game(world, masters=(MasterSpec(address=master),))
    say(world, f"PROFILE ADDRESS {TTT}", f"PROFILE ADDRESS {SERVICE}", "PROFILE ADDRESS xqz")
    say(world, *(f"PROFILE ADDRESS {STRANGER}" for _time in range(3)))
    world.reply(BRK, "CONFIRM", to=world.last(STRANGER, kind="newaddress"))
    world.reply(STRANGER, "hll", to=world.last(STRANGER, kind="newaddress"))
    world.reply(TTT, "UNDO", to=world.last(TTT, kind="readdressed"))
    world.poll()
    world.clock.move(days=2)
    report = world.last(TTT, kind="newkey")
    for address in (BRK, STRANGER):
        world.reply(TTT, f"PROFILE ADDRESS {address}", to=report)
        world.poll()
        world.reply(address, "CONFIRM", to=world.last(address, kind="newaddress"))
        world.poll()
    for word in ("LOG", "PROFILE ADDRESS z@z.test"):
        world.reply(STRANGER, word, to=world.last(STRANGER, kind="newkey"))
        world.poll()
    world.reply(master, "SHOW", to=world.last(master))
    world.reply(TTT, "UNDO", to=world.last(TTT, kind="readdressed"))
    world.poll()
    for number in range(3):
        world.reply(TTT, f"PROFILE ADDRESS z{number}@z.test", to=world.last(TTT, kind="newkey"))
        world.poll()


SCENES = (
    asking_between_turns,
    turns_that_are_over,
    rulebooks,
    wishes,
    another_address,
    only_the_first_moves,
)

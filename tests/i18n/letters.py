"""What players read who write to each other: letters, what became of them, how they are read."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import msgspec
import pytest

from pbem.service.gamefile import PressSpec, SeatSpec
from pbem.service.play.close import close_turn
from pbem.service.press import delivery, limits
from pbem.store import press
from pbem.store.talk import PressKind
from tests.service.world import World

TTT, BRK, NNT, LLM = (f"{name}@example.org" for name in ("ttt", "brk", "nnt", "llm"))
LINE = "Cnmy 60% coop 70 with 0-200 comp 30"
EVERY_KIND = tuple(PressKind)


def new_game(
    world: World, kinds: tuple[PressKind, ...] = EVERY_KIND, game: str = "sprng", **values: Any
) -> None:
    people = {"Ttt": TTT, "Brk": BRK, "Nnt": NNT, "Llm": LLM, "Llb": "llb@example.org"}
    world.new_game(
        id=game,
        title=game.title(),
        options={"items": ("Cnmy", "Nvrnmt", "Dfns")} | values,
        seats=(
            *(SeatSpec(name=name, address=to) for name, to in people.items()),
            SeatSpec(name="Mgt", bot="hedger"),
        ),
        press=PressSpec(kinds=kinds),
    )


def say(world: World, text: str, player: str = TTT, game: str = "sprng", **more: Any) -> None:
    to = world.rows(recipient=player, kind="report", game=game)[-1]
    world.reply(player, text, to=more.pop("to", None) or world.last(player, subject=to.subject))
    world.poll()
    world.clock.move(seconds=1)
    world.poll()


def answer(world: World, text: str, player: str) -> None:
    letter = world.last(player, kind="press")
    world.reply(player, text, to=letter, In_Reply_To=str(letter["Message-ID"]))
    world.poll()
    world.clock.move(seconds=1)
    world.poll()


def letters_to_all_kinds(world: World, _patch: pytest.MonkeyPatch) -> None:
    new_game(world)
    say(world, f"{LINE}\nTO Brk:\nhll\n\nTO Brk, Nnt: hll@hll.test\nTO ALL: hll\nTO GM: hll")
    say(world, "ANONYMOUS TO ALL: hll\nANONYMOUS TO Brk: hll\nTO Br: hll\nTO Brk, Mgt: hll")
    say(world, "PREVIEW\nTO Brk: hll")
    world.wait(hours=0.5)
    say(world, "TO Brk: hll\nEND\nhll hll")


def letters_that_cannot_go(world: World, patch: pytest.MonkeyPatch) -> None:
    new_game(world)
    say(world, f"TO Brk:\nhll\n{LINE}\nTO Zzz: hll\nTO Brkk: hll\nTO Ttt: hll\nTO Ll: hll")
    say(world, "TO Mgt: hll\nTO Brk:\nTO Brk, GM: hll\nANONYMOUS TO GM: hll")
    say(world, "TO Brk:\n" + "h" * 4500 + "\nTO Brk:\n" + ("h " * 400 + "\n") * 30)
    patch.setattr(limits, "IN_ALL", {limits.HOUR: 2})
    say(world, "TO Brk: hll\nTO Brk: hll\nTO Brk: hll")
    patch.setattr(limits, "IN_ALL", {limits.DAY: 2})
    say(world, "TO Brk: hll\nTO Brk: hll")
    new_game(world, (), "plnd", turns=1)
    say(world, "TO ALL: hll\nTO Brk: hll\nTO GM: hll", game="plnd")
    new_game(world, (PressKind.PRIVATE,), "nrth", turns=1)
    say(world, "ANONYMOUS TO Brk: hll", game="nrth")
    close_turn(world.context, "nrth")
    world.clock.move(seconds=timedelta(days=15).total_seconds())
    say(world, "TO Brk: hll", game="nrth")


def letters_to_nobody(world: World, _patch: pytest.MonkeyPatch) -> None:
    nobody = msgspec.structs.replace(world.context.config.mail, admin="")
    config = msgspec.structs.replace(world.context.config, mail=nobody)
    world.context = replace(world.context, config=config)
    new_game(world)
    say(world, "TO GM: hll")


def replies_to_letters(world: World, patch: pytest.MonkeyPatch) -> None:
    new_game(world)
    say(world, "TO Brk: hll")
    answer(world, "hll", BRK)
    answer(world, f"hll thr\n{LINE}", BRK)
    say(world, "ANONYMOUS TO Brk: hll")
    world.wait(hours=0.25)
    answer(world, "hll", BRK)
    answer(world, "hll", TTT)
    say(world, "ANONYMOUS TO ALL: hll")
    world.wait(hours=0.5)
    answer(world, "hll", TTT)
    say(world, "PRESS WITH REPORT", BRK)
    say(world, "TO Brk: hll")
    say(world, "TO Brk: hll", NNT)
    close_turn(world.context, "sprng")
    world.wait(hours=0.25)
    answer(world, "hll", BRK)
    say(world, "TO Nnt: hll")
    with world.context.database.write() as connection:
        press.forget_reader(connection, "sprng", 1)
    answer(world, "hll", NNT)
    say(world, "TO Ttt: hll", LLM)
    world.wait(hours=0.25)
    world.resign(LLM)
    with world.context.database.write() as connection:
        press.forget_reader(connection, "sprng", 4)
    answer(world, "hll", TTT)
    patch.setattr(delivery, "MOST_AN_HOUR", 0)
    say(world, "TO Nnt: hll")


def words_and_letters_in_doubt(world: World, _patch: pytest.MonkeyPatch) -> None:
    new_game(world)
    say(world, "TO Brk: hll")
    answer(world, "Withdraw", BRK)
    say(world, "TO Brk: hll\n" * 31, NNT)


def wishes_for_letters(world: World, _patch: pytest.MonkeyPatch) -> None:
    new_game(world)
    say(world, "UNSAY 7\nUNSAY\nPRESS WITH REPORT\nPRESS AT ONCE\nPRESS")
    say(world, "BLOCK Brk\nBLOCK ANONYMOUS\nUNBLOCK Brk\nUNBLOCK ANONYMOUS\nBLOCK\nBLOCK ALL")
    say(world, "TO Brk: hll\nTO ALL: hll\nTO ALL: hll")
    say(world, "UNSAY\nUNSAY 1\nUNSAY 2")
    say(world, "UNSAY 2\nUNSAY 3")


SCENES = (
    letters_to_all_kinds,
    letters_that_cannot_go,
    letters_to_nobody,
    replies_to_letters,
    words_and_letters_in_doubt,
    wishes_for_letters,
)

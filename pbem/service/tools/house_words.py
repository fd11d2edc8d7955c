"""For the conformance kit: no order of a game is a word of the house, which would take it first."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.engine.api import Fit
from pbem.engine.menu import lines
from pbem.engine.testing import Check, Fault, Lab, Remark
from pbem.mailer.inbound.commands import COMMANDS, read_command

MENUS_EVERY = 20
"""At each so many-eth ask every line of the menu is looked at."""


def _examine(lab: Lab) -> Iterator[Remark]:
    desk = lab.ruleset.desk
    for form in COMMANDS:
        for word in form.words:
            if read_command(word) is not None and desk.fit(word) is Fit.ORDER:
                yield Fault(
                    f"fit() takes {word.upper()!r} for an order, but it is a word of the house, "
                    "which takes it first; write the order with another word"
                )
    for count, (game, moment, ask, view) in enumerate(lab.asked()):
        chance = lab.chance(game, moment, f"house/{ask.seat}")
        written = desk.write(view, ask, desk.sample(view, ask, chance))
        offered = lines(desk.menu(view, ask)) if count % MENUS_EVERY == 0 else ()
        for line in (*written, *offered):
            command = read_command(line)
            if command is not None:
                yield Fault(
                    f"{game.at(moment, ask.seat)}: the order {line!r} never reaches the desk: the "
                    f"house takes it for {command.verb}"
                )


HOUSE_WORDS = Check("house-words", "No order is a word of the house", _examine)

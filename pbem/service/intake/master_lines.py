"""Reads a game master's mail: its commands, with the orders that stand below FOR."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from pbem.engine.api import Fit
from pbem.engine.registry import load
from pbem.mailer.inbound.commands import OF_ORDERS, Command, read_command
from pbem.mailer.inbound.extract import Extraction, extract
from pbem.mailer.inbound.grammar import Continues
from pbem.mailer.inbound.press import Known
from pbem.mailer.inbound.reading import Letter
from pbem.service.intake.guesses import misspelt
from pbem.service.intake.master_session import MasterSession
from pbem.service.play.table import open_table
from pbem.store import games
from pbem.store.records import OVER


def read_mail(session: MasterSession, known: Known) -> tuple[Extraction, list[Command]]:
    """What a mail says, and its commands, each once."""
    views = _views(session)
    fit, continues = _fit, None
    if views:
        desk = load(session.game.ruleset).desk
        fit = partial(_fit_of, [partial(desk.fit, view=view) for view in views])
        continues = partial(_continues, [partial(desk.continues, view=view) for view in views])
    found = extract(session.letter, fit, continues=continues, known=known)
    return found, _commands(found)


def commands_something(letter: Letter) -> bool:
    """Whether a mail holds commands of game masters, or is for somebody."""
    return extract(letter, _fit, known=lambda _names: True).orders_something


def _fit(line: str) -> Fit:
    return Fit.ORDER if read_command(line, of_master=True) is not None else Fit.NO


def _fit_of(fits: Sequence[Callable[[str], Fit]], line: str) -> Fit:
    """Whether a line is a command, or an order of one of the seats for which some are given."""
    if _fit(line) is Fit.ORDER:
        return Fit.ORDER
    seen = {fit(line) for fit in fits}
    return next((one for one in (Fit.ORDER, Fit.NEARLY) if one in seen), Fit.NO)


def _continues(of_seats: Sequence[Continues], before: str, line: str) -> bool:
    return any(continues(before, line) for continues in of_seats)


def _views(session: MasterSession) -> list[Any]:
    """What the seats see for which a mail may give orders; none where it gives none."""
    game = session.game
    if not game.turn or game.status in OVER:
        return []
    read = (read_command(line.text, of_master=True) for line in session.letter.body.lines)
    wanted = {command.seat for command in read if command is not None and command.verb == "FOR"}
    if not wanted:
        return []
    table = open_table(session.connection, game)
    chairs = games.seats_of(session.connection, game.id)
    return [table.view(chair.seat) for chair in chairs if chair.seat in wanted]


def misread(found: Extraction, commands: Sequence[Command]) -> tuple[str, ...]:
    """The lines of a mail that look like commands and are none, nor orders for a seat."""
    gives_orders = any(command.verb == "FOR" for command in commands)
    left = found.ignored if gives_orders else (*found.unread, *found.ignored)
    return misspelt(left)


def _commands(found: Extraction) -> list[Command]:
    """A mail's commands, each once; PREVIEW, which is of all that it says, first."""
    commands: list[Command] = []
    preview: list[Command] = []
    for line in found.taken:
        command = read_command(line, of_master=True)
        below = bool(commands) and commands[-1].verb == "FOR"
        if command is not None and command.verb == "PREVIEW":
            preview.append(command)
        elif command is None or (below and command.verb in OF_ORDERS):
            if below:
                commands[-1] = replace(commands[-1], lines=(*commands[-1].lines, line))
        else:
            given = found.unread if command.verb == "FOR" else ()
            commands.append(replace(command, unread=given, line=line))
    if preview:
        commands = [_shown(command) if command.verb == "FOR" else command for command in commands]
    return [*dict.fromkeys((*preview, *commands))]


def _shown(given: Command) -> Command:
    """Orders for a seat in a mail with PREVIEW, which may stand anywhere in it."""
    return replace(given, lines=(*given.lines, "PREVIEW"))

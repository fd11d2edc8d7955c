"""Whom an owner lets run a game, and whom no more, as a mail names them."""

from __future__ import annotations

from dataclasses import replace

from pbem.engine.i18n import _
from pbem.mailer.inbound.commands import Command
from pbem.mailer.inbound.commands.forms import Person
from pbem.mailer.outbound.contents import Notice
from pbem.service.context import Session
from pbem.service.mastering import acts
from pbem.service.mastering.seats import fit_address
from pbem.service.play.games import GameProblem
from pbem.store.mastering import MasterRow, Role
from pbem.store.records import GameRow


def appoint(session: Session, game: GameRow, master: MasterRow, command: Command) -> GameRow:
    """Let somebody run a game, and write to them."""
    one = _alone(session, command)
    role = Role.ASSISTANT if one.assistant else Role.OWNER
    given = MasterRow(game.id, 0, one.name, one.address, role=role)
    return acts.appoint(session, game, master, given)


def dismiss(session: Session, game: GameRow, master: MasterRow, command: Command) -> GameRow:
    """Let somebody run a game no more, who is told."""
    return acts.dismiss(session, game, master, _alone(session, command).address)


def who_is_meant(command: Command) -> Notice:
    """What becomes of the person that a command names, once it is confirmed."""
    if command.verb == "DISMISS":
        said = _("{who} runs the game no more.")
    elif command.people[0].assistant:
        said = _("{who} runs turns and time; nothing about seats, or the game's end.")
    else:
        said = _("{who} may do everything that you may, even dismiss you.")
    who = replace(command.people[0], assistant=False)
    return Notice(title=said.format(who=who))


def _alone(session: Session, command: Command) -> Person:
    """The one person that a command names. Raises :class:`GameProblem`."""
    if len(command.people) != 1 or command.strange:
        raise GameProblem(_("Write one person's mail address behind the word."))
    one = command.people[0]
    return replace(one, address=fit_address(session, one.address))

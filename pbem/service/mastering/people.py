"""Whom an owner lets run a game, and whom no more, as a mail names them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from pbem.engine.i18n import _
from pbem.mailer.inbound.commands import Command
from pbem.mailer.inbound.commands.forms import Person
from pbem.mailer.outbound.contents import Notice
from pbem.service.context import Session
from pbem.service.mastering import acts
from pbem.service.mastering.seats import fit_address
from pbem.service.play import applying, inviting
from pbem.service.play.masters import OPERATOR
from pbem.service.play.sitting import must_be_a_first
from pbem.service.play.table import GameProblem, game_named
from pbem.service.play.unasked import write_unasked
from pbem.store.invitations import invitations_of
from pbem.store.joining import Reply
from pbem.store.mastering import Deed, MasterRow, Role
from pbem.store.records import GameRow, GameStatus


def appoint(session: Session, game: GameRow, master: MasterRow, command: Command) -> GameRow:
    """Let somebody run a game, too, and write to them."""
    one = _alone(session, command)
    must_be_a_first(session.connection, one.address)
    role = Role.ASSISTANT if one.assistant else Role.OWNER
    write_unasked(session, master.address, [one.address])
    given = MasterRow(game.id, 0, one.name, one.address, role=role)
    if master.number == OPERATOR and one.address != master.address:
        # The operator runs what names nobody else, and would run this game no more.
        game = acts.appoint(session, game, master, replace(master, game=game.id))
    return acts.appoint(session, game, master, given)


def dismiss(session: Session, game: GameRow, master: MasterRow, command: Command) -> GameRow:
    """Let somebody run a game no more, who is told."""
    return acts.dismiss(session, game, master, _alone(session, command).address)


def invite(session: Session, game: GameRow, master: MasterRow, people: Sequence[Person]) -> GameRow:
    """Keep seats for people, and ask them to take these."""
    if not people:
        raise GameProblem(_("Write the mail addresses of those whom you invite behind the word."))
    named = {fit_address(session, one.address): one.name for one in people}
    kept = inviting.invite(
        session, game, [(name, address) for address, name in named.items()], by=master.address
    )
    for seat in kept:
        acts.note(session, game, master, Deed.INVITE, seat.name, seat=seat.seat)
    return game_named(session.connection, game.id)


def approve(session: Session, game: GameRow, master: MasterRow, who: str) -> GameRow:
    """Give a seat to whoever waits for the word; starts the game when it is full."""
    seat, act = applying.meant(session, game, who)
    acts.note(session, game, master, Deed.APPROVE, seat.name, seat=seat.seat)
    applying.approve(session, game_named(session.connection, game.id), seat, act)
    return game_named(session.connection, game.id)


def refuse(session: Session, game: GameRow, master: MasterRow, who: str) -> GameRow:
    """Give it to nobody, and tell whoever waits."""
    seat, _act = applying.meant(session, game, who)
    applying.refuse(session, game, seat)
    acts.note(session, game, master, Deed.REFUSE, seat.name, seat=seat.seat)
    return game_named(session.connection, game.id)


def guests(session: Session, game: GameRow, *, addresses: bool) -> Iterator[str]:
    """Who waits for the game master's word, and what those said who were invited."""
    if game.status is not GameStatus.FORMING:
        return
    for seat, act in applying.waiting(session, game):
        if addresses:
            said = _("{name} wants seat {seat}: APPROVE {address} or REFUSE {address}")
        else:
            said = _("{name} wants seat {seat}: an owner says yes or no")
        yield said.format(name=seat.name, seat=seat.seat, address=act.address)
    if addresses:
        replies = {
            Reply.AWAITED: _("{address} is invited and has not answered yet"),
            Reply.REFUSED: _("{address} was invited and said no."),
            Reply.LAPSED: _("{address} was invited and never answered"),
        }
        for one in invitations_of(session.connection, game.id):
            if one.reply in replies:
                yield replies[one.reply].format(address=one.address).rstrip(".")


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

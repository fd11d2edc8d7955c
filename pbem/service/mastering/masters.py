"""Who runs a game, and what each of them may do."""

from __future__ import annotations

from dataclasses import replace

from pbem.engine.i18n import _
from pbem.mailer.inbound.commands import Who
from pbem.mailer.outbound.contents import Notice
from pbem.service.context import Session, in_language
from pbem.service.dispatch.post import for_address, pack_notice
from pbem.service.play.games import appointed
from pbem.service.play.masters import (
    OPERATOR,
    OPERATORS_NONCE,
    masters_of,
    operator_of,
)
from pbem.service.play.table import GameProblem
from pbem.store import audit, facts, mail, masters
from pbem.store.mastering import MasterRow, Role
from pbem.store.records import GameRow, OutboxDraft, new_nonce

MOST_OVER = 60
"""So many games that are over the operator's lists have of those that nobody else runs."""


def master_numbered(session: Session, game: str, number: int) -> MasterRow | None:
    """Who has this number in a game; None for nobody."""
    found = masters_of(session.context, session.connection, game)
    return next((one for one in found if one.number == number), None)


def run_by(session: Session, address: str) -> tuple[tuple[GameRow, MasterRow], ...]:
    """The games that somebody of this address runs and that are not archived, the newest first; for
    the operator those that nobody else runs, too, of which only the newest are over."""
    found = list(masters.run_by(session.connection, address))
    if address == session.context.config.mail.admin.lower():
        operator = operator_of(session.context, session.connection, "")
        rest = masters.run_by_nobody_else(session.connection, MOST_OVER)
        found += [(game, replace(operator, game=game.id)) for game in rest]
    return tuple(one for one in found if one[0].archived is None)


def may(master: MasterRow, who: Who) -> bool:
    """Whether a game master may give a command that is for these."""
    return who not in (Who.PLAYER, Who.CREATOR) and (
        who is not Who.OWNER or master.role is Role.OWNER
    )


def renew_key(session: Session, master: MasterRow) -> MasterRow:
    """Make all reply addresses void that a game master was given, and what was asked by them and
    is not confirmed."""
    renewed = replace(master, nonce=new_nonce())
    if master.number == OPERATOR:
        facts.write_fact(session.connection, OPERATORS_NONCE, renewed.nonce)
    else:
        masters.change_master(session.connection, master, renewed.nonce)
    masters.drop_confirmations(session.connection, master)
    return renewed


def add(session: Session, game: GameRow, given: MasterRow, by: str = "") -> MasterRow:
    """Let somebody run a game, and write to them; `by` is who says so. Raises
    :class:`GameProblem` where they do, or nobody would who may do everything."""
    others = masters.masters_of(session.connection, game.id)
    if any(other.address == given.address for other in others):
        said = _("{address} runs {game} already.")
        raise GameProblem(said.format(address=given.address, game=game.title))
    if given.role is not Role.OWNER and not others:
        raise GameProblem(_("One of those who are left has to be an owner."))
    last = audit.last_master(session.connection, game.id)  # whose acts stay theirs
    number = max((other.number for other in others), default=0)
    number = max(number, last) + 1
    row = replace(given, game=game.id, number=number, nonce=new_nonce())
    masters.add_master(session.connection, row)
    mail.queue_mails(session.connection, [appointed(session, game, row, by)])
    return row


def remove(session: Session, game: GameRow, address: str, *, by: str) -> MasterRow:
    """Let somebody run a game no more, and tell them; `by` is the address of who says so. Raises
    :class:`GameProblem` where they do not, or nobody were left who may do everything."""
    found = masters.masters_of(session.connection, game.id)
    row = next((one for one in found if one.address == address), None)
    if row is None:
        said = _("Nobody of the address {address} runs {game}.")
        raise GameProblem(said.format(address=address, game=game.title))
    if not any(one.role is Role.OWNER for one in found if one != row):
        raise GameProblem(_("One of those who are left has to be an owner."))
    masters.remove_master(session.connection, row)
    mail.queue_mails(session.connection, [_dismissed(session, game, row, own=by == address)])
    return row


def _dismissed(session: Session, game: GameRow, row: MasterRow, *, own: bool) -> OutboxDraft:
    with in_language(session.context, row.language):
        notice = Notice(
            title=_("You run {game} no more").format(game=game.title),
            paragraphs=(
                _("You have said so yourself. Your reply addresses are void.")
                if own
                else _("An owner of the game has said so. Your reply addresses are void."),
            ),
            answer=False,
        )
        header = for_address(session.context, row.address, language=row.language)
        return pack_notice(session.context, notice, header)

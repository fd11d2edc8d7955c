"""Seats that are kept for people whom a game master invites, until they say yes or no."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from msgspec import structs

from pbem.engine.i18n import _, language, ngettext
from pbem.engine.registry import load
from pbem.mailer.outbound.contents import Notice
from pbem.mailer.outbound.phrases import listing
from pbem.service.context import Session, in_language
from pbem.service.dispatch.alerts import note_concern
from pbem.service.names import free_name, name_at
from pbem.service.play.acts import before_that, begin, for_act, how_to_take
from pbem.service.play.describing import introduced
from pbem.service.play.linking import promise
from pbem.service.play.masters import masters_of
from pbem.service.play.sitting import must_be_a_first
from pbem.service.play.table import GameProblem, humans
from pbem.service.play.unasked import write_unasked
from pbem.store import games, mail, pending
from pbem.store.concerns import Concern, Matter
from pbem.store.invitations import (
    InvitationRow,
    invitations_of,
    note_reply,
    put_invitation,
)
from pbem.store.joining import Reply
from pbem.store.mastering import Role
from pbem.store.records import Act, GameRow, GameStatus, OutboxDraft, PendingRow, SeatKind, SeatRow
from pbem.store.strangers import mailbox_of

KEPT_FOR = timedelta(days=7)
"""How long a seat is kept for somebody who is invited."""
LONGEST_TITLE, MOST_NAMED = 40, 3
"""Characters of a game's title, or of a name, in an invitation, which has to be small; and names of
those who invite."""


def invite(
    session: Session, game: GameRow, people: Sequence[tuple[str, str]], *, by: str
) -> list[SeatRow]:
    """Keep a free seat for each of these people, by name and address, and write to them because of
    whoever has the address `by`; returns the seats. Raises :class:`GameProblem`, and then nothing
    is changed."""
    if game.status is not GameStatus.FORMING:
        raise GameProblem(_("{game} has begun: nobody joins it any more.").format(game=game.title))
    chairs = games.seats_of(session.connection, game.id)
    for _name, address in people:
        _check(session, game, chairs, address)
    free = [chair for chair in chairs if chair.kind is SeatKind.OPEN]
    if len(free) < len(people):
        said = ngettext(
            "{free} seat is free, and you invite {count} people.",
            "{free} seats are free, and you invite {count} people.",
            len(free),
        )
        raise GameProblem(said.format(free=len(free), count=len(people)))
    now = session.context.clock.now()
    write_unasked(session, by, (address for _name, address in people))
    names = [chair.name for chair in chairs if chair not in free]
    given: list[SeatRow] = []
    for chair, (name, address) in zip(free, people, strict=False):
        called = free_name((name, name_at(address)), names, load(game.ruleset), chair.name)
        names.append(called)
        act = begin(session.connection, chair, Act.INVITE, address, now + KEPT_FOR, None)
        kept = {"kind": SeatKind.KEPT, "name": called}
        games.change_seat(session.connection, game.id, chair.seat, **kept)
        row = InvitationRow(game.id, address, mailbox_of(address), now)
        put_invitation(session.connection, row)
        seat = structs.replace(chair, kind=SeatKind.KEPT, name=called)
        mail.queue_mails(session.connection, [invited_draft(session, game, seat, act)])
        given.append(seat)
    return given


def _check(session: Session, game: GameRow, chairs: tuple[SeatRow, ...], address: str) -> None:
    """Raise :class:`GameProblem` where somebody is not to be invited to a game."""
    mailbox, connection = mailbox_of(address), session.connection
    before = {mailbox_of(one.address): one for one in invitations_of(connection, game.id)}
    waiting = {mailbox_of(one.address) for one in pending.pending_of(connection, game.id)}
    must_be_a_first(connection, address)
    if mailbox in {mailbox_of(seat.address or "") for seat in humans(chairs)}:
        said = _("{address} plays in the game already.")
    elif mailbox in waiting:
        said = _("A seat is kept for {address} already.")
    elif mailbox in before and before[mailbox].reply is Reply.REFUSED:
        said = _("{address} was invited and said no.")
    else:
        return
    raise GameProblem(said.format(address=address))


def note_answer(session: Session, act: PendingRow, reply: Reply) -> None:
    """What somebody who was invited answered, or that they did not: the game's owners hear of it
    with their next alert."""
    note_reply(session.connection, act.game, act.address, reply)
    matter = Matter.LAPSED if reply is Reply.LAPSED else Matter.DECLINED
    concern = Concern(game=act.game, matter=matter, seat=act.seat, address=act.address)
    note_concern(session, f"invited.{act.game}.{act.address}", concern)


def _invites(session: Session, game: GameRow) -> str:
    """Who invites: the owners of a game, where their names are known."""
    found = masters_of(session.context, session.connection, game.id)
    names = [one.name[:LONGEST_TITLE] for one in found if one.role is Role.OWNER and one.name]
    if not names:
        return _("A game master invites you to a game by mail and keeps a seat in it for you.")
    said = ngettext(
        "{masters} invites you to a game by mail and keeps a seat in it for you.",
        "{masters} invite you to a game by mail and keep a seat in it for you.",
        len(names),
    )
    return said.format(masters=listing(names[:MOST_NAMED], language()))


def invited_draft(
    session: Session, game: GameRow, seat: SeatRow, act: PendingRow, *, unclear: bool = False
) -> OutboxDraft:
    """That somebody is invited, to what, and how they take the seat: small, for they have not
    asked."""
    context, chairs = session.context, games.seats_of(session.connection, game.id)
    if len(game.title) > LONGEST_TITLE:
        game = structs.replace(game, title=f"{game.title[:LONGEST_TITLE].rstrip()}…")
    with in_language(context, seat.language):
        notice = Notice(
            title=_("You are invited to {game}").format(game=game.title),
            paragraphs=(
                _invites(session, game),
                introduced(context, game, len(chairs)),
                how_to_take(context, seat, act),
                " ".join((_("You would be {name}.").format(name=seat.name), before_that())),
                _("NO says that you do not want it, NEVER that nobody is to invite you again."),
                *promise(game),
            ),
            game_title=game.title,
            text_only=True,
        )
        return for_act(context, game, seat, act, notice, unclear=unclear)
